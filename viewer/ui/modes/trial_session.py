"""The session on the board of a problem: moves are tried on a separate record."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from viewer.document import plans
from viewer.document.document import new_document
from viewer.document.position import part_that_matters
from viewer.document.problems.problem import Problem, trial_of
from viewer.games.capabilities import Passing
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession


class TrialSession(RecordSession):
    """A session of the moves tried so far. Nothing of it gets into the problem's record.

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
        """Emit `played` for a move of the user; the Solver decides what happens."""
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
