"""The dialog for steps other than moves, and for their times and players."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, LINES, NUMBER, Field, Values
from viewer.base.messages import Message, in_context, message
from viewer.document.plans import steps as plans_steps
from viewer.document.plans.lists import names_of
from viewer.document.plans.steps import MARK, MESSAGE, RESULT, TAKEBACK
from viewer.formats import FORMATS
from viewer.games.clocks import seconds_of, time_text
from viewer.tree.action import Action, Remark, Takeback
from viewer.tree.annotation import ACTOR, CLOCK, ELAPSED, EVENT, MOMENT, OVERTIME, NoteValue
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.sheet import SheetDialog

TIMES = (MOMENT, ELAPSED, CLOCK, OVERTIME)
_TITLES = {
    TAKEBACK: message("Takeback"),
    MESSAGE: message("Message"),
    RESULT: message("Result"),
    MARK: message("Mark after the move"),
    "": message("Times of the move"),
}
_NAMES = {
    MOMENT: message("Moment (seconds, or h:mm:ss)"),
    ELAPSED: message("Time used (h:mm:ss)"),
    CLOCK: message("Left on the clock (h:mm:ss)"),
    OVERTIME: message("Moves or periods left"),
}
_NOBODY = message("Nobody")
_DRAW = "draw"


class _StepFields:
    """The fields for a step of a session's record, limited to those that the document's format can hold."""

    def __init__(self, session: RecordSession, kind: str, change: bool) -> None:
        """See `StepDialog`."""
        self._session = session
        self._kind = kind
        self._node = session.node if change else None
        self._format = FORMATS[session.document.format].load()

    def all(self) -> Iterator[Field]:
        """All fields, in order."""
        action = self._node.action if self._node is not None else None
        text = action.text if isinstance(action, Remark) else ""
        if self._kind == TAKEBACK:
            before = self._session.node if self._node is None else self._node.parent
            most = plans_steps.plies_before(before) if before else 1
            now = action.count if isinstance(action, Takeback) else 1
            words = message("Moves that are taken back")
            yield Field("count", words, NUMBER, now, low=1, high=max(1, most))
        elif self._kind == MESSAGE:
            yield Field(
                "text", message("Text (Ctrl+Enter adds it)"), LINES, text, check=_fault_of_message
            )
        elif self._kind == RESULT:
            yield from self._result(text)
        elif self._kind == MARK:
            square, _, sign = text.partition(" ")
            name = self._square_name(square) if square else ""
            place = in_context("of the board", "Place")
            yield Field("place", place, default=name, check=self._fault_of_square)
            words = message("Letter, digit or sign")
            yield Field("symbol", words, default=sign, length=1, check=_fault_of_sign)
        yield from self._who_and_when()

    def _result(self, text: str) -> Iterator[Field]:
        names = self._session.states.side_names
        side, margin = plans_steps.result_parts(self._session.game, text) or (0, "")
        winners = {str(n): message("{side} wins", side=name) for n, name in enumerate(names)}
        now = _DRAW if side is None else str(side)
        winners[_DRAW] = message("A draw")
        yield Field("winner", message("Result"), CHOICE, now, winners)
        yield Field(
            "margin",
            message("By how much"),
            default=margin,
            hint=message("empty: somebody resigns"),
            check=_fault_of_margin,
            condition=lambda values: values["winner"] != _DRAW,
        )

    def _who_and_when(self) -> Iterator[Field]:
        format_, headers, node = self._format, self._session.record.headers, self._node
        if ACTOR in format_.facets:
            now = self._usual_actor() if node is None else str(node.note(ACTOR))
            who = {"": _NOBODY, **names_of(format_, headers, format_.actors)}
            who.setdefault(now, message("{name}", name=now))
            yield Field(ACTOR, message("Who"), CHOICE, now, who)
        for facet in TIMES:
            if facet in format_.facets and (node is not None or facet == MOMENT):
                old = "" if node is None else str(node.note(facet))
                check = partial(_fault_of_time, facet, old)
                yield Field(facet, _NAMES[facet], default=old, check=check)

    def _usual_actor(self) -> str:
        """The usual player for a takeback or resignation: the one to move."""
        session, format_ = self._session, self._format
        if self._kind not in (TAKEBACK, RESULT):
            return ""
        headers = session.record.headers
        names = names_of(format_, headers, format_.actors)
        side = session.state.side
        return next((one for one in names if format_.side_of(one, headers) == side), "")

    def _square_name(self, square: str) -> str:
        return tr(self._session.game.square_name(self._session.state, square))

    def square(self, said: str) -> str | None:
        """The square of the board that a text names, None if there is none."""
        session, said = self._session, said.strip().casefold()
        for square in session.game.geometry_of(session.state).squares:
            if said in (square.casefold(), self._square_name(square).casefold()):
                return square
        return None

    def _fault_of_square(self, said: str) -> Message | None:
        if self.square(said) is not None:
            return None
        if not said.strip():
            return message("A mark needs a place of the board.")
        return message("“{place}” is no place of this board.", place=said.strip())


class StepDialog(SheetDialog):
    """A form for one step. Accepted, it makes an edit of the session."""

    def __init__(
        self, session: RecordSession, kind: str, change: bool, parent: QWidget | None = None
    ) -> None:
        """`kind` is one of `plans_steps`, "" for times alone; `change`: edit the current node's step."""
        words = message("Change") if change else message("Add")
        self._fields = _StepFields(session, kind, change)
        super().__init__(_TITLES[kind], words, self._fields.all(), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self._kind = kind
        self._change = change
        self._node = session.node

    def _action(self, values: Values) -> Action | None:
        if self._kind == TAKEBACK:
            return Takeback(int(values["count"]))
        if self._kind == MESSAGE:
            return Remark(str(values["text"]))
        if self._kind == RESULT:
            side = None if values["winner"] == _DRAW else int(values["winner"])
            margin = _margin(str(values.get("margin", "")))
            return Remark(plans_steps.result_text(self._session.game, side, margin))
        if self._kind == MARK:
            square = self._fields.square(str(values["place"])) or ""
            return Remark(f"{square} {str(values['symbol']).strip()}")
        return None

    def _notes(self, values: Values) -> dict[str, NoteValue]:
        notes: dict[str, NoteValue] = {}
        if ACTOR in values:
            notes[ACTOR] = str(values[ACTOR])
        for facet in TIMES:
            if facet in values:
                old = str(self._node.note(facet)) if self._change else ""
                notes[facet] = _time(facet, old, str(values[facet]))
        if self._kind in (RESULT, MARK):
            notes[EVENT] = self._kind
        return notes

    def take(self, values: Values) -> None:
        action, notes = self._action(values), self._notes(values)
        node = self._session.record.nodes.get(self._node.id)
        if isinstance(node, Node):
            if self._change:
                self._session.do_on(node, plans_steps.change, action, notes)
            elif action is not None:
                self._session.do_on(node, plans_steps.add, action, notes)


def _fault_of_message(text: str) -> Message | None:
    return None if text.strip() else message("A message says something.")


def _fault_of_sign(text: str) -> Message | None:
    return None if text.strip() else message("A mark needs a letter, a digit or a sign.")


def _margin(text: str) -> str:
    """A margin with a decimal point instead of a comma."""
    return text.strip().replace(",", ".")


def _fault_of_margin(text: str) -> Message | None:
    margin = _margin(text)
    if not margin or (seconds_of(margin) is not None and ":" not in margin):
        return None
    return message("A margin is a number, like 2.5.")


def _fault_of_time(facet: str, old: str, text: str) -> Message | None:
    said = text.strip()
    if not said or said == old or facet == OVERTIME or seconds_of(said) is not None:
        return None
    return message("“{text}” is no time: 75.5 or 1:15.5.", text=said)


def _time(facet: str, old: str, text: str) -> str:
    """A time as it is written to a record; one that wasn't edited stays as it was."""
    said = text.strip()
    seconds = None if said == old or facet == OVERTIME else seconds_of(said)
    if seconds is None:
        return said
    if facet != MOMENT:
        return time_text(seconds)
    return f"{float(seconds):.3f}".rstrip("0").rstrip(".")
