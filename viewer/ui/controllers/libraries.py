"""Libraries in the window: their tab, opening what was found in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from viewer.base.messages import Number, message
from viewer.document.document import Document
from viewer.library.face import Library, all_libraries
from viewer.library.searches import Search
from viewer.library.together import PlacedHit
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.controllers.appearance import AppearanceController
from viewer.ui.controllers.files import CannotOpen, FileController, SavingWorkbench
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import shown_name

if TYPE_CHECKING:
    from viewer.ui.workbench.other_tab import OtherTab


class LibraryWindow(SavingWorkbench, Protocol):
    """A window with libraries.

    Attributes:
        files: opens files.
        looks: the appearance of boards.
    """

    files: FileController
    looks: AppearanceController

    @property
    def other_tab(self) -> OtherTab | None:
        """The tab that is shown, if it shows no record."""
        ...

    def others(self) -> Sequence[OtherTab]:
        """All tabs that show no record."""
        ...

    def add_other(self, tab: OtherTab) -> None:
        """Show a tab that shows no record: turn to it, or add it."""
        ...


class LibraryController(QObject):
    """Opens libraries in a tab, builds them, and opens hits.

    Commands reach the tab that is shown by `tab`, and what was found by `tab.found` (`LibrarySearch`).
    """

    def __init__(self, window: LibraryWindow, parent: QObject, home: str = "") -> None:
        """`home`: the folder of all libraries, "" for the user's own."""
        super().__init__(parent)
        self._window = window
        self.home = home

    # ------------------------------------------------------------------------------------ the tab

    @property
    def tab(self) -> LibraryTab | None:
        """The library tab that is shown, None if another tab is."""
        tab = self._window.other_tab
        return tab if isinstance(tab, LibraryTab) else None

    def all(self) -> list[Library]:
        """All libraries, by name."""
        return all_libraries(self.home)

    def show(self) -> LibraryTab:
        """Turn to the library tab, or open one that searches all libraries."""
        for other in self._window.others():
            if isinstance(other, LibraryTab):
                self._window.add_other(other)
                other.take_focus()
                return other
        return self.open(self.all())

    def open(self, libraries: Sequence[Library]) -> LibraryTab:
        """Open a tab that searches libraries."""
        tab = LibraryTab(LibrarySearch(libraries), self._window.workspace.files)
        tab.preview.dress = self._dress
        tab.openAsked.connect(self.open_hit)
        self._window.add_other(tab)
        tab.take_focus()
        return tab

    def search(self, search: Search) -> None:
        """Show what is found by a search in the library tab."""
        self.show().show_search(search)

    def _dress(self, board: BoardCanvas) -> None:
        looks, settings = self._window.looks, self._window.settings
        board.set_coordinates(str(settings["coordinates"]))
        board.set_pieces(looks.pieces_of(board.session.game.id))
        board.set_layout(looks.layout_of(board.session.game.id))
        board.set_theme(looks.board_theme)

    # ------------------------------------------------------------------------------------- opening

    def open_hit(self, placed: PlacedHit) -> None:
        """Open the file of a hit in a tab, at the record and the node that matches."""
        window, hit = self._window, placed.hit
        found = window.files.read(hit.path)
        if isinstance(found, CannotOpen):
            window.notice.tell(found.reason, about=hit.path)
            return
        window.files.show(found)
        desk = window.desk_of(found)
        if desk is not None and desk.session.document is found:
            _Arrival(desk.session, found, hit.number, hit.node, window).go()


class _Arrival(QObject):
    """Goes to a record of a document, once it is found, and to its node."""

    def __init__(
        self,
        session: RecordSession,
        document: Document,
        number: int,
        node: int | None,
        window: LibraryWindow,
    ) -> None:
        super().__init__(session)
        self._session, self._document = session, document
        self._number, self._node, self._window = number, node, window

    def go(self) -> None:
        """Go there now or later."""
        session, document = self._session, self._document
        if session.document is not document:
            self.deleteLater()
            return
        if self._number >= len(document) and not session.finder.complete:
            session.finder.progress.connect(self._look)
            session.finder.ended.connect(self._look)
            self._window.say(message("Looking for game {number}…", number=Number(self._number + 1)))
            if not session.finder.running:
                session.finder.start()
            return
        self._arrive()

    def _look(self) -> None:
        finder = self._session.finder
        if self._number < len(self._document) or not finder.running:
            finder.progress.disconnect(self._look)
            finder.ended.disconnect(self._look)
            self._arrive()

    def _arrive(self) -> None:
        session, document = self._session, self._document
        if session.document is document:
            keys = document.keys()
            if self._number >= len(keys):
                words = message(
                    "{file} has only {count} games now. Update the library.",
                    file=shown_name(os.path.basename(document.path or document.name)),
                    count=Number(len(keys)),
                )
                self._window.tell(words)
            else:
                session.show(keys[self._number])
                root = session.record.root.id
                session.go(session.record.nodes.get(root if self._node is None else self._node))
        self.deleteLater()
