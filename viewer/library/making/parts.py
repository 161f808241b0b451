"""Parts: some files, or a share of a large one, read in a process and written as tables of their own.

A part is a folder in `work/`. Its `part.json` is written last; a part that has one is whole, and a build
that was interrupted uses it again if its files haven't changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from viewer.base.files import Stamp
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.layers import RecodedSource
from viewer.base.messages import Message, message
from viewer.base.mistakes import reason
from viewer.base.named import NamedTuple
from viewer.base.packed import PackedSource
from viewer.base.source import Source
from viewer.base.system_errors import WordedError, error_words
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord
from viewer.formats.detect import find_all, load_source
from viewer.formats.format import Collection, Unreadable
from viewer.library.making.columns import WHOLE, Before, Columns
from viewer.library.making.merge import Piece, named
from viewer.library.making.scan import Known, inode_text
from viewer.library.making.tables import write_table
from viewer.library.making.together import Together
from viewer.library.schema import VERSION
from viewer.library.sources import RangeSource, digest_of, source_at, stamp_at
from viewer.library.storage import Storage, storage_of, writing

RECORDS = 1 << 24
"""Record ids that a part has; it never uses all of them."""
MADE = "part.json"
_CHUNK = 500  # files of a part at most


class Task(NamedTuple):
    """A part to make: its number, files with stamps, the share (number, of) of a single large file.

    `files` are the numbers that the files have in the library. `variations`: the id of each file's first
    record, where the positions of variations are wanted; None for main lines. `cut`: the bytes of the share,
    where they are known; a reader of the share reads nothing else then.
    """

    number: int
    paths: tuple[str, ...]
    stamps: tuple[Stamp, ...]
    files: tuple[int, ...]
    share: tuple[int, int] = (0, 1)
    variations: tuple[int, ...] | None = None
    cut: Cut | None = None

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"part-{self.number:06d}"


class Part(NamedTuple):
    """A part that was made: its task, rows for the table of files, and the number of rows of each table."""

    task: Task
    rows: list[Known]
    tables: dict[str, int]

    def pieces(self) -> list[Piece]:
        """Its tables, as files to merge."""
        place = f"work/{self.task.name}"
        return [
            Piece(named(name), f"{place}/{name}.parquet", rows)
            for name, rows in self.tables.items()
        ]


class Cut(NamedTuple):
    """A stretch of a large file: its format, its first record, how many it has, its bytes."""

    format: str

    first: int
    records: int
    start: int
    length: int


def tasks_of(
    read: Mapping[str, Stamp],
    next_part: int,
    next_file: int,
    bytes: int,
    cuts: Mapping[str, Sequence[Cut]] = MappingProxyType({}),
) -> list[Task]:
    """Files in groups of some megabytes; a large file in several shares, by `cuts` where these are known."""
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
        if stamp.size >= 2 * bytes:
            close()
            done = sum(len(task.paths) for task in tasks if task.share[0] == 0)
            known = cuts.get(path, ())
            shares = len(known) or -(-stamp.size // bytes)
            for share in range(shares):
                number = next_part + len(tasks)
                cut = known[share] if known else None
                file = (next_file + done,)
                tasks.append(Task(number, (path,), (stamp,), file, (share, shares), None, cut))
            done += 1
            continue
        if len(group) >= _CHUNK or size + stamp.size > bytes:
            close()
            done = sum(len(task.paths) for task in tasks if task.share[0] == 0)
        group.append(path)
        size += stamp.size
    close()
    return tasks


def finished(storage: Storage, read: Mapping[str, Stamp]) -> Iterator[Part]:
    """The parts that an interrupted build left whole, of files that still have the same stamps."""
    for name in storage.names("work"):
        try:
            said = json.loads(
                storage.read(f"work/{name}/{MADE}").decode("utf-8", "surrogateescape")
            )
            if said["version"] != VERSION or said["variations"] is not None:
                continue
            task = Task(
                said["number"],
                tuple(said["paths"]),
                tuple(Stamp(*one) for one in said["stamps"]),
                tuple(said["files"]),
                (said["share"][0], said["share"][1]),
                None,
                None if said["cut"] is None else Cut(*said["cut"]),
            )
            rows = [Known(*row) for row in said["rows"]]
            tables = {str(key): int(value) for key, value in said["tables"].items()}
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if task.name == name and all(
            read.get(path) == stamp for path, stamp in zip(task.paths, task.stamps, strict=True)
        ):
            yield Part(task, rows, tables)


# ------------------------------------------------------------------------------- in a process


_CHANGED = message("it changed while it was read")
_open: tuple[tuple[str, Stamp], Collection] | None = None
"""The large file whose shares this process is reading."""


def make_part(folder: str, task: Task) -> Iterator[JobStep[Part]]:
    """The job that makes a part. Raises LibraryFailed where it can't be written."""
    storage = storage_of(folder)
    target = f"work/{task.name}"
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
                row = row.told(error.reason)
            except OSError as error:
                why = message("It can't be read: {why}.", why=error_words(error))
                row = row.told(why)
            except (
                Exception
            ) as error:  # a mistake in one reader must not keep the others' files out
                row = row.told(message("It can't be read: {why}.", why=reason(error)))
            if row.problem is not None and not row.records:
                columns.back_to(mark)
            rows.append(row)
    tables: dict[str, int] = {}
    with writing():
        storage.remove(target)
        connection = storage.connected(threads=1, memory="1GB")
        try:
            for name, table in columns.tables.items():
                if not any(table.columns.values()):
                    continue
                with storage.writing(f"{target}/{name}.parquet") as path:
                    what = named(name)
                    tables[name] = write_table(connection, table, path, what, columns.words)
        finally:
            connection.close()
        _finish(storage, target, task, rows, tables)
    yield JobStep(total * 1000, total * 1000, Part(task, rows, tables))


def _row(file: int, path: str, stamp: Stamp, share: tuple[int, int], first: int) -> Known:
    times = stamp.modified_ns, stamp.changed_ns
    return Known(
        file, path, stamp.size, *times, inode_text(stamp), "", "", 0, *share, first, 0, 0, None
    )


def _read(
    columns: Columns, row: Known, task: Task, at: int, stamp: Stamp, pause: GarbagePause
) -> Iterator[JobStep[Known]]:
    """Read a file into columns; the last step has its row."""
    cut = task.cut
    collection = _collection(row.path, stamp, task.share, cut)
    source = collection.source
    keep = task.share[1] > 1 and cut is None
    try:
        records = len(collection)
        share, shares = task.share
        first, stop = records * share // shares, records * (share + 1) // shares
        before = WHOLE
        if cut is not None:
            first, stop, before = 0, records, Before(cut.first, cut.start)
            if records != cut.records:
                raise WordedError(_CHANGED)
        problems = 0
        problem: tuple[int, Message] | None = None
        wanted = range(first, stop)
        if task.variations is not None:
            row = row._replace(first=task.variations[at])
        games = Together(columns, collection, wanted, row.first, row.file, before)
        for number, index in enumerate(wanted):
            nodes = True
            try:
                if task.variations is not None:
                    columns.add_variations(collection, index, row.first + number)
                else:
                    nodes = games.add(number)
            except Unreadable as error:
                problem = problem or (index + before.records, error.reason)
                problems += 1
            except OSError:
                raise
            except Exception as error:  # a mistake with one record must not keep the others out
                why = message("{why}.", why=reason(error).rstrip("."))
                problem = problem or (index + before.records, why)
                problems += 1
            if nodes:
                pause.read(200)
            if number % 20 == 0:
                yield JobStep(1000 * number // max(1, len(wanted)), 1000)
        if source is None or stamp_at(row.path) != stamp:
            raise WordedError(_CHANGED)
        digest = digest_of(row.path) if share == 0 and task.variations is None else ""
        found = row._replace(
            sha256=digest,
            format=collection.format,
            records=len(wanted),
            varied=games.varied,
        )
        words = left_unread(collection) if problem is None else _unreadable(problems, *problem)
        yield JobStep(1000, 1000, found if words is None else found.told(words))
    finally:
        if source is not None and not keep:
            source.close()


def _unreadable(count: int, index: int, why: Message) -> Message:
    """What is told of a file with games that can't be read, of which the first has an index."""
    return message(
        "{count} of its games can't be read; game {number}: {why}",
        count=count,
        number=index + 1,
        why=why,
    )


def left_unread(collection: Collection) -> Message | None:
    """Why games at a file's end aren't in the library, None if they are: it is longer than what is read."""
    told = (one for one in collection.diagnostics if one.code.endswith(".too-long"))
    return next((one.message for one in told if one.record is None), None)


def _collection(path: str, stamp: Stamp, share: tuple[int, int], cut: Cut | None) -> Collection:
    global _open
    wanted = path, stamp
    if _open is not None and _open[0] == wanted and cut is None:
        return _open[1]
    if _open is not None and _open[1].source is not None:
        _open[1].source.close()
    _open = None
    source = source_at(path)
    try:
        if stamp_at(path) != stamp:
            raise WordedError(_CHANGED)
        collection = load_source(source) if cut is None else _cut_out(source, cut)
        find_all(collection)
    except BaseException:
        source.close()
        raise
    if share[1] > 1 and cut is None:
        _open = wanted, collection
    return collection


def _cut_out(source: Source, cut: Cut) -> Collection:
    """The records of a stretch."""
    format_ = FORMATS[cut.format].load()
    assert isinstance(format_, CheckedByRecord)
    return format_.read_some(RangeSource(source, cut.start, cut.length))


def cutting(path: str, stamp: Stamp, bytes: int) -> Iterator[JobStep[list[Cut]]]:
    """The job that cuts a large file into stretches of about so many bytes.

    None come of a file whose records aren't to be read by themselves, or that is packed, or unreadable:
    whoever reads a share of it reads all of it.
    """
    try:
        collection = _collection(path, stamp, (0, 1), None)
    except (Unreadable, OSError):
        return
    source = collection.source
    assert source is not None
    try:
        if not isinstance(FORMATS[collection.format].load(), CheckedByRecord) or isinstance(
            source, PackedSource | RecodedSource
        ):
            return
        records = len(collection)
        shares = min(records, -(-stamp.size // bytes))
        found = []
        for share in range(shares):
            first, stop = records * share // shares, records * (share + 1) // shares
            start, last = collection.span(first), collection.span(stop - 1)
            if start is None or last is None:
                return
            length = last.end - start.start
            found.append(Cut(collection.format, first, stop - first, start.start, length))
        yield JobStep(1, 1, found)
    finally:
        source.close()


def _finish(
    storage: Storage, target: str, task: Task, rows: Sequence[Known], tables: Mapping[str, int]
) -> None:
    said = {"version": VERSION, **task._asdict(), "rows": rows, "tables": tables}
    storage.write(f"{target}/{MADE}", json.dumps(said).encode("utf-8", "surrogateescape"))
