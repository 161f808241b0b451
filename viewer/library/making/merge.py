"""Merging tables of parts, or of whole segments, into the sorted tables of a new segment.

A merge makes one file: of positions those in a range of keys, of other tables the rows of some parts. Merges
don't depend on each other, so that many machines can do them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.library.manifest import TableFile
from viewer.library.schema import (
    BOARDS,
    BRANCHES,
    COUNTED,
    COUNTED_FROM,
    COUNTS,
    GAMES,
    POSITIONS,
    TEXTS,
    VARIATIONS,
    table_file,
)
from viewer.library.sources import digest_of
from viewer.library.storage import Storage, bury, quoted, storage_of, writing

_ROWS = 6_000_000  # positions sorted at a time: some hundred megabytes
_TOGETHER = {
    GAMES: 2_000_000,
    TEXTS: 20_000_000,
    BOARDS: 150_000_000,
    BRANCHES: 150_000_000,
}  # rows of a file, about
_WHOLE = 100_000  # rows of boards from which on a part's file may stay as it is
_COPIED = 1 << 27  # bytes of boards that are copied at once
_MANY = 512  # files of boards at most that stay so
_FAN = 1024  # files that a merge opens at most
_GROUP = 61_440  # rows that are read together
_LINES_GROUP = 30_720  # of positions: a lookup reads all of one
_BOARDS_GROUP = 122_880  # of boards: a search reads all of them
_LINES = (POSITIONS, VARIATIONS)
OF_BOARDS = (BOARDS, BRANCHES)
_KEYED = (POSITIONS, VARIATIONS, COUNTS)
_GREATEST = (1 << 64) - 1


class Named(NamedTuple):
    """A table as its file's name says it: table, game, chart."""

    table: str
    game: str
    chart: str


def named(name: str) -> Named:
    """The table that a file (`schema.table_file`) holds: "boards-go-19.parquet"."""
    table, _, rest = name.removesuffix(".parquet").partition("-")
    game, _, chart = rest.partition("-")
    return Named(table, game, chart.replace("_", " ") if table in OF_BOARDS else "")


class Piece(NamedTuple):
    """A file to merge: what it holds, where it is in the library, its rows, its least and greatest key."""

    what: Named
    path: str
    rows: int
    low: int = 0
    high: int = _GREATEST


class Merge(NamedTuple):
    """A file to make of others.

    Attributes:
        what: it holds.
        inputs: the files, in their order; names in the library.
        target: its name in the library.
        low, high: of positions, the keys that it gets.
        counts: the name of a file for the moves from positions that many games share, "" for none.
    """

    what: Named
    inputs: tuple[str, ...]
    target: str
    low: int = 0
    high: int = _GREATEST
    counts: str = ""


def pieces_of(files: Iterable[TableFile]) -> list[Piece]:
    """Files of tables, to be merged again; moves are counted anew."""
    found = []
    for one in files:
        if one.table != COUNTS:
            high = one.high if one.table in _LINES else _GREATEST
            what = Named(one.table, one.game, one.chart)
            found.append(Piece(what, one.path, one.rows, one.low, high))
    return found


def crowded(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Tables of positions in more files than one merge should open, in groups to be merged first."""
    tables: dict[Named, list[Piece]] = {}
    for piece in pieces:
        if piece.what.table in _LINES:
            tables.setdefault(piece.what, []).append(piece)
    found = []
    for some in tables.values():
        # What was merged before is divided by keys, and no merge opens all of it.
        parts = [piece for piece in some if (piece.low, piece.high) == (0, _GREATEST)]
        if len(parts) > _FAN:
            found += [parts[at : at + _FAN] for at in range(0, len(parts), _FAN)]
    return found


def merges_of(pieces: Sequence[Piece], target: str, counted: bool = True) -> list[Merge]:
    """What to do to merge tables into those of a folder."""
    tables: dict[Named, list[Piece]] = {}
    for piece in pieces:
        tables.setdefault(piece.what, []).append(piece)
    found: list[Merge] = []
    for what, some in tables.items():
        name = f"{target}/{table_file(*what)}"
        if what.table in _LINES:
            counts = f"{target}/{COUNTS}-{what.game}" if counted and what.table == POSITIONS else ""
            found += _by_keys(what, some, name, counts)
        else:
            found += _by_rows(what, some, name)
    return found


def _by_keys(what: Named, some: Sequence[Piece], name: str, counts: str) -> Iterator[Merge]:
    ranges = max(1, -(-sum(piece.rows for piece in some) // _ROWS))
    for at in range(ranges):
        low, high = (at << 64) // ranges, ((at + 1) << 64) // ranges - 1
        inputs = tuple(one.path for one in some if one.low <= high and low <= one.high)
        if inputs:
            count = f"{counts}-{at:04d}.parquet" if counts else ""
            yield Merge(what, inputs, f"{name}-{at:04d}.parquet", low, high, count)


def _by_rows(what: Named, some: Sequence[Piece], name: str) -> Iterator[Merge]:
    groups: list[list[str]] = [[]]
    rows = 0
    # Boards are most of what is written, and nothing is gained by writing them again.
    most = _WHOLE if what.table in OF_BOARDS and len(some) <= _MANY else _TOGETHER[what.table]
    for piece in some:
        if groups[-1] and rows + piece.rows > most:
            groups.append([])
            rows = 0
        groups[-1].append(piece.path)
        rows += piece.rows
    for at, group in enumerate(groups):
        number = f"-{at:04d}" if len(groups) > 1 else ""
        yield Merge(what, tuple(group), f"{name}{number}.parquet")


def merging(
    connection: Any, storage: Storage, merges: Sequence[Merge]
) -> Iterator[JobStep[list[TableFile]]]:
    """The job that does merges one after the other; its results are the files of each.

    Records in the connection's table `dead` are left out. Raises duckdb.Error, OSError.
    """
    (dead,) = connection.execute("SELECT count(*) FROM dead").fetchone()
    for done, merge in enumerate(merges):
        found = merged(connection, storage, merge, bool(dead))
        yield JobStep(done + 1, len(merges), found)


def merged_apart(
    folder: str, merge: Merge, dead: Sequence[tuple[int, int]]
) -> Iterator[JobStep[list[TableFile]]]:
    """The job that does one merge, in a process for such, without the records of ranges.

    Raises LibraryFailed where it can't be written.
    """
    storage = storage_of(folder)
    with writing():
        connection = storage.connected()
        try:
            bury(connection, dead)
            found = merged(connection, storage, merge, bool(dead))
        finally:
            connection.close()
    yield JobStep(1, 1, found)


def merged(connection: Any, storage: Storage, merge: Merge, dead: bool) -> list[TableFile]:
    """Do one merge; the files that were made, of those with rows. Raises duckdb.Error, OSError."""
    if merge.what.table in OF_BOARDS and not dead and _is_copied(storage, merge):
        with storage.writing(merge.target) as made:
            Path(made).write_bytes(storage.read(merge.inputs[0]))
            copied = table_file_of(connection, merge.what, made)
        return [copied.at(merge.target, storage.seen([merge.target])[merge.target].stamp)]
    names = ", ".join(quoted(storage.sql_name(path)) for path in merge.inputs)
    source = f"read_parquet([{names}])"
    wanted = ["record NOT IN (SELECT record FROM dead)"] if dead else []
    order = ""
    if merge.what.table in _LINES:
        wanted.append(f"key BETWEEN {merge.low} AND {merge.high}")
        order = " ORDER BY key, record, ply"
    elif dead:  # otherwise rows are in the order of their records: that of the parts
        order = " ORDER BY record" + ("" if merge.what.table == GAMES else ", node")
    where = f" WHERE {' AND '.join(wanted)}" if wanted else ""
    found = _written(
        connection, storage, merge.what, f"SELECT * FROM {source}{where}{order}", merge.target
    )
    files = [found] if found is not None else []
    if found is not None and merge.counts:
        files += _counted(connection, storage, merge)
    return files


def _is_copied(storage: Storage, merge: Merge) -> bool:
    """Whether it has a single input, of a size that memory has room for."""
    if len(merge.inputs) > 1:
        return False
    return all(seen.size <= _COPIED for seen in storage.seen(merge.inputs).values())


def _counted(connection: Any, storage: Storage, merge: Merge) -> list[TableFile]:
    """The moves from the positions of a file that was just written, where many games share one."""
    source = f"read_parquet({quoted(storage.sql_name(merge.target))})"
    keys = connection.execute(f"SELECT key FROM {source} WHERE NOT again").fetchnumpy()["key"]
    keys = np.sort(np.asarray(keys))
    if not len(keys):
        return []
    starts = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]]))
    sizes = np.diff(np.append(starts, len(keys)))
    shared = keys[starts[sizes >= COUNTED_FROM]]
    if not len(shared):
        return []
    connection.register("shared", {"key": shared})
    counting = COUNTED.format(source=source, condition="key IN (SELECT key FROM shared)")
    select = f"SELECT * FROM ({counting}) ORDER BY key, side, move"
    found = _written(connection, storage, Named(COUNTS, merge.what.game, ""), select, merge.counts)
    connection.unregister("shared")
    return [found] if found is not None else []


def copy_to(
    connection: Any,
    select: str,
    path: str,
    what: Named,
    compression: str = "zstd",
    lines_group: int = _LINES_GROUP,
) -> None:
    """Write the rows of a query as Parquet, so many together; `lines_group`: of positions.

    Raises duckdb.Error.
    """
    group = lines_group if what.table in _LINES else _GROUP
    more = ""
    if what.table in OF_BOARDS:
        group = _BOARDS_GROUP
        # A list of the different rows of boards is made for nothing: there are too many of them.
        more = ", DICTIONARY_SIZE_LIMIT 256"
    elif compression == "zstd":  # sooner than by level 3, up to a sixth larger
        more = ", COMPRESSION_LEVEL 1"
    connection.execute(
        f"COPY ({select}) TO {quoted(path)}"
        f" (FORMAT parquet, COMPRESSION {compression}, ROW_GROUP_SIZE {group}{more})"
    )


def _written(
    connection: Any, storage: Storage, what: Named, select: str, path: str
) -> TableFile | None:
    """Write the rows of a query; None if it has none."""
    with storage.writing(path) as made:
        copy_to(connection, select, made, what)
        found = table_file_of(connection, what, made)
    if not found.rows:
        storage.remove(path)
        return None
    return found.at(path, storage.seen([path])[path].stamp)


def table_file_of(connection: Any, what: Named, path: str) -> TableFile:
    """What the manifest says of a file that is being written; place and stamp are still missing."""
    range_ = "coalesce(min(key), 0), coalesce(max(key), 0)" if what.table in _KEYED else "0, 0"
    rows, low, high = connection.execute(
        f"SELECT count(*), {range_} FROM read_parquet({quoted(path)})"
    ).fetchone()
    size, digest = os.path.getsize(path), digest_of(path)
    return TableFile(*what, "", rows, size, digest, (0, 0, 0), low, high)
