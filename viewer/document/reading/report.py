"""A report of a game: phases, turning points, the opening and where it was left.

It is made of what the record says (evaluations, clocks, variations) and of what an engine found; nothing is
analysed. `conclusions` puts the facts that cost most into sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from viewer.base.jobs import run_inline
from viewer.base.messages import Message, Number, message
from viewer.base.named import NamedTuple
from viewer.document.reading.line_values import LineValues, line_values
from viewer.document.reading.summary import after_best, lost_words, numbered
from viewer.formats.format import Format
from viewer.games.capabilities import opening_of
from viewer.games.clocks import (
    Clocks,
    seconds_of,
)
from viewer.games.game import Game, State
from viewer.games.openings import Opening
from viewer.games.phases import phases_of
from viewer.games.results import score_at_end, score_of
from viewer.games.states import States
from viewer.tree.action import is_move
from viewer.tree.evaluation import Evaluation, ScoreUnit, evaluation_of
from viewer.tree.evaluation_words import deepest_of, evaluations_of
from viewer.tree.finding import Finding, FoundLine
from viewer.tree.node import Node
from viewer.tree.quality import MoveQuality, SideQuality, side_quality
from viewer.tree.scales import QUALITY_GLYPHS

TURNING = 5
"""Turning points of a game at most."""
_NAMED_PLIES = 60
"""The opening is looked for in so many plies: no table has longer lines."""
_CEILING = 20.0
"""Points: a lead that is larger counts as this where moves are compared, since the game is decided."""
_TROUBLE, _LEAST_TROUBLE, _USUAL_TROUBLE = 10, 10, 60
"""Time trouble: a part of the time at the start, seconds at least, seconds where that time isn't known."""

FoundBy = Callable[[Node], Finding | None]
"""What an engine found at a node, None for nothing."""


class Phase(NamedTuple):
    """The moves of a side in a phase.

    Attributes:
        moves: how many there are.
        quality: of those that are judged.
        lost: by them: points where they are known, else chances of winning.
        seconds: that they took, None where the record doesn't tell.
    """

    moves: int
    quality: SideQuality
    lost: float
    seconds: float | None


class GameReport(NamedTuple):
    """The facts of a game.

    Attributes:
        states: of the record.
        values: of its main line.
        phases: of each move of that line, by its index in it.
        sides: of both sides, each phase.
        turning: the indexes of the moves that lost most, as they were played.
        trouble: of both sides, the indexes of moves after which little time was left.
        bound: that time, in seconds; None without clocks.
        several: how many positions have evaluations of several engines, of which the deepest counts.
        result: the score of the first side (`games.results`), None where it isn't known.
    """

    states: States
    values: LineValues
    phases: Mapping[int, int]
    sides: tuple[tuple[Phase, ...], tuple[Phase, ...]]
    turning: tuple[int, ...]
    trouble: tuple[tuple[int, ...], tuple[int, ...]]
    bound: float | None
    several: int
    result: int | None

    @property
    def analysed(self) -> bool:
        """Whether any move is judged."""
        return bool(self.values.qualities)

    @property
    def opening(self) -> tuple[Opening | None, int]:
        """The opening, and the index of the last move by which its name came about; (None, 0) for none."""
        states, line = self.states, self.values.line
        opening, left = None, 0
        for index in list(self.phases)[:_NAMED_PLIES]:
            named = opening_of(states.game, states.at(line[index]))
            if named is not None and named != opening:
                opening, left = named, index
        return opening, left


def nothing_found(node: Node) -> Finding | None:
    """What is found where no engine was asked."""
    return None


def report_of(states: States, format_: Format, found: FoundBy = nothing_found) -> GameReport:
    """The report of a record whose states are known."""
    record = states.record
    line = list(record.root.main_line())
    clocks = Clocks(states, format_.time_control)
    several = 0

    def deepest(node: Node, unit: ScoreUnit) -> Evaluation | None:
        nonlocal several
        values = evaluations_of(node, unit)
        several += len(set(values)) > 1
        return deepest_of(values) if values else None

    def evaluation(node: Node) -> Evaluation | None:
        finding = found(node)
        return None if finding is None else finding.evaluation

    (values,) = run_inline(line_values(line, states, clocks, evaluation, deepest))
    moves = [index for index, node in enumerate(line) if index and is_move(states.at(node).action)]
    reached = [states.at(line[0]), *(states.at(line[index]) for index in moves)]
    phases = dict(zip(moves, phases_of(states.game).of(states.game, reached), strict=True))
    trouble, bound = _in_trouble(states, values, clocks)
    return GameReport(
        states,
        values,
        phases,
        (_phases(values, phases, states, 0), _phases(values, phases, states, 1)),
        tuple(sorted(worst(values.qualities, TURNING))),
        trouble,
        bound,
        several,
        result_of(states, format_),
    )


def result_of(states: States, format_: Format) -> int | None:
    """The score of the first side in half points; None where neither headers nor moves tell it."""
    record = states.record
    score = score_of(states.game, format_.by_role("result", record.headers, record.game))
    return score_at_end(states.game, states.at_end()) if score is None else score


# ------------------------------------------------------------------------------------ losses


def loss_of(quality: MoveQuality) -> float:
    """What moves are compared by: the chance of winning that was lost; a part of the ceiling from points."""
    if quality.chance_lost is not None:
        return quality.chance_lost
    before, after = quality.before.points, quality.after.points
    if before is None or after is None:
        return 0.0
    sign = -1 if quality.side else 1
    return max(0.0, sign * (_capped(before) - _capped(after))) / (2 * _CEILING)


def _capped(points: float) -> float:
    return max(-_CEILING, min(_CEILING, points))


def worst(qualities: Mapping[int, MoveQuality], count: int) -> list[int]:
    """The indexes of the moves that lost most, the worst first; only those that get a glyph."""
    bad = [index for index, quality in qualities.items() if quality.glyph in QUALITY_GLYPHS]
    return sorted(bad, key=lambda index: (-loss_of(qualities[index]), index))[:count]


def _phases(
    values: LineValues, phases: Mapping[int, int], states: States, side: int
) -> tuple[Phase, ...]:
    found = []
    for phase in range(3):
        own = [
            index
            for index, one in phases.items()
            if one == phase and _mover(states, values.line[index]) == side
        ]
        judged = [values.qualities[index] for index in own if index in values.qualities]
        times = [values.values[index].seconds for index in own]
        known = [one for one in times if one is not None]
        lost = sum(loss_of(one) if one.points_lost is None else one.points_lost for one in judged)
        quality = side_quality(judged, side)
        found.append(Phase(len(own), quality, lost, sum(known) if known else None))
    return tuple(found)


def _mover(states: States, node: Node) -> int | None:
    before = states.at(node).before()
    return None if before is None else before.side


# --------------------------------------------------------------------------------- the clock


def _in_trouble(
    states: States, values: LineValues, clocks: Clocks
) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], float | None]:
    """The moves of both sides after which little time was left, and how much that is."""
    bound = float(_USUAL_TROUBLE)
    start = clocks.control.start
    if start is not None:
        bound = max(float(_LEAST_TROUBLE), float(start) / _TROUBLE)
    found: tuple[list[int], list[int]] = ([], [])
    shown = False
    for index, node in enumerate(values.line):
        side = _mover(states, node) if index and node.notes else None
        if side is None:
            continue
        mine = clocks.at(node)[side]
        left = seconds_of(mine.clock) if mine.clock else None
        if left is None:
            continue
        shown = True
        if left <= bound and not mine.overtime:
            found[side].append(index)
    return (tuple(found[0]), tuple(found[1])), bound if shown else None


# ------------------------------------------------------------------------------ better moves


def found_in(node: Node, states: States) -> Finding | None:
    """The evaluated variations at a node as a finding, the best one first; None without such.

    Programs write their better lines so; the move that was played isn't among them.
    """
    unit = states.game.score_unit
    sign = -1 if states.at(node).side else 1
    lines = []
    for child in node.children[1:]:
        value, state = evaluation_of(child, unit), states.at(child)
        if value is not None and is_move(state.action):
            lines.append((FoundLine((state.action,), value), value))  # type: ignore[arg-type]
    scale = states.game.quality_scale

    def worth(value: Evaluation) -> float:
        chance = scale.chance(value)
        return sign * (chance if chance is not None else value.points or 0.0)

    best = sorted(lines, key=lambda one: -worth(one[1]))
    return Finding(tuple(line for line, _ in best)) if best else None


class Instead(NamedTuple):
    """A move in place of one that was played: the state after it; whether it is known to be better."""

    state: State
    better: bool

    def words(self, game: Game[State], style: str) -> Message:
        """What is said of it."""
        move = game.shown(self.state, style)
        if self.better:
            return message("Better was {move}.", move=move)
        return message("The record has {move} instead.", move=move)


def instead(report: GameReport, index: int, found: FoundBy) -> Instead | None:
    """The move that was better than one of the line, or that the record has in its place, if any."""
    states, node = report.states, report.values.line[index]
    before = node.parent
    assert before is not None  # a move leads to it
    best = after_best(states, before, found(before) or found_in(before, states))
    if best is not None:
        return None if best.action == states.at(node).action else Instead(best, True)
    other = next((one for one in before.children if one is not node), None)
    if other is None or not is_move(states.at(other).action):
        return None
    return Instead(states.at(other), False)


def loss_words(report: GameReport, index: int) -> Message | None:
    """What a move of the line lost, in words."""
    quality = report.values.qualities[index]
    return lost_words(report.states.game, quality.side, quality.before, quality.after)


# ------------------------------------------------------------------------------------- words


def unbroken_move(states: States, node: Node, style: str) -> str:
    """A move with its number, between which no line ends."""
    return numbered(states, node, style).replace(" ", "\u00a0", 1)


def time_words(seconds: float) -> Message:
    """A time in seconds or minutes."""
    minutes = seconds >= 90
    count = seconds / 60 if minutes else seconds
    number = Number(count, 1 if count < 10 and round(count, 1) != round(count) else 0)
    return message("{count} min", count=number) if minutes else message("{count} s", count=number)
