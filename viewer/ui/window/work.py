"""What is done beside a window's events, listed in its status bar; what isn't saved, and its journals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QStatusBar

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.system_errors import error_at, error_words
from viewer.document.document import Document
from viewer.document.edits import Location

if TYPE_CHECKING:
    from viewer.ui.controllers.recovery import RecoveryController
    from viewer.ui.session.indexer import Indexer
    from viewer.ui.session.open_folder import OpenFolder
    from viewer.ui.session.record_rules import Judging
    from viewer.ui.toolkit.tasks import Tasks
    from viewer.ui.window.window import Window


class BackgroundWork(QObject):
    """The tasks of a window, and the background work of its sessions, from the first that there is."""

    def __init__(
        self,
        bar: QStatusBar,
        say: Callable[[Message], object],
        tell: Callable[[Message], object],
    ) -> None:
        """`say` shows for a while that something was stopped, `tell` that it failed."""
        super().__init__(bar)
        self._bar, self._say, self._tell = bar, say, tell
        self._tasks: Tasks | None = None

    @property
    def tasks(self) -> Tasks:
        """The list; made, and shown in the status bar, on first use."""
        if self._tasks is None:
            from viewer.ui.toolkit.tasks import TaskLine, Tasks  # deferred

            self._tasks = tasks = Tasks(self)
            tasks.failed.connect(self._failed)
            tasks.stopped.connect(self._stopped)
            self._bar.addPermanentWidget(TaskLine(tasks))
        return self._tasks

    def show(self, work: Indexer | Judging | OpenFolder) -> None:
        """List background work of a session among the tasks, or take it off."""
        if work.lasting:
            self.tasks.show(work)
        elif self._tasks is not None:
            self._tasks.drop(work)

    @property
    def ending(self) -> list[Message]:
        """What tasks that would be stopped if the window were closed do."""
        return [] if self._tasks is None else [task.words for task in self._tasks.ending]

    def leave(self, document: Document) -> None:
        """Finish or stop the tasks of a document about to be closed or read again."""
        if self._tasks is not None:
            self._tasks.leave(document)

    def _stopped(self, words: Message) -> None:
        self._say(message("Stopped: {task}", task=words))

    def _failed(self, task: Message, error: OSError) -> None:
        why = error_at(str(error.filename), error) if error.filename else error_words(error)
        self._tell(message("{task} failed: {why}.", task=task, why=tr(why).rstrip(".。")))


class Unsaved:
    """Has journals kept from the moment the board stands, or a tab needs one that was left behind.

    Attributes:
        recovery: keeps them; None before, and after the window's end.
        kept, orderly: what it is told of the kept session, see `RecoveryController`.
    """

    def __init__(self, window: Window) -> None:
        self._window = window
        self.recovery: RecoveryController | None = None
        self.kept: Callable[[str], bool] = lambda path: False
        self.orderly = False

    def _recovering(self) -> RecoveryController:
        if self.recovery is None:
            from viewer.ui.controllers.recovery import RecoveryController  # deferred

            self.recovery = RecoveryController(self._window)
            self.recovery.kept, self.recovery.orderly = self.kept, self.orderly
        return self.recovery

    def begin(self) -> None:
        """The board stands: keep journals, and show what was left behind."""
        self._recovering().begin()

    def recover(self, journal: str) -> None:
        """Show the document of a journal that an earlier window left behind, if there is one."""
        self._recovering().recover(journal)

    def journal_of(self, document: Document) -> str:
        """The path of the journal of what isn't saved of a document, "" if there is none."""
        return "" if self.recovery is None else self.recovery.journals.path_of(document)

    def keep_draft(self, document: Document, place: Location, facet: str, text: str) -> None:
        """Keep what is being written of a comment."""
        if self.recovery is not None:
            self.recovery.drafted(document, place, facet, text)

    def keep(self) -> bool:
        """Have all of it on the disk; returns whether it is."""
        return self.recovery is not None and self.recovery.journals.keep()

    def end(self, *, keep: bool) -> None:
        """The window is closed: what isn't saved is kept for the next start, or the user has given it up."""
        if self.recovery is not None:
            self.recovery.end(keep=keep)
            self.recovery = None
