"""The cells of the details: painted, and the editors that text is typed in."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.ui.models import Index
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages import item_tools
from viewer.ui.pages.rows import RADIUS, RowPen, RowView
from viewer.ui.toolkit.inputs import ChoiceInput, FieldInput, TextInput, input_for

MARGIN = 18
INNER = 12  # how much further in stands what is said of an item of a list


class CellExit(NamedTuple):
    """How a key goes on from a cell: which way, and whether off the page where there is no other."""

    step: int
    out: bool


LEAVE = {
    Qt.Key.Key_Return: CellExit(1, False),
    Qt.Key.Key_Enter: CellExit(1, False),
    Qt.Key.Key_Tab: CellExit(1, True),
    Qt.Key.Key_Backtab: CellExit(-1, True),
}


def field_of(cell: QRectF) -> QRectF:
    """The part of a value's cell that is its field."""
    return cell.adjusted(0, 2.5, -MARGIN + 6, -2.5)


class DetailsDelegate(QStyledItemDelegate):
    """Paints names muted and values in ink, and makes the editors.

    Signals:
        begun: an editor is made for a cell, with its index.
        refused: what is typed isn't taken, with the sentence that says why; the editor stays.
        left: a key leaves an editor whose text was taken, with its Way and the text.
    """

    begun = Signal(object)
    refused = Signal(object)
    left = Signal(object, str)

    def __init__(
        self, view: RowView, model: HeaderModel, refusal: Callable[[str], Message | None]
    ) -> None:
        """`refusal` says why a text can't stand in the cell that is edited, None if it can."""
        super().__init__(view)
        self._view = view
        self._model = model
        self._refusal = refusal

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = self._view.look
        box = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = str(index.data() or "")
        if index.column() == NAME:
            if self._view.currentIndex() == index and self._view.hasFocus():
                self._rim(painter, box.adjusted(MARGIN - 7, 2.5, -4, -2.5))
            inner = INNER if self._model.inner(index.row()) else 0
            name = RowPen(painter, box.adjusted(MARGIN + inner, 0, -8, 0), look)
            name.write(text, look.text, "muted")
        else:
            self._paint_value(painter, field_of(box), index, text)

    def _rim(self, painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(self._view.look["accent"], 1))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)

    def _paint_value(self, painter: QPainter, field: QRectF, index: Index, text: str) -> None:
        view, look, row = self._view, self._view.look, index.row()
        current = view.currentIndex() == index and view.hasFocus()
        fixed = not index.flags() & Qt.ItemFlag.ItemIsEditable
        if current:
            self._rim(painter, field)
        elif row == view.pointed and not fixed:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look["chip"])
            painter.drawRoundedRect(field, RADIUS, RADIUS)
        elif not fixed:
            painter.setPen(QPen(look["hairline"], 1))
            bottom = round(field.bottom()) + 0.5
            left, right = QPointF(field.left() + 7, bottom), QPointF(field.right() - 6, bottom)
            painter.drawLine(left, right)
        room = field.adjusted(7, 0, -4, 0)
        if current or row == view.pointed:
            signs = item_tools.boxes(self._model, row, field)
            item_tools.paint(painter, signs, look)
            if signs:
                room.setRight(signs[0][0].left() - 6)
        faulty = index.data(Qt.ItemDataRole.ForegroundRole) is not None
        value = RowPen(painter, room, look)
        value.write(text, look.text, "bad" if faulty else "muted" if fixed else "ink", 10)
        meaning = self._model.meaning(row)
        if self._model.complaint(row) is not None:
            value.write(tr(message("not by the specification")), look.small, "bad")
        elif meaning is not None:
            value.write(tr(meaning), look.small, "muted")

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        part = input_for(self._model.field(index.row(), index.column()), parent)
        if isinstance(part, ChoiceInput):
            part.activated.connect(lambda: self.commitData.emit(part))
        self.begun.emit(index)
        return part.widget

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, FieldInput)
        editor.set_value(str(index.data(Qt.ItemDataRole.EditRole)))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, FieldInput)
        model.setData(index, editor.value())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        left = 0 if index.column() == VALUE else MARGIN - 7
        right = -MARGIN + 6 if index.column() == VALUE else -4
        editor.setGeometry(option.rect.adjusted(left, 2, right, -2))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(editor, event)
        key = Qt.Key(event.key())
        if key in LEAVE and isinstance(editor, QWidget):
            self._leave(editor, LEAVE[key])
            return True
        if key == Qt.Key.Key_Down and isinstance(editor, TextInput):
            editor.offer_all()
            return True
        return super().eventFilter(editor, event)

    def _leave(self, editor: QWidget, way: CellExit) -> None:
        """Go on with what is typed; where it isn't taken, stay and say why."""
        typed = ""
        if isinstance(editor, TextInput):
            editor.close_list()
            typed = editor.text()
            refused = self._refusal(typed)
            if refused is not None:
                self.refused.emit(refused)
                editor.selectAll()
                return
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        self.left.emit(way, typed)
