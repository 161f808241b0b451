"""The explorer of a file or folder of many games that is open: their positions in memory, without a library.

They are counted in a process of its own, some thousand games after the other, and can be asked meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, Number, counted, message
from viewer.base.named import NamedTuple
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Unreadable
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.continuing import Continued, Stay, counted_stays
from viewer.library.ask.explorer import (
    Explored,
    HitAt,
    NextMove,
    added_up_as_seen,
    as_seen,
)
from viewer.library.ask.searching import SHOWN, Hit
from viewer.library.making.columns import MISSING, Columns, arrays
from viewer.library.making.together import Together
from viewer.library.query import ContinuedFrom, PositionWanted, Wanted
from viewer.library.schema import BOARDS, GAMES, POSITIONS, table_file
from viewer.library.tape import Tape, stretches, tape_of

Array = Any  # npt.NDArray of any number
_FIRST, _AT_ONCE = 1000, 4000
"""Games that are counted before the first answer; of each step after it."""
MOST = 100_000
"""Games that are counted: of ordinary ones some 200 MB."""
_NODES: Final = 1 << 32  # more than a record has
_KEPT = ("key", "record", "node", "ply", "side", "move", "score", "rating", "year")
_NARROW = {
    "record": np.int32,
    "side": np.int8,
    "score": np.int8,
    "rating": np.int16,
    "year": np.int16,
}


class Stretch(NamedTuple):
    """Consecutive games of a file: the id of the first, its index in the file."""

    path: str
    record: int
    number: int


_FACTS = ("score", "rating", "year")


class Lines(NamedTuple):
    """The boards of main lines on one kind of board.

    Attributes:
        tape: the boards.
        move: by board the number of the move that follows it, MISSING where the line ends.
    """

    tape: Tape
    move: Array


class CountedGames(NamedTuple):
    """Some games, one after the other.

    Attributes:
        number: how many they are. total: how many games there are in the files that were looked at so far.
        files: how many files were looked at to their end.
        games: of each game's id its positions: columns of `schema.POSITIONS` by name, by ascending keys.
        words: the moves by their numbers in the column `move`.
        players: of each record, by its id: its game, and the names of its players.
        stretches: where the games are; their ids go on from the games before.
        lines: by the id of a game and of its chart the boards of main lines.
        facts: of each record, by its id: score, rating and year, None where they aren't known.
    """

    number: int
    total: int
    files: int
    games: dict[str, dict[str, Array]]
    words: tuple[str, ...]
    players: dict[int, tuple[str, str, str]]
    stretches: tuple[Stretch, ...]
    lines: dict[tuple[str, str], Lines]
    facts: dict[int, tuple[int | None, int | None, int | None]]


class _Some:
    """Games that are told together."""

    def __init__(self, record: int) -> None:
        """`record`: the id of the first."""
        self.columns = Columns()
        self.stretches: list[Stretch] = []
        self.first = self.next = record

    @property
    def room(self) -> int:
        """How many more games it takes."""
        return self.first + (_AT_ONCE if self.first else _FIRST) - self.next

    def add(self, path: str, collection: Collection, wanted: range) -> None:
        """Add games of a file. Raises OSError."""
        self.stretches.append(Stretch(path, self.next, wanted.start))
        some = Together(self.columns, collection, wanted, self.next, 0)
        for number in range(len(wanted)):
            try:
                some.add(number)
            except Unreadable:
                continue
            except OSError:
                raise
            except Exception:  # a game that a reader fails at is told where it is opened
                continue
        self.next += len(wanted)

    def counted(self, total: int, files: int) -> CountedGames:
        """What is told of them."""
        table = self.columns.tables.get(GAMES)
        said = {} if table is None else table.columns
        found = [said.get(key, ()) for key in ("record", "game", "player0", "player1", *_FACTS)]
        rows = list(zip(*found, strict=True))
        players = {record: (game, one or "", other or "") for record, game, one, other, *_ in rows}
        facts = {record: (score, rating, year) for record, _, _, _, score, rating, year in rows}
        games: dict[str, dict[str, Array]] = {}
        lines: dict[tuple[str, str], Lines] = {}
        for id in {game for game, _, _ in players.values()}:
            positions = self.columns.tables.get(table_file(POSITIONS, id))
            if positions is not None:
                all_ = arrays(positions)
                games[id] = _by_key(all_)
                lines |= self._lines(id, all_)
        number, words = self.next - self.first, tuple(self.columns.words)
        where = tuple(self.stretches)
        return CountedGames(number, total, files, games, words, players, where, lines, facts)

    def _lines(self, id: str, positions: Mapping[str, Array]) -> dict[tuple[str, str], Lines]:
        """The boards of the main lines of a game."""
        found = {}
        for (game, name), chart in self.columns.charts.items():
            boards = self.columns.tables.get(table_file(BOARDS, game, name))
            if game == id and boards is not None:
                tape = tape_of(chart, arrays(boards))
                found[game, name] = Lines(tape, _moves_after(tape, positions))
        return found


def _by_key(positions: Mapping[str, Array]) -> dict[str, Array]:
    kept = np.flatnonzero(~positions["again"])
    order = kept[np.argsort(positions["key"][kept], kind="stable")]
    return {
        key: positions[key][order].astype(_NARROW.get(key, positions[key].dtype)) for key in _KEPT
    }


def counting(
    paths: Sequence[str], encoding: str | None, most: int = MOST
) -> Iterator[JobStep[CountedGames]]:
    """The job that counts the games of files, at most so many.

    Raises Unreadable, OSError for a file by itself; of several, those that can't be read are left out.
    """
    total = done = 0
    some = _Some(0)
    for path in paths:
        if some.next >= most:
            break
        try:
            collection = load_file(path, encoding=encoding)
            try:
                find_all(collection)
                total += len(collection)
                at = 0
                while at < len(collection) and some.next < most:
                    stop = min(len(collection), at + some.room, at + most - some.next)
                    some.add(path, collection, range(at, stop))
                    at = stop
                    if not some.room:
                        yield JobStep(done, len(paths), some.counted(total, done))
                        some = _Some(some.next)
            finally:
                if collection.source is not None:
                    collection.source.close()
        except (Unreadable, OSError):
            if len(paths) == 1:
                raise
        done += 1
    yield JobStep(done, len(paths), some.counted(total, done))


def _moves_after(tape: Tape, positions: Mapping[str, Array]) -> Array:
    """By board the number of the move that follows it in the main line."""
    one, other = (
        _NODES * table["record"].astype(np.int64) + table["node"]
        for table in (tape._asdict(), positions)
    )
    order = np.argsort(other)
    at = np.minimum(np.searchsorted(other, one, sorter=order), len(order) - 1)
    move = positions["move"][order[at]].astype(np.int32)
    move[other[order[at]] != one] = MISSING
    return move


class OpenGames:
    """The games of an open file or folder, as far as they are counted; asked as a library is.

    Attributes:
        name: of the file or folder.
        files: how many files there are; counted: how many of them were looked at to their end.
        total: how many games are known, 0 until some are.
        records: how many are counted.
        failure: why no more are, None if nothing went wrong.
    """

    def __init__(self, name: str, files: int = 1) -> None:
        self.name, self.files = name, files
        self.total = self.records = self.counted = 0
        self.failure: Message | None = None
        self._parts: list[CountedGames] = []

    @property
    def several(self) -> bool:
        """Whether they are the games of several files: of a folder."""
        return self.files > 1

    def add(self, part: CountedGames) -> None:
        """Take some more games."""
        self._parts = [*self._parts, part]  # another thread may be asking
        self.records += part.number
        self.total, self.counted = part.total, part.files

    @property
    def covers(self) -> Message:
        """Of which games it knows."""
        if self.failure is not None:
            return self.failure
        if self.records >= MOST and (self.total > MOST or self.counted < self.files):
            most = counted("one game", "{count} games", MOST)
            return message("the first {games}; a library counts all", games=most)
        if self.counted == self.files:
            return counted("one game", "{count} games", self.total)
        done = Number(self.records)
        if self.several:
            files = counted("one file", "{count} files", self.files)
            return message(
                "{done} games of {read} of {files} counted so far",
                done=done,
                read=Number(self.counted),
                files=files,
            )
        total = counted("one game", "{count} games", self.total)
        return message("{done} of {games} counted so far", done=done, games=total)

    def explore_position(self, wanted: PositionWanted) -> Explored:
        """The next moves of a position in main lines."""
        wanted = as_seen(wanted)
        found: list[tuple[int, NextMove]] = []
        records = 0
        for part in self._parts:
            table = part.games.get(wanted.game, {})
            for one in wanted.any_of:
                rows = _rows(table, one)
                if len(rows):
                    moved = rows[table["move"][rows] != MISSING]
                    records += len(np.unique(table["record"][moved]))
                    found += ((one.key, move) for move in _moves(part, wanted.game, moved))
        return Explored(added_up_as_seen(found, wanted), records, 0, [self.covers])

    def continued(self, wanted: ContinuedFrom) -> Continued:
        """What was played next in a part, in main lines."""
        return counted_stays(wanted, list(self._stays(wanted)), [self.covers])

    def _stays(self, wanted: ContinuedFrom) -> Iterator[Stay]:
        for part in self._parts:
            lines = part.lines.get((wanted.game, wanted.chart))
            if lines is None:
                continue
            tape = lines.tape
            for seen in wanted.ways:
                first, last = stretches(tape, seen)
                columns = (tape.record[last], tape.node[last], last > first, lines.move[last])
                for record, node, lasted, code in zip(*(x.tolist() for x in columns), strict=True):
                    move = "" if code == MISSING else part.words[code]
                    yield Stay(record, node, seen, lasted, move, *part.facts[record])

    def hits_of(self, records: Sequence[int]) -> dict[int, Hit]:
        """What is said of some games, by their ids: their places among all that were counted."""
        found = {}
        for record in records:
            for part in self._parts:
                if record in part.players:
                    game, one, other = part.players[record]
                    values: dict[str, str | int | None] = dict.fromkeys(SHOWN)
                    values |= {"player0": one, "player1": other}
                    stretch = [x for x in part.stretches if x.record <= record][-1]
                    number = stretch.number + record - stretch.record
                    found[record] = Hit(record, stretch.path, number, game, (), values)
        return found

    def hit_at(self, record: int, wanted: PositionWanted) -> HitAt | None:
        """A game with the nodes that have a position; None if it isn't counted."""
        hit = self.hits_of([record]).get(record)
        if hit is None:
            return None
        nodes: dict[int, int] = {}
        for part in self._parts:
            table = part.games.get(wanted.game, {})
            for one in wanted.any_of:
                rows = _rows(table, one)
                for row in rows[table["record"][rows] == record] if len(rows) else ():
                    nodes[int(table["ply"][row])] = int(table["node"][row])
        places = sorted(nodes)
        return HitAt(
            hit._replace(nodes=tuple(nodes[ply] for ply in places)), min(places, default=0)
        )


def _rows(table: Mapping[str, Array], wanted: Wanted) -> Array:
    """The rows of an arrangement, ascending."""
    keys = table.get("key", np.zeros(0, np.uint64))
    key = np.uint64(wanted.key)
    first, stop = np.searchsorted(keys, key), np.searchsorted(keys, key, "right")
    rows = np.arange(first, stop)
    return rows if wanted.side is None else rows[table["side"][rows] == wanted.side]


def _moves(part: CountedGames, game: str, rows: Array) -> Iterator[NextMove]:
    """What was played in the rows, counted."""
    table = part.games[game]
    codes, places = np.unique(table["move"][rows], return_inverse=True)
    for at, code in enumerate(codes.tolist()):
        here = rows[places == at]
        scores, ratings, years = table["score"][here], table["rating"][here], table["year"][here]
        known, dated = ratings[ratings != MISSING], years[years != MISSING]
        records = table["record"][here]
        ages = np.where(years == MISSING, np.iinfo(np.int16).max, years)
        first = np.lexsort((records, ages))[0]
        won, drawn, lost = (int(np.count_nonzero(scores == one)) for one in (WON, DRAWN, LOST))
        yield NextMove(
            part.words[code],
            len(here),
            won,
            drawn,
            lost,
            int(known.astype(np.int64).sum()),
            len(known),
            int(dated.max()) if len(dated) else None,
            int(dated.min()) if len(dated) else None,
            int(records[first]),
        )
