"""The one place where uncaught exceptions are handled ("the door"), and how widgets report them.

Qt can't propagate exceptions: what a slot, event filter, model or paint event raises is passed
to `sys.excepthook`. There the window's door tells what happened and offers a report, and the
program goes on. A widget that raises while painting says so in its own area, and its painter is ended:
an active painter at the end of a paint event would crash the program.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from time import monotonic
from types import FunctionType, TracebackType
from typing import TYPE_CHECKING, Any

import PySide6
from PySide6.QtCore import QModelIndex, QRect, QSize, Qt, qVersion
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from shiboken6 import Shiboken

from viewer import __version__
from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.mistakes import place, reason
from viewer.base.mistakes import report as report_of
from viewer.paint.painter import painter_on, saved

if TYPE_CHECKING:
    from PySide6.QtGui import QAccessible

_AGAIN = 10.0  # seconds after which the same mistake is told again
_AIR = 4  # px
_OURS = "viewer."


def tell(error: BaseException) -> None:
    """Report an exception at the door."""
    sys.excepthook(type(error), error, error.__traceback__)


@contextmanager
def going_on() -> Iterator[None]:
    """A block whose exceptions are reported at the door; the caller goes on."""
    try:
        yield
    except Exception as error:
        tell(error)


def copy_report(error: BaseException) -> None:
    """Put a report of an exception on the clipboard: versions and lines of the program only."""
    from viewer.base.addresses import to_hand_in  # deferred

    QGuiApplication.clipboard().setText(to_hand_in(_report(error)))


def versions() -> tuple[str, ...]:
    """The versions of Qipu and Qt."""
    return (f"Qipu {__version__}", f"PySide6 {PySide6.__version__}", f"Qt {qVersion()}")


def _report(error: BaseException) -> str:
    return report_of(error, *versions())


class Door:
    """Reports exceptions; to be set as `sys.excepthook`.

    `notice` shows a sentence with buttons, each a name and a function; `note` writes a report down.
    """

    def __init__(
        self, notice: Callable[..., object], note: Callable[[str], object] | None = None
    ) -> None:
        self._notice, self._note = notice, note
        self._told: dict[tuple[type, str], float] = {}

    def __call__(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, Exception):
            sys.__excepthook__(kind, error, trace)
            return
        # What is painted again and again fails again and again, and isn't to be told so often.
        what, now = (kind, place(error)), monotonic()
        before = self._told.get(what)
        self._told[what] = now
        if before is not None and now - before < _AGAIN:
            return
        report = _report(error)
        print(report, file=sys.stderr)
        if self._note is not None:
            self._note(report)
        try:
            self._notice(
                message("Qipu made a mistake ({why}). The rest goes on.", why=reason(error)),
                (message("Copy a report"), lambda: copy_report(error)),
            )
        except Exception:  # the window is gone, or can't say it: what happened is printed above
            sys.__excepthook__(*sys.exc_info())


# ------------------------------------------------------------------------------ by construction


def guard_classes() -> None:
    """Guard every method that Qt calls, in classes created from now on, so that no exception leaves it.

    PySide carries such an exception through Qt to the next Python method that runs, which fails in
    turn, and loses references on the way: after a few of them the program ends with signal 11.
    """
    hook: Any = classmethod(_guard)
    Shiboken.Object.__init_subclass__ = hook  # type: ignore[method-assign]  # a hook for subclasses


def _guard(cls: type, /, **words: Any) -> None:
    super(Shiboken.Object, cls).__init_subclass__(**words)  # type: ignore[misc]  # cls is below it
    if not cls.__module__.startswith(_OURS):
        return
    theirs = [vars(base) for base in cls.__mro__ if base.__module__.startswith("PySide6")]
    for name, method in list(vars(cls).items()):
        plain = isinstance(method, FunctionType) and not name.startswith("__")
        if plain and any(name in base for base in theirs):
            setattr(cls, name, _GUARDS.get(name, _guarded)(method))


def _guarded(method: FunctionType) -> Callable[..., Any]:
    """A method that reports what it raises and returns an empty value to Qt."""
    nothing = NOTHING.get(method.__annotations__.get("return", ""))

    @wraps(method)
    def called(*given: Any, **named: Any) -> Any:
        try:
            return method(*given, **named)
        except Exception as error:
            tell(error)
            return None if nothing is None else nothing()

    return called


def _accessible() -> type[QAccessible]:
    from PySide6.QtGui import QAccessible  # deferred: it has nine enumerations to make

    return QAccessible


NOTHING: dict[str, Callable[[], object] | None] = {
    "bool": bool,
    "int": int,
    "str": str,
    "list[str]": list,
    "QColor": QColor,
    "QModelIndex": QModelIndex,
    "QRect": QRect,
    "QSize": QSize,
    "QAccessible.Role": lambda: _accessible().Role.NoRole,
    "QAccessible.State": lambda: _accessible().State(),
    "Qt.DropAction": lambda: Qt.DropAction.IgnoreAction,
    "Qt.ItemFlag": lambda: Qt.ItemFlag.NoItemFlags,
    **dict.fromkeys(("None", "object", "Any", "QWidget", "QMimeData"), None),
    **dict.fromkeys(("QAccessibleInterface", "QLayoutItem | None", "str | None"), None),
}
"""What a method that failed answers, by the name of what it should have given; None for no object."""


# -------------------------------------------------------------------------------------- painting


def _guarded_paint_event(method: FunctionType) -> Callable[..., None]:
    """A paintEvent that shows a sentence in the widget if it raises."""

    @wraps(method)
    def painted(self: QWidget, event: QPaintEvent) -> None:
        try:
            method(self, event)
        except Exception as error:
            surface = self.viewport() if isinstance(self, QAbstractScrollArea) else self
            with painter_on(surface) as painter:
                painter.fillRect(surface.rect(), self.palette().window())
                _write_why(painter, surface.rect(), self, error)
            tell(error)

    return painted


def _guarded_row(method: FunctionType) -> Callable[..., None]:
    """A delegate's paint or a view's drawRow that shows a sentence in the row if it raises.

    The painter's state is restored.
    """

    @wraps(method)
    def painted(self: Any, painter: QPainter, option: Any, index: Any) -> None:
        try:
            with saved(painter):
                method(self, painter, option, index)
        except Exception as error:
            with saved(painter):
                _write_why(painter, option.rect, option.widget, error)
            tell(error)

    return painted


_GUARDS: dict[str, Callable[[FunctionType], Callable[..., Any]]] = {
    "paintEvent": _guarded_paint_event,
    "paint": _guarded_row,
    "drawRow": _guarded_row,
}


def _write_why(painter: QPainter, box: QRect, widget: QWidget, error: Exception) -> None:
    painter.setFont(widget.font())
    painter.setPen(widget.palette().windowText().color())
    words = tr(message("This can't be drawn: {why}", why=reason(error)))
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(box.adjusted(_AIR, 0, -_AIR, 0), int(flags), words)
