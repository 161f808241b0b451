"""Set-ups: those offered for new records, pasted ones, those that are only shown, and their names."""

from __future__ import annotations

import chess

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.chess.boards import (
    VARIANT,
    fen_of,
    read_board,
    read_setup,
    setup_of,
    setup_of_variant,
    start_number,
    variant_label,
    variant_of,
)
from viewer.games.chess.fen import EMPTY_TEXT, START_TEXT, read_fen, read_variant_fen
from viewer.games.chess.position import Position
from viewer.games.chess.variants import (
    VARIANTS,
    VariantRules,
    rules_of,
    rules_of_variant,
    variant_of_board,
)
from viewer.games.game import StartPosition
from viewer.tree.action import Setup

CHESS960 = message("Chess960")
STARTS: tuple[StartPosition, ...] = (
    StartPosition("start", message("Start position"), Setup(START_TEXT)),
    StartPosition("empty", message("Empty board"), Setup(EMPTY_TEXT)),
    *(StartPosition(one.id, one.name, Setup(f"{VARIANT}{one.id} {one.start}")) for one in VARIANTS),
)

# Variants that aren't played and begin with the usual array: it can be shown though no FEN says it.
_USUAL_ARRAY = frozenset(("bughouse", "losers", "kriegspiel", "seirawan", "5check", "5-check"))


class VariantAt(NamedTuple):
    """The board of a position in a variant that is played, and the variant's rules."""

    rules: VariantRules
    board: chess.Board


def variant_at(position: Position) -> VariantAt | None:
    """None in chess, and in variants that aren't played."""
    board = position.board
    rules = None if board is None else rules_of(board)
    return None if board is None or rules is None else VariantAt(rules, board)


def pasted(text: str) -> Setup:
    """A FEN of four to six fields, X-FEN or Shredder-FEN, or `variant NAME FEN…`, as neutral text.

    One with pieces in hand is of Crazyhouse, one with checks of Three-check. Castling rights that fit
    no king and rook are left out. Raises ValueError with a Message.
    """
    given = Setup(text.strip())
    variant = variant_of(given)
    if variant is not None:
        board, complaint, _ = read_setup(given)
        if board is None and complaint is not None:
            raise ValueError(complaint)
        return setup_of_variant(*variant) if board is None else setup_of(board)
    board, complaint, _ = read_board(text)
    if board is None:
        raise ValueError(complaint)
    # Rights that don't fit are no reason to refuse; what can't be read is.
    read = read_fen(text) if variant_of_board(board) is None else read_variant_fen(text)
    if read.complaint is not None:
        raise ValueError(read.complaint)
    return setup_of(board)


def label(start: Position) -> Message | None:
    """The name of a start: its Chess960 number, "Set-up position", or the variant; None for the usual."""
    if start.board is None:
        variant = variant_of(start.setup)
        if variant is None:
            return None
        return message("Variant {name}", name=variant_label(variant.name))
    played = variant_of_board(start.board)
    if played is not None:
        usual = rules_of_variant(played).start(start.board.chess960)
        if fen_of(start.board) == fen_of(usual):
            return played.name
        return message("{name}, set-up position", name=played.name)
    number = start_number(start.board)
    if number is not None and start.board.chess960:
        return message("{name} {number}", name=CHESS960, number=number)
    return None if number is not None else message("Set-up position")


def shown(setup: Setup | None) -> chess.BaseBoard:
    """The pieces of a set-up of a variant that isn't played, if they can be read; they never move."""
    variant = variant_of(setup)
    if variant is None:
        return chess.BaseBoard(None)
    if not variant.fen:
        return chess.BaseBoard() if variant.name in _USUAL_ARRAY else chess.BaseBoard(None)
    return chess.BaseBoard(read_variant_fen(variant.fen).placement)
