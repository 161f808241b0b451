"""Which stretch of a large board is seen: zoomed, scrolled, brought to a square."""

from __future__ import annotations

from viewer.games.geometry import Geometry, Point

_LEAST = 9  # lines that are seen of a board
_FITS = 22.0  # units with the margins: boards of up to 19 lines are always seen whole
_STEP = 1.25


class Zoom:
    """The stretch of a board that is seen: a square of so many units around a centre."""

    def __init__(self) -> None:
        self._side = 0.0  # 0: the whole board
        self._centre: Point = (0.0, 0.0)
        self._seen: tuple[str, ...] | None = ()
        self._of: Geometry | None = None

    def squares(self, whole: Geometry) -> tuple[str, ...]:
        """The squares that are seen, () for all of a board."""
        if self._of is not whole:
            self._of, self._side, self._seen = whole, 0.0, ()
        if self._seen is None:
            (x, y), half = self._centre, self._side / 2 + 1e-6
            self._seen = tuple(
                square
                for square, at in whole.squares.items()
                if abs(at[0] - x) <= half and abs(at[1] - y) <= half
            )
        return self._seen

    def change(self, whole: Geometry, steps: float, at: Point | None = None) -> bool:
        """Zoom in by some steps (out, if negative), around a point of the whole board.

        Returns whether anything changed. Without a point, the centre stays.
        """
        self.squares(whole)
        if not is_large(whole):
            return False
        left, top, right, bottom = _box(whole)
        most = max(right - left, bottom - top)
        old = self._side or most
        if not self._side:
            self._centre = ((left + right) / 2, (top + bottom) / 2)
        new = max(float(_LEAST), old / _STEP**steps)
        if new == old:
            return False
        x, y = self._centre
        if at is not None:
            x, y = at[0] + (x - at[0]) * new / old, at[1] + (y - at[1]) * new / old
        self._side = 0.0 if new >= most else new
        self._go(whole, (x, y))
        if not self._side:
            self._seen = ()
        return True

    def reset(self) -> bool:
        """Show the whole board; returns whether anything changed."""
        changed = bool(self._side)
        self._side, self._seen = 0.0, ()
        return changed

    def scroll(self, whole: Geometry, right: float, down: float) -> bool:
        """Move the stretch by some units; returns whether anything changed."""
        if not self.squares(whole):
            return False
        x, y = self._centre
        return self._go(whole, (x + right, y + down))

    def show(self, whole: Geometry, square: str) -> bool:
        """Bring a square to the centre if it isn't seen; returns whether anything changed."""
        seen = self.squares(whole)
        if not seen or square in seen or square not in whole.squares:
            return False
        return self._go(whole, whole.squares[square])

    def _go(self, whole: Geometry, centre: Point) -> bool:
        """Centre on a point, as far as the board goes."""
        left, top, right, bottom = _box(whole)
        before, half = self._centre, self._side / 2
        self._centre = _within(centre[0], left, right, half), _within(centre[1], top, bottom, half)
        self._seen = None
        return self._centre != before


def is_large(geometry: Geometry) -> bool:
    """Whether a board has more lines than are seen well at once, so that it can be zoomed."""
    return max(geometry.width, geometry.height) > _FITS and not geometry.panels


def _within(at: float, low: float, high: float, half: float) -> float:
    return max(low + half, min(high - half, at)) if high - low > 2 * half else (low + high) / 2


def _box(geometry: Geometry) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the squares' centres: of the first and last ones of the grid's rows."""
    ends = [
        geometry.squares[square]
        for row in geometry.grid
        for square in (*row[:1], *row[-1:])
        if square
    ]
    xs, ys = zip(*ends, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
