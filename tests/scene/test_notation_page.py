"""A page that grows and is mended is the page that would be made afresh."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from notation_trees import (
    NUMBERINGS,
    edited,
    large_record,
    ops,
    printed,
    random_op,
    record_of,
    records,
    short,
)

from viewer.base.jobs import run_inline
from viewer.games.game import Numbering
from viewer.scene.notation import blocks as notation
from viewer.scene.notation import mend as notation_mend
from viewer.scene.notation.blocks import blocks
from viewer.scene.notation.mend import mend
from viewer.scene.notation.page import Heights, Measures, Page
from viewer.tree.action import Action, Move, Takeback, Terminal
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetNote, apply
from viewer.tree.record import Record
from viewer.tree.serial import NodeData

SMALL = {"FLOW": 3, "PART": 4, "INLINE": 3}
MEASURES = Measures(400, 1.0)
END = Terminal("resign")


def page_of(record: Record, numbering: Numbering | None = None, made: int | None = None) -> Page:
    page = Page(record, numbering or Numbering(), MEASURES)
    if made is None:
        run_inline(page.job())
    elif made:
        page.grow(made)
    return page


def check_whole(page: Page) -> None:
    """Finish a page; it is the one made afresh, and every node is found."""
    made = len(page.blocks)
    fresh = list(blocks(page.record.root, page.numbering))
    assert [short(b) for b in page.blocks] == [short(b) for b in fresh[:made]]
    run_inline(page.job())
    assert page.complete
    assert [short(b) for b in page.blocks] == [short(b) for b in fresh]
    assert all(a.same(b) for a, b in zip(page.blocks, fresh, strict=True))
    assert len(page.heights) == len(page.blocks)
    for node in page.record.walk():
        index = page.find(node)
        if node.parent is not None:
            assert index is not None
            assert page.blocks[index].shows(node)


@given(records(), NUMBERINGS, st.data())
@settings(max_examples=max(300, settings().max_examples))
def test_a_mended_page_is_the_fresh_one(
    record: Record, numbering: Numbering, data: st.DataObject
) -> None:
    with patch.multiple(notation, **SMALL), patch.object(notation_mend, "MOST", 5):
        page = page_of(record, numbering, data.draw(st.one_of(st.none(), st.integers(0, 12))))
        for _ in range(data.draw(st.integers(1, 4))):
            page.find(record.nodes[data.draw(st.sampled_from(sorted(record.nodes)))])
            touched = []
            for _ in range(data.draw(st.sampled_from([1, 1, 1, 2, 3]))):
                touched += edited(record, [data.draw(ops(record))])
            mend(page, touched)
            if data.draw(st.booleans()):
                page.grow(data.draw(st.integers(1, 5)))
        check_whole(page)


@pytest.mark.parametrize("seed", range(40))
def test_a_page_mended_many_times_is_the_fresh_one(seed: int) -> None:
    random = Random(seed)
    record = record_of("a b c d")
    with patch.multiple(notation, **SMALL), patch.object(notation_mend, "MOST", 6):
        page = page_of(record, Numbering(1, seed % 2), random.choice([None, 0, 3]))
        for _ in range(60):
            page.grow(random.randint(0, 4))
            many = random.choice([1, 1, 1, 2, 3])
            touched = [apply(record, random_op(random, record))[1] for _ in range(many)]
            mend(page, touched)
            fresh = [short(block) for block in blocks(record.root, page.numbering)]
            assert [short(block) for block in page.blocks] == fresh[: len(page.blocks)]
            if random.random() < 0.5:
                check_whole(page)


@given(records(), st.data())
def test_every_node_is_found_when_half_is_made(record: Record, data: st.DataObject) -> None:
    with patch.multiple(notation, **SMALL):
        page = page_of(record, None, data.draw(st.integers(0, 6)))
        made = {node for block in page.blocks for node in block.nodes()}
        for node in list(printed(record.root))[1:]:
            index = page.find(node)
            assert (index is not None) == (node in made)
        node = data.draw(st.sampled_from(list(record.walk())))
        index = page.reach(node)
        if node.parent is not None:
            assert index is not None
            assert page.blocks[index].shows(node)
        check_whole(page)


def edit_keeps(record: Record, op: Op) -> tuple[int, int]:
    """How many blocks stay the very same at both ends when an edit is mended."""
    page = page_of(record)
    before = list(page.blocks)
    mend(page, edited(record, [op]))
    assert page.complete
    check_whole(page)
    head = 0
    while head < len(before) and page.blocks[head] is before[head]:
        head += 1
    tail = 0
    while tail < len(before) - head and page.blocks[-1 - tail] is before[-1 - tail]:
        tail += 1
    return len(before) - head - tail, len(page.blocks) - head - tail


def test_a_comment_remakes_its_move_only() -> None:
    record = record_of("ab" * 5_000)
    assert edit_keeps(record, SetNote(5_001, COMMENT, "why")) == (1, 3)
    assert edit_keeps(record, SetNote(5_001, COMMENT, "because")) == (2, 2)
    assert edit_keeps(record, SetNote(5_001, COMMENT, "")) == (3, 1)


def test_a_first_sideline_splits_one_row() -> None:
    record = record_of("ab" * 5_000)
    row = (NodeData(record.next_id, -1, Move("x"), {}),)
    assert edit_keeps(record, Insert(5_000, 1, row)) == (1, 3)


def test_a_sideline_between_many_remakes_no_other() -> None:
    record = record_of("a" + "(bcd(e)f)" * 3_000 + "gh" * 100)
    new = record.next_id
    assert edit_keeps(record, Insert(0, 1_500, (NodeData(new, -1, Move("x"), {}),))) == (0, 1)
    assert edit_keeps(record, Remove(new)) == (1, 0)
    assert edit_keeps(record, Reorder(0, 1_500, 1_501)) == (6, 6)


def test_a_move_at_the_end_of_a_line_adds_to_its_block() -> None:
    record = record_of("a(bcd)" + "gh" * 1_000)
    assert edit_keeps(record, Insert(4, 0, (NodeData(record.next_id, -1, Move("x"), {}),))) == (
        1,
        1,
    )


def test_a_large_change_is_left_for_later() -> None:
    record = record_of("a" + "".join(f"b(c{{{'x' * 80}}}d)" for _ in range(4_000)) + "e")
    page = page_of(record)
    mend(page, edited(record, [Insert(0, 1, (NodeData(record.next_id, -1, Move("x"), {}),))]))
    mend(page, edited(record, [Reorder(0, 1, 0)]))
    assert not page.complete
    assert len(page.blocks) < 2 * notation_mend.MOST
    check_whole(page)


def test_a_long_record_is_found_and_mended() -> None:
    record = large_record(200_000, 6_000)
    page = page_of(record)
    nodes = list(record.nodes.values())
    for node in nodes[1::9_973]:
        index = page.find(node)
        assert index is not None
        assert page.blocks[index].shows(node)
        mend(page, edited(record, [SetNote(node.id, COMMENT, "new\nwords")]))
    check_same = list(blocks(record.root, Numbering()))
    run_inline(page.job())
    assert all(a.same(b) for a, b in zip(page.blocks, check_same, strict=True))


def test_a_line_of_twenty_thousand_plies_is_reached() -> None:
    record = record_of("a(" + "b" * 20_000 + ")c")
    page = page_of(record, made=1)
    index = page.reach(record.nodes[20_001])
    assert index is not None
    assert page.blocks[index].shows(record.nodes[20_001])


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 6), st.lists(st.integers(0, 50)))))
def test_heights_are_sums(edits: list[tuple[int, int, list[int]]]) -> None:
    heights = Heights()
    plain: list[int] = []
    with patch("viewer.scene.notation.page._STRIDE", 4):
        for at, count, new in edits:
            start = min(at, len(plain))
            end = min(start + count, len(plain))
            heights.replace(start, end, new)
            plain[start:end] = new
            if plain:
                heights.measure(at % len(plain), 7)
                plain[at % len(plain)] = 7
                assert heights.known(at % len(plain))
            assert heights.total == sum(plain)
            tops = [sum(plain[:index]) for index in range(len(plain))]
            assert [heights.top(index) for index in range(len(plain))] == tops
            for index, height in enumerate(plain):
                if height:
                    assert heights.at(tops[index]) == index
                    assert heights.at(tops[index] + height - 1) == index
            assert heights.at(sum(plain) + 5) == len(plain) - 1


def test_other_measures_are_estimated_again_in_time() -> None:
    record = record_of("a(" + "b" * 500 + ")c")
    page = page_of(record)
    page.heights.measure(1, 1000)
    narrow = Measures(250, 1.0)
    page.set_measures(narrow)
    assert page.busy
    run_inline(page.job())
    assert not page.busy
    assert not page.heights.known(1)
    assert page.heights.total == sum(narrow.estimates(page.blocks))


def test_a_remark_that_becomes_a_move_joins_the_row_before() -> None:
    record = record_of("a - b")
    assert edit_keeps(record, SetAction(2, Move("x"))) == (3, 2)
    assert edit_keeps(record, SetAction(2, None)) == (2, 3)


@pytest.mark.parametrize(("was", "becomes"), [(END, Move("x")), (Move("x"), END), (None, END)])
def test_a_takeback_further_down_takes_back_something_else_then(
    was: Action | None, becomes: Action
) -> None:
    record = record_of("a b c d e f g")
    for id, action in ((3, was), (6, Takeback(3))):
        apply(record, SetAction(id, action))
    page = page_of(record)
    mend(page, edited(record, [SetAction(3, becomes)]))
    check_whole(page)
