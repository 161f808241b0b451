"""`qipu strip`, `replace`, `openings`, `join`, `extract`: edits of files, written as `convert` writes."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.refused import Refused
from viewer.cli.arguments import add_records, add_way, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import STANDARD, Failed, complain, follow
from viewer.cli.convert import add_target, write_converted
from viewer.document.document import Document
from viewer.document.holding import no_opening
from viewer.document.record_set import NoSuchRecords
from viewer.document.whole import lines
from viewer.document.whole import strip as stripping
from viewer.document.whole.openings import write_openings
from viewer.document.whole.words import replace as replaced
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.publish.exporter import Place


def strip(words: list[str]) -> int:
    """`qipu strip`. Exit status as of `convert`."""
    parser = parser_of("strip")
    add_target(parser)
    for id, part in stripping.PARTS.items():
        parser.add_argument(f"--{id}", action="store_true", help=tr(part.name))
    add_records(parser)
    args = parser.parse_args(words)
    parts = [id for id in stripping.PARTS if getattr(args, id)]
    if not parts:
        known = ", ".join(f"--{id}" for id in stripping.PARTS)
        raise Failed(message("Say what is to be removed: {known}.", known=known))

    def edit(document: Document) -> Message:
        return stripping.strip(document, parts, args.records, follow)

    return _write_edited(args, edit)


def replace(words: list[str]) -> int:
    """`qipu replace`. Exit status as of `convert`."""
    parser = parser_of("replace")
    add_target(parser)
    parser.add_argument(
        "--find", metavar="TEXT", required=True, help=tr(message("what is looked for, as text"))
    )
    parser.add_argument(
        "--by", metavar="TEXT", required=True, help=tr(message("what takes its place; may be ''"))
    )
    exact = message("tell upper and lower case apart")
    parser.add_argument("--exact", action="store_true", help=tr(exact))
    whole = message("only where it is whole words")
    parser.add_argument("--whole-words", action="store_true", help=tr(whole))
    headers = message("also in these headers, by their names in the file")
    parser.add_argument("--headers", metavar="KEY,KEY", default="", help=tr(headers))
    without = message("not in comments")
    parser.add_argument("--no-comments", action="store_true", help=tr(without))
    add_records(parser)
    args = parser.parse_args(words)
    if not args.find:
        raise Failed(message("Nothing is looked for: --find wants some text."))

    def edit(document: Document) -> Message:
        return replaced(
            document,
            args.find,
            args.by,
            exact=args.exact,
            whole=args.whole_words,
            comments=not args.no_comments,
            headers=[key for key in args.headers.split(",") if key],
            records=args.records,
            run=follow,
        )

    return _write_edited(args, edit)


def openings(words: list[str]) -> int:
    """`qipu openings`. Exit status as of `convert`."""
    parser = parser_of("openings")
    add_target(parser)
    add_records(parser)
    args = parser.parse_args(words)

    def edit(document: Document) -> Message:
        lacking = no_opening(document, document.record(0).game)
        if lacking is not None:
            raise Failed(lacking)
        return write_openings(document, args.records, follow)

    return _write_edited(args, edit)


def join(words: list[str]) -> int:
    """`qipu join`. Exit status as of `convert`."""
    parser = parser_of("join")
    add_target(parser)
    add_way(parser)
    add_records(parser)
    args = parser.parse_args(words)

    def edit(document: Document) -> Message:
        return lines.join(document, args.records, follow, way_of(args))

    return _write_edited(args, edit)


def way_of(args: Namespace) -> lines.Way:
    """How games are joined, by the options of `add_way`."""
    return lines.Way(args.up_to, not args.no_names, args.most_played)


def extract(words: list[str]) -> int:
    """`qipu extract`. Exit status as of `convert`."""
    parser = parser_of("extract")
    add_target(parser)
    node = message("the line through the node of this number, as qipu dump counts them")
    parser.add_argument("--node", type=int, metavar="ID", required=True, help=tr(node))
    record = message("of a file with several records, as qipu dump counts them")
    parser.add_argument("--record", type=int, default=0, metavar="N", help=tr(record))
    begin = message("begin with the position there, without the moves before")
    parser.add_argument("--start-here", action="store_true", help=tr(begin))
    args = parser.parse_args(words)

    def edit(collection: Collection) -> Collection:
        if not 0 <= args.record < len(collection):
            raise Failed(message("There is no record {number}.", number=args.record))
        document = Document(collection)
        record = document.record(args.record)
        try:
            place = Place(node=args.node).of(record)
        except Refused as error:
            raise Failed(error.reason) from error
        key = document.keys()[args.record]
        data = lines.line_record(document, key, place)
        if args.start_here:
            said = lines.start_here(document, place)
            if said is not None:
                complain(said)
            return MemoryCollection(document.format, [record], source=collection.source)
        return MemoryCollection(document.format, [data.record()], source=collection.source)

    return write_converted(args, edit)


def _write_edited(args: Namespace, edit: Callable[[Document], Message]) -> int:
    """Edit the games, say what was done, and write them. Exit status as of `convert`."""
    documents: list[Document] = []

    def edited(collection: Collection) -> Collection:
        if not len(collection):
            return collection  # a document would begin with a new record
        document = Document(collection)
        documents.append(document)
        try:
            complain(edit(document))
        except NoSuchRecords as error:
            raise Failed(error.reason) from error
        return document

    status = write_converted(args, edited)
    if status == OK and any(document.history.unused for document in documents):
        written = message("The games are written to {file} as they were.", file=args.target)
        as_they_were = message("The games are written as they were.")
        complain(as_they_were if args.target == STANDARD else written)
    return status
