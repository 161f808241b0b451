"""What is chosen before a game against an engine, as fields: the opponent, the sides, how strong it plays."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from viewer.base.fields import BUTTON, CHOICE, NUMBER, Field, Value, Values
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.engines.analysis import ENDLESS, Limits
from viewer.engines.engine import EngineSetup
from viewer.engines.option import MANAGED, Option
from viewer.engines.translation.translator import GTP
from viewer.games.states import States

_STRENGTH = re.compile(r"elo|skill|level|strength|handicap|rank", re.IGNORECASE)
_LIMITING = "UCI_LimitStrength"
_ELO = "UCI_Elo"
_OPTION = "option "

_WAYS: Mapping[str, Message] = {
    "seconds": message("Seconds for each move"),
    "depth": message("Depth in plies"),
    "nodes": message("Positions searched"),
    "own": message("As the engine likes"),
}
_LIMITED: Mapping[str, tuple[Message, int, int]] = {
    "seconds": (message("Seconds"), 2, 3600),
    "depth": (message("Depth"), 8, 99),
    "nodes": (message("Positions"), 10_000, 1_000_000_000),
}


class MatchChoices(NamedTuple):
    """What was chosen.

    Attributes:
        setup: the engine, with its strength among its options.
        side: the user's, 0 or 1.
        limits: of the engine's search.
    """

    setup: EngineSetup
    side: int
    limits: Limits


def opponent_fields(
    states: States, engines: Sequence[EngineSetup], side: int, chosen: Values
) -> list[Field]:
    """The fields that are the same for every engine. `side`: to move; `chosen`: earlier values."""
    names = {one.name: message("{name}", name=one.name) for one in engines}
    sides = {str(number): name for number, name in enumerate(states.side_names)}
    engine = str(chosen.get("engine", ""))
    return [
        Field(
            "engine",
            message("Opponent"),
            CHOICE,
            engine if engine in names else engines[0].name,
            names,
        ),
        Field("side", message("You play"), CHOICE, str(chosen.get("side", side)), sides),
    ]


def limit_fields(setup: EngineSetup, game: str) -> list[Field]:
    """The fields for how long an engine thinks: GTP knows times only."""
    timed = setup.protocols.get(game) == GTP
    ways = {key: words for key, words in _WAYS.items() if key in ("seconds", "own")}
    if not timed:
        ways = {key: words for key, words in _WAYS.items() if key != "own"}
    fields = [
        Field("way", message("It thinks by"), CHOICE, "own" if timed else "seconds", ways),
    ]
    for key, (label, usual, most) in _LIMITED.items():
        if key in ways:
            fields.append(
                Field(
                    key,
                    label,
                    NUMBER,
                    usual,
                    low=1,
                    high=most,
                    condition=lambda values, key=key: values["way"] == key,  # type: ignore[misc]  # of a loop
                )
            )
    return fields


def strength_fields(options: Mapping[str, Option], values: Mapping[str, Value]) -> list[Field]:
    """The fields of the options by which an engine plays weaker, named as the engine names them.

    `values`: those set in the list of engines. The key of a field is that of `strength_of`.
    """
    found: list[Field] = []
    limited = _OPTION + _LIMITING
    for option in options.values():
        field = option.field()
        if (
            field.kind is BUTTON
            or option.name.lower() in MANAGED
            or not _STRENGTH.search(option.name)
        ):
            continue
        value = values.get(option.name, field.default)
        if field.allows(value):
            field = field._replace(default=value)
        if option.name == _ELO and _LIMITING in options:
            field = field._replace(condition=lambda chosen: bool(chosen[limited]))
        found.append(field._replace(key=_OPTION + option.name))
    return found


def strength_of(values: Values) -> dict[str, Value]:
    """The options of an engine among the values of a form."""
    begin = len(_OPTION)
    return {key[begin:]: value for key, value in values.items() if key.startswith(_OPTION)}


def limits_of(values: Values) -> Limits:
    """The limits that were chosen."""
    way = values.get("way", "own")
    if way == "seconds":
        return Limits(seconds=float(values["seconds"]))
    if way == "depth":
        return Limits(depth=int(values["depth"]))
    if way == "nodes":
        return Limits(nodes=int(values["nodes"]))
    return ENDLESS
