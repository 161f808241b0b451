"""`qipu dump`: the content of a file as read, in JSON."""

from __future__ import annotations

import sys
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause
from viewer.base.messages import message
from viewer.cli.arguments import add_encoding, add_jobs, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import STANDARD, ReadingFailed, complain, follow, put, utf8
from viewer.cli.dumping import Way, dump_file, json_of
from viewer.cli.neutral import diagnostic_data
from viewer.document.parts import parts_of


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 where nothing could be read (of any one file)."""
    parser = parser_of("dump")
    files = message("records; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    help_ = message("a JSON object per line and file; goes on after an unreadable file")
    parser.add_argument("--lines", action="store_true", help=tr(help_))
    help_ = message("also the opening of each game, named from its moves")
    parser.add_argument("--openings", action="store_true", help=tr(help_))
    add_jobs(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    if len(args.files) > 1 and not args.lines:
        parser.error(tr(message("several files need --lines")))
    with GarbagePause() as pause:
        if args.lines:
            return _lines(args.files, args.encoding, pause, args.openings)
        way = Way("\n", args.openings)
        (path,) = args.files
        alone = args.jobs == 1 or path == STANDARD
        parts = None if alone else parts_of(path, args.encoding)
        if parts is None:
            dump = dump_file(path, args.encoding, pause, way=way)
        else:
            from viewer.cli.dump_parts import dump_apart  # deferred: other processes

            dump = dump_apart(path, args.encoding, way, parts, args.jobs)
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
            line = "".join(follow(dump_file(path, encoding, pause, head, Way(openings=openings))))
        except ReadingFailed as error:
            complain(error.reason)
            line = json_of({**head, **_nothing(error)})
            status = FAILED
        put(utf8(line) + b"\n")
        sys.stdout.buffer.flush()
    return status


def _nothing(error: ReadingFailed) -> dict[str, Any]:
    """The dump of a file of which nothing could be read."""
    diagnostics = [diagnostic_data(error.diagnostic)]
    return {"format": None, "encoding": None, "records": [], "diagnostics": diagnostics}
