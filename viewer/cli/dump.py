"""`qipu dump`: the content of a file as read, in JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.cli.arguments import add_encoding, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import complain, follow, put, utf8
from viewer.cli.failures import ReadingFailed, opened, reading
from viewer.cli.neutral import diagnostic_data, opening_data, places_of, record_data
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.games.judge import judge

_PARTS = 1000  # of a record, in the count of what is done


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 where nothing could be read (of any one file)."""
    parser = parser_of("dump")
    files = message("records; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    help_ = message("a JSON object per line and file; goes on after an unreadable file")
    parser.add_argument("--lines", action="store_true", help=tr(help_))
    help_ = message("also the opening of each game, named from its moves")
    parser.add_argument("--openings", action="store_true", help=tr(help_))
    add_encoding(parser)
    args = parser.parse_args(words)
    if len(args.files) > 1 and not args.lines:
        parser.error(tr(message("several files need --lines")))
    with GarbagePause() as pause:
        if args.lines:
            return _lines(args.files, args.encoding, pause, args.openings)
        dump = dump_file(args.files[0], args.encoding, pause, line_end="\n", openings=args.openings)
        for part in follow(dump):
            put(utf8(part))
        put(b"\n")
    return OK


def _lines(paths: list[str], encoding: str | None, pause: GarbagePause, openings: bool) -> int:
    status = OK
    for path in paths:
        head = {"file": path}
        try:
            # Whole or not at all: a line that breaks off would spoil the next one.
            line = "".join(follow(dump_file(path, encoding, pause, head, openings=openings)))
        except ReadingFailed as error:
            complain(error.reason)
            line = _json({**head, **_nothing(error)})
            status = FAILED
        put(utf8(line) + b"\n")
        sys.stdout.buffer.flush()
    return status


def dump_file(
    path: str,
    encoding: str | None,
    pause: GarbagePause,
    head: Mapping[str, str] | None = None,
    line_end: str = "",
    openings: bool = False,
) -> Iterator[JobStep[str]]:
    """The parts of a file's dump, as a job; `head` are keys that come before all others.

    With `openings`, records have a key "opening", null if their moves have no name.
    Raises ReadingFailed before the first part, or at a record that the disk no longer gives.
    """
    with opened(path, encoding) as collection:
        yield from _dump(path, collection, pause, head, line_end, openings)


def _dump(
    path: str,
    collection: Collection,
    pause: GarbagePause,
    head: Mapping[str, str] | None,
    line_end: str,
    openings: bool,
) -> Iterator[JobStep[str]]:
    total = len(collection)
    format_ = FORMATS[collection.format].load()
    findings: list[dict[str, Any]] = []
    indices: dict[int, dict[int, int]] = {}
    before = f'"records":[{line_end}'
    if not total:
        yield JobStep(0, 0, _head(collection, None, head) + before)
    for index in range(total):
        with reading(path):
            record = collection.record(index)
        if index == 0:
            before = _head(collection, record.encoding, head) + before
        game = game_of(record.game)
        data = record_data(game, record, format_)
        if openings:
            data["opening"] = opening_data(game, record)
        yield JobStep(index * _PARTS, total * _PARTS, before + _json(data))
        before = f",{line_end}"
        mine = places_of(record)
        if mine is not None:
            indices[index] = mine
        for step in judge(game, record):
            for finding in step.result or ():
                findings.append(diagnostic_data(finding.in_record(index), mine))
            yield JobStep(index * _PARTS + step.done * _PARTS // step.total, total * _PARTS)
        pause.read(len(record.nodes))
    read = [diagnostic_data(one, indices.get(one.record or 0)) for one in collection.diagnostics]
    text = f",{line_end}".join(_json(one) for one in read + findings)
    yield JobStep(
        total, total, f'{line_end}],{line_end}"diagnostics":[{line_end}{text}{line_end}]}}'
    )


def _head(collection: Collection, encoding: str | None, head: Mapping[str, str] | None) -> str:
    """The object's beginning, to which more keys are added."""
    start = {**(head or {}), "format": collection.format, "encoding": encoding}
    return _json(start)[:-1] + ","


def _nothing(error: ReadingFailed) -> dict[str, Any]:
    """The dump of a file of which nothing could be read."""
    diagnostics = [diagnostic_data(error.diagnostic)]
    return {"format": None, "encoding": None, "records": [], "diagnostics": diagnostics}


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
