"""20,000 plies and 200,000 nodes: every walk of the tree is iterative and none is quadratic."""

from __future__ import annotations

import pytest

from viewer.tree.action import Move
from viewer.tree.diff import differences
from viewer.tree.ops import Insert, Remove, SetNote, apply, pack_op, unpack_op
from viewer.tree.record import Record, nodes_of, rows_of
from viewer.tree.serial import NodeData

DEEP = 20_000


def line(plies: int) -> tuple[NodeData, ...]:
    return tuple(NodeData(i + 1, i - 1, Move(f"m{i % 7}"), {}) for i in range(plies))


def deep_record() -> Record:
    return Record("xiangqi", nodes_of([NodeData(0, -1, None, {}), *_shifted(line(DEEP))])[0])


def _shifted(rows: tuple[NodeData, ...]) -> list[NodeData]:
    return [row._replace(parent=row.parent + 1) for row in rows]


def test_walks_of_a_deep_line() -> None:
    record = deep_record()
    leaf = record.node(DEEP)
    assert leaf.ply == DEEP
    assert len(leaf.path()) == DEEP + 1
    assert sum(1 for _ in record.walk()) == DEEP + 1
    assert sum(1 for _ in record.root.main_line()) == DEEP + 1
    assert record.digest() == deep_record().digest()
    assert list(differences(record, deep_record())) == []
    assert repr(leaf)


def test_operations_on_a_deep_line() -> None:
    record = deep_record()
    before = record.digest()
    remove = Remove(2)
    inverse, _ = apply(record, remove)
    assert len(record.nodes) == 2
    apply(record, unpack_op(pack_op(inverse)))
    assert record.digest() == before
    apply(record, SetNote(DEEP, "comment", "the end"))
    (found,) = differences(deep_record(), record)
    assert (found.kind, found.node, found.after) == ("comment", DEEP, "the end")


def test_two_hundred_thousand_nodes() -> None:
    rows = [NodeData(0, -1, None, {})]
    for i in range(1, 200_001):
        rows.append(NodeData(i, i - 1 if i % 40 else (i * 7) % i, Move(f"m{i % 11}"), {}))
    record = Record("xiangqi", nodes_of(rows)[0])
    assert len(record.nodes) == 200_001
    assert rows_of(record.root)[0].id == 0
    assert len({row.id for row in rows_of(record.root)}) == 200_001


@pytest.mark.parametrize("fan", [50_000])
def test_a_wide_fan(fan: int) -> None:
    rows = [
        NodeData(0, -1, None, {}),
        *(NodeData(i, 0, Move(str(i)), {}) for i in range(1, fan + 1)),
    ]
    record = Record("xiangqi", nodes_of(rows)[0])
    assert [child.id for child in record.root.children] == list(range(1, fan + 1))
    apply(record, Insert(0, 3, (NodeData(fan + 1, -1, Move("new"), {}),)))
    assert record.root.children[3].id == fan + 1
