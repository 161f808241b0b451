"""The page of opening books and tablebases: what each says of the current position."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.reference.reference import KINDS
from viewer.scene.candidates import NO_ADVICE, Advice
from viewer.ui.pages.candidate_rows import CandidateRows
from viewer.ui.session.book_moves import BookMoves, Shelf, ShelvedWork
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.layouts import scrolled
from viewer.ui.toolkit.plain import ElidedLabel, Label, set_tip


class AdvisingPage(QWidget):
    """A page of moves for the current position, which the board shows as well while the page is shown.

    Signals:
        advised: the moves to show on the board changed.
        left: the user pressed Escape in the rows.
    """

    advised = Signal()
    left = Signal()

    def __init__(
        self, session: RecordSession, name: Message, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.setAccessibleName(tr(name))
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(14, 8, 14, 8)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scrolled(inside, self.accessibleName()))
        for signal in (session.moved, session.tried, session.changed):
            signal.connect(self._look)

    def _look(self, *_: object) -> None:
        """Ask about the current position while the page is shown, else about none."""
        raise NotImplementedError

    def _leave(self) -> None:
        if not self._session.end_trial():
            self.left.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()
        self.advised.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._look()
        self.advised.emit()


_MOST_ROWS, _ON_BOARD = 12, 5


class WorkView(QWidget):
    """One work: its name, what it remarks, and its moves as rows.

    Signals:
        dropped: the user takes the work off the list.
        left: the user pressed Escape in the rows.
    """

    dropped = Signal()
    left = Signal()

    def __init__(self, moves: BookMoves, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.moves = moves
        self.rows: CandidateRows | None = None  # once its columns are known
        name = ElidedLabel()
        name.setText(moves.shelved.name)
        font = name.font()
        font.setBold(True)
        name.setFont(font)
        self.remove = QPushButton("×")
        self.remove.setProperty("chip", True)
        self.remove.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        words = tr(message("Take {name} off the list", name=moves.shelved.name))
        self.remove.setAccessibleName(words)
        set_tip(self.remove, words)
        self.remove.clicked.connect(self.dropped)
        self.told = Label(look="muted")
        self.told.setWordWrap(True)
        top = QHBoxLayout()
        top.addWidget(name, 1)
        top.addWidget(self.remove)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 8)
        self._column.setSpacing(4)
        self._column.addLayout(top)
        self._column.addWidget(self.told)
        moves.found.connect(self.show_moves)
        self.show_moves()

    def show_moves(self) -> None:
        """Show what is known of the position."""
        moves = self.moves
        self.told.setText("" if moves.remark is None else tr(moves.remark))
        self.told.setVisible(moves.remark is not None)
        if self.rows is None and moves.shelved.work is not None:
            self.rows = CandidateRows(moves)
            self.rows.setAccessibleName(tr(message("Moves of {name}", name=moves.shelved.name)))
            self.rows.left.connect(self.left)
            self._column.addWidget(self.rows)
        if self.rows is not None:
            self.rows.show_moves()
            self.rows.set_shown(min(len(moves), _MOST_ROWS))
            self.rows.setVisible(len(moves) > 0)


class BooksPage(AdvisingPage):
    """The page.

    Signals:
        commandAsked: a button asks for a command, by its id.
    """

    commandAsked = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, message("Books"), parent)
        self._shelf: Shelf | None = None
        self._game = ""
        self.views: list[WorkView] = []
        self._told = Label(look="muted")
        self._told.setWordWrap(True)
        self._buttons = QWidget()
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(0, 0, 0, 0)
        self._add_book = self._chip("add-book", message("Add a book…"))
        self._add_tables = self._chip("add-tablebases", message("Add tablebases…"))
        buttons.addWidget(self._add_book)
        buttons.addWidget(self._add_tables)
        buttons.addStretch(1)
        self._column.addWidget(self._told)
        self._column.addWidget(self._buttons)
        self._column.addStretch(1)
        session.restyled.connect(self._show_all)
        session.reloaded.connect(self._reloaded)

    def _chip(self, command: str, text: Message) -> QPushButton:
        chip = QPushButton(tr(text))
        chip.setProperty("chip", True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        chip.clicked.connect(lambda: self.commandAsked.emit(command))
        return chip

    def take(self, shelf: Shelf) -> None:
        """Show the works of a shelf; once."""
        self._shelf = shelf
        shelf.changed.connect(self._fill)
        self._fill()

    def _reloaded(self) -> None:
        if self._session.game.id != self._game:
            self._fill()
        self._look()

    def _fill(self) -> None:
        """Make a view for each work of the game."""
        for view in self.views:
            view.moves.follow(False)
            view.hide()
            view.deleteLater()
        game = self._session.game
        self._game = game.id
        works = self._shelf.works_of(game.id) if self._shelf is not None else []
        self.views = [self._view(work) for work in works]
        for place, view in enumerate(self.views):
            self._column.insertWidget(place, view)
        kinds = [kind for kind in KINDS if kind.game == game.id]
        self._add_book.setVisible(any(kind.suffix for kind in kinds))
        self._add_tables.setVisible(any(not kind.suffix for kind in kinds))
        if kinds:
            words = message("Opening books and tablebases say here which moves they know.")
        else:
            words = message("Qipu knows no opening books for {game}.", game=game.name)
        self._told.setText(tr(words))
        self._told.setVisible(not self.views)
        self._look()
        self.advised.emit()

    def _view(self, work: ShelvedWork) -> WorkView:
        moves = BookMoves(self._session, work, self)
        view = WorkView(moves)
        moves.setParent(view)
        moves.found.connect(self.advised)
        moves.pointing.connect(self.advised)
        view.dropped.connect(lambda: self._drop(work))
        view.left.connect(self._leave)
        return view

    def _drop(self, work: ShelvedWork) -> None:
        if self._shelf is not None:
            self._shelf.remove(work)

    def _look(self, *_: object) -> None:
        for view in self.views:
            view.moves.follow(self.isVisible())

    def _show_all(self) -> None:
        for view in self.views:
            view.show_moves()

    # ------------------------------------------------------------------------------- the board

    def pointed(self) -> Advice:
        """The move that the user points at."""
        return Advice(tuple(one for view in self.views for one in view.moves.pointed()))

    def advice(self) -> Advice:
        """The moves of the first work that knows any, for the board, while the page is shown."""
        if not self.isVisible():
            return NO_ADVICE
        known = (view.moves.first(_ON_BOARD) for view in self.views)
        return Advice(tuple(next((found for found in known if found), ())))
