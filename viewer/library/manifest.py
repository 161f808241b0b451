"""The manifest: which files hold the tables of a library. Written last, so that readers see whole builds."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from viewer.base.messages import message
from viewer.base.system_errors import error_at
from viewer.library.failures import Damaged, LibraryFailed, damaged
from viewer.library.keys import KEY_VERSION
from viewer.library.schema import VERSION
from viewer.library.storage import Storage

NAME = "manifest.json"


@dataclass(frozen=True, slots=True)
class TableFile:
    """A file of a table.

    Attributes:
        table, game, chart: what it holds; "" where the table isn't divided so.
        path: in the library's folder, with "/".
        rows: how many.
        size, sha256: of the file.
        stamp: inode, modification and change time in nanoseconds when it was written.
        low, high: the least and greatest key, 0 in tables without.
        columns, bits: of `boards`: squares of a row, bits of a square.
    """

    table: str
    game: str
    chart: str
    path: str
    rows: int
    size: int
    sha256: str
    stamp: tuple[int, int, int]
    low: int = 0
    high: int = 0
    columns: int = 0
    bits: int = 0

    def at(self, path: str, stamp: tuple[int, int, int]) -> TableFile:
        """The same, with its place and stamp."""
        return replace(self, path=path, stamp=stamp)


@dataclass(slots=True)
class Segment:
    """Tables that were written at once.

    Attributes:
        number: of the segment.
        records: how many were read for it.
        varied: how many of them have variations.
        variations: whether the positions of variations are in it.
        dead: ranges of record ids (first, count) whose files have changed or gone since.
        files: of its tables.
    """

    number: int
    records: int
    varied: int = 0
    variations: bool = False
    dead: list[tuple[int, int]] = field(default_factory=list)
    files: list[TableFile] = field(default_factory=list)

    def of(self, table: str, game: str = "", chart: str = "") -> list[TableFile]:
        """The files of a table; of one game and chart where these are given."""
        return [
            one
            for one in self.files
            if one.table == table and game in ("", one.game) and chart in ("", one.chart)
        ]

    @property
    def dead_records(self) -> int:
        """How many records are dead."""
        return sum(count for _, count in self.dead)


@dataclass(slots=True)
class Manifest:
    """What a library consists of.

    Attributes:
        generation: goes up by one with each change.
        next_part, next_file, next_segment: numbers not used so far.
        built: when it was last written, seconds since 1970.
        records: how many it has.
        listed: the table of files.
        segments: in the order they were made.
    """

    generation: int = 0
    next_part: int = 0
    next_file: int = 0
    next_segment: int = 0
    built: float = 0.0
    records: int = 0
    listed: TableFile | None = None
    segments: list[Segment] = field(default_factory=list)

    def files(self) -> Iterator[TableFile]:
        """All files of tables."""
        if self.listed is not None:
            yield self.listed
        for segment in self.segments:
            yield from segment.files


def write_manifest(storage: Storage, manifest: Manifest) -> None:
    """Write the manifest of a library, in one step. Raises OSError."""
    said: dict[str, Any] = {"version": VERSION, "keys": KEY_VERSION, **asdict(manifest)}
    said["check"] = _check(said)
    storage.write(NAME, json.dumps(said, separators=(",", ":")).encode())


def read_manifest(storage: Storage) -> Manifest | None:
    """The manifest of a library; None where nothing has been built.

    Raises Damaged for one of another version or one that isn't whole, LibraryFailed if it can't be read.
    """
    try:
        raw = storage.read(NAME)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LibraryFailed(error_at(storage.folder, error)) from error
    try:
        said = json.loads(raw)
        version = said.pop("version"), said.pop("keys")
        if version != (VERSION, KEY_VERSION):
            raise Damaged(
                message("The library was built by another version of Qipu. Build it again.")
            )
        check = said.pop("check")
        if check != _check({"version": VERSION, "keys": KEY_VERSION, **said}):
            raise ValueError(NAME)
        said["listed"] = None if said["listed"] is None else _table_file(said["listed"])
        said["segments"] = [
            Segment(
                **one
                | {"dead": [(first, count) for first, count in one["dead"]]}
                | {"files": [_table_file(file) for file in one["files"]]}
            )
            for one in said["segments"]
        ]
        return Manifest(**said)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        if isinstance(error, Damaged):
            raise
        raise damaged(NAME) from error


def _table_file(said: dict[str, Any]) -> TableFile:
    first, second, third = said["stamp"]
    return TableFile(**said | {"stamp": (first, second, third)})


def _check(said: dict[str, Any]) -> str:
    text = json.dumps(said, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def verify(storage: Storage, some: Iterable[TableFile], read: bool = False) -> None:
    """Check that files are those that were written: by stamp, by content where the stamp differs.

    `read`: by content whatever the stamp says. Raises Damaged, which names the file.
    """
    files = list(some)
    try:
        seen = storage.seen([one.path for one in files])
        for one in files:
            now = seen.get(one.path)
            if now is None or now.size != one.size:
                raise damaged(one.path)
            if (read or now.stamp != one.stamp) and storage.digest(one.path) != one.sha256:
                raise damaged(one.path)
    except OSError as error:
        raise damaged(error.filename or NAME) from error
