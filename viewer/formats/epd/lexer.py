"""Splitting a line of a file of positions into fields and operations, each with its offsets in the line.

Every line is accepted, and its pieces joined are the line again. Strings have no escapes (16.2.4.1 of
the standard); a string that isn't closed ends with the line.
"""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple

BOM = b"\xef\xbb\xbf"
_BLANK = re.compile(rb"[\s]*")
_WORD = re.compile(rb"[^\s;]+")
_OPCODE = re.compile(rb'[^\s;"]+')
_OPERAND = re.compile(rb'\s*(?:"([^"]*)("?)|([^\s;]+))')
_END = re.compile(rb"[\r\n]*\Z")
_FIELDS = (
    re.compile(rb"[wb]|white|black", re.IGNORECASE),
    re.compile(rb"-|[A-HKQa-hkq]{1,6}"),
    re.compile(rb"-|[a-h][1-8]", re.IGNORECASE),
)
_COUNTER = re.compile(rb"[0-9]{1,9}|-")
# The opcodes that distinguish an operation from a misspelt field of the position.
_KNOWN = re.compile(
    rb"acn|acs|am|bm|c[0-9]|dm|draw_\w+|eco|fmvn|hmvc|id|nic|noop|pm|pv|rc|resign|sm"
)

# A line with a position: ranks separated by slashes, with any letters (variants have their own).
POSITION = re.compile(
    rb"(?:\xef\xbb\xbf)?[ \t]*[0-9A-Za-z~+]+"
    rb"/[0-9A-Za-z~+\[\]-]*/[0-9A-Za-z~+\[\]-]*/[0-9A-Za-z~+\[\]/-]*(?=[\s;]|\Z)"
)


class Operand(NamedTuple):
    """One operand: its bytes without quotes, and whether it was quoted."""

    text: bytes
    quoted: bool

    @property
    def raw(self) -> bytes:
        """Its bytes as written, with quotes if it has them."""
        return b'"%s"' % self.text if self.quoted else self.text


class Operation(NamedTuple):
    """One operation, or something in place of one (blanks, a lone semicolon).

    Attributes:
        start, end: offsets of the whole piece, with the blanks before it and the semicolon.
        first, last: offsets of the opcode and its operands.
        opcode: its bytes, b"" if there is none.
        operands: the operands in order.
        closed: whether it ends with a semicolon.
        open_string: offset of a string that isn't closed, -1 if there is none.
    """

    start: int
    end: int
    first: int
    last: int
    opcode: bytes
    operands: tuple[Operand, ...]
    closed: bool
    open_string: int


class EpdLine(NamedTuple):
    """A line split into its parts.

    Attributes:
        raw: its bytes, with the line end.
        fields: (start, end) of placement, side, castling, en passant square, as many as there are.
        counters: (start, end) of the half-move clock and the move number, as many as there are.
        operations: the rest of the line, in order.
        end: offset at which the line end begins.
    """

    raw: bytes
    fields: tuple[tuple[int, int], ...]
    counters: tuple[tuple[int, int], ...]
    operations: tuple[Operation, ...]
    end: int

    def text(self, place: tuple[int, int]) -> bytes:
        """The bytes between the offsets of a field."""
        return self.raw[place[0] : place[1]]


def lex(raw: bytes) -> EpdLine:
    """Split a line into its parts, in time linear in its length."""
    found = _END.search(raw)
    end = found.start() if found is not None else len(raw)
    at = len(BOM) if raw.startswith(BOM) else 0
    fields: list[tuple[int, int]] = []
    counters: list[tuple[int, int]] = []
    while len(fields) < 4:
        word = _next_word(raw, at, end)
        if word is None or not _is_field(raw[word[0] : word[1]], len(fields)):
            break
        fields.append(word)
        at = word[1]
    while len(fields) == 4 and len(counters) < 2:
        word = _next_word(raw, at, end)
        if word is None or not _COUNTER.fullmatch(raw, *word):
            break
        counters.append(word)
        at = word[1]
    return EpdLine(raw, tuple(fields), tuple(counters), tuple(_operations(raw, at, end)), end)


def _next_word(raw: bytes, at: int, end: int) -> tuple[int, int] | None:
    blank = _BLANK.match(raw, at, end)
    word = _WORD.match(raw, blank.end() if blank is not None else at, end)
    return None if word is None else word.span()


def _is_field(word: bytes, place: int) -> bool:
    if place == 0:
        return True
    return _FIELDS[place - 1].fullmatch(word) is not None or not _KNOWN.fullmatch(word)


def _operations(raw: bytes, at: int, end: int) -> list[Operation]:
    out: list[Operation] = []
    while at < end:
        out.append(_operation(raw, at, end))
        at = out[-1].end
    return out


def _operation(raw: bytes, start: int, end: int) -> Operation:
    blank = _BLANK.match(raw, start, end)
    first = at = blank.end() if blank is not None else start
    opcode = b""
    word = _OPCODE.match(raw, at, end)
    if word is not None:
        opcode, at = word.group(), word.end()
    operands: list[Operand] = []
    open_string = -1
    while True:
        found = _OPERAND.match(raw, at, end)
        if found is None:
            break
        string, quote, bare = found.groups()
        operands.append(Operand(bare, False) if string is None else Operand(string, True))
        if string is not None and not quote:
            open_string = found.start(1) - 1
        at = found.end()
    last = at
    blank = _BLANK.match(raw, at, end)
    at = blank.end() if blank is not None else at
    closed = raw[at : at + 1] == b";" and at < end
    return Operation(start, at + closed, first, last, opcode, tuple(operands), closed, open_string)


def operands_of(text: bytes) -> tuple[Operand, ...] | None:
    """The operands in a text, None if it is anything but operands separated by single blanks."""
    found = _operation(b"x " + text, 0, 2 + len(text))
    if found.end != 2 + len(text) or found.closed or found.open_string >= 0:
        return None
    raw = b" ".join(one.raw for one in found.operands)
    return found.operands if raw == text else None
