"""Opening folders: their files in one list, one of them shown; going from file to file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.files import answers
from viewer.base.loading import load_named
from viewer.base.messages import Message, message, readable
from viewer.base.resources import is_resource
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.document.training import of_lesson
from viewer.ui.controllers.files import CannotOpen, silent_disk, usual_folder
from viewer.ui.pages.files_page import FilesPage, FilesPanel
from viewer.ui.session.kept_tabs import path_to_keep
from viewer.ui.session.open_folder import OpenFolder
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_AT_ONCE = 0.5  # seconds that the window waits for a folder's first files
_TRIED = 50  # files that are tried until one can be opened, between two events


class FolderController(QObject):
    """Opens folders for a window, and goes from file to file in them."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window

    # -------------------------------------------------------------------------------- opening

    def ask_open(self) -> None:
        """Show the dialog for opening a folder."""
        window = self._window
        path = FileDialog.folder(
            window,
            tr(message("Open a folder")),
            usual_folder(window),
            purpose="folder",
        )
        if path:
            self.open([path])

    def open(self, roots: Sequence[str]) -> None:
        """Open folders, or some files, as one list, or switch to its tab."""
        window = self._window
        roots = [os.path.abspath(root) for root in roots]
        for desk in window.tabs.desks():
            folder = desk.session.folder
            if folder is not None and list(folder.roots) == roots:
                window.add_document(desk.session.document)
                return
        if not answers(window.workspace.files, roots[0]):
            again = (message("Try again"), partial(self.open, roots))
            window.notice.tell(silent_disk(roots[0]), again, about=roots[0], of=EVERYWHERE)
            return
        folder = OpenFolder(roots, window.workspace.files, self)
        folder.look(_AT_ONCE)
        if not self._begin(folder):
            folder.listed.connect(partial(self._begin, folder))
            folder.ended.connect(partial(self._begin, folder))
            window.tabs.show_start()

    def _begin(self, folder: OpenFolder) -> bool:
        """Show the first file that can be opened, with the list; whether that is done or given up."""
        window = self._window
        if folder.parent() is not self:
            return True  # it is shown already
        for path in folder.untried(_TRIED):
            found = window.files.opened(path)
            if isinstance(found, Document):
                self._show(folder, found)
                return True
        if folder.running:
            return False
        folder.setParent(None)
        folder.close()
        folder.deleteLater()
        name = readable(folder.title)
        words = message("There is no game record in {folder}.", folder=name)
        if folder.problems:
            why = next(iter(folder.problems.values()))
            words = message("{folder} can't be read: {why}.", folder=name, why=why)
        elif len(folder.files):
            words = message("None of the files in {folder} can be opened.", folder=name)
        window.notice.tell(words, about=folder.roots[0], of=EVERYWHERE)
        window.tabs.show_start()
        return True

    def _show(self, folder: OpenFolder, document: Document) -> None:
        window = self._window
        desk = window.add_document(document)
        self.attach(desk, folder)
        window.files.attend(document)
        if len(folder.roots) == 1:
            window.store.opened(folder.roots[0])
        window.show_page("files")
        if is_resource(folder.roots[0]):  # what a sample tells are the keys of the board
            window.focus_board()

    def attach(self, desk: Desk, folder: OpenFolder) -> None:
        """List a folder in the tab of one of its files."""
        window = self._window
        desk.set_folder(folder)
        for signal in (folder.progressed, folder.ended, folder.listed):
            signal.connect(partial(window.work.show, folder))
        window.document_saved()  # the tab's name is the folder's

    def attach_roots(self, desk: Desk, roots: Sequence[str]) -> None:
        """List a folder, or some files, in the tab of one of its files."""
        self.attach(desk, OpenFolder(roots, self._window.workspace.files))

    # -------------------------------------------------------------------------- from file to file

    def wire(self, made: QWidget, desk: Desk) -> None:
        """Connect a new files page."""
        if isinstance(made, FilesPanel) and made.page is not None:
            made.page.left.connect(self._window.focus_board)
            made.page.fileAsked.connect(lambda path: self.show_file(desk, path))
            made.page.view.show_boards(bool(self._window.settings["file-boards"]))

    def _page(self, desk: Desk) -> FilesPage | None:
        """The files page of a desk, None until it is first shown."""
        panel = desk.panels.made("files")
        return panel.page if isinstance(panel, FilesPanel) else None

    def show_list(self) -> None:
        """Show the list with its filter focused."""
        window = self._window
        window.show_page("files")
        page = self._page(window.desk) if window.desk is not None else None
        if page is not None:
            page.filter.setFocus()
            page.filter.selectAll()

    def toggle_boards(self) -> None:
        """Show small boards in the lists of files, or none."""
        on = not self._window.settings["file-boards"]
        self._window.settings.set("file-boards", on)
        for desk in self._window.tabs.desks():
            page = self._page(desk)
            if page is not None:
                page.view.show_boards(on)

    def step(self, step: int) -> None:
        """Show the next file (-1: the previous one), in the list's order if it is filtered or sorted."""
        desk, path = self._window.desk, self.neighbour(step)
        if desk is not None and path is not None:
            self.show_file(desk, path)

    def neighbour(self, step: int) -> str | None:
        """The path of the file that `step` shows; None for none."""
        desk = self._window.desk
        if desk is None or desk.session.folder is None:
            return None
        if not desk.session.folder.found:
            desk.session.folder.look(_AT_ONCE)
        page = self._page(desk)
        if page is not None and not page.model.natural:
            return page.neighbour_path(step)
        return self._neighbour(desk, step)

    def _neighbour(self, desk: Desk, step: int) -> str | None:
        """The path of the next file in natural order, passing over unreadable ones; None for none."""
        folder, path = desk.session.folder, path_to_keep(desk.session.document)
        if folder is None:
            return None
        files, place = folder.files, folder.files.index(path)
        place += step if path in files or step < 0 else 0
        while 0 <= place < len(files):
            summary = files[place].summary
            if summary is None or summary.problem is None:
                return files[place].path
            place += step
        return None

    def show_file(self, desk: Desk, path: str) -> None:
        """Show another file of a desk's folder; an edited one that is left stays open."""
        window, session = self._window, desk.session
        if path == path_to_keep(session.document) or desk.editing:
            return
        found = window.files.opened(path)
        if isinstance(found, CannotOpen):
            window.say(found.reason)
            return
        other = window.tabs.desk_of(found)
        if other is not None and other is not desk:
            if other.editing or other.session.folder is not None:
                window.add_document(found)
                return
            window.give_up(found)
        self.show_document(desk, found)

    def show_document(self, desk: Desk, document: Document) -> None:
        """Show a document in a desk's folder."""
        window, session, folder = self._window, desk.session, desk.session.folder
        left = session.document
        if folder is None or document is left:
            return
        session.flush()
        window.work.leave(left)
        folder.places[path_to_keep(left)] = session.place
        try:
            session.turn_to(document)
        except OSError as error:
            if document not in folder.documents:
                window.workspace.close(document)
            window.say(_cannot_read(document, error))
            return
        if document in folder.documents:
            folder.documents.remove(document)
        if left.modified:
            folder.hold(left)
        else:
            window.workspace.close(left)
            window.notice.leave(left)
        if path_to_keep(document) in folder.places:
            session.stand_at(folder.places[path_to_keep(document)])
        if of_lesson(session.record):
            load_named("viewer.ui.controllers.lessons:offer")(window, session)
        window.files.attend(document)
        window.saver.show_lacking()

    def adopt(self, document: Document) -> bool:
        """Take a recovered document into the tab of its folder; returns whether there is one."""
        path = document.path
        for desk in self._window.tabs.desks():
            folder = desk.session.folder
            if folder is not None and path is not None and folder.files.covers(path):
                folder.hold(document)
                shown = desk.session.document
                if shown.path == path and not shown.modified:  # the file without what was recovered
                    self.show_document(desk, document)
                self._window.document_saved()
                return True
        return False


def _cannot_read(document: Document, error: OSError) -> Message:
    """The sentence for a file none of whose games can be read."""
    name = readable(os.path.basename(document.path or ""))
    why = error_words(error)
    return message("{file} can't be opened: {why}.", file=name, why=why)
