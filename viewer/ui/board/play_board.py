"""The board that moves are played on and marks drawn on: what each touch does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.document import plans
from viewer.games.geometry import Link
from viewer.scene.board import BoardLook
from viewer.scene.marks import (
    cursor_shapes,
    last_move_shapes,
    last_piece_shapes,
    mark_shapes,
    marked_squares,
    selection_shapes,
    target_shapes,
)
from viewer.scene.picture import last_squares
from viewer.scene.shapes import Shape
from viewer.tree.action import Move
from viewer.tree.annotation import FIGURE
from viewer.tree.node import Node
from viewer.ui.board.hand import Hand
from viewer.ui.board.move_preview import MovePreview
from viewer.ui.board.pencil import Pencil
from viewer.ui.board.picker import Picker
from viewer.ui.board.record_board import RecordBoard
from viewer.ui.board.words import mark_words, position_words
from viewer.ui.session.record_session import RecordSession

if TYPE_CHECKING:
    from viewer.ui.board.tool_preview import ToolPreview
    from viewer.ui.board.tools import Tools


class PlayBoard(RecordBoard):
    """The board of a session with what is done on it, whatever one points with.

    Attributes:
        cursor_place: where the keyboard's cursor stands, "" where it isn't shown.
        drag: where in the widget the piece is that is dragged, None while none is.
        pencil: the mark that is being drawn.
        coming: the piece that a touch would put where the mouse is.
    """

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(session, parent)
        self._hand = Hand(session)
        self.coming = MovePreview(session, self._hand)
        self._brush: ToolPreview | None = None  # made when a tool is wanted first
        self.pencil = Pencil(session.game.mark_sign)
        self._picker: Picker | None = None
        self.cursor_place = ""
        self.drag: QPointF | None = None
        self._shown: Node = session.node
        self.setAccessibleName(tr(message("Board")))
        session.moved.connect(self._moved)
        session.viewed.connect(self._viewed)
        session.changed.connect(self._changed)
        session.judged.connect(self.update)
        session.pointing.connect(self.update)
        session.reloaded.connect(self._reloaded)
        self.setAccessibleDescription(position_words(session))

    # ------------------------------------------------------------------------------- painting

    def hidden(self, pieces: Mapping[str, str]) -> str:
        if self._picker is not None:
            return self._picker.origin
        touched = self._hand.touched
        return touched[0] if touched and self.drag is not None and touched[0] in pieces else ""

    def lifted_at(self) -> QPointF | None:
        return self.drag

    def ghosts(self, look: BoardLook, pieces: Mapping[str, str]) -> list[tuple[str, str]]:
        if self._brush is not None and self._brush.tools.active:
            coming = self._brush.pieces(self.coming.square)
            return [one for one in coming if one[0] in look.geometry.squares]
        square = self._pointed
        return self.coming.piece(square, pieces) if square in look.geometry.squares else []

    def ghost_links(self) -> list[Link]:
        if not self.geometry_.links:
            return []
        if self._brush is not None and self._brush.tools.active:
            return self._brush.links()
        return self.coming.links(self._pointed)

    @property
    def _pointed(self) -> str:
        """Where a piece would come: under the mouse; with links to look at, also at the cursor."""
        cursor = self.cursor_place if self.geometry_.links and self.hasFocus() else ""
        return self.coming.square or cursor

    def below(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        shapes = last_move_shapes(look, last_squares(self.session.game, self.session.state))
        if self._hand.touched:
            shapes += selection_shapes(look, self._hand.touched[-1])
            shapes += target_shapes(look, self._hand.targets(), pieces)
        return shapes

    def above(self, look: BoardLook, pieces: Mapping[str, str]) -> list[Shape]:
        shapes: list[Shape] = []
        marks, drawn = self.overlay.marks, self.pencil.mark
        if self._brush is not None:
            marks = self._brush.marks(marks)
            shapes += self._brush.shapes(look)
        if drawn is not None:
            marks = plans.toggled(marks, drawn)
        last = last_squares(self.session.game, self.session.state)
        numbers = self.overlay.numbers(pieces)
        shapes += self.overlay.shapes(look, pieces, marked_squares(marks))
        shapes += last_piece_shapes(look, last, pieces, marks, numbers)
        shapes += mark_shapes(look, marks, pieces)
        if self.cursor_place and self.hasFocus():
            shapes += cursor_shapes(look, self.cursor_place)
        return shapes

    @property
    def stone_side(self) -> int | None:
        """Whose piece the next touch puts on the board, None for who is to move."""
        return self._hand.side

    @stone_side.setter
    def stone_side(self, side: int | None) -> None:
        self._hand.side = side
        self.update()

    # ---------------------------------------------------------------------------- what changed

    def _changed(self) -> None:
        self.update()

    def _moved(self) -> None:
        before, self._shown = self._shown, self.session.node
        self._let_go()
        if self.glide.stop() and self.isVisible():
            if self._shown.parent is before:
                self._start_glide(self.session.squares(self._shown))
            elif before.parent is self._shown:
                self._start_glide(self.session.squares(before)[::-1])
        self.update()
        self._say_position()
        figure = self._shown.note(FIGURE)
        if isinstance(figure, tuple) and figure:
            self.told.emit(message("A new figure begins: {title}", title=str(figure[-1]) or "–"))

    def _start_glide(self, squares: tuple[str, ...]) -> None:
        known = self.geometry_.squares
        if len(squares) == 2 and squares[0] != squares[1] and all(p in known for p in squares):
            self.glide.start(squares[0], squares[1])

    def _let_go(self) -> None:
        """Nothing in the hand, nothing half drawn, nothing asked."""
        self._hand.drop()
        self.pencil.drop()
        if self._brush is not None:
            self._brush.tools.drop()
        self.end_asking()

    def _viewed(self) -> None:
        self._let_go()
        self.update()

    def _reloaded(self) -> None:
        self._shown = self.session.node
        self._let_go()
        self.pencil.sign = self.session.game.mark_sign
        self.cursor_place = ""
        self._hand.side = None
        self.update()
        self._say_position()

    def _say_position(self) -> None:
        """Tell screen readers what is on the board now."""
        self.announce(position_words(self.session))

    def announce(self, text: str) -> None:
        """Tell screen readers what is here."""
        from PySide6.QtGui import (  # deferred: costly, and not for the start
            QAccessible,
            QAccessibleEvent,
        )

        self.setAccessibleDescription(text)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(
                QAccessibleEvent(self, QAccessible.Event.DescriptionChanged)
            )

    # --------------------------------------------------------------------------------- playing

    def touch(self, square: str) -> None:
        """Touch a square with mouse or keyboard; a whole move is played, or a tool is used."""
        if self._brush is not None and self._brush.tools.active:
            self._brush.touch(square)
            return
        empty = not self._hand.touched
        moves = self._hand.touch(square)
        if len(moves) > 1:
            self._pick(moves, square)
        elif moves:
            self.session.play(moves[0])
        elif empty and not self._hand.touched:
            self._explain(square)
        self.update()

    def _pick(self, moves: list[Move], square: str) -> None:
        """Let somebody choose among moves that touch the same squares."""
        picker = Picker(self.session, self.look, self.unit(), moves, self)
        picker.chosen.connect(self.session.play)
        picker.closed.connect(self._picked)
        self._picker = picker
        picker.open_at(self.centre_of(square), self.board_rect())
        self.drag = None
        self.told.emit(picker.words)

    def _picked(self) -> None:
        self._picker = None
        self.told.emit(NOTHING)  # nothing is asked any more
        self.update()

    def _explain(self, square: str) -> None:
        """Say why nothing can be taken or put here."""
        session = self.session
        refusal = self._hand.refusal(square)
        if refusal is not None:
            self.told.emit(refusal)
            return
        if square in dict(session.game.pieces(session.state)):
            side = session.game.sides[session.state.side].name
            self.told.emit(message("Nothing to play from here: {side} is to move.", side=side))

    def drop_hand(self) -> None:
        """Let go of what is in the hand."""
        self._hand.drop()
        self.drag = None
        self.update()

    def draw(self, square: str) -> None:
        """Mark a square, or draw an arrow to it from where the pencil is; drawn again, it goes."""
        self.pencil.end = square
        mark = self.pencil.mark
        self.pencil.drop()
        if mark is not None:
            gone = mark in self.session.node.marks
            self.session.do(plans.toggle_mark, mark)
            words = mark_words(self.session, mark)
            where = self.session.game.square_name(self.session.state, mark.squares[0])
            sentence = message("{square}: {mark}", square=where, mark=words)
            self.told.emit(message("Taken away: {what}", what=sentence) if gone else sentence)
        self.update()

    def foretold(self, square: str) -> Message | None:
        """What there is to say of a move to a square, None for nothing."""
        tool = self._brush is not None and self._brush.tools.active
        return None if tool or not square else self.coming.words(square)

    def targets(self) -> list[str]:
        """Where what is in the hand can go."""
        return self._hand.targets()

    def takes(self, square: str) -> bool:
        """Whether a touch of a square would take or put something."""
        return square in self._hand.targets() or self._hand.can_take(square)

    @property
    def brush(self) -> ToolPreview | None:
        """What is done with tools, None while none was taken."""
        return self._brush

    @property
    def tools(self) -> Tools:
        """What is drawn with, or set up, instead of playing."""
        if self._brush is None:
            from viewer.ui.board.tool_preview import ToolPreview  # deferred
            from viewer.ui.board.tools import Tools  # deferred

            self._brush = ToolPreview(self, Tools(self.session, self))
        return self._brush.tools

    @property
    def asking(self) -> bool:
        """Whether somebody is asked which of some moves to play."""
        return self._picker is not None

    def end_asking(self) -> None:
        """Ask no more which move is meant; none is played."""
        if self._picker is not None:
            self._picker.close()

    @property
    def hand(self) -> tuple[str, ...]:
        """The squares touched so far."""
        return self._hand.touched
