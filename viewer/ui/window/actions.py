"""The commands as QActions: shortcuts of a window and menu entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.commands import COMMANDS, MENUS, Command
from viewer.ui.commands.file import COPY_AS
from viewer.ui.commands.table import CommandTarget
from viewer.ui.toolkit.plain import literal
from viewer.ui.toolkit.shortcuts import SHORTCUTS

NODE_CONTEXT = (
    *("promote", "demote", "make-main", "cut", "copy", *COPY_AS, "paste", "delete"),
    *("comment", "comment-before", "glyphs", "clear-marks", "change-step"),
)
"""What can be done at a node."""


class Actions:
    """A QAction per command. Menus disable what can't be done; shortcuts check when pressed."""

    def __init__(self, window: CommandTarget, run: Callable[[Command], None]) -> None:
        self._target = window
        self._window = window.dialog_parent
        self._groups: list[QMenu] = []
        self._actions: dict[str, QAction] = {}
        for command in COMMANDS.values():
            action = QAction(tr(command.name), self._window)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(lambda _=False, command=command: run(command))
            self._window.addAction(action)
            self._actions[command.id] = action
        self.show_keys()
        self._main = self._menu()
        for title in MENUS:
            commands = [command for command in COMMANDS.values() if command.menu is title]
            self._groups += self._fill(self._main.addMenu(tr(title)), commands)

    def show_keys(self) -> None:
        """Have the keys in force as shortcuts."""
        # First none: a key that two actions have, be it for a moment, is no one's.
        for action in self._actions.values():
            action.setShortcuts([])
        for id, action in self._actions.items():
            action.setShortcuts([QKeySequence(key) for key in SHORTCUTS.of(id)])

    def _menu(self) -> QMenu:
        menu = QMenu(self._window)
        menu.aboutToShow.connect(self._look)
        menu.aboutToHide.connect(self._enable_all)
        return menu

    def _fill(self, menu: QMenu, commands: Sequence[Command], flat: bool = False) -> list[QMenu]:
        """Fill a menu with commands, with separators between sections; returns its submenus.

        Each group of several commands has one, unless the menu is to be flat.
        """
        several = Counter(tr(command.group) for command in commands if command.group is not None)
        sections: dict[QMenu, int] = {}
        groups: dict[str, QMenu] = {}

        def set_off(target: QMenu, section: int) -> None:
            if sections.setdefault(target, section) != section:
                target.addSeparator()
                sections[target] = section

        for command in commands:
            target = menu
            title = tr(command.group) if command.group is not None else ""
            if several[title] > 1 and not flat:
                if title not in groups:
                    set_off(menu, command.section)
                    groups[title] = menu.addMenu(title)
                target = groups[title]
            set_off(target, command.section)
            target.addAction(self._actions[command.id])
        return list(groups.values())

    def _look(self) -> None:
        """Disable what can't be done now, and say what undo would undo."""
        window = self._target
        for id, action in self._actions.items():
            command = COMMANDS[id]
            action.setEnabled(command.possible(window) and command.refusal(window) is None)
            words = self._suffix(command)
            named = command.name_in(window)
            action.setVisible(named is not None)
            name = tr(named or command.name)
            if words:
                name = tr(message("{command}: {what}", command=name, what=words))
            action.setText(literal(name))
            if command.chosen is not None:
                action.setCheckable(True)
                action.setChecked(command.chosen(window))

        for menu in self._groups:
            menu.menuAction().setVisible(any(one.isVisible() for one in menu.actions()))

    def _suffix(self, command: Command) -> Message | None:
        """What undo and redo would do now; why a command can't be done with this file."""
        session = self._target.session
        if session is None or command.id not in ("undo", "redo"):
            return command.refusal(self._target)
        history = session.document.history
        return history.undo_words if command.id == "undo" else history.redo_words

    def _enable_all(self) -> None:
        for action in self._actions.values():
            action.setEnabled(True)
            action.setVisible(True)  # the shortcuts of an action that isn't seen sleep

    def open_main(self, button: QWidget) -> None:
        """Open the main menu under a button, right-aligned."""
        corner = button.mapToGlobal(button.rect().bottomRight())
        self._main.popup(QPoint(corner.x() - self._main.sizeHint().width(), corner.y() + 2))

    def open_context(self, ids: Iterable[str], point: QPoint, flat: bool = False) -> None:
        """Open a menu of some commands at a point; `flat` has no submenus."""
        menu = self._menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._fill(menu, [COMMANDS[id] for id in ids], flat)
        menu.popup(point)
