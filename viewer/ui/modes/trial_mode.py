"""Modes in which moves are tried on a board of their own beside the record, and that board's session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from viewer.base.messages import NOTHING, Message
from viewer.document import plans
from viewer.document.document import new_document
from viewer.document.position import part_that_matters
from viewer.document.problems.problem import Problem, said_in, trial_of
from viewer.document.training.history import TrainingHistory
from viewer.games.capabilities import Passing
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.node import Node
from viewer.ui.board.stage import Stage
from viewer.ui.board.view import BoardView
from viewer.ui.modes.desk_mode import DeskMode, OutcomePanel
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.later import Due
from viewer.ui.toolkit.notice import EVERYWHERE

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window

_ABOUT = "history of training"


class HistoryNotice:
    """A notice about what goes wrong with a history, once for each trouble."""

    def __init__(self, window: Window, history: TrainingHistory) -> None:
        self._window, self._history = window, history
        self._told: Message | None = None

    def look(self) -> None:
        """Show what went wrong the last time, until it works again."""
        problem = self._history.problem
        if problem == self._told:
            return
        self._told = problem
        if problem is None:
            self._window.notice.put_away(_ABOUT)
        else:
            self._window.notice.tell(problem, about=_ABOUT, of=EVERYWHERE)


class TrialSession(RecordSession):
    """A session of the moves tried so far. Nothing of it gets into the record.

    Attributes:
        cropped: whether a part of the board is shown that the record doesn't name.

    Signals:
        played: the user plays a move on the board; it isn't in the trial record yet.
    """

    played = Signal(object)

    def __init__(
        self,
        session: RecordSession,
        problem: Problem,
        cropped: bool = False,
        parent: QObject | None = None,
    ) -> None:
        """`cropped`: where the record shows all of a go board, show the part that matters."""
        first = problem.mine(problem.question) or problem.answers(problem.question)
        side = problem.mover(first[0]) if first else problem.side
        part: tuple[str, ...] = ()
        if cropped and not session.part.at(problem.question):
            part = part_that_matters(session.game, session.states, problem.question)
        record = trial_of(session.record, session.states, problem.question, side, part)
        super().__init__(new_document(record, session.document.format), parent)
        self._problem = problem
        self.cropped = bool(part)
        self._hinted: tuple[Mark, ...] = ()
        self.style, self.view, self.looks = session.style, session.view, session.looks
        self.go(list(self.record.root.main_line())[-1])
        self._left: list[Node] = []
        self.start = self.node

    def play(self, action: Action) -> None:
        """Emit `played` for a move of the user; the mode decides what happens."""
        self.played.emit(action)

    def put(self, action: Action) -> None:
        """Add a move to the trial and go to it."""
        self.clear_hint()
        self.do(plans.action, action)

    def remember(self) -> None:
        """Remember the current node as the one where a move is asked, for `back`."""
        self._left.append(self.node)

    def follow(self, before: Node, node: Node, drawn: bool) -> None:
        """Add the record's move that follows one of its nodes, with its marks if `drawn`."""
        between: list[Node] = []
        above = node.parent
        while above is not None and above is not before:
            between.append(above)
            above = above.parent
        for one in reversed(between):
            if type(one.action) is Setup:
                self.put(one.action)
        action = self._problem.action(node)
        if action is not None:
            self.put(action)
        if drawn:
            self.draw(node)

    def draw(self, node: Node) -> None:
        """Show the marks of a node of the record."""
        if node.marks:
            self.do(plans.note, MARKS, node.marks)

    def give_move(self) -> None:
        """Add a pass if the record leaves out the other side's move."""
        self.give_move_to(self._problem.side)

    def give_move_to(self, side: int) -> None:
        """Give a side the move, by a pass if the game has passes."""
        if self.state.side != side and isinstance(self.game, Passing):
            self.put(self.game.pass_move(self.state))

    def back(self) -> None:
        """Go back to where the last move was asked."""
        self._cut(self._left.pop() if self._left else self.start)

    def withdraw(self) -> None:
        """Remove the last move."""
        if self.node.parent is not None and self.node is not self.start:
            self.do(plans.delete)

    def restart(self) -> None:
        """Go back to the question."""
        self._left.clear()
        self._cut(self.start)

    def _cut(self, node: Node) -> None:
        self.clear_hint()
        for child in node.children:
            self.do_on(child, plans.delete)
        self.go(node)
        self.clear_hint()

    def hint(self, marks: Sequence[Mark]) -> None:
        """Draw marks until the next move."""
        self.clear_hint()
        self._hinted = tuple(mark for mark in marks if mark not in self.node.marks)
        self.do(plans.note, MARKS, (*self.node.marks, *self._hinted))

    def clear_hint(self) -> None:
        """Remove the marks of a hint."""
        if self._hinted:
            kept = tuple(mark for mark in self.node.marks if mark not in self._hinted)
            self._hinted = ()
            self.do(plans.note, MARKS, kept)


class TrialMode(DeskMode):
    """A mode that asks for moves: problems, drills, guesses. Nothing of it gets into the record by itself.

    Signals:
        finished: the mode is left; the node at which to show the record.
        arrived: another position is asked, on a new board.

    Attributes:
        keys: the action of each key; that of Enter is the button that stands out.
        trial: the session on the board.
        stage: its board, with the lines of the players.
        panel: its panel.
        due: what is to happen after a pause.
    """

    finished = Signal(object)
    arrived = Signal()
    silent = True
    keys: Mapping[Qt.Key, str] = MappingProxyType({})
    panel: OutcomePanel
    trial: TrialSession
    stage: Stage

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self.told = session, session.told
        self.due = Due(self)
        session.viewed.connect(self._viewed)
        session.dressed.connect(self._dressed)

    def begin(self) -> None:
        """Lay out the panel beside the first board."""
        self.panel.asked.connect(self.do)
        self.lay_out(self.stage, self.panel, self.panel.ends)

    @property
    def board(self) -> BoardView:  # type: ignore[override]  # another one for each position
        """The board of the current position."""
        return self.stage.board

    def show_trial(self, trial: TrialSession) -> None:
        """Show the board of a session, in place of the one before, which is closed."""
        before = self.stage if self.splitter.count() else None
        if before is not None:
            self.trial.close()
        self.trial, self.stage = trial, Stage(trial)
        trial.setParent(self.stage)
        self.take_enter(self.stage.board)
        trial.played.connect(self._played)
        for told in (trial.told, self.stage.board.told):
            told.connect(self.told)
        if before is not None:
            self.replace_stage(before, self.stage)
            before.deleteLater()

    def _played(self, move: Action) -> None:
        """Take a move on the board."""
        raise NotImplementedError

    def _said_at(self, node: Node) -> str:
        """The comment at a node."""
        return said_in(node.comment, self._session.document.flowing)

    def _dressed(self) -> None:
        self.trial.dress(self._session.looks)

    def _viewed(self) -> None:
        self.trial.set_view(self._session.view)

    def action_of(self, event: QKeyEvent) -> str:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers != Qt.KeyboardModifier.NoModifier:
            return ""
        if event.key() in ENTER:
            return self.panel.highlighted
        return self.keys.get(Qt.Key(event.key()), "")

    def end(self) -> None:
        """Stop what is due."""
        self.due.stop()
        self.trial.close()


def enter(
    window: Window,
    desk: Desk,
    mode: TrialMode,
    look: Callable[[], object] = lambda: None,
) -> None:
    """Show a mode on a desk until it is left; `look` is called for each new position, and at the end."""

    def arrive() -> None:
        enliven(window, desk)
        window.focus_board()
        look()

    def leave(node: Node | None) -> None:
        desk.close_editor()
        look()
        window.say(NOTHING)
        desk.session.go(node)
        window.focus_board()

    mode.mistaken.connect(window.looks.sound_mistake)
    mode.arrived.connect(arrive)
    mode.finished.connect(leave)
    desk.show_editor(mode)
    enliven(window, desk)
    window.focus_board()


def enliven(window: Window, desk: Desk) -> None:
    """Have moves be heard on the boards that a desk shows now."""
    for board in desk.boards():
        window.looks.enliven(board)
