"""Writes a record as a game of CCBridge, and says what is lost."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from viewer.base.limits import DEFAULT, UNLIMITED, Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import Piece
from viewer.formats.ccbridge import CBR
from viewer.formats.ccbridge.layout import (
    BYTES,
    GUID,
    KIND_KEY,
    KINDS,
    LAYOUTS,
    MAGIC,
    PIECE_CODES,
    PIECES,
    RESULT_KEY,
    RESULTS,
    SECOND,
    TYPE_KEY,
    VERSION,
    Layout,
    TextPlace,
    encode_comment,
    layout_of,
    variant_of,
    write_text,
)
from viewer.formats.ccbridge.reader import (
    COMMENT_FACT,
    HAS_COMMENT,
    LAST,
    NOISE,
    RECORD,
    REST,
    ROOT,
    SIBLING,
    ReadAs,
    ReadRecord,
    read_as,
    read_record,
)
from viewer.formats.format import Collection, Format, Loss, Output, Unwritable
from viewer.formats.kit.foreign import in_comments, in_terms_of, resolved, without_facts
from viewer.formats.kit.law import pieces_of
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    header_key,
    losses_of,
    sentences_of,
    under_own_keys,
)
from viewer.formats.kit.xiangqi import POINTS, USUAL, black_moves, squares_of, start_of
from viewer.tree.action import Action
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import ItemDifference, differences, lost
from viewer.tree.evaluation_words import marked_line
from viewer.tree.facts import find_fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

_Read = TypeVar("_Read", bound=ReadRecord)


class RecordBytes(NamedTuple):
    """A record as bytes.

    Attributes:
        data: the bytes of the record.
        behind: the bytes after it in the file or the slots that it was read from.
        losses: the losses in `data`.
        same: whether `data` are the bytes that were read.
    """

    data: bytes
    behind: bytes
    losses: tuple[Loss, ...]
    same: bool = False


def rewritten(
    own: Record,
    source: str,
    target: Format,
    was: tuple[bytes, ReadAs] | None,
    read: Callable[[bytes, Limits], _Read],
    emit: Callable[[Record, _Read | None], bytes],
    texts: Sequence[TextPlace] = (),
) -> RecordBytes:
    """Write a record that was read as `source` into a file of `target`. Raises Unwritable.

    `was` are the bytes it was read from, and how; `read` reads such bytes; `emit` makes those of a record
    in the target's terms, by what it was read from (None: it is new); `texts` are fields of limited room.
    """
    record = resolved(in_terms_of(target, in_comments(own, marked_line), source))
    found, behind = None, b""
    if was is not None:
        old, how = was
        found = read(old, DEFAULT._replace(nodes=how.nodes, comment_bytes=how.comment_bytes))
        behind = old[found.end :]
        if next(differences(record, found.record), None) is None:
            return RecordBytes(old[: found.end], behind, (), True)
        if found.limit:
            raise Unwritable(
                message("The game is too large to be edited: not all of it could be read.")
            )
    data = emit(record if was is not None else without_facts(record), found)
    again = read(data, UNLIMITED._replace(comment_bytes=len(data)))
    told = _losses(record, again.record, texts)
    return RecordBytes(data, behind, tuple(under_own_keys(told, own.headers, record.headers)))


# ------------------------------------------------------------------------------------- a CBR record


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the first record of a collection as a file. Raises Unwritable."""
    version = int(options["version"]) if options else None
    record = collection.record(0)
    written = write_record(record, collection.format, version)
    pieces: tuple[Piece, ...] = (written.data,)
    how = read_as(record)
    if version is None and how is not None and how.format == CBR.id:
        pieces = written.data, written.behind, *pieces_of(record, REST)
    return Output(written.losses, iter(pieces))


def write_record(
    own: Record, format: str, version: int | None = None, salt: int = 0, target: Format = CBR
) -> RecordBytes:
    """Write a record that was read as `format`; a version makes a new record of it. Raises Unwritable.

    `target` is the format of the file. `salt` makes the identifiers of equal new records different.
    """
    how = read_as(own) if version is None else None
    old = raw_of(own.facts, RECORD)
    layout = layout_of(old) if old is not None else None
    was = (old, how) if old is not None and layout is not None and how is not None else None
    if was is None or layout is None:
        layout = LAYOUTS[version] if version else SECOND
    return rewritten(
        own,
        format,
        target,
        was,
        partial(read_record, layout),
        partial(_emit, layout, None if was is None else old, salt),
        layout.texts,
    )


def variant_of_written(collection: Collection, options: Mapping[str, str]) -> str:
    """The name of the version that `write` makes."""
    if options:
        return variant_of(int(options["version"]))
    old = raw_of(collection.record(0).facts, RECORD) if len(collection) else None
    layout = layout_of(old) if old is not None else None
    return variant_of((layout or SECOND).version)


# -------------------------------------------------------------------------------------------- bytes

_CRLF = "\r\n".encode("utf-16-le")


def _emit(
    layout: Layout, old: bytes | None, salt: int, record: Record, was: ReadRecord | None
) -> bytes:
    """Make the bytes of a record; `old` are those it was read from, whose gaps are kept.

    Without `old`, the record gets an identifier, computed from its bytes and the salt.
    """
    if old is None:
        head = _new_head(layout, start_of(record)[1])
    else:
        head = bytearray(old[: layout.tree].ljust(layout.tree, b"\0"))
    for place in layout.texts:
        write_text(head, place.offset, place.size, record.header(place.key))
    _write_code(head, layout.result, RESULTS, record.header(RESULT_KEY))
    _write_code(head, layout.kind, KINDS, record.header(KIND_KEY))
    tree, first_moves = _tree(record, layout)
    _write_start(head, layout, record, first_moves)
    if old is None:
        head[GUID] = hashlib.sha256(head + tree + salt.to_bytes(8, "little")).digest()[:16]
    return bytes(head) + tree


def _new_head(layout: Layout, black: bool) -> bytearray:
    head = bytearray(layout.tree)
    head[: len(MAGIC)] = MAGIC
    head[VERSION] = layout.version
    head[layout.side] = 2 if black else 1
    head[layout.first] = 1
    head[layout.state : layout.tree] = b"\xff\xff\xff\xff"
    return head


def _write_code(head: bytearray, at: int, values: tuple[str, ...], value: str) -> None:
    """Set a byte to the code of a value, 0 if the value has no code."""
    code = head[at]
    if value == (values[code] if code < len(values) else str(code)):
        return
    if value.isascii() and value.isdigit() and len(values) <= int(value[:6]) < 0x100:
        head[at] = int(value)
    else:
        head[at] = values.index(value) if value in values else 0


def _write_start(
    head: bytearray, layout: Layout, record: Record, first_moves: Sequence[Action | None]
) -> None:
    board, black = start_of(record)
    for square, point in enumerate(POINTS):
        at = layout.board + BYTES[2][square]
        if PIECES[head[at]] != board[point]:
            head[at] = PIECE_CODES[board[point]]
    if black_moves(board, first_moves, int(head[layout.side] == 2)) != black:
        head[layout.side] = 2 if black else 1


class _Codes(dict[str, bytes | None]):
    """The bytes of moves by their text, None for actions that can't be written."""

    def __init__(self, layout: Layout) -> None:
        super().__init__()
        self._bytes = BYTES[layout.version]

    def of(self, action: Action | None) -> bytes | None:
        """The two bytes of an action, None if it can't be written."""
        text = getattr(action, "text", "")
        key = f"{type(action).__name__} {text}"
        if key not in self:
            squares = squares_of(action)
            self[key] = squares and bytes([self._bytes[square] for square in squares])
        return self[key]


def _tree(record: Record, layout: Layout) -> tuple[bytes, list[Action | None]]:
    """The bytes of the nodes, and the actions after the start that are among them."""
    codes = _Codes(layout)
    first_moves: list[Action | None] = []
    out: list[bytes] = []
    root_code = raw_of(record.root.facts, ROOT) or b"\0\0"
    stack: list[tuple[Node, bytes, bool]] = [(record.root, root_code, False)]
    while stack:
        node, code, sibling = stack.pop()
        family: list[tuple[Node, bytes, bool]] = []
        for child in reversed(node.children):
            child_code = codes.of(child.action)
            if child_code is not None:
                family.append((child, child_code, bool(family)))
        if node is record.root:
            first_moves = [child.action for child, *_ in reversed(family)]
        out.append(_node(node, code, (0 if family else LAST) | (SIBLING if sibling else 0)))
        stack += family
    return b"".join(out), first_moves


def _node(node: Node, code: bytes, flags: int) -> bytes:
    """The bytes of a node; those it was read from if they still fit."""
    comment, facts = node.comment, node.facts
    fact = find_fact(facts, COMMENT_FACT) if facts else None
    if fact is not None and fact.value == comment and isinstance(fact.raw, bytes):
        raw: bytes | None = fact.raw
    else:
        ended = fact is not None and isinstance(fact.raw, bytes) and fact.raw.endswith(_CRLF)
        raw = encode_comment(comment, ended) if comment else None
    if raw is not None:
        flags |= HAS_COMMENT
    reserved = 0
    noise = raw_of(facts, NOISE) if facts else None
    if noise is not None:
        usual = LAST | SIBLING | HAS_COMMENT
        extra = noise[0] & (~usual if node.parent is not None else ~(LAST | HAS_COMMENT))
        flags |= extra & 0xFF
        reserved = noise[1]
    said = b"" if raw is None else len(raw).to_bytes(4, "little") + raw
    return bytes((flags, reserved)) + code + said


# ------------------------------------------------------------------------------------------- losses

_SENTENCES = sentences_of(
    "CBR",
    branch=message("{move} is left out: CBR has no place for this in the moves."),
    action=SOME_LEFT_OUT,
)


def _losses(record: Record, read: Record, texts: Sequence[TextPlace]) -> tuple[Loss, ...]:
    """The losses from a record to the one that is read back; `texts` have limited room."""
    usual = read.setup == USUAL
    differences = [
        one
        for one in lost(record, read)
        if not (one.kind == "start" and one.before is None and usual)
    ]
    return losses_of(differences, _SENTENCES, partial(_special, texts))


def _special(texts: Sequence[TextPlace], one: ItemDifference) -> Message | None:
    if one.kind == COMMENT:
        return message("The comment can't be written exactly as it is.")
    if not one.after:  # nothing is written for it
        return None
    key = header_key(one)
    if key in (RESULT_KEY, KIND_KEY, TYPE_KEY):
        return message(
            "{key} can't be {value} in CBR; {after} is written.",
            key=key,
            value=str(one.before),
            after=str(one.after),
        )
    place = next((place for place in texts if place.key == key), None)
    if place is None:
        return None
    return message(
        "{field} has room for {limit} characters in CBR; what is kept is {after}.",
        field=place.name,
        limit=place.room // 2,
        after=str(one.after),
    )
