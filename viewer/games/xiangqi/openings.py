"""Openings of xiangqi by the arrangement of pieces, in a table of our own (`resources/openings/xiangqi.tsv`).

Names and codes are those of ECCO (象棋开局编号: A without central cannon, B central cannon, C against screen
horses, D cannon against cannon, E 仙人指路), as records of masters' games have them. A code is given only
if ECCO has under it exactly what the shape says; the shapes are ours. A shape is written with FEN
letters, `e2=C` for Red's cannon on e2, `d7/f7=c` for one of Black's on either; it holds for the mirrored
position too. Ranks: 1 Red's first move, 2 Black's answer, 3 the systems against the central cannon, above
that their finer lines.
"""

from __future__ import annotations

from functools import cache

from viewer.games.openings import Cell, Form, Opening, Shape, line_to, named_by, read_shapes
from viewer.games.xiangqi.position import (
    FILES,
    LETTERS,
    POINT_OF,
    SQUARE_NAMES,
    START_TEXT,
    Position,
    read_setup,
)

_LAST = 30  # plies; later an arrangement says nothing about the opening
_MIRRORED = tuple(POINT_OF[FILES[8 - FILES.index(name[0])] + name[1]] for name in SQUARE_NAMES)


def opening_of(position: Position) -> Opening | None:
    """The opening of the line to a position; None before it has a name, and from a set-up position."""
    line = line_to(position)
    if line[0].board != read_setup(START_TEXT).board:
        return None
    return named_by(_shapes(), ((one.board, "") for one in line if one.ply <= _LAST))


@cache
def _shapes() -> tuple[Shape, ...]:
    return read_shapes("xiangqi", _forms)


def _forms(text: str) -> list[Form]:
    """A shape and its mirror image."""
    cells = tuple(_cell(word) for word in text.split())
    mirrored = tuple(
        (tuple(_MIRRORED[place] for place in places), values) for places, values in cells
    )
    return [(cells, frozenset()), (mirrored, frozenset())]


def _cell(word: str) -> Cell:
    """Points and pieces of a word such as "e2=C" or "d7/f7=c"."""
    squares, _, letters = word.partition("=")
    points = tuple(POINT_OF[square] for square in squares.split("/"))
    return points, bytes(LETTERS.index(letter) for letter in letters)
