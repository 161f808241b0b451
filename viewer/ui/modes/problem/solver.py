"""The mode of the desk in which a problem is solved."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, Number, message, sentences
from viewer.document.problems.attempt import Attempt, MoveOutcome, Sitting, loss_between, loss_words
from viewer.document.problems.attempt import AttemptState as At
from viewer.document.problems.problem import Problem, question_at
from viewer.document.training.history import Grade, TrainingHistory
from viewer.document.training.mistakes import USUAL, Bound
from viewer.engines.engine import EngineSetup
from viewer.engines.process import EngineFault
from viewer.formats import FORMATS
from viewer.games.capabilities import Deciding
from viewer.tree.action import Action
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node
from viewer.ui.modes.judge import Judge
from viewer.ui.modes.problem.panel import CollectionProgress, ProblemPanel, hint
from viewer.ui.modes.trial_mode import HistoryNotice, TrialMode, TrialSession, enter
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import header_by_role

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

PAUSE = 500
"""Milliseconds before the record answers, so that one sees one's own move."""
_SHOWING = 2  # pauses between the moves of a solution
_KEYS: dict[Qt.Key, str] = {
    Qt.Key.Key_H: "hint",
    Qt.Key.Key_Backspace: "back",
    Qt.Key.Key_Left: "back",
    Qt.Key.Key_Home: "restart",
    Qt.Key.Key_End: "show",
    Qt.Key.Key_W: "played",
    Qt.Key.Key_G: "game",
    Qt.Key.Key_PageDown: "next",
    Qt.Key.Key_PageUp: "previous",
    Qt.Key.Key_N: "unsolved",
    Qt.Key.Key_Escape: "leave",
}
_WORDS: dict[MoveOutcome, tuple[Message, bool | None]] = {
    MoveOutcome.RIGHT: (message("Right. Go on."), True),
    MoveOutcome.SOLVED: (message("Solved!"), True),
    MoveOutcome.WRONG: (message("Wrong."), False),
    MoveOutcome.OTHER: (message("The record has that as a variation, not as its solution."), False),
    MoveOutcome.UNKNOWN: (message("That move isn't in this record."), False),
}


class Solver(TrialMode):
    """The mode for solving the problems of a file, one after the other.

    Signals:
        passed: the file has no problem after the last one (1), or before the first (-1), that was asked for.
        gameAsked: the game of a problem of a deck is wanted, by the number of its record.

    Attributes:
        attempt: at the current problem.
        sitting: the tally of this sitting.
        pause: milliseconds before the record answers.
    """

    passed = Signal(int)
    gameAsked = Signal(int)
    name = message("Problem")
    keys = _KEYS
    panel: ProblemPanel

    def __init__(
        self,
        session: RecordSession,
        question: Node,
        history: TrainingHistory,
        sitting: Sitting,
        of_deck: bool = False,
        parent: QWidget | None = None,
        alone: bool = False,
        engine: EngineSetup | None = None,
        bound: Bound = USUAL,
    ) -> None:
        """`of_deck`: the problems are mistakes of games, of which what is due is asked.

        `engine`: judges moves that a deck doesn't have, if the person chooses that; those that lose less
        than `bound` are accepted.

        `alone`: the file has other things than problems, so that `passed` asks for what comes next.
        """
        super().__init__(session, parent)
        self._alone = alone
        self._setup, self._bound = engine, bound
        self._judge: Judge | None = None
        # A move that is judged, and the better one.
        self._waiting: tuple[Action, Node] | None = None
        self.progress = CollectionProgress(session, history, of_deck, self)
        self.progress.changed.connect(self._show_progress)
        self.sitting = sitting
        self.pause = PAUSE
        self.panel = ProblemPanel(of_deck)
        self.panel.judged.setVisible(of_deck and engine is not None)
        self.panel.shuffled.toggled.connect(self.progress.shuffle)
        self._turning = False  # to another record, by itself
        self._hints = 0
        self._line: list[Node] = []  # of the solution, still to be shown
        self._from = question  # what was shown of it last
        self._take(question)
        self.begin()
        session.reloaded.connect(self._reloaded)

    # ------------------------------------------------------------------------------- questions

    def _take(self, question: Node) -> None:
        """Begin an attempt at a question, on a board of its own."""
        session = self._session
        format = FORMATS[session.document.format].load()
        problem = Problem(session.game, session.states, question, format.verdict_of)
        self.attempt = Attempt(problem, self._choose)
        self.show_trial(TrialSession(session, problem, cropped=True))
        if self.panel.of_deck and not session.game.quarter_turns:  # as one saw it in the game
            session.set_view(session.view._replace(flip=bool(problem.side)))
        self._graded = self._hinted = False  # how it went is in the history; a hint was given
        self.progress.stand_at(question)
        self.panel.crop.setVisible(self.trial.cropped)
        self._hints, self._line = 0, []
        side = session.states.side_name(problem.side)
        self.panel.show_question(
            self._place(), message("{side} to play", side=side), self._said_at(question)
        )
        self._show_progress()
        self._settle()

    def _place(self) -> str:
        """The number of the problem among how many, and its title."""
        session = self._session
        parts = [header_by_role(session, "title") or header_by_role(session, "event")]
        count = len(session.document)
        if count > 1:
            place = message(
                "{place} of {count}", place=Number(session.index + 1), count=Number(count)
            )
            parts.insert(0, tr(place))
        return "  ·  ".join(part for part in parts if part)

    def load(self, question: Node) -> None:
        """Show another problem of the record."""
        self._stop_judging()
        self.due.stop()
        self._take(question)
        self.told.emit(NOTHING)
        self.arrived.emit()

    def step(self, way: int) -> None:
        """Go to the next problem (1), or the one before (-1), in the order chosen."""
        find = self.progress.within if self._alone else self.progress.step
        if not self._turn(lambda: find(way)):
            self.passed.emit(way)

    def step_unsolved(self) -> None:
        """Go to the next problem that was never solved."""
        if self._alone:
            self.passed.emit(1)
        elif not self._turn(self.progress.next_unsolved):
            self.told.emit(message("No other problem of the file is unsolved."))

    def _turn(self, find: Callable[[], Node | None]) -> bool:
        """Show the problem that is found; if there is none, the record stays."""
        session, key = self._session, self._session.key
        self._turning = True
        try:
            found = find()
            if found is None:
                session.show(key)
        finally:
            self._turning = False
        if found is not None:
            self.load(found)
        return found is not None

    def _reloaded(self) -> None:
        """The record was replaced: leave the mode, unless the mode itself did it."""
        if not self._turning:
            self.finished.emit(None)

    # ----------------------------------------------------------------------------------- moves

    def _choose(self, answers: Sequence[Node]) -> Node:
        return random.choice(answers) if self.panel.chance.isChecked() else answers[0]

    def _played(self, move: Action) -> None:
        """Handle a move on the board."""
        attempt = self.attempt
        if not attempt.open or self.due.call is not None or self._waiting is not None:
            return
        if self._wins(move):
            self.trial.put(move)
            self._accept(_WORDS[MoveOutcome.SOLVED][0])
        elif not self._asked_of_engine(move):
            self._take_move(move)

    def _wins(self, move: Action) -> bool:
        """Whether a move that the record doesn't have wins on the board: such a one is right, too."""
        game, attempt = self._session.game, self.attempt
        unknown = attempt.problem.found(attempt.node, move) is None
        if not (isinstance(game, Deciding) and unknown and not attempt.astray):
            return False
        after = game.step(self.trial.state, move)
        return game.violation(after) is None and game.winner(after) == attempt.problem.side

    def _accept(self, words: Message) -> None:
        """Take the move on the board, which the record doesn't have, as the solution."""
        self.attempt.accept()
        self._count()
        self._tell(words, "", True)
        self._settle()

    def _take_move(self, move: Action, loss: Message | None = None) -> None:
        """Take a move, by what the record has; `loss`: what an engine says of one that it doesn't have."""
        attempt, trial = self.attempt, self.trial
        before, astray = attempt.node, attempt.astray
        outcome = attempt.play(move)
        self._hints = 0
        if outcome is MoveOutcome.UNKNOWN:
            if loss is None:
                trial.put(move)
            self.due.after(self.pause, self._withdraw)
        else:
            if not astray:
                trial.remember()
            trial.follow(before, attempt.node, True)
        self._count()
        words, good = _WORDS[outcome]
        if outcome is MoveOutcome.UNKNOWN and self.panel.of_deck:
            words = loss or message("The analysis doesn't have that move.")
        said = "" if outcome is MoveOutcome.UNKNOWN else self._said_at(attempt.node)
        self._tell(words, said, good)
        if attempt.stage is At.ANSWERING:
            self.due.after(self.pause, self._answer)
        self._settle()

    # ------------------------------------------------------------------------------ the engine

    def _asked_of_engine(self, move: Action) -> bool:
        """Ask the engine about a move that the analysis doesn't have, if that is wanted."""
        attempt, problem = self.attempt, self.attempt.problem
        best = problem.best(attempt.node)
        known = best is None or problem.found(attempt.node, move) is not None
        wanted = self.panel.of_deck and not attempt.astray and not known
        judge = self._judging() if wanted else None
        if judge is None or best is None:
            return False
        before = self.trial.state
        self.trial.put(move)
        self._waiting = (move, best)
        after = problem.action(best)
        assert after is not None
        self._tell(message("{engine} compares the moves…", engine=judge.setup.name), "", None)
        judge.ask((self._session.game.step(before.settled(), after), self.trial.state))
        self._settle()
        return True

    def _judging(self) -> Judge | None:
        """The engine, started when it is first asked; None if nobody wants it."""
        if not self.panel.judged.isChecked() or self._setup is None:
            return None
        if self._judge is None:
            try:
                self._judge = Judge(self._setup, self._session.game, self.told.emit, self)
            except EngineFault as fault:
                self.told.emit(fault.reason)
                return None
            self._judge.judged.connect(self._judged)
            self._judge.failed.connect(self._failed)
        return self._judge

    def _judged(self, found: tuple[Evaluation | None, Evaluation | None]) -> None:
        """Accept the move if it loses less than the bound."""
        if self._waiting is None:
            return
        (move, best), self._waiting = self._waiting, None
        scale, side = self._session.game.quality_scale, self.attempt.problem.side
        loss = loss_between(scale, side, *found)
        words: Message = message("The analysis doesn't have that move.")
        if loss is not None:
            words = message(
                "{mine} loses {amount} against {best}.",
                mine=self.trial.words.of(self.trial.node),
                amount=loss_words(max(0.0, loss[0]), loss[1]),
                best=self._session.words.of(best),
            )
        if loss is None or self._bound.reached(scale, *loss):
            self._take_move(move, words)
            return
        self._accept(sentences([_WORDS[MoveOutcome.SOLVED][0], words]))

    def _failed(self, reason: Message) -> None:
        """The engine failed: the analysis alone judges from now on."""
        self.told.emit(reason)
        self._setup = None
        self.panel.judged.hide()
        self._judged((None, None))

    def _stop_judging(self) -> None:
        """Take back a move that is judged, if there is one."""
        if self._waiting is not None and self._judge is not None:
            self._judge.stop()
            self._waiting = None
            self.trial.withdraw()

    def _count(self) -> None:
        attempt = self.attempt
        if attempt.wrong or attempt.over:
            question = attempt.problem.question
            record = (self._session.document.path, self._session.key)
            self.sitting.add(record, question.id, not attempt.wrong)
            self._grade()
        self.panel.show_count(self.sitting.count)

    def _grade(self) -> None:
        """Put how it went into the history, once."""
        if not self._graded:
            self._graded = True
            right = Grade.HINTED if self._hinted else Grade.RIGHT
            self.progress.add(Grade.WRONG if self.attempt.wrong else right)

    def _show_progress(self) -> None:
        progress = self.progress
        self.panel.show_progress(progress.words, progress.past, bool(progress.unsolved))

    def _answer(self) -> None:
        """Play the record's answer."""
        attempt, before = self.attempt, self.attempt.node
        node = attempt.answer()
        if node is None:
            return
        told = attempt.over or attempt.astray
        self.trial.follow(before, node, told)
        comment = self._said_at(node) if told else ""
        if attempt.stage is At.SOLVED:
            self._tell(*_said_of(MoveOutcome.SOLVED, comment or self.panel.said))
        elif attempt.astray:
            self._tell(*_said_of(MoveOutcome.WRONG, comment or self.panel.said))
        self._count()
        self._settle()

    def _withdraw(self) -> None:
        self.trial.withdraw()
        self._settle()

    def _settle(self) -> None:
        """Update the panel for the state of the attempt; play the answer if the other side is to move."""
        attempt = self.attempt
        waiting = self.due.call is not None or self._waiting is not None
        if attempt.stage is At.ANSWERING and not waiting:
            self.due.after(self.pause, self._answer)
        elif attempt.stage is At.ASKED and not waiting:
            self.trial.give_move()
        asked = attempt.stage is At.ASKED and not waiting
        back = not attempt.over and self.trial.node is not self.trial.start
        self.panel.show_state(back, asked, attempt.over, attempt.stage is At.ASTRAY)
        if attempt.stage is At.SOLVED and not waiting and self.panel.onward.isChecked():
            self.due.after(self.pause * _SHOWING, lambda: self.step(1))

    # ------------------------------------------------------------------------------- what is asked

    def do(self, what: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            "hint": self._hint,
            "back": self._back,
            "restart": self._restart,
            "show": self._show,
            "played": self._show_played,
            "game": self._to_game,
            "next": lambda: self.step(1),
            "unsolved": self.step_unsolved,
            "previous": lambda: self.step(-1),
            "leave": self.leave,
        }
        self._stop_judging()
        acts[what]()

    def _hint(self) -> None:
        node = self.attempt.hint()
        if node is None or self.due.call is not None:
            return
        move = self.attempt.problem.action(node)
        if move is None:
            return
        words, marks = hint(self._session.game, self.trial.state, move, self._hints > 0)
        self._hinted = True
        if self._hints:  # the move itself: that isn't found any more
            self.attempt.wrong = True
            self._count()
        self._hints += 1
        if marks:
            self.trial.hint(marks)
        self._tell(words, "", None)

    def _back(self) -> None:
        if self.due.call == self._withdraw:
            self.due.stop()
            self._withdraw()
            return
        self.due.stop()
        if self.attempt.take_back():
            self.trial.back()
            self._hints = 0
            self._tell(None, "", None)
        self._settle()

    def _restart(self) -> None:
        self.due.stop()
        self._line = []
        self.attempt.restart()
        self.trial.restart()
        self._hints = 0
        self._tell(None, "", None)
        self._settle()

    def _show(self) -> None:
        """Show the solution, move by move."""
        attempt = self.attempt
        if attempt.over:
            return
        self._stop_at_move()
        before = attempt.node
        self._line = attempt.show()
        self._from = before
        self._count()
        if self._line:
            self._tell(message("This is the solution."), "", None)
            self.due.after(self.pause, self._show_next)
        else:
            self._tell(message("The record calls no move right here."), "", None)
        self._settle()

    def _show_played(self) -> None:
        """Show the move of the game and what refutes it; then the question is asked again."""
        problem = self.attempt.problem
        wrong = (one for one in problem.mine(problem.question) if problem.mark(one) < 0)
        played = next(wrong, None)
        if played is None or not self.panel.of_deck:
            return
        self._restart()
        self._hinted = True
        self._line = [played, *list(played.main_line())[1:]]
        self._from = problem.question
        self._show_refutation()

    def _to_game(self) -> None:
        if self.panel.of_deck:
            self.gameAsked.emit(self._session.index)

    def _show_refutation(self) -> None:
        """Show the next of these moves; behind the last go back to the question."""
        if not self._line:
            self._restart()
            return
        node = self._line.pop(0)
        self.trial.follow(self._from, node, True)
        self._from = node
        self._tell(message("This was played."), self._said_at(node) or self.panel.said, None)
        self.due.after(self.pause * _SHOWING, self._show_refutation)
        self._settle()

    def _stop_at_move(self) -> None:
        """Return to where a move is asked: stop pending moves, take a wrong move back."""
        due = self.due.call
        self.due.stop()
        if due == self._withdraw:
            self.trial.withdraw()
        if self.attempt.astray:
            self.attempt.take_back()
            self.trial.back()
        elif self.attempt.stage is At.ANSWERING:
            self._answer()

    def _show_next(self) -> None:
        if not self._line:
            return
        node = self._line.pop(0)
        self.trial.give_move_to(self.attempt.problem.mover(node))
        self.trial.follow(self._from, node, True)
        self._from = node
        self._tell(message("This is the solution."), self._said_at(node), None)
        if self._line:
            self.due.after(self.pause * _SHOWING, self._show_next)
        self._settle()

    def _tell(self, words: Message | None, said: str, good: bool | None) -> None:
        self.panel.show_outcome(words, said, good)
        if words is not None:
            self.told.emit(words)
            if good is False:
                self.mistaken.emit()
            self.board.announce(" ".join(part for part in (tr(words), said) if part))

    def leave(self) -> None:
        """Leave the mode; if the problem is over, show the record where it ended."""
        attempt = self.attempt
        self.finished.emit(attempt.node if attempt.over else attempt.problem.question)

    def end(self) -> None:
        """Stop pending moves, and what runs in the background."""
        self._stop_judging()
        if self._judge is not None:
            self._judge.close()
        self.progress.end()
        super().end()


def _said_of(outcome: MoveOutcome, said: str) -> tuple[Message, str, bool | None]:
    words, good = _WORDS[outcome]
    return words, said, good


def solve(
    window: Window,
    sitting: Sitting | None = None,
    to_game: Callable[[int], object] | None = None,
    go_on: Callable[[int], object] | None = None,
    bound: Bound = USUAL,
) -> Solver | None:
    """Start solving the problem at the current node; returns the mode, None if there is none.

    `sitting`: one that goes on; else it begins. `to_game`: what is due of a deck is asked, and this shows the
    game of a problem, by its number. `go_on`: goes to what comes next (1) or before (-1), in place of the
    problems of the file. `bound`: what a move has to lose to be a mistake, where an engine judges.
    """
    desk = window.desk
    if desk is None or desk.editing:
        return None
    session = desk.session
    session.flush()
    question = question_at(session.record, session.node)
    if question is None:
        window.say(message("This record has no moves to be found."))
        return None
    session.go(question)
    history = TrainingHistory(window.store.state, window.workspace.files)
    notice = HistoryNotice(window, history)
    of_deck = to_game is not None
    solver = Solver(
        session,
        question,
        history,
        sitting or Sitting(),
        of_deck,
        alone=go_on is not None,
        engine=next(iter(window.engines.fitting()), None) if of_deck else None,
        bound=bound,
    )
    if to_game is not None:
        solver.gameAsked.connect(to_game)
    panel = solver.panel
    for box, setting, off, on in (
        (panel.chance, "problem-answers", "main", "chance"),
        (panel.shuffled, "problem-order", "file", "shuffled"),
        (panel.onward, "problem-onward", "asked", "itself"),
        (panel.judged, "problem-judge", "nobody", "engine"),
    ):
        box.setChecked(window.settings[setting] == on)
        box.toggled.connect(partial(_set, window, setting, off, on))
    panel.crop.setChecked(window.settings["part"] == "record")
    panel.crop.toggled.connect(lambda on: window.looks.choose("part", "record" if on else "whole"))
    solver.progress.changed.connect(notice.look)
    solver.passed.connect(go_on or (lambda way: _pass(window, solver, way)))
    enter(window, desk, solver, notice.look)
    window.say(message("Find the move. H gives a hint, End shows the solution, Esc leaves."))
    return solver


def _set(window: Window, setting: str, off: str, on: str, chosen: bool) -> None:
    window.settings.set(setting, on if chosen else off)


def _pass(window: Window, solver: Solver, way: int) -> None:
    """Go on with the next file of the folder (-1: the one before), in the same sitting."""
    desk = window.desk
    if solver.panel.of_deck and way > 0:
        window.say(message("Done for today."))
        return
    if desk is None or window.folders.neighbour(way) is None:
        end = message("This is the last problem of the file.")
        begin = message("This is the first problem of the file.")
        window.say(end if way > 0 else begin)
        return
    solver.finished.emit(None)
    window.folders.step(way)
    desk.session.home()
    solve(window, solver.sitting)
