r"""Reads the games of a DhtmlXQ text: its tags, the spelling of their values, the records of them.

A value ends at the next tag of any kind: real files close `[DhtmlXQ_blacktime]` by `[/DhtmlXQ_time]`. In
values, `||` is a line break, and characters may be escaped as in JavaScript (`\u9a6c`) or HTML (`&nbsp;`).

A square is two digits: a file from the left, 0 to 8, then a rank from the top, 0 to 9.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from html import unescape

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.dhtmlxq import FORMAT
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import XIANGQI
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.xiangqi import (
    BOARD,
    POINTS,
    SLOTS,
    USUAL,
    USUAL_BOARD,
    action_of,
    black_moves,
    read_start,
    setup_of,
)
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

TAG = re.compile(r"\[(/?)(?:DhtmlXQ(?:_([A-Za-z0-9_]{1,64}))?|(\d{1,6}_\d{1,6}_\d{1,6}))\]", re.I)
_MOVES = re.compile(r"move_(\d{1,6})_(\d{1,6})_(\d{1,6})")
_COMMENT = re.compile(r"comment(?:(\d{1,6})_)?(\d{1,6})")
SPELLED = re.compile(
    r"\|\||\\u([0-9A-Fa-f]{4})|&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
)
_OPENING = re.compile(r"\[DhtmlXQ\]", re.I)
_HIGH = range(0xD800, 0xDC00)
MAIN = "movelist"
START = "binit"
POSITION = "fen"
"""A tag of vschess with a FEN, for starts that `binit` can't express."""


class Tag(NamedTuple):
    """A tag with its value.

    Attributes:
        name: in lower case, without `DhtmlXQ_`; of a variation in a page's script (`[0_4_1]`) `move_0_4_1`.
        key: the name as written in the text.
        begin, stop: the beginning of the tag and the end of its closing tag, in the text.
        start, end: the beginning and end of its value.
    """

    name: str
    key: str
    begin: int
    start: int
    end: int
    stop: int


class Variation(NamedTuple):
    """The name of a variation's tag: the line it branches from, its first ply from 1, its own number."""

    line: int
    ply: int
    number: int

    @property
    def name(self) -> str:
        """The name of the tag in lower case."""
        return f"move_{self.line}_{self.ply}_{self.number}"


def tags_of(text: str) -> list[Tag]:
    """The tags of a text, in its order. Takes linear time."""
    out: list[Tag] = []
    opened: tuple[str, str, int, int] | None = None
    for found in TAG.finditer(text):
        closing, name, numbers = found.groups()
        if opened is not None:
            stop = found.end() if closing else found.start()
            out.append(Tag(*opened, found.start(), stop))
        opened = None
        if not closing and (name or numbers):
            key = name or _of_numbers(numbers)
            opened = (key.lower(), key, found.start(), found.end())
    if opened is not None:
        out.append(Tag(*opened, len(text), len(text)))
    return out


def starts_of(text: str) -> list[int]:
    """The offsets where the records of a text begin; the first is 0.

    A record begins at each `[DhtmlXQ]`, and where a tag comes again that brings another position or other
    moves: pages also show one game in several forms.
    """
    openings = [found.start() for found in _OPENING.finditer(text)]
    groups: list[tuple[int, bool, dict[str, str]]] = [(0, False, {})]
    last = 0
    for tag in tags_of(text):
        value = text[tag.start : tag.end].strip()
        opening = bisect_left(openings, last) < bisect_left(openings, tag.begin)
        if groups[-1][2] and (opening or (value and tag.name in groups[-1][2])):
            start = openings[bisect_left(openings, tag.begin) - 1] if opening else tag.begin
            groups.append((start, opening, {}))
        if value:
            groups[-1][2][tag.name] = value
        last = tag.stop
    found: list[tuple[int, _Shown]] = []
    for start, opening, said in groups:
        shown = _Shown(_digits(said, START), _digits(said, MAIN))
        if not found or opening:
            found.append((start, shown))
        elif not any(found[-1][1]):  # nothing but a head so far
            found[-1] = (found[-1][0], shown)
        elif not shown.may_be(found[-1][1]):
            found.append((start, shown))
    return [start for start, _ in found]


class _Shown(NamedTuple):
    """What tells one game from another: the digits of its position and of its moves."""

    position: str
    moves: str

    def may_be(self, other: _Shown) -> bool:
        """Whether nothing that both say differs."""
        return all(not one or not two or one == two for one, two in zip(self, other, strict=True))


def _digits(said: Mapping[str, str], name: str) -> str:
    return "".join(filter(str.isdecimal, said.get(name, "")))


def _of_numbers(numbers: str) -> str:
    return MAIN if numbers.endswith("_0") else f"move_{numbers}"


def variation_of(name: str) -> Variation | None:
    """The variation that a tag contains, None for another tag."""
    found = _MOVES.fullmatch(name)
    return Variation(*map(int, found.groups())) if found else None


def commented(name: str) -> tuple[int, int] | None:
    """The line and the ply that a tag comments on, None for another tag; ply 0 is the start."""
    found = _COMMENT.fullmatch(name)
    return (int(found[1] or 0), int(found[2])) if found else None


def read_value(raw: str) -> str:
    """The text of a value, with line breaks and escapes resolved; lone surrogates become U+FFFD."""
    if "|" not in raw and "\\" not in raw and "&" not in raw:
        return raw
    text = SPELLED.sub(_meant, raw)
    if any(ord(char) in _HIGH for char in text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return "".join("\ufffd" if 0xD800 <= ord(char) < 0xE000 else char for char in text)


def _meant(found: re.Match[str]) -> str:
    if found[0] == "||":
        return "\n"
    return chr(int(found[1], 16)) if found[1] else unescape(found[0])


# -------------------------------------------------------------------------------- pieces and moves

USUAL_DIGITS = "8979695949392919097717866646260600102030405060708012720323436383"
"""The value of `binit` for the usual start: the squares of `SLOTS`."""
ABSENT = "99"


def read_pieces(digits: str) -> tuple[bytes, int]:
    """The board, and the number of pieces that are on no point or on an occupied one."""
    board = bytearray(BOARD)
    twice = 0
    for slot, piece in enumerate(SLOTS):
        said = digits[2 * slot : 2 * slot + 2]
        if len(said) < 2 or said == ABSENT:
            continue
        square = _square(said)
        if square >= BOARD or board[POINTS[square]]:
            twice += 1
        else:
            board[POINTS[square]] = piece
    return bytes(board), twice


def moves_of(digits: str) -> Iterator[Move | Written]:
    """The moves of a list of digits, four for each; an incomplete one at the end is ignored."""
    for at in range(0, len(digits) - 3, 4):
        yield action_of(_square(digits[at : at + 2]), _square(digits[at + 2 : at + 4]))


def _square(two: str) -> int:
    return 10 * int(two[0]) + 9 - int(two[1])


# ----------------------------------------------------------------------------------------- records

FILE = "dhtmlxq.file"
"""Fact of a record; value: the file's codec, and whether the user chose it; raw: the bytes of the record."""
REST = "dhtmlxq.rest"
"""Fact of the last record; raw: the part of the file that wasn't read."""
LINE = "dhtmlxq.line"
"""Fact of a variation's first node: the number of its line."""
_DIGITS = re.compile(r"[^0-9]+")
_STRUCTURE = frozenset((MAIN, START, POSITION))
_KNOWN = frozenset(field.key for field in FORMAT.fields)


class _Line:
    """A line: the line it branches from, the ply of its first node, its nodes."""

    __slots__ = ("first", "nodes", "parent")

    def __init__(self, parent: _Line | None, first: int) -> None:
        self.parent, self.first = parent, first
        self.nodes: list[Node] = []

    def at(self, ply: int) -> Node | None:
        """The node of a ply, in this line or before its branch; None if there is none."""
        line = self
        while ply < line.first and line.parent is not None:
            line = line.parent
        place = ply - line.first
        return line.nodes[place] if 0 <= place < len(line.nodes) else None


class ParsedText:
    """A parsed text.

    Attributes:
        record: the game.
        tags: the tags that were used, by name; of equal names, the first with a value.
        all: all tags, in the text's order.
        found: the diagnostics, with offsets in characters of the text.
    """

    def __init__(self, text: str, codec: str, limits: Limits) -> None:
        self.text = text
        self.all = tags_of(text)
        self.tags: dict[str, Tag] = {}
        self.found: list[Diagnostic] = []
        self._limits = limits
        self._nodes: dict[int, Node] = {}
        for tag in self.all:
            if tag.name not in self.tags or self._empty(self.tags[tag.name]):
                self.tags[tag.name] = tag
        root = self._node(None, None)
        self._lines = {0: _Line(None, 0)}
        self._lines[0].nodes.append(root)
        self._read_lines()
        root.action = self._start(root)
        for name, where in ((name, commented(name)) for name in list(self.tags)):
            if where is not None:
                self._comment(name, *where)
        self.record = Record("xiangqi", root, tuple(self._headers()), codec, nodes=self._nodes)

    def raw(self, name: str) -> str:
        """The value of a tag as written in the text, "" if there is no such tag."""
        tag = self.tags.get(name)
        return "" if tag is None else self.text[tag.start : tag.end]

    def _empty(self, tag: Tag) -> bool:
        return not self.text[tag.start : tag.end].strip()

    def _tell(
        self, severity: Severity, code: str, words: Message, name: str, node: int = 0
    ) -> None:
        if len(self.found) < self._limits.diagnostics:
            at = self.tags[name].start if name in self.tags else 0
            self.found.append(diagnostic_at(severity, f"dhtmlxq.{code}", words, at, node))

    # ------------------------------------------------------------------------------------- moves

    def _node(self, parent: Node | None, action: Action | None) -> Node:
        node = self._nodes[len(self._nodes)] = Node(len(self._nodes), parent, action)
        if parent is not None:
            parent.children = (*parent.children, node)
        return node

    def _read_lines(self) -> None:
        self._append(MAIN, self._lines[0], self._nodes[0])
        waiting = [one for one in map(variation_of, self.tags) if one is not None]
        while waiting:
            rest = []
            for one in waiting:
                line = self._lines.get(one.line)
                parent = line.at(one.ply - 1) if line is not None else None
                if parent is None or one.number in self._lines:
                    rest.append(one)
                    continue
                new = self._lines[one.number] = _Line(line, one.ply)
                self._append(one.name, new, parent)
                if new.nodes:
                    new.nodes[0].facts = (Fact(LINE, one.number, b""),)
                else:
                    del self.tags[one.name]
            if len(rest) == len(waiting):
                break
            waiting = rest
        for one in waiting:
            words = message(
                "The variation {number} leaves line {line} at move {ply}, which isn't there.",
                number=one.number, line=one.line, ply=one.ply,
            )  # fmt: skip
            self._tell(Severity.WARNING, "no-such-line", words, one.name)
            del self.tags[one.name]

    def _append(self, name: str, line: _Line, parent: Node) -> None:
        raw = _DIGITS.sub("", self.raw(name))
        if len(raw) % 4:
            words = message("The list of moves isn't made of four digits for each; it may be cut.")
            self._tell(Severity.WARNING, "odd-moves", words, name, parent.id)
        for action in moves_of(raw):
            if len(self._nodes) >= self._limits.nodes:
                words = message("The game has too many moves; the rest isn't shown.")
                self._tell(Severity.ERROR, "too-many", words, name)
                return
            parent = self._node(parent, action)
            line.nodes.append(parent)

    # ------------------------------------------------------------------------------------- start

    def _start(self, root: Node) -> Setup | None:
        raw = _DIGITS.sub("", self.raw(START))
        said = read_start(read_value(self.raw(POSITION))) if POSITION in self.tags else None
        if raw:
            if len(raw) != 2 * len(SLOTS):
                words = message(
                    "The start has {count} digits, not {most}: pieces may be missing.",
                    count=len(raw), most=2 * len(SLOTS),
                )  # fmt: skip
                self._tell(Severity.WARNING, "start", words, START)
            board, twice = read_pieces(raw)
            if twice:
                words = message(
                    "Pieces of the start that stand nowhere or on others: {count}", count=twice
                )
                self._tell(Severity.WARNING, "start", words, START)
        else:
            board = said[0] if said is not None else USUAL_BOARD
        who = int(said is not None and said[1])
        black = black_moves(board, [child.action for child in root.children], who)
        setup = setup_of(board, black)
        return None if setup == USUAL else setup

    # ------------------------------------------------------------------------- comments, headers

    def _comment(self, name: str, line: int, ply: int) -> None:
        own = self._lines.get(line)
        node = own.at(ply) if own is not None else None
        text = read_value(self.raw(name))
        if node is None or COMMENT in node.notes:
            if text:
                words = message("The comment {name} is on a move that isn't there.", name=name)
                self._tell(Severity.WARNING, "no-such-move", words, name)
            del self.tags[name]
        elif text:
            node.notes = {COMMENT: text}

    def _headers(self) -> Iterator[Header]:
        for name in self.tags:
            if name not in _STRUCTURE and variation_of(name) is None and commented(name) is None:
                value = read_value(self.raw(name))
                if value:
                    yield Header(name if name in _KNOWN else self.tags[name].key, value)


class DhtmlXQCollection(TextCollection):
    """The games of a source. Raises Unreadable if there is none, OSError."""

    format = "dhtmlxq"
    variant = "DhtmlXQ"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits, encoding, XIANGQI)
        self._read = min(source.size, limits.body_bytes)
        if not tags_of(self._text):
            raise Unreadable(message("There is no game in the file."), "dhtmlxq.empty")
        self._edges = [*starts_of(self._text)[: limits.records], len(self._text)]
        self._parsed(0)

    def __len__(self) -> int:
        return len(self._edges) - 1

    def _segment(self, index: int) -> tuple[int, int]:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self._edges[index], self._edges[index + 1]

    def _parsed(self, index: int) -> ParsedText:
        start, end = self._segment(index)
        parsed = ParsedText(self._text[start:end], self._codec, self._limits)
        self._tell_at(index, parsed.found)
        return parsed

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return self._parsed(index).record.headers

    def record(self, index: int) -> Record:
        """A game, parsed again at each call."""
        record = self._parsed(index).record
        start, end = self._bounds(index)
        last = index == len(self) - 1
        raw = self.source.read(start, (self._read if last else end) - start)
        rest = self._rest(REST, self._read) if last else ()
        record.facts = (Fact(FILE, (self._codec, self._by_hand), raw), *rest)
        return record
