"""The check of a file of version 0A or below by the specification of XQF 1.0 (16 April 2001).

Most breaches are harmless, and all such files are read; but programs that follow the specification
literally may refuse them. Each breach names its paragraph: 3 is the position, A the head with its offsets,
B the records of moves.
"""

from __future__ import annotations

from viewer.base.limits import DEFAULT
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.formats.format import Collection
from viewer.formats.kit.xiangqi import ABSENT, BOARD
from viewer.formats.xqf.head import (
    HEAD,
    HEAD_FACT,
    NO_KEYS,
    PLAIN_VERSION,
    RESULT,
    RESULTS,
    SQUARES,
    TEXT_FIELDS,
    TYPE,
    TYPES,
    VERSION,
    WHO_PLAYS,
    TextField,
)
from viewer.formats.xqf.tree import PLAIN_NEXT, PLAIN_SIBLING, Body
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.facts import raw_of

_RESERVED = (
    (0x03, 0x10),
    (0x30, 0x33),
    (0x34, 0x40),
    (0x41, 0x50),
    (0x90, 0xD0),
    (0x1B0, 0x1D0),
    (0x1F0, 0x400),
)
_ROOTS = (b"\x18\x20\xf0\xff\0\0\0\0", b"\x18\x20\0\xff\0\0\0\0")


def strict(collection: Collection) -> list[Diagnostic]:
    """The breaches in a file that was read; none for versions above 0A. Raises OSError."""
    if not len(collection) or collection.source is None:
        return []
    head = raw_of(collection.record(0).facts, HEAD_FACT)
    if head is None or head[VERSION] > PLAIN_VERSION:
        return []
    found = _Breaches()
    _check_head(found, head.ljust(HEAD, b"\0"))
    _check_moves(found, collection.source)
    return found.diagnostics


class _Breaches:
    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.variations = False

    @property
    def full(self) -> bool:
        return len(self.diagnostics) >= DEFAULT.diagnostics

    def add(
        self,
        code: str,
        paragraph: str,
        why: Message,
        offset: int,
        node: int | None = None,
        severity: Severity = Severity.WARNING,
    ) -> None:
        if self.full:
            return
        words = message("XQF 1.0, {paragraph}: {why}", paragraph=paragraph, why=why)
        self.diagnostics.append(
            Diagnostic(severity, f"xqf.strict.{code}", words, node=node, offset=offset)
        )


# -------------------------------------------------------------------------------------- head


def _check_head(found: _Breaches, head: bytes) -> None:
    if head[VERSION] != PLAIN_VERSION:
        why = message("the version must be 0A; it is {value}.", value=f"{head[VERSION]:02X}")
        found.add("version", "A 0002", why, VERSION)
    others = head[:WHO_PLAYS] + b"\0" + head[WHO_PLAYS + 1 :]  # this byte has its own sentence
    for start, stop in _RESERVED:
        offset = _first_not_zero(others, start, stop)
        if offset is not None:
            why = message("{offset} is reserved and must be 00.", offset=f"{offset:04X}")
            found.add("reserved", f"A {start:04X}-{stop - 1:04X}", why, offset)
    if head[WHO_PLAYS]:
        why = message(
            "the byte that says who moves first is reserved and must be 00; it is {value}.",
            value=f"{head[WHO_PLAYS]:02X}",
        )
        found.add("side", "A 0030-0032", why, WHO_PLAYS)
    for slot, square in enumerate(head[SQUARES]):
        if square >= BOARD and square != ABSENT:
            why = message("a captured piece has the square FF, not {value}.", value=f"{square:02X}")
            found.add("square", "3", why, SQUARES.start + slot)
    for offset, values, code in ((RESULT, RESULTS, "result"), (TYPE, TYPES, "type")):
        if head[offset] >= len(values):
            why = message("the value must be 00 to 03; it is {value}.", value=f"{head[offset]:02X}")
            found.add(code, f"A {offset:04X}", why, offset)
    for field in TEXT_FIELDS:
        _check_field(found, head, field)


def _first_not_zero(head: bytes, start: int, stop: int) -> int | None:
    part = head[start:stop]
    zeros = len(part) - len(part.lstrip(b"\0"))
    return start + zeros if zeros < len(part) else None


def _check_field(found: _Breaches, head: bytes, field: TextField) -> None:
    length = head[field.offset]
    paragraph = f"A {field.offset:04X}-{field.offset + field.room:04X}"
    if length > field.room:
        why = message(
            "{field} has room for {room} bytes, not for {length}.",
            field=field.name,
            room=field.room,
            length=length,
        )
        found.add("length", paragraph, why, field.offset)
        return
    start = field.offset + 1
    offset = _first_not_zero(head, start + length, start + field.room)
    if offset is not None:
        why = message("the rest of {field} must be filled with 00.", field=field.name)
        found.add("padding", paragraph, why, offset)
    if b"\0" in head[start : start + length]:
        why = message("{field} counts bytes of 00 as text.", field=field.name)
        found.add("text", paragraph, why, field.offset)


# ------------------------------------------------------------------------------------- moves


def _check_moves(found: _Breaches, source: Source) -> None:
    body = Body(source, NO_KEYS, DEFAULT)
    pos, promised, node = 0, 1, 0
    while promised and not found.full and node < DEFAULT.nodes:
        while pos + 8 > len(body.data) and body.more():
            pass
        record = body.data[pos : pos + 8]
        if len(record) < 8:
            why = message("the file must not end before the last move.")
            found.add("end", "B", why, HEAD + len(body.data), node - 1 if node else None)
            return
        _check_record(found, record, node, HEAD + pos)
        tag, size = record[2], int.from_bytes(record[4:], "little")
        promised += bool(tag & PLAIN_NEXT) + bool(tag & PLAIN_SIBLING and node) - 1
        pos += 8 + size
        if size:
            if pos > body.size or size > DEFAULT.comment_bytes:
                why = message("the comment must be as long as its size says.")
                found.add("size", "B", why, HEAD + pos - size - 4, node)
                return
            while pos > len(body.data) and body.more():
                pass
            if body.data[pos - size : pos].endswith(b"\0"):
                why = message("a comment must not end in 00.")
                found.add("comment", "B", why, HEAD + pos - 1, node)
        node += 1
    if not promised and pos < body.size:
        found.add("trailing", "B", message("nothing may follow after the last move."), HEAD + pos)


def _check_record(found: _Breaches, record: bytes, node: int, offset: int) -> None:
    if not node:
        if record not in _ROOTS:
            why = message(
                "the first record must be 18 20 F0 FF (or 18 20 00 FF) and four 00; it is {bytes}.",
                bytes=record.hex(" ").upper(),
            )
            # Most real files have other bytes or a comment there, and every program reads them.
            found.add("root", "B", why, offset, node, Severity.INFO)
        return
    if not (0 <= record[0] - 24 < BOARD and 0 <= record[1] - 32 < BOARD):
        why = message("a move must go from a place to a place on the board.")
        found.add("move", "B", why, offset, node)
    if record[2] in (0xFF, 0x0F):
        if not found.variations:  # reported once, since every program reads them
            found.variations = True
            why = message("variations aren't part of XQF 1.0, though every program reads them.")
            found.add("variations", "B", why, offset + 2, node, Severity.INFO)
    elif record[2] not in (0xF0, 0x00):
        why = message("the third byte must be F0 or 00.")
        found.add("tag", "B", why, offset + 2, node)
    if record[3]:
        why = message("the fourth byte is reserved and must be 00.")
        found.add("fourth-byte", "B", why, offset + 3, node)
