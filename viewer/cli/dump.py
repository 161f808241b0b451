"""`qipu dump`: the content of a file as read, in JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.files import SYSTEM
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.cli.arguments import add_encoding, add_jobs, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import (
    STANDARD,
    ReadingFailed,
    complain,
    follow,
    json_text,
    opened,
    put,
    reading,
    utf8,
)
from viewer.cli.neutral import diagnostic_data, dumping, places_of
from viewer.document.parts import Items, Part, Parts, collection_of, parts_of
from viewer.document.record_set import files_of
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.tree.diagnostic import Diagnostic

_PARTS = 1000  # of a record, in the count of what is done
_WORKERS_PAUSE = GarbagePause()  # entered in workers only, which end with it


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 where nothing could be read (of any one file)."""
    parser = parser_of("dump")
    files = message("records; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    help_ = message("a JSON object per line and file; goes on after an unreadable file")
    parser.add_argument("--lines", action="store_true", help=tr(help_))
    help_ = message("also the opening of each game, named from its moves")
    parser.add_argument("--openings", action="store_true", help=tr(help_))
    help_ = message("also the count of each game of go by several rules, and why they differ")
    parser.add_argument("--counts", action="store_true", help=tr(help_))
    add_jobs(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    args.files = list(chain.from_iterable(map(_files_of, args.files)))
    if len(args.files) > 1 and not args.lines:
        parser.error(tr(message("several files need --lines")))
    with GarbagePause() as pause:
        if args.lines:
            return _lines(args.files, args.encoding, pause, _Way("", args.openings, args.counts))
        way = _Way("\n", args.openings, args.counts)
        (path,) = args.files
        alone = args.jobs == 1 or path == STANDARD
        parts = None if alone else parts_of(path, args.encoding)
        if parts is None:
            dump = _dump_file(path, args.encoding, pause, way)
        else:
            dump = _dump_apart(path, args.encoding, way, parts, args.jobs)
        for part in follow(dump):
            put(utf8(part))
        put(b"\n")
    return OK


def _files_of(path: str) -> list[str]:
    """The files of an archive; otherwise the path."""
    return list(files_of([path])) if SYSTEM.is_folder(path) and not os.path.isdir(path) else [path]


def _lines(paths: list[str], encoding: str | None, pause: GarbagePause, way: _Way) -> int:
    status = OK
    for path in paths:
        head = {"file": path}
        try:
            # Whole or not at all: a line that breaks off would spoil the next one.
            line = "".join(follow(_dump_file(path, encoding, pause, way, head)))
        except ReadingFailed as error:
            complain(error.reason)
            line = _json_of({**head, **_nothing(error)})
            status = FAILED
        put(utf8(line) + b"\n")
        sys.stdout.buffer.flush()
    return status


def _nothing(error: ReadingFailed) -> dict[str, Any]:
    """The dump of a file of which nothing could be read."""
    diagnostics = [diagnostic_data(error.diagnostic)]
    return {"format": None, "encoding": None, "records": [], "diagnostics": diagnostics}


class _Way(NamedTuple):
    """How records are dumped: with which line ends, and whether with their openings and counts."""

    line_end: str = ""
    openings: bool = False
    counts: bool = False


class _Dumped(NamedTuple):
    """A record in a dump: its JSON, and that of the diagnostics by the rules."""

    record: int
    encoding: str | None
    text: str
    places: dict[int, int] | None
    by_rules: list[str]


def _dump_file(
    path: str,
    encoding: str | None,
    pause: GarbagePause,
    way: _Way,
    head: Mapping[str, str] | None = None,
) -> Iterator[JobStep[str]]:
    """The parts of a file's dump, as a job; `head` are keys that come before all others.

    Where openings are wanted, records have a key "opening", null if their moves have no name; where counts
    are, those of games that are counted have a key "counts".
    Raises ReadingFailed before the first part, or at a record that the disk no longer gives.
    """
    with opened(path, encoding) as collection:
        total = len(collection)
        before = f'"records":[{way.line_end}'
        if not total:
            yield JobStep(0, 0, _head_of(collection, None, head) + before)
        places: dict[int, dict[int, int]] = {}
        by_rules: list[str] = []
        for step in _records_dumped(path, collection, range(total), pause, way):
            one = step.result
            if one is None:
                yield JobStep(step.done, step.total)
                continue
            if one.record == 0:
                before = _head_of(collection, one.encoding, head) + before
            if one.places is not None:
                places[one.record] = one.places
            by_rules += one.by_rules
            yield JobStep(step.done, step.total, before + one.text)
            before = f",{way.line_end}"
        by_reader = _rows_of(collection.diagnostics, places)
    yield JobStep(1, 1, _end_of(by_reader + by_rules, way))


def _records_dumped(
    path: str, collection: Collection, indexes: Sequence[int], pause: GarbagePause, way: _Way
) -> Iterator[JobStep[_Dumped]]:
    """A job that dumps records of a collection."""
    total = len(indexes) * _PARTS
    format_ = FORMATS[collection.format].load()
    for number, index in enumerate(indexes):
        with reading(path):
            record = collection.record(index)
        game = game_of(record.game)
        for step in dumping(game, record, format_, way.openings, way.counts):
            done = number * _PARTS + step.done * _PARTS // step.total
            if step.result is None:
                yield JobStep(done, total)
                continue
            data, found = step.result
            places = places_of(record)
            rows = [_json_of(diagnostic_data(one.in_record(index), places)) for one in found]
            one = _Dumped(index, record.encoding, _json_of(data), places, rows)
            yield JobStep(done, total, one)
        if isinstance(format_, CheckedByRecord):  # which is read anew for each who asks
            record.dissolve()
        else:
            pause.read(len(record.nodes))


def _rows_of(found: Sequence[Diagnostic], places: Mapping[int, dict[int, int]]) -> list[str]:
    """Diagnostics as JSON; `places` of the nodes of records where they aren't their ids."""
    return [_json_of(diagnostic_data(one, places.get(one.record or 0))) for one in found]


def _end_of(rows: list[str], way: _Way) -> str:
    """What stands behind the records, with the diagnostics."""
    text = f",{way.line_end}".join(rows)
    return f'{way.line_end}],{way.line_end}"diagnostics":[{way.line_end}{text}{way.line_end}]}}'


def _head_of(collection: Collection, encoding: str | None, head: Mapping[str, str] | None) -> str:
    """The object's beginning, to which more keys are added."""
    start = {**(head or {}), "format": collection.format, "encoding": encoding}
    return _json_of(start)[:-1] + ","


def _json_of(data: Mapping[str, Any]) -> str:
    """JSON in one line."""
    return json_text(data, between=(",", ":"))


class _DumpedPart(NamedTuple):
    """Some records in a dump, the head of the dump, and the diagnostics by the reader and by the rules."""

    head: str
    text: str
    by_reader: list[str]
    by_rules: list[str]


def _dump_apart(
    path: str, encoding: str | None, way: _Way, parts: Parts, jobs: int
) -> Iterator[JobStep[str]]:
    """`_dump_file` in several processes (0: one a processor), which dump parts of the file."""
    from viewer.base.processes import WorkerLost, in_processes, processors  # deferred: a long file

    jobs = jobs if jobs > 0 else processors()
    items = Items()
    items.add((path, encoding, way), parts)
    by_reader: list[str] = []
    by_rules: list[str] = []
    try:
        for step in in_processes(_dump_part, items, jobs, patience=1.0, ahead=4 * jobs):
            text = None
            if step.result is not None:
                number, results, error = step.result
                if isinstance(error, WorkerLost):
                    raise ReadingFailed(path, "dump.lost", error.reason) from error
                if error is not None:
                    raise error
                (part,) = results
                if isinstance(part, Diagnostic):
                    raise ReadingFailed(path, part.code, part.message)
                before = f",{way.line_end}" if number else f'{part.head}"records":[{way.line_end}'
                text = before + part.text
                by_reader += part.by_reader
                by_rules += part.by_rules
            yield JobStep(step.done, step.total, text)
    finally:
        items.close()
    yield JobStep(1, 1, _end_of(by_reader + by_rules, way))


def _dump_part(
    path: str, encoding: str | None, way: _Way, part: Part
) -> Iterator[JobStep[_DumpedPart | Diagnostic]]:
    """A part of a dump, in a process for such; or why the file can't be read."""
    pause = _WORKERS_PAUSE.__enter__()
    try:
        with reading(path):
            collection = collection_of(path, encoding, part)
        told = len(collection.diagnostics)
        texts: list[str] = []
        by_rules: list[str] = []
        places: dict[int, dict[int, int]] = {}
        head = ""
        for step in _records_dumped(path, collection, part.indexes, pause, way):
            one = step.result
            if one is not None:
                head = head or _head_of(collection, one.encoding, None)
                texts.append(one.text)
                by_rules += one.by_rules
                if one.places is not None:
                    places[one.record] = one.places
            yield JobStep(step.done, step.total)
        text = f",{way.line_end}".join(texts)
        by_reader = _rows_of(collection.diagnostics[told:], places)
        yield JobStep(1, 1, _DumpedPart(head, text, by_reader, by_rules))
    except ReadingFailed as error:
        yield JobStep(1, 1, error.diagnostic)
