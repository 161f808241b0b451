"""Figures of games in which stones are placed: a position, and the moves that follow as numbers.

As in printed game records, a stone that is taken within the figure stays in it, and a move at a point where
something is shown already is told below the figure: "58 at 20".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.capabilities import Placing
from viewer.games.game import Numbering
from viewer.games.states import States
from viewer.tree.action import Move, Setup, Takeback, Written
from viewer.tree.annotation import Mark
from viewer.tree.node import Node

_LABELS = "abcdefghijklmnopqrstuvwxyz"


class Figure(NamedTuple):
    """The content of a figure.

    Attributes:
        pieces: (square, kind) of the stones shown.
        numbers: move numbers by square.
        first, last: the first and last of the move numbers, 0 without any.
        labels: letters on stones that stood there before the figure and that notes refer to.
        notes: (move number, number or letter of the point where it was played).
    """

    pieces: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]
    first: int
    last: int
    labels: tuple[Mark, ...]
    notes: tuple[tuple[int, str], ...]


def figure(states: States, since: Node, node: Node, numbering: Numbering) -> Figure:
    """The figure of the moves behind `since` up to `node`; of all moves if `since` is in another line."""
    way: list[Node] = []
    one = node
    while one is not since and one.parent is not None:
        way.append(one)
        one = one.parent
    return _Drawing(states, one).drawn(way[::-1], numbering)


class _Drawing:
    def __init__(self, states: States, since: Node) -> None:
        self._states = states
        self._game: Any = states.game
        self._shown: dict[str, str] = dict(states.game.pieces(states.at(since)))
        self._numbers: dict[str, int] = {}
        self._letters: dict[str, str] = {}
        self._notes: list[tuple[int, str]] = []
        self._drawn: list[int] = []

    def drawn(self, way: list[Node], numbering: Numbering) -> Figure:
        for node in way:
            state = self._states.at(node)
            if isinstance(state.action, Setup | Takeback):
                self._begin_again(state)
            elif isinstance(state.action, Move | Written):
                number, _ = numbering.at(state.ply)
                self._play(state, number)
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

    def _play(self, state: Any, number: int) -> None:
        before = state.previous
        squares = self._game.touches(state.action)
        if not squares:
            # A pass, or a declaration such as Hex's swap, which changes stones.
            if _changed(self._game, before, state):
                self._begin_again(state)
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

    def _letter(self) -> str:
        index = len(self._letters)
        return _LABELS[index % 26] * (1 + index // 26)

    def _kind(self, state: Any, before: Any, square: str) -> str:
        """The kind of stone played; a suicide leaves none on the board."""
        placed = next((kind for at, kind in self._game.pieces(state) if at == square), "")
        game = self._game
        return placed or (game.stones[before.side] if isinstance(game, Placing) else "")


def _changed(game: Any, before: Any, state: Any) -> bool:
    return dict(game.pieces(before)) != dict(game.pieces(state))
