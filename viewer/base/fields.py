"""Fields of forms as data: a settings page, a dialog or an engine's options is a table of fields.

`viewer.ui.toolkit.sheet` draws a table as a form; nothing here depends on Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from types import MappingProxyType

from viewer.base.messages import NOTHING, Message, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused

Value = bool | int | str
Values = Mapping[str, Value]

_FLAGS = {"yes": True, "true": True, "on": True, "1": True}
_FLAGS.update({"no": False, "false": False, "off": False, "0": False})

MOST = 2**31 - 1
"""The largest NUMBER."""


class FieldKind(Enum):
    """The type of a field's value."""

    TEXT = 0  # a line
    LINES = 1  # text of any number of lines
    NUMBER = 2  # an integer
    CHOICE = 3  # a key of `choices`
    FLAG = 4
    BUTTON = 5  # has no value, runs something when pressed


TEXT, LINES, NUMBER, CHOICE, FLAG, BUTTON = FieldKind


class Field(NamedTuple):
    """One field of a form.

    Attributes:
        key: stable; its value's key in a mapping of values.
        label: its name for people.
        kind: the type of its value.
        default: its value until somebody sets another.
        choices: the values of a CHOICE with their labels, in display order.
        low, high: the range of a NUMBER, both included.
        length: most characters of a TEXT, 0 for no limit.
        offered: suggestions for a TEXT.
        hint: the placeholder of an empty TEXT.
        help: a sentence shown below the field.
        check: returns what is wrong with a text, None for nothing.
        condition: returns whether the field applies, given the values of its table; None for always.
        beside: whether it shares a row with the field before it.
        also: words beside those of its name, its help and its choices that a search finds it by.
    """

    key: str
    label: Message
    kind: FieldKind = FieldKind.TEXT
    default: Value = ""
    choices: Mapping[str, Message] = MappingProxyType({})
    low: int = 0
    high: int = MOST
    length: int = 0
    offered: tuple[str, ...] = ()
    hint: Message = NOTHING
    help: Message = NOTHING
    check: Callable[[str], Message | None] | None = None
    condition: Callable[[Values], bool] | None = None
    beside: bool = False
    also: Message = NOTHING

    def allows(self, value: object) -> bool:
        """Whether a value has the right type, and is a choice or in the range. `check` isn't called."""
        if self.kind is FieldKind.FLAG:
            return isinstance(value, bool)
        if self.kind is FieldKind.NUMBER:
            return type(value) is int and self.low <= value <= self.high
        if self.kind is FieldKind.CHOICE:
            return isinstance(value, str) and value in self.choices
        return isinstance(value, str) and self.kind is not FieldKind.BUTTON

    def fault(self, value: Value) -> Message | None:
        """What is wrong with a value, None for nothing."""
        if not self.allows(value):
            return message("{name} can't be {value}", name=self.label, value=str(value))
        return self.check(value) if self.check is not None and isinstance(value, str) else None

    def read(self, text: str) -> Value:
        """The value that a text means, as typed on a command line; the text itself if it means none."""
        if self.kind is FieldKind.NUMBER:
            digits = text.strip().removeprefix("-")
            return int(text) if digits.isdecimal() and len(digits) < 12 else text
        if self.kind is FieldKind.FLAG:
            return _FLAGS.get(text.strip().lower(), text)
        return text

    def limits(self) -> Message:
        """The values that the field takes, in words."""
        if self.kind is FieldKind.NUMBER:
            return message("{low} to {high}", low=self.low, high=self.high)
        if self.kind is FieldKind.FLAG:
            return message("yes, no")
        if self.kind is FieldKind.CHOICE:
            return message("{known}", known=", ".join(self.choices))
        return message("a text")

    def applies(self, values: Values) -> bool:
        """Whether the field applies when its table has these values."""
        return self.condition is None or self.condition(values)


def choice(key: str, label: Message, choices: Mapping[str, Message]) -> Field:
    """A CHOICE whose default is its first value."""
    return Field(key, label, CHOICE, next(iter(choices)), choices)


def values_of(fields: Sequence[Field], given: Values) -> dict[str, Value]:
    """The values of a table: those given, as values or as texts, and the defaults of the others.

    Raises Refused for a key without a field, and for a value that its field doesn't take.
    """
    values = {field.key: field.default for field in fields if field.kind is not FieldKind.BUTTON}
    known = {field.key: field for field in fields}
    for key, value in given.items():
        if key not in values:
            names = ", ".join(values) or "-"
            raise Refused(
                message("There is no option {name}; there are: {known}.", name=key, known=names)
            )
        meant = known[key].read(value) if isinstance(value, str) else value
        if not known[key].allows(meant):
            raise Refused(
                message(
                    "Option {name} can't be {value}; it can be: {known}.",
                    name=key,
                    value=str(value),
                    known=known[key].limits(),
                )
            )
        fault = known[key].fault(meant)
        if fault is not None:
            raise Refused(fault)
        values[key] = meant
    return values
