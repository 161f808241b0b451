"""Positions: stones counted, moves numbered, a part of a large board, a sketch of one that is set up."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import islice
from typing import Any

from viewer.games.capabilities import (
    Connecting,
    Counted,
    Editable,
    Holding,
    Placing,
    counts_of,
)
from viewer.games.counting import RulesCount, rule_book
from viewer.games.game import Game, State
from viewer.games.geometry import Geometry
from viewer.games.score import Score
from viewer.games.states import States
from viewer.tree.action import Move, Setup, Takeback, Written
from viewer.tree.annotation import FIGURE
from viewer.tree.inherited import DIM
from viewer.tree.node import Node

NONE, ALL, VARIATION, FIGURES = "none", "all", "variation", "figure"
LAST = "last-"
"""Of the ways to number, followed by how many moves: `last-1`, `last-5`."""
_MARGIN = 2  # lines shown around the pieces of a part
_LOOKED_AT = 2000  # nodes below a position whose squares a part of the board must show
_MOST_STEPS = 1000


class Count:
    """A count in progress.

    Attributes:
        game: of the position.
        counting, komi: how it is counted; initially the record's own.
        dead: squares of stones marked dead.
        neutral: empty squares whose areas are marked neutral, as in a seki.
        score: the resulting score.
    """

    def __init__(self, game: Counted[State], state: State) -> None:
        self.game = game
        self._state = state
        self.counting, self.komi = game.counting(state)
        self.dead: frozenset[str] = frozenset()
        self.neutral: frozenset[str] = frozenset()
        self._score()

    @property
    def given(self) -> State:
        """The position as in the record."""
        return self._state

    @property
    def state(self) -> State:
        """The position under the selected rules."""
        return self.game.counted_as(self._state, self.counting, self.komi)

    def _score(self) -> None:
        self.score: Score = self.game.score(self.state, self.dead, self.neutral)

    def guess(self) -> None:
        """Mark the stones that are likely dead; takes some tenths of a second."""
        self._set(self.game.guess_dead(self._state), frozenset())

    def take_dead(self, dead: frozenset[str]) -> bool:
        """Mark these stones dead and all others alive; whether that changes anything."""
        return self._set(dead, self.neutral)

    def clear(self) -> None:
        """Mark all stones alive and no area neutral."""
        self._set(frozenset(), frozenset())

    def _set(self, dead: frozenset[str], neutral: frozenset[str]) -> bool:
        if (dead, neutral) == (self.dead, self.neutral):
            return False
        self.dead, self.neutral = dead, neutral
        self._score()
        return True

    def toggle(self, square: str) -> bool:
        """Toggle the stones at a square between dead and alive, or an empty area between owned and neutral.

        Whether anything is another then: where both sides reach, an area is nobody's anyway.
        """
        if square in dict(self.game.pieces(self._state)):
            dead = self.game.toggle_dead(self._state, self.dead, square)
            return self._set(dead, self.neutral)
        book = rule_book(self.game)
        neutral = book.toggle_neutral(self._state, self.dead, self.neutral, square)
        return self._set(self.dead, neutral)

    def by_rules(self) -> Sequence[RulesCount]:
        """The count by the selected rules, then by others that are usual, with what makes them differ."""
        return rule_book(self.game).counts(self.state, self.dead, self.neutral)

    def count_by(self, counting: str, komi: float) -> None:
        """Change the way of counting or the komi."""
        self.counting, self.komi = counting, komi
        self._score()


def move_numbers(
    states: States, node: Node, way: str, pieces: Collection[str], since: Node | None = None
) -> dict[str, int]:
    """Move numbers by square, for the squares of `pieces`.

    Where a piece was taken and another one put, that of the last. `way` is "none", "all" (as the moves
    are numbered), "last-5" (of the last five moves), "variation" (counted from where the variation
    leaves its line) or "figure" (counted from where the last figure begins). With `since`, a node of
    the line, numbers are counted from behind that one, whatever `way` says; a node of another line
    means nothing.

    Walks up the line, no further than there are pieces without a number.
    """
    if since is not None:
        from_here = _moves_up_to(states, node, since)
        if from_here is not None:
            return _numbered(states, node, pieces, from_here, since, None)
    if way in (VARIATION, FIGURES):
        head = _head(node) if way == VARIATION else _figure(node)
        return _numbered(states, node, pieces, _ply(states, head), head, None)
    if way.startswith(LAST) and way[len(LAST) :].isdecimal():
        before = 1 - states.game.numbering(states.at(states.record.root)).number
        return _numbered(states, node, pieces, before, None, int(way[len(LAST) :]))
    if way == ALL:
        before = 1 - states.game.numbering(states.at(states.record.root)).number
        return _numbered(states, node, pieces, before, None, None)
    return {}


def _ply(states: States, node: Node) -> int:
    return states.at(node).ply


def _moves_up_to(states: States, node: Node, since: Node) -> int | None:
    """The ply of an ancestor, None if the node isn't one."""
    above: Node | None = node
    while above is not None and above is not since:
        above = above.parent
    return None if above is None else _ply(states, above)


def _head(node: Node) -> Node:
    """The node at which a node's variation branches off; the root on the main line.

    A node that hangs from its parent without its knowing it, as what is tried does, begins a variation.
    """
    while node.parent is not None:
        if node.parent.children[:1] != (node,):
            return node.parent
        node = node.parent
    return node


def _figure(node: Node) -> Node:
    """The node before the one where a node's figure begins; the root without figures."""
    while node.parent is not None:
        if FIGURE in node.notes:
            return node.parent
        node = node.parent
    return node


def _numbered(
    states: States,
    node: Node,
    pieces: Collection[str],
    before: int,
    until: Node | None,
    count: int | None,
) -> dict[str, int]:
    """Numbers of moves on the way up to `until` (or the root), at most `count`, reduced by `before`."""
    game, found = states.game, dict[str, int]()
    seen: set[str] = set()
    skipped = 0  # moves that were taken back further down
    wanted = set(pieces)
    while node.parent is not None and node is not until and wanted - seen:
        state = states.at(node)
        action, above = state.action, node.parent
        node = above
        if isinstance(action, Takeback):
            skipped += action.count
        elif isinstance(action, Setup):
            earlier, now = (dict(game.pieces(one)) for one in (states.at(above), state))
            seen |= {square for square in now if earlier.get(square) != now[square]}
        elif isinstance(action, Move | Written):
            if skipped:
                skipped -= 1
                continue
            for square in game.touched(state)[-1:]:
                if square not in seen:
                    seen.add(square)
                    if square in wanted:
                        found[square] = state.ply - before
            if count is not None:
                count -= 1
                if count <= 0:
                    break
    return found


def has_parts(game: Game[Any]) -> bool:
    """Whether a part of a game's board may be all that matters for a position."""
    return isinstance(game, Placing) and not isinstance(game, Connecting)


def part_that_matters(game: Game[State], states: States, node: Node) -> tuple[str, ...]:
    """The corners of the part of a board with the stones at a node and what comes after it; () for all.

    These are moves, and marks from the node on. Only of boards whose edges mean nothing to the players
    beside being edges.
    """
    if not has_parts(game):
        return ()
    state = states.at(node)
    geometry = game.geometry_of(state)
    squares = {square for square, _ in game.pieces(state)}
    for one in islice(node.walk(), _LOOKED_AT):
        squares.update(game.touches(one.action))
        for mark in one.marks:
            squares.update(mark.squares if mark.kind != DIM else ())
    return around(geometry, squares)


def around(geometry: Geometry, squares: Collection[str]) -> tuple[str, ...]:
    """Corners of the part of a board with some squares and two lines more on each side, () for all of it."""
    wanted, grid = set(squares), geometry.grid
    found = [
        (row, column)
        for row, line in enumerate(grid)
        for column, square in enumerate(line)
        if square in wanted
    ]
    if not found:
        return ()
    spans = []
    for along, last in ((0, len(grid) - 1), (1, max(map(len, grid)) - 1)):
        places = [one[along] for one in found]
        low, high = min(places) - _MARGIN, max(places) + _MARGIN
        # A rest of a few lines says more than it takes.
        spans.append((0 if low <= _MARGIN else low, last if high >= last - _MARGIN else high))
    (top, bottom), (left, right) = spans
    corners = (grid[top][left], grid[bottom][right])
    return corners if all(corners) else ()


class PositionSketch:
    """A position of a game whose positions can be edited.

    Attributes:
        game: whose position it is.
        state: the position as a start.
        pieces: the kind at each square.
        counts: how many pieces squares hold that hold several.
    """

    def __init__(self, game: Editable[State], setup: Setup | None) -> None:
        self.game = game
        self._steps: list[Setup | None] = [setup]
        self._at = 0
        self._look()

    def _look(self) -> None:
        game = self.game
        self.state: State = game.start(self.setup)
        self.pieces: Mapping[str, str] = dict(game.pieces(self.state))
        self.counts: Mapping[str, int] = counts_of(game, self.state)

    @property
    def setup(self) -> Setup | None:
        """The position as a Setup."""
        return self._steps[self._at]

    @property
    def text(self) -> str:
        """The position as text."""
        return self.game.setup_text(self.state)

    # ---------------------------------------------------------------------------------- steps

    def set(self, setup: Setup | None) -> bool:
        """Set the position; returns whether it changed."""
        if self.game.setup_text(self.game.start(setup)) == self.text:
            return False
        del self._steps[self._at + 1 :]
        self._steps.append(setup)
        del self._steps[:-_MOST_STEPS]
        self._at = len(self._steps) - 1
        self._look()
        return True

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return self._at > 0

    def undo(self) -> bool:
        """Undo a step; returns whether there was one."""
        return self._go(self._at - 1)

    def redo(self) -> bool:
        """Redo a step; returns whether there was one."""
        return self._go(self._at + 1)

    def _go(self, step: int) -> bool:
        if not 0 <= step < len(self._steps):
            return False
        self._at = step
        self._look()
        return True

    # --------------------------------------------------------------------------------- pieces

    def put(self, square: str, kind: str) -> bool:
        """Place a piece on a square, replacing what is there; adds one on a stand.

        Whether anything is another then: it isn't where the kind can't stand there.
        """
        after = self._with(dict(self.pieces), dict(self.counts), square, kind)
        return after is not None and self.set(after)

    def take(self, square: str) -> bool:
        """Remove a piece, one of several on a stand; returns whether there was one."""
        pieces, counts = dict(self.pieces), dict(self.counts)
        if not _less(pieces, counts, square):
            return False
        return self.set(self._composed(pieces, counts, self.state.side))

    def move(self, start: str, end: str) -> bool:
        """Move a piece to another square, replacing what is there; returns whether it could be moved."""
        pieces, counts = dict(self.pieces), dict(self.counts)
        kind = pieces.get(start)
        if kind is None or start == end:
            return False
        _less(pieces, counts, start)
        after = self._with(pieces, counts, end, kind)
        return after is not None and self.set(after)

    def _with(
        self, pieces: dict[str, str], counts: dict[str, int], square: str, kind: str
    ) -> Setup | None:
        """The position with one more piece; None if it can't stand there."""
        if isinstance(self.game, Holding):
            square, kind = self.game.put(square, kind)
        if not square:
            return None
        here = pieces.get(square)
        counts[square] = counts.get(square, 1) + 1 if here == kind else 1
        pieces[square] = kind
        return self._composed(pieces, counts, self.state.side)

    def _composed(self, pieces: Mapping[str, str], counts: Mapping[str, int], side: int) -> Setup:
        return self.game.compose(self.state, pieces, counts, side)

    # -------------------------------------------------------------------------------- the rest

    def clear(self) -> bool:
        """Remove all pieces; returns whether there were any."""
        return self.set(self._composed({}, {}, self.state.side))

    def give_move(self, side: int) -> bool:
        """Set the side to move; returns whether it changed."""
        return self.set(self._composed(self.pieces, self.counts, side))

    def give_right(self, right: str, held: bool) -> bool:
        """Add or remove a castling right; returns whether the position changed.

        Raises ValueError for an unknown right.
        """
        return self.set(self.game.with_castling_right(self.state, right, held))


def _less(pieces: dict[str, str], counts: dict[str, int], square: str) -> bool:
    """Remove one piece from a square; returns whether there was one."""
    if square not in pieces:
        return False
    left = counts.get(square, 1) - 1
    if left > 0:
        counts[square] = left
    else:
        counts.pop(square, None)
        del pieces[square]
    return True
