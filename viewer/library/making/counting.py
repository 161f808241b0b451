"""The job that counts the games of an open file or folder: their positions in memory, without a library."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Unreadable
from viewer.library.making.columns import Columns
from viewer.library.making.tables import Packed, arrays, packed_from
from viewer.library.making.together import Together
from viewer.library.schema import BOARDS, GAMES, MISSING, POSITIONS, table_file
from viewer.library.tape import Tape, tape_of

Array = Any  # npt.NDArray of any number
_FIRST, _AT_ONCE = 250, 4000
"""Games that are counted before the first answer, and of each step at most: thrice as many as before it."""
MOST = 100_000
"""Games that are counted: of ordinary ones some 200 MB."""
_NODES: Final = 1 << 32  # more than a record has
_KEPT = ("key", "record", "node", "ply", "side", "move", "score", "rating", "year")


class Stretch(NamedTuple):
    """Consecutive games of a file: the id of the first, its index in the file."""

    path: str
    record: int
    number: int


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
        headers: of their records: columns of `schema.GAMES`; None where none could be read.
        stretches: where the games are; their ids go on from the games before.
        lines: by the id of a game and of its chart the boards of main lines, packed (`unpacked`): few ask
            for them, and they are half of all; none where they weren't wanted.
        failures: (path, why) of files that can't be read, with the last of the games.
    """

    number: int
    total: int
    files: int
    games: dict[str, dict[str, Array]]
    words: tuple[str, ...]
    headers: Packed | None
    stretches: tuple[Stretch, ...]
    lines: dict[tuple[str, str], bytes]
    failures: tuple[tuple[str, Message], ...] = ()


def _packed(lines: Lines) -> bytes:
    return zlib.compress(pickle.dumps(lines, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(lines: bytes) -> Lines:
    """The boards of main lines of some counted games."""
    found: Lines = pickle.loads(zlib.decompress(lines))
    return found


class _Some:
    """Games that are told together."""

    def __init__(self, record: int, boards: bool) -> None:
        """`record`: the id of the first. `boards`: whether the boards of main lines are wanted."""
        self._boards = boards
        self.columns = Columns()
        self.stretches: list[Stretch] = []
        self.first = self.next = record

    @property
    def room(self) -> int:
        """How many more games it takes."""
        return self.first + min(_AT_ONCE, 3 * self.first or _FIRST) - self.next

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
        ids = set() if table is None else set(table.columns["game"])
        headers = None
        if table is not None:
            table.columns["moves"] = [""] * len(
                table.columns["record"]
            )  # much, and never asked for
            headers = packed_from(table)
        games: dict[str, dict[str, Array]] = {}
        lines: dict[tuple[str, str], bytes] = {}
        for id in ids:
            positions = self.columns.tables.get(table_file(POSITIONS, id))
            if positions is not None:
                all_ = arrays(positions)
                games[id] = _by_key(all_)
                lines |= self._lines(id, all_) if self._boards else {}
        number, words = self.next - self.first, tuple(self.columns.words)
        where = tuple(self.stretches)
        return CountedGames(number, total, files, games, words, headers, where, lines)

    def _lines(self, id: str, positions: Mapping[str, Array]) -> dict[tuple[str, str], bytes]:
        """The boards of the main lines of a game."""
        found = {}
        for (game, name), chart in self.columns.charts.items():
            boards = self.columns.tables.get(table_file(BOARDS, game, name))
            if game == id and boards is not None:
                tape = tape_of(chart, arrays(boards))
                found[game, name] = _packed(Lines(tape, _moves_after(tape, positions)))
        return found


def _by_key(positions: Mapping[str, Array]) -> dict[str, Array]:
    kept = np.flatnonzero(~positions["again"])
    order = kept[np.argsort(positions["key"][kept], kind="stable")]
    return {key: _narrow(positions[key][order]) for key in _KEPT}


def _narrow(values: Array) -> Array:
    """Numbers in the smallest type that has room for all of them; those of keys are as they are."""
    if values.dtype == np.uint64 or not len(values):
        return values
    low, high = values.min(), values.max()
    types = (np.int8, np.int16, np.int32, np.int64)
    return values.astype(
        next(one for one in types if np.iinfo(one).min <= low and high <= np.iinfo(one).max)
    )


def counting(
    paths: Sequence[str], encoding: str | None, most: int = MOST, boards: bool = True
) -> Iterator[JobStep[CountedGames]]:
    """The job that counts the games of files, at most so many; `boards`: with those of main lines.

    Raises Unreadable, OSError for a file by itself; of several, those that can't be read are told.
    """
    total = done = 0
    some = _Some(0, boards)
    failures: list[tuple[str, Message]] = []
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
                        some = _Some(some.next, boards)
            finally:
                if collection.source is not None:
                    collection.source.close()
        except (Unreadable, OSError) as error:
            if len(paths) == 1:
                raise
            failures.append((path, error_words(error)))
        done += 1
    last = some.counted(total, done)._replace(failures=tuple(failures))
    yield JobStep(done, len(paths), last)


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
