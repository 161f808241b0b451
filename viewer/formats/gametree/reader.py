"""A game-tree file as a collection of one record."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.base.source import Source, Span
from viewer.base.text import UTF8, half_character, has_escapes
from viewer.formats.format import Unreadable
from viewer.formats.gametree.facts import (
    BREAKS,
    CODEC,
    COUNT,
    CUT,
    HEAD,
    REST,
    SHOWN,
    START,
    TEXT,
    TreeDiagnostics,
)
from viewer.formats.gametree.fields import (
    Codec,
    breaks_of,
    detect,
    is_known,
    read_comment,
    shown,
    size_item,
    size_of,
    strings_of,
    values_of,
    write_comment,
)
from viewer.formats.gametree.layout import (
    GTV,
    TYPE,
    VERSION,
    Head,
    NumberLayout,
    TreeGame,
    read_head,
)
from viewer.formats.gametree.moves import find_swaps, read_move
from viewer.formats.gametree.tree import SMALL, CommentSpan, Tree, TreeReader
from viewer.formats.kit.charsets import is_utf8
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.diagnostics import ERROR, INFO, WARNING
from viewer.formats.kit.judge import guess
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.facts import Fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def of_tree(found: TreeDiagnostics, tree: Tree, size: int, limited: bool) -> None:
    """Report why reading a tree ended early, or what follows it, in a file of `size` bytes."""
    left = size - tree.end
    if tree.rest == "unread":
        words = (
            counted(
                "The file is longer than what is read of it: one byte isn't shown.",
                "The file is longer than what is read of it: {count} bytes aren't shown.",
                left,
            )
            if limited
            else counted(
                "The tree has more nodes than are shown: one byte isn't.",
                "The tree has more nodes than are shown: {count} bytes aren't.",
                left,
            )
        )
        found.add(ERROR, "unread", words, len(tree.nodes) - 1 if tree.nodes else None, tree.end)
    elif not tree.rest and left:
        words = counted(
            "One byte follows the tree. It is kept.",
            "{count} bytes follow the tree. They are kept.",
            left,
        )
        found.add(WARNING, "trailing", words, offset=tree.end)
    if tree.absent:
        words = counted(
            "One move that is promised isn't in the file.",
            "{count} moves that are promised aren't in the file.",
            tree.absent,
        )
        found.add(WARNING, "absent", words, offset=size)


def undecodable(found: TreeDiagnostics, node: int, offset: int, codec: str) -> None:
    """Report a comment with bytes that are no text in the codec."""
    words = message("The comment has bytes that are no text in {codec}.", codec=codec)
    found.add(WARNING, "undecodable", words, node, offset)


def zero_byte(found: TreeDiagnostics, node: int, at: int) -> None:
    """Report a comment that ends with a zero byte, like strings in C."""
    words = message("The comment ends with a zero byte, which a game tree doesn't have there.")
    found.add(WARNING, "zero-byte", words, node, at)


def of_head(found: TreeDiagnostics, head: Head, kind: TreeGame, size: int | None) -> None:
    """Report the faults of the header; `size`: the number of lines of the board it gives, None if none."""
    if not head.whole:
        words = message("The file ends within its header.")
        found.add(ERROR, "cut-head", words, offset=head.end)
    _of_required(found, head, kind)
    seen: set[bytes] = set()
    for item in head.items:
        if item.key in seen:
            key = item.key[:SHOWN].decode("latin-1")
            words = message("The key “{key}” is there again; the first one counts.", key=key)
            found.add(WARNING, "twice", words, offset=item.at)
        elif not is_known(item.key, head.layout, kind):
            found.unknown_key(item.key, None, item.at)
        seen.add(item.key)
    _of_size(found, head, kind, size)


def _of_required(found: TreeDiagnostics, head: Head, kind: TreeGame) -> None:
    if head.layout.old:
        return
    for key in (GTV, TYPE, kind.version_key):
        if head.whole and head.first(key) is None:
            words = message("The header has no “{key}”.", key=key.decode())
            found.add(WARNING, "missing-key", words, offset=head.end)
    said = head.first(TYPE)
    if said is not None and said.value != kind.type:
        words = message(
            "“type” is “{type}”; the file is read as one of “{known}”.",
            type=shown(said.value),
            known=kind.type.decode(),
        )
        found.add(WARNING, "type", words, offset=said.at)
    for key, newest in ((GTV, VERSION), (kind.version_key, 1)):
        item = head.first(key)
        version = None if item is None else int.from_bytes(item.value[:8], "big")
        if item is not None and version != newest:
            words = message(
                "“{key}” is {version}; it is read as {newest}.",
                key=key.decode(),
                version=str(version),
                newest=newest,
            )
            found.add(WARNING, "version", words, offset=item.at)


def _of_size(found: TreeDiagnostics, head: Head, kind: TreeGame, size: int | None) -> None:
    item = size_item(head)
    offset = head.end if item is None else item.at
    if size is None:
        if head.whole or item is not None:
            words = message("The header doesn't say how large the board is.")
            found.add(WARNING, "no-size", words, offset=offset)
    elif not kind.smallest <= size <= kind.largest:
        words = message(
            "A board of {size} lines: there are {smallest} to {largest}.",
            size=str(size),
            smallest=kind.smallest,
            largest=kind.largest,
        )
        found.add(WARNING, "bad-size", words, offset=offset)
    elif item is not None and not head.layout.old and len(item.value) != 4:
        words = counted(
            "“bdsize” takes one byte, not 4.",
            "“bdsize” takes {count} bytes, not 4.",
            len(item.value),
        )
        # The specification's own example has one byte.
        severity = INFO if len(item.value) == 1 else WARNING
        found.add(severity, "size-width", words, offset=offset)


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
        of_head(found, head, self._kind, size)
        of_tree(found, tree, self.source.size, limited)
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
            zero_byte(found, node.id, start + len(raw) - 1)
        elif not text:
            continue
        if text:
            node.notes = {**node.notes, COMMENT: text}
        plain = usual and not ended and b"\r" not in raw
        if plain and raw.isascii():
            continue
        if has_escapes(text):
            undecodable(found, node.id, start, codec.name)
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
