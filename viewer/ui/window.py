"""The window: tabs on top, a desk per document, the status line."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QStackedWidget,
    QStatusBar,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.messages import Message, message
from viewer.base.settings import SETTINGS, Settings
from viewer.document.document import Document
from viewer.document.workspace import Workspace
from viewer.scene.theme import Theme
from viewer.ui.clips import Clips
from viewer.ui.commands import COMMANDS, MENUS, Command
from viewer.ui.desk import Desk
from viewer.ui.files import Files
from viewer.ui.memory import release, settle
from viewer.ui.state import Store
from viewer.ui.status import StatusLine
from viewer.ui.study import Study
from viewer.ui.style import palette_of, sheet_of, theme_for
from viewer.ui.titles import file_title
from viewer.ui.translate import tr
from viewer.ui.widgets import NoticeBar

_TOP_ICONS = (("palette", "search"), ("flip", "flip"), ("save-as", "export"))


class Window(QMainWindow):
    """Qipu's window.

    Attributes:
        workspace: the open documents.
        files: what is done with files, with the questions that go with it.
        clips: the clipboard.
    """

    def __init__(self, workspace: Workspace, store: Store) -> None:
        super().__init__()
        self.workspace = workspace
        self.store = store
        self.settings: Settings = store.settings
        self.files: Files = Files(self)
        self.clips: Clips = Clips(self)
        self._actions: dict[str, QAction] = {}
        self._theme: Theme | None = None
        self._finished = False
        self._painted = False
        self.setObjectName("window")
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        self._build()
        self.set_theme(str(self.settings["theme"]), keep=False)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._scheme_changed)

    # ------------------------------------------------------------------------------- building

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(4, self, self.finish)

    def finish(self) -> None:
        """Make what can wait until the board stands: keys, menu, icons. Once."""
        if self._finished:
            return
        self._finished = True
        self._make_actions()
        self._main_menu = self._menu()
        self._show_icons()
        self.store.save()
        for problem in self.store.problems:
            self.tell(problem)

    def _make_actions(self) -> None:
        for command in COMMANDS.values():
            action = QAction(tr(command.name), self)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(lambda _=False, command=command: self.run(command))
            self.addAction(action)
            self._actions[command.id] = action

    def _build(self) -> None:
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._top_bar())
        self.notice = NoticeBar()
        self.notice.closed.connect(self.focus_board)
        column.addWidget(self.notice)
        self._desks = QStackedWidget()
        self._welcome: QWidget | None = None
        column.addWidget(self._desks, 1)
        self.setCentralWidget(whole)
        self.status = StatusLine()
        bar = QStatusBar()
        bar.setSizeGripEnabled(False)
        bar.setFixedHeight(26)
        bar.addWidget(self.status, 1)
        self.setStatusBar(bar)
        self.status.encodingAsked.connect(lambda: self.run(COMMANDS["encoding"]))
        self._show_title()

    def _top_bar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("topBar")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        bar.setFixedHeight(40)
        row = QHBoxLayout(bar)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(2)
        self._seal = QLabel()
        self._seal.setFixedSize(24, 24)
        row.addWidget(self._seal)
        row.addSpacing(12)
        self._tabs = QTabBar()
        self._tabs.setObjectName("files")
        self._tabs.setTabsClosable(True)
        self._tabs.setMovable(True)
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideMiddle)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.setAccessibleName(tr(message("Open files")))
        self._tabs.currentChanged.connect(self._turned)
        self._tabs.tabMoved.connect(self._tab_moved)
        row.addWidget(self._tabs, 1, Qt.AlignmentFlag.AlignBottom)
        self._top_buttons: dict[str, QToolButton] = {}
        for id, picture in _TOP_ICONS:
            button = self._icon_button(tr(COMMANDS[id].name), COMMANDS[id].keys[0])
            button.clicked.connect(lambda _=False, id=id: self.run(COMMANDS[id]))
            row.addWidget(button)
            self._top_buttons[picture] = button
        menu = self._icon_button(tr(message("Menu")), "F10")
        menu.clicked.connect(self._open_menu)
        menu.setShortcut(QKeySequence("F10"))
        row.addWidget(menu)
        self._menu_button = self._top_buttons["menu"] = menu
        return bar

    def _icon_button(self, name: str, keys: str) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(18, 18))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(name)
        button.setToolTip(f"{name} ({keys})")
        return button

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.aboutToShow.connect(self.enable_actions)
        menu.aboutToHide.connect(self.enable_all)
        for title in MENUS:
            self.fill_menu(
                menu.addMenu(tr(title)),
                [command for command in COMMANDS.values() if command.menu is title],
            )
        return menu

    def _open_menu(self) -> None:
        """Open the menu under its button, its right edge at the button's."""
        self.finish()
        button, menu = self._menu_button, self._main_menu
        corner = button.mapToGlobal(button.rect().bottomRight())
        menu.popup(QPoint(corner.x() - menu.sizeHint().width(), corner.y() + 2))

    def fill_menu(self, menu: QMenu, commands: list[Command]) -> None:
        """Put commands in a menu, sections set off by lines."""
        section: int | None = None
        for command in commands:
            if section is not None and command.section != section:
                menu.addSeparator()
            section = command.section
            menu.addAction(self._actions[command.id])

    # -------------------------------------------------------------------------------- commands

    def run(self, command: Command) -> None:
        """Do a command if it can be done now."""
        if command.possible(self):
            command.run(self)

    def enable_actions(self) -> None:
        """Grey out what can't be done now, and say what undo would undo."""
        for id, action in self._actions.items():
            action.setEnabled(COMMANDS[id].possible(self))
        history = self.study.document.history if self.study else None
        for id, words in (
            ("undo", history.undo_words if history else None),
            ("redo", history.redo_words if history else None),
        ):
            name = tr(COMMANDS[id].name)
            self._actions[id].setText(f"{name}: {tr(words)}" if words else name)

    def enable_all(self) -> None:
        """Shortcuts always reach `run`, which looks for itself."""
        for action in self._actions.values():
            action.setEnabled(True)

    # ----------------------------------------------------------------------------------- tabs

    @property
    def desk(self) -> Desk | None:
        """The desk that is shown."""
        desk = self._desks.currentWidget()
        return desk if isinstance(desk, Desk) else None

    @property
    def study(self) -> Study | None:
        """The record that is shown."""
        return self.desk.study if self.desk else None

    def desks(self) -> list[Desk]:
        """All desks, in the order of their tabs."""
        return [self._tabs.tabData(index) for index in range(self._tabs.count())]

    def add_document(self, document: Document) -> Desk:
        """Show a document: the desk it has already, or a new one."""
        for index, desk in enumerate(self.desks()):
            if desk.study.document is document:
                self._tabs.setCurrentIndex(index)
                return desk
        study = Study(document)
        style = str(self.settings["notation"])
        if style in [each.id for each in study.game.notations]:
            study.style = style
        desk = Desk(study)
        study.setParent(desk)
        study.told.connect(self.say)
        desk.stage.board.told.connect(self.say)
        desk.stage.board.ambiguous.connect(self.clips.choose_move)
        desk.contextRequested.connect(self.show_context)
        desk.titleChanged.connect(self._document_changed)
        study.moved.connect(self._show_state)
        study.reloaded.connect(self._document_changed)
        desk.transport.connect_to(
            {
                id: (lambda _=False, id=id: self.run(COMMANDS[id]))
                for id in ("first", "previous", "next", "last")
            }
        )
        self._dress(desk)
        self._desks.addWidget(desk)
        self._tabs.blockSignals(True)  # the first tab turns to itself before it has its desk
        index = self._tabs.addTab("")
        self._tabs.setTabData(index, desk)
        self._tabs.setTabButton(index, QTabBar.ButtonPosition.RightSide, self._close_button(desk))
        self._tabs.setCurrentIndex(index)
        self._tabs.blockSignals(False)
        self._turned(index)
        if self._finished:
            self._show_icons()
        QTimer.singleShot(0, study, study.start_judging)
        settle()
        return desk

    def _close_button(self, desk: Desk) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(12, 12))
        button.setStyleSheet("padding: 2px")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setAccessibleName(tr(message("Close")))
        button.clicked.connect(lambda: self.close_desk(desk))
        return button

    def _turned(self, index: int) -> None:
        desk = self._tabs.tabData(index) if index >= 0 else None
        if desk is None:
            self._show_welcome()
        else:
            self._desks.setCurrentWidget(desk)
        self._document_changed()
        self.focus_board()

    def _tab_moved(self, start: int, to: int) -> None:
        self.workspace.move(start, to)

    def _show_welcome(self) -> None:
        if self._welcome is None:
            from viewer.ui.welcome import Welcome

            self._welcome = Welcome(self)
            self._desks.addWidget(self._welcome)
        self._desks.setCurrentWidget(self._welcome)

    def show_start(self) -> None:
        """Show what stands where no file is open."""
        if not self.desks():
            self._turned(-1)

    def next_tab(self, step: int) -> None:
        """Turn to the next (or previous) tab."""
        count = self._tabs.count()
        if count:
            self._tabs.setCurrentIndex((self._tabs.currentIndex() + step) % count)

    def close_tab(self) -> None:
        """Close the tab that is shown."""
        if self.desk is not None:
            self.close_desk(self.desk)

    def close_desk(self, desk: Desk) -> bool:
        """Close a tab, asking where something isn't saved; whether it is closed now."""
        desk.study.flush()
        if desk.study.document.modified:
            self._tabs.setCurrentIndex(self.desks().index(desk))
            if not self.files.may_close(desk.study.document):
                return False
        index = self.desks().index(desk)
        desk.close_study()
        self._tabs.removeTab(index)
        self._desks.removeWidget(desk)
        self.workspace.close(desk.study.document)
        desk.deleteLater()
        self.show_start()
        QTimer.singleShot(0, self, release)
        return True

    def closeEvent(self, event: QCloseEvent) -> None:
        for desk in self.desks():
            desk.study.flush()
            if desk.study.document.modified:
                self._tabs.setCurrentIndex(self.desks().index(desk))
                if not self.files.may_close(desk.study.document):
                    event.ignore()
                    return
        for desk in self.desks():
            desk.close_study()
        self.store.save()
        event.accept()

    # ---------------------------------------------------------------------------------- state

    def _document_changed(self) -> None:
        for index, desk in enumerate(self.desks()):
            document = desk.study.document
            dot = "  •" if document.modified else ""
            self._tabs.setTabText(index, file_title(document) + dot)
            self._tabs.setTabToolTip(index, document.path or "")
        self._show_title()
        self._show_state()

    def document_saved(self) -> None:
        """A document was saved: its name and state may be others."""
        self._document_changed()

    def _show_title(self) -> None:
        study = self.study
        if study is None:
            self.setWindowTitle("Qipu")
            return
        self.setWindowTitle(f"{file_title(study.document)}[*] – Qipu")
        self.setWindowModified(study.document.modified)

    def _show_state(self) -> None:
        self.status.show_study(self.study)

    def say(self, sentence: Message) -> None:
        """A sentence in the status line; it goes by itself."""
        self.status.say(tr(sentence))

    def tell(self, sentence: Message, *actions: tuple[Message, Callable[[], object]]) -> None:
        """A sentence under the tabs, until it is closed."""
        self.notice.tell(sentence, *actions)

    def focus_board(self) -> None:
        """Give the keys to the board."""
        if self.desk is not None:
            self.desk.stage.board.setFocus()

    # ---------------------------------------------------------------------------------- looks

    def set_theme(self, setting: str, keep: bool = True) -> None:
        """Use a theme ("auto", "light", "dark") from now on."""
        if keep:
            self.settings.set("theme", setting)
        theme = theme_for(setting)
        if theme is self._theme:
            return
        self._theme = theme
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.setPalette(palette_of(theme))
        application.setStyleSheet(sheet_of(theme))
        for desk in self.desks():
            self._dress(desk)
        if self._finished:
            self._show_icons()

    def _show_icons(self) -> None:
        from viewer.paint.icons import app_icon, icon, icon_pixmap

        self.setWindowIcon(app_icon())
        muted = self.theme["muted"]
        self._seal.setPixmap(icon_pixmap("qipu", "", 24, self.devicePixelRatioF()))
        for picture, button in self._top_buttons.items():
            button.setIcon(icon(picture, muted, 18))
        for index in range(self._tabs.count()):
            close = self._tabs.tabButton(index, QTabBar.ButtonPosition.RightSide)
            if isinstance(close, QToolButton):
                close.setIcon(icon("close", muted, 12))

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        assert self._theme is not None
        return self._theme

    def _scheme_changed(self) -> None:
        self.set_theme(str(self.settings["theme"]), keep=False)

    def _dress(self, desk: Desk) -> None:
        desk.set_theme(self.theme)
        desk.stage.board.set_coordinates(str(self.settings["coordinates"]))
        desk.stage.board.set_animated(bool(self.settings["animate"]))

    def next_choice(self, setting: str) -> None:
        """Set a setting to its next value."""
        values = list(SETTINGS[setting].choices or ())
        self.settings.set(
            setting, values[(values.index(str(self.settings[setting])) + 1) % len(values)]
        )
        for desk in self.desks():
            self._dress(desk)

    def toggle_full_screen(self) -> None:
        """Fill the screen, or no longer."""
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # -------------------------------------------------------------------------------- asking

    def show_page(self, id: str) -> None:
        """Show a page of the side."""
        if self.desk is not None:
            self.desk.side.show_page(id)
            self.desk.side.page(id).setFocus()

    def edit_comment(self) -> None:
        """Begin to write the comment."""
        if self.desk is not None:
            self.desk.side.comment.edit.setFocus()

    def show_palette(self) -> None:
        """Find a command, or play a move, by typing."""
        from viewer.ui.palette import Palette

        Palette(self).open_over()

    def show_keys(self) -> None:
        """The sheet of keys."""
        from viewer.ui.key_sheet import KeySheet

        KeySheet(self).open()

    def show_about(self) -> None:
        """What this is."""
        from viewer.ui.about import About

        About(self).open()

    def show_context(self, node: int, point: QPoint) -> None:
        """What can be done at a node."""
        if self.study is None:
            return
        self.study.go_to(node)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.aboutToHide.connect(self.enable_all)
        self.enable_actions()
        ids = ("promote", "demote", "make-main", "cut", "copy", "paste", "delete", "comment")
        self.fill_menu(menu, [COMMANDS[id] for id in ids])
        menu.popup(point)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.files.look_at_disk()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.files.open_all(paths)
        self.activateWindow()
