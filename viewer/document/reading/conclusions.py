"""What there is to learn of a game: the facts of its report that cost most, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from viewer.base.messages import Message, message, sentences
from viewer.base.named import NamedTuple
from viewer.document.reading.report import (
    FoundBy,
    GameReport,
    instead,
    loss_of,
    loss_words,
    nothing_found,
    time_words,
    unbroken_move,
    worst,
)
from viewer.games.phases import phases_of
from viewer.games.results import LOST, WON

_WINNING = 0.8
"""The chance of winning from which a side stood to win."""
_QUICK = 4
"""A move was quick if it took less than this part of the time that its side usually took."""
_SEVERAL = 2
"""Bad moves that make a habit: one is told by itself."""
_MOST, _MORE = 0.5, 0.2
"""A phase is told if so much of the loss fell into it, and so much more than of the moves."""


class _Conclusion(NamedTuple):
    kind: str
    weight: float
    words: Message


CONCLUSIONS = 3


def conclusions(
    report: GameReport,
    style: str,
    found: FoundBy = nothing_found,
    side: int | None = None,
) -> list[Message]:
    """At most three sentences about what cost most, of different kinds, the weightiest first.

    `style`: of the notation. `side`: whose moves they are about, None for both sides.
    """
    if not report.analysed:
        return []
    sides = (0, 1) if side is None else (side,)
    told = [one for each in sides for one in _facts(report, style, found, each)]
    told.sort(key=lambda one: -one.weight)
    chosen: list[_Conclusion] = []
    for wanted in (True, False):  # each kind once, then what else there is
        for one in told:
            new = one.kind not in {other.kind for other in chosen}
            if len(chosen) < CONCLUSIONS and one not in chosen and (new or not wanted):
                chosen.append(one)
    if not chosen:
        return [message("No move lost enough to be called a bad one.")]
    return [one.words for one in sorted(chosen, key=lambda one: -one.weight)]


def _facts(report: GameReport, style: str, found: FoundBy, side: int) -> Iterator[_Conclusion]:
    qualities = report.values.qualities
    own = {index: one for index, one in qualities.items() if one.side == side}
    bad = worst(own, len(own))
    name = report.states.side_name(side)
    for index in bad[:CONCLUSIONS]:
        yield _Conclusion("move", loss_of(own[index]), _costly(report, index, name, style, found))
    if not bad:
        return
    total = sum(map(loss_of, own.values()))
    yield from _phase_facts(report, side, name, total)
    yield from _time_facts(report, side, name, bad, style)
    yield from _missed_win(report, side, name, style)


def _costly(report: GameReport, index: int, name: Message, style: str, found: FoundBy) -> Message:
    move = unbroken_move(report.states, report.values.line[index], style)
    loss = loss_words(report, index) or message("loses much")
    words = message("{side}: {move} {loss}.", side=name, move=move, loss=loss)
    other = instead(report, index, found)
    return words if other is None else sentences([words, other.words(report.states.game, style)])


def _phase_facts(
    report: GameReport, side: int, name: Message, total: float
) -> Iterator[_Conclusion]:
    phases = report.sides[side]
    lost = sum(one.lost for one in phases)
    moves = sum(one.quality.moves for one in phases)
    if not lost:
        return
    most = max(range(3), key=lambda number: phases[number].lost)
    share, part = phases[most].lost / lost, phases[most].quality.moves / moves
    if share < _MOST or share < part + _MORE:
        return
    words = message(
        "{phase}: {side} lost most here, {percent} % of the total in {count} of {all} moves.",
        side=name,
        phase=phases_of(report.states.game).names[most],
        percent=round(100 * share),
        count=phases[most].quality.moves,
        all=moves,
    )
    yield _Conclusion("phase", total * share / 2, words)


def _time_facts(
    report: GameReport, side: int, name: Message, bad: Sequence[int], style: str
) -> Iterator[_Conclusion]:
    values = report.values
    late = report.trouble[side]
    after = [index for index in bad if index in late]
    if len(after) >= _SEVERAL and report.bound is not None:
        words = message(
            "Time trouble: {side} made {count} of {all} bad moves with at most {time} left, from {move} on.",
            side=name,
            time=time_words(report.bound),
            move=unbroken_move(report.states, values.line[late[0]], style),
            count=len(after),
            all=len(bad),
        )
        yield _Conclusion("time", sum(loss_of(values.qualities[index]) for index in after), words)
    times = [one.seconds for one in values.values if one.side == side and one.seconds is not None]
    usual = median(times) if times else 0.0
    quick = [
        index
        for index in bad
        if (spent := values.values[index].seconds) is not None and spent * _QUICK < usual
    ]
    if len(quick) >= _SEVERAL:
        words = message(
            "Too quick: {side} spent less than {time} on {count} of {all} bad moves; half of the moves took"
            " {usual} or more.",
            side=name,
            count=len(quick),
            all=len(bad),
            time=time_words(usual / _QUICK),
            usual=time_words(usual),
        )
        yield _Conclusion("quick", sum(loss_of(values.qualities[index]) for index in quick), words)


def _missed_win(report: GameReport, side: int, name: Message, style: str) -> Iterator[_Conclusion]:
    """That a side stood to win and didn't."""
    if report.result is None or report.result == (LOST if side else WON):
        return
    best, where = 0.0, None
    for index, quality in report.values.qualities.items():
        chance = report.states.game.quality_scale.chance(quality.before)
        mine = None if chance is None else (1 - chance if side else chance)
        if quality.side == side and mine is not None and mine > best:
            best, where = mine, index
    if where is None or best < _WINNING:
        return
    words = message(
        "Missed win: {side} had a won position before {move} (winning chance {percent} %).",
        side=name,
        move=unbroken_move(report.states, report.values.line[where], style),
        percent=round(100 * best),
    )
    yield _Conclusion("win", best / 3, words)
