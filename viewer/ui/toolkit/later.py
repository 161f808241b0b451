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
