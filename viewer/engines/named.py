"""Engines by name, for scripts and the command line: listed ones, installed ones, programs by their path."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.engines.chosen import engines_for
from viewer.engines.command_line import cut_command
from viewer.engines.dialogue import Tell, untold
from viewer.engines.engine import EngineSetup
from viewer.engines.identify import Identity, identify
from viewer.engines.installed import InstalledEngine, installed_engines
from viewer.engines.process import EngineFault
from viewer.games import game_of


def engine_named(
    name: str, game: str, listed: Sequence[EngineSetup], tell: Tell = untold
) -> Iterator[JobStep[EngineSetup]]:
    """The job that finds an engine for a game: at its end one EngineSetup.

    `name` is that of one of the `listed` engines or of an installed one, or the path of a program, followed
    by arguments perhaps, as on a command line; "" for the first that there is. Only what isn't listed is
    started, to find out what it is; `tell` is told what people should know meanwhile. Raises Refused.
    """
    fitting = engines_for(listed, game)
    wanted = name.casefold()
    for setup in fitting:
        if wanted in ("", setup.name.casefold()):
            yield JobStep(1, 1, setup)
            return
    words = (name,) if os.path.isfile(name) or os.sep not in name else cut_command(name)
    arguments: tuple[str, ...] = ()
    if words and _is_program(words[0]):
        program, label = os.path.abspath(words[0]), os.path.basename(words[0])
        arguments = words[1:]
    else:
        installed = installed_engines(game)
        found = next((one for one in installed if _is_named(one, wanted)), None)
        if found is None:
            raise _no_engine(name, game, fitting, installed)
        program, label = found.path, found.known.title
    identity: Identity | None = None
    for step in identify(program, arguments, tell):
        identity = step.result or identity
        yield JobStep(step.done, step.total, waiting=step.waiting)
    assert identity is not None  # it raises otherwise
    if game not in identity.protocols:
        raise EngineFault(
            message("{engine} doesn't play {game}.", engine=label, game=game_of(game).name)
        )
    yield JobStep(1, 1, identity.setup(program, identity.name))


def _is_program(word: str) -> bool:
    return os.path.isfile(word) and (os.sep in word or os.path.isabs(word))


def _is_named(one: InstalledEngine, wanted: str) -> bool:
    names = (one.known.title.casefold(), os.path.basename(one.path).casefold())
    return not wanted or wanted in names or os.path.splitext(names[1])[0] == wanted


def _no_engine(
    name: str, game: str, listed: Sequence[EngineSetup], installed: Sequence[InstalledEngine]
) -> EngineFault:
    known = dict.fromkeys([one.name for one in listed] + [one.known.title for one in installed])
    title = game_of(game).name
    if not known:
        return EngineFault(
            message(
                "No engine for {game} was found on this computer. Name one by the path of its program.",
                game=title,
            )
        )
    return EngineFault(
        message(
            "There is no engine {name} for {game}. There are: {known}.",
            name=name,
            game=title,
            known=", ".join(known),
        )
    )
