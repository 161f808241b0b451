"""What games of stones ask for a new record: the size of the board, or a position."""

from __future__ import annotations

from typing import Any

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, message
from viewer.games.beginning import POSITION, START, position_field
from viewer.games.stones.game import StoneGame
from viewer.tree.action import Setup

SIZE, _OTHER = "size", "other"
_HINT = "13x9"


def board_fields(game: StoneGame[Any]) -> list[Field]:
    """Its usual sizes, another size, a position."""
    syntax = game.syntax
    sizes = {start.id: start.name for start in game.starts if start.id.isdecimal()}
    boards = {
        **sizes,
        _OTHER: message("Another size"),
        POSITION: message("Another position"),
    }

    def fault(text: str) -> Message | None:
        if not text.strip():
            return syntax.no_size
        if syntax.read_size(text.strip()) is not None:
            return None
        least, most = syntax.smallest, syntax.largest
        return syntax.bad_size.given(text=text.strip()[:20], smallest=least, largest=most)

    def other(values: Values) -> bool:
        return values[START] == _OTHER

    usual = game.starts[0].id
    return [
        Field(START, message("Board"), CHOICE, usual, boards),
        Field(
            SIZE,
            message("Lines across and down"),
            default=usual,
            hint=message("{text}", text=_HINT),
            check=fault,
            condition=other,
        ),
        position_field(game),
    ]


def size_in(game: StoneGame[Any], values: Values) -> tuple[int, int] | None:
    """Width and height by the values of `board_fields`; None for a position or a wrong size."""
    start = str(values.get(START, ""))
    text = str(values.get(SIZE, "")) if start == _OTHER else start
    return game.syntax.read_size(text.strip())


def board_setup(game: StoneGame[Any], values: Values) -> Setup:
    """The start by the values of `board_fields`. Raises ValueError with a Message."""
    start = str(values[START])
    if start == POSITION:
        return game.parse_setup(str(values[POSITION]).strip())
    return game.parse_setup(str(values[SIZE]).strip() if start == _OTHER else start)
