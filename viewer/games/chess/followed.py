"""Lines of chess that were played at once, followed move by move, as if each were replayed.

Only of lines that say their moves as the standard writes them: then what a replay would write is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self
from weakref import ref

import chess
import numpy as np

from viewer.games.chess.lines import SIGNS, ChessLines, words_said
from viewer.games.chess.many_boards import (
    BIT,
    KING,
    MEN,
    ONE,
    PAWN,
    ZERO,
    Array,
    Boards,
    U,
    reach,
    square_of,
)
from viewer.games.chess.notation import CASTLING, LAN, SAN, UCI, localised
from viewer.games.chess.position import KINDS, MOVE_OF, Position
from viewer.games.chess.replay import ChessReplay
from viewer.games.replays import Replay
from viewer.tree.action import Action, Move, Written

_AT_ONCE = 1 << 14  # plies: what is computed of them stays in the processor's cache
_FILES = np.array([chess.BB_FILES[square & 7] for square in chess.SQUARES], dtype=U)
_RANKS = np.array([chess.BB_RANKS[square >> 3] for square in chess.SQUARES], dtype=U)
_VALUES = 13  # of a cell: no piece, six of either side
_NO_CELL = 64 * _VALUES
_BITS = 10  # of a cell and its value
_NAMED = ("", *KINDS[0][1:], *KINDS[1][1:])


class FollowedLines(ChessLines):
    """Lines that were played to be followed."""

    def __init__(self, lines: Sequence[Sequence[str]]) -> None:
        super().__init__(lines, keep=True)
        self._lines = lines
        self._written = self.whole & _written(self)
        self._about: dict[About, Array] = {}

    def line(self, at: int) -> FollowedLine | None:
        """A line; None if it isn't legal throughout, or not written as the standard writes moves."""
        return FollowedLine(self, at, self._lines[at]) if self._written[at] else None

    def about(self, at: int, what: About) -> list[int]:
        """What a function tells of the plies of all lines, of those of one of them."""
        if what not in self._about:
            self._about[what] = what(self)
        first, count = self.first[at], self.count[at]
        found: list[int] = self._about[what][first : first + count].tolist()
        return found


About = Callable[[ChessLines], Array]
"""A function that gives a number for each ply of lines."""


def _moves(played: ChessLines) -> Array:
    """The moves, each packed into a number as `position.MOVE_OF` has it."""
    return played.packed


def _changes(played: ChessLines) -> Array:
    """What the moves change, as `_Changed` takes it."""
    cells = played.squares * np.int64(_VALUES) + played.new
    cells[played.old == played.new] = _NO_CELL
    cells.sort(axis=1)
    return cells @ (1 << np.arange(0, 4 * _BITS, _BITS, dtype=np.int64))


class FollowedLine:
    """One of lines that were played at once; its moves in words.

    It doesn't keep the other lines: when whoever played them has let go of them, nothing is known of it.
    """

    def __init__(self, lines: FollowedLines, at: int, words: Sequence[str]) -> None:
        self._lines, self._at, self.words = ref(lines), at, words

    def about(self, what: About) -> list[int] | None:
        """What a function tells of its plies; None if that isn't known any more."""
        lines = self._lines()
        return None if lines is None else lines.about(self._at, what)

    def replay(self, style: str = "") -> FollowedReplay | None:
        """Its replay from the start, which writes moves as `ChessReplay` does; None if there is none."""
        lines = self._lines()
        if lines is None or style in (LAN, UCI):
            return None
        return FollowedReplay(lines, self._at, self.words, style or SAN)


class FollowedReplay(Replay[Position]):
    """A replay of a line that was played: what leaves the line is replayed by a `ChessReplay`."""

    __slots__ = ("_at", "_changes", "_lines", "_made", "_moves", "_other", "_style", "_words")

    def __init__(self, lines: FollowedLines, at: int, words: Sequence[str], style: str) -> None:
        self._lines, self._at, self._style = lines, at, style
        self._words, self._moves = words, lines.about(at, _moves)
        self._changes: list[int] | None = None
        self._made = 0
        self._other: ChessReplay | None = None

    def make(self, action: Action | None) -> Move | None:
        """Make a legal move."""
        made = self._made
        if (
            self._other is None
            and made < len(self._moves)
            and type(action) is Written
            and action.text == self._words[made]
        ):
            self._made = made + 1
            return MOVE_OF[self._moves[made]]
        if self._other is None:
            self._other = self._replayed()
        return self._other.make(action)

    def _replayed(self) -> ChessReplay:
        """The position so far as a replay."""
        replay = ChessReplay(chess.Board(), True, self._style)
        for word in self._words[: self._made]:
            replay.make(Written(word))
        return replay

    @property
    def san(self) -> str:
        """The last move in the standard's export form."""
        return self._words[self._made - 1] if self._other is None else self._other.san

    @property
    def text(self) -> str:
        """`san` in the letters of the style."""
        return localised(self.san, self._style)

    def changed(self) -> tuple[tuple[str, str], ...]:
        """From a1 on."""
        if self._other is not None:
            return self._other.changed()
        if self._changes is None:
            self._changes = self._lines.about(self._at, _changes)
        return _CHANGED[self._changes[self._made - 1]]

    def copy(self) -> Self:
        """The same position again."""
        other = type(self).__new__(type(self))
        other._lines, other._at = self._lines, self._at
        other._style, other._words = self._style, self._words
        other._moves, other._changes, other._made = self._moves, self._changes, self._made
        other._other = None if self._other is None else self._other.copy()
        return other

    def state(self, ply: int) -> Position:
        """The position as a state."""
        return (self._replayed() if self._other is None else self._other).state(ply)


class _Changed(dict[int, tuple[tuple[str, str], ...]]):
    """What moves change, for each set of cells and values, packed into a number, from a1 on."""

    def __missing__(self, packed: int) -> tuple[tuple[str, str], ...]:
        cells = [packed >> shift & (1 << _BITS) - 1 for shift in range(0, 4 * _BITS, _BITS)]
        found = tuple(
            (chess.SQUARE_NAMES[cell // _VALUES], _NAMED[cell % _VALUES])
            for cell in cells
            if cell != _NO_CELL
        )
        self[packed] = found
        return found


_CHANGED = _Changed()


# --------------------------------------------------------------------- as the standard writes them


def _written(played: ChessLines) -> Array:
    """For each line that is whole, whether its texts are what `ChessReplay` would write."""
    plies = len(played.moves)
    line = np.repeat(np.arange(len(played.count)), played.count)
    side = (np.arange(plies) - played.first[line]) & 1
    wrong = np.zeros(plies, dtype=bool)
    for start in range(0, plies, _AT_ONCE):
        for one in (0, 1):
            rows = start + np.flatnonzero(side[start : start + _AT_ONCE] == one)
            if len(rows):
                wrong[rows] = _wrong(played, rows, one)
    return np.bincount(line[wrong], minlength=len(played.count)) == 0


def _wrong(played: ChessLines, rows: Array, side: int) -> Array:
    """Whether texts of moves of a side are others than those of the standard."""
    kinds, told, captures, signs = words_said(played.said[rows])
    moves = played.packed[rows]
    origin, to = moves & 63, (moves >> 6 & 63).astype(np.int64)
    castled = kinds == CASTLING
    takes = (played.old[rows, 1] != 0) | (played.old[rows, 2] != 0)
    wrong = captures != (takes & ~castled)
    kinds = np.where(castled, KING, kinds)
    wanted = _wanted(Boards.of(played.before(rows)), side, kinds, origin, to)
    wrong |= (told != wanted) & (kinds != PAWN)
    return wrong | (signs != _signs(played, rows, side))


def _wanted(boards: Boards, side: int, kinds: Array, origin: Array, to: Array) -> Array:
    """What is told of the origins of pieces, as `lines` numbers it."""
    everywhere = np.full(len(to), ~ZERO)
    some = np.flatnonzero((kinds != PAWN) & (kinds != KING))
    able = np.zeros(len(to), dtype=U)
    if len(some):
        part = Boards.of(boards.men[:, some])
        able[some] = part.reaching(side, kinds[some], to[some], everywhere[some])[0]
        able[some] &= ~BIT[origin[some]]
    others = np.zeros(len(to), dtype=U)
    at = np.flatnonzero(able)
    while len(at):
        one = able[at] & (~able[at] + ONE)
        able[at] ^= one
        legal = boards.unexposed(side, at, one, kinds[at], to[at], np.zeros(len(at), dtype=U))
        others[at[legal]] |= one[legal]
        at = at[able[at] != 0]
    file, rank = others & _FILES[origin] != 0, others & _RANKS[origin] != 0
    return np.where(others == 0, 0, np.where(file, np.where(rank, 3, 2), 1))


def _signs(played: ChessLines, rows: Array, side: int) -> Array:
    """The signs of check and mate behind moves of a side, as indices of `SIGNS`."""
    boards = Boards.of(np.ascontiguousarray(played.men[rows].T))
    there, all_rows = 1 - side, np.arange(len(rows))
    men, kings = boards.men, boards.kings
    occupied = men[0] | men[MEN]
    checked = boards.attacked(kings[there], side, occupied, ~ZERO, all_rows)
    signs = checked.astype(np.int64)
    at = np.flatnonzero(checked)
    rest = reach(KING, kings[there, at], ZERO) & ~men[MEN * there, at]
    around = occupied[at] & ~men[MEN * there + KING, at]
    safe = np.zeros(len(at), dtype=bool)
    while len(some := np.flatnonzero((rest != 0) & ~safe)):
        one = rest[some] & (~rest[some] + ONE)
        rest[some] ^= one
        occupied_so = around[some] | one
        safe[some] = ~boards.attacked(square_of(one), side, occupied_so, ~one, at[some])
    for place in at[~safe].tolist():
        if not any(played.board(int(rows[place]), there).generate_legal_moves()):
            signs[place] = SIGNS.index("#")
    return signs
