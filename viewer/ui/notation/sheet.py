"""The notation page of a session: takebacks shown in place, or as variations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.document.edits import Change
from viewer.document.reading.views import LineStates, line_to, variations_of
from viewer.formats import FORMATS
from viewer.games.states import States
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.comment import shown
from viewer.tree.record import Record
from viewer.ui.comment.field import CommentField, may_stand_before
from viewer.ui.notation.view import NotationView
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import record_title
from viewer.ui.toolkit.later import later
from viewer.ui.toolkit.plain import Label, set_tip

if TYPE_CHECKING:
    from viewer.ui.notation.in_place import InPlaceField


class NotationSheet(QWidget):
    """The notation, with a switch above it for records with takebacks.

    The variations are a read-only view whose nodes keep their ids, so going to one and editing it is going
    to and editing the record's.

    Attributes:
        view: the notation.
        as_variations: whether takebacks are shown as variations.
    """

    def __init__(
        self, session: RecordSession, parent: QWidget | None = None, *, writable: bool = True
    ) -> None:
        """`writable`: a click on a comment edits it."""
        super().__init__(parent)
        self._session = session
        self._in_place: InPlaceField | None = None
        self._stale = False  # what is shown lacks what was written since
        self._takebacks = False
        self._led: Mapping[int, int] = {}
        self._concealed = False  # what is shown now ends with the current move
        self.as_variations = False
        self.view = NotationView()
        self.view.describe = session.words.of_step
        self.view.set_asides(session.asides)
        self.view.nodeActivated.connect(session.go_to)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.line = self._switch()
        self.line.hide()
        column.addWidget(self.line)
        column.addWidget(self.view, 1)
        self.view.writable = writable
        if writable:
            self.view.commentClicked.connect(self._comment_clicked)
        session.moved.connect(self._moved)
        session.chosen.connect(self._chosen)
        session.restyled.connect(self._restyled)
        session.changed.connect(self._changed)
        session.reloaded.connect(self.show_record)
        self.show_record()

    def _restyled(self) -> None:
        self.view.set_style(self._session.style)
        self.view.set_asides(self._session.asides)

    def _switch(self) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(18, 6, 14, 2)
        row.setSpacing(6)
        name = Label(tr(message("Takebacks:")))
        name.setProperty("muted", True)
        row.addWidget(name)
        group = QButtonGroup(line)
        self._ways: list[QPushButton] = []
        for words, tip in (
            (
                message("As it happened"),
                message("Moves, takebacks and messages one after the other"),
            ),
            (message("As variations"), message("What was taken back branches off")),
        ):
            button = QPushButton(tr(words))
            button.setProperty("chip", True)
            button.setCheckable(True)
            set_tip(button, f"{tr(tip)} (V)")
            button.setAccessibleName(tr(words))
            button.setAccessibleDescription(tr(tip))
            group.addButton(button, len(self._ways))
            row.addWidget(button)
            self._ways.append(button)
        self._ways[0].setChecked(True)
        group.idClicked.connect(lambda place: self.set_way(bool(place)))
        row.addStretch(1)
        return line

    @property
    def has_ways(self) -> bool:
        """Whether the record has takebacks, so that there are two displays."""
        return self._takebacks

    def set_takebacks(self, there: bool) -> None:
        """Set whether the record has takebacks."""
        self._takebacks = there
        self.line.setVisible(there)
        if not there and self.as_variations:
            self.set_way(False)

    def set_way(self, as_variations: bool) -> None:
        """Show takebacks as variations, or in place."""
        self._ways[as_variations].setChecked(True)
        if as_variations != self.as_variations:
            self.as_variations = self._session.rearranged = as_variations
            self.show_record()

    def show_record(self) -> None:
        """Show the record, with the current node in view."""
        self.close_field()
        session, self._stale = self._session, False
        record: Record = session.record
        states = session.states
        self._led = {}
        if self.as_variations:
            record, self._led = variations_of(session.record)
            states = States(session.game, record)
        self._concealed = session.concealing
        if self._concealed:
            record = line_to(record, record.nodes[self._shown])
            states = LineStates(states, record)
        self._show_result()
        read_as = FORMATS[session.document.terms].load()
        self.view.set_record(
            record, session.game, states, session.style, read_as.flowing, read_as.tagged
        )
        self._follow()

    @property
    def _shown(self) -> int:
        """The id of the node that stands for the current one."""
        id = self._session.node.id
        return self._led.get(id, id)

    def _moved(self) -> None:
        if self._concealed:
            self.show_record()
        else:
            self._follow()
            self.close_field()

    def _chosen(self) -> None:
        if self._concealed != self._session.concealing:
            self.show_record()

    def _follow(self) -> None:
        self.view.set_current(self._shown)

    def _show_result(self) -> None:
        """Show the result behind the last move, unless what follows is concealed."""
        self.view.set_result("" if self._concealed else record_title(self._session)[1])

    def _changed(self, change: Change) -> None:
        touched = change.of(self._session.key)
        if any(one.facet == "headers" for one in touched):
            self._show_result()
        if self.view.flowing != self._session.document.flowing:
            self.show_record()  # saved in another format since
        elif not self.as_variations and not self._concealed:
            self.view.record_changed(touched)
        elif touched and self.writing and self._in_place is not None:
            self._stale = True
            field = self._in_place.field
            if any(one.facet != field.facet or one.node != field.node for one in touched):
                self.show_record()
        elif touched:
            self.show_record()

    # --------------------------------------------------------------------------------- writing

    @property
    def writing(self) -> bool:
        """Whether a comment is being written here."""
        return self._in_place is not None and self._in_place.open

    @property
    def field(self) -> CommentField | None:
        """The field in which a comment is written in its place; None until one is."""
        return None if self._in_place is None else self._in_place.field

    def write_comment(self, before: bool = False, place: int = -1) -> None:
        """Write the comment of the current node in its place, or the one before its move.

        `place` is where to begin in the text, -1 for its end.
        """
        if before and not may_stand_before(self._session.node):
            return
        if self._in_place is None:
            from viewer.ui.notation.in_place import InPlaceField  # deferred

            self._in_place = InPlaceField(self._session, self.view)
            self._in_place.field.ended.connect(self._written)
        self._in_place.write(self._shown, BEFORE if before else COMMENT, place)

    def close_field(self) -> None:
        """Stop writing in place; the text is kept."""
        if self._in_place is not None:
            self._in_place.close()

    def _written(self) -> None:
        if self._stale:
            later(self, self.show_record)

    def _comment_clicked(self, id: int, before: bool, place: int) -> None:
        node, sight = self._session.node, self.view.sight
        if id != node.id or sight is None:
            return
        if place >= 0:  # in what is displayed, which may lack empty lines
            said = sight.page.measures.said
            displayed = said.before(node) if before else said.comment(node)
            text = shown(str(node.note(BEFORE if before else COMMENT)), said.flowing)
            start = text.find(displayed)
            ahead = text[: max(start, 0)].encode("utf-16-le", "surrogatepass")
            place = -1 if start < 0 else place + len(ahead) // 2
        self.write_comment(before, place)
