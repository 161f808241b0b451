"""Guessing the moves of a line: of each the record's is asked, and an engine may compare the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import Message, counted, message
from viewer.document import plans
from viewer.document.problems.attempt import Guess, Guessing, loss_words
from viewer.document.problems.problem import Problem
from viewer.engines.engine import EngineSetup
from viewer.engines.process import EngineFault
from viewer.games.game import State
from viewer.tree.action import Action
from viewer.tree.evaluation import Evaluation
from viewer.tree.node import Node
from viewer.ui.modes.desk_mode import ActionButton, OutcomePanel
from viewer.ui.modes.judge import Judge
from viewer.ui.modes.trial_mode import TrialMode, TrialSession, enter
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.sheet import Sheet

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_BUTTONS: tuple[ActionButton, ...] = (("show", message("Show the move"), "End"),)
_OF_LESSON: tuple[ActionButton, ...] = (
    ("next", message("Next game"), "PgDown"),
    ("previous", message("Previous game"), "PgUp"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("keep", message("Put my guesses into the record"), ""),
    ("leave", message("Back to the record"), "Esc"),
)
PAUSE = 700
"""Milliseconds before the record goes on, so that one sees what was played."""
_BOTH, _NOBODY = "both", ""
_PAST = 30  # guesses that are listed
_LITTLE, _FEW_POINTS = 0.02, 0.5
"""Losses that don't matter: of the chance of winning, and in points."""
_KEYS: dict[Qt.Key, str] = {
    Qt.Key.Key_End: "show",
    Qt.Key.Key_Escape: "leave",
    Qt.Key.Key_PageDown: "next",
    Qt.Key.Key_PageUp: "previous",
}


class GuessPanel(OutcomePanel):
    """The panel beside the board while moves are guessed.

    Attributes:
        sheet: the choice of the side and of who judges.
    """

    def __init__(
        self,
        sides: Mapping[str, Message],
        side: str,
        judges: Mapping[str, Message],
        judge: str,
        place: str = "",
    ) -> None:
        """`place`: of the game in a lesson, which has buttons that lead to the others; "" without one."""
        super().__init__()
        self.write(self.add_label("muted"), place)
        self.column.addWidget(Label(tr(message("Guess the move")), look="title"))
        self.sheet = Sheet(
            [
                Field("side", message("Whose moves"), CHOICE, side, sides),
                Field("judge", message("Judged by"), CHOICE, judge, judges),
            ]
        )
        self.sheet.narrow()
        self.column.addWidget(self.sheet)
        self.column.addSpacing(8)
        self._task = self.add_label("title")
        self.add_outcome("name")
        self._score = self.add_label("muted")
        self.add_chips(_BUTTONS)
        self.column.addSpacing(6)
        self._past = self.add_label()
        self.column.addStretch(1)
        if place:
            self.add_ends(_OF_LESSON, in_rows=True)
        self.add_ends(_ENDS)

    def show_task(self, words: Message, asked: bool) -> None:
        """Show what is to be done; `asked`: a move is to be guessed now."""
        self.write(self._task, tr(words))
        self.buttons["show"].setEnabled(asked)

    def show_score(self, words: Message | None, past: str, others: bool) -> None:
        """Show the score, the guesses so far, the latest first; `others`: there are some to be kept."""
        self.write(self._score, "" if words is None else tr(words))
        self.write(self._past, past)
        self.buttons["keep"].setVisible(others)

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The task, the outcome, the score and the guesses shown."""
        labels = (self._task, self._outcome, self._score, self._past)
        return tuple(label.text() for label in labels)  # type: ignore[return-value]  # four of them


class Guesser(TrialMode):
    """The mode for guessing the moves that follow the current node in its line; left where guessing ended.

    Signals:
        kept: the guesses are to be put into the record: (node of the record's move, guess) of each.
        ended: the line is at its end; whether all was guessed as the record has it.
        passed: in a lesson, the game after this one (1) or before it (-1) was asked for.

    Attributes:
        guessing: the guesses.
        pause: milliseconds before the record goes on.
    """

    kept = Signal(object)
    ended = Signal(bool)
    passed = Signal(int)
    name = message("Guessing moves")
    keys = _KEYS
    panel: GuessPanel

    def __init__(
        self,
        session: RecordSession,
        engines: Sequence[EngineSetup],
        parent: QWidget | None = None,
        whose: str = "",
        place: str = "",
    ) -> None:
        """`engines`: those that may judge; without any, the record's moves alone are right.

        `whose`: a choice of the panel; by default the side to move. `place`: of the game in a lesson, "" if
        it is of none.
        """
        super().__init__(session, parent)
        self._engines = {one.name: one for one in engines}
        self.pause = PAUSE
        cursor, game = session.cursor, session.game
        problem = Problem(game, session.states, session.node)
        whose = whose or str(problem.side)
        side = None if whose == _BOTH else int(whose)
        self.guessing = Guessing(problem, cursor.line[cursor.index + 1 :], side)
        self._from = session.node  # the record's node that the board shows
        self.show_trial(TrialSession(session, problem))
        sides = {str(number): name for number, name in enumerate(session.states.side_names)}
        sides[_BOTH] = message("Both sides")
        judges = {_NOBODY: message("The record alone")}
        judges |= {one.name: message("{name}", name=one.name) for one in engines}
        first = engines[0].name if engines else _NOBODY
        self._of_lesson = bool(place)
        self.panel = GuessPanel(sides, whose, judges, first, place)
        self.panel.sheet.changed.connect(self._chosen)
        self._judge: Judge | None = None
        self.begin()
        session.reloaded.connect(self.leave)
        self._show_score()
        self._go_on()

    # ------------------------------------------------------------------------------- the course

    def _go_on(self) -> None:
        """Ask for the next move, or let the record play it."""
        guessing = self.guessing
        if guessing.node is None:
            words = message("The line ends here.")
            self.panel.show_task(words, False)
            self.told.emit(words)
            self.panel.highlight("next" if self._of_lesson else "")
            self.ended.emit(guessing.same == len(guessing.guesses))
        elif guessing.asked:
            mover = guessing.mover
            assert mover is not None
            side = self._session.states.side_name(mover)
            self.panel.show_task(message("{side} to play", side=side), True)
        else:
            self.panel.show_task(message("The record goes on…"), False)
            self.due.after(self.pause, self._advance)

    def _advance(self) -> None:
        """Play the record's move."""
        node = self.guessing.advance()
        if node is not None:
            self.trial.follow(self._from, node, False)
            self._from = node
        self._go_on()

    @property
    def _open(self) -> bool:
        """Whether a move is to be guessed now."""
        guessed = self.guessing.guesses[-1:]
        busy = self.due.call is not None or (bool(guessed) and guessed[0].score is None)
        return self.guessing.asked and not busy

    def _played(self, move: Action) -> None:
        """Take a guess on the board."""
        if not self._open:
            return
        judge = self._judging()
        guess = self.guessing.guess(move, judge is not None)
        self.trial.put(move)
        if judge is not None and guess.score is None:
            self.panel.show_task(
                message("{engine} compares the moves…", engine=judge.setup.name), False
            )
            judge.ask(self._compared(move))
        else:
            self._settle(guess)

    def _compared(self, move: Action) -> tuple[State, State]:
        """The positions after the record's move and after a guess."""
        node, game = self.guessing.node, self._session.game
        assert node is not None
        assert node.parent is not None
        states = self._session.states
        return states.at(node), game.step(states.at(node.parent).settled(), move)

    def _judged(self, found: tuple[Evaluation | None, Evaluation | None]) -> None:
        self._settle(self.guessing.judge(self._session.game.quality_scale, *found))

    def _failed(self, reason: Message) -> None:
        """The engine failed: the record alone judges from now on."""
        self.told.emit(reason)
        self._end_judge()
        self.panel.sheet.set_value("judge", _NOBODY)
        if self.guessing.guesses and self.guessing.guesses[-1].score is None:
            self._judged((None, None))

    def _settle(self, guess: Guess) -> None:
        """Tell how a guess was; then the record goes on."""
        words, good = self._words(guess)
        self.panel.show_outcome(words, good=good)
        if good is False:
            self.mistaken.emit()
        self._show_score()
        self.board.announce(tr(words))
        self.panel.show_task(message("The record goes on…"), False)
        other = guess.move is not None and guess.move != self.guessing.move
        self.due.after(self.pause, self._correct if other else self._correct_nothing)

    def _correct(self) -> None:
        """Take the guess off the board and play the record's move."""
        self.trial.withdraw()
        self._advance()

    def _correct_nothing(self) -> None:
        """The guess is the record's move, or none was made."""
        node = self.guessing.node
        if self.guessing.guesses[-1].move is None:
            self._advance()
            return
        self.guessing.advance()
        if node is not None:
            self._from = node
        self._go_on()

    def _words(self, guess: Guess) -> tuple[Message, bool | None]:
        """How a guess was, and whether it was good."""
        record = self._session.words.numbered(guess.node)
        if guess.move is None:
            return message("The record has {move}.", move=record), None
        if guess.move == self.guessing.move:
            return message("{move}, as in the record.", move=record), True
        mine = self._text(guess)
        if guess.lost is None:
            return message("{mine}. The record has {move}.", mine=mine, move=record), False
        little = _FEW_POINTS if guess.points else _LITTLE
        if abs(guess.lost) < little:
            words = message("{mine} is as good as the record's {move}.", mine=mine, move=record)
            return words, True
        amount = loss_words(abs(guess.lost), guess.points)
        if guess.lost < 0:
            words = message(
                "{mine} is better than the record's {move}, by {amount}.",
                mine=mine,
                move=record,
                amount=amount,
            )
            return words, True
        words = message(
            "{mine} loses {amount} against the record's {move}.",
            mine=mine,
            move=record,
            amount=amount,
        )
        return words, False

    def _text(self, guess: Guess) -> str:
        """A guessed move in the record's notation."""
        session, above = self._session, guess.node.parent
        assert above is not None
        state = session.game.step(session.states.at(above).settled(), guess.move)
        return session.game.shown(state, session.style)

    def _show_score(self) -> None:
        guessing = self.guessing
        average, count = guessing.average, len(guessing.guesses)
        words = None
        if average is not None:
            words = message(
                "Score {percent} %: {same} of {count} moves as in the record",
                percent=round(100 * average),
                same=guessing.same,
                count=count,
            )
        past = []
        for guess in reversed(guessing.guesses[-_PAST:]):
            line = self._session.words.numbered(guess.node)
            if guess.move is not None and guess in guessing.guesses and guess.score != 1.0:
                line = f"{line}  ·  {self._text(guess)}"
            if guess.score is not None:
                share = tr(message("{percent} %", percent=round(100 * guess.score)))
                line = f"{line}  ·  {share}"
            past.append(line)
        self.panel.show_score(words, "\n".join(past), bool(guessing.others))

    # ------------------------------------------------------------------------------ the engine

    def _judging(self) -> Judge | None:
        """The engine that judges, None if the record does alone."""
        name = str(self.panel.sheet.values()["judge"])
        if self._judge is not None and self._judge.setup.name == name:
            return self._judge
        self._end_judge()
        setup = self._engines.get(name)
        if setup is not None:
            try:
                self._judge = Judge(setup, self._session.game, self.told.emit, self)
            except EngineFault as fault:
                self.told.emit(fault.reason)
                return None
            self._judge.judged.connect(self._judged)
            self._judge.failed.connect(self._failed)
        return self._judge

    def _end_judge(self) -> None:
        judge, self._judge = self._judge, None
        if judge is not None:
            judge.close()
            judge.deleteLater()

    # ---------------------------------------------------------------------------- what is asked

    def _chosen(self, key: str) -> None:
        """Another side, or another judge, from now on."""
        if key == "side":
            side = str(self.panel.sheet.values()["side"])
            self.guessing.side = None if side == _BOTH else int(side)
            if self.due.call is None or self.due.call == self._advance:
                self.due.stop()
                self._go_on()

    def do(self, what: str) -> None:
        if what == "show" and self._open:
            self._settle(self.guessing.guess(None, False))
        elif what == "keep":
            self.kept.emit(self.guessing.others)
        elif what == "leave":
            self.leave()
        elif self._of_lesson and what in ("next", "previous"):
            self.passed.emit(1 if what == "next" else -1)

    def leave(self) -> None:
        """Leave the mode, at the place that guessing reached."""
        self.finished.emit(self._from)

    def end(self) -> None:
        """Stop what is due, and end the engine."""
        self._end_judge()
        super().end()


def guess_moves(window: Window, whose: str = "", place: str = "") -> Guesser | None:
    """Guess the moves that follow the current node; None if there are none.

    `whose`, `place`: as of `Guesser`.
    """
    desk = window.desk
    if desk is None or desk.editing:
        return None
    session = desk.session
    if session.cursor.next is None:
        window.say(message("No moves follow here. Home goes back to the start."))
        return None
    session.flush()
    desk.stop_analysing()
    guesser = Guesser(session, window.engines.fitting(), whose=whose, place=place)
    guesser.kept.connect(lambda guesses: _keep(window, desk, guesser, guesses))
    enter(window, desk, guesser)
    window.say(message("Play the move that you expect. End shows it, Esc leaves."))
    return guesser


def _keep(
    window: Window,
    desk: Desk,
    guesser: Guesser,
    guesses: Sequence[tuple[Node, Action]],
) -> None:
    """Leave the mode, and put the guesses into the record as variations, in one edit."""
    guesser.leave()
    session = desk.session
    before = session.document.history.now()
    session.do(plans.add_siblings, guesses)
    if session.document.history.now() == before:
        window.say(message("The record has all of these moves."))
    else:
        count = len(guesses)
        window.say(
            counted(
                "{count} guess is a variation now.", "{count} guesses are variations now.", count
            )
        )
