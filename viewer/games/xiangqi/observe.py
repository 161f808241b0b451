"""The rule that a move breaks, and facts about a position: checks, repetitions, quiet plies."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viewer.base.messages import Message, in_context, message
from viewer.games.xiangqi.position import (
    ADVISOR,
    BLACK,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    MOVE_POINTS,
    PAWN,
    POINTS,
    RED,
    ROOK,
    SIDE_NAMES,
    SQUARE_NAMES,
    Position,
    occupied,
    piece_of,
    quiet_line,
    read_setup,
    side_of,
)
from viewer.games.xiangqi.rules import (
    ADVISOR_STEPS,
    EYE,
    HALF,
    KING_STEPS,
    LEG,
    PALACE,
    PAWN_STEPS,
    can_move,
    checked,
    kings_face,
)
from viewer.tree.action import Move, Setup, Written

_WAYS: dict[int, Message] = {
    KING: message("A king moves one point along a line."),
    ADVISOR: message("An advisor moves one point along a diagonal."),
    ELEPHANT: message("An elephant moves two points along a diagonal."),
    HORSE: message("A horse moves one point along a line, then one along a diagonal."),
    ROOK: message("A rook moves along a line."),
    CANNON: message("A cannon moves along a line."),
    PAWN: message("A pawn moves one point."),
}
_PALACE: dict[int, Message] = {
    KING: message("The king stays in the palace."),
    ADVISOR: message("An advisor stays in the palace."),
}


def violation_of(position: Position) -> Message | None:
    """The rule broken by the action that led to a position; None at a start or if it breaks none."""
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    if isinstance(action, Move):
        points = MOVE_POINTS[action.text]
        if points is not None:
            return _violation_of_move(before, position.board, *points)
    elif isinstance(action, Setup):
        return read_setup(action.text).complaint
    elif not isinstance(action, Written):
        return None
    return message("No move could be read from “{text}”.", text=action.text)


def _violation_of_move(before: Position, after: bytes, origin: int, target: int) -> Message | None:
    board, side = before.board, before.side
    piece, there = board[origin], board[target]
    if not piece:
        return message("There is no piece on {place}.", place=SQUARE_NAMES[origin])
    if piece >> 3 != side:
        return message(
            "It is {side}'s turn, and the piece on {place} is not theirs.",
            side=SIDE_NAMES[side],
            place=SQUARE_NAMES[origin],
        )
    if there and there >> 3 == side:
        if origin == target:
            return message("The piece stays on {place}.", place=SQUARE_NAMES[origin])
        return message("A piece of the same side stands on {place}.", place=SQUARE_NAMES[target])
    found = _FAULTS[piece & 7](board, origin, target, side)
    if found is not None:
        return found
    if checked(after, side):
        if kings_face(after):
            return message("The kings face each other after the move.")
        return message("The king is in check after the move.")
    return None


# ------------------------------------------------------------------------------- piece by piece

_Fault = Callable[[bytes, int, int, int], Message | None]


def _between(origin: int, target: int) -> range | None:
    """The points between two points, None if the two aren't on one line."""
    low, high = (origin, target) if origin < target else (target, origin)
    if low // 9 == high // 9:
        return range(low + 1, high)
    return None if (high - low) % 9 else range(low + 9, high, 9)


def _distance(origin: int, target: int) -> tuple[int, int]:
    """The number of files and the number of ranks from origin to target."""
    return abs(origin % 9 - target % 9), abs(origin // 9 - target // 9)


def _king(board: bytes, origin: int, target: int, side: int) -> Message | None:
    if target in KING_STEPS[side][origin]:
        return None
    one_step = sum(_distance(origin, target)) == 1
    return _PALACE[KING] if one_step else _WAYS[KING]


def _advisor(board: bytes, origin: int, target: int, side: int) -> Message | None:
    if target in ADVISOR_STEPS[side][origin]:
        return None
    one_step = _distance(origin, target) == (1, 1)
    return _PALACE[ADVISOR] if one_step else _WAYS[ADVISOR]


def _elephant(board: bytes, origin: int, target: int, side: int) -> Message | None:
    eye = EYE.get((origin, target))
    if eye is None:
        return _WAYS[ELEPHANT]
    if target not in HALF[side]:
        return message("An elephant doesn't cross the river.")
    if board[eye]:
        return message("The elephant's eye on {place} is blocked.", place=SQUARE_NAMES[eye])
    return None


def _horse(board: bytes, origin: int, target: int, side: int) -> Message | None:
    leg = LEG.get((origin, target))
    if leg is None:
        return _WAYS[HORSE]
    if board[leg]:
        return message("The horse's leg on {place} is blocked.", place=SQUARE_NAMES[leg])
    return None


def _rook(board: bytes, origin: int, target: int, side: int) -> Message | None:
    between = _between(origin, target)
    if between is None:
        return _WAYS[ROOK]
    for point in between:
        if board[point]:
            return message("The rook's way is blocked on {place}.", place=SQUARE_NAMES[point])
    return None


def _cannon(board: bytes, origin: int, target: int, side: int) -> Message | None:
    between = _between(origin, target)
    if between is None:
        return _WAYS[CANNON]
    screens = 0
    for point in between:
        if board[point]:
            screens += 1
    if not board[target]:
        if screens:
            return message("The cannon's way is blocked; it jumps only to capture.")
    elif not screens:
        return message("A cannon captures over a screen, and there is none.")
    elif screens > 1:
        return message("A cannon captures over one screen, and there are {count}.", count=screens)
    return None


def _pawn(board: bytes, origin: int, target: int, side: int) -> Message | None:
    if target in PAWN_STEPS[side][origin]:
        return None
    distance = _distance(origin, target)
    if distance == (1, 0):
        return message("A pawn moves sideways only beyond the river.")
    if distance[0] == 0 and (target > origin) == (side == BLACK):
        return in_context("xiangqi", "A pawn never moves backwards.")
    return _WAYS[PAWN]


_FAULTS: dict[int, _Fault] = {
    KING: _king,
    ADVISOR: _advisor,
    ELEPHANT: _elephant,
    HORSE: _horse,
    ROOK: _rook,
    CANNON: _cannon,
    PAWN: _pawn,
}


# -------------- Facts about a position that players want to know: checks, repetitions, quiet plies

_QUIET_FROM = 40  # plies; a smaller count isn't reported
_FIFTY = 50  # moves of each side: the Asian rules
_SIXTY = 60  # the Chinese rules, and since 2018 the world's


def observe(position: Position) -> list[Message]:
    """The observations about a position, the most important first."""
    return [*_of_setup(position), *_of_check(position), *ends(position)]


def ends(position: Position) -> list[Message]:
    """What ends the game, or may end it by some rules: mate, 困毙, repetitions, moves without a capture."""
    return [*_of_moves(position), *_of_line(position)]


def _of_setup(position: Position) -> Iterator[Message]:
    """Faults in a start's set-up, which `violation` doesn't report, and impossible pieces."""
    if position.previous is None and isinstance(position.action, Setup):
        complaint = read_setup(position.action.text).complaint
        if complaint is not None:
            yield complaint
    if position.previous is None:
        yield from odd_pieces(position.board)


def _of_check(position: Position) -> Iterator[Message]:
    board = position.board
    if kings_face(board):
        yield message("The kings face each other.")
        return
    for one in (RED, BLACK):
        if checked(board, one) and not (one == position.side and stuck(position)):
            yield in_context("xiangqi", "{side} is in check.", side=SIDE_NAMES[one])


def _of_moves(position: Position) -> Iterator[Message]:
    """Mate and 困毙, stalemate."""
    if not stuck(position):
        return
    side = SIDE_NAMES[position.side]
    if checked(position.board, position.side):
        yield in_context("xiangqi", "{side} is checkmated.", side=side)
    else:
        yield message("{side} has no legal move (困毙).", side=side)


def stuck(position: Position) -> bool:
    """Whether the side to move has a king and no legal move."""
    board, side = position.board, position.side
    return piece_of(KING, side) in board and not can_move(board, side)


def _of_line(position: Position) -> Iterator[Message]:
    line = quiet_line(position)
    here = (position.board, position.side)
    again = [at for at, one in enumerate(line) if (one.board, one.side) == here]
    if len(again) > 1:
        from viewer.games.xiangqi.repetition import told  # deferred

        yield message("This position has occurred {count} times.", count=len(again))
        yield from told(line, again)
    if len(line) > _QUIET_FROM:
        yield from _of_quiet(len(line) - 1)


def drawn(position: Position) -> Message | None:
    """That a third occurrence, or so many moves without a capture, makes a draw by some rules; else None."""
    line = quiet_line(position)
    here = (position.board, position.side)
    again = [at for at, one in enumerate(line) if (one.board, one.side) == here]
    words: Message | None = None
    if len(again) > 2:
        from viewer.games.xiangqi.repetition import drawn_by  # deferred

        words = drawn_by(line, again)
    if words is None and len(line) > 2 * _FIFTY:
        words = next(_of_quiet(len(line) - 1))
    return words


def _of_quiet(plies: int) -> Iterator[Message]:
    """The number of plies without a capture, and the rule that asks for it."""
    moves = plies // 2
    if moves >= _SIXTY:
        yield message(
            "{count} moves without a capture: the limit of the 60-move rule.", count=moves
        )
    elif moves >= _FIFTY:
        yield message(
            "{count} moves without a capture: the limit of the 50-move rule.", count=moves
        )
    else:
        yield message("{count} plies without a capture.", count=plies)


# ----------------------------------- pieces that no game can have, and points that they can't reach

_SHOWN = 6
_SET = {
    KING: (1, message("kings")),
    ADVISOR: (2, message("advisors")),
    ELEPHANT: (2, message("elephants")),
    HORSE: (2, message("horses")),
    ROOK: (2, message("rooks")),
    CANNON: (2, message("cannons")),
    PAWN: (5, message("pawns")),
}
"""The number of pieces of each kind in a set, and their name in the plural."""

# The points that Red's pieces can reach; Black's are the same, turned by 180 degrees.
_STANDS = {
    KING: PALACE[RED],
    ADVISOR: frozenset((3, 5, 13, 21, 23)),
    ELEPHANT: frozenset((2, 6, 18, 22, 26, 38, 42)),
    PAWN: frozenset(
        point for point in POINTS if point not in HALF[RED] or (point >= 27 and point % 9 % 2 == 0)
    ),
}


def odd_pieces(board: bytes, kings: bool = True) -> Iterator[Message]:
    """Messages about what can't arise in a game: missing kings, too many pieces, unreachable squares.

    `kings`: whether both are wanted.
    """
    for side, name in enumerate(SIDE_NAMES):
        for kind, (most, kinds) in _SET.items():
            count = board.count(piece_of(kind, side))
            if kings and kind == KING and not count:
                yield in_context("xiangqi", "{side} has no king.", side=name)
            if count > most:
                yield message("{side} has {count} {pieces}.", side=name, count=count, pieces=kinds)
    odd = [SQUARE_NAMES[point] for point in occupied(board) if not _may_stand(board[point], point)]
    if odd:
        shown = ", ".join(odd[:_SHOWN]) + ("…" if len(odd) > _SHOWN else "")
        yield message("A piece can't come to where it stands: {places}.", places=shown)


def _may_stand(piece: int, point: int) -> bool:
    side = side_of(piece)
    stands = _STANDS.get(piece & 7)
    return stands is None or (point if side == RED else 89 - point) in stands
