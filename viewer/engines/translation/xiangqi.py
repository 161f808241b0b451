"""Xiangqi for UCI and UCCI: FEN, and moves with ranks from 0 or from 1."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from viewer.base.messages import Message, in_context, message
from viewer.engines.translation.translator import UCCI, UCI, UciTranslator
from viewer.games.xiangqi.position import BLACK, KING, RED, Position, setup_text
from viewer.games.xiangqi.rules import checked
from viewer.tree.action import Move

_SQUARE = re.compile(r"([a-i])(\d{1,2})")
_KINGS = (KING, KING + 8)
_KING_REASONS = (
    (message("Red has no king."), message("Red has more than one king.")),
    (in_context("xiangqi", "Black has no king."), message("Black has more than one king.")),
)


class XiangqiTranslator(UciTranslator):
    """Xiangqi. Its dialect is the number of the first rank: Fairy-Stockfish counts from 1 in UCI."""

    protocols = (UCI, UCCI)
    variant = "xiangqi"

    def unsound(self, state: Position) -> Message | None:
        """A king is missing or there are two, or the side that isn't to move is in check."""
        for side, (none, several) in enumerate(_KING_REASONS):
            count = state.board.count(_KINGS[side])
            if count != 1:
                return several if count else none
        if checked(state.board, BLACK if state.side == RED else RED):
            return in_context("xiangqi", "The side that isn't to move is in check.")
        return None

    def placement(self, state: Position, protocol: str) -> str:
        """A FEN of six fields."""
        return f"fen {setup_text(state.board, state.side)} - - 0 1"

    def dialect_of(self, variants: Iterable[str], protocol: str) -> int:
        """The number of the first rank."""
        return int(protocol == UCI and bool(tuple(variants)))

    def move_in(self, text: str, side: int, state: Any, dialect: int) -> Move | None:
        """`h3e3`, `b10c8`, or `h2e2`."""
        squares = _SQUARE.findall(text)
        if len(squares) != 2 or "".join(file + rank for file, rank in squares) != text:
            return None
        ranks = [int(rank) - dialect for _, rank in squares]
        if not all(0 <= rank <= 9 for rank in ranks):
            return None
        return Move(f"{squares[0][0]}{ranks[0]}{squares[1][0]}{ranks[1]}")

    def move_out(self, text: str, dialect: int) -> str:
        """The move with its ranks counted as the engine does."""
        if not dialect:
            return text
        return f"{text[0]}{int(text[1]) + 1}{text[2]}{int(text[3]) + 1}"
