"""The contents page: the titles of a lesson, to go to, edit and reorder."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.paint.icons import draw_icon
from viewer.paint.painter import painter_on
from viewer.ui.models import Index
from viewer.ui.models.contents import ENTRY_ROLE, ContentsModel
from viewer.ui.pages.rows import RowPen, RowView, bring_into_sight, fill_row, scaled
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.table_of_contents import TableOfContents
from viewer.ui.toolkit.focus import ENTER, UP_AND_DOWN, keeps
from viewer.ui.toolkit.keymap import key_name, naming_keys, set_key_tip

_HEIGHT = 29
_MARGIN = 18
_INDENT = 18
_DEEPEST = 8  # levels that are set further in
_FAR = 8  # pixels after which a press is a drag
_GO = (*ENTER, Qt.Key.Key_Space)
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ALT = Qt.KeyboardModifier.AltModifier
_HIDDEN = message("This is hidden, as are the next moves.")
_NONE = message("There is no title yet.")
_WRITES = message("There is no title yet: {key} writes the one of this place.")
_GONE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


def _left(depth: int) -> int:
    return _MARGIN + _INDENT * min(depth, _DEEPEST)


class _ContentsDelegate(QStyledItemDelegate):
    """Paints the entries, and makes the editor of an entry."""

    def __init__(self, view: ContentsView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, scaled(_HEIGHT, self._view))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        view, look, entry = self._view, self._view.look, index.data(ENTRY_ROLE)
        box = QRectF(option.rect)
        here = index.row() == view.here
        focus = view.hasFocus() and index == view.currentIndex()
        ground = box.adjusted(4, 0.5, -4, -0.5)
        fill_row(painter, ground, look, here, index.row() == view.pointed, focus)
        text = box.adjusted(_left(entry.depth), 0, -_MARGIN, 0)
        pen = RowPen(painter, text, look, here)
        if not entry.titled:
            side = look.small.metrics.ascent() + 1
            flag = QRectF(text.left(), text.center().y() - side / 2, side, side)
            draw_icon(painter, "flag", look.theme["on-accent" if here else "seal"], flag)
            pen = RowPen(painter, text.adjusted(side + 5, 0, 0, 0), look, here)
        strong = entry.titled and entry.depth == 0
        pen.write(str(index.data()), look.strong if strong else look.text, "ink")
        if index.row() == view.target:
            painter.setPen(QPen(look["accent"], 2))
            y = box.top() + 1 if view.target < view.dragged else box.bottom() - 1
            painter.drawLine(QPointF(text.left(), y), QPointF(text.right(), y))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        line = QLineEdit(parent)
        line.setAccessibleName(tr(message("Title")))
        return line

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        left = _left(index.data(ENTRY_ROLE).depth) - 7
        editor.setGeometry(option.rect.adjusted(left, 1, -_MARGIN + 6, -1))

    def eventFilter(self, editor: object, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in ENTER
            and isinstance(editor, QWidget)
        ):
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
            return True
        return super().eventFilter(editor, event)  # type: ignore[arg-type]  # as Qt calls it


class ContentsView(RowView, QListView):
    """The view. A click or Enter goes there, F2 edits, Del removes the title, Alt+Up and Alt+Down
    and dragging move the variation.

    Attributes:
        here: the row that the current node belongs to.
        dragged, target: the dragged row, and the one whose place it would take; -1 for none.

    Signals:
        chosen: the user went to the entry of a node.
    """

    chosen = Signal(int)

    def __init__(self, model: ContentsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.here = self.dragged = self.target = -1
        self._pressed: QPoint | None = None
        self._model = model
        self.set_up("contents")
        self.setModel(model)
        self.setItemDelegate(_ContentsDelegate(self))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        self.clicked.connect(lambda index: self._go(index))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self._model.entries:
            with painter_on(self.viewport()) as painter:
                painter.setPen(self.look["muted"])
                words = (
                    _HIDDEN if self._model.concealed else naming_keys(_WRITES, _NONE, key="title")
                )
                box = self.viewport().rect().adjusted(24, 24, -24, -24)
                flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(box, int(flags), tr(words))

    def _go(self, index: QModelIndex) -> None:
        node = self._model.node(index.row())
        if node is not None:
            self.chosen.emit(node.id)

    def move_by(self, step: int) -> None:
        """Move the current entry's variation by a number of places."""
        row = self.currentIndex().row()
        if row < 0 or not self._model.can_move(row, step):
            return
        id = self._model.entries[row].node
        self._model.move(row, step)
        self._stay_at(id)

    def _stay_at(self, id: int) -> None:
        rows = [row for row, entry in enumerate(self._model.entries) if entry.node == id]
        if rows:
            self.setCurrentIndex(self._model.index(rows[0]))

    def remove(self) -> None:
        """Remove the current entry's title."""
        index = self.currentIndex()
        if index.isValid():
            self._model.setData(index, "")

    # ------------------------------------------------------------------------------ the keys

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            moves = event.modifiers() == _ALT and event.key() in _STEPS
            if moves or event.key() in (*_GONE, Qt.Key.Key_F2):
                event.accept()
                return True
        return keeps(event, UP_AND_DOWN) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = event.key(), self.currentIndex()
        if event.modifiers() == _ALT and key in _STEPS:
            self.move_by(_STEPS[Qt.Key(key)])
        elif key in _GO and index.isValid():
            self._go(index)
        elif key == Qt.Key.Key_F2 and index.isValid():
            self.edit(index)
        elif key in _GONE:
            self.remove()
        else:
            super().keyPressEvent(event)

    # ----------------------------------------------------------------------------- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        start = self._pressed
        if start is None or not event.buttons() & Qt.MouseButton.LeftButton:
            super().mouseMoveEvent(event)
            return
        point = event.position().toPoint()
        if self.dragged < 0 and (point - start).manhattanLength() >= _FAR:
            self.dragged = self.indexAt(start).row()
        if self.dragged >= 0:
            row = self.indexAt(point).row()
            self.target = row if self._model.can_move_to(self.dragged, row) else -1
            self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, target = self.dragged, self.target
        self._pressed, self.dragged, self.target = None, -1, -1
        if dragged < 0:
            super().mouseReleaseEvent(event)
            return
        if target >= 0:
            id = self._model.entries[dragged].node
            self._model.move_to(dragged, target)
            self._stay_at(id)
        self._point_at(self.indexAt(event.position().toPoint()).row())
        self.viewport().update()

    def _open_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not index.isValid():
            index = self.currentIndex()
            point = self.visualRect(index).bottomLeft()
        if not index.isValid():
            return
        self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        row = index.row()
        entries: tuple[tuple[Message, str, bool, object], ...] = (
            (message("Go there"), "Enter", True, lambda: self._go(index)),
            (message("Write the title"), "F2", True, lambda: self.edit(index)),
            (
                message("Move up"),
                "Alt+Up",
                self._model.can_move(row, -1),
                lambda: self.move_by(-1),
            ),
            (
                message("Move down"),
                "Alt+Down",
                self._model.can_move(row, 1),
                lambda: self.move_by(1),
            ),
            (message("Take the title away"), "Del", True, self.remove),
        )
        for words, key, able, act in entries:
            action = menu.addAction(f"{tr(words)}\t{key_name(key)}")
            action.setEnabled(able)
            assert callable(act)
            action.triggered.connect(lambda _=False, act=act: act())
        menu.popup(self.viewport().mapToGlobal(point))


class ContentsPage(QWidget):
    """The table of contents of a session.

    Signals:
        commandAsked: the button of a command was pressed; its id.
    """

    commandAsked = Signal(str)

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 8, 0, 0)
        self.setAccessibleName(tr(message("Contents")))
        row = QHBoxLayout()
        row.setContentsMargins(_MARGIN - 1, 0, 14, 2)
        row.setSpacing(6)
        for id, words, tip in (
            ("title", message("Title here…"), message("Write the title of this place")),
            (
                "chapter",
                message("New chapter…"),
                message("A part with a title that begins here"),
            ),
        ):
            button = QPushButton(tr(words))
            button.setProperty("chip", True)
            set_key_tip(button, tr(tip), id)
            button.clicked.connect(lambda _=False, id=id: self.commandAsked.emit(id))
            row.addWidget(button)
        row.addStretch(1)
        self._column.addLayout(row)

    def set_contents(self, contents: TableOfContents) -> None:
        """Set the table of contents; called once, by the panel."""
        self.model = ContentsModel(self._session, contents, self)
        self.view = ContentsView(self.model, self)
        self.view.setAccessibleName(tr(message("Contents")))
        self._column.addWidget(self.view, 1)
        self.view.chosen.connect(self._session.go_to)
        self._session.moved.connect(self.follow)
        contents.found.connect(self.follow)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.follow()

    def follow(self) -> None:
        """Highlight the entry that the current node belongs to."""
        if not self.isVisible():
            return
        row = self.model.row_of(self._session.node)
        if row != self.view.here:
            self.view.here = row
            self.view.viewport().update()
        if row >= 0 and not self.view.hasFocus():
            index = self.model.index(row)
            self.view.setCurrentIndex(index)
            bring_into_sight(self.view, index)
