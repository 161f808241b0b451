"""The job that builds a library or brings it up to date: main lines first, then variations."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

from viewer.base.files import Stamp
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.library.failures import Damaged
from viewer.library.making.merge import (
    Merge,
    Named,
    Piece,
    crowded,
    merged_apart,
    merges_of,
    merging,
    pieces_of,
    table_file_of,
)
from viewer.library.making.parts import Part, Task
from viewer.library.making.reading import Processes, Reading, Workers
from viewer.library.making.scan import (
    Known,
    Scan,
    changes,
    first_free_segment,
    known_files,
    scan,
    tidy,
)
from viewer.library.making.tables import Table, write_table
from viewer.library.manifest import (
    Manifest,
    Segment,
    TableFile,
    read_manifest,
    verify,
    write_manifest,
)
from viewer.library.schema import BRANCHES, COLUMNS, FILES, VARIATIONS
from viewer.library.sources import digest_of, path_text
from viewer.library.storage import Storage, bury, storage_of, writing

_SEGMENTS = 8  # merged into one when there are more
_VARIED = (VARIATIONS, BRANCHES)  # tables of the second pass
_DEAD = 0.25  # share of dead records from which on segments are merged without them


class BuildNews(NamedTuple):
    """What a build did, or is about to do.

    Attributes:
        words: a sentence for people; None for the outcome.
        read: how many files were read now.
        left: the files that were known and are gone, with the number of records that went with each.
        files, records: in the library now.
        problems: what can't be read, by path, as sentences.
        to_read: how many files are about to be read, known once the folders were looked through.
    """

    words: Message | None
    read: int = 0
    left: Mapping[str, int] = MappingProxyType({})
    files: int = 0
    records: int = 0
    problems: Mapping[str, Message] = MappingProxyType({})
    to_read: int = 0

    @property
    def gone(self) -> int:
        """How many files are gone."""
        return len(self.left)


def building(
    folder: str,
    sources: Sequence[str],
    again: bool = False,
    variations: bool = True,
    workers: Workers | None = None,
) -> Iterator[JobStep[BuildNews]]:
    """The job that brings a library up to date with its sources; its last result is the outcome.

    `again`: everything is read anew. `variations`: with the second pass. `workers`: who does it, processes of
    this machine if nobody is named. Steps that sort tables take seconds: in a window, run it by `in_thread`.
    Raises LibraryFailed, and leaves the library as it was then. Tables are made beside those that are there,
    which go once the manifest names the new ones: searches go on meanwhile, and after a build that is killed.
    """
    storage = storage_of(folder)
    with writing():
        storage.make()
    with storage.locked():
        manifest, known = Manifest(), {}
        old = None
        try:
            old = read_manifest(storage)
            if old is not None and not again:
                verify(storage, old.files())
                manifest, known = old, known_files(storage, old)
            elif old is not None:
                manifest = Manifest(old.generation, old.next_part, old.next_file, old.next_segment)
        except Damaged as error:
            yield JobStep(0, 0, BuildNews(error.reason))
            old = manifest = Manifest(next_segment=first_free_segment(storage))
        tidy(storage, old or manifest)
        build = _Build(storage, manifest, known, workers or Processes(), again)
        yield from build.run(sources, variations)


class _Build:
    """One build.

    Attributes:
        storage, manifest: of the library; the manifest is replaced only when it has been written.
        known: rows of files, by path.
        anew: whether its tables take the place of all that are there.
    """

    def __init__(
        self,
        storage: Storage,
        manifest: Manifest,
        known: dict[str, list[Known]],
        workers: Workers,
        anew: bool,
    ) -> None:
        self.storage = storage
        self.manifest = manifest
        self.known = known
        self.workers = workers
        self.anew = anew

    def run(self, sources: Sequence[str], variations: bool) -> Iterator[JobStep[BuildNews]]:
        """Both passes."""
        found = Scan({}, {})
        for looked in scan(sources):
            found = looked
            yield JobStep(0, 0)
        read, stay = changes(found, self.known, digest_of)
        yield JobStep(0, 0, BuildNews(None, to_read=len(read)))
        reading = Reading(self.storage, self.workers)
        yield from reading.read(read, self.manifest.next_part, self.manifest.next_file)
        parts = reading.parts
        new = [row for part in parts for row in part.rows]
        kept = {(row.path, row.share) for row in stay}
        gone = [
            row
            for rows in self.known.values()
            for row in rows
            if (row.path, row.share) not in kept or row.path in read
        ]
        if new or gone or self.anew or self.manifest.generation == 0 or self._moved(stay):
            yield from self._commit(parts, stay, gone)
        reading.drop(part.task.name for part in parts)
        if variations:
            yield from self._second_pass()
        yield from self._compact()
        yield JobStep(1, 1, self._outcome(found, read, gone))

    def _outcome(self, found: Scan, read: dict[str, Stamp], gone: Sequence[Known]) -> BuildNews:
        problems = dict(found.problems)
        for path, rows in self.known.items():
            for row in rows:
                if row.why is not None:
                    problems[path] = row.why
        left: dict[str, int] = {}
        for row in gone:
            if row.path not in self.known:
                left[row.path] = left.get(row.path, 0) + row.records
        return BuildNews(None, len(read), left, len(self.known), self.manifest.records, problems)

    def _moved(self, stay: Sequence[Known]) -> bool:
        """Whether files that stay have other stamps than the table says."""
        return any(row not in self.known[row.path] for row in stay)

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
        if any(row.records for row in new):
            segment = Segment(number, sum(row.records for row in new))
            segment.varied = sum(row.varied for row in new)
            segment.variations = not segment.varied
            yield from self._merge([one for part in parts for one in part.pieces()], segment)
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
        self._write(made, rows)

    def _merge(
        self,
        pieces: Sequence[Piece],
        segment: Segment,
        dead: Sequence[tuple[int, int]] = (),
    ) -> Iterator[JobStep[BuildNews]]:
        """Merge tables into those of a segment, without dead records; very many of them in several steps."""
        runs: list[str] = []
        while crowd := crowded(pieces):
            merges = []
            for some in crowd:
                runs.append(f"run-{len(runs):06d}")
                merges += merges_of(some, f"work/{runs[-1]}", counted=False)
            made: list[TableFile] = []
            yield from self._merged(merges, dead, made)
            gone = {piece for some in crowd for piece in some}
            pieces = [piece for piece in pieces if piece not in gone]
            pieces += pieces_of(made)
        yield from self._merged(merges_of(pieces, f"segment-{segment.number}"), dead, segment.files)
        for run in runs:
            self.storage.remove(f"work/{run}")

    def _merged(
        self, merges: Sequence[Merge], dead: Sequence[tuple[int, int]], files: list[TableFile]
    ) -> Iterator[JobStep[BuildNews]]:
        """Do merges, here or by those who work; `files` gets what they make, in their order."""
        if not self.workers.merging:
            with self._connection(dead) as connection:
                for step in merging(connection, self.storage, merges):
                    files += step.result or []
                    yield JobStep(step.done, step.total)
            return
        found: dict[int, list[TableFile]] = {}
        items = [(self.storage.folder, merge, dead) for merge in merges]
        for outcome in self.workers.run(merged_apart, items):
            if outcome.result is not None:
                if outcome.result.error is not None:
                    with writing():
                        raise outcome.result.error
                found[outcome.result.number] = outcome.result.results[0]
            yield JobStep(outcome.done, outcome.total, waiting=outcome.waiting)
        files += [one for number in sorted(found) for one in found[number]]

    def _write(self, made: Manifest, rows: Sequence[Known]) -> None:
        """Write the table of files and the manifest; from then on this is the library."""
        made.built = time.time()
        made.records = sum(row.records for row in rows)
        columns: dict[str, list[Any]] = {
            key: [getattr(row, key) for row in rows] for key in COLUMNS[FILES]
        }
        columns["path"] = [path_text(one) for one in columns["path"]]
        with self._connection([]) as connection:
            if rows:
                name, what = f"files-{made.generation}.parquet", Named(FILES, "", "")
                with self.storage.writing(name) as path:
                    write_table(connection, Table(COLUMNS[FILES], columns), path, what)
                    listed = table_file_of(connection, what, path)
                made.listed = listed.at(name, self.storage.seen([name])[name].stamp)
            write_manifest(self.storage, made)
        self.manifest = made
        self.known = {}
        for row in rows:
            self.known.setdefault(row.path, []).append(row)
        tidy(self.storage, made)

    @contextmanager
    def _connection(self, dead: Sequence[tuple[int, int]]) -> Iterator[Any]:
        """A connection that writes tables, with the table `dead`; failures are told as LibraryFailed."""
        with writing():
            connection = self.storage.connected()
            try:
                bury(connection, dead)
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
            reading = Reading(self.storage, self.workers)
            yield from reading.make(tasks)
            parts = reading.parts
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
            pieces = [one for part in parts for one in part.pieces()]
            yield from self._merge([one for one in pieces if one.what.table in _VARIED], made)
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
            self._write(manifest, [row for rows in self.known.values() for row in rows])
            reading.drop(part.task.name for part in parts)

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
        # Where a second pass is still to come, it will read the variations of all.
        pieces = [
            one
            for one in pieces_of(one for segment in old.segments for one in segment.files)
            if made.variations or one.what.table not in _VARIED
        ]
        yield from self._merge(pieces, made, dead)
        manifest = Manifest(
            old.generation + 1, old.next_part, old.next_file, number + 1, segments=[made]
        )
        rows = [row._replace(segment=number) for rows in self.known.values() for row in rows]
        self._write(manifest, rows)


def _stamp(row: Known) -> Stamp:
    device, _, inode = row.inode.partition(":")
    return Stamp(int(device), int(inode), row.size, row.modified_ns, row.changed_ns)
