"""Which side moved at a node and whether the move is legal, computed for visible nodes.

A jump in a large record shows hundreds of positions not computed yet. As many are worked
out as a frame has time for; the others follow between events, and are painted then.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter

from PySide6.QtCore import QObject, Signal

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_FRAME = 0.006
_KEPT = 20_000


class MoverSign(NamedTuple):
    """The theme token of the side that moved, "" for none, and whether the move breaks a rule."""

    colour: str
    fault: bool


_UNKNOWN = MoverSign("", False)


class Sides(QObject):
    """Caches the MoverSign of nodes.

    Signals:
        found: missing values have been computed.
    """

    found = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._known: dict[int, MoverSign] = {}
        self._missing: list[Node] = []
        self._end = 0.0
        self._runner = JobRunner(self)
        self._runner.finished.connect(self.found)

    def forget(self) -> None:
        """Reset for another record."""
        self._runner.stop()
        self._known.clear()
        self._missing = []

    def begin(self) -> None:
        """Begin a frame, which has a time budget."""
        self._missing = []
        self._end = perf_counter() + _FRAME

    def end(self) -> None:
        """End a frame; missing values are computed between events."""
        if self._missing:
            self._runner.start(self._find(self._missing))

    def of(self, node: Node) -> MoverSign:
        """The MoverSign of a node; that of nobody if the frame's time is used up."""
        known = self._known.get(node.id)
        if known is not None:
            return known
        if perf_counter() > self._end:
            self._missing.append(node)
            return _UNKNOWN
        return self._look(node)

    def _look(self, node: Node) -> MoverSign:
        session = self._session
        if len(self._known) >= _KEPT:
            self._known.clear()
        state = session.states.at(node)
        before = state.previous
        colour = session.game.sides[before.side].colour if before is not None else ""
        fault = session.game.violation(state) is not None
        played = self._known[node.id] = MoverSign(colour, fault)
        return played

    def _find(self, nodes: list[Node]) -> Iterator[JobStep[None]]:
        for number, node in enumerate(nodes, 1):
            self._look(node)
            yield JobStep(number, len(nodes))
