"""The job that builds a library or brings it up to date: main lines first, then variations."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from viewer.base.files import Stamp
from viewer.base.jobs import JobStep, side_by_side
from viewer.base.messages import Message, message
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.library.connection import connected, writing
from viewer.library.failures import Damaged
from viewer.library.making.columns import Table
from viewer.library.making.merge import Named, merging, table_file_of
from viewer.library.making.parts import (
    RECORDS,
    Part,
    Task,
    finished,
    make_part,
    tasks_of,
    write_table,
)
from viewer.library.making.place import first_free_segment, known_files, locked, tidy
from viewer.library.making.scan import Known, Scan, changes, inode_text, scan
from viewer.library.manifest import (
    Manifest,
    Segment,
    digest_of,
    read_manifest,
    verify,
    write_manifest,
)
from viewer.library.paths import path_text
from viewer.library.schema import BOARDS, COLUMNS, FILES, GAMES, POSITIONS, TEXTS, VARIATIONS

_SEGMENTS = 8  # merged into one when there are more
_DEAD = 0.25  # share of dead records from which on segments are merged without them
_FEW = 1 << 16  # bytes that are read here, sooner than a process would be there


class BuildNews(NamedTuple):
    """What a build did, or is about to do.

    Attributes:
        words: a sentence for people; None for the outcome.
        read, gone: files read now, and files that were known and are gone.
        files, records: in the library now.
        problems: what can't be read, by path, as sentences.
    """

    words: Message | None
    read: int = 0
    gone: int = 0
    files: int = 0
    records: int = 0
    problems: Mapping[str, str] = MappingProxyType({})


def building(
    folder: str, sources: Sequence[str], again: bool = False, variations: bool = True
) -> Iterator[JobStep[BuildNews]]:
    """The job that brings a library up to date with its sources; its last result is the outcome.

    `again`: everything is read anew. `variations`: with the second pass. Steps that sort tables take seconds:
    in a window, run it by `in_thread`. Raises LibraryFailed, and leaves the library as it was then.
    """
    with writing():
        os.makedirs(folder, exist_ok=True)
    with locked(folder):
        manifest, known = Manifest(), {}
        try:
            old = read_manifest(folder)
            if old is not None and not again:
                verify(folder, old.files())
                manifest, known = old, known_files(folder, old)
            elif old is not None:
                manifest = Manifest(old.generation, old.next_part, old.next_file, old.next_segment)
        except Damaged as error:
            yield JobStep(0, 0, BuildNews(error.reason))
            manifest = Manifest(next_segment=first_free_segment(folder))
        tidy(folder, manifest)
        yield from _Build(folder, manifest, known).run(sources, variations)


class _Build:
    """One build.

    Attributes:
        folder, manifest: of the library; the manifest is replaced only when it has been written.
        known: rows of files, by path.
    """

    def __init__(self, folder: str, manifest: Manifest, known: dict[str, list[Known]]) -> None:
        self.folder = folder
        self.manifest = manifest
        self.known = known

    def run(self, sources: Sequence[str], variations: bool) -> Iterator[JobStep[BuildNews]]:
        """Both passes."""
        found = Scan({}, {})
        for looked in scan(sources):
            found = looked
            yield JobStep(0, 0)
        read, stay = changes(found, self.known, digest_of)
        parts: list[Part] = []
        yield from self._read(read, parts)
        new = [row for part in parts for row in part.rows]
        kept = {(row.path, row.share) for row in stay}
        gone = [
            row
            for rows in self.known.values()
            for row in rows
            if (row.path, row.share) not in kept or row.path in read
        ]
        if new or gone or self.manifest.generation == 0 or self._moved(stay):
            yield from self._commit(parts, stay, gone)
        self._drop([part.task.name for part in parts])
        if variations:
            yield from self._second_pass()
        yield from self._compact()
        yield JobStep(1, 1, self._outcome(found, read, gone))

    def _outcome(self, found: Scan, read: dict[str, Stamp], gone: Sequence[Known]) -> BuildNews:
        problems = {path: words.text() for path, words in found.problems.items()}
        for path, rows in self.known.items():
            for row in rows:
                if row.problem:
                    problems[path] = row.problem
        left = {row.path for row in gone} - self.known.keys()
        return BuildNews(
            None, len(read), len(left), len(self.known), self.manifest.records, problems
        )

    def _moved(self, stay: Sequence[Known]) -> bool:
        """Whether files that stay have other stamps than the table says."""
        return any(row not in self.known[row.path] for row in stay)

    # ---------------------------------------------------------------------------- reading

    def _read(self, read: dict[str, Stamp], parts: list[Part]) -> Iterator[JobStep[BuildNews]]:
        """Make the parts of files, using those that an interrupted build left."""
        rest = dict(read)
        shares: dict[str, list[Part]] = {}
        for part in finished(self.folder, read):
            if part.task.share[1] > 1:
                shares.setdefault(part.task.paths[0], []).append(part)
            elif all(path in rest for path in part.task.paths):
                parts.append(part)
                for path in part.task.paths:
                    del rest[path]
        for path, some in shares.items():
            if {part.task.share[0] for part in some} == set(range(some[0].task.share[1])):
                parts += some
                del rest[path]
        self._drop_others([part.task.name for part in parts])
        numbers = [part.task.number + 1 for part in parts]
        files = [file + 1 for part in parts for file in part.task.files]
        next_part = max(numbers, default=self.manifest.next_part)
        next_file = max(files, default=self.manifest.next_file)
        tasks = tasks_of(
            rest, max(next_part, self.manifest.next_part), max(next_file, self.manifest.next_file)
        )
        yield from self._make(tasks, parts)
        parts.sort(key=lambda part: part.task.number)

    def _make(self, tasks: list[Task], parts: list[Part]) -> Iterator[JobStep[BuildNews]]:
        if not tasks:
            return
        if sum(stamp.size for task in tasks for stamp in task.stamps) < _FEW:
            for made in side_by_side([make_part(self.folder, task) for task in tasks]):
                parts += [] if made.result is None else [made.result]
                yield JobStep(made.done, made.total)
            return
        lost: list[Task] = []
        items = [(self.folder, task) for task in tasks]
        for step in in_processes(make_part, items, processors(), patience=0.2):
            outcome = step.result
            if outcome is not None:
                task, error = tasks[outcome.number], outcome.error
                if isinstance(error, WorkerLost):
                    lost += self._alone(task, error, parts)
                elif error is not None:
                    raise error
                else:
                    parts += outcome.results
            yield JobStep(step.done, step.total, waiting=step.waiting)
        if lost:
            self._drop([task.name for task in lost])
            first = max([task.number for task in tasks]) + 1
            again = [task._replace(number=first + at) for at, task in enumerate(lost)]
            yield from self._make(again, parts)

    def _alone(self, task: Task, error: WorkerLost, parts: list[Part]) -> Iterator[Task]:
        """A task for each file of one whose process ended: one of them ended it; alone it is listed."""
        if len(task.paths) > 1:
            for path, stamp, file in zip(task.paths, task.stamps, task.files, strict=True):
                yield task._replace(paths=(path,), stamps=(stamp,), files=(file,))
            return
        (path,), (stamp,), (file,) = task.paths, task.stamps, task.files
        times = stamp.modified_ns, stamp.changed_ns
        row = Known(
            file,
            path,
            stamp.size,
            *times,
            inode_text(stamp),
            "",
            "",
            0,
            *task.share,
            task.number * RECORDS,
            0,
            0,
            error.reason.text(),
        )
        parts.append(Part(task, [row]))

    # --------------------------------------------------------------------------- committing

    def _commit(
        self, parts: Sequence[Part], stay: Sequence[Known], gone: Sequence[Known]
    ) -> Iterator[JobStep[BuildNews]]:
        """Put parts into a segment, mark what is gone as dead, and write the manifest."""
        old = self.manifest
        segments = [self._with_dead(segment, gone) for segment in old.segments]
        segments = [one for one in segments if one.records > one.dead_records]
        new = [row for part in parts for row in part.rows]
        number = old.next_segment
        with self._connection([]) as connection:
            if any(row.records for row in new):
                segment = Segment(number, sum(row.records for row in new))
                segment.varied = sum(row.varied for row in new)
                segment.variations = not segment.varied
                inputs = [os.path.join("work", part.task.name) for part in parts]
                inputs = [one for one in inputs if os.path.isdir(os.path.join(self.folder, one))]
                for step in merging(connection, self.folder, segment, inputs):
                    yield JobStep(step.done, step.total)
                segments.append(segment)
            rows = [*stay, *(row._replace(segment=number) for row in new)]
            made = Manifest(
                old.generation + 1,
                max([part.task.number + 1 for part in parts], default=old.next_part),
                max([row.file + 1 for row in rows], default=old.next_file),
                number + 1,
                segments=segments,
            )
            made.next_part = max(made.next_part, old.next_part)
            made.next_file = max(made.next_file, old.next_file)
            self._write(connection, made, rows)

    def _write(self, connection: Any, made: Manifest, rows: Sequence[Known]) -> None:
        """Write the table of files and the manifest; from then on this is the library."""
        made.built = time.time()
        made.records = sum(row.records for row in rows)
        path = os.path.join(self.folder, f"files-{made.generation}.parquet")
        columns: dict[str, list[Any]] = {
            key: [getattr(row, key) for row in rows] for key in COLUMNS[FILES]
        }
        columns["path"] = [path_text(one) for one in columns["path"]]
        if rows:
            write_table(connection, Table(COLUMNS[FILES], columns), path)
            listed = table_file_of(connection, Named(FILES, "", ""), path)
            made.listed = replace(listed, path=os.path.basename(path))
        write_manifest(self.folder, made)
        self.manifest = made
        self.known = {}
        for row in rows:
            self.known.setdefault(row.path, []).append(row)
        tidy(self.folder, made)

    @contextmanager
    def _connection(self, dead: Sequence[tuple[int, int]]) -> Iterator[Any]:
        """A connection that writes tables, with the table `dead`; failures are told as LibraryFailed."""
        with writing():
            connection = connected(self.folder)
            try:
                connection.execute("CREATE TABLE dead (record BIGINT)")
                for first, count in dead:
                    connection.execute(
                        "INSERT INTO dead SELECT range FROM range(?, ?)", [first, first + count]
                    )
                yield connection
            finally:
                connection.close()

    @staticmethod
    def _with_dead(segment: Segment, gone: Sequence[Known]) -> Segment:
        dead = [
            (row.first, row.records)
            for row in gone
            if row.segment == segment.number and row.records
        ]
        return Segment(
            segment.number,
            segment.records,
            segment.varied,
            segment.variations,
            sorted({*segment.dead, *dead}),
            list(segment.files),
        )

    # -------------------------------------------------------------------------- second pass

    def _second_pass(self) -> Iterator[JobStep[BuildNews]]:
        """The positions of variations, segment by segment."""
        for at, segment in enumerate(self.manifest.segments):
            if segment.variations:
                continue
            yield JobStep(0, 0, BuildNews(message("Reading variations")))
            rows = [
                row
                for rows in self.known.values()
                for row in rows
                if row.segment == segment.number and row.varied
            ]
            tasks = self._variation_tasks(rows)
            parts: list[Part] = []
            yield from self._make(tasks, parts)
            if any(row.problem and not row.records for part in parts for row in part.rows):
                continue  # a file changed meanwhile: the next build reads it again
            made = Segment(
                segment.number,
                segment.records,
                segment.varied,
                True,
                segment.dead,
                list(segment.files),
            )
            with self._connection([]) as connection:
                inputs = [os.path.join("work", part.task.name) for part in parts]
                for step in merging(connection, self.folder, made, inputs, (VARIATIONS,)):
                    yield JobStep(step.done, step.total)
                old = self.manifest
                segments = [*old.segments]
                segments[at] = made
                manifest = Manifest(
                    old.generation + 1,
                    old.next_part,
                    old.next_file,
                    old.next_segment,
                    segments=segments,
                )
                self._write(
                    connection, manifest, [row for rows in self.known.values() for row in rows]
                )
            self._drop([part.task.name for part in parts])

    def _variation_tasks(self, rows: Sequence[Known]) -> list[Task]:
        """Tasks for rows of files: alone for large ones and shares, others in groups."""
        tasks: list[Task] = []
        groups: list[list[Known]] = []
        size = 0
        for row in sorted(rows, key=lambda row: row.first):
            if not groups or row.shares > 1 or groups[-1][0].shares > 1 or size > 1 << 22:
                groups.append([])
                size = 0
            groups[-1].append(row)
            size += row.size
        for at, group in enumerate(groups):
            tasks.append(
                Task(
                    self.manifest.next_part + at,
                    tuple(row.path for row in group),
                    tuple(_stamp(row) for row in group),
                    tuple(row.file for row in group),
                    (group[0].share, group[0].shares),
                    tuple(row.first for row in group),
                )
            )
        return tasks

    # ---------------------------------------------------------------------------- tidying up

    def _compact(self) -> Iterator[JobStep[BuildNews]]:
        """Merge segments into one when there are many of them, or many of their records are dead."""
        old = self.manifest
        records = sum(segment.records for segment in old.segments)
        dead = [one for segment in old.segments for one in segment.dead]
        lost = sum(count for _, count in dead)
        if len(old.segments) <= _SEGMENTS and lost <= _DEAD * records:
            return
        number = old.next_segment
        made = Segment(number, records - lost, sum(segment.varied for segment in old.segments))
        made.variations = all(segment.variations for segment in old.segments)
        with self._connection(dead) as connection:
            inputs = [f"segment-{segment.number}" for segment in old.segments]
            # Where a second pass is still to come, it will read the variations of all.
            tables = None if made.variations else (GAMES, POSITIONS, BOARDS, TEXTS)
            for step in merging(connection, self.folder, made, inputs, tables):
                yield JobStep(step.done, step.total)
            manifest = Manifest(
                old.generation + 1, old.next_part, old.next_file, number + 1, segments=[made]
            )
            rows = [row._replace(segment=number) for rows in self.known.values() for row in rows]
            self._write(connection, manifest, rows)

    def _drop(self, names: Sequence[str]) -> None:
        for name in names:
            shutil.rmtree(os.path.join(self.folder, "work", name), ignore_errors=True)

    def _drop_others(self, names: Sequence[str]) -> None:
        """Remove parts that an interrupted build left and that are of no use."""
        work = os.path.join(self.folder, "work")
        if os.path.isdir(work):
            self._drop([name for name in os.listdir(work) if name not in names])


def _stamp(row: Known) -> Stamp:
    device, _, inode = row.inode.partition(":")
    return Stamp(int(device), int(inode), row.size, row.modified_ns, row.changed_ns)
