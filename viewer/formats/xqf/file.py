"""A record as the bytes of an XQF file.

There is one way: what the record's facts say of the file it was read from stays. A new file is that of a
record without facts, with a head made for it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from viewer.base.messages import Message, message
from viewer.base.text import BIG5, GB18030
from viewer.formats.kit.charsets import canonical
from viewer.formats.kit.foreign import without_facts
from viewer.formats.kit.xiangqi import (
    black_moves,
    board_of,
    setup_of,
    slots_for,
    squares_of,
    start_of,
)
from viewer.formats.xqf.head import (
    HEAD,
    HEAD_FACT,
    NEWEST_VERSION,
    PLAIN_VERSION,
    RESULT_KEY,
    SQUARES,
    TEXT_FIELDS,
    TYPE_KEY,
    WHO_PLAYS,
    Keys,
    TextField,
    new_head,
    read_keys,
    read_text,
    whole_head,
    write_result,
    write_text,
    write_type,
)
from viewer.formats.xqf.reader import field_text, read_codecs
from viewer.formats.xqf.text import (
    AS_IS,
    BARE,
    CODECS,
    COMMENT_FACT,
    PLAIN,
    Codecs,
    CommentLayout,
    EncodedText,
    settle,
    style_of,
)
from viewer.formats.xqf.tree import (
    HAS_COMMENT,
    NEXT,
    NOISE,
    PLAIN_NEXT,
    PLAIN_SIBLING,
    PROMISE,
    ROOT,
    SIBLING,
    SIZE,
    TAG_NOISE,
    rest_of,
)
from viewer.tree.action import Action, Move, Setup
from viewer.tree.facts import find_fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_ROOT_PLAIN, _ROOT, _ROOT_TAG = b"\x18\x20", b"XQ", b"\0\xff"


def new_version(record: Record) -> int:
    """The version of a new file: 1.0 (0A), or 1.8 (12) if only its byte can tell that Black moves first."""
    board, black = start_of(record)
    first_moves = [node.action for node in record.root.children]
    by_byte = len({black_moves(board, first_moves, who) for who in (0, 1)}) > 1
    return NEWEST_VERSION if black and by_byte else PLAIN_VERSION


# A node to be written, its squares as in the body before encryption, whether a move follows it, and
# whether a sibling follows. (A plain tuple, because there is one per node.)
Entry = tuple[Node, bytes, bool, bool]


class XqfFile:
    """The parts of a file before it is written.

    Attributes:
        record: the record to be written; without facts if the file is new.
        keys: the keys of the file.
        head, body: bytes of the file; the body isn't encrypted yet.
        entries: the nodes to be written, in the file's order.
        left_out: by a node's id, the reason why it is left out with all nodes below it.
        rest: the part after the tree in the file that was read, None if there is none.
        comments: the bytes of comments by the ids of their nodes; b"" stands for a flag without text.
        codecs: the codecs that will be detected when the file is read, or those that the user chose.
        by_hand: whether the user chose the codecs.
        extra_pieces: the number of pieces of the start position that have no slot.
    """

    def __init__(self, record: Record, version: int | None, chance: random.Random) -> None:
        """`version` is that of a new file; None keeps the file that the record was read from."""
        was = raw_of(record.facts, HEAD_FACT) if version is None else None
        if was is None:
            record = without_facts(record)
            version = new_version(record) if version is None else version
            black = version > PLAIN_VERSION and start_of(record)[1]
            head = new_head(version, black, chance)
        else:
            head = bytearray(whole_head(was))
        self.record = record
        self.keys = read_keys(bytes(head))
        self._chance = chance if was is None and not self.keys.plain else None
        self.rest = rest_of(record)
        self._promises = True  # whether flags for moves missing in the file may be written again
        self.entries: list[Entry] = []
        self.left_out: dict[int, Message] = {}
        self._arrange()
        self._write_texts(head, was is None)
        write_result(head, record.header(RESULT_KEY))
        write_type(head, record.header(TYPE_KEY))
        self._write_start(head)
        self.body = b"" if was is not None and self._is_rootless() else self._body()
        # A head that the end of the file cut stays so if nothing was added after that.
        cut = was is not None and not self.body and not any(head[len(was) :])
        self.head = bytes(head[: len(was)] if was is not None and cut else head)

    def start(self) -> Setup:
        """The start position that will be read from the file."""
        head = whole_head(self.head)
        board = board_of(self.keys.squares(head[SQUARES]))
        return setup_of(board, black_moves(board, self._first_moves(), head[WHO_PLAYS]))

    def raw(self) -> bytes:
        """The bytes of the file, without the part (`rest`) that isn't read."""
        body = self.body
        if self.rest is not None and self.rest.open:
            body += self._size(b"")
        return self.head + self.keys.encrypt(body, HEAD)

    # ---------------------------------------------------------------------------------- the tree

    def _arrange(self) -> None:
        """Find the nodes that can be written."""
        codes, barred = _Codes(self.keys), self._barred()
        entries, left_out = self.entries, self.left_out
        root = raw_of(self.record.facts, ROOT)
        root_code = root[:2] if root is not None else _ROOT_PLAIN if self.keys.plain else _ROOT
        stack: list[tuple[Node, bytes, bool]] = [(self.record.root, root_code, False)]
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

    def _barred(self) -> set[int]:
        """The ids of nodes that would be written amid or after the unread part of the tree, and break it.

        If the node before the unread part was deleted, that part is kept as trailing bytes.
        """
        rest = self.rest
        if rest is None or rest.kind != "unread":
            return set()
        last = self.record.nodes.get(rest.last)
        if last is None:
            self.rest = rest._replace(kind="trailing", open=False)
            self._promises = False
            return set()
        barred = {child.id for child in last.children}
        node = last
        while node.parent is not None:
            siblings = node.parent.children
            barred.update(other.id for other in siblings[siblings.index(node) + 1 :])
            node = node.parent
        return barred

    def _first_moves(self) -> list[Action | None]:
        """The actions after the start that are written."""
        children = self.record.root.children
        return [node.action for node in children if node.id not in self.left_out]

    # ---------------------------------------------------------------------------------- the head

    def _write_texts(self, head: bytearray, anew: bool) -> None:
        """Encode the comments, and write the fields into the head."""
        was, wanted, self.by_hand = _codecs(self.record)
        nodes, comments = self._comments()
        fields = [self._field(bytes(head), field, was) for field in TEXT_FIELDS]
        if self.by_hand:
            raw_comments = [item.raw(wanted.comments, item.style.pads) for item in comments]
            raw_fields = [item.raw(wanted.fields, item.style.pads) for item in fields]
            written = wanted
        else:
            raw_comments, raw_fields, written = settle(comments, fields, wanted, anew)
        for field, raw in zip(TEXT_FIELDS, raw_fields, strict=True):
            if raw != read_text(head, field, was.fields).raw:
                write_text(head, field, raw, written.fields)
        self.codecs = written if self.by_hand else read_codecs(bytes(head), raw_comments)
        self.comments = {
            node.id: raw
            for node, raw, item in zip(nodes, raw_comments, comments, strict=True)
            if raw or item.style.flagged
        }

    def _comments(self) -> tuple[list[Node], list[EncodedText]]:
        """The nodes that have a comment or had one, and these comments."""
        nodes: list[Node] = []
        items: list[EncodedText] = []
        record = self.record
        bare = record.fact(BARE) is not None
        refer = record.fact(AS_IS) is None
        big5 = record.encoding == BIG5
        styles: dict[int, CommentLayout] = {}  # by the id of the facts, which many nodes share
        for node, *_ in self.entries:
            facts = node.facts
            style = styles.get(id(facts)) if facts else PLAIN
            if style is None:
                style = styles[id(facts)] = style_of(node)
            text = node.comment
            read = node.fact(COMMENT_FACT) if big5 else None
            if not text and style is PLAIN and read is None:
                continue
            nodes.append(node)
            changed = read is None or read.value != text
            items.append(EncodedText(text, style, bare, None, changed, refer))
        return nodes, items

    def _field(self, head: bytes, field: TextField, was: Codecs) -> EncodedText:
        raw = read_text(head, field, was.fields).raw
        text = field_text(raw, was)
        pads = len(field_text(raw, was._replace(field_pads=False))) - len(text)
        value = self.record.header(field.key)
        return EncodedText(value, PLAIN._replace(pads=pads), False, field.room, value != text)

    def _write_start(self, head: bytearray) -> None:
        """Write squares and side to move into the head."""
        present = self.keys.squares(bytes(head[SQUARES]))
        board, black = start_of(self.record)
        self.extra_pieces = 0
        if board_of(present) != board:
            present, self.extra_pieces = slots_for(board, present)
            head[SQUARES] = self.keys.hide_squares(present)
        if self.keys.plain and black:  # XQF 1.0 reserves the byte: only the first move can tell
            return
        if black_moves(board_of(present), self._first_moves(), head[WHO_PLAYS]) != black:
            head[WHO_PLAYS] = int(black)

    # ---------------------------------------------------------------------------------- the body

    def _is_rootless(self) -> bool:
        """Whether the file that was read ends before the root's record, and still needs none."""
        return self.record.fact(ROOT) is None and len(self.entries) == 1 and not self.comments

    def _body(self) -> bytes:
        last = self.entries[-1]
        promised = self._promised(last[0])
        comments, facts_tell = self.comments, self._chance is None
        no_size = b"\0\0\0\0" if self.keys.plain else b""
        out = [self._record(self.entries[0], promised)]
        tags: dict[tuple[int, bool, bool, bool], bytes] = {}  # most are equal to others
        for node, code, next, sibling in self.entries[1:]:
            raw = comments.get(node.id)
            if node.id in promised:
                next, sibling = next or promised[node.id][0], sibling or promised[node.id][1]
            like = (id(node.facts), next, sibling, raw is None)
            tag = tags.get(like)
            if tag is None:
                noise = raw_of(node.facts, NOISE) or b"\0\0"
                tag = self._tag(noise, next, sibling, raw is not None)
                if facts_tell:
                    tags[like] = tag
            out.append(code + tag + (no_size if raw is None else self._size(raw) + raw))
        out[-1] = self._record(last, promised, True)
        return b"".join(out)

    def _promised(self, last: Node) -> dict[int, tuple[bool, bool]]:
        """The flags for moves missing at the end of the file, by node, if the file still ends there."""
        found: dict[int, tuple[bool, bool]] = {}
        for node in last.path() if self._promises else ():
            fact = find_fact(node.facts, PROMISE)
            if fact is not None and isinstance(fact.value, tuple):
                next, sibling = fact.value
                found[node.id] = next and node is last, sibling
        return found

    def _record(
        self, entry: Entry, promised: Mapping[int, tuple[bool, bool]], last: bool = False
    ) -> bytes:
        """The bytes of the root or of the last node, which are as the end of the file cut them."""
        node, code, next, sibling = entry
        more = promised.get(node.id, (False, False))
        noise = raw_of(node.facts, NOISE) or b"\0\0"
        if node.parent is None:
            root = raw_of(self.record.facts, ROOT)
            noise = root[2:4] if root is not None else _ROOT_TAG if self.keys.plain else noise
            # The root's sibling bit means nothing, and is kept unchanged.
            sibling = bool(noise[0] & (PLAIN_SIBLING if self.keys.plain else SIBLING))
            more = more[0], False
        raw = self.comments.get(node.id)
        is_open = last and self.rest is not None and self.rest.open
        cut = self._cut_size(node, raw or b"") if last else None
        sized = is_open or cut is not None or raw is not None
        tag = self._tag(noise, next or more[0], sibling or more[1], sized)
        if is_open or not (sized or self.keys.plain):
            return code + tag
        return code + tag + (cut or self._size(raw or b"")) + (raw or b"")

    def _tag(self, noise: bytes, next: bool, sibling: bool, sized: bool) -> bytes:
        """The tag and the byte after it; their unused bits are those of `noise`."""
        if self.keys.plain:
            high = (noise[0] & PLAIN_NEXT or PLAIN_NEXT) if next else 0
            low = (noise[0] & PLAIN_SIBLING or PLAIN_SIBLING) if sibling else 0
            return bytes((high | low, noise[1]))
        if self._chance is not None:  # as in XQStudio's files
            noise = self._chance.randbytes(2)
        flags = NEXT * next | SIBLING * sibling | HAS_COMMENT * sized
        return bytes((noise[0] & TAG_NOISE | flags, noise[1]))

    def _cut_size(self, node: Node, raw: bytes) -> bytes | None:
        """The size of a comment in the file that was read, if the end of the file still cuts it off."""
        size = raw_of(node.facts, SIZE)
        if size is None:
            return None
        said = (int.from_bytes(size, "little") - self.keys.size) % (1 << 32)
        return size if said > len(raw) else None

    def _size(self, raw: bytes) -> bytes:
        return ((len(raw) + self.keys.size) % (1 << 32)).to_bytes(4, "little")


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


def _codecs(record: Record) -> tuple[Codecs, Codecs, bool]:
    """The codecs of the file that was read, those to write, and whether the user chose these for reading."""
    codec = canonical(record.encoding or "")
    fact = record.fact(CODECS)
    if fact is None or not isinstance(fact.value, tuple):
        codec = BIG5 if codec == BIG5 else GB18030
        return Codecs(codec, codec), Codecs(codec, codec), False
    *values, by_hand = fact.value
    was = Codecs(*values)
    codec = codec or GB18030
    if codec != was.comments:
        return was, Codecs(codec, codec), False
    return was, was, by_hand
