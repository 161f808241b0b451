"""The annotations of one node: comments, glyphs and commands, collected from its tokens in order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import UTF8, decode
from viewer.formats.pgn.read.commands import FACET_OF, Command, read_commands
from viewer.tree.annotation import COMMENT, GLYPHS, MARKS, Mark, NoteValue
from viewer.tree.node import EMPTY

BREAK: Final = "\u2029"  # between two comments of a node
ITEM: Final = "\u2028"  # behind a BREAK: one for each item that stands between the two
LONE: Final = "\x85"  # a line feed that isn't how the game ends its lines

_FORBIDDEN = late("[\x85\u2028\u2029]")
_LINE_ENDS = late(b"\r\n|\n")
# A line that would be an escape (section 6 of the standard), or look like a tag to readers that go by lines.
_HEADED = late(r"\n(?= *(?:%|\[[A-Za-z]))")
_SHIFTED = late(r"\n (?= *(?:%|\[[A-Za-z]))")
# What servers write behind every move; anything else in a comment takes the long way.
_TIMES = late(
    rb"\s*+\[%(clk|emt|eval) ([!-Z^-z|~]++)\](?:\s*+\[%(clk|emt|eval) ([!-Z^-z|~]++)\])?+\s*+"
)
_PADS = (b" ", b"\n", b"\r\n", b"\r")


class TextSettings(NamedTuple):
    """How the text of a game is written: its codec, its line end, and the limit for comments."""

    codec: str
    line_end: str
    longest: int

    def comment(self, raw: bytes) -> str:
        """The text of bytes inside a comment; line ends become line feeds.

        A line that begins with a blank and then like an escape or a tag is without that blank.
        """
        text = decode(raw, self.codec)
        if not text.isascii():
            text = _FORBIDDEN.sub(self._escaped, text)
        if self.line_end == "\r":
            text = text.translate({10: LONE, 13: "\n"})
        elif self.line_end != "\n":
            text = "\n".join(part.replace("\n", LONE) for part in text.split("\r\n"))
        return _SHIFTED.sub("\n", text) if "\n " in text else text

    def decoded(self, raw: bytes) -> str:
        """The text of bytes of the game, line ends as they are."""
        return decode(raw, self.codec)

    def written(self, text: str) -> str:
        """A comment's text with the game's own line ends; the inverse of `comment`.

        No line of it is an escape, or looks like a tag.
        """
        if "\n" in text:
            text = _HEADED.sub("\n ", text)
        if self.line_end == "\n":
            return text
        return text.translate({10: self.line_end, 0x85: "\n"})

    def _escaped(self, found: re.Match[str]) -> str:
        return decode_escaped(found.group().encode(self.codec))


def decode_escaped(raw: bytes) -> str:
    """Bytes 80 to FF as the escapes of `viewer.base.text`, one by one."""
    return "".join(decode(bytes([byte]), UTF8) for byte in raw)


def line_end_of(data: bytes) -> str:
    """The line end of a game: that of its first line."""
    at = data.find(b"\n")
    carriage = data.find(b"\r", 0, at if at >= 0 else len(data))
    if carriage < 0:
        return "\n"
    return "\r\n" if data.startswith(b"\r\n", carriage) else "\r"


class Chunk(NamedTuple):
    """A text inside a comment, between commands, without layout."""

    start: int
    end: int


def pads_of(inside: bytes) -> tuple[int, int]:
    """The number of padding bytes at each end: a blank or line end, if both ends have one."""
    if len(inside) < 2 or inside[0] > 32 or inside[-1] > 32:
        return 0, 0
    if inside.isspace():
        return 0, 0
    front = 2 if inside.startswith(b"\r\n") else 1
    back = 2 if inside.endswith(b"\r\n") else 1
    return (front, back) if inside[:front] in _PADS and inside[-back:] in _PADS else (0, 0)


def read_inside(inside: bytes, plain: bool = False) -> list[Chunk | Command]:
    """The texts and the commands (not if `plain`) inside a comment, in order.

    White space alone is not a text.
    """
    commands = read_commands(inside) if not plain and b"[%" in inside else []
    if not commands:
        if not inside or inside.isspace():
            return []
        front, back = pads_of(inside)
        return [Chunk(front, len(inside) - back)]
    edges = [0, *(edge for one in commands for edge in (one.start, one.end)), len(inside)]
    holes = list(zip(edges[::2], edges[1::2], strict=True))
    filled = [index for index, (a, b) in enumerate(holes) if inside[a:b].strip()]
    pads = pads_of(inside)
    parts: list[Chunk | Command] = []
    for index, (start, end) in enumerate(holes):
        if index in filled:
            text = inside[start:end]
            # Beside commands all white space at the ends of the text is layout; amid two texts
            # of one comment it is theirs, which tells them from texts in comments of their own.
            front, back = 0, 0
            if index == filled[0]:
                front = len(text) - len(text.lstrip()) if index else pads[0]
            if index == filled[-1]:
                back = len(text) - len(text.rstrip()) if index < len(commands) else pads[1]
            parts.append(Chunk(start + front, end - back))
        if index < len(commands):
            parts.append(commands[index])
    return parts


class NodeText:
    """The annotations of a node so far; `plain`: those before its move, where commands are text."""

    __slots__ = ("_gap", "_text", "glyphs", "marks", "plain", "values")

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain
        self._text: list[str] = []
        self._gap = 0
        self.glyphs: list[int] = []
        self.marks: list[Mark] = []
        self.values: dict[str, str] = {}

    def item(self) -> None:
        """Add an item that isn't text: a glyph, a variation, a command …"""
        self._gap += 1

    def glyph(self, nag: int) -> None:
        """Add a glyph."""
        self.glyphs.append(nag)
        self._gap += 1

    def text(self, text: str) -> None:
        """Add a text."""
        if self._text:
            self._text.append(BREAK + ITEM * self._gap)
        self._gap = 0
        self._text.append(text)

    def comment(self, inside: bytes, settings: TextSettings) -> None:
        """Add a comment."""
        if len(inside) > settings.longest:
            self._gap += 1
            return
        if b"[%" in inside:
            simple = None if self.plain else _TIMES.fullmatch(inside)
            if simple is not None:
                first, value, second, other = simple.groups()
                self.value(str(first, "ascii"), str(value, "ascii"))
                if second is not None:
                    self.value(str(second, "ascii"), str(other, "ascii"))
                return
        elif inside and inside[0] > 32 and inside[-1] > 32:
            self.text(settings.comment(inside))
            return
        parts = read_inside(inside, self.plain)
        if not parts:
            self._gap += 1
        for part in parts:
            if isinstance(part, Chunk):
                self.text(settings.comment(inside[part.start : part.end]))
            else:
                self.value(part.name, part.value)

    def value(self, name: str, value: object) -> None:
        """Add a command: the first clock counts; a second one is kept as text."""
        if isinstance(value, tuple):
            self.marks += value
        else:
            self.values.setdefault(FACET_OF[name], str(value))
        self._gap += 1

    def line_comment(self, inside: bytes, settings: TextSettings) -> None:
        """Add a comment to the end of the line."""
        body = inside[1:] if inside[:1] == b" " else inside
        if len(inside) > settings.longest or not body.strip():
            self._gap += 1
        else:
            self.text(settings.comment(body))

    def notes(self) -> Mapping[str, NoteValue]:
        """The annotations of the node."""
        notes: dict[str, NoteValue] = {}
        if self._text:
            text = self._text
            notes[COMMENT] = text[0] if len(text) == 1 else "".join(text)
        if self.glyphs:
            notes[GLYPHS] = tuple(self.glyphs)
        if self.marks:
            notes[MARKS] = tuple(self.marks)
        if self.values:
            notes.update(self.values)
        return notes or EMPTY
