"""The rest of a window, made once its first board is painted, or as soon as something of it is asked for."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QVBoxLayout, QWidget

from viewer.paint.icons import app_icon
from viewer.ui.board import access
from viewer.ui.controllers.files import FileController
from viewer.ui.controllers.record_list import RecordListController
from viewer.ui.toolkit import focus_frame
from viewer.ui.toolkit.focus import keeps
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.toolkit.language import tell_of_han
from viewer.ui.toolkit.last_folders import LAST_FOLDERS
from viewer.ui.toolkit.notice import EVERYWHERE, Questions
from viewer.ui.toolkit.notices import Notices
from viewer.ui.window.actions import use_keys
from viewer.ui.window.appearance import AppearanceController
from viewer.ui.window.desk_tabs import DeskTabs
from viewer.ui.window.leaving import Leaving
from viewer.ui.window.menus import CommandMenus
from viewer.ui.window.new_desk import Companions, new_companion
from viewer.ui.window.status import ShownState, StatusLine
from viewer.ui.window.top_bar import TopBar
from viewer.ui.window.work import BackgroundWork, Unsaved

if TYPE_CHECKING:
    from viewer.ui.window.welcome import Welcome
    from viewer.ui.window.window import Window


def complete(window: Window) -> None:
    """Make all parts of a window, and put them into their places."""
    LAST_FOLDERS.use(window.store.kept_text, window.store.keep_text)
    use_keys(window.settings)
    window.questions = Questions(window)
    window.files = FileController(window)
    window.games = RecordListController(window)
    window.unsaved = Unsaved(window)
    window.leaving = Leaving(window, window.stop)
    window.menus = CommandMenus(window, window.run)
    window.shown = ShownState(window)
    window.top = top = TopBar(window, window.run)
    top.menuAsked.connect(partial(window.menus.open_main, top.menu_button))
    row = QVBoxLayout(window.head)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(top)
    window.tabs = tabs = DeskTabs(
        window, top, window.stack, partial(_start_page, window), window.unsaved
    )
    tabs.turned.connect(window.turned)
    tabs.moved.connect(window.leaving.changed)
    tabs.pairs.activated.connect(window.shown.show_document)
    window.companions = Companions(tabs, partial(new_companion, window))
    tabs.reopened.connect(window.companions.reopen)
    window.notice = Notices(window.stack, tabs.owners, tabs.panel)
    window.notice.closed.connect(window.focus_board)
    window.notice.changed.connect(tabs.show_names)
    window.status = StatusLine()
    window.status.encodingAsked.connect(partial(window.run_named, "encoding"))
    window.statusBar().addWidget(window.status, 1)
    tell = partial(window.tell, of=EVERYWHERE)
    window.work = BackgroundWork(window.statusBar(), window.say, tell)
    window.looks = AppearanceController(window)
    window.shown.show_title()


def _start_page(window: Window) -> Welcome:
    from viewer.ui.window.welcome import Welcome  # deferred

    return Welcome(window.files, window.store, window.workspace, window.run_named, window)


def finish(window: Window) -> None:
    """Make what only a hand needs: keys, menus, icons; begin what goes on beside the window's events."""
    access.install()
    focus_frame.install()
    _ButtonKeys(window)
    window.menus.make()
    SHORTCUTS.changed.connect(window.shown.show_state)  # which names keys
    window.setWindowIcon(app_icon())
    window.top.show_icons()
    window.store.save()
    window.files.see_to_leftovers(window.workspace.documents)
    window.disk.start()
    window.unsaved.begin()
    tell = partial(window.tell, of=EVERYWHERE)
    tell_of_han(window.settings, tell)
    for problem in window.store.problems:
        tell(problem)
    window.store.tell = tell
    window.leaving.start()


class _ButtonKeys(QObject):
    """Keeps Space for the button of a window that has the focus, where Space is a command.

    It watches what gets the focus: an `event` of the window would be asked about all that happens to it.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        if isinstance(now, (QAbstractButton, QComboBox)) and now.window() is self._window:
            now.installEventFilter(self)  # once, though it may be told so again

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        return keeps(event, {Qt.Key.Key_Space})
