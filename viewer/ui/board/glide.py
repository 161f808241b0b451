"""The animation of a piece that moves from a square to another."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation

from viewer.games.geometry import Point

_GLIDE = 110  # ms, unless somebody wants another
_QUICK = 0.16  # s: steps that follow faster than this don't glide


class Glide:
    """The animation of one piece, if one is running.

    Attributes:
        squares: origin and target, None while nothing is animated.
        wanted: whether pieces are animated at all.
    """

    def __init__(self, parent: QObject, show: Callable[[], None]) -> None:
        """`show` is called for each frame."""
        self.squares: tuple[str, str] | None = None
        self.wanted = True
        self._show = show
        self._stepped_at = 0.0
        self._run = QVariantAnimation(parent)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.setDuration(_GLIDE)
        self._run.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._run.valueChanged.connect(lambda _: show())
        self._run.finished.connect(self._landed)

    @property
    def duration(self) -> int:
        """How long a piece is on its way, in milliseconds."""
        return self._run.duration()

    @duration.setter
    def duration(self, ms: int) -> None:
        self._run.setDuration(ms)

    def stop(self) -> bool:
        """Finish the animation at once. Returns whether the next move may be animated."""
        now = perf_counter()
        quick, self._stepped_at = now - self._stepped_at < _QUICK, now
        self._run.stop()
        self.squares = None
        return self.wanted and not quick

    def start(self, start: str, end: str) -> None:
        """Start an animation."""
        self.squares = (start, end)
        self._run.start()

    def skip(self) -> None:
        """Don't animate the next move: the piece is there already (it was dragged)."""
        self._stepped_at = perf_counter()

    def between(self, start: Point, end: Point) -> Point:
        """The current position of the piece between two points."""
        (x1, y1), (x2, y2) = start, end
        part = float(self._run.currentValue() or 0.0)
        return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part

    def _landed(self) -> None:
        self.squares = None
        self._show()
