"""Parts: some files, or a share of a large one, read in a process and written as tables of their own.

A part is a folder in `work/`. Its `part.json` is written last; a part that has one is whole, and a build
that was interrupted uses it again if its files haven't changed.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from viewer.base.files import SYSTEM, Stamp
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.mistakes import reason
from viewer.base.source import FileSource
from viewer.formats.detect import find_all, load_source
from viewer.formats.format import Collection, Unreadable
from viewer.library.connection import connected, quoted, writing
from viewer.library.making.columns import MISSING, SEPARATOR, Columns, Table, arrays
from viewer.library.making.scan import Known, inode_text
from viewer.library.manifest import digest_of
from viewer.library.schema import VERSION

RECORDS = 1 << 24
"""Record ids that a part has; it never uses all of them."""
MADE = "part.json"
_CHUNK = 500  # files of a part at most
_BYTES = 1 << 21  # bytes of a part, about


class Task(NamedTuple):
    """A part to make: its number, files with stamps, the share (number, of) of a single large file.

    `files` are the numbers that the files have in the library. `variations`: the id of each file's first
    record, where the positions of variations are wanted; None for main lines.
    """

    number: int
    paths: tuple[str, ...]
    stamps: tuple[Stamp, ...]
    files: tuple[int, ...]
    share: tuple[int, int] = (0, 1)
    variations: tuple[int, ...] | None = None

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"part-{self.number:06d}"


class Part(NamedTuple):
    """A part that was made: its task, and rows for the table of files."""

    task: Task
    rows: list[Known]


def tasks_of(read: dict[str, Stamp], next_part: int, next_file: int) -> list[Task]:
    """Files in groups of some megabytes; a large file in several shares."""
    tasks: list[Task] = []
    group: list[str] = []
    size = 0

    def close() -> None:
        nonlocal size
        if group:
            stamps = tuple(read[path] for path in group)
            first = next_file + done
            numbers = tuple(range(first, first + len(group)))
            tasks.append(Task(next_part + len(tasks), tuple(group), stamps, numbers))
            group.clear()
            size = 0

    done = 0
    for path, stamp in read.items():
        if stamp.size >= 2 * _BYTES:
            close()
            done = sum(len(task.paths) for task in tasks if task.share[0] == 0)
            shares = -(-stamp.size // _BYTES)
            for share in range(shares):
                number = next_part + len(tasks)
                tasks.append(Task(number, (path,), (stamp,), (next_file + done,), (share, shares)))
            done += 1
            continue
        if len(group) >= _CHUNK or size + stamp.size > _BYTES:
            close()
            done = sum(len(task.paths) for task in tasks if task.share[0] == 0)
        group.append(path)
        size += stamp.size
    close()
    return tasks


def finished(folder: str, read: dict[str, Stamp]) -> Iterator[Part]:
    """The parts that an interrupted build left whole, of files that still have the same stamps."""
    work = os.path.join(folder, "work")
    names = sorted(os.listdir(work)) if os.path.isdir(work) else []
    for name in names:
        try:
            with open(os.path.join(work, name, MADE), encoding="utf-8") as file:
                said = json.load(file)
            if said["version"] != VERSION or said["variations"] is not None:
                continue
            task = Task(
                said["number"],
                tuple(said["paths"]),
                tuple(Stamp(*one) for one in said["stamps"]),
                tuple(said["files"]),
                (said["share"][0], said["share"][1]),
            )
            rows = [Known(*row) for row in said["rows"]]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if task.name == name and all(
            read.get(path) == stamp for path, stamp in zip(task.paths, task.stamps, strict=True)
        ):
            yield Part(task, rows)


# ------------------------------------------------------------------------------- in a process

_open: tuple[tuple[str, Stamp], Collection] | None = None
"""The large file whose shares this process is reading."""


def make_part(folder: str, task: Task) -> Iterator[JobStep[Part]]:
    """The job that makes a part. Raises LibraryFailed where it can't be written."""
    target = os.path.join(folder, "work", task.name)
    columns = Columns()
    rows: list[Known] = []
    total = len(task.paths)
    with GarbagePause() as pause:
        for done, (path, stamp, file) in enumerate(
            zip(task.paths, task.stamps, task.files, strict=True)
        ):
            base = rows[-1].first + rows[-1].records if rows else task.number * RECORDS
            mark = columns.mark()
            row = _row(file, path, stamp, task.share, base)
            try:
                for step in _read(columns, row, task, done, stamp, pause):
                    yield JobStep(done * 1000 + step.done, total * 1000)
                    row = step.result or row
            except Unreadable as error:
                row = row._replace(problem=error.reason.text())
            except OSError as error:
                why = message("It can't be read: {why}.", why=error.strerror or str(error))
                row = row._replace(problem=why.text())
            except (
                Exception
            ) as error:  # a mistake in one reader must not keep the others' files out
                why = message("It can't be read: {why}.", why=reason(error))
                row = row._replace(problem=why.text())
            if row.problem is not None and not row.records:
                columns.back_to(mark)
            rows.append(row)
    with writing():
        shutil.rmtree(target, ignore_errors=True)
        os.makedirs(target)
        connection = connected(folder, threads=1, memory="1GB")
        try:
            for name, table in columns.tables.items():
                write_table(
                    connection, table, os.path.join(target, name + ".parquet"), columns.words
                )
        finally:
            connection.close()
        _finish(target, task, rows)
    yield JobStep(total * 1000, total * 1000, Part(task, rows))


def _row(file: int, path: str, stamp: Stamp, share: tuple[int, int], first: int) -> Known:
    times = stamp.modified_ns, stamp.changed_ns
    return Known(
        file, path, stamp.size, *times, inode_text(stamp), "", "", 0, *share, first, 0, 0, None
    )


def _read(
    columns: Columns, row: Known, task: Task, at: int, stamp: Stamp, pause: GarbagePause
) -> Iterator[JobStep[Known]]:
    """Read a file into columns; the last step has its row."""
    collection = _collection(row.path, stamp, task.share)
    source = collection.source
    keep = task.share[1] > 1
    try:
        records = len(collection)
        share, shares = task.share
        first, stop = records * share // shares, records * (share + 1) // shares
        varied = problems = 0
        problem = None
        wanted = range(first, stop)
        if task.variations is not None:
            row = row._replace(first=task.variations[at])
        for number, index in enumerate(wanted):
            try:
                id = row.first + number
                if task.variations is not None:
                    columns.add_variations(collection, index, id)
                else:
                    varied += columns.add(collection, index, id, row.file)
            except Unreadable as error:
                problem = problem or (index, error.reason.text())
                problems += 1
            except OSError:
                raise
            except Exception as error:  # a mistake with one record must not keep the others out
                problem = problem or (index, reason(error))
                problems += 1
            pause.read(200)
            if number % 20 == 0:
                yield JobStep(1000 * number // max(1, len(wanted)), 1000)
        if source is None or SYSTEM.stamp_of(row.path) != stamp:
            raise OSError(message("it changed while it was read").text())
        words = None
        if problem is not None:
            words = message(
                "{count} of its games can't be read; game {number}: {why}.",
                count=problems,
                number=problem[0] + 1,
                why=problem[1].rstrip("."),
            ).text()
        digest = digest_of(row.path) if share == 0 and task.variations is None else ""
        found = row._replace(
            sha256=digest,
            format=collection.format,
            records=len(wanted),
            varied=varied,
            problem=words,
        )
        yield JobStep(1000, 1000, found)
    finally:
        if source is not None and not keep:
            source.close()


def _collection(path: str, stamp: Stamp, share: tuple[int, int]) -> Collection:
    global _open
    wanted = path, stamp
    if _open is not None and _open[0] == wanted:
        return _open[1]
    if _open is not None and _open[1].source is not None:
        _open[1].source.close()
    _open = None
    source = FileSource(path)
    try:
        if SYSTEM.stamp_of(path) != stamp:
            raise OSError(message("it changed while it was read").text())
        collection = load_source(source)
        find_all(collection)
    except BaseException:
        source.close()
        raise
    if share[1] > 1:
        _open = wanted, collection
    return collection


def write_table(connection: Any, table: Table, path: str, words: Iterable[str] = ()) -> None:
    """Write a table as Parquet, lines sorted by key; a table without rows isn't written. Raises duckdb.Error.

    `words`: of the numbers in the column `move`.
    """
    found = arrays(table)
    if not found or not len(next(iter(found.values()))):
        return
    lines = "key" in found
    # DuckDB looks at each text of an array for pandas' values; as one long text they cost nothing.
    texts = {key: SEPARATOR.join(found.pop(key)) for key in [*found] if found[key].dtype == object}
    if lines:
        texts["move"] = SEPARATOR.join(words)
    else:
        found["at"] = np.arange(1, len(next(iter(found.values()))) + 1)
    lists = ", ".join(f"string_split(?, chr({ord(SEPARATOR)})) AS {key}" for key in texts)
    selected = ", ".join(_selected(key, type, lines) for key, type in table.types.items())
    order = " ORDER BY key, record, ply" if lines else ""
    connection.register("part", found)
    if texts:
        connection.execute(f"CREATE TABLE texts AS SELECT {lists}", list(texts.values()))
    try:
        connection.execute(
            f"COPY (SELECT {selected} FROM part{order}) TO {quoted(path)} (FORMAT parquet, COMPRESSION zstd)"
        )
    finally:
        connection.unregister("part")
        connection.execute("DROP TABLE IF EXISTS texts")


def _selected(key: str, type: str, lines: bool) -> str:
    """A column with NULL for what is missing. A list begins at 1, its 0 is NULL."""
    value = key
    if type == "VARCHAR":
        at = "move + 1" if lines else "part.at"
        value = f"nullif((SELECT {key} FROM texts)[{at}], '')"
    elif type == "UBIGINT" and key == "last":
        value = f"nullif({key}, 0)"
    elif type != "BOOLEAN" and key not in ("key", "record"):
        value = f"nullif({key}, {MISSING})"
    return f"CAST({value} AS {type}) AS {key}"


def _finish(target: str, task: Task, rows: Sequence[Known]) -> None:
    said = {"version": VERSION, **task._asdict(), "rows": rows}
    path = os.path.join(target, MADE)
    with open(path + ".new", "w", encoding="utf-8", errors="surrogateescape") as file:
        json.dump(said, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".new", path)
