"""What is known of the current line of a session in numbers, computed in the background and after edits."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.document.edits import Change
from viewer.document.reading.line_values import LineValues, line_values
from viewer.tree.annotation import CLOCK, COMMENT, ELAPSED, EVALUATION
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_FACETS = frozenset((EVALUATION, COMMENT, CLOCK, ELAPSED, "children", "action", "headers"))
_SOON, _ANALYSING = 30, 300
"""Milliseconds until the values are computed again: after an edit, and after an engine found something."""


def valuation_of(session: RecordSession) -> Valuation:
    """The values of a session's current line, for all that show them."""
    there = session.findChild(Valuation)
    return there if isinstance(there, Valuation) else Valuation(session, session)


class Valuation(QObject):
    """The values of a session's current line.

    Attributes:
        now: the last values; those of an earlier line until the ones of this line are known.

    Signals:
        found: the values changed.
    """

    found = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.now = LineValues()
        self._followers: set[QObject] = set()
        self._leaf: Node | None = None  # where the line ends whose values are computed, or known
        self._again = False  # something was found meanwhile
        self._runner = JobRunner(self)
        self._runner.result.connect(self._take)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        session.moved.connect(self._moved)
        session.chosen.connect(self._moved)
        session.changed.connect(self._changed)
        session.reloaded.connect(self._reloaded)
        session.finds.added.connect(self._added)

    def follow(self, wanted: bool, by: QObject) -> None:
        """Keep the values up to date from now on, or until somebody wants them again leave them.

        `by` is who wants them, or no longer does.
        """
        before = bool(self._followers)
        if wanted:
            self._followers.add(by)
        else:
            self._followers.discard(by)
        if before == bool(self._followers):
            return
        self._timer.stop()
        if wanted:
            self._begin()
        else:
            self._runner.stop()
            self._leaf = None

    def run_now(self) -> None:
        """Compute the values of the current line at once."""
        self._timer.stop()
        self._begin()
        self._runner.run_now()

    @property
    def index(self) -> int | None:
        """The index of the current node in the line of the values; None while that is another line."""
        cursor, line = self._session.cursor, self.now.line
        return cursor.index if line and cursor.line[-1] is line[-1] else None

    def _soon(self, ms: int) -> None:
        if self._followers and not (self._timer.isActive() and self._timer.remainingTime() <= ms):
            self._timer.start(ms)

    def _moved(self) -> None:
        if self._session.cursor.line[-1] is not self._leaf:
            self._soon(_SOON)
        else:
            self._runner.rest(50)

    def _changed(self, change: Change) -> None:
        if any(one.facet in _FACETS for one in change.of(self._session.key)):
            self._leaf = None
            self._soon(_SOON)

    def _reloaded(self) -> None:
        self._runner.stop()
        self._leaf = None
        self._soon(_SOON)

    def _added(self, key: int, node: int) -> None:
        if key == self._session.key:
            self._again = self._runner.running
            if not self._again:
                self._soon(_ANALYSING)

    def _begin(self) -> None:
        session = self._session
        self._again = False
        line = session.cursor.line
        self._leaf = line[-1]
        self._runner.start(line_values(line, session.states, session.times, self._found))

    def _found(self, node: Node) -> Evaluation | None:
        session = self._session
        finds = session.finds
        return finds.evaluation(session.key, node, session.states) if finds else None

    def _take(self, values: LineValues) -> None:
        self.now = values
        if self._again:
            self._soon(_ANALYSING)
        self.found.emit()
