"""The operations: each undoes exactly, each is plain data, none half-done."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_records import ops_for, records

from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.node import Node
from viewer.tree.ops import (
    Insert,
    OpError,
    Remove,
    Reorder,
    SetAction,
    SetNote,
    apply,
    pack_op,
    unpack_op,
)
from viewer.tree.record import Record
from viewer.tree.serial import NodeData


def small() -> Record:
    record = Record("xiangqi", Node(0, None, Setup("s")))
    apply(
        record, Insert(0, 0, (NodeData(1, -1, Move("a0a1"), {}), NodeData(2, 0, Move("a9a8"), {})))
    )
    apply(record, Insert(0, 1, (NodeData(3, -1, Move("b0c2"), {"comment": "c"}),)))
    return record


@given(st.data())
def test_any_sequence_undone_gives_the_same_digest_and_redone_again(data: st.DataObject) -> None:
    record = data.draw(records())
    digests = [record.digest()]
    done, undo = [], []
    for _ in range(data.draw(st.integers(1, 12))):
        op = data.draw(ops_for(record))
        inverse, _ = apply(record, op)
        done.append(op)
        undo.append(inverse)
        digests.append(record.digest())
    for inverse, digest in zip(reversed(undo), reversed(digests[:-1]), strict=True):
        apply(record, inverse)
        assert record.digest() == digest
        assert set(record.nodes) == {node.id for node in record.walk()}
    for op, digest in zip(done, digests[1:], strict=True):
        apply(record, op)
        assert record.digest() == digest


@given(st.data())
def test_an_operation_survives_json(data: st.DataObject) -> None:
    record = data.draw(records())
    op = data.draw(ops_for(record))
    assert unpack_op(json.loads(json.dumps(pack_op(op)))) == op


@pytest.mark.parametrize(
    "op",
    [
        Remove(0),
        Remove(99),
        Insert(0, 5, (NodeData(9, -1, None, {}),)),
        Insert(99, 0, (NodeData(9, -1, None, {}),)),
        Insert(0, 0, (NodeData(2, -1, None, {}),)),
        Insert(0, 0, (NodeData(9, -1, None, {}), NodeData(9, 0, None, {}))),
        Insert(0, 0, ()),
        Reorder(0, 0, 2),
        Reorder(2, 0, 0),
        SetAction(0, Terminal("resign")),
        SetNote(1, "colour", "red"),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(op: object) -> None:
    record = small()
    before = record.digest()
    with pytest.raises(OpError):
        apply(record, op)
    assert record.digest() == before


def test_ids_are_never_used_again() -> None:
    record = small()
    inverse, _ = apply(record, Insert(2, 0, (NodeData(record.next_id, -1, Move("x"), {}),)))
    apply(record, inverse)
    assert record.next_id == 5
    assert 4 not in record.nodes


def test_the_digest_sees_every_part() -> None:
    base = small().digest()
    for op in (
        SetNote(3, "comment", "d"),
        SetNote(1, "glyphs", (1,)),
        Reorder(0, 0, 1),
        SetAction(2, Move("a9a7")),
        SetAction(0, None),
        Remove(3),
    ):
        record = small()
        apply(record, op)
        assert record.digest() != base
