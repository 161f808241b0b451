"""The index of a large PGN file: the offsets of its games and of all their tags; its side file.

For a game whose tags are `[Name "value"]`, one per line, it is enough to store their names (a
schema, shared by games with the same names) and the length of each value: about 25 bytes per game. The
tags of other games are read when needed.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import tempfile
import zlib
from array import array
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import platformdirs

from viewer.base.layers import RecodedSource, file_of
from viewer.base.limits import DEFAULT
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.pgn.regions import Regions, find_regions
from viewer.formats.pgn.split import BACK, Bounds, Scan

BLOCK = 3 << 17  # of more, what numpy needs for a block is fetched from the system each time anew
_NAME = re.compile(rb"[A-Za-z0-9_][A-Za-z0-9_+#=:.-]*")
_LONGEST = 255
_WINDOW = 4 << 20
_SPARSE = 1 << 13  # bytes between two values from where on they are read one by one


class Schema(NamedTuple):
    """The names of the tags of a section, and its line end (1 or 2 bytes)."""

    names: tuple[bytes, ...]
    line_end: int


class Parts(NamedTuple):
    """A complete index as plain data: bytes of the source, schemas, and the bytes of its arrays."""

    done: int
    schemas: list[Schema]
    arrays: tuple[bytes, ...]


class Index(Bounds):
    """The games of a source known so far, and their tags."""

    block = BLOCK

    def __init__(self, source: Source, most: int = DEFAULT.records) -> None:
        super().__init__(source, most)
        self.schemas: list[Schema | None] = [None]  # the first: to be read
        self._numbers: dict[Schema, int] = {}
        self._schema = array("H")  # of each game
        self._tags = array("I")  # the place of its first value's length
        self._lengths = bytearray()
        self._fresh = True  # whether what is held begins a game

    def parts(self) -> Parts:
        """A complete index as plain data."""
        arrays = (self._edges, self._lines, self._schema, self._tags, self._lengths)
        schemas = [schema for schema in self.schemas if schema is not None]
        return Parts(self.done, schemas, tuple(bytes(array) for array in arrays))

    @classmethod
    def of(cls, source: Source, parts: Parts) -> Index:
        """The index that plain data was made from. Raises ValueError if it is invalid."""
        index = cls(source)
        arrays = (array("Q"), array("Q"), array("H"), array("I"))
        for target, data in zip(arrays, parts.arrays, strict=False):
            target.frombytes(data)
        index._edges, index._lines, index._schema, index._tags = arrays
        index._lengths = bytearray(parts.arrays[4])
        index.schemas += parts.schemas
        if not len(index._schema) == len(index._tags) == len(index):
            raise ValueError("arrays of different lengths")
        index.done, index.complete = parts.done, True
        return index

    # --------------------------------------------------------------------------- finding games

    def _feed(self, block: bytes, final: bool) -> None:
        held = self._held + block
        at = 0
        if not self._fresh:
            if not self._scan.run(held, final):
                self._wait(held)
                return
            at = self._scan.at
            self._add_read(at)
        at = self._plain_games(held, at, final)
        if final:
            return
        if not self._fresh:
            self._wait(held)
        else:
            self._held = held[at:]
            self._base += at

    def _line_ends(self, block: bytes) -> int:
        # Counting this way is several times as fast where there are many.
        return int(np.count_nonzero(np.frombuffer(block, np.uint8) == 10))

    def _wait(self, held: bytes) -> None:
        """Keep the data that the scan of a long game needs."""
        self._fresh = False
        drop = max(0, self._scan.at - BACK)
        self._scan.shift(drop)
        self._held = held[drop:]
        self._base += drop

    def _plain_games(self, held: bytes, at: int, final: bool) -> int:
        """Add the games from an offset where one begins; returns the start of the first unfinished one."""
        self._fresh = True
        found = find_regions(held[at:] if at else held)
        base = at
        starts = np.zeros(0, np.int64) if found is None else found.starts
        stops = self._stops(held, base, found)
        while at < len(held):
            place = int(np.searchsorted(starts, at - base))
            if place < len(starts) and starts[place] == at - base:
                stop = int(stops[place])
                if stop > place:
                    assert found is not None
                    self._add_plain(found, place, stop, base)
                    at = base + int(starts[stop])
                    continue
                if place == len(starts) - 1 and not final and len(held) - at < self.block:
                    break
            self._scan = Scan(at)
            if not self._scan.run(held, final):
                self._fresh = final or len(held) - at < self.block
                break
            at = self._scan.at
            self._add_read(at)
        return at

    def _stops(self, held: bytes, base: int, found: Regions | None) -> npt.NDArray[np.int64]:
        """For each region, the first one from there on that isn't plain."""
        if found is None:
            return np.zeros(0, np.int64)
        self._number(held, base, found)
        count = len(found.starts)
        stops = np.where(np.append(found.plain, False), count, np.arange(count))
        return np.minimum.accumulate(stops[::-1])[::-1]

    def _number(self, held: bytes, base: int, found: Regions) -> None:
        """Replace `alike` by schema numbers; regions with invalid names aren't plain."""
        alike, plain = found.alike, found.plain
        numbers = np.zeros(len(alike), np.int64)
        for one in np.unique(alike[:-1][plain]).tolist():
            number = self._schema_of(held, base, found, one)
            if number < 0:
                plain[alike[:-1] == one] = False
            numbers[one] = max(0, number)
        alike[:] = numbers[alike]

    def _schema_of(self, held: bytes, base: int, found: Regions, region: int) -> int:
        tags, first = found.tags, int(found.first[region])
        names = []
        line_ends = set()
        for tag in range(first, first + int(found.counts[region])):
            start = base + int(tags.start[tag]) + 1
            names.append(held[start : start + int(tags.name[tag])])
            line_ends.add(1 + int(tags.crlf[tag]))
        if names.count(b"Event") > 1 or not all(_NAME.fullmatch(name) for name in names):
            return -1
        if len(line_ends) > 1:
            return 0
        schema = Schema(tuple(names), line_ends.pop())
        if schema not in self._numbers:
            if len(self.schemas) > 0xFFFF:
                return 0
            self._numbers[schema] = len(self.schemas)
            self.schemas.append(schema)
        return self._numbers[schema]

    def _add_plain(self, found: Regions, place: int, stop: int, base: int) -> None:
        edges = found.starts[place + 1 : stop + 1] + (self._base + base)
        first, count = found.first[place:stop], found.counts[place:stop]
        low, high = int(first[0]), int(first[-1] + count[-1])
        lengths = found.tags.value[low:high]
        schemas = found.alike[place:stop]
        longest = np.maximum.reduceat(lengths, first - low)
        schemas = np.where(longest > _LONGEST, 0, schemas)
        tags = first - low + len(self._lengths)
        self._lengths += np.minimum(lengths, _LONGEST).astype(np.uint8).tobytes()
        self._schema.frombytes(schemas.astype(np.uint16).tobytes())
        self._tags.frombytes(tags.astype(np.uint32).tobytes())
        self._edges.frombytes(edges.astype(np.uint64).tobytes())

    def _add_read(self, end: int) -> None:
        self._schema.append(0)
        self._tags.append(len(self._lengths))
        self._edges.append(self._base + end)

    def _cut(self) -> None:
        super()._cut()
        del self._schema[len(self) :], self._tags[len(self) :]

    def _finish(self) -> None:
        super()._finish()
        while len(self._schema) < len(self):
            self._schema.append(0)
            self._tags.append(len(self._lengths))

    # ---------------------------------------------------------------------------- reading tags

    def values(
        self,
        key: str,
        start: int,
        stop: int,
        decode: Callable[[bytes], str | None],
        read: Callable[[int], str],
    ) -> list[str]:
        """The values of a tag in a range of known games, most of them without searching."""
        out = [""] * max(0, stop - start)
        if not out:
            return out
        schemas = np.array(self._schema[start:stop], np.uint16)
        edges = np.array(self._edges[start:stop], np.int64)
        tags = np.array(self._tags[start:stop], np.int64)
        for number in np.unique(schemas).tolist():
            games = np.flatnonzero(schemas == number)
            schema = self.schemas[number]
            if schema is None:
                for game in games.tolist():
                    out[game] = read(start + game)
                continue
            name = key.encode()
            if name not in schema.names:
                continue
            tag = schema.names.index(name)
            low, high = int(tags[games[0]]), int(tags[games[-1]]) + len(schema.names)
            lengths = np.frombuffer(bytes(self._lengths[low:high]), np.uint8)
            before = edges[games] + _ahead(schema, tag)
            for other in range(tag):
                before += lengths[tags[games] - low + other]
            sizes = lengths[tags[games] - low + tag]
            places = zip(games.tolist(), before.tolist(), sizes.tolist(), strict=True)
            for game, raw in self._slices([*places]):
                text = raw.decode("ascii") if raw.isascii() else decode(raw)
                # A backslash may be an escape, or a part of a character.
                out[game] = read(start + game) if text is None or "\\" in text else text
        return out

    def _slices(self, places: list[tuple[int, int, int]]) -> Iterator[tuple[int, bytes]]:
        """The bytes of values, given as (game, offset, length); read together if they are near each other."""
        first, last = places[0][1], places[-1][1]
        sparse = (last - first) // len(places) > _SPARSE
        data, low, high = b"", 0, 0
        for game, start, size in places:
            if start + size > high:
                length = size if sparse else max(size, min(_WINDOW, last + _LONGEST - start))
                data, low = self.source.read(start, length), start
                high = low + length
            yield game, data[start - low : start - low + size]


def _ahead(schema: Schema, tag: int) -> int:
    """Number of bytes from the start of a section to a value, not counting the values before it."""
    names = sum(len(name) for name in schema.names[: tag + 1])
    return names + 3 * (tag + 1) + (2 + schema.line_end) * tag


# ------------------------------------------------------------------------------------ The side file
#
# A side file belongs to a path, and is valid while the file has the same size, time, and first
# and last bytes. It only saves time: one that is outdated, damaged or of another version
# is ignored, and failures here aren't reported. All side files together stay below a
# limit; the least recently used are deleted first.
#
# Layout: a line that names the version, a line of JSON with the file's identity, then the arrays of the
# index in the byte order of the machine; the JSON has their CRC.


SMALLEST = 4 << 20  # bytes of a file for which it is worth it
LARGEST = 512 << 20  # bytes of all side files together
_SIDE_VERSION = b"qipu pgn index 1\n"
_SIDE_SAMPLE = 1 << 16
_SUFFIX = ".pgnindex"


def load_index(source: Source) -> Index | None:
    """The complete index of a source, None if there is no valid one."""
    known = _identity(source)
    if known is None:
        return None
    path = _path_of(known)
    try:
        with open(path, "rb") as file:
            if file.readline(100) != _SIDE_VERSION:
                return None
            head = json.loads(file.readline())
            body = file.read()
        if head["file"] != known or head["crc"] != zlib.crc32(body):
            return None
        schemas = [Schema(tuple(map(str.encode, names)), end) for names, end in head["schemas"]]
        index = Index.of(source, Parts(head["done"], schemas, _cut(body, head["sizes"])))
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return index


def save_index(index: Index) -> None:
    """Save a complete index, if its file is large and unchanged."""
    known = _identity(index.source)
    file = file_of(index.source)
    if known is None or file is None:
        return
    parts = index.parts()
    body = b"".join(parts.arrays)
    head = {
        "file": known,
        "done": parts.done,
        "schemas": [[[name.decode() for name in names], end] for names, end in parts.schemas],
        "sizes": [len(array) for array in parts.arrays],
        "crc": zlib.crc32(body),
    }
    path = _path_of(known)
    with contextlib.suppress(OSError):
        if file.changed():
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _prune(os.path.dirname(path), LARGEST - len(body))
        _write(path, _SIDE_VERSION + json.dumps(head).encode() + b"\n", body)


def _write(path: str, head: bytes, body: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), suffix=_SUFFIX)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head)
            file.write(body)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _prune(folder: str, room: int) -> None:
    """Delete the least recently used side files until the rest fits the limit."""
    found = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(_SUFFIX):
                info = entry.stat()
                found.append((info.st_mtime_ns, info.st_size, entry.path))
    for _, size, path in sorted(found, reverse=True):
        room -= size
        if room < 0:
            with contextlib.suppress(OSError):
                os.unlink(path)


def _cut(body: bytes, sizes: list[int]) -> tuple[bytes, ...]:
    if sum(sizes) != len(body):
        raise ValueError("not the bytes that were written")
    out, at = [], 0
    for size in sizes:
        out.append(body[at : at + size])
        at += size
    return tuple(out)


def _identity(source: Source) -> dict[str, Any] | None:
    """The identity of a file, as in the JSON; None if it needs no side file."""
    file = file_of(source)
    if file is None or file.size < SMALLEST or isinstance(source, RecodedSource):
        return None
    try:
        sample = file.read(0, _SIDE_SAMPLE) + file.read(file.size - _SIDE_SAMPLE, _SIDE_SAMPLE)
    except OSError:
        return None
    return {
        "path": os.path.realpath(file.name),
        "size": file.size,
        "modified": file.stamp.modified_ns,
        "sample": zlib.crc32(sample),
        "order": sys.byteorder,
    }


def _path_of(known: dict[str, Any]) -> str:
    path = os.fsencode(known["path"])  # two paths of one name take turns, no more
    name = f"{zlib.crc32(path):08x}{zlib.adler32(path):08x}"
    return os.path.join(platformdirs.user_cache_dir("qipu", False), "indexes", name + _SUFFIX)
