"""Write a record as a game-tree file: the file it was read from with the edits, or a new file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from viewer.base.garbage import GarbagePause
from viewer.base.limits import UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.source import BytesSource, Piece, Span
from viewer.base.text import lacking
from viewer.formats.format import Collection, Loss, Output
from viewer.formats.gametree import ENCODING, FORMAT
from viewer.formats.gametree.codes import Codes, lines_of, spelt
from viewer.formats.gametree.emit import Body, Emitter, TextSettings
from viewer.formats.gametree.facts import BREAKS, CODEC, COUNT, HEAD, REST, START
from viewer.formats.gametree.fields import (
    Codec,
    detect,
    key_of,
    order_of,
    size_item,
    strings_of,
    text_of,
    value_bytes,
    values_of,
)
from viewer.formats.gametree.layout import (
    BDSIZE,
    GTV,
    NEW,
    POV,
    SIZE,
    TREE_GAMES,
    TYPE,
    VERSION,
    Head,
    HeaderItem,
    TreeGame,
    head_item,
    read_head,
    tree_game_of,
)
from viewer.formats.gametree.reader import GameTreeCollection
from viewer.formats.gametree.tree import SMALL
from viewer.formats.kit.foreign import in_terms_of
from viewer.formats.kit.judge import codec_of
from viewer.formats.kit.law import behind
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    WRITTEN_AS,
    lacked,
    losses_between,
    sentences_of,
)
from viewer.formats.kit.losses import text_of as action_text
from viewer.formats.kit.runs import WrittenRecord, write_single
from viewer.tree.annotation import COMMENT, MAIN, NoteValue
from viewer.tree.diff import ItemDifference
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


@dataclass(slots=True)
class _TreeFile:
    """A file that is ready to be written, with data for finding its losses.

    Attributes:
        record: the record to write.
        kind: the kind of the file.
        settings: how text is written.
        head: the bytes of the header, with its zero byte if it has one.
        body: the tree.
        codes: the encoder of the moves.
        texts: the strings in the file by which a reader will detect its codec, as bytes.
        inexact: whether anything may be read back differently.
    """

    record: Record
    kind: TreeGame
    settings: TextSettings
    head: bytes
    body: Body
    codes: Codes
    texts: list[bytes]
    inexact: bool

    def raw(self) -> bytes:
        """The bytes of the file, without those that the reader didn't read of the original."""
        return self.head + self.body.nodes + self.body.last


_SENTENCES = sentences_of(
    message("A game tree"),
    SOME_LEFT_OUT,
    some_headers=True,
    some_facets=True,
    action=WRITTEN_AS,
)._replace(
    start=message(
        "A game tree begins with an empty square board, here of {start} lines, and standard rules."
    )
)


def losses_of(file: _TreeFile) -> tuple[Loss, ...]:
    """The losses of a file to be written."""
    if not _is_suspect(file):
        return ()
    return losses_between(_normal(file), _read_back(file), _SENTENCES, partial(_special, file))


def _is_suspect(file: _TreeFile) -> bool:
    """Whether anything may be lost: a quick test that saves reading the file again."""
    record, codec = file.record, file.settings.codec
    if any(lacking(node.comment, codec.name) for node in record.nodes.values() if node.comment):
        return True
    if file.inexact or file.codes.meant or record.game != file.kind.game:
        return True
    return not codec.by_hand and detect(file.texts, codec_of).name != codec.name


def _read_back(file: _TreeFile) -> Record:
    codec = file.settings.codec
    limits = UNLIMITED._replace(comment_bytes=file.settings.longest or sys.maxsize)
    encoding = codec.name if codec.by_hand else None
    read = GameTreeCollection(BytesSource(file.raw()), limits, encoding).record(0)
    read.root.action = spelt(file.kind, read.setup)
    return read


def _normal(file: _TreeFile) -> Record:
    """A copy of the record with its start in full and its moves replaced by those written, for comparing."""
    record, meant = file.record, file.codes.meant
    copy = record.mapped(lambda node: meant.get(node.id, node.action), notes=_notes)
    if record.game == file.kind.game:
        copy.root.action = spelt(file.kind, record.setup)
    return copy


def _notes(node: Node) -> Mapping[str, NoteValue]:
    """The notes of a node, without the mark "main" on a first child or the root: it adds no information."""
    if MAIN in node.notes and (node.parent is None or node.parent.children[0] is node):
        return {facet: value for facet, value in node.notes.items() if facet != MAIN}
    return node.notes


def _special(file: _TreeFile, one: ItemDifference) -> Message | None:
    if words := lacked(one, file.settings.codec.name):
        return words
    if one.kind == COMMENT:
        return message("The comment can't be written exactly as it is.")
    if one.kind not in ("action", "branch"):
        return None
    why = file.body.left_out.get(one.node) if one.node is not None else None
    if why is not None:
        return message("{move} is left out: {why}", move=action_text(one.before), why=why)
    return None if one.kind == "action" else SOME_LEFT_OUT


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the first record of a collection."""

    def in_own_terms(own: Record, source: str) -> Record:
        codec = options.get(ENCODING, own.encoding)
        if codec != own.encoding:
            own = Record(own.game, own.root, own.headers, codec, own.facts, own.nodes)
        return in_terms_of(FORMAT, own, source)

    return write_single(collection, _written, in_own_terms)


def _written(record: Record) -> WrittenRecord:
    with GarbagePause(len(record.nodes) >= SMALL):
        file = _file_of(record)
    return WrittenRecord(tuple(_pieces(file)), losses_of(file))


def variant_of_written(collection: Collection) -> str:
    """The variant of the file that `write` makes."""
    head = _head_of(collection.record(0)) if len(collection) else None
    return (NEW if head is None else head.layout).name


def _head_of(record: Record) -> Head | None:
    """The header of the file a record was read from, None if that was no game tree of the record's game."""
    fact = record.fact(HEAD)
    if fact is None or not isinstance(fact.raw, bytes):
        return None
    head = read_head(fact.raw)._replace(whole=bool(fact.value))
    return head if head.kind is not None and head.kind.game == record.game else None


def _file_of(record: Record) -> _TreeFile:
    head = _head_of(record)
    kind = tree_game_of(record.game) or TREE_GAMES[0]
    layout = NEW if head is None else head.layout
    settings, was = _settings(record, head is None)
    start = record.fact(START)
    text = None if record.root.action is None else record.root.action.text
    same_start = head is not None and start is not None and start.value == text
    codes = Codes(record, kind)
    body = Emitter(record, codes, layout, settings, head is None, same_start).body()
    maker = _HeadMaker(head or _new_head(kind), kind, record.headers, settings, was, same_start)
    lines = lines_of(kind, record.setup) if record.game == kind.game else kind.usual
    made = maker.head(lines)
    if body.rest == "head":
        body.nodes = b""
    else:
        made += b"\0"
        if body.rest in ("half", "unread") and _is_rootless(record):
            body.nodes = b""
    texts = [*strings_of(read_head(made + b"\0")), *body.texts]
    inexact = body.inexact or maker.inexact or (head is not None and not settings.same)
    if not same_start and record.game == kind.game:
        inexact = inexact or spelt(kind, record.setup).text != str(lines)
    return _TreeFile(record, kind, settings, made, body, codes, texts, inexact)


def _is_rootless(record: Record) -> bool:
    """Whether the file that was read ends before its root."""
    fact = record.fact(REST)
    return fact is not None and isinstance(fact.value, tuple) and fact.value[1] < 0


def _settings(record: Record, fresh: bool) -> tuple[TextSettings, Codec]:
    """How text is written, and the codec in which it was read."""
    fact, breaks, count = record.fact(CODEC), record.fact(BREAKS), record.fact(COUNT)
    if fresh or fact is None or not isinstance(fact.value, tuple):
        return TextSettings(Codec(), "\n", False, 0), Codec()
    was = Codec(*fact.value)
    codec = was if record.encoding == was.name else Codec(record.encoding or "utf-8")
    longest = count.value[2] if count is not None and isinstance(count.value, tuple) else 0
    style = str(breaks.value) if breaks is not None else "\n"
    return TextSettings(codec, style, codec == was, longest), was


def _new_head(kind: TreeGame) -> Head:
    """The header of a new file, before headers and size are filled in."""
    one, two = (1).to_bytes(4, "big"), VERSION.to_bytes(4, "big")
    items = (
        HeaderItem(GTV, two),
        HeaderItem(TYPE, kind.type),
        HeaderItem(BDSIZE, b""),
        HeaderItem(kind.version_key, one),
    )
    return Head(items, 0, True)


class _HeadMaker:
    """The header of a file: as it was read, with the edits."""

    def __init__(
        self,
        head: Head,
        kind: TreeGame,
        headers: tuple[Header, ...],
        settings: TextSettings,
        was: Codec,
        same_start: bool,
    ) -> None:
        self._head, self._kind, self._settings = head, kind, settings
        self._was, self._same_start = was, same_start
        self._wanted = {entry.key: entry.value for entry in reversed(headers)}
        self.inexact = False

    def head(self, lines: int) -> bytes:
        """The bytes of the header for a board of `lines` lines, without its zero byte."""
        head = self._head
        shown = {value.item: value.header for value in values_of(head, self._kind, self._was)}
        items: list[HeaderItem] = []
        gone: list[bytes] = []
        for item in head.items:
            header = shown.get(item)
            if item is size_item(head):
                items.append(item if self._same_start else self._size(item, lines))
            elif header is None or header.value == self._wanted.get(header.key, ""):
                items.append(self._same(item, header))
            elif header.key in self._wanted:
                items.append(self._changed(item, header))
            else:
                gone.append(item.key)
                items.append(item._replace(value=b"\0" if item.key == POV else b""))
        for key in gone:
            self._take_out(items, key)
        there = {header.key for header in shown.values()}
        for name in self._wanted:
            self._put_in(items, name, there)
        if not self._same_start and size_item(head) is None:
            new = HeaderItem(SIZE if head.layout.old else BDSIZE, b"")
            self._insert(items, self._size(new, lines))
        return b"".join([head_item(item.key, item.value) for item in items])

    def _size(self, item: HeaderItem, lines: int) -> HeaderItem:
        width = 1 if self._head.layout.old and lines < 256 else 4
        return item._replace(value=lines.to_bytes(width, "big"))

    def _same(self, item: HeaderItem, header: Header | None) -> HeaderItem:
        """An item with an unchanged text; encoded anew if the codec has changed."""
        if header is None or self._settings.same or not header.value:
            return item
        return self._changed(item, header)

    def _changed(self, item: HeaderItem, header: Header) -> HeaderItem:
        value = self._value(item.key, self._wanted[header.key])
        return item if value is None else item._replace(value=value)

    def _value(self, key: bytes, text: str) -> bytes | None:
        value = value_bytes(key, text, self._head.layout, self._settings.codec)
        if (
            value is None
            or text_of(HeaderItem(key, value), self._head.layout, self._kind, self._settings.codec)
            != text
        ):
            self.inexact = True
        return value

    def _put_in(self, items: list[HeaderItem], key: str, there: set[str]) -> None:
        """Insert the item of a header that the file doesn't have."""
        if key in there or not self._wanted[key]:
            return
        name = key_of(key, self._head.layout)
        fixed = (GTV, TYPE, BDSIZE, SIZE)
        if name not in order_of(self._head.layout) or name in fixed:
            self.inexact = True
            return
        value = self._value(name, self._wanted[key])
        if value is None:
            return
        if any(item.key == name for item in items):
            self.inexact = True  # the file has an item of this key that couldn't be read
            return
        self._insert(items, HeaderItem(name, value))

    def _insert(self, items: list[HeaderItem], item: HeaderItem) -> None:
        items.insert(self._place(items, item.key), item)

    def _take_out(self, items: list[HeaderItem], key: bytes) -> None:
        """Remove an item if inserting it again would restore its place; else it stays, emptied."""
        index = next(i for i, item in enumerate(items) if item.key == key)
        rest = items[:index] + items[index + 1 :]
        if self._place(rest, key) == index and all(item.key != key for item in rest):
            del items[index]

    def _place(self, items: list[HeaderItem], key: bytes) -> int:
        """The index for a new item: after those that precede it in a new file (-1 if the key is unknown)."""
        order = order_of(self._head.layout)
        if key not in order:
            return -1
        earlier = order[: order.index(key)]
        return behind(item.key in earlier for item in items)


def _pieces(file: _TreeFile) -> Iterator[Piece]:
    yield file.head
    yield file.body.nodes
    fact = file.record.fact(REST)
    if file.body.rest and fact is not None:
        if isinstance(fact.raw, Span) or fact.raw:
            yield fact.raw
    elif file.body.last:
        yield file.body.last
