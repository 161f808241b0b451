"""What a study's record holds, looked for between other work, and again after edits."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from viewer.document.edits.ops import Change
from viewer.document.reading.survey import RecordSurvey, survey
from viewer.tree.annotation import BOOKMARK, TITLE
from viewer.ui.session.study import Study
from viewer.ui.toolkit.jobs import JobRunner

_FACETS = frozenset((TITLE, BOOKMARK, "children", "action"))


class Contents(QObject):
    """The table of contents of a study.

    Attributes:
        now: what was found last.

    Signals:
        found: something else was found.
    """

    found = Signal()

    def __init__(self, study: Study, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self.now = RecordSurvey()
        self.runner = JobRunner(self)
        self.runner.result.connect(self._take)
        study.changed.connect(self._changed)
        study.reloaded.connect(self.look)
        study.moved.connect(self._rest)

    def _rest(self) -> None:
        """Somebody steps: that goes first."""
        self.runner.rest(50)

    def look(self) -> None:
        """Look through the record."""
        self.runner.start(survey(self._study.record))

    def _changed(self, change: Change) -> None:
        if any(one.facet in _FACETS for one in change.of(self._study.key)):
            self.look()

    def _take(self, found: RecordSurvey) -> None:
        if found != self.now:
            self.now = found
            self.found.emit()
