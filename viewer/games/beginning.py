"""What is asked for a new record: the fields of a game, and the start that follows from their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from viewer.base.fields import BUTTON, CHOICE, NUMBER, Field, Value, Values
from viewer.base.messages import Message, in_context, message
from viewer.games.capabilities import Begun
from viewer.games.game import Game
from viewer.tree.action import Setup

START, NAMED, CHANCE, POSITION = "start", "number", "chance", "position"
_USUAL_NUMBER = 518  # of Chess960: the usual array


def beginning_fields(game: Game[Any], values: Values) -> Sequence[Field]:
    """The fields that a game asks for a new record; their defaults and choices may follow from `values`."""
    return game.beginning_fields(values) if isinstance(game, Begun) else start_fields(game)


def beginning_setup(game: Game[Any], values: Values) -> Setup:
    """The start by the values of its fields. Raises ValueError with a Message."""
    if isinstance(game, Begun):
        return game.beginning_setup(values)
    start = str(values[START])
    if start == NAMED:
        return game.numbered_start(int(values[NAMED]))
    if start == POSITION:
        return game.parse_setup(str(values[POSITION]).strip())
    return game.starts[int(start)].setup


def beginning_sides(game: Game[Any], values: Values) -> tuple[Message, Message]:
    """What the sides are called by the values, as far as they say a start."""
    try:
        start = game.start(beginning_setup(game, values))
    except (LookupError, ValueError):  # kept from an earlier sheet, it may not be a start
        start = game.start(None)
    return game.side_name(0, start), game.side_name(1, start)


def beginning_headers(game: Game[Any], values: Values) -> Mapping[str, str]:
    """What the values say of rules, komi and handicap, by kinds of header."""
    return game.beginning_headers(values) if isinstance(game, Begun) else {}


def even_beginning(game: Game[Any], values: Values) -> Values:
    """The values without a handicap: it is between two players, as their names are."""
    if isinstance(game, Begun):
        return game.even_beginning(values)
    handicaps = [str(index) for index, start in enumerate(game.starts) if start.handicap]
    return {key: value for key, value in values.items() if key != START or value not in handicaps}


def start_fields(game: Game[Any]) -> list[Field]:
    """The starts of a game, numbered ones, and a position that is typed or pasted."""
    starts = {str(index): start.name for index, start in enumerate(game.starts)}
    if game.numbered_starts:
        starts[NAMED] = message(
            "{name}, by its number (0 to {last})",
            name=game.numbered_name,
            last=game.numbered_starts - 1,
        )
    starts[POSITION] = message("Another position")
    fields = [Field(START, in_context("position at the beginning", "Start"), CHOICE, "0", starts)]
    if game.numbered_starts:
        last = game.numbered_starts - 1

        def numbered(values: Values) -> bool:
            return values[START] == NAMED

        usual = min(_USUAL_NUMBER, last)
        fields += (
            Field(NAMED, message("Number"), NUMBER, usual, high=last, condition=numbered),
            Field(CHANCE, message("By chance"), BUTTON, beside=True, condition=numbered),
        )
    return [*fields, position_field(game)]


def position_field(game: Game[Any]) -> Field:
    """The field for a position, which applies where that is chosen as the start."""

    def fault(text: str) -> Message | None:
        try:
            game.parse_setup(text.strip())
        except ValueError as error:
            return message("That is no position: {why}", why=error.args[0])
        return None

    def applies(values: Values) -> bool:
        return values[START] == POSITION

    usual: Value = game.setup_text(game.start(game.starts[0].setup))
    return Field(POSITION, game.position_form, default=usual, check=fault, condition=applies)
