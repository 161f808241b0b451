"""A game-tree file as a collection of one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.base.text import UTF8, half_character, has_escapes
from viewer.formats.format import Unreadable
from viewer.formats.gametree import diagnostics
from viewer.formats.gametree.facts import (
    BREAKS,
    CODEC,
    COUNT,
    CUT,
    HEAD,
    REST,
    START,
    TEXT,
)
from viewer.formats.gametree.fields import shown, size_of, strings_of, values_of
from viewer.formats.gametree.findings import TreeDiagnostics
from viewer.formats.gametree.layout import TYPE, Head, NumberLayout, TreeGame, read_head
from viewer.formats.gametree.moves import read_move
from viewer.formats.gametree.swap import find_swaps
from viewer.formats.gametree.texts import (
    Codec,
    breaks_of,
    detect,
    read_comment,
    write_comment,
)
from viewer.formats.gametree.tree import SMALL, CommentSpan, Tree, TreeReader
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.shared.charsets import is_utf8
from viewer.formats.shared.judge import guess
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.facts import Fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

_FIRST_READ = 1 << 16


class GameTreeCollection(SingleCollection):
    """The record of a game-tree file, read when it is requested.

    Attributes:
        format: "gametree".
        source: the file.
    """

    format = "gametree"

    def __init__(self, source: Source, limits: Limits, encoding: str | None) -> None:
        """Read the header. `encoding` overrides the detected codec. Raises Unreadable or OSError."""
        super().__init__(source, limits)
        self._encoding = encoding
        head, kind = self._read_head()
        self._kind, self._layout = kind, head.layout
        self._headers = _headers(head, kind, self._codec(strings_of(head), guess))

    def _read_head(self) -> tuple[Head, TreeGame]:
        head = read_head(self.source.read(0, min(_FIRST_READ, self._limits.body_bytes)))
        if not head.whole and self.source.size > _FIRST_READ:
            head = read_head(self.source.read(0, self._limits.body_bytes))
        kind = head.kind
        if kind is None:
            said = head.first(TYPE)
            if said is not None:
                words = message(
                    "This game tree is of type “{type}”: it is neither Hex nor Twixt.",
                    type=shown(said.value),
                )
                raise Unreadable(words, "gametree.type")
            words = message("The file is no game tree, or ends before it says of which game.")
            raise Unreadable(words, "gametree.no-game")
        return head, kind

    @property
    def variant(self) -> str:
        """The name of the layout."""
        return self._layout.name

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers; until the record is read, its comments aren't used to detect the codec."""
        if index:
            raise IndexError(index)
        return self._headers

    def _read(self) -> Record:
        with GarbagePause(self.source.size >= SMALL):
            record, found = self._parsed()
        self._headers = record.headers
        self._tell(0, found.sorted())
        return record

    def _parsed(self) -> tuple[Record, TreeDiagnostics]:
        data = self.source.read(0, self._limits.body_bytes)
        found = TreeDiagnostics(self._limits.diagnostics)
        head = read_head(data)
        size = size_of(head)
        board = size if size and self._kind.smallest <= size <= self._kind.largest else None
        limited = self.source.size > len(data)
        reader = TreeReader(
            data, head.end, limited, self._layout, self._kind, board, self._limits, found
        )
        tree = reader.read() if head.whole else Tree(head.end)
        if not head.whole:
            tree.rest = "head"
        strings = [data[said.start : said.end] for said in tree.comments]
        if tree.broken:
            strings[-1] = _whole(strings[-1])
        codec = self._codec([*strings_of(head), *strings], self._judged)
        diagnostics.of_head(found, head, self._kind, size)
        diagnostics.of_tree(found, tree, self.source.size, limited)
        record = _record(data, head, self._kind, tree, strings, codec, self._limits, found)
        if tree.end < self.source.size:
            last = len(tree.nodes) - 1
            span = Span(tree.end, self.source.size - tree.end)
            record.facts += (Fact(REST, (tree.rest or "trailing", last), span),)
        elif tree.rest:
            record.facts += (Fact(REST, (tree.rest, len(tree.nodes) - 1), b""),)
        return record, found

    def _codec(self, strings: Sequence[bytes], judged: Callable[[bytes], str]) -> Codec:
        return detect(strings, judged) if self._encoding is None else Codec(self._encoding, True)


def _headers(head: Head, kind: TreeGame, codec: Codec) -> tuple[Header, ...]:
    return tuple([value.header for value in values_of(head, kind, codec)])


def _record(
    data: bytes,
    head: Head,
    kind: TreeGame,
    tree: Tree,
    strings: list[bytes],
    codec: Codec,
    limits: Limits,
    found: TreeDiagnostics,
) -> Record:
    """Make the record; `strings` are the bytes of the comments."""
    nodes = tree.nodes or [Node(0, None)]
    root = nodes[0]
    root.action = _start(kind, size_of(head), tree)
    breaks = breaks_of(strings)
    _set_comments(tree.comments, strings, codec, breaks, found)
    find_swaps(root)
    if tree.rest == "cut":
        nodes[-1].facts += (Fact(CUT, shown_of(nodes[-1]), b""),)
    facts = [
        Fact(HEAD, head.whole, data[: head.end - head.whole]),
        Fact(START, root.action.text if root.action is not None else None, b""),
        Fact(CODEC, tuple(codec), b""),
        Fact(COUNT, (len(nodes), tree.marks, limits.comment_bytes), b""),
    ]
    if breaks != "\n":
        facts.append(Fact(BREAKS, breaks, b""))
    headers = _headers(head, kind, codec)
    index = dict(enumerate(nodes))
    return Record(kind.game, root, headers, codec.name, tuple(facts), index)


def shown_of(node: Node) -> tuple[object, ...]:
    """The action and the notes of a node, in a form that can be compared later."""
    action = node.action
    said = None if action is None else (type(action).__name__, action.text)
    return (said, tuple(sorted(node.notes.items())))


def _start(kind: TreeGame, size: int | None, tree: Tree) -> Setup | None:
    """The start position: the board, with a stone if the root has a move.

    None if the header gives no size and the usual board suffices.
    """
    if size is None and not tree.root_move and tree.size <= kind.usual:
        return None
    text = str(max(kind.usual, tree.size) if size is None else size)
    if tree.root_move:
        read = read_move(tree.root_move[:3], False, None)
        if type(read.action) is Move:
            player, _, place = read.action.text.partition(" ")
            text += f" {'B' if player == '1' else 'W'} {place}"
    return Setup(text)


def _set_comments(
    comments: list[CommentSpan],
    strings: list[bytes],
    codec: Codec,
    breaks: str,
    found: TreeDiagnostics,
) -> None:
    """Set the comments of nodes, with facts for those whose bytes don't follow from the text."""
    usual = codec.name == UTF8 and breaks == "\n"
    for (node, start, _, own), raw in zip(comments, strings, strict=True):
        text = read_comment(raw, codec)
        ended = raw.endswith(b"\0")
        if ended:
            diagnostics.zero_byte(found, node.id, start + len(raw) - 1)
        elif not text:
            continue
        if text:
            node.notes = {**node.notes, COMMENT: text}
        plain = usual and not ended and b"\r" not in raw
        if plain and raw.isascii():
            continue
        if has_escapes(text):
            diagnostics.undecodable(found, node.id, start, codec.name)
        if own and not plain and write_comment(text, codec, breaks) != raw:
            node.facts += (Fact(TEXT, text, raw),)


def _whole(raw: bytes) -> bytes:
    """A cut-off string without an incomplete character at its end, if the rest is UTF-8; else unchanged."""
    whole = raw[: len(raw) - len(half_character(raw, UTF8))]
    return whole if is_utf8(whole) else raw


def layout_of(record: Record) -> NumberLayout | None:
    """The layout of the file a record was read from, None if that was no game tree."""
    head = raw_of(record.facts, HEAD)
    return None if head is None else read_head(head).layout
