"""The explorer of a file of many games that is open: its positions in memory, without a library.

They are counted in a process of its own, some thousand games after the other, and can be asked meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.messages import Message, Number, counted, message
from viewer.base.named import NamedTuple
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Unreadable
from viewer.games.results import DRAWN, LOST, WON
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
from viewer.library.query import PositionWanted, Wanted
from viewer.library.schema import GAMES, POSITIONS, table_file

Array = Any  # npt.NDArray of any number
_FIRST, _AT_ONCE = 1000, 4000
"""Games that are counted before the first answer; of each step after it."""
MOST = 100_000
"""Games that are counted: of ordinary ones some 200 MB."""
_KEPT = ("key", "record", "node", "ply", "side", "move", "score", "rating", "year")
_NARROW = {
    "record": np.int32,
    "side": np.int8,
    "score": np.int8,
    "rating": np.int16,
    "year": np.int16,
}


class CountedGames(NamedTuple):
    """Some consecutive games of a file.

    Attributes:
        first, number: the index of the first, and how many they are. total: how many games the file has.
        games: of each game's id its positions: columns of `schema.POSITIONS` by name, by ascending keys.
        words: the moves by their numbers in the column `move`.
        players: of each record, by its index: its game, and the names of its players.
    """

    first: int
    number: int
    total: int
    games: dict[str, dict[str, Array]]
    words: tuple[str, ...]
    players: dict[int, tuple[str, str, str]]


def counting(path: str, encoding: str | None, most: int = MOST) -> Iterator[JobStep[CountedGames]]:
    """The job that counts the games of a file, at most so many. Raises Unreadable, OSError."""
    collection = load_file(path, encoding=encoding)
    try:
        find_all(collection)
        total = min(len(collection), most)
        yield JobStep(0, total)
        first = 0
        while first < total:
            stop = min(total, first + (_AT_ONCE if first else _FIRST))
            columns = Columns()
            some = Together(columns, collection, range(first, stop), first, 0)
            for number in range(stop - first):
                try:
                    some.add(number)
                except Unreadable:
                    continue
                except OSError:
                    raise
                except Exception:  # a game that a reader fails at is told where it is opened
                    continue
            yield JobStep(stop, total, _counted(columns, first, stop - first, len(collection)))
            first = stop
    finally:
        if collection.source is not None:
            collection.source.close()


def _counted(columns: Columns, first: int, count: int, total: int) -> CountedGames:
    table = columns.tables.get(GAMES)
    said = {} if table is None else table.columns
    found = [said.get(key, ()) for key in ("record", "game", "player0", "player1")]
    players = {
        record: (game, one or "", other or "")
        for record, game, one, other in zip(*found, strict=True)
    }
    games = {}
    for id in {game for game, _, _ in players.values()}:
        positions = columns.tables.get(table_file(POSITIONS, id))
        if positions is not None:
            all_ = arrays(positions)
            kept = np.flatnonzero(~all_["again"])
            order = kept[np.argsort(all_["key"][kept], kind="stable")]
            games[id] = {
                key: all_[key][order].astype(_NARROW.get(key, all_[key].dtype)) for key in _KEPT
            }
    return CountedGames(first, count, total, games, tuple(columns.words), players)


class OpenGames:
    """The games of an open file, as far as they are counted; asked as a library is.

    Attributes:
        name: of the file. path: its path.
        total: how many games it has, 0 until that is known.
        records: how many are counted.
        failure: why no more are, None if nothing went wrong.
    """

    def __init__(self, name: str, path: str) -> None:
        self.name, self.path = name, path
        self.total = self.records = 0
        self.failure: Message | None = None
        self._parts: list[CountedGames] = []

    def add(self, part: CountedGames) -> None:
        """Take some more games."""
        self._parts = [*self._parts, part]  # another thread may be asking
        self.records += part.number
        self.total = part.total

    @property
    def covers(self) -> Message:
        """Of which games it knows."""
        if self.failure is not None:
            return self.failure
        if not self.total or self.records < min(self.total, MOST):
            total = counted("one game", "{count} games", self.total)
            return message(
                "{done} of {games} counted so far", done=Number(self.records), games=total
            )
        if self.total > MOST:
            most = counted("one game", "{count} games", MOST)
            return message("the first {games}; a library counts all", games=most)
        return counted("one game", "{count} games", self.total)

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

    def hits_of(self, records: Sequence[int]) -> dict[int, Hit]:
        """What is said of some games, by their indexes in the file."""
        found = {}
        for record in records:
            for part in self._parts:
                if record in part.players:
                    game, one, other = part.players[record]
                    values: dict[str, str | int | None] = dict.fromkeys(SHOWN)
                    values |= {"player0": one, "player1": other}
                    found[record] = Hit(record, self.path, record, game, (), values)
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
