"""The path of a line, such as the current one, through the lanes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from viewer.base.named import NamedTuple
from viewer.scene.graph.lanes import LaneRun, Lanes, Spot
from viewer.tree.node import Node


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
