"""Modes in which moves are tried on a board of their own, beside the record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING
from viewer.document.problems.problem import said_in
from viewer.tree.action import Action
from viewer.tree.node import Node
from viewer.ui.board.stage import Stage
from viewer.ui.board.view import BoardView
from viewer.ui.modes.desk_mode import DeskMode
from viewer.ui.modes.panel import OutcomePanel
from viewer.ui.modes.trial_session import TrialSession
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.kept_keys import ENTER
from viewer.ui.toolkit.later import Due

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


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
        self.setAccessibleName(tr(self.name))

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
