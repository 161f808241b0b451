"""Comments and names of openings that are carried from one position of a game to the next.

A program that reads the positions of a game in sequence has registers for `c0` to `c9`, `v0` to `v9`,
`eco` and `nic` (16.2.5.5, .12, .16 and .26 of the standard). They keep their values until another
position sets them or, without an operand, clears them. Positions belong to one game as long as each
follows from the one before by a legal move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import chess

from viewer.formats.epd.lexer import EpdLine, value_of
from viewer.games.chess.boards import read_board
from viewer.games.chess.fen import read_fen
from viewer.tree.record import Header

Registers = Mapping[str, str]

_REGISTER = re.compile(rb"[cv][0-9]|eco|nic")
_MOST = 1000  # positions of a game that are read back: plies of the longest games
_KEPT = 4096  # positions whose registers are cached
_NOTHING: Registers = {}


class Carrier:
    """The registers at the positions of a file.

    `read` returns a line by its index, `encoding` the codec of a line's bytes.
    """

    def __init__(self, read: Callable[[int], EpdLine], encoding: Callable[[bytes], str]) -> None:
        self._read = read
        self._encoding = encoding
        self._after: dict[int, Registers] = {}

    def carried(self, index: int, line: EpdLine) -> list[Header]:
        """The headers that are carried to a line: registers that no operation of its own sets."""
        before = self._before(index, line)
        now = self._stepped(before, line)
        if len(self._after) >= _KEPT:
            self._after.clear()
        self._after[index] = now
        own = {one.opcode.decode("latin-1") for one in line.operations}
        return [Header(key, text) for key, text in now.items() if key not in own]

    def _before(self, index: int, line: EpdLine) -> Registers:
        """The registers before a line, left by the earlier lines of the same game."""
        lines: list[EpdLine] = []
        found = _NOTHING
        while index and len(lines) < _MOST:
            previous = self._read(index - 1)
            if not follows(previous, line):
                break
            index, line = index - 1, previous
            known = self._after.get(index)
            if known is not None:
                found = known
                break
            lines.append(line)
        for each in reversed(lines):
            found = self._stepped(found, each)
        return found

    def _stepped(self, registers: Registers, line: EpdLine) -> Registers:
        """The registers after a line, whose operations are applied from left to right."""
        found = dict(registers)
        for one in line.operations:
            if not _REGISTER.fullmatch(one.opcode):
                continue
            name = one.opcode.decode("ascii")
            for key in [key for key in found if key[:-1] == name[:-1] and key >= name]:
                del found[key]
            if one.operands:
                found[name] = value_of(one.operands, self._encoding(line.raw))
        return found


def follows(before: EpdLine, after: EpdLine) -> bool:
    """Whether the position of one line follows from that of the line before by a legal move."""
    if len(before.fields) < 4 or len(after.fields) < 4:
        return False
    sides = before.text(before.fields[1]), after.text(after.fields[1])
    first, second = (line.text(line.fields[0]).split(b"/") for line in (before, after))
    changed = sum(a != b for a, b in zip(first, second, strict=False))
    if sorted(sides) != [b"b", b"w"] or not 0 < changed < 3:
        return False  # this cheap test is enough for most files
    wanted = read_fen(after.text(after.fields[0]).decode("latin-1")).placement
    board = read_board(" ".join(before.text(one).decode("latin-1") for one in before.fields)).board
    if board is None or wanted is None:
        return False
    found = chess.Board(None)
    found.set_board_fen(wanted)
    # A king may stay where he is when he castles, in Chess960.
    left = board.occupied_co[board.turn] & ~found.occupied_co[board.turn] | board.kings
    masks = _masks(found)
    for move in board.generate_legal_moves(left):
        board.push(move)
        if _masks(board) == masks:
            return True
        board.pop()
    return False


def _masks(board: chess.Board) -> tuple[int, ...]:
    """Which pieces stand where."""
    return (
        *(board.occupied_co[chess.WHITE], board.pawns, board.knights, board.bishops),
        *(board.rooks, board.queens, board.kings, board.occupied),
    )
