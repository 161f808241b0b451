"""The one difference function: it finds every kind of item, and nothing where there is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_records import ops_for, records

from viewer.document.edits import RecordData
from viewer.tree.action import Move, Setup
from viewer.tree.diff import differences, lost
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData


def base() -> Record:
    record = Record("xiangqi", Node(0, None, Setup("s")), (Header("Title", "t"),))
    apply(record, Insert(0, 0, (NodeData(1, -1, Move("a"), {}), NodeData(2, 0, Move("b"), {}))))
    apply(record, Insert(0, 1, (NodeData(3, -1, Move("c"), {}),)))
    return record


@pytest.mark.parametrize(
    ("op", "kind", "node"),
    [
        (SetNote(2, "comment", "x"), "comment", 2),
        (SetNote(2, "marks", (("square", ("e0",), "red", ""),)), "marks", 2),
        (SetAction(2, Move("z")), "action", 2),
        (SetAction(0, Setup("other")), "start", 0),
        (Remove(3), "branch", 3),
        (Insert(2, 0, (NodeData(9, -1, Move("n"), {}),)), "branch", 2),
        (SetHeaders((Header("Title", "t"), Header("Date", "d"))), "header:Date", None),
        (SetHeaders(()), "header:Title", None),
        (Reorder(0, 0, 1), "action", 1),
    ],
)
def test_each_kind(op: object, kind: str, node: int | None) -> None:
    changed = base()
    apply(changed, op)
    found = list(differences(base(), changed))
    assert (found[0].kind, found[0].node) == (kind, node)


@given(st.data())
def test_no_difference_from_itself_and_some_after_a_comment(data: st.DataObject) -> None:
    record = data.draw(records())
    copy = RecordData.of(record).record()
    assert copy.digest() == record.digest()
    assert list(differences(record, copy)) == []
    op = data.draw(ops_for(copy))
    apply(copy, op)
    if record.digest() == copy.digest():
        assert list(differences(record, copy)) == []


def test_a_start_that_comes_to_nothing_said_is_lost_and_a_header_is_not() -> None:
    record, read = (Record("shogi", Node(0, None)) for _ in range(2))
    apply(read, SetHeaders((Header("Result", "*"),)))
    assert list(lost(record, read)) == []
    apply(read, SetAction(0, Setup("an empty board")))
    assert [one.kind for one in lost(record, read)] == ["start"]
