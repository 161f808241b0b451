"""The graph of the evaluations of a line as shapes, for pages, books and texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from viewer.scene.curve import curves, place_of
from viewer.scene.picture import Drawing
from viewer.scene.shapes import MARK, Disc, Polygon, Polyline, Rect, Shape
from viewer.scene.theme import Theme
from viewer.tree.scales import BLUNDER, DUBIOUS

WIDTH, HEIGHT = 24.0, 6.0
"""Of the graph, in units as large as a square of a board."""
_FINE = 12
"""Points of the curve for each unit at most."""
_RADII = {DUBIOUS: 0.13, BLUNDER: 0.23}
_RADIUS = 0.18


def evaluation_graph(
    shares: Sequence[float | None], marks: Iterable[tuple[int, int]], theme: Theme
) -> Drawing:
    """The graph. `shares`: heights from 0 to 1 by node, None for none; `marks`: (index, NAG) of bad moves."""
    middle = HEIGHT / 2
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, theme["panel"], theme["hairline"], 0.04),
    ]
    for run in curves(shares, WIDTH * _FINE):
        line = tuple((x / _FINE, HEIGHT * (1 - share)) for x, share in run)
        if len(line) > 1:
            below = (*line, (line[-1][0], HEIGHT), (line[0][0], HEIGHT))
            shapes.append(Polygon(below, theme["hairline"]))
            shapes.append(Polyline(line, theme["ink"], 0.07, round=True))
        else:
            shapes.append(Disc(line[0], 0.06, theme["ink"]))
    shapes.append(Polyline(((0, middle), (WIDTH, middle)), theme["muted"], 0.03))
    for index, nag in marks:
        share = shares[index]
        if share is not None:
            at = (place_of(index, len(shares), WIDTH), HEIGHT * (1 - share))
            fill = theme["panel"] if nag == DUBIOUS else theme["bad"]
            radius = _RADII.get(nag, _RADIUS)
            shapes.append(Disc(at, radius, fill, theme["bad"], 0.05, layer=MARK))
    return Drawing(shapes, WIDTH, HEIGHT)
