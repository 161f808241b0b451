"""What the sides are called: 先手 and 後手, with a handicap 下手 and 上手."""

from __future__ import annotations

from viewer.base.messages import Message, in_context
from viewer.games.shogi.board import Position, diagram_at
from viewer.games.shogi.handicaps import handicap_of

SIDE_NAMES: tuple[Message, Message] = (in_context("shogi", "Black"), in_context("shogi", "White"))
_HANDICAP_NAMES: tuple[Message, Message] = (
    in_context("shogi with a handicap", "Black"),
    in_context("shogi with a handicap", "White"),
)
"""The one who receives the handicap, and the one who gives it and moves first."""


def with_handicap(position: Position) -> bool:
    """Whether the game that led to a position began with a handicap."""
    return handicap_of(diagram_at(position.first or position)) is not None


def side_name(position: Position, side: int) -> Message:
    """What a side is called in the game that led to a position."""
    return (_HANDICAP_NAMES if with_handicap(position) else SIDE_NAMES)[side]
