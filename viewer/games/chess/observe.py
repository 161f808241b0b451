"""Facts about a position that players want to know: check and mate, repetition, quiet moves."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from viewer.base.messages import Message, message
from viewer.games.chess.boards import UNKNOWN, read_setup, variant_label, variant_of
from viewer.games.chess.fen import SIDE_NAMES
from viewer.games.chess.position import Position
from viewer.games.chess.variants import rules_of, variant_spelt
from viewer.games.chess.violations import side_name
from viewer.tree.action import Setup

_QUIET_FROM = 80  # plies; below that the count says nothing
_FIFTY, _SEVENTY_FIVE = 100, 150
_CLAIMED, _DRAWN = 3, 5  # occurrences of a position
_PAWNS, _PIECES = 8, 16
_TOO_MANY_PAWNS = (chess.STATUS_TOO_MANY_WHITE_PAWNS, chess.STATUS_TOO_MANY_BLACK_PAWNS)
_TOO_MANY_PIECES = (chess.STATUS_TOO_MANY_WHITE_PIECES, chess.STATUS_TOO_MANY_BLACK_PIECES)
_NO_KING = (chess.STATUS_NO_WHITE_KING, chess.STATUS_NO_BLACK_KING)


def observe(position: Position) -> list[Message]:
    """The observations of a position, the most important first."""
    board = position.board
    if board is None:
        return list(_of_no_board(position))
    return [*_of_setup(position, board), *_of_check(board), *ends(position), *_of_tally(board)]


def ends(position: Position) -> list[Message]:
    """What ends the game, or lets a side claim a draw: mate, stalemate, material, repetition, quiet moves."""
    board = position.board
    if board is None:
        return []
    rules = rules_of(board)
    end = None if rules is None else rules.end(board)
    if end is not None:
        return [end]
    return [*_of_moves(board), *_of_repetition(position, board), *_of_clock(board)]


def drawn(position: Position) -> Message | None:
    """The first reason for which the game is drawn, or may be claimed to be; None without one."""
    board = position.board
    rules = None if board is None else rules_of(board)
    if (
        board is None
        or board.is_checkmate()
        or (rules is not None and rules.end(board) is not None)
    ):
        return None
    told = list(_of_moves(board))
    if not told and _occurrences(position, board) >= _CLAIMED:
        told += _of_repetition(position, board)
    if not told and board.halfmove_clock >= _FIFTY:
        told += _of_clock(board)
    return told[0] if told else None


def _of_no_board(position: Position) -> Iterator[Message]:
    words = unplayed(position)
    if words is not None:
        yield words
    elif position.setup is not None:
        complaint = read_setup(position.setup).complaint
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
    if variant_spelt(variant.name) is not None:
        return message(
            "Qipu can't read this position of {variant}: the moves stand as they are written.",
            variant=variant_label(variant.name),
        )
    return message(
        "Qipu can't play {variant}: the board stays as it is, and the moves stand as they are written.",
        variant=variant_label(variant.name),
    )


def start_faults(position: Position, board: chess.Board, played: bool) -> Iterator[Message]:
    """What can't have come about in a game; a diagram without moves may lack kings and have any turn."""
    odd = _oddities(board)
    yield from _of_pieces(board, odd if played else odd & ~(_NO_KING[0] | _NO_KING[1]))
    for side, colour in enumerate((chess.WHITE, chess.BLACK)):
        pawns = (board.pawns & board.occupied_co[colour]).bit_count()
        pieces = board.occupied_co[colour].bit_count()
        name = SIDE_NAMES[side]
        if pawns > _PAWNS and odd & _TOO_MANY_PAWNS[side]:
            yield message("{side} has {count} pawns.", side=name, count=pawns)
        elif pieces > _PIECES and odd & _TOO_MANY_PIECES[side]:
            yield message("{side} has {count} pieces.", side=name, count=pieces)
    start = position.action
    rights = read_setup(start).rights if isinstance(start, Setup) else None
    if rights is not None:
        yield rights
    if played and odd & chess.STATUS_OPPOSITE_CHECK and board.was_into_check():
        yield message("The side that isn't to move is in check.")


def winner(board: chess.Board) -> int | None:
    """The side that has mated, or has won by the rules of the variant; 0 for White, 1 for Black."""
    if board.is_checkmate() or board.is_variant_loss():
        return int(board.turn)
    return int(not board.turn) if board.is_variant_win() else None


def _of_setup(position: Position, board: chess.Board) -> Iterator[Message]:
    """What couldn't be read of a start's set-up: a start breaks no rule, so `violation` can't say it."""
    if position.previous is None and isinstance(position.action, Setup):
        complaint = read_setup(position.action).complaint
        if complaint is not None:
            yield complaint
    yield from _of_pieces(board, _oddities(board))


def _of_pieces(board: chess.Board, odd: int) -> Iterator[Message]:
    for side, colour in enumerate((chess.WHITE, chess.BLACK)):
        kings = (board.kings & board.occupied_co[colour]).bit_count()
        if kings == 0 and odd & _NO_KING[side]:
            yield message("{side} has no king.", side=SIDE_NAMES[side])
        elif kings > 1 and odd & chess.STATUS_TOO_MANY_KINGS:
            yield message("{side} has {count} kings.", side=SIDE_NAMES[side], count=kings)
    if board.pawns & chess.BB_BACKRANKS and odd & chess.STATUS_PAWNS_ON_BACKRANK:
        yield message("A pawn stands on the first or the last rank.")


def _oddities(board: chess.Board) -> int:
    """The flags (`chess.STATUS_…`) of what is odd in a position if it is there.

    In chess all of them; variants may have several kings or none, and pawns on White's first rank.
    """
    rules = rules_of(board)
    if rules is None:
        return ~0
    return 0 if rules.end(board) is not None else int(board.status())


def _of_tally(board: chess.Board) -> Iterator[Message]:
    rules = rules_of(board)
    tally = None if rules is None or rules.end(board) is not None else rules.tally(board)
    if tally is not None:
        yield message("{white} for White, {black} for Black.", white=tally[0], black=tally[1])


def _of_check(board: chess.Board) -> Iterator[Message]:
    if board.was_into_check():
        yield message("The side that isn't to move is in check.")
    elif board.is_check() and any(board.generate_legal_moves()):
        yield message("{side} is in check.", side=side_name(board))


def _of_moves(board: chess.Board) -> Iterator[Message]:
    side = side_name(board)
    if not board.was_into_check() and not any(board.generate_legal_moves()):
        if board.is_check():
            yield message("{side} is checkmated.", side=side)
        elif board.occupied_co[board.turn]:
            yield message("Stalemate: {side} has no legal move.", side=side)
    if rules_of(board) is not None:
        if board.is_insufficient_material():
            yield message("Neither side has the material to win.")
    elif board.kings.bit_count() == 2 and board.is_insufficient_material():
        yield message("Neither side has the material to mate.")


def _of_repetition(position: Position, board: chess.Board) -> Iterator[Message]:
    count = _occurrences(position, board)
    if count >= _DRAWN:
        yield message("This position has occurred {count} times: the game is drawn.", count=count)
    elif count >= _CLAIMED:
        yield message(
            "This position has occurred {count} times: a draw can be claimed.", count=count
        )
    elif count == 2:
        yield message("This position has occurred {count} times.", count=count)


def _occurrences(position: Position, board: chess.Board) -> int:
    """How often the position stood on the board since the last capture or pawn's move, with it."""
    key, count = _key(board), 0
    rules = rules_of(board)
    returning = rules is not None and rules.has_pockets
    here: Position | None = position.settled()
    last: chess.Board | None = None
    while here is not None:
        there = here.board
        if there is None:
            break
        if not returning and there.occupied.bit_count() != board.occupied.bit_count():
            break
        # Remarks and ends share the board of the position they stand at.
        if there is not last and there.occupied == board.occupied and _key(there) == key:
            count += 1
        last = there
        if (not returning and there.halfmove_clock == 0) or isinstance(here.action, Setup):
            break
        here = here.before()
    return count


def _key(board: chess.Board) -> tuple[object, ...]:
    """What makes two positions the same (FIDE 9.2.3): pieces, side, castling, a capture en passant."""
    rules = rules_of(board)
    return (
        *(() if rules is None else rules.key(board)),
        *(board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings),
        board.occupied_co[chess.WHITE],
        board.turn,
        board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
    )


def _of_clock(board: chess.Board) -> Iterator[Message]:
    rules = rules_of(board)
    if rules is not None and rules.has_pockets:
        return
    plies = board.halfmove_clock
    moves = plies // 2
    if plies >= _FIFTY and board.is_checkmate():
        return  # which takes precedence (FIDE 9.6.2)
    if plies >= _SEVENTY_FIVE:
        yield message("{count} moves without capture or pawn move: the game is drawn.", count=moves)
    elif plies >= _FIFTY:
        yield message(
            "{count} moves without capture or pawn move: a draw can be claimed.", count=moves
        )
    elif plies >= _QUIET_FROM:
        yield message("{count} moves without capture or pawn move.", count=moves)
