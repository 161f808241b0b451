"""The games that are compared with a repertoire: of files that were counted, or of a library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Protocol

import numpy as np

from viewer.base.named import NamedTuple
from viewer.games.charts import Chart
from viewer.games.results import DRAWN, LOST, WON
from viewer.library.ask.explorer import NextMove, added_up_as_seen
from viewer.library.ask.searching import Hit
from viewer.library.face import Library
from viewer.library.keys import row_bits
from viewer.library.making.counting import unpacked
from viewer.library.opened import OpenGames
from viewer.library.query import PositionWanted
from viewer.library.repertoire.lines import KnownKeys, RepertoireLines
from viewer.library.schema import BOARDS, GAMES, MISSING, POSITIONS
from viewer.library.store import Store
from viewer.library.tape import Tape, tape_of

Array = Any  # npt.NDArray of any number
Explore = Callable[[PositionWanted], Sequence[NextMove]]
"""The next moves of a position, most frequent first."""


class LastKnown(NamedTuple):
    """A game at its last position that is in the lines.

    Attributes:
        record: its id. position: by its number. key: of the arrangement in which the game has it.
        ply, node: of the game, before the move. move: that it made there, "" where it ends.
        corner: where lines are of one, that of the game (an index of `corners.CORNERS`), else 0.
        exchanged: whether colours are exchanged in key and move.
    """

    record: int
    position: int
    key: int
    ply: int
    node: int
    move: str
    corner: int = 0
    exchanged: bool = False


class Played(NamedTuple):
    """A game: its id, the names of its players, its day (yyyymmdd, 0: unknown), its key.

    The key follows from names, day and where the game ended: it is the same in any file.
    """

    record: int
    names: tuple[str, str]
    day: int
    key: int


class Games(Protocol):
    """Games that are looked through: of a library, or of files that were counted."""

    def played(self, game: str) -> list[Played]:
        """The records of a game. Raises LibraryFailed."""

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """The games that reach a position of the lines, some at a time. Raises LibraryFailed."""

    def exploring(self, lines: RepertoireLines) -> Explore:
        """What finds the next moves of positions, those of the lines above all. Raises LibraryFailed."""

    def hits_of(self, records: Sequence[int]) -> dict[int, Hit]:
        """What is said of some games, by their ids. Raises LibraryFailed."""


class GamesWithBoards(Games, Protocol):
    """Games that tell their boards, too."""

    def tapes(self, game: str, chart: Chart) -> Iterator[Tape]:
        """The boards of main lines, some games at a time. Raises LibraryFailed."""

    def scores(self, game: str) -> dict[int, int]:
        """The results of records that have one, in half points of the first side. Raises LibraryFailed."""


class GamesCounted:
    """The games of files, counted in memory."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self.hits_of = games.hits_of

    def played(self, game: str) -> list[Played]:
        """See `Games`."""
        return _played(self._games.asked(_PLAYED.format(games=GAMES), [game]))

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """See `Games`."""
        known = lines.keys(0), lines.keys(1)
        for part in self._games.parts:
            table = part.games.get(lines.game.id)
            if table is None:
                continue
            numbers = numbers_of(table["key"], table["side"], known)
            some = np.flatnonzero(numbers >= 0)
            last = some[last_rows(table["record"][some], table["ply"][some])]
            columns = [
                table[key][last].tolist() for key in ("record", "key", "ply", "node", "move")
            ]
            yield [
                LastKnown(
                    record, number, key, ply, node, "" if move == MISSING else part.words[move]
                )
                for number, record, key, ply, node, move in zip(
                    numbers[last].tolist(), *columns, strict=True
                )
            ]

    def tapes(self, game: str, chart: Chart) -> Iterator[Tape]:
        """See `GamesWithBoards`."""
        for part in self._games.parts:
            if (game, chart.id) in part.lines:
                yield unpacked(part.lines[game, chart.id]).tape

    def scores(self, game: str) -> dict[int, int]:
        """See `GamesWithBoards`."""
        return dict(self._games.asked(_SCORED.format(games=GAMES), [game]))

    def exploring(self, lines: RepertoireLines) -> Explore:
        """See `Games`. The moves from all positions of the lines are counted at once, without ratings."""
        moves = self._moves_in(lines)

        def explore(wanted: PositionWanted) -> Sequence[NextMove]:
            if lines.has(wanted):
                return explored_by_key(moves, wanted)
            return self._games.explore_position(wanted).moves

        return explore

    def _moves_in(self, lines: RepertoireLines) -> dict[tuple[int, int], list[NextMove]]:
        """The moves from the positions of lines, by key and side to move of their arrangements."""
        known = lines.keys(0), lines.keys(1)
        words: dict[str, int] = {}
        parts: list[dict[str, Array]] = []
        for part in self._games.parts:
            table = part.games.get(lines.game.id)
            if table is None:
                continue
            some = numbers_of(table["key"], table["side"], known) >= 0
            some &= table["move"] != MISSING
            codes = np.array([words.setdefault(one, len(words)) for one in part.words], np.int64)
            rows = {key: table[key][some] for key in ("key", "side", "record", "score")}
            parts.append({**rows, "move": codes[table["move"][some]]})
        if not parts:
            return {}
        return counted_by_key(
            {key: np.concatenate([one[key] for one in parts]) for key in parts[0]}, [*words]
        )


class GamesOfLibrary:
    """The games of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self.hits_of = library.hits_of

    def played(self, game: str) -> list[Played]:
        """See `Games`."""
        return self._library.store.asked(
            lambda store: _played(store.rows(_PLAYED.format(games=store.table(GAMES)), [game]))
        )

    def last_known(self, lines: RepertoireLines) -> Iterator[list[LastKnown]]:
        """See `Games`."""
        known = lines.keys(0), lines.keys(1)
        yield self._library.store.asked(lambda store: _last_in(store, lines.game.id, known))

    def exploring(self, lines: RepertoireLines) -> Explore:
        """See `Games`."""
        return lambda wanted: self._library.explore_position(wanted).moves

    def tapes(self, game: str, chart: Chart) -> Iterator[Tape]:
        """See `GamesWithBoards`."""
        store = self._library.store
        records = store.asked(
            lambda store: _records(store, game)
        )  # of each file they have other numbers
        for at in range(0, len(records), _AT_ONCE):
            some = records[at : at + _AT_ONCE]
            tape = store.asked(partial(_tape, game=game, chart=chart, some=(some[0], some[-1])))
            if tape is not None:
                yield tape

    def scores(self, game: str) -> dict[int, int]:
        """See `GamesWithBoards`."""
        return self._library.store.asked(
            lambda store: dict(store.rows(_SCORED.format(games=store.table(GAMES)), [game]))
        )


def explored_by_key(
    moves: Mapping[tuple[int, int], Sequence[NextMove]], wanted: PositionWanted
) -> list[NextMove]:
    """The moves from a position, of those from all arrangements by key and side to move."""
    found = [
        (one.key, move) for one in wanted.any_of for move in moves.get((one.key, one.side or 0), ())
    ]
    return added_up_as_seen(found, wanted)


def _records(store: Store, game: str) -> list[int]:
    """The ids of the records of a game, ascending."""
    return [record for (record,) in store.rows(_RECORDS.format(games=store.table(GAMES)), [game])]


def _tape(store: Store, game: str, chart: Chart, some: tuple[int, int]) -> Tape | None:
    """The boards of the main lines from one record to another; None for none."""
    source = store.source(BOARDS, game, chart.id)
    if not source:
        return None
    rows = ", ".join(f"r{row}" for row in range(chart.rows * row_bits(chart).numbers))
    return tape_of(chart, store.arrays(_BOARDS.format(rows=rows, source=source), some))


def counted_by_key(
    rows: Mapping[str, Array], words: Sequence[str]
) -> dict[tuple[int, int], list[NextMove]]:
    """Rows of positions with the moves that follow them, counted by key, side and move."""
    order = np.lexsort((rows["move"], rows["side"], rows["key"]))
    columns = {key: values[order] for key, values in rows.items()}
    key, side, move = columns["key"], columns["side"], columns["move"]
    new = np.ones(len(key), bool)
    new[1:] = (key[1:] != key[:-1]) | (side[1:] != side[:-1]) | (move[1:] != move[:-1])
    first = np.flatnonzero(new)
    if not len(first):
        return {}
    games = np.diff(np.append(first, len(key)))
    scores = [np.add.reduceat(columns["score"] == one, first, dtype=np.int64) for one in _SCORES]
    records = np.minimum.reduceat(columns["record"], first)
    found: dict[tuple[int, int], list[NextMove]] = {}
    counts = (key[first], side[first], move[first], games, *scores, records)
    for at, to_move, code, count, won, drawn, lost, record in zip(
        *(x.tolist() for x in counts), strict=True
    ):
        one = NextMove(words[code], count, won, drawn, lost, 0, 0, None, None, record)
        found.setdefault((at, to_move), []).append(one)
    return found


_SCORES = (WON, DRAWN, LOST)
_PLAYED = """
SELECT record, player0, player1, day,
    md5_number_lower(concat_ws(chr(10), folded0, folded1, day, plies, last))
FROM {games} WHERE game = ? ORDER BY record
"""
_SCORED = "SELECT record, score FROM {games} WHERE game = ? AND score IS NOT NULL"
_BOARDS = """
SELECT record, node, {rows} FROM {source} WHERE record >= ? AND record <= ? ORDER BY record, ply, node
"""
_RECORDS = "SELECT record FROM {games} WHERE game = ? ORDER BY record"
_AT_ONCE = 4000  # records whose boards are read at a time
_KEYS = "keys_of_lines"
_LAST = f"""
SELECT record, arg_max(number, ply), arg_max(p.key, ply), max(ply), arg_max(node, ply), arg_max(move, ply)
FROM {{source}} AS p JOIN {_KEYS} AS k ON p.key = k.key AND p.side = k.side
GROUP BY record ORDER BY record
"""


def _played(rows: Iterable[Sequence[Any]]) -> list[Played]:
    return [
        Played(record, (first or "", second or ""), day or 0, key)
        for record, first, second, day, key in rows
    ]


def _last_in(store: Store, game: str, known: tuple[KnownKeys, KnownKeys]) -> list[LastKnown]:
    keys = np.concatenate([one.keys for one in known])
    source = store.source(POSITIONS, game, keys=keys.tolist()) if len(keys) else ""
    if not source:
        return []
    with _table(store, known, keys):
        rows = store.rows(_LAST.format(source=source))
    return [LastKnown(*row)._replace(move=row[-1] or "") for row in rows]


@contextmanager
def _table(store: Store, known: tuple[KnownKeys, KnownKeys], keys: Array) -> Iterator[None]:
    numbers = np.concatenate([one.numbers for one in known])
    sides = np.concatenate(
        [np.full(len(one.keys), side, np.int8) for side, one in enumerate(known)]
    )
    store.connection.register(_KEYS, {"key": keys, "number": numbers, "side": sides})
    try:
        yield
    finally:
        store.connection.unregister(_KEYS)


def numbers_of(keys: Array, sides: Array, known: tuple[KnownKeys, KnownKeys]) -> Array:
    """The positions of rows, by number; -1 for those that aren't in the lines."""
    return np.where(sides == 0, known[0].find(keys), known[1].find(keys))


def last_rows(records: Array, plies: Array) -> Array:
    """The rows with the highest ply of each record."""
    order = np.lexsort((plies, records))
    ordered = records[order]
    ends = np.append(ordered[1:] != ordered[:-1], True) if len(ordered) else np.zeros(0, bool)
    found: Array = order[ends]
    return found
