"""Checking a file of positions against section 16 of the standard: its lines, fields and operations.

Operations have the operands that their opcodes take (section 16.2.5), and agree with the position: moves,
draws, evaluations; these aren't checked if the position isn't chess. A breach of a "should" is reported as a
note, not as a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.formats.epd import NAMES, STRINGS
from viewer.formats.epd.lexer import EpdLine, Operation, lex
from viewer.formats.epd.reader import AFTER, BEFORE, LINE
from viewer.formats.format import Collection
from viewer.formats.kit.findings import Breach, fen_faults
from viewer.games.chess.boards import board_of
from viewer.games.chess.san import read_san, write_san
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.record import Record

if TYPE_CHECKING:
    import chess


_OF_OPCODE = {
    opcode: f"16.2.5.{number}"
    for number, opcode in enumerate(
        (
            *(b"acn", b"acs", b"am", b"bm", b"c0", b"ce", b"dm", b"draw_accept", b"draw_claim"),
            *(b"draw_offer", b"draw_reject", b"eco", b"fmvn", b"hmvc", b"id", b"nic", b"noop"),
            *(b"pm", b"pv", b"rc", b"resign", b"sm", b"tcgs", b"tcri", b"tcsi", b"v0"),
        ),
        1,
    )
}
_INTEGER = re.compile(rb"[+-]?[0-9]{1,18}")
_NONE = frozenset((b"draw_accept", b"draw_claim", b"draw_offer", b"draw_reject", b"resign"))
_RANGES: dict[bytes, tuple[int, int | None, Message]] = {
    **dict.fromkeys(
        (b"acn", b"acs", b"hmvc"), (0, None, message("The operand is an integer from 0 on."))
    ),
    **dict.fromkeys(
        (b"dm", b"fmvn", b"rc", b"tcgs"), (1, None, message("The operand is an integer from 1 on."))
    ),
    b"ce": (-32767, 32766, message("The operand is an integer from -32767 to 32766.")),
}
_ONE_MOVE = frozenset((b"pm", b"sm"))
_TWO = frozenset((b"tcri", b"tcsi"))
_STRINGS = frozenset(opcode.encode() for opcode in STRINGS)


def section_of(opcode: bytes, other: str = "16.2.5") -> str:
    """The section of the standard about an opcode; `other` if it has none."""
    family = opcode[:1] + b"0" if re.fullmatch(rb"[cv][0-9]", opcode) else opcode
    return _OF_OPCODE.get(family, other)


def operand_breaches(one: Operation) -> Iterator[Breach]:
    """The breaches in the number and kind of an operation's operands; none if the opcode isn't standard."""
    opcode, operands = one.opcode, one.operands
    words: Message | None = None
    if opcode in _NONE and operands:
        words = message("The opcode takes no operands.")
    elif opcode in _TWO and not (len(operands) == 2 and all(each.quoted for each in operands)):
        words = message("The opcode takes two strings.")
    elif opcode == b"id" and not (len(operands) == 1 and operands[0].quoted):
        words = message("The opcode takes one string.")
    elif opcode in _STRINGS and not (len(operands) <= 1 and all(each.quoted for each in operands)):
        words = message("The opcode takes one string, or nothing.")
    elif (opcode in _ONE_MOVE or opcode in _RANGES) and len(operands) != 1:
        words = message("The opcode takes one operand.")
    if words is not None:
        yield Breach(one.first, section_of(opcode), words, "operands")
    elif opcode in _RANGES:
        yield from _number(one)


def _number(one: Operation) -> Iterator[Breach]:
    least, most, words = _RANGES[one.opcode]
    text = one.operands[0].text
    if (
        one.operands[0].quoted
        or not _INTEGER.fullmatch(text)
        or int(text) < least
        or (most is not None and int(text) > most)
    ):
        yield Breach(one.first, section_of(one.opcode), words, "range")
    elif text.startswith(b"+"):
        plus = message("A plus sign isn't needed, and discouraged.")
        yield Breach(one.first, "16.2.4.1", plus, "plus", Severity.INFO)


_ILLEGAL = -32767
_SETS = (b"am", b"bm")
_SINGLE = (b"pm", b"sm")
_SIGNS = re.compile(r"[+#]$")
_SHORT_INTEGER = re.compile(rb"[+-]?[0-9]{1,9}")


def move_breaches(line: EpdLine, record: Record) -> Iterator[Breach]:
    """The breaches in the moves and evaluations of a line; `record` is the line's record."""
    first = {one.opcode: one for one in reversed(line.operations)}
    for opcode in (b"draw_claim", b"draw_offer"):
        if opcode in first and b"sm" not in first:
            words = message("With this opcode a supplied move (sm) is required.")
            yield Breach(first[opcode].first, section_of(opcode), words, "supplied-move")
    clock = _integer(first.get(b"hmvc"))
    if clock and len(line.fields) == 4 and line.text(line.fields[3]) != b"-":
        words = message("The halfmove clock is 0 after a pawn's move, as the en passant square is.")
        yield Breach(first[b"hmvc"].first, section_of(b"hmvc"), words, "clock")
    yield from _predicted(first)
    board = board_of(record.setup)
    if board is None:
        return
    yield from _evaluation(first.get(b"ce"), board)
    played: dict[bytes, set[chess.Move]] = {}
    for one in first.values():
        if one.opcode in (*_SETS, *_SINGLE):
            found = [_move(one, text, board) for text in _texts(one)]
            played[one.opcode] = {move for move, _ in found if move is not None}
            yield from (breach for _, breach in found if breach is not None)
        if one.opcode in _SETS and _texts(one) != sorted(_texts(one)):
            words = message("The moves are in ASCII order.")
            yield Breach(one.first, section_of(one.opcode), words, "operand-order")
        if one.opcode == b"pv":
            yield from _variation(one, board)
    if played.get(b"bm", set()) & played.get(b"am", set()):
        words = message("A move can't be both a best move and one to avoid.")
        yield Breach(first[b"am"].first, section_of(b"am"), words, "best-avoided")


def _texts(one: Operation) -> Sequence[str]:
    return [operand.text.decode("latin-1") for operand in one.operands]


def _integer(one: Operation | None) -> int | None:
    if one is None or len(one.operands) != 1 or not _SHORT_INTEGER.fullmatch(one.operands[0].text):
        return None
    return int(one.operands[0].text)


def _predicted(first: dict[bytes, Operation]) -> Iterator[Breach]:
    pm, pv = first.get(b"pm"), first.get(b"pv")
    if pm is None or pv is None or not pm.operands or not pv.operands:
        return
    if _SIGNS.sub("", _texts(pm)[0]) != _SIGNS.sub("", _texts(pv)[0]):
        words = message("The predicted move (pm) is the first one of the variation (pv).")
        yield Breach(pm.first, section_of(b"pm"), words, "predicted-move")


def _move(one: Operation, text: str, board: chess.Board) -> tuple[chess.Move | None, Breach | None]:
    """The move of an operand, None if it can't be played, and the breach in it, None if there is none."""
    move = read_san(board, text)
    if not move:
        words = message("{move} can't be played from the position.", move=text[:20])
        return None, Breach(one.first, section_of(one.opcode), words, "move")
    san = write_san(board, move)
    if _SIGNS.sub("", san) == _SIGNS.sub("", text):
        return move, None
    words = message("{move} should be written as {san}.", move=text[:20], san=san)
    return move, Breach(one.first, "16.2.4.1", words, "san", Severity.INFO)


def _variation(one: Operation, start: chess.Board) -> Iterator[Breach]:
    board = start.copy(stack=False)
    for text in _texts(one):
        move, breach = _move(one, text, board)
        if breach is not None:
            yield breach
        if move is None:
            return
        board.push(move)


def _evaluation(one: Operation | None, board: chess.Board) -> Iterator[Breach]:
    """The breaches in the evaluation of an illegal position, or of one that is drawn already."""
    value = _integer(one)
    if one is None or value is None:
        return
    if (value == _ILLEGAL) == board.is_valid():
        words = message("The evaluation of an illegal position, and of no other, is -32767.")
        yield Breach(one.first, section_of(b"ce"), words, "evaluation")
    elif value not in (0, _ILLEGAL) and (board.is_stalemate() or board.is_insufficient_material()):
        words = message("The evaluation of a stalemate, or without mating material, is 0.")
        yield Breach(one.first, section_of(b"ce"), words, "evaluation")


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
    words = found.told(NAMES[format])
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
