"""`qipu lesson`: games as a lesson, one file in their format, or one page."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.base.refused import Refused
from viewer.cli.arguments import add_records, counting_number, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import Failed, complain, follow, opened
from viewer.cli.convert import add_target, write_converted
from viewer.document.document import Document
from viewer.document.record_set import NoSuchRecords, NumberedSet
from viewer.document.saving.save import SaveError
from viewer.document.training.lessons import BOTH, FITTING, TASK_FIELD, WINNER, make_lesson
from viewer.face import export
from viewer.formats.format import Collection
from viewer.library import LibraryFailed
from viewer.library.typed import side_from
from viewer.publish.exporter import left_out_words

_PAGES = (".html", ".htm")


def run(words: list[str]) -> int:
    """The command. Exit status as of `convert`."""
    parser = parser_of("lesson")
    add_target(parser)
    kinds = "; ".join(f"{id}: {tr(name)}" for id, name in TASK_FIELD.choices.items())
    parser.add_argument("--ask", choices=list(TASK_FIELD.choices), default=FITTING, help=kinds)
    side = message("whose moves are guessed: white, black, red …; both; or winner, as by default")
    parser.add_argument("--side", metavar="COLOUR", default=WINNER, help=tr(side))
    behind = message(
        "begin behind so many plies; by default at the start, games of a lesson where they begin already"
    )
    parser.add_argument("--from", dest="behind", metavar="N", type=counting_number, help=tr(behind))
    add_records(parser)
    args = parser.parse_args(words)

    def edit(collection: Collection) -> Collection:
        if not len(collection):
            return collection  # a document would begin with a new record
        try:
            document = Document(NumberedSet(collection, args.records).collection())
        except NoSuchRecords as error:
            raise Failed(error.reason) from error
        side = _side(args.side, document.record(0).game)
        complain(make_lesson(document, args.ask, side, args.behind, run=follow))
        return document

    if args.target.lower().endswith(_PAGES) and not args.to:
        return _write_page(args, edit)
    return write_converted(args, edit)


def _side(word: str, game: str) -> str:
    """A side as lessons have it."""
    if word in (BOTH, WINNER):
        return word
    try:
        return str(("first", "second").index(side_from(word, game, tr)))
    except LibraryFailed as error:
        raise Failed(error.reason) from error


def _write_page(args: Namespace, edit: Callable[[Collection], Collection]) -> int:
    """Write a lesson as a page. Exit status as of `export`."""
    if os.path.exists(args.target) and not args.force:
        raise Failed(message("{path} is there already; --force writes over it.", path=args.target))
    try:
        with opened(args.source, args.encoding) as collection:
            done = export(edit(collection), args.target, "problems")
    except (Refused, SaveError) as error:
        raise Failed(error.reason) from error
    left_out = left_out_words(done.left_out)
    if left_out is not None:
        complain(left_out)
    return OK
