"""Merging parts, or whole segments, into the sorted tables of a new segment."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from viewer.base.jobs import JobStep
from viewer.library.connection import quoted
from viewer.library.counting import COUNTED
from viewer.library.manifest import Segment, TableFile, digest_of, stamp_of
from viewer.library.schema import BOARDS, COUNTED_FROM, COUNTS, POSITIONS, VARIATIONS

_ROWS = 6_000_000  # positions sorted at a time: some hundred megabytes
_TABLES = (POSITIONS, VARIATIONS, BOARDS)


class Named(NamedTuple):
    """A table as its file's name says it: table, game, chart."""

    table: str
    game: str
    chart: str


def named(name: str) -> Named:
    """The table that a file (`schema.table_file`) holds: "boards-go-19.parquet"."""
    table, _, rest = name.removesuffix(".parquet").partition("-")
    game, _, chart = rest.partition("-")
    return Named(table, game, chart.replace("_", " ") if table == BOARDS else "")


def merging(
    connection: Any,
    folder: str,
    segment: Segment,
    inputs: Sequence[str],
    tables: Sequence[str] | None = None,
) -> Iterator[JobStep[None]]:
    """The job that adds the tables of folders (parts, segments; paths within `folder`) to a segment.

    Records in the connection's table `dead` are left out. `tables`: only these. Raises duckdb.Error, OSError.
    """
    found: dict[Named, list[str]] = {}
    for place in inputs:
        for name in sorted(os.listdir(os.path.join(folder, place))):
            if name.endswith(".parquet") and not name.startswith(COUNTS):
                what = named(name)
                if tables is None or what.table in tables:
                    found.setdefault(what, []).append(os.path.join(folder, place, name))
    target = os.path.join(folder, f"segment-{segment.number}")
    os.makedirs(target, exist_ok=True)
    (dead,) = connection.execute("SELECT count(*) FROM dead").fetchone()
    for done, (what, paths) in enumerate(found.items()):
        if what.table in (POSITIONS, VARIATIONS):
            for step in _merge_lines(connection, segment, target, what, paths, bool(dead)):
                yield JobStep(done * 1000 + step.done * 1000 // step.total, len(found) * 1000)
        else:
            _merge_rows(connection, segment, target, what, paths, bool(dead))
        yield JobStep((done + 1) * 1000, len(found) * 1000)


_ALIVE = "record NOT IN (SELECT record FROM dead)"


def _merge_rows(
    connection: Any, segment: Segment, target: str, what: Named, paths: list[str], dead: bool
) -> None:
    """Rows in the order of their records: that of the parts, unless segments are merged."""
    name = "-".join(part.replace(" ", "_") for part in what if part)
    path = os.path.join(target, name + ".parquet")
    order = "record, node" if what.table != "games" else "record"
    more = f" WHERE {_ALIVE} ORDER BY {order}" if dead else ""
    _copy(connection, f"SELECT * FROM read_parquet({_list(paths)}){more}", path)
    _add(connection, segment, what, path)


def _merge_lines(
    connection: Any, segment: Segment, target: str, what: Named, paths: list[str], dead: bool
) -> Iterator[JobStep[None]]:
    """Positions sorted by key, in files of a range of keys each; and their counts."""
    source = f"read_parquet({_list(paths)})"
    (rows,) = connection.execute(f"SELECT count(*) FROM {source}").fetchone()
    ranges = max(1, -(-rows // _ROWS))
    counted: list[str] = []
    for at in range(ranges):
        low, high = (at << 64) // ranges, ((at + 1) << 64) // ranges - 1
        path = os.path.join(target, f"{what.table}-{what.game}-{at:04d}.parquet")
        alive = f" AND {_ALIVE}" if dead else ""
        _copy(
            connection,
            f"SELECT * FROM {source} WHERE key BETWEEN {low} AND {high}{alive}"
            " ORDER BY key, record, ply",
            path,
        )
        _add(connection, segment, what, path)
        if what.table == POSITIONS:
            counted += _counts(connection, path)
        yield JobStep(at + 1, ranges + 1)
    if counted:
        path = os.path.join(target, f"{COUNTS}-{what.game}.parquet")
        _copy(connection, "SELECT * FROM counted ORDER BY key, side, move", path)
        _add(connection, segment, Named(COUNTS, what.game, ""), path)
        connection.execute("DROP TABLE counted")
    yield JobStep(ranges + 1, ranges + 1)


def _counts(connection: Any, path: str) -> list[str]:
    """Add the moves from the positions of a file that many games share to the table `counted`."""
    source = f"read_parquet({quoted(path)})"
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
    connection.execute(f"CREATE TABLE IF NOT EXISTS counted AS {counting} LIMIT 0")
    connection.execute(f"INSERT INTO counted {counting}")
    connection.unregister("shared")
    return [path]


def _copy(connection: Any, select: str, path: str) -> None:
    connection.execute(
        f"COPY ({select}) TO {quoted(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 61440)"
    )
    with open(path, "rb") as file:
        os.fsync(file.fileno())


def _add(connection: Any, segment: Segment, what: Named, path: str) -> None:
    """Put a file that was written into the segment, without one that has no rows."""
    found = table_file_of(connection, what, path)
    if found.rows:
        segment.files.append(found)
    else:
        os.unlink(path)


def table_file_of(connection: Any, what: Named, path: str) -> TableFile:
    """What the manifest says of a file that was just written."""
    keyed = what.table in (POSITIONS, VARIATIONS, COUNTS)
    range_ = "coalesce(min(key), 0), coalesce(max(key), 0)" if keyed else "0, 0"
    rows, low, high = connection.execute(
        f"SELECT count(*), {range_} FROM read_parquet({quoted(path)})"
    ).fetchone()
    place = f"{os.path.basename(os.path.dirname(path))}/{os.path.basename(path)}"
    size = os.path.getsize(path)
    return TableFile(*what, place, rows, size, digest_of(path), stamp_of(path), low, high)


def _list(paths: Sequence[str]) -> str:
    return "[" + ", ".join(quoted(path) for path in paths) + "]"
