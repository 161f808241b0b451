"""JSON with the place of everything, read with patience.

Python's own reader recurses, refuses what was cut and tells no places. This one makes of any text a
tree of values, each with where it begins and ends; what doesn't belong is passed over and told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from viewer.base.messages import Message, message
from viewer.formats.shared.json_strings import unescape

_TOKEN = re.compile(
    r"""[ \t\r\n\ufeff]*(?:(?P<key>"[^"\\]*"(?=[ \t\r\n]*:))|(?P<string>"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z))"""
    r"""|(?P<word>-?[0-9A-Za-z_][^\s,:{}\[\]"]*)|(?P<mark>[{}\[\],:])|(?P<odd>[^ \t\r\n\ufeff]))""",
    re.DOTALL,
)


class Member(NamedTuple):
    """A member of an object: its key, where the key begins, its value."""

    key: str
    start: int
    value: Value


class Value:
    """A value: `kind` is "object", "array", "string" or "word" (numbers, true, null).

    `text` is that of a string, without escapes, or of a word. `closed` tells whether it ends itself.
    """

    __slots__ = ("closed", "end", "items", "kind", "members", "start", "text")

    items: list[Value]
    members: list[Member]

    def __init__(self, kind: str, start: int, end: int, text: str = "") -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.text = text
        self.closed = True
        self.items = [] if kind == "array" else _NO_ITEMS
        self.members = [] if kind == "object" else _NO_MEMBERS

    def get(self, key: str, kind: str = "") -> Value | None:
        """The member of a key (the last one, as everywhere), None where there is none of the kind."""
        for member in reversed(self.members):
            if member.key == key:
                return member.value if kind in ("", member.value.kind) else None
        return None

    def number(self, key: str) -> int | None:
        """A member that is a small whole number."""
        value = self.get(key, "word")
        if value is None or not value.text.isascii() or not value.text.isdecimal():
            return None
        return int(value.text) if len(value.text) < 9 else None


# What leaves have; nobody adds to them.
_NO_ITEMS: list[Value] = []
_NO_MEMBERS: list[Member] = []


class Odd(NamedTuple):
    """Something that is no JSON, and where."""

    at: int
    words: Message


class Syntax(NamedTuple):
    """What a text is: its first value, and what is odd about it."""

    value: Value | None
    odd: tuple[Odd, ...]


def parse(text: str, most: int = 1000) -> Syntax:
    """The value that a text is; `most` oddities are told. Linear, and without recursion."""
    return _Parser(text, most).syntax()


class _Parser:
    def __init__(self, text: str, most: int) -> None:
        self._text = text
        self._most = most
        self._top: Value | None = None
        self._stack: list[Value] = []
        self._odd: list[Odd] = []
        self._key: tuple[str, int] | None = None
        self._colon = False

    def syntax(self) -> Syntax:
        for token in _TOKEN.finditer(self._text):
            name = token.lastgroup
            assert name is not None
            start = token.start(name)
            if name == "mark":
                self._mark(token[name], start)
            elif name == "key" and self._key is None and self._in_object():
                self._key = (token[name][1:-1], start)
            elif name in ("key", "string"):
                self._string(start, token.end())
            elif name == "word":
                self._add(Value("word", start, token.end(), token[name]))
            else:
                self._tell(start, message("“{text}” doesn't belong here.", text=token[name]))
        end = len(self._text.rstrip())
        if self._stack:
            self._tell(end, message("The file ends within a value; it was cut."))
        for value in self._stack:
            value.closed, value.end = False, end
        return Syntax(self._top, tuple(self._odd))

    def _in_object(self) -> bool:
        return bool(self._stack) and self._stack[-1].kind == "object"

    def _tell(self, at: int, words: Message) -> None:
        if len(self._odd) < self._most:
            self._odd.append(Odd(at, words))

    def _string(self, start: int, end: int) -> None:
        text = self._text
        closed = end - start > 1 and text[end - 1] == '"'
        inner = text[start + 1 : end - 1 if closed else end]
        value = Value("string", start, end, unescape(inner))
        value.closed = closed
        if self._key is None and self._in_object():
            self._key = (value.text, start)
            return
        self._add(value)

    def _add(self, value: Value) -> None:
        if not self._stack:
            if self._top is None:
                self._top = value
            else:
                self._tell(value.start, message("Something stands behind the record."))
        else:
            above = self._stack[-1]
            if above.kind == "array":
                above.items.append(value)
            elif self._key is not None and self._colon:
                above.members.append(Member(*self._key, value))
            else:
                self._tell(value.start, message("A value stands here without a name."))
        self._key, self._colon = None, False
        if value.kind in ("object", "array"):
            self._stack.append(value)

    def _mark(self, mark: str, at: int) -> None:
        if mark in "{[":
            self._add(Value("object" if mark == "{" else "array", at, len(self._text)))
        elif mark == ":":
            self._colon = self._key is not None
        elif mark == ",":
            if self._key is not None:
                self._tell(at, message("A name stands here without a value."))
            self._key, self._colon = None, False
        else:
            self._close("object" if mark == "}" else "array", at)

    def _close(self, kind: str, at: int) -> None:
        self._key, self._colon = None, False
        if not any(value.kind == kind for value in self._stack[-2:]):
            self._tell(at, message("“{text}” closes nothing.", text=self._text[at]))
            return
        while True:
            value = self._stack.pop()
            value.end = at
            if value.kind == kind:
                value.end = at + 1
                return
            value.closed = False
            self._tell(at, message("A value isn't closed before this."))


def object_of(members: Iterable[str]) -> str:
    """An object with members as they are written."""
    return "{" + ",".join(members) + "}"


def array_of(items: Iterable[str]) -> str:
    """An array with items as they are written."""
    return "[" + ",".join(items) + "]"
