"""Facts about a position that players want to know: check and mate, repetition, quiet moves."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from viewer.base.messages import Message, message
from viewer.games.chess.boards import UNKNOWN, read_board, variant_label, variant_of
from viewer.games.chess.fen import SIDE_NAMES
from viewer.games.chess.position import Position
from viewer.games.chess.violations import side_name
from viewer.tree.action import Setup

_QUIET_FROM = 80  # plies; below that the count says nothing
_FIFTY, _SEVENTY_FIVE = 100, 150


def observe(position: Position) -> list[Message]:
    """The observations of a position, the most important first."""
    board = position.board
    if board is None:
        return list(_of_no_board(position))
    return [
        *_of_setup(position, board),
        *_of_board(board),
        *_of_repetition(position, board),
        *_of_clock(board),
    ]


def _of_no_board(position: Position) -> Iterator[Message]:
    words = unplayed(position)
    if words is not None:
        yield words
    elif position.setup is not None:
        complaint = read_board(position.setup.text, False).complaint
        if complaint is not None:
            yield complaint


def unplayed(position: Position) -> Message | None:
    """Why no move is played from a position of another variant; None for one of chess."""
    variant = variant_of(position.setup) if position.board is None else None
    if variant is None:
        return None
    if variant.name == UNKNOWN:
        return message(
            "This position isn't one of chess. Qipu doesn't know its variant: the board stays as it is,"
            " and the moves stand as they are written."
        )
    return message(
        "Qipu can't play {variant}: the board stays as it is, and the moves stand as they are written.",
        variant=variant_label(variant.name),
    )


def _of_setup(position: Position, board: chess.Board) -> Iterator[Message]:
    """What couldn't be read of a start's set-up: a start breaks no rule, so `violation` can't say it."""
    if position.previous is None and isinstance(position.action, Setup):
        complaint = read_board(position.action.text, False).complaint
        if complaint is not None:
            yield complaint
    for side, colour in enumerate((chess.WHITE, chess.BLACK)):
        kings = (board.kings & board.occupied_co[colour]).bit_count()
        if kings == 0:
            yield message("{side} has no king.", side=SIDE_NAMES[side])
        elif kings > 1:
            yield message("{side} has {count} kings.", side=SIDE_NAMES[side], count=kings)
    if board.pawns & chess.BB_BACKRANKS:
        yield message("A pawn stands on the first or the last rank.")


def _of_board(board: chess.Board) -> Iterator[Message]:
    side = side_name(board)
    if board.was_into_check():
        yield message("The side that isn't to move is in check.")
    elif not any(board.generate_legal_moves()):
        if board.is_check():
            yield message("{side} is checkmated.", side=side)
        elif board.occupied_co[board.turn]:
            yield message("Stalemate: {side} has no legal move.", side=side)
    elif board.is_check():
        yield message("{side} is in check.", side=side)
    if board.kings.bit_count() == 2 and board.is_insufficient_material():
        yield message("Neither side has the material to mate.")


def _of_repetition(position: Position, board: chess.Board) -> Iterator[Message]:
    count = _occurrences(position, board)
    if count >= 5:
        yield message("This position has occurred {count} times: the game is drawn.", count=count)
    elif count >= 3:
        yield message(
            "This position has occurred {count} times: a draw can be claimed.", count=count
        )
    elif count == 2:
        yield message("This position has occurred {count} times.", count=count)


def _occurrences(position: Position, board: chess.Board) -> int:
    """How often the position stood on the board since the last capture or pawn's move, with it."""
    key, count = _key(board), 0
    here: Position | None = position.settled()
    last: chess.Board | None = None
    while here is not None:
        there = here.board
        if there is None or there.occupied.bit_count() != board.occupied.bit_count():
            break
        # Remarks and ends share the board of the position they stand at.
        if there is not last and there.occupied == board.occupied and _key(there) == key:
            count += 1
        last = there
        if there.halfmove_clock == 0 or isinstance(here.action, Setup):
            break
        here = here.before()
    return count


def _key(board: chess.Board) -> tuple[object, ...]:
    """What makes two positions the same (FIDE 9.2.3): pieces, side, castling, a capture en passant."""
    return (
        *(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
        board.occupied_co[chess.WHITE],
        board.turn,
        board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
    )


def _of_clock(board: chess.Board) -> Iterator[Message]:
    plies = board.halfmove_clock
    moves = plies // 2
    if plies >= _SEVENTY_FIVE:
        yield message("{count} moves without capture or pawn move: the game is drawn.", count=moves)
    elif plies >= _FIFTY:
        yield message(
            "{count} moves without capture or pawn move: a draw can be claimed.", count=moves
        )
    elif plies >= _QUIET_FROM:
        yield message("{count} moves without capture or pawn move.", count=moves)
