"""The cells of the details: painted, the editors that text is typed in, actions on items of a list."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.paint.icons import draw_icon
from viewer.paint.painter import saved
from viewer.ui.models import Index
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages.rows import RADIUS, RowLook, RowPen, RowView
from viewer.ui.toolkit.inputs import ChoiceInput, FieldInput, TextInput, input_for
from viewer.ui.toolkit.keymap import key_name

_SIDE = 15  # pixels of an icon
_GAP = 7
_ALT = Qt.KeyboardModifier.AltModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_KEYS = {
    (Qt.Key.Key_Up, _ALT): "up",
    (Qt.Key.Key_Down, _ALT): "down",
    (Qt.Key.Key_Delete, _SHIFT): "trash",
}


class ItemAction(NamedTuple):
    """One action: its icon, words, key and function; the function is None while it isn't possible."""

    icon: str
    words: Message
    key: str
    act: Callable[[], None] | None


def item_actions(model: HeaderModel, row: int) -> list[ItemAction]:
    """The actions on the item of a row; [] if it belongs to none."""
    found = model.item(row)
    if found is None:
        return []
    of, number = found
    count = model.count(of)
    name = of.item.given(number=number + 1)
    out: list[ItemAction] = []
    if of.ordered:
        up = None if number == 0 else lambda: model.move(of, number, number - 1)
        down = None if number == count - 1 else lambda: model.move(of, number, number + 1)
        out.append(ItemAction("up", message("Move up: {item}", item=name), "Alt+Up", up))
        out.append(ItemAction("down", message("Move down: {item}", item=name), "Alt+Down", down))
    remove = message("Remove: {item}", item=name)
    out.append(ItemAction("trash", remove, "Shift+Del", lambda: model.remove(of, number)))
    return out


def is_item_key(event: QKeyEvent) -> bool:
    """Whether a key is that of an action."""
    return (Qt.Key(event.key()), event.modifiers()) in _KEYS


def press_item(model: HeaderModel, row: int, event: QKeyEvent) -> int | None:
    """Carry out a key's action on the item of a row; returns how far it moved, None if there is no action."""
    wanted = _KEYS.get((Qt.Key(event.key()), event.modifiers()))
    item = next((one for one in item_actions(model, row) if one.icon == wanted), None)
    if item is None:
        return None
    if item.act is None:
        return 0
    item.act()
    return {"up": -1, "down": 1}.get(item.icon, 0)


def item_boxes(model: HeaderModel, row: int, field: QRectF) -> list[tuple[QRectF, ItemAction]]:
    """The rectangles of the icons at the right end of an item's first row."""
    found = [] if model.inner(row) else item_actions(model, row)
    top, right = field.center().y() - _SIDE / 2, field.right() - _GAP
    left = right - len(found) * (_SIDE + _GAP) + _GAP
    return [
        (QRectF(left + index * (_SIDE + _GAP), top, _SIDE, _SIDE), item)
        for index, item in enumerate(found)
    ]


def paint_items(painter: QPainter, some: list[tuple[QRectF, ItemAction]], look: RowLook) -> None:
    """Draw the icons, faint for impossible actions."""
    for box, item in some:
        with saved(painter):
            if item.act is None:
                painter.setOpacity(0.3)
            draw_icon(painter, item.icon, look.theme["muted"], box)


def open_item_menu(over: QWidget, model: HeaderModel, row: int, point: QPoint) -> None:
    """Open the menu of actions on the item of a row."""
    some = item_actions(model, row)
    if not some:
        return
    menu = QMenu(over)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for item in some:
        action = menu.addAction(f"{tr(item.words)}\t{key_name(item.key)}")
        action.setEnabled(item.act is not None)
        if item.act is not None:
            action.triggered.connect(lambda _=False, act=item.act: act())
    menu.popup(point)


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
            signs = item_boxes(self._model, row, field)
            paint_items(painter, signs, look)
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
