"""Mistakes in analysed games: moves that lost much, with better ones and their refutation, as problems.

Everything comes from what stands in the record: evaluations of positions, or the verdicts of a study of
Hex or Twixt, and variations in place of bad moves. A move is a mistake if it loses at least the bound: of
the chance of winning, in go of points. In a position that is lost already, or still won after the move,
nothing is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import isfinite
from typing import Any

from viewer.base.folding import folded
from viewer.base.named import NamedTuple
from viewer.base.person_names import OwnNames
from viewer.document.problems.problem import moves_after
from viewer.document.training.history import set_up_key
from viewer.document.whose_games import Told, stranger
from viewer.formats.format import Format
from viewer.formats.headers import value_of
from viewer.games import GAMES, game_of
from viewer.games.game import Game, State
from viewer.games.states import States
from viewer.tree.action import Move, is_move
from viewer.tree.annotation import BAD_GLYPHS
from viewer.tree.evaluation import Evaluation
from viewer.tree.evaluation_words import deepest_of, evaluations_of
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.tree.scales import QualityScale
from viewer.tree.verdict import WON, chooser, minimaxed

_PLIES = 8  # of an answer or a refutation, at most
_WON = 0.9  # a chance of winning from which a position is won, for the other side lost
_WON_POINTS = 20.0
_KEY = 32  # hexadecimal digits
"""One of these stands in each comment with an evaluation, but for those of matches, which have one."""


class Bound(NamedTuple):
    """What a move has to lose to be a mistake; None for the ? of the programs of its game.

    Attributes:
        chance: of winning, 0.0 to 1.0.
        points: in go, where the evaluations say points.
    """

    chance: float | None = None
    points: float | None = None

    def reached(self, scale: QualityScale, lost: float, points: bool) -> bool:
        """Whether a move that lost so much, of the chance or in points, is a mistake."""
        own, usual = (self.points, scale.points[1]) if points else (self.chance, scale.chances[1])
        return lost >= ((usual if own is None else own) or 0)


USUAL = Bound()


class Player(NamedTuple):
    """Whose mistakes are wanted: of the side where one of these names plays, of one side, of both.

    Attributes:
        names: the spellings; none for whoever plays.
        side: 0, 1, or None for both.
    """

    names: str = ""
    side: int | None = None


class Mistake(NamedTuple):
    """A mistake, as plain data.

    Attributes:
        game: its id.
        setup: the position before it, as a Setup's text.
        rules: as the record says them, "" if it doesn't.
        side: who made it, 0 or 1.
        number: of the move, as its game counts.
        before: the other side's move to the position, "" if there is none.
        played: the move, and what refutes it.
        answers: lines that begin with a move that is accepted, the best first.
        lost: of the chance of winning (0.0 to 1.0), or points.
        points: whether it is points.
        names: of both sides.
        event, date: as the record says.
    """

    game: str
    setup: str
    rules: str
    side: int
    number: int
    before: str
    played: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...]
    lost: float
    points: bool
    names: tuple[str, str] = ("", "")
    event: str = ""
    date: str = ""

    @property
    def key(self) -> str:
        """Of the problem in the history of training."""
        return set_up_key(self.game, self.setup, self.answers[0])


class Found(NamedTuple):
    """What a record gives.

    Attributes:
        game: the key of the game.
        mistakes: in the order of the game.
        told: what is to be known of it, by how many games or moves.
    """

    game: str
    mistakes: tuple[Mistake, ...]
    told: Counter[Told]


def game_key(record: Record, names: Sequence[str] = ()) -> str:
    """The key of a game: of its players, its start and the moves of its main line, as they are written."""
    actions = (node.action for node in record.root.main_line())
    said = (record.game, *map(folded, names), *(one.text for one in actions if one is not None))
    return sha256("\n".join(said).encode("utf-8", "surrogatepass")).hexdigest()[:_KEY]


def mistakes_in(
    record: Record, format_: Format, player: Player, own: OwnNames, bound: Bound = USUAL
) -> Found:
    """The mistakes on the main line of a record. `own`: the names of the player."""
    told: Counter[Told] = Counter()
    names = format_.players(record.headers, record.game)
    key = game_key(record, names)
    sides = {0, 1} if player.side is None else {player.side}
    if own:
        sides &= set(own.sides(names))
        if not sides:
            told[stranger(names)] += 1
            return Found(key, (), told)
    line = _Line(record, format_, bound, told)
    found = tuple(line.mistakes(sides, names))
    return Found(key, found, told)


class _Line:
    """The main line of a record with its evaluations."""

    def __init__(self, record: Record, format_: Format, bound: Bound, told: Counter[Told]) -> None:
        self._record, self._format, self._told = record, format_, told
        self._game: Game[State] = game_of(record.game)
        self._scale: QualityScale = self._game.quality_scale
        self._bound = bound
        self._states = States(self._game, record)
        self._several = False
        self._values: dict[int, Evaluation | None] = {}
        self._verdicts: dict[int, int] | None = None

    def _value(self, node: Node) -> Evaluation | None:
        """The evaluation of a node's position; of several, that of the deepest search."""
        if node.id not in self._values:
            found = evaluations_of(node, self._game.score_unit)
            self._several = self._several or len({one._replace(depth=None) for one in found}) > 1
            value = deepest_of(found) if found else None
            if value is None and node.parent is None and node.action is None:
                value = self._scale.start
            value = value or self._verdict(node)
            self._values[node.id] = value
        return self._values[node.id]

    def _verdict(self, node: Node) -> Evaluation | None:
        """What follows for a node's position from the verdicts of a study, as a chance of winning."""
        if self._verdicts is None:
            self._verdicts = minimaxed(self._record.root, chooser)
        verdict = self._verdicts.get(node.id)
        return None if verdict is None else Evaluation(share=(1 + verdict / WON) / 2)

    def _loss(self, before: Evaluation, after: Evaluation, side: int) -> tuple[float, bool] | None:
        """What a move of a side loses, and whether that is points; None if the evaluations don't tell."""
        sign = -1 if side else 1
        if before.points is not None and after.points is not None:
            return sign * (before.points - after.points), True
        was, now = self._chance_of(before, side), self._chance_of(after, side)
        return None if was is None or now is None else (was - now, False)

    def _chance_of(self, value: Evaluation, side: int) -> float | None:
        """The chance of a side. A mate in 0 is that of the side that moved last, which asks."""
        if value.mate == 0:
            return 1.0
        chance = self._scale.chance(value)
        return chance if chance is None or not side else 1 - chance

    def _much(self, loss: tuple[float, bool] | None) -> bool:
        return loss is not None and self._bound.reached(self._scale, *loss)

    def _decided(self, before: Evaluation, after: Evaluation, side: int) -> bool:
        """Whether a side had lost before its move, or has won after it."""
        was, now = self._chance_of(before, side), self._chance_of(after, side)
        if was is not None and now is not None:
            return was < 1 - _WON or now > _WON
        sign = -1 if side else 1
        if before.points is not None and after.points is not None:
            return sign * before.points < -_WON_POINTS or sign * after.points > _WON_POINTS
        return False

    def mistakes(self, sides: set[int], names: tuple[str, str]) -> Iterator[Mistake]:
        """The mistakes of some sides."""
        if self._game.unplayed(self._states.at(self._record.root)) is not None:
            self._told[Told.VARIANT] += 1
            return
        line = [
            node
            for node in self._record.root.main_line()
            if node.parent is None or is_move(node.action)
        ]
        values = [self._value(node) for node in line]
        if len(line) < 2 or sum(value is not None for value in values[1:]) == 0:
            self._told[Told.UNEVALUATED] += 1
            return
        for at in range(1, len(line)):
            before, after = values[at - 1], values[at]
            if before is None or after is None:
                continue
            if not any(self._much(self._loss(before, after, side)) for side in sides):
                continue  # positions, which take long, are played for those moves only
            side = self._states.at(line[at - 1]).side
            loss = self._loss(before, after, side)
            if side not in sides or not self._much(loss) or self._decided(before, after, side):
                continue
            assert loss is not None
            found = self._mistake(line[at - 1], line[at], side, loss, names)
            if found is not None:
                yield found
        if self._several:
            self._told[Told.SEVERAL] += 1

    def _mistake(
        self, before: Node, node: Node, side: int, loss: tuple[float, bool], names: tuple[str, str]
    ) -> Mistake | None:
        state = self._states.at(before)
        played = self._moves(before, self._best_line(node, node))
        if not played:
            self._told[Told.BROKEN] += 1
            return None
        lines = [self._moves(before, line) for line in self._answers(before, node, side)]
        answers = tuple(line for line in lines if line and line[0] != played[0])
        if not answers:
            self._told[Told.UNANSWERED] += 1
            return None
        record, game = self._record, self._game
        headers = record.headers
        keys = [one.key for one in self._format.fields_of(record.game) if one.kind == "rules"]
        last = self._states.at(before).action if is_move(before.action) else None
        return Mistake(
            record.game,
            game.setup_text(state),
            next(filter(None, (value_of(headers, key) for key in keys)), ""),
            side,
            self._number(node),
            last.text if isinstance(last, Move) else "",
            played,
            answers,
            round(loss[0], 4),
            loss[1],
            names,
            self._format.by_role("event", headers, record.game),
            self._format.by_role("date", headers, record.game),
        )

    def _number(self, node: Node) -> int:
        """The number of the move to a node, as its game counts."""
        states, ply = self._states, self._states.at(node).ply
        numbering = self._game.numbering(states.at(self._record.root))
        return numbering.at(ply)[0]

    def _answers(self, before: Node, played: Node, side: int) -> list[list[Node]]:
        """Lines in place of a move, the best first: the others lose less than the bound against it.

        Without evaluations of their own only the first one that isn't called bad.
        """
        others = [
            one
            for one in moves_after(before)
            if one is not played and not set(one.glyphs) & set(BAD_GLYPHS)
        ]
        valued = [(one, value) for one in others if (value := self._value(one)) is not None]
        if not valued:
            return [self._best_line(one, one) for one in others[:1]]
        worst = self._value(played)
        best = valued[0]
        for one in valued[1:]:
            loss = self._loss(one[1], best[1], side)
            if loss is not None and loss[0] > 0:
                best = one
        if worst is not None and not self._much(self._loss(best[1], worst, side)):
            return []  # what the record has instead isn't better
        rest = [
            one
            for one in valued
            if one is not best and not self._much(self._loss(best[1], one[1], side))
        ]
        return [self._best_line(one, one) for one, _ in (best, *rest)]

    def _best_line(self, node: Node, first: Node) -> list[Node]:
        """A node and what follows it; where that is a mistake, a better move, or nothing if there is none."""
        line = [first]
        while len(line) < _PLIES:
            after = moves_after(line[-1])
            if not after:
                break
            nexts = after[0]
            here, there = self._value(line[-1]), self._value(nexts)
            if here is not None and there is not None:
                mover = self._states.at(line[-1]).side
                if self._much(self._loss(here, there, mover)):
                    better = self._answers_first(after, nexts, mover)
                    if better is None:
                        break
                    nexts = better
            line.append(nexts)
        return line

    def _answers_first(self, after: Sequence[Node], bad: Node, side: int) -> Node | None:
        """The best of the other moves; None if there is none."""
        best: Node | None = None
        for one in after:
            if one is bad or set(one.glyphs) & set(BAD_GLYPHS):
                continue
            value, known = self._value(one), None if best is None else self._value(best)
            if best is None:
                best = one
            elif value is not None and known is not None:
                loss = self._loss(value, known, side)
                best = one if loss is not None and loss[0] > 0 else best
        return best

    def _moves(self, before: Node, line: Sequence[Node]) -> tuple[str, ...]:
        """The moves of a line in neutral form, up to the first that breaks a rule."""
        found: list[str] = []
        for node in line:
            state = self._states.at(node)
            if not isinstance(state.action, Move) or self._game.violation(state) is not None:
                break
            found.append(state.action.text)
        return tuple(found)


def packed(mistake: Mistake) -> dict[str, Any]:
    """A mistake as JSON can hold it."""
    return dict(zip(mistake._fields, mistake, strict=True))


def unpacked(data: Any) -> Mistake:
    """What `packed` packed. Raises ValueError, KeyError, TypeError or OverflowError for anything else."""
    values = {field: data[field] for field in Mistake._fields}
    values["played"] = tuple(map(str, values["played"]))
    values["answers"] = tuple(tuple(map(str, line)) for line in values["answers"])
    first, second = map(str, values["names"])
    values["names"] = (first, second)
    found = Mistake(**values)
    whole = all(type(one) is int for one in (found.side, found.number))
    texts = all(
        type(one) is str
        for one in (
            found.game,
            found.setup,
            found.rules,
            found.before,
            found.event,
            found.date,
        )
    )
    if not (whole and texts and found.side in (0, 1) and found.played and found.answers):
        raise ValueError("no mistake")
    if not all(found.answers) or found.game not in GAMES:
        raise ValueError("no mistake")
    if type(found.lost) not in (int, float) or not isfinite(100 * found.lost):
        raise ValueError("no mistake")
    return found
