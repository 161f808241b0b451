"""The board with a player's line above and below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from viewer.games.geometry import Geometry
from viewer.ui.board.player_line import PlayerLine
from viewer.ui.board.view import BoardView
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.style import LEAST_STAGE

if TYPE_CHECKING:
    from viewer.scene.candidates import Advice
    from viewer.tree.evaluation import Evaluation
    from viewer.ui.board.edges import EvaluationBar, MoveCaption, TrialBar
    from viewer.ui.board.move_field import Letters, MoveField
    from viewer.ui.board.tool_bar import ToolBar

_MARGIN = 18  # pixels on each side of the board, at least: the evaluation stands there
_TOOLS = 76  # pixels on each side of a board that has room for its tools
_EDGE = 16  # pixels between the caption and the edge of the screen
_SAID = 480  # pixels of width of lines with sentences, where there is room beside the board
_FIELD = 35  # pixels of height of the line for moves: in front of the board where that is low


class Stage(QWidget):
    """The board, as large as fits, with a player's line above and below it.

    Nothing that is shown beside the board changes its size or its place.

    Attributes:
        board, above, below: its parts.
        field: the line in which moves are typed, None while closed; it replaces the line below.
        trial: says what is shown beside the record, in place of a line; None while nothing is.
        caption: the current move in a corner, None unless the board stands alone.

    Signals:
        pasted: a text was pasted where moves are typed.
    """

    pasted = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.board = BoardView(session, self)
        self.above = PlayerLine(session, 1, self)
        self.below = PlayerLine(session, 0, self)
        self.setMinimumSize(LEAST_STAGE)
        session.viewed.connect(self._turned)
        session.reloaded.connect(self._lay_out)
        session.moved.connect(self._moved)
        for changed in (session.tried, session.reloaded):
            changed.connect(self._tried)
        session.changed.connect(self._moved)
        self.board.lookChanged.connect(self._moved)
        self._laid: Geometry | None = None
        self._bar: ToolBar | None = None
        self._worth: EvaluationBar | None = None
        self.field: MoveField | None = None
        self.trial: TrialBar | None = None
        self._letters: Letters | None = None
        self.caption: MoveCaption | None = None
        self._turned()

    def _turned(self) -> None:
        self.above.set_side(0 if self._session.view.flip else 1)
        self.below.set_side(1 if self._session.view.flip else 0)
        if self._laid is not None:
            self._lay_out()  # a board may lie on its side now

    def _moved(self) -> None:
        """The current node changed: boards of a record may differ in size."""
        if self.board.geometry_ is not self._laid:
            self._lay_out()

    def _tried(self) -> None:
        """Something is tried, or no longer."""
        self._moved()
        if (self._session.trial is None) == (self.trial is None):
            return
        bar, self.trial = self.trial, None
        if bar is not None:
            bar.hide()
            bar.deleteLater()
        else:
            from viewer.ui.board.edges import TrialBar  # deferred

            self.trial = TrialBar(self._session, self)
            self.trial.show()
        self._lay_out()

    def add_advice(self, advice: Callable[[], Advice], before: bool = False) -> None:
        """Show on the board what an engine or a book advises, before others or after them."""
        sources = self.board.overlay.advice
        sources.insert(0 if before else len(sources), advice)
        self.show_advice()

    def show_advice(self) -> None:
        """Show what is advised again, since it has changed."""
        self.board.overlay.forget()
        self.board.update()

    def show_worth(self, value: Evaluation | None) -> None:
        """Show the evaluation of the position in a bar beside the board; None for no bar."""
        if self._worth is None:
            if value is None:
                return
            from viewer.ui.board.edges import EvaluationBar  # deferred

            self._worth = EvaluationBar(self)
            self._lay_out()
        self._worth.show_value(self._session.states, value, self._session.view.flip)
        self._worth.setVisible(value is not None)

    def show_players(self) -> None:
        """Show what the headers say of the players now."""
        self.above.show_record()
        self.below.show_record()
        self._lay_out()

    @property
    def bar(self) -> ToolBar | None:
        """The tool bar, None while hidden."""
        return self._bar

    def show_tools(self, shown: bool) -> None:
        """Show or hide the tool bar; hiding it returns to playing."""
        if shown == (self._bar is not None):
            return
        if shown:
            from viewer.ui.board.tool_bar import ToolBar  # deferred

            self._bar = ToolBar(self.board, self)
            self._bar.rebuilt.connect(self._lay_out)
            self._bar.show()
        elif self._bar is not None:
            self.board.tools.choose(self.board.tools.tool)
            self._bar.hide()
            self._bar.deleteLater()
            self._bar = None
        self._lay_out()

    def show_caption(self, on: bool) -> None:
        """Show the current move in a corner, or no longer."""
        if on and self.caption is None:
            from viewer.ui.board.edges import MoveCaption  # deferred

            self.caption = MoveCaption(self._session, self)
            self.caption.resized.connect(self._put_caption)
            self._put_caption()
            self.caption.show()
        elif not on and self.caption is not None:
            self.caption.hide()
            self.caption.deleteLater()
            self.caption = None

    def _put_caption(self) -> None:
        if self.caption is not None:
            size = self.caption.sizeHint()
            corner = QPoint(
                self.width() - _EDGE - size.width(), self.height() - _EDGE // 2 - size.height()
            )
            self.caption.setGeometry(QRect(corner, size))

    def type_moves(self) -> None:
        """Open the line in which moves are typed."""
        if self.field is None:
            from viewer.ui.board.move_field import MoveField  # deferred

            self.field = MoveField(self._session, self)
            self.field.closed.connect(self.close_field)
            self.field.pasted.connect(self.pasted)
            self.field.show()
            self._lay_out()
        self.field.line.setFocus()

    def take_letters(self, on: bool) -> None:
        """Have letters and digits typed on the board be moves, or keys of commands."""
        if on != (self._letters is not None):
            from viewer.ui.board.move_field import Letters  # deferred

            self._letters = Letters.put(self, self._letters)

    def close_field(self) -> None:
        """Close the line in which moves are typed; what they would mend stays as it is."""
        field, self.field = self.field, None
        mending = self._session.mending
        if mending is not None:
            mending.end()
        if field is not None:
            had = field.line.hasFocus()
            field.deleteLater()
            field.hide()
            self._lay_out()
            if had:
                self.board.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def width_for(self, height: int) -> int:
        """The width in pixels that lets the board fill a height, with room for its tools."""
        across, down = self.board.span
        return round(self._room_of(height) * across / down) + 2 * _TOOLS

    def height_for(self, width: int) -> int:
        """The height in pixels that lets the board fill a width."""
        across, down = self.board.span
        return round((width - 2 * _MARGIN) * down / across) + 2 * PlayerLine.height_in(self)

    def _room_of(self, height: int) -> int:
        return height - 2 * PlayerLine.height_in(self)

    def _lay_out(self) -> None:
        line = PlayerLine.height_in(self)
        geometry = self._laid = self.board.geometry_
        across, down = self.board.span
        width, height = self.width() - 2 * _MARGIN, self._room_of(self.height())
        unit = max(1.0, min(width / across, height / down))
        wide, high = round(across * unit), round(down * unit)
        left, top = (self.width() - wide) // 2, (self.height() - high - 2 * line) // 2
        self.board.setGeometry(QRect(left, top + line, wide, high))
        # The lines are as wide as the board itself: stands are beside it.
        for panel in geometry.panels[:1]:
            left, wide = left + round(panel.x * unit), round(panel.width * unit)
        ahead = PlayerLine.LEADING - 2
        # Beside a small board names may be longer than it is wide.
        room = self.width() - left - _MARGIN // 2
        wanted = max(self.above.wanted, self.below.wanted) - ahead
        wide = max(wide - 2, min(room, wanted)) + ahead
        right = self.width() - _MARGIN // 2
        if self._bar is not None:
            low = high - max(0, _FIELD - line)
            beside = QRect(0, top + line, self.board.x() - 4, low)
            over = QRect(0, 0, self.width(), top)
            right -= self._bar.put(beside, over, QRect(0, top, right, line))
        self.above.setGeometry(QRect(left - ahead, top, min(wide, right - left + ahead), line))
        below = QRect(left - ahead, top + line + high, wide, line)
        self.below.setGeometry(below)
        if self._worth is not None:
            box = self.board.geometry()
            self._worth.setGeometry(
                box.right() + 4, box.top() + 2, self._worth.WIDTH, box.height() - 4
            )
        # So do sentences, which may begin ahead of the board.
        most = max(wide, min(_SAID, self.width() - _MARGIN))
        first = max(_MARGIN // 2, min(below.left(), self.width() - _MARGIN // 2 - most))
        said = QRect(min(first, below.left()), below.top(), most, line)
        if self.field is not None:
            self.field.setGeometry(said.adjusted(0, line - _FIELD, 0, 0))
        if self.trial is not None:
            if self.field is not None:
                said.moveTop(top)
                said.setRight(min(said.right(), right - 1))
            self.trial.setGeometry(said)
        self.above.setVisible(self.trial is None or self.field is None)
        self.below.setVisible(self.trial is None and self.field is None)
        self._put_caption()
