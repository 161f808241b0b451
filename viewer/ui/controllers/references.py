"""Works of reference: the user's list of opening books and tablebases, and the libraries of the explorer."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakSet

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, in_thread
from viewer.base.kept_json import kept_json
from viewer.base.loading import load_named
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.processes import in_process
from viewer.base.system_errors import error_words
from viewer.formats.format import Unreadable
from viewer.games import game_of
from viewer.library.ask.explorer import HitAt
from viewer.library.ask.searching import Hit
from viewer.library.exploring import LibraryExplorer
from viewer.library.face import named
from viewer.library.failures import LibraryFailed
from viewer.library.making.counting import CountedGames, counting
from viewer.library.opened import OpenGames
from viewer.library.places import Place
from viewer.library.query import ContinuedFrom, PositionWanted
from viewer.library.searches import Search
from viewer.reference.reference import (
    ChosenWork,
    ReferenceFault,
    kind_of,
    read_works,
    suffixes,
    works_text,
)
from viewer.ui.controllers.part_lookup import Dictionaries
from viewer.ui.library.places_list import PlacesList, look_at_parts
from viewer.ui.pages.books_page import BooksPage
from viewer.ui.pages.explorer_page import MANY, ExplorerPage
from viewer.ui.session.book_moves import Shelf
from viewer.ui.session.explorer_moves import FirstGame
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_FILE = "books.json"
_EXPLORER = "explorer.json"
_LEFT_OUT = "left out"


def _advise(window: Window, page: BooksPage | ExplorerPage, desk: Desk) -> None:
    """Show a page's moves on the board of its desk."""
    stage = desk.stage
    stage.add_advice(page.pointed, before=True)
    stage.add_advice(page.advice)
    page.advised.connect(stage.show_advice)
    page.left.connect(window.focus_board)


class ReferenceController(QObject):
    """Adds works to the list, and gives the list to the pages that show them.

    Attributes:
        shelf: the works.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
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
            _advise(self._window, page, desk)
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
            self._window,
            tr(message("An opening book")),
            kinds=";;".join(one for one in (kinds, rest) if one),
            purpose="book",
        )
        if path:
            self.add(path)

    def choose_folder(self) -> None:
        """Ask for a folder of tablebases, and add it to the list."""
        path = FileDialog.folder(
            self._window,
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


class ExplorerController(QObject):
    """Gives libraries to the pages that show their moves, and opens first games.

    Attributes:
        explorer: the libraries.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.explorer = LibraryExplorer(window.store.libraries)
        self._left_out = window.store.kept(_EXPLORER, _read, _text)
        self._pages: WeakSet[ExplorerPage] = WeakSet()
        self._among: dict[str, Search] = {}  # by the id of a game
        self._dictionaries = Dictionaries(window.workspace, self)
        self._runner = JobRunner(self, (LibraryFailed, OSError))
        self._runner.result.connect(self._show)
        self._runner.failed.connect(self._fail)

    def wire(self, page: QWidget, desk: Desk) -> None:
        """Show the libraries on a page, and their moves on the board of its desk."""
        if isinstance(page, ExplorerPage):
            _advise(self._window, page, desk)
            page.chosen.connect(self._choose)
            page.amongAsked.connect(self.count_among)
            page.playerAsked.connect(self._ask_player)
            page.countAsked.connect(partial(self._count_file, page, desk))
            page.newAsked.connect(self._ask_new)
            places = look_at_parts(page, desk.stage.board, self.add_places)
            places.answered.connect(page.set_in_files)
            page.bar.offer_games()
            page.bar.gamesAsked.connect(lambda: self._list_games(page))
            self._pages.add(page)
            page.take(self.explorer, self._left_out).opened.connect(self.open_first)
            page.show_among(self._among.get(page.game, Search()))
            page.partAsked.connect(self._read_dictionaries)
            if page.isVisible():
                self._count_file(page, desk)
            libraries = self._window.libraries
            page.among.offer(*libraries.last_found)
            libraries.found.connect(page.among.offer)

    def _ask_player(self) -> None:
        load_named("viewer.ui.controllers.player_games:ask_players")(self._window)

    def _list_games(self, page: ExplorerPage) -> None:
        """List the games in which the part of a page stands."""
        try:
            search = page.choice.search
        except LibraryFailed as error:
            self._window.say(error.reason)
            return
        self._window.libraries.search(search)

    def _read_dictionaries(self, wanted: ContinuedFrom | None) -> None:
        if wanted is not None:
            self._dictionaries.look(wanted.game)

    def add_places(self) -> PlacesList:
        """A list of the places where a part stands in files of variations."""
        places = PlacesList(self._find_places)
        places.opening.connect(self._open_place)
        self._dictionaries.read.connect(places.ask_again)
        return places

    def _find_places(self, wanted: ContinuedFrom) -> tuple[list[Place], int, Message | None]:
        """Where a part stands in libraries and open files; in a thread."""
        read = dict(self._dictionaries.nodes)
        with self.explorer.alone:
            found = self.explorer.places(wanted, self._left_out)
        found = [one for one in found if one.path not in read]
        for path, nodes in read.items():
            found += nodes.places(path, wanted)
        files = {one.path for one in found} | {
            path for path, nodes in read.items() if (wanted.game, wanted.chart) in nodes.tapes
        }
        return found, len(files), self._dictionaries.told

    def _open_place(self, place: Place) -> None:
        self._window.files.open_at(place.path, place.number, place.node, place.ply)

    def _ask_new(self) -> None:
        keeping = self._window.libraries.keeping
        keeping.built.connect(self._ask_again, Qt.ConnectionType.UniqueConnection)
        keeping.ask_new()

    def _ask_again(self) -> None:
        for page in self._pages:
            page.ask_again()

    def _count_file(self, page: ExplorerPage, desk: Desk) -> None:
        """Count the games of the file or folder of a desk, in a process, once for each of its pages.

        While games of the file, or files, are being found nothing is counted: the page asks again.
        """
        document, folder = desk.session.document, desk.session.folder
        if document.path is None or desk.session.indexer.running:
            return
        if folder is not None and not folder.found:
            folder.listed.connect(page.ask_count, Qt.ConnectionType.UniqueConnection)
            return
        paths = [document.path] if folder is None else folder.files.paths
        if max(len(document), len(paths)) < MANY:
            return
        name = os.path.basename(document.path) if folder is None else folder.title
        games = OpenGames(name, paths, len(document) if folder is None else 0)
        runner = JobRunner(page, (Unreadable, OSError))  # ends with the page

        def failed(error: Exception) -> None:
            if isinstance(error, Unreadable):
                games.failure = error.reason
            elif isinstance(error, OSError):
                games.failure = message("the file can't be read: {why}", why=error_words(error))
            page.show_counted(games)

        def took(part: object) -> None:
            if isinstance(part, CountedGames):
                games.add(part)
                page.show_counted(games)

        runner.result.connect(took)
        runner.failed.connect(failed)
        page.show_counted(games)
        runner.start(in_process(counting, paths, None))

    def count_among(self, search: Search) -> None:
        """Count only the games of a search, in all explorers of the window for the game that is shown."""
        session = self._window.session
        if session is None:
            return
        game = session.game.id
        try:
            search.query()
            for page in self._pages:
                if page.game == game:
                    page.show_among(search)
        except LibraryFailed as error:
            self._window.tell(error.reason)
            return
        self._among[game] = search

    @property
    def among(self) -> Search:
        """The conditions of the games that are counted where the game that is shown is played."""
        session = self._window.session
        return Search() if session is None else self._among.get(session.game.id, Search())

    def _choose(self, left_out: frozenset[str]) -> None:
        self._left_out = left_out
        for page in self._pages:
            page.leave_out(left_out)
        if not self._window.store.keep_text(_EXPLORER, _text(left_out)):
            self._window.tell(
                message("Which libraries are asked couldn't be written down."), of=EVERYWHERE
            )

    def open_first(self, first: FirstGame, home: str = "") -> None:
        """Open the first game of a move, at the position that it was found for.

        `home`: the folder of its library, "" for that of all libraries.
        """
        if first.library:
            self._runner.start(in_thread(_finding(first, home or self.explorer.home)))
        elif first.opened is not None and isinstance(first.wanted, ContinuedFrom):
            hit = first.opened.hits_of([first.record]).get(first.record)
            self._show(_found_at(hit, first.node))
        elif first.opened is not None and isinstance(first.wanted, PositionWanted):
            self._show(_Found(first.opened.hit_at(first.record, first.wanted)))

    def _show(self, found: _Found) -> None:
        if found.at is None:
            self._window.tell(message("That game is no longer in the library."))
            return
        hit = found.at.hit
        self._window.files.open_at(hit.path, hit.number, hit.node, found.at.ply)

    def _fail(self, error: Exception) -> None:
        if isinstance(error, LibraryFailed):
            self._window.tell(error.reason)
        elif isinstance(error, OSError):
            why = error_words(error)
            self._window.tell(message("The library can't be read: {why}.", why=why))

    def close(self) -> None:
        """Let go of the libraries."""
        self._runner.stop()
        with self.explorer.alone:  # a question that is being answered takes some milliseconds
            self.explorer.close()


class _Found(NamedTuple):
    """A game that was looked for; None: it has gone."""

    at: HitAt | None


def _found_at(hit: Hit | None, node: int | None) -> _Found:
    """A record at a node before a move in a part."""
    if hit is None or node is None:
        return _Found(None)
    return _Found(HitAt(hit._replace(nodes=(node,)), 0))


def _finding(first: FirstGame, home: str) -> Iterator[JobStep[_Found]]:
    """The job that finds a game in a library of a home. Raises LibraryFailed."""
    library = named(first.library, folder=home)
    try:
        if isinstance(first.wanted, ContinuedFrom):
            hit = library.hits_of([first.record]).get(first.record)
            yield JobStep(1, 1, _found_at(hit, first.node))
        else:
            yield JobStep(1, 1, _Found(library.hit_at(first.record, first.wanted)))
    finally:
        library.close()


def _read(text: str) -> frozenset[str]:
    """The names of libraries in a kept text; none if it is damaged."""
    found = kept_json(text)
    names = found.get(_LEFT_OUT) if isinstance(found, dict) else None
    return frozenset(
        name for name in (names if isinstance(names, list) else ()) if isinstance(name, str)
    )


def _text(left_out: frozenset[str]) -> str:
    return json.dumps({_LEFT_OUT: sorted(left_out)})
