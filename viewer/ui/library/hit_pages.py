"""Pages beside a selected hit that need more of the window than it: explorer, duplicates; its menu."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import NOTHING, Message, Number, counted, message, readable
from viewer.library.ask.duplicates import KINDS
from viewer.library.ask.explorer import EVERY
from viewer.library.ask.grouping import UNSAID
from viewer.library.exploring import LibraryExplorer
from viewer.library.failures import LibraryFailed
from viewer.library.query import ContinuedFrom
from viewer.library.searches import Search
from viewer.library.several import Twins, duplicates_of
from viewer.library.together import LibrarySet, PlacedHit
from viewer.scene.candidates import NO_ADVICE, Advice
from viewer.tree.action import Move
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.library.places_list import look_at_parts
from viewer.ui.library.plain_rows import PlainColumn, Row, ToldRows
from viewer.ui.pages.explorer_page import ExplorerTable, advised, place_in
from viewer.ui.pages.part_bar import PartBar
from viewer.ui.session.explorer_moves import ExplorerMoves
from viewer.ui.session.part_choice import PartChoice
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.layouts import FlowLayout, scrolled
from viewer.ui.toolkit.plain import Label, literal

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_COLUMNS = (
    PlainColumn(message("Players"), 150, main=True),
    PlainColumn(message("Date"), 84),
    PlainColumn(message("Plies"), 56, number=True),
    PlainColumn(message("File"), 110),
)


class HitExplorer(QWidget):
    """The next moves from the position that is shown, in the games found or in all of the libraries searched.

    A move steps to it where the game has it, else it is previewed; the first game of a move can be opened.

    Signals:
        left: the user pressed Escape in the rows.
        turned: the page is shown now, or no longer.
        partAsked: another part is asked about, or another position's: a ContinuedFrom, None for none.

    Attributes:
        choice, bar: the part of the board that is asked about, the switch for it.
        table: the moves.
        of_found, of_all: chips that say which games are counted.
        said: that the game doesn't have a move, "" if it does.
    """

    left = Signal()
    turned = Signal(bool)
    partAsked = Signal(object)

    def __init__(
        self,
        search: LibrarySearch,
        explorer: LibraryExplorer,
        session: RecordSession,
        advised: Callable[[Advice], object],
        parent: QWidget | None = None,
    ) -> None:
        """`advised` is called with the move that the user points at, for the board."""
        super().__init__(parent)
        self.setAccessibleName(tr(message("Explorer")))
        self._search, self._session, self._advised = search, session, advised
        self._only_found = True
        self._shown_part: tuple[Search, PlacedHit | None] | None = None
        self.choice = PartChoice(session, self)
        chips = QWidget()
        flow = FlowLayout(chips)
        self.bar = PartBar(self.choice, flow, chips)
        self.bar.told.connect(lambda words: self._say(tr(words)))
        self.choice.changed.connect(self._look)
        moves = ExplorerMoves(explorer)
        self.table = ExplorerTable(moves)
        self.table.rows.left.connect(self._leave)
        self._said = Label(look="muted", wraps=True)
        self._said.setContentsMargins(18, 4, 18, 8)
        self._said.hide()
        self.of_found = self._chip(True)
        self.of_all = self._chip(False)
        flow.addWidget(self.of_found)
        flow.addWidget(self.of_all)
        inside = QWidget()
        self._column = column = QVBoxLayout(inside)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(6)
        column.addWidget(chips)
        column.addWidget(self.table)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(inside, self.accessibleName()), 1)
        whole.addWidget(self._said)  # below: the rows don't move under the mouse
        moves.pointing.connect(self._point)
        moves.found.connect(self._point)
        moves.played.connect(self._step)
        moves.wanted.connect(self._put_in)
        moves.refused.connect(lambda words: self._say(tr(words)))
        session.moved.connect(self._look)
        session.tried.connect(self._look)
        session.reloaded.connect(self._look)
        search.relisted.connect(self._look)
        search.answered.connect(self._look)
        self._show_chips()

    def _show_searched(self) -> None:
        """Ask about the part that is searched for, where it stands in a hit, once for each."""
        search, session = self._search.search, self._session
        if (search, self._search.current) == self._shown_part:
            return
        try:
            squares = search.part_in(session.game, session.shown_state.settled())
        except LibraryFailed:
            return  # the search says so
        if squares:
            self._shown_part = search, self._search.current
            self.choice.take_search(search, squares)

    def _chip(self, found: bool) -> QPushButton:
        chip = QPushButton()
        chip.setProperty("chip", True)
        chip.setCheckable(True)
        chip.clicked.connect(lambda: self._count(found))
        return chip

    def _count(self, found: bool) -> None:
        """Count the moves of the games found, or of all."""
        self._only_found = found
        self._look()

    def _show_chips(self) -> None:
        hits = self._search.hits
        narrowed = bool(self._search.search) and hits is not None and hits.total < hits.size.records
        self.of_found.setVisible(narrowed)
        self.of_all.setVisible(narrowed)
        if hits is None:
            return
        some = counted("Of the game found", "Of {count} games found", hits.total)
        every = counted("Of the only game", "Of all {count} games", hits.size.records)
        for chip, words, on in (
            (self.of_found, some, self._only_found),
            (self.of_all, every, not self._only_found),
        ):
            chip.setText(literal(tr(words)))
            chip.setChecked(on)

    @property
    def said(self) -> str:
        """That the game doesn't go on with a move, "" if nothing is said."""
        return self._said.text()

    def _look(self, *_: object) -> None:
        """Ask for the position that is shown now."""
        self._say("")
        self._show_searched()
        self._show_chips()
        hits = self._search.hits
        found = self._only_found and hits is not None
        self.table.moves.among = hits.query if found and hits is not None else EVERY
        self.table.moves.only = frozenset(one.name for one in self._search.libraries)
        self.bar.show_choice()
        place = place_in(self._session, self.choice) if self.isVisible() else None
        self.table.show_place(place)
        part = None if place is None else place.part
        self.partAsked.emit(part if isinstance(part, ContinuedFrom) else None)

    def add_below(self, widget: QWidget) -> None:
        """Show something below the moves."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def _step(self, move: Move) -> None:
        """Go to the node of a move, in any line; without one preview it, and say so."""
        session = self._session
        session.trying.go_on("", move)
        if session.trial is not None:
            words = message(
                "This game doesn't go on with {move}. Click the first game in its row to open one that does.",
                move=session.words.numbered(session.shown),
            )
            self._say(tr(words))

    def _leave(self) -> None:
        if not self._session.end_trial():
            self.left.emit()

    def _put_in(self, move: Move | None) -> None:
        """Nothing is put into a hit: step to a move."""
        if move is not None:
            self._step(move)

    def _say(self, text: str) -> None:
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def _point(self) -> None:
        moves = tuple(one._replace(values=()) for one in self.table.moves.pointed())
        if self.table.moves.in_part and not moves:
            self._advised(advised(self.table.moves) if self.isVisible() else NO_ADVICE)
            return
        self._advised(Advice(moves) if moves and self.isVisible() else NO_ADVICE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.turned.emit(True)
        self._look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.turned.emit(False)
        self._look()
        self._point()


class DuplicatesPage(ToldRows):
    """The records of the selected game that are in the libraries beside it."""

    def __init__(
        self,
        search: LibrarySearch,
        title: Callable[[Message], object],
        parent: QWidget | None = None,
    ) -> None:
        """`title` is called with what the page's tab says."""
        super().__init__(_COLUMNS, message("The same game elsewhere"), parent=parent)
        self._search, self._title = search, title
        self._told.setContentsMargins(18, 8, 18, 0)
        search.turned.connect(self._ask)
        self._ask()

    def _ask(self) -> None:
        found = self._search.current
        self._show(None)
        if found is None:
            return
        at, record = found.library, found.hit.record

        def question(libraries: LibrarySet) -> Twins:
            return duplicates_of(libraries.libraries, at, record)

        def answered(twins: Twins) -> None:
            now = self._search.current
            if now is not None and (now.library, now.hit.record) == (at, record):
                self._show(twins)

        self._search.ask("twins", question, answered)

    def _show(self, twins: Twins | None) -> None:
        hits = [] if twins is None else twins.hits
        words = NOTHING if twins is None else message("The game isn't there a second time.")
        if twins is not None and hits:
            words = message("{kind}", kind=KINDS[twins.kind])
        self.show_rows([_row(placed) for placed in hits], words)
        title = message("Duplicates")
        if hits:
            title = message("Duplicates {count}", count=Number(len(hits)))
        self._title(title)


def _row(placed: PlacedHit) -> Row:
    hit = placed.hit
    players = " – ".join(str(hit.values[key]) for key in ("player0", "player1") if hit.values[key])
    name = readable(os.path.basename(hit.path))
    date, plies = str(hit.values["date"] or ""), int(hit.values["plies"] or 0)
    texts = (players or name, date, tr(message("{number}", number=Number(plies))), name)
    return Row(placed, texts, (players, date, plies, name))


def add_pages(tab: LibraryTab, window: Window, open_hit: Callable[[PlacedHit], object]) -> None:
    """Add the explorer before the notation of the selected hit, and its duplicates behind."""
    preview = tab.preview

    def make_explorer(session: RecordSession) -> HitExplorer:
        controller, explorer = window.explorer, window.explorer.explorer
        if not tab.lasting:
            explorer = LibraryExplorer(window.libraries.opened.home)
        page = HitExplorer(tab.found, explorer, session, preview.advise)
        page.table.moves.opened.connect(partial(controller.open_first, home=explorer.home))
        page.left.connect(tab.view.setFocus)
        if preview.board is not None:
            look_at_parts(page, preview.board, controller.add_places)
        return page

    preview.add_page(message("Explorer"), make_explorer, 0)
    number = preview.tabs.count()

    def make_duplicates(_: RecordSession) -> DuplicatesPage:
        page = DuplicatesPage(tab.found, lambda title: preview.title_page(number, title))
        page.opening.connect(open_hit)
        return page

    preview.add_page(message("Duplicates"), make_duplicates)
    preview.tabs.setCurrentIndex(0)


def hit_menu(tab: LibraryTab) -> QMenu:
    """The menu of the selected hit: opening it, finding others like it, columns. Others may add to it."""
    menu = QMenu(tab)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    found = tab.found.current
    if found is not None:
        menu.addAction(tr(message("Open"))).triggered.connect(
            lambda: tab.open_row(tab.found.current_row)
        )
        menu.addSeparator()
        for key, name in (
            ("player", found.hit.values["player0"]),
            ("player", found.hit.values["player1"]),
            ("event", found.hit.values["event"]),
        ):
            if str(name) not in UNSAID:
                action = menu.addAction(literal(tr(message("Games of {name}", name=str(name)))))
                values: dict[str, Value] = {key: f"={name}"}
                action.triggered.connect(partial(tab.show_search, Search(values)))
        menu.addSeparator()
        for command, words in (
            ("library-copy", message("Copy or export the games found…")),
            ("library-file", message("Games found as one file…")),
            ("library-book", message("Games found as one book (PDF)…")),
            ("library-sheet", message("Positions found as a sheet of diagrams (PDF)…")),
            ("library-tree", message("Make a tree of the games found…")),
            ("library-lesson", message("Make a lesson of the games found…")),
            ("library-opening-book", message("Make an opening book of the games found…")),
            ("library-groups", message("Group the games found…")),
            ("library-crosstable", message("Cross table of the event")),
            ("find-part", message("Search a part of the position…")),
        ):
            menu.addAction(tr(words)).triggered.connect(partial(tab.commandAsked.emit, command))
        menu.addSeparator()
    columns = tab.view.columns_menu()
    columns.setTitle(tr(message("Columns")))
    menu.addMenu(columns)
    return menu
