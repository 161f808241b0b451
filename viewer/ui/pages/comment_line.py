"""The comment of the current node in one line, which opens; beside it the next moves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.edits.ops import Change
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.comment import shown
from viewer.ui.comment.field import CommentField, may_stand_before
from viewer.ui.pages.candidate_chips import CandidateChips
from viewer.ui.session.candidates import NextMoves
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import ElidedLabel

_LINE = 30  # pixels
_SIDE = 8


class CommentLine(QWidget):
    """A line for places without the notation and without the comment in view.

    A click opens the field in which the comment is written, over the widget around the line: upwards from
    the line, as high as the text needs, up to half of that widget.

    Attributes:
        text: the first line of the comment, or the invitation to write one.
        chips: the next moves.
        field: the field; None until the comment is written here.
    """

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 0, 14, 0)
        row.setSpacing(12)
        self.text = ElidedLabel()
        row.addWidget(self.text, 1)
        moves = NextMoves(session)
        self.chips = CandidateChips(moves, message("Next:"), moves.nothing)
        self.chips.setCursor(Qt.CursorShape.ArrowCursor)
        row.addWidget(self.chips)
        self.field: CommentField | None = None
        session.moved.connect(self.show_node)
        session.chosen.connect(self._show)
        session.restyled.connect(self._show)
        session.reloaded.connect(self.show_node)
        session.changed.connect(self._changed)
        self.show_node()

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), max(_LINE, super().sizeHint().height()))

    # --------------------------------------------------------------------------------- showing

    def show_node(self) -> None:
        """Show the current node."""
        self.close_field()
        self._show()

    def _show(self) -> None:
        session = self._session
        node = session.node
        said = (node.before, node.comment) if node.notes else ()
        lines = "\n".join(shown(one, session.document.flowing) for one in said).splitlines()
        line = next(filter(str.strip, lines), "")
        self.text.setText(line or tr(message("Write a comment…")))
        self.text.set_look("" if line else "muted")
        self.chips.setVisible(bool(session.node.children) and not session.concealing)
        self.chips.show_moves()

    def _changed(self, change: Change) -> None:
        if change.of(self._session.key):
            self._show()

    # --------------------------------------------------------------------------------- writing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.write()
        else:
            event.ignore()

    def write(self, before: bool = False) -> None:
        """Write the comment of the current node, or the one before its move."""
        over = self.parentWidget()
        if over is None or (before and not may_stand_before(self._session.node)):
            return
        if self.field is None:
            self.field = CommentField(self._session)
            self.field.ended.connect(self._close_later)
            self.field.grown.connect(self._place)
        field = self.field
        if field.parentWidget() is not over:
            field.setParent(over)
            over.installEventFilter(self)
        field.setFont(self.font())
        field.hand_in()
        field.show_comment(BEFORE if before else COMMENT)
        self._place()
        field.show()
        field.raise_()
        field.write()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            later(self, self._place)  # once the line has its place
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        """Lay the field over what is above the line, as high as it has to be."""
        field, over = self.field, self.parentWidget()
        if field is None or over is None or field.parentWidget() is not over:
            return
        foot = self.geometry().bottom() - 1
        wide = self.width() - 2 * _SIDE
        field.resize(wide, field.height())
        layout = field.layout()
        assert layout is not None
        layout.activate()  # the height of the text depends on the width
        least = max(field.minimumSizeHint().height(), self.height())
        high = min(max(field.needed, least), max(over.height() // 2, least))
        field.setGeometry(QRect(self.x() + _SIDE, foot - high, wide, high))

    def _close_later(self) -> None:
        later(self, self._close_left)

    def _close_left(self) -> None:
        if self.field is not None and not self.field.writing:
            self.field.hide()

    def close_field(self) -> None:
        """Stop writing; the text is kept."""
        if self.field is not None and not self.field.isHidden():
            self.field.leave()
            self.field.hide()
