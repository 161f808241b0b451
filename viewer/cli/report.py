"""`qipu report`: how games were played, on the terminal or as a page, a book or a text."""

from __future__ import annotations

import os
from argparse import Namespace
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.person_names import OwnNames, one_line
from viewer.base.refused import Refused
from viewer.cli.arguments import add_encoding, add_records, parser_of
from viewer.cli.commands import FAILED, OK
from viewer.cli.console import (
    STANDARD,
    Failed,
    complain,
    follow,
    json_text,
    put,
    standard_input,
    utf8,
)
from viewer.cli.export import exported, style_of, tell
from viewer.cli.mistakes import NOTHING_FOUND, own_names
from viewer.document.reading.player_report import BY, PlayerReport, counting
from viewer.document.record_set import files_of
from viewer.document.whose_games import names_of_files, nobody
from viewer.library import LibraryFailed
from viewer.library.game_sources import source_named
from viewer.publish.export import Order, exporting_sections, told
from viewer.publish.exporter import Missing
from viewer.publish.kinds import KINDS, ExportKind, report_kind
from viewer.publish.player_reports import player_section
from viewer.publish.styles import report_values
from viewer.publish.targets import Target, is_folder, keep_read


def run(words: list[str]) -> int:
    """The command. Exit status 0, 1 if no game is the player's, 2 if something couldn't be reported."""
    parser = parser_of("report")
    files = message("records, or folders of them; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    out = message(
        "a page (.html), a book (.pdf) or a text (.md, .tex, .txt); a folder for a page of each file; by"
        " default standard output"
    )
    parser.add_argument("-o", "--output", metavar="OUT", default=STANDARD, help=tr(out))
    player = message(
        "the player whose moves it is about, otherwise you by your names in the settings; of games of others"
        " it is about both sides"
    )
    parser.add_argument("--player", metavar="NAME", default="", help=tr(player))
    parser.add_argument(
        "--style",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=tr(message("a choice of the form, as of qipu export")),
    )
    together = message(
        "one report of all games of the player (otherwise of your names in the settings), by opening,"
        " colour, phase, time trouble and month; a library may be named, too"
    )
    parser.add_argument("--together", action="store_true", help=tr(together))
    listed = message("with --together: the games of each row")
    parser.add_argument("--list", action="store_true", help=tr(listed))
    json = message("with --together: print JSON")
    parser.add_argument("--json", action="store_true", help=tr(json))
    add_records(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    if (args.json or args.list) and not args.together:
        parser.error(tr(message("--list and --json go with --together")))
    if args.json and args.output != STANDARD:
        parser.error(tr(message("--json prints: it goes without --output")))
    try:
        return _together(args) if args.together else _run(args)
    except (Refused, LibraryFailed) as error:
        raise Failed(error.reason) from error


def _run(args: Namespace) -> int:
    kind = _kind(args.output)
    given = {STANDARD: standard_input()} if STANDARD in args.files else {}
    if args.player:
        known = names_of_files(files_of(args.files), args.records, args.encoding, given)
        mine = OwnNames(args.player)
        if known and not any(map(mine.has, known)):
            complain(nobody(args.player, known))
            return NOTHING_FOUND
    fields = {field.key for field in kind.load().fields}
    chosen = ["report"] if "style" in fields else []
    chosen += [f"about={one_line(args.player or own_names())}", *args.style]
    more = {"kind": kind.id, "form": None, "ply": None, "node": None, "jobs": 1, "style": chosen}
    return exported(Namespace(**{**vars(args), **more}), given)


def _kind(output: str) -> ExportKind:
    if output == STANDARD:
        return KINDS["text"]
    return KINDS["report"] if is_folder(output) else report_kind(output)


# -------------------------------------------------------------------------- games of a player


def _together(args: Namespace) -> int:
    names = args.player or own_names()
    if not OwnNames(names):
        raise Failed(message("Name the player with --player, or yourself in the settings."))
    files = list(files_of(source_named(args.files).paths))
    if args.output != STANDARD:
        keep_read([args.output], files)
    (report,) = follow(counting(files, names))
    for path, why in report.failures:
        complain(message("{path}: {why}", path=path, why=why))
    status = FAILED if report.failures else OK
    if report.stranger is not None:
        complain(report.stranger)
        return max(status, NOTHING_FOUND)
    if args.json:
        for words in report.told:
            complain(words)
        put(utf8(json_text(_data(report))) + b"\n")
        return status
    return max(status, _write(args, report, names))


def _write(args: Namespace, report: PlayerReport, names: str) -> int:
    """Write the report in the form that the name of the output has, or to standard output."""
    path, aloud = args.output, args.output == STANDARD
    kind = KINDS["text"] if aloud else report_kind(path)
    folder = None if aloud else os.path.dirname(os.path.abspath(path))
    section = player_section(report, names, tr, folder, args.list or not aloud)
    values = report_values(kind.load().fields, {}, style_of(args.style))
    name = OwnNames(names).chief
    job = exporting_sections([section], name, Target(path), Order(kind.id, values, words=tr))
    status = OK
    for done in follow(told(job, path)):
        if isinstance(done, Missing):
            complain(done.words)
        else:
            status = max(status, tell(done, several=False))
    return status


def _data(report: PlayerReport) -> dict[str, Any]:
    rows = {"all": [report.all], **{by: report.rows(by) for by in BY}}
    return {
        by: [
            {
                "name": row.name.text(),
                "games": row.games,
                "won": row.won,
                "drawn": row.drawn,
                "lost": row.lost,
                "open": row.open,
                "accuracy": row.accuracy,
                "records": [[one.path, one.number] for one in report.games_of(row)],
            }
            for row in some
        ]
        for by, some in rows.items()
    }
