"""Reading an SGF file: its games, found by their brackets, each read when needed, whole or its headers."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from viewer.base.jobs import JobStep
from viewer.base.limits import Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.base.source import Source, Span
from viewer.formats.capabilities import ReadAnew
from viewer.formats.format import Unreadable
from viewer.formats.kit.charsets import HZ, MARK, UTF16_BE, UTF16_LE
from viewer.formats.kit.collections import FileCollection, RecentHeaders
from viewer.formats.kit.diagnostics import TextPositions, positioned
from viewer.formats.sgf import declared
from viewer.formats.sgf.dialect import (
    GameDialect,
    Properties,
    dialect_for,
    is_known,
    number_of,
    unknown,
)
from viewer.formats.sgf.meaning import headers_of, parts_of, plain_properties, root_properties
from viewer.formats.sgf.mixed import decoded, encode, marked_codec, marked_spans
from viewer.formats.sgf.shape import TreeShape, shape_of
from viewer.formats.sgf.tokens import faults, game_end, game_start, node_end, tokens
from viewer.tree.annotation import TITLE
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import Fact
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Header, Record

NODE = "sgf.node"
"""A node's text from `;` on, as value: decoded such that its bytes come back."""
PART = "sgf.part"
"""A node that the text of the one above it says as well: which of its parts it is, from 1."""
BRACKETS = "sgf.brackets"
"""(before, behind, whether it is the only branch there) of a node that begins a branch."""
GAME = "sgf.game"
"""How the game stands in the file: see `GameOrigin`."""

_FIRST = late(r"\([ \t\r\n\f\v(]*+")
_LINE_END = late(r"\r\n|\n\r|\r|\n")
_SHORT = 12
_MOST_MOVES = 1 << 14


class GameOrigin(NamedTuple):
    """How a game was written in its file.

    Attributes:
        codec: of its text.
        version: the value of FF, "" if there is none.
        line_end: its first.
        head, tail: text before its first bracket and after its last.
        parents: the index of each node's parent if brackets are irregular; else ().
        leads: in that case, the text before each node.
    """

    codec: str
    version: str
    line_end: str
    head: str
    tail: str
    parents: tuple[int, ...] = ()
    leads: tuple[str, ...] = ()


_FAULTS: Mapping[str, tuple[Severity, Message]] = {
    "empty": (Severity.WARNING, message("A pair of brackets holds no node.")),
    "behind": (Severity.WARNING, message("A node stands behind the variations of its branch.")),
    "bracket": (
        Severity.WARNING,
        message("A square bracket within a value isn't escaped; it is taken for a part of it."),
    ),
    "extra": (Severity.WARNING, message("There is a closing bracket too many.")),
    "text": (Severity.WARNING, message("Text stands where none belongs; it is kept.")),
    "open": (Severity.WARNING, message("The game isn't closed: brackets are missing at its end.")),
    "limit": (Severity.ERROR, message("The game has too many nodes; the rest isn't shown.")),
}


def _odd_of(fault: str) -> Diagnostic:
    severity, words = _FAULTS[fault]
    return Diagnostic(severity, f"sgf.{fault}", words)


def first_node(text: str, start: int) -> Properties:
    """The properties of the root of the game that begins at an offset."""
    found = _FIRST.match(text, start)
    at = start if found is None else found.end()
    end = node_end(text, at)
    if end == at:
        texts, kinds, _ = tokens(text[at:])
        end = at + len(texts[0]) if kinds.startswith(";") else at
    return root_properties(text[at:end])


def head_of(text: str, start: int) -> tuple[Header, ...]:
    """The headers of the game that begins at an offset."""
    root = first_node(text, start)
    number = number_of(root)
    return headers_of(root, dialect_for(number if is_known(number) else 1, root, []))


def read_game(
    text: str, start: int, stop: int, codec: str, limits: Limits
) -> tuple[Record, list[Diagnostic]]:
    """The record of the game between two offsets of a text, and its diagnostics."""
    reading = _GameReader(text, start, stop, codec, limits)
    return reading.record, reading.found


class _GameReader:
    def __init__(self, text: str, start: int, stop: int, codec: str, limits: Limits) -> None:
        self.found: list[Diagnostic] = []
        self._most = limits.diagnostics
        self._body = text[start:stop]
        shape = shape_of(text, start, stop, limits.nodes)
        self._clean = shape.clean
        self.record = self._read(shape, text, start, codec)

    def _read(self, shape: TreeShape, text: str, start: int, codec: str) -> Record:
        odd: list[Diagnostic] = []
        root = root_properties(shape.texts[0])
        number = number_of(root)
        known = is_known(number)
        if not known:
            words = message("{what} Its moves aren't shown.", what=unknown(number))
            odd.append(Diagnostic(Severity.ERROR, "sgf.game", words))
        dialect = dialect_for(number if known else 1, root, odd)
        self._find_codecs(shape, codec)
        nodes, numbers = self._nodes(shape, dialect, known, odd)
        if known:
            dialect.resolve_across_nodes(nodes.values())
        found = _LINE_END.search(text)
        version = next((values[0].strip() for name, values in root if name == "FF"), "")
        written = GameOrigin(
            codec,
            version,
            "\n" if found is None else found.group(),
            shape.head,
            shape.tail,
            tuple(shape.parents) if shape.leads else (),
            shape.leads,
        )
        for fault, at in shape.faults:
            self._note(_odd_of(fault), None, start + at)
        if self.found:
            self._place(numbers, start)
        headers = headers_of(root, dialect)
        facts = (Fact(GAME, tuple(written), b""),)
        return Record(dialect.game, nodes[0], headers, codec, facts, nodes)

    def _nodes(
        self, shape: TreeShape, dialect: GameDialect, known: bool, odd: list[Diagnostic]
    ) -> tuple[dict[int, Node], list[int]]:
        """The nodes by their ids, and the id of the last node that each text made."""
        made: list[Node] = []  # the last node of each text
        nodes: dict[int, Node] = {}
        fans: dict[int, list[Node]] = {}
        moves = dialect.moves
        id = 0
        new = tuple.__new__
        before, behind = shape.before, shape.behind
        edged = before.keys() | behind.keys()
        branches = Counter(shape.parents) if edged else Counter()
        check = not shape.clean
        for index, (text, above) in enumerate(zip(shape.texts, shape.parents, strict=True)):
            parent = made[above] if above >= 0 else None
            move = moves.get(text) if index and known else None
            action, facts = move or (None, (new(Fact, (NODE, text, b"")),))
            if index in edged:
                brackets = (before.get(index, ""), behind.get(index, ""), branches[above] == 1)
                facts = (*facts, new(Fact, (BRACKETS, brackets, b"")))
            top = node = nodes[id] = Node(id, parent, action, EMPTY, facts)
            id += 1
            if move is None and (known or not index):
                node, id = self._fill(node, text, dialect, index, nodes, odd)
                if check:
                    odd += map(_odd_of, faults(text))
                if odd:
                    self._take(odd, index)
            if parent is not None:
                if parent.children:
                    _append(parent, top, fans)
                else:
                    parent.children = (top,)
            made.append(node)
        for number, children in fans.items():
            nodes[number].children = tuple(children)
        return nodes, [node.id for node in made] if self.found or shape.faults else []

    def _fill(
        self,
        node: Node,
        text: str,
        dialect: GameDialect,
        place: int,
        nodes: dict[int, Node],
        odd: list[Diagnostic],
    ) -> tuple[Node, int]:
        """Fill a node from its text, adding nodes below it for further actions."""
        id = node.id + 1
        quick = dialect.read_common(text) if place else None
        if quick is not None:
            node.action, node.notes = quick
            if not node.notes and len(text) <= _SHORT and len(dialect.moves) < _MOST_MOVES:
                dialect.moves[text] = quick[0], node.facts[:1]
            return node, id
        found = plain_properties(text, self._clean) if place else root_properties(text)
        parts = parts_of(found, dialect, place == 0, odd)
        node.action = parts[0].action
        node.notes = parts[0].notes or EMPTY
        for number, part in enumerate(parts[1:], 1):
            facts = (Fact(PART, number, b""),)
            below = nodes[id] = Node(id, node, part.action, part.notes or EMPTY, facts)
            node.children = (below,)
            node = below
            id += 1
        if len(parts) > 1:
            words = message("The node says {count} things at once.", count=len(parts))
            odd.append(Diagnostic(Severity.INFO, "sgf.mixed", words))
        return node, id

    # --------------------------------------------------------------------------- findings

    def _find_codecs(self, shape: TreeShape, codec: str) -> None:
        """Tell which values are in another codec than the file."""
        if not marked_spans(self._body):
            return
        for index, text in enumerate(shape.texts):
            for name, values in plain_properties(text, self._clean):
                for other in filter(None, map(marked_codec, values)):
                    words = message(
                        "The value of {name} is in {other}, while the file is in {codec}.",
                        name=name, other=other, codec=codec,
                    )  # fmt: skip
                    self._note(Diagnostic(Severity.WARNING, "sgf.codec", words), index, -1)

    def _take(self, odd: list[Diagnostic], place: int) -> None:
        for one in odd:
            self._note(one, place, -1)
        odd.clear()

    def _note(self, odd: Diagnostic, node: int | None, at: int) -> None:
        if len(self.found) < self._most:
            self.found.append(odd._replace(node=node, offset=at))

    def _place(self, ids: Sequence[int], start: int) -> None:
        """Place diagnostics of nodes at the offsets of their texts."""
        starts: list[int] = []
        offset = start
        texts, kinds, _ = tokens(self._body)
        for token, kind in zip(texts, kinds, strict=True):
            if kind == ";":
                starts.append(offset)
            offset += len(token)
        self.found = [
            one if one.node is None else one._replace(node=ids[one.node], offset=starts[one.node])
            for one in self.found
        ]


def _append(parent: Node, child: Node, fans: dict[int, list[Node]]) -> None:
    """Add a child to a list; building tuples of thousands of children would take quadratic time."""
    fan = fans.get(parent.id)
    if fan is None:
        fans[parent.id] = [*parent.children, child]
    else:
        fan.append(child)


_LIKELY = re.compile(r"W[a-z]*V")
_NAME = "wv"


def is_wrong(node: Node) -> bool:
    """Whether a node is marked as the first of a wrong variation."""
    if str(node.note(TITLE)).strip().lower() == _NAME:
        return True
    fact = node.fact(NODE)
    if fact is None or not isinstance(fact.value, str) or not _LIKELY.search(fact.value):
        return False
    return any(name.upper() == "WV" for name, _ in plain_properties(fact.value))


# ---------------------------------------------------------------------------- the games of a file

MARKED = "sgf.mark"
"""The mark at the beginning of a file (a BOM), on each of its records."""
REST = "sgf.rest"
"""The span of the file behind its last game that isn't read."""
_AT_ONCE = 1 << 16  # characters looked at before the first game is shown
_STEP = 1 << 20


class SgfCollection(FileCollection, ReadAnew):
    """The games of a source. Raises Unreadable if there is none, OSError."""

    format = "sgf"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        super().__init__(source, limits)
        data = source.read(0, limits.body_bytes)
        self.codec, text, mixed = decoded(data, encoding)
        if encoding is None and not mixed:
            codec = self._judged(data, name=declared(data))
            if codec != self.codec:
                self.codec, text, _ = decoded(data, likely=codec)
        self._mark = MARK if text.startswith(MARK) else ""
        self._text = text[len(self._mark) :]
        self._whole = encode(text, self.codec) == data
        if not self._whole:
            # An odd last byte of UTF-16.
            self._keep_bytes(data, text)
        self._read = len(data)
        self._edges = array("Q", [0])  # where each known game ends in the text
        self._starts = array("Q")
        self._recent = RecentHeaders()
        self._stops = array("Q")
        self._bytes: array[int] | None = None
        ahead = len(encode(self._mark, self.codec))
        self._positions = TextPositions(
            self._text, self.codec, ahead, encode, marked_spans(self._text)
        )
        self._complete = False
        self._upcoming = game_start(self._text, 0)
        while not self._complete and (not self._starts or self._edges[-1] < _AT_ONCE):
            self._next()
        if not self._starts:
            raise Unreadable(message("There is no game tree in the file."), "sgf.empty")
        root = first_node(self._text, self._starts[0])
        if not any(is_known(number_of(first_node(self._text, at))) for at in self._starts):
            raise Unreadable(unknown(number_of(root)), "sgf.game")
        version = next((values[0].strip() for name, values in root if name == "FF"), "")
        self.variant = f"SGF FF[{version}]" if version.isdecimal() else "SGF"
        self._tell_cut(self._read)

    def _keep_bytes(self, data: bytes, text: str) -> None:
        """Keep the bytes at the end that aren't part of the text."""
        known = encode(text, self.codec)
        if not data.startswith(known):
            words = message("This text can't be decoded as {codec}.", codec=self.codec)
            raise Unreadable(words, "sgf.encoding")

    # ------------------------------------------------------------------------------- index

    def _next(self) -> None:
        text, start = self._text, self._upcoming
        if start < len(text):
            end = game_end(text, start)
            self._upcoming = game_start(text, end)
            self._starts.append(start)
            self._stops.append(end)
            # What is behind the last game belongs to it.
            self._edges.append(end if self._upcoming < len(text) else len(text))
        self._complete = self._upcoming >= len(text)

    def __len__(self) -> int:
        return len(self._starts)

    def indexing(self) -> Iterator[JobStep[int]]:
        """A job that finds the rest of the games."""
        while not self._complete:
            stop = self._edges[-1] + _STEP
            while not self._complete and self._edges[-1] < stop:
                self._next()
            self._bytes = None
            yield JobStep(self._edges[-1], len(self._text), len(self))

    def _segment(self, index: int) -> tuple[int, int]:
        return self._edges[index], self._edges[index + 1]

    # ------------------------------------------------------------------------------- bytes

    def span(self, index: int) -> Span | None:
        """The bytes of a game, with the text before it, without the file's byte order mark."""
        if not self._complete:
            return None
        if self._bytes is None:
            self._bytes = self._measured()
        start, end = self._bytes[index], self._bytes[index + 1]
        if index == len(self) - 1:
            end = self.source.size
        return Span(start, end - start)

    def _measured(self) -> array[int]:
        """The offsets in the file where each game begins, and where the last one ends."""
        total = len(encode(self._mark, self.codec))
        out = array("Q", [total])
        if self._text.isascii() and self.codec not in (UTF16_LE, UTF16_BE, HZ):
            out.extend([total + edge for edge in self._edges[1:]])
            return out
        for index in range(len(self)):
            start, end = self._segment(index)
            total += len(encode(self._text[start:end], self.codec))
            out.append(total)
        return out

    def unedited_run(self, index: int) -> int:
        """All games from that one on."""
        return len(self) - index if self._complete else 0

    # ------------------------------------------------------------------------------- games

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game."""
        return self._recent.get(index, lambda index: head_of(self._text, self._starts[index]))

    def record(self, index: int) -> Record:
        """A game, read now."""
        start, end = self._segment(index)
        text = self._text[start:end]
        head = self._starts[index] - start
        stop = self._stops[index] - start
        record, found = read_game(text, head, stop, self.codec, self._limits)
        if self._mark:
            record.facts += (Fact(MARKED, None, encode(self._mark, self.codec)),)
        left = self._left_span()
        if left.length and end == len(self._text):
            record.facts += (Fact(REST, None, left),)
        self._tell(index, positioned(found, self._positions, start, index))
        return record

    def _left_span(self) -> Span:
        """The span of the bytes after the text."""
        if self._whole:  # all that was read is
            return Span(self._read, self.source.size - self._read)
        known = len(encode(self._mark + self._text, self.codec))
        return Span(known, self.source.size - known)
