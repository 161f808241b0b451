"""Deferred calls, and parts that are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, QTimer

from viewer.base.loading import load_named

T = TypeVar("T")


class Late(Generic[T]):
    """An attribute whose class is loaded, and called with its owner, when it is first asked for.

    `name in vars(owner)` tells whether it has been.
    """

    def __init__(self, made_by: str) -> None:
        """`made_by`: the class, as "module:name"."""
        self._made_by = made_by

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, kind: type[Any] | None = None) -> T:
        made: T = load_named(self._made_by)(owner)
        vars(owner)[self._name] = made  # which is found before this from now on
        return made


class Rest(Generic[T]):
    """An attribute that its owner's `complete` makes, with others; asking for it completes the owner."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    def __get__(self, owner: Any, kind: type[Any] | None = None) -> T:
        owner.complete()
        try:
            made: T = vars(owner)[self._name]  # which is found before this from now on
        except KeyError:
            raise AttributeError(f"{self._name} isn't made yet") from None
        return made


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
