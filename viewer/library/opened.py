"""The explorer of a file or folder of many games that is open: their positions in memory, without a library.

They are counted in a process of its own (`making.counting`), some thousand games after the other, and can be
asked meanwhile.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Lock
from typing import Any, Final

import numpy as np

from viewer.base.messages import Message, Number, counted, message
from viewer.base.named import NamedTuple
from viewer.library.ask.conditions import of_headers
from viewer.library.ask.continuing import Continued, Stay, counted_stays
from viewer.library.ask.explorer import (
    EVERY,
    Explored,
    HitAt,
    NextMove,
    added_up_as_seen,
    as_seen,
    counted_moves,
)
from viewer.library.ask.names import NameOffer, players_named
from viewer.library.ask.searching import SHOWN, Hit
from viewer.library.ask.texts import joined
from viewer.library.failures import LibraryFailed
from viewer.library.making.counting import MOST, CountedGames, Lines, unpacked
from viewer.library.making.tables import Packed, taken
from viewer.library.query import ContinuedFrom, PositionWanted, Query, Seen, Wanted
from viewer.library.schema import COLUMNS, GAMES, MISSING
from viewer.library.store import Tables, empty
from viewer.library.tape import stretches

Array = Any  # npt.NDArray of any number


class _Headers(Tables):
    """The headers of counted games, in memory."""

    def __init__(self) -> None:
        import duckdb  # deferred: the thread that asks loads it

        super().__init__()
        self.connection = duckdb.connect()
        self.connection.execute("ATTACH ':memory:' AS packed (COMPRESS); USE packed")
        columns = ", ".join(f"{key} {type}" for key, type in COLUMNS[GAMES].items())
        self.connection.execute(f"CREATE TABLE {GAMES} ({columns})")

    def take(self, more: Packed) -> None:
        """Have the headers of more games."""
        with taken(self.connection, more) as select:
            self.connection.execute(f"INSERT INTO {GAMES} BY NAME {select}")
        self._kept.clear()

    def table(self, table: str) -> str:
        return GAMES if table == GAMES else empty(table)


class OpenGames:
    """The games of an open file or folder, as far as they are counted; asked as a library is.

    Attributes:
        name: of the file or folder.
        paths: of the files.
        counted: how many of them were looked at to their end.
        total: how many games are known.
        records: how many are counted.
        failure: why no more are, None if nothing went wrong.
    """

    def __init__(self, name: str, paths: Sequence[str], total: int = 0) -> None:
        self.name, self.paths, self.total = name, tuple(paths), total
        self.records = self.counted = 0
        self.failure: Message | None = None
        self._parts: list[CountedGames] = []
        self._lines: dict[
            tuple[int, str, str], Lines
        ] = {}  # of parts, unpacked once they are asked for
        self._headers: _Headers | None = None
        self._untaken: deque[Packed] = (
            deque()
        )  # headers of games that came since they were last asked
        self._lock = Lock()  # headers are asked by one thread after the other

    @property
    def several(self) -> bool:
        """Whether they are the games of several files: of a folder."""
        return len(self.paths) > 1

    @property
    def begun(self) -> bool:
        """Whether some games are counted, or there is nothing to count."""
        return self.records > 0 or self.counted == len(self.paths) or self.failure is not None

    def add(self, part: CountedGames) -> None:
        """Take some more games."""
        if part.headers is not None:
            self._untaken.append(part.headers)
        self._parts = [*self._parts, part._replace(headers=None)]  # another thread may be asking
        self.records += part.number
        self.total, self.counted = part.total, part.files

    @property
    def covers(self) -> Message:
        """Of which games it knows."""
        if self.failure is not None:
            return self.failure
        if self.records >= MOST and (self.total > MOST or self.counted < len(self.paths)):
            most = counted("one game", "{count} games", MOST)
            return message("the first {games}; a library counts all", games=most)
        if self.counted == len(self.paths):
            return counted("one game", "{count} games", self.total)
        done = Number(self.records)
        if self.several:
            files = counted("one file", "{count} files", len(self.paths))
            return message(
                "{done} games of {read} of {files} counted so far",
                done=done,
                read=Number(self.counted),
                files=files,
            )
        total = counted("one game", "{count} games", self.total)
        return message("{done} of {games} counted so far", done=done, games=total)

    @property
    def parts(self) -> Sequence[CountedGames]:
        """The games by the steps in which they came."""
        return self._parts

    def asked(self, sql: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a query for the headers of games."""
        with self._of_games() as headers:
            return headers.rows(sql, values)

    @contextmanager
    def _of_games(self) -> Iterator[_Headers]:
        """The headers of all games that are counted."""
        with self._lock:
            headers = self._headers = self._headers or _Headers()
            while self._untaken:
                headers.take(self._untaken.popleft())
            yield headers

    def _among(self, query: Query) -> Array | None:
        """The ids of the records of a query; None for all.

        Raises LibraryFailed for a query about anything but headers.
        """
        if query == EVERY:
            return None
        if replace(query, **_NOT_OF_HEADERS) != query:
            words = message("Only conditions of headers are asked of {name}.", name=self.name)
            raise LibraryFailed(words)
        with self._of_games() as headers:
            found = of_headers(query, headers)
            sql = f"SELECT record FROM {GAMES} AS g WHERE {found.where}"
            return np.array([one for (one,) in headers.rows(sql, found.values)], np.int64)

    def joined(self, query: Query) -> tuple[str, ...]:
        """How the players of a query are written (`ask.texts.joined`)."""
        with self._of_games() as headers:
            return joined(query, headers)

    def players(self, text: str, most: int, game: str) -> list[NameOffer]:
        """Players with a text in their names, as `ask.names.offers` finds them."""
        with self._of_games() as headers:
            return players_named(headers, text, most, game)

    def explore_position(self, wanted: PositionWanted, among: Query = EVERY) -> Explored:
        """The next moves of a position in main lines, of the records of a query.

        Raises LibraryFailed for a query about anything but headers.
        """
        wanted, parts = as_seen(wanted), self._parts
        only = self._among(among)
        found: list[tuple[int, NextMove]] = []
        records = 0
        for part in parts:
            table = part.games.get(wanted.game, {})
            for one in wanted.any_of:
                rows = _rows(table, one)
                if only is not None and len(rows):
                    rows = rows[np.isin(table["record"][rows], only)]
                if len(rows):
                    moved = rows[table["move"][rows] != MISSING]
                    records += len(np.unique(table["record"][moved]))
                    some = {key: values[moved] for key, values in table.items()}
                    found += ((one.key, move) for move in counted_moves(some, part.words))
        return Explored(added_up_as_seen(found, wanted), records, 0, [self.covers])

    def continued(self, wanted: ContinuedFrom, among: Query = EVERY) -> Continued:
        """What was played next in a part, in main lines. Raises as `explore_position`."""
        parts = self._parts
        only = self._among(among)
        runs = [
            one
            for at, part in enumerate(parts)
            for one in _runs(self._lines_of(at, part, wanted), part, wanted, only)
        ]
        facts = self._facts(sorted({one.record for one in runs}))
        stays = [Stay(*one, *facts.get(one.record, (None, None, None))) for one in runs]
        return counted_stays(wanted, stays, [self.covers])

    def _lines_of(self, at: int, part: CountedGames, wanted: ContinuedFrom) -> Lines | None:
        """The lines of a part of all games, the `at`th, on the kind of board that is asked about."""
        key = at, wanted.game, wanted.chart
        if key not in self._lines and key[1:] in part.lines:
            self._lines[key] = unpacked(part.lines[key[1:]])
        return self._lines.get(key)

    def _facts(self, records: Sequence[int]) -> dict[int, _Facts]:
        """Scores, ratings and years of records."""
        if not records:
            return {}
        rows = self.asked(_SOME.format(columns="score, rating, year"), [list(records)])
        return {record: tuple(values) for record, *values in rows}

    def hits_of(self, records: Sequence[int]) -> dict[int, Hit]:
        """What is said of some games, by their ids: their places among all that were counted."""
        parts = self._parts
        stretches = [one for part in parts for one in part.stretches]
        starts = [one.record for one in stretches]
        if not records:
            return {}
        columns = f"game, {', '.join(SHOWN)}"
        found = {}
        rows = self.asked(_SOME.format(columns=columns), [list(records)])
        for record, game, *values in rows:
            stretch = stretches[bisect_right(starts, record) - 1]
            number = stretch.number + record - stretch.record
            said = dict(zip(SHOWN, values, strict=True))
            found[record] = Hit(record, stretch.path, number, game, (), said)
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


_Facts = tuple[int | None, int | None, int | None]
_SOME = f"SELECT record, {{columns}} FROM {GAMES} WHERE record IN (SELECT unnest(?::BIGINT[]))"
_NOT_OF_HEADERS: Final[dict[str, Any]] = {
    **dict.fromkeys(("position", "region", "material"), None),
    **dict.fromkeys(("comment", "format", "folder"), ""),
    "moves": (),
}
"""What a query that headers answer has none of."""


class _Run(NamedTuple):
    """A part as it stood in a record: the first fields of `Stay`."""

    record: int
    node: int
    seen: Seen
    lasted: bool
    move: str


def _runs(
    lines: Lines | None, part: CountedGames, wanted: ContinuedFrom, only: Array | None
) -> Iterator[_Run]:
    if lines is None:
        return
    tape = lines.tape
    for seen in wanted.ways:
        first, last = stretches(tape, seen)
        if only is not None:
            kept = np.isin(tape.record[last], only)
            first, last = first[kept], last[kept]
        columns = (tape.record[last], tape.node[last], last > first, lines.move[last])
        for record, node, lasted, code in zip(*(x.tolist() for x in columns), strict=True):
            yield _Run(record, node, seen, lasted, "" if code == MISSING else part.words[code])


def _rows(table: Mapping[str, Array], wanted: Wanted) -> Array:
    """The rows of an arrangement, ascending."""
    if not table:  # of games of other kinds alone
        return np.zeros(0, np.int64)
    keys, key = table["key"], np.uint64(wanted.key)
    first, stop = np.searchsorted(keys, key), np.searchsorted(keys, key, "right")
    rows = np.arange(first, stop)
    return rows if wanted.side is None else rows[table["side"][rows] == wanted.side]
