"""What pages ask of a record: contents, takebacks; the order of variations; findings of a format."""

from __future__ import annotations

from viewer.base.jobs import run_inline
from viewer.document.document import new_document
from viewer.document.plans import steps as plans_steps
from viewer.document.reading.views import ContentsEntry, RecordSurvey, survey, variations_of
from viewer.tree.action import Move, Takeback
from viewer.tree.annotation import BOOKMARK, TITLE
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

ROWS = [
    NodeData(0, -1, None, {TITLE: "all"}),
    NodeData(1, 0, None, {TITLE: "one"}),
    NodeData(2, 1, Move("B aa"), {BOOKMARK: "a\nmark"}),
    NodeData(3, 0, Move("B bb"), {}),
    NodeData(4, 3, None, {TITLE: "two"}),
    NodeData(5, 0, None, {TITLE: "three", BOOKMARK: "too"}),
]


def found(record: Record) -> RecordSurvey:
    (result,) = run_inline(survey(record))
    return result


def test_titles_nest_and_bookmarks_stand_among_them() -> None:
    result = found(Record("go", nodes_of(ROWS)[0]))
    assert result.entries == (
        ContentsEntry(0, "all", 0, True),
        ContentsEntry(1, "one", 1, True),
        ContentsEntry(2, "a mark", 2, False),
        ContentsEntry(4, "two", 1, True),
        ContentsEntry(5, "three", 1, True),
        ContentsEntry(5, "too", 1, False),
    )
    assert result.titled
    assert not result.takebacks
    assert not found(Record("go", Node(0, None))).titled


def test_long_lines_are_looked_through() -> None:
    rows = [NodeData(0, -1, None, {})]
    rows += [NodeData(id, id - 1, Move("B aa"), {}) for id in range(1, 20_000)]
    rows.append(NodeData(20_000, 19_999, Takeback(1), {TITLE: "end"}))
    steps = list(survey(Record("go", nodes_of(rows)[0])))
    assert len(steps) > 20
    assert steps[-1].result == RecordSurvey((ContentsEntry(20_000, "end", 0, True),), True)


def test_variations_change_places() -> None:
    document = new_document(Record("go", nodes_of(ROWS)[0]), "wei7")
    record = document.record_of(0)
    two = record.node(4)  # further down the second variation
    assert plans_steps.head_of(two) is record.node(3)
    assert plans_steps.sibling_variation(two, 2) is None
    document.do(plans_steps.shift_variation(document, 0, two, -1))
    assert [child.id for child in record.root.children] == [3, 1, 5]
    document.do(plans_steps.move_variation(document, 0, two, record.node(5)))
    assert [child.id for child in record.root.children] == [1, 5, 3]
    document.undo()
    document.undo()
    assert [child.id for child in record.root.children] == [1, 3, 5]
    assert plans_steps.shift_variation(document, 0, two, 2) is None
    assert plans_steps.move_variation(document, 0, two, record.node(3)) is None
    assert plans_steps.head_of(record.root) is None


def test_takebacks_that_are_left_out_lead_somewhere() -> None:
    rows = [
        NodeData(0, -1, None, {}),
        NodeData(1, 0, Move("B aa"), {}),
        NodeData(2, 1, Takeback(1), {}),
        NodeData(3, 2, Move("B bb"), {}),
    ]
    record, led = variations_of(Record("go", nodes_of(rows)[0]))
    assert led == {2: 0}
    assert sorted(record.nodes) == [0, 1, 3]
