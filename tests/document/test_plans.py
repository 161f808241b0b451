"""Edits as people make them: what they do, that one undo takes each back, and redo brings it again."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies import study_document

from viewer.base.messages import message
from viewer.document import plans
from viewer.document.clip import clip
from viewer.document.document import Document
from viewer.document.edits import (
    Edit,
    InRecord,
    InsertRecord,
    Location,
    MoveRecord,
    RecordData,
    RemoveRecord,
    pack,
    unpack,
)
from viewer.tree.action import Move
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.ops import OpError, Remove, SetNote
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData


def children(document: Document, id: int) -> list[int]:
    return [child.id for child in document.record(0).node(id).children]


def do(document: Document, plan: Callable[..., Edit | None], node: int, *args: object) -> Location:
    place = document.do(plan(document, 0, document.record(0).node(node), *args))
    assert place is not None
    return place


def test_playing_a_move_that_is_there_goes_to_it() -> None:
    document = study_document()
    assert do(document, plans.play, 1, "h7e7") == Location(0, 6)
    assert not document.modified


def test_playing_another_move_makes_a_variation() -> None:
    document = study_document()
    place = do(document, plans.play, 1, "b9c7")
    assert children(document, 1) == [2, 6, place.node]
    assert document.modified
    assert document.undo() == Location(0, 1)
    assert children(document, 1) == [2, 6]
    assert not document.modified
    assert document.redo() == place
    assert children(document, 1) == [2, 6, place.node]


def test_promote_demote_and_main_line() -> None:
    document = study_document()
    do(document, plans.promote, 5)
    assert children(document, 3) == [5, 4]
    do(document, plans.demote, 5)
    assert children(document, 3) == [4, 5]
    do(document, plans.play, 7, "g6g5")
    do(document, plans.make_main, 5)
    assert [node.id for node in document.record(0).root.main_line()] == [0, 1, 2, 3, 5]
    leaf = document.record(0).node(7).children[0].id
    do(document, plans.make_main, leaf)
    assert [node.id for node in document.record(0).root.main_line()] == [0, 7, leaf]
    assert plans.promote(document, 0, document.record(0).node(leaf)) is None
    assert plans.make_main(document, 0, document.record(0).node(leaf)) is None
    assert plans.demote(document, 0, document.record(0).root) is None


def test_what_was_promoted_is_demoted_from_the_same_place() -> None:
    document = study_document()
    leaf = do(document, plans.play, 5, "b0c2").node
    node = document.record(0).node(leaf)
    assert not plans.can_demote(node)
    do(document, plans.promote, leaf)
    assert plans.can_demote(node)
    do(document, plans.demote, leaf)
    assert children(document, 3) == [4, 5]


def test_promote_from_inside_a_variation_moves_its_head() -> None:
    document = study_document()
    inner = do(document, plans.play, 6, "b0c2").node
    do(document, plans.promote, inner)
    assert children(document, 1) == [6, 2]


def test_delete_a_branch_and_all_moves() -> None:
    document = study_document()
    assert do(document, plans.delete, 2) == Location(0, 1)
    assert children(document, 1) == [6]
    do(document, plans.delete, 0)
    assert children(document, 0) == []
    assert plans.delete(document, 0, document.record(0).root) is None
    document.undo()
    document.undo()
    assert children(document, 1) == [2, 6]


def test_glyphs_exclude_each_other_within_their_kind() -> None:
    document = study_document()
    for nag, expected in ((1, (1,)), (14, (1, 14)), (6, (6, 14)), (10, (6, 10)), (6, (10,))):
        do(document, plans.toggle_glyph, 2, nag)
        assert document.record(0).node(2).glyphs == expected
    assert plans.toggle_glyph(document, 0, document.record(0).root, 1) is None


def test_marks_are_drawn_recoloured_and_taken_away() -> None:
    document = study_document()
    arrow = Mark("arrow", ("h2", "e2"))
    do(document, plans.toggle_mark, 1, arrow)
    do(document, plans.toggle_mark, 1, arrow._replace(colour="red"))
    assert document.record(0).node(1).marks == (arrow._replace(colour="red"),)
    do(document, plans.toggle_mark, 1, arrow._replace(colour="red"))
    assert document.record(0).node(1).marks == ()


def test_what_changes_nothing_is_no_edit() -> None:
    document = study_document()
    node = document.record(0).node(2)
    assert plans.comment(document, 0, node, "the usual answer") is None
    assert plans.header(document, 0, node, "Title", "t") is None
    assert plans.encoding(document, 0, node, "gb18030") is None


def test_a_set_up_that_is_no_position_is_refused_with_a_sentence() -> None:
    document = study_document()
    with pytest.raises(ValueError, match="is no piece"):
        plans.setup(document, 0, document.record(0).root, "no such thing")
    do(document, plans.setup, 0, "4k4/9/9/9/9/9/9/9/9/4K4 b")
    setup = document.record(0).setup
    assert setup is not None
    assert setup.text == "4k4/9/9/9/9/9/9/9/9/4K4 b"
    assert len(document.record(0).nodes) == 8


def test_line_ends_become_line_feeds() -> None:
    document = study_document()
    do(document, plans.comment, 2, "a\r\nb\rc")
    assert document.record(0).node(2).comment == "a\nb\nc"


# --------------------------------------------------------------------------------- branches


def test_a_copied_branch_is_pasted_elsewhere_with_new_ids() -> None:
    document = study_document()
    rows = clip.branch_rows(document.record(0).node(2))
    place = do(document, plans.paste, 7, rows)
    record = document.record(0)
    pasted = record.node(place.node)
    assert pasted.action == Move("h9g7")
    assert pasted.comment == "the usual answer"
    assert [c.action for c in pasted.children[0].children] == [Move("i9h9"), Move("b9c7")]
    assert len(record.nodes) == 12
    document.undo()
    assert len(document.record(0).nodes) == 8


def test_pasting_merges_into_what_is_there() -> None:
    document = study_document()
    rows = (
        NodeData(0, -1, Move("h2e2"), {"comment": "new"}),
        NodeData(1, 0, Move("h9g7"), {"comment": "another"}),
        NodeData(2, 1, Move("h0g2"), {}),
        NodeData(3, 2, Move("g6g5"), {}),
        NodeData(4, -1, Move("b2e2"), {}),
    )
    assert do(document, plans.paste, 0, rows) == Location(0, 1)
    record = document.record(0)
    assert record.node(1).comment == "new"
    assert record.node(2).comment == "the usual answer"
    assert [c.action for c in record.node(3).children][-1] == Move("g6g5")
    assert [c.action for c in record.root.children][-1] == Move("b2e2")
    document.undo()
    assert record.node(1).comment == ""
    assert len(record.nodes) == 8


def test_a_branch_survives_the_clipboard_and_nothing_else_passes() -> None:
    document = study_document()
    rows = clip.branch_rows(document.record(0).root)
    assert [row.parent for row in rows].count(-1) == 2
    assert clip.from_text(clip.to_text("xiangqi", rows), "xiangqi") == rows
    for text in (
        "",
        "[]",
        "{}",
        '{"qipu": "branch"}',
        "1",
        '{"qipu":"branch","game":"xiangqi","rows":[[0,5,null,{},[]]]}',
    ):
        with pytest.raises(ValueError, match="branch"):
            clip.from_text(text, "xiangqi")
    with pytest.raises(ValueError, match="chess"):
        clip.from_text(clip.to_text("chess", rows), "xiangqi")


def test_a_deep_branch_through_the_clipboard() -> None:
    rows = tuple(NodeData(i, i - 1, Move(f"m{i % 5}"), {}) for i in range(20_000))
    document = study_document()
    do(document, plans.paste, 7, clip.from_text(clip.to_text("xiangqi", rows), "xiangqi"))
    assert len(document.record(0).nodes) == 20_008


# ------------------------------------------------------------------- the document as a whole


@given(st.data())
def test_any_sequence_of_edits_undone_and_redone(data: st.DataObject) -> None:
    document = study_document()
    digests = [document.record(0).digest()]
    simple = st.sampled_from(
        [
            (plans.play, "a0a1"),
            (plans.play, "h7e7"),
            (plans.comment, "x"),
            (plans.comment, ""),
            (plans.toggle_glyph, 1),
            (plans.promote,),
            (plans.demote,),
            (plans.make_main,),
            (plans.delete,),
            (plans.header, "Event", "e"),
            (plans.header, "Title", ""),
        ]
    )
    for _ in range(data.draw(st.integers(1, 15))):
        record = document.record(0)
        node: Node = record.node(data.draw(st.sampled_from(sorted(record.nodes))))
        plan, *args = data.draw(simple)
        edit = plan(document, 0, node, *args)
        if edit is not None and edit.ops:
            document.do(edit)
            digests.append(document.record(0).digest())
    for digest in reversed(digests[:-1]):
        document.undo()
        assert document.record(0).digest() == digest
    assert not document.modified
    assert document.undo() is None
    for digest in digests[1:]:
        document.redo()
        assert document.record(0).digest() == digest
    assert document.redo() is None


def test_an_edit_that_does_not_fit_changes_nothing() -> None:
    document = study_document()
    before = document.record(0).digest()
    edit = Edit(
        (InRecord(0, SetNote(2, "comment", "half")), InRecord(0, Remove(99))),
        message("bad"),
        Location(0, 0),
        Location(0, 0),
    )
    with pytest.raises(OpError):
        document.do(edit)
    assert document.record(0).digest() == before
    assert not document.modified


def test_whole_records_come_go_and_move() -> None:
    document = study_document()
    key = document.new_key()
    data = RecordData.of(Record("xiangqi", Node(0, None), (Header("Title", "second"),)))
    here = Location(0, 0)
    document.do(Edit((InsertRecord(1, key, data),), message("Insert"), here, here))
    assert [document.headers(i)[0].value for i in range(len(document))] == ["t", "second"]
    document.do(Edit((MoveRecord(key, 0),), message("Move"), here, here))
    assert [document.headers(i)[0].value for i in range(len(document))] == ["second", "t"]
    document.do(Edit((RemoveRecord(0),), message("Remove"), here, here))
    assert len(document) == 1
    for expected in (["second", "t"], ["t", "second"], ["t"]):
        document.undo()
        assert [document.headers(i)[0].value for i in range(len(document))] == expected
    assert document.record(0).node(2).comment == "the usual answer"


@pytest.mark.parametrize(
    "op",
    [
        InRecord(0, Remove(2)),
        RemoveRecord(0),
        MoveRecord(3, 1),
        InsertRecord(1, 7, RecordData.of(study_document().record(0))),
    ],
)
def test_document_operations_survive_json(op: object) -> None:
    assert unpack(json.loads(json.dumps(pack(op)))) == op


def test_the_clean_state_is_found_again_and_can_be_lost() -> None:
    document = study_document()
    do(document, plans.comment, 2, "one")
    document.history.set_clean()
    assert not document.modified
    do(document, plans.comment, 2, "two")
    assert document.history.steps_to_clean() == 1
    document.undo()
    assert not document.modified
    document.undo()
    assert document.history.steps_to_clean() == -1
    do(document, plans.comment, 2, "three")
    assert document.history.steps_to_clean() is None
    document.undo()
    assert document.modified
