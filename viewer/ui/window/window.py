"""The window: tabs on top, a desk per document, the status line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QMainWindow, QStatusBar, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.base.settings import Settings
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.document.edits.history import Location
from viewer.document.workspace import Workspace
from viewer.scene.theme import Theme
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.controllers.appearance import AppearanceController
from viewer.ui.controllers.files import FileController
from viewer.ui.controllers.record_list import RecordListController
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import window_title
from viewer.ui.toolkit.fonts import tell_of_han
from viewer.ui.toolkit.keys import keeps_for_button
from viewer.ui.toolkit.last_folders import LAST_FOLDERS
from viewer.ui.toolkit.late import Late
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.notice import NoticeBar
from viewer.ui.toolkit.other_tab import OtherTab
from viewer.ui.toolkit.plain import title
from viewer.ui.toolkit.questions import Questions
from viewer.ui.toolkit.shortcuts import SHORTCUTS
from viewer.ui.toolkit.sizes import keep_size, take_size
from viewer.ui.window.actions import NODE_CONTEXT, Actions
from viewer.ui.window.beside import Beside
from viewer.ui.window.desk import Desk
from viewer.ui.window.desk_tabs import DeskTabs
from viewer.ui.window.key_settings import keys_page, use_keys
from viewer.ui.window.new_desk import new_companion, new_desk
from viewer.ui.window.status import StatusLine
from viewer.ui.window.top_bar import TopBar
from viewer.ui.workbench.state import Store

if TYPE_CHECKING:
    from viewer.document.kept_session import KeptSession
    from viewer.ui.controllers.clipboard import ClipboardController
    from viewer.ui.controllers.disk import DiskController
    from viewer.ui.controllers.engines import EngineController
    from viewer.ui.controllers.explorer import ExplorerController
    from viewer.ui.controllers.folders import FolderController
    from viewer.ui.controllers.libraries import LibraryController
    from viewer.ui.controllers.recovery import RecoveryController
    from viewer.ui.controllers.references import ReferenceController
    from viewer.ui.controllers.saver import SaveController
    from viewer.ui.dialogs.keys_page import KeysPage
    from viewer.ui.session.finder import Finder
    from viewer.ui.session.judging import Judging
    from viewer.ui.session.open_folder import OpenFolder
    from viewer.ui.toolkit.tasks import Tasks
    from viewer.ui.window.board_alone import BoardAlone
    from viewer.ui.window.session_keeper import SessionKeeper


class Window(QMainWindow):
    """Qipu's window.

    Attributes:
        workspace: the open documents.
        questions: asks what must be answered before the window goes on.
        files: opens and closes files, with the questions that go with it.
        games: the games of the file that is shown, as wholes.
        looks: theme, and how boards and pages are shown.
        clips: the clipboard.
        disk: follows what other programs do to the open files.
        engines: the engines of the user's list.
        explorer: what libraries know of the positions on the boards.
        folders: opens folders, and goes from file to file in them.
        libraries: searching, building, opening what was found.
        references: the opening books and tablebases of the user's list.
        board_alone: the full-screen board.
        saver: saves files, with the questions that go with it.
        beside: puts records beside each other.
        tabs: the desks, and the tabs of the last session that weren't read yet.
        keeper: keeps the tabs for the next start; None where they aren't kept.

    Signals:
        languageAsked: the language of the settings is another now, which takes another window.
    """

    languageAsked = Signal()

    clips: Late[ClipboardController] = Late("viewer.ui.controllers.clipboard:ClipboardController")
    disk: Late[DiskController] = Late("viewer.ui.controllers.disk:DiskController")
    engines: Late[EngineController] = Late("viewer.ui.controllers.engines:EngineController")
    explorer: Late[ExplorerController] = Late("viewer.ui.controllers.explorer:ExplorerController")
    folders: Late[FolderController] = Late("viewer.ui.controllers.folders:FolderController")
    libraries: Late[LibraryController] = Late("viewer.ui.controllers.libraries:LibraryController")
    references: Late[ReferenceController] = Late(
        "viewer.ui.controllers.references:ReferenceController"
    )
    board_alone: Late[BoardAlone] = Late("viewer.ui.window.board_alone:BoardAlone")
    saver: Late[SaveController] = Late("viewer.ui.controllers.saver:SaveController")

    def __init__(self, workspace: Workspace, store: Store) -> None:
        super().__init__()
        self.workspace = workspace
        self.store: Store = store
        self.settings: Settings = store.settings
        LAST_FOLDERS.use(store.kept_text, store.keep_text)
        self.questions: Questions = Questions(self)
        self.files: FileController = FileController(self)
        self.games: RecordListController = RecordListController(self)
        self.recovery: RecoveryController | None = None  # once the board stands
        self.keeper: SessionKeeper | None = None  # where tabs are kept for the next start
        self._hurried = False  # the system ends the program: nobody may be there to answer
        self._left: KeptSession | None = None
        self._language = self.settings["language"]
        use_keys(self.settings)
        self._actions: Actions | None = None
        self._painted = False
        self.setObjectName("window")
        self.setAcceptDrops(True)
        take_size(self, self.settings)
        self._build()
        self.looks: AppearanceController = AppearanceController(self)

    @property
    def dialog_parent(self) -> QWidget:
        """What dialogs and menus stand over: the window itself."""
        return self

    @property
    def as_widget(self) -> QMainWindow:
        """The window itself."""
        return self

    def open_folder(self, roots: Sequence[str]) -> None:
        """Open folders, or some files, as one list."""
        self.folders.open(roots)

    @cached_property
    def tasks(self) -> Tasks:
        """What is done beside the window's events."""
        from viewer.ui.toolkit.tasks import TaskLine, Tasks  # deferred

        tasks = Tasks(self)
        tasks.failed.connect(self._task_failed)
        tasks.stopped.connect(self._task_stopped)
        self.statusBar().addPermanentWidget(TaskLine(tasks))
        return tasks

    def end_tasks(self, document: Document) -> None:
        """A document is about to be closed or read again: what is done with it is finished or stopped."""
        if "tasks" in vars(self):  # else there never were any
            self.tasks.leave(document)

    # ------------------------------------------------------------------------------- building

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            later(self, self.finish, 4)

    def finish(self) -> None:
        """Make what can wait until the board stands: keys, menu, icons. Once."""
        if self.ready:
            return
        from viewer.ui.board import access  # deferred

        access.install()
        self._actions = Actions(self, self.run)
        SHORTCUTS.changed.connect(self._follow_keys)
        self.show_icons()
        self.store.save()
        self.files.see_to_leftovers(self.workspace.documents)
        self.disk.start()
        self._recovering().begin()
        tell_of_han(self.settings, self.tell)
        for problem in self.store.problems:
            self.tell(problem)
        if self.keeper is not None:
            self.keeper.start()

    def _build(self) -> None:
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._top = TopBar(self.run)
        self._top.menuAsked.connect(self._open_menu)
        self.tabs: DeskTabs = DeskTabs(self, self._top, self._make_start)
        self.tabs.turned.connect(self._turned)
        self.tabs.moved.connect(self._keep)
        self.tabs.activated.connect(self.show_document)
        self.beside = Beside(self.tabs, self._make_companion, self.say)
        column.addWidget(self._top)
        self.notice = NoticeBar()
        self.notice.closed.connect(self.focus_board)
        column.addWidget(self.notice)
        column.addWidget(self.tabs.stack, 1)
        self.setCentralWidget(whole)
        self.status = StatusLine()
        bar = QStatusBar()
        bar.setSizeGripEnabled(False)
        bar.setMinimumHeight(28)
        bar.addWidget(self.status, 1)
        self.setStatusBar(bar)
        self.frame: Sequence[QWidget] = (self._top, bar)
        self.status.encodingAsked.connect(lambda: self.run(COMMANDS["encoding"]))
        self._show_title()

    # -------------------------------------------------------------------------------- commands

    def run(self, command: Command) -> None:
        """Do a command if it can be done now; say why a file can't hold what it would write."""
        if command.possible(self):
            why = command.refusal(self)
            if why is None:
                if command.pauses and self.desk is not None:
                    self.desk.pause()
                command.run(self)
            else:
                self.say(why)

    # ----------------------------------------------------------------------------------- tabs

    @property
    def desk(self) -> Desk | None:
        """The desk that is shown."""
        return self.tabs.desk

    @property
    def session(self) -> RecordSession | None:
        """The record that is shown."""
        return self.desk.session if self.desk else None

    @property
    def other_tab(self) -> OtherTab | None:
        """The tab that is shown, if it shows no record."""
        return self.tabs.other

    def others(self) -> list[OtherTab]:
        """All tabs that show no record."""
        return self.tabs.others()

    def add_other(self, tab: OtherTab) -> None:
        """Turn to a tab that shows no record; it is added if it isn't there."""
        if tab not in self.tabs.others():
            tab.renamed.connect(self._show_other)
            tab.commandAsked.connect(lambda id: self.run(COMMANDS[id]))
        self.tabs.add_other(tab)
        if self.ready:
            self.show_icons()

    def _show_other(self) -> None:
        self._keep()
        if self.other_tab is not None:
            self._show_title()
            self.status.show_session(None, self.other_tab.words)

    def desks(self) -> list[Desk]:
        """All desks, in the order of their tabs."""
        return self.tabs.desks()

    def every_desk(self) -> list[Desk]:
        """All desks, those that stand beside that of a tab too."""
        return [*self.tabs.desks(), *self.tabs.companions()]

    def _make_companion(self, session: RecordSession) -> Desk:
        return new_companion(self, session)

    def add_document(self, document: Document, front: bool = True) -> Desk:
        """Show a document: the desk it has already, or a new one; see `Workbench`."""
        there = self.tabs.desk_of(document)
        if there is not None:
            if not front:
                return there
            self.tabs.turn_to(there)
            if there.session.document is not document:
                self.folders.show_document(there, document)
            return there
        if not front and self.folders.adopt(document):
            return self.add_document(document, front)
        desk = new_desk(self, document)
        self.tabs.add(desk, front)
        if self.ready:
            self.show_icons()
        later(desk.session, desk.session.start_judging)
        return desk

    def desk_of(self, document: Document) -> Desk | None:
        """The desk of a document, None if it has none."""
        return self.tabs.desk_of(document)

    def give_up(self, document: Document) -> None:
        """Close the tab of a document that is going to be shown elsewhere, without closing the document."""
        desk = self.tabs.desk_of(document)
        if desk is not None:
            self.tabs.take_off(desk)

    def _turned(self) -> None:
        self.say(NOTHING)  # what was said is about the tab that is left
        if self._is_board_alone:
            self.board_alone.follow()
        self.show_document()
        if "saver" in vars(self):  # nothing was saved as long as there is none
            self.saver.show_lacking()
        self.focus_board()

    def _make_start(self) -> QWidget:
        from viewer.ui.window.welcome import Welcome  # deferred

        return Welcome(
            self.files,
            self.store,
            lambda: self.folders.ask_open(),
            lambda: self.libraries.show(),
            self,
        )

    def show_start(self) -> None:
        """Show what stands where no file is open."""
        self.tabs.show_start()

    def next_tab(self, step: int) -> None:
        """Turn to the next (or previous) tab."""
        self.tabs.step(step)

    def close_tab(self) -> None:
        """Close the tab that is shown."""
        self.tabs.close_front()

    def close_desk(self, desk: Desk) -> bool:
        """Close a tab, asking where something isn't saved; whether it is closed now."""
        return self.tabs.close_desk(desk)

    def close_document(self, document: Document) -> bool:
        """Close the tab of a document, asking where something isn't saved; returns whether it is closed."""
        desk = self.tabs.desk_of(document)
        return desk is not None and self.close_desk(desk)

    def _recovering(self) -> RecoveryController:
        """Keeps journals; made once the board stands, or when a tab needs one that was left behind."""
        if self.recovery is None:
            from viewer.ui.controllers.recovery import RecoveryController  # deferred

            self.recovery = RecoveryController(self)
            if self.keeper is not None:
                self.recovery.kept, self.recovery.orderly = self.keeper.has, self.keeper.orderly
        return self.recovery

    def journal_of(self, document: Document) -> str:
        """The path of the journal of what isn't saved of a document, "" if there is none."""
        return "" if self.recovery is None else self.recovery.journals.path_of(document)

    def recover(self, journal: str) -> None:
        """Show the document of a journal that an earlier window left behind, if there is one."""
        self._recovering().recover(journal)

    def _keeps_unsaved(self) -> bool:
        """Whether all that isn't saved is on the disk and will be there at the next start."""
        wanted = self._hurried or (self.keeper is not None and self.keeper.wanted)
        return wanted and self.recovery is not None and self.recovery.journals.keep()

    def keep_draft(self, document: Document, place: Location, facet: str, text: str) -> None:
        """Keep what is being written of a comment."""
        if self.recovery is not None:
            self.recovery.drafted(document, place, facet, text)

    def closeEvent(self, event: QCloseEvent) -> None:
        kept = self.tabs.leave_all(self._keeps_unsaved, self._hurried)
        if kept is None:
            event.ignore()
            return
        for name in ("disk", "libraries", "references", "explorer"):
            if name in vars(self):
                vars(self)[name].close()
        self.looks.hush()
        keep_size(self, self.settings)
        self.store.save()
        if self.recovery is not None and not kept:
            self.recovery.end(keep=False)
        if self.keeper is not None:
            self._left = self.keeper.now()
            self.keeper.end()
        if self.recovery is not None and kept:
            self.recovery.end(keep=True)
        self.keeper = self.recovery = None
        event.accept()

    def leave(self) -> None:
        """Close the window and quit, whatever dialog is open, without a question if all is kept."""
        self._hurried = True
        try:
            if self.close():
                QCoreApplication.exit(0)
        finally:
            self._hurried = False

    def give_way(self) -> KeptSession | None:
        """Close the window for another with the same tabs, and return them.

        None if it has to stay: something isn't finished, or can't be kept.
        """
        self.finish()
        for dialog in self.findChildren(QDialog):
            dialog.reject()
        self._hurried = True
        try:
            return self._left if self.close() else None
        finally:
            self._hurried = False

    def rest(self) -> bool:
        """Have all that isn't saved on the disk; returns whether it is."""
        for desk in self.every_desk():
            desk.session.flush()
        return self.recovery is not None and self.recovery.journals.keep()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep()

    def _keep(self) -> None:
        """What is kept for the next start may have changed."""
        if self.keeper is not None:
            self.keeper.changed()

    # ---------------------------------------------------------------------------------- state

    def show_document(self) -> None:
        """Update tabs and title: names of files, and whether they are saved."""
        self.tabs.show_names()
        self._show_title()
        self.show_state()
        self.files.show_offer()

    def document_saved(self) -> None:
        """A document was saved: its name and state may be others, and what its file can hold."""
        self.show_document()
        if self.session is not None:
            self.session.moved.emit()

    def _show_title(self) -> None:
        session = self.session
        if session is None:
            other = self.other_tab
            self.setWindowModified(False)
            self.setWindowTitle("Qipu" if other is None else f"{title(other.name)} – Qipu")
            return
        self.setWindowTitle(f"{title(window_title(session))}[*] – Qipu")
        self.setWindowModified(session.document.modified)

    def show_state(self) -> None:
        """Show where one is in the record, and the mode of the desk."""
        self._keep()
        other = self.other_tab
        self.status.show_session(self.session, NOTHING if other is None else other.words)
        self.status.show_playing(self.desk.playing if self.desk is not None else None)
        mode = self.desk.mode if self.desk is not None else None
        if mode is not None:
            self.show_panels()
        if mode is None:
            self.status.show_mode(None)
        else:
            self.status.show_mode(mode.name, mode.silent)

    def show_finding(self, session: RecordSession) -> None:
        """How far the games of a file are found; or why not all of them were."""
        self.show_work(session.finder)
        if session is self.session:
            self.status.show_session(session)
        if session.finder.problem is not None and not session.finder.running:
            self.tell(session.finder.problem)

    def show_work(self, work: Finder | Judging | OpenFolder) -> None:
        """List background work of a session among the tasks, or take it off."""
        if work.lasting:
            self.tasks.show(work)
        elif "tasks" in vars(self):
            self.tasks.drop(work)

    def say(self, sentence: Message) -> None:
        """A sentence in the status line; it goes by itself."""
        self.status.say(tr(sentence))

    def tell(self, sentence: Message, *actions: tuple[Message, Callable[[], object]]) -> None:
        """A sentence under the tabs, until it is closed."""
        self.notice.tell(sentence, *actions)

    def _task_stopped(self, words: Message) -> None:
        self.say(message("Stopped: {task}", task=words))

    def _task_failed(self, task: Message, error: OSError) -> None:
        why = tr(error_words(error)).rstrip(".。")
        self.tell(message("{task} failed: {why}.", task=task, why=why))

    def focus_board(self) -> None:
        """Give the keys to the board."""
        if self.desk is not None:
            self.desk.focus_board()
        elif self.other_tab is not None:
            self.other_tab.take_focus()

    # ---------------------------------------------------------------------------------- looks

    @property
    def theme(self) -> Theme:
        """The theme in use."""
        return self.looks.theme

    def follow_language(self) -> None:
        """Ask for a window in the language of the settings if it was changed."""
        if self.settings["language"] != self._language:
            self._language = self.settings["language"]
            later(self, self.languageAsked.emit)

    def _follow_keys(self) -> None:
        """Commands have other keys now."""
        if self._actions is not None:
            self._actions.show_keys()
        self.show_state()

    def follow_scheme(self) -> None:
        """The system went from light to dark, or back."""
        self.looks.follow_setting()

    @property
    def ready(self) -> bool:
        """Whether all is made, that which waited for the board too."""
        return self._actions is not None

    def show_icons(self) -> None:
        """Show the window's icons in the theme in use."""
        from viewer.paint.icons import app_icon  # deferred

        self.setWindowIcon(app_icon())
        self._top.show_icons(self.theme)

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
            self.desk.panels.show_page("comment")
            self.desk.panels.comment.write()

    def show_palette(self) -> None:
        """Find a command, or play a move, by typing."""
        from viewer.ui.window.palette import Palette  # deferred

        Palette(self, self.run).open_over()

    def show_keys(self) -> None:
        """The sheet of keys."""
        from viewer.ui.window.key_sheet import KeySheet  # deferred

        KeySheet(self).open()

    def keys_page(self) -> KeysPage:
        """The page of the settings with the keys of the commands."""
        return keys_page(self.settings)

    def show_about(self) -> None:
        """What this is."""
        from viewer.ui.dialogs.about import About  # deferred

        About(self).open()

    def show_context(self, node: int, point: QPoint) -> None:
        """What can be done at a node."""
        if self.session is None:
            return
        self.session.go_to(node)
        self.open_context(NODE_CONTEXT, point)

    def open_context(self, ids: Sequence[str], point: QPoint, flat: bool = False) -> None:
        """Open a menu of some commands at a place; `flat` has no submenus."""
        self.finish()
        assert self._actions is not None
        self._actions.open_context(ids, point, flat)

    def _open_menu(self) -> None:
        self.finish()
        assert self._actions is not None
        self._actions.open_main(self._top.menu_button)

    def event(self, event: QEvent) -> bool:
        return keeps_for_button(event, self.focusWidget()) or super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange:
            if not self.isActiveWindow():
                self.store.save()  # what is set in one window, the others take over
                return
            if self.ready:
                self.disk.look_now()
            for desk in self.desks():
                if desk.session.folder is not None:
                    desk.session.folder.look_now()
            if self.store.refresh():
                use_keys(self.settings)
                self.looks.show_settings()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        self.files.open_all(paths)
        self.activateWindow()
