"""Whether moved branches can keep their facts."""

from __future__ import annotations

from collections.abc import Sequence

from viewer.document.comparing.records import RecordComparison
from viewer.document.edits.ops import RecordData
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.tree.ops import Insert, Op, apply


def writable(comparison: RecordComparison, ops: Sequence[Op], mine: Collection) -> Sequence[Op]:
    """The operations, adjusted so that mine's format can write the result without needless losses.

    A moved branch keeps its facts, including what the reader didn't understand. If the
    format can't write it with them (signs of the side to move, numbers), they are dropped.
    """
    if not any(isinstance(op, Insert) and any(row.facts for row in op.rows) for op in ops):
        return ops
    bare = [_bare(op) if isinstance(op, Insert) else op for op in ops]
    try:
        kept_losses = _losses_after(comparison, ops, mine)
        return ops if kept_losses <= _losses_after(comparison, bare, mine) else bare
    except OSError:  # it is only read, or its file is gone: saving says so
        return ops


def _bare(op: Insert) -> Insert:
    return op._replace(rows=tuple([row._replace(facts=()) for row in op.rows]))


def _losses_after(comparison: RecordComparison, ops: Sequence[Op], mine: Collection) -> int:
    record = RecordData.of(comparison.mine.record).record()
    for op in ops:
        apply(record, op)
    collection = MemoryCollection(mine.format, [record], mine.variant, mine.source)
    return len(FORMATS[mine.format].load().write(collection).losses)
