"""Makes the bytes of a CBR record."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from viewer.formats.ccbridge.comments import encode_comment
from viewer.formats.ccbridge.game import COMMENT, HAS_COMMENT, LAST, NOISE, ROOT, SIBLING
from viewer.formats.ccbridge.layout import (
    BYTES,
    GUID,
    KIND_KEY,
    KINDS,
    MAGIC,
    PIECE_CODES,
    PIECES,
    RESULT_KEY,
    RESULTS,
    VERSION,
    Layout,
    write_text,
)
from viewer.formats.shared.xiangqi import USUAL_FEN, Position, black_moves, read_setup, squares_of
from viewer.tree.action import Action
from viewer.tree.facts import find_fact, raw_of
from viewer.tree.node import Node
from viewer.tree.record import Record

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
    wanted = read_setup(record.setup.text) if record.setup is not None else None
    if wanted is None:
        wanted = read_setup(USUAL_FEN) or Position({}, False)
    for square, byte in BYTES[2].items():
        if byte < 90:
            at = layout.board + byte
            letter = wanted.pieces.get(square)
            if PIECES.get(head[at]) != letter:
                head[at] = PIECE_CODES[letter] if letter else 0
    first_moves = [node.action for node in record.root.children if node.id not in left_out]
    read = black_moves(wanted.pieces, first_moves, int(head[layout.side] == 2))
    if fresh or read != wanted.black:
        head[layout.side] = 2 if wanted.black else 1


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
    fact = find_fact(node.facts, COMMENT) if kept else None
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
