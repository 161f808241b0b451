"""The commands of a window to choose from: its menus, the palette, the sheet of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from viewer.ui.commands import Command
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.window.actions import NODE_CONTEXT, Actions, keys_page

if TYPE_CHECKING:
    from viewer.ui.dialogs.keys_page import KeysPage
    from viewer.ui.window.window import Window


class CommandMenus(QObject):
    """Shows commands where they can be chosen; a command that is chosen is run.

    Attributes:
        actions: those of the menus, with the shortcuts; None until the board stands.
    """

    def __init__(self, window: Window, run: Callable[[Command], None]) -> None:
        super().__init__(window)
        self._window, self._run = window, run
        self.actions: Actions | None = None
        self._has_bar = False

    def make(self) -> None:
        """Make the actions: from now on shortcuts work."""
        self.actions = Actions(self._window, self._run)
        SHORTCUTS.changed.connect(self._follow_keys)
        cast("QApplication", QApplication.instance()).focusChanged.connect(self._lend_help)
        self.show_bar()

    def show_bar(self) -> None:
        """Have the menus in a bar, or behind a button, as the settings say."""
        window, wanted = self._window, bool(self._window.settings["menu-bar"])
        if wanted or self._has_bar:
            self._has_bar = True
            bar = self._made().bar
            bar.setVisible(wanted)
            others = [part for part in window.frame if part is not bar]
            window.frame = [bar, *others] if wanted else others
        window.top.menu_button.setVisible(not wanted)

    def _lend_help(self, old: QWidget | None, now: QWidget | None) -> None:
        """Have the key of the manual in the window's dialogs, too."""
        shown = None if now is None else now.window()
        if isinstance(shown, QDialog) and self.actions is not None:
            shown.addAction(self.actions.action("manual"))

    def _follow_keys(self) -> None:
        """Commands have other keys now."""
        if self.actions is not None:
            self.actions.show_keys()

    def show_palette(self, text: str = "") -> None:
        """Find a command, or play a move, by typing; `text` is typed already."""
        from viewer.ui.window.palette import Palette  # deferred

        Palette(self._window, self._run).open_over(text)

    def show_keys(self) -> None:
        """The sheet of keys."""
        from viewer.ui.window.palette import KeySheet  # deferred

        KeySheet(self._window).open()

    def keys_page(self) -> KeysPage:
        """The page of the settings with the keys of the commands."""
        return keys_page(self._window.settings)

    def show_context(self, node: int, point: QPoint) -> None:
        """What can be done at a node."""
        session = self._window.session
        if session is not None:
            session.go_to(node)
            self.open_context(NODE_CONTEXT, point)

    def show_square(self, square: str, point: QPoint) -> None:
        """What can be done at a square of the board."""
        from viewer.ui.window.square_menu import COMMANDS, entries_at, node_words  # deferred

        desk = self._window.desk
        if desk is not None:
            entries = entries_at(desk.stage.board, square) if square else ()
            self._made().open_entries(entries, COMMANDS, node_words(desk.session), point)

    def open_context(self, ids: Sequence[str], point: QPoint, flat: bool = False) -> None:
        """Open a menu of some commands at a place; `flat` has no submenus."""
        self._made().open_context(ids, point, flat)

    def open_main(self, button: QWidget) -> None:
        """Open the main menu under a button."""
        self._made().open_main(button)

    def _made(self) -> Actions:
        self._window.finish()
        assert self.actions is not None
        return self.actions
