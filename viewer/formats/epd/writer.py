"""A collection as a file of positions: untouched lines as they stand, edited ones operation by operation."""

from __future__ import annotations

from functools import partial

from viewer.base.limits import DEFAULT
from viewer.base.spans import Piece
from viewer.formats.epd.content import content_of, fields_of
from viewer.formats.epd.emit import emit
from viewer.formats.epd.lexer import EpdLine, lex
from viewer.formats.epd.losses import losses_of
from viewer.formats.epd.meaning import BLANK, BREAK, LineMeaning, position_of, record_of, understand
from viewer.formats.epd.reader import AFTER, BEFORE, HEAD, LINE
from viewer.formats.epd.values import ENCODINGS, UTF8
from viewer.formats.format import Collection, Output
from viewer.formats.kit.runs import WrittenRecord, pieces_of, written_lines
from viewer.tree.record import Record


def write(collection: Collection, format: str) -> Output:
    """A collection as a file of `format`: "epd", or "fen", whose new lines hold a position alone."""
    return written_lines(collection, format, partial(write_record, format=format))


def write_record(record: Record, format: str) -> WrittenRecord:
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
    now = content_of(record, understand(line, encoding, DEFAULT))
    said = now.said
    if BREAK.join(was.comments) == BREAK.join(said.comments):
        said = said._replace(comments=was.comments)
    if whole:
        operations = format == "epd" or any(role != BLANK for role in was.roles)
        raw = emit(line, was, said, encoding, operations)
    # A line that is too long to be read stays as it is, whatever was changed.
    piece: Piece = raw if fact is None or whole else fact.raw
    losses = losses_of(record, raw, encoding, format)
    return WrittenRecord((*pieces_of(record, BEFORE), piece, *pieces_of(record, AFTER)), losses)


def _raw(record: Record, format: str) -> bytes:
    """The line of a record that comes from no file: its position alone."""
    fields = fields_of(record.setup)
    return " ".join(fields[: 6 if format == "fen" else 4]).encode() + b"\n"


def _normal(line: EpdLine, encoding: str) -> LineMeaning:
    """What a line said when it was read, in the words in which records are asked now."""
    said = understand(line, encoding, DEFAULT)
    record = record_of(said, position_of(said.fields).setup, encoding)
    found = content_of(record, said).said
    return said._replace(fields=found.fields, moves=found.moves)
