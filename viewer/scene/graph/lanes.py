"""Lanes of a variation tree: the main line is straight, each branch lies as near to its line as possible.

A *run* is a node followed by first children: it lies in one lane, one column per node. The branches
of a fork leave it by a *trunk*, straight across the lanes between the fork's column and the next.
Branches of the later forks of a run are placed first and lie nearer to it; each takes the first lane
below everything placed earlier in its columns. So lines never cross: a run that spans a trunk's gap was
placed either before the fork's run, above it, or after its branches, below them.

Columns and lanes are whole numbers from 0. Their size and the direction in which the graph grows are
up to the code that draws it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.tree.node import Node

_NODES_A_STEP = 1_500


class LaneRun:
    """Nodes that lie in one lane, one after the other.

    Attributes:
        nodes: from the first to the last one shown.
        column: the column of the first node.
        lane: the lane of all its nodes.
        trunk: the lane of the run that it branches off; for the main line, its own.
    """

    __slots__ = ("column", "lane", "nodes", "trunk")

    def __init__(self, nodes: list[Node], column: int, lane: int, trunk: int) -> None:
        self.nodes = nodes
        self.column = column
        self.lane = lane
        self.trunk = trunk

    @property
    def end(self) -> int:
        """The column after the last node."""
        return self.column + len(self.nodes)


class Trunk:
    """The connection of a fork with its branches: across the lanes, right after the fork's column.

    Attributes:
        column, top: column and lane of the fork.
        runs: the branches, the nearest first.
    """

    __slots__ = ("column", "runs", "top")

    def __init__(self, column: int, top: int, run: LaneRun) -> None:
        self.column = column
        self.top = top
        self.runs = [run]

    @property
    def bottom(self) -> int:
        """The lane of the last branch."""
        return self.runs[-1].lane


class Spot(NamedTuple):
    """The position of a node: its run and its column."""

    run: LaneRun
    column: int

    @property
    def lane(self) -> int:
        """The lane of its run."""
        return self.run.lane

    @property
    def node(self) -> Node:
        """The node at this position."""
        return self.run.nodes[self.column - self.run.column]


class Lanes:
    """The lanes of a tree. Run `work` first; after that they don't change.

    Attributes:
        root: the first node.
        columns, lanes: the number of columns and lanes.
        count: the number of nodes shown.
        complete: whether the whole tree is laid out.
    """

    def __init__(self, root: Node, folded: Collection[int] = ()) -> None:
        """`folded`: ids of the nodes whose descendants aren't shown."""
        self.root = root
        self.columns = self.lanes = self.count = 0
        self.complete = False
        self._folded = folded
        self._of_head: dict[int, LaneRun] = {}
        self._rows: list[list[LaneRun]] = []
        self._sorted: set[int] = set()
        self._trunks: dict[int, list[Trunk]] = {}

    # --------------------------------------------------------------------------------- laying

    def work(self) -> Iterator[JobStep[None]]:
        """Lay out the tree, as a job. Iterative; time and memory grow with the number of nodes shown."""
        folded, rows, of_head = self._folded, self._rows, self._of_head
        free: list[int] = []  # the next free lane of each column
        # (first node, its column, run of its fork) of the runs to lay out; the next one is the last
        stack: list[tuple[Node, int, LaneRun | None]] = [(self.root, 0, None)]
        told = 0
        while stack:
            head, column, fork = stack.pop()
            run = LaneRun([], column, 0, 0)
            add, here, node = run.nodes.append, column, head
            while True:
                add(node)
                children = node.children
                here += 1
                if not children or (folded and node.id in folded):
                    break
                if len(children) > 1:
                    for child in children[:0:-1]:
                        stack.append((child, here, run))
                node = children[0]
            if here > len(free):
                free += [0] * (here - len(free))
            lane = run.lane = max(free[column:here])
            free[column:here] = [lane + 1] * (here - column)
            if lane == len(rows):
                rows.append([])
            rows[lane].append(run)
            of_head[head.id] = run
            run.trunk = lane if fork is None else fork.lane
            if fork is not None:
                self._add_trunk(column - 1, fork.lane, run)
            self.count += here - column
            if self.count - told >= _NODES_A_STEP:
                told = self.count
                yield JobStep(told, 0)
        self.columns, self.lanes = len(free), len(rows)
        self.complete = True

    def _add_trunk(self, column: int, top: int, run: LaneRun) -> None:
        trunks = self._trunks.setdefault(column, [])
        if trunks and trunks[-1].top == top:
            trunks[-1].runs.append(run)
        else:
            trunks.append(Trunk(column, top, run))

    # -------------------------------------------------------------------------------- finding

    def row(self, lane: int) -> list[LaneRun]:
        """The runs of a lane, by column; [] beyond the last lane."""
        if not 0 <= lane < len(self._rows):
            return []
        row = self._rows[lane]
        if lane not in self._sorted:
            row.sort(key=_column)
            self._sorted.add(lane)
        return row

    def at(self, column: int, lane: int) -> Spot | None:
        """The position in a column of a lane; None if no node is there."""
        row = self.row(lane)
        index = bisect_right(row, column, key=_column) - 1
        if index >= 0 and column < row[index].end:
            return Spot(row[index], column)
        return None

    def spot(self, node: Node) -> Spot | None:
        """The position of a node; None if it isn't shown. Costs a step per node of its run above it."""
        head, steps = node, 0
        while head.parent is not None and head.parent.children[0] is head:
            head, steps = head.parent, steps + 1
        run = self._of_head.get(head.id)
        if run is None or steps >= len(run.nodes) or run.nodes[steps] is not node:
            return None
        return Spot(run, run.column + steps)

    def run_of(self, head: Node) -> LaneRun | None:
        """The run that begins with a node; None if there is none."""
        run = self._of_head.get(head.id)
        return run if run is not None and run.nodes[0] is head else None

    def runs_in(self, left: int, right: int, top: int, bottom: int) -> Iterator[LaneRun]:
        """The runs with a node in columns `left` to `right` and lanes `top` to `bottom`, ends included."""
        for lane in range(max(top, 0), min(bottom, self.lanes - 1) + 1):
            row = self.row(lane)
            index = max(bisect_right(row, left, key=_column) - 1, 0)
            while index < len(row) and row[index].column <= right:
                if row[index].end > left:
                    yield row[index]
                index += 1

    def trunks_in(self, left: int, right: int, top: int, bottom: int) -> Iterator[Trunk]:
        """The trunks in columns `left` to `right` that reach lanes `top` to `bottom`, ends included."""
        for column in range(max(left, 0), right + 1):
            trunks = self._trunks.get(column, ())
            index = bisect_left(trunks, top, key=_bottom)
            while index < len(trunks) and trunks[index].top <= bottom:
                yield trunks[index]
                index += 1

    def neighbour(self, spot: Spot, step: int) -> Spot | None:
        """The nearest node in the lanes below (`step` 1) or above (-1); None if there is none.

        A column counts twice as far as a lane.
        """
        best, found, lane = 0, None, spot.lane + step
        while 0 <= lane < self.lanes and (found is None or abs(lane - spot.lane) < best):
            row = self.row(lane)
            index = bisect_right(row, spot.column, key=_column) - 1
            for run in row[max(index, 0) : index + 2]:
                column = min(max(spot.column, run.column), run.end - 1)
                far = abs(lane - spot.lane) + 2 * abs(column - spot.column)
                if found is None or far < best:
                    best, found = far, Spot(run, column)
            lane += step
        return found


def _column(run: LaneRun) -> int:
    return run.column


def _bottom(trunk: Trunk) -> int:
    return trunk.bottom


class Stretch(NamedTuple):
    """A part of a line in one lane: a run from its first node to the column `last`, included."""

    run: LaneRun
    last: int

    @property
    def first(self) -> int:
        """The column of the run's first node."""
        return self.run.column


class LanePath:
    """The path of a line from the root; a node's index in the line is its column.

    Attributes:
        stretches: its parts, up to the first node that isn't shown.
    """

    def __init__(self, lanes: Lanes, line: Sequence[Node]) -> None:
        """`line`: nodes from the root on. Costs a few steps per stretch, however long the line is."""
        self.stretches: list[Stretch] = []
        index = 0
        while index < len(line):
            run = lanes.run_of(line[index])
            if run is None:
                break
            nodes, start = run.nodes, index
            # A line that has left a run doesn't return to it, so the end can be found by bisection.
            most = min(len(nodes), len(line) - start)
            left = bisect_left(range(most), True, key=lambda i: nodes[i] is not line[start + i])
            index += left
            self.stretches.append(Stretch(run, index - 1))

    def spot(self, column: int) -> Spot | None:
        """The position of the line's node in a column; None if it is folded or past the line's end."""
        index = bisect_right(self.stretches, column, key=_first) - 1
        if index < 0 or column > self.stretches[index].last:
            return None
        return Spot(self.stretches[index].run, column)

    def within(self, left: int, right: int) -> Iterator[Stretch]:
        """The stretches with a part in columns `left` to `right`; the trunk leading to a stretch counts."""
        index = max(bisect_right(self.stretches, left, key=_first) - 1, 0)
        while index < len(self.stretches) and self.stretches[index].first - 1 <= right:
            yield self.stretches[index]
            index += 1

    def last_in(self, run: LaneRun) -> int:
        """The last column in which the line goes through a run; -1 if it doesn't go through it."""
        index = bisect_right(self.stretches, run.column, key=_first) - 1
        if index < 0 or self.stretches[index].run is not run:
            return -1
        return self.stretches[index].last

    def holds(self, run: LaneRun, column: int) -> bool:
        """Whether the line goes through a run in a column."""
        spot = self.spot(column)
        return spot is not None and spot.run is run


def _first(stretch: Stretch) -> int:
    return stretch.first
