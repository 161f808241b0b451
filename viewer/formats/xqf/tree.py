"""Reading of the records of moves: in pre-order, each with a flag for a move that follows it and one for
a sibling, an alternative to it. No recursion, about 2 µs per node.

Equal facts of the same name are one object: the unused bits of most nodes are random, but have few different
values. Text needs no raw bytes, because its decoding is reversible with its style, which is kept (`text`).
"""

from __future__ import annotations

import struct
from functools import cache, lru_cache

from viewer.base.garbage import GarbagePause
from viewer.base.limits import Limits
from viewer.base.named import NamedTuple
from viewer.base.source import Source, Span
from viewer.formats.kit.xiangqi import action_of
from viewer.formats.xqf.head import HEAD, Keys
from viewer.tree.action import Move, Written
from viewer.tree.facts import Fact, Facts
from viewer.tree.node import EMPTY, Node
from viewer.tree.record import Record

# Facts of a record:
ROOT = "xqf.root"  # raw: the root's from, to, tag and reserved byte; missing with the root
REST = "xqf.rest"  # value: Rest without the span; raw: the span after the tree
# Of a node:
NOISE = "xqf.noise"  # raw: tag and reserved byte, if the writer would make others
PROMISE = "xqf.promise"  # value: whether (a next move, a sibling) is flagged, but missing
SIZE = "xqf.size"  # raw: the size of a comment that the end of the file cuts off

PLAIN_NEXT, PLAIN_SIBLING = 0xF0, 0x0F
NEXT, SIBLING, HAS_COMMENT, TAG_NOISE = 0x80, 0x40, 0x20, 0x1F

_FIRST_READ = 1 << 18
_SMALL = 1 << 16
# With more moves off the board than this, and than half of all, the data can't be a tree.
_STRANGE = 1_000


class Rest(NamedTuple):
    """The part of the file after the nodes that were read.

    Attributes:
        span: its span in the file.
        kind: "trailing" bytes after a complete tree, "half" of a record at the end of the file, or
            "unread" because of a limit or an absurd size.
        last: id of the last node that was read.
        open: whether this part begins with the size of that node's comment.
    """

    span: Span
    kind: str
    last: int
    open: bool


def rest_fact(rest: Rest) -> Fact:
    """A Rest as a fact."""
    return Fact(REST, (rest.kind, rest.last, rest.open), rest.span)


def rest_of(record: Record) -> Rest | None:
    """The Rest of the file that a record was read from, None if there is none."""
    fact = record.fact(REST)
    if fact is None or not isinstance(fact.raw, Span) or not isinstance(fact.value, tuple):
        return None
    kind, last, is_open = fact.value
    return Rest(fact.raw, kind, last, is_open)


class Remarked(NamedTuple):
    """A node with a comment (or only its flag), the bytes of the comment and their offset in the file."""

    node: Node
    raw: bytes
    offset: int


class Tree:
    """The tree read from the body of a file.

    Attributes:
        plain: whether it is written as version 0A.
        nodes: the nodes by id; empty if the file ends before the root.
        root: from, to, tag and reserved byte of the root's record.
        comments: the comments in the file's order.
        strange: (node, offset) of the moves off the board.
        absent: the nodes for which a flag announces a move that is missing.
        rest: the part of the file after the nodes that were read.
        limit: the limit that ended the reading: "nodes", "body", "comment", "strange" or "".
        cut: the last comment's size if the file has fewer bytes of it or the size is absurd, else 0.
        end: the offset in the file at which the reading ended.
    """

    __slots__ = (
        "absent", "comments", "cut", "end", "limit", "nodes", "plain", "rest", "root", "strange"
    )  # fmt: skip

    def __init__(self, plain: bool) -> None:
        self.plain = plain
        self.nodes: list[Node] = []
        self.root = b""
        self.comments: list[Remarked] = []
        self.strange: list[tuple[Node, int]] = []
        self.absent: list[Node] = []
        self.rest: Rest | None = None
        self.limit = ""
        self.cut = 0
        self.end = HEAD


_RECORD = struct.Struct("<HH").unpack_from  # squares; tag and reserved byte


class _Moves(dict[int, "Move | Written"]):
    """The actions by the first two bytes of a record; equal actions are one object."""

    def __init__(self, source: int, target: int) -> None:
        super().__init__()
        self._source, self._target = source, target

    def __missing__(self, squares: int) -> Move | Written:
        source, target = squares & 0xFF, squares >> 8
        action = action_of((source - self._source) % 256, (target - self._target) % 256)
        self[squares] = action
        return action


class _Noise(dict[int, Facts]):
    """The facts of a tag and the byte after it; equal facts are one object."""

    def __init__(self, plain: bool) -> None:
        super().__init__()
        usual = (0xF0, 0x00, 0xFF, 0x0F) if plain else range(0, 256, HAS_COMMENT)
        self.update(dict.fromkeys(usual, ()))

    def __missing__(self, pair: int) -> Facts:
        facts: Facts = (Fact(NOISE, None, pair.to_bytes(2, "little")),)
        self[pair] = facts
        return facts


# Kept between files, so that the files of a folder with the same keys share one table.
_moves_of = lru_cache(maxsize=64)(_Moves)
_noise_of = cache(_Noise)


class Body:
    """The decrypted bytes of a body, read in parts.

    Attributes:
        size: the size of the whole body in the file.
        data: the bytes read so far.
        limited: whether a limit ended the reading before the end of the body.
    """

    def __init__(self, source: Source, keys: Keys, limits: Limits) -> None:
        self._source, self._keys = source, keys
        self.size = max(0, source.size - HEAD)
        self._most = limits.body_bytes
        self.data = b""
        self.limited = False

    def more(self) -> bool:
        """Read the next part. Returns False at the end of the file or at the limit; raises OSError."""
        have = len(self.data)
        want = min(max(_FIRST_READ, 3 * have), self._most - have, self.size - have)
        if want <= 0:
            self.limited = have < self.size
            return False
        part = self._source.read(HEAD + have, want)
        if len(part) < want:  # the file became shorter
            self.size = have + len(part)
        self.data += self._keys.decrypt(part, HEAD + have)
        return bool(part)


def read_tree(source: Source, keys: Keys, limits: Limits) -> Tree:
    """Read the tree of a file. Raises OSError."""
    reader = _Reader(source, keys, limits)
    with GarbagePause(source.size >= _SMALL):
        return reader.read()


class _Reader:
    """Reads one file. `_read_records` is the fast loop; preparation and completion are outside of it."""

    def __init__(self, source: Source, keys: Keys, limits: Limits) -> None:
        self._keys = keys
        self._limits = limits
        self._body = Body(source, keys, limits)
        self._noise = _noise_of(keys.plain)
        self._tree = Tree(keys.plain)
        self._fans: dict[Node, list[Node]] = {}
        self._open = False  # whether the rest begins with the size of the last node's comment
        self._promised: list[Node] = []  # nodes for which another child is announced

    def read(self) -> Tree:
        tree = self._tree
        end, complete = self._read_records()
        for node, children in self._fans.items():
            node.children = tuple(children)
        if tree.nodes:
            root = tree.nodes[0]
            root.action = None
            root.facts = tuple(fact for fact in root.facts if fact.name != NOISE)
            tree.strange = [entry for entry in tree.strange if entry[0] is not root]
        tree.end = HEAD + end
        if complete:
            tree.limit = ""
        elif self._body.limited and not tree.limit:
            tree.limit = "body"
        left = self._body.size - end
        if left > 0:
            kind = "trailing" if complete else "unread" if tree.limit else "half"
            span = Span(tree.end, left)
            tree.rest = Rest(span, kind, len(tree.nodes) - 1, self._open)
        if not complete:
            self._keep_promises()
        return tree

    def _read_records(self) -> tuple[int, bool]:  # noqa: C901  # one loop: calls would double its time
        """Read records up to the end; returns its offset in the body, and whether the tree is complete."""
        tree, body, keys = self._tree, self._body, self._keys
        nodes, noise, fans = tree.nodes, self._noise, self._fans
        moves = _moves_of(keys.source, keys.target)
        most, plain = self._limits.nodes, keys.plain
        next_bits, sibling_bits = (PLAIN_NEXT, PLAIN_SIBLING) if plain else (NEXT, SIBLING)
        data, end, pos, id = b"", 0, 0, 0
        parent: Node | None = None
        promised = self._promised
        while True:
            if pos + 8 > end:
                if body.more():
                    data, end = body.data, len(body.data)
                if pos + 4 > end:
                    break
            squares, noise_bytes = _RECORD(data, pos)
            tag = noise_bytes & 0xFF
            sized = plain or tag & HAS_COMMENT
            if sized and pos + 8 > end:
                break
            if id >= most:
                tree.limit = "nodes"
                break
            action = moves[squares]
            node = Node(id, parent, action, EMPTY, noise[noise_bytes])
            nodes.append(node)
            if parent is None:
                tree.root = data[pos : pos + 4]  # its sibling bit means nothing
            else:
                family = parent.children
                if not family:
                    parent.children = (node,)
                elif parent in fans:
                    fans[parent].append(node)
                else:
                    fans[parent] = [family[0], node]
                if tag & sibling_bits:
                    promised.append(parent)
            if type(action) is Written:
                tree.strange.append((node, HEAD + pos))
                if len(tree.strange) > max(_STRANGE, id >> 1):
                    tree.limit = "strange"
            if not sized:
                pos += 4
            elif plain and data[pos + 4 : pos + 8] == b"\0\0\0\0":
                pos += 8
            else:
                pos = self._read_comment(node, pos)
                data, end = body.data, len(body.data)
            id += 1
            if tag & next_bits:
                parent = node
            elif promised:
                parent = promised.pop()
            elif self._open:
                return pos, False
            else:
                return pos, True
            if tree.limit:
                break
        if parent is not None:
            promised.append(parent)
        return pos, False

    def _read_comment(self, node: Node, pos: int) -> int:
        """Read the comment of the node whose record is at `pos`; returns the offset of the next record."""
        body, tree = self._body, self._tree
        at = pos + 8
        declared = int.from_bytes(body.data[pos + 4 : at], "little")
        size = (declared - self._keys.size) % (1 << 32)
        if size > self._limits.comment_bytes:
            tree.limit, tree.cut, self._open = "comment", size, True
            return pos + 4
        end = at + size
        while end > len(body.data):
            if not body.more():
                break
        if end > len(body.data):
            if body.limited:
                tree.limit, self._open = "body", True
                return pos + 4
            tree.cut = size
            node.facts += (Fact(SIZE, None, body.data[pos + 4 : at]),)
            end = len(body.data)
        tree.comments.append(Remarked(node, body.data[at:end], HEAD + at))
        return end

    def _keep_promises(self) -> None:
        """Keep the flags for missing moves as facts, for the writer."""
        tree = self._tree
        if not tree.limit:
            tree.absent = sorted(self._promised, key=lambda node: node.id)
        promises: dict[Node, list[bool]] = {}
        for parent in self._promised:
            # The flag for a first child is on the node itself, that for a further child on its last child.
            node = parent.children[-1] if parent.children else parent
            promises.setdefault(node, [False, False])[node is not parent] = True
        for node, (next, sibling) in promises.items():
            node.facts += (Fact(PROMISE, (next, sibling), b""),)
