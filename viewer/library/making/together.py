"""Games that are played together: their main lines as columns, without records where they are plain.

The tables are the same as with `Columns.add`, game by game, in a fraction of the time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np

from viewer.base.named import NamedTuple
from viewer.formats import FORMATS
from viewer.formats.capabilities import PlainGames
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.capabilities import Connecting
from viewer.games.charts import PlayedLines, PlayingLines
from viewer.library.keys import cells_array, key_numbers, keys_of, piece_counts, row_bits, rows_of
from viewer.library.making.columns import WHOLE, Before, Columns, texts_of
from viewer.library.schema import BOARDS, COLUMNS, MISSING, POSITIONS, board_columns, table_file
from viewer.library.words import columns_of
from viewer.tree.action import Written
from viewer.tree.record import Header, Record

AT_ONCE = 4000
"""Games that are played together: tables of some ten megabytes."""
_RECORDS = 1000  # of them with records of their own, which need far more memory than plain games
_FEWEST = 8  # games that are worth it

Array = Any  # npt.NDArray of any number


class _Line(NamedTuple):
    """A game to be played.

    Attributes:
        number: its index in its collection.
        headers, moves: as in `PlainGame`.
        record: None for a plain game.
        nodes: ids of the main line's nodes, None for 0, 1, 2 …
    """

    number: int
    headers: tuple[Header, ...]
    moves: list[str]
    record: Record | None = None
    nodes: list[int] | None = None


class Together:
    """Adds the games of a collection in order: as many as possible together, the others one by one.

    Attributes:
        varied: how many of those that were added have variations.
    """

    def __init__(
        self,
        columns: Columns,
        collection: Collection,
        wanted: range,
        first_id: int,
        file: int,
        before: Before = WHOLE,
    ) -> None:
        """`wanted` are indexes in the collection, `first_id` is the id of the first of them."""
        self._columns = columns
        self._collection = collection
        self._wanted = wanted
        self._id = first_id
        self._file = file
        self._before = before
        self._next = 0
        self._done: dict[int, bool] = {}  # by index: whether it is plain
        self.varied = 0

    def add(self, number: int) -> bool:
        """Add a game by its place among those that are wanted; returns whether nodes were made of it.

        Raises what reading it raises.
        """
        if number >= self._next:
            self._done.clear()
            self._next = number + self._play(self._wanted[number : number + AT_ONCE])
        index = self._wanted[number]
        plain = self._done.get(index)
        if plain is None:
            id = self._id + number
            columns, collection = self._columns, self._collection
            self.varied += columns.add(collection, index, id, self._file, self._before)
        return not plain

    def _play(self, indexes: range) -> int:
        """Add those of the next games that can be played together; returns how many games were looked at."""
        if len(indexes) < _FEWEST:
            return len(indexes)
        games: defaultdict[str, list[_Line]] = defaultdict(list)
        looked = records = 0
        for index in indexes:
            game, line = _line(self._collection, index)
            looked += 1
            if line is not None:
                games[game].append(line)
                records += line.record is not None
                if records == _RECORDS:
                    break
        for id, lines in games.items():
            game_ = game_of(id)
            if len(lines) >= _FEWEST and isinstance(game_, PlayingLines):
                played = game_.play_lines([line.moves for line in lines])
                some = _Batch(self._columns, self._collection, game_, lines, played)
                some.add(self._id - self._wanted.start, self._file, self._before)
                self._done |= {lines[at].number: lines[at].record is None for at in some.whole}
                self.varied += some.varied
        return looked


def _line(collection: Collection, index: int) -> tuple[str, _Line | None]:
    """The game's id and its line; None where it isn't made of moves from the usual start alone."""
    plain = collection.plain_game(index) if isinstance(collection, PlainGames) else None
    if plain is not None:
        return plain.game, _Line(index, plain.headers, plain.moves)
    try:
        record = collection.record(index)
    except OSError:
        raise
    except Exception:  # told when it is read by itself
        return "", None
    game = game_of(record.game)
    if (
        not isinstance(game, PlayingLines)
        or isinstance(game, Connecting)
        or record.setup is not None
    ):
        return "", None
    moves, nodes = [], [record.root.id]
    node = record.root
    while node.children:
        node = node.children[0]
        if type(node.action) is not Written:
            return "", None
        moves.append(node.action.text)
        nodes.append(node.id)
    return record.game, _Line(index, record.headers, moves, record, nodes)


class _Batch:
    """Lines that were played.

    Attributes:
        whole: the places of those whose moves were all played.
        varied: how many of these have variations.
    """

    def __init__(
        self,
        columns: Columns,
        collection: Collection,
        game: Any,
        lines: Sequence[_Line],
        played: PlayedLines,
    ) -> None:
        self._columns = columns
        self._collection = collection
        self._game = game
        self._lines = lines
        self._played = played
        self.whole: list[int] = np.flatnonzero(played.whole).tolist()
        self.varied = 0

    def add(self, first_id: int, file: int, before: Before) -> None:
        """Add the rows of all tables; the id of a game is `first_id` and its index."""
        if not self.whole:
            return
        played, whole = self._played, np.array(self.whole)
        counts = played.count[whole]
        starts = np.cumsum(counts + 1) - counts - 1  # of each game among the rows of all
        total = int((counts + 1).sum())
        ply = np.arange(total) - np.repeat(starts, counts + 1)
        after = np.flatnonzero(ply)  # rows that a move leads to
        moved = np.repeat(played.first[whole] - starts, counts + 1)[after] + after - 1
        lines = _Rows(starts, counts, total)
        changes = _changes(played, after, moved)
        cells = cells_array(played.start, played.chart)
        numbers = key_numbers(self._game.id, played.chart)
        delta = np.zeros(total, dtype=np.uint64)
        for one in changes:
            delta[one.rows] ^= numbers[one.squares, one.old] ^ numbers[one.squares, one.new]
        keys = lines.summed(delta, np.bitwise_xor) ^ keys_of(self._game.id, played.chart, cells)
        ids = np.array([first_id + self._lines[at].number for at in self.whole], dtype=np.int64)
        shared = {
            "record": np.repeat(ids, counts + 1),
            "node": self._nodes(ply, starts),
            "ply": ply.astype(np.int32),
            "side": (ply & 1).astype(np.int8),
        }
        said = self._add_games(ids, file, before, keys[starts + counts])
        move = np.full(total, MISSING, dtype=np.int32)
        number = self._columns.words.number
        words = np.array([number(word) for word in played.words], dtype=np.int32)
        if len(after):
            move[after - 1] = words[played.moves[moved]]
        self._append(
            table_file(POSITIONS, self._game.id),
            COLUMNS[POSITIONS],
            {
                "key": keys,
                **shared,
                "move": move,
                **{
                    key: np.repeat(np.array(said[key], dtype=type), counts + 1)
                    for key, type in (("score", np.int8), ("rating", np.int16), ("year", np.int16))
                },
            },
        )
        self._add_boards(shared, changes, lines)

    def _nodes(self, ply: Array, starts: Array) -> Array:
        found = ply.astype(np.int32)
        for at, start in zip(self.whole, starts.tolist(), strict=True):
            nodes = self._lines[at].nodes
            if nodes is not None:
                found[start : start + len(nodes)] = nodes
        return found

    def _add_games(
        self, ids: Array, file: int, before: Before, last: Array
    ) -> dict[str, list[int]]:
        """Add rows of `games` and `texts`; returns what positions have of them too."""
        played, words, count = self._played, self._played.words, len(ids)
        lines = [self._lines[at] for at in self.whole]
        format_ = FORMATS[self._collection.format].load()
        columns = columns_of(self._game, format_, [line.headers for line in lines])
        openings, codes = columns["opening"], columns["opening_code"]
        for at, place in enumerate(self.whole):
            if not openings[at] and (named := played.opening(place)) is not None:
                openings[at] = named.full_name
                codes[at] = named.code or codes[at]
        spans = [self._collection.span(line.number) for line in lines]
        plies = played.count[self.whole].tolist()
        moves = [words[one] for one in played.moves.tolist()]
        texts: dict[int, list[tuple[int, str]]] = {}
        counts: dict[str, list[int]] = {"comments": [], "variations": [], "problems": []}
        for id, line in zip(ids.tolist(), lines, strict=True):
            some, counted = texts_of(line.record)
            if some:
                texts[id] = some
            for key, value in counted.items():
                counts[key].append(value)
        self.varied += sum(map(bool, counts["variations"]))
        columns |= counts
        columns |= {
            "record": ids.tolist(),
            "file": [file] * count,
            "number": [before.records + line.number for line in lines],
            "start": [None if span is None else before.bytes + span.start for span in spans],
            "length": [None if span is None else span.length for span in spans],
            "game": [self._game.id] * count,
            "plies": plies,
            "moves": [
                f" {' '.join(moves[first : first + length])} " if length else ""
                for first, length in zip(played.first[self.whole].tolist(), plies, strict=True)
            ],
            "chart": [played.chart.id] * count,
            "set_up": [False] * count,
            "last": last.tolist(),
        }
        self._columns.add_games(columns, texts)
        return {
            key: [MISSING if value is None else value for value in columns[key]]
            for key in ("score", "rating", "year")
        }

    def _add_boards(
        self, shared: dict[str, Array], changes: Sequence[_Change], lines: _Rows
    ) -> None:
        chart = self._played.chart
        self._columns.charts[self._game.id, chart.id] = chart
        how = row_bits(chart)
        count, kinds = chart.rows * how.numbers, len(chart.kinds)
        cells = cells_array(self._played.start, chart)
        type = np.uint32 if how.used <= 32 else np.uint64
        rows = np.zeros(count * lines.total, dtype=type)
        pieces = np.zeros(kinds * lines.total, dtype=np.int16)
        for one in changes:
            row, column = np.divmod(one.squares.astype(np.int64), chart.columns)
            number, within = np.divmod(column, how.squares)
            shift = (within * how.bits).astype(type)
            at = (row * how.numbers + number) * lines.total + one.rows
            rows[at] ^= (one.old ^ one.new).astype(type) << shift
            pieces[one.old.astype(np.int64) * lines.total + one.rows] -= 1
            pieces[one.new.astype(np.int64) * lines.total + one.rows] += 1
        found = dict(shared)
        for at, start in enumerate(rows_of(chart, cells)[0].astype(type)):
            found[f"r{at}"] = lines.summed(rows, np.bitwise_xor, at) ^ start
        for at, start in enumerate(piece_counts(chart, cells)[0].astype(np.int16), 1):
            found[f"n{at}"] = (lines.summed(pieces, np.add, at) + start).astype(np.uint8)
        self._append(
            table_file(BOARDS, self._game.id, chart.id),
            board_columns(count, how.used, kinds),
            found,
        )

    def _append(self, name: str, types: dict[str, str], found: dict[str, Array]) -> None:
        table = self._columns.table(name, types)
        for key, values in found.items():
            table.columns[key].append(values)


class _Change(NamedTuple):
    """Squares that change, one at most in a row: rows, squares, values before and after."""

    rows: Array
    squares: Array
    old: Array
    new: Array


def _changes(played: PlayedLines, after: Array, moved: Array) -> list[_Change]:
    """The first change of each ply, the second, …; `moved` are the plies that lead to the rows `after`."""
    found = []
    for at in range(played.squares.shape[1]):
        old, new = played.old[moved, at], played.new[moved, at]
        some = np.flatnonzero(old != new)
        found.append(_Change(after[some], played.squares[moved[some], at], old[some], new[some]))
    return found


class _Rows(NamedTuple):
    """The rows of lines one after the other: where each starts, its plies, the rows of all."""

    starts: Array
    counts: Array
    total: int

    def summed(self, changes: Array, operation: Any, at: int = 0) -> Array:
        """The sums of changes from the start of each line on; rows that start a line have none.

        `at`: of several columns one after the other, which.
        """
        sums = operation.accumulate(
            changes[at * self.total : (at + 1) * self.total], dtype=changes.dtype
        )
        before = np.repeat(sums[self.starts], self.counts + 1)
        return sums - before if operation is np.add else sums ^ before
