"""Bytes a node, and microseconds an operation, on a record of 200,000 nodes."""

from __future__ import annotations

import gc
import random
import tracemalloc
from time import perf_counter

from figures import median, random_record, row, times

from viewer.document.edits import RecordData
from viewer.tree.action import Move
from viewer.tree.ops import Insert, Remove, Reorder, SetNote, apply
from viewer.tree.serial import NodeData

NODES = 200_000


def main() -> None:
    """Print the figures."""
    data = RecordData.of(random_record(NODES))
    gc.collect()
    gc.disable()
    tracemalloc.start()
    record = data.record()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    row(
        "memory of a record with its index",
        size / len(record.nodes),
        "B/node",
        "(a slots class with links, lists and an id index: 253)",
    )
    row("walk of all nodes", median(times(lambda: sum(1 for _ in record.walk()), 5)) * 1e3, "ms")
    row("digest", median(times(record.digest, 3)) * 1e3, "ms")
    dice = random.Random(2)
    ids = [dice.randrange(1, NODES) for _ in range(2000)]
    for name, make in (
        ("comment set and undone", lambda id: SetNote(id, "comment", "a comment")),
        (
            "move inserted and undone",
            lambda id: Insert(id, 0, (NodeData(record.next_id, -1, Move("a0a1"), {}),)),
        ),
        ("variation promoted and undone", lambda id: Reorder(record.node(id).parent.id, 0, 0)),
    ):
        took = []
        for id in ids:
            op = make(id)
            start = perf_counter()
            back, _ = apply(record, op)
            apply(record, back)
            took.append(perf_counter() - start)
        row(name, median(took) * 1e6, "µs")
    branch = max(
        (n for n in record.nodes.values() if n.parent), key=lambda n: _size(n) <= 300 and _size(n)
    )
    size = _size(branch)
    took = []
    for _ in range(50):
        start = perf_counter()
        back, _ = apply(record, Remove(branch.id))
        took.append(perf_counter() - start)
        apply(record, back)
    row(f"branch of {size} nodes removed", median(took) * 1e6, "µs")


def _size(node) -> int:
    count = 0
    for _ in node.walk():
        count += 1
        if count > 300:
            break
    return count


if __name__ == "__main__":
    main()
