"""The tabs of the open files: those behind shrink, the one in front stays readable."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QStyle, QStyleOptionTab, QTabBar, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.ui.toolkit.widgets import leave_arrows_to_mouse

_MOST = 300  # pixels that a tab takes at most
_FRONT, _BEHIND = 220, 112
"""Pixels that the tab in front, and one behind it, keep at least where there are many."""


class FileTabs(QTabBar):
    """A row of tabs. Names that don't fit lose their middle: their end tells numbered files apart."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("files")
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideMiddle)
        self.setUsesScrollButtons(True)
        self.setAccessibleName(tr(message("Open files")))
        leave_arrows_to_mouse(self)

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
        return QSize(min(wanted.width(), least), wanted.height())
