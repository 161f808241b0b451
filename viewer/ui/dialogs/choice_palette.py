"""A CHOICE field as a palette: its values as rows, filtered by typing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Field
from viewer.base.messages import Message, message
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.finding_frame import matches
from viewer.ui.toolkit.finding_list import FindingList, FoundRow


class ChoicePalette(FindingList):
    """The values of a field of a session's record. Enter writes the selected one; Escape closes.

    `field.default` is the present value, listed even if it is no choice; `field.help` is shown if
    nothing matches. Typed text may be a value that is no choice; see `value_of`.
    """

    take_out: Message
    """The row that removes the value."""

    def __init__(self, session: RecordSession, over: QWidget, field: Field) -> None:
        hint = tr(field.hint)
        super().__init__(over, hint, hint, tr(field.label))
        self._session = session
        self._field = field
        self.look_for("")

    def write(self, value: str) -> None:
        """Write a value to the record; "" removes it."""
        raise NotImplementedError

    def value_of(self, typed: str) -> str | None:
        """The value that a typed text stands for, None if it stands for none."""
        raise NotImplementedError

    def words_of(self, value: str) -> Message:
        """Words for a value that is no choice."""
        raise NotImplementedError

    def shown(self, value: str) -> str:
        """The value as shown after its words, "" to omit it."""
        return ""

    def further(self, typed: str) -> Iterable[FoundRow]:
        """Additional rows below the values."""
        return ()

    def found(self, text: str) -> Iterator[FoundRow]:
        typed, now = text.strip(), str(self._field.default)
        fitting = [
            (value, words)
            for value, words in self._field.choices.items()
            if self.shown(value).lower().startswith(typed.lower()) or matches(typed, tr(words))
        ]
        own = self.value_of(typed) if typed else now
        rows = [self._row(value, words) for value, words in fitting]
        if own and own not in dict(fitting):
            rows.insert(0, self._row(own, self.words_of(own)))
        if now and not typed:
            rows.append(FoundRow(tr(self.take_out), lambda: self.write("")))
        rows += self.further(typed)
        yield from rows or [FoundRow(tr(self._field.help))]

    def _row(self, value: str, words: Message) -> FoundRow:
        holds = value == self._field.default
        parts = [self.shown(value), tr(message("set")) if holds else ""]
        more = "  ·  ".join(part for part in parts if part)
        return FoundRow(tr(words), lambda: self.write(value), more, holds=holds)
