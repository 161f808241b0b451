"""A list of entries that the user adds, copies, removes and orders, with the buttons to do so."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.paint.icons import icon
from viewer.paint.painter import saved
from viewer.ui.toolkit.plain import literal
from viewer.ui.toolkit.style import theme_in_use

_WIDTH = 232
_AIR, _SIDE = 5, 10
_DETAIL = Qt.ItemDataRole.UserRole
_BAD = Qt.ItemDataRole.UserRole + 1


class Entry(NamedTuple):
    """One entry of the list.

    Attributes:
        name: its first line.
        detail: its second line, smaller.
        bad: whether the second line says what is wrong with it.
    """

    name: str
    detail: str = ""
    bad: bool = False


class Offer(NamedTuple):
    """Something that can be added: its name in the menu of the button, and what adds it."""

    name: Message
    add: Callable[[], object]


class _EntryDelegate(QStyledItemDelegate):
    """Paints an entry on two lines."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, 2 * option.fontMetrics.height() + 2 * _AIR)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        theme = theme_in_use()
        box = QRect(option.rect)
        chosen = self._view.currentIndex() == index
        box = box.adjusted(_SIDE, _AIR, -_SIDE, -_AIR)
        box.setHeight(box.height() // 2)
        lines = (
            (str(index.data()), "ink"),
            (str(index.data(_DETAIL)), "bad" if index.data(_BAD) else "muted"),
        )
        with saved(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if chosen:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(theme["chip"]))
                painter.drawRoundedRect(QRect(option.rect).adjusted(2, 1, -2, -1), 5, 5)
            for text, token in lines:
                painter.setPen(QColor(theme[token]))
                right = Qt.TextElideMode.ElideRight
                shown = option.fontMetrics.elidedText(text, right, box.width())
                painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter), shown)
                box.translate(0, box.height())


class EntryList(QWidget):
    """The list with its buttons.

    Signals:
        chosen: another entry is current: its index, -1 for none.
        removed: the user asks to remove the current entry.
        moved: the user asks to move the current entry by so many rows.

    Attributes:
        rows: the view.
        offers: what can be added now; called when the menu opens.
    """

    chosen = Signal(int)
    removed = Signal()
    moved = Signal(int)

    def __init__(
        self, name: Message, offers: Callable[[], Sequence[Offer]], parent: QWidget | None = None
    ) -> None:
        """`name` names the list to screen readers."""
        super().__init__(parent)
        self.offers = offers
        self.rows = QListWidget()
        self.rows.setAccessibleName(tr(name))
        self.rows.setItemDelegate(_EntryDelegate(self.rows))
        self.rows.setFixedWidth(_WIDTH)
        self.rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.rows.currentRowChanged.connect(self.chosen)
        self._add = QPushButton(tr(message("Add…")))
        self._add.setAutoDefault(False)
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self._add.setMenu(self._menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.rows, 1)
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self._add)
        self._actions = [
            self._action(words, key, act)
            for words, key, act in (
                (message("Up"), "Alt+Up", lambda: self.moved.emit(-1)),
                (message("Down"), "Alt+Down", lambda: self.moved.emit(1)),
                (message("Remove"), "Del", self.removed.emit),
            )
        ]
        line.addStretch(1)
        self._show_icons()
        for action in self._actions:
            button = QToolButton()
            button.setDefaultAction(action)
            line.addWidget(button)
        column.addLayout(line)
        self.rows.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.rows.addActions(self._actions)
        self._look()
        self.rows.currentRowChanged.connect(self._look)

    def _action(self, words: Message, key: str, act: Callable[[], object]) -> QAction:
        action = QAction(tr(words), self)
        if key:
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: act())
        return action

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_icons()

    def _show_icons(self) -> None:
        theme = theme_in_use()
        for action, sign in zip(self._actions, ("up", "down", "trash"), strict=True):
            action.setIcon(icon(sign, theme["ink"], 16, theme["hairline"]))

    def _fill(self) -> None:
        self._menu.clear()
        for offer in self.offers():
            action = self._menu.addAction(literal(tr(offer.name)))
            action.triggered.connect(lambda _=False, add=offer.add: add())

    def _look(self) -> None:
        row, count = self.row, self.rows.count()
        up, down, remove = self._actions
        for action, possible in (
            (up, row > 0),
            (down, 0 <= row < count - 1),
            (remove, row >= 0),
        ):
            action.setEnabled(possible)

    @property
    def row(self) -> int:
        """The index of the current entry, -1 for none."""
        return self.rows.currentRow()

    def show_entries(self, entries: Sequence[Entry], row: int) -> None:
        """Show entries, with a current one; `chosen` is sent if that is another than before."""
        same = self.rows.count() == len(entries)
        self.rows.blockSignals(True)
        if not same:
            self.rows.clear()
            for _ in entries:
                self.rows.addItem(QListWidgetItem())
        for number, entry in enumerate(entries):
            item = self.rows.item(number)
            item.setText(entry.name)
            item.setData(_DETAIL, entry.detail)
            item.setData(_BAD, entry.bad)
        self.rows.setCurrentRow(row)
        self.rows.blockSignals(False)
        self._look()
