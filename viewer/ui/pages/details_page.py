"""The details page: the headers of the record, to be read and edited in place."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QRectF,
    Qt,
)
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from viewer.base.messages import message
from viewer.ui.keys import UP_AND_DOWN, keeps
from viewer.ui.models import Index
from viewer.ui.models.headers import NAME, VALUE, HeaderModel
from viewer.ui.pages import item_tools
from viewer.ui.pages.rows import RADIUS, RowPen, RowView, plain_table
from viewer.ui.study import Study
from viewer.ui.translate import tr

_HEIGHT = 32
_MARGIN = 18
_OFFERED = 220  # the least width of a list of what is offered
_INNER = 12  # how much further in stands what is said of an item of a list
_NAMES = 0.42  # most of the width that the names may take
_NEXT = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_EDIT = (*_NEXT, Qt.Key.Key_Space)
_CLEAR = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class _Cells(QStyledItemDelegate):
    """Paints names muted and values in ink, and makes the editors."""

    def __init__(self, view: DetailsView, model: HeaderModel) -> None:
        super().__init__(view)
        self._view = view
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, look = self._view, self._view.look
        box = QRectF(option.rect)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        text = str(index.data() or "")
        if index.column() == NAME:
            inner = _INNER if self._model.inner(index.row()) else 0
            name = RowPen(painter, box.adjusted(_MARGIN + inner, 0, -8, 0), look)
            name.write(text, look.text, "muted")
        else:
            self._paint_value(painter, view.field_of(box), index, text)

    def _paint_value(self, painter: QPainter, field: QRectF, index: Index, text: str) -> None:
        view, look, row = self._view, self._view.look, index.row()
        current = view.currentIndex() == index and view.hasFocus()
        fixed = not index.flags() & Qt.ItemFlag.ItemIsEditable
        if current:
            painter.setPen(QPen(look["accent"], 1))
            painter.drawRoundedRect(field.adjusted(0.5, 0.5, -0.5, -0.5), RADIUS, RADIUS)
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
            editor = combo = QComboBox(parent)
            value = self._model.value(index.row())
            for key in dict.fromkeys([*choices, value]):
                combo.addItem(tr(choices[key]) if key in choices else key, key)
            combo.activated.connect(lambda: self.commitData.emit(combo))
        editor.setAccessibleName(self._model.name(index.row()) or tr(message("Another detail")))
        return editor

    def _line(self, parent: QWidget, index: Index) -> QLineEdit:
        """A line to write in, which offers what stands elsewhere in the file."""
        line = QLineEdit(parent)
        offered = (
            self._model.names_offered()
            if index.column() == NAME
            else self._model.values_offered(index.row())
        )
        if offered:
            completer = QCompleter(offered, line)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            popup = completer.popup()
            assert popup is not None
            popup.setObjectName("offered")
            popup.setMinimumWidth(_OFFERED)
            line.setCompleter(completer)
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentIndex(editor.findData(self._model.value(index.row())))
        elif isinstance(editor, QLineEdit):
            text = str(index.data(Qt.ItemDataRole.EditRole))
            if editor.text() != text:
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
        left = 0 if index.column() == VALUE else _MARGIN - 7
        right = -_MARGIN + 6 if index.column() == VALUE else -4
        editor.setGeometry(option.rect.adjusted(left, 2, right, -2))

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in _NEXT
            and isinstance(editor, QWidget)
        ):
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.EditNextItem)
            return True
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Down
            and isinstance(editor, QLineEdit)
            and (completer := editor.completer()) is not None
        ):
            completer.setCompletionPrefix("")
            completer.complete()  # all that is offered
            return True
        return super().eventFilter(editor, event)


class DetailsView(RowView, QTableView):
    """The view. A click, Enter or a letter begins to edit; Enter and Tab go on to the next row."""

    def __init__(self, model: HeaderModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_up("details")
        plain_table(self, _HEIGHT)
        self.setModel(model)
        self.setItemDelegate(_Cells(self, model))
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.EditKeyPressed)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        columns = self.horizontalHeader()
        columns.hide()
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self._model = model
        self.clicked.connect(self._clicked)
        model.modelReset.connect(self._measure)
        model.dataChanged.connect(lambda *_: self._measure())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        """Make the names as wide as they are, within reason; the values take the rest."""
        model, metrics = self.model(), self.fontMetrics()
        wide = 0
        for row in range(model.rowCount()):
            inner = _INNER if self._model.inner(row) else 0
            name = str(model.index(row, NAME).data())
            wide = max(wide, metrics.horizontalAdvance(name) + inner)
        whole = self.viewport().width()
        wide = min(wide + _MARGIN + 14, round(whole * _NAMES))
        self.setColumnWidth(NAME, wide)
        self.setColumnWidth(VALUE, max(16, whole - wide))

    @staticmethod
    def field_of(cell: QRectF) -> QRectF:
        """The part of a value's cell that is its field."""
        return cell.adjusted(0, 2.5, -_MARGIN + 6, -2.5)

    def _tool_at(self, point: QPoint) -> item_tools.Tool | None:
        """The sign under the mouse."""
        index = self.indexAt(point)
        if not index.isValid() or index.column() != VALUE:
            return None
        field = self.field_of(QRectF(self.visualRect(index)))
        found = item_tools.boxes(self._model, index.row(), field)
        return next(
            (tool for box, tool in found if box.adjusted(-3, -4, 3, 4).contains(point)), None
        )

    def _open_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not self.viewport().rect().contains(point) or not index.isValid():
            index = self.currentIndex()
            point = self.visualRect(index).bottomLeft()
        item_tools.open_menu(self, self._model, index.row(), self.viewport().mapToGlobal(point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        tool = self._tool_at(event.position().toPoint())
        if tool is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif tool.act is not None:
            tool.act()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._tool_at(event.position().toPoint()) is None:
            super().mouseReleaseEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tool = self._tool_at(event.pos())
            if tool is not None:
                QToolTip.showText(event.globalPos(), f"{tr(tool.words)} ({tool.key})", self)
                return True
        return super().viewportEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        if not index.flags() & Qt.ItemFlag.ItemIsEditable and index.column() == VALUE:
            return
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            index = index.siblingAtColumn(VALUE)
            self.setCurrentIndex(index)
        if index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    # ------------------------------------------------------------------------------ the keys

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and item_tools.is_key(event)
            and self._model.item(self.currentIndex().row()) is not None
        ):
            event.accept()
            return True
        return keeps(event, UP_AND_DOWN | {*_CLEAR}, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        far = item_tools.press(self._model, index.row(), event) if index.isValid() else None
        if far is not None:
            self._follow(index.row(), far)
        elif event.key() in _EDIT and index.isValid():
            self.edit(index)
        elif event.key() in _CLEAR and index.isValid():
            self.model().setData(index, "")
        else:
            super().keyPressEvent(event)

    def _follow(self, row: int, items: int) -> None:
        """Stay with an item that went some items further."""
        found = self._model.item(row)
        if found is not None:
            row += items * self._model.rows_of(found[0])
        row = min(max(row, 0), self._model.rowCount() - 1)
        self.setCurrentIndex(self._model.index(row, VALUE))

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """The next cell that can be edited, in the ways Enter, Tab and the keys go."""
        way, model, now = QAbstractItemView.CursorAction, self.model(), self.currentIndex()
        last = model.rowCount() - 1
        if not now.isValid():
            return model.index(0, VALUE)
        rows = {
            way.MoveNext: now.row() + 1,
            way.MoveDown: now.row() + 1,
            way.MovePrevious: now.row() - 1,
            way.MoveUp: now.row() - 1,
            way.MoveHome: 0,
            way.MoveEnd: last,
        }
        if action in (way.MoveLeft, way.MoveRight):
            column = NAME if action == way.MoveLeft else VALUE
            beside = now.siblingAtColumn(column)
            return beside if beside.flags() & Qt.ItemFlag.ItemIsEditable else now
        if action not in rows:
            return super().moveCursor(action, modifiers).siblingAtColumn(VALUE)
        if action == way.MoveNext and now.column() == NAME:
            return now.siblingAtColumn(VALUE)
        row = rows[action]
        if row > last and action == way.MoveNext:
            return QModelIndex()
        return model.index(min(max(row, 0), last), VALUE)

    def hand_in(self) -> None:
        """Make an edit of what stands in an open editor."""
        editor = self.indexWidget(self.currentIndex())
        if editor is not None:
            self.commitData(editor)


class DetailsPage(QWidget):
    """The headers of a study's record."""

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = HeaderModel(study, self)
        self.view = DetailsView(self.model, self)
        name = tr(message("Details"))
        self.setAccessibleName(name)
        self.view.setAccessibleName(name)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 8, 0, 0)
        column.addWidget(self.view)
        self.setFocusProxy(self.view)
        study.leaving.connect(self.view.hand_in)

    def showEvent(self, event: QShowEvent) -> None:
        self.model.look_at_format()
        super().showEvent(event)
