"""Mouse and keyboard on a board while a tool is selected."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLineEdit

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, message
from viewer.document.plans import board as plans_board
from viewer.games.geometry import Link
from viewer.scene.board import BoardLook
from viewer.scene.marks import cursor_shapes
from viewer.scene.shapes import Shape
from viewer.tree.annotation import Mark
from viewer.ui.board.hand import colour_of
from viewer.ui.board.record_board import RecordBoard
from viewer.ui.board.tools import LINK, PAIRS, TEXT, Tools

_NONE = Qt.KeyboardModifier.NoModifier


class LabelLine(QLineEdit):
    """An input line on the board for a label; Enter accepts, Escape cancels."""

    def __init__(self, board: RecordBoard, tools: Tools, place: str) -> None:
        super().__init__(board)
        self._board, self._tools, self._place = board, tools, place
        self.setObjectName("labelLine")
        self.setAccessibleName(tr(message("Label")))
        self.setText(tools.label_at(place))
        self.selectAll()
        unit, at = board.unit(), board.centre_of(place)
        width, height = max(90, round(3 * unit)), self.sizeHint().height()
        left = min(max(0, round(at.x() - width / 2)), max(0, board.width() - width))
        top = min(max(0, round(at.y() - height / 2)), max(0, board.height() - height))
        self.setGeometry(left, top, width, height)
        self.editingFinished.connect(self._take)
        self.show()
        self.setFocus()

    def _take(self) -> None:
        if self._place:
            place, self._place = self._place, ""
            self._tools.label(place, self.text())
            self._gone()

    def _gone(self) -> None:
        self._place = ""
        self.hide()
        self.deleteLater()
        self._board.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._gone()
        else:
            super().keyPressEvent(event)


class ToolPreview:
    """The selected tool over the board: its strokes and previews.

    Attributes:
        tools: the selected tool and its stroke.
    """

    def __init__(self, board: RecordBoard, tools: Tools) -> None:
        self._board = board
        self.tools = tools
        self._told: Message | None = None

    def press(self, event: QMouseEvent) -> bool:
        """Handle a press of the left button; returns whether a tool is selected."""
        if not self.tools.active:
            return False
        session = self._board.session
        why = None if session.trial is None else session.trial.refusal
        if why is not None:
            session.say(why)
            return True
        session.end_trial()  # what a tool draws is the record's
        place = self._place(event.position())
        if self.tools.tool == TEXT:
            self.write(place)
        elif self.tools.tool == LINK:
            self._press_link(event.position(), place)
        elif place:
            modifiers, document = event.modifiers(), self._board.session.document
            self.tools.begin(place, colour_of(modifiers, document) if modifiers != _NONE else "")
        self._board.update()
        return True

    def _press_link(self, point: QPointF, place: str) -> None:
        """Press with the link tool: on a link, a possible link, or a piece."""
        tools = self.tools
        link = tools.linking.at(self._board.look, self._board.board_point(point))
        if link is not None:
            tools.drop()
            tools.linking.toggle(link.ends)
        elif tools.stroke[:1] == (place,):
            tools.drop()
        elif tools.stroke and place:
            tools.go_on(place)
            tools.end()
        elif place:
            tools.begin(place)

    def links(self) -> list[Link]:
        """Preview of what the link tool would change."""
        stroke = self.tools.stroke
        if self.tools.tool != LINK or len(stroke) < 2:
            return []
        return self.tools.linking.ghosts((stroke[0], stroke[1]))

    def shapes(self, look: BoardLook) -> list[Shape]:
        """Shapes that the tool draws over the pieces."""
        if self.tools.tool != LINK:
            return []
        shapes = self.tools.linking.shapes(look)
        for place in self.tools.stroke:
            shapes += cursor_shapes(look, place)
        return shapes

    def hover(self, point: QPointF) -> Message | None:
        """A sentence about what is under the mouse, None for none."""
        if self.tools.tool != LINK:
            return None
        link = self.tools.linking.at(self._board.look, self._board.board_point(point))
        return None if link is None else self.tools.linking.words(link)

    def move(self, event: QMouseEvent) -> bool:
        """Handle a mouse move; returns whether a stroke is being drawn."""
        if self.tools.active and not event.buttons():
            self._tell(self.hover(event.position()))
        if not self.tools.stroke:
            return False
        if self.tools.go_on(self._place(event.position())):
            self._board.update()
        return True

    def release(self) -> bool:
        """Handle a release of the left button; returns whether a stroke ended."""
        if not self.tools.stroke:
            return False
        self.tools.end()
        self._board.update()
        return True

    def _tell(self, words: Message | None) -> None:
        if words != self._told:
            self._told = words
            self._board.told.emit(words or NOTHING)

    def touch(self, place: str) -> None:
        """Touch a square by keyboard; lines and arrows take two touches."""
        tools = self.tools
        if tools.tool == TEXT:
            self.write(place)
        elif tools.tool in PAIRS and not tools.stroke:
            tools.begin(place)
            self._board.told.emit(message("Enter again where it leads."))
        else:
            if tools.stroke:
                tools.go_on(place)
            else:
                tools.begin(place)
            tools.end()
        self._board.update()

    def write(self, place: str) -> None:
        """Open the input line for a label on a square."""
        if place:
            LabelLine(self._board, self.tools, place)

    def leave(self) -> bool:
        """Cancel the stroke, else deselect the tool; returns whether there was either."""
        tools = self.tools
        if tools.stroke:
            tools.drop()
        elif tools.active:
            tools.choose(tools.tool)
        else:
            return False
        self._board.update()
        return True

    def marks(self, standing: tuple[Mark, ...]) -> tuple[Mark, ...]:
        """The marks of the node, with the stroke being drawn."""
        if not self.tools.stroke or self.tools.piece is not None:
            return standing
        own = plans_board.standing(self._board.session.node)
        # What is shown beside the node's own marks stays.
        return (*(mark for mark in standing if mark not in own), *self.tools.marks())

    def pieces(self, over: str) -> list[tuple[str, str]]:
        """Squares and kinds of the pieces that the tool is about to set up."""
        kind = self.tools.piece
        if not kind:
            return []
        return [(place, kind) for place in self.tools.stroke or ((over,) if over else ())]

    def _place(self, point: QPointF) -> str:
        return self._board.square_at(point)
