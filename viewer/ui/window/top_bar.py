"""The bar on top: the seal, the tabs of the open files, a few commands as icons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QTabBar, QToolButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.icons import icon, icon_pixmap
from viewer.scene.theme import Theme
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.toolkit.key_names import key_name
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.shortcuts import set_key_tip
from viewer.ui.window.file_tabs import FileTabs, TabEnd

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_COMMANDS = (
    *(("undo", "undo"), ("redo", "redo"), ("", "")),
    *(("palette", "search"), ("flip", "flip"), ("save-as", "export")),
)
"""Commands with their pictures; an empty one is a rule."""
_UNDOING = ("undo", "redo")
_RIGHT = QTabBar.ButtonPosition.RightSide


class TopBar(QWidget):
    """Tabs and icons.

    Signals:
        menuAsked: the menu button was pressed.
        closeAsked: a tab's cross was pressed, with the tab's data.
    """

    menuAsked = Signal()
    closeAsked = Signal(object)

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
        if front:
            self._add_close(index)
            self.tabs.setCurrentIndex(index)
        self.tabs.blockSignals(False)
        return index

    def _add_close(self, index: int) -> None:
        """Give a tab its cross; those behind get one with the icons, after the first board."""
        end = TabEnd()
        end.cross.clicked.connect(lambda: self.closeAsked.emit(self._data_beside(end)))
        self.tabs.setTabButton(index, _RIGHT, end)

    def _data_beside(self, end: TabEnd) -> object:
        """The data of the tab that has a cross."""
        ends = [self.tabs.tabButton(index, _RIGHT) for index in range(self.tabs.count())]
        return self.tabs.tabData(ends.index(end))

    def show_icons(self, theme: Theme) -> None:
        """Draw the icons in a theme's colours."""
        muted = theme["muted"]
        self._seal.setPixmap(icon_pixmap("qipu", "", 24, self.devicePixelRatioF()))
        for picture, button in self._buttons.items():
            button.setIcon(icon(picture, muted, 18, theme["hairline"]))
        for index in range(self.tabs.count()):
            if self.tabs.tabButton(index, _RIGHT) is None:
                self._add_close(index)
            end = self.tabs.tabButton(index, _RIGHT)
            if isinstance(end, TabEnd):
                end.cross.setIcon(icon("close", muted, 12))


def _rule() -> QFrame:
    """A short line between buttons."""
    line = QFrame()
    line.setProperty("rule", True)
    line.setFixedSize(1, 18)
    return line
