"""What is known of the nodes of a line in numbers: evaluations, losses, and the time spent on moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.games.clocks import Clocks
from viewer.games.states import States
from viewer.tree.action import is_move
from viewer.tree.annotation import CLOCK
from viewer.tree.evaluation import Evaluation, ScoreUnit, elapsed_of, evaluation_of
from viewer.tree.node import Node
from viewer.tree.quality import MoveQuality, SideQuality, judged_moves, side_quality

_PART = 20
"""Nodes for a step of the job: some milliseconds."""


class NodeValue(NamedTuple):
    """What is known of a node.

    Attributes:
        evaluation: of its position, None if nobody says one.
        seconds: spent on the move to it, None if the record doesn't tell.
        side: whose move leads to it, 0 or 1; None if no move does.
    """

    evaluation: Evaluation | None = None
    seconds: float | None = None
    side: int | None = None


class LineValues(NamedTuple):
    """What is known of a line.

    Attributes:
        line: its nodes, from the root.
        values: of each of them.
        qualities: of moves with evaluations before and after them, by index in the line.
        sides: the moves of either side summed up.
        evaluated: the number of evaluations.
        timed: whether the time of any move is known.
    """

    line: Sequence[Node] = ()
    values: Sequence[NodeValue] = ()
    qualities: Mapping[int, MoveQuality] = MappingProxyType({})
    sides: tuple[SideQuality, SideQuality] = (side_quality((), 0), side_quality((), 1))
    evaluated: int = 0
    timed: bool = False


def line_values(
    line: Sequence[Node],
    states: States,
    clocks: Clocks,
    found: Callable[[Node], Evaluation | None],
    said: Callable[[Node, ScoreUnit], Evaluation | None] = evaluation_of,
) -> Iterator[JobStep[LineValues]]:
    """A job that collects the values of a line; its last step has them.

    `found`: gives the evaluation of a node of which the
    record says none; `said`: what the record says of one. The record must not change meanwhile.
    """
    game = states.game
    scale = game.quality_scale
    values: list[NodeValue] = []
    positions: list[tuple[Node, Evaluation | None]] = []
    indexes: list[int] = []
    for index, node in enumerate(line):
        evaluation = (said(node, game.score_unit) if node.notes else None) or found(node)
        seconds = None
        if node.notes and (CLOCK in node.notes or elapsed_of(node)):
            used = clocks.thinking_time(node)
            seconds = None if used is None else float(used)
        moved = is_move(node.action)
        side = None
        if moved and (evaluation is not None or seconds is not None):
            before = states.at(node).before()
            side = None if before is None else before.side
        values.append(NodeValue(evaluation, seconds, side))
        if moved or not index:
            start = scale.start if not index and node.action is None else None
            positions.append((node, evaluation or start))
            indexes.append(index)
        if index % _PART == 0:
            yield JobStep(index, len(line))
    qualities: dict[int, MoveQuality] = {}
    sides = {line[index].id: values[index].side for index in indexes}
    for number, quality in judged_moves(positions, lambda node: sides[node.id], scale):
        qualities[indexes[number]] = quality
        if len(qualities) % _PART == 0:
            yield JobStep(len(line), len(line))
    summed = []
    for side in (0, 1):
        summed.append(side_quality(qualities.values(), side))
        yield JobStep(len(line), len(line))
    evaluated = sum(value.evaluation is not None for value in values)
    timed = any(value.seconds is not None for value in values)
    found_all = LineValues(line, values, qualities, (summed[0], summed[1]), evaluated, timed)
    yield JobStep(len(line), len(line), found_all)
