"""The opening books and tablebases of the user's list: adding them, and showing what they say."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.games import game_of
from viewer.reference.chosen import ChosenWork, read_works, works_text
from viewer.reference.kinds import kind_of, suffixes
from viewer.reference.reference import ReferenceFault
from viewer.ui.pages.books_page import BooksPage
from viewer.ui.session.shelf import Shelf
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_FILE = "books.json"


class ReferenceController(QObject):
    """Adds works to the list, and gives the list to the pages that show them.

    Attributes:
        shelf: the works.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window.dialog_parent)
        self._window = window
        self.shelf = Shelf(window.store.kept(_FILE, read_works, works_text), self._keep, self)

    def close(self) -> None:
        """Close the books."""
        self.shelf.close()

    def _keep(self, text: str) -> None:
        if not self._window.store.keep_text(_FILE, text):
            self._window.tell(message("The list of books couldn't be written."), of=EVERYWHERE)

    def wire(self, page: QWidget, desk: Desk) -> None:
        """Show the works on a page, and their moves on the board of its desk."""
        if isinstance(page, BooksPage):
            stage = desk.stage
            stage.add_advice(page.pointed, before=True)
            stage.add_advice(page.advice)
            page.advised.connect(stage.show_advice)
            page.left.connect(self._window.focus_board)
            page.take(self.shelf)

    def choose_book(self) -> None:
        """Ask for the file of an opening book, and add it to the list."""
        desk = self._window.desk
        if desk is None:
            return
        patterns = " ".join(f"*{suffix}" for suffix in suffixes(desk.session.game.id))
        books, others = tr(message("Opening books")), tr(message("All files"))
        kinds, rest = f"{books} ({patterns})" if patterns else "", f"{others} (*)"
        path = FileDialog.open_file(
            self._window.dialog_parent,
            tr(message("An opening book")),
            kinds=";;".join(one for one in (kinds, rest) if one),
            purpose="book",
        )
        if path:
            self.add(path)

    def choose_folder(self) -> None:
        """Ask for a folder of tablebases, and add it to the list."""
        path = FileDialog.folder(
            self._window.dialog_parent,
            tr(message("A folder of Syzygy tablebases")),
            purpose="tablebases",
        )
        if path:
            self.add(path)

    def add(self, path: str) -> None:
        """Add a work to the list, if it is one."""
        path = os.path.abspath(path)
        try:
            kind = kind_of(path)
        except ReferenceFault as fault:
            self._window.tell(fault.reason)
            return
        self.shelf.add(ChosenWork(path, kind.game))
        desk = self._window.desk
        if desk is None:
            return
        desk.panels.show_page("books")
        if desk.session.game.id != kind.game:
            self._window.tell(self._elsewhere(path, kind.game))

    def _elsewhere(self, path: str, game: str) -> Message:
        return message(
            "{name} was added; it is a work on {game}.",
            name=os.path.basename(path),
            game=game_of(game).name,
        )
