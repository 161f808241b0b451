"""Writes a record as a game of CCBridge, and says what is lost."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from viewer.base.limits import DEFAULT, UNLIMITED
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.spans import Piece
from viewer.formats.ccbridge import CBR
from viewer.formats.ccbridge.game import COMMENT as COMMENT_FACT
from viewer.formats.ccbridge.game import (
    HAS_COMMENT,
    LAST,
    NOISE,
    ROOT,
    SIBLING,
    encode_comment,
    layout_of,
    read_game,
)
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
    write_text,
)
from viewer.formats.ccbridge.reader import RECORD, REST, read_as, variant_of
from viewer.formats.format import Collection, Format, Loss, Output, Unwritable
from viewer.formats.kit.foreign import in_comments, in_terms_of, resolved
from viewer.formats.kit.losses import (
    SOME_LEFT_OUT,
    header_key,
    losses_of,
    sentences_of,
    under_own_keys,
)
from viewer.formats.kit.runs import pieces_of
from viewer.formats.kit.xiangqi import POINTS, USUAL, black_moves, squares_of, start_of
from viewer.tree.action import Action
from viewer.tree.annotation import COMMENT
from viewer.tree.diff import ItemDifference, differences, lost
from viewer.tree.evaluation import marked_line
from viewer.tree.facts import find_fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record


class WrittenGame(NamedTuple):
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


def write(collection: Collection, options: Mapping[str, str]) -> Output:
    """Write the first record of a collection as a file. Raises Unwritable."""
    version = int(options["version"]) if options else None
    record = collection.record(0)
    written = write_game(record, collection.format, version)
    pieces: tuple[Piece, ...] = (written.data,)
    how = read_as(record)
    if version is None and how is not None and how.format == CBR.id:
        pieces = written.data, written.behind, *pieces_of(record, REST)
    return Output(written.losses, iter(pieces))


def write_game(
    own: Record, format: str, version: int | None = None, salt: int = 0, target: Format = CBR
) -> WrittenGame:
    """Write a record that was read as `format`; a version makes a new record of it. Raises Unwritable.

    `target` is the format of the file. `salt` makes the identifiers of equal new records different.
    """
    record = resolved(in_terms_of(target, in_comments(own, marked_line), format))
    how = read_as(record) if version is None else None
    old = raw_of(record.facts, RECORD)
    layout = layout_of(old) if old is not None else None
    if old is None or layout is None or how is None:
        layout, old = LAYOUTS[version] if version else SECOND, None
        behind = b""
    else:
        limits = DEFAULT._replace(nodes=how.nodes, comment_bytes=how.comment_bytes)
        was = read_game(old, layout, limits)
        behind = old[was.end :]
        if next(differences(record, was.record), None) is None:
            return WrittenGame(old[: was.end], behind, (), True)
        if was.limit:
            raise Unwritable(
                message("The game is too large to be edited: not all of it could be read.")
            )
    emitted = emit(record, layout, old, salt)
    read = read_game(emitted.data, layout, UNLIMITED._replace(comment_bytes=len(emitted.data)))
    told = losses(record, read.record, layout.texts)
    told = tuple(under_own_keys(told, own.headers, record.headers))
    return WrittenGame(emitted.data, behind, told)


def variant_of_written(collection: Collection, options: Mapping[str, str]) -> str:
    """The name of the version that `write` makes."""
    if options:
        return variant_of(int(options["version"]))
    old = raw_of(collection.record(0).facts, RECORD) if len(collection) else None
    layout = layout_of(old) if old is not None else None
    return variant_of((layout or SECOND).version)


# -------------------------------------------------------------------------------------------- bytes

_CRLF = "\r\n".encode("utf-16-le")


@dataclass(slots=True)
class Emitted:
    """A record's bytes, and the ids of the nodes that are left out with everything below them."""

    data: bytes
    left_out: set[int]


def emit(record: Record, layout: Layout, old: bytes | None, salt: int = 0) -> Emitted:
    """Make the bytes of a record; `old` are those it was read from, whose gaps are kept.

    Without `old`, the record gets an identifier, computed from its bytes and the salt.
    """
    head = bytearray(
        _new_head(layout) if old is None else old[: layout.tree].ljust(layout.tree, b"\0")
    )
    for place in layout.texts:
        write_text(head, place.offset, place.size, record.header(place.key))
    _write_code(head, layout.result, RESULTS, record.header(RESULT_KEY))
    _write_code(head, layout.kind, KINDS, record.header(KIND_KEY))
    tree, left_out = _tree(record, layout, old is not None)
    _write_position(head, layout, record, left_out, old is None)
    if old is None:
        head[GUID] = hashlib.sha256(head + tree + salt.to_bytes(8, "little")).digest()[:16]
    return Emitted(bytes(head) + tree, left_out)


def _new_head(layout: Layout) -> bytes:
    head = bytearray(layout.tree)
    head[: len(MAGIC)] = MAGIC
    head[VERSION] = layout.version
    head[layout.side] = head[layout.first] = 1
    head[layout.state : layout.tree] = b"\xff\xff\xff\xff"
    return bytes(head)


def _write_code(head: bytearray, at: int, values: tuple[str, ...], value: str) -> None:
    """Set a byte to the code of a value, 0 if the value has no code."""
    code = head[at]
    if value == (values[code] if code < len(values) else str(code)):
        return
    if value.isascii() and value.isdigit() and len(values) <= int(value[:6]) < 0x100:
        head[at] = int(value)
    else:
        head[at] = values.index(value) if value in values else 0


def _write_position(
    head: bytearray, layout: Layout, record: Record, left_out: set[int], fresh: bool
) -> None:
    board, black = start_of(record)
    for square, point in enumerate(POINTS):
        at = layout.board + BYTES[2][square]
        if PIECES[head[at]] != board[point]:
            head[at] = PIECE_CODES[board[point]]
    first_moves = [node.action for node in record.root.children if node.id not in left_out]
    read = black_moves(board, first_moves, int(head[layout.side] == 2))
    if fresh or read != black:
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


def _tree(record: Record, layout: Layout, kept: bool) -> tuple[bytes, set[int]]:
    codes = _Codes(layout)
    left_out: set[int] = set()
    out = bytearray()
    root_code = raw_of(record.root.facts, ROOT) if kept else None
    stack: list[tuple[Node, bytes, bool]] = [(record.root, root_code or b"\0\0", False)]
    while stack:
        node, code, sibling = stack.pop()
        family: list[tuple[Node, bytes, bool]] = []
        for child in reversed(node.children):
            child_code = codes.of(child.action)
            if child_code is None:
                left_out.add(child.id)
            else:
                family.append((child, child_code, bool(family)))
        _add(out, node, code, (0 if family else LAST) | (SIBLING if sibling else 0), kept)
        stack += family
    return bytes(out), left_out


def _add(out: bytearray, node: Node, code: bytes, flags: int, kept: bool) -> None:
    """Append the bytes of a node; `kept` reuses those it was read from if they still fit."""
    comment = node.comment
    fact = find_fact(node.facts, COMMENT_FACT) if kept else None
    if fact is not None and fact.value == comment and isinstance(fact.raw, bytes):
        raw: bytes | None = fact.raw
    else:
        ended = fact is not None and isinstance(fact.raw, bytes) and fact.raw.endswith(_CRLF)
        raw = encode_comment(comment, ended) if comment else None
    if raw is not None:
        flags |= HAS_COMMENT
    reserved = 0
    noise = raw_of(node.facts, NOISE) if kept else None
    if noise is not None:
        usual = LAST | SIBLING | HAS_COMMENT
        extra = noise[0] & (~usual if node.parent is not None else ~(LAST | HAS_COMMENT))
        flags |= extra & 0xFF
        reserved = noise[1]
    out += bytes((flags, reserved)) + code
    if raw is not None:
        out += len(raw).to_bytes(4, "little") + raw


# ------------------------------------------------------------------------------------------- losses

_SENTENCES = sentences_of(
    "CBR",
    branch=message("{move} is left out: CBR has no place for this in the moves."),
    action=SOME_LEFT_OUT,
)


def losses(record: Record, read: Record, texts: Sequence[TextPlace]) -> tuple[Loss, ...]:
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
