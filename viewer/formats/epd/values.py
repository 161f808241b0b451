"""Converting the operands of operations to text and evaluations, and the reverse."""

from __future__ import annotations

import re

from viewer.formats.epd.lexer import Operand, operands_of
from viewer.formats.epd.opcodes import STRINGS

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


def value_of(operands: tuple[Operand, ...], encoding: str) -> str:
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
        operands = operands_of(raw)
        bare = quoted is False or _NUMBER.fullmatch(value) or value.startswith('"')
        if bare and operands is not None and value_of(operands, encoding) == value:
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
