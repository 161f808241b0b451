"""Blocks of a page of notation: their order, numbers, nesting, and beginning anywhere."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation_trees import NUMBERINGS, large_record, printed, record_of, records, shape

import viewer
from viewer.games import game_of
from viewer.games.game import Numbering
from viewer.games.states import States
from viewer.scene.notation import blocks as notation
from viewer.scene.notation.blocks import (
    PLAIN,
    BlockKind,
    PrintPosition,
    blocks,
    comment_parts,
    following,
    printed_next,
)
from viewer.tree.action import Takeback, Terminal
from viewer.tree.annotation import BEFORE, COMMENT, TITLE
from viewer.tree.node import Node
from viewer.tree.record import Record

SMALL = {"FLOW": 3, "PART": 4, "INLINE": 3}


def test_the_main_line_stands_in_two_columns() -> None:
    assert shape(record_of("a b c d e")) == ["row ab 1", "row cd 3", "row e 5"]


def test_without_columns_a_row_has_all_moves_up_to_what_stands_between() -> None:
    record = record_of("a b c{why} d e(x y)f g h - i j")
    record.nodes[9].notes = {BEFORE: "ahead"}
    rows = [
        [node.id for node in block.nodes()]
        for block in blocks(record.root, Numbering(), columns=False)
        if block.kind is BlockKind.ROW
    ]
    assert rows == [[1, 2, 3], [4, 5], [8], [9, 10], [12, 13]]


@given(records(), NUMBERINGS)
def test_without_columns_all_stands_in_the_same_order(record: Record, numbering: Numbering) -> None:
    def said(columns: bool) -> list[tuple[int, int, bool]]:
        return [
            (one.id, block.level, block.gap and one is block.first)
            for block in blocks(record.root, numbering, columns=columns)
            for one in block.nodes() or [block.first]
        ]

    assert said(False) == said(True)


def test_when_the_second_side_begins_the_first_row_has_one_move() -> None:
    assert shape(record_of("a b c"), Numbering(1, 1)) == ["row a 1", "row bc 2"]


def test_a_comment_of_the_first_move_breaks_the_row() -> None:
    assert shape(record_of("a{why} b c")) == ["row a 1", "text^ why", "row b 2", "row c 3"]


def test_a_comment_of_the_record_comes_first() -> None:
    assert shape(record_of("{game} a b")) == ["text^ game", "row ab 1"]


def test_other_moves_come_after_the_move_and_its_comment() -> None:
    assert shape(record_of("a{why} b c")) == ["row a 1", "text^ why", "row b 2", "row c 3"]
    assert shape(record_of("a{why}(x y)b c")) == [
        "row a 1",
        "text^ why",
        "flow1^ xy 1",
        "row^ b 2",
        "row c 3",
    ]


def test_lines_nest_in_order() -> None:
    assert shape(record_of("a b(c d(e f)g(h))(i) j k")) == [
        "row ab 1",
        "flow1^ cd 2",
        "flow2^ ef 3",
        "flow1 g 4",
        "flow2^ h 4",
        "flow1^ i 2",
        "row^ jk 3",
    ]


def test_short_comments_of_a_line_stay_in_its_flow() -> None:
    long = "x" * (notation.INLINE + 1)
    assert shape(record_of("a(b{why} c{" + long + "} d)")) == [
        "row a 1",
        "flow1^ bc 1",
        f"text1^ {long}",
        "flow1 d 3",
    ]


def test_what_is_no_move_stands_alone_and_has_no_number() -> None:
    assert shape(record_of("a - b c d")) == ["row a 1", "wide - 1", "row b 2", "row cd 3"]


def test_a_chapter_stands_with_its_examples_before_the_next_chapter() -> None:
    lesson = record_of("-{one}(-{two}x)-{example}(-{other}b c)a")
    assert shape(lesson) == [
        *("wide - 0", "text^ one"),
        *("wide - 0", "text^ example", "row a 1"),
        *("wide^ - 0", "text^ other", "row bc 1"),
        *("wide^ - 0", "text^ two", "row x 1"),
    ]


def test_chapters_of_a_wei7_file_stand_in_its_order(tmp_path: Path) -> None:
    path = tmp_path / "lesson.wei7"
    examples = {name: [{"title": f"{name} a"}, {"title": f"{name} b"}] for name in ("one", "two")}
    chapters = [{"title": name, "branches": some} for name, some in examples.items()]
    path.write_text(
        json.dumps({"format": "wei7", "version": "3.0", "tree": {"branches": chapters}})
    )
    root = viewer.load(path).record(0).root
    titles = [block.first.note(TITLE) for block in blocks(root, Numbering())]
    assert titles == ["one", "one a", "one b", "two", "two a", "two b"]


def test_chapters_of_a_variation_stand_within_it() -> None:
    assert shape(record_of("a(b -(- d e)c)f")) == [
        "row a 1",
        "flow1^ b 1",
        "flow1 -c 1",
        "flow1^ -de 1",
        "row^ f 2",
    ]


def test_a_heading_beside_a_move_is_a_variation() -> None:
    assert shape(record_of("a(- b)c")) == ["row a 1", "flow1^ -b 0", "row^ c 2"]
    assert shape(record_of("-(a b)c")) == ["wide - 0", "flow1^ ab 1", "row^ c 1"]


def test_after_a_takeback_the_same_side_moves_again() -> None:
    record = record_of("a b c d")
    record.nodes[3].action = Takeback(1)
    assert [(block.kind, block.start) for block in blocks(record.root, Numbering())] == [
        (BlockKind.ROW, 1),
        (BlockKind.WIDE, 1),
        (BlockKind.ROW, 2),
    ]


def test_a_takeback_takes_back_an_end_and_the_move_before_it() -> None:
    record = record_of("a b c d e")
    record.nodes[3].action = Terminal("resign")
    record.nodes[4].action = Takeback(1)
    assert [(block.kind, block.start) for block in blocks(record.root, Numbering())] == [
        (BlockKind.ROW, 1),
        (BlockKind.ROW, 3),
        (BlockKind.WIDE, 1),
        (BlockKind.ROW, 2),
    ]


def test_a_long_line_is_cut_into_stretches() -> None:
    record = record_of("a(" + "b" * (notation.FLOW * 2 + 1) + ")")
    assert [len(block.nodes()) for block in blocks(record.root, Numbering())] == [
        1,
        notation.FLOW,
        notation.FLOW,
        1,
    ]


def test_blank_comments_are_none() -> None:
    assert shape(record_of("a{\n \n} b")) == ["row ab 1"]


@given(st.text("ab \n。", max_size=60))
def test_parts_of_a_comment_are_all_of_it(text: str) -> None:
    node = Node(0, None, None, {COMMENT: text})
    with patch.multiple(notation, **SMALL):
        parts = list(comment_parts(PLAIN.comment(node)))
    assert "".join(PLAIN.comment(node)[start:end] for start, end in parts) == PLAIN.comment(node)
    assert all(0 < end - start <= 4 for start, end in parts)


def test_parts_end_at_line_ends() -> None:
    with patch.multiple(notation, PART=10):
        text = "one two\nthree four five six"
        assert [text[a:b] for a, b in comment_parts(text)] == [
            "one two\n",
            "three four",
            " five six",
        ]


@given(records(), NUMBERINGS)
def test_blocks_show_every_node_once_in_order(record: Record, numbering: Numbering) -> None:
    with patch.multiple(notation, **SMALL):
        page = list(blocks(record.root, numbering))
    shown = [node for block in page for node in block.nodes()]
    order = list(printed(record.root))
    assert shown == order[1:]
    for block in page:
        assert all(block.shows(node) for node in block.nodes())
        if block.kind is BlockKind.ROW and len(block.nodes()) == 2:
            assert numbering.at(block.start)[1] == 0


@given(records(), NUMBERINGS)
def test_plies_are_those_of_the_game(record: Record, numbering: Numbering) -> None:
    states = States(game_of(record.game), record)
    with patch.multiple(notation, **SMALL):
        for block in blocks(record.root, numbering):
            if block.kind is BlockKind.TEXT:
                continue
            plies = [states.at(node).ply for node in block.nodes()]
            assert (block.start, block.end) == (plies[0], plies[-1])


@given(records(), NUMBERINGS)
def test_comments_stand_behind_their_move(record: Record, numbering: Numbering) -> None:
    with patch.multiple(notation, **SMALL):
        page = list(blocks(record.root, numbering))
        said: dict[Node, str] = {}
        for place, block in enumerate(page):
            if block.kind is BlockKind.TEXT:
                before = page[place - 1] if place else None
                assert before is None or before.last is block.first
                said[block.first] = (
                    said.get(block.first, "") + PLAIN.comment(block.first)[block.start : block.end]
                )
        for block in page:
            for node in block.nodes():
                text = PLAIN.comment(node)
                if block.kind is BlockKind.FLOW and notation.inline(text):
                    assert node not in said
                else:
                    assert said.get(node, "") == text


@given(records(), NUMBERINGS)
def test_a_page_can_begin_at_any_block(record: Record, numbering: Numbering) -> None:
    with patch.multiple(notation, **SMALL):
        page = list(blocks(record.root, numbering))
        for place, block in enumerate(page):
            if block.kind is not BlockKind.TEXT:
                tail = list(blocks(record.root, numbering, block.first))
                assert len(tail) == len(page) - place
                assert all(a.same(b) for a, b in zip(page[place:], tail, strict=True))


@given(records())
def test_places_compare_as_printed(record: Record) -> None:
    order = list(printed(record.root))
    for place, node in enumerate(order):
        one = PrintPosition(node)
        assert [one.before(other) for other in order] == [at > place for at in range(len(order))]
        assert printed_next(node) is (order[place + 1] if place + 1 < len(order) else None)
        below = [at for at, other in enumerate(order) if node in other.path()]
        last = max(below)
        if node.children:
            behind = order[last + 1] if last + 1 < len(order) else None
            assert following(node) is behind


def test_nodes_of_other_records_have_no_place() -> None:
    with pytest.raises(ValueError, match="one record"):
        PrintPosition(Node(1, None)).before(Node(2, None))


def test_twenty_thousand_plies() -> None:
    for text in ("a" * 20_000, "a(" + "b" * 20_000 + ")c"):
        record = record_of(text)
        page = list(blocks(record.root, Numbering()))
        assert sum(len(block.nodes()) for block in page) == len(record.nodes) - 1
        last = page[-1]
        assert next(blocks(record.root, Numbering(), last.first)).same(last)


def test_three_thousand_nested_lines() -> None:
    record = record_of("a" + "b(c" * 3_000 + ")" * 3_000)
    page = list(blocks(record.root, Numbering()))
    assert max(block.level for block in page) == 3_000
    assert sum(len(block.nodes()) for block in page) == 6_001


def test_two_hundred_thousand_nodes() -> None:
    record = large_record(200_000, 6_000)
    page = list(blocks(record.root, Numbering()))
    assert sum(len(block.nodes()) for block in page) == 200_000
    order = [block.first for block in page[:: len(page) // 20] if block.kind is not BlockKind.TEXT]
    for before, after in pairwise(order):
        assert PrintPosition(before).before(after)
        assert not PrintPosition(after).before(before)
