"""`qipu check`: the diagnostics of files, for people or as JSON."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, message
from viewer.base.processes import WorkerLost, in_processes, processors
from viewer.cli.arguments import add_encoding, add_records, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import STANDARD, follow, put, say, utf8
from viewer.cli.failures import ReadingFailed, opened, reading
from viewer.cli.neutral import diagnostic_data, places_of
from viewer.document.record_set import NoSuchRecords, NumberedSet, files_of
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.judge import judge
from viewer.tree.diagnostic import Diagnostic, Severity, told_once

WARNINGS = 1
_MUCH = 2**21  # bytes
_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it
_PARTS = 1000  # of a file, in the count of what is done
_ODD = (Severity.ERROR, Severity.WARNING)

_WORDS = {
    Severity.ERROR: message("error"),
    Severity.WARNING: message("warning"),
    Severity.INFO: message("note"),
}


@dataclass
class Report:
    """The report on one file.

    Attributes:
        path: as given on the command line.
        variant: the format with its version, "" for a file that can't be read.
        records: the number of records.
        findings: the diagnostics, in the order of printing.
        places: of the nodes of a record in pre-order, by their ids, where these aren't the same.
        failure: why nothing (or not all) could be checked, None if all could.
    """

    path: str
    variant: str = ""
    format: str | None = None
    records: int = 0
    findings: list[Diagnostic] = field(default_factory=list)
    places: dict[int, dict[int, int]] = field(default_factory=dict)
    failure: Diagnostic | None = None

    def place_of(self, finding: Diagnostic) -> int:
        """The place in pre-order of the node of a finding, as a dump counts them."""
        assert finding.node is not None
        return self.places.get(finding.record or 0, {}).get(finding.node, finding.node)

    @property
    def status(self) -> int:
        """Exit status of this file alone: 0 clean, 1 something is odd, 2 unreadable."""
        if self.failure is not None:
            return FAILED
        return WARNINGS if any(one.severity in _ODD for one in self.findings) else OK


def run(words: list[str]) -> int:
    """The command. Exit status 0 clean, 1 something is odd, 2 a file can't be read."""
    parser = parser_of("check")
    files = message("records, or folders of them; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    at_a_time = message("check so many files at a time; otherwise as many as is quickest")
    parser.add_argument("--jobs", metavar="N", type=int, default=0, help=tr(at_a_time))
    add_records(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    paths = list(files_of(args.files))
    reports: list[Report] = []
    with GarbagePause() as pause:
        job = check(paths, args.encoding, args.records, pause, _jobs(args.jobs, paths))
        for report in follow(job):
            reports.append(report)
            if not args.json:
                _tell(report)
    if args.json:
        _tell_json(reports)
    else:
        say(_summary(reports))
    return max(report.status for report in reports)


def _jobs(wanted: int, paths: list[str]) -> int:
    """In how many processes to check files: a second one takes as long to start as some megabytes."""
    if STANDARD in paths:  # which can't be read elsewhere
        return 1
    if wanted <= 0:
        size = 0
        for path in paths:
            with suppress(OSError):
                size += os.stat(path).st_size
        if size < _MUCH:
            return 1

        wanted = processors()
    return min(wanted, len(paths))


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


def _check_apart(
    paths: list[str], encoding: str | None, numbers: str, jobs: int
) -> Iterator[JobStep[Report]]:
    items = [(path, encoding, numbers) for path in paths]
    for step in in_processes(_check_alone, items, jobs, patience=1.0):
        report = None
        if step.result is not None:
            number, found, error = step.result
            if isinstance(error, WorkerLost):
                lost = Diagnostic(Severity.ERROR, "check.lost", error.reason, record=None)
                found = [Report(paths[number], failure=lost)]
            elif error is not None:
                raise error
            (report,) = found
        yield JobStep(step.done, step.total, report)


def _check_alone(path: str, encoding: str | None, numbers: str) -> Iterator[JobStep[Report]]:
    """The report on a file, in a process for such; a pause for each file would take a third more time."""
    yield from _check_one(path, encoding, numbers, _WORKERS_PAUSE.__enter__())


def _check_one(
    path: str, encoding: str | None, numbers: str, pause: GarbagePause
) -> Iterator[JobStep[Report]]:
    report = Report(path)
    try:
        for done in _check_file(report, encoding, numbers, pause):
            yield JobStep(int(done * _PARTS), _PARTS)
    except ReadingFailed as error:
        report.failure = error.diagnostic
    except NoSuchRecords as error:
        report.failure = Diagnostic(Severity.ERROR, "check.no-such-game", error.reason, record=None)
    yield JobStep(_PARTS, _PARTS, report)


def _check_file(
    report: Report, encoding: str | None, numbers: str, pause: GarbagePause
) -> Iterator[float]:
    """Fill in a report; yields the progress, as a fraction."""
    with opened(report.path, encoding) as collection:
        report.format, report.variant = collection.format, collection.variant
        report.records = len(collection)
        against_rules: list[Diagnostic] = []
        chosen = NumberedSet(collection, numbers).indexes
        for number, index in enumerate(chosen):
            with reading(report.path):
                record = collection.record(index)
            places = places_of(record)
            if places is not None:
                report.places[index] = places
            for step in judge(game_of(record.game), record):
                against_rules += [finding.in_record(index) for finding in step.result or ()]
                yield (number + step.done / step.total) / len(chosen)
            pause.read(len(record.nodes))
        with reading(report.path):
            strict = FORMATS[collection.format].load().strict(collection)
    # What the reader says comes first within a record; what concerns the whole file before all.
    meant = {None, *chosen}
    found = [*collection.diagnostics, *told_once(strict, against_rules)]
    report.findings = [one for one in found if one.record in meant]
    report.findings.sort(key=lambda one: -1 if one.record is None else one.record)


# ---------------------------------------------------------------------------------- for people


def _tell(report: Report) -> None:
    failure = [report.failure] if report.failure is not None else []
    for finding in report.findings + failure:
        what = finding.message
        if finding.node is not None and finding.offset is None and finding.line is None:
            # What the rules find has no place in the file; `qipu render --node` shows it.
            what = message("node {number}: {what}", number=report.place_of(finding), what=what)
        if report.records > 1 and finding.record is not None:
            what = message("game {number}: {what}", number=finding.record + 1, what=what)
        say(
            message(
                "{place}: {severity}: {what} [{code}]",
                place=_place(report.path, finding),
                severity=_WORDS[finding.severity],
                what=what,
                code=finding.code,
            )
        )


def _place(path: str, finding: Diagnostic) -> str:
    """`file:line:column` as editors read it; an offset is told from a line by being hexadecimal."""
    if finding.line is not None:
        return ":".join(str(part) for part in (path, finding.line, finding.column) if part)
    return path if finding.offset is None else f"{path}:0x{finding.offset:X}"


def _summary(reports: list[Report]) -> Message:
    return message(
        "{files} checked: {clean} clean, {odd} odd, {unreadable} unreadable;"
        " errors: {errors}, warnings: {warnings}, notes: {notes}",
        **_counts(reports),
    )


def _counts(reports: list[Report]) -> dict[str, int]:
    findings = Counter(finding.severity for report in reports for finding in report.findings)
    states = Counter(report.status for report in reports)
    return {
        "files": len(reports),
        "clean": states[OK],
        "odd": states[WARNINGS],
        "unreadable": states[FAILED],
        "errors": findings[Severity.ERROR],
        "warnings": findings[Severity.WARNING],
        "notes": findings[Severity.INFO],
    }


# ------------------------------------------------------------------------------------- as JSON


def _tell_json(reports: list[Report]) -> None:
    """One object: `files`, each with its diagnostics as in a dump, and `summary`."""
    data = {"files": [_report_data(report) for report in reports], "summary": _counts(reports)}
    put(utf8(json.dumps(data, ensure_ascii=False, indent=1)) + b"\n")


def _report_data(report: Report) -> dict[str, Any]:
    findings = [diagnostic_data(one, report.places.get(one.record or 0)) for one in report.findings]
    if report.failure is not None:
        findings.append(diagnostic_data(report.failure))
    return {
        "file": report.path,
        "format": report.format,
        "variant": report.variant,
        "status": report.status,
        "records": report.records,
        "diagnostics": findings,
    }
