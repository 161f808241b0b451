"""The end of a window, asked for by the user or by the system, and what it leaves to the next one."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager
from PySide6.QtWidgets import QDialog

from viewer.base.messages import counted, message
from viewer.document.beginning import has_unsaved
from viewer.document.kept_session import KeptSession
from viewer.ui.toolkit.style import keep_size

if TYPE_CHECKING:
    from viewer.ui.window.session_keeper import SessionKeeper
    from viewer.ui.window.window import Window


class Leaving:
    """Closes a window in order: asks what has to be asked, and loses nothing.

    Attributes:
        keeper: keeps the tabs for the next start; None where they aren't kept.
    """

    def __init__(self, window: Window, stop: Callable[[], None]) -> None:
        """`stop` ends what the window's controllers do beside its events."""
        self._window, self._stop = window, stop
        self.keeper: SessionKeeper | None = None
        self._hurried = False  # the system ends the program: nobody may be there to answer
        self._left: KeptSession | None = None

    def keep_with(self, keeper: SessionKeeper) -> None:
        """Have the tabs kept for the next start."""
        self.keeper = keeper
        unsaved = self._window.unsaved
        unsaved.kept, unsaved.orderly = keeper.has, keeper.orderly

    def start(self) -> None:
        """The board stands: follow the system's requests to quit."""
        if self.keeper is not None:
            self.keeper.start(self.quit, self.rest)

    def changed(self) -> None:
        """What is kept for the next start may have changed."""
        if self.keeper is not None:
            self.keeper.changed()

    def quit(self) -> None:
        """Close the window and quit, whatever dialog is open, without a question if all is kept."""
        if self._close_hurriedly():
            QCoreApplication.exit(0)

    def give_way(self) -> KeptSession | None:
        """Close the window for another with the same tabs, and return them.

        None if it has to stay: something isn't finished, or can't be kept.
        """
        self._window.finish()
        for dialog in self._window.findChildren(QDialog):
            dialog.reject()
        return self._left if self._close_hurriedly() else None

    def _close_hurriedly(self) -> bool:
        self._hurried = True
        try:
            return self._window.close()
        finally:
            self._hurried = False

    def rest(self) -> bool:
        """Have all that isn't saved on the disk; returns whether it is."""
        for desk in self._window.every_desk():
            desk.session.flush()
        return self._window.unsaved.keep()

    def _keeps_unsaved(self) -> bool:
        """Whether all that isn't saved is on the disk and will be there at the next start."""
        wanted = self._hurried or (self.keeper is not None and self.keeper.wanted)
        return wanted and self._window.unsaved.keep()

    def _tells_of_kept(self, kept: bool) -> bool:
        """Say that unsaved changes are `kept`, if there are any; returns whether to go on quitting."""
        window = self._window
        documents = [one for one in window.workspace.documents if has_unsaved(one)]
        if not (kept and documents and window.settings["tell-kept"]):
            return True
        answer = window.questions.ask(
            counted(
                "The unsaved changes of {count} file are kept.",
                "The unsaved changes of {count} files are kept.",
                len(documents),
            ),
            message(
                "They are there again at the next start. "
                "On the disk the files stay as they were last saved."
            ),
            {
                "quit": message("Quit"),
                "silently": message("Quit, and don't say this again"),
                "stay": message("Stay"),
            },
            safe="quit",
        )
        if answer == "silently":
            window.settings.set("tell-kept", False)
        return answer != "stay"

    def end(self) -> bool:
        """The window is being closed; returns whether it may be."""
        window = self._window
        kept = window.tabs.may_leave_all(self._keeps_unsaved, self._hurried)
        if kept is None or not (self._hurried or self._tells_of_kept(kept)):
            return False
        window.tabs.leave_all()
        self._stop()
        keep_size(window, window.settings)
        window.store.save()
        if not kept:
            window.unsaved.end(keep=False)
        if self.keeper is not None:
            self._left = self.keeper.now()
            self.keeper.end()
            self.keeper = None
        window.unsaved.end(keep=True)
        return True


_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP")


class QuitRequests(QObject):
    """Calls a function when the system asks the program to end.

    The second signal of a kind ends the process at once, as it does without Qipu.
    """

    def __init__(
        self, leave: Callable[[], object], rest: Callable[[], object], parent: QObject
    ) -> None:
        """`leave` quits; `rest` has all on the disk, since the desktop may end the process right after."""
        super().__init__(parent)
        self._leave, self._rest = leave, rest
        self._before: dict[int, Any] = {}
        self._pipe: tuple[int, int] | None = None
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.commitDataRequest.connect(self._commit)
        if os.name == "posix":  # elsewhere programs are ended by their windows
            self._listen()

    def _listen(self) -> None:
        self._pipe = reading, writing = os.pipe()
        for fd in self._pipe:
            os.set_blocking(fd, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for name in _SIGNALS:
            number = getattr(signal, name)
            self._before[number] = signal.signal(number, _noticed)
        self._notifier = QSocketNotifier(reading, QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._came)

    def _came(self) -> None:
        if self._pipe is None:
            return
        numbers = os.read(self._pipe[0], 64)
        for number in numbers:
            if number in self._before:
                signal.signal(number, signal.SIG_DFL)
        if any(number in self._before for number in numbers):
            self._leave()

    def _commit(self, manager: QSessionManager) -> None:
        self._rest()

    def close(self) -> None:
        """Leave signals to those who had them before."""
        if self._pipe is None:
            return
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        for fd in self._pipe:
            os.close(fd)
        self._pipe = None


def _noticed(number: int, frame: object) -> None:
    """A signal came; Python has written its number to the pipe."""
