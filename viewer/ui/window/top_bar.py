"""The bar on top: the seal, the tabs of the open files, a few commands as icons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStyle,
    QStyleOptionTab,
    QTabBar,
    QToolButton,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.paint.icons import icon, icon_pixmap
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.session.titles import told_apart
from viewer.ui.toolkit.focus import leave_arrows_to_mouse
from viewer.ui.toolkit.keymap import key_name, set_key_tip
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.style import theme_in_use

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_MOST = 300  # pixels that a tab takes at most
_FRONT, _BEHIND = 220, 112
"""Pixels that the tab in front, and one behind it, keep at least where there are many."""
_MANY = 8  # tabs that are found without a list of them
UNSAVED = "  •"
"""What ends the name of a tab with unsaved changes."""
_RIGHT = QTabBar.ButtonPosition.RightSide
_COMMANDS = (
    *(("undo", "undo"), ("redo", "redo"), ("", "")),
    *(("palette", "search"), ("flip", "flip"), ("save-as", "export")),
)
"""Commands with their pictures; an empty one is a rule."""
_WORDS = {"search": message("Commands"), "menu": message("Menu")}
"""What is written on a button instead of the name of its command, by its picture."""
_UNDOING = ("undo", "redo")


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
        """Shorten a name by its own face, but not its dot, nor what tells it from others that begin alike."""
        super().initStyleOption(option, index)
        face, text = self.font(), self.tabText(index)
        if index == self.currentIndex():
            face.setWeight(QFont.Weight.DemiBold)  # as in the style sheet
        metrics, part = QFontMetrics(face), QStyle.SubElement.SE_TabBarTabText
        room = self.style().subElementRect(part, option, self).width()
        mode, flags = self.elideMode(), int(Qt.TextFlag.TextShowMnemonic)
        option.text = text
        if metrics.elidedText(text, mode, room, flags) == text:
            return
        names = [self.tabText(at).removesuffix(UNSAVED) for at in range(self.count())]
        dot = UNSAVED if text.endswith(UNSAVED) else ""
        room -= metrics.horizontalAdvance(dot)
        short = told_apart(names, index, lambda name: metrics.elidedText(name, mode, room, flags))
        option.text = short + dot

    def minimumTabSizeHint(self, index: int) -> QSize:
        wanted = self.tabSizeHint(index)
        least = _FRONT if index == self.currentIndex() else _BEHIND
        end = self.tabButton(index, _RIGHT)
        if isinstance(end, TabEnd):
            least += end.width() - end.cross.width()
        return QSize(min(wanted.width(), least), wanted.height())


def _notices(count: int) -> Message:
    return counted("{count} notice", "{count} notices", count)


class TopBar(QWidget):
    """Tabs and icons.

    Signals:
        menuAsked: the menu button was pressed.
        closeAsked: a tab's cross was pressed, with the tab's data.
    """

    menuAsked = Signal()
    closeAsked = Signal(object)
    _late = False  # the board was painted

    def __init__(self, window: Window, run: Callable[[Command], None]) -> None:
        super().__init__()
        self._window = window
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(4)
        self._seal = Label()
        self._seal.setFixedSize(24, 24)
        row.addWidget(self._seal)
        row.addSpacing(12)
        self.tabs = FileTabs()
        row.addWidget(self.tabs, 1, Qt.AlignmentFlag.AlignBottom)
        self._buttons: dict[str, QToolButton] = {}
        row.addWidget(self._command("tabs", "chevron-down", run, self.tabs.list))
        row.addSpacing(8)
        for id, picture in _COMMANDS:
            if not id:
                row.addSpacing(4)
                row.addWidget(_rule())
                row.addSpacing(4)
                continue
            row.addWidget(self._command(id, picture, run, QToolButton()))
        menu = tr(message("Menu"))
        self.menu_button = self._button("menu", menu, QToolButton())
        set_tip(self.menu_button, f"{menu} ({key_name('F10')})")
        self.menu_button.clicked.connect(self.menuAsked)
        self.menu_button.setShortcut(QKeySequence("F10"))
        row.addWidget(self.menu_button)

    def button(self, picture: str) -> QToolButton:
        """The button with a picture."""
        return self._buttons[picture]

    def show_possible(self) -> None:
        """Show whether something can be undone or redone, and what."""
        for id in _UNDOING:
            command, button = COMMANDS[id], self._buttons[id]
            name = tr(command.title_in(self._window))
            button.setEnabled(command.possible(self._window))
            button.setAccessibleName(name)
            set_key_tip(button, name, id)

    def _command(
        self, id: str, picture: str, run: Callable[[Command], None], button: QToolButton
    ) -> QToolButton:
        """Make a button that of a command."""
        command = COMMANDS[id]
        self._button(picture, tr(command.name), button)
        set_key_tip(button, tr(command.name), id)
        button.clicked.connect(lambda: run(command))
        return button

    def _button(self, picture: str, name: str, button: QToolButton) -> QToolButton:
        button.setIconSize(QSize(18, 18))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(name)
        self._buttons[picture] = button
        return button

    def add_tab(self, data: object, front: bool = True) -> int:
        """Add a tab and, with `front`, select it, without a signal; returns its index."""
        self.tabs.blockSignals(True)  # the first tab would turn to itself before it has its data
        index = self.tabs.addTab("")
        self.tabs.setTabData(index, data)
        if front or self._late:
            self._add_close(index)
            self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(False)
        return index

    def _add_close(self, index: int) -> None:
        """Give a tab its cross; those behind get one with the icons, after the first board."""
        end = TabEnd()
        end.cross.clicked.connect(lambda: self.closeAsked.emit(self._tab_of_cross(end)))
        self.tabs.setTabButton(index, _RIGHT, end)
        if self._late:
            self._show_cross(end)

    def _tab_of_cross(self, end: TabEnd) -> object:
        """The data of the tab that has a cross."""
        ends = [self.tabs.tabButton(index, _RIGHT) for index in range(self.tabs.count())]
        return self.tabs.tabData(ends.index(end))

    def _show_cross(self, end: TabEnd) -> None:
        end.cross.setIcon(icon("close", theme_in_use()["muted"], 12))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._late:
            self.show_icons()

    def show_words(self) -> None:
        """Have names on the buttons, or pictures alone, as the settings say."""
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        alone = Qt.ToolButtonStyle.ToolButtonIconOnly
        wanted = bool(self._window.settings["toolbar-words"])
        names = {picture: COMMANDS[id].name for id, picture in _COMMANDS if id} | _WORDS
        for picture, name in names.items():
            button = self._buttons[picture]
            button.setText(tr(name).rstrip(" …") if wanted else "")
            button.setToolButtonStyle(beside if wanted else alone)

    def show_icons(self) -> None:
        """Draw the icons in the colours of the theme (after the board is painted)."""
        self._late = True
        self.show_words()
        theme = theme_in_use()
        self._seal.setPixmap(icon_pixmap("qipu", "", 24, self.devicePixelRatioF()))
        for picture, button in self._buttons.items():
            button.setIcon(icon(picture, theme["muted"], 18, theme["hairline"]))
        for index in range(self.tabs.count()):
            if self.tabs.tabButton(index, _RIGHT) is None:
                self._add_close(index)
            end = self.tabs.tabButton(index, _RIGHT)
            if isinstance(end, TabEnd):
                self._show_cross(end)


def _rule() -> QFrame:
    """A short line between buttons."""
    line = QFrame()
    line.setProperty("rule", True)
    line.setFixedSize(1, 18)
    return line
