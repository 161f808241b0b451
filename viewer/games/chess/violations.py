"""The rule that a move breaks: the first one found, in the words of players."""

from __future__ import annotations

import chess

from viewer.base.messages import Message, message
from viewer.games.chess.boards import read_setup
from viewer.games.chess.fen import SIDE_NAMES, short
from viewer.games.chess.position import BLACK, CHESS_MOVE_OF, WHITE, Position
from viewer.games.chess.san import SanSpelling, castling_side, drop_spelt, san_spellings
from viewer.games.chess.variants import rules_of
from viewer.tree.action import Move, Setup, Written

_WAYS: dict[int, Message] = {
    chess.KING: message("A king moves one square."),
    chess.QUEEN: message("A queen moves along a rank, a file or a diagonal."),
    chess.ROOK: message("A rook moves along a rank or a file."),
    chess.BISHOP: message("A bishop moves along a diagonal."),
    chess.KNIGHT: message("A knight moves two squares along a line and one aside."),
    chess.PAWN: message("A pawn moves forward by one square, from its start by two."),
}
_NOBODY: dict[int, Message] = {
    chess.KING: message("No king of {side} can go to {place}."),
    chess.QUEEN: message("No queen of {side} can go to {place}."),
    chess.ROOK: message("No rook of {side} can go to {place}."),
    chess.BISHOP: message("No bishop of {side} can go to {place}."),
    chess.KNIGHT: message("No knight of {side} can go to {place}."),
    chess.PAWN: message("No pawn of {side} can go to {place}."),
}


def side_name(board: chess.Board) -> Message:
    """White or Black, whoever is to move."""
    return SIDE_NAMES[WHITE if board.turn else BLACK]


def violation_of(position: Position) -> Message | None:
    """The rule broken by the action that led to a position; None at a start or if it breaks none.

    Always None in variants that aren't played.
    """
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    if isinstance(action, Setup):
        return read_setup(action).complaint if position.board is not None else None
    board = before.board
    if board is None:
        return None
    if isinstance(action, Move):
        move = CHESS_MOVE_OF[action.text]
        if move is not None:
            return None if move and board.is_legal(move) else _violation_of_move(board, move)
    elif isinstance(action, Written):
        found = _violation_of_text(board, action.text)
        if found is not None:
            return found
    else:
        return None
    return message("No move could be read from “{text}”.", text=short(action.text))


def _square_name(square: int) -> str:
    return chess.SQUARE_NAMES[square]


def _violation_of_move(board: chess.Board, move: chess.Move) -> Message | None:
    found = _ended(board)
    if found is not None:
        return found
    if move.drop:
        return _violation_of_drop(board, move)
    if not move:
        if board.is_check():
            return message("{side} is in check and can't pass.", side=side_name(board))
        return None
    origin, target = move.from_square, move.to_square
    piece = board.piece_at(origin)
    if piece is None:
        return message("There is no piece on {place}.", place=_square_name(origin))
    if piece.color != board.turn:
        return message(
            "It is {side}'s turn, and the piece on {place} is not theirs.",
            side=side_name(board),
            place=_square_name(origin),
        )
    castling = _castling_of(board, move)
    if castling is not None:
        return _violation_of_castling(board, castling)
    there = board.color_at(target)
    if there == board.turn:
        return message("A piece of the same side stands on {place}.", place=_square_name(target))
    if board.is_pseudo_legal(move):
        return _exposed(board, move)
    if piece.piece_type == chess.PAWN:
        return _violation_of_pawn(board, move, there is not None)
    return _violation_of_way(board, piece.piece_type, origin, target)


def _ended(board: chess.Board) -> Message | None:
    """That a variant's own rules have ended the game already; None if they haven't."""
    rules = rules_of(board)
    how = None if rules is None else rules.end(board)
    return None if how is None else message("The game is over: {how}", how=how)


def _violation_of_drop(board: chess.Board, move: chess.Move) -> Message:
    rules = rules_of(board)
    if rules is None or not rules.has_pockets:
        return message("Pieces are put on the board in Crazyhouse only.")
    found = rules.forbids(board, move)
    if found is not None:
        return found
    return message("{side} is in check, and the move doesn't end it.", side=side_name(board))


def _exposed(board: chess.Board, move: chess.Move) -> Message:
    """Why a move that the piece can make isn't legal."""
    rules = rules_of(board)
    found = None if rules is None else rules.forbids(board, move)
    if found is not None:
        return found
    if board.piece_type_at(move.from_square) == chess.KING:
        return message(
            "The king would stand in check on {place}.", place=_square_name(move.to_square)
        )
    if board.is_check():
        return message("{side} is in check, and the move doesn't end it.", side=side_name(board))
    return message("The piece on {place} is pinned.", place=_square_name(move.from_square))


def _violation_of_way(board: chess.Board, kind: int, origin: int, target: int) -> Message:
    straight = {chess.ROOK: chess.BB_RANK_ATTACKS, chess.BISHOP: chess.BB_DIAG_ATTACKS}
    line = chess.ray(origin, target)
    if kind in (chess.ROOK, chess.BISHOP, chess.QUEEN) and line:
        level = bool(
            (straight[chess.ROOK][origin][0] | chess.BB_FILE_ATTACKS[origin][0]) >> target & 1
        )
        if kind == chess.QUEEN or level == (kind == chess.ROOK):
            blocked = chess.between(origin, target) & board.occupied
            if blocked:
                near = min(
                    chess.scan_forward(blocked), key=lambda at: chess.square_distance(origin, at)
                )
                return message("The way is blocked on {place}.", place=_square_name(near))
    return _WAYS[kind]


def _violation_of_pawn(board: chess.Board, move: chess.Move, occupied: bool) -> Message:
    origin, target = move.from_square, move.to_square
    ahead = (target >> 3) - (origin >> 3)
    if not board.turn:
        ahead = -ahead
    aside = abs((target & 7) - (origin & 7))
    last = target >> 3 in (0, 7)
    if move.promotion is None and last and board.is_pseudo_legal(_queened(move)):
        return message(
            "It isn't said what the pawn becomes on {place}.", place=_square_name(target)
        )
    if move.promotion == chess.KING:
        return message("A pawn becomes a queen, a rook, a bishop or a knight.")
    if move.promotion is not None and not last:
        return message("A pawn becomes another piece only on the last rank.")
    if ahead < 0:
        return message("A pawn never moves backwards.")
    if aside == 1 and ahead == 1:
        return message("There is nothing to capture on {place}.", place=_square_name(target))
    if aside == 0 and occupied:
        return message("A pawn doesn't capture straight ahead.")
    if aside == 0 and ahead == 2 and origin >> 3 in (1, 6):
        return message("The way is blocked on {place}.", place=_square_name((origin + target) // 2))
    return _WAYS[chess.PAWN]


def _queened(move: chess.Move) -> chess.Move:
    return chess.Move(move.from_square, move.to_square, chess.QUEEN)


# ----------------------------------------------------------------------------------- castling


def _castling_of(board: chess.Board, move: chess.Move) -> bool | None:
    """Whether an illegal move is castling on the king's side; None if it is no castling."""
    origin, target = move.from_square, move.to_square
    if not board.kings >> origin & 1 or origin >> 3 != target >> 3:
        return None
    onto_rook = bool(board.rooks & board.occupied_co[board.turn] & 1 << target)
    start = chess.E1 if board.turn else chess.E8
    if onto_rook or (not board.chess960 and origin == start and abs(origin - target) == 2):
        return target > origin
    return None


def _violation_of_castling(board: chess.Board, kingside: bool) -> Message:
    king = board.king(board.turn)
    back = 0 if board.turn else 56
    rights = [
        rook
        for rook in chess.scan_forward(board.clean_castling_rights() & 0xFF << back)
        if king is not None and (rook > king) == kingside
    ]
    if king is None or not rights:
        return message(
            "{side} has no right to castle on this side: king or rook have moved.",
            side=side_name(board),
        )
    if board.is_check():
        return message("{side} is in check and can't castle.", side=side_name(board))
    king_to, rook_to = back + (6 if kingside else 2), back + (5 if kingside else 3)
    path = chess.between(king, king_to) | chess.between(rights[0], rook_to)
    path |= 1 << king_to | 1 << rook_to
    blocked = path & board.occupied & ~(1 << king) & ~(1 << rights[0])
    if blocked:
        return message(
            "Castling is blocked by the piece on {place}.", place=_square_name(chess.lsb(blocked))
        )
    for square in chess.scan_forward(chess.between(king, king_to) | 1 << king_to):
        if board.is_attacked_by(not board.turn, square):
            return message(
                "The king would castle over {place}, attacked.", place=_square_name(square)
            )
    return message("The king would stand in check after castling.")


# ------------------------------------------------------------------------- moves as text says


def _violation_of_text(board: chess.Board, text: str) -> Message | None:
    """Why a text in algebraic notation means no move; None if it isn't notation at all."""
    kingside, drop = castling_side(text), drop_spelt(text)
    spelt = next(iter(san_spellings(text)), None)
    if kingside is None and drop is None and spelt is None:
        return None
    found = _ended(board)
    if found is not None:
        return found
    if kingside is not None:
        return _violation_of_castling(board, kingside)
    if drop is not None:
        return _violation_of_drop(board, drop)
    return None if spelt is None else _violation_of_spelt(board, spelt)


def _violation_of_spelt(board: chess.Board, spelt: SanSpelling) -> Message | None:
    target = chess.parse_square(spelt.target)
    kind = chess.PIECE_SYMBOLS.index(spelt.piece.lower() or "p")
    promotion = chess.PIECE_SYMBOLS.index(spelt.promotion.lower()) if spelt.promotion else None
    if len(spelt.origin) == 2:
        move = chess.Move(chess.parse_square(spelt.origin), target, promotion)
        there = board.piece_type_at(move.from_square)
        if not spelt.piece or there == kind or there is None:
            return _violation_of_move(board, move)
    men = board.pieces_mask(kind, board.turn)
    named = [
        square
        for square in chess.scan_forward(men)
        if all(sign in chess.SQUARE_NAMES[square] for sign in spelt.origin)
    ]
    if board.color_at(target) == board.turn and kind != chess.PAWN:
        return message("A piece of the same side stands on {place}.", place=_square_name(target))
    moves = [chess.Move(square, target, promotion) for square in named]
    if kind == chess.PAWN:
        if not spelt.origin:
            moves = [move for move in moves if move.from_square & 7 == target & 7]
        queened = [_queened(move) for move in moves]
        if promotion is None and any(board.is_legal(move) for move in queened):
            return message(
                "It isn't said what the pawn becomes on {place}.", place=_square_name(target)
            )
    able = [move for move in moves if board.is_pseudo_legal(move)]
    legal = [move for move in able if board.is_legal(move)]
    if len(legal) > 1:
        return message(
            "Two pieces can go to {place}: from {first} and from {second}.",
            place=_square_name(target),
            first=_square_name(legal[0].from_square),
            second=_square_name(legal[1].from_square),
        )
    if able:
        return _exposed(board, able[0])
    if len(moves) == 1:
        return _violation_of_move(board, moves[0])
    nobody = _NOBODY[kind]
    return nobody.given(side=side_name(board), place=_square_name(target))
