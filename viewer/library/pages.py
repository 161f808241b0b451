"""Columns of a library's tables, read from the pages of their Parquet files without SQL.

A query of DuckDB takes a millisecond before it reads anything, and reads large groups of rows; a lookup of a
key needs a few pages. Understood is what DuckDB writes for a library (`making/merge.py`): pages of version 1,
packed by Zstandard, of whole numbers, truth values and short texts. Of anything else `Unread` says
that DuckDB is to be asked. Files are read with pread, not mapped: touching a mapped page of a truncated file
kills the process.
Source: https://github.com/apache/parquet-format (parquet.thrift, Encodings.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from threading import local
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import zstandard

from viewer.base.files import SYSTEM
from viewer.base.named import NamedTuple
from viewer.library.storage import quoted

if TYPE_CHECKING:
    import duckdb

Array = Any  # npt.NDArray of any number

CHUNKS: Final = """
SELECT file_name, row_group_id, row_group_num_rows, path_in_schema, type,
    least(data_page_offset, coalesce(dictionary_page_offset, data_page_offset)), total_compressed_size,
    compression = 'ZSTD', stats_min_value, stats_max_value
FROM parquet_metadata([{files}]) WHERE list_contains(?, path_in_schema) ORDER BY file_name, row_group_id
"""
_TYPES: dict[str, np.dtype[Any]] = {
    "INT32": np.dtype("<i4"),
    "INT64": np.dtype("<i8"),
    "BOOLEAN": np.dtype(bool),
    "BYTE_ARRAY": np.dtype(object),
}
_SIDES: Final = ("left", "right")
_DATA, _DICTIONARY = 0, 2  # kinds of pages
_PLAIN, _IN_DICTIONARY = 0, (2, 8)  # encodings
_ROW, _MORE = 16, 1024  # bytes that a page has at most: of each row, and besides
_WIDEST = 32  # bits of a place among words
_DAMAGED: Final = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    OverflowError,
    MemoryError,
    zstandard.ZstdError,
)
"""What comes of bytes that are no pages."""


_here = local()


class Unread(Exception):
    """A column isn't written as it is understood here: ask DuckDB, which also says what is wrong."""


class _Chunk(NamedTuple):
    """A column of a group of rows: bytes of the file, type, least and greatest number, None if unknown."""

    start: int
    size: int
    type: np.dtype[Any]
    ends: tuple[int, int] | None


class _Page(NamedTuple):
    """Numbers, which are places among words where there are such; which of them aren't NULL, None for all."""

    numbers: Array
    words: Array | None
    there: Array | None

    def values(self, missing: int | None) -> Array:
        """What stands in the column, `missing` for NULL. Raises Unread where that is None."""
        found = self.numbers if self.words is None else self.words[self.numbers]
        if self.there is None:
            return found
        if missing is None:
            raise Unread
        return np.where(self.there, found, found.dtype.type(missing))


class Pages:
    """Some columns of a Parquet file; it is open only while one is read.

    Attributes:
        names: of the columns that were asked for.
        rows: of each group.
    """

    def __init__(self, path: str, names: Iterable[str]) -> None:
        self.names = frozenset(names)
        self.rows: list[int] = []
        self._path = path
        self._chunks: dict[tuple[int, str], _Chunk] = {}
        self._ranges: dict[str, tuple[Array, Array]] = {}
        self._runs: dict[tuple[int, str], tuple[Array, Array]] = {}

    def add(self, group: int, rows: int, name: str, said: Sequence[Any]) -> None:
        """One more column of a group, as `CHUNKS` says it. Raises Unread."""
        type, start, size, packed, low, high = said
        if not packed or type not in _TYPES:
            raise Unread(name)
        if group == len(self.rows):
            self.rows.append(rows)
        if group != len(self.rows) - 1:
            raise Unread(name)
        try:
            ends = int(low), int(high)
        except (TypeError, ValueError):
            ends = None
        self._chunks[group, name] = _Chunk(start, size, _TYPES[type], ends)

    def ranges(self, name: str) -> tuple[Array, Array]:
        """The least and the greatest value of a column in each group, uint64. Raises Unread."""
        found = self._ranges.get(name)
        if found is None:
            some = [self._chunk(group, name).ends for group in range(len(self.rows))]
            try:
                low, high = np.array(some, np.uint64).reshape(-1, 2).T
            except (OverflowError, TypeError, ValueError) as error:
                raise Unread(name) from error
            found = low, high
            self._ranges[name] = found
        return found

    def _chunk(self, group: int, name: str) -> _Chunk:
        chunk = self._chunks.get((group, name))
        if chunk is None:
            raise Unread(name)
        return chunk

    def _read(self, group: int, name: str, rows: slice | None = None) -> list[_Page]:
        chunk = self._chunk(group, name)
        wanted = rows or slice(0, self.rows[group])
        try:
            file = SYSTEM.open_read(self._path)
            try:
                data = SYSTEM.read_at(file, chunk.size, chunk.start)
            finally:
                SYSTEM.close(file)
            return [*_pages(memoryview(data), chunk.type, self.rows[group], wanted)]
        except _DAMAGED as error:
            raise Unread(name) from error

    def column(
        self, group: int, name: str, missing: int | None = None, rows: slice | None = None
    ) -> Array:
        """A column of a group of rows, or of some rows of it; unsigned numbers come as signed ones.

        `missing` stands for NULL. Raises Unread, of a column with NULL too if that is None.
        """
        if self._chunk(group, name).type.hasobject:
            raise Unread(name)
        found = [page.values(missing) for page in self._read(group, name, rows)]
        return found[0] if len(found) == 1 else np.concatenate(found)

    def texts(
        self, group: int, name: str, rows: slice | None = None
    ) -> tuple[Array, Sequence[str]]:
        """A column of texts, or some rows of it, as places in a list of them, -1 for NULL. Raises Unread."""
        pages = self._read(group, name, rows)
        lists = {id(page.words): page.words for page in pages if page.words is not None}
        if len(lists) > 1:
            raise Unread(name)
        words: list[str] = [word for some in lists.values() for word in some]
        return np.concatenate([one._replace(words=None).values(-1) for one in pages]), words

    def runs(self, group: int, name: str) -> tuple[Array, Array]:
        """The runs of equal values in a column of a group: the first row of each, and its value.

        They are kept: for columns of long runs. Raises Unread.
        """
        found = self._runs.get((group, name))
        if found is None:
            values = self.column(group, name)
            first = np.flatnonzero(values[1:] != values[:-1]) + 1
            first = np.concatenate([[0], first]).astype(np.int32)
            found = self._runs[group, name] = first, values[first]
        return found

    def rows_of(self, key: int, name: str) -> Iterator[tuple[int, slice]]:
        """The groups, and the rows there, with a key in an ascending column of 64 bits. Raises Unread."""
        low, high = self.ranges(name)
        if (high[:-1] > low[1:]).any():
            raise Unread(name)
        wanted = np.uint64(key)
        for group in range(np.searchsorted(high, wanted), np.searchsorted(low, wanted, "right")):
            if low[group] == high[group]:
                yield group, slice(0, self.rows[group])
                continue
            before = 0
            for page in self._read(group, name):
                values, sought = page.numbers.view(np.uint64), wanted
                if page.there is not None:
                    raise Unread(name)
                if page.words is not None:  # they are in the order of the rows
                    words = page.words.view(np.uint64)
                    if (words[:-1] >= words[1:]).any():
                        raise Unread(name)
                    at = np.searchsorted(words, wanted)
                    sought = np.uint64(at if wanted in words[at : at + 1] else len(words))
                first, stop = (int(np.searchsorted(values, sought, side)) for side in _SIDES)
                if first < stop:
                    yield group, slice(before + first, before + stop)
                before += len(values)


def pages_of(
    connection: duckdb.DuckDBPyConnection, paths: Sequence[str], columns: Sequence[str]
) -> list[Pages]:
    """Some columns of files, in their order. Raises Unread, duckdb.Error."""
    found = {path: Pages(path, columns) for path in paths}
    sql = CHUNKS.format(files=", ".join(map(quoted, paths)))
    for path, group, rows, name, *said in connection.execute(sql, [list(columns)]).fetchall():
        if path not in found:
            raise Unread(path)
        found[path].add(group, rows, name, said)
    return list(found.values())


# ------------------------------------------------------------------------------------- pages


def _pages(data: memoryview, type: np.dtype[Any], rows: int, wanted: slice) -> Iterator[_Page]:
    """Some of the rows of a column of so many, by pages. Raises Unread, or one of `_DAMAGED`."""
    words: Array = None
    unpacker = _unpacker()
    at = before = 0
    while at < len(data):
        header, at = _struct(data, at)
        kind, size, length = header[1], header[2], header[3]
        if not 0 <= length <= len(data) - at:
            raise Unread
        packed = data[at : at + length]
        at += length
        # What is unpacked takes the room that the packed bytes ask for, however little they hold.
        if size > rows * _ROW + _MORE or zstandard.frame_content_size(packed) != size:
            raise Unread
        raw = unpacker.decompress(packed)
        if kind == _DICTIONARY:
            count = header[7][1]
            words = _listed(raw, count) if type.hasobject else np.frombuffer(raw, type, count)
            continue
        if kind != _DATA:
            raise Unread
        count, encoding = header[5][1], header[5][2]
        if not 0 < count <= rows:
            raise Unread
        first, stop = (min(max(row - before, 0), count) for row in (wanted.start, wanted.stop))
        before += count
        if first == stop:
            continue
        start, there = _levels(raw, count)
        if there is not None:  # the values of other rows are left out
            skipped, there = int(np.count_nonzero(there[:first])), there[first:stop]
            first, stop = skipped, skipped + int(np.count_nonzero(there))
        numbers, listed = _values(raw, start, type, encoding, words, first, stop)
        if there is not None:
            every = np.zeros(len(there), numbers.dtype)
            every[there] = numbers
            numbers = every
        yield _Page(numbers, listed, there)
    if before != rows:
        raise Unread


def _values(
    raw: bytes,
    start: int,
    type: np.dtype[Any],
    encoding: int,
    words: Array | None,
    first: int,
    stop: int,
) -> tuple[Array, Array | None]:
    """The values of a page from `first` to `stop`: numbers, or places among words.

    Raises Unread, or one of `_DAMAGED`.
    """
    if first == stop:
        return np.zeros(0, np.int64), None
    if encoding in _IN_DICTIONARY and words is not None:
        numbers = _numbers(raw, start + 1, raw[start], first, stop)
        if numbers.max() >= len(words):
            raise Unread
        return numbers, words
    if encoding != _PLAIN:
        raise Unread
    if type.hasobject:
        return np.arange(first, stop), _listed(raw[start:], stop)
    if type.kind == "b":
        bits = np.frombuffer(raw, np.uint8, -(-stop // 8), start)
        return np.unpackbits(bits, count=stop, bitorder="little").view(bool)[first:], None
    return np.frombuffer(raw, type, stop, start)[first:], None


def _listed(raw: bytes, count: int) -> Array:
    """Texts that stand one after the other. Raises Unread, or one of `_DAMAGED`."""
    found: list[str] = []
    at = 0
    while len(found) < count:
        stop = at + 4 + int.from_bytes(raw[at : at + 4], "little")
        if at + 4 > len(raw) or stop > len(raw):
            raise Unread
        found.append(raw[at + 4 : stop].decode())
        at = stop
    return np.array(found, object)


def _unpacker() -> zstandard.ZstdDecompressor:
    """That of this thread: to make one takes as long as to unpack a short page."""
    found: zstandard.ZstdDecompressor | None = getattr(_here, "unpacker", None)
    if found is None:
        found = _here.unpacker = zstandard.ZstdDecompressor()
    return found


def _levels(raw: bytes, count: int) -> tuple[int, Array | None]:
    """Where the values of a page begin, and which rows aren't NULL: None for all of them. Raises Unread."""
    stop = 4 + int.from_bytes(raw[:4], "little")
    run, at = _varint(raw, 4)
    if run == count << 1 and raw[at] == 1 and at + 1 == stop:  # a single run
        return stop, None
    levels = _numbers(raw[:stop], 4, 1, 0, count)
    if levels.max() > 1:
        raise Unread
    there = levels == 1
    return stop, None if there.all() else there


def _numbers(data: bytes, at: int, bits: int, first: int, stop: int) -> Array:
    """The numbers from `first` to `stop` among those of so many bits, which stand in runs of equal ones
    and of packed ones (RLE/Bit-Packing Hybrid).

    Raises Unread, or one of `_DAMAGED`.
    """
    if bits > _WIDEST:
        raise Unread
    found = np.zeros(stop - first, np.int64)
    every = np.frombuffer(data, np.uint8)
    weights = 1 << np.arange(bits, dtype=np.int64)
    width = (bits + 7) // 8
    done = 0
    while done < stop:
        begin = at
        run, at = _varint(data, at)
        several = (run >> 1) * 8 if run & 1 else run >> 1
        if several and done + several <= first:
            done += several
            at += several * bits // 8 if run & 1 else width
            continue
        low = max(0, first - done)
        if run & 1:
            # Most packed runs are as long as the one before: as many as there are such, together.
            size, step = several * bits // 8, at - begin + several * bits // 8
            likely = -(-(stop - done) // max(1, several))
            rows = every[begin : begin + min(likely, (len(data) - begin) // step) * step]
            rows = rows.reshape(-1, step)
            same = (rows[:, : step - size] == rows[0, : step - size]).all(axis=1)
            rows = rows[: len(rows) if same.all() else int(np.argmin(same))]
            taken = len(rows) * several
            high = min(taken, stop - done)
            if low < high:  # eight numbers have as many bytes as one has bits
                eights = rows[:, step - size :].reshape(-1, bits)[low // 8 : -(-high // 8)]
                numbers = np.unpackbits(eights, bitorder="little").reshape(-1, bits) @ weights
                wanted = numbers[low % 8 : low % 8 + high - low]
                found[done + low - first : done + high - first] = wanted
            at = begin + len(rows) * step
        else:
            taken = several
            value = int.from_bytes(data[at : at + width], "little")
            found[done + low - first : max(0, done + taken - first)] = value
            at += width
        if not taken or at > len(data):
            raise Unread
        done += taken
    return found


def _varint(data: Sequence[int], at: int) -> tuple[int, int]:
    """A number of at most 64 bits, and where it ends. Raises IndexError, Unread."""
    value = 0
    for shift in range(0, 64, 7):
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise Unread


# Types of Thrift's compact protocol, in which headers of pages are written.
_STOP, _TRUE, _FALSE, _BYTE, _I64, _BINARY, _STRUCT = 0, 1, 2, 3, 6, 8, 12
_DEEPEST = 4


def _struct(data: memoryview, at: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """The fields of a structure by their numbers, and where it ends. Raises IndexError, Unread."""
    found: dict[int, Any] = {}
    number = 0
    while data[at] != _STOP:
        step, type = data[at] >> 4, data[at] & 15
        at += 1
        if step:
            number += step
        else:
            number, at = _integer(data, at)
        if type in (_TRUE, _FALSE):
            found[number] = type == _TRUE
        elif _BYTE < type <= _I64:
            found[number], at = _integer(data, at)
        elif type == _BINARY:
            size, at = _varint(data, at)
            at += size
        elif type == _STRUCT and depth < _DEEPEST:
            found[number], at = _struct(data, at, depth + 1)
        else:
            raise Unread
    return found, at + 1


def _integer(data: memoryview, at: int) -> tuple[int, int]:
    value, at = _varint(data, at)
    return (value >> 1) ^ -(value & 1), at
