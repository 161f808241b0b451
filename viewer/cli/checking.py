"""The job behind `qipu check`: reports on files, of long ones in parts, in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, repeat

from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import STANDARD, ReadingFailed, opened, reading
from viewer.cli.neutral import places_of
from viewer.document.parts import MUCH, Items, Part, collection_of, parts_of, size_of
from viewer.document.record_set import NoSuchRecords, NumberedSet
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord, CheckedRecord, CheckedRecords
from viewer.formats.format import Collection
from viewer.formats.kit.ahead import played_ahead
from viewer.formats.kit.findings import has_lost_letters, told_once
from viewer.games import game_of
from viewer.games.judge import end_told, judge, start_doubts
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

WARNINGS = 1
_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it
_PARTS = 1000  # of a file, in the count of what is done
_TOGETHER = 200  # records that are reported on at a time
_ODD = (Severity.ERROR, Severity.WARNING)
_Limit = Callable[[Iterable[Diagnostic]], list[Diagnostic]]


class RecordFindings(NamedTuple):
    """What was found in a record, before it is decided what is told of it.

    Attributes:
        record: its index, None for the whole file.
        by_reader, by_format, by_rules: the findings by where they are from.
        places: of its nodes in pre-order, by their ids, None where these are the same.
        lost: whether letters of the file are lost.
    """

    record: int | None
    by_reader: list[Diagnostic]
    by_format: list[Diagnostic]
    by_rules: list[Diagnostic]
    places: dict[int, int] | None = None
    lost: bool = False


@dataclass
class Report:
    """The report on a file, or on some of its records: then others follow, and `last` is False.

    Attributes:
        path: as given on the command line.
        variant: the format with its version, "" for a file that can't be read.
        records: the number of records of the file.
        findings: the diagnostics, in the order of printing.
        found: what is still to be made findings of.
        places: of the nodes of a record in pre-order, by their ids, where these aren't the same.
        failure: why nothing (or not all) could be checked, None if all could.
    """

    path: str
    variant: str = ""
    format: str | None = None
    records: int = 0
    findings: list[Diagnostic] = field(default_factory=list)
    found: list[RecordFindings] = field(default_factory=list)
    places: dict[int, dict[int, int]] = field(default_factory=dict)
    failure: Diagnostic | None = None
    last: bool = True

    def place_of(self, finding: Diagnostic) -> int:
        """The place in pre-order of the node of a finding, as a dump counts them."""
        assert finding.node is not None
        return self.places.get(finding.record or 0, {}).get(finding.node, finding.node)

    @property
    def status(self) -> int:
        """Exit status of this report alone: 0 clean, 1 something is odd, 2 unreadable."""
        if self.failure is not None:
            return FAILED
        return WARNINGS if any(one.severity in _ODD for one in self.findings) else OK

    def leave_out_on_request(self) -> None:
        """Leave out what is told to who asks for it only."""
        codes = FORMATS[self.format].load().on_request if self.format is not None else frozenset()
        self.findings = [one for one in self.findings if one.code not in codes]

    def tell(self, limit: _Limit | None) -> None:
        """Make findings of what was found, as far as a limit lets them be told."""
        for one in self.found:
            by_format = one.by_format if limit is None else limit(one.by_format)
            self.findings += told_once(one.by_reader, by_format, one.by_rules, one.lost)
            if one.places is not None and one.record is not None:
                self.places[one.record] = one.places
        self.found = []


def jobs_for(wanted: int, paths: list[str]) -> int:
    """In how many processes to check files: a second one takes as long to start as some megabytes."""
    if STANDARD in paths:  # which can't be read elsewhere
        return 1
    if wanted <= 0:
        size = 0
        for path in paths:
            with suppress(OSError):
                size += size_of(path)
        return processors() if size >= MUCH else 1
    return wanted


def check(
    paths: list[str], encoding: str | None, numbers: str, pause: GarbagePause, jobs: int = 1
) -> Iterator[JobStep[Report]]:
    """A job that reports on each file in turn, in a number of processes."""
    if jobs > 1:
        yield from _check_apart(paths, encoding, numbers, jobs)
        return
    total = len(paths) * _PARTS
    for number, path in enumerate(paths):
        for step in _check_one(path, encoding, numbers, pause):
            yield JobStep(number * _PARTS + step.done, total, step.result)


# -------------------------------------------------------------------------- in several processes


def _check_apart(
    paths: list[str], encoding: str | None, numbers: str, jobs: int
) -> Iterator[JobStep[Report]]:
    items = Items()
    try:
        at: list[str] = []
        for path in paths:
            items.add((path, encoding, numbers), parts_of(path, encoding, numbers, len(paths) == 1))
            at += [path] * (len(items) - len(at))
        if len(items) == 1:
            with GarbagePause() as pause:
                yield from _check_one(paths[0], encoding, numbers, pause)
        else:
            yield from _check_items(items, at, jobs)
    finally:
        items.close()


def _check_items(items: Items, paths: Sequence[str], jobs: int) -> Iterator[JobStep[Report]]:
    limit: _Limit | None = None
    lost = ""  # the path of a file of which nothing more is said
    for step in in_processes(_check_alone, items, jobs, patience=1.0, ahead=8 * jobs):
        if step.result is None:
            yield JobStep(step.done, step.total)
            continue
        number, reports, error = step.result
        path, part = paths[number], items.part(number)
        if part is not None and part.first:
            limit = None
        if isinstance(error, WorkerLost):
            failure = Diagnostic(Severity.ERROR, "check.lost", error.reason, record=None)
            reports = [*reports, Report(path, failure=failure)]
        elif error is not None:
            raise error
        for report in reports:
            if part is not None:
                if path == lost:
                    break
                format_ = FORMATS[report.format].load() if report.format is not None else None
                if limit is None and isinstance(format_, CheckedByRecord):
                    limit = format_.finding_limit()
                report.last = report.failure is not None or (report.last and part.last)
                if report.failure is not None:
                    lost = path
            report.tell(limit if part is not None else None)
            yield JobStep(step.done, step.total, report)


def _check_alone(
    path: str, encoding: str | None, numbers: str, part: Part | None
) -> Iterator[JobStep[Report]]:
    """Reports on a file or a part of it, in a process for such; a pause for each would take longer."""
    pause = _WORKERS_PAUSE.__enter__()
    if part is None:
        yield from _check_one(path, encoding, numbers, pause)
        return
    report = Report(path)
    try:
        with reading(path):
            collection = collection_of(path, encoding, part)
            for share, step in _check_records(report, collection, part.indexes, pause, part.first):
                yield JobStep(int(share * _PARTS), _PARTS, step)
    except ReadingFailed as error:
        report.failure = error.diagnostic
    report.last = True
    yield JobStep(_PARTS, _PARTS, report)


# ------------------------------------------------------------------------------ in this process


def _check_one(
    path: str, encoding: str | None, numbers: str, pause: GarbagePause
) -> Iterator[JobStep[Report]]:
    """Reports on a file; the last of them is `last`."""
    report = Report(path)
    try:
        with opened(path, encoding) as collection:
            format_ = FORMATS[collection.format].load()
            limit = format_.finding_limit() if isinstance(format_, CheckedByRecord) else None
            indexes = NumberedSet(collection, numbers).indexes
            for share, part in _check_records(report, collection, indexes, pause, True):
                if part is not None:
                    part.tell(limit)
                yield JobStep(int(share * _PARTS), _PARTS, part)
            report.tell(limit)
    except ReadingFailed as error:
        report.failure = error.diagnostic
    except NoSuchRecords as error:
        report.failure = Diagnostic(Severity.ERROR, "check.no-such-game", error.reason, record=None)
    report.last = True
    yield JobStep(_PARTS, _PARTS, report)


def _check_records(
    report: Report,
    collection: Collection,
    indexes: Sequence[int],
    pause: GarbagePause,
    whole: bool,
) -> Iterator[tuple[float, Report | None]]:
    """Check records of a collection, once each: (share of what is done, a report on some of them).

    `report` gets what is left at the end. `whole`: with what concerns the file as a whole.
    """
    path = report.path
    report.format, report.variant = collection.format, collection.variant
    report.records, report.last = len(collection), False
    format_ = FORMATS[collection.format].load()
    by_record = isinstance(format_, CheckedByRecord)
    check: Callable[[int, Record], CheckedRecord] | None = None
    records = collection
    if isinstance(format_, CheckedRecords):
        with reading(path):
            check = format_.record_checks(collection, indexes[0] if indexes else 0)
            records = played_ahead(collection, indexes, facts=True)
    told = 0 if whole else len(collection.diagnostics)
    lost = has_lost_letters(collection.diagnostics)
    found: list[RecordFindings] = []
    for number, index in enumerate(indexes):
        read = len(collection.diagnostics)
        with reading(path):
            record = records.record(index)
            checked = CheckedRecord([]) if check is None else check(index, record)
        by_format, by_rules = checked.findings, list[Diagnostic]()
        game = game_of(record.game)
        result = format_.by_role("result", record.headers, record.game)
        if checked.judged:
            by_rules += start_doubts(game, record)
            by_rules += end_told(game, record, result)
        else:
            for step in judge(game, record, result):
                by_rules += step.result or ()
                if step.done < step.total:
                    yield (number + step.done / step.total) / len(indexes), None
        by_rules = [finding.in_record(index) for finding in by_rules]
        some = chain(by_rules, by_format, collection.diagnostics[read:])
        named = not by_record or any(one.node is not None for one in some)
        places = places_of(record) if named else None
        found.append(RecordFindings(index, [], by_format, by_rules, places))
        if by_record:
            record.dissolve()
        else:
            pause.read(len(record.nodes))
        if by_record and (number + 1) % _TOGETHER == 0:
            part = Report(path, report.variant, report.format, report.records, last=False)
            part.found = _with_readers(found, collection.diagnostics[told:], lost)
            told, found = len(collection.diagnostics), []
            yield (number + 1) / len(indexes), part
        else:
            yield (number + 1) / len(indexes), None
    strict: list[Diagnostic] = []
    if check is None:
        with reading(path):
            strict = format_.strict(collection)
    report.found = _with_readers(found, collection.diagnostics[told:], lost, strict, indexes)


def _with_readers(
    found: list[RecordFindings],
    read: Sequence[Diagnostic],
    lost: bool,
    strict: Iterable[Diagnostic] = (),
    meant: Sequence[int] | None = None,
) -> list[RecordFindings]:
    """Findings with those of the reader and of the format put to their records, the whole file's first.

    Only those of the records `meant` and of the whole file are kept.
    """
    by_record = {one.record: one for one in found}
    first = RecordFindings(None, [], [], [])
    out = [first, *found]
    for each, by_reader in chain(zip(read, repeat(True)), zip(strict, repeat(False))):
        place = first if each.record is None else by_record.get(each.record)
        if place is None and (meant is None or each.record in meant):
            place = by_record[each.record] = RecordFindings(each.record, [], [], [])
            out.append(place)
        if place is not None:
            (place.by_reader if by_reader else place.by_format).append(each)
    return [
        one._replace(lost=lost) for one in out if one.by_reader or one.by_format or one.by_rules
    ]
