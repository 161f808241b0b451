"""The positions of a record's lines, with the moves that follow them.

A position stands for the node of the move, set-up or takeback that leads to it; remarks, ends and nodes
without an action show the same position and have no row of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.capabilities import Charted
from viewer.games.charts import Chart
from viewer.games.game import Game, State
from viewer.library.keys import cells_array, keys_of
from viewer.tree.action import Action, Move, Setup, Takeback, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

_TOGETHER = 2000  # positions whose cells are computed at a time
_MOVING = (Move, Written, Setup, Takeback)


class Place(NamedTuple):
    """A position in a line: its node, its state, the move that follows it in the line (None: none does)."""

    node: int
    state: State
    move: str | None


class Block(NamedTuple):
    """Consecutive positions on one kind of board: places, cells of shape (places, chart.cells), keys."""

    chart: Chart
    places: list[Place]
    cells: Any
    keys: Any

    def only(self, some: Sequence[int]) -> Block:
        """Some of its positions, by their indexes."""
        places = [self.places[at] for at in some]
        return Block(self.chart, places, self.cells[some], self.keys[some])


def has_position(node: Node) -> bool:
    """Whether a node leads to a position of its own."""
    return node.parent is None or isinstance(node.action, _MOVING)


def move_text(action: Action | None) -> str | None:
    """The neutral text of a resolved move; None for anything else."""
    return action.text if isinstance(action, Move) else None


def main_line(game: Game[Any], record: Record) -> tuple[list[Place], State]:
    """The positions of the main line, and the state at its end."""
    root = record.root
    state: State = game.start_of(record)
    places: list[Place] = []
    anchor, here = root.id, state
    node = root
    while node.children:
        node = node.children[0]
        state = game.advance(state, node.action)
        if has_position(node):
            places.append(Place(anchor, here, move_text(state.action)))
            anchor, here = node.id, state
    places.append(Place(anchor, here, None))
    return places, state


def variations(game: Game[Any], record: Record) -> Iterator[Place]:
    """The positions of all lines but the main one, in pre-order.

    One from which several moves follow comes once for each; one of the main line for each of its variations.
    """
    # Node, the place that the moves after it follow, whether it is on the main line.
    start = game.start_of(record)
    stack: list[tuple[Node, State, int, State, bool]] = [
        (record.root, start, record.root.id, start, True)
    ]
    while stack:
        node, state, anchor, here, main = stack.pop()
        if not node.children and not main:
            yield Place(anchor, here, None)
        below: list[tuple[Node, State, int, State, bool]] = []
        for at, child in enumerate(node.children):
            after = game.advance(state, child.action)
            on_main = main and at == 0
            if has_position(child):
                if not on_main:
                    yield Place(anchor, here, move_text(after.action))
                below.append((child, after, child.id, after, on_main))
            else:
                below.append((child, after, anchor, here, on_main))
        stack.extend(reversed(below))


def blocks(game: Game[Any], places: Iterable[Place]) -> Iterator[Block]:
    """Places as blocks of one board each; those that have no chart are left out."""
    if not isinstance(game, Charted):
        return
    for chart, group in groupby(places, key=lambda place: game.chart(place.state)):
        if chart is None:
            continue
        some = list(group)
        for first in range(0, len(some), _TOGETHER):
            part = some[first : first + _TOGETHER]
            cells = cells_array(game.cells_of([place.state for place in part]), chart)
            yield Block(chart, part, cells, keys_of(game.id, chart, cells))
