"""How many positions of a record are due to be drilled today, found in the background."""

from __future__ import annotations

from datetime import datetime, time

from PySide6.QtCore import QObject, Signal

from viewer.base.files import FileSystem
from viewer.base.jobs import in_thread
from viewer.document.problems.problem import Problem
from viewer.document.training.drill import DrillQuestion, drill_questions, sorted_out
from viewer.document.training.history import TrainingHistory
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.later import Due

_SOON = 2_000  # milliseconds after a change
_LARGEST = 5_000  # nodes of a record that is looked at unasked


def end_of_today() -> datetime:
    """The last moment of this day where the user is."""
    return datetime.combine(datetime.now().astimezone().date(), time.max).astimezone()


class DueToday(QObject):
    """The number of positions of a session's record that were drilled before and are due.

    Signals:
        found: the number: of the record that is shown.
    """

    found = Signal(int)

    def __init__(
        self, session: RecordSession, folder: str, files: FileSystem, parent: QObject
    ) -> None:
        """`folder`: the user's folder of states."""
        super().__init__(parent)
        self._session, self._folder, self._files = session, folder, files
        self._history = TrainingHistory(folder, files)
        self._questions: list[DrillQuestion] = []
        self._reader = JobRunner(self)
        self._reader.finished.connect(self._find)
        self._lister = JobRunner(self)
        self._lister.result.connect(self._questions.append)
        self._lister.finished.connect(self._count)
        self._soon = Due(self)
        session.reloaded.connect(self._again)
        session.changed.connect(self._again)

    def _again(self) -> None:
        """The record is another one now: what is found of it isn't true any more."""
        self._lister.stop()
        self._soon.after(_SOON, self.look)

    def look(self) -> None:
        """Find the number, for the record that is shown and the history as it is now."""
        self._lister.stop()
        self._history = TrainingHistory(self._folder, self._files)
        self._reader.start(in_thread(self._history.reading()))

    def _find(self) -> None:
        session = self._session
        self._questions.clear()
        if self._history.empty or len(session.record.nodes) > _LARGEST:
            self._count()
            return
        problem = Problem(session.game, session.states, session.record.root)
        self._lister.start(drill_questions(session.states, problem, None))

    def _count(self) -> None:
        ready, _, _ = sorted_out(self._questions, self._history, end_of_today())
        self.found.emit(len(ready))

    def stop(self) -> None:
        """Stop finding."""
        self._soon.stop()
        self._reader.stop()
        self._lister.stop()
