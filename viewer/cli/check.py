"""`qipu check`: the diagnostics of files, for people or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.files import SYSTEM
from viewer.base.garbage import GarbagePause
from viewer.base.messages import Message, counted, message
from viewer.cli.arguments import add_encoding, add_jobs, add_records, add_recursive, parser_of
from viewer.cli.checking import WARNINGS, Report, check, jobs_for
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import follow, json_text, place_of, put, say, utf8
from viewer.cli.neutral import diagnostic_data
from viewer.document.record_set import files_of
from viewer.tree.diagnostic import Diagnostic, Severity

_WORDS = {
    Severity.ERROR: message("error"),
    Severity.WARNING: message("warning"),
    Severity.INFO: message("note"),
}


@dataclass
class _Kind:
    """The findings of one code: how many, in how many files, and the first in words with its place."""

    severity: Severity
    code: str
    first: Message
    count: int = 0
    paths: set[str] = field(default_factory=set)


class _Totals:
    """Counts over all reports.

    Attributes:
        statuses: the exit status of each file.
    """

    def __init__(self) -> None:
        self.statuses: dict[int, int] = {}
        self._severities: Counter[Severity] = Counter()
        self._kinds: dict[tuple[Severity, str], _Kind] = {}

    def add(self, file: int, report: Report) -> None:
        """Count a report on a file, or on a part of one."""
        self.statuses[file] = max(self.statuses.get(file, OK), report.status)
        self._severities.update(one.severity for one in report.findings)
        for one in [*report.findings, *([report.failure] if report.failure is not None else [])]:
            kind = self._kinds.get((one.severity, one.code))
            if kind is None:
                place = place_of(report.path, one)
                first = message("{place}: {what}", place=place, what=_what(report, one))
                kind = _Kind(one.severity, one.code, first)
                self._kinds[one.severity, one.code] = kind
            kind.count += 1
            kind.paths.add(report.path)

    @property
    def counts(self) -> dict[str, int]:
        """The numbers of the last line."""
        states = Counter(self.statuses.values())
        return {
            "files": len(self.statuses),
            "clean": states[OK],
            "odd": states[WARNINGS],
            "unreadable": states[FAILED],
            "errors": self._severities[Severity.ERROR],
            "warnings": self._severities[Severity.WARNING],
            "notes": self._severities[Severity.INFO],
        }

    def kinds(self) -> list[_Kind]:
        """The kinds of findings: errors first, the most frequent first."""
        order = list(_WORDS)
        return sorted(self._kinds.values(), key=lambda one: (order.index(one.severity), -one.count))


def run(words: list[str]) -> int:
    """The command. Exit status 0 clean, 1 something is odd, 2 a file can't be read."""
    parser = parser_of("check")
    files = message("records, or folders of them; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    help_ = message("count the findings by kind, as for folders, and name the first of each")
    parser.add_argument("--summary", action="store_true", help=tr(help_))
    help_ = message("a line for each finding, for folders too")
    parser.add_argument("--each", action="store_true", help=tr(help_))
    help_ = message("say as well where a file isn't in the export form that its format defines")
    parser.add_argument("--export-form", action="store_true", help=tr(help_))
    add_recursive(parser)
    add_jobs(parser)
    add_records(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    paths = list(files_of(args.files))
    folders = [path for path in args.files if SYSTEM.is_folder(path) and path not in paths]
    by_kind = args.summary or (bool(folders) and not args.each)
    totals = _Totals()
    printed = _Json()
    file = 0
    with GarbagePause() as pause:
        job = check(paths, args.encoding, args.records, pause, jobs_for(args.jobs, paths))
        for report in follow(job):
            if not args.export_form:
                report.leave_out_on_request()
            totals.add(file, report)
            if args.json:
                printed.add(report, totals.statuses[file])
            elif not by_kind:
                _tell(report)
            file += report.last
    if args.json:
        printed.end(totals.counts)
    else:
        if by_kind:
            for kind in totals.kinds():
                _tell_kind(kind)
        say(_summary(totals))
    return max(totals.statuses.values())


# ---------------------------------------------------------------------------------- for people


def _tell_kind(kind: _Kind) -> None:
    times = counted("{count} time", "{count} times", kind.count)
    if len(kind.paths) > 1:
        times = message(
            "{times} in {files}",
            times=times,
            files=counted("{count} file", "{count} files", len(kind.paths)),
        )
    severity = _WORDS[kind.severity]
    words = message(
        "{severity} {code}, {times}: first {line}",
        severity=severity,
        code=kind.code,
        times=times,
        line=kind.first,
    )
    say(words)


def _tell(report: Report) -> None:
    failure = [report.failure] if report.failure is not None else []
    for finding in report.findings + failure:
        say(_line(report, finding))


def _line(report: Report, finding: Diagnostic) -> Message:
    return message(
        "{place}: {severity}: {what} [{code}]",
        place=place_of(report.path, finding),
        severity=_WORDS[finding.severity],
        what=_what(report, finding),
        code=finding.code,
    )


def _what(report: Report, finding: Diagnostic) -> Message:
    what = finding.message
    if finding.node is not None and finding.offset is None and finding.line is None:
        # What the rules find has no place in the file; `qipu render --node` shows it.
        what = message("node {number}: {what}", number=report.place_of(finding), what=what)
    if report.records > 1 and finding.record is not None:
        what = message("game {number}: {what}", number=finding.record + 1, what=what)
    return what


def _summary(totals: _Totals) -> Message:
    return message(
        "{files} checked: {clean} clean, {odd} odd, {unreadable} unreadable;"
        " errors: {errors}, warnings: {warnings}, notes: {notes}",
        **totals.counts,
    )


# ------------------------------------------------------------------------------------- as JSON


class _Json:
    """One object: `files`, each with its diagnostics as in a dump, and `summary`; printed as it comes."""

    def __init__(self) -> None:
        self._between = '{"files": [\n'
        self._begun = False

    def add(self, report: Report, status: int) -> None:
        """Print what a report says; `status` is that of the file, once its last report is there."""
        if not self._begun:
            head = {
                "file": report.path,
                "format": report.format,
                "variant": report.variant,
                "records": report.records,
            }
            put(utf8(f'{self._between}{_text(head)[:-1]}, "diagnostics": ['))
            self._between, self._begun = "\n", True
        found = [
            diagnostic_data(one, report.places.get(one.record or 0)) for one in report.findings
        ]
        if report.failure is not None:
            found.append(diagnostic_data(report.failure))
        for one in found:
            put(utf8(f"{self._between}{_text(one)}"))
            self._between = ",\n"
        if report.last:
            put(f'], "status": {status}}}'.encode())
            self._between, self._begun = ",\n", False

    def end(self, counts: dict[str, int]) -> None:
        """Print the summary."""
        put(f'\n], "summary": {_text(counts)}}}\n'.encode())


def _text(data: Mapping[str, Any]) -> str:
    return json_text(data)
