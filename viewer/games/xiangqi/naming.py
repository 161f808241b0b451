"""How notations name a moving piece: by its file, or by its order among several on a file.

Files are counted 1 to 9 from the mover's right hand, orders from the front. The Chinese notation and
WXF name pieces in the same way, in different characters.
"""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.games.xiangqi.board import ADVISOR, ELEPHANT, HORSE, KING, POINTS
from viewer.games.xiangqi.reach import ADVISOR_STEPS, ELEPHANT_STEPS, KING_STEPS

FORWARD, BACK, LEVEL = 1, -1, 0

_SLANTING = frozenset((ADVISOR, ELEPHANT, HORSE))
_SELDOM = frozenset((KING, ADVISOR, ELEPHANT))


class FileOrder(NamedTuple):
    """The order of a piece among others of its kind on its file.

    Attributes:
        order: its position on the file, from 1 at the front.
        size: number of these pieces on the file.
        overall: its position among all that share a file with another: files from the mover's right
            to left, front to back on each (the rule of xqbase.com); `order` if there is only one file.
        files: number of files with two or more of these pieces.
    """

    order: int
    size: int
    overall: int
    files: int


def file_number(point: int, side: int) -> int:
    """The number of a point's file as counted by a side, 1 to 9."""
    return point % 9 + 1 if side else 9 - point % 9


def movement(piece: int, origin: int, target: int) -> tuple[int, int]:
    """(direction, number) of a move: the number of ranks for a move along a file, else the target's file."""
    side = piece >> 3
    ranks = target // 9 - origin // 9
    if ranks == 0:
        return LEVEL, file_number(target, side)
    direction = FORWARD if (ranks > 0) != (side == 1) else BACK
    if piece & 7 in _SLANTING:
        return direction, file_number(target, side)
    return direction, abs(ranks)


def file_order(board: bytes, origin: int) -> FileOrder | None:
    """The order of the piece on `origin` among those of its kind on its file, None if it is the only one."""
    piece = board[origin]
    if board[origin % 9 :: 9].count(piece) == 1:
        return None
    black = piece >> 3
    groups = []
    for number in range(1, 10):
        file = number - 1 if black else 9 - number
        group = [point for point in POINTS[file::9] if board[point] == piece]
        if len(group) > 1:
            groups.append(group if black else group[::-1])
    overall = 0
    for group in groups:
        if origin in group:
            order = group.index(origin) + 1
            return FileOrder(order, len(group), overall + order, len(groups))
        overall += len(group)
    raise AssertionError("a piece that isn't alone stands in a group")


def needs_order(board: bytes, origin: int, target: int) -> bool:
    """Whether a move is named by the piece's order, if another piece of its kind is on the file.

    Rooks, horses, cannons and pawns always are. Kings, advisors and elephants need it only if they were
    set up on points that they can't reach in a game: otherwise their moves from one file differ.
    """
    piece = board[origin]
    kind, side = piece & 7, piece >> 3
    if kind not in _SELDOM:
        return True
    for twin in POINTS[origin % 9 :: 9]:
        if twin == origin or board[twin] != piece:
            continue
        moved = twin + target - origin
        if kind == ELEPHANT:
            if any(to == moved for _, to in ELEPHANT_STEPS[side][twin]):
                return True
        elif moved in (KING_STEPS if kind == KING else ADVISOR_STEPS)[side][twin]:
            return True
    return False
