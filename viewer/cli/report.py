"""`qipu report`: how games were played, on the terminal or as a page, a book or a text."""

from __future__ import annotations

from argparse import Namespace

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.cli.arguments import add_encoding, add_records, parser_of
from viewer.cli.console import STANDARD, Failed
from viewer.cli.export import exported
from viewer.publish.kinds import KINDS, ExportKind, report_kind
from viewer.publish.targets import is_folder


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 if something couldn't be reported."""
    parser = parser_of("report")
    files = message("records, or folders of them; - is standard input")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    out = message(
        "a page (.html), a book (.pdf) or a text (.md, .tex, .txt); a folder for a page of each file; by"
        " default standard output"
    )
    parser.add_argument("-o", "--output", metavar="OUT", default=STANDARD, help=tr(out))
    player = message("the player whose moves it is about; otherwise it is about both sides")
    parser.add_argument("--player", metavar="NAME", default="", help=tr(player))
    parser.add_argument(
        "--style",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help=tr(message("a choice of the form, as of qipu export")),
    )
    add_records(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    try:
        return _run(args)
    except Refused as error:
        raise Failed(error.reason) from error


def _run(args: Namespace) -> int:
    kind = _kind(args.output)
    fields = {field.key for field in kind.load().fields}
    chosen = ["report"] if "style" in fields else []
    chosen += [f"about={args.player}", *args.style]
    more = {"kind": kind.id, "form": None, "ply": None, "node": None, "jobs": 1, "style": chosen}
    return exported(Namespace(**{**vars(args), **more}))


def _kind(output: str) -> ExportKind:
    if output == STANDARD:
        return KINDS["text"]
    return KINDS["report"] if is_folder(output) else report_kind(output)
