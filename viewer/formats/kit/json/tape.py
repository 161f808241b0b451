"""A lenient JSON parser that knows all offsets: a tape of the values in the order of the text; JSON strings.

Python's own parser recurses, refuses truncated text and reports no offsets. A value here is a number on
the tape; an object or array is followed by its values, so that nothing needs a stack of objects, and
a file of 100 MB is a few arrays. Anything that isn't JSON is skipped and reported.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple

_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.)|\Z)", re.DOTALL)
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile("[\ud800-\udfff]")
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_TO_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def unescape(inner: str) -> str:
    """The text of a string; half a pair of surrogates becomes U+FFFD.

    An escape unknown to JSON stands for its character, a backslash at the end for itself.
    """
    if "\\" not in inner:
        return inner
    text = _ESCAPE.sub(_unescaped, inner)
    text = _PAIR.sub(
        lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), text
    )
    return _LONE.sub("\ufffd", text)


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return _NAMED.get(found[2], found[2]) if found[2] else "\\"


def quoted(text: str) -> str:
    """A text as a JSON string."""
    inner = _TO_ESCAPE.sub(
        lambda found: _ESCAPED.get(found.group()) or f"\\u{ord(found.group()):04x}", text
    )
    return f'"{inner}"'


# --------------------------------------------------------------------------------------- the tape

OBJECT: Final = 1
ARRAY: Final = 2
STRING: Final = 3
WORD: Final = 4  # numbers, true, false, null, and misspelt ones
KEY: Final = 5

_BLANKS = r"[ \t\r\n]*+"


class Shape(NamedTuple):
    """A frequent pattern of values, parsed in one step.

    Attributes:
        pattern: with a group for each inner value, in the order of the text; `~` stands for whitespace.
        kinds: the kinds of the values, the outer one first.
        after: for each value, the distance from the first value to the next one outside of it.
    """

    pattern: str
    kinds: bytes
    after: tuple[int, ...]


class Grammar:
    """The tokens of a text: those of JSON, and the shapes of a format.

    The group of a match is the kind of its token: string, word, mark, shape, brace, or something else.
    """

    def __init__(self, *shapes: Shape) -> None:
        pattern = r'~(?:("[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z))|([-+.\w]+)|([\}\[\],:])'
        group = 4
        self.shapes: dict[int | None, tuple[Shape, slice]] = {}
        for shape in shapes:
            pattern += f"|({shape.pattern})"
            after = group + len(shape.kinds)
            self.shapes[group] = shape, slice(group, after)
            group = after
        self.brace = group
        pattern += r"|(\{)|([^ \t\r\n])|\Z)"
        self.token = re.compile(pattern.replace("~", _BLANKS), re.DOTALL)


_PLAIN = Grammar()
_GOOD_WORD = re.compile(
    r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?\Z|(?:true|false|null)\Z"
)
_GOOD_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"?')
_LEVELS = 12  # of a path that are shown at each end


class JsonFault(NamedTuple):
    """A fault in a JSON text: its offset, the path of its value, and its description."""

    at: int
    path: str
    words: Message


class Tape:
    """The values of a text.

    Attributes:
        text: the text.
        kinds: the kind of each value.
        starts, ends: offsets in the text; an unclosed object ends at the end of the text.
        after: for each value, the number of the next one outside of it.
        top: the number of the top-level value, -1 for none.
        open: the offset of a string that is cut off by the end of the file, -1 for none.
        unclosed: the numbers of the objects and arrays without a closing bracket.
    """

    __slots__ = ("after", "ends", "kinds", "open", "starts", "text", "top", "unclosed")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds = bytearray()
        self.starts = array("I")
        self.ends = array("I")
        self.after = array("I")
        self.top = -1
        self.open = -1
        self.unclosed: set[int] = set()

    def raw(self, value: int) -> str:
        """The text of a value, unchanged."""
        return self.text[self.starts[value] : self.ends[value]]

    def string(self, value: int) -> str:
        """The text of a string or key, with escapes resolved; any other word unchanged."""
        text = self.text[self.starts[value] : self.ends[value]]
        if self.kinds[value] == WORD:
            return text
        inner = text[1:] if self.starts[value] == self.open else text[1:-1]
        return unescape(inner) if "\\" in inner else inner

    def members(self, value: int) -> Iterator[tuple[int, int]]:
        """(key, value) of each member of an object, as numbers."""
        kinds, after = self.kinds, self.after
        if kinds[value] != OBJECT:
            return
        at, stop = value + 1, after[value]
        while at < stop:
            if kinds[at] != KEY:
                at = after[at]  # a value without a name
            elif at + 1 < stop and kinds[at + 1] != KEY:
                yield at, at + 1
                at = after[at + 1]
            else:
                at += 1

    def items(self, value: int) -> list[int]:
        """The numbers of the items of an array."""
        out: list[int] = []
        if self.kinds[value] == ARRAY:
            after = self.after
            at, stop = value + 1, after[value]
            while at < stop:
                out.append(at)
                at = after[at]
        return out

    def resume(self) -> int:
        """The best offset to divide a text that continues elsewhere: after the last complete item of a list.

        The continuation begins with a comma, or, if the list is empty, with an item.
        """
        end = len(self.kinds)
        for value in sorted(self.unclosed, reverse=True):
            if self.kinds[value] == ARRAY and self.after[value] == end:
                whole = [item for item in self.items(value)[-2:] if self._is_whole(item)]
                return self.ends[whole[-1]] if whole else self.starts[value] + 1
        return self.starts[self.top] + 1 if self.top >= 0 else len(self.text)

    def _is_whole(self, value: int) -> bool:
        return value not in self.unclosed and self.ends[value] < len(self.text)

    def fields(self, value: int) -> dict[str, int]:
        """The members of an object by key; of equal keys, the last counts, as is usual."""
        return {self.string(key): field for key, field in self.members(value)}


def parse(text: str, most: int = 1000, grammar: Grammar = _PLAIN) -> tuple[Tape, list[JsonFault]]:
    """The values of a text, and up to `most` faults. Takes linear time, without recursion."""
    parser = _Parser(text, most, grammar)
    parser.run()
    return parser.tape, parser.odd


class _Parser:
    def __init__(self, text: str, most: int, grammar: Grammar) -> None:
        self.tape = Tape(text)
        self._grammar = grammar
        self.odd: list[JsonFault] = []
        self._text = text
        self._most = most
        self._stack: list[int] = []
        self._counts: list[int] = []  # the number of items in each
        self._key = -1  # the name whose value is missing yet
        self._colon = False
        self._ready = True  # whether a value may follow, with no comma missing
        self._comma = -1  # the offset of the last token, if it is a comma

    def run(self) -> None:
        text, tape = self._text, self.tape
        kinds, starts, ends, after = tape.kinds, tape.starts, tape.ends, tape.after
        good, match = _GOOD_WORD.match, _GOOD_STRING.match
        shapes, brace = self._grammar.shapes, self._grammar.brace
        for found in self._grammar.token.finditer(text, 1 if text.startswith("\ufeff") else 0):
            what = found.lastindex
            known = shapes.get(what)
            if known is not None:
                self._place(found.start(what), False)  # type: ignore[arg-type]  # it is known
                here = len(kinds)
                shape, groups = known
                kinds += shape.kinds
                first, last = zip(*found.regs[groups], strict=True)
                starts.extend(first)
                ends.extend(last)
                after.extend([here + by for by in shape.after])
            elif what == 3 or what == brace:
                self._mark(text[found.end() - 1], found.end() - 1)
            elif what == 1 or what == 2:
                start, end = found.span(what)
                if what == 1:
                    if match(text, start, end).end() != end:  # type: ignore[union-attr]  # a quote at least
                        self._check_string(start, end)
                elif not good(text, start, end):
                    words = message("“{text}” is no value of JSON.", text=text[start:end][:40])
                    self._tell(start, words)
                is_key = self._place(start, what == 1)
                kinds.append(KEY if is_key else STRING if what == 1 else WORD)
                starts.append(start)
                ends.append(end)
                after.append(len(kinds))
            elif what is not None:
                start = found.end() - 1
                self._tell(start, message("“{text}” doesn't belong here.", text=text[start]))
        self._finish()

    def _finish(self) -> None:
        tape, end = self.tape, len(self._text.rstrip(" \t\r\n"))
        if tape.kinds and tape.kinds[-1] in (STRING, KEY):
            last = len(tape.kinds) - 1
            if tape.ends[last] == len(self._text) and not _is_closed(tape.raw(last)):
                tape.open = tape.starts[last]
                end = len(self._text)
        if self._stack or tape.open >= 0:
            self._tell(end, message("The file ends within a value; it was cut."))
        tape.unclosed.update(self._stack)
        for value in self._stack:
            tape.ends[value] = end
            tape.after[value] = len(tape.kinds)

    def _check_string(self, start: int, end: int) -> None:
        found = _GOOD_STRING.match(self._text, start, end)
        at = start if found is None else found.end()
        if at >= end or self._text[at:end] == "\\":  # the second was truncated
            return
        if self._text[at] == "\\":
            self._tell(at, message("A text holds an escape that JSON doesn't know."))
        else:
            words = message("A text holds a line break or another control character as such.")
            self._tell(at, words)

    def _place(self, start: int, is_string: bool) -> bool:
        """Make room for a value; returns whether it is the name of a member."""
        stack, comma = self._stack, self._comma
        self._comma = -1
        if not stack:
            if self.tape.top < 0:
                self.tape.top = len(self.tape.kinds)
            else:
                self._tell(start, message("Something stands behind the record."))
            return False
        if self.tape.kinds[stack[-1]] == OBJECT:
            if self._key < 0:
                if not self._ready and comma < 0:
                    self._tell(start, message("A comma is missing before this."))
                self._ready = True
                if is_string:
                    self._key = len(self.tape.kinds)
                    return True
                self._tell(start, message("A value stands here without a name."))
            elif not self._colon:
                self._tell(start, message("A colon is missing before this."))
            self._key, self._colon = -1, False
        elif not self._ready:
            self._tell(start, message("A comma is missing before this."))
        self._ready = False
        self._counts[-1] += 1
        return False

    def _mark(self, mark: str, at: int) -> None:
        if mark in "{[":
            self._place(at, False)
            tape = self.tape
            self._stack.append(len(tape.kinds))
            self._counts.append(0)
            tape.kinds.append(OBJECT if mark == "{" else ARRAY)
            tape.starts.append(at)
            tape.ends.append(at)
            tape.after.append(0)
            self._ready = True
        elif mark == ":":
            if self._key < 0 or self._colon:
                self._tell(at, message("“{text}” doesn't belong here.", text=mark))
            else:
                self._colon = True
        elif mark == ",":
            if self._key >= 0:
                self._tell(at, message("A name stands here without a value."))
            elif self._ready or not self._stack:
                self._tell(at, message("“{text}” doesn't belong here.", text=mark))
            self._key, self._colon, self._ready = -1, False, True
            self._comma = at
        else:
            self._close(OBJECT if mark == "}" else ARRAY, at)

    def _close(self, kind: int, at: int) -> None:
        tape, stack = self.tape, self._stack
        if self._key >= 0:
            self._tell(at, message("A name stands here without a value."))
        elif self._comma >= 0:
            self._tell(self._comma, message("Nothing follows behind this comma."))
        self._key, self._colon, self._comma = -1, False, -1
        if not any(tape.kinds[value] == kind for value in stack[-2:]):
            self._tell(at, message("“{text}” closes nothing.", text=self._text[at]))
            return
        while tape.kinds[stack[-1]] != kind:
            self._tell(at, message("A value isn't closed before this."))
            tape.unclosed.add(self._end(at))
        self._end(at + 1)
        self._ready = False

    def _end(self, end: int) -> int:
        """Close the innermost object or array; returns its number."""
        tape, value = self.tape, self._stack.pop()
        self._counts.pop()
        tape.after[value] = len(tape.kinds)
        tape.ends[value] = end
        return value

    def _tell(self, at: int, words: Message) -> None:
        if len(self.odd) < self._most:
            self.odd.append(JsonFault(at, self._path(), words))

    def _path(self) -> str:
        """The path of the current value; of a deep one, the beginning and end of the path."""
        out: list[str] = []
        count = len(self._stack)
        for level in range(count):
            if _LEVELS <= level < count - _LEVELS:
                if level == _LEVELS:
                    out.append("…")
                continue
            if self.tape.kinds[self._stack[level]] == ARRAY:
                out.append(f"[{max(self._counts[level] - (level < count - 1), 0)}]")
            elif level < count - 1 or self._key >= 0:
                key = self._stack[level + 1] - 1 if level < count - 1 else self._key
                if self.tape.kinds[key] == KEY:
                    out.append(("." if out else "") + self.tape.string(key)[:40])
        return "".join(out)


def _is_closed(raw: str) -> bool:
    if len(raw) < 2 or raw[-1] != '"':
        return False
    inner = raw[1:-1]
    return (len(inner) - len(inner.rstrip("\\"))) % 2 == 0
