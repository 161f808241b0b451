"""Keeps what a window shows for the next start, and shows what was kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from viewer.base.late_writing import LateWriter
from viewer.base.messages import message
from viewer.base.running import Run
from viewer.base.system_errors import error_words
from viewer.document.kept_session import KeptSession, KeptTab, read_session, session_text
from viewer.ui.session.kept_tabs import kept_tab, path_to_keep
from viewer.ui.toolkit.door import going_on
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.other_tab import OtherTab
from viewer.ui.toolkit.style import keep_size
from viewer.ui.window.desk import Desk
from viewer.ui.window.leaving import QuitRequests

if TYPE_CHECKING:
    from viewer.ui.window.instance import Instance
    from viewer.ui.window.window import Window

_SOON = 500  # ms after a change
_PATIENCE = 3.0  # seconds that quitting waits for the disk
_MOST = 1 << 24  # bytes of the file


class SessionKeeper(QObject):
    """Writes the tabs of a window, its size and the settings soon after they change.

    Only the run that holds the lock keeps tabs: a second window neither shows nor writes them.
    """

    def __init__(self, window: Window, run: Run, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._run = window, run
        self._path = os.path.join(window.store.state, "session.json")
        self._writer = LateWriter(self._path, window.workspace.files)
        self._requests: QuitRequests | None = None
        self._instance: Instance | None = None
        self._told = False  # that it can't be written
        self._kept = KeptSession()
        self._timer = QTimer(self, singleShot=True, interval=_SOON)
        self._timer.timeout.connect(self.keep)

    @property
    def wanted(self) -> bool:
        """Whether this window's tabs are kept: the setting is on, and no other run keeps its own."""
        if self._kept.newer:
            return False
        return bool(self._window.settings["session"]) and self._run.alone

    # ----------------------------------------------------------------------------------- start

    def begin(self, paths: Sequence[str], tabs: KeptSession | None = None) -> None:
        """Open files in front of the last session's tabs, which stay unread; without files, its front tab.

        `tabs`: those of the window that this one follows, instead of the last session's.
        """
        window = self._window
        if tabs is not None or self.wanted:
            self._kept = self._read() if tabs is None else tabs
            window.tabs.add_unread(self._kept.tabs)
        self._open(paths)
        if window.desk is None and self._kept.tabs:
            window.tabs.turn_to_tab(self._kept.front)
        window.settings.listener = self.changed

    def _open(self, paths: Sequence[str]) -> None:
        """Open files; those with unsaved edits of the last session in their tabs."""
        window = self._window
        named: list[str] = []
        for path in paths:
            index = window.tabs.unsaved(path)
            if index is None:
                named.append(path)
            else:
                with going_on():
                    window.tabs.turn_to_tab(index)
        window.files.open_all(named)

    def hand(self, paths: Sequence[str]) -> None:
        """Open files that a later start, or the system, hands over, and bring the window to the front."""
        self._open(paths)
        whole = self._window
        whole.setWindowState(whole.windowState() & ~Qt.WindowState.WindowMinimized)
        whole.raise_()
        whole.activateWindow()
        QApplication.alert(whole)

    def _read(self) -> KeptSession:
        files = self._window.workspace.files
        try:
            fd = files.open_read(self._path)
            try:
                data = files.read_at(fd, _MOST, 0)
            finally:
                files.close(fd)
        except FileNotFoundError:
            return KeptSession()
        except OSError as error:
            why = error_words(error)
            words = message("What was open last time can't be read: {why}.", why=why)
            return KeptSession(problem=words)
        return read_session(data.decode("ascii", "replace"))

    def start(self, leave: Callable[[], object], rest: Callable[[], bool]) -> None:
        """The board stands: follow the system's requests to quit, and say what went wrong last time.

        `leave` quits; `rest` has all that isn't saved on the disk, and returns whether it is.
        """
        self._requests = QuitRequests(leave, partial(self._rest, rest), self)
        if self._run.alone:
            from viewer.ui.window.instance import Instance  # deferred

            self._instance = Instance(self._window.store.state, self.hand, self)
            if os.path.isdir(self._window.store.analyses):
                self._window.reviews.offer()
        self.changed()
        if self._kept.problem is not None:
            self._window.tell(self._kept.problem, of=EVERYWHERE)
        if self._run.before:
            copy = (message("Copy report"), self._copy_report)
            self._window.tell(message("Qipu ended unexpectedly last time."), copy, of=EVERYWHERE)

    def has(self, journal: str) -> bool:
        """Whether a journal is of a tab of the last session."""
        return any(journal in (tab.journal, *tab.journals) for tab in self._kept.tabs)

    @property
    def orderly(self) -> bool:
        """Whether the last run ended in order."""
        return not self._run.before

    def _copy_report(self) -> None:
        from viewer.base.addresses import to_hand_in  # deferred

        QGuiApplication.clipboard().setText(to_hand_in(self._run.before))

    # --------------------------------------------------------------------------------- keeping

    def changed(self) -> None:
        """Something that is kept may have changed; it is written soon."""
        if self._requests is not None and not self._timer.isActive():  # the board stands
            self._timer.start()

    def keep(self) -> None:
        """Write what changed since it was last written."""
        window = self._window
        keep_size(window, window.settings)
        window.store.save()
        if self._run.alone and not self._kept.newer:
            kept = self.now() if self.wanted else KeptSession()
            self._writer.write(session_text(kept).encode("ascii"))
        failed = self._writer.failed
        if failed is not None and not self._told:
            self._told = True
            why = error_words(failed)
            words = message("What is open can't be kept for the next start: {why}.", why=why)
            window.tell(words, of=EVERYWHERE)

    def now(self) -> KeptSession:
        """The tabs as they are now. Those that nothing would open again aren't among them."""
        tabs: list[KeptTab] = []
        front = -1
        others = {tab.path: tab.other for tab in self._kept.tabs}
        for index, tab in enumerate(self._window.tabs.tabs()):
            if isinstance(tab, Desk):
                path = path_to_keep(tab.session.document)
                journal, *others_of = map(self._window.unsaved.journal_of, tab.documents)
                kept = kept_tab(tab.session, journal, others_of)
                if kept is not None:
                    companion = self._companion(tab)
                    kept = kept._replace(companion=companion, other=others.get(path, {}))
            elif isinstance(tab, OtherTab):
                kept = tab.kept()
            else:
                kept = tab.tab
            if kept is not None:
                tabs.append(kept)
                if index <= self._window.tabs.front:
                    front = len(tabs) - 1
        return KeptSession(tuple(tabs), front, other=self._kept.other)

    def _companion(self, desk: Desk) -> KeptTab | None:
        """The record that stands beside that of a tab."""
        pair = self._window.tabs.pairs.of(desk)
        if pair is None:
            return None
        session = pair.companion.session
        return kept_tab(session, self._window.unsaved.journal_of(session.document))

    def _rest(self, rest: Callable[[], bool]) -> None:
        """The desktop session may end: have all on the disk, however the process ends then."""
        kept = rest()
        self.keep()
        if self._writer.finish(_PATIENCE) and kept:
            self._run.may_end()

    def end(self) -> None:
        """Write the last time, and end the run in order."""
        self._timer.stop()
        if self._requests is not None:
            self._requests.close()
        if self._instance is not None:
            self._instance.close()
        self._window.settings.listener = None
        self.keep()
        self._writer.finish(_PATIENCE)
        self._run.end()
