"""Checking a file of positions against section 16 of the standard: its lines, fields and operations.

A breach of a "should" is reported as a note, not as a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.messages import Message, message
from viewer.formats.epd.lexer import EpdLine, Operation, lex
from viewer.formats.epd.reader import AFTER, BEFORE, LINE, NAMES
from viewer.formats.epd.strict_moves import move_breaches
from viewer.formats.epd.strict_operands import operand_breaches, section_of
from viewer.formats.format import Collection
from viewer.formats.shared.breach import Breach
from viewer.formats.shared.fen_faults import fen_faults
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

LINE_BYTES = 1024
STRING_BYTES = 255

_SECTIONS = {"epd": "16.2", "fen": "16.1"}
_OPCODE = re.compile(rb"[A-Za-z][A-Za-z0-9_]{0,14}")
_MNEMONIC = re.compile(rb"[A-Z]|[a-z][a-z0-9_]")
_PRINTING = re.compile(rb"[ -~]*")


def strict(collection: Collection, format: str) -> list[Diagnostic]:
    """The breaches, line by line; their offsets are those in the file as it would be written."""
    out: list[Diagnostic] = []
    offset, number = 0, 1
    for index in range(len(collection)):
        record = collection.record(index)
        for name in (BEFORE, LINE, AFTER):
            fact = record.fact(name)
            if fact is None:
                continue
            if not isinstance(fact.raw, bytes):
                out.append(_finding(format, index, _too_long(0), offset, number))
                offset += fact.raw.length
                number += 1
                continue
            for raw in fact.raw.splitlines(keepends=True):
                found = _judge(record, raw, format) if name == LINE else _no_position(format)
                out += [_finding(format, index, one, offset, number) for one in found]
                offset, number = offset + len(raw), number + 1
    return out


def _finding(format: str, index: int, found: Breach, line: int, number: int) -> Diagnostic:
    """The diagnostic for a breach; `line` is the offset at which its line begins."""
    words = message(
        "{format}, {section}: {why}", format=NAMES[format], section=found.section, why=found.words
    )
    code = f"{format}.strict.{found.code}"
    at, column = line + found.at, found.at + 1
    return Diagnostic(found.severity, code, words, index, None, at, number, column)


def _no_position(format: str) -> Iterator[Breach]:
    words = message("A file of positions has nothing but positions, one a line.")
    yield Breach(0, _SECTIONS[format], words, "no-position")


def _too_long(at: int) -> Breach:
    words = message(
        "The line has more than {most} characters, which readers needn't take.", most=LINE_BYTES
    )
    return Breach(at, "16.2.3", words, "line-length")


def _judge(record: Record, raw: bytes, format: str) -> Iterator[Breach]:
    line = lex(raw)
    if line.end > LINE_BYTES:
        yield _too_long(LINE_BYTES)
    section = _SECTIONS[format]
    if not _PRINTING.fullmatch(raw, 0, line.end):
        words = message("The line has characters that aren't printing ASCII.")
        yield Breach(0, section, words, "ascii")
    yield from _judge_fields(line, format, section)
    if format == "fen":
        if line.operations:
            words = message("Behind the six fields of a FEN nothing may follow.")
            yield Breach(line.operations[0].first, "16.1.3", words, "fields")
        return
    seen: set[bytes] = set()
    for one in line.operations:
        yield from _judge_operation(line, one, seen)
        seen.add(one.opcode)
    yield from _judge_order(line)
    yield from move_breaches(line, record)


# ---------------------------------------------------------------------------------------- fields


def _judge_fields(line: EpdLine, format: str, section: str) -> Iterator[Breach]:
    places = [*line.fields, *(line.counters if format == "fen" else ())]
    at = 0
    for place in places:
        if line.raw[at : place[0]] != (b" " if at else b""):
            words = message("Fields are divided by a single blank.")
            yield Breach(at, f"{section}.3", words, "blank")
        at = place[1]
    texts = [line.text(place).decode("latin-1") for place in places]
    if len(line.fields) < 4:
        words = message("The position has less than four fields.")
        yield Breach(at, f"{section}.3", words, "fields")
        places, texts = places[: len(line.fields)], texts[: len(line.fields)]
    for fault in fen_faults(texts):
        part = f"{section}.3.{fault.field + 1}"
        yield Breach(places[fault.field][0], part, fault.words, fault.code)
    if format == "epd" and line.counters:
        words = message("EPD has counters as hmvc and fmvn, not as fields.")
        yield Breach(line.counters[0][0], "16.2.3", words, "fields")
    elif format == "fen" and len(line.fields) == 4 and len(line.counters) < 2:
        yield Breach(at, "16.1.3", message("A FEN has six fields."), "fields")


# ------------------------------------------------------------------------------------ operations


def _judge_operation(line: EpdLine, one: Operation, seen: set[bytes]) -> Iterator[Breach]:
    if not one.opcode:
        words = message("There are blanks at the end of the line.")
        code = "blank"
        if one.closed or one.operands:
            words, code = message("There is no operation before the semicolon."), "no-opcode"
        yield Breach(one.start, "16.2.4", words, code)
        return
    yield from _judge_opcode(one, seen)
    written = b" ".join([one.opcode, *(operand.raw for operand in one.operands)])
    if one.open_string >= 0:
        words = message("The string isn't closed.")
        yield Breach(one.open_string, "16.2.4.1", words, "open-string")
    elif line.raw[one.start : one.end] not in (b" %s;" % written, b" %s" % written):
        words = message("Opcode and operands are divided by a single blank.")
        yield Breach(one.start, "16.2.4.1", words, "blank")
    if not one.closed:
        words = message("The operation isn't closed by a semicolon.")
        yield Breach(one.last, "16.2.4", words, "semicolon")
    for operand in one.operands:
        if operand.quoted and len(operand.text) > STRING_BYTES:
            words = message("A string has less than {count} bytes.", count=STRING_BYTES + 1)
            yield Breach(one.first, "16.2.4.1", words, "string-length")
    yield from operand_breaches(one)


def _judge_opcode(one: Operation, seen: set[bytes]) -> Iterator[Breach]:
    if not _OPCODE.fullmatch(one.opcode):
        words = message("An opcode is a letter and up to 14 letters, digits, underscores.")
        yield Breach(one.first, "16.2.4.1", words, "opcode")
    elif not _MNEMONIC.match(one.opcode) or (
        one.opcode[:1].islower() and one.opcode != one.opcode.lower()
    ):
        words = message(
            "An opcode for everybody has two letters or more, and no capitals; others begin with one."
        )
        yield Breach(one.first, "16.2.4.2", words, "mnemonic")
    if one.opcode in seen:
        words = message("The opcode stands a second time.")
        yield Breach(one.first, section_of(one.opcode, "16.2.4.1"), words, "repeated")


def _judge_order(line: EpdLine) -> Iterator[Breach]:
    before = b""
    for one in line.operations:
        if one.opcode and one.opcode < before:
            words: Message = message("Operations should be in ASCII order of their opcodes.")
            yield Breach(one.first, "16.2.4.1", words, "order", Severity.INFO)
            return
        before = one.opcode
