"""Reads the games of a DhtmlXQ text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.dhtmlxq import FORMAT
from viewer.formats.dhtmlxq.tags import (
    MAIN,
    POSITION,
    START,
    USUAL,
    Tag,
    commented,
    moves_of,
    read_pieces,
    read_value,
    starts_of,
    tags_of,
    variation_of,
)
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import XIANGQI
from viewer.formats.kit.collections import TextCollection
from viewer.formats.kit.diagnostics import diagnostic_at
from viewer.formats.kit.xiangqi import SLOTS, black_moves, read_start, setup_of
from viewer.formats.kit.xiangqi import USUAL as USUAL_START
from viewer.tree.action import Action, Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

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
            board = said[0] if said is not None else read_pieces(USUAL)[0]
        who = int(said is not None and said[1])
        black = black_moves(board, [child.action for child in root.children], who)
        setup = setup_of(board, black)
        return None if setup == USUAL_START else setup

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
