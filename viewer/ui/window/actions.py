"""The commands as QActions: shortcuts of a window and menu entries; their keys by the settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.settings import Settings
from viewer.ui.commands import COMMANDS, MENUS, Command
from viewer.ui.commands.file import COPY_AS
from viewer.ui.commands.table import PROFILES, why_not
from viewer.ui.toolkit.keymap import SHORTCUTS, KeyMap, own_keys
from viewer.ui.toolkit.plain import literal

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

    from viewer.ui.dialogs.keys_page import KeysPage
    from viewer.ui.window.window import Window


def key_map(settings: Settings) -> KeyMap:
    """That of the settings."""
    usual = {command.id: command.keys for command in COMMANDS.values()}
    return KeyMap(usual, PROFILES, str(settings["key-profile"]), own_keys(str(settings["keys"])))


def use_keys(settings: Settings) -> None:
    """Have the keys of the settings from now on."""
    SHORTCUTS.take(key_map(settings).keys)


def keys_page(settings: Settings) -> KeysPage:
    """The page on which they are changed; a change takes effect at once."""
    from viewer.ui.dialogs.keys_page import KeysPage, ListedCommand  # deferred

    def keep(changed: KeyMap) -> None:
        settings.set("key-profile", changed.profile)
        settings.set("keys", changed.text)
        SHORTCUTS.take(changed.keys)

    menus = [
        (
            menu,
            [
                ListedCommand(one.id, one.title, one.also)
                for one in COMMANDS.values()
                if one.menu is menu
            ],
        )
        for menu in (*MENUS, None)
    ]
    return KeysPage(menus, key_map(settings), keep)


NODE_CONTEXT = (
    *("promote", "demote", "make-main", "cut", "copy", *COPY_AS, "paste", "delete"),
    *("comment", "comment-before", "glyphs", "clear-marks", "change-step"),
)
"""What can be done at a node."""
_WIDEST = 420  # pixels of a menu
_LEAST = 120  # pixels of the words of an entry, where a low screen divides a menu into columns


class Entry(NamedTuple):
    """An entry of a menu that is no command: its words, and what it does, None for nothing now."""

    words: Message
    run: Callable[[], object] | None


class Actions:
    """Commands as QActions: those with keys, the others when a menu shows them.

    Menus disable what can't be done; shortcuts check when pressed.
    """

    def __init__(self, window: Window, run: Callable[[Command], None]) -> None:
        self._target = window
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._keys: dict[str, tuple[str, ...]] = {}
        every = QActionGroup(self._window)  # told once of each: a window has hundreds
        every.setExclusionPolicy(QActionGroup.ExclusionPolicy.None_)
        every.triggered.connect(lambda action: run(COMMANDS[action.data()]))
        every.hovered.connect(self._tell)
        self._every = every
        self.show_keys()

    def action(self, id: str) -> QAction:
        """That of a command; made on first use."""
        if id not in self._actions:
            self._actions[id] = action = QAction(tr(COMMANDS[id].name), self._every)
            action.setData(id)
        return self._actions[id]

    def show_keys(self) -> None:
        """Have the keys in force as shortcuts."""
        keys = {id: SHORTCUTS.of(id) for id in COMMANDS}
        others = [id for id in keys if keys[id] != self._keys.get(id, ())]
        # First none: a key that two actions have, be it for a moment, is no one's.
        for id in others:
            if self._keys.get(id):
                self._actions[id].setShortcuts([])
        for id in others:
            self.action(id).setShortcuts([QKeySequence(key) for key in keys[id]])
        self._window.addActions([self._actions[id] for id in others])
        self._keys = keys

    @cached_property
    def _main(self) -> QMenu:
        """The main menu, made when it is first opened."""
        menu = self._menu()
        self._put_menus(menu)
        return menu

    @cached_property
    def bar(self) -> QMenuBar:
        """The menu bar of the window, made when it is first wanted."""
        from PySide6.QtGui import QShortcut  # deferred

        bar = self._window.menuBar()
        for menu in self._put_menus(bar):
            self._keep_true(menu)
        first = QShortcut(QKeySequence("F10"), bar)
        first.activated.connect(lambda: bar.setActiveAction(bar.actions()[0]))
        return bar

    def _put_menus(self, top: QMenu | QMenuBar) -> list[QMenu]:
        from viewer.ui.commands.menus import sections_of  # deferred

        menus = [self._below(top, tr(title)) for title in MENUS]
        for place, menu in enumerate(menus):
            for section in sections_of(place):
                menu.addSeparator()  # Qt shows none at the begin and at the end
                self._fill(menu, [one._replace(section=0) for one in section])
        return menus

    def _menu(self) -> QMenu:
        menu = QMenu(self._window)
        self._keep_true(menu)
        menu.aboutToShow.connect(partial(self._narrow, menu))
        return menu

    def _keep_true(self, menu: QMenu) -> None:
        """Have a menu show what can be done whenever it opens."""
        menu.aboutToShow.connect(partial(self._look, menu))
        menu.aboutToHide.connect(self._enable_all)

    def _below(self, menu: QMenu | QMenuBar, title: str) -> QMenu:
        made = menu.addMenu(title)
        made.aboutToShow.connect(partial(self._narrow, made))
        return made

    @staticmethod
    def _narrow(menu: QMenu) -> None:
        """Elide the entries of a menu that is too wide; the status line says those the mouse is on."""
        metrics = menu.fontMetrics()
        seen = [one for one in menu.actions() if one.isVisible() and one.menu() is None]
        room = max((metrics.horizontalAdvance(one.text()) for one in seen), default=0)
        while room > _LEAST and (over := menu.sizeHint().width() - _WIDEST) > 0:
            room -= over
            for one in seen:
                one.setText(metrics.elidedText(one.text(), Qt.TextElideMode.ElideRight, room))

    def _tell(self, action: QAction) -> None:
        """Say of an entry that is pointed at why it can't be done, or its name where that is cut."""
        command = COMMANDS[action.data()]
        why = None if action.isEnabled() else why_not(command, self._target)
        if why is None and action.text().endswith("…"):
            why = message("{command}", command=self._name(command))
        if why is not None:
            self._target.say(why)

    def _name(self, command: Command) -> str:
        """What an entry is called now."""
        return tr(command.name_in(self._target) or command.name)

    def _fill(self, menu: QMenu, commands: Sequence[Command], flat: bool = False) -> None:
        """Fill a menu with commands, with separators between sections.

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
                    groups[title] = self._below(menu, title)
                target = groups[title]
            set_off(target, command.section)
            target.addAction(self.action(command.id))

    def _look(self, menu: QMenu) -> None:
        """Disable in a menu and those below it what can't be done now, and say what undo would undo."""
        window = self._target
        for action in menu.actions():
            below = action.menu()
            if isinstance(below, QMenu):
                self._look(below)
                shown = (one for one in below.actions() if not one.isSeparator())
                action.setVisible(any(one.isVisible() for one in shown))
            command = COMMANDS.get(str(action.data()))
            if command is None:
                continue
            action.setEnabled(why_not(command, window) is None)
            action.setVisible(command.name_in(window) is not None)
            action.setText(literal(self._name(command)))
            if command.chosen is not None:
                action.setCheckable(True)
                action.setChecked(command.chosen(window))

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
        menu = self._context()
        self._fill(menu, [COMMANDS[id] for id in ids], flat)
        menu.popup(point)

    def open_entries(
        self, entries: Iterable[Entry], ids: Iterable[str], node: Message | None, point: QPoint
    ) -> None:
        """Open a menu of entries, then of commands; with `node` what can be done there, as a submenu."""
        menu = self._context()
        for entry in entries:
            action = menu.addAction(literal(tr(entry.words)))
            action.setEnabled(entry.run is not None)
            if entry.run is not None:
                action.triggered.connect(entry.run)
        menu.addSeparator()
        self._fill(menu, [COMMANDS[id] for id in ids], True)
        if node is not None:
            menu.addSeparator()
            below = menu.addMenu(literal(tr(node)))
            self._fill(below, [COMMANDS[id] for id in NODE_CONTEXT], True)
        menu.popup(point)

    def _context(self) -> QMenu:
        menu = self._menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu
