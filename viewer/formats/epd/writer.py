"""A collection as a file of positions: untouched lines as they stand, edited ones operation by operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from viewer.base.limits import DEFAULT
from viewer.base.source import Source, piece_bytes
from viewer.base.spans import Piece, Span
from viewer.formats.epd.draft import draft, fields_of
from viewer.formats.epd.emit import emit
from viewer.formats.epd.lexer import Line, lex
from viewer.formats.epd.losses import losses_of
from viewer.formats.epd.meaning import BLANK, BREAK, Said, position_of, record_of, understand
from viewer.formats.epd.reader import AFTER, BEFORE, HEAD, LINE
from viewer.formats.epd.values import ENCODINGS, UTF8
from viewer.formats.format import Collection, Loss, Output
from viewer.tree.record import Record


class Written(NamedTuple):
    """A record as bytes, and what is lost."""

    pieces: tuple[Piece, ...]
    losses: tuple[Loss, ...]


def write(collection: Collection, format: str) -> Output:
    """A collection as a file of `format`: "epd", or "fen", whose new lines hold a position alone."""
    runs: list[tuple[Piece, ...]] = []
    losses: list[Loss] = []
    index = 0
    while index < len(collection):
        run = collection.untouched(index) if collection.format == format else 0
        first = collection.span(index) if run else None
        if first is not None:
            last = collection.span(index + run - 1)
            assert last is not None
            runs.append((Span(first.start, last.end - first.start),))
            index += run
            continue
        written = write_record(collection.record(index), format)
        runs.append(written.pieces)
        losses += [loss._replace(record=index) for loss in written.losses]
        index += 1
    return Output(tuple(losses), _joined(runs, collection.source))


def _joined(runs: list[tuple[Piece, ...]], source: Source | None) -> Iterator[Piece]:
    """The pieces; where something comes behind a line without an end, it gets one."""
    end = b"\n"
    for place, pieces in enumerate(runs):
        if place:
            found = _line_end(runs[place - 1], source)
            end = found or end
            if not found:
                yield end
        yield from pieces


def _line_end(pieces: tuple[Piece, ...], source: Source | None) -> bytes:
    if not pieces:
        return b""
    last = pieces[-1]
    if isinstance(last, Span):
        length = min(2, last.length)
        last = piece_bytes(Span(last.end - length, length), source)
    if last.endswith(b"\r\n"):
        return b"\r\n"
    return last[-1:] if last[-1:] in (b"\r", b"\n") else b""


def write_record(record: Record, format: str) -> Written:
    """A record as its line, with the lines around it."""
    encoding = record.encoding if record.encoding in ENCODINGS else UTF8
    fact = record.fact(LINE)
    if fact is not None and fact.value != format:
        fact = None  # the other format: what it had room for is no fact of this one
    head = record.fact(HEAD)
    whole = fact is None or isinstance(fact.raw, bytes)
    raw = _raw(record, format) if fact is None else fact.raw
    if not whole:
        raw = b"" if head is None else head.raw
    assert isinstance(raw, bytes)
    line = lex(raw)
    was = _normal(line, encoding)
    now = draft(record, understand(line, encoding, DEFAULT))
    said = now.said
    if BREAK.join(was.comments) == BREAK.join(said.comments):
        said = said._replace(comments=was.comments)
    if whole:
        operations = format == "epd" or any(role != BLANK for role in was.roles)
        raw = emit(line, was, said, encoding, operations)
    # A line that is too long to be read stays as it is, whatever was changed.
    piece: Piece = raw if fact is None or whole else fact.raw
    losses = losses_of(record, raw, encoding, format)
    return Written((*_around(record, BEFORE), piece, *_around(record, AFTER)), losses)


def _around(record: Record, name: str) -> tuple[Piece, ...]:
    fact = record.fact(name)
    return () if fact is None else (fact.raw,)


def _raw(record: Record, format: str) -> bytes:
    """The line of a record that comes from no file: its position alone."""
    fields = fields_of(record.setup)
    return " ".join(fields[: 6 if format == "fen" else 4]).encode() + b"\n"


def _normal(line: Line, encoding: str) -> Said:
    """What a line said when it was read, in the words in which records are asked now."""
    said = understand(line, encoding, DEFAULT)
    record = record_of(said, position_of(said.fields).setup, encoding)
    found = draft(record, said).said
    return said._replace(fields=found.fields, moves=found.moves)
