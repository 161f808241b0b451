"""The mode of the desk in which the lines of a record are drilled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.jobs import in_thread
from viewer.base.messages import NOTHING, Message, counted, in_context, message
from viewer.document.problems.problem import Problem, moves_after
from viewer.document.training.drill import MOST_NEW, Drill, DrillQuestion, drill_questions
from viewer.document.training.history import Grade, TrainingHistory
from viewer.tree.action import Action
from viewer.tree.node import Node
from viewer.ui.modes.desk_mode import ActionButton, OutcomePanel
from viewer.ui.modes.problem.panel import hint
from viewer.ui.modes.trial_mode import HistoryNotice, TrialMode, TrialSession, enter
from viewer.ui.session.due_today import end_of_today
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import Sheet

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_BUTTONS: tuple[ActionButton, ...] = (
    ("hint", message("Hint"), "H"),
    ("show", message("Show the move"), "End"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("next", message("Go on"), "Enter"),
    ("leave", message("Back to the record"), "Esc"),
)
PAUSE = 600
"""Milliseconds that a right answer is seen before the next question."""
BOTH = "both"
"""The choice of both sides' moves."""
_PATIENCE = 1.0  # seconds that leaving waits for the disk
_KEYS: dict[Qt.Key, str] = {
    Qt.Key.Key_H: "hint",
    Qt.Key.Key_End: "show",
    Qt.Key.Key_Escape: "leave",
}


class DrillPanel(OutcomePanel):
    """The panel beside the board while lines are drilled.

    Attributes:
        sheet: the choice of the side.
    """

    def __init__(self, sides: Mapping[str, Message], side: str) -> None:
        super().__init__()
        self.column.addWidget(Label(tr(message("Drill the lines")), look="title"))
        self.sheet = Sheet(
            [Field("side", in_context("of a drill", "Whose moves"), CHOICE, side, sides)]
        )
        self.sheet.narrow()
        self.column.addWidget(self.sheet)
        self.column.addSpacing(8)
        self._task = self.add_label("title")
        self.add_outcome("name")
        self.add_chips(_BUTTONS)
        self.column.addStretch(1)
        self._progress = self.add_label("name", self.below)
        self._count = self.add_label("muted", self.below)
        self.add_ends(_ENDS, in_rows=True)

    def show_task(self, words: Message, asked: bool, ready: bool) -> None:
        """Show what is to be done; `asked`: a move is to be found, `ready`: Enter goes on."""
        self.write(self._task, tr(words))
        for id in ("hint", "show"):
            self.buttons[id].setEnabled(asked)
        self.buttons["next"].setEnabled(ready)
        self.highlight("next" if ready else "")

    def show_progress(self, words: Message, count: Message = NOTHING) -> None:
        """Show how far the sitting is, and how the answers were."""
        self.write(self._progress, tr(words))
        self.write(self._count, tr(count))

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The task, the outcome, the progress and the count shown."""
        labels = (self._task, self._outcome, self._progress, self._count)
        return tuple(label.text() for label in labels)  # type: ignore[return-value]  # four of them


class Driller(TrialMode):
    """The mode for drilling the branch below a node; it is left at the node of the last question.

    Attributes:
        drill: the sitting; None until the history is read.
        pause: milliseconds that a right answer is seen.
    """

    name = message("Drilling lines")
    keys = _KEYS
    panel: DrillPanel

    def __init__(
        self,
        session: RecordSession,
        history: TrainingHistory,
        start: Node,
        only_due: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """`start`: the node whose branch is drilled; `only_due`: of both sides, nothing that is new."""
        super().__init__(session, parent)
        self._history = history
        self._start = self._node = start
        self._most_new = 0 if only_due else MOST_NEW
        side = BOTH if only_due else str(Problem(session.game, session.states, start).side)
        self.pause = PAUSE
        self.drill: Drill | None = None
        self._hints = 0
        self._answered = False
        sides = {str(number): name for number, name in enumerate(session.states.side_names)}
        sides[BOTH] = message("Both sides")
        self.panel = DrillPanel(sides, side)
        self.panel.sheet.changed.connect(lambda _: self._begin())
        self._take(start)
        self.begin()
        self.panel.show_task(message("Looking up what is due…"), False, False)
        self._questions: list[DrillQuestion] = []
        self._lister = JobRunner(self)
        self._lister.result.connect(self._questions.append)
        self._lister.finished.connect(self._begun)
        self._reader = JobRunner(self)
        self._reader.finished.connect(self._begin)
        self._reader.start(in_thread(history.reading()))
        session.reloaded.connect(self.leave)

    # ------------------------------------------------------------------------------ questions

    def _take(self, node: Node) -> None:
        """Show the board of a position."""
        session = self._session
        self._node, self._hints, self._answered = node, 0, False
        self.problem = Problem(session.game, session.states, node)
        self.show_trial(TrialSession(session, self.problem))

    def _begin(self) -> None:
        """Find the positions of the chosen side, for a sitting."""
        self._settle()
        self.drill = None
        session = self._session
        side = str(self.panel.sheet.values()["side"])
        problem = Problem(session.game, session.states, self._start)
        chosen = None if side == BOTH else int(side)
        self._questions.clear()
        self._lister.start(drill_questions(session.states, problem, chosen))

    def _begun(self) -> None:
        """Begin a sitting with what is due of them, and with new ones."""
        today = end_of_today()
        self.drill = Drill(self._questions, self._history, today, most_new=self._most_new)
        self._ask()

    def _settle(self) -> None:
        """Put an answer into the history that was given, but not left yet."""
        self.due.stop()
        if self.drill is not None and self.drill.question is not None and self._answered:
            self.drill.go_on()

    def _ask(self) -> None:
        """Ask the next question; at the end, sum the sitting up."""
        drill = self.drill
        assert drill is not None
        question = drill.question
        if question is not None:
            self._take(question.node)
            self.arrived.emit()
            mover = self.problem.mover(question.answers[0])
            side = self._session.states.side_name(mover)
            self.panel.show_task(message("{side} to play", side=side), True, False)
            self.panel.show_outcome(NOTHING, self._said_at(question.node))
        else:
            self._sum_up(drill)
        self._show_progress(drill)

    def _sum_up(self, drill: Drill) -> None:
        if drill.grades:
            words = message("Done for today.")
        elif drill.count.later:
            words = message("Nothing is due today.")
        else:
            words = message("This side has no moves here.")
        self.panel.show_task(words, False, False)
        self.panel.show_outcome(NOTHING)
        self.panel.highlight("leave")
        self.told.emit(words)

    def _show_progress(self, drill: Drill) -> None:
        due = counted("{count} position due today", "{count} positions due today", drill.left)
        tally = drill.tally
        count = message(
            "{right} right at once, {hinted} with a hint, {wrong} wrong",
            right=tally[Grade.RIGHT],
            hinted=tally[Grade.HINTED],
            wrong=tally[Grade.WRONG],
        )
        self.panel.show_progress(due, count if drill.grades else NOTHING)

    # -------------------------------------------------------------------------------- answers

    @property
    def open(self) -> bool:
        """Whether a move is to be found now."""
        asked = self.drill is not None and self.drill.question is not None
        return asked and not self._answered and self.due.call is None

    def _played(self, move: Action) -> None:
        drill = self.drill
        if not self.open or drill is None:
            return
        found = drill.answer(self.problem, move)
        self.trial.put(move)
        if found is None:
            self._correct(message("Wrong."), False)
        else:
            self._answered = True
            text = self._session.words.numbered(found)
            self._tell(message("{move}, as in the record.", move=text), self._said_at(found), True)
            self.panel.show_task(message("Right."), False, True)
            self.due.after(self.pause, self._go_on)

    def _correct(self, words: Message, good: bool | None) -> None:
        """Take a wrong move back and show the right one; Enter goes on. `good` sets the colour."""
        drill = self.drill
        assert drill is not None
        assert drill.question is not None
        self._answered = True
        answer = drill.question.answers[0]
        text = self._session.words.numbered(answer)
        record = message("The record has {move}.", move=text)
        self._tell(record, self._said_at(answer), good)
        self.panel.show_task(words, False, True)
        self.due.after(self.pause, lambda: self._show_answer(answer))

    def _show_answer(self, answer: Node) -> None:
        if self.trial.node is not self.trial.start:
            self.trial.withdraw()
        self.trial.follow(self._node, answer, True)

    def _go_on(self) -> None:
        drill = self.drill
        if drill is not None and drill.question is not None and self._answered:
            self.due.stop()
            drill.go_on()
            self._ask()

    def _tell(self, words: Message, said: str, good: bool | None) -> None:
        self.panel.show_outcome(words, said, good)
        if good is False:
            self.mistaken.emit()
        self.board.announce(" ".join(part for part in (tr(words), said) if part))

    # --------------------------------------------------------------------------- what is asked

    def do(self, what: str) -> None:
        if what == "leave":
            self.leave()
        elif what == "next":
            self._go_on()
        elif self.open and self.drill is not None:
            if what == "hint":
                self._hint(self.drill)
            elif what == "show":
                self.drill.answer(self.problem, None)
                self._correct(message("The move is shown."), None)

    def _hint(self, drill: Drill) -> None:
        assert drill.question is not None
        move = self.problem.action(drill.question.answers[0])
        if move is None:
            return
        words, marks = hint(self._session.game, self.trial.state, move, self._hints > 0)
        drill.hint(self._hints > 0)
        self._hints += 1
        if marks:
            self.trial.hint(marks)
        self._tell(words, "", None)

    def leave(self) -> None:
        """Leave the mode, at the position of the last question."""
        self.finished.emit(self._node)

    def end(self) -> None:
        """Stop what is due, and see to it that what was answered is written."""
        self._reader.stop()
        self._lister.stop()
        self._settle()
        self._history.finish(_PATIENCE)
        super().end()


def drill_lines(window: Window, only_due: bool = False) -> Driller | None:
    """Drill the lines that follow the current node; None if there are none.

    `only_due`: instead, what is due of the whole record.
    """
    desk = window.desk
    if desk is None or desk.editing:
        return None
    session = desk.session
    start = session.record.root if only_due else session.node
    if not moves_after(start):
        window.say(message("No moves follow here. Home goes back to the start."))
        return None
    session.flush()
    desk.stop_analysing()
    history = TrainingHistory(window.store.state, window.workspace.files)
    notice = HistoryNotice(window, history)
    driller = Driller(session, history, start, only_due)
    enter(window, desk, driller, notice.look)
    window.say(message("Find the record's move. H gives a hint, End shows it, Esc leaves."))
    return driller
