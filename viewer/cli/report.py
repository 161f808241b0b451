"""`qipu report`: how games were played, on the terminal or as a page, a book or a text."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.columns import width_of
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
    say,
    standard_input,
    utf8,
)
from viewer.cli.export import exported
from viewer.cli.mistakes import NOTHING_FOUND, own_names, sources_of
from viewer.document.reading.player_games import names_of_files, nobody
from viewer.document.reading.player_report import BY, PlayerReport, counting, row_words
from viewer.document.record_set import files_of
from viewer.library import LibraryFailed
from viewer.publish.kinds import KINDS, ExportKind, report_kind
from viewer.publish.targets import is_folder


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
    (report,) = follow(counting(list(files_of(sources_of(args.files))), names))
    for path, why in report.failures:
        complain(message("{path}: {why}", path=path, why=why))
    for words in report.told:
        complain(words)
    if args.json:
        put(utf8(json_text(_data(report))) + b"\n")
    else:
        _tell(report, args.list)
    if report.failures:
        return FAILED
    return OK if report.all.games else NOTHING_FOUND


def _tell(report: PlayerReport, listed: bool) -> None:
    for by, title in {"": report.all.name, **BY}.items():
        rows = report.rows(by) if by else [report.all]
        say(message("{what}:", what=title))
        names = [tr(row.name) for row in rows]
        width = max(map(width_of, names), default=0)
        for name, row in zip(names, rows, strict=True):
            gap = " " * (width - width_of(name))
            say(message("  {name}  {counts}", name=f"{name}{gap}", counts=row_words(row)))
            for one in report.games_of(row) if listed else ():
                say(message("    {file}, {number}", file=one.path, number=one.number + 1))


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
