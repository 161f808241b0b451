"""What Twixt asks for a new record: the size of the board, and the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from viewer.base.fields import CHOICE, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.games.beginning import POSITION, START
from viewer.games.stones.game import board_fields, board_setup
from viewer.games.twixt.rules import STANDARD
from viewer.tree.action import Setup

if TYPE_CHECKING:
    from viewer.games.stones.game import StoneGame

_RULES = "rules"
_WORDS: Mapping[str, Message] = {
    "STD": in_context("rules of Twixt", "Standard"),
    "PP": message("Own links may cross (PP)"),
    "3M": message("Without swap (3M)"),
}


def fields(game: StoneGame[Any]) -> list[Field]:
    """The board and the rules; a position says its own."""
    board = board_fields(game)
    rules = Field(
        _RULES,
        message("Rules"),
        CHOICE,
        STANDARD.name,
        _WORDS,
        condition=lambda values: values[START] != POSITION,
    )
    return [*board, rules]


def setup(game: StoneGame[Any], values: Values) -> Setup:
    """The start. Raises ValueError with a Message."""
    board, rules = board_setup(game, values), str(values.get(_RULES, STANDARD.name))
    return board if rules == STANDARD.name else game.parse_setup(f"{board.text} {rules}")
