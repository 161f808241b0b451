"""Where a file of positions breaks a "must" of section 16 of the standard."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.messages import Message, message
from viewer.formats.epd.lexer import EpdLine, Operation, lex
from viewer.formats.epd.opcodes import MAPPED, STRINGS
from viewer.formats.epd.reader import AFTER, BEFORE, LINE
from viewer.formats.format import Collection
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

LINE_BYTES = 1024
STRING_BYTES = 255

_FIELDS = (
    re.compile(rb"(?:[1-8pnbrqkPNBRQK]{1,8}/){7}[1-8pnbrqkPNBRQK]{1,8}"),
    re.compile(rb"[wb]"),
    re.compile(rb"-|(?=[KQkq])K?Q?k?q?"),
    re.compile(rb"-|[a-h][36]"),
)
_OPCODE = re.compile(rb"[A-Za-z][A-Za-z0-9_]{0,14}")
_PRINTING = re.compile(rb"[ -~]*")
_INTEGER = re.compile(rb"[+-]?[0-9]+")
_NONE = frozenset((b"draw_accept", b"draw_claim", b"draw_offer", b"draw_reject", b"resign"))
_NATURAL = {b"acn": 0, b"acs": 0, b"dm": 1, b"fmvn": 1, b"hmvc": 0, b"rc": 1, b"tcgs": 1}
_ONE = frozenset((b"id", b"pm", b"sm", b"ce", *_NATURAL))
_TWO = frozenset((b"tcri", b"tcsi"))
_KNOWN_STRINGS = frozenset(opcode.encode() for opcode in STRINGS)
_KNOWN = frozenset(opcode.encode() for opcode in MAPPED) | _KNOWN_STRINGS | _NONE | _ONE | _TWO

_Found = tuple[int, Message]


def strict(collection: Collection, format: str) -> list[Diagnostic]:
    """The findings, line by line; offsets are those of the file as it would be written."""
    out: list[Diagnostic] = []
    offset, number = 0, 1
    for index in range(len(collection)):
        record = collection.record(index)
        for name in (BEFORE, LINE, AFTER):
            fact = record.fact(name)
            if fact is None:
                continue
            if not isinstance(fact.raw, bytes):
                words = message("The line has more than {most} bytes.", most=LINE_BYTES)
                out.append(_finding(index, words, offset, number, 1))
                offset += fact.raw.length
                number += 1
                continue
            for raw in fact.raw.splitlines(keepends=True):
                found = _judge(record, raw, format) if name == LINE else _no_position()
                out += [_finding(index, words, offset + at, number, at + 1) for at, words in found]
                offset, number = offset + len(raw), number + 1
    return out


def _finding(index: int, words: Message, offset: int, line: int, column: int) -> Diagnostic:
    return Diagnostic(Severity.WARNING, "epd.strict", words, index, None, offset, line, column)


def _no_position() -> Iterator[_Found]:
    yield 0, message("A file of positions has nothing but positions, one a line.")


def _judge(record: Record, raw: bytes, format: str) -> Iterator[_Found]:
    line = lex(raw)
    if line.end > LINE_BYTES:
        yield LINE_BYTES, message("The line has more than {most} bytes.", most=LINE_BYTES)
    if not _PRINTING.fullmatch(raw, 0, line.end):
        yield 0, message("The line has characters that aren't printing ASCII.")
    yield from _judge_fields(line, format)
    seen: set[bytes] = set()
    for one in line.operations:
        if format == "fen":
            yield one.first, message("Behind the six fields of a FEN nothing may follow.")
            return
        yield from _judge_operation(line, one, seen)


def _judge_fields(line: EpdLine, format: str) -> Iterator[_Found]:
    names = (
        message("placement"),
        message("side to move"),
        message("castling availability"),
        message("en passant square"),
    )
    at = 0
    for place, pattern, name in zip(line.fields, _FIELDS, names, strict=False):
        if not pattern.fullmatch(line.text(place)):
            yield place[0], message("The field of the {name} isn't as it must be.", name=name)
        if line.raw[at : place[0]] != (b" " if at else b""):
            yield at, message("Fields are divided by a single blank.")
        at = place[1]
    if len(line.fields) < 4:
        yield at, message("The position has less than four fields.")
    elif format == "epd" and line.counters:
        yield line.counters[0][0], message("EPD has counters as hmvc and fmvn, not as fields.")
    elif format == "fen" and len(line.counters) < 2:
        yield at, message("A FEN has six fields.")


def _judge_operation(line: EpdLine, one: Operation, seen: set[bytes]) -> Iterator[_Found]:
    if not one.opcode:
        words = message("There are blanks at the end of the line.")
        if one.closed or one.operands:
            words = message("There is no operation before the semicolon.")
        yield one.start, words
        return
    if not _OPCODE.fullmatch(one.opcode):
        yield one.first, message("An opcode is a letter and up to 14 letters, digits, underscores.")
    if one.opcode in seen:
        yield one.first, message("The opcode stands a second time.")
    seen.add(one.opcode)
    written = b" ".join([one.opcode, *(operand.raw for operand in one.operands)])
    if one.open_string >= 0:
        yield one.open_string, message("The string isn't closed.")
    elif line.raw[one.start : one.end] not in (b" %s;" % written, b" %s" % written):
        yield one.start, message("Opcode and operands are divided by a single blank.")
    if not one.closed:
        yield one.last, message("The operation isn't closed by a semicolon.")
    for operand in one.operands:
        if operand.quoted and len(operand.text) > STRING_BYTES:
            yield (
                one.first,
                message("A string has less than {count} bytes.", count=STRING_BYTES + 1),
            )
    if not _takes(one):
        yield one.first, message("The opcode doesn't take these operands.")


def _takes(one: Operation) -> bool:
    """Whether the number and kind of operands are what the opcode takes, where it is known."""
    opcode, count = one.opcode, len(one.operands)
    if opcode not in _KNOWN:
        return True
    if opcode in _NONE:
        return not count
    if opcode in _TWO:
        return count == 2 and all(operand.quoted for operand in one.operands)
    if opcode in _KNOWN_STRINGS:
        fits = count == 1 or (not count and opcode != b"id")
        return fits and all(operand.quoted for operand in one.operands)
    if opcode in _ONE and count != 1:
        return False
    text = one.operands[0].text if count else b""
    if opcode in _NATURAL:
        return bool(_INTEGER.fullmatch(text)) and len(text) < 20 and int(text) >= _NATURAL[opcode]
    if opcode == b"ce":
        return bool(_INTEGER.fullmatch(text)) and len(text) < 9 and -32767 <= int(text) <= 32766
    return True
