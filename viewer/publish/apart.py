"""An export in a process of its own, so that a window can go on meanwhile.

The records go there as plain data, one after the other (`SentCollection`); the files come back as bytes, and
are written by the process that asked for them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from viewer.base.fields import Values
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.processes import in_process, in_processes
from viewer.base.temporary import TemporaryFolder
from viewer.document.edits import RecordData
from viewer.document.parts import Items, Part, Parts, collection_of, parts_in
from viewer.formats.capabilities import ReadAnew
from viewer.formats.format import Collection
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.memory import EagerCollection
from viewer.publish.exporter import ExportedFile, Missing, Place, Study, Words, native_file
from viewer.publish.kinds import KINDS
from viewer.publish.outline import Section
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

T = TypeVar("T")
_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it


class SentCollection(EagerCollection, ReadAnew):
    """Records as they were sent; each is made when it is asked for."""

    source = None
    diagnostics: Sequence[Diagnostic] = ()

    def __init__(self, format: str, variant: str, records: Sequence[RecordData]) -> None:
        self.format = format
        self.variant = variant
        self._records = records

    def __len__(self) -> int:
        return len(self._records)

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._records[index].headers

    def record(self, index: int) -> Record:
        """A record."""
        return self._records[index].record()


class _Job(NamedTuple):
    """What a process needs to know beside the records."""

    kind: str
    values: Values
    format: str
    variant: str
    numbers: tuple[int, ...]
    name: str
    place: Place
    digits: int
    words: Words
    processes: int
    folder: str
    file: tuple[str, bytes] | None
    sections: tuple[Section, ...]

    def study(self, records: Iterable[RecordData]) -> Study:
        """The study, in the process that exports it."""
        tempfile.tempdir = self.folder
        collection = SentCollection(self.format, self.variant, list(records))
        return Study(
            collection,
            self.numbers,
            self.name,
            self.place,
            self.digits,
            self.words,
            self.processes,
            self.file,
            self.sections,
        )


def export_apart(
    study: Study, kind: str, values: Values
) -> Iterator[JobStep[ExportedFile | Missing]]:
    """The job `Exporter.export` in a process of its own. Raises what that raises, and OSError."""
    with _room() as folder:
        job = _job(study, kind, values, folder)
        yield from in_process(_export, job, parts=_sent(study.records))


def missing_apart(study: Study, kind: str, values: Values) -> Iterator[JobStep[Missing]]:
    """The job `Exporter.missing` in a process of its own. Raises what that raises, and OSError."""
    with _room() as folder:
        job = _job(study, kind, values, folder)
        yield from in_process(_missing, job, parts=_sent(study.records))


def _room() -> TemporaryFolder:
    """A folder for temporary files of a process, which can't remove them itself if it is killed."""
    return TemporaryFolder()


def _job(study: Study, kind: str, values: Values, folder: str) -> _Job:
    native = native_file(study) if KINDS[kind].load().native else None
    file = None if native is None else (native[0], b"".join(native[1]))
    return _Job(
        kind,
        dict(values),
        study.records.format,
        study.records.variant,
        tuple(study.numbers),
        study.name,
        study.place,
        study.digits,
        study.words,
        study.processes,
        folder,
        file,
        tuple(study.sections),
    )


def _sent(records: Collection) -> Iterator[JobStep[RecordData]]:
    for index in range(len(records)):
        yield JobStep(index + 1, len(records), RecordData.of(records.record(index)))


def _export(job: _Job, records: Iterable[RecordData]) -> Iterator[JobStep[ExportedFile | Missing]]:
    return KINDS[job.kind].load().export(job.study(records), job.values)


def _missing(job: _Job, records: Iterable[RecordData]) -> Iterator[JobStep[Missing]]:
    return KINDS[job.kind].load().missing(job.study(records), job.values)


# ---------------------------------------------------------------- the records of a long file in parts


def in_parts(
    study: Study, work: Callable[..., Iterator[JobStep[T]]], *more: Any
) -> Iterator[JobStep[T]] | None:
    """The job that runs the job `work` for each part of the file that a study's records are in.

    In as many processes as a file may be made in; the results in the order of the records, a part's come
    together. `work`, a function of a module, is called with a study of the part's records, the index of the
    first of them in the whole study, and `more`. None where the records aren't those of a long file, one
    after the other: then it is done here, with all of them. The job raises WorkerLost and what `work` raises.
    """
    parts = parts_in(study.records) if study.processes > 1 else None
    if parts is None or not isinstance(parts.bare(0).indexes, range):
        return None
    return _through_parts(study._replace(file=None), Items(), parts, work, more)


def _through_parts(
    study: Study,
    items: Items,
    parts: Parts,
    work: Callable[..., Iterator[JobStep[T]]],
    more: tuple[Any, ...],
) -> Iterator[JobStep[T]]:
    source = study.records.source
    assert source is not None  # that of the file
    first, count = parts.bare(0).indexes[0], study.processes
    bare = study._replace(records=SentCollection("", "", ()), numbers=())
    items.add((source.name, work, bare, first, more), parts)
    try:
        for step in in_processes(_part, items, count, patience=1.0, ahead=4 * count):
            if step.result is None:
                yield JobStep(step.done, step.total)
                continue
            if step.result.error is not None:
                raise step.result.error
            for result in step.result.results:
                yield JobStep(step.done, step.total, result)
    finally:
        items.close()


def _part(
    path: str,
    work: Callable[..., Iterator[JobStep[T]]],
    study: Study,
    first: int,
    more: tuple[Any, ...],
    part: Part,
) -> Iterator[JobStep[T]]:
    """`work` on a part, in a process for such; a pause for each would take longer."""
    _WORKERS_PAUSE.__enter__()
    records = OrderedCollection(collection_of(path, None, part), part.indexes)
    numbers = [index + 1 for index in part.indexes]
    study = study._replace(records=records, numbers=numbers)
    yield from work(study, part.indexes[0] - first, *more)
