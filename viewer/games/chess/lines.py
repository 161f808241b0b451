"""Playing many games of chess at once: one ply of all games at a time, with numpy.

What isn't surely legal and plainly written ends the line, as in `replay`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain
from threading import Lock

import chess
import numpy as np

from viewer.base.named import NamedTuple
from viewer.games.charts import PlayedLines
from viewer.games.chess.charts import chart_named
from viewer.games.chess.many_boards import (
    BIT,
    HOME,
    HOME_RANKS,
    KING,
    MEN,
    NOWHERE,
    ONE,
    PAWN,
    ROOK,
    ZERO,
    Array,
    Boards,
    U,
    square_of,
    usual_start,
)
from viewer.games.chess.notation import CASTLING, spelt
from viewer.games.chess.openings import (
    Arrangement,
    arrangement_numbers,
    named_arrangements,
    opening_at,
)
from viewer.games.chess.position import MOVE_OF
from viewer.games.openings import Opening


class _Words:
    """What texts of moves say, as columns: `notation.spelt` for many texts. For several threads.

    Attributes:
        numbers: by text; 0 for those that say nothing.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = _Numbers(self)
        self._rows: list[tuple[int, int, int, int, int, bool, int]] = [(-1, 0, 0, 0, 0, False, 0)]
        self._known = 0
        self._lock = Lock()

    def add(self, text: str) -> int:
        """The number of a text that is new."""
        said = spelt(text)
        if said is None:
            return 0
        told = sum(_TOLD[sign.isdigit()] for sign in said.said)
        about = 0 if said.kind == PAWN else told, said.captures, SIGNS.index(said.sign)
        with self._lock:
            self._rows.append((said.kind, said.origins, said.to, said.promotion, *about))
            return len(self._rows) - 1

    def columns(self) -> tuple[Array, ...]:
        """Kinds, origins, targets, promotions; what is told of the origin, captures, signs (`words_said`)."""
        with self._lock:
            if self._known != len(self._rows):
                types = (np.int8, U, np.int64, np.int64, np.int8, bool, np.int8)
                columns = zip(zip(*self._rows, strict=True), types, strict=True)
                self._columns = tuple([np.array(one, dtype=type) for one, type in columns])
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
SIGNS = ("", "+", "#")
"""Of check and mate."""
_TOLD = (1, 2)  # file, rank


def words_said(numbers: Array) -> tuple[Array, Array, Array, Array]:
    """Of texts: kinds, what is told of the origin (1 file, 2 rank, 3 both), captures, indices of `SIGNS`."""
    kinds, _, _, _, told, captures, signs = _WORDS.columns()
    return kinds[numbers], told[numbers], captures[numbers], signs[numbers]


class _Named(NamedTuple):
    """Plies after which the arrangement may have a name: its number, rights and en passant square there."""

    plies: list[int]
    numbers: list[int]
    rights: list[int]
    ep: list[int]


# By number, side, rights and en passant square; no more than the table of openings has, and their rights.
_OPENINGS: dict[tuple[int, int, int, int], Opening | None] = {}


class ChessLines(PlayedLines):
    """Lines of chess; see `PlayedLines`.

    Attributes:
        said: the number of each ply's text (`words_said`).
        packed: the moves as `position.MOVE_OF` has them.
        rights, ep: after each ply, as in `Boards`.
        men: likewise, shape (plies, 14), if they are kept.
        is_first: whether a ply is the first of its line.
    """

    def __init__(self, lines: Sequence[Sequence[str]], keep: bool = False) -> None:
        """`keep`: what `followed` asks for, the positions after all plies (`men`)."""
        self.chart = chart_named("chess", False)
        self.start = usual_start()[0]
        self.count = np.array([len(line) for line in lines], dtype=np.int64)
        self.first = np.cumsum(self.count) - self.count
        plies = int(self.count.sum())
        self.squares = np.zeros((plies, 4), dtype=np.uint8)
        self.old = np.zeros((plies, 4), dtype=np.uint8)
        self.new = np.zeros((plies, 4), dtype=np.uint8)
        self.packed = np.zeros(plies, dtype=np.int32)
        self.rights = np.zeros(plies, dtype=U)
        self.ep = np.zeros(plies, dtype=np.uint8)
        self._order = order = np.argsort(-self.count, kind="stable")
        words = map(_WORDS.numbers.__getitem__, chain.from_iterable(lines))
        said = np.fromiter(words, dtype=np.int64, count=plies)
        self.said = said
        self.is_first = np.zeros(plies, dtype=bool)
        self.is_first[self.first[self.count > 0]] = True
        self.men: Array = np.empty((plies, 2 * MEN), dtype=U) if keep else None
        self._play(said, order)
        whole = np.empty(len(lines), dtype=bool)
        whole[order] = self._board.whole
        self.whole = whole
        del self._board
        used = np.flatnonzero(np.bincount(self.packed, minlength=1))
        places = np.zeros(int(used[-1]) + 1 if len(used) else 1, dtype=np.int32)
        places[used] = np.arange(len(used))
        self.moves = places[self.packed]
        self.words = [MOVE_OF[int(one)].text for one in used]
        self._named: _Named | None = None

    def _play(self, said: Array, order: Array) -> None:
        self._board = board = Boards(len(order))
        counts, firsts = self.count[order], self.first[order]
        columns = _WORDS.columns()[:4]
        for ply in range(int(counts[0]) if len(counts) else 0):
            games = int(np.searchsorted(-counts, -ply, side="left"))
            rows = firsts[:games] + ply
            self._step(board, ply & 1, games, rows, [one[said[rows]] for one in columns])

    def _step(self, board: Boards, side: int, games: int, rows: Array, spelt: list[Array]) -> None:
        """One ply of the first games."""
        kinds, origins, to, promotions = spelt
        here = np.arange(games)
        found, passed = board.reaching(side, kinds, to, origins)
        several = np.flatnonzero(found & (found - ONE))
        if len(several):
            found[several] = self._only(board, side, several, found, kinds, to, passed)
        sure = found != 0
        sure &= board.unexposed(side, here, found, kinds, to, passed)
        castled = np.flatnonzero(kinds == CASTLING)
        if len(castled):
            able = board.castling(side, castled, to[castled])
            sure[castled] = able
            kings = U(1 << HOME[side] + 4)
            found[castled] = kings
            to = to.copy()
            to[castled] += HOME[side]
            kinds = kinds.copy()
            kinds[castled] = KING
        board.whole[:games] &= sure
        if not sure.all():
            found = np.where(sure, found, ZERO)
            passed = np.where(sure, passed, ZERO)
        self._move(board, side, here, rows, (kinds, found, to, promotions, passed, sure))
        if len(castled):
            self._move_rooks(board, side, castled[sure[castled]], rows, to)
        if self.men is not None:
            self.men[rows] = board.men[:, :games].T

    @staticmethod
    def _only(
        board: Boards,
        side: int,
        at: Array,
        found: Array,
        kinds: Array,
        to: Array,
        passed: Array,
    ) -> Array:
        """Of several origins the only one that leaves the king out of check; 0 where there isn't one only."""
        rest, legal = found[at].copy(), np.zeros(len(at), dtype=U)
        while rest.any():
            one = rest & (~rest + ONE)
            rest ^= one
            there = np.flatnonzero(one)
            some = at[there]
            able = board.unexposed(side, some, one[there], kinds[some], to[some], passed[some])
            legal[there[able]] |= one[there[able]]
        return np.where(legal & (legal - ONE) == 0, legal, ZERO)

    def _move(
        self, board: Boards, side: int, here: Array, rows: Array, move: tuple[Array, ...]
    ) -> None:
        """Make moves: kinds, origins (0: none), targets, promotions, pawns captured en passant, whether."""
        kinds, found, to, promotions, passed, sure = move
        games = len(here)
        men, cells = board.men, board.cells
        own, others = MEN * side, MEN - MEN * side
        origin = square_of(found)
        target = np.where(sure, BIT[to], ZERO)
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
        gone = np.where(takes, target, ZERO)
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
            places = square_of(passed[at])
            men[others, at] ^= passed[at]
            men[others + PAWN, at] ^= passed[at]
            squares[rows[at], 2], old[rows[at], 2] = places, PAWN + 6 * (1 - side)
            cells[at, places] = 0
        at = np.flatnonzero(kind == KING)
        board.kings[side, at] = to[at]
        board.rights[at] &= ~HOME_RANKS[side]
        board.rights[:games] &= ~(found | target)
        double = (kind == PAWN) & (np.abs(origin - to) == 16)
        board.ep[:games] = np.where(double, (origin + to) >> 1, NOWHERE)
        self.packed[rows] = np.where(sure, origin | to << 6 | promotions << 12, 0)
        self.rights[rows] = board.rights[:games]
        self.ep[rows] = board.ep[:games]

    def _move_rooks(self, board: Boards, side: int, at: Array, rows: Array, to: Array) -> None:
        """Move the rooks of those who castled."""
        home, own = HOME[side], MEN * side
        short = to[at] == home + 6
        origin, target = np.where(short, home + 7, home), np.where(short, home + 5, home + 3)
        both = BIT[origin] | BIT[target]
        board.men[own, at] ^= both
        board.men[own + ROOK, at] ^= both
        board.cells[at, origin] = 0
        board.cells[at, target] = ROOK + 6 * side
        where = rows[at]
        self.squares[where, 2], self.squares[where, 3] = origin, target
        self.old[where, 2], self.new[where, 3] = ROOK + 6 * side, ROOK + 6 * side

    # ------------------------------------------------------------- positions, where they were kept

    def before(self, rows: Array) -> Array:
        """The men before plies, as `Boards` has them."""
        men = np.empty((2 * MEN, len(rows)), dtype=U)
        men[:] = self.men[np.maximum(rows - 1, 0)].T
        men[:, self.is_first[rows]] = np.array(usual_start()[1], dtype=U)[:, None]
        return men

    def board(self, row: int, side: int) -> chess.Board:
        """The position after a ply as a board, without rights of castling; `side` is to move."""
        men, board = self.men[row].tolist(), chess.Board(None)
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings = (
            men[type] | men[MEN + type] for type in chess.PIECE_TYPES
        )
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = men[0], men[MEN]
        board.occupied = men[0] | men[MEN]
        board.turn = side == 0
        board.ep_square = None if self.ep[row] == NOWHERE else int(self.ep[row])
        return board

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
        changes = np.zeros(len(self.moves), dtype=U)
        for at in range(4):
            some = np.flatnonzero(self.old[:, at] != self.new[:, at])
            squares = self.squares[some, at]
            old, new = self.old[some, at], self.new[some, at]
            changes[some] ^= numbers[squares, old] ^ numbers[squares, new]
        sums = np.bitwise_xor.accumulate(changes)
        before = np.where(self.first > 0, sums[np.maximum(self.first - 1, 0)], ZERO)
        sums ^= np.repeat(before[: len(self.count)], self.count)
        known = named_arrangements()
        likely = np.zeros(1 << 16, dtype=bool)  # few others have the lowest bits of a known number
        likely[known.astype(np.uint16)] = True
        hits = np.flatnonzero(likely[sums.astype(np.uint16)])
        places = np.minimum(np.searchsorted(known, sums[hits]), len(known) - 1)
        hits = hits[known[places] == sums[hits]]
        return _Named(
            *(some[hits].tolist() for some in (np.arange(len(sums)), sums, self.rights, self.ep))
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
        ep = int(self.ep[first + ply])
        return Arrangement(
            bytes(cells),
            1 - (ply & 1),
            int(self.rights[first + ply]),
            None if ep == NOWHERE else ep,
        )
