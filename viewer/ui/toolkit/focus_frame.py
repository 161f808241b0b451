"""A frame around the view that Tab led to: views show no focus by themselves, as fields and buttons do."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from viewer.paint.painter import painter_on
from viewer.ui.toolkit.style import theme_in_use

_SHOWING = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTabBar)
"""Widgets whose look in the style sheet, or whose cursor, shows the focus."""
_BY_KEY = Qt.WidgetAttribute.WA_KeyboardFocusChange
_WIDTH = 2


class FocusFrame(QWidget):
    """The frame, over all of a widget; it goes when the focus does."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over.installEventFilter(self)
        self.setGeometry(over.rect())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_use()
        with painter_on(self) as painter:
            # What is behind may be of any colour, as a board is: an edge sets the frame off.
            for token, inset in (("panel", 1.5 * _WIDTH), ("accent", 0.5 * _WIDTH)):
                painter.setPen(QPen(QColor(theme[token]), _WIDTH))
                painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))


class _Follower(QObject):
    """Shows the frame where the focus came by Tab."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._frame: FocusFrame | None = None

    def follow(self, old: QWidget | None, now: QWidget | None) -> None:
        """The focus went from one widget to another."""
        if self._frame is not None:
            self._frame.hide()
            self._frame.deleteLater()
            self._frame = None
        if now is None or not now.window().testAttribute(_BY_KEY):
            return
        now.window().setAttribute(_BY_KEY, False)  # Qt leaves it on, also when the mouse is used
        if not isinstance(now, _SHOWING):
            self._frame = FocusFrame(now)


@cache
def install() -> None:
    """Show the frame in all windows of the program from now on, once."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.focusChanged.connect(_Follower(application).follow)
