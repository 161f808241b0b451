"""The moves that libraries know of a position, as a table that can stand beside any board."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.tree.action import Move
from viewer.ui.pages.candidate_rows import CandidateRows
from viewer.ui.session.explorer_moves import ExplorerMoves, ExplorerPlace
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label


class ExplorerTable(QWidget):
    """The moves of an explorer as rows, and below them what was asked. It can stand beside any board.

    Attributes:
        moves: says of which position (`ExplorerMoves.show_place`), and has the signals of clicks.
    """

    def __init__(self, moves: ExplorerMoves, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.moves = moves
        moves.setParent(self)
        self.rows = CandidateRows(moves)
        self.rows.setAccessibleName(tr(message("Moves of the libraries")))
        self.rows.linked.connect(moves.open_link)
        self.told = Label(look="muted")
        self.told.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.rows)
        column.addWidget(self.told)
        moves.found.connect(self.show_moves)
        self.show_moves()

    def show_place(self, place: ExplorerPlace | None) -> None:
        """Show the moves of a position, once they are known; None: no position is wanted."""
        if place is not None:
            first, second = place.game.sides
            self.rows.sides = first.colour, second.colour
        self.moves.show_place(place)

    def show_moves(self) -> None:
        """Show what is known."""
        moves = self.moves
        self.rows.show_moves()
        self.rows.set_shown(len(moves))
        self.rows.setVisible(len(moves) > 0)
        self.told.setText("" if moves.told is None else tr(moves.told))


def place_in(session: RecordSession) -> ExplorerPlace:
    """The current position of a session."""
    trial = session.trial
    follower = session.follower if trial is None or not trial.moves else trial.next
    action = None if follower is None else session.states.at(follower).action
    return ExplorerPlace(
        session.game,
        session.shown_state.settled(),
        session.style,
        session.game.numbering(session.states.at(session.record.root)),
        action if isinstance(action, Move) else None,
    )
