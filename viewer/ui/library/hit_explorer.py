"""The explorer of the selected hit: a page beside it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.library.exploring import LibraryExplorer
from viewer.scene.candidates import NO_ADVICE, Advice
from viewer.tree.action import Move
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.pages.explorer_table import ExplorerTable, place_in
from viewer.ui.session.explorer_moves import ExplorerMoves, FirstGame
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label
from viewer.ui.toolkit.widgets import scrolled


class HitExplorer(QWidget):
    """What the libraries of a search know of the position that is shown of the selected hit.

    A move steps to it where the game has it, else it is previewed; the first game of a move can be opened.

    Signals:
        opened: the user opens the first game of a move.
        left: the user pressed Escape in the rows.

    Attributes:
        table: the moves. said: that the game doesn't have a move, "" if it does.
    """

    opened = Signal(FirstGame)
    left = Signal()

    def __init__(
        self,
        search: LibrarySearch,
        explorer: LibraryExplorer,
        session: RecordSession,
        advised: Callable[[Advice], object],
        parent: QWidget | None = None,
    ) -> None:
        """`advised` is called with the move that the user points at, for the board."""
        super().__init__(parent)
        self.setAccessibleName(tr(message("Explorer")))
        self._search, self._session, self._advised = search, session, advised
        moves = ExplorerMoves(explorer)
        self.table = ExplorerTable(moves)
        self.table.left.connect(self._leave)
        self._said = Label(look="muted", wraps=True)
        self._said.setContentsMargins(18, 4, 18, 8)
        self._said.hide()
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 6, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.table)
        column.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(inside, self.accessibleName()), 1)
        whole.addWidget(self._said)  # below: the rows don't move under the mouse
        moves.pointing.connect(self._point)
        moves.found.connect(self._point)
        moves.played.connect(self._step)
        moves.wanted.connect(self._put_in)
        moves.opened.connect(self.opened)
        session.moved.connect(self._look)
        session.tried.connect(self._look)
        session.reloaded.connect(self._look)
        search.relisted.connect(self._look)

    @property
    def said(self) -> str:
        """That the game doesn't go on with a move, "" if nothing is said."""
        return self._said.text()

    def _look(self, *_: object) -> None:
        """Ask for the position that is shown now."""
        self._say("")
        self.table.moves.only = frozenset(one.name for one in self._search.libraries)
        self.table.show_place(place_in(self._session) if self.isVisible() else None)

    def _step(self, move: Move) -> None:
        """Go to the node of a move, in any line; without one preview it, and say so."""
        session = self._session
        session.trying.go_on("", move)
        if session.trial is not None:
            words = message(
                "This game doesn't go on with {move}. Click the first game in its row to open one that does.",
                move=session.words.numbered(session.shown),
            )
            self._say(tr(words))

    def _leave(self) -> None:
        if not self._session.end_trial():
            self.left.emit()

    def _put_in(self, move: Move | None) -> None:
        """Nothing is put into a hit: step to a move."""
        if move is not None:
            self._step(move)

    def _say(self, text: str) -> None:
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def _point(self) -> None:
        moves = tuple(one._replace(values=()) for one in self.table.moves.pointed())
        self._advised(Advice(moves) if moves and self.isVisible() else NO_ADVICE)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look()
        self._point()
