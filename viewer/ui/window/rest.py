"""The rest of a window, made once its first board is painted, or as soon as something of it is asked for."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from viewer.paint.icons import app_icon
from viewer.paint.painter import painter_on
from viewer.ui.board import access
from viewer.ui.controllers.files import FileController
from viewer.ui.controllers.record_list import RecordListController
from viewer.ui.toolkit.focus import keeps
from viewer.ui.toolkit.keymap import SHORTCUTS
from viewer.ui.toolkit.language import tell_of_han
from viewer.ui.toolkit.last_folders import LAST_FOLDERS
from viewer.ui.toolkit.notice import EVERYWHERE, Questions
from viewer.ui.toolkit.notices import Notices
from viewer.ui.toolkit.style import theme_in_use
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
    install_frame()
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


_SHOWING = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTabBar)
"""Widgets whose look in the style sheet, or whose cursor, shows the focus."""
_BY_KEY = Qt.WidgetAttribute.WA_KeyboardFocusChange
_WIDTH = 2


class FocusFrame(QWidget):
    """The frame, over all of a widget; it goes when the focus does."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        over.installEventFilter(self)
        self.setGeometry(over.rect())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = theme_in_use()
        with painter_on(self) as painter:
            # What is behind may be of any colour, as a board is: an edge sets the frame off.
            for token, inset in (("panel", 1.5 * _WIDTH), ("accent", 0.5 * _WIDTH)):
                painter.setPen(QPen(QColor(theme[token]), _WIDTH))
                painter.drawRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset))


class _Follower(QObject):
    """Shows the frame where the focus came by Tab."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._frame: FocusFrame | None = None

    def follow(self, old: QWidget | None, now: QWidget | None) -> None:
        """The focus went from one widget to another."""
        if self._frame is not None:
            self._frame.hide()
            self._frame.deleteLater()
            self._frame = None
        if now is None or not now.window().testAttribute(_BY_KEY):
            return
        now.window().setAttribute(_BY_KEY, False)  # Qt leaves it on, also when the mouse is used
        if not isinstance(now, _SHOWING):
            self._frame = FocusFrame(now)


@cache
def install_frame() -> None:
    """Show the frame in all windows of the program from now on, once."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.focusChanged.connect(_Follower(application).follow)
