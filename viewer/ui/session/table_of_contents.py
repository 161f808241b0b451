"""The table of contents of a session's record, computed in the background and after edits."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viewer.document.edits import Change
from viewer.document.reading.views import RecordSurvey, survey
from viewer.tree.annotation import BOOKMARK, COMMENT, EVALUATION, TITLE
from viewer.tree.evaluation import evaluation_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_FACETS = frozenset((TITLE, BOOKMARK, "children", "action"))
_EVALUATED = frozenset((EVALUATION, COMMENT))


class TableOfContents(QObject):
    """The table of contents of a session.

    Attributes:
        now: the last survey.

    Signals:
        found: the survey changed.
    """

    found = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.now = RecordSurvey()
        self.runner = JobRunner(self)
        self.runner.result.connect(self._take)
        session.changed.connect(self._changed)
        session.reloaded.connect(self.look)
        session.moved.connect(self._rest)

    def _rest(self) -> None:
        """Give way to stepping."""
        self.runner.rest(50)

    def look(self) -> None:
        """Start the survey."""
        self.runner.start(survey(self._session.record))

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        if any(one.facet in _FACETS for one in touched):
            self.look()
        elif not self.now.evaluated and any(one.facet in _EVALUATED for one in touched):
            nodes = self._session.record.nodes
            ids = {one.node for one in touched if one.node in nodes}
            if any(evaluation_of(nodes[id]) is not None for id in ids if id is not None):
                self.look()

    def _take(self, found: RecordSurvey) -> None:
        if found != self.now:
            self.now = found
            self.found.emit()
