"""Charts of boards of stones, and their cells without the rim."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from viewer.games.charts import Chart, exchanged_values, symmetry_of
from viewer.games.stones.coordinates import size_text
from viewer.games.stones.grid import FIRST_STONE, RIM, SECOND_STONE, StoneGrid

_CLEAR = bytes(0 if value == RIM else value for value in range(256))  # corners that are no holes
_EXCHANGED = exchanged_values([(FIRST_STONE, SECOND_STONE)])

Arrangements = tuple[tuple[str, bool], ...]
"""Names of symmetries (see `viewer.games.charts`), and whether each exchanges the colours."""


@lru_cache(maxsize=32)
def chart_of(grid: StoneGrid, stones: tuple[str, str], alike: Arrangements) -> Chart:
    """The chart of a grid, whose cells are its squares row by row; those of `alike` that fit the board."""
    width, height = grid.width, grid.height
    return Chart(
        size_text(width, height),
        width,
        height,
        tuple(
            grid.squares[grid.at(column, row)] for row in range(height) for column in range(width)
        ),
        ("", *stones),
        (),
        width * height,
        _EXCHANGED,
        tuple(
            symmetry_of(id, width, height, exchanges=exchanges)
            for id, exchanges in fitting(alike, width, height)
        ),
    )


def fitting(alike: Arrangements, width: int, height: int) -> Sequence[tuple[str, bool]]:
    """The arrangements that a board has: of one that isn't square, those that keep its sides."""
    if width == height:
        return alike
    return [one for one in alike if one[0] in ("same", "mirror", "flip", "half-turn")]


def without_rim(grid: StoneGrid, board: bytes, clear: bool = True) -> bytes:
    """The bytes of the board's squares, row by row; `clear`: corners that are no holes become empty."""
    width, stride, first = grid.width, grid.stride, grid.at(0, 0)
    rows = [
        board[start : start + width] for start in range(first, first + grid.height * stride, stride)
    ]
    found = b"".join(rows)
    return found.translate(_CLEAR) if clear else found
