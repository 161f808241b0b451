"""`qipu merge`: a record in two versions and what both come from, brought together; for git as well."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause
from viewer.base.messages import message
from viewer.cli.arguments import add_encoding, add_name, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import complain, follow, json_text, put, utf8
from viewer.cli.diff import Places, difference_data
from viewer.cli.failures import Failed, opened, reading
from viewer.document.comparing.merging import Merged, merging
from viewer.document.comparing.words import DifferenceWords
from viewer.document.document import Document
from viewer.document.plans import records
from viewer.document.saving.losses import grouped
from viewer.document.saving.save import LossRefused, SaveError
from viewer.face import open as open_document
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection

CONFLICTS = 1


def run(words: list[str]) -> int:
    """The command. Exit status 0 merged, 1 with conflicts, in which A's version stands, 2 not written."""
    parser = parser_of("merge")
    base = message("what both come from; an empty file where they are new")
    parser.add_argument("base", metavar="BASE", help=tr(base))
    parser.add_argument("mine", metavar="A", help=tr(message("one version; OUT has its format")))
    parser.add_argument("theirs", metavar="B", help=tr(message("the other version")))
    out = message("the file to write; it may be A")
    parser.add_argument("-o", "--output", metavar="OUT", required=True, help=tr(out))
    conflicts = message("print the conflicts as JSON")
    parser.add_argument("--json", action="store_true", help=tr(conflicts))
    loss = message("write even if the format can't hold everything")
    parser.add_argument("--allow-loss", action="store_true", help=tr(loss))
    add_name(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    with (
        GarbagePause(),
        _edited(args.mine, args.encoding, args.name) as document,
        _known(args.base, args.encoding, args.name, document.format) as before,
        opened(args.theirs, args.encoding, args.name) as theirs,
        reading(args.theirs),
    ):
        (merged,) = follow(merging(before, document, theirs))
        _tell(merged, args.json)
        document.do(merged.comparison.edit_for(document, merged.taken))
        _leave_out_new(document)
        _write(document, args.output, args.allow_loss, args.name)
    return CONFLICTS if merged.conflicts else OK


@contextmanager
def _edited(path: str, encoding: str | None, named: str) -> Iterator[Document]:
    with reading(path):
        document = open_document(path, encoding, named=named)
    try:
        yield document
    finally:
        document.close()


@contextmanager
def _known(path: str, encoding: str | None, named: str, format: str) -> Iterator[Collection]:
    """The records that both versions come from; none in an empty file."""
    with reading(path):
        empty = os.stat(path).st_size == 0
    if empty:
        yield MemoryCollection(format, [])
        return
    with opened(path, encoding, named) as collection:
        yield collection


def _leave_out_new(document: Document) -> None:
    """Remove the new game of a file that had none, if another came and nothing was put into it."""
    first = document.keys()[0]
    if document.started and len(document) > 1 and document.records.is_pristine(first):
        document.do(records.remove(document, first, document.record_of(first).root))


def _write(document: Document, path: str, allow_loss: bool, named: str) -> None:
    format_ = document.format_for(path)
    if format_.id != document.format:
        raise Failed(
            message("{path} would be of another format; the merged file has A's.", path=path)
        )
    try:
        document.save(path, allow_loss=allow_loss, overwrite_changes=True, named=named)
    except LossRefused as refused:
        for group in grouped(refused.losses):
            complain(message("lost: {what}", what=group.words))
        raise Failed(
            message(
                "{path} is not written, for that would be lost; --allow-loss writes it.", path=path
            )
        ) from refused
    except SaveError as error:
        raise Failed(error.reason) from error


def _tell(merged: Merged, as_json: bool) -> None:
    words = DifferenceWords(merged.comparison)
    if not as_json:
        for one in merged.conflicts:
            complain(message("conflict: {what}", what=words.of(one)))
        return
    places = Places(merged.comparison)
    conflicts = [
        {**difference_data(one, places), "words": words.of(one).text()} for one in merged.conflicts
    ]
    data = {"taken": len(merged.taken), "conflicts": conflicts}
    put(utf8(json_text(data, indent=1)) + b"\n")
