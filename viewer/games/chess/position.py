"""Positions in a line, moves as text, and the pockets of Crazyhouse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Self

import chess

from viewer.base.messages import Message, in_context, message
from viewer.base.patterns import late
from viewer.games.chess.variants import rules_of
from viewer.games.game import NOT_ASKED, State
from viewer.tree.action import Action, Move, Setup

WHITE, BLACK = 0, 1
NULL: Final = Move("0000")

KIND_IDS = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
KINDS: tuple[tuple[str, ...], tuple[str, ...]] = (
    tuple(f"white-{kind}" for kind in KIND_IDS),
    tuple(f"black-{kind}" for kind in KIND_IDS),
)
"""Kind of a piece as the geometry names it, by side and python-chess's type."""
SQUARE_NAMES: tuple[str, ...] = tuple(chess.SQUARE_NAMES)

_MOVE_TEXT = late(r"0000|(?:[a-h][1-8]){2}[qrbnk]?|[PNBRQ]@[a-h][1-8]")


class _MoveOf(dict[int, Move]):
    """The one Move for origin, target, promotion and drop, packed into one number; at most 25,000."""

    def __missing__(self, packed: int) -> Move:
        promotion, drop = packed >> 12 & 7 or None, packed >> 15 or None
        meant = chess.Move(packed & 63, packed >> 6 & 63, promotion, drop)
        text = meant.uci() if packed else NULL.text
        move = self[packed] = Move(text)
        return move


class _ChessMoveOf(dict[str, chess.Move | None]):
    """python-chess's move of a text, None if it is no move; only moves are kept."""

    def __missing__(self, text: str) -> chess.Move | None:
        if _MOVE_TEXT.fullmatch(text) is None or (text[:2] == text[2:4] and text != NULL.text):
            return None
        move = self[text] = chess.Move.from_uci(text)
        return move


MOVE_OF = _MoveOf()
CHESS_MOVE_OF = _ChessMoveOf()


def move_of(move: chess.Move) -> Move:
    """The action of a python-chess move."""
    packed = move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
    return MOVE_OF[packed | move.drop << 15 if move.drop else packed]


class Position(State):
    """A position in a line.

    Attributes:
        board: immutable, without a move stack, of the class of its variant; None in variants that
            aren't played, and if a set-up can't be read.
        setup: in that case the set-up, unchanged.
        last_notation: the last style in which the action was written, and the text.
    """

    __slots__ = ("board", "last_notation", "setup")

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        ply: int,
        board: chess.Board | None,
        setup: Setup | None = None,
        side: int = WHITE,
        back: Self | None = None,
    ) -> None:
        self.previous = previous
        self.action = action
        self.side = side if board is None else WHITE if board.turn else BLACK
        self.ply = ply
        self.board = board
        self.setup = setup
        self.back = back
        self.known_violation = NOT_ASKED
        self.last_notation = ("", "")

    def forget_move(self) -> None:
        """The notation is that of a move."""
        self.last_notation = ("", "")


def standing(board: chess.BaseBoard) -> Iterator[tuple[str, str]]:
    """(square, kind) of each piece, from a1 on; in a quarter of the time of `Board.piece_map`."""
    kinds: dict[int, str] = {}
    types = (
        *(board.pawns, board.knights, board.bishops),
        *(board.rooks, board.queens, board.kings),
    )
    for side, own in ((WHITE, board.occupied_co[True]), (BLACK, board.occupied_co[False])):
        for type, places in enumerate(types, 1):
            kind, mask = KINDS[side][type], own & places
            while mask:
                low = mask & -mask
                kinds[low.bit_length() - 1] = kind
                mask ^= low
    return ((SQUARE_NAMES[square], kinds[square]) for square in sorted(kinds))


# ----------------------------------------------------------------------------------- stepping


def after_move(board: chess.Board, move: chess.Move) -> chess.Board:
    """The board after a move, legal or not, made as far as possible: it captures what is on its target.

    Afterwards the side that doesn't own the piece is to move.
    """
    own = board.occupied_co[board.turn]
    if not own >> move.from_square & 1 and move and not move.drop:
        piece = board.piece_at(move.from_square)
        if piece is None:
            return with_turn_passed(board)
        board = with_turn_passed(board)
    elif board.kings >> move.from_square & 1 and _is_odd_king_move(board, own, move):
        return _lifted(board, move)
    return _pushed(board, move)


def _is_odd_king_move(board: chess.Board, own: int, move: chess.Move) -> bool:
    """Whether a king moves too far, or onto his own piece, without being allowed to castle so."""
    far = abs((move.from_square & 7) - (move.to_square & 7)) > 1
    return (far or bool(own >> move.to_square & 1)) and not board.is_legal(move)


def _lifted(board: chess.Board, move: chess.Move) -> chess.Board:
    after = with_turn_passed(board)
    piece = board.piece_at(move.from_square)
    after.remove_piece_at(move.from_square)
    after.set_piece_at(move.to_square, piece)
    after.castling_rights = after.clean_castling_rights()
    return after


def with_turn_passed(board: chess.Board) -> chess.Board:
    """The same board with the other side to move: for a null move, or one that can't be made."""
    return _pushed(board, chess.Move.null())


def _pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    """A new board after a move. Half of `Board.copy` is clearing what is then copied over."""
    rules = None if type(board) is chess.Board else rules_of(board)
    if rules is not None:
        return rules.pushed(board, move)
    after = chess.Board.__new__(chess.Board)
    after.pawns = board.pawns
    after.knights = board.knights
    after.bishops = board.bishops
    after.rooks = board.rooks
    after.queens = board.queens
    after.kings = board.kings
    after.occupied_co = board.occupied_co[:]
    after.occupied = board.occupied
    after.promoted = board.promoted
    after.chess960 = board.chess960
    after.ep_square = board.ep_square
    after.castling_rights = board.castling_rights
    after.turn = board.turn
    after.fullmove_number = board.fullmove_number
    after.halfmove_clock = board.halfmove_clock
    after.move_stack = []
    after._stack = []
    after.push(move)
    after.clear_stack()
    return after


# ---------------------------------- pockets of Crazyhouse: a square for each side and type of piece

SIGN = "@"
HELD = (chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN)
"""The types of pieces in a pocket, as they lie in White's from the top."""


def pocket_square(side: int, type: int) -> str:
    """The square of a side's pocket for a type of piece."""
    letter = chess.piece_symbol(type)
    return (letter if side else letter.upper()) + SIGN


SQUARES: dict[str, tuple[int, int]] = {
    pocket_square(side, type): (side, type) for side in (0, 1) for type in HELD
}
"""Side and type of piece of each square of a pocket."""

_NAMES: tuple[Message, Message] = (
    message("White's pocket, {piece}"),
    message("Black's pocket, {piece}"),
)
PIECES: dict[int, Message] = {
    chess.KING: in_context("chess", "king"),
    chess.QUEEN: in_context("chess", "queen"),
    chess.ROOK: in_context("chess", "rook"),
    chess.BISHOP: in_context("chess", "bishop"),
    chess.KNIGHT: in_context("chess", "knight"),
    chess.PAWN: in_context("chess", "pawn"),
}


def pocket_name(square: str) -> Message | None:
    """The name of a square of a pocket; None for squares of the board."""
    found = SQUARES.get(square)
    if found is None:
        return None
    side, type = found
    return _NAMES[side].given(piece=PIECES[type])


def put(square: str, kind: str) -> tuple[str, str]:
    """The square and kind of a piece that the position editor drops: in a pocket its own, never a king."""
    found = SQUARES.get(square)
    if found is None:
        return square, kind
    side = found[0]
    type = next((kinds.index(kind) for kinds in KINDS if kind in kinds), 0)
    return (pocket_square(side, type), KINDS[side][type]) if type in HELD else ("", "")


def from_pocket(squares: tuple[str, ...], side: int) -> tuple[str, ...]:
    """The squares that a side touches for a move: White's, with a drop from the side's own pocket."""
    if side and squares and squares[0] in SQUARES:
        return squares[0].lower(), *squares[1:]
    return squares
