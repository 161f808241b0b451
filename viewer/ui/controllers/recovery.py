"""Journals of the open documents, and the tabs that are made of those an earlier window left behind."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.base.messages import Message, counted, message
from viewer.base.system_errors import error_words
from viewer.document.beginning import has_unsaved
from viewer.document.document import Document, open_document
from viewer.document.edits import Location
from viewer.document.journal.form import DamagedJournal, JournalError
from viewer.document.journal.journals import Journals
from viewer.document.journal.origin import CHANGED, GONE, SAME
from viewer.document.journal.recovery import Recovered
from viewer.formats.format import Unreadable
from viewer.ui.controllers.disk import compare_with_file
from viewer.ui.controllers.files import about_recovered
from viewer.ui.session.titles import file_title
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_DISK = "journals"  # what the notice of a disk that fails is about


class RecoveryController(QObject):
    """Keeps journals for a window, and shows what was recovered.

    Attributes:
        kept: whether a journal, by its path, is of a tab of the kept session, where it belongs.
        orderly: whether the last run ended in order, so that what was kept is no surprise.

    Signals:
        failed: journals can't be written, with the Message, or can be again (None).
    """

    failed = Signal(object)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._left: Iterator[str] = iter(())
        self.kept: Callable[[str], bool] = lambda path: False
        self.orderly = False
        self._again = 0  # documents with what was knowingly left unsaved
        self.journals = Journals(window.workspace, window.store.journals)
        self.failed.connect(self._show_failed)
        self.journals.tell_problems(self.failed.emit)  # by the thread that writes

    def begin(self) -> None:
        """Show what was left behind, a document between two events each."""
        self._left = iter(self.journals.left())
        later(self, self._next)

    def _next(self) -> None:
        path = next(self._left, None)
        if path is not None:
            later(self, self._next)
            self.recover(path)
        elif self._again:
            self._window.say(
                counted(
                    "The unsaved changes of {count} file are there again.",
                    "The unsaved changes of {count} files are there again.",
                    self._again,
                )
            )

    def end(self, *, keep: bool) -> None:
        """The window is closed: what isn't saved is kept for the next start, or the user has given it up."""
        self._left = iter(())
        self.journals.end(keep=keep)

    def drafted(self, document: Document, place: Location, facet: str, text: str) -> None:
        """A comment is being written."""
        self.journals.drafted(document, place, facet, text)

    # ------------------------------------------------------------------------------- recovered

    def recover(self, path: str) -> None:
        """Show the document of a journal that was left behind, if there is one."""
        try:
            found = self.journals.recover(path)
        except DamagedJournal as error:
            self._window.tell(error.reason, of=EVERYWHERE)
        except JournalError as error:
            self._cannot(path, error.reason)
        except FileNotFoundError:
            return
        except OSError as error:
            words = message(
                "What was kept of unsaved edits can't be read: {why}.", why=error_words(error)
            )
            self._cannot(path, words)
        else:
            if found is not None:
                self._show(found, self.kept(path))

    def _cannot(self, path: str, why: Message) -> None:
        forget = (message("Forget it"), partial(self._forget, path))
        self._window.notice.tell(why, forget, about=path, of=EVERYWHERE)

    def _forget(self, path: str) -> None:
        with contextlib.suppress(OSError):
            self.journals.discard(path)

    def _show(self, found: Recovered, kept: bool) -> None:
        window, document = self._window, found.document
        other = self._same_file(document)
        try:
            desk = window.add_document(document, front=not kept)
        except OSError as error:  # none of its games is left
            window.workspace.close(document)
            words = message(
                "What was kept of unsaved edits can't be read: {why}.", why=error_words(error)
            )
            window.tell(words, of=EVERYWHERE)
            return
        expected = kept and self.orderly
        self._again += expected and has_unsaved(document)
        if found.place is not None and not expected and desk.session.document is document:
            desk.session.show(*found.place)
        if other is not None:
            window.close_document(other)
        if not expected or found.file in (CHANGED, GONE):
            self._offer(found, desk)
        for words in found.told:
            window.tell(words, of=document)

    def _offer(self, found: Recovered, desk: Desk) -> None:
        """Say what was recovered, and what can be done with it."""
        document = found.document
        actions: list[tuple[Message, Callable[[], object]]] = [
            (message("Discard"), partial(self._discard, document))
        ]
        if found.file in (SAME, CHANGED):
            actions.append((message("Compare"), partial(self._compare, found, desk)))
        if found.file == CHANGED:
            actions.append((message("Open the file"), partial(self._open_file, document)))
        self._window.notice.tell(
            self._words(found),
            *actions,
            about=about_recovered(document, found.file == CHANGED),
            of=document,
            close=message("Keep"),
        )

    def _same_file(self, document: Document) -> Document | None:
        """The document of the same file that was opened before, if nothing was done there."""
        files = self._window.workspace.files
        for desk in self._window.tabs.desks():
            other = desk.session.document
            if document.path is None or other.path is None or other.modified or desk.unfinished:
                continue
            if files.real_path(other.path) == files.real_path(document.path):
                return other
        return None

    def _words(self, found: Recovered) -> Message:
        if not found.at:  # a new record that was never edited
            return message("{file} was recovered.", file=file_title(found.document))
        words = message("{file} was recovered from {time}, with what wasn't saved.")
        if found.file == CHANGED:
            words = message(
                "{file} was recovered from {time}, with what wasn't saved. Another program changed the file "
                "meanwhile."
            )
        elif found.file == GONE:
            words = message(
                "{file} was recovered from {time}, with what wasn't saved. The file itself isn't there "
                "any more."
            )
        return words.given(file=file_title(found.document), time=_clock(found.at))

    def _discard(self, document: Document) -> None:
        """Back to the file, or away with what has none; either asks."""
        if document.path is not None and self._window.workspace.files.stamp_of(document.path):
            self._window.files.reload(document)
        else:
            self._window.close_document(document)

    def _compare(self, found: Recovered, desk: Desk) -> None:
        """With the file; what becomes of it can be said afterwards."""
        path = found.document.path
        if path is not None and desk in self._window.tabs.desks():
            self._window.add_document(found.document)
            compare_with_file(self._window, path, desk)
            self._offer(found, desk)

    def _open_file(self, document: Document) -> None:
        """The file as it is now, in a tab of its own."""
        window, workspace = self._window, self._window.workspace
        if document.path is None:
            return
        try:
            other = open_document(document.path, None, workspace.files, workspace.limits)
        except Unreadable as error:
            window.tell(error.reason)
        except OSError as error:
            words = message(
                "{file} can't be opened: {why}.", file=file_title(document), why=error_words(error)
            )
            window.tell(words)
        else:
            workspace.take(other)
            window.add_document(other)

    def _show_failed(self, problem: Message | None) -> None:
        if problem is None:
            self._window.notice.put_away(_DISK)
        else:
            self._window.notice.tell(problem, about=_DISK, of=EVERYWHERE)


def _clock(at: int) -> str:
    """The time of a moment, with its day where that isn't today."""
    then, now = time.localtime(at), time.localtime()
    today = then[:3] == now[:3]
    return time.strftime("%H:%M" if today else "%Y-%m-%d %H:%M", then)
