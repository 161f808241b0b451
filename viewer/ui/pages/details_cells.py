"""The cells of the details: painted, and the editors that text is typed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QComboBox,
    QCompleter,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.models import Index
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages import item_tools
from viewer.ui.pages.rows import RADIUS, RowPen, RowView

MARGIN = 18
INNER = 12  # how much further in stands what is said of an item of a list
_OFFERED = 220  # the least width of a list of what is offered


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


class TextCell(QLineEdit):
    """A line to type in, with a list of what is offered."""

    def __init__(self, parent: QWidget, offered: Sequence[str]) -> None:
        super().__init__(parent)
        if not offered:
            return
        completer = QCompleter(list(offered), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = completer.popup()
        assert popup is not None
        popup.setObjectName("offered")
        popup.setMinimumWidth(_OFFERED)
        self.setCompleter(completer)

    def offer_all(self) -> None:
        """Show all that is offered."""
        completer = self.completer()
        if completer is not None:
            completer.setCompletionPrefix("")
            completer.complete()

    def close_list(self) -> None:
        """Offer nothing more."""
        completer = self.completer()
        if completer is not None and (popup := completer.popup()) is not None:
            popup.hide()

    def event(self, event: QEvent) -> bool:
        """While its list is open, keys come past the filters of events: Tab would go anywhere."""
        completer = self.completer()
        if (
            completer is not None
            and (popup := completer.popup()) is not None
            and popup.isVisible()
            and event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in LEAVE
        ):
            chosen = popup.currentIndex()
            popup.hide()
            if chosen.isValid():
                self.setText(chosen.data())
            again = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
            QCoreApplication.sendEvent(self, again)
            event.accept()
            return True
        return super().event(event)


class ChoiceCell(QComboBox):
    """A choice. Tab takes what is pointed at in its open list, and goes on as it does without one."""

    def showPopup(self) -> None:
        super().showPopup()
        self.view().installEventFilter(self)

    def eventFilter(self, view: QObject, event: QEvent) -> bool:
        if (
            event.type() != QEvent.Type.KeyPress
            or not isinstance(event, QKeyEvent)
            or event.key() not in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        ):
            return super().eventFilter(view, event)
        self.setCurrentIndex(self.view().currentIndex().row())
        self.hidePopup()
        again = QKeyEvent(event.type(), event.key(), event.modifiers(), event.text())
        QCoreApplication.sendEvent(self, again)
        return True


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
        choices = self._model.choices(index.row()) if index.column() == VALUE else None
        editor: QWidget
        if choices is None:
            editor = self._line(parent, index)
        else:
            editor = combo = ChoiceCell(parent)
            value = self._model.value(index.row())
            for key in dict.fromkeys([*choices, value]):
                combo.addItem(tr(choices[key]) if key in choices else key, key)
            combo.activated.connect(lambda: self.commitData.emit(combo))
        editor.setAccessibleName(self._model.name(index.row()) or tr(message("Another detail")))
        self.begun.emit(index)
        return editor

    def _line(self, parent: QWidget, index: Index) -> TextCell:
        """A line to write in, which offers what stands elsewhere in the file."""
        if index.column() == VALUE:
            return TextCell(parent, self._model.values_offered(index.row()))
        line = TextCell(parent, self._model.names_offered())
        line.setPlaceholderText(tr(message("Name")))
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(self._model.value(index.row())))
        elif isinstance(editor, QLineEdit):
            text = str(index.data(Qt.ItemDataRole.EditRole))
            if editor.text() != text:
                editor.setMaxLength(max(editor.maxLength(), 2 * len(text)))  # else it is cut
                editor.setText(text)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        value = (
            editor.currentData()
            if isinstance(editor, QComboBox)
            else cast(QLineEdit, editor).text()
        )
        model.setData(index, value)

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
        if key == Qt.Key.Key_Down and isinstance(editor, TextCell):
            editor.offer_all()
            return True
        return super().eventFilter(editor, event)

    def _leave(self, editor: QWidget, way: CellExit) -> None:
        """Go on with what is typed; where it isn't taken, stay and say why."""
        typed = ""
        if isinstance(editor, TextCell):
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
