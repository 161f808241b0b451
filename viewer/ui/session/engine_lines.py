"""The lines that an engine found for the current position, worded for people, and as candidates."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, message, number
from viewer.base.named import NamedTuple
from viewer.document.reading.summary import lost_words
from viewer.engines.analysis import EngineLine
from viewer.games.game import State
from viewer.scene.candidates import Candidate
from viewer.tree.action import Move
from viewer.tree.evaluation import Evaluation, ScoreUnit
from viewer.tree.nags import sign_of
from viewer.tree.scales import DUBIOUS
from viewer.ui.session.analyst import Analyst
from viewer.ui.session.record_session import RecordSession

_LONGEST = 16
"""Moves of a line that are shown."""
_ALIKE = 2
"""Plies by which the depths of two searches may differ for their values to be compared."""


class LineMove(NamedTuple):
    """A move of a line.

    Attributes:
        text: with its number where one is written: "12. Nf3", "d5".
        state: after the move.
    """

    text: str
    state: State


class WordedLine(NamedTuple):
    """A line for people.

    Attributes:
        score: its evaluation with a sign, in the unit of the game; "" for none.
        detail: what else the engine says of it: visits, its own weight.
        moves: as far as they are legal, some sixteen at most.
        praise: 1 if it is good for the side to move, -1 if bad, else 0.
        figures: the chance of winning and the lead, where the engine says them.
        standing: 1 if it is as good as the best line, 0 if it is dubious beside that, -1 if a mistake.
    """

    score: str
    detail: str
    moves: tuple[LineMove, ...]
    praise: int
    figures: tuple[str, ...] = ()
    standing: int = 1


class ComparedMove(NamedTuple):
    """The move that comes next in the record, beside the best.

    Attributes:
        played, best: the moves, with their numbers.
        value, best_value: their evaluations with a sign; "" if it isn't known.
        loss: what is lost by it; None if that isn't known.
        is_best: whether it is the best.
        glyph: the sign that its loss deserves, "" for none.
    """

    played: str
    best: str
    value: str
    best_value: str
    loss: Message | None
    is_best: bool
    glyph: str = ""


def seen_by(value: Evaluation, side: int) -> Evaluation:
    """An evaluation for a side."""
    if not side:
        return value
    score, mate, share, points, depth = value
    return Evaluation(
        None if score is None else -score,
        None if mate is None else -mate,
        None if share is None else 1 - share,
        None if points is None else -points,
        depth,
    )


def figures_of(value: Evaluation, side: int | None) -> Iterator[str]:
    """A chance of winning in percent and a lead in points, as far as known: for a side, the lead with a sign.

    With None for the first side, the lead with the colour that leads (B+3.5).
    """
    own = value if side is None else seen_by(value, side)
    if own.share is not None:
        yield f"{100 * own.share:.0f}"
    if own.points is not None and side is None:
        yield Evaluation(points=own.points).shown(ScoreUnit.POINTS)
    elif own.points is not None:
        yield f"{own.points:+.1f}".replace("-", "\u2212")


class EngineLines:
    """The lines of an analyst; ids of candidates are their indexes."""

    def __init__(self, session: RecordSession, analyst: Analyst) -> None:
        self._session = session
        self._analyst = analyst

    @property
    def side(self) -> int | None:
        """The side for which values are shown: the one to move; None for the first one, as files have it."""
        return self._analyst.origin.side if self._session.looks.analysis.mover else None

    @property
    def meaning(self) -> Message:
        """What the numbers of the lines are, and for whom."""
        side = self._session.states.side_name(self.side or 0)
        return {
            ScoreUnit.PAWNS: message("pawns, for {side}", side=side),
            ScoreUnit.CENTIPAWNS: message("centipawns, for {side}", side=side),
            ScoreUnit.POINTS: message("chance of winning and points, for {side}", side=side),
        }[self._session.game.score_unit]

    def lines(self) -> list[WordedLine]:
        """The lines for the current position, the best first."""
        found = self._analyst.analysis
        if found is None:
            return []
        worded = [self._worded(line) for line in found.lines[: self._analyst.lines]]
        return [line for line in worded if line.moves]

    def candidates(self) -> list[Candidate]:
        """The first moves of the lines, for the board; praise says how little they lose against the best."""
        game = self._session.game
        return [
            Candidate(
                number,
                game.touches(line.moves[0].state.action),
                line.moves[0].text,
                taken=number == 0,
                sign=line.score,
                praise=line.standing,
                values=line.figures,
            )
            for number, line in enumerate(self.lines())
        ]

    def compared(self) -> ComparedMove | None:
        """The move that comes next in the record beside the best; None without one, or without lines."""
        session, analyst = self._session, self._analyst
        here = analyst.node is session.node
        found, node = analyst.analysis, session.follower if here else None
        if found is None or not found.lines or node is None or analyst.threat:
            return None
        state = session.states.at(node)
        if not isinstance(state.action, Move):
            return None
        best = found.lines[0]
        value: Evaluation | None = None
        line = next((one for one in found.lines if one.moves[0] == state.action), None)
        known = [analyst.compared, analyst.known(node)]
        alike = [
            one for one in known if one and abs((one.depth or 0) - (found.depth or 0)) <= _ALIKE
        ]
        if line is not None:
            value = line.evaluation
        elif alike:
            value = alike[0].evaluation
        moves = self._worded(best).moves
        return ComparedMove(
            session.words.numbered(node),
            moves[0].text if moves else "",
            self._value_text(value),
            self._value_text(best.evaluation),
            lost_words(session.game, session.state.side, best.evaluation, value),
            line is best,
            _glyph(session, best.evaluation, value),
        )

    def play(self, index: int, count: int) -> None:
        """Put the first moves of a line into the record as one edit, and go to the last of them.

        In a trial they go on with that.
        """
        session = self._session
        free = session.trial is not None and session.trial.free
        if self.preview(index, count) and not free:
            session.trying.put_in()

    def preview(self, index: int, count: int) -> bool:
        """Show the position after the first moves of a line beside the record; returns whether it could."""
        lines, analyst, session = self.lines(), self._analyst, self._session
        if not 0 <= index < len(lines):
            return False
        if analyst.threat:
            session.say(message("These moves show a threat: they can't be played from here."))
            return False
        name = analyst.setup.name if analyst.setup is not None else ""
        line = message("{engine} {score}", engine=name, score=lines[index].score)
        actions = [move.state.action for move in lines[index].moves[:count]]
        session.trying.show(line, filter(None, actions), analyst.node)
        return True

    def _worded(self, line: EngineLine) -> WordedLine:
        session = self._session
        game, state = session.game, self._analyst.origin
        start = state if state.previous is None else session.states.at(session.record.root)
        numbering = game.numbering(start)
        moves: list[LineMove] = []
        for move in line.moves[:_LONGEST]:
            state = game.step(state, move)
            if game.violation(state) is not None:
                break
            column = numbering.at(state.ply)[1]
            label = (
                numbering.label(state.ply) if not moves or not (column or numbering.by_ply) else ""
            )
            text = game.shown(state, session.style)
            moves.append(LineMove(f"{label}\N{NO-BREAK SPACE}{text}".strip(), state))
        score, praise = "", 0
        value = line.evaluation
        if value is not None:
            score = self._value_text(value)
            chance = value.chance
            if chance is not None:
                chance = 1 - chance if self._analyst.origin.side else chance
                praise = (chance > 0.6) - (chance < 0.4)
        detail = ""
        if line.visits is not None:
            detail = tr(number(line.visits))
        elif line.weight is not None:
            detail = tr(message("{number}", number=Number.of(line.weight)))
        figures = () if value is None else tuple(figures_of(value, self.side))
        return WordedLine(score, detail, tuple(moves), praise, figures, self._standing(value))

    def _value_text(self, value: Evaluation | None) -> str:
        unit, side = self._session.game.score_unit, self.side
        if value is None or side is None:
            return "" if value is None else value.shown(unit)
        *_, lead = ("", *figures_of(value._replace(share=None), side))
        return f"{seen_by(value, side)._replace(points=None).shown(unit)} {lead}".strip()

    def _standing(self, value: Evaluation | None) -> int:
        """How good a line with an evaluation is beside the best one, see `WordedLine.standing`."""
        found = self._analyst.analysis
        best = None if found is None else found.evaluation
        if best is None or value is None:
            return 1
        scale, side = self._session.game.quality_scale, self._analyst.origin.side
        return {None: 1, DUBIOUS: 0}.get(scale.glyph(best, value, side), -1)


def _glyph(session: RecordSession, best: Evaluation | None, value: Evaluation | None) -> str:
    if best is None or value is None:
        return ""
    nag = session.game.quality_scale.glyph(best, value, session.shown_state.side)
    return "" if nag is None else sign_of(nag)
