"""Exports of files: many at once, in several processes, each file whole or not at all."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from viewer.base.fields import Values
from viewer.base.files import HASTY, SYSTEM, FileSystem
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes
from viewer.base.refused import Refused
from viewer.base.source import Source
from viewer.base.system_errors import error_words
from viewer.document.placed import (
    MissingRecord,
    OpenFiles,
    PlacedRecords,
    format_of_all,
    place_of,
)
from viewer.document.placed import Place as RecordPlace
from viewer.document.record_set import NumberedSet
from viewer.document.saving.save import SaveError, write_file
from viewer.formats.detect import find_all, load_file, load_source
from viewer.formats.format import Collection, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.publish.apart import export_apart
from viewer.publish.exporter import ExportedFile, Missing, Place, Study, Words
from viewer.publish.kinds import KINDS
from viewer.publish.outline import Section
from viewer.publish.targets import STANDARD, Target, stem_of

_NO_GAME = message("There is no game to export.")
_PARTS = 1000  # of a file, in the count of what is done
_FEW = 3  # files that are waited for
_LEAST = 50  # records of a file that are worth another process
_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it


class Order(NamedTuple):
    """What is to be exported: a kind, the values of its options, the records and the place in each.

    `numbers` are numbers of records, see `NumberedSet`, "" for all. `encoding` overrides what the bytes of a
    source suggest, `words` makes texts of messages.
    """

    kind: str
    values: Values
    numbers: str = ""
    place: Place = Place()
    encoding: str | None = None
    words: Words = str


@dataclass
class Exported:
    """What became of one source.

    Attributes:
        source: its path.
        written: paths of the files, in order.
        output: what goes to standard output, in blocks.
        left_out: how many things of each kind aren't in the files.
        missing: the characters that no font has; `Missing` named them before anything was written.
        failure: why nothing, or not all, was exported; None if all was.
    """

    source: str
    written: list[str] = field(default_factory=list)
    output: Iterable[bytes] = ()
    left_out: Counter[str] = field(default_factory=Counter)
    missing: str = ""
    failure: Message | None = None

    def add(self, other: Exported) -> None:
        """Take over what became of another part of the source."""
        self.written += other.written
        self.left_out.update(other.left_out)
        self.missing = "".join(sorted({*self.missing, *other.missing}))
        self.failure = self.failure or other.failure


def exporting(
    collection: Collection,
    name: str,
    target: Target,
    order: Order,
    files: FileSystem = SYSTEM,
    digits: int | None = None,
    processes: int = 1,
    *,
    apart: bool = False,
) -> Iterator[JobStep[Exported | Missing]]:
    """A job that exports records of a collection; its last step has the result.

    `name` is that of the collection's file without its suffix; `digits` those of record numbers in names of
    files; `processes` in how many of them a file is made; `apart`: all in others than this one, and files are
    written in a thread. Raises Refused, SaveError, OSError.
    """
    chosen = NumberedSet(collection, order.numbers)
    indexes = chosen.indexes
    numbers: Sequence[int] = (
        range(indexes.start + 1, indexes.stop + 1)
        if isinstance(indexes, range)
        else [index + 1 for index in indexes]
    )
    if not numbers:
        raise Refused(_NO_GAME)
    if digits is None:
        digits = len(str(max(numbers))) if len(numbers) > 1 else 0
    study = Study(chosen.collection(), numbers, name, order.place, digits, order.words, processes)
    yield from _exporting(study, target, order, files, apart)


def exporting_sections(
    sections: Sequence[Section],
    name: str,
    target: Target,
    order: Order,
    files: FileSystem = SYSTEM,
    *,
    apart: bool = False,
) -> Iterator[JobStep[Exported | Missing]]:
    """A job that exports sections that are made already; else as `exporting`."""
    study = Study(MemoryCollection("", ()), (), name, words=order.words, sections=tuple(sections))
    yield from _exporting(study, target, order, files, apart)


def _exporting(
    study: Study, target: Target, order: Order, files: FileSystem, apart: bool
) -> Iterator[JobStep[Exported | Missing]]:
    done = Exported(study.name)
    if apart:
        job = export_apart(study, order.kind, order.values)
    else:
        job = KINDS[order.kind].load().export(study, order.values)
    with _closing(job):
        for step in job:
            if isinstance(step.result, Missing):
                yield JobStep(step.done, step.total, step.result)
                continue
            if step.result is not None:
                path = target.of(step.result.part, step.result.name)
                if path != STANDARD and apart:
                    for writing in in_thread(_writing(path, step.result, files)):
                        yield JobStep(step.done, step.total, waiting=writing.waiting)
                elif path != STANDARD:
                    _write(path, step.result, files)
                elif done.written:
                    raise Refused(
                        message("These are several files, of which standard output takes only one.")
                    )
                else:
                    done.output = step.result.blocks()
                done.written.append(path)
                done.left_out.update(step.result.left_out)
                done.missing += step.result.missing
            yield JobStep(step.done, step.total, waiting=step.waiting)
    yield JobStep(1, 1, done)


@contextmanager
def _closing(job: Iterator[JobStep[ExportedFile | Missing]]) -> Iterator[None]:
    try:
        yield
    finally:
        if isinstance(job, Generator):
            job.close()


def told(
    job: Iterator[JobStep[Exported | Missing]], path: str
) -> Iterator[JobStep[Exported | Missing]]:
    """A job of `exporting` whose failures are in its result, as sentences that name a path."""
    try:
        yield from job
    except (Unreadable, Refused, SaveError, WorkerLost) as error:
        why = error.reason
        yield JobStep(1, 1, _failed(path, why))
    except OSError as error:
        reason = error_words(error)
        why = message("{why}.", why=reason)
        yield JobStep(1, 1, _failed(path, why))


def _failed(path: str, why: Message) -> Exported | Missing:
    return Exported(path, failure=message("{path}: {why}", path=path, why=why))


def _writing(path: str, file: ExportedFile, files: FileSystem) -> Iterator[JobStep[None]]:
    _write(path, file, files)
    yield JobStep(1, 1)


def _write(path: str, file: ExportedFile, files: FileSystem) -> None:
    folder = os.path.dirname(path)
    if folder and not os.path.isdir(folder):
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            why = error_words(error)
            raise SaveError(
                message("{path} couldn't be saved: {why}.", path=path, why=why)
            ) from error
    write_file(path, file.blocks(), None, files)


# ------------------------------------------------------------------------------ many files


def export_joined(
    sources: Sequence[str], target: Target, order: Order, processes: int = 1
) -> Iterator[JobStep[Exported | Missing]]:
    """A job that exports the records of several files as those of one, in order.

    `order.numbers` are those of records in each file. Files that can't be read are told first, each in a
    result of its own, and stop no other.
    """
    with OpenFiles(encoding=order.encoding) as open_files:
        places: list[RecordPlace] = []
        for path in sources:
            try:
                collection = open_files.collection(path)
                indexes = NumberedSet(collection, order.numbers).indexes
                if not indexes:
                    yield JobStep(0, _PARTS, _failed(path, _NO_GAME))
                places += (
                    place_of(path, index, collection.record(index), collection.format)
                    for index in indexes
                )
            except MissingRecord as error:  # its words name the path
                yield JobStep(0, _PARTS, Exported(path, failure=error.reason))
            except (Refused, Unreadable) as error:
                yield JobStep(0, _PARTS, _failed(path, error.reason))
            except OSError as error:
                why = message("{why}.", why=error_words(error))
                yield JobStep(0, _PARTS, _failed(path, why))
        yield from told(
            _exporting_joined(open_files, places, target, order, processes), target.path
        )


def _exporting_joined(
    open_files: OpenFiles,
    places: Sequence[RecordPlace],
    target: Target,
    order: Order,
    processes: int,
) -> Iterator[JobStep[Exported | Missing]]:
    records = PlacedRecords(open_files, places, format_of_all(places).id)
    order = order._replace(numbers="")
    for step in exporting(records, stem_of(target.path), target, order, processes=processes):
        yield step if step.result is None else step._replace(result=_from(target.path, step.result))


def _from(path: str, result: Exported | Missing) -> Exported | Missing:
    """A result that names its source."""
    if isinstance(result, Missing):
        return result._replace(source=path)
    result.source = path
    return result


def export_files(
    sources: Sequence[str],
    made: Sequence[Target],
    order: Order,
    processes: int = 1,
    given: Mapping[str, Source] | None = None,
) -> Iterator[JobStep[Exported | Missing]]:
    """A job that exports files, in so many processes; the result of each, in order.

    `given` are sources that are no files (standard input). What is wrong with one source is
    told in its result and stops no other. Without further processes, what no font has is told before
    a file is written.
    """
    given = given or {}
    if processes > 1 and not given and STANDARD not in [target.path for target in made]:
        shares = list(_shares(sources, made, order, processes))
        if len(shares) > 1:
            yield from _apart(sources, shares, processes)
            return
    with GarbagePause():
        for index, (path, target) in enumerate(zip(sources, made, strict=True)):
            hasty = _many(sources, order)
            for step in _one(path, target, order, None, hasty, given.get(path), processes):
                share = step.done / step.total if step.total else 0.0
                done = round((index + share) * _PARTS)
                yield JobStep(done, len(sources) * _PARTS, step.result, step.waiting)


def _one(
    path: str,
    target: Target,
    order: Order,
    digits: int | None,
    hasty: bool,
    given: Source | None = None,
    processes: int = 1,
) -> Iterator[JobStep[Exported | Missing]]:
    """The export of one source; failures are in the result. `hasty`: as `HASTY` writes files."""
    files = HASTY if hasty else SYSTEM
    for step in told(_exporting_one(path, target, order, digits, files, given, processes), path):
        yield step if step.result is None else step._replace(result=_from(path, step.result))


def _exporting_one(
    path: str,
    target: Target,
    order: Order,
    digits: int | None,
    files: FileSystem,
    given: Source | None,
    processes: int,
) -> Iterator[JobStep[Exported | Missing]]:
    if given is None:
        collection = load_file(path, encoding=order.encoding)
    else:
        collection = load_source(given, encoding=order.encoding)
    find_all(collection)
    try:
        yield from exporting(collection, stem_of(path), target, order, files, digits, processes)
    finally:
        if collection.source is not None:
            collection.source.close()


def _many(sources: Sequence[str], order: Order) -> bool:
    """Whether so many files are made that to wait for the disk after each takes most of the time."""
    return len(sources) > _FEW or KINDS[order.kind].load().apart


def _alone(
    path: str, target: Target, order: Order, digits: int | None, hasty: bool
) -> Iterator[JobStep[Exported]]:
    """`_one` in a process that does nothing else; a pause for each file would take longer."""
    _WORKERS_PAUSE.__enter__()
    for step in _one(path, target, order, digits, hasty):
        # Results come at the end, so that what no font has is told with the file.
        result = None if isinstance(step.result, Missing) else step.result
        yield JobStep(step.done, step.total, result, step.waiting)


class _Share(NamedTuple):
    """A part of the work: records of a source."""

    source: int
    item: tuple[str, Target, Order, int | None, bool]


def _apart(
    sources: Sequence[str], shares: Sequence[_Share], processes: int
) -> Iterator[JobStep[Exported | Missing]]:
    left = Counter(share.source for share in shares)
    done: dict[int, Exported] = {}
    for step in in_processes(_alone, [share.item for share in shares], processes, patience=1.0):
        if step.result is None:
            yield JobStep(step.done, step.total, waiting=step.waiting)
            continue
        number, found, error = step.result
        source = shares[number].source
        if isinstance(error, WorkerLost):
            found = [Exported(sources[source], failure=error.reason)]
        elif error is not None:
            raise error
        whole = done.setdefault(source, Exported(sources[source]))
        whole.add(found[-1])
        left[source] -= 1
        ended = whole if not left[source] else None
        yield JobStep(step.done, step.total, ended, step.waiting)


def _shares(
    sources: Sequence[str], made: Sequence[Target], order: Order, processes: int
) -> Iterator[_Share]:
    """Each source; if there are few, runs of its records, if each record makes files of its own."""
    divided = KINDS[order.kind].load().apart and len(sources) < 2 * processes
    for index, (path, target) in enumerate(zip(sources, made, strict=True)):
        runs: list[str] = []
        digits = None
        if divided:
            runs, digits = _runs(path, order, processes)
        for numbers in runs or [order.numbers]:
            part = order._replace(numbers=numbers)
            yield _Share(index, (path, target, part, digits, _many(sources, order)))


def _runs(path: str, order: Order, processes: int) -> tuple[list[str], int | None]:
    """(numbers of the records of each run, digits of the largest); ([], None) for nothing to share."""
    try:
        collection = load_file(path, encoding=order.encoding)
        find_all(collection)
        indexes = NumberedSet(collection, order.numbers).indexes
        if collection.source is not None:
            collection.source.close()
    except (Unreadable, Refused, OSError):
        return [], None  # told by whoever exports it
    numbers = [index + 1 for index in indexes]
    size = max(_LEAST, -(-len(numbers) // (4 * processes)))
    if len(numbers) <= size:
        return [], None
    runs = [
        ",".join(map(str, numbers[start : start + size])) for start in range(0, len(numbers), size)
    ]
    return runs, len(str(max(numbers)))
