"""Disambiguation in Japanese notation: 右 左 直 上 寄 引.

The choice follows Kifu for Windows: 直 for the general that goes straight up, else how the piece moves,
else from which side it comes, else both.
"""

from __future__ import annotations

from viewer.games.shogi.position import GOLD, KNIGHT, LANCE, PAWN, PROMOTION, SILVER
from viewer.games.shogi.reach import origins

RIGHT, LEFT, STRAIGHT, UP, LEVEL, BACK = "右左直上寄引"

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
