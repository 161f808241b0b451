"""Ways through a record."""

from __future__ import annotations

from studies import study_record

from viewer.document.reading.cursor import Cursor
from viewer.tree.action import Move
from viewer.tree.ops import Insert, Remove, apply
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData


def ids(cursor: Cursor) -> list[int]:
    return [node.id for node in cursor.line]


def test_the_line_is_the_main_line_at_first() -> None:
    cursor = Cursor(study_record())
    assert ids(cursor) == [0, 1, 2, 3, 4]
    assert cursor.index == 0
    assert cursor.forward(10).id == 4
    assert cursor.forward(-3).id == 0
    assert cursor.last().id == 4


def test_forks_remember_the_child_that_was_taken() -> None:
    record = study_record()
    cursor = Cursor(record)
    cursor.go(record.node(5))
    cursor.go(record.root)
    assert ids(cursor) == [0, 1, 2, 3, 5]
    cursor.go(record.node(6))
    cursor.go(record.node(1))
    assert cursor.next is record.node(6)
    cursor.choose(record.node(2))
    assert ids(cursor) == [0, 1, 2, 3, 5]


def test_home_forgets_the_forks_and_no_other_way_does() -> None:
    record = study_record()
    cursor = Cursor(record)
    cursor.go(record.node(5))
    for back in (record.node(3), record.root):
        cursor.go(back)
        assert cursor.last() is cursor.forward(10) is record.node(5)
    cursor.go(record.node(5))
    cursor.home()
    assert cursor.node is record.root
    assert ids(cursor) == [0, 1, 2, 3, 4]
    assert cursor.last() is cursor.forward(10) is record.node(4)
    assert not cursor.remembers


def test_siblings_and_variations() -> None:
    record = study_record()
    cursor = Cursor(record)
    assert cursor.sibling(1) is None
    into = cursor.into_variation()
    assert into is record.node(7)
    cursor.go(record.node(7))
    assert cursor.sibling(-1) is record.node(1)
    assert cursor.sibling(1) is None
    assert cursor.out_of_variation() is record.root
    assert cursor.into_variation() is None
    cursor.go(record.node(2))
    assert cursor.out_of_variation() is None
    assert cursor.into_variation() is record.node(5)
    assert cursor.commented(1) is None
    cursor.go(record.root)
    assert cursor.commented(1) is record.node(2)


def test_the_cursor_stays_at_what_is_left_of_its_line_and_a_move_within_keeps_it() -> None:
    record = study_record()
    cursor = Cursor(record)
    cursor.go(record.node(4))
    apply(record, Insert(4, 0, (NodeData(20, -1, Move("a0a1"), {}),)))
    cursor.record_changed()
    assert (cursor.node.id, cursor.index, ids(cursor)[-1]) == (4, 4, 20)
    apply(record, Remove(2))
    cursor.record_changed()
    assert cursor.node is record.node(1)
    assert ids(cursor) == [0, 1, 6]


def test_a_removed_and_restored_node_is_found_again() -> None:
    record = study_record()
    cursor = Cursor(record)
    cursor.go(record.node(3))
    back, _ = apply(record, Remove(2))
    apply(record, back)
    cursor.record_changed()
    assert cursor.node is record.node(3)


def test_stepping_through_twenty_thousand_plies_is_linear() -> None:
    rows = [NodeData(i, i - 1, Move(f"m{i % 9}") if i else None, {}) for i in range(20_001)]
    cursor = Cursor(Record("xiangqi", nodes_of(rows)[0]))
    line = cursor.line
    while cursor.next is not None:
        cursor.go(cursor.next)
    assert cursor.index == 20_000
    assert cursor.line is line
