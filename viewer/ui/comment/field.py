"""The field in which a comment is written: its text, and the glyphs of the move below it.

The comment is shown as paragraphs, as in the notation; unedited text stays as in the file.
"""

from __future__ import annotations

from math import ceil
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document import plans
from viewer.document.edits import Change, Location
from viewer.tree.annotation import BEFORE, COMMENT, GLYPHS
from viewer.tree.comment import edited, shown
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession


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


_PAUSE = 400  # ms without a key press after which an edit is committed
_LONGEST = 1000  # ms after which a running edit is committed anyway
_DRAFT = 200  # ms after which what is being written is told
LEAVING = message("Esc leaves, all is kept")
_HINTS = {
    COMMENT: message("Write a comment…"),
    BEFORE: message("Write a comment before the move…"),
}


def may_stand_before(node: Node) -> bool:
    """Whether a move has a comment before it, or begins a variation.

    Otherwise it would be the comment after the previous move.
    """
    return bool(node.before) or (node.parent is not None and node.parent.children[0] is not node)


class CommentField(QFrame):
    """Shows the comment of a node, the session's current one, and edits it.

    The frame and the chips are there while somebody writes.

    Attributes:
        edit: the editor.
        node, facet: the id of the node, and which comment of it: COMMENT or BEFORE.
        writing: whether somebody writes: the focus is in the field, or in what opened over it.

    Signals:
        begun: somebody begins to write.
        ended: nobody writes any more; the text has been handed in.
        grown: the height that shows everything changed.
    """

    begun = Signal()
    ended = Signal()
    grown = Signal()

    def __init__(
        self, session: RecordSession, hint: Message = LEAVING, parent: QWidget | None = None
    ) -> None:
        """`hint` stands below the text while somebody writes, if there is room."""
        super().__init__(parent)
        self.setObjectName("commentField")
        self._session, self._hint = session, hint
        self.node = session.node.id
        self.facet = COMMENT
        self.writing = False
        self._showing = self._pending = False
        self._needed = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.hand_in)
        self._longest = QTimer(self, singleShot=True, interval=_LONGEST)
        self._longest.timeout.connect(self.hand_in)
        self._draft = QTimer(self, singleShot=True, interval=_DRAFT)
        self._draft.timeout.connect(self._tell_draft)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(6, 2, 6, 0)
        column.setSpacing(0)
        self.edit = CommentEdit()
        self.edit.setAccessibleDescription(tr(LEAVING))
        self.edit.textChanged.connect(self._typed)
        self.edit.left.connect(self.hand_in)
        self.edit.entered.connect(self._begin)
        self.edit.document().documentLayout().documentSizeChanged.connect(self._grow)
        column.addWidget(self.edit, 1)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # a proxy would keep Tab from the editor
        self.chips: QWidget | None = None  # made when somebody writes
        session.changed.connect(self._changed)
        session.leaving.connect(self.hand_in)

    # --------------------------------------------------------------------------------- showing

    def show_comment(self, facet: str = COMMENT) -> None:
        """Show a comment of the current node."""
        self.node, self.facet = self._session.node.id, facet
        self.edit.setPlaceholderText(tr(_HINTS[facet]))
        ahead = message("Comment before the move")
        self.edit.setAccessibleName(tr(ahead if facet == BEFORE else message("Comment")))
        self._show_text()
        self._show_chips()

    def _text(self) -> str:
        """The text of the file that the editor edits."""
        return str(self._session.record.node(self.node).note(self.facet))

    @property
    def text(self) -> str:
        """The comment as it is displayed, without what isn't handed in yet."""
        return shown(self._text(), self._session.document.flowing)

    def _show_text(self) -> None:
        text = self.text
        if self.edit.text() != text:
            self._showing = True
            place = self.edit.textCursor().position()
            self.edit.setPlainText(text)
            if self.edit.hasFocus():
                self._put_cursor(place)
            self._showing = False

    def _show_chips(self) -> None:
        """Show the glyphs that the move has, or can have in this file, while somebody writes."""
        if not self.writing:
            if self.chips is not None:
                self.chips.hide()
            return
        from viewer.ui.comment.glyph_chips import GlyphChips  # deferred

        if self.chips is None:
            self.chips = GlyphChips(self._session, tr(self._hint))
            self._column.addWidget(self.chips)
        assert isinstance(self.chips, GlyphChips)
        self.chips.show_node()
        self.chips.setHidden(self.chips.empty)
        self.setTabOrder(self.edit, next(iter(self.chips.chips.values()), self.chips.more))
        self._grow()

    def _changed(self, change: Change) -> None:
        if self.node not in self._session.record.nodes:
            return
        facets = [one.facet for one in change.of(self._session.key) if one.node == self.node]
        if facets:
            self._show_text()
        if GLYPHS in facets:
            self._show_chips()

    @property
    def needed(self) -> int:
        """The height in pixels that shows everything."""
        return self.edit.text_height + self.around

    @property
    def around(self) -> int:
        """The height in pixels of all but the text."""
        return self._column.totalMinimumSize().height() - self.edit.minimumSizeHint().height()

    def _grow(self) -> None:
        if self._needed != (needed := self.needed):
            self._needed = needed
            self.grown.emit()

    # --------------------------------------------------------------------------------- writing

    def write(self, place: int = -1) -> None:
        """Focus the editor, with the cursor at a place in the text, -1 for its end."""
        last = self.edit.document().characterCount() - 1
        self._put_cursor(last if place < 0 else place)
        self.edit.setFocus()

    def _put_cursor(self, place: int) -> None:
        cursor = self.edit.textCursor()
        cursor.setPosition(min(place, self.edit.document().characterCount() - 1))
        self.edit.setTextCursor(cursor)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A click beside the text goes on writing."""
        super().focusInEvent(event)
        self.edit.setFocus()

    def _begin(self) -> None:
        if not self.writing:
            self._turn(True)
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.focusChanged.connect(self._focus_went)
            self.begun.emit()

    def _focus_went(self, old: QWidget | None, now: QWidget | None) -> None:
        """The focus went elsewhere; to another window, or to a palette, it goes for a while only."""
        if now is None or now.window() is not self.window() or self.isAncestorOf(now):
            return
        above: QWidget | None = now
        while above is not None and above.objectName() != "palette":
            above = above.parentWidget()
        if above is None:
            self.end()

    def end(self) -> None:
        """Stop writing; the text is kept."""
        if self.writing:
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            application.focusChanged.disconnect(self._focus_went)
            self.hand_in()
            self._turn(False)
            self.ended.emit()

    def leave(self) -> None:
        """Stop writing, and return the focus to the board if it is here."""
        focus = QApplication.focusWidget()
        if focus is not None and self.isAncestorOf(focus):
            self.edit.leave()
        self.end()

    def _turn(self, writing: bool) -> None:
        self.writing = writing
        self.setProperty("writing", writing)
        self.style().polish(self)
        self._show_chips()

    def _typed(self) -> None:
        if self._showing:
            return
        self._session.holding = self._pending = True
        self._pause.start()
        if not self._longest.isActive():
            self._longest.start()
        if not self._draft.isActive():
            self._draft.start()

    def _tell_draft(self) -> None:
        """Tell what is written so far, so that it outlasts a crash."""
        session = self._session
        if self._pending and self.node in session.record.nodes:
            text = edited(self._text(), self.edit.text(), session.document.flowing)
            place = Location(session.key, self.node)
            session.drafted.emit(session.document, place, self.facet, text)

    def hand_in(self) -> None:
        """Commit what was typed since the last commit, as an edit."""
        self._pause.stop()
        self._longest.stop()
        self._draft.stop()
        if not self._pending:
            return
        self._session.holding = self._pending = False
        node = self._session.record.nodes.get(self.node)
        if node is not None:
            text = edited(self._text(), self.edit.text(), self._session.document.flowing)
            self._session.do_on(node, plans.comment, text, self.facet)
