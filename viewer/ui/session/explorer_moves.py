"""What libraries know of a position, as candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, counted, in_context, message, number
from viewer.base.named import NamedTuple
from viewer.base.newest import Newest
from viewer.games.game import Game, Numbering, State
from viewer.library.ask.explorer import EVERY, NextMove
from viewer.library.ask.searching import Hit
from viewer.library.exploring import LibraryExplorer, Together
from viewer.library.failures import LibraryFailed
from viewer.library.opened import OpenGames
from viewer.library.query import PositionWanted, Query, explored_from
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.tree.action import Move
from viewer.ui.toolkit.door import tell

_CALM, _NAMES = 5, 200
"""Milliseconds for which a position must stand before it is looked up; before first games are named."""
_LOOK = 4
"""Milliseconds between two looks for an answer."""
_NAMED = 26
"""First games whose players are looked up."""

_COLUMNS = (
    CandidateColumn(message("Games")),
    CandidateColumn(in_context("of the games", "Share"), number=False, share=True),
    CandidateColumn(message("Result"), number=False, shares=True, spare=2),
    CandidateColumn(in_context("of the first side", "Score")),
    CandidateColumn(in_context("average rating", "Ø"), spare=4),
    CandidateColumn(in_context("year of the last game", "Last"), spare=3),
    CandidateColumn(in_context("the first game", "First"), number=False, link=True, spare=1),
)

NO_LIBRARY = message(
    "There is no library yet. With one made of your folders, the explorer shows what was played here, how "
    "often and with what result."
)


class ExplorerPlace(NamedTuple):
    """A position as an explorer shows it.

    Attributes:
        game, state: the position.
        style: the notation of moves.
        numbering: of the moves of its line.
        follower: the move that the record goes on with, None for none.
    """

    game: Game[Any]
    state: State
    style: str
    numbering: Numbering
    follower: Move | None = None


class FirstGame(NamedTuple):
    """The first game of a move: the library that has it ("": the open file), its id there, the position."""

    library: str
    record: int
    wanted: PositionWanted
    opened: OpenGames | None = None


class _Said(NamedTuple):
    """An answer: what libraries know, the libraries there are, what is known of the first games, and the open
    file that was asked too.
    """

    together: Together
    libraries: tuple[str, ...]
    firsts: dict[tuple[str, int], Hit]
    opened: OpenGames | None


class ExplorerMoves(QObject):
    """The next moves of a position in libraries; ids of candidates are their indexes.

    It implements `Candidates`.

    Attributes:
        left_out: the names of libraries that aren't asked.
        only: the names of those that may be asked, None for all.
        among: what the records that are counted have in common.
        counted: the games of the open file, None where they aren't counted.
        with_counted: whether they are asked; None: where no library has records of their game.
        edited: whether the open file has edits, which aren't counted.
        libraries: the names of all libraries, once one position was looked up.
        told: what there is to say beside the moves.

    Signals:
        found: the moves changed.
        pointing: the user points at another move.
        played: the user looks at what follows a move, the argument.
        wanted: the user wants a move in the record, or what is shown (None).
        opened: the user opens the first game of a move, a FirstGame.
    """

    found = Signal()
    pointing = Signal()
    played = Signal(Move)
    wanted = Signal(object)
    opened = Signal(FirstGame)

    columns: Sequence[CandidateColumn] = _COLUMNS

    def __init__(self, explorer: LibraryExplorer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explorer = explorer
        self._newest: Newest[_Said] = Newest()
        self._place: ExplorerPlace | None = None
        self._wanted: PositionWanted | None = None  # of the place that is looked up
        self._answered: PositionWanted | None = None  # of the moves
        self._number = 0
        self._said: _Said | None = None
        self._shown: list[Candidate] = []
        self._pointed: int | None = None
        self.left_out: frozenset[str] = frozenset()
        self.only: frozenset[str] | None = None
        self.among = EVERY
        self.counted: OpenGames | None = None
        self.with_counted: bool | None = None
        self.edited = False
        self.libraries: tuple[str, ...] = ()
        self.told: Message | None = None
        self._calm = QTimer(self, singleShot=True, interval=_CALM)
        self._calm.timeout.connect(self._ask)
        self._names = QTimer(self, singleShot=True, interval=_NAMES)
        self._names.timeout.connect(self._ask_names)
        self._look = QTimer(self, interval=_LOOK)
        self._look.timeout.connect(self._take)

    # ------------------------------------------------------------------------------- following

    def show_place(self, place: ExplorerPlace | None) -> None:
        """Look a position up; None: nothing is wanted any more."""
        self._place = place
        self._newest.forget()
        self._number = 0
        self._wanted = None
        self._calm.stop()
        self._names.stop()
        if place is not None:
            self._calm.start()

    def _ask(self) -> None:
        place = self._place
        if place is None:
            return
        try:
            wanted = explored_from(place.game, place.state.settled())
        except LibraryFailed as error:
            self._said, self._answered = None, None
            self._fill(error.reason)
            return
        self._wanted = wanted
        self._number = self._newest.ask(self._question(wanted, False))
        self._look.start()

    def _question(self, wanted: PositionWanted, named: bool) -> Callable[[], _Said]:
        follower = None if self._place is None else self._place.follower
        taken = "" if follower is None else follower.text
        asked = taken, self.left_out, self.only, self.among, self.counted, self.with_counted
        return partial(self._answer, wanted, named, *asked)

    def _ask_names(self) -> None:
        if self._wanted is not None and self.answered:
            self._number = self._newest.ask(self._question(self._wanted, True))
            self._look.start()

    def _answer(
        self,
        wanted: PositionWanted,
        named: bool,
        taken: str,
        left_out: frozenset[str],
        only: frozenset[str] | None,
        among: Query,
        counted: OpenGames | None,
        with_counted: bool | None,
    ) -> _Said:
        """The answer to the question about a position; in a thread."""
        with self._explorer.alone:
            names = tuple(one.name for one in self._explorer.libraries())
            libraries = tuple(name for name in names if only is None or name in only)
            if with_counted is None and counted is not None:
                with_counted = not self._explorer.knows(wanted.game, left_out)
            opened = (
                counted if with_counted and among == EVERY else None
            )  # its headers aren't asked
            together = self._explorer.explore(
                wanted,
                left_out | set(names).difference(libraries),
                among=among,
                opened=opened,
            )
            together = together._replace(moves=[one.seen_as(taken) for one in together.moves])
            moves = together.moves[:_NAMED] if named else []
            firsts = self._explorer.first_games(moves)
            if opened is not None:
                here = opened.hits_of([one.record for one in moves if not one.library])
                firsts |= {("", record): hit for record, hit in here.items()}
        return _Said(together, libraries, firsts, opened)

    def _take(self) -> None:
        for answer in self._newest.take():
            if answer.number != self._number or self._wanted is None:
                continue
            if answer.error is not None:
                if not isinstance(answer.error, (LibraryFailed, OSError)):
                    tell(answer.error)
                continue
            if answer.value is None:
                continue
            known, self._said, self._answered = self._answered, answer.value, self._wanted
            self.libraries = answer.value.libraries
            if known != self._answered:
                self._pointed = None
            self._fill(None)
            if not answer.value.firsts and answer.value.together.moves:
                self._names.start()
        if not self._newest.busy:
            self._look.stop()

    def _fill(self, why: Message | None) -> None:
        self.told = self._words() if why is None else why
        self._shown = []
        said, place = self._said, self._place
        if said is not None and place is not None:
            state = place.state.settled()
            moves = said.together.moves[:_NAMED]
            self._shown = [self._candidate(at, one, place, state) for at, one in enumerate(moves)]
        self.found.emit()

    def _words(self) -> Message | None:
        said = self._said
        if said is None:
            return None
        together = said.together
        if together.problems:
            return together.problems[0]
        if said.opened is not None:
            return self._words_of_file(said.opened, together)
        if not said.libraries:
            return NO_LIBRARY
        if not together.asked:
            return message("No library is chosen.")
        games = counted("one game", "{count} games", together.games)
        libraries = counted("one library", "{count} libraries", len(together.asked))
        if not together.games and not together.varied:
            return message("No game in {libraries} goes on from here.", libraries=libraries)
        varied = counted("one in variations", "{count} in variations", together.varied)
        if together.varied:
            return message(
                "From {games} in {libraries}; {varied}.",
                games=games,
                libraries=libraries,
                varied=varied,
            )
        return message("From {games} in {libraries}.", games=games, libraries=libraries)

    def _words_of_file(self, opened: OpenGames, together: Together) -> Message:
        games = counted("one game", "{count} games", together.games)
        covers = opened.covers
        if self.edited:
            covers = message("{games}, without the edits since", games=covers)
        asked = counted("one library", "{count} libraries", len(together.asked))
        here = message("this folder") if opened.several else message("this file")
        if together.asked:
            return message(
                "From {games} of {here} ({covers}) and in {libraries}.",
                games=games,
                here=here,
                covers=covers,
                libraries=asked,
            )
        return message("From {games} of {here} ({covers}).", games=games, here=here, covers=covers)

    # ------------------------------------------------------------------------------ candidates

    @property
    def counts_file(self) -> bool:
        """Whether the games of the open file are among what was counted."""
        return self._said is not None and self._said.opened is not None

    @property
    def answered(self) -> bool:
        """Whether the moves are those of the position that is shown."""
        return self._answered is not None and self._answered == self._wanted

    def __len__(self) -> int:
        return len(self._shown)

    def first(self, most: int) -> list[Candidate]:
        """The first moves, if they are those of the position that is shown."""
        return [self._with_pointer(one) for one in self._shown[:most]] if self.answered else []

    def rows(self, most: int) -> list[Candidate]:
        """The first moves as rows; until those of a new position are known, the ones before."""
        return self._shown[:most]

    def pointed(self) -> list[Candidate]:
        """The one that the user points at."""
        return [one for one in self.first(_NAMED) if one.pointed]

    def enter(self, id: int) -> None:
        """Look at what follows a move."""
        move = self._move(id)
        if move is not None:
            self.played.emit(move)

    def put_in(self, id: int | None) -> None:
        """Want a move in the record, or what is shown, which is known before what follows it."""
        self.wanted.emit(None if id is None else self._move(id))

    def _move(self, id: int) -> Move | None:
        """The move of a candidate, if it is one of the position that is shown."""
        if self._said is not None and 0 <= id < len(self._shown) and self.answered:
            return Move(self._said.together.moves[id].move)
        return None

    def open_link(self, id: int) -> None:
        """Open the first game of a move."""
        if self._said is not None and 0 <= id < len(self._shown) and self._answered is not None:
            one = self._said.together.moves[id]
            self.opened.emit(FirstGame(one.library, one.record, self._answered, self._said.opened))

    def point_at(self, id: int | None) -> None:
        """Have a move shown on the board."""
        if id != self._pointed:
            self._pointed = id
            self.pointing.emit()

    def _with_pointer(self, one: Candidate) -> Candidate:
        return one._replace(pointed=one.id == self._pointed)

    def _candidate(self, at: int, one: NextMove, place: ExplorerPlace, state: State) -> Candidate:
        game, move = place.game, Move(one.move)
        after = game.step(state, move)
        label = place.numbering.label(after.ply)
        shares = one.won, one.drawn, one.lost
        share = one.games / max(1, self._said.together.games if self._said is not None else 1)
        return Candidate(
            at,
            game.touches(move),
            f"{label} {game.notation(after, place.style)}",
            taken=place.follower == move,
            values=(
                tr(number(one.games)),
                _percent_of(share),
                _percent(shares),
                _score(shares),
                "" if one.rating is None else f"{one.rating}",
                "" if one.last_year is None else f"{one.last_year}",
                self._first(one),
            ),
            shares=shares,
            share=share,
        )

    def _first(self, one: NextMove) -> str:
        """The first game of a move in a few words."""
        hit = self._said.firsts.get((one.library, one.record)) if self._said is not None else None
        year = "" if one.first_year is None else f"{one.first_year}"
        if hit is None:
            return year
        players = [str(hit.values[key]) for key in ("player0", "player1") if hit.values[key]]
        names = " – ".join(name.partition(",")[0] for name in players)
        return " ".join(part for part in (year, names) if part) or "…"


def _percent_of(share: float) -> str:
    return tr(message("{percent} %", percent=Number(share * 100)))


def _score(shares: tuple[int, int, int]) -> str:
    """What the first side scored in percent, "" where no result is known."""
    won, drawn, lost = shares
    return _percent_of((won + drawn / 2) / (won + drawn + lost)) if any(shares) else ""


def _percent(shares: tuple[int, int, int]) -> str:
    """Won, drawn and lost in percent, as a screen reader says them."""
    total = sum(shares)
    if not total:
        return ""
    won, drawn, lost = (round(100 * one / total) for one in shares)
    words = message("won {won} %, drawn {drawn} %, lost {lost} %", won=won, drawn=drawn, lost=lost)
    return tr(words)
