"""The lines that an engine found for the current position, worded for people, and as candidates."""

from __future__ import annotations

from typing import NamedTuple

from viewer.document import plans
from viewer.engines.analysis import EngineLine
from viewer.games.game import State
from viewer.scene.candidates import Candidate
from viewer.tree.serial import NodeData
from viewer.ui.session.analyst import Analyst
from viewer.ui.session.record_session import RecordSession

_LONGEST = 16
"""Moves of a line that are shown."""


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
    """

    score: str
    detail: str
    moves: tuple[LineMove, ...]
    praise: int


class EngineLines:
    """The lines of an analyst; ids of candidates are their indexes."""

    def __init__(self, session: RecordSession, analyst: Analyst) -> None:
        self._session = session
        self._analyst = analyst

    def lines(self) -> list[WordedLine]:
        """The lines for the current position, the best first."""
        found = self._analyst.analysis
        if found is None:
            return []
        worded = [self._worded(line) for line in found.lines[: self._analyst.lines]]
        return [line for line in worded if line.moves]

    def candidates(self) -> list[Candidate]:
        """The first moves of the lines, for the board."""
        game = self._session.game
        return [
            Candidate(
                number,
                game.touches(line.moves[0].state.action),
                line.moves[0].text,
                taken=number == 0,
                sign=line.score,
                praise=line.praise,
            )
            for number, line in enumerate(self.lines())
        ]

    def play(self, index: int, count: int) -> None:
        """Put the first moves of a line into the record as one edit, and go to the last of them."""
        lines = self.lines()
        if not 0 <= index < len(lines):
            return
        session = self._session
        actions = [move.state.action for move in lines[index].moves[:count]]
        rows = [NodeData(number, number - 1, action, {}) for number, action in enumerate(actions)]
        session.do(plans.paste, rows)
        node = session.node
        for action in actions[1:]:
            node = next((one for one in node.children if one.action == action), node)
        session.go(node)

    def _worded(self, line: EngineLine) -> WordedLine:
        session = self._session
        game, state = session.game, session.state.settled()
        numbering = game.numbering(session.states.at(session.record.root))
        moves: list[LineMove] = []
        for move in line.moves[:_LONGEST]:
            state = game.step(state, move)
            if game.violation(state) is not None:
                break
            column = numbering.at(state.ply)[1]
            label = (
                numbering.label(state.ply) if not moves or not (column or numbering.by_ply) else ""
            )
            text = game.notation(state, session.style)
            moves.append(LineMove(f"{label}\N{NO-BREAK SPACE}{text}".strip(), state))
        score, praise = "", 0
        value = line.evaluation
        if value is not None:
            score = value.shown(game.score_unit)
            chance = value.chance
            if chance is not None:
                chance = 1 - chance if session.state.side else chance
                praise = (chance > 0.6) - (chance < 0.4)
        detail = ""
        if line.visits is not None:
            detail = f"{line.visits:,}"
        elif line.weight is not None:
            detail = f"{line.weight:g}"
        return WordedLine(score, detail, tuple(moves), praise)
