"""Writing a record as a file: the one it was read from, with the edits, or a new one."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.spans import Piece, Span
from viewer.base.text import UTF8
from viewer.formats.format import Collection, Output
from viewer.formats.kif.encoding import BOM, WIDE, unwrapped
from viewer.formats.kif.facts import FILE, REST, UNREAD, block_of
from viewer.formats.kif.lines import HEADER, split
from viewer.formats.kif.write.blocks import Blocks
from viewer.formats.kif.write.content import FileContent
from viewer.formats.kif.write.head_text import put_new_head, put_old_head
from viewer.formats.kif.write.headers import Edits, Place, edits_of
from viewer.formats.kif.write.items import BlockItem, items_of
from viewer.formats.kif.write.losses import losses_of
from viewer.formats.kif.write.plan import Plan
from viewer.formats.kit.losses import under_own_keys
from viewer.formats.shared.shogi_headers import with_kif_keys

_SHAPE = frozenset(("branch", "action"))


def write(collection: Collection, dialect: str, encoding: str | None) -> Output:
    """Write the first record of a collection; `encoding` is a codec, None for the record's own."""
    record = collection.record(0)
    named = with_kif_keys(record, collection.format)
    plan = Plan(named, dialect, encoding)
    data = file_of(plan)
    losses = losses_of(plan, data)
    if plan.origin is not None and any(loss.kind in _SHAPE for loss in losses):
        # Unusual numbers or an unusual order of the file have another meaning after the edits.
        regular = Plan(named, dialect, encoding, regular=True)
        other = file_of(regular)
        fewer = losses_of(regular, other)
        if len(fewer) < len(losses):
            plan, data, losses = regular, other, fewer
    told = under_own_keys(losses, record.headers, plan.record.headers)
    return Output(tuple(told), _pieces(plan, data))


def file_of(plan: Plan) -> bytes:
    """The bytes of a record's file, except the part after the limit of bytes, which is copied."""
    content = FileContent(plan.source, plan.target, plan.eol)
    if plan.origin is None:
        put_new_head(plan, content)
        edits = Edits({}, {})
    else:
        edits = edits_of(_header_lines(plan), plan.record.headers)
        put_old_head(plan, content, edits)
    Blocks(plan, content, edits).put()
    unread = plan.record.fact(UNREAD)
    if plan.origin is not None and unread is not None and isinstance(unread.raw, bytes):
        content.raw(unread.raw)
    elif plan.open_end:
        content.leave_open()
    return _wrapped(plan, content.data())


def _header_lines(plan: Plan) -> list[tuple[Place, BlockItem]]:
    """The header lines of all blocks that are printed, in the file's order."""
    out: list[tuple[Place, BlockItem]] = []
    for node in [plan.record.root, *sorted(plan.order, key=lambda one: one.id)]:
        block = block_of(node)
        if block is None:
            continue
        first = 0 if node is plan.record.root else block.ahead + 1
        if first and len(split(block.raw)) <= first:
            continue  # nothing but its own line
        for number, item in enumerate(items_of(block.raw, plan.source)):
            if item.kind == HEADER and number >= first:
                out.append(((node.id, number), item))
    return out


def _wrapped(plan: Plan, data: bytes) -> bytes:
    """The bytes with the file's byte order mark, if it still fits."""
    origin = plan.origin
    fact = plan.record.fact(FILE)
    if plan.wrap:
        kept = origin is not None and origin.wrap == plan.wrap and fact is not None
        mark = fact.raw if kept and fact is not None else b""
        if not kept and plan.wrap in WIDE:
            mark = "\ufeff".encode(plan.wrap)
        return (mark if isinstance(mark, bytes) else b"") + unwrapped(data, plan.wrap)
    if origin is None or fact is None or plan.target != UTF8:
        return data
    return BOM + data if fact.raw == BOM else data


def _pieces(plan: Plan, data: bytes) -> Iterator[Piece]:
    yield data
    rest = plan.record.fact(REST)
    if plan.origin is not None and rest is not None and isinstance(rest.raw, Span):
        yield rest.raw
