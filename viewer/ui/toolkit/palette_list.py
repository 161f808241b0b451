"""An input line over a list of rows: the palettes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPainter
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from viewer.base.named import NamedTuple
from viewer.paint.painter import saved
from viewer.ui.toolkit.focus import announce
from viewer.ui.toolkit.palette_frame import PaletteFrame
from viewer.ui.toolkit.style import theme_in_use

_ROWS = 14  # that are seen at once, where the window is high enough
_LEAST = 3
_AROUND = 150  # px of the window that the list leaves to the line, a hint and the edges
_HEIGHT = 24  # px of a row at least
_AIR = 8
_SIGN_AIR = 28
_SIGN, _WORDS, _MORE = range(3)


class PaletteRow(NamedTuple):
    """One row of the list.

    Attributes:
        words: its text.
        act: called when it is chosen; None for a heading, or a row that can't be chosen.
        more: muted text at its end: keys, a value, "set".
        sign: a short text in front of it, in the notation font.
        holds: whether it is in force now; its text is bold then.
    """

    words: str
    act: Callable[[], object] | None = None
    more: str = ""
    sign: str = ""
    holds: bool = False


class _WordsDelegate(QStyledItemDelegate):
    """Lets words reach to the end of a row where nothing else stands there."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        words, more = (index.sibling(index.row(), column) for column in (_WORDS, _MORE))
        if more.data():
            super().paint(painter, option, index)
            return
        view = self.parent()
        assert isinstance(view, QTreeView)
        with saved(painter):  # each cell paints its part: only one of them may be asked to
            painter.setClipRect(option.rect, Qt.ClipOperation.IntersectClip)
            option.rect = view.visualRect(words).united(view.visualRect(more))
            super().paint(painter, option, words)


class PaletteList(PaletteFrame):
    """An input line with a list below it; subclasses say which rows a text finds.

    A click carries out a row, as Enter does.

    Attributes:
        rows: the rows shown.
        list: the view.
        stays: whether Ctrl keeps it open after a choice.
        icon: shown in front of every row that can be chosen.
    """

    stays = False
    icon: QIcon | None = None

    def __init__(self, over: QWidget, hint: str, name: str, listed: str) -> None:
        """`hint` is the placeholder; `name` and `listed` name line and list to screen readers."""
        super().__init__(over, hint, name)
        self.rows: list[PaletteRow] = []
        self._heard = ""
        self.list = QTreeWidget()
        self.list.setAccessibleName(listed)
        self.list.setColumnCount(3)
        for column in (_WORDS, _MORE):
            self.list.setItemDelegateForColumn(column, _WordsDelegate(self.list))
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(0)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(_SIGN, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(_WORDS, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(_MORE, QHeaderView.ResizeMode.ResizeToContents)
        header.resizeSection(_SIGN, 4 * self.fontMetrics().averageCharWidth() + _SIGN_AIR)
        self.list.setStyleSheet("QTreeView::item { border-radius: 0 }")  # cells beside one another
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.itemClicked.connect(lambda _: self.do(_control()))
        self.column.addWidget(self.list)

    def found(self, text: str) -> Iterable[PaletteRow]:
        """The rows for the typed text."""
        raise NotImplementedError

    def look_for(self, text: str) -> None:
        """Show the matches."""
        self.list.clear()
        self.rows.clear()
        self.add(self.found(text))

    def add(self, rows: Iterable[PaletteRow]) -> None:
        """Append rows."""
        new = list(rows)
        self.rows += new
        self.list.addTopLevelItems([self._item(row) for row in new])
        self.list.setColumnHidden(_SIGN, not any(row.sign for row in self.rows))
        if self.list.currentItem() is None:
            self.step(0)
        high = max(_HEIGHT, self.list.sizeHintForRow(0))
        room = max(_LEAST, (self._over.height() - _AROUND) // high)
        shown = min(len(self.rows), _ROWS, room)
        self.list.setVisible(shown > 0)
        self.list.setFixedHeight(shown * high + 4)
        self.adjustSize()

    def _item(self, row: PaletteRow) -> QTreeWidgetItem:
        item = QTreeWidgetItem([row.sign, row.words, row.more])
        item.setSizeHint(_WORDS, QSize(0, max(_HEIGHT, self.fontMetrics().height() + _AIR)))
        if row.act is None:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        elif self.icon is not None:
            item.setIcon(_WORDS, self.icon)
        if row.more:
            item.setForeground(_MORE, QColor(theme_in_use()["muted"]))
        if row.sign:
            item.setTextAlignment(_SIGN, Qt.AlignmentFlag.AlignCenter)
            item.setFont(_SIGN, QFont([*self.font().families(), "Qipu Notation"]))
        if row.holds:
            bold = self.font()
            bold.setBold(True)
            item.setFont(_WORDS, bold)
        return item

    def step(self, step: int) -> None:
        """Select the next row down (or up) that can be chosen; 0 the first from the current one on."""
        count = len(self.rows)
        now = self.list.currentItem()
        at = (self.list.indexOfTopLevelItem(now) if now is not None else 0) + step
        for _ in range(count):
            if self.rows[at % count].act is not None:
                self.choose(at % count)
                return
            at += step or 1

    def choose(self, row: int) -> None:
        """Select a row."""
        item = self.list.topLevelItem(row)
        if item is not None:
            self.list.setCurrentItem(item)
            self._say_row(self.rows[row])

    def _say_row(self, row: PaletteRow) -> None:
        """Have a screen reader say the selected row, once: the line keeps the focus."""
        said = ", ".join(part for part in (row.sign, row.words, row.more) if part)
        if said != self._heard:
            self._heard = said
            announce(self.list, said)

    def do(self, stay: bool) -> None:
        """Carry out the selected row."""
        item = self.list.currentItem()
        act = None if item is None else self.rows[self.list.indexOfTopLevelItem(item)].act
        if act is None:
            return
        if not (stay and self.stays):
            self.go_away()
        act()


def _control() -> bool:
    return bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
