"""The values of a JKF text, as the reader asks for them: a view of the tape of its JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from viewer.formats.kit.json.tape import ARRAY, OBJECT, STRING, WORD, Tape

_KINDS = {OBJECT: "object", ARRAY: "array", STRING: "string", WORD: "word"}


class Member(NamedTuple):
    """A member of an object: its key and its value."""

    key: str
    value: Value


class Value:
    """A value: `kind` is "object", "array", "string" or "word" (numbers, true, null).

    `number` is that on the tape, `start` and `end` are offsets in the text; `text` is that of a string,
    without escapes, or of a word.
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
        """The text of a string or word, "" of others."""
        return self._tape.string(self.number) if self.kind in ("string", "word") else ""

    @property
    def items(self) -> list[Value]:
        """The items of an array, none of others."""
        return [Value(self._tape, item) for item in self._tape.items(self.number)]

    @property
    def members(self) -> list[Member]:
        """The members of an object, none of others."""
        tape = self._tape
        return [
            Member(tape.string(key), Value(tape, value)) for key, value in tape.members(self.number)
        ]

    def get(self, key: str, kind: str = "") -> Value | None:
        """The member of a key (the last one, as everywhere), None if there is none of the kind."""
        if self._fields is None:
            self._fields = self._tape.fields(self.number)
        number = self._fields.get(key)
        if number is None or (kind and _KINDS[self._tape.kinds[number]] != kind):
            return None
        return Value(self._tape, number)

    def whole(self, key: str) -> int | None:
        """A member that is a small whole number."""
        value = self.get(key, "word")
        text = "" if value is None else value.text
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 9 else None


def object_of(members: Iterable[str]) -> str:
    """An object with members as they are written."""
    return "{" + ",".join(members) + "}"


def array_of(items: Iterable[str]) -> str:
    """An array with items as they are written."""
    return "[" + ",".join(items) + "]"
