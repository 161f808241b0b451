"""How far figures go: with which moves each of them ends, which part of the board a diagram shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from viewer.document.position import around
from viewer.games.capabilities import Connecting
from viewer.games.geometry import Geometry
from viewer.games.states import States
from viewer.publish.choices import BOOK, COMMENTED, HUNDREDS, WHOLE, OutlineStyle
from viewer.tree.action import Setup, is_ply
from viewer.tree.annotation import BOOKMARK
from viewer.tree.diagram import has_diagram
from viewer.tree.node import Node

_MOST, _HUNDRED = 50, 100  # moves in a figure of a game with comments, and of one without
_LEAST = 16  # moves in a figure that ends where its text is long, or ahead of moves that hide its letters
_LONG = 1200  # letters of such a text
_NARROWEST = 7  # lines of a diagram
_CUT = 3  # lines that are left out of a diagram at least: else the whole board is shown
_SHARE = 0.5  # of the board: a record that needs no more has figures of that part alone


class FigureEnds:
    """Cuts the main line of a record where figures end."""

    def __init__(
        self,
        game: Any,
        style: OutlineStyle,
        heads: Callable[[Node], bool],
        number: Callable[[Node], int],
    ) -> None:
        """`heads`: whether a chapter begins with a node; `number`: that of its move."""
        self._game, self._style = game, style
        self._heads, self._number = heads, number

    def stretches(self, line: Sequence[Node]) -> list[list[Node]]:
        """The nodes of each figure."""
        told = any(node.comment or len(node.children) > 1 for node in line)
        most = _MOST if told else _HUNDRED
        played = self._played(line)
        found: list[list[Node]] = [[]]
        moves = long = 0
        for at, node in enumerate(line):
            if found[-1] and (isinstance(node.action, Setup) or self._heads(node)):
                found.append([])
                moves = long = 0
            found[-1].append(node)
            if not is_ply(node.action):
                continue
            moves += 1
            long += len(node.comment)
            full = moves >= _LEAST and (long >= _LONG or self._covered(node, played[at + 1 :]))
            if self._ends(node, full or moves >= most):
                found.append([])
                moves = long = 0
        return [way for way in found if way]

    def _played(self, line: Sequence[Node]) -> list[str]:
        """The square of each move of a line with labels on it; else none, since nobody asks."""
        if not any(mark.kind == "label" for node in line for mark in node.marks):
            return []
        return ["".join(self._game.touches(node.action)[-1:]) for node in line]

    @staticmethod
    def _covered(node: Node, played: Sequence[str]) -> bool:
        """Whether moves that would stand in the same figure hide a label of a node."""
        labels = [mark.squares[0] for mark in node.marks if mark.kind == "label"]
        return any(square in played[:_MOST] for square in labels)

    def _ends(self, node: Node, full: bool) -> bool:
        """Whether a figure ends with a move; `full`: it has as much as is good."""
        style = self._style
        if style.every:
            return self._number(node) % style.every == 0
        if style.figures == HUNDREDS:
            return self._number(node) % _HUNDRED == 0
        if style.figures == COMMENTED:
            return bool(node.comment)
        return style.figures != WHOLE and (self._asked(node) or (style.figures == BOOK and full))

    def _asked(self, node: Node) -> bool:
        style = self._style
        return (style.marked and has_diagram(node)) or (style.bookmarked and BOOKMARK in node.notes)


def part_around(geometry: Geometry, squares: Sequence[str]) -> tuple[str, ...]:
    """Two corners of the part of the board with some squares; () where little would be left out."""
    corners = around(geometry, squares)
    if not corners:
        return ()
    grid = geometry.grid
    places = [_place(grid, one) for one in corners]
    spans = []
    for along, last in ((0, len(grid) - 1), (1, len(grid[0]) - 1)):
        low, high = places[0][along], places[1][along]
        more = max(0, _NARROWEST - (high - low + 1))
        low = max(0, low - more // 2)
        high = min(last, max(high, low + _NARROWEST - 1))
        spans.append((max(0, min(low, high - _NARROWEST + 1)), high, last))
    (top, bottom, rows), (left, right, columns) = spans
    if max(rows - (bottom - top), columns - (right - left)) < _CUT:
        return ()
    return (grid[top][left], grid[bottom][right])


def part_of_record(states: States, geometry: Geometry) -> tuple[str, ...]:
    """The part of the board that figures of a record show, a corner with a joseki; () for all of it.

    A game that is won by joining edges needs all of them.
    """
    game: Any = states.game
    if isinstance(game, Connecting):
        return ()
    corners = part_around(geometry, [*_squares(game, states)])
    if not corners:
        return ()
    (top, left), (bottom, right) = (_place(geometry.grid, one) for one in corners)
    area = len(geometry.grid) * len(geometry.grid[0])
    return corners if (bottom - top + 1) * (right - left + 1) <= _SHARE * area else ()


def _squares(game: Any, states: States) -> Iterator[str]:
    """The squares of all pieces, moves and marks of a record."""
    for node in states.record.walk():
        if node.parent is None or isinstance(node.action, Setup):
            yield from (square for square, _ in game.pieces(states.at(node)))
        else:
            yield from game.touches(node.action)
        for mark in node.marks:
            yield from mark.squares


def _place(grid: Sequence[Sequence[str]], square: str) -> tuple[int, int]:
    """The row and the column of a square."""
    row = next(index for index, line in enumerate(grid) if square in line)
    return row, grid[row].index(square)
