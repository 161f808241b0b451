"""The positions of many games of chess at once, as arrays, and what their men attack.

A position is 14 bitboards, a square is a bit (a1 is the lowest); arrays have an entry for each game.
Attacks of sliding pieces are looked up by the occupancy of their rank, file and diagonals, gathered into a
byte by a multiplication (kindergarten bitboards, https://www.chessprogramming.org/Kindergarten_Bitboards).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self

import chess
import numpy as np

Array = Any  # npt.NDArray of any number

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(1, 7)
MEN = 7
NOWHERE = 64  # no square
U = np.uint64
ONE, ZERO = U(1), U(0)
BIT = np.array([*chess.BB_SQUARES, 0], dtype=U)
_A_FILE = U(chess.BB_FILE_A)
_GATHER = U(0x0102040810204080)  # brings the squares of the a-file into the highest byte
_TOP = U(56)
_KNIGHTS = np.array(chess.BB_KNIGHT_ATTACKS, dtype=U)
_KINGS = np.array(chess.BB_KING_ATTACKS, dtype=U)
_PAWNS = np.array([chess.BB_PAWN_ATTACKS[chess.WHITE], chess.BB_PAWN_ATTACKS[chess.BLACK]], dtype=U)
HOME = (0, 56)
HOME_RANKS = (U(chess.BB_RANK_1), U(chess.BB_RANK_8))
_RANK_SHIFT = np.array([square & 56 for square in range(64)], dtype=U)
_FILE_SHIFT = np.array([square & 7 for square in range(64)], dtype=U)
_FILE_ROW = np.array([(square & 7) << 8 for square in range(64)], dtype=np.int64)
_RANK_ROW = np.array([(square >> 3) << 8 for square in range(64)], dtype=np.int64)


def _diagonal(step: int) -> Array:
    """The diagonals through all squares: up to the right (1) or to the left (-1)."""
    return np.array(
        [
            sum(
                1 << rank * 8 + file
                for rank in range(8)
                for file in range(8)
                if file - (square & 7) == step * (rank - (square >> 3))
            )
            for square in range(64)
        ],
        dtype=U,
    )


_RISING, _FALLING = _diagonal(1), _diagonal(-1)


def _line_attacks() -> Array:
    """The places of a line of 8 that are attacked from one, by place and occupancy: (8 * 256,)."""
    found = np.zeros((8, 256), dtype=U)
    for place in range(8):
        for occupied in range(256):
            reached = 0
            for step in (1, -1):
                at = place + step
                while 0 <= at < 8:
                    reached |= 1 << at
                    if occupied >> at & 1:
                        break
                    at += step
            found[place, occupied] = reached
    return found.reshape(-1)


_ALONG = _line_attacks()
# The same for a file, as squares of the a-file.
_UPWARDS = np.array(
    [sum(1 << 8 * at for at in range(8) if int(one) >> at & 1) for one in _ALONG], dtype=U
)
_DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACE = np.zeros(64, dtype=np.int64)
for _at in range(64):
    _PLACE[((_DE_BRUIJN << _at) & (1 << 64) - 1) >> 58] = _at


def square_of(bits: Array) -> Array:
    """The square of numbers of one bit."""
    return _PLACE[((bits * U(_DE_BRUIJN)) >> U(58)).astype(np.int64)]


def _straight(squares: Array, occupied: Array) -> Array:
    """The squares that a rook attacks."""
    shift = _RANK_SHIFT[squares]
    byte = ((occupied >> shift) & U(255)).astype(np.int64)
    found = _ALONG[_FILE_ROW[squares] | byte] << shift
    shift = _FILE_SHIFT[squares]
    byte = ((((occupied >> shift) & _A_FILE) * _GATHER) >> _TOP).astype(np.int64)
    return found | _UPWARDS[_RANK_ROW[squares] | byte] << shift


def _slanted(squares: Array, occupied: Array) -> Array:
    """The squares that a bishop attacks."""
    row = _FILE_ROW[squares]
    found: Array = ZERO
    for lines in (_RISING, _FALLING):
        line = lines[squares]
        byte = (((occupied & line) * _A_FILE) >> _TOP).astype(np.int64)
        found = found | (_ALONG[row | byte] * _A_FILE & line)
    return found


@cache
def usual_start() -> tuple[bytes, tuple[int, ...]]:
    """The cells and bitboards of the usual start."""
    board = chess.Board()
    cells = bytearray(64)
    men = []
    for side, colour in enumerate((chess.WHITE, chess.BLACK)):
        men.append(board.occupied_co[colour])
        for type in chess.PIECE_TYPES:
            mask = board.pieces_mask(type, colour)
            men.append(mask)
            for square in chess.scan_forward(mask):
                cells[square] = type + 6 * side
    return bytes(cells), tuple(men)


def reach(kind: int, squares: Array, occupied: Array) -> Array:
    """The squares that pieces of a type, but pawns, attack from others."""
    if kind == KNIGHT:
        return _KNIGHTS[squares]
    if kind == KING:
        return _KINGS[squares]
    if kind == BISHOP:
        return _slanted(squares, occupied)
    if kind == ROOK:
        return _straight(squares, occupied)
    return _straight(squares, occupied) | _slanted(squares, occupied)


def pawn_reach(by: int, squares: Array) -> Array:
    """From where pawns of a side attack squares."""
    return _PAWNS[1 - by][squares]


class Boards:
    """The positions of many games, which change with every ply. Games are ordered by length, longest first.

    Attributes:
        cells: shape (games, 64).
        men: squares of the pieces, shape (14, games): as in `replay.ChessReplay`.
        kings: squares, shape (2, games).
        rights, ep: as there; `ep` is `NOWHERE` for none.
        whole: whether all moves so far were played.
    """

    def __init__(self, games: int) -> None:
        cells, men = usual_start()
        self.cells = np.tile(np.frombuffer(cells, dtype=np.uint8), (games, 1))
        self.men = np.repeat(np.array(men, dtype=U)[:, None], games, axis=1)
        self.kings = np.repeat(np.array([[4], [60]], dtype=np.int64), games, axis=1)
        self.rights = np.full(games, chess.BB_CORNERS, dtype=U)
        self.ep = np.full(games, NOWHERE, dtype=np.int64)
        self.whole = np.ones(games, dtype=bool)

    @classmethod
    def of(cls, men: Array) -> Self:
        """Boards with such men, shape (14, games), of which nothing else is known."""
        boards = cls.__new__(cls)
        boards.men = men
        boards.kings = np.stack((square_of(men[KING]), square_of(men[MEN + KING])))
        return boards

    def attacked(self, squares: Array, by: int, occupied: Array, left: Array, at: Array) -> Array:
        """Whether those men of a side that are `left` attack squares, in the games `at`."""
        found = self.attackers(squares, by, occupied, at) & left
        found |= _KINGS[squares] & self.men[MEN * by + KING, at]
        return found != 0

    def attackers(self, squares: Array, by: int, occupied: Array, at: Array) -> Array:
        """The men of a side, but the king, who attack squares in the games `at`."""
        men = self.men
        own = MEN * by
        queens = men[own + QUEEN, at]
        found = _KNIGHTS[squares] & men[own + KNIGHT, at]
        found |= pawn_reach(by, squares) & men[own + PAWN, at]
        found |= _straight(squares, occupied) & (men[own + ROOK, at] | queens)
        found |= _slanted(squares, occupied) & (men[own + BISHOP, at] | queens)
        return found

    def reaching(self, side: int, kinds: Array, to: Array, origins: Array) -> tuple[Array, Array]:
        """The pieces that can go to squares, whoever is in check then; pawns captured en passant."""
        games = len(kinds)
        men, own = self.men, MEN * side
        occupied = men[0, :games] | men[MEN, :games]
        found = np.zeros(games, dtype=U)
        passed = np.zeros(games, dtype=U)
        for kind in (KNIGHT, BISHOP, ROOK, QUEEN, KING):
            at = np.flatnonzero(kinds == kind)
            if not len(at):
                continue
            found[at] = reach(kind, to[at], occupied[at]) & men[own + kind, at]
        at = np.flatnonzero(kinds == PAWN)
        if len(at):
            found[at], passed[at] = self._pawns(side, to[at], origins[at], at)
        found &= origins
        found[men[own, :games] & BIT[to] != 0] = 0
        return found, passed

    def _pawns(self, side: int, to: Array, origins: Array, at: Array) -> tuple[Array, Array]:
        pawns = self.men[MEN * side + PAWN, at]
        beside = _PAWNS[1 - side][to] & pawns
        back = -8 if side == 0 else 8
        there = to + back
        inside = (there >= 0) & (there < 64)
        there = np.where(inside, there, 0)
        behind = np.where(inside, BIT[there], ZERO)
        taken = self.cells[at, to] != 0
        passing = ~taken & inside & (to == self.ep[at]) & (origins & behind == 0)
        double = (
            inside
            & (behind & pawns == 0)
            & (to >> 3 == (3 if side == 0 else 4))
            & (self.cells[at, there] == 0)
        )
        start = np.where(double, BIT[np.where(double, there + back, NOWHERE)], behind)
        found = np.where(taken | passing, beside, start & pawns)
        return found, np.where(passing, behind, ZERO)

    def unexposed(
        self, side: int, at: Array, origins: Array, kinds: Array, to: Array, passed: Array
    ) -> Array:
        """Whether moves from single origins leave the own king out of check, in the games `at`."""
        target = BIT[to]
        occupied = (self.men[0, at] | self.men[MEN, at] | target) & ~(origins | passed)
        kings = np.where(kinds == KING, to, self.kings[side, at])
        left = ~np.where(passed != 0, passed, target)
        return ~self.attacked(kings, 1 - side, occupied, left, at)

    def castling(self, side: int, at: Array, to: Array) -> Array:
        """Whether the usual castling is possible in the games `at`; to the 3rd or 7th file."""
        home = HOME[side]
        short = to == 6
        rook = np.where(short, home + 7, home)
        beside = np.where(short, home + 5, home + 3)
        between = np.where(short, U(0x60 << home), U(0x0E << home))
        occupied = self.men[0, at] | self.men[MEN, at]
        able = (self.kings[side, at] == home + 4) & (occupied & between == 0)
        able &= self.rights[at] & BIT[rook] != 0
        everything = ~ZERO
        for squares in (self.kings[side, at], beside, home + to):
            able &= ~self.attacked(squares, 1 - side, occupied, everything, at)
        return able
