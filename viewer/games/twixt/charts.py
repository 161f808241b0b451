"""The links of Twixt as cells: for each direction a cell a hole, 1 where a link goes up from its peg."""

from __future__ import annotations

from functools import lru_cache

from viewer.games.charts import Chart, source_of
from viewer.games.stones.grid import without_rim
from viewer.games.twixt.board import Position
from viewer.games.twixt.setup import OFFSETS

_PLANES = tuple(bytes(value >> bit & 1 for value in range(256)) for bit in range(4))
_DIRECTION = {offset: number - 1 for number, offset in enumerate(OFFSETS) if number}


def link_cells(state: Position) -> bytes:
    """The four planes of links."""
    links = without_rim(state.grid, state.links, clear=False)
    return b"".join([links.translate(plane) for plane in _PLANES])


@lru_cache(maxsize=32)
def chart_with_links(chart: Chart) -> Chart:
    """The chart of pegs with four planes of links after it."""
    width, height = chart.columns, chart.rows
    return chart._replace(
        cells=5 * width * height,
        symmetries=tuple(
            one._replace(source=one.source + _link_sources(one.id, width, height))
            for one in chart.symmetries
        ),
    )


def _link_sources(id: str, width: int, height: int) -> tuple[int, ...]:
    """From which cell each link of the image is taken: that of the same two holes."""
    source = source_of(id.split()[0], width, height)
    board = width * height
    found: list[int] = []
    for dx, dy in OFFSETS[1:]:
        for row in range(height):
            for column in range(width):
                x, y = column + dx, row + dy
                if not (0 <= x < width and 0 <= y < height):
                    found.append(board)  # the top left corner, where there is never a link either
                    continue
                lower, upper = source(column, row), source(x, y)
                if upper[1] > lower[1]:
                    lower, upper = upper, lower
                step = upper[0] - lower[0], upper[1] - lower[1]
                found.append((_DIRECTION[step] + 1) * board + lower[1] * width + lower[0])
    return tuple(found)
