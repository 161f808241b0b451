"""Engines for scripts: `viewer.engine` finds one, `viewer.analyse` has it analyse the games of a document."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from typing import Any, Protocol

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.engines.analysis import Limits
from viewer.engines.chosen import engines_for, listed_engines
from viewer.engines.dialogue import Tell, untold
from viewer.engines.engine import EngineSetup
from viewer.engines.identify import Identity, identify, unknown_setup
from viewer.engines.installed import InstalledEngine, installed_engines
from viewer.engines.process import EngineFault, cut_command
from viewer.engines.review import Order, positions_of, reviewing
from viewer.games import game_of
from viewer.tree.finding import Finding
from viewer.tree.record import Record

_PATIENCE = 0.1  # seconds for which a step waits


class Records(Protocol):
    """Records with keys, as a document has them."""

    def keys(self) -> Sequence[int]:
        """Keys of the records in order."""
        ...

    def record_of(self, key: int) -> Record:
        """The record of a key."""
        ...


def engine(name: str = "", game: str = "chess") -> EngineSetup:
    """An engine for a game (by its id), to analyse with.

    `name` is that of one in the window's list or of an installed one ("Stockfish"), or the path of a program;
    "" for the first that there is. Raises Refused.
    """
    (setup,) = run_inline(engine_named(name, game, listed_engines()))
    return setup


def analyse(
    document: Records,
    engine: EngineSetup,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    lines: int = 1,
    keys: Iterable[int] | None = None,
    variations: bool = False,
    keep: bool = False,
    engines: int = 0,
    known: MutableMapping[str, Finding] | None = None,
    run: Callable[[Iterator[JobStep[Any]]], Iterable[Any]] = run_inline,
    tell: Tell = untold,
) -> dict[tuple[int, int], Finding]:
    """Analyse the positions of a document's games; `viewer.annotate` writes what was found into them.

    Args:
        document: of `viewer.open`.
        engine: of `viewer.engine`.
        seconds: of each search. Of this and the next two, at least one is given.
        depth: in plies.
        nodes: positions, in go playouts.
        lines: to find in each position.
        keys: of the games that are meant; None for all.
        variations: whether positions off the main line are analysed, too.
        keep: leave out positions that have an evaluation, unless a bad move follows.
        engines: how many processes to start; 0 for as many as there are processors.
        known: what is known already; what is found is added, so that another call needn't search it again.
        run: runs the job and gives its results.
        tell: is told what people should know of the engine while it works, as that it says nothing.

    Returns the findings by key and node id. Raises Refused without a limit, EngineFault (a Refused) if the
    engine fails, or if none of the positions can be given to it.
    """
    limits = Limits(seconds, depth, nodes)
    if limits.endless:
        raise Refused(message("A search needs a limit: seconds, depth or nodes."))
    wanted = list(document.keys() if keys is None else keys)
    records = ((key, document.record_of(key)) for key in wanted)
    places = positions_of(records, len(wanted), variations=variations, keep=keep)
    order = Order(engine, limits, lines, engines)
    found: dict[tuple[int, int], Finding] = {}
    fault = None
    for one in run(reviewing(order, places, known, _PATIENCE, tell)):
        if one.finding is not None:
            found[one.key, one.node] = one.finding
        fault = fault or one.fault
    if fault is not None and not found:
        raise EngineFault(fault)
    return found


# ------------------------ Engines by name: listed ones, installed ones, programs by their path


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
    setup = unknown_setup(program, arguments)
    for step in identify(setup, tell):
        identity = step.result or identity
        yield JobStep(step.done, step.total, waiting=step.waiting)
    assert identity is not None  # it raises otherwise
    if game not in identity.protocols:
        raise EngineFault(
            message("{engine} doesn't play {game}.", engine=label, game=game_of(game).name)
        )
    yield JobStep(1, 1, identity.of(setup)._replace(name=identity.name))


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
