"""Signals of the system and the end of a desktop session, which end the program in order."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier
from PySide6.QtGui import QGuiApplication, QSessionManager

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
