"""Shogi for USI: SFEN, and moves that are USI already."""

from __future__ import annotations

import re
from typing import Any

from viewer.base.messages import Message, in_context, message
from viewer.engines.translation.translator import USI, UciTranslator
from viewer.games.shogi.position import KING, Position, write_sfen
from viewer.games.shogi.reach import checked
from viewer.tree.action import Move

_MOVE = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
_KINGS = (KING, KING | 16)
_KING_REASONS = (
    (message("Black (先手) has no king."), message("Black (先手) has more than one king.")),
    (message("White (後手) has no king."), message("White (後手) has more than one king.")),
)


class ShogiTranslator(UciTranslator):
    """Shogi."""

    protocols = (USI,)
    variant = "shogi"

    def replays(self, text: str) -> bool:
        """Any but a pass."""
        return text != "pass"

    def unsound(self, state: Position) -> Message | None:
        """A king is missing or there are two, or the side that isn't to move is in check."""
        for king, (none, several) in zip(_KINGS, _KING_REASONS, strict=True):
            count = state.board.count(king)
            if count != 1:
                return several if count else none
        if checked(state.board, 1 - state.side):
            return in_context("shogi", "The side that isn't to move is in check.")
        return None

    def placement(self, state: Position, protocol: str) -> str:
        """The SFEN of four fields."""
        return f"sfen {write_sfen(state.numbered(1))}"

    def move_in(self, text: str, side: int, state: Any, dialect: Any) -> Move | None:
        """A move in USI."""
        return Move(text) if _MOVE.fullmatch(text) else None
