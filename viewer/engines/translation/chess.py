"""Chess for UCI: FEN, and moves that are UCI already."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import chess

from viewer.base.messages import Message, message
from viewer.engines.analysis import EnginePosition
from viewer.engines.translation.translator import UCI, UciTranslator
from viewer.games.chess.position import NULL
from viewer.tree.action import Move

_MOVE = re.compile(r"[a-h][1-8][a-h][1-8][qrbnk]?|[PNBRQ]@[a-h][1-8]")

_REASONS = (
    (chess.STATUS_NO_WHITE_KING, message("White has no king.")),
    (chess.STATUS_NO_BLACK_KING, message("Black has no king.")),
    (chess.STATUS_TOO_MANY_KINGS, message("A side has more than one king.")),
    (chess.STATUS_PAWNS_ON_BACKRANK, message("A pawn stands on the first or last rank.")),
    (chess.STATUS_OPPOSITE_CHECK, message("The side that isn't to move is in check.")),
    (chess.STATUS_TOO_MANY_WHITE_PAWNS, message("White has more than eight pawns.")),
    (chess.STATUS_TOO_MANY_BLACK_PAWNS, message("Black has more than eight pawns.")),
    (chess.STATUS_TOO_MANY_WHITE_PIECES, message("White has more than sixteen pieces.")),
    (chess.STATUS_TOO_MANY_BLACK_PIECES, message("Black has more than sixteen pieces.")),
    (chess.STATUS_TOO_MANY_CHECKERS, message("More pieces give check than can.")),
)
_HARMLESS = chess.STATUS_INVALID_EP_SQUARE | chess.STATUS_BAD_CASTLING_RIGHTS


class ChessTranslator(UciTranslator):
    """Chess, Chess960, and the variants whose boards python-chess has."""

    protocols = (UCI,)
    variant = "chess"

    def replays(self, text: str) -> bool:
        """Any but the null move."""
        return text != NULL.text

    def unsound(self, state: Any) -> Message | None:
        """The reason for which python-chess finds the position impossible; the end of a game of a variant."""
        if state.board is None:
            return message("This variant isn't played here.")
        if state.board.is_variant_end():
            return message("The game is over here.")
        status = state.board.status() & ~_HARMLESS
        for flag, reason in _REASONS:
            if status & flag:
                return reason
        return message("No game can lead to this position.") if status else None

    def placement(self, state: Any, protocol: str) -> str:
        """The FEN, with an en passant square only where it can be used."""
        return f"fen {state.board.fen()}"

    def options(self, position: EnginePosition) -> Mapping[str, str]:
        """The variant, and whether castling is written as in Chess960."""
        board = position.start.board
        return {
            "UCI_Variant": board.uci_variant or "",
            "UCI_Chess960": "true" if board.chess960 else "false",
        }

    def knows(self, variants: Iterable[str], state: Any) -> bool:
        """Any engine plays chess; for others its UCI_Variant has to name them."""
        if state.board is None:
            return False
        variant = state.board.uci_variant
        return variant in variants or (not variants and variant == self.variant)

    def move_in(self, text: str, side: int, state: Any, dialect: Any) -> Move | None:
        """A move in UCI."""
        return Move(text) if _MOVE.fullmatch(text) else None
