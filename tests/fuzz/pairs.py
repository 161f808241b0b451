"""Whether what a format tells to be lost is what isn't there when its file is read, for pairs of formats."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from comparing import Item, found
from hands import edit

import viewer
from viewer.base.source import BytesSource, piece_blocks, piece_bytes
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import checked, load_source
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection, Format, Loss, Unreadable
from viewer.tree.record import Record

OF_THE_FILE = frozenset(("closed", "records", "encoding", "format", "variant"))
"""Losses that name what becomes of a file as a whole (see `Loss`)."""
OF_THE_TEXT = "text"
"""What only the text of the file says, so that no record can differ."""

Options = Mapping[str, str] | None


class Wrong(NamedTuple):
    """What was told otherwise than it was found.

    Attributes:
        how: "untold", "untrue" or what went wrong with the whole file.
        kind: of the loss.
        seen: for people.
    """

    how: str
    kind: str
    seen: str


class Tried(NamedTuple):
    """What came of writing a document in a format: how many losses were told and true, what was wrong."""

    told: int
    wrong: tuple[Wrong, ...]


def ways(format_: Format) -> list[Options]:
    """No option, and every choice of every option, one at a time."""
    return [None, *({one.key: value} for one in format_.all_options for value in one.choices)]


def targets(document: Collection) -> Iterator[tuple[FormatEntry, Options]]:
    """The formats that can hold a document's games, with each of their options."""
    games = {document.record(index).game for index in range(len(document))}
    for entry in FORMATS.values():
        format_ = entry.load()
        if format_.writable and games <= set(entry.games):
            for options in ways(format_):
                yield entry, options


def tried(document: Document, entry: FormatEntry, options: Options) -> Tried:
    """A document written in a format and read back, the losses told held against those found."""
    format_ = entry.load()
    name = f"new.{entry.suffixes[0]}"
    output = checked(format_.write(document, options), document, name, format_)
    data = b"".join(
        piece_bytes(block, document.source)
        for piece in output.pieces
        for block in piece_blocks(piece)
    )
    whole = {loss.kind for loss in output.losses} & OF_THE_FILE
    try:
        read = load_source(BytesSource(data, name))
    except Unreadable as error:
        wrong = () if "format" in whole else (Wrong("unreadable", "", str(error)),)
        return Tried(len(output.losses), wrong)
    if whole & {"format", "records", "encoding"}:
        return Tried(len(output.losses), ())
    if read.format != entry.id:
        return Tried(0, (Wrong("other format", "", read.format),))
    for _ in read.indexing():
        pass
    wrong = [] if options else list(_variant(document, read, whole))
    gone = {loss.record for loss in output.losses if loss.kind == "record"}
    kept = [index for index in range(len(document)) if index not in gone]
    if len(read) != len(kept):
        words = f"{len(kept)} written, {len(read)} read"
        return Tried(0, (Wrong("number of records", "record", words),))
    for place, index in enumerate(kept):
        wrong += _record(
            document, index, read, place, [x for x in output.losses if x.record == index]
        )
    return Tried(len(output.losses), tuple(wrong))


def _variant(document: Document, read: Collection, whole: set[str]) -> Iterator[Wrong]:
    if not FORMATS[read.format].load().single:
        return  # each record may have one of its own
    differs = document.format == read.format and document.variant != read.variant
    if differs != ("variant" in whole):
        yield Wrong(
            "untold" if differs else "untrue", "variant", f"{document.variant}: {read.variant}"
        )


def _record(
    document: Document, index: int, read: Collection, place: int, losses: list[Loss]
) -> Iterator[Wrong]:
    told: dict[Item, Loss] = {
        (loss.kind, loss.node): loss
        for loss in losses
        if loss.kind not in OF_THE_FILE and loss.kind != OF_THE_TEXT
    }
    own, other = FORMATS[document.format].load(), FORMATS[read.format].load()
    record, back = document.record(index), read.record(place)
    there = found(record, own, back, other, set(told))
    for kind, node in sorted(there.lost - set(told), key=str):
        yield Wrong("untold", kind, _seen(record, node, kind))
    for kind, node in sorted(set(told) - there.lost - there.inexact, key=str):
        words = told[kind, node].words.text()
        yield Wrong("untrue", kind, f"{words} ({_seen(record, node, kind)})")


def _seen(record: Record, node: int | None, kind: str) -> str:
    if kind.startswith("header:"):
        return f"{record.header(kind.removeprefix('header:'))!r}"
    one = None if node is None else record.nodes.get(node)
    return f"node {node}: {one and one.action} {one and dict(one.notes)}"[:300]


# --------------------------------------------------------------------------------- the long run


def all_pairs(paths: Sequence[str], edits: int) -> int:
    """Try files, as they are and edited, in each format of their game; print a table. 1 if any is wrong."""
    tries: Counter[tuple[str, str]] = Counter()
    told: Counter[tuple[str, str]] = Counter()
    broken: Counter[tuple[str, str]] = Counter()
    for seed, path in enumerate(paths):
        for count in (0, edits):
            try:
                document = viewer.open(path)
            except Unreadable:
                break
            for number in range(count):
                edit(document, random.Random(f"{seed}/{os.path.basename(path)}/{number}"))
            for entry, options in targets(document):
                pair = document.format, entry.id
                result = tried(document, entry, options)
                tries[pair] += 1
                told[pair] += result.told
                broken[pair] += bool(result.wrong)
                for wrong in result.wrong[:3]:
                    chosen = " ".join((options or {}).values())
                    print(
                        f"{wrong.how} {wrong.kind}  {document.format} → {entry.id} {chosen}  {path}"
                    )
                    print(f"    {wrong.seen}  [{count} edits, seed {seed}]", flush=True)
    print(f"{'pair':24}{'tries':>8}{'losses':>8}{'told = found':>14}")
    for pair, count in sorted(tries.items()):
        print(f"{' → '.join(pair):24}{count:8}{told[pair]:8}{count - broken[pair]:14}")
    return 1 if broken.total() else 0
