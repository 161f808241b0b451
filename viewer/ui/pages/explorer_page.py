"""The explorer: what libraries know of a position, as a table beside any board, and its page."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.document.edits import Change
from viewer.library.exploring import LibraryExplorer
from viewer.library.failures import LibraryFailed
from viewer.library.opened import OpenGames
from viewer.library.query import ContinuedFrom
from viewer.library.searches import Search
from viewer.scene.candidates import NO_ADVICE, Advice
from viewer.tree.action import Move
from viewer.ui.pages.among_row import AmongRow, players_in, some_games
from viewer.ui.pages.books_page import AdvisingPage
from viewer.ui.pages.candidate_rows import CandidateRows
from viewer.ui.session.explorer_moves import ExplorerMoves, ExplorerPlace
from viewer.ui.session.part_choice import PartChoice
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.trial import put_in
from viewer.ui.toolkit.focus import tab_through
from viewer.ui.toolkit.plain import Label, literal, set_tip


class ExplorerTable(QWidget):
    """The moves of an explorer as rows, and above them what was asked. It can stand beside any board.

    Attributes:
        moves: says of which position (`ExplorerMoves.show_place`), and has the signals of clicks.
    """

    def __init__(self, moves: ExplorerMoves, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.moves = moves
        moves.setParent(self)
        self.rows = CandidateRows(moves)
        self.rows.setAccessibleName(tr(message("Moves of the libraries")))
        self.rows.linked.connect(moves.open_link)
        self.told = Label(look="muted")
        self.told.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.told)  # above: it is seen however many rows there are
        column.addWidget(self.rows)
        moves.found.connect(self.show_moves)
        self.show_moves()

    def show_place(self, place: ExplorerPlace | None) -> None:
        """Show the moves of a position, once they are known; None: no position is wanted."""
        if place is not None:
            first, second = place.game.sides
            self.rows.sides = first.colour, second.colour
        self.moves.show_place(place)

    def show_moves(self) -> None:
        """Show what is known."""
        moves = self.moves
        self.rows.show_moves()
        self.rows.set_shown(len(moves))
        self.rows.setVisible(len(moves) > 0)
        self.told.setText("" if moves.told is None else tr(moves.told))


def place_in(session: RecordSession, choice: PartChoice | None = None) -> ExplorerPlace:
    """The current position of a session, or a part of it."""
    trial = session.trial
    follower = session.follower if trial is None or not trial.moves else trial.next
    action = None if follower is None else session.states.at(follower).action
    return ExplorerPlace(
        session.game,
        session.shown_state.settled(),
        session.style,
        session.game.numbering(session.states.at(session.record.root)),
        action if isinstance(action, Move) else None,
        None if choice is None else _part_of(choice),
    )


def _part_of(choice: PartChoice) -> ContinuedFrom | Message | None:
    """The part that is asked about, why it can't be, or None for the whole board."""
    if not choice.on or not choice.possible:
        return None
    try:
        return choice.wanted
    except LibraryFailed as error:
        return error.reason


def advised(moves: ExplorerMoves) -> Advice:
    """The most frequent moves for a board; those in a part with the letters of their rows."""
    most = _IN_PART if moves.in_part else _ON_BOARD
    return Advice(tuple(one._replace(values=()) for one in moves.first(most) if one.squares))


_ON_BOARD, _IN_PART = 5, 26
_LOW = 15  # lines of text, below which the table needs the room
_PAYS = 5000  # games, from which on a library is worth making
MANY = 20
"""Games of a file, from which on they are counted."""
_THIS_FILE = ""  # among the names of libraries


class ExplorerPage(AdvisingPage):
    """The page.

    Attributes:
        choice: the part of the board that is asked about.
        bar: the switch between it and the whole board.

    Signals:
        chosen: the user asks other libraries: the names of those that are left out.
        turned: the page is shown now, or no longer.
        partAsked: another part is asked about, or another position's: a ContinuedFrom, None for none.
        amongAsked: other games are to be counted: a Search.
        playerAsked: a player is to be chosen whose games are counted.
        countAsked: the games of the open file or folder are to be counted.
        counted: more of them are.
        newAsked: a library is to be made.
    """

    chosen = Signal(frozenset)
    turned = Signal(bool)
    partAsked = Signal(object)
    amongAsked = Signal(object)
    playerAsked = Signal()
    countAsked = Signal()
    counted = Signal()
    newAsked = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, message("Explorer"), parent)
        self.table: ExplorerTable | None = None
        self.chips: dict[str, QPushButton] = {}
        self._counts = self._in_files = False
        self._column.setSpacing(8)
        self.choice = PartChoice(session, self)
        self.choice.changed.connect(self._look)
        self.among = AmongRow(self.choice)
        self.bar = self.among.bar
        self.bar.told.connect(session.say)
        self.among.asked.connect(self.amongAsked)
        self.among.playerAsked.connect(self.playerAsked)
        self.among.sheetAsked.connect(self._ask_some)
        self._column.addWidget(self.among)
        self.new_button = QPushButton(tr(message("New library…")))
        self.new_button.clicked.connect(self.newAsked)
        self.new_button.hide()
        self._column.addWidget(self.new_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._column.addStretch(1)
        session.restyled.connect(self._look)
        session.reloaded.connect(self._look)
        session.reloaded.connect(self._offer_players)
        session.changed.connect(self._headers_changed)
        session.indexer.progress.connect(self._tell_reading)
        session.indexer.ended.connect(self.ask_count)
        session.indexer.ended.connect(self._tell_reading)
        session.dressed.connect(self.bar.show_choice)

    def take(self, explorer: LibraryExplorer, left_out: frozenset[str]) -> ExplorerMoves:
        """Ask libraries, without those that are left out; once. Returns what asks them."""
        moves = ExplorerMoves(explorer)
        moves.left_out = left_out
        self.table = table = ExplorerTable(moves)
        table.rows.left.connect(self._leave)
        moves.found.connect(self._show_libraries)
        moves.found.connect(self._offer_library)
        moves.found.connect(self.advised)
        moves.pointing.connect(self.advised)
        moves.played.connect(self._preview)
        moves.refused.connect(self._session.say)
        moves.wanted.connect(partial(put_in, self._session))
        self._column.insertWidget(1, table)
        tab_through(table, self.among, self.new_button)
        self._offer_players()
        self._look()
        return moves

    def _offer_players(self) -> None:
        self.among.offer_players(players_in(self._session, self._session.record))

    def _headers_changed(self, change: Change) -> None:
        if any(one.facet == "headers" for one in change.of(self._session.key)):
            self._offer_players()

    def set_in_files(self, on: bool) -> None:
        """Say whether the part that is asked about stands in files of variations, which are an answer too."""
        self._in_files = on
        self._offer_library()

    def _offer_library(self) -> None:
        """Offer a library where there is none, and where it pays; not where files have the answer."""
        if self.table is None:
            return
        moves = self.table.moves
        opened = moves.counted
        none = opened is None and moves.reading is None and not moves.libraries
        pays = none if opened is None else opened.total >= _PAYS
        self.table.told.setHidden(none and self._in_files)
        self.new_button.setVisible(not moves.libraries and pays and not self._in_files)

    def _preview(self, move: Move) -> None:
        self._session.trying.go_on(message("explorer"), move)

    def _ask_some(self) -> None:
        dialog = some_games(self.among.search, self._session.game.id, self)
        rest = {k: v for k, v in self.among.search.values.items() if k not in dialog.parts}

        def take() -> None:
            self.amongAsked.emit(Search.of({**rest, **dialog.sheet.values()}))

        dialog.accepted.connect(take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    @property
    def game(self) -> str:
        """The id of the game whose moves are shown."""
        return self._session.game.id

    def show_among(self, search: Search) -> None:
        """Count the games of a search. Raises LibraryFailed for one whose values mean nothing."""
        if self.table is not None:
            self.table.moves.among = search.query()
            self.among.show_search(search, self._session.game.id)
            self._look()

    def ask_again(self) -> None:
        """Ask once more: there are other libraries now, or they know more."""
        self._look()

    def leave_out(self, names: frozenset[str]) -> None:
        """Ask all libraries but these."""
        if self.table is not None and names != self.table.moves.left_out:
            self.table.moves.left_out = names
            self._show_libraries()
            self._look()

    def _show_libraries(self) -> None:
        """A chip for each library; one alone needs none, unless it was left out."""
        if self.table is None:
            return
        moves = self.table.moves
        names = moves.libraries if moves.counted is None else (_THIS_FILE, *moves.libraries)
        several = len(names) > 1 or bool(moves.left_out & set(names))
        self._show_offers()
        self.among.apart.setVisible(bool(moves.joined))
        if list(self.chips) != list(names):
            for chip in self.chips.values():
                self.among.flow.removeWidget(chip)
                chip.hide()
                chip.deleteLater()
            self.chips = {name: self._chip(name) for name in names}
            tab_through(self.table, self.among, self.new_button)
        for name, chip in self.chips.items():
            chip.setChecked(moves.counts_file if name == _THIS_FILE else name not in moves.left_out)
            chip.setVisible(several)

    def _show_offers(self) -> None:
        """Offer to count only some games, where any are counted and the whole board is asked about."""
        moves = None if self.table is None else self.table.moves
        some = moves is not None and (bool(moves.libraries) or moves.counted is not None)
        self.among.set_narrow(self.choice.on or not some)

    def _chip(self, name: str) -> QPushButton:
        file = name == _THIS_FILE
        opened = None if self.table is None else self.table.moves.counted
        here, tip = message("This file"), message("Count the games of this file, or don't")
        if opened is not None and opened.several:
            here = message("This folder")
            tip = message("Count the games of this folder, or don't")
        chip = QPushButton(literal(tr(here) if file else name))
        chip.setProperty("chip", True)
        chip.setCheckable(True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        words = message("Ask the library {name}, or don't", name=name)
        set_tip(chip, tr(tip if file else words))
        chip.clicked.connect(lambda on: self._choose(name, on))
        self.among.flow.addWidget(chip)
        return chip

    def _choose(self, name: str, on: bool) -> None:
        if self.table is not None and name == _THIS_FILE:
            self.table.moves.with_counted = on
            self._look()
        elif self.table is not None:
            known = self.table.moves.left_out
            self.chosen.emit(known - {name} if on else known | {name})

    def show_counted(self, games: OpenGames) -> None:
        """Ask the games of the open file, or more of them."""
        if self.table is not None:
            self.table.moves.counted = games
            self.counted.emit()
            self._look()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.among.set_low(self.height() < _LOW * self.fontMetrics().lineSpacing())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.turned.emit(False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.turned.emit(True)
        self.ask_count()

    def _tell_reading(self, *_: object) -> None:
        """Show how many games of the file are found."""
        moves = None if self.table is None else self.table.moves
        if moves is not None and moves.counted is None and self.isVisible():
            moves.reading = self._found()
            moves.tell_again()

    def _found(self) -> Message | None:
        """What is known so far of an open file or folder whose games are being found."""
        session = self._session
        if session.folder is not None and not session.folder.found:
            return counted("one file", "{count} files", len(session.folder.files.paths))
        if session.indexer.running:
            return counted("one game", "{count} games", len(session.document))
        return None

    def ask_count(self) -> None:
        """Have the games of the open file or folder counted, if they are wanted and aren't counted yet."""
        moves = None if self.table is None else self.table.moves
        if moves is not None and moves.counted is None and (self._counts or self.isVisible()):
            self.countAsked.emit()

    def count(self) -> None:
        """Have the games of the open file or folder counted, even while the page isn't shown."""
        self._counts = True
        self.ask_count()

    def _look(self, *_: object) -> None:
        if self.table is None:
            return
        self.table.moves.edited = self._session.document.modified
        self.table.moves.reading = self._found()
        place = place_in(self._session, self.choice) if self.isVisible() else None
        self.bar.show_choice()
        self._show_offers()
        self.table.show_place(place)
        part = None if place is None else place.part
        self.partAsked.emit(part if isinstance(part, ContinuedFrom) else None)

    def add_below(self, widget: QWidget) -> None:
        """Show something below the moves."""
        self._column.insertWidget(self._column.count() - 1, widget)

    # ------------------------------------------------------------------------------- the board

    def pointed(self) -> Advice:
        """The move that the user points at."""
        return NO_ADVICE if self.table is None else Advice(tuple(self.table.moves.pointed()))

    def advice(self) -> Advice:
        """The most frequent moves, for the board, while the page is shown."""
        if self.table is None or not self.isVisible():
            return NO_ADVICE
        return advised(self.table.moves)
