"""A record as the bytes of an XQF file: the bytes it was read from with its edits, or new ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.formats.kit.xiangqi import black_moves, board_of, setup_of, squares_of
from viewer.formats.xqf.encoding import Codecs
from viewer.formats.xqf.facts import HEAD as HEAD_FACT
from viewer.formats.xqf.facts import NOISE, PROMISE, ROOT, SIZE, Keys, Rest, rest_of
from viewer.formats.xqf.fields import HEAD, SQUARES, WHO_PLAYS
from viewer.formats.xqf.tree import HAS_COMMENT, NEXT, PLAIN_NEXT, PLAIN_SIBLING, SIBLING, TAG_NOISE
from viewer.tree.action import Action, Move, Setup
from viewer.tree.facts import find_fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_ROOT_PLAIN = b"\x18\x20"
_ROOT = b"XQ"


# A node to be written, its squares as in the body before encryption, whether a move follows it, and
# whether a sibling follows. (A plain tuple, because there is one per node.)
Entry = tuple[Node, bytes, bool, bool]


@dataclass(slots=True)
class Arrangement:
    """The nodes to be written, in the file's order.

    Attributes:
        entries: the nodes, the root first.
        left_out: by a node's id, the reason why it is left out with all nodes below it.
        rest: the part after the tree in the file that was read.
        promises: whether flags for moves missing in that file may be written again.
    """

    entries: list[Entry] = field(default_factory=list)
    left_out: dict[int, Message] = field(default_factory=dict)
    rest: Rest | None = None
    promises: bool = True


class _Codes(dict[str, "bytes | None"]):
    """The bytes of a move's squares by its text; None for a move that XQF can't hold."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def __missing__(self, text: str) -> bytes | None:
        code = self[text] = self.of(Move(text))
        return code

    def of(self, action: Action | None) -> bytes | None:
        """The bytes of the squares of any action, None if it isn't a move that XQF can hold."""
        squares = squares_of(action)
        if squares is None:
            return None
        source, target = squares
        return bytes(((source + self._keys.source) % 256, (target + self._keys.target) % 256))


def arrange(record: Record, keys: Keys, fresh: bool) -> Arrangement:
    """Find the nodes that can be written. `fresh` ignores the file that was read."""
    found = Arrangement(rest=None if fresh else rest_of(record))
    codes = _Codes(keys)
    barred = _barred(record, found)
    entries, left_out = found.entries, found.left_out
    root_code = _ROOT_PLAIN if keys.plain else _ROOT
    root_raw = record.fact(ROOT)
    if root_raw is not None and isinstance(root_raw.raw, bytes) and not fresh:
        root_code = root_raw.raw[:2]
    stack: list[tuple[Node, bytes, bool]] = [(record.root, root_code, False)]
    while stack:
        node, code, sibling = stack.pop()
        family: list[tuple[Node, bytes, bool]] = []
        behind = False
        for child in node.children[::-1]:
            action = child.action
            child_code = codes[action.text] if type(action) is Move else codes.of(action)
            if child_code is None:
                left_out[child.id] = message("XQF has no place for this in the moves.")
            elif child.id in barred:
                left_out[child.id] = message("It would come behind moves that weren't read.")
            else:
                family.append((child, child_code, behind))
                behind = True
        entries.append((node, code, behind, sibling))
        stack += family
    return found


def _barred(record: Record, found: Arrangement) -> set[int]:
    """The ids of nodes that would be written amid or after the unread part of the tree, and break it.

    If the node before the unread part was deleted, that part is kept as trailing bytes.
    """
    rest = found.rest
    if rest is None or rest.kind != "unread":
        return set()
    last = record.nodes.get(rest.last)
    if last is None:
        found.rest = rest._replace(kind="trailing", open=False)
        found.promises = False
        return set()
    barred = {child.id for child in last.children}
    node = last
    while node.parent is not None:
        siblings = node.parent.children
        barred.update(other.id for other in siblings[siblings.index(node) + 1 :])
        node = node.parent
    return barred


# ------------------------------------------------------------------------------------- bytes


def body_of(
    arrangement: Arrangement,
    record: Record,
    keys: Keys,
    comments: Mapping[int, bytes],
    chance: random.Random | None,
) -> bytes:
    """The body before encryption. `comments` has the bytes by node id; b"" stands for a flag without text.

    With `chance`, nothing of the file that was read is used, and the unused bits of newer versions are
    random, as in XQStudio's files.
    """
    return _Emitter(arrangement, record, keys, comments, chance).body()


class _Kept(NamedTuple):
    """The facts about a node's record in the file that was read.

    Attributes:
        noise: tag and reserved byte, None if they are as usual.
        next, sibling: whether the record has the flag for such a move, but the file ends before it.
        size: the bytes of the size of a comment that the end of the file cuts off.
    """

    noise: bytes | None = None
    next: bool = False
    sibling: bool = False
    size: bytes | None = None


_NOTHING = _Kept()


class _Emitter:
    def __init__(
        self,
        arrangement: Arrangement,
        record: Record,
        keys: Keys,
        comments: Mapping[int, bytes],
        chance: random.Random | None,
    ) -> None:
        self._entries = arrangement.entries
        self._rest = arrangement.rest
        self._promises = arrangement.promises
        self._record = record
        self._keys = keys
        self._comments = comments
        self._chance = chance
        self._last = self._entries[-1][0]
        self._path = {node.id for node in self._last.path()}

    def body(self) -> bytes:
        root, *others = self._entries
        if self._is_rootless():
            return b""
        out = [self._root(root)]
        comments, last = self._comments, self._last
        no_size = b"\0\0\0\0" if self._keys.plain else b""
        # Most tags are equal to others; missing here if each must be computed on its own.
        tags: dict[tuple[int, bool, bool, bool], bytes | None] = {}
        for node, code, next, sibling in others:
            raw = comments.get(node.id)
            like = (id(node.facts), next, sibling, raw is None)
            tag = tags.get(like)
            if tag is None or node is last:
                kept = self._kept(node)
                next, sibling = self._with_promises(node, next, sibling, kept)
                tag = self._tag(node, next, sibling, kept)
                if not (kept.next or kept.sibling or self._chance or node is last):
                    tags[like] = tag
                sized = self._sized(node, kept)
            else:
                sized = no_size if raw is None else self._size(raw) + raw
            out.append(code + tag + sized)
        return b"".join(out)

    def _is_rootless(self) -> bool:
        """Whether the file that was read ends before the root's record, and still needs none."""
        record = self._record
        return (
            self._chance is None
            and record.fact(HEAD_FACT) is not None
            and record.fact(ROOT) is None
            and len(self._entries) == 1
            and not self._comments
        )

    def _root(self, entry: Entry) -> bytes:
        node, code, next, _ = entry
        kept = self._kept(node)
        next, _ = self._with_promises(node, next, False, kept)
        was = self._record.fact(ROOT) if self._chance is None else None
        if was is not None and isinstance(was.raw, bytes):
            # Its sibling bit means nothing, and is kept unchanged.
            sibling = bool(was.raw[2] & (PLAIN_SIBLING if self._keys.plain else SIBLING))
            tag = self._tag(node, next, sibling, kept._replace(noise=was.raw[2:4]))
        else:
            tag = self._tag(node, next, False, kept)
            if self._keys.plain:
                tag = tag[:1] + b"\xff"
        return code + tag + self._sized(node, kept)

    def _with_promises(
        self, node: Node, next: bool, sibling: bool, kept: _Kept
    ) -> tuple[bool, bool]:
        """Add the flags for moves missing at the end of the file, if the file still ends there."""
        if not self._promises or node.id not in self._path:
            return next, sibling
        return next or (kept.next and node is self._last), sibling or kept.sibling

    def _kept(self, node: Node) -> _Kept:
        facts = node.facts
        if self._chance is not None or not facts:
            return _NOTHING
        promise = find_fact(facts, PROMISE)
        value = promise.value if promise is not None else None
        next, sibling = value if isinstance(value, tuple) else (False, False)
        return _Kept(raw_of(facts, NOISE), next, sibling, raw_of(facts, SIZE))

    def _tag(self, node: Node, next: bool, sibling: bool, kept: _Kept) -> bytes:
        """The tag and the byte after it."""
        noise = kept.noise or b"\0\0"
        if self._keys.plain:
            high = (noise[0] & PLAIN_NEXT or PLAIN_NEXT) if next else 0
            low = (noise[0] & PLAIN_SIBLING or PLAIN_SIBLING) if sibling else 0
            return bytes((high | low, noise[1]))
        if self._chance is not None:
            noise = self._chance.randbytes(2)
        flags = NEXT * next | SIBLING * sibling | HAS_COMMENT * self._has_size(node, kept)
        return bytes((noise[0] & TAG_NOISE | flags, noise[1]))

    def _has_size(self, node: Node, kept: _Kept) -> bool:
        return node.id in self._comments or self._is_cut(node, kept) or self._is_open(node)

    def _is_cut(self, node: Node, kept: _Kept) -> bool:
        """Whether the end of the file still cuts off the comment, by its size in the file that was read."""
        if kept.size is None or node is not self._last:
            return False
        said = (int.from_bytes(kept.size, "little") - self._keys.size) % (1 << 32)
        return said > len(self._comments.get(node.id, b""))

    def _is_open(self, node: Node) -> bool:
        rest = self._rest
        return node is self._last and rest is not None and rest.open

    def _sized(self, node: Node, kept: _Kept) -> bytes:
        """The size of the comment and the comment itself, b"" if the record has neither."""
        if self._is_open(node) or not (self._keys.plain or self._has_size(node, kept)):
            return b""
        raw = self._comments.get(node.id, b"")
        if self._is_cut(node, kept):
            assert kept.size is not None
            return kept.size + raw
        return self._size(raw) + raw

    def _size(self, raw: bytes) -> bytes:
        return ((len(raw) + self._keys.size) % (1 << 32)).to_bytes(4, "little")


# -------------------------------------------------------------------------------- parts of the file


@dataclass(slots=True)
class XqfFile:
    """The parts of a file before it is written.

    Attributes:
        record: the record to be written.
        head, body: bytes of the file; the body isn't encrypted yet.
        keys: the keys of the file.
        codecs: the codecs that will be detected when the file is read, or those that the user chose.
        by_hand: whether the user chose the codecs.
        comments: the bytes of comments by the ids of their nodes.
        arrangement: the nodes to be written.
        extra_pieces: the number of pieces of the start position that have no slot.
    """

    record: Record
    head: bytes
    body: bytes
    keys: Keys
    codecs: Codecs
    by_hand: bool
    comments: dict[int, bytes]
    arrangement: Arrangement
    extra_pieces: int

    @property
    def rest(self) -> Rest | None:
        """The part after the tree in the file that was read, None if there is none."""
        return self.arrangement.rest

    def start(self) -> Setup:
        """The start position that will be read from the file."""
        root = self.record.root
        head = self.head.ljust(HEAD, b"\0")
        board = board_of(self.keys.squares(head[SQUARES]))
        left_out = self.arrangement.left_out
        first_moves = [node.action for node in root.children if node.id not in left_out]
        return setup_of(board, black_moves(board, first_moves, head[WHO_PLAYS]))

    def raw(self) -> bytes:
        """The bytes of the file, without the part (`rest`) that isn't read."""
        body = self.body
        if self.rest is not None and self.rest.open:
            body += self.keys.size.to_bytes(4, "little")
        return self.head + self.keys.encrypt(body, HEAD)
