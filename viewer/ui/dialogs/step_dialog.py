"""Asks what happened in a game beside its moves, or when and by whom something was done."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.plans import steps as plans_steps
from viewer.document.plans.lists import names_of
from viewer.document.plans.steps import MARK, MESSAGE, RESULT, TAKEBACK
from viewer.formats import FORMATS
from viewer.formats.capabilities import Participants
from viewer.games.clocks import seconds_of, time_text
from viewer.tree.action import Action, Remark, Takeback
from viewer.tree.annotation import ACTOR, CLOCK, ELAPSED, EVENT, MOMENT, OVERTIME, NoteValue
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label

TIMES = (MOMENT, ELAPSED, CLOCK, OVERTIME)
_TITLES = {
    TAKEBACK: message("Take back moves"),
    MESSAGE: message("Message"),
    RESULT: message("Result"),
    MARK: message("Mark as a step"),
    "": message("Times and actor"),
}
_NAMES = {
    MOMENT: message("Moment (seconds, or h:mm:ss)"),
    ELAPSED: message("Time used (h:mm:ss)"),
    CLOCK: message("Left on the clock (h:mm:ss)"),
    OVERTIME: message("Moves or periods left"),
}
_NOBODY = message("Nobody")


class _InvalidStep(Exception):
    """Something can't be written; its argument is a sentence."""


class StepDialog(QDialog):
    """A form for one step.

    It has what the document's format has a place for. Accepted, it makes an edit of the session.
    """

    def __init__(
        self, session: RecordSession, kind: str, change: bool, parent: QWidget | None = None
    ) -> None:
        """`kind` is one of `plans_steps`, "" for times alone; `change`: of the current node."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._kind = kind
        self._change = change
        self._node = session.node
        self._format = FORMATS[session.document.format].load()
        self.setWindowTitle(tr(_TITLES[kind]))
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.form.setVerticalSpacing(8)
        self.parts: dict[str, QWidget] = {}
        self._ask_what()
        self._ask_who()
        self._wrong = Label()
        self._wrong.setWordWrap(True)
        self._wrong.setProperty("bad", True)
        self._wrong.hide()
        buttons = QDialogButtonBox()
        buttons.addButton(tr(message("Cancel")), QDialogButtonBox.ButtonRole.RejectRole)
        words = message("Change") if change else message("Add")
        make = buttons.addButton(tr(words), QDialogButtonBox.ButtonRole.AcceptRole)
        make.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        column.addLayout(self.form)
        column.addWidget(self._wrong)
        column.addWidget(buttons)

    def _add(self, id: str, name: Message, part: QWidget) -> None:
        part.setAccessibleName(tr(name))
        part.setMinimumWidth(280)
        self.form.addRow(tr(name), part)
        self.parts[id] = part

    # -------------------------------------------------------------------------------- the form

    def _ask_what(self) -> None:
        action = self._node.action if self._change else None
        text = action.text if isinstance(action, Remark) else ""
        if self._kind == TAKEBACK:
            count = QSpinBox()
            before = self._node.parent if self._change else self._node
            count.setRange(1, max(1, plans_steps.plies_before(before) if before else 1))
            count.setValue(action.count if isinstance(action, Takeback) else 1)
            self._add("count", message("Moves that are taken back"), count)
        elif self._kind == MESSAGE:
            edit = QPlainTextEdit(text)
            edit.setTabChangesFocus(True)
            edit.setMinimumHeight(84)
            edit.installEventFilter(self)
            self._add("text", message("Text (Ctrl+Enter adds it)"), edit)
        elif self._kind == RESULT:
            self._ask_result(text)
        elif self._kind == MARK:
            place, _, symbol = text.partition(" ")
            self._add("place", message("Place"), QLineEdit(self._place_name(place)))
            sign = QLineEdit(symbol)
            sign.setMaxLength(1)
            self._add("symbol", message("Letter, digit or sign"), sign)

    def _ask_result(self, text: str) -> None:
        side, margin = plans_steps.result_parts(self._session.game, text) or (0, "")
        winner = QComboBox()
        for number, one in enumerate(self._session.game.sides):
            winner.addItem(tr(message("{side} wins", side=one.name)), number)
        winner.addItem(tr(message("A draw")), None)
        winner.setCurrentIndex(2 if side is None else side)
        self._add("winner", message("Result"), winner)
        line = QLineEdit(margin)
        line.setPlaceholderText(tr(message("empty: somebody resigns")))
        self._add("margin", message("By how much"), line)

    def _ask_who(self) -> None:
        format_, headers = self._format, self._session.record.headers
        if ACTOR in format_.facets:
            box = QComboBox()
            box.addItem(tr(_NOBODY), "")
            for number, name in names_of(format_, headers, format_.actors).items():
                box.addItem(tr(name), number)
            now = str(self._node.note(ACTOR)) if self._change else self._usual_actor()
            if box.findData(now) < 0:
                box.addItem(now, now)
            box.setCurrentIndex(box.findData(now))
            self._add(ACTOR, message("Who"), box)
        for facet in TIMES:
            if facet in format_.facets and (self._change or facet == MOMENT):
                value = str(self._node.note(facet)) if self._change else ""
                self._add(facet, _NAMES[facet], QLineEdit(value))

    def _usual_actor(self) -> str:
        """Who takes back or resigns: the player whose turn it is."""
        if self._kind not in (TAKEBACK, RESULT):
            return ""
        headers, side, format_ = (
            self._session.record.headers,
            self._session.state.side,
            self._format,
        )
        if not isinstance(format_, Participants):
            return ""
        names = names_of(format_, headers, format_.actors)
        return next((one for one in names if format_.side_of(one, headers) == side), "")

    def _place_name(self, place: str) -> str:
        return tr(self._session.game.square_name(self._session.state, place)) if place else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.accept()
            return True
        return super().eventFilter(watched, event)

    # ------------------------------------------------------------------------------- the step

    def _line(self, id: str) -> str:
        part = self.parts.get(id)
        return part.text().strip() if isinstance(part, QLineEdit) else ""

    def _action(self) -> Action | None:
        count, text, winner = (self.parts.get(id) for id in ("count", "text", "winner"))
        if isinstance(count, QSpinBox):
            return Takeback(count.value())
        if isinstance(text, QPlainTextEdit):
            said = text.toPlainText()
            if not said.strip():
                raise _InvalidStep(message("A message says something."))
            return Remark(said)
        if isinstance(winner, QComboBox):
            margin = self._line("margin").replace(",", ".")
            if margin and (seconds_of(margin) is None or ":" in margin):
                raise _InvalidStep(message("A margin is a number, like 2.5."))
            side = winner.currentData()
            return Remark(
                plans_steps.result_text(
                    self._session.game, side, margin if side is not None else ""
                )
            )
        if self._kind == MARK:
            return Remark(f"{self._place()} {self._symbol()}")
        return None

    def _symbol(self) -> str:
        symbol = self._line("symbol")
        if not symbol:
            raise _InvalidStep(message("A mark needs a letter, a digit or a sign."))
        return symbol

    def _place(self) -> str:
        said, session = self._line("place").casefold(), self._session
        for place in session.game.geometry_of(session.state).squares:
            if said in (place.casefold(), self._place_name(place).casefold()):
                return place
        raise _InvalidStep(
            message("“{place}” is no place of this board.", place=self._line("place"))
        )

    def _notes(self) -> dict[str, NoteValue]:
        notes: dict[str, NoteValue] = {}
        actor = self.parts.get(ACTOR)
        if isinstance(actor, QComboBox):
            notes[ACTOR] = str(actor.currentData())
        for facet in TIMES:
            if facet in self.parts:
                old = str(self._node.note(facet)) if self._change else ""
                notes[facet] = _time(facet, self._line(facet), old)
        if self._kind in (RESULT, MARK):
            notes[EVENT] = self._kind
        return notes

    def accept(self) -> None:
        try:
            action, notes = self._action(), self._notes()
        except _InvalidStep as wrong:
            self._wrong.setText(tr(wrong.args[0]))
            self._wrong.show()
            return
        node = self._session.record.nodes.get(self._node.id)
        super().accept()
        if isinstance(node, Node):
            if self._change:
                self._session.do_on(node, plans_steps.change, action, notes)
            elif action is not None:
                self._session.do_on(node, plans_steps.add, action, notes)


def _time(facet: str, text: str, old: str) -> str:
    """A time as it is written to a record: unchanged as it was."""
    if not text or text == old or facet == OVERTIME:
        return text
    seconds = seconds_of(text)
    if seconds is None:
        raise _InvalidStep(message("“{text}” is no time: 75.5 or 1:15.5.", text=text))
    if facet != MOMENT:
        return time_text(seconds)
    number = f"{float(seconds):.3f}".rstrip("0").rstrip(".")
    return number
