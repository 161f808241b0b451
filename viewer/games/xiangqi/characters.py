"""Pieces as Chinese characters, in positions and diagrams as text.

Many characters stand for a piece of either side: 车 and 马 almost always, 炮 often. So the characters of
a whole position are read together: where a text has a form that one side only uses (俥 or 砗 beside 车), the
other form is the other side's; where it has none, a piece beyond the river counts as Black's.
"""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.games.xiangqi.board import (
    ADVISOR,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    ROOK,
)

RED, BLACK, EITHER = 0, 8, -1
_SIDES = {
    RED: {KING: "帅帥", ADVISOR: "仕", ELEPHANT: "相", HORSE: "傌码", ROOK: "俥砗", PAWN: "兵"},
    BLACK: {KING: "将將", ADVISOR: "士", ELEPHANT: "象", CANNON: "砲包", PAWN: "卒"},
    EITHER: {HORSE: "马馬", ROOK: "车車", CANNON: "炮"},
}
_MEANT = {
    character: (kind, side)
    for side, kinds in _SIDES.items()
    for kind, some in kinds.items()
    for character in some
}
PIECES = frozenset(_MEANT)
"""The characters that stand for pieces."""
_FIRST_OF_BLACK = 45  # points from a5 on are beyond the river
_OTHER = {RED: BLACK, BLACK: RED}


class Placed(NamedTuple):
    """A character on a point; its side (RED, BLACK), EITHER if only the character tells."""

    point: int
    character: str
    side: int = EITHER


def pieces_of(placed: Iterable[Placed]) -> tuple[dict[int, int], str]:
    """The pieces by point, and the characters whose side was told by the half of the board alone."""
    meant = [(one.point, one.character, one.side, *_MEANT[one.character]) for one in placed]
    shown = {(kind, side) for _, _, marked, kind, side in meant if marked == EITHER != side}
    pieces: dict[int, int] = {}
    guessed: dict[str, None] = {}
    for point, character, marked, kind, side in meant:
        if marked != EITHER:
            side = marked
        elif side == EITHER:
            sides = [_OTHER[known] for known in _OTHER if (kind, known) in shown]
            if len(sides) == 1:
                side = sides[0]
            else:
                guessed[character] = None
                side = BLACK if point >= _FIRST_OF_BLACK else RED
        pieces[point] = kind + side
    return pieces, "".join(guessed)
