"""The card that shows notices, one at a time, over a corner of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QGraphicsDropShadowEffect,
    QHBoxLayout,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from viewer.base.catalogs import tr
from viewer.base.messages import counted, message
from viewer.paint.icons import icon
from viewer.ui.toolkit.layouts import FlowLayout, LongLabel
from viewer.ui.toolkit.notice import Notice
from viewer.ui.toolkit.plain import literal, set_tip
from viewer.ui.toolkit.style import theme_in_use

_OFF = 10  # pixels between the card and the edges of what it lies over
_WIDEST = 520
_LINES = 8  # of a sentence, at most
_LOW = 100  # pixels of height below which there is room for a line only, as wide as the window
_MOVES = frozenset((QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide))


class _Sentence(LongLabel):
    """A sentence in a size that fits; the tooltip has what is too long."""

    def fit(self, width: int, lines: int = _LINES) -> None:
        """Take the size of the text in a width, in pixels, of so many lines at most."""
        layout = self.lines_in(width)
        ends = [layout.lineAt(at) for at in range(layout.lineCount())]
        wide = ceil(max((line.naturalTextWidth() for line in ends), default=0.0)) + 1
        high = ceil(sum(line.height() for line in ends[:lines]))
        set_tip(self, self.text() if len(ends) > lines else "")
        self.setFixedSize(min(wide, width), high)


class NoticeCard(QFrame):
    """Shows one of some notices; "2 more" goes on to the others.

    Signals:
        closed: the user closed a notice, by its cross, Escape, or one of its buttons: a `Notice`.
    """

    closed = Signal(object)

    def __init__(self, over: QWidget, panel: Callable[[], QWidget | None]) -> None:
        """It lies over `panel()` in `over`, or over its corner where that isn't seen."""
        super().__init__(over)
        self.setObjectName("notice")
        self._over = over
        self._notices: list[Notice] = []
        self._shown: Notice | None = None
        self._panel = panel
        self._watched: QWidget | None = None
        self._sentence = _Sentence("")
        self._row = QWidget()
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(14)
        shadow.setOffset(0, 3)
        shadow.setColor(QColor(0, 0, 0, 60))
        self.setGraphicsEffect(shadow)
        self._whole = QHBoxLayout(self)
        self._whole.setContentsMargins(14, 8, 8, 8)
        self._whole.setSpacing(6)
        self._whole.addWidget(self._row)
        self._cross = QToolButton()
        self._cross.setIconSize(QSize(12, 12))
        self._cross.setAccessibleName(tr(message("Close")))
        set_tip(self._cross, tr(message("Close")))
        self._cross.clicked.connect(self.close_shown)
        self._whole.addWidget(self._cross, 0, Qt.AlignmentFlag.AlignTop)
        over.installEventFilter(self)
        self.hide()

    @property
    def sentence(self) -> str:
        """What is said now."""
        return "" if self._shown is None else self._shown.sentence

    def show_notices(self, notices: Sequence[Notice], first: Notice | None) -> None:
        """Show one of some notices: `first`, else the one that is shown, else the last."""
        self._notices = list(notices)
        shown = next((one for one in (first, self._shown) if one in self._notices), None)
        self._show(shown or next(reversed(self._notices), None))

    def show_next(self) -> None:
        """Show another notice, the one told before it."""
        assert self._shown is not None
        self._show(self._notices[self._notices.index(self._shown) - 1])
        self._more.setFocus()

    def close_shown(self) -> None:
        """Close the notice that is shown."""
        self.closed.emit(self._shown)

    def _show(self, notice: Notice | None) -> None:
        self._shown = notice
        self._fill()
        self.setVisible(notice is not None)

    def _fill(self) -> None:
        """Show sentence and buttons of the notice."""
        old, self._row = self._row, QWidget()
        self._whole.replaceWidget(old, self._row)
        old.setParent(None)
        old.deleteLater()
        notice = self._shown
        if notice is None:
            return
        self._show_cross()
        self.setAccessibleName(notice.sentence)
        flow = FlowLayout(self._row, gap=8)
        self._sentence = _Sentence(notice.sentence)
        flow.addWidget(self._sentence)
        for name, act in notice.actions:
            button = QPushButton(literal(tr(name)))
            button.clicked.connect(partial(self._act, act))
            flow.addWidget(button)
        self._more = QPushButton()
        self._more.setProperty("more", True)
        self._more.clicked.connect(self.show_next)
        others = len(self._notices) - 1
        self._more.setText(tr(counted("{count} more", "{count} more", others)))
        flow.addWidget(self._more)
        self._more.setVisible(others > 0)
        self._cross.setFixedHeight(self._more.sizeHint().height())  # beside the first line
        self._place()

    def _act(self, act: Callable[[], object], _: bool = False) -> None:
        self.closed.emit(self._shown)
        act()

    # ------------------------------------------------------------------------------ its place

    def _place(self) -> None:
        """Lie over the panel's corner at the top right, or over that of the whole."""
        over, panel = self._over, self._panel()
        if panel is not self._watched:
            if self._watched is not None and isValid(self._watched):  # its tab may be closed
                self._watched.removeEventFilter(self)
            if panel is not None:
                panel.installEventFilter(self)
            self._watched = panel
        room = over.rect()
        if panel is not None and panel.isVisibleTo(over):
            room = QRect(panel.mapTo(over, panel.rect().topLeft()), panel.size())
        low = room.height() < _LOW
        if low:
            room.setX(0)
            room.setRight(over.width() - 1)
        margins, flow = self._whole.contentsMargins(), self._row.layout()
        if not isinstance(flow, FlowLayout):
            return
        beside = margins.left() + margins.right() + self._whole.spacing()
        beside += self._cross.sizeHint().width() + 2 * self.frameWidth()
        most = max(120, min(room.width() if low else _WIDEST, room.width() - 2 * _OFF) - beside)
        self._sentence.fit(most)
        if low:
            buttons = flow.whole_width() - self._sentence.width()
            self._sentence.fit(max(60, most - buttons), 1)
        wide = min(most, flow.whole_width())
        high = max(flow.heightForWidth(wide), self._cross.sizeHint().height())
        self._row.setFixedSize(wide, high)
        size = QSize(wide + beside, high + margins.top() + margins.bottom() + 2 * self.frameWidth())
        self.resize(size)
        top = room.bottom() + 1 - size.height() if low else room.top() + _OFF
        left = max(0, room.right() + 1 - _OFF - size.width())
        place = QRect(QPoint(left, top), size)
        if panel is not None and not low:
            place = self._off_list(panel, self._below_tabs(panel, place, room))
        self.move(place.topLeft())
        self.raise_()

    def _below_tabs(self, panel: QWidget, place: QRect, room: QRect) -> QRect:
        """Where the card hides no tabs of the panel, if there is room below them; else where it is."""
        bars = [bar for bar in panel.findChildren(QTabBar) if bar.isVisibleTo(self._over)]
        for tabs in sorted(
            (QRect(bar.mapTo(self._over, QPoint()), bar.size()) for bar in bars), key=QRect.top
        ):
            below = place.translated(0, tabs.bottom() + 1 + _OFF - place.top())
            if tabs.intersects(place) and below.bottom() <= room.bottom():
                place = below
        return place

    def _off_list(self, panel: QWidget, place: QRect) -> QRect:
        """At the foot of a list that would lose its head or the line above: its end can be scrolled."""
        for rows in panel.findChildren(QAbstractItemView):
            area = QRect(rows.mapTo(self._over, QPoint()), rows.size())
            near = place.adjusted(0, 0, 0, place.height())
            foot = area.bottom() - _OFF - place.bottom()
            if rows.isVisibleTo(self._over) and near.intersects(area) and foot > 0:
                return place.translated(0, foot)
        return place

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES and self._shown is not None:
            self._place()
        return False

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._place()
        elif event.type() == QEvent.Type.PaletteChange and self._shown is not None:
            self._show_cross()

    def _show_cross(self) -> None:
        self._cross.setIcon(icon("close", theme_in_use()["muted"], 12))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_shown()
        else:
            super().keyPressEvent(event)
