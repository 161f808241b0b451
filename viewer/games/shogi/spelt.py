"""The parts of a move as it is spelt, and the moves that they may mean in a position; 右 左 直 上 寄 引.

The choice follows Kifu for Windows: 直 for the general that goes straight up, else how the piece moves,
else from which side it comes, else both.
"""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.games.shogi.position import (
    CODE_OF,
    GOLD,
    KNIGHT,
    LANCE,
    MOVE_PARTS,
    PAWN,
    PROMOTION,
    SILVER,
    MoveParts,
    Position,
)
from viewer.games.shogi.reach import may_promote, origins
from viewer.tree.action import Move, Setup, Written

RIGHT, LEFT, STRAIGHT, UP, LEVEL, BACK = "右左直上寄引"
DROPPED = "打"

GENERALS = frozenset((SILVER, GOLD, *(kind + PROMOTION for kind in (PAWN, LANCE, KNIGHT, SILVER))))
"""Kinds that can go 直."""


def way(origin: int, target: int, side: int) -> str:
    """How a move goes as its side sees it: 上, 寄 or 引."""
    down = target // 9 - origin // 9
    if not down:
        return LEVEL
    return UP if (down < 0) == (not side) else BACK


def offset(origin: int, target: int, side: int) -> int:
    """How many files to the right of the target a piece comes from, as its side sees it."""
    right = origin % 9 - target % 9
    return -right if side else right


def is_straight(origin: int, target: int, side: int) -> bool:
    """Whether a move is one step straight up."""
    return target - origin == (9 if side else -9)


def distinction(board: bytes, origin: int, target: int) -> str | None:
    """The words that a move of the piece on `origin` needs; "" if no other of its kind gets there.

    None if there are no words for it: three horses and the like.
    """
    piece = board[origin]
    if board.count(piece) < 2:
        return ""
    rivals = [at for at in origins(board, piece, target) if at != origin]
    if not rivals:
        return ""
    side = piece >> 4
    general = piece & 15 in GENERALS
    if general and is_straight(origin, target, side):
        return STRAIGHT
    here = way(origin, target, side)
    if all(way(at, target, side) != here for at in rivals):
        return here
    right = offset(origin, target, side)
    others = [offset(at, target, side) for at in rivals]
    if not general:
        # As they stand to each other: of two dragons one may come straight up.
        if all(right > other for other in others):
            return RIGHT
        return LEFT if all(right < other for other in others) else None
    if not right:
        return None
    alike = any(other * right > 0 for other in others)
    return (RIGHT if right > 0 else LEFT) + (here if alike else "")


def words_for(board: bytes, side: int, move: MoveParts) -> str | None:
    """The words that a move needs: those of `distinction`, of a drop 打 if a piece of its kind gets there."""
    origin, target, _, kind = move
    if not kind:
        return distinction(board, origin, target)
    piece = kind | side << 4
    return DROPPED if board.count(piece) and origins(board, piece, target) else ""


def matching(board: bytes, origins: list[int], target: int, words: str) -> list[int]:
    """Those of some origins of pieces of one kind that words fit: read more loosely than written."""
    found = origins
    if not found:
        return []
    side = board[found[0]] >> 4
    for word in words:
        if word in (UP, LEVEL, BACK):
            found = [at for at in found if way(at, target, side) == word]
        elif word == STRAIGHT:
            upward = [at for at in found if way(at, target, side) == UP]
            found = [at for at in upward if not offset(at, target, side)]
        elif word in (RIGHT, LEFT):
            found = _on_hand(board, found, target, 1 if word == RIGHT else -1)
    return found


def _on_hand(board: bytes, origins: list[int], target: int, hand: int) -> list[int]:
    """The origins on one hand of the target; if none, the outermost that way of several."""
    side = board[origins[0]] >> 4 if origins else 0
    far = {at: offset(at, target, side) * hand for at in origins}
    beside = sorted((at for at in origins if far[at] > 0), key=lambda at: -far[at])
    if beside or len(origins) < 2:
        return beside
    most = max(far.values())
    return [at for at in origins if far[at] == most]


# -------------- The parts of a move as it is spelt, and the moves that they may mean in a position


class MoveWords(NamedTuple):
    """The parts of a spelt move.

    Attributes:
        piece: byte of the piece that moves, of the side to move.
        target: square.
        origin: square, -1 if not given.
        words: those of 右左直上寄引.
        promotes: whether promotion is given.
        drop: whether a drop is given.
        column, row: of the origin, from 9a on, if only one of them is given; else -1.
    """

    piece: int
    target: int
    origin: int = -1
    words: str = ""
    promotes: bool = False
    drop: bool = False
    column: int = -1
    row: int = -1


def piece_of(state: Position, kind: str) -> int:
    """The byte of a piece of the side to move, by its letters in an SFEN."""
    return CODE_OF[kind] | state.side << 4


def moves_of(state: Position, spelt: MoveWords) -> list[MoveParts]:
    """The moves that a spelling may mean, whether they break a rule or not, best first."""
    board, piece, target = state.board, spelt.piece, spelt.target
    if spelt.origin >= 0:
        there = board[spelt.origin]
        # Some programs name the piece as it is after the move.
        becomes = there + PROMOTION == piece and may_promote(there, spelt.origin, target)
        return [(spelt.origin, target, spelt.promotes or becomes, 0)] if there else []
    kind = piece & 15
    dropped: list[MoveParts] = [(-1, target, False, kind)] if kind < 8 else []
    if spelt.drop:
        return dropped
    own = board[target] and board[target] >> 4 == state.side
    places = [] if own else origins(board, piece, target)
    if spelt.column >= 0 or spelt.row >= 0:
        places = [
            at for at in places if spelt.column in (-1, at % 9) and spelt.row in (-1, at // 9)
        ]
        return [(at, target, spelt.promotes, 0) for at in places]
    fitting = matching(board, places, target, spelt.words)
    if not fitting and len(places) == 1:
        fitting = places  # words where none are needed, and wrong ones
    if len(fitting) > 1:
        fitting.sort(key=lambda at: distinction(board, at, target) != spelt.words)
    found: list[MoveParts] = [(at, target, spelt.promotes, 0) for at in fitting]
    held = kind < 8 and state.hands[kind + 8 * state.side] and not board[target]
    if held and not spelt.words and not spelt.promotes:
        found += dropped  # 打 is left out where nothing on the board can go there, pinned or not
    return found


def previous_target(state: Position) -> int:
    """The square of the last move before what comes next, for 同 and recaptures; -1 if there is none."""
    here: Position | None = state.settled()
    while here is not None:
        action = here.action
        if type(action) is Move:
            parts = MOVE_PARTS[action.text]
            return -1 if parts is None else parts[1]
        if isinstance(action, (Written, Setup)):
            return -1
        here = here.before()
    return -1
