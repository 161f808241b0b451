"""Writing what an engine found into many records: evaluations, glyphs of bad moves, and the better lines.

Of what is there, only evaluations are replaced: a glyph is written where a move has none, a line where no
variation begins with its first move. So writing the same findings again changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from viewer.base.jobs import JobStep, run_inline
from viewer.base.messages import Message, counted, listed, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.document.edits import Location
from viewer.document.plans import EditableRecords
from viewer.document.whole.sweep import (
    RecordChange,
    Runner,
    Scope,
    Sweep,
    scope_of,
    start_of,
    sweeping,
)
from viewer.formats import FORMATS
from viewer.games import game_of
from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.action import Move, is_move
from viewer.tree.annotation import COMMENT, EVALUATION, GLYPHS, MOVE_GLYPHS, NoteValue
from viewer.tree.evaluation import (
    Evaluation,
    ScoreUnit,
    evaluation_in,
    evaluation_of,
    without_evaluation,
)
from viewer.tree.finding import Finding, Findings, FoundLine
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, SetNotes
from viewer.tree.record import Record
from viewer.tree.scales import QUALITY_GLYPHS
from viewer.tree.serial import NodeData

_OF_MOVES = frozenset(nag for nag, *_ in MOVE_GLYPHS)
_EVALUATIONS, _GLYPHS, _LINES = "evaluations", "glyphs", "lines"
_WORDS: Mapping[str, Callable[[int], Message]] = {
    _EVALUATIONS: lambda n: counted("{count} evaluation", "{count} evaluations", n),
    _GLYPHS: lambda n: counted("{count} glyph", "{count} glyphs", n),
    _LINES: lambda n: counted("{count} better line", "{count} better lines", n),
}


class Wanted(NamedTuple):
    """What is to be written.

    Attributes:
        evaluations: of the positions.
        glyphs: ?!, ? and ?? of moves that lose much, see `tree.quality`.
        lines: the engine's lines in place of such a move, as variations.
        plies: of each line, at most.
    """

    evaluations: bool = True
    glyphs: bool = True
    lines: bool = True
    plies: int = 12


def annotating(
    document: EditableRecords, scope: Scope, findings: Findings, wanted: Wanted, here: Location
) -> Iterator[JobStep[Sweep]]:
    """A job that plans writing findings; see `sweeping`.

    A finding of another position than the node's is left. Moves are judged by the findings, and by values
    that the records have already. Glyphs that the format can't hold aren't written.
    """
    held = FORMATS[document.format].load().glyphs

    def change(key: int, record: Record, top: Node) -> RecordChange:
        return _Annotator(key, record, findings, wanted, held).change(top)

    return sweeping(document, scope, change, message("Write the analysis"), here)


class _Annotator:
    """Plans the change of a record."""

    def __init__(
        self,
        key: int,
        record: Record,
        findings: Findings,
        wanted: Wanted,
        held: object,
    ) -> None:
        self._key = key
        self._findings = findings
        self._wanted = wanted
        self._held = QUALITY_GLYPHS if held is None else held
        self._game = game_of(record.game)
        self._states = States(self._game, record)
        self._next_id = record.next_id
        self._notes: list[tuple[int, str, NoteValue]] = []
        self._inserts: list[Op] = []
        self._counts: Counter[str] = Counter()

    def change(self, top: Node) -> RecordChange:
        """The operations at a node and below."""
        for node in top.walk():
            found = self._found(node)
            if found is not None and found.evaluation is not None and self._wanted.evaluations:
                self._evaluate(node, found.evaluation)
            if node is not top and is_move(self._states.at(node).action):
                self._judge(node)
        ops = [SetNotes(top.id, tuple(self._notes))] if self._notes else []
        return RecordChange((*ops, *self._inserts), self._counts)

    def _found(self, node: Node) -> Finding | None:
        found = self._findings.get((self._key, node.id))
        if found is None or not found.position:
            return found
        same = found.position == self._game.setup_text(self._states.at(node))
        return found if same else None

    def _value(self, node: Node) -> Evaluation | None:
        """The evaluation of a node's position: the one found, else the record's."""
        found = self._found(node)
        if found is not None and found.evaluation is not None:
            return found.evaluation
        value = evaluation_of(node, self._game.score_unit)
        if value is None and node.parent is None and node.action is None:
            return self._game.quality_scale.start
        return value

    # ----------------------------------------------------------------------------- writing

    def _evaluate(self, node: Node, value: Evaluation) -> None:
        value = _written_value(value, self._game.score_unit)
        if evaluation_of(node, self._game.score_unit) == value:
            return
        if evaluation_in(node.comment) is not None:
            comment = without_evaluation(node.comment)
            if evaluation_in(comment) is not None:
                return  # it stands among a program's other words
            self._notes.append((node.id, COMMENT, comment))
        self._notes.append((node.id, EVALUATION, value.text))
        self._counts[_EVALUATIONS] += 1

    def _judge(self, node: Node) -> None:
        parent = node.parent
        assert parent is not None  # it has a move
        before, after = self._value(parent), self._value(node)
        if before is None or after is None:
            return
        state = self._states.at(parent)
        nag = self._game.quality_scale.glyph(before, after, state.side)
        found = self._found(parent)
        lines = () if found is None else found.lines
        if nag is None or (lines and lines[0].moves[0] == self._states.at(node).action):
            return
        glyphs = node.note(GLYPHS)
        assert isinstance(glyphs, tuple)  # by FACETS
        fits = nag in self._held and _OF_MOVES.isdisjoint(glyphs)  # type: ignore[operator]  # a set or mapping
        if self._wanted.glyphs and fits:
            self._notes.append((node.id, GLYPHS, (nag, *glyphs)))
            self._counts[_GLYPHS] += 1
        if self._wanted.lines:
            self._add_lines(parent, state, lines)

    def _add_lines(self, parent: Node, state: State, lines: Sequence[FoundLine]) -> None:
        """Add the lines after a position as variations."""
        there = {self._states.at(child).action for child in parent.children}
        index = len(parent.children)
        for moves, value in lines:
            legal = self._legal(state, moves[: self._wanted.plies])
            if not legal or legal[0] in there:
                continue
            there.add(legal[0])
            rows = [
                NodeData(self._next_id + number, number - 1, move, {})
                for number, move in enumerate(legal)
            ]
            if value is not None and self._wanted.evaluations:
                text = _written_value(value, self._game.score_unit).text
                rows[0] = rows[0]._replace(notes={EVALUATION: text})
            self._next_id += len(rows)
            self._inserts.append(Insert(parent.id, index, tuple(rows)))
            self._counts[_LINES] += 1
            index += 1

    def _legal(self, state: State, moves: Sequence[Move]) -> list[Move]:
        """The moves up to the first that breaks a rule: engines cut lines, or mean other rules."""
        legal: list[Move] = []
        for move in moves:
            state = self._game.step(state, move)
            if self._game.violation(state) is not None:
                break
            legal.append(move)
        return legal


def _written_value(value: Evaluation, unit: ScoreUnit) -> Evaluation:
    """An evaluation as it is written: without what formats of the game have no place for.

    A chance of winning goes with points only; the depth doesn't.
    """
    if value.centipawns is not None or value.mate is not None:
        value = value._replace(share=None)
    return value._replace(depth=None) if unit is ScoreUnit.POINTS else value


def before_words(sweep: Sweep) -> Message:
    """The sentence before it is done."""
    if sweep.edit is None:
        return message("There is nothing to write that isn't there already.")
    return message("{what} will be written.", what=_count_words(sweep))


def after_words(sweep: Sweep) -> Message:
    """The sentence after it was done."""
    return message("Wrote {what}.", what=_count_words(sweep))


def _count_words(sweep: Sweep) -> Message:
    parts = [words(sweep.counts[id]) for id, words in _WORDS.items() if sweep.counts.get(id)]
    return sweep.within(listed(parts))


def annotate(
    document: Document,
    findings: Findings,
    *,
    evaluations: bool = True,
    glyphs: bool = True,
    lines: bool = True,
    plies: int = 12,
    records: str = "",
    run: Runner = run_inline,
) -> Message:
    """Write what an engine found in positions, as `viewer.analyse` returns it.

    Evaluations of the positions, glyphs of moves that lose much, and the engine's lines in place of those
    moves, each at most `plies` long. `records`, `run`, result and errors as for `strip.strip`.
    """
    wanted = Wanted(evaluations, glyphs, lines, plies)
    job = annotating(document, scope_of(document, records), findings, wanted, start_of(document))
    (sweep,) = run(job)
    document.do(sweep.edit)
    return after_words(sweep) if sweep.edit else before_words(sweep)
