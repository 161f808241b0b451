"""The panel of the current node: its move, glyph chips, its comment, the next moves as chips.

The comment is shown as paragraphs, as in the notation; unedited text stays as in the file.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document import plans
from viewer.document.edits.history import Location
from viewer.document.edits.ops import Change
from viewer.document.holding import no_glyph
from viewer.formats import FORMATS
from viewer.tree.annotation import (
    ACTOR,
    BEFORE,
    BOOKMARK,
    CLOCK,
    COMMENT,
    ELAPSED,
    EVALUATION,
    MOMENT,
    MOVE_GLYPHS,
    OVERTIME,
    POSITION_GLYPHS,
    PROBLEM,
    TITLE,
)
from viewer.tree.comment import edited, shown
from viewer.tree.evaluation import aside_text, evaluation_of
from viewer.tree.nags import sign_of, words_of
from viewer.tree.node import Node
from viewer.ui.dialogs.glyph_palette import GlyphPalette
from viewer.ui.notation.words import evaluation_message
from viewer.ui.panel.candidate_panel import CandidatePanel
from viewer.ui.panel.comment_edit import CommentEdit
from viewer.ui.panel.same_positions import SamePositions
from viewer.ui.session.candidates import NextMoves
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.step_words import asides
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.shortcuts import set_key_tip
from viewer.ui.toolkit.widgets import ElidedLabel, FlowLayout

_HIGH = 640  # pixels of a window's height
_PAUSE = 400  # ms without a key press after which an edit is committed
_LONGEST = 1000  # ms after which a running edit is committed anyway
_DRAFT = 200  # ms after which what is being written is told
_CHIPS = tuple(
    nag
    for nag, _, _ in (*MOVE_GLYPHS[:2], *MOVE_GLYPHS[4:6], POSITION_GLYPHS[0], POSITION_GLYPHS[4])
)
_ASIDES = {
    EVALUATION: message("evaluation {value}"),
    CLOCK: message("clock {value}"),
    ELAPSED: message("{value} used"),
    BOOKMARK: message("bookmark: {value}"),
}
_OF_STEPS = frozenset((ACTOR, MOMENT, OVERTIME, PROBLEM, TITLE))
_HINTS = {
    COMMENT: message("Write a comment…"),
    BEFORE: message("Write a comment before the move…"),
}


class CommentPanel(QWidget):
    """Shows and edits what the record says about the current node, and offers the next moves.

    While the comment is being written, the panel grows with it.

    Attributes:
        wide_open: whether the editor takes all the height that can be spared.
        same: shows where else the position stands; None as long as none does.

    Signals:
        grown: the height that it needs changed.
    """

    grown = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._node = session.node.id
        self._facet = COMMENT  # or BEFORE
        self._showing = False
        self.wide_open = False
        self.same: SamePositions | None = None
        self._low = False
        self._widest = 0  # the widest name of a move so far: chips don't come and go while stepping
        self._fitted: tuple[object, ...] = ()
        self._needed = 0
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.hand_in)
        self._longest = QTimer(self, singleShot=True, interval=_LONGEST)
        self._longest.timeout.connect(self.hand_in)
        self._draft = QTimer(self, singleShot=True, interval=_DRAFT)
        self._draft.timeout.connect(self._tell_draft)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(18, 8, 14, 10)
        column.setSpacing(6)
        column.addWidget(self._chips())
        column.addWidget(self._asides())
        self.edit = CommentEdit()
        self.edit.setMinimumHeight(self.edit.fontMetrics().lineSpacing() + 10)
        self.edit.textChanged.connect(self._typed)
        self.edit.left.connect(self.hand_in)
        self.edit.focused.connect(self._turn_focus)
        self.edit.document().documentLayout().documentSizeChanged.connect(self._grow)
        column.addWidget(self.edit, 1)
        moves = NextMoves(session)
        self.candidates = CandidatePanel(moves, message("Next:"), moves.nothing)
        self.candidates.left.connect(self.edit.leave)
        column.addWidget(self.candidates)
        session.moved.connect(self.show_node)
        session.chosen.connect(self._show_ways)
        session.restyled.connect(self.show_node)
        session.reloaded.connect(self._reloaded)
        session.changed.connect(self._changed)
        session.rules.judged.connect(self._judged)
        session.leaving.connect(self.hand_in)
        session.rules.transpositions.found.connect(self._show_same)
        self._name_chips()
        self.show_node()

    def _chips(self) -> QWidget:
        self._chip_box = QWidget()
        self._row = FlowLayout(self._chip_box)
        self._move = Label()
        self._move.setProperty("muted", True)
        self._row.addWidget(self._move)
        self._glyphs: dict[int, QPushButton] = {}
        for nag in _CHIPS:
            self._add_chip(nag)
        self._more = self._chip("…")
        self._more.setAccessibleName(tr(message("All glyphs")))
        self._more.clicked.connect(self._open_palette)
        return self._chip_box

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
        self._facet = COMMENT  # another record may use the same ids
        self._widest = 0
        self._name_chips()
        self.show_node()

    def show_node(self) -> None:
        """Show the current node."""
        session = self._session
        node = session.node
        if session.document.format != self._named:  # saved in another format
            self._name_chips()
        if self._node != node.id:
            self._facet = COMMENT
        self._node = node.id
        self._show_glyphs(node)
        self._show_asides(node)
        self._show_same()
        self._show_comment()
        self.candidates.show_moves()

    def _show_glyphs(self, node: Node) -> None:
        """Show the move, a chip for each usual glyph, and one for each other glyph of the move."""
        session = self._session
        self._move.setText(session.words.numbered(node) or tr(message("Start")))
        there = node.parent is not None
        wanted = tuple(dict.fromkeys((*_CHIPS, *node.glyphs)))
        if wanted != tuple(self._glyphs):
            self._make_chips(wanted)
        for nag, chip in self._glyphs.items():
            held = nag in node.glyphs or no_glyph(session.document, nag) is None
            chip.setEnabled(there and held)
            chip.setChecked(nag in node.glyphs)
        self._more.setEnabled(there and no_glyph(session.document) is None)
        self._fit_chips()

    def _fit_chips(self) -> None:
        """Leave out usual glyphs that the move lacks, the last first, as far as one row asks for it."""
        self._widest = max(self._widest, self._move.sizeHint().width())
        margins = self._column.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self._widest
        kept = {nag for nag, chip in self._glyphs.items() if chip.isChecked() or chip.hasFocus()}
        if self._fitted == (room, kept):
            return
        self._fitted = room, kept
        wide = {nag: chip.sizeHint().width() + self._row.gap for nag, chip in self._glyphs.items()}
        room -= sum(wide.values()) + self._more.sizeHint().width() + self._row.gap
        for nag in reversed(self._glyphs):
            left_out = room < 0 and nag not in kept
            self._glyphs[nag].setHidden(left_out)
            if left_out:
                room += wide[nag]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_chips()

    def _make_chips(self, wanted: tuple[int, ...]) -> None:
        """Make the chips: the usual ones stay (one may have the focus), others follow them as needed."""
        for nag in [nag for nag in self._glyphs if nag not in _CHIPS]:
            chip = self._glyphs.pop(nag)
            self._row.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        for nag in wanted[len(_CHIPS) :]:
            self._add_chip(nag)
        self._name_chips()
        self._row.removeWidget(self._more)
        self._row.addWidget(self._more)
        self._chip_box.updateGeometry()

    def _name_chips(self) -> None:
        """Set the words of the chips, which name the sides of the game."""
        names = self._session.states.side_names
        document = self._session.document
        self._named = document.format
        own = FORMATS[document.format].load().glyphs or {}
        for nag, chip in self._glyphs.items():
            words = tr(words_of(nag, names))
            if nag in own:  # in the words of the file's format
                words = f"{words} · {tr(own[nag])}"
            lack = no_glyph(document, nag)
            set_tip(chip, words if lack is None else f"{words} · {tr(lack)}")
            chip.setAccessibleName(words)
        lack = no_glyph(document)
        if lack is None:
            set_key_tip(self._more, tr(message("All glyphs")), "glyphs")
        else:
            set_key_tip(self._more, tr(lack))

    def _add_chip(self, nag: int) -> None:
        chip = self._chip(sign_of(nag))
        chip.setCheckable(True)
        chip.clicked.connect(lambda: self._session.do(plans.toggle_glyph, nag))
        self._glyphs[nag] = chip

    def _chip(self, sign: str) -> QPushButton:
        chip = QPushButton(sign)
        chip.setFont(QFont([*self.font().families(), "Qipu Notation"]))
        chip.setProperty("chip", True)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.addWidget(chip)
        return chip

    def _open_palette(self) -> None:
        GlyphPalette(self._session, self.window()).open_over()

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
        ahead = bool(node.before) or self._facet == BEFORE
        self.ahead.setVisible(ahead)
        self.ahead.setChecked(self._facet == BEFORE)
        self._aside_box.setVisible(ahead or bool(said))

    def _show_ways(self) -> None:
        self.candidates.show_moves()
        self._show_same()

    def _show_same(self) -> None:
        """Show where else the position stands; what shows it is made on first use."""
        session = self._session
        others = [] if session.concealing else session.rules.transpositions.of(session.node)
        if others and self.same is None:
            self.same = SamePositions(self._session, self)
            self.same.setFont(self.font())
            self._column.insertWidget(2, self.same)
        if self.same is not None:
            self.same.show_nodes(others)
            self.same.setVisible(bool(others) and not self._low)

    def can_write_before(self) -> bool:
        """Whether the current move has a comment before it, or begins a variation.

        Otherwise it would be the comment after the previous move.
        """
        node = self._session.node
        return bool(node.before) or (
            node.parent is not None and node.parent.children[0] is not node
        )

    def write_before(self) -> None:
        """Edit the comment before the current move."""
        if self.can_write_before():
            self.hand_in()
            self._facet = BEFORE
            self.show_node()
            self.write()

    def minimumSizeHint(self) -> QSize:
        """The minimum size; in a high window, with room for all candidates and a second line of text."""
        if self.window().height() < _HIGH:
            return super().minimumSizeHint()
        line = self.edit.fontMetrics().lineSpacing()
        return super().minimumSizeHint() + QSize(0, self.candidates.wanted + line)

    def set_low(self, low: bool) -> None:
        """Show the comment alone if there is little room, or everything."""
        self._low = low
        self._chip_box.setHidden(low)
        self._show_same()
        self.candidates.setHidden(low)

    @property
    def needed(self) -> int:
        """The height in pixels that shows the whole comment while it is being written, else 0."""
        return self._needed

    def _grow(self) -> None:
        """Ask for the height that the text needs, as long as it is being written."""
        needed = 0
        if self.edit.hasFocus():
            self._column.activate()  # the editor's height may be of an earlier one of the panel
            needed = self.height() + self.edit.hidden_height
        if needed != self._needed:
            self._needed = needed
            self.grown.emit()

    def _turn_focus(self) -> None:
        if not self.edit.hasFocus():
            self.wide_open = False
            self._needed = -1  # whatever it was: the pane has its own size again
        self._grow()

    def open_wide(self, wide: bool = True) -> None:
        """Give the editor all the height that can be spared, or its own again, and the focus."""
        if self.wide_open != wide:
            self.wide_open = wide
            self.grown.emit()
        if not self.edit.hasFocus():
            self.write()

    def write(self) -> None:
        """Focus the editor, with the cursor at the end of the text."""
        self.edit.moveCursor(QTextCursor.MoveOperation.End)
        self.edit.setFocus()

    def _switch(self) -> None:
        self.hand_in()
        self._facet = BEFORE if self.ahead.isChecked() else COMMENT
        self.show_node()

    def _text(self) -> str:
        """The node's text that the editor edits: the comment before or after the move."""
        return str(self._session.record.node(self._node).note(self._facet))

    def _show_comment(self) -> None:
        self.edit.setPlaceholderText(tr(_HINTS[self._facet]))
        ahead = self._facet == BEFORE
        name = message("Comment before the move") if ahead else message("Comment")
        self.edit.setAccessibleName(tr(name))
        text = shown(self._text(), self._session.document.flowing)
        if self.edit.text() != text:
            self._showing = True
            place = self.edit.textCursor().position()
            self.edit.setPlainText(text)
            if self.edit.hasFocus():
                cursor = self.edit.textCursor()
                cursor.setPosition(min(place, len(self.edit.text())))
                self.edit.setTextCursor(cursor)
            self._showing = False

    def _judged(self) -> None:
        if self._node in self._session.record.nodes:
            self._show_asides(self._session.record.node(self._node))

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        if any(one.facet in ("children", "action", "glyphs") for one in touched):
            if self._node in self._session.record.nodes:
                self.show_node()
        elif any(one.node == self._node for one in touched):
            self._show_asides(self._session.record.node(self._node))
            self._show_comment()

    # --------------------------------------------------------------------------------- editing

    def _typed(self) -> None:
        if self._showing:
            return
        self._session.holding = True
        self._pause.start()
        if not self._longest.isActive():
            self._longest.start()
        if not self._draft.isActive():
            self._draft.start()

    def _tell_draft(self) -> None:
        """Tell what is written so far, so that it outlasts a crash."""
        session = self._session
        if session.holding and self._node in session.record.nodes:
            text = edited(self._text(), self.edit.text(), session.document.flowing)
            place = Location(session.key, self._node)
            session.drafted.emit(session.document, place, self._facet, text)

    def hand_in(self) -> None:
        """Commit what was typed since the last commit, as an edit."""
        self._pause.stop()
        self._longest.stop()
        self._draft.stop()
        if not self._session.holding:
            return
        self._session.holding = False
        node = self._session.record.nodes.get(self._node)
        if node is not None:
            text = edited(self._text(), self.edit.text(), self._session.document.flowing)
            self._session.do_on(node, plans.comment, text, self._facet)
