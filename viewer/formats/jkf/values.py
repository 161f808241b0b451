"""Access to the values of a JKF text by key and kind: a view of the tape of its JSON."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.named import NamedTuple
from viewer.formats.kit.json.tape import ARRAY, OBJECT, STRING, WORD, Tape

_KINDS = {OBJECT: "object", ARRAY: "array", STRING: "string", WORD: "word"}


class Member(NamedTuple):
    """A member of an object: its key and its value."""

    key: str
    value: Value


class Value:
    """A value: `kind` is "object", "array", "string" or "word" (numbers, true, null).

    `number` is its index on the tape, `start` and `end` are offsets in the text; `text` is the text of a
    word, or of a string with its escapes decoded.
    """

    __slots__ = ("_fields", "_tape", "end", "kind", "number", "start")

    def __init__(self, tape: Tape, number: int) -> None:
        self._tape = tape
        self.number = number
        self.kind = _KINDS[tape.kinds[number]]
        self.start, self.end = tape.starts[number], tape.ends[number]
        self._fields: dict[str, int] | None = None

    @property
    def text(self) -> str:
        """The text of a string or word, "" for other kinds."""
        return self._tape.string(self.number) if self.kind in ("string", "word") else ""

    @property
    def items(self) -> list[Value]:
        """The items of an array; empty for other kinds."""
        return [Value(self._tape, item) for item in self._tape.items(self.number)]

    @property
    def members(self) -> list[Member]:
        """The members of an object; empty for other kinds."""
        tape = self._tape
        return [
            Member(tape.string(key), Value(tape, value)) for key, value in tape.members(self.number)
        ]

    def get(self, key: str, kind: str = "") -> Value | None:
        """The value of a key (the last, if the key is repeated), None if it is missing or of another kind."""
        if self._fields is None:
            self._fields = self._tape.fields(self.number)
        number = self._fields.get(key)
        if number is None or (kind and _KINDS[self._tape.kinds[number]] != kind):
            return None
        return Value(self._tape, number)

    def whole(self, key: str) -> int | None:
        """The value of a key if it is a whole number from 0 to 99999999, else None."""
        value = self.get(key, "word")
        text = "" if value is None else value.text
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def object_of(members: Iterable[str]) -> str:
    """The JSON of an object; each member is given as `"key":value` in JSON."""
    return "{" + ",".join(members) + "}"


def array_of(items: Iterable[str]) -> str:
    """The JSON of an array; each item is given in JSON."""
    return "[" + ",".join(items) + "]"
