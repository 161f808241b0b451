"""What a repertoire lacks, what speaks against it, and where it has two moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from viewer.base.jobs import JobStep
from viewer.base.named import NamedTuple
from viewer.library.ask.explorer import NextMove
from viewer.library.query import explored_from
from viewer.library.repertoire.games import Explore
from viewer.library.repertoire.leaving import leads_to
from viewer.library.repertoire.lines import LinePosition, RepertoireLines
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation

LEAST, SHARE, ENOUGH, WORSE = 3, 0.05, 20, 0.08
"""By itself: games that a gap needs, and their share; games of a known result from which on a score counts,
and by how much that of a move has to be lower."""
MOST = 500
"""Gaps that are told."""


class Wishes(NamedTuple):
    """What counts.

    Attributes:
        least, share: an answer comes in so many games, and in such a share of those at its position.
        ends: whether it counts where the lines end, too.
    """

    least: int = LEAST
    share: float = SHARE
    ends: bool = False


USUAL = Wishes()
"""What counts by itself."""


class Gap(NamedTuple):
    """An answer of the other side to which the repertoire has no move.

    Attributes:
        position: before it, by its number.
        move: in neutral notation. played: what is known of it.
        share: of the games at the position, 0.0 to 1.0.
        listed: whether the lines have the answer, and end with it.
        reply: the move that was made most often against it, None if none was.
    """

    position: int
    move: str
    played: NextMove
    share: float
    listed: bool
    reply: NextMove | None


class Objection(NamedTuple):
    """What speaks against a move of the repertoire.

    Attributes:
        position: before it, by its number. after: the position it leads to.
        glyph: of the move by the evaluations of records (`QualityScale`), None where games speak.
        values: evaluations before and after it.
        mine, better: by games: what is known of the move, and of one that scores more.
    """

    position: int
    after: int
    glyph: int | None
    values: tuple[Evaluation, Evaluation] | None
    mine: NextMove | None
    better: NextMove | None


class Findings(NamedTuple):
    """What was found.

    Attributes:
        gaps: the most frequent first; at most `MOST`. left_out: how many more there are.
        objections: those by evaluations first.
        doubles: the positions in which the repertoire has several moves, by number: all are taken.
    """

    gaps: list[Gap]
    left_out: int
    objections: list[Objection]
    doubles: list[int]


NOTHING = Findings([], 0, [], [])


def finding_gaps(
    lines: RepertoireLines, explore: Explore, wishes: Wishes = USUAL
) -> Iterator[JobStep[Findings]]:
    """The job that compares lines with what games and evaluations say; for a thread. Its result comes last.

    Raises whatever `explore` raises.
    """
    gaps: list[Gap] = []
    objections = list(_by_evaluations(lines))
    doubles = [one.number for one in lines.positions if one.mine and len(one.after) > 1]
    total = len(lines.positions)
    for done, position in enumerate(lines.positions):
        yield JobStep(done, total)
        if position.mine:
            objections += _by_games(lines, position, explore) if position.after else ()
        elif position.after or wishes.ends:
            gaps += _gaps(lines, position, explore, wishes)
    gaps.sort(key=lambda one: (-one.played.games, one.position, one.move))
    told = [_with_reply(lines, one, explore) for one in gaps[:MOST]]
    yield JobStep(total, total, Findings(told, len(gaps) - len(told), objections, doubles))


def _known(lines: RepertoireLines, position: LinePosition, explore: Explore) -> Sequence[NextMove]:
    return explore(explored_from(lines.game, position.state))


def _gaps(
    lines: RepertoireLines, position: LinePosition, explore: Explore, wishes: Wishes
) -> Iterator[Gap]:
    moves = _known(lines, position, explore)
    games = sum(one.games for one in moves)
    for one in moves:
        share = one.games / games
        if one.games < wishes.least or share < wishes.share:
            break  # the most frequent come first
        after = leads_to(lines, position, one.move)
        if after is None or not after.after:
            yield Gap(position.number, one.move, one, share, after is not None, None)


def _with_reply(lines: RepertoireLines, gap: Gap, explore: Explore) -> Gap:
    after = lines.game.step(lines.positions[gap.position].state, Move(gap.move))
    moves = explore(explored_from(lines.game, after.settled()))
    return gap._replace(reply=moves[0] if moves else None)


def score_of(move: NextMove, side: int) -> tuple[float, int]:
    """What a side scored by a move, 0.0 to 1.0, in how many games of a known result."""
    known = move.won + move.drawn + move.lost
    won = move.lost if side else move.won
    return ((won + move.drawn / 2) / known if known else 0.0), known


def _by_games(
    lines: RepertoireLines, position: LinePosition, explore: Explore
) -> Iterator[Objection]:
    """Moves of a position that score less than another, by more than chance and `WORSE`."""
    found = []
    for one in _known(lines, position, explore):
        score, known = score_of(one, lines.side)
        if known >= ENOUGH:
            after = leads_to(lines, position, one.move)
            number = after.number if after is not None and after.number in position.after else None
            found.append((score, known, number, one))
    others = [one for one in found if one[2] is None]
    best = max(others, key=lambda one: one[0], default=None)
    if best is None:
        return
    for score, known, number, one in found:
        less = best[0] - score
        if number is not None and less >= WORSE and less > 2 * _deviation(score, known, *best[:2]):
            yield Objection(position.number, number, None, None, one, best[3])


def _deviation(score: float, known: int, other: float, others: int) -> float:
    """The standard deviation of the difference of two scores, as if no game was drawn."""
    return math.sqrt(score * (1 - score) / known + other * (1 - other) / others)


def _by_evaluations(lines: RepertoireLines) -> Iterator[Objection]:
    scale = lines.game.quality_scale
    for position in lines.positions:
        if position.mine and position.value is not None:
            for number in position.after:
                value = lines.positions[number].value
                glyph = None if value is None else scale.glyph(position.value, value, lines.side)
                if value is not None and glyph is not None:
                    values = position.value, value
                    yield Objection(position.number, number, glyph, values, None, None)
