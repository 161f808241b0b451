"""The window: tabs on top, a desk per document, the status line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QFontMetrics,
    QKeyEvent,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QStackedWidget,
    QStatusBar,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.files import answers
from viewer.base.messages import NOTHING, Message
from viewer.base.settings import Settings
from viewer.document.document import Document
from viewer.document.workspace import Workspace
from viewer.formats.detect import is_common
from viewer.formats.format import Unreadable
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER, presses_button
from viewer.ui.toolkit.later import Late, Rest, later
from viewer.ui.toolkit.style import take_size
from viewer.ui.window.desk import Desk, dressed_desk
from viewer.ui.window.looks import Looks
from viewer.ui.window.store import Store

if TYPE_CHECKING:
    from viewer.ui.commands import Command
    from viewer.ui.controllers.clipboard import ClipboardController
    from viewer.ui.controllers.disk import DiskController
    from viewer.ui.controllers.engines import EngineController
    from viewer.ui.controllers.files import FileController
    from viewer.ui.controllers.folders import FolderController
    from viewer.ui.controllers.libraries import LibraryController
    from viewer.ui.controllers.record_list import RecordListController
    from viewer.ui.controllers.references import ExplorerController, ReferenceController
    from viewer.ui.controllers.reviews import Reviews
    from viewer.ui.controllers.saver import SaveController
    from viewer.ui.controllers.texts import TextController
    from viewer.ui.manual.opening import ManualController
    from viewer.ui.toolkit.notice import Questions
    from viewer.ui.toolkit.notices import Notices
    from viewer.ui.toolkit.other_tab import OtherTab
    from viewer.ui.toolkit.tasks import Tasks
    from viewer.ui.window.appearance import AppearanceController
    from viewer.ui.window.board_alone import BoardAlone
    from viewer.ui.window.desk_tabs import DeskTabs
    from viewer.ui.window.leaving import Leaving
    from viewer.ui.window.menus import CommandMenus
    from viewer.ui.window.new_desk import Companions
    from viewer.ui.window.status import ShownState, StatusLine
    from viewer.ui.window.top_bar import TopBar
    from viewer.ui.window.work import BackgroundWork, Unsaved

_HEAD, _BAR = 40, 24  # pixels of height of the bar on top, and of the status bar, at least
_TAB = 19  # pixels around the text of a tab of it, by the style sheet
_HANDS = frozenset(
    (
        *(QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress, QEvent.Type.InputMethod),
        *(QEvent.Type.MouseButtonPress, QEvent.Type.Wheel, QEvent.Type.ContextMenu),
        *(QEvent.Type.TouchBegin, QEvent.Type.DragEnter, QEvent.Type.Drop, QEvent.Type.Close),
    )
)
"""What somebody does: it finds a window that is complete."""


class Window(QMainWindow):
    """Qipu's window.

    Attributes:
        opening: opens files and tabs, once all that they ask for is made; None for nothing.
        head: the place of the bar on top.
        stack: shows the desk that was turned to, or the start page.
        workspace: the open documents.
        questions: asks what must be answered before the window goes on.
        files: opens and closes files, with the questions that go with it.
        games: the games of the file that is shown, as wholes.
        looks: theme, and how boards and pages are shown.
        clips: the clipboard.
        disk: follows what other programs do to the open files.
        engines: the engines of the user's list.
        reviews: has them analyse whole games.
        explorer: what libraries know of the positions on the boards.
        folders: opens folders, and goes from file to file in them.
        libraries: searching, building, opening what was found.
        references: the opening books and tablebases of the user's list.
        texts: texts of people, on their way into records.
        board_alone: the full-screen board.
        saver: saves files, with the questions that go with it.
        companions: puts a companion beside a desk, and takes it away.
        top: the bar on top.
        tabs: the desks, and the tabs of the last session that weren't read yet.
        work: tasks, and the background work of sessions.
        menus: the commands to choose from: menus, palette, sheet of keys.
        shown: where one is, in title, tabs and status line.
        unsaved: the journals of what isn't saved.
        leaving: the end of the window, and what it leaves to the next one.
        latest: the id of the command that was last done, of all but the manual's.
    """

    clips: Late[ClipboardController] = Late("viewer.ui.controllers.clipboard:ClipboardController")
    disk: Late[DiskController] = Late("viewer.ui.controllers.disk:DiskController")
    engines: Late[EngineController] = Late("viewer.ui.controllers.engines:EngineController")
    reviews: Late[Reviews] = Late("viewer.ui.controllers.reviews:Reviews")
    explorer: Late[ExplorerController] = Late("viewer.ui.controllers.references:ExplorerController")
    folders: Late[FolderController] = Late("viewer.ui.controllers.folders:FolderController")
    libraries: Late[LibraryController] = Late("viewer.ui.controllers.libraries:LibraryController")
    manual: Late[ManualController] = Late("viewer.ui.manual.opening:ManualController")
    references: Late[ReferenceController] = Late(
        "viewer.ui.controllers.references:ReferenceController"
    )
    texts: Late[TextController] = Late("viewer.ui.controllers.texts:TextController")
    board_alone: Late[BoardAlone] = Late("viewer.ui.window.board_alone:BoardAlone")
    saver: Late[SaveController] = Late("viewer.ui.controllers.saver:SaveController")

    questions: Rest[Questions] = Rest()
    files: Rest[FileController] = Rest()
    games: Rest[RecordListController] = Rest()
    looks: Rest[AppearanceController] = Rest()
    notice: Rest[Notices] = Rest()
    status: Rest[StatusLine] = Rest()
    work: Rest[BackgroundWork] = Rest()
    top: Rest[TopBar] = Rest()
    tabs: Rest[DeskTabs] = Rest()
    companions: Rest[Companions] = Rest()
    menus: Rest[CommandMenus] = Rest()
    shown: Rest[ShownState] = Rest()
    unsaved: Rest[Unsaved] = Rest()
    leaving: Rest[Leaving] = Rest()

    def __init__(self, workspace: Workspace, store: Store) -> None:
        super().__init__()
        self.workspace = workspace
        self.store: Store = store
        self.settings: Settings = store.settings
        self.opening: Callable[[], object] | None = None
        self._completed = self._painted = False
        self._refused = ""  # what is said of a command that could not be done
        self.latest = ""
        self._watched: tuple[QWidget, ...] = ()
        self._first: Desk | None = None
        self._looks = Looks(self.settings)
        self.setObjectName("window")
        self.setWindowTitle("Qipu")
        self.setAcceptDrops(True)
        take_size(self, self.settings)
        self._build()

    def _build(self) -> None:
        """The places of all that is made later, and the stack of what stands under the tabs."""
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.head = QWidget()
        self.head.setObjectName("topBar")
        self.head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.head.setMinimumHeight(max(_HEAD, QFontMetrics(QApplication.font()).height() + _TAB))
        self.stack = QStackedWidget()
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self.setCentralWidget(whole)
        bar = QStatusBar()
        bar.setSizeGripEnabled(False)
        bar.setMinimumHeight(_BAR)
        self.setStatusBar(bar)
        self.frame: Sequence[QWidget] = (self.head, bar)

    # ------------------------------------------------------------------ the board, then the rest

    def show_board(self, path: str) -> bool:
        """Show the board of a file before all else is made; returns whether it could be opened."""
        try:
            if is_common(path) or not answers(self.workspace.files, path):
                return False
            session = RecordSession(self.workspace.open(path))
        except (Unreadable, OSError):
            return False
        self._first = desk = dressed_desk(session, self._looks)
        self.stack.addWidget(desk)
        desk.focus_board()
        # Not at the application: an object of a kind that Python hasn't met makes all of Qt's classes.
        self._watched = (self, desk.stage.board)
        for each in self._watched:
            each.installEventFilter(self)
        return True

    def first_desk(self, document: Document) -> Desk | None:
        """The desk whose board was shown before all else was made, once, if it is a document's."""
        desk = self._first
        if desk is None or desk.session.document is not document:
            return None
        self._first = None
        return desk

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _HANDS and not self.ready:
            self.finish()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            later(self, self.finish)

    def complete(self) -> None:
        """Make all that can be asked for. Once."""
        if self._completed:
            return
        self._completed = True
        from viewer.ui.window import rest  # deferred

        rest.complete(self)
        if self.opening is not None:
            self.opening()

    def finish(self) -> None:
        """Make what can wait until the board stands: all the rest, keys, menu, icons. Once."""
        self.complete()
        if self.ready:
            return
        from viewer.ui.window import rest  # deferred

        rest.finish(self)
        for each in self._watched:
            each.removeEventFilter(self)
        self._watched = ()

    @property
    def tasks(self) -> Tasks:
        """What is done beside the window's events."""
        return self.work.tasks

    # -------------------------------------------------------------------------------- commands

    def run(self, command: Command) -> None:
        """Do a command if it can be done now; else say why not."""
        from viewer.ui.commands.table import why_not  # deferred

        why = why_not(command, self)
        if why is not None:
            self.say(why)
            self._refused = self.status.said
            return
        if self._refused and self.status.said == self._refused:
            self.say(NOTHING)  # why something couldn't be done may not be so any more
        self._refused = ""
        if command.pauses and self.desk is not None:
            self.desk.pause()
        if command.id != "manual":
            self.latest = command.id
        command.run(self)

    def run_named(self, id: str) -> None:
        """Do the command of an id if it can be done now; else say why not."""
        from viewer.ui.commands import COMMANDS  # deferred

        self.run(COMMANDS[id])

    # ----------------------------------------------------------------------------------- tabs

    @property
    def desk(self) -> Desk | None:
        """The desk that is shown."""
        return self.tabs.desk

    @property
    def session(self) -> RecordSession | None:
        """The record that is shown."""
        return self.desk.session if self.desk else None

    def add_other(self, tab: OtherTab) -> None:
        """Turn to a tab that shows no record; it is added if it isn't there."""
        if tab not in self.tabs.others():
            tab.renamed.connect(self.shown.show_other)
            tab.commandAsked.connect(self.run_named)
        self.tabs.add_other(tab)

    def every_desk(self) -> list[Desk]:
        """All desks, those that stand beside that of a tab too."""
        return [*self.tabs.desks(), *self.tabs.pairs.companions()]

    def add_document(self, document: Document, front: bool = True) -> Desk:
        """Show a document: the desk it has already, or a new one; `front`: turn to it."""
        there = self.tabs.desk_of(document)
        if there is not None:
            if not front:
                return there
            self.tabs.turn_to(there)
            if there.session.document is not document:
                self.folders.show_document(there, document)
            return there
        if not front and not self.tabs.awaited(document) and self.folders.adopt(document):
            return self.add_document(document, front)
        from viewer.ui.window.new_desk import new_desk  # deferred

        desk = new_desk(self, document)
        self.tabs.add(desk, front)
        later(desk.session, desk.session.rules.start)
        return desk

    def give_up(self, document: Document) -> None:
        """Close the tab of a document that is going to be shown elsewhere, without closing the document."""
        desk = self.tabs.desk_of(document)
        if desk is not None:
            self.tabs.take_off(desk)

    def turned(self) -> None:
        """Something else is shown under the tabs."""
        self.say(NOTHING)  # what was said is about the tab that is left
        if self._is_board_alone:
            self.board_alone.follow()
        self.notice.look()
        self.shown.show_document()
        if "saver" in vars(self):  # nothing was saved as long as there is none
            self.saver.show_lacking()
        self.focus_board()

    def close_document(self, document: Document) -> bool:
        """Close the tab of a document, asking where something isn't saved; returns whether it is closed."""
        desk = self.tabs.desk_of(document)
        return desk is not None and self.tabs.close_desk(desk)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.setAccepted(self.leaving.end())

    def stop(self) -> None:
        """Stop what goes on beside the window's events: it is being closed."""
        for name in ("disk", "libraries", "manual", "references", "explorer", "reviews"):
            if name in vars(self):
                vars(self)[name].close()
        self.looks.hush()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.ready:
            self.leaving.changed()

    # ---------------------------------------------------------------------------------- state

    def document_saved(self) -> None:
        """A document was saved: its name and state may be others, and what its file can hold."""
        self.shown.show_document()
        if self.session is not None:
            self.session.moved.emit()

    def say(self, sentence: Message) -> None:
        """A sentence in the status line; it goes by itself."""
        self.status.say(tr(sentence))

    def tell(
        self,
        sentence: Message,
        *actions: tuple[Message, Callable[[], object]],
        of: object = None,
    ) -> None:
        """A notice, until it is closed; see `Notices.tell`."""
        self.notice.tell(sentence, *actions, of=of)

    def focus_board(self) -> None:
        """Give the keys to the board."""
        if self.desk is not None:
            self.desk.focus_board()
        elif self.tabs.other is not None:
            self.tabs.other.take_focus()

    # ---------------------------------------------------------------------------------- looks

    @property
    def ready(self) -> bool:
        """Whether all is made, that which waited for the board too."""
        return "menus" in vars(self) and self.menus.actions is not None

    def toggle_full_screen(self) -> None:
        """Fill the screen, or no longer."""
        if self._is_board_alone:
            self.board_alone.leave()
            return
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    @property
    def _is_board_alone(self) -> bool:
        return "board_alone" in vars(self) and self.board_alone.on

    def show_panels(self) -> None:
        """See to it that panels are seen: the board no longer stands alone."""
        if self._is_board_alone:
            self.board_alone.leave()

    # -------------------------------------------------------------------------------- asking

    def show_page(self, id: str) -> None:
        """Bring a panel to the front and give it the keys."""
        self.show_panels()
        if self.desk is not None:
            self.desk.panels.show_page(id)
            if id in ("tree", "graph"):
                self.looks.set_tree(id)
            self.desk.panels.focus_page(id)

    def edit_comment(self) -> None:
        """Begin to write the comment."""
        self.show_panels()
        if self.desk is not None:
            self.desk.panels.write_comment()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the keys that nothing else wanted: Enter for a button or trial, Escape back to the board."""
        if presses_button(event, self.focusWidget()):
            return
        if event.key() in ENTER and self.session is not None and self.session.trial is not None:
            self.session.trial.put_in()
            return
        if event.key() == Qt.Key.Key_Escape:
            if self.session is not None and self.session.end_trial():
                return
            before = self.focusWidget()
            self.focus_board()
            if self.focusWidget() is before:
                self.notice.close_shown()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            if not self.isActiveWindow():
                self.store.save()  # what is set in one window, the others take over
                return
            if not self.ready:
                return
            self.disk.look_now()
            for desk in self.tabs.desks():
                if desk.session.folder is not None:
                    desk.session.folder.look_now()
            if self.store.refresh():
                from viewer.ui.window.actions import use_keys  # deferred

                use_keys(self.settings)
                self.looks.show_settings()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if any(url.isLocalFile() for url in data.urls()) or data.text().strip():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if paths:
            self.files.open_all(paths)
        else:
            self.clips.put_text(event.mimeData().text())
        self.activateWindow()
