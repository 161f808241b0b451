"""Games that are played together: their main lines as columns, without records where they are plain.

The tables are the same as with `Columns.add`, game by game, in a fraction of the time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from viewer.formats import FORMATS
from viewer.formats.capabilities import PlainGames
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.capabilities import Connecting
from viewer.games.lines import PlayedLines, PlayingLines
from viewer.library.keys import cells_array, key_numbers, keys_of, piece_counts, row_bits, rows_of
from viewer.library.making.columns import MISSING, WHOLE, Before, Columns, headers_of, texts_of
from viewer.library.schema import BOARDS, COLUMNS, POSITIONS, board_columns, table_file
from viewer.tree.action import Written
from viewer.tree.record import Header, Record

AT_ONCE = 1000
"""Games that are played together: tables of some ten megabytes."""
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
        self._done: set[int] = set()
        self.varied = 0

    def add(self, number: int) -> None:
        """Add a game by its place among those that are wanted. Raises what reading it raises."""
        if number % AT_ONCE == 0:
            self._done.clear()
            self._play(self._wanted[number : number + AT_ONCE])
        index = self._wanted[number]
        if index not in self._done:
            id = self._id + number
            columns, collection = self._columns, self._collection
            self.varied += columns.add(collection, index, id, self._file, self._before)

    def _play(self, indexes: range) -> None:
        """Add those games that can be played together."""
        if len(indexes) < _FEWEST:
            return
        games: defaultdict[str, list[_Line]] = defaultdict(list)
        for index in indexes:
            game, line = _line(self._collection, index)
            if line is not None:
                games[game].append(line)
        for id, lines in games.items():
            game_ = game_of(id)
            if len(lines) >= _FEWEST and isinstance(game_, PlayingLines):
                played = game_.play_lines([line.moves for line in lines])
                some = _Batch(self._columns, self._collection, game_, lines, played)
                some.add(self._id - self._wanted.start, self._file, self._before)
                self._done |= {lines[at].number for at in some.whole}
                self.varied += some.varied


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
        changes = played.squares[moved], played.old[moved], played.new[moved]
        cells = cells_array(played.start, played.chart)
        numbers = key_numbers(self._game.id, played.chart)
        delta = np.zeros(total, dtype=np.uint64)
        for square, old, new in _by_change(changes):
            delta[after] ^= numbers[square, old] ^ numbers[square, new]
        keys = _summed(delta, starts, counts, np.bitwise_xor) ^ keys_of(
            self._game.id, played.chart, cells
        )
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
        self._add_boards(shared, changes, after, starts, counts)

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
        played, words = self._played, self._played.words
        format_ = FORMATS[self._collection.format].load()
        moves = played.moves.tolist()
        said: dict[str, list[int]] = {"score": [], "rating": [], "year": []}
        for at, id, key in zip(self.whole, ids.tolist(), last.tolist(), strict=True):
            line = self._lines[at]
            row = headers_of(self._game, format_, line.headers)
            if not row["opening"] and (named := played.opening(at)) is not None:
                row["opening"] = named.full_name
                row["opening_code"] = named.code or row["opening_code"]
            first, count = int(played.first[at]), int(played.count[at])
            span = self._collection.span(line.number)
            text = " ".join([words[one] for one in moves[first : first + count]])
            texts, counts = texts_of(line.record)
            row |= counts
            row |= {
                "record": id,
                "file": file,
                "number": before.records + line.number,
                "start": None if span is None else before.bytes + span.start,
                "length": None if span is None else span.length,
                "game": self._game.id,
                "plies": count,
                "moves": f" {text} " if count else "",
                "chart": played.chart.id,
                "set_up": False,
                "last": key,
            }
            self._columns.add_game(row, texts)
            self.varied += bool(counts["variations"])
            for name, column in said.items():
                column.append(MISSING if row[name] is None else row[name])
        return said

    def _add_boards(
        self,
        shared: dict[str, Array],
        changes: tuple[Array, ...],
        after: Array,
        starts: Array,
        counts: Array,
    ) -> None:
        chart = self._played.chart
        how = row_bits(chart)
        count = chart.rows * how.numbers
        total = len(shared["ply"])
        cells = cells_array(self._played.start, chart)
        rows = np.zeros((total, count), dtype=np.uint64)
        pieces = np.zeros((total, len(chart.kinds)), dtype=np.int16)
        for square, old, new in _by_change(changes):
            row, column = np.divmod(square.astype(np.int64), chart.columns)
            number, within = np.divmod(column, how.squares)
            shift = (within * how.bits).astype(np.uint64)
            rows[after, row * how.numbers + number] ^= (old ^ new).astype(np.uint64) << shift
            pieces[after, old] -= 1
            pieces[after, new] += 1
        whole = _summed(rows, starts, counts, np.bitwise_xor) ^ rows_of(chart, cells)
        start = piece_counts(chart, cells).astype(np.int16)
        number = _summed(pieces, starts, counts, np.add)[:, 1:] + start
        types = board_columns(count, len(chart.kinds))
        found = dict(shared)
        found |= {f"r{at}": whole[:, at] for at in range(count)}
        found |= {
            f"n{at + 1}": number[:, at].astype(np.uint8) for at in range(len(chart.kinds) - 1)
        }
        self._append(table_file(BOARDS, self._game.id, chart.id), types, found)

    def _append(self, name: str, types: dict[str, str], found: dict[str, Array]) -> None:
        table = self._columns.table(name, types)
        for key, values in found.items():
            table.columns[key].append(values)


def _by_change(changes: tuple[Array, ...]) -> Any:
    """Squares, old and new values of the first change of all plies, of the second, …"""
    squares, old, new = changes
    return [(squares[:, at], old[:, at], new[:, at]) for at in range(squares.shape[1])]


def _summed(changes: Array, starts: Array, counts: Array, operation: Any) -> Array:
    """The sums of changes from the start of each line on; rows that start a line have none."""
    sums = operation.accumulate(changes, axis=0)
    before = np.repeat(sums[starts], counts + 1, axis=0)
    return sums - before if operation is np.add else sums ^ before
