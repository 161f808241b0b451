"""Splitting a line of a file of positions into fields and operations, each with its offsets in the line.

Every line is accepted, and its pieces joined are the line again. Strings have no escapes (16.2.4.1 of
the standard); a string that isn't closed ends with the line.
"""

from __future__ import annotations

import re

from viewer.base.named import NamedTuple
from viewer.formats.epd import STRINGS

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
    operands, last, open_string = _operands(raw, at, end)
    blank = _BLANK.match(raw, last, end)
    at = blank.end() if blank is not None else last
    closed = raw[at : at + 1] == b";" and at < end
    return Operation(start, at + closed, first, last, opcode, tuple(operands), closed, open_string)


def _operands(raw: bytes, at: int, end: int) -> tuple[list[Operand], int, int]:
    """The operands from an offset on, their end, and the offset of a string that isn't closed, else -1."""
    closed = raw.find(b";", at, end)
    plain = raw[at : end if closed < 0 else closed]
    if b'"' not in plain:
        return [Operand(word, False) for word in plain.split()], at + len(plain.rstrip()), -1
    operands: list[Operand] = []
    open_string = -1
    while (found := _OPERAND.match(raw, at, end)) is not None:
        string, quote, bare = found.groups()
        operands.append(Operand(bare, False) if string is None else Operand(string, True))
        if string is not None and not quote:
            open_string = found.start(1) - 1
        at = found.end()
    return operands, at, open_string


def operands_of(text: bytes) -> tuple[Operand, ...] | None:
    """The operands in a text, None if it is anything but operands separated by single blanks."""
    found = _operation(b"x " + text, 0, 2 + len(text))
    if found.end != 2 + len(text) or found.closed or found.open_string >= 0:
        return None
    raw = b" ".join(one.raw for one in found.operands)
    return found.operands if raw == text else None


UTF8, LATIN1 = "utf-8", "iso8859-1"

_MATE = 32767
_CERTAIN = 32000
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_PAWNS = re.compile(r"([+-]?)([0-9]{1,3})(?:\.([0-9]{1,2}))?")
_MATE_IN = re.compile(r"#([+-]?)([0-9]{1,5})")
_LINE_ENDS = re.compile(r"\r\n?|\n")

# ------------------------------------------------------------------------------------------ text


def decode(raw: bytes, encoding: str) -> str:
    """The text of bytes, decoded as Latin-1 if they aren't valid in the codec."""
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return raw.decode(LATIN1)


def encode(text: str, encoding: str) -> bytes:
    """The bytes of a text; characters that the codec lacks become `?`."""
    return text.encode(encoding, "replace")


def string_of(text: str, encoding: str) -> bytes:
    """A text as a string operand, which has no escapes: quotes become apostrophes, line ends blanks."""
    return b'"%s"' % encode(_LINE_ENDS.sub(" ", text).replace('"', "'"), encoding)


def operands_text(operands: tuple[Operand, ...], encoding: str) -> str:
    """Operands as a header's value: the text of a single operand, else all of them as written."""
    if len(operands) == 1:
        return decode(operands[0].text, encoding)
    return decode(b" ".join(one.raw for one in operands), encoding)


def operation_of(opcode: str, value: str, quoted: bool | None, encoding: str) -> bytes:
    """The bytes of a header's operation; `quoted`: whether the value was quoted in the file, None if new."""
    head = encode(opcode, encoding)
    if not value:
        return head
    if not quoted and opcode not in STRINGS:
        raw = encode(value, encoding)
        bare = quoted is False or _NUMBER.fullmatch(value) or value.startswith('"')
        operands = operands_of(raw) if bare else None
        if operands is not None and operands_text(operands, encoding) == value:
            return head + b" " + raw
    return head + b" " + string_of(value, encoding)


def integer_of(operands: tuple[Operand, ...]) -> int | None:
    """The integer in a single operand, None if there isn't exactly one or it is no integer."""
    if len(operands) != 1:
        return None
    text = operands[0].text.decode(LATIN1)
    return int(text) if _INTEGER.fullmatch(text) else None


# ------------------------------------------------------------------------------------ evaluation


def evaluation_of_ce(value: int, black: bool) -> str | None:
    """Centipawns for the side to move as an evaluation from White's view: +0.35, #4, #-4.

    Mate in n plies is 32767 - n. None if the number means neither, as -32767 (illegal position).
    """
    if not -_MATE < value < _MATE:
        return None
    sign = "-" if (value < 0) != black and value else "+"
    if abs(value) > _CERTAIN:
        plies = _MATE - abs(value)
        moves = (plies + 1) // 2 if value > 0 else plies // 2
        return f"#{'' if sign == '+' else '-'}{moves}" if moves else None
    return f"{sign}{abs(value) // 100}.{abs(value) % 100:02}"


def ce_of_evaluation(text: str, black: bool) -> int | None:
    """The reverse of `evaluation_of_ce`; None if the text is neither pawns nor moves to mate."""
    mate = _MATE_IN.fullmatch(text)
    if mate is not None:
        moves = int(mate[2])
        wins = (mate[1] == "-") == black
        if not moves or 2 * moves >= _MATE - _CERTAIN:
            return None
        return _MATE - (2 * moves - 1) if wins else 2 * moves - _MATE
    pawns = _PAWNS.fullmatch(text)
    if pawns is None:
        return None
    value = int(pawns[2]) * 100 + int((pawns[3] or "").ljust(2, "0"))
    if value > _CERTAIN:
        return None
    return -value if (pawns[1] == "-") != black else value


def evaluation_of_dm(moves: int, black: bool) -> str:
    """The evaluation for `dm`: mate by the side to move, or by the other if negative (Gaviota's suites)."""
    return f"#{'-' if (moves < 0) != black else ''}{abs(moves)}"


def dm_of_evaluation(text: str, black: bool) -> int | None:
    """The reverse of `evaluation_of_dm`; None if the text is no mate."""
    mate = _MATE_IN.fullmatch(text)
    if mate is None or not int(mate[2]):
        return None
    return -int(mate[2]) if (mate[1] == "-") != black else int(mate[2])
