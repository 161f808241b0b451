"""The tabs of the open files: those behind shrink, the one in front stays readable."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QStyle, QStyleOptionTab, QTabBar, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.widgets import leave_arrows_to_mouse

_MOST = 300  # pixels that a tab takes at most
_FRONT, _BEHIND = 220, 112
"""Pixels that the tab in front, and one behind it, keep at least where there are many."""
_MANY = 8  # tabs that are found without a list of them
_RIGHT = QTabBar.ButtonPosition.RightSide


class TabEnd(QWidget):
    """What stands at the end of a tab: the number of notices that wait there, and the cross.

    Attributes:
        cross: closes the tab.
        count: the number of notices.
    """

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self._badge = Label()
        self._badge.setObjectName("badge")
        self._badge.hide()
        self.cross = QToolButton()
        self.cross.setIconSize(QSize(12, 12))
        self.cross.setStyleSheet("padding: 2px")
        self.cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.cross.setAccessibleName(tr(message("Close")))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._badge)
        row.addWidget(self.cross)

    def show_count(self, count: int) -> None:
        """Show a number of notices, none for 0."""
        self.count = count
        self._badge.setText(str(count))
        set_tip(self._badge, tr(_notices(count)))
        self._badge.setVisible(count > 0)
        self.adjustSize()


class FileTabs(QTabBar):
    """A row of tabs. Names that don't fit lose their end.

    Attributes:
        list: the button for a list of them, seen while they are more than are easily found in a row;
            to be put behind them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("files")
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setUsesScrollButtons(True)
        self.setAccessibleName(tr(message("Open files")))
        leave_arrows_to_mouse(self)
        self.list = QToolButton(self)
        self.list.hide()

    def show_tab(self, index: int, name: str, count: int) -> None:
        """Show the name of a tab, and the number of notices that wait there, none for 0."""
        end = self.tabButton(index, _RIGHT)
        if isinstance(end, TabEnd) and end.count != count:
            end.show_count(count)
            self.setTabText(index, "")  # the bar asks for sizes when a text becomes another
            self.setAccessibleTabName(
                index,
                tr(message("{name}, {what}", name=name, what=_notices(count))) if count else "",
            )
        self.setTabText(index, name)

    def tabInserted(self, index: int) -> None:
        super().tabInserted(index)
        self.list.setVisible(self.count() > _MANY)

    def tabRemoved(self, index: int) -> None:
        super().tabRemoved(index)
        self.list.setVisible(self.count() > _MANY)

    def tabSizeHint(self, index: int) -> QSize:
        wanted = super().tabSizeHint(index)
        return QSize(min(wanted.width(), _MOST), wanted.height())

    def initStyleOption(self, option: QStyleOptionTab, index: int) -> None:
        """Shorten the name of the tab in front by its own face, which is wider than that of the others."""
        super().initStyleOption(option, index)
        if index == self.currentIndex():
            face = self.font()
            face.setWeight(QFont.Weight.DemiBold)  # as in the style sheet
            part = QStyle.SubElement.SE_TabBarTabText
            room = self.style().subElementRect(part, option, self).width()
            mode, mnemonic = self.elideMode(), int(Qt.TextFlag.TextShowMnemonic)
            option.text = QFontMetrics(face).elidedText(self.tabText(index), mode, room, mnemonic)

    def minimumTabSizeHint(self, index: int) -> QSize:
        wanted = self.tabSizeHint(index)
        least = _FRONT if index == self.currentIndex() else _BEHIND
        end = self.tabButton(index, _RIGHT)
        if isinstance(end, TabEnd):
            least += end.width() - end.cross.width()
        return QSize(min(wanted.width(), least), wanted.height())


def _notices(count: int) -> Message:
    return counted("{count} notice", "{count} notices", count)
