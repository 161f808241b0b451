"""Set-ups: those offered for new records, pasted ones, those that are only shown, those composed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import chess

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.capabilities import CastlingRight
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
from viewer.games.chess.fen import EMPTY_TEXT, SIDE_NAMES, START_TEXT, read_fen, read_variant_fen
from viewer.games.chess.position import KINDS, SIGN, SQUARE_NAMES, WHITE, Position
from viewer.games.chess.variants import (
    VARIANTS,
    VariantRules,
    rules_of,
    rules_of_variant,
    variant_of_board,
)
from viewer.games.game import SET_UP, StartPosition
from viewer.tree.action import Setup

TRAYS: tuple[tuple[str, ...], ...] = tuple(kinds[:0:-1] for kinds in KINDS)
"""King to pawn, of White and of Black."""

_SQUARE_OF = {place: square for square, place in enumerate(SQUARE_NAMES)}
_PIECE_OF = {
    kind: chess.Piece(type, side == WHITE)
    for side, kinds in enumerate(KINDS)
    for type, kind in enumerate(kinds)
    if type
}


def composed(
    state: Position, pieces: Mapping[str, str], counts: Mapping[str, int], side: int
) -> Setup:
    """The set-up of pieces on squares; unknown squares and kinds are left out.

    `counts` are those of pockets, 1 for a pocket that isn't in it. Castling rights stay if king and rook
    are still in place, the variant and the move number stay, and if nothing was moved at all, so do the
    en passant square and the half-move clock.
    """
    old = state.board or chess.Board(None)
    board = old.copy(stack=False)
    rules = rules_of(board)
    board.set_piece_map(
        {
            _SQUARE_OF[place]: _PIECE_OF[kind]
            for place, kind in pieces.items()
            if place in _SQUARE_OF and kind in _PIECE_OF
        }
    )
    same = old.occupied_co[chess.WHITE] & board.occupied_co[chess.WHITE]
    same |= old.occupied_co[chess.BLACK] & board.occupied_co[chess.BLACK]
    board.promoted = old.promoted & same & ~board.kings & ~board.pawns
    if rules is not None:
        held = {place: counts.get(place, 1) for place in pieces if place.endswith(SIGN)}
        rules.set_counts(board, held)
    board.turn = side == WHITE
    if board.board_fen() != old.board_fen() or board.turn != old.turn:
        board.ep_square, board.halfmove_clock = None, 0
    board.castling_rights = old.castling_rights
    board.castling_rights = board.clean_castling_rights()
    return setup_of(board)


# ------------------------------------------------------------------------------------ castling


class _Wing(NamedTuple):
    """One right to castle: its letter, the side (python-chess's colour), the side of the rook."""

    id: str
    colour: chess.Color
    kingside: bool


_WINGS = tuple(
    _Wing(letter, colour, letter in "Kk")
    for letters, colour in (("KQ", chess.WHITE), ("kq", chess.BLACK))
    for letter in letters
)


def rights(state: Position) -> tuple[CastlingRight, ...]:
    """The four rights to castle."""
    board = state.board
    return () if board is None else tuple(_rights(board))


def _rights(board: chess.Board) -> Iterator[CastlingRight]:
    held = board.clean_castling_rights()
    for wing in _WINGS:
        rook = _rook(board, wing)
        yield CastlingRight(wing.id, _name(wing), bool(rook & held), bool(rook))


def _name(wing: _Wing) -> Message:
    side = SIDE_NAMES[not wing.colour]
    if wing.kingside:
        return message("{side} may castle kingside (O-O)", side=side)
    return message("{side} may castle queenside (O-O-O)", side=side)


def with_right(state: Position, right: str, held: bool) -> Setup | None:
    """The set-up with a right granted or removed; None if there is no such right."""
    wing = next((wing for wing in _WINGS if wing.id == right), None)
    if state.board is None or wing is None:
        return None
    board = state.board.copy(stack=False)
    rook = _rook(board, wing)
    if rook:
        board.castling_rights = board.clean_castling_rights() & ~rook | (rook if held else 0)
    return setup_of(board)


def _rook(board: chess.Board, wing: _Wing) -> int:
    """The rook that may castle, as a bit; 0 if king or rook aren't in place.

    In Chess960, the one that has the right, else the outermost.
    """
    rank = chess.BB_RANK_1 if wing.colour else chess.BB_RANK_8
    king = board.kings & board.occupied_co[wing.colour] & rank
    rooks = board.rooks & board.occupied_co[wing.colour] & rank
    if king.bit_count() != 1:
        return 0
    if not board.chess960:
        corner = (chess.BB_FILE_H if wing.kingside else chess.BB_FILE_A) & rank
        return rooks & corner if king & chess.BB_FILE_E else 0
    beyond = rooks & (-(king << 1) if wing.kingside else king - 1)
    if beyond & board.clean_castling_rights():
        beyond &= board.clean_castling_rights()
    if not beyond:
        return 0
    return 1 << beyond.bit_length() - 1 if wing.kingside else beyond & -beyond


# --------------------------------------------------- set-ups that are offered, pasted or only shown

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
    return None if number is not None else SET_UP


def shown(setup: Setup | None) -> chess.BaseBoard:
    """The pieces of a set-up of a variant that isn't played, if they can be read; they never move."""
    variant = variant_of(setup)
    if variant is None:
        return chess.BaseBoard(None)
    if not variant.fen:
        return chess.BaseBoard() if variant.name in _USUAL_ARRAY else chess.BaseBoard(None)
    return chess.BaseBoard(read_variant_fen(variant.fen).placement)
