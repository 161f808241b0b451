"""The current node's comment with the next moves: its page, large, and one line of it, which opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontInfo, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, in_context, message
from viewer.document.edits import Change
from viewer.tree.annotation import (
    ACTOR,
    BEFORE,
    BOOKMARK,
    CLOCK,
    COMMENT,
    ELAPSED,
    EVALUATION,
    MOMENT,
    OVERTIME,
    PROBLEM,
    TITLE,
)
from viewer.tree.comment import shown
from viewer.tree.evaluation import aside_text, evaluation_of
from viewer.tree.node import Node
from viewer.ui.comment.field import CommentField, may_stand_before
from viewer.ui.notation.visible_blocks import evaluation_message
from viewer.ui.pages.candidate_chips import CandidateChips
from viewer.ui.session.candidates import Candidates, NextMoves
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.step_words import asides
from viewer.ui.toolkit.keymap import naming_keys
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import ElidedLabel, set_tip

if TYPE_CHECKING:
    from viewer.ui.pages.candidate_rows import CandidateRows
    from viewer.ui.pages.same_positions import SamePositions

CHIPS, ROWS = "chips", "rows"
"""The values of the setting "candidates"."""
_NAMED = 160  # pixels that the name of a long move keeps
_LARGE = 16 / 13.5  # of the usual size of text
_ASIDES = {
    EVALUATION: message("evaluation {value}"),
    CLOCK: message("clock {value}"),
    ELAPSED: message("{value} used"),
    BOOKMARK: message("bookmark: {value}"),
}
_OF_STEPS = frozenset((ACTOR, MOMENT, OVERTIME, PROBLEM, TITLE))


_FEWEST = 5  # characters of a part that still say something


class WholeParts(ElidedLabel):
    """A line of parts with dots between them: the last ones are left out where they don't fit whole."""

    DOT = "·"

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def elided(self, width: int) -> str:
        text, advance = self.text(), self.fontMetrics().horizontalAdvance
        while self.DOT in text and advance(text) > width:
            text = text.rpartition(self.DOT)[0].rstrip()
        found = self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, width)
        return found if len(found) >= min(_FEWEST, len(text)) else ""


class CandidatePanel(QWidget):
    """The candidates of one source, with a button that switches between chips and rows.

    Attributes:
        line: of the chips and the button; others may be put before them.

    Signals:
        viewAsked: the user asks for chips or rows: CHIPS or ROWS.
        left: the user pressed Escape in the rows.
    """

    viewAsked = Signal(str)
    left = Signal()

    def __init__(
        self,
        moves: Candidates,
        called: Message,
        nothing: Callable[[], Message],
        parent: QWidget | None = None,
    ) -> None:
        """`nothing` says why there are none."""
        super().__init__(parent)
        self._moves = moves
        self.chips = CandidateChips(moves, called, nothing)
        self.rows: CandidateRows | None = None  # created on first use
        self.switch = QPushButton(tr(in_context("how next moves are shown", "Table")))
        self.switch.setProperty("chip", True)
        self.switch.setCheckable(True)
        self.switch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.switch, tr(message("Show the next moves as a table")))
        self.switch.clicked.connect(lambda on: self.viewAsked.emit(ROWS if on else CHIPS))
        self.line = QHBoxLayout()
        self.line.setSpacing(6)
        self.line.addStretch(1)
        self.line.addWidget(self.chips)
        self.line.addWidget(self.switch)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addLayout(self.line)

    def set_view(self, view: str) -> None:
        """Show the candidates as CHIPS or as ROWS."""
        as_rows = view == ROWS
        self.switch.setChecked(as_rows)
        if as_rows and self.rows is None:
            from viewer.ui.pages.candidate_rows import CandidateRows  # deferred

            self.rows = CandidateRows(self._moves)
            self.rows.left.connect(self.left)
            self._column.addWidget(self.rows)
            QWidget.setTabOrder(self.switch, self.rows)
        if self.rows is not None:
            self.rows.setVisible(as_rows)
        self.chips.set_bare(as_rows)
        self.show_moves()

    def show_moves(self) -> None:
        """Show the candidates for the current position."""
        self.chips.show_moves()
        if self.rows is not None and not self.rows.isHidden():
            self.rows.show_moves()


class CommentPanel(QWidget):
    """Shows and edits what the record says about the current node, and offers the next moves.

    Attributes:
        field: the comment.
        same: shows where else the position stands; None as long as none does.
    """

    _made = False  # Qt sends events while the widget is being made

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.same: SamePositions | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 6, 8, 6)
        self._column.setSpacing(2)
        self._head = column = QVBoxLayout()
        column.setContentsMargins(10, 0, 6, 0)  # in line with the text in the field
        column.setSpacing(4)
        self._column.addLayout(column)
        moves = NextMoves(session)
        self.candidates = CandidatePanel(moves, message("Next:"), moves.nothing)
        self._move = ElidedLabel()
        self._move.setProperty("name", True)
        self.candidates.line.insertWidget(0, self._move)
        self._edits = WholeParts()
        self._edits.setProperty("muted", True)
        self.candidates.line.insertWidget(1, self._edits)
        column.addWidget(self.candidates)
        column.addWidget(self._asides())
        self.field = CommentField(session, NOTHING)  # how one ends stands at the top
        self.edit = self.field.edit
        self._column.addWidget(self.field, 1)
        self.candidates.left.connect(self.edit.leave)
        self.field.begun.connect(self._show_edits)
        self.field.ended.connect(self._show_edits)
        session.moved.connect(self.show_node)
        session.chosen.connect(self._show_ways)
        session.restyled.connect(self.show_node)
        session.dressed.connect(self._show_candidates)
        session.reloaded.connect(self._reloaded)
        session.changed.connect(self._changed)
        session.rules.judged.connect(self._judged)
        session.rules.transpositions.found.connect(self._show_same)
        self._made = True
        self._enlarge()
        self._show_candidates()
        self.show_node()

    def _show_candidates(self) -> None:
        self.candidates.set_view(self._session.looks.candidates)

    def _asides(self) -> QWidget:
        """Make the evaluation, the times of the move, and the switch to the comment before it."""
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self._aside = ElidedLabel()
        self._aside.setProperty("muted", True)
        row.addWidget(self._aside, 1)
        self.ahead = QPushButton(tr(message("Before the move")))
        self.ahead.setProperty("chip", True)
        self.ahead.setCheckable(True)
        self.ahead.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(self.ahead, tr(message("The comment that stands before the move")))
        self.ahead.clicked.connect(self._switch)
        row.addWidget(self.ahead)
        self._aside_box = box
        return box

    # --------------------------------------------------------------------------------- showing

    def _reloaded(self) -> None:
        self.field.facet = COMMENT  # another record may use the same ids
        self.show_node()

    def show_node(self) -> None:
        """Show the current node."""
        session = self._session
        node, field = session.node, self.field
        name = session.words.numbered(node) or tr(message("Start"))
        self._move.set_text_keeping(name, _NAMED)
        self._show_edits()
        field.show_comment(field.facet if field.node == node.id else COMMENT)
        self._show_asides(node)
        self._show_same()
        self.candidates.show_moves()

    def _show_edits(self) -> None:
        """Say how one begins to write, or ends."""
        words = naming_keys(message("comment · {key} edits"), message("comment"), key="comment")
        writes = message("comment · Esc leaves, all is kept")
        self._edits.setText(tr(writes if self.field.writing else words))

    def _show_asides(self, node: Node) -> None:
        said = [
            tr(words.given(value=value))
            for facet, words in _ASIDES.items()
            if (value := aside_text(node, facet, self._session.game.score_unit))
        ]
        if _OF_STEPS.intersection(node.notes):
            said += asides(self._session, node)
        verdicts = self._session.rules.verdicts
        verdict = (
            verdicts.words(node, self._session.states.side_names) if verdicts is not None else None
        )
        if verdict is not None:
            said.append(tr(verdict))
        self._aside.setText("  ·  ".join(said))
        evaluation = evaluation_of(node, self._session.game.score_unit)
        if evaluation is not None:
            said[0] = tr(evaluation_message(self._session.states, evaluation))
        self._aside.setAccessibleName(", ".join(said))
        ahead = bool(node.before) or self.field.facet == BEFORE
        self.ahead.setVisible(ahead)
        self.ahead.setChecked(self.field.facet == BEFORE)
        self._aside_box.setVisible(ahead or bool(said))

    def _show_ways(self) -> None:
        self.candidates.show_moves()
        self._show_same()

    def _show_same(self) -> None:
        """Show where else the position stands; what shows it is made on first use."""
        session = self._session
        others = [] if session.concealing else session.rules.transpositions.of(session.node)
        if others and self.same is None:
            from viewer.ui.pages.same_positions import SamePositions  # deferred

            self.same = SamePositions(self._session, self)
            self.same.setFont(self.font())
            self._head.addWidget(self.same)
        if self.same is not None:
            self.same.show_nodes(others)
            self.same.setVisible(bool(others))

    def can_write_before(self) -> bool:
        """Whether a comment may stand before the current move."""
        return may_stand_before(self._session.node)

    def write_before(self) -> None:
        """Edit the comment before the current move."""
        if self.can_write_before():
            self._turn_to(BEFORE)
            self.write()

    def write(self) -> None:
        """Focus the editor, with the cursor at the end of the text."""
        self.field.write()

    def _switch(self) -> None:
        self._turn_to(BEFORE if self.ahead.isChecked() else COMMENT)

    def _turn_to(self, facet: str) -> None:
        self.field.hand_in()
        self.field.show_comment(facet)
        self._show_asides(self._session.node)

    def _judged(self) -> None:
        self._show_asides(self._session.node)

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        node = self._session.node
        if any(one.facet in ("children", "action", "glyphs") for one in touched):
            self.show_node()
        elif any(one.node == node.id for one in touched):
            self._show_asides(node)

    # --------------------------------------------------------------------------------- its size

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._made:
            self._enlarge()

    def _enlarge(self) -> None:
        """Show the comment larger than the rest."""
        font = QFont(self.font())
        font.setPixelSize(round(QFontInfo(font).pixelSize() * _LARGE))
        self.edit.setFont(font)


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
