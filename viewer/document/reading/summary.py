"""A line in words: how well both sides played, the moves that lost most, where points changed hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from viewer.base.messages import Message, Number, counted, message
from viewer.base.named import NamedTuple
from viewer.document.reading.line_values import LineValues
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation, ScoreUnit
from viewer.tree.finding import Finding
from viewer.tree.nags import sign_of
from viewer.tree.node import Node
from viewer.tree.quality import MoveQuality, SideQuality
from viewer.tree.scales import QUALITY_GLYPHS

WORST = 5
"""Moves that a summary names, unless told otherwise."""
_LEAST_CHANCE, _LEAST_POINTS = 0.02, 0.5
"""What a move has lost at least to be named."""
_LEAST_SWING = 3.0
"""Points that have changed hands at least."""


class Swing(NamedTuple):
    """A move by its place in the line, and the points that changed hands with it."""

    at: int
    points: float


def summary(
    states: States,
    values: LineValues,
    found: Callable[[Node], Finding | None],
    style: str,
    count: int = WORST,
) -> list[Message]:
    """Sentences about a line: both sides, then at most `count` moves that lost most, with the better ones.

    `found`: what an engine found at a node, None for nothing. `style`: of the game's notation. Where it says
    whose the points are, the moves follow with which most of them changed hands.
    """
    if not values.qualities:
        return [message("No moves of this game were evaluated.")]
    parts = [side_words(states, side, values.sides[side]) for side in (0, 1)]
    worst = worst_moves(values, count)
    if worst:
        parts.append(message("The moves that lost most:"))
    parts += [_worst_words(states, values, index, found, style) for index in worst]
    swings = sorted(swings_of(values.line, found), key=lambda one: -one.points)[:count]
    if swings:
        parts.append(message("Most points changed hands with:"))
    for at, points in swings:
        text = numbered(states, values.line[at], style)
        number = Number(points, 1)
        parts.append(message("  {move}: {count} points", move=text, count=number))
    return parts


# ------------------------------------------------------------------------------- the sides


def loss_words(quality: SideQuality, unit: ScoreUnit) -> Message | None:
    """The average loss of a side in the unit of its game, None if nothing is known of it."""
    if quality.points is not None:
        return message("loses {count} points a move", count=Number(quality.points, 1))
    if quality.centipawns is None:
        return None
    if unit is ScoreUnit.CENTIPAWNS:
        return message("loses {count} a move", count=Number(quality.centipawns))
    return message("loses {count} pawns a move", count=Number(quality.centipawns / 100, 2))


def side_words(states: States, side: int, quality: SideQuality) -> Message:
    """How well a side played, in a sentence."""
    name = states.side_name(side)
    if quality.accuracy is None:
        return message("{side}: no moves were evaluated", side=name)
    dubious, mistakes, blunders = (quality.glyphs[glyph] for glyph in QUALITY_GLYPHS)
    words = message("{side}: accuracy {percent} %", side=name, percent=round(quality.accuracy))
    loss = loss_words(quality, states.game.score_unit)
    if loss is not None:
        words = message("{first}, {second}", first=words, second=loss)
    return message(
        "{words}; {dubious}, {mistakes}, {blunders}",
        words=words,
        dubious=counted("{count} dubious move", "{count} dubious moves", dubious),
        mistakes=counted("{count} mistake", "{count} mistakes", mistakes),
        blunders=counted("{count} blunder", "{count} blunders", blunders),
    )


# -------------------------------------------------------------------------- the worst moves


def worst_moves(values: LineValues, count: int) -> list[int]:
    """The moves of a line that lost most, by their indexes: at most `count`, the worst first."""
    lost = {index: _lost(quality) for index, quality in values.qualities.items()}
    worst = sorted((index for index, size in lost.items() if size), key=lambda index: -lost[index])
    return worst[:count]


def _lost(quality: MoveQuality) -> float:
    """What moves are ranked by: points where they are known, else chances; 0.0 for little."""
    if quality.points_lost is not None:
        return quality.points_lost if quality.points_lost >= _LEAST_POINTS else 0.0
    chance = quality.chance_lost or 0.0
    return chance if chance >= _LEAST_CHANCE else 0.0


def _worst_words(
    states: States,
    values: LineValues,
    index: int,
    found: Callable[[Node], Finding | None],
    style: str,
) -> Message:
    quality, node = values.qualities[index], values.line[index]
    sign = sign_of(quality.glyph) if quality.glyph else ""
    words = message("{move}{sign}", move=numbered(states, node, style), sign=sign)
    lost = lost_words(states.game, quality.side, quality.before, quality.after)
    if lost is not None:
        words = message("{move}: {loss}", move=words, loss=lost)
    assert node.parent is not None
    finding = found(node.parent)
    best = after_best(states, node.parent, finding)
    if best is None or best.action == states.at(node).action:
        return message("  {words}", words=words)
    better = states.game.shown(best, style)
    return message("  {words}; better {move}", words=words, move=better)


def after_best(states: States, node: Node, finding: Finding | None) -> State | None:
    """The state after the move that an engine prefers at a node; None for none that is legal."""
    move: Move | None = finding.lines[0].moves[0] if finding is not None and finding.lines else None
    if move is None:
        return None
    after: State = states.game.step(states.at(node).settled(), move)
    return None if states.game.violation(after) else after


def numbered(states: States, node: Node, style: str) -> str:
    """A move with its number, in a notation."""
    numbering = states.game.numbering(states.at(states.record.root))
    state = states.at(node)
    return f"{numbering.label(state.ply)} {states.game.shown(state, style)}"


def lost_words(
    game: Game[State], side: int, best: Evaluation | None, value: Evaluation | None
) -> Message | None:
    """What a side loses from one evaluation to another; None if one isn't known."""
    if best is None or value is None:
        return None
    sign = -1 if side else 1
    if best.mate is not None and best.mate * sign > 0 and (value.mate or 0) * sign <= 0:
        lost = message("misses a mate in {count}", count=abs(best.mate))
    elif value.mate is not None and value.mate * sign < 0 and (best.mate or 0) * sign >= 0:
        lost = message("allows a mate in {count}", count=abs(value.mate))
    elif best.centipawns is not None and value.centipawns is not None:
        amount = max(0, (best.centipawns - value.centipawns) * sign)
        unit = game.score_unit
        size = Number(amount) if unit is ScoreUnit.CENTIPAWNS else Number(amount / 100, 2)
        lost = message("loses {size}", size=size)
    elif best.points is not None and value.points is not None:
        points = max(0.0, (best.points - value.points) * sign)
        lost = message("loses {size} points", size=Number(points, 1))
    else:
        lost = None
    scale = game.quality_scale
    chances = scale.chance(best), scale.chance(value)
    if chances[0] is None or chances[1] is None:
        return lost
    percent = round(100 * max(0.0, (chances[0] - chances[1]) * sign))
    if lost is None:
        return message("lowers the winning chance by {percent} %", percent=percent)
    share = message("winning chance \u2212{percent} %", percent=percent)
    return message("{loss}, {share}", loss=lost, share=share) if percent else lost


# ----------------------------------------------------------------------- whose the points are


def swings_of(line: Sequence[Node], found: Callable[[Node], Finding | None]) -> Iterator[Swing]:
    """The moves with which points changed hands, by what an engine says of whose they are before and after.

    A point that was surely one side's and is the other's counts as one, a point that was nobody's as a half.
    """
    before = b""
    for index, node in enumerate(line):
        finding = found(node)
        after = b"" if finding is None else finding.owned
        if after and len(after) == len(before):
            pairs = zip(_signed(after), _signed(before), strict=True)
            points = sum(abs(one - other) for one, other in pairs) / 200
            if points >= _LEAST_SWING:
                yield Swing(index, points)
        before = after


def _signed(owned: bytes) -> memoryview:
    return memoryview(owned).cast("b")
