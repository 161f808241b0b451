"""`qipu render`: the board of a record at a ply or node as SVG or PNG."""

from __future__ import annotations

from argparse import Namespace

from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause
from viewer.base.loading import load_named
from viewer.base.messages import message
from viewer.cli.arguments import add_encoding, add_place, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import STANDARD, Failed, opened, put, reading, utf8
from viewer.document.saving.save import SaveError, write_file
from viewer.face import PICTURES, Refused, render
from viewer.formats.detect import suffix_of
from viewer.publish.exporter import Place
from viewer.scene.theme import BOARD_THEMES

_THUMBNAIL = "viewer.cli.thumbnail:thumbnail"  # it needs Qt, and limits this process


def run(words: list[str]) -> int:
    """The command. Exit status 0, or 2 where the file can't be read or the picture not be written."""
    parser = parser_of("render")
    parser.add_argument("file", metavar="FILE", help=tr(message("a record; - is standard input")))
    parser.add_argument(
        "-o",
        "--output",
        metavar="OUT",
        required=True,
        help=tr(message("the picture; its suffix is .svg or .png; - is standard output")),
    )
    parser.add_argument(
        "--to",
        choices=PICTURES,
        help=tr(message("the kind of picture, whatever OUT is called; svg for standard output")),
    )
    add_place(parser)
    parser.add_argument(
        "--record",
        type=int,
        default=0,
        metavar="N",
        help=tr(message("of a file with several records, as qipu dump counts them")),
    )
    parser.add_argument("--size", type=int, default=800, metavar="PX", help=tr(message("width")))
    parser.add_argument("--theme", choices=list(BOARD_THEMES), default="light")
    parser.add_argument("--flip", action="store_true", help=tr(message("seen from the other side")))
    parser.add_argument(
        "--mirror", action="store_true", help=tr(message("left and right exchanged"))
    )
    parser.add_argument(
        "--pieces",
        default="",
        metavar="SET",
        help=tr(message("how the pieces look, where a game has a choice (shogi: one, two …)")),
    )
    parser.add_argument(
        "--thumbnail",
        action="store_true",
        help=tr(
            message(
                "for file managers: the end of the first record as PNG, within a square of --size,"
                " or none if that takes long"
            )
        ),
    )
    add_encoding(parser)
    args = parser.parse_args(words)
    try:
        data = load_named(_THUMBNAIL)(args.file, args.size) if args.thumbnail else _drawn(args)
        if args.output == STANDARD:
            put(data)
        else:
            write_file(args.output, [data], None)
    except (Refused, SaveError) as error:
        raise Failed(error.reason) from error
    return OK


def _drawn(args: Namespace) -> bytes:
    """The picture that was asked for. Raises Refused, Failed."""
    kind = args.to or (PICTURES[0] if args.output == STANDARD else suffix_of(args.output))
    if kind not in PICTURES:
        raise Failed(message("{path} names no kind of picture: .svg or .png.", path=args.output))
    with GarbagePause():
        with opened(args.file, args.encoding) as collection:
            if not 0 <= args.record < len(collection):
                raise Failed(message("There is no record {number}.", number=args.record))
            with reading(args.file):
                record = collection.record(args.record)
        picture = render(
            record,
            Place(args.ply or 0, args.node).of(record),
            kind=kind,
            size=args.size,
            theme=args.theme,
            flip=args.flip,
            mirror=args.mirror,
            pieces=args.pieces,
        )
    return utf8(picture) if isinstance(picture, str) else picture
