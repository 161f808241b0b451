"""The tables of fields of an engine of the list: what the list keeps of it, and the options it says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from viewer.base.fields import BUTTON, FLAG, NUMBER, TEXT, Field, Values
from viewer.base.messages import message
from viewer.engines.analysis import Limits
from viewer.engines.command_line import command_text, cut_command
from viewer.engines.engine import EngineSetup, machine_values
from viewer.engines.installed import known_engine
from viewer.engines.option import MANAGED, Option
from viewer.games import GAMES

FIRST = "first "
"""Begins the key of the field for "use it first", before the id of the game."""
_DAY = 86_400
_LIMITS = Limits._fields


def own_fields(setup: EngineSetup) -> Iterator[Field]:
    """The fields of what the list keeps of an engine beside its options, with its values as defaults."""
    yield Field("name", message("Name"), TEXT, setup.name)
    yield Field("program", message("Program"), TEXT, setup.program)
    yield Field("choose", message("Choose…"), BUTTON, beside=True)
    known = known_engine(os.path.basename(setup.program))
    needs = known is not None and known.arguments == ("gtp",)
    yield Field(
        "arguments",
        message("Arguments"),
        TEXT,
        command_text(setup.arguments),
        help=message(
            "KataGo needs its network and its configuration here: gtp -model FILE -config FILE."
        )
        if needs
        else message("Of its command line."),
    )
    yield Field("ask", message("Ask it again"), BUTTON, beside=True)
    for game in setup.protocols:
        name = message("Use it first for {game}", game=GAMES[game].name)
        yield Field(FIRST + game, name, FLAG, game in setup.preferred)
    limits = (
        Field("seconds", message("Seconds at most"), NUMBER, high=_DAY),
        Field("depth", message("Depth at most"), NUMBER),
        Field("nodes", message("Nodes at most"), NUMBER),
    )
    help = message("For the analysis of a position; 0: until it is stopped.")
    for field in (*limits[:-1], limits[-1]._replace(help=help)):
        yield field._replace(default=int(getattr(setup.limits, field.key) or 0))


def changed_engine(setup: EngineSetup, key: str, values: Values) -> EngineSetup:
    """An engine with the changed field of a form.

    A command line in the field of the program is cut: its arguments take the place of those that were there.
    Raises Refused if one can't be cut into words.
    """
    if key == "name":
        return setup._replace(name=str(values[key]).strip())
    if key == "program":
        text = str(values[key]).strip()
        words = (text,) if os.path.isfile(text) else cut_command(text)
        if len(words) > 1 and os.path.isfile(words[0]):
            return setup._replace(program=words[0], arguments=words[1:])
        return setup._replace(program=text)
    if key == "arguments":
        return setup._replace(arguments=cut_command(str(values[key])))
    if key in _LIMITS:
        return setup._replace(limits=Limits(**{name: values[name] or None for name in _LIMITS}))  # type: ignore[arg-type]  # numbers
    game = key.removeprefix(FIRST)
    others = tuple(one for one in setup.preferred if one != game)
    return setup._replace(preferred=(*others, game) if values[key] else others)


def option_fields(said: Mapping[str, Option]) -> Iterator[Field]:
    """The fields of an engine's options, with what suits this machine as the default."""
    machine = machine_values(said)
    for name, option in said.items():
        field = option.field()
        if name.lower() in MANAGED or field.kind is BUTTON:
            continue
        yield field._replace(default=machine.get(name, field.default))
