"""The positions of a repertoire: which are in its lines, what it plays there, what it expects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.games.capabilities import Charted, Passing
from viewer.games.charts import Chart, Symmetry
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.library.keys import cells_array, keys_of
from viewer.library.making.columns import Block, Place, blocks, has_position
from viewer.library.query import PositionWanted, symmetries_of
from viewer.library.repertoire.corners import CORNERS, CornerBoard, boards_of, joined, studied
from viewer.tree.action import Move
from viewer.tree.annotation import BAD_GLYPHS
from viewer.tree.evaluation import Evaluation, evaluation_of
from viewer.tree.node import Node

MOST = 200_000
"""Positions of a repertoire that are looked at."""

Array = Any  # npt.NDArray of any number


class LineRecord(NamedTuple):
    """A record with lines of a repertoire.

    Attributes:
        path: of its file. number: its index there.
        states: of the record. top: the node with which the lines begin.
    """

    path: str
    number: int
    states: States
    top: Node


class LinePlace(NamedTuple):
    """A node of a repertoire."""

    where: LineRecord
    node: Node

    @property
    def state(self) -> State:
        """The state there."""
        return self.where.states.at(self.node)


class LinePosition:
    """A position of a repertoire.

    Attributes:
        number: its index among all.
        side: to move. mine: whether the repertoire plays that side.
        place: the first node at which it stands.
        after: the positions that its moves lead to, by their numbers, and the first node of each; the main
            move first.
        value: the evaluation of the deepest search that the records have of it, None for none.
    """

    __slots__ = ("after", "mine", "number", "place", "side", "value")

    def __init__(self, number: int, side: int, mine: bool, place: LinePlace) -> None:
        self.number, self.side, self.mine, self.place = number, side, mine, place
        self.after: dict[int, LinePlace] = {}
        self.value: Evaluation | None = None

    @property
    def state(self) -> State:
        """Its state, at the first node; after a pass where the other side is to move there."""
        state: State = self.place.state.settled()
        game = self.place.where.states.game
        if state.side != self.side and isinstance(game, Passing):
            state = game.step(state, game.pass_move(state)).settled()
        return state


class KnownKeys(NamedTuple):
    """The keys of all arrangements of positions with one side to move, ascending, and their positions."""

    keys: Array
    numbers: Array

    def find(self, keys: Array) -> Array:
        """The positions that some keys are of, by number; -1 for others."""
        if not len(self.keys) or not len(keys):
            return np.full(len(keys), -1, np.int64)
        at = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[at] == keys, self.numbers[at], -1)


class RepertoireLines:
    """The positions of all repertoires of a side.

    Attributes:
        game: of the records. side: that the repertoire plays.
        positions: each once, however many nodes have it.
        corners: by the ids of charts, where all lines stay in one corner and are compared with each (see
            `corners`); {} where whole boards are.
        outside: the first record whose lines leave a corner, where players of the game know lines of one.
        cut: whether there are more than `MOST`, which are left out.
        nodes: how many nodes were looked at.
    """

    def __init__(self, game: Game[Any], side: int) -> None:
        self.game, self.side = game, side
        self.corners: dict[str, CornerBoard] = {}
        self.outside: LineRecord | None = None
        self.positions: list[LinePosition] = []
        self.cut = False
        self.nodes = 0
        self._known: dict[tuple[int, int | None], int] = {}  # of all arrangements

    @property
    def parts(self) -> int:
        """How many parts of a board are compared with the lines: each corner, or the whole."""
        return len(CORNERS) if self.corners else 1

    def at(self, state: State) -> LinePosition | None:
        """The position of a state, None if it isn't in the lines."""
        game = self.game
        chart = game.chart(state) if isinstance(game, Charted) else None
        if chart is None or not isinstance(game, Charted):
            return None
        key = int(keys_of(game.id, chart, cells_array(game.cells(state), chart))[0])
        number = self._known.get((key, state.side))
        return None if number is None else self.positions[number]

    def has(self, wanted: PositionWanted) -> bool:
        """Whether a position that is looked for is in the lines."""
        return any((one.key, one.side) in self._known for one in wanted.any_of)

    def keys(self, side: int) -> KnownKeys:
        """The positions with a side to move, as games are looked through for them."""
        some = sorted(
            (key, number) for (key, to_move), number in self._known.items() if to_move == side
        )
        keys, numbers = zip(*some, strict=True) if some else ((), ())
        return KnownKeys(np.array(keys, np.uint64), np.array(numbers, np.int64))

    @property
    def answers(self) -> int:
        """How many positions have a move of the repertoire's side."""
        return sum(one.mine and bool(one.after) for one in self.positions)

    def add(self, where: LineRecord) -> Iterator[JobStep[None]]:
        """The job that takes the lines of a record.

        A move of the own side with a bad glyph is none of them, nor what follows it, where there is another.
        """
        numbers: dict[int, int] = {}  # by nodes
        nodes = where.states.record.nodes
        unit = self.game.score_unit
        for block in blocks(self.game, _places(where, self.side)):
            ways = self._arrangements(block)
            for at, place in enumerate(block.places):
                if len(self.positions) >= MOST:
                    self.cut = True
                    return
                if self.corners and not block.cells[at].any():
                    continue  # an empty corner
                node = nodes[place.node]
                position = self._position(LinePlace(where, node), place.state.side, ways[:, at])
                numbers[node.id] = position.number
                value = evaluation_of(node, unit)
                if value is not None and _deeper(value, position.value):
                    position.value = value
                if node is not where.top and isinstance(place.state.action, Move):
                    before = self._before(node, numbers)
                    if before is not None:
                        before = self._in_turn(before, 1 - place.state.side)
                        before.after.setdefault(position.number, LinePlace(where, node))
            self.nodes += len(block.places)
            yield JobStep(self.nodes, 0)

    def _in_turn(self, position: LinePosition, side: int) -> LinePosition:
        """The position from which a side moves; in a corner, if it isn't its turn, after a pass."""
        if not self.corners or position.side == side:
            return position
        place = Place(position.place.node.id, position.state, None)
        (block,) = blocks(self.game, [place])
        return self._position(position.place, side, self._arrangements(block)[:, 0])

    def _before(self, node: Node, numbers: dict[int, int]) -> LinePosition | None:
        """The position before a node."""
        above = node.parent
        while above is not None and above.id not in numbers:
            above = above.parent
        return None if above is None else self.positions[numbers[above.id]]

    def _arrangements(self, block: Block) -> Array:
        """The keys of all arrangements of the positions of a block, shape (arrangements, positions)."""
        ways = arrangements(self.game, block.chart)
        turned = [
            keys_of(self.game.id, block.chart, block.cells[:, list(one.source)]) for one in ways[1:]
        ]
        return np.stack([block.keys, *turned])

    def _position(self, place: LinePlace, side: int, keys: Array) -> LinePosition:
        known = self._known.get((int(keys[0]), side))
        if known is not None:
            return self.positions[known]
        found = LinePosition(len(self.positions), side, side == self.side, place)
        self.positions.append(found)
        for key in keys.tolist():
            self._known[key, side] = found.number
        return found


def arrangements(game: Game[Any], chart: Chart) -> list[Symmetry]:
    """The arrangements of a board that count as the same; the first leaves everything as it is."""
    return symmetries_of(chart, isinstance(game, Charted) and game.turned_alike, False)


def _places(where: LineRecord, side: int) -> Iterator[Place]:
    """The positions of the lines of a record for a side."""
    states = where.states
    stack = [where.top]
    while stack:
        node = stack.pop()
        state = states.at(node)
        if node is where.top or has_position(node):
            yield Place(node.id, state, None)
        below = node.children
        if state.side == side:
            good = [one for one in below if not BAD_GLYPHS.intersection(one.glyphs)]
            below = tuple(good) or below
        stack.extend(reversed(below))


def _chart_at(where: LineRecord) -> Chart | None:
    game = where.states.game
    return game.chart(where.states.at(where.top)) if isinstance(game, Charted) else None


def _deeper(value: Evaluation, known: Evaluation | None) -> bool:
    return known is None or (value.depth or 0) > (known.depth or 0)


def reading_lines(
    game: Game[Any], side: int, records: Iterable[LineRecord]
) -> Iterator[JobStep[RepertoireLines]]:
    """The job that reads the lines of records of a game for a side; its result comes last."""
    lines = RepertoireLines(game, side)
    kept: list[LineRecord] = []
    boards: list[dict[str, CornerBoard]] | None = []
    for record in records:
        kept.append(record)
        if boards is not None:
            found = boards_of(game, _places(record, side))
            boards = None if found is None else [*boards, found]
            if found is None and studied(game, _chart_at(record)):
                lines.outside = record
        yield JobStep(0, 0)
    lines.corners = joined(boards or ())
    for record in kept:
        yield from (JobStep(step.done, step.total) for step in lines.add(record))
    yield JobStep(lines.nodes, lines.nodes, lines)
