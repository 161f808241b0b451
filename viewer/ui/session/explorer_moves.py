"""What libraries know of a position, as candidates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from viewer.base.catalogs import tr
from viewer.base.messages import (
    NOTHING,
    Message,
    Number,
    counted,
    in_context,
    message,
    number,
    sentences,
)
from viewer.base.named import NamedTuple
from viewer.base.newest import Newest
from viewer.games.capabilities import Placing
from viewer.games.game import Game, Numbering, State
from viewer.library.ask.continuing import Continued
from viewer.library.ask.explorer import EVERY, NextMove
from viewer.library.ask.searching import Hit
from viewer.library.ask.texts import joined_words
from viewer.library.exploring import LibraryExplorer, Together
from viewer.library.failures import LibraryFailed
from viewer.library.opened import OpenGames
from viewer.library.query import ContinuedFrom, PositionWanted, Query, explored_from
from viewer.library.searches import side_names
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
    CandidateColumn(NOTHING, number=False, shares=True, spare=2),  # named by the sides
    CandidateColumn(in_context("of the first side", "Score")),
    CandidateColumn(in_context("average rating", "Ø"), spare=4),
    CandidateColumn(in_context("year of the last game", "Last"), spare=3),
    CandidateColumn(in_context("the first game", "First"), number=False, link=True, spare=1),
)

_PART_COLUMNS = (
    CandidateColumn(in_context("where a part of a board stands", "Places")),
    *_COLUMNS[1:],
)
"""In one game a part may stand several times."""


_TENUKI = in_context("a stone played outside of a part of the board", "elsewhere")
_ELSEWHERE = in_context("a piece moved outside of a part of the board", "elsewhere")
_LETTERS = 26
_LOOKING = message("Looking up what was played here…")
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
        part: a part of the position that is asked about, None for all of it; or why it can't be.
    """

    game: Game[Any]
    state: State
    style: str
    numbering: Numbering
    follower: Move | None = None
    part: ContinuedFrom | Message | None = None


class FirstGame(NamedTuple):
    """The first game of a move: the library that has it ("": the open file), its id there, the position.

    Where a part of a position was asked for the node before the move is known.
    """

    library: str
    record: int
    wanted: PositionWanted | ContinuedFrom
    opened: OpenGames | None = None
    node: int | None = None


_Wanted = PositionWanted | ContinuedFrom


class _Said(NamedTuple):
    """An answer: what libraries know, the libraries there are of the game, whether there are any at all, what
    is known of the first games, and the open file that was asked too.
    """

    together: Together
    libraries: tuple[str, ...]
    any: bool
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
        with_counted: whether they are asked; None: where no library that is asked has them too.
        reading: what is found so far of an open file or folder that isn't known whole yet, else None.
        edited: whether the open file has edits, which aren't counted.
        libraries: the names of all libraries that have records of its game, once one position was looked up.
        told: what there is to say beside the moves.

    Signals:
        found: the moves changed.
        pointing: the user points at another move.
        played: the user looks at what follows a move, the argument.
        wanted: the user wants a move in the record, or what is shown (None).
        refused: why neither is done.
        opened: the user opens the first game of a move, a FirstGame.
    """

    found = Signal()
    pointing = Signal()
    played = Signal(Move)
    wanted = Signal(object)
    refused = Signal(object)
    opened = Signal(FirstGame)

    def __init__(self, explorer: LibraryExplorer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explorer = explorer
        self._newest: Newest[_Said] = Newest()
        self._place: ExplorerPlace | None = None
        self._wanted: _Wanted | None = None  # of the place that is looked up
        self._answered: _Wanted | None = None  # of the moves
        self._number = 0
        self._said: _Said | None = None
        self._shown: list[Candidate] = []
        self._pointed: int | None = None
        self.left_out: frozenset[str] = frozenset()
        self.only: frozenset[str] | None = None
        self.among = EVERY
        self.counted: OpenGames | None = None
        self.with_counted: bool | None = None
        self.reading: Message | None = None
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
        wanted: _Wanted
        try:
            if isinstance(place.part, Message):
                raise LibraryFailed(place.part)
            wanted = place.part or explored_from(place.game, place.state.settled())
        except LibraryFailed as error:
            self._said, self._answered = None, None
            self._fill(error.reason)
            return
        self._wanted = wanted
        self._number = self._newest.ask(self._question(wanted, False))
        self._look.start()
        if self._said is None:
            self._fill(None)

    def _question(self, wanted: _Wanted, named: bool) -> Callable[[], _Said]:
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
        wanted: _Wanted,
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
            every = {one.name for one in self._explorer.libraries()}
            names = tuple(one.name for one in self._explorer.of_game(wanted.game))
            libraries = tuple(name for name in names if only is None or name in only)
            if with_counted is None and counted is not None:
                with_counted = not self._explorer.has(counted.paths, left_out)
            opened = counted if with_counted else None
            without = left_out | every.difference(libraries)
            if isinstance(wanted, ContinuedFrom):
                together = self._explorer.continue_part(wanted, without, among=among, opened=opened)
            else:
                together = self._explorer.explore(wanted, without, among=among, opened=opened)
            together = together._replace(moves=[one.seen_as(taken) for one in together.moves])
            moves = together.moves[:_NAMED] if named else []
            firsts = self._explorer.first_games(moves)
            if opened is not None:
                here = opened.hits_of([one.record for one in moves if not one.library])
                firsts |= {("", record): hit for record, hit in here.items()}
        return _Said(together, libraries, bool(every), firsts, opened)

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
        if self.told is not None and self.joined:
            names = joined_words(self.joined)
            self.told = sentences([self.told, names])
        self._shown = []
        said, place = self._said, self._place
        if said is not None and place is not None:
            state = place.state.settled()
            moves = said.together.moves[:_NAMED]
            self._shown = [self._candidate(at, one, place, state) for at, one in enumerate(moves)]
            if said.together.part is not None:
                self._letter_squares()
                elsewhere = said.together.part.elsewhere
                if elsewhere.games:
                    words = _TENUKI if isinstance(place.game, Placing) else _ELSEWHERE
                    self._shown.append(self._row(len(moves), elsewhere, (), tr(words)))
        self.found.emit()

    def _words(self) -> Message | None:
        said = self._said
        if said is None:
            return self._words_of_reading(None) or _LOOKING
        together = said.together
        if together.problems:
            return together.problems[0]
        reading = self._words_of_reading(said.opened)
        if reading is not None and together.asked:
            return sentences([self._words_of_libraries(said), reading])
        if reading is not None:
            return reading
        if said.opened is not None:
            return self._words_of_file(said.opened, together)
        return self._words_of_libraries(said)

    def _words_of_reading(self, opened: OpenGames | None) -> Message | None:
        """That the games of the open file are being read, as long as none of them is counted."""
        if opened is not None and not opened.begun:
            return message("Reading {here}: {covers}.", here=_here(opened), covers=opened.covers)
        if self.counted is None and self.reading is not None:
            return message("Finding the games: {found} so far.", found=self.reading)
        return None

    def tell_again(self) -> None:
        """Show once more what is known: more of the open file is."""
        self._fill(None)

    def _words_of_libraries(self, said: _Said) -> Message:
        together = said.together
        if not said.libraries and said.any and self._place is not None:
            return message("No library has games of {game}.", game=self._place.game.name)
        if not said.libraries:
            return NO_LIBRARY
        if not together.asked:
            return message("No library is chosen.")
        libraries = counted("one library", "{count} libraries", len(together.asked))
        if together.part is not None:
            return _words_of_part(together.part, libraries)
        if not together.games and not together.varied and self.among != EVERY:
            return _none_of(libraries)
        games = counted("one game", "{count} games", together.games)
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
        here = _here(opened)
        if together.part is not None:
            file = message("{here} ({covers})", here=here, covers=covers)
            both = message("{file} and {libraries}", file=file, libraries=asked)
            return _words_of_part(together.part, both if together.asked else file)
        if not together.games and self.among != EVERY:
            where = message("{here} ({covers})", here=here, covers=covers)
            if together.asked:
                where = message("{file} and {libraries}", file=where, libraries=asked)
            return _none_of(where)
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
    def columns(self) -> Sequence[CandidateColumn]:
        """The columns of the moves that are shown."""
        game = "" if self._place is None else self._place.game.id
        return _columns_of(game, self.in_part)

    @property
    def joined(self) -> tuple[str, ...]:
        """How players are written whose games are asked for, where it is in several ways."""
        return () if self._said is None else self._said.together.joined

    @property
    def counts_file(self) -> bool:
        """Whether the games of the open file are among what was counted."""
        return self._said is not None and self._said.opened is not None

    @property
    def answered(self) -> bool:
        """Whether the moves are those of the position that is shown."""
        return self._answered is not None and self._answered == self._wanted

    @property
    def in_part(self) -> bool:
        """Whether the moves are those in a part of the position."""
        return self._said is not None and self._said.together.part is not None

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
        move = None if id is None else self._move(id)
        if id is None or move is not None or not self.in_part:
            self.wanted.emit(move)

    def _move(self, id: int) -> Move | None:
        """The move of a candidate, if it is one of the position that is shown."""
        one, place = self._of(id), self._place
        if one is None or place is None or not self.answered:
            return None
        why = _why_not(place, one.move) if self.in_part else None
        if why is not None:
            self.refused.emit(why)
            return None
        return Move(one.move)

    def _of(self, id: int) -> NextMove | None:
        """What is known of the move of a candidate."""
        if self._said is None or not 0 <= id < len(self._shown):
            return None
        together = self._said.together
        last = None if together.part is None else together.part.elsewhere
        return together.moves[id] if id < len(together.moves[:_NAMED]) else last

    def open_link(self, id: int) -> None:
        """Open the first game of a move."""
        one = self._of(id)
        if self._said is not None and one is not None and self._answered is not None:
            opened = self._said.opened
            first = FirstGame(one.library, one.record, self._answered, opened, one.node)
            self.opened.emit(first)

    def point_at(self, id: int | None) -> None:
        """Have a move shown on the board."""
        if id != self._pointed:
            self._pointed = id
            self.pointing.emit()

    def _with_pointer(self, one: Candidate) -> Candidate:
        return one._replace(pointed=one.id == self._pointed)

    def _candidate(self, at: int, one: NextMove, place: ExplorerPlace, state: State) -> Candidate:
        game, move = place.game, Move(one.move)
        squares = game.touches(move)
        taken = place.follower == move
        if isinstance(place.part, ContinuedFrom):
            return self._row(at, one, squares, _in_part(place, state, move), taken)
        after = game.step(state, move)
        label = place.numbering.label(after.ply)
        text = f"{label} {game.shown(after, place.style)}"
        return self._row(at, one, squares, text, taken)

    def _row(
        self, at: int, one: NextMove, squares: tuple[str, ...], text: str, taken: bool = False
    ) -> Candidate:
        shares = one.won, one.drawn, one.lost
        share = one.games / max(1, self._said.together.games if self._said is not None else 1)
        return Candidate(
            at,
            squares,
            text,
            taken=taken,
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

    def _letter_squares(self) -> None:
        """Give a letter to each square where a piece would be put, and its rows; both sides have the same."""
        letters: dict[str, str] = {}
        for at, one in enumerate(self._shown):
            if len(one.squares) == 1:
                new = chr(ord("A") + len(letters)) if len(letters) < _LETTERS else ""
                letter = letters.setdefault(one.squares[0], new)
                self._shown[at] = one._replace(letter=letter)

    def _first(self, one: NextMove) -> str:
        """The first game of a move in a few words."""
        hit = self._said.firsts.get((one.library, one.record)) if self._said is not None else None
        year = "" if one.first_year is None else f"{one.first_year}"
        if hit is None:
            return year
        players = [str(hit.values[key]) for key in ("player0", "player1") if hit.values[key]]
        names = " – ".join(name.partition(",")[0] for name in players)
        return " ".join(part for part in (year, names) if part) or "…"


@cache
def _columns_of(game: str, in_part: bool) -> Sequence[CandidateColumn]:
    """The columns in the words of a game, "" for any."""
    first, second = side_names(game)
    sides = message("{first} · {second}", first=first, second=second)
    columns = _PART_COLUMNS if in_part else _COLUMNS
    return [one._replace(name=sides) if one.shares else one for one in columns]


def _in_part(place: ExplorerPlace, state: State, move: Move) -> str:
    """A move in a part, which may be one of either side, or of a piece that comes from elsewhere."""
    game, squares = place.game, place.game.touches(move)
    after = game.step(state, move)
    if isinstance(game, Placing):
        name = tr(game.square_name(state, squares[-1]))
        kind = game.stone_at(after, squares[-1])
        side = game.stones.index(kind) if kind in game.stones else state.side
        if side == state.side:
            return name
        return tr(message("{move}, {side}", move=name, side=game.sides[side].name))
    if game.find_violation(after) is None:
        return game.shown(after, place.style)
    names = [tr(game.square_name(state, square)) for square in squares]
    return "–".join(dict.fromkeys(names))


def _why_not(place: ExplorerPlace, move: str) -> Message | None:
    """Why a move of a part can't be made in the position; None if it can."""
    if not move:
        return message("Elsewhere is any move outside of the part: make it on the board.")
    game = place.game
    if isinstance(game, Placing):
        return None
    violation = game.find_violation(game.step(place.state.settled(), Move(move)))
    if violation is None:
        return None
    return message("This move can't be made in the whole position: {why}", why=violation)


def _here(opened: OpenGames) -> Message:
    return message("this folder") if opened.several else message("this file")


def _none_of(where: Message) -> Message:
    """That none of the games that are asked for goes on."""
    return message("No game with these conditions goes on from here: {where}.", where=where)


def _words_of_part(part: Continued, where: Message) -> Message:
    if not part.places:
        return message("Nothing like this part is in {where}.", where=where)
    return message(
        "{places} in {games}; {where}.",
        places=counted("One place", "{count} places", part.places),
        games=counted("one game", "{count} games", part.records),
        where=where,
    )


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
