"""The user's reference works, open for all records of a window."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from viewer.base.jobs import in_thread
from viewer.base.messages import Message, message
from viewer.reference.chosen import ChosenWork, works_text
from viewer.reference.kinds import opening
from viewer.reference.reference import Reference, ReferenceFault
from viewer.ui.toolkit.jobs import JobRunner, how_far


class ShelvedWork(QObject):
    """A work of the list, which is opened when it is first needed.

    Attributes:
        chosen: its entry in the list.
        work: None until it is open.
        fault: why it can't be opened, None while nothing is wrong.

    Signals:
        turned: it was opened, or couldn't be, or the opening went on.
    """

    turned = Signal()

    def __init__(self, chosen: ChosenWork, parent: QObject) -> None:
        super().__init__(parent)
        self.chosen = chosen
        self.work: Reference | None = None
        self.fault: Message | None = None
        self._percent: int | None = None
        self._begun = False
        self._runner = JobRunner(self, (ReferenceFault,))
        self._runner.result.connect(self._take)
        self._runner.progress.connect(self._progressed)
        self._runner.failed.connect(self._fail)

    @property
    def name(self) -> str:
        """The name of its file or folder."""
        return os.path.basename(self.chosen.path) or self.chosen.path

    @property
    def words(self) -> Message | None:
        """What keeps it from being asked; None once it is open."""
        if self.fault is not None or self.work is not None:
            return self.fault
        return how_far(message("Opening…"), self._percent)

    def open(self) -> None:
        """Open it, unless that was begun before."""
        if not self._begun:
            self._begun = True
            self._runner.start(in_thread(opening(self.chosen.path)))

    def close(self) -> None:
        """Close its files."""
        self._runner.stop()
        work, self.work = self.work, None
        if work is not None:
            work.close()

    def _take(self, work: Reference) -> None:
        self.work = work
        self.turned.emit()

    def _progressed(self, done: int, total: int) -> None:
        if total and self.work is None:
            self._percent = 100 * done // total
            self.turned.emit()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, ReferenceFault):
            self.fault = error.reason
            self.turned.emit()


class Shelf(QObject):
    """The list of works, kept as a text.

    Signals:
        changed: a work was added or taken off.
    """

    changed = Signal()

    def __init__(
        self, works: Iterable[ChosenWork], keep: Callable[[str], object], parent: QObject
    ) -> None:
        """`keep` writes the text of a new list."""
        super().__init__(parent)
        self._keep = keep
        self._works = [ShelvedWork(one, self) for one in works]

    def works_of(self, game: str) -> list[ShelvedWork]:
        """The works of a game, in the order in which they were added."""
        return [one for one in self._works if one.chosen.game == game]

    def add(self, chosen: ChosenWork) -> None:
        """Add a work, or open it again if it is on the list."""
        self._works = [one for one in self._works if not self._dropped(one, chosen)]
        self._works.append(ShelvedWork(chosen, self))
        self._write()

    def remove(self, work: ShelvedWork) -> None:
        """Take a work off the list; its file stays."""
        self._works = [one for one in self._works if not self._dropped(one, work.chosen)]
        self._write()

    def _dropped(self, work: ShelvedWork, chosen: ChosenWork) -> bool:
        if work.chosen != chosen:
            return False
        work.close()
        work.deleteLater()
        return True

    def _write(self) -> None:
        self._keep(works_text(one.chosen for one in self._works))
        self.changed.emit()

    def close(self) -> None:
        """Close all works."""
        for one in self._works:
            one.close()
