"""Deferred calls."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def later(owner: QObject, call: Callable[[], object], ms: int = 0) -> None:
    """Call a function once after `ms` milliseconds, unless its owner is deleted before.

    The timer is the owner's child and goes with it. `QTimer.singleShot` with a receiver makes one
    that nobody owns: it runs on after the receiver was deleted, until it is due.
    """
    timer = QTimer(owner, singleShot=True)
    timer.timeout.connect(call)
    timer.timeout.connect(timer.deleteLater)
    timer.start(ms)


class Due(QObject):
    """A call that is due after a pause; a later one takes its place.

    Attributes:
        call: what is due, None for nothing.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.call: Callable[[], object] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._time)

    def after(self, ms: int, call: Callable[[], object]) -> None:
        """Call a function after `ms` milliseconds, in place of what is due."""
        self.call = call
        self._timer.start(ms)

    def stop(self) -> None:
        """Call nothing."""
        self.call = None
        self._timer.stop()

    def _time(self) -> None:
        call, self.call = self.call, None
        if call is not None:
            call()
