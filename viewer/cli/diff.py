"""`qipu diff`: the differences between two files of records; `qipu merge`: two versions brought together."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from viewer.base.catalogs import tr
from viewer.base.garbage import GarbagePause
from viewer.base.messages import message
from viewer.cli.arguments import add_encoding, add_name, parser_of
from viewer.cli.commands import OK
from viewer.cli.console import (
    STANDARD,
    Failed,
    complain,
    follow,
    json_text,
    opened,
    put,
    reading,
    say,
    utf8,
)
from viewer.cli.neutral import places_of
from viewer.document.comparing.comparison import Comparison, DifferenceWords, comparing
from viewer.document.comparing.difference import RECORD, Difference
from viewer.document.comparing.merging import Merged, merging
from viewer.document.document import Document
from viewer.document.plans import records
from viewer.document.saving.losses import grouped
from viewer.document.saving.save import LossRefused, SaveError
from viewer.face import open as open_document
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record
from viewer.tree.serial import pack_value

_DIFFERENT = 1
_OF_GIT = (7, 9)  # words for an external diff driver, the more of a file that was renamed
_CONFLICTS = 1


def run(words: list[str]) -> int:
    """The command. Exit status 0 nothing differs, 1 something does, 2 a file can't be read; for git 0."""
    parser = parser_of("diff")
    files = message("two files; - is standard input; with --git what git says")
    parser.add_argument("files", nargs="+", metavar="FILE", help=tr(files))
    parser.add_argument("--json", action="store_true", help=tr(message("print JSON")))
    for_git = message("be a program of git's that shows differences (diff.NAME.command)")
    parser.add_argument("--git", action="store_true", help=tr(for_git))
    add_name(parser)
    add_encoding(parser)
    args = parser.parse_args(words)
    if args.git:
        return _for_git(parser, args)
    if len(args.files) != 2:
        parser.error(tr(message("two files are compared")))
    if args.files == [STANDARD, STANDARD]:
        parser.error(tr(message("only one of the files can be standard input")))
    first, second = args.files
    with GarbagePause(), compared(first, second, args.encoding, args.name) as comparison:
        if args.json:
            _tell_json(comparison, first, second)
        else:
            _tell(comparison)
        return _DIFFERENT if comparison.differences else OK


def _for_git(parser: argparse.ArgumentParser, args: argparse.Namespace) -> int:
    """The seven or nine words of an external diff driver: path, old file, hex, mode, new file, hex, mode …"""
    if len(args.files) not in _OF_GIT:
        parser.error(tr(message("git gives seven or nine words")))
    path, first, second = args.files[0], args.files[1], args.files[4]
    say(message("{path}:", path=path))
    with GarbagePause():
        try:
            with compared(first, second, args.encoding, args.name) as comparison:
                _tell(comparison)
        except Failed as error:  # git would stop at this file
            say(error.reason)
    return OK


@contextmanager
def compared(
    first: str, second: str, encoding: str | None, named: str = ""
) -> Iterator[Comparison]:
    """The comparison of two files, open as long as it is used. Raises ReadingFailed."""
    with ExitStack() as stack:
        there = [
            None if path == os.devnull else stack.enter_context(opened(path, encoding, named))
            for path in (first, second)
        ]
        mine = there[0] or _nothing_of(there[1])
        theirs = there[1] or _nothing_of(mine)
        with reading(first), reading(second):
            (comparison,) = follow(comparing(mine, theirs))
        yield comparison


def _nothing_of(other: Collection | None) -> Collection:
    """No records at all, where git has no file on one side."""
    return MemoryCollection(other.format if other is not None else "pgn", [])


def _tell(comparison: Comparison) -> None:
    words = DifferenceWords(comparison)
    for one in comparison.differences:
        say(words.of(one))


def _tell_json(comparison: Comparison, first: str, second: str) -> None:
    """One object; see docs/comparing.md."""
    words = DifferenceWords(comparison)
    places = Places(comparison)
    data = {
        "a": _file_data(first, comparison.mine),
        "b": _file_data(second, comparison.theirs),
        "differences": [
            {**_difference_data(one, places), "words": words.of(one).text()}
            for one in comparison.differences
        ],
    }
    put(utf8(json_text(data, indent=1)) + b"\n")


def _file_data(path: str, collection: Collection) -> dict[str, Any]:
    return {"file": path, "format": collection.format, "records": len(collection)}


class Places:
    """The nodes of records as a dump counts them: in pre-order, from 0."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._known: dict[tuple[bool, int], dict[int, int] | None] = {}

    def of(self, theirs: bool, index: int, node: int) -> int:
        """The place of a node of a record that is compared."""
        if (theirs, index) not in self._known:
            self._known[theirs, index] = places_of(self._record(theirs, index))
        places = self._known[theirs, index]
        return node if places is None else places[node]

    def _record(self, theirs: bool, index: int) -> Record:
        records = self._comparison.records
        if not theirs:
            return records[index].mine.record
        return next(one.theirs.record for one in records.values() if one.indices[1] == index)


def _difference_data(one: Difference, places: Places) -> dict[str, Any]:
    """A difference as JSON can hold it."""
    data: dict[str, Any] = {"kind": one.kind, "facet": one.facet}
    for name, index, node in (("a", one.mine, one.node), ("b", one.theirs, one.other)):
        if index is None:
            data[name] = None
            continue
        data[name] = {"record": index}
        if node is not None and one.facet != RECORD:
            place = node if one.header else places.of(name == "b", index, node)
            data[name]["header" if one.header else "node"] = place
    for name, value in (("before", one.before), ("after", one.after)):
        if value is not None:
            data[name] = pack_value(value)
    return data


def merge(words: list[str]) -> int:
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
        _tell_merged(merged, args.json)
        document.do(merged.comparison.edit_for(document, merged.taken))
        _leave_out_new(document)
        _write(document, args.output, args.allow_loss, args.name)
    return _CONFLICTS if merged.conflicts else OK


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


def _tell_merged(merged: Merged, as_json: bool) -> None:
    words = DifferenceWords(merged.comparison)
    if not as_json:
        for one in merged.conflicts:
            complain(message("conflict: {what}", what=words.of(one)))
        return
    places = Places(merged.comparison)
    conflicts = [
        {**_difference_data(one, places), "words": words.of(one).text()} for one in merged.conflicts
    ]
    data = {"taken": len(merged.taken), "conflicts": conflicts}
    put(utf8(json_text(data, indent=1)) + b"\n")
