"""Columns of a library's tables, read from the pages of their Parquet files without SQL.

A query of DuckDB takes a millisecond before it reads anything, and reads large groups of rows; a lookup of a
key needs a few pages. Understood is what DuckDB writes for a library (`making/merge.py`): pages of version 1,
packed by Zstandard, of numbers of which none is NULL. Of anything else `Unread` says that DuckDB is to be
asked. Files are read with pread, not mapped: touching a mapped page of a truncated file kills the process.
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
    compression = 'ZSTD' AND stats_null_count = 0, stats_min_value, stats_max_value
FROM parquet_metadata([{files}]) WHERE list_contains(?, path_in_schema) ORDER BY file_name, row_group_id
"""
_TYPES: dict[str, np.dtype[Any]] = {"INT32": np.dtype("<i4"), "INT64": np.dtype("<i8")}
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
    """A column of a group of rows: bytes of the file, type, least and greatest value."""

    start: int
    size: int
    type: np.dtype[Any]
    low: int
    high: int


class _Page(NamedTuple):
    """Numbers, which are places among words where there are such."""

    numbers: Array
    words: Array | None

    @property
    def values(self) -> Array:
        """What stands in the column."""
        return self.numbers if self.words is None else self.words[self.numbers]


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
        type, start, size, plain, low, high = said
        if not plain or type not in _TYPES:
            raise Unread(name)
        if group == len(self.rows):
            self.rows.append(rows)
        try:
            ends = int(low), int(high)
        except (TypeError, ValueError) as error:
            raise Unread(name) from error
        if group != len(self.rows) - 1:
            raise Unread(name)
        self._chunks[group, name] = _Chunk(start, size, _TYPES[type], *ends)

    def ranges(self, name: str) -> tuple[Array, Array]:
        """The least and the greatest value of a column in each group, uint64. Raises Unread."""
        found = self._ranges.get(name)
        if found is None:
            some = [self._chunk(group, name) for group in range(len(self.rows))]
            try:
                found = (
                    np.array([one.low for one in some], np.uint64),
                    np.array([one.high for one in some], np.uint64),
                )
            except OverflowError as error:
                raise Unread(name) from error
            self._ranges[name] = found
        return found

    def _chunk(self, group: int, name: str) -> _Chunk:
        chunk = self._chunks.get((group, name))
        if chunk is None:
            raise Unread(name)
        return chunk

    def _read(self, group: int, name: str) -> list[_Page]:
        chunk = self._chunk(group, name)
        try:
            file = SYSTEM.open_read(self._path)
            try:
                data = SYSTEM.read_at(file, chunk.size, chunk.start)
            finally:
                SYSTEM.close(file)
            found = [*_pages(memoryview(data), chunk.type, self.rows[group])]
        except _DAMAGED as error:
            raise Unread(name) from error
        if sum(len(page.numbers) for page in found) != self.rows[group]:
            raise Unread(name)
        return found

    def column(self, group: int, name: str) -> Array:
        """A column of a group of rows; unsigned numbers come as signed ones. Raises Unread."""
        found = [page.values for page in self._read(group, name)]
        return found[0] if len(found) == 1 else np.concatenate(found)

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


def _pages(data: memoryview, type: np.dtype[Any], rows: int) -> Iterator[_Page]:
    """The pages of a column of so many rows. Raises Unread, or one of `_DAMAGED`."""
    words: Array = None
    unpacker = _unpacker()
    at = 0
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
            words = np.frombuffer(raw, type, header[7][1])
            continue
        if kind != _DATA:
            raise Unread
        count, encoding = header[5][1], header[5][2]
        if not 0 < count <= rows:
            raise Unread
        start = _behind_levels(raw, count)
        if encoding == _PLAIN:
            yield _Page(np.frombuffer(raw, type, count, start), None)
        elif encoding in _IN_DICTIONARY and words is not None:
            numbers = _numbers(raw, start + 1, raw[start], count)
            if numbers.max() >= len(words):
                raise Unread
            yield _Page(numbers, words)
        else:
            raise Unread


def _unpacker() -> zstandard.ZstdDecompressor:
    """That of this thread: to make one takes as long as to unpack a short page."""
    found: zstandard.ZstdDecompressor | None = getattr(_here, "unpacker", None)
    if found is None:
        found = _here.unpacker = zstandard.ZstdDecompressor()
    return found


def _behind_levels(raw: bytes, count: int) -> int:
    """Where the values of a page begin: behind what says which are NULL. Raises Unread if one is."""
    at, stop = 4, 4 + int.from_bytes(raw[:4], "little")
    while at < stop:
        run, at = _varint(raw, at)
        if run & 1 or raw[at] != 1:
            raise Unread
        count -= run >> 1
        at += 1
    if count or at != stop:
        raise Unread
    return stop


def _numbers(data: bytes, at: int, bits: int, count: int) -> Array:
    """Numbers of so many bits, in runs of equal ones and of packed ones (RLE/Bit-Packing Hybrid).

    Raises Unread, or one of `_DAMAGED`.
    """
    if bits > _WIDEST:
        raise Unread
    found = np.zeros(count, np.int64)
    every = np.frombuffer(data, np.uint8)
    weights = 1 << np.arange(bits, dtype=np.int64)
    width = (bits + 7) // 8
    done = 0
    while done < count:
        begin = at
        run, at = _varint(data, at)
        if run & 1:
            # Most packed runs are as long as the one before: as many as there are such, together.
            size, step = (run >> 1) * bits, at - begin + (run >> 1) * bits
            likely = -(-(count - done) // max(1, (run >> 1) * 8))
            rows = every[begin : begin + min(likely, (len(data) - begin) // step) * step]
            rows = rows.reshape(-1, step)
            same = (rows[:, : step - size] == rows[0, : step - size]).all(axis=1)
            rows = rows[: len(rows) if same.all() else int(np.argmin(same))]
            packed = np.unpackbits(rows[:, step - size :], axis=1, bitorder="little")
            several = packed.reshape(-1, bits) @ weights
            taken = min(len(several), count - done)
            found[done : done + taken] = several[:taken]
            at = begin + len(rows) * step
        else:
            taken = run >> 1
            found[done : done + taken] = int.from_bytes(data[at : at + width], "little")
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
