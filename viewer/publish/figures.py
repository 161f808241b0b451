"""What figures show: a position, the moves that follow as numbers on their stones, marks.

As in printed game records, a stone that is taken within the figure stays in it; a move at a point where
something is shown already is told below the figure, "58 at 20", and so is one that puts no stone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.game import Numbering
from viewer.games.states import States
from viewer.tree.action import Move, Setup, Takeback, Written, is_ply
from viewer.tree.annotation import SIGNS, Mark
from viewer.tree.node import Node

_LABELS = "abcdefghijklmnopqrstuvwxyz"


def letters() -> Iterator[str]:
    """Letters for points: a to z, then aa to zz."""
    for times in count(1):
        yield from (letter * times for letter in _LABELS)


class Figure(NamedTuple):
    """The content of a figure.

    Attributes:
        pieces: (square, kind) of the stones shown.
        numbers: move numbers by square.
        first, last: the first and last of the move numbers, 0 without any.
        labels: letters on stones that stood there before the figure and that notes refer to.
        notes: (move number, number or letter of the point where it was played, or what it was).
    """

    pieces: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]
    first: int
    last: int
    labels: tuple[Mark, ...]
    notes: tuple[tuple[int, str], ...]


def figure(
    states: States,
    since: Node,
    way: Sequence[Node],
    numbering: Numbering,
    before: int = 0,
    kept: Collection[str] = (),
    said: Callable[[Node], str] | None = None,
) -> Figure:
    """The figure of successive nodes; of all moves up to the last if the first isn't a child of `since`.

    The numbers are less by `before` than those of the game. `kept` are letters that mean something else;
    `said` makes the text of a move that puts no stone.
    """
    begin = since if not way or way[0].parent is since else states.record.root
    return _Drawing(states, begin, before, kept, said).drawn(way, numbering)


class _Drawing:
    def __init__(
        self,
        states: States,
        since: Node,
        before: int,
        kept: Collection[str],
        said: Callable[[Node], str] | None,
    ) -> None:
        self._states = states
        self._before, self._kept, self._said = before, kept, said
        self._game: Any = states.game
        self._shown: dict[str, str] = dict(states.game.pieces(states.at(since)))
        self._numbers: dict[str, int] = {}
        self._letters: dict[str, str] = {}
        self._notes: list[tuple[int, str]] = []
        self._drawn: list[int] = []

    def drawn(self, way: Sequence[Node], numbering: Numbering) -> Figure:
        for node in way:
            state = self._states.at(node)
            if isinstance(state.action, Setup | Takeback):
                self._begin_again(state)
            elif isinstance(state.action, Move | Written):
                number, _ = numbering.at(state.ply)
                self._play(node, state, number - self._before)
        labels = tuple(
            Mark("label", (square,), text=letter) for square, letter in self._letters.items()
        )
        first, last = (self._drawn[0], self._drawn[-1]) if self._drawn else (0, 0)
        shown = tuple(self._shown.items())
        return Figure(shown, self._numbers, first, last, labels, tuple(self._notes))

    def _begin_again(self, state: Any) -> None:
        """Something else than a move changed the position: show it as it is, with what is still there."""
        now = dict(self._game.pieces(state))
        self._numbers = {
            square: number
            for square, number in self._numbers.items()
            if now.get(square) == self._shown.get(square)
        }
        self._letters = {at: letter for at, letter in self._letters.items() if at in now}
        self._shown = now

    def _play(self, node: Node, state: Any, number: int) -> None:
        before = state.previous
        squares = self._game.touches(state.action)
        if not squares:
            # A pass, or a declaration such as Hex's swap, which changes stones.
            if _changed(self._game, before, state):
                self._swap(state, number)
            if self._said is not None:
                self._notes.append((number, self._said(node)))
                self._drawn.append(number)
            return
        square = squares[-1]
        self._drawn.append(number)
        if square in self._numbers:
            self._notes.append((number, str(self._numbers[square])))
        elif square in self._shown:
            letter = self._letters.setdefault(square, self._letter())
            self._notes.append((number, letter))
        else:
            self._shown[square] = self._kind(state, before, square)
            self._numbers[square] = number

    def _swap(self, state: Any, number: int) -> None:
        """A declaration changed stones: the one that it leaves bears its number; where that was is told."""
        told = dict(self._numbers)
        self._begin_again(state)
        for square, played in told.items():
            if square not in self._numbers:
                self._notes.append((played, square))
        for square in self._game.touched(state):
            self._shown[square] = str(self._game.stones[state.previous.side])
            self._numbers[square] = number

    def _letter(self) -> str:
        used = {*self._letters.values(), *self._kept}
        return next(one for one in letters() if one not in used)

    def _kind(self, state: Any, before: Any, square: str) -> str:
        """The kind of stone played; a suicide leaves none on the board."""
        game = self._game
        placed: str = game.stone_at(state, square)
        return placed or str(game.stones[before.side])


def _changed(game: Any, before: Any, state: Any) -> bool:
    return dict(game.pieces(before)) != dict(game.pieces(state))


class FigureMarks:
    """The marks in a figure.

    Attributes:
        shown: the figure.
        marks: those that are in it.
    """

    def __init__(self, game: Any, states: States, shown: Figure) -> None:
        self.shown = shown
        self.marks: list[Mark] = []
        self._game, self._states = game, states
        self._pieces = dict(shown.pieces)
        self._at: dict[str, Mark] = {}
        self._labels: dict[str, str] = {mark.text: mark.squares[0] for mark in shown.labels}
        self._lettered = set(self._labels.values())
        self._kinds: dict[str, frozenset[tuple[str, ...]]] = {}  # where signs of each kind are

    def take(self, node: Node, marks: Sequence[Mark]) -> bool:
        """Put the marks of a node into the figure; False if it says something else at one of them."""
        state = self._states.at(node)
        wanted = []
        for mark in marks:
            if self._is_told(mark, state):
                continue
            if not self._fits(mark, state):
                return False
            wanted.append(mark)
        for kind in {mark.kind for mark in wanted if mark.kind != "label"}:
            where = frozenset(mark.squares for mark in wanted if mark.kind == kind)
            if self._kinds.get(kind, where) != where:
                return False  # "the marked stone" would be two
        for mark in wanted:
            self.put(mark)
            if mark.kind != "label":
                self._kinds[mark.kind] = frozenset(
                    one.squares for one in wanted if one.kind == mark.kind
                )
        return True

    def put(self, mark: Mark) -> None:
        """Put a mark into the figure."""
        if len(mark.squares) == 1:
            if self._at.get(mark.squares[0]) == mark:
                return
            self._at[mark.squares[0]] = mark
        if mark.kind == "label":
            self._labels[mark.text] = mark.squares[0]
        if mark not in self.marks:
            self.marks.append(mark)

    def is_free(self, square: str) -> bool:
        """Whether the figure shows nothing at a square, or a letter."""
        return square not in self._pieces and (
            square not in self._at or bool(self.letter_at(square))
        )

    def letter_at(self, square: str) -> str:
        """The label at a square, "" for none."""
        mark = self._at.get(square)
        return mark.text if mark is not None and mark.kind == "label" else ""

    def _is_told(self, mark: Mark, state: Any) -> bool:
        """Whether a sign only says which move was the last one: its number does."""
        square = mark.squares[-1] if mark.squares else ""
        last = self._game.touched(state)[-1:] if is_ply(state.action) else ()
        return mark.kind in SIGNS and (square,) == last and square in self.shown.numbers

    def _fits(self, mark: Mark, state: Any) -> bool:
        for square in mark.squares:
            if square in self.shown.numbers or square in self._lettered:
                return False
            if self._pieces.get(square, "") != self._game.stone_at(state, square):
                return False
        if len(mark.squares) != 1:
            return True
        square = mark.squares[0]
        if self._at.get(square, mark) != mark:
            return False
        if mark.kind != "label":
            return True
        if mark.text.isdecimal() and self.shown.first <= int(mark.text) <= self.shown.last:
            return False
        return self._labels.get(mark.text, square) == square
