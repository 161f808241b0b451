"""Fields: what somebody can fill in or choose, as data. A form is a table of them.

Settings, a writer's options, a dialog's questions and the options of an engine are such tables. What
draws them is `viewer.ui.toolkit.sheet`; nothing here knows of a window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import NamedTuple

from viewer.base.messages import NOTHING, Message, message

Value = bool | int | str
Values = Mapping[str, Value]

MOST = 2**31 - 1
"""The largest number that a field can hold."""


class FieldKind(Enum):
    """What a field's value is."""

    TEXT = 0  # a line
    LINES = 1  # text of any number of lines
    NUMBER = 2  # a whole one
    CHOICE = 3  # a key of `choices`
    FLAG = 4
    BUTTON = 5  # no value: something is done when it is pressed


TEXT, LINES, NUMBER, CHOICE, FLAG, BUTTON = FieldKind


class Field(NamedTuple):
    """One thing to be filled in.

    Attributes:
        key: stable; what its value is called in a mapping of values.
        label: for people.
        kind: what its value is.
        default: its value while nobody set it.
        choices: the values of a CHOICE with their words, in the order in which they are shown.
        low, high: the smallest and the largest NUMBER.
        length: characters that a TEXT has at most, 0 for any number.
        offered: texts that are usual, where others are possible as well.
        hint: what stands in an empty TEXT.
        help: a sentence that stands with the field.
        check: why a text can't stand there, None where it can.
        condition: whether the field applies, by the values of its table; None for always.
        beside: whether it stands in one row with the field in front of it.
    """

    key: str
    label: Message
    kind: FieldKind = FieldKind.TEXT
    default: Value = ""
    choices: Mapping[str, Message] | None = None
    low: int = 0
    high: int = MOST
    length: int = 0
    offered: tuple[str, ...] = ()
    hint: Message = NOTHING
    help: Message = NOTHING
    check: Callable[[str], Message | None] | None = None
    condition: Callable[[Values], bool] | None = None
    beside: bool = False

    def allows(self, value: object) -> bool:
        """Whether a value is one of this field: its kind, its choices, its range. `check` isn't asked."""
        if self.kind is FieldKind.FLAG:
            return isinstance(value, bool)
        if self.kind is FieldKind.NUMBER:
            return type(value) is int and self.low <= value <= self.high
        if self.kind is FieldKind.CHOICE:
            return isinstance(value, str) and value in (self.choices or {})
        return isinstance(value, str) and self.kind is not FieldKind.BUTTON

    def fault(self, value: Value) -> Message | None:
        """Why a value can't stand there, None where it can."""
        if not self.allows(value):
            return message("{name} can't be {value}", name=self.label, value=str(value))
        return self.check(value) if self.check is not None and isinstance(value, str) else None

    def applies(self, values: Values) -> bool:
        """Whether it is to be filled in, where the table has these values."""
        return self.condition is None or self.condition(values)
