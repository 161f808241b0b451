"""Playing many games of chess at once: one ply of all games at a time, with numpy.

A position is 14 bitboards, a square is a bit (a1 is the lowest); arrays have an entry for each game. What
isn't surely legal and plainly written ends the line, as in `replay`. Attacks of sliding pieces are looked up
by the occupancy of their rank, file and diagonals, gathered into a byte by a multiplication (kindergarten
bitboards, https://www.chessprogramming.org/Kindergarten_Bitboards).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import chess
import numpy as np

from viewer.games.chess.charts import chart_named
from viewer.games.chess.openings import (
    Arrangement,
    arrangement_numbers,
    named_arrangements,
    opening_at,
)
from viewer.games.chess.position import MOVE_OF
from viewer.games.chess.replay import CASTLING, spelt
from viewer.games.lines import PlayedLines
from viewer.games.openings import Opening

Array = Any  # npt.NDArray of any number

_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING = range(1, 7)
_MEN = 7
_NOWHERE = 64  # no square
_U = np.uint64
_ONE, _ZERO = _U(1), _U(0)
_BIT = np.array([*chess.BB_SQUARES, 0], dtype=_U)
_A_FILE = _U(chess.BB_FILE_A)
_GATHER = _U(0x0102040810204080)  # brings the squares of the a-file into the highest byte
_TOP = _U(56)
_KNIGHTS = np.array(chess.BB_KNIGHT_ATTACKS, dtype=_U)
_KINGS = np.array(chess.BB_KING_ATTACKS, dtype=_U)
_PAWNS = np.array(
    [chess.BB_PAWN_ATTACKS[chess.WHITE], chess.BB_PAWN_ATTACKS[chess.BLACK]], dtype=_U
)
_HOME = (0, 56)
_HOME_RANKS = (_U(chess.BB_RANK_1), _U(chess.BB_RANK_8))
_RANK_SHIFT = np.array([square & 56 for square in range(64)], dtype=_U)
_FILE_SHIFT = np.array([square & 7 for square in range(64)], dtype=_U)
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
        dtype=_U,
    )


_RISING, _FALLING = _diagonal(1), _diagonal(-1)


def _line_attacks() -> Array:
    """The places of a line of 8 that are attacked from one, by place and occupancy: (8 * 256,)."""
    found = np.zeros((8, 256), dtype=_U)
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
    [sum(1 << 8 * at for at in range(8) if int(one) >> at & 1) for one in _ALONG], dtype=_U
)
_DE_BRUIJN = 0x03F79D71B4CB0A89
_PLACE = np.zeros(64, dtype=np.int64)
for _at in range(64):
    _PLACE[((_DE_BRUIJN << _at) & (1 << 64) - 1) >> 58] = _at


def _place(bits: Array) -> Array:
    """The square of numbers of one bit."""
    return _PLACE[((bits * _U(_DE_BRUIJN)) >> _U(58)).astype(np.int64)]


def _straight(squares: Array, occupied: Array) -> Array:
    """The squares that a rook attacks."""
    shift = _RANK_SHIFT[squares]
    byte = ((occupied >> shift) & _U(255)).astype(np.int64)
    found = _ALONG[_FILE_ROW[squares] | byte] << shift
    shift = _FILE_SHIFT[squares]
    byte = ((((occupied >> shift) & _A_FILE) * _GATHER) >> _TOP).astype(np.int64)
    return found | _UPWARDS[_RANK_ROW[squares] | byte] << shift


def _slanted(squares: Array, occupied: Array) -> Array:
    """The squares that a bishop attacks."""
    row = _FILE_ROW[squares]
    found: Array = _ZERO
    for lines in (_RISING, _FALLING):
        line = lines[squares]
        byte = (((occupied & line) * _A_FILE) >> _TOP).astype(np.int64)
        found = found | (_ALONG[row | byte] * _A_FILE & line)
    return found


class _Words:
    """What texts of moves say, as columns: `replay.spelt` for many texts.

    Attributes:
        kinds, origins, targets, promotions: by the number of a text; number 0 is of texts that say nothing.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = _Numbers(self)
        self._rows: list[tuple[int, int, int, int]] = [(-1, 0, 0, 0)]
        self._known = 0

    def add(self, text: str) -> int:
        """The number of a text that is new."""
        said = spelt(text)
        if said is None:
            return 0
        self._rows.append((said.kind, said.origins, said.to, said.promotion))
        return len(self._rows) - 1

    def numbers(self, line: Sequence[str]) -> list[int]:
        """The numbers of texts."""
        return list(map(self._numbers.__getitem__, line))

    def columns(self) -> tuple[Array, ...]:
        """Kinds, origins, targets, promotions."""
        if self._known != len(self._rows):
            kinds, origins, targets, promotions = zip(*self._rows, strict=True)
            self._columns = (
                np.array(kinds, dtype=np.int8),
                np.array(origins, dtype=_U),
                np.array(targets, dtype=np.int64),
                np.array(promotions, dtype=np.int64),
            )
            self._known = len(self._rows)
        return self._columns


class _Numbers(dict[str, int]):
    """The numbers of texts; those that say nothing aren't kept."""

    def __init__(self, words: _Words) -> None:
        self._words = words

    def __missing__(self, text: str) -> int:
        number = self._words.add(text)
        if number:
            self[text] = number
        return number


_WORDS = _Words()


@cache
def _start() -> tuple[bytes, tuple[int, ...]]:
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


class _Board:
    """The positions of many games, which change with every ply. Games are ordered by length, longest first.

    Attributes:
        cells: shape (games, 64).
        men: squares of the pieces, shape (14, games): as in `replay.ChessReplay`.
        kings: squares, shape (2, games).
        rights, ep: as there; `ep` is `_NOWHERE` for none.
        whole: whether all moves so far were played.
    """

    def __init__(self, games: int) -> None:
        cells, men = _start()
        self.cells = np.tile(np.frombuffer(cells, dtype=np.uint8), (games, 1))
        self.men = np.repeat(np.array(men, dtype=_U)[:, None], games, axis=1)
        self.kings = np.repeat(np.array([[4], [60]], dtype=np.int64), games, axis=1)
        self.rights = np.full(games, chess.BB_CORNERS, dtype=_U)
        self.ep = np.full(games, _NOWHERE, dtype=np.int64)
        self.whole = np.ones(games, dtype=bool)

    def attacked(self, squares: Array, by: int, occupied: Array, left: Array, at: Array) -> Array:
        """Whether those men of a side that are `left` attack squares, in the games `at`."""
        men = self.men
        own = _MEN * by
        queens = men[own + _QUEEN, at]
        found = _KNIGHTS[squares] & men[own + _KNIGHT, at]
        found |= _PAWNS[1 - by][squares] & men[own + _PAWN, at]
        found |= _straight(squares, occupied) & (men[own + _ROOK, at] | queens)
        found |= _slanted(squares, occupied) & (men[own + _BISHOP, at] | queens)
        found &= left
        found |= _KINGS[squares] & men[own + _KING, at]
        return found != 0

    def reaching(self, side: int, kinds: Array, to: Array, origins: Array) -> tuple[Array, Array]:
        """The pieces that can go to squares, whoever is in check then; pawns captured en passant."""
        games = len(kinds)
        men, own = self.men, _MEN * side
        occupied = men[0, :games] | men[_MEN, :games]
        found = np.zeros(games, dtype=_U)
        passed = np.zeros(games, dtype=_U)
        for kind in (_KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING):
            at = np.flatnonzero(kinds == kind)
            if not len(at):
                continue
            squares = to[at]
            if kind == _KNIGHT:
                reach = _KNIGHTS[squares]
            elif kind == _KING:
                reach = _KINGS[squares]
            elif kind == _BISHOP:
                reach = _slanted(squares, occupied[at])
            elif kind == _ROOK:
                reach = _straight(squares, occupied[at])
            else:
                reach = _straight(squares, occupied[at]) | _slanted(squares, occupied[at])
            found[at] = reach & men[own + kind, at]
        at = np.flatnonzero(kinds == _PAWN)
        if len(at):
            found[at], passed[at] = self._pawns(side, to[at], origins[at], at)
        found &= origins
        found[men[own, :games] & _BIT[to] != 0] = 0
        return found, passed

    def _pawns(self, side: int, to: Array, origins: Array, at: Array) -> tuple[Array, Array]:
        pawns = self.men[_MEN * side + _PAWN, at]
        beside = _PAWNS[1 - side][to] & pawns
        back = -8 if side == 0 else 8
        there = to + back
        inside = (there >= 0) & (there < 64)
        there = np.where(inside, there, 0)
        behind = np.where(inside, _BIT[there], _ZERO)
        taken = self.cells[at, to] != 0
        passing = ~taken & inside & (to == self.ep[at]) & (origins & behind == 0)
        double = (
            inside
            & (behind & pawns == 0)
            & (to >> 3 == (3 if side == 0 else 4))
            & (self.cells[at, there] == 0)
        )
        start = np.where(double, _BIT[np.where(double, there + back, _NOWHERE)], behind)
        found = np.where(taken | passing, beside, start & pawns)
        return found, np.where(passing, behind, _ZERO)

    def unexposed(
        self, side: int, at: Array, origins: Array, kinds: Array, to: Array, passed: Array
    ) -> Array:
        """Whether moves from single origins leave the own king out of check, in the games `at`."""
        target = _BIT[to]
        occupied = (self.men[0, at] | self.men[_MEN, at] | target) & ~(origins | passed)
        kings = np.where(kinds == _KING, to, self.kings[side, at])
        left = ~np.where(passed != 0, passed, target)
        return ~self.attacked(kings, 1 - side, occupied, left, at)

    def castling(self, side: int, at: Array, to: Array) -> Array:
        """Whether the usual castling is possible in the games `at`; to the 3rd or 7th file."""
        home = _HOME[side]
        short = to == 6
        rook = np.where(short, home + 7, home)
        beside = np.where(short, home + 5, home + 3)
        between = np.where(short, _U(0x60 << home), _U(0x0E << home))
        occupied = self.men[0, at] | self.men[_MEN, at]
        able = (self.kings[side, at] == home + 4) & (occupied & between == 0)
        able &= self.rights[at] & _BIT[rook] != 0
        everything = ~_ZERO
        for squares in (self.kings[side, at], beside, home + to):
            able &= ~self.attacked(squares, 1 - side, occupied, everything, at)
        return able


class _Named(NamedTuple):
    """Plies after which the arrangement may have a name: its number, rights and en passant square there."""

    plies: list[int]
    numbers: list[int]
    rights: list[int]
    ep: list[int]


# By number, side, rights and en passant square; no more than the table of openings has, and their rights.
_OPENINGS: dict[tuple[int, int, int, int], Opening | None] = {}


class ChessLines(PlayedLines):
    """Lines of chess; see `PlayedLines`."""

    def __init__(self, lines: Sequence[Sequence[str]]) -> None:
        self.chart = chart_named("chess", False)
        self.start = _start()[0]
        self.count = np.array([len(line) for line in lines], dtype=np.int64)
        self.first = np.cumsum(self.count) - self.count
        plies = int(self.count.sum())
        self.squares = np.zeros((plies, 4), dtype=np.uint8)
        self.old = np.zeros((plies, 4), dtype=np.uint8)
        self.new = np.zeros((plies, 4), dtype=np.uint8)
        self._packed = np.zeros(plies, dtype=np.int32)
        self._rights = np.zeros(plies, dtype=_U)
        self._ep = np.zeros(plies, dtype=np.uint8)
        self._order = order = np.argsort(-self.count, kind="stable")
        numbers = _WORDS.numbers
        said = np.array([one for line in lines for one in numbers(line)], dtype=np.int64)
        self._play(said, order)
        whole = np.empty(len(lines), dtype=bool)
        whole[order] = self._board.whole
        self.whole = whole
        del self._board
        used = np.flatnonzero(np.bincount(self._packed, minlength=1))
        places = np.zeros(int(used[-1]) + 1 if len(used) else 1, dtype=np.int32)
        places[used] = np.arange(len(used))
        self.moves = places[self._packed]
        self.words = [MOVE_OF[int(one)].text for one in used]
        self._named: _Named | None = None

    def _play(self, said: Array, order: Array) -> None:
        self._board = board = _Board(len(order))
        counts, firsts = self.count[order], self.first[order]
        columns = _WORDS.columns()
        for ply in range(int(counts[0]) if len(counts) else 0):
            games = int(np.searchsorted(-counts, -ply, side="left"))
            rows = firsts[:games] + ply
            self._step(board, ply & 1, games, rows, [one[said[rows]] for one in columns])

    def _step(self, board: _Board, side: int, games: int, rows: Array, spelt: list[Array]) -> None:
        """One ply of the first games."""
        kinds, origins, to, promotions = spelt
        here = np.arange(games)
        found, passed = board.reaching(side, kinds, to, origins)
        several = np.flatnonzero(found & (found - _ONE))
        if len(several):
            found[several] = self._only(board, side, several, found, kinds, to, passed)
        sure = found != 0
        sure &= board.unexposed(side, here, found, kinds, to, passed)
        castled = np.flatnonzero(kinds == CASTLING)
        if len(castled):
            able = board.castling(side, castled, to[castled])
            sure[castled] = able
            kings = _U(1 << _HOME[side] + 4)
            found[castled] = kings
            to = to.copy()
            to[castled] += _HOME[side]
            kinds = kinds.copy()
            kinds[castled] = _KING
        board.whole[:games] &= sure
        if not sure.all():
            found = np.where(sure, found, _ZERO)
            passed = np.where(sure, passed, _ZERO)
        self._move(board, side, here, rows, (kinds, found, to, promotions, passed, sure))
        if len(castled):
            self._move_rooks(board, side, castled[sure[castled]], rows, to)

    @staticmethod
    def _only(
        board: _Board,
        side: int,
        at: Array,
        found: Array,
        kinds: Array,
        to: Array,
        passed: Array,
    ) -> Array:
        """Of several origins the only one that leaves the king out of check; 0 where there isn't one only."""
        rest, legal = found[at].copy(), np.zeros(len(at), dtype=_U)
        while rest.any():
            one = rest & (~rest + _ONE)
            rest ^= one
            there = np.flatnonzero(one)
            some = at[there]
            able = board.unexposed(side, some, one[there], kinds[some], to[some], passed[some])
            legal[there[able]] |= one[there[able]]
        return np.where(legal & (legal - _ONE) == 0, legal, _ZERO)

    def _move(
        self, board: _Board, side: int, here: Array, rows: Array, move: tuple[Array, ...]
    ) -> None:
        """Make moves: kinds, origins (0: none), targets, promotions, pawns captured en passant, whether."""
        kinds, found, to, promotions, passed, sure = move
        games = len(here)
        men, cells = board.men, board.cells
        own, others = _MEN * side, _MEN - _MEN * side
        origin = _place(found)
        target = np.where(sure, _BIT[to], _ZERO)
        kind = np.where(sure, kinds, 0).astype(np.int64)
        new = np.where(promotions != 0, promotions, kind)
        new = np.where(sure, new, 0)
        piece, arrived = kind + 6 * side * (kind != 0), new + 6 * side * (new != 0)
        taken = np.where(sure, cells[here, to], 0).astype(np.int64)
        takes = taken != 0
        taken_kind = np.where(takes, taken - 6 * (1 - side), 0)
        men[own, :games] ^= found | target
        men[own + kind, here] ^= found
        men[own + new, here] ^= target
        # Where there is no move, all of a side were exchanged with nothing.
        gone = np.where(takes, target, _ZERO)
        men[others, :games] ^= gone
        at = np.flatnonzero(takes)
        men[others + taken_kind[at], at] ^= gone[at]
        squares, old, fresh = self.squares, self.old, self.new
        squares[rows, 0], squares[rows, 1] = origin, to
        old[rows, 0], old[rows, 1] = piece, taken
        fresh[rows, 1] = arrived
        moved = np.flatnonzero(sure)
        cells[moved, origin[moved]] = 0
        cells[moved, to[moved]] = arrived[moved]
        at = np.flatnonzero(passed)
        if len(at):
            places = _place(passed[at])
            men[others, at] ^= passed[at]
            men[others + _PAWN, at] ^= passed[at]
            squares[rows[at], 2], old[rows[at], 2] = places, _PAWN + 6 * (1 - side)
            cells[at, places] = 0
        at = np.flatnonzero(kind == _KING)
        board.kings[side, at] = to[at]
        board.rights[at] &= ~_HOME_RANKS[side]
        board.rights[:games] &= ~(found | target)
        double = (kind == _PAWN) & (np.abs(origin - to) == 16)
        board.ep[:games] = np.where(double, (origin + to) >> 1, _NOWHERE)
        self._packed[rows] = np.where(sure, origin | to << 6 | promotions << 12, 0)
        self._rights[rows] = board.rights[:games]
        self._ep[rows] = board.ep[:games]

    def _move_rooks(self, board: _Board, side: int, at: Array, rows: Array, to: Array) -> None:
        """Move the rooks of those who castled."""
        home, own = _HOME[side], _MEN * side
        short = to[at] == home + 6
        origin, target = np.where(short, home + 7, home), np.where(short, home + 5, home + 3)
        both = _BIT[origin] | _BIT[target]
        board.men[own, at] ^= both
        board.men[own + _ROOK, at] ^= both
        board.cells[at, origin] = 0
        board.cells[at, target] = _ROOK + 6 * side
        where = rows[at]
        self.squares[where, 2], self.squares[where, 3] = origin, target
        self.old[where, 2], self.new[where, 3] = _ROOK + 6 * side, _ROOK + 6 * side

    # ---------------------------------------------------------------------------------- openings

    def opening(self, line: int) -> Opening | None:
        """The opening of a line, by the last of its positions that has a name."""
        if self._named is None:
            self._named = self._name_plies()
        named = self._named
        first = int(self.first[line])
        last = bisect_left(named.plies, first + int(self.count[line])) - 1
        while last >= 0 and (at := named.plies[last]) >= first:
            about = named.numbers[last], (at - first) & 1, named.rights[last], named.ep[last]
            if about not in _OPENINGS:
                _OPENINGS[about] = opening_at(self._arrangement(first, at - first))
            found = _OPENINGS[about]
            if found is not None:
                return found
            last -= 1
        return opening_at(Arrangement(self.start, 0, chess.BB_CORNERS, None))

    def _name_plies(self) -> _Named:
        """The plies after which the arrangement is one that has a name."""
        if not len(self.moves):
            return _Named([], [], [], [])
        numbers = arrangement_numbers()
        changes = np.zeros(len(self.moves), dtype=_U)
        for at in range(4):
            some = np.flatnonzero(self.old[:, at] != self.new[:, at])
            squares = self.squares[some, at]
            old, new = self.old[some, at], self.new[some, at]
            changes[some] ^= numbers[squares, old] ^ numbers[squares, new]
        sums = np.bitwise_xor.accumulate(changes)
        before = np.where(self.first > 0, sums[np.maximum(self.first - 1, 0)], _ZERO)
        sums ^= np.repeat(before[: len(self.count)], self.count)
        known = named_arrangements()
        places = np.minimum(np.searchsorted(known, sums), len(known) - 1)
        hits = np.flatnonzero(known[places] == sums)
        return _Named(
            *(some[hits].tolist() for some in (np.arange(len(sums)), sums, self._rights, self._ep))
        )

    def _arrangement(self, first: int, ply: int) -> Arrangement:
        """The position after a ply of a line."""
        cells = bytearray(self.start)
        for row in range(first, first + ply + 1):
            changed = zip(
                self.squares[row].tolist(),
                self.old[row].tolist(),
                self.new[row].tolist(),
                strict=True,
            )
            for square, old, new in changed:
                if old != new:
                    cells[square] = new
        ep = int(self._ep[first + ply])
        return Arrangement(
            bytes(cells),
            1 - (ply & 1),
            int(self._rights[first + ply]),
            None if ep == _NOWHERE else ep,
        )
