"""Checking that the operations of a line agree with its position: moves, draws, evaluations.

Moves and evaluations are not checked if the position isn't chess. The opcodes are those of section 16.2.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.formats.epd.lexer import EpdLine, Operation
from viewer.formats.epd.strict_operands import section_of
from viewer.formats.shared.breach import Breach
from viewer.games.chess.boards import board_of
from viewer.games.chess.san import read_san, write_san
from viewer.tree.diagnostic import Severity
from viewer.tree.record import Record

if TYPE_CHECKING:
    import chess

_ILLEGAL = -32767
_SETS = (b"am", b"bm")
_SINGLE = (b"pm", b"sm")
_SIGNS = re.compile(r"[+#]$")
_INTEGER = re.compile(rb"[+-]?[0-9]{1,9}")


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
    if one is None or len(one.operands) != 1 or not _INTEGER.fullmatch(one.operands[0].text):
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
