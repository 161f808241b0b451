"""An open file beside others: compared with them, changed by other programs, open in another Qipu too."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from viewer.base.catalogs import tr
from viewer.base.digests import path_key
from viewer.base.files import Stamp
from viewer.base.messages import Message, message, readable
from viewer.base.system_errors import error_words
from viewer.base.temporary import lock
from viewer.base.watching import FileReport, FileWatcher
from viewer.document.document import Document
from viewer.document.journal.journals import journal_folder
from viewer.formats.detect import load_file
from viewer.formats.format import Unreadable
from viewer.ui.controllers.files import about_recovered, usual_folder
from viewer.ui.controllers.record_list import all_found
from viewer.ui.session.titles import file_title
from viewer.ui.toolkit.notice import about_disk

if TYPE_CHECKING:
    from viewer.ui.dialogs.comparison_dialog import ComparisonDialog
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


class Presence:
    """The files that this process has open, and whether others have them too.

    For each open file a process holds a locked, empty file in a folder of the user's state; its name is a
    digest of the path and the number of the process. The system releases the lock when the process ends,
    however it ends. On systems without such locks (Windows) nothing is noticed.
    """

    def __init__(self, folder: str) -> None:
        """`folder` is made when it is needed."""
        self._folder = folder
        self._held: dict[str, int] = {}  # descriptors by path

    def hold(self, paths: Iterable[str]) -> list[str]:
        """Set the files that are open here; returns those newly opened that another process has open.

        Paths are absolute, with symlinks resolved. A folder that can't be written is ignored.
        """
        wanted = set(paths)
        for path in self._held.keys() - wanted:
            self._release(path)
        return [path for path in wanted - self._held.keys() if self._enter(path)]

    def close(self) -> None:
        """Release all files."""
        self.hold(())

    def _enter(self, path: str) -> bool:
        """Hold a file; whether another process holds it."""
        self._held[path] = -1
        key = path_key(path)
        own = f"{key}.{os.getpid()}"
        others = False
        with contextlib.suppress(OSError):
            os.makedirs(self._folder, 0o700, exist_ok=True)
            fd = os.open(
                self._place(own), os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600
            )
            self._held[path] = fd
            if lock(fd) is None:  # there are no locks here
                return False
            for name in os.listdir(self._folder):
                if name.startswith(key + ".") and name != own:
                    others |= self._is_held(self._place(name))
        return others

    def _is_held(self, place: str) -> bool:
        """Whether a process holds a file of the folder; deletes it if none does."""
        fd = os.open(place, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
        try:
            if lock(fd) is False:
                return True
            os.unlink(place)
        finally:
            os.close(fd)
        return False

    def _release(self, path: str) -> None:
        fd = self._held.pop(path)
        if fd >= 0:
            key = path_key(path)
            with contextlib.suppress(OSError):
                os.unlink(self._place(f"{key}.{os.getpid()}"))
            os.close(fd)

    def _place(self, name: str) -> str:
        return os.path.join(self._folder, name)


_EVERY = 1000  # ms between two checks of the watcher's reports
_AT_ONCE = 0.3  # s that activating the window may wait for disks
_SOME = 1000  # games searched for one that moved within its file


def compare_with(window: Window) -> None:
    """Ask for a file and show how it differs from the open document."""
    from viewer.ui.session.record_kinds import record_kinds  # deferred
    from viewer.ui.toolkit.file_dialogs import FileDialog  # deferred

    path = FileDialog.open_file(
        window,
        tr(message("Compare with")),
        usual_folder(window),
        record_kinds(),
        purpose="compare",
    )
    if path:
        compare_with_file(window, path)


def compare_with_file(
    window: Window, path: str, desk: Desk | None = None
) -> ComparisonDialog | None:
    """Show how a file differs from the document of a desk, by default the current one.

    Returns the dialog, None if the file can't be read.
    """
    desk = desk or window.desk
    if desk is None or not all_found(desk.session, window):
        return None
    name = readable(os.path.basename(path))
    try:
        theirs = load_file(path, window.workspace.files)
    except Unreadable as error:
        window.tell(message("{file} can't be opened. {why}", file=name, why=error.reason))
        return None
    except OSError as error:
        why = error_words(error)
        window.tell(message("{file} can't be opened: {why}.", file=name, why=why))
        return None
    from viewer.ui.dialogs.comparison_dialog import ComparisonDialog  # deferred

    dialog = ComparisonDialog(desk.session, name, theirs, desk.stage)
    dialog.show()
    return dialog


class DiskController(QObject):
    """Reports what other programs did to the open files, and reads changed ones again.

    A file without unsaved edits is read again at once; otherwise the user is asked. Disks are only
    touched by the watcher's thread.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._watcher = FileWatcher(window.workspace.files)
        journals = window.store.journals or journal_folder()
        self._presence = Presence(os.path.join(os.path.dirname(journals), "open"))
        self._own = 0  # edits of files by Qipu itself that are running
        self._told: dict[
            str, tuple[Stamp | None, FileReport]
        ] = {}  # by path; they are reported on and on
        self._timer = QTimer(self, interval=_EVERY)
        self._timer.timeout.connect(self.look)
        self.destroyed.connect(self._watcher.close)

    def start(self) -> None:
        """Start watching the open files."""
        self._timer.start()
        self.look()

    def close(self) -> None:
        """Stop watching."""
        self._timer.stop()
        self._watcher.close()
        self._presence.close()

    def begin_own(self) -> None:
        """Qipu itself begins to write files that may be open: until `end_own` that is told of none."""
        self._own += 1

    def end_own(self) -> None:
        """It has ended: what is open is read again."""
        self.look_now()
        self._own -= 1

    def look_now(self) -> None:
        """Check all files now, as when the window is activated."""
        self.look()
        self._watcher.look(_AT_ONCE)
        self.look()

    def look(self) -> None:
        """Act on the watcher's reports."""
        desks = {desk.session.document.path: desk for desk in self._window.tabs.desks()}
        for report in self._watcher.take():
            desk = desks.get(report.path)
            if desk is not None:
                self._follow(desk, report)
        stamps = {
            path: desk.session.document.stamp for path, desk in desks.items() if path is not None
        }
        self._watcher.watch({path: stamp for path, stamp in stamps.items() if stamp is not None})
        for path in self._presence.hold(stamps):
            document = desks[path].session.document
            words = message(
                "{file} is open in another window of Qipu too; what one of them saves, the other reads.",
                file=file_title(document),
            )
            self._window.notice.tell(words, about=about_disk(path), of=document)

    def _saving(self, document: Document) -> bool:
        """Whether the document is being saved, so that the change of the file is Qipu's own."""
        return any(task.vital for task in self._window.tasks.of(document))

    def _follow(self, desk: Desk, report: FileReport) -> None:
        document, notice = desk.session.document, self._window.notice
        file, about = file_title(document), about_disk(report.path)
        if self._saving(document):
            return
        if report.silent:
            words = message(
                "The disk or network of {file} doesn't answer. What is open here stays.",
                file=file,
            )
            notice.tell(words, about=about, of=document)
            return
        told, now = self._told.get(report.path), (document.stamp, report)
        self._told[report.path] = now
        if told == now and (report.snapshot is None or not self._untouched(desk)):
            return  # it stands there still, or was put away by hand
        notice.put_away(about)
        if not document.changed_by(report.snapshot):
            return
        if report.moved_to:
            words = message(
                "{file} is called {name} now.", file=file, name=os.path.basename(report.moved_to)
            )
            follow = partial(self._rename, document, report.moved_to)
            notice.tell(words, (message("Go on with that file"), follow), about=about, of=document)
        elif report.snapshot is None:
            words = message("{file} was deleted; its content is still here.", file=file)
            save = (message("Save as…"), self._window.saver.save_as)
            notice.tell(words, save, about=about, of=document)
        elif self._untouched(desk):
            self._read_again(desk)
        elif not notice.tells(about_recovered(document, changed=True)):  # which offers as much
            words = message("{file} was changed by another program.", file=file)
            actions: list[tuple[Message, Callable[[], object]]] = [
                (message("Compare"), partial(self._compare, report.path, desk)),
                (message("Read it again"), partial(self._window.files.reload, document)),
            ]
            if document.modified:
                actions.append((message("Save as…"), self._window.saver.save_as))
            notice.tell(words, *actions, about=about, of=document)

    def _compare(self, path: str, desk: Desk) -> None:
        compare_with_file(self._window, path, desk)

    def _untouched(self, desk: Desk) -> bool:
        """Whether nothing would be lost or interrupted if the file were read again."""
        session = desk.session
        unsaved = session.document.modified or session.holding or desk.unfinished
        return not (unsaved or desk.editing)

    def _read_again(self, desk: Desk) -> None:
        """Read the file again, and stay at the same game and move if they are still there."""
        session = desk.session
        headers, stand = session.record.headers, session.cursor.stand()
        if not self._window.files.reload(session.document):
            return
        document = session.document
        if session.record.headers != headers:
            for index in range(min(len(document), _SOME)):
                if document.headers(index) == headers:
                    session.resume(document.keys()[index], stand)
                    break
        if self._own:
            return
        file = file_title(document)
        words = message("{file} was changed by another program and has been read again.", file=file)
        self._window.notice.tell(words, about=about_disk(document.path), of=document)

    def _rename(self, document: Document, path: str) -> None:
        document.moved(path)
        self._window.store.opened(path)
        self._window.document_saved()
