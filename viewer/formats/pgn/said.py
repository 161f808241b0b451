"""What a node says: its comments, glyphs and commands, the facts kept of them, and what is odd about them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import itemgetter
from typing import Final

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.text import UTF8, decode, readable
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.pgn.lexer import FACET_OF, Command, read_commands
from viewer.tree.annotation import COMMENT, GLYPHS, MARKS, Mark, NoteValue
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import EMPTY
from viewer.tree.record import Record

BREAK: Final = "\u2029"  # between two comments of a node
ITEM: Final = "\u2028"  # behind a BREAK: one for each item that stands between the two
LONE: Final = "\x85"  # a line feed that isn't how the game ends its lines

_FORBIDDEN = late("[\x85\u2028\u2029]")
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


# ----------------------------------------------- The facts that the PGN reader keeps for the writer
#
# The bytes of a game are its tag section, the text before the first move, and for each node its own
# text: white space, move number, move, and all glyphs and comments after it up to the next move,
# "(" or ")". A variation has the text that opens it, its ")", and the text after that about
# the move it is an alternative to. What isn't about any node (white space, escaped lines, stray
# words) is part of the text around it. Values aren't kept: the writer reads a text again.


# Of a record:
# raw: the tag section, up to the end of the last tag; value: whether the moves are below its line
TAGS: Final = "pgn.tags"
SCRIPT: Final = "pgn.script"  # value: TextSettings
KIND: Final = "pgn.kind"  # value: what it is a record of, where its moves aren't read
TAIL: Final = "pgn.tail"  # raw: from the result on; value: whether it is text that wasn't read
# Of a node:
# raw: its own text; of the root, what stands before the first move; value: what stood before it
TEXT: Final = "pgn.text"
# Of the first node of a variation:
# raw: "(" and what stands before the move; value: id of the sibling that it follows in the file,
# None for the main line's
OPEN: Final = "pgn.open"
CLOSE: Final = "pgn.close"  # raw: ")" and the white space before it, empty where it is missing
AFTER: Final = "pgn.after"  # raw: what stands behind ")" and belongs to the move before the "("

# What stands between a move and the one before it in the file, None for nothing but glyphs:
FIRST: Final = 3  # it is the first of the game or of a variation
VARIATION: Final = 2
COMMENTED: Final = 1


def settings_of(record: Record) -> TextSettings | None:
    """How the record's text was written in its file; None for a record that isn't from a PGN file."""
    fact = record.fact(SCRIPT)
    return TextSettings(*fact.value) if fact is not None and isinstance(fact.value, tuple) else None


# ----------------- Diagnostics of a game, collected while it is read, and placed by line and column


_SHOWN = 40  # characters of a text that is named


class MovetextDiagnostics:
    """Diagnostics of a movetext, up to a limit, each at an offset and a node.

    Attributes:
        found: the diagnostics so far.
        count: the number of all diagnostics, including those beyond the limit.
    """

    def __init__(self, settings: TextSettings, limit: int) -> None:
        self.found: list[Diagnostic] = []
        self.count = 0
        self._settings = settings
        self._limit = limit

    def _note(
        self, code: str, words: Message, at: int, node: int, severity: Severity = Severity.WARNING
    ) -> None:
        self.count += 1
        if len(self.found) < self._limit:
            self.found.append(diagnostic_at(severity, f"pgn.{code}", words, at, node))

    def _end(self, code: str, words: Message, at: int, node: int) -> None:
        """Add the reason why reading ended, even beyond the limit."""
        del self.found[self._limit - 1 :]
        self._note(code, words, at, node, Severity.ERROR)

    def _shown(self, raw: bytes) -> str:
        text = " ".join(readable(decode(raw[:200], self._settings.codec)).split())
        return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

    def stray(self, raw: bytes, at: int, node: int) -> None:
        """A text that has no meaning in its place."""
        if len(self.found) >= self._limit:
            self.count += 1
            return
        words = message("{text} belongs nowhere here; it is kept.", text=self._shown(raw))
        self._note("stray", words, at, node)

    def lone_bracket(self, at: int, node: int) -> None:
        """A "(" without its ")", not followed by a move."""
        self._note("stray", message("A bracket that is never closed"), at, node)

    def unclosed_comment(self, at: int, node: int) -> None:
        """A "{" without its "}"."""
        self._note("unclosed-comment", message("A comment isn't closed."), at, node)

    def long_comment(self, at: int, node: int) -> None:
        """A comment that is longer than the limit."""
        words = message(
            "A comment is longer than {limit} bytes; it is kept, but not shown.",
            limit=self._settings.longest,
        )
        self._note("long-comment", words, at, node)

    def large_nag(self, nag: int, at: int, node: int) -> None:
        """A NAG that the standard doesn't allow."""
        words = message("${nag} is more than 255.", nag=nag)
        self._note("large-nag", words, at, node, Severity.INFO)

    def odd_glyph(self, sign: bytes, nag: int, at: int, node: int) -> None:
        """A sign like "!!!", read as the nearest valid one."""
        words = message("{sign} is read as {nag}.", sign=sign.decode(), nag=f"${nag}")
        self._note("odd-glyph", words, at, node, Severity.INFO)

    def inner_result(self, at: int, node: int) -> None:
        """A result that isn't the game's."""
        self._note("inner-result", message("A result inside a variation"), at, node, Severity.INFO)

    def empty_variation(self, at: int, node: int) -> None:
        """A variation without moves."""
        words = message("A variation without moves; it is kept, but not shown.")
        self._note("empty-variation", words, at, node)

    def no_variation(self, raw: bytes, at: int, node: int) -> None:
        """A text in brackets."""
        words = message("{text} is no variation; it is kept, but not shown.", text=self._shown(raw))
        self._note("no-variation", words, at, node)

    def unclosed_variation(self, at: int, node: int) -> None:
        """A variation that is still open at the end of the game."""
        self._note("unclosed-variation", message("A variation isn't closed."), at, node)

    def too_many_nodes(self, limit: int, at: int, node: int) -> None:
        """The limit of nodes is reached."""
        words = message("The game has more than {limit} nodes.", limit=limit)
        self._end("too-many-nodes", words, at, node)

    def too_many_parts(self, limit: int, at: int, node: int) -> None:
        """The limit of parts that aren't moves is reached."""
        words = message(
            "The game has more than {limit} comments, glyphs, brackets and signs; "
            "what follows is kept, but not read.",
            limit=limit,
        )
        self._end("too-many-parts", words, at, node)

    def mostly_odd(self, at: int, node: int) -> None:
        """Most of the text can't be understood."""
        words = message("Most of the game isn't understood; what follows is kept, but not read.")
        self._end("mostly-odd", words, at, node)


def placed(found: list[Diagnostic], data: bytes, at: int) -> list[Diagnostic]:
    """Diagnostics with lines and columns within the game, in the order of their offsets.

    `at` is the offset of its bytes in the file.
    """
    out: list[Diagnostic] = []
    line, start, done = 1, 0, 0
    for offset, one in sorted(((each.offset or 0, each) for each in found), key=itemgetter(0)):
        line += data.count(b"\n", done, offset)
        start = max(start, data.rfind(b"\n", done, offset) + 1)
        done = offset
        out.append(
            one._replace(record=None, offset=at + offset, line=line, column=offset - start + 1)
        )
    return out
