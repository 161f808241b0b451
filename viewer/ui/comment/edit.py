"""The editor of comments."""

from __future__ import annotations

from math import ceil
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget


@runtime_checkable
class _BoardWindow(Protocol):
    """A window with a board."""

    def focus_board(self) -> None:
        """Focus the board."""


class CommentEdit(QPlainTextEdit):
    """The editor. Undo and redo are the document's; the editor has none of its own.

    Signals:
        entered: it has the focus.
        left: the user finished writing (focus out, Escape).
    """

    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("comment")
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # the window handles dropped files
        self.setFrameStyle(0)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(3)
        self.document().documentLayout().documentSizeChanged.connect(self._show_whole_lines)

    def text(self) -> str:
        """The text; Qt's `toPlainText` would turn no-break spaces into spaces."""
        return self.document().toRawText().replace("\u2029", "\n").replace("\u2028", "\n")

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

    def minimumSizeHint(self) -> QSize:
        """Room for a line."""
        return QSize(40, self.fontMetrics().lineSpacing() + 10)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def leave(self) -> None:
        """Return the focus to the board, or give it up where there is none."""
        self.left.emit()
        parent = self.window()
        if isinstance(parent, _BoardWindow):
            parent.focus_board()
        else:
            self.clearFocus()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    @property
    def text_height(self) -> int:
        """The height in pixels that shows all the text, counted up to that of a window."""
        height, most = 0.0, self.window().height()
        block = self.document().firstBlock()
        while block.isValid() and height < most:
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return ceil(height) + self._around + 1

    @property
    def hidden_height(self) -> int:
        """The height in pixels by which the text exceeds the editor."""
        return self.text_height - self.contentsRect().height()

    @property
    def _line_height(self) -> float:
        """Pixels of a line as it is laid out, which may be more than the font's own spacing."""
        line = self.document().firstBlock().layout().lineAt(0)
        height = line.height() if line.isValid() else 0.0
        return max(1.0, height or self.fontMetrics().lineSpacing())

    @property
    def _around(self) -> int:
        return 2 * round(self.document().documentMargin()) + 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_whole_lines()

    def _show_whole_lines(self) -> None:
        """Show whole lines only, not half of one at the bottom, if not all fit."""
        cut = 0
        if self.hidden_height > 0:
            line = self._line_height
            room = self.contentsRect().height()  # within the border
            single = ceil(line) + self._around + 1  # with less, a single line could be scrolled
            # The margin of the document's end lies below what is hidden.
            cut = max(0, min(int((room - self.document().documentMargin()) % line), room - single))
        if self.viewportMargins().bottom() != cut:
            self.setViewportMargins(0, 0, 0, cut)
