"""Libraries in the window: their tab, searching the position of a board, opening what was found."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from viewer.base.fields import Field
from viewer.base.kept_json import kept_json
from viewer.base.messages import Number, message, readable
from viewer.base.system_errors import error_words
from viewer.document.document import Document
from viewer.document.kept_session import KeptTab
from viewer.games.capabilities import Charted
from viewer.library.exploring import TemporaryLibraries
from viewer.library.face import Library
from viewer.library.failures import LibraryFailed
from viewer.library.material import material_text
from viewer.library.searches import SavedSearches, Search, read_search
from viewer.library.together import PlacedHit
from viewer.ui.controllers.files import CannotOpen
from viewer.ui.controllers.library_keeping import LibraryKeeping
from viewer.ui.dialogs.libraries_dialog import LibrariesDialog, SearchDialog
from viewer.ui.dialogs.palettes import SavedPalette
from viewer.ui.library.completion import search_words
from viewer.ui.library.hit_pages import add_pages, hit_menu
from viewer.ui.library.hits_view import COLUMNS
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.library.search_bar import SWITCHES
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


class LibraryController(QObject):
    """Opens libraries in a tab, searches them, and opens hits.

    Commands reach the tab that is shown by `tab`, and what was found by `tab.found` (`LibrarySearch`).

    Signals:
        found: a search was answered: the Search, and how many games it has found.

    Attributes:
        home: the folder of all libraries, "" for the user's own.
        keeping: makes, builds and deletes libraries.
        opened: the libraries of open files.
        saved: the saved searches.
        last_found: what `found` has told last.
    """

    found = Signal(object, int)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.home = window.store.libraries
        self.keeping: LibraryKeeping = LibraryKeeping(window, self.home, self)
        self.keeping.built.connect(self._built)
        self.keeping.listed.connect(self._listed)
        self.opened = TemporaryLibraries()
        self.saved = SavedSearches(self.home)
        self.last_found = Search(), 0

    def close(self) -> None:
        """The window closes: end what is being built."""
        self.keeping.close()
        self.opened.close()

    # ------------------------------------------------------------------------------------ the tab

    @property
    def tab(self) -> LibraryTab | None:
        """The library tab that is shown, None if another tab is."""
        tab = self._window.tabs.other
        return tab if isinstance(tab, LibraryTab) else None

    def _all_tabs(self) -> list[LibraryTab]:
        return [one for one in self._window.tabs.others() if isinstance(one, LibraryTab)]

    def _tabs(self) -> list[LibraryTab]:
        """The tabs of libraries, but those of open files."""
        return [one for one in self._all_tabs() if one.lasting]

    def chosen(self) -> list[Library]:
        """The libraries that are searched: those that were last, all if none of them is there any more."""
        everything = self.keeping.all()
        names = kept_json(str(self._window.settings["libraries"]))
        known = names if isinstance(names, list) else ()
        return [one for one in everything if one.name in known] or everything

    def choose(self, libraries: Sequence[Library]) -> None:
        """Search other libraries from now on, in the tab that is shown or in a new one."""
        names = json.dumps([one.name for one in libraries], ensure_ascii=False)
        self._window.settings.set("libraries", names)
        self.show().found.set_libraries(libraries)

    def show(self) -> LibraryTab:
        """Turn to the library tab, or open one that searches the chosen libraries."""
        if not self._tabs():
            self._window.tabs.fetch_other()
        for tab in sorted(self._tabs(), key=lambda one: one is not self.tab):
            self._window.add_other(tab)
            tab.take_focus()
            return tab
        return self._open(self.chosen())

    def show_open(self) -> LibraryTab:
        """Turn to the tab that searches the file or folder that is open, without any library made of it.

        What isn't a file is searched in none: then as `show`.
        """
        session, found = self._window.session, None
        try:
            found = None if session is None else self._library_of(session)
        except OSError as error:
            self._window.tell(message("{why}", why=error_words(error)))
        if session is None or found is None:
            return self.show()
        self.keeping.build([found])  # again: the file may have been saved since
        some = [one for one in self._all_tabs() if not one.lasting]
        known = [one for one in some if one.found.libraries[0].folder == found.folder]
        if known:
            self._window.add_other(known[0])
            known[0].take_focus()
        tab = known[0] if known else self._open([found], lasting=False)
        if session.document.modified:
            self._window.say(message("Edits since the file was saved aren't searched."))
        return tab

    def _library_of(self, session: RecordSession) -> Library | None:
        """The library of the file or folder that a session shows, None where it is none. Raises OSError."""
        path, folder = session.document.path, session.folder
        if path is None:
            return None
        sources = (path,) if folder is None or not folder.roots else folder.roots
        name = readable(os.path.basename(sources[0].rstrip(os.sep))) or sources[0]
        return self.opened.of(name, sources)

    def _here(self) -> LibraryTab:
        """The tab in which something of the board is searched: of libraries, or else of what is open."""
        return self.show() if self.keeping.all() else self.show_open()

    def reopen(self, kept: KeptTab) -> None:
        """Open the tab of libraries of the last session; all libraries if none of its own is there."""
        everything = self.keeping.all()
        libraries = [one for one in everything if one.name in kept.libraries] or everything
        search = read_search(kept_json(kept.search))
        tab = self._open(libraries)
        if search is not None:
            tab.show_search(search)

    def _open(self, libraries: Sequence[Library], lasting: bool = True) -> LibraryTab:
        found, files = LibrarySearch(libraries), self._window.workspace.files
        tab = LibraryTab(found, self.saved, files, self.keeping.builds, lasting)
        tab.preview.looks_of = self._window.looks.of
        tab.openAsked.connect(self.open_hit)
        tab.found.answered.connect(lambda: self._tell_found(tab.found))
        tab.buildAsked.connect(self.keeping.build)
        tab.newAsked.connect(self.keeping.ask_new)
        tab.row.sheetAsked.connect(self.ask_conditions)
        tab.row.saveAsked.connect(self.ask_save)
        tab.searched.connect(self._remember)
        tab.menuAsked.connect(lambda point: hit_menu(tab).popup(point))
        tab.view.columnsAsked.connect(self._show_columns)
        add_pages(tab, self._window, self.open_hit)
        roles = tuple(str(self._window.settings["hits"]).split())
        known = tuple(role for role in COLUMNS if role in roles)
        if known:
            tab.model.show_columns(known)
        tab.view.show_boards(bool(self._window.settings["hit-boards"]))
        self._window.add_other(tab)
        tab.take_focus()
        return tab

    def _tell_found(self, found: LibrarySearch) -> None:
        if found.problem is None:
            self.last_found = found.search, found.total
            self.found.emit(*self.last_found)

    def _show_columns(self, roles: tuple[str, ...]) -> None:
        self._window.settings.set("hits", " ".join(roles))
        for tab in self._all_tabs():
            tab.model.show_columns(roles)

    def show_boards(self, on: bool) -> None:
        """Show small boards in the lists of hits, or signs of games."""
        self._window.settings.set("hit-boards", on)
        for tab in self._all_tabs():
            tab.view.show_boards(on)

    def _built(self, library: Library) -> None:
        """A build has ended: search the library as it is now."""
        for tab in self._all_tabs():
            if any(one.folder == library.folder for one in tab.found.libraries):
                tab.found.ask_again()

    def _listed(self) -> None:
        """Libraries came or went: search the new ones too, where all there were are searched."""
        everything = {one.folder: one for one in self.keeping.all()}
        for tab in self._tabs():
            old = [one.folder for one in tab.found.libraries]
            kept = [everything[folder] for folder in old if folder in everything]
            new = [one for folder, one in everything.items() if folder not in old]
            tab.found.set_libraries([*kept, *new])
            if tab is self.tab:  # the button that asked may be gone with its keys
                tab.take_focus()

    # ---------------------------------------------------------------------------------- searching

    def search(self, search: Search) -> None:
        """Show what is found by a search in the library tab."""
        self._here().show_search(search)

    def search_position(self) -> None:
        """Search the position of the board that is shown, in the way it was done last."""
        session = self._window.session
        if session is None:
            return
        flags = str(self._window.settings["position"]).split()
        on = {key: True for key in SWITCHES if key in flags}
        text = session.game.setup_text(session.shown_state)
        self.search(Search.of({"game": session.game.id, "position": text, **on}))

    def search_material(self) -> None:
        """Search the material of the board that is shown, of either colour."""
        session = self._window.session
        if session is not None:
            text = material_text(session.game, session.shown_state)
            self.search(Search.of({"game": session.game.id, "material": text}))

    def can_search_material(self) -> bool:
        """Whether the game of the board that is shown has material that players name."""
        game = None if self._window.session is None else self._window.session.game
        named = isinstance(game, Charted) and bool(game.material_words)
        return named and self.can_search_position()

    def can_search_position(self) -> bool:
        """Whether positions of the board that is shown can be searched."""
        session = self._window.session
        if session is None or not isinstance(session.game, Charted):
            return False
        return session.game.chart(session.shown_state) is not None

    def _remember(self) -> None:
        """Keep what was searched among the last searches, and how positions are searched."""
        tab = self.tab
        if tab is None or not tab.search:
            return
        if tab.search.text("position"):
            flags = [key for key in SWITCHES if tab.search.values.get(key)]
            self._window.settings.set("position", " ".join(flags))
        try:
            self.saved.made(tab.search)
        except LibraryFailed as error:
            self._window.say(error.reason)
        self._tell_set_aside()

    def ask_conditions(self) -> None:
        """Show the form of all conditions."""
        tab = self.tab or self.show()
        tab.take_typed()
        dialog = SearchDialog(tab.search, tab.found.game, self._window)
        dialog.asked.connect(tab.show_search)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_save(self) -> None:
        """Ask for a name, and save the search by it."""
        tab = self.tab
        if tab is None:
            return
        tab.take_typed()
        if not tab.search:
            self._window.say(message("There is no condition to save."))
            return
        search = tab.search
        name = Field(
            "name",
            message("Name of the search"),
            default=search_words(search)[:60],
            check=lambda text: None if text.strip() else message("Give the search a name."),
            help=message("It is offered in the bar by this name."),
        )
        title = message("Save this search")
        dialog = SheetDialog(title, message("Save"), [name], self._window)

        def save() -> None:
            try:
                self.saved.save(str(dialog.sheet.values()["name"]).strip(), search)
            except LibraryFailed as error:
                self._window.tell(error.reason)
            self._tell_set_aside()

        dialog.accepted.connect(save)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _tell_set_aside(self) -> None:
        """Say once where a damaged list of searches was put."""
        if path := self.saved.file.set_aside:
            self.saved.file.set_aside = ""
            self._window.tell(
                message(
                    "The list of searches was damaged; what was there is kept as {path}.", path=path
                )
            )

    def ask_saved(self) -> None:
        """Show the list of saved searches and of the last ones."""
        SavedPalette(self, self._window).open_over()

    def forget_saved(self, name: str) -> None:
        """Forget a saved search."""
        try:
            self.saved.forget(name)
        except LibraryFailed as error:
            self._window.tell(error.reason)

    def manage(self) -> None:
        """Show the list of all libraries."""
        tabs = self._tabs()
        searched = tabs[0].found.libraries if tabs else self.chosen()
        names = [one.name for one in searched]
        dialog = LibrariesDialog(self.keeping, names, self._window)
        dialog.searchAsked.connect(self.choose)
        self.keeping.built.connect(dialog.refresh)
        self.keeping.listed.connect(dialog.refresh)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def update(self) -> None:
        """Bring the libraries that are searched up to date."""
        tabs = self._tabs()
        self.keeping.build(tabs[0].found.libraries if tabs else self.chosen())

    # ------------------------------------------------------------------------------------- opening

    def open_hit(self, placed: PlacedHit) -> None:
        """Open the file of a hit in a tab, at the record and the node that matches."""
        window, hit = self._window, placed.hit
        found = window.files.read(hit.path)
        if isinstance(found, CannotOpen):
            window.notice.tell(found.reason, about=hit.path)
            return
        self._tell_changes(placed)
        window.files.show(found)
        desk = window.tabs.desk_of(found)
        if desk is not None and desk.session.document is found:
            _Arrival(desk.session, found, hit.number, hit.node, window).go()

    def _tell_changes(self, placed: PlacedHit) -> None:
        """Say that the file of a hit has changed since its library was built, if it has."""
        tab = self.tab
        if tab is None:
            return
        library = tab.found.libraries[placed.library]

        def told(changed: bool) -> None:
            if changed:
                words = message(
                    "{file} has changed since “{library}” was updated: the game may be another one.",
                    file=readable(os.path.basename(placed.hit.path)),
                    library=library.name,
                )
                update = (message("Update"), partial(self.keeping.build, [library]))
                self._window.notice.tell(words, update, about=library.folder)

        tab.found.ask("changed", lambda asked: asked.changed(placed), told)


class _Arrival(QObject):
    """Goes to a record of a document, once it is found, and to its node."""

    def __init__(
        self,
        session: RecordSession,
        document: Document,
        number: int,
        node: int | None,
        window: Window,
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
        if self._number >= len(document) and not session.indexer.complete:
            session.indexer.progress.connect(self._look)
            session.indexer.ended.connect(self._look)
            self._window.say(message("Looking for game {number}…", number=Number(self._number + 1)))
            if not session.indexer.running:
                session.indexer.start()
            return
        self._arrive()

    def _look(self) -> None:
        indexer = self._session.indexer
        if self._number < len(self._document) or not indexer.running:
            indexer.progress.disconnect(self._look)
            indexer.ended.disconnect(self._look)
            self._arrive()

    def _arrive(self) -> None:
        session, document = self._session, self._document
        if session.document is document:
            keys = document.keys()
            if self._number >= len(keys):
                words = message(
                    "{file} has only {count} games now. Update the library.",
                    file=readable(os.path.basename(document.path or document.name)),
                    count=Number(len(keys)),
                )
                self._window.tell(words)
            else:
                session.show(keys[self._number])
                root = session.record.root.id
                session.go(session.record.nodes.get(root if self._node is None else self._node))
        self.deleteLater()
