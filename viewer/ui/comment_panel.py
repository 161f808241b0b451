"""The panel of the current node: its move, glyph chips, its comment, the next moves as chips."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.messages import message
from viewer.document import plans
from viewer.document.ops import Change
from viewer.tree.annotation import MOVE_GLYPHS, POSITION_GLYPHS
from viewer.ui.study import Study
from viewer.ui.translate import tr
from viewer.ui.widgets import FlowLayout

_PAUSE = 400  # ms without a key that end an edit
_LONGEST = 1000  # ms after which a running edit is handed in anyway
_CHIPS = (*MOVE_GLYPHS[:2], *MOVE_GLYPHS[4:6], POSITION_GLYPHS[0], POSITION_GLYPHS[4])


class CommentEdit(QPlainTextEdit):
    """The editor. Undo and redo are the document's: it keeps none of its own.

    Signals:
        left: the person is done writing (focus out, Escape).
    """

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comment")
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # a dropped file is for the window
        self.setFrameStyle(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(3)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            if control and event.key() in (
                Qt.Key.Key_Z,
                Qt.Key.Key_Y,
                Qt.Key.Key_Up,
                Qt.Key.Key_Down,
            ):
                event.ignore()
                return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            parent = self.window()
            if hasattr(parent, "focus_board"):
                parent.focus_board()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class CommentPanel(QWidget):
    """What is said about the current node, and where to go from it."""

    def __init__(self, study: Study, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._study = study
        self._node = study.node.id
        self._showing = False
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.hand_in)
        self._longest = QTimer(self, singleShot=True, interval=_LONGEST)
        self._longest.timeout.connect(self.hand_in)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 8, 14, 10)
        column.setSpacing(6)
        column.addLayout(self._chips())
        self.edit = CommentEdit()
        self.edit.setAccessibleName(tr(message("Comment")))
        self.edit.setPlaceholderText(tr(message("Write a comment…")))
        self.edit.textChanged.connect(self._typed)
        self.edit.left.connect(self.hand_in)
        column.addWidget(self.edit, 1)
        self._next_box = QWidget()
        self._next = FlowLayout(self._next_box)
        column.addWidget(self._next_box)
        study.moved.connect(self.show_node)
        study.chosen.connect(self._show_next)
        study.restyled.connect(self.show_node)
        study.reloaded.connect(self.show_node)
        study.changed.connect(self._changed)
        study.leaving.connect(self.hand_in)
        self.show_node()

    def _chips(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(6)
        self._move = QLabel()
        self._move.setProperty("muted", True)
        row.addWidget(self._move)
        row.addSpacing(2)
        self._glyphs: dict[int, QPushButton] = {}
        for nag, sign, words in _CHIPS:
            chip = QPushButton(sign)
            chip.setProperty("chip", True)
            chip.setCheckable(True)
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.setToolTip(tr(words))
            chip.setAccessibleName(tr(words))
            chip.clicked.connect(lambda _=False, nag=nag: self._study.do(plans.toggle_glyph, nag))
            row.addWidget(chip)
            self._glyphs[nag] = chip
        row.addStretch(1)
        return row

    # --------------------------------------------------------------------------------- showing

    def show_node(self) -> None:
        """Show the current node."""
        study = self._study
        node = study.node
        self._node = node.id
        self._move.setText(study.numbered(node) or tr(message("Start")))
        for nag, chip in self._glyphs.items():
            chip.setEnabled(node.parent is not None)
            chip.setChecked(nag in node.glyphs)
        self._show_comment()
        self._show_next()

    def _show_comment(self) -> None:
        text = self._study.record.node(self._node).comment
        if self.edit.toPlainText() != text:
            self._showing = True
            place = self.edit.textCursor().position()
            self.edit.setPlainText(text)
            if self.edit.hasFocus():
                cursor = self.edit.textCursor()
                cursor.setPosition(min(place, len(text)))
                self.edit.setTextCursor(cursor)
            self._showing = False

    def _show_next(self) -> None:
        while self._next.count():
            item = self._next.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        study = self._study
        label = QLabel(tr(message("Next:")))
        label.setProperty("muted", True)
        self._next.addWidget(label)
        children = study.node.children
        for child in children[:12]:
            chip = QPushButton(study.text_of(child) or "…")
            chip.setFont(QFont([*self.font().families(), "Qipu Notation"]))
            chip.setProperty("chip", True)
            chip.setProperty("chosen", child is study.cursor.next)
            chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            chip.clicked.connect(lambda _=False, id=child.id: self._study.go_to(id))
            self._next.addWidget(chip)
        if not children:
            end = QLabel(tr(message("end of the line")))
            end.setProperty("muted", True)
            self._next.addWidget(end)
        elif len(children) > 12:
            more = QLabel(tr(message("and {count} more", count=len(children) - 12)))
            more.setProperty("muted", True)
            self._next.addWidget(more)
        self._next_box.updateGeometry()

    def _changed(self, change: Change) -> None:
        touched = change.of(self._study.key)
        if any(one.facet in ("children", "action", "glyphs") for one in touched):
            if self._node in self._study.record.nodes:
                self.show_node()
        elif any(one.node == self._node for one in touched):
            self._show_comment()

    # --------------------------------------------------------------------------------- editing

    def _typed(self) -> None:
        if self._showing:
            return
        self._study.holding = True
        self._pause.start()
        if not self._longest.isActive():
            self._longest.start()

    def hand_in(self) -> None:
        """Make an edit of what was typed since the last one."""
        self._pause.stop()
        self._longest.stop()
        if not self._study.holding:
            return
        self._study.holding = False
        node = self._study.record.nodes.get(self._node)
        if node is not None:
            self._study.do(plans.comment, self.edit.toPlainText(), node=node)
