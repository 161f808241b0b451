"""DhtmlXQ (UBB): tags in the midst of pages, variations, the law of bytes, what is lost."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.dhtmlxq import FORMAT
from viewer.formats.dhtmlxq.reader import USUAL_DIGITS, read_value
from viewer.formats.dhtmlxq.writer import write_value
from viewer.formats.format import Collection, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.tree import ops
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import COMMENT, GLYPHS
from viewer.tree.diff import lost
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

GAME = (
    "[DhtmlXQ]\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n"
    "[DhtmlXQ_title]A &quot;game&quot;[/DhtmlXQ_title]\n"
    "[DhtmlXQ_result]红胜[/DhtmlXQ_result]\n[DhtmlXQ_blacktime]60 min[/DhtmlXQ_time]\n"
    f"[DhtmlXQ_binit]{USUAL_DIGITS}[/DhtmlXQ_binit]\n"
    "[DhtmlXQ_movelist]7747 7062 7967 8070[/DhtmlXQ_movelist]\n"
    "[DhtmlXQ_move_0_2_1]10228070[/DhtmlXQ_move_0_2_1]\n"
    "[DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2]\n[DhtmlXQ_comment0]About||this[/DhtmlXQ_comment0]\n"
    "[DhtmlXQ_comment2]\\u9a6c8\\u8fdb7[/DhtmlXQ_comment2]\n"
    "[DhtmlXQ_comment1_2]the other horse[/DhtmlXQ_comment1_2]\n[/DhtmlXQ]\n"
).encode()
PAGE = (
    "<html><div id='dhtmlxq_view'>[DhtmlXQiFrame]<br>[DhtmlXQ_title]杨官璘 先胜 王嘉良[/DhtmlXQ_title]<br>\n"
    "[DhtmlXQ_movelist][/DhtmlXQ_movelist]</div><script>var DhtmlXQ_movelist = "
    "'[0_1_0]77477062[/0_1_0][0_2_1]1022[/0_2_1]';</script></html>"
).encode("gb18030")


def load(data: bytes) -> Collection:
    return load_source(BytesSource(data, "game.ubb"))


def first(data: bytes) -> Record:
    return load(data).record(0)


def written(record: Record) -> bytes:
    output = FORMAT.write(MemoryCollection("dhtmlxq", [record]))
    return b"".join(piece_bytes(piece, None) for piece in output.pieces)


def shape(record: Record) -> list[tuple[int, str, str]]:
    """Depth, move and comment of each node."""
    depths, out = {None: -1}, []
    for node in record.walk():
        depths[node.id] = depths[None if node.parent is None else node.parent.id] + 1
        text = node.action.text if isinstance(node.action, Move) else ""
        out.append((depths[node.id], text, str(node.note(COMMENT))))
    return out


def test_a_game_with_variations_and_comments() -> None:
    record = first(GAME)
    assert load(GAME).diagnostics == []
    assert record.setup is None
    assert shape(record) == [
        (0, "", "About\nthis"),
        (1, "h2e2", ""),
        (2, "h9g7", "马8进7"),
        (3, "h0g2", ""),
        (4, "i9h9", ""),
        (2, "b9c7", "the other horse"),
        (3, "i9h9", ""),
        (3, "h0g2", ""),
    ]
    assert record.header("title") == 'A "game"'
    assert record.header("blacktime") == "60 min"
    assert FORMAT.by_role("result", record.headers) == "1-0"
    assert written(record) == GAME


def test_a_web_page_with_its_moves_in_the_script() -> None:
    record = first(PAGE)
    assert record.encoding == "gb18030"
    assert shape(record) == [(0, "", ""), (1, "h2e2", ""), (2, "h9g7", ""), (2, "b9c7", "")]
    assert written(record) == PAGE
    ops.apply(record, ops.SetNote(2, COMMENT, "好棋\n红方占优"))
    data = written(record)
    assert data.startswith(PAGE[: PAGE.index(b"';</script>")])
    assert first(data).nodes[2].note(COMMENT) == "好棋\n红方占优"


def test_what_is_edited_is_all_that_changes() -> None:
    record = first(GAME)
    record.headers = with_header(record.headers, "title", "New [DhtmlXQ_title] | &amp;")
    data = written(record)
    assert [a for a, b in zip(GAME.split(b"\n"), data.split(b"\n"), strict=True) if a != b] == [
        GAME.split(b"\n")[2]
    ]
    assert first(data).header("title") == "New [DhtmlXQ_title] | &amp;"
    node = list(record.root.main_line())[-1]
    ops.apply(record, ops.Insert(node.id, 0, (NodeData(90, -1, Move("b0c2"), {}),)))
    line = written(record).split(b"\n")[6]
    assert line == b"[DhtmlXQ_movelist]77477062796780701927[/DhtmlXQ_movelist]"
    record.headers = with_header(record.headers, "title", 'A "game"')
    ops.apply(record, ops.Remove(90))
    assert written(record) == GAME


def test_variations_in_another_order_are_written_in_it() -> None:
    record = first(GAME)
    parent = next(node for node in record.walk() if len(node.children) > 1)
    ops.apply(record, ops.Reorder(parent.id, 0, 1))
    again = first(written(record))
    assert shape(again) == shape(record)


def test_a_start_of_its_own_and_black_first() -> None:
    setup = Setup("3k5/9/9/9/9/9/9/4R4/9/4K4 b")
    for moves in ((), ("d9d8",)):
        record = first(GAME)
        root = MemoryCollection("dhtmlxq", [record]).record(0).root
        root.action, root.children = setup, ()
        record = Record("xiangqi", root)
        if moves:
            ops.apply(record, ops.Insert(root.id, 0, (NodeData(50, -1, Move(moves[0]), {}),)))
        output = FORMAT.write(MemoryCollection("dhtmlxq", [record]))
        assert [loss.words.text(None) for loss in output.losses] == []
        data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
        assert first(data).setup == setup


def test_what_it_cannot_hold_is_told() -> None:
    record = first(GAME)
    ops.apply(record, ops.SetNote(1, GLYPHS, (1,)))
    losses = FORMAT.write(MemoryCollection("dhtmlxq", [record])).losses
    assert [(loss.kind, loss.node) for loss in losses] == [("glyphs", 1)]
    three = Record("xiangqi", first(GAME).root)
    three.root.action = Setup("3k5/9/9/9/9/9/9/RRR6/9/4K4 w")
    assert "start" in {
        loss.kind for loss in FORMAT.write(MemoryCollection("dhtmlxq", [three])).losses
    }


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        (b"8070[", b"807[", "dhtmlxq.odd-moves"),
        (b"move_0_2_1", b"move_7_2_1", "dhtmlxq.no-such-line"),
        (b"comment2]", b"comment99]", "dhtmlxq.no-such-move"),
        (b"383[/DhtmlXQ_binit", b"3[/DhtmlXQ_binit", "dhtmlxq.start"),
        (b"8979695949", b"8979797949", "dhtmlxq.start"),
    ],
)
def test_damage_is_told_and_kept(old: bytes, new: bytes, code: str) -> None:
    data = GAME.replace(old, new)
    collection = load(data)
    assert code in {one.code for one in collection.diagnostics}
    record = collection.record(0)
    assert written(record) == data
    ops.apply(record, ops.SetNote(1, COMMENT, "more"))
    assert first(written(record)).nodes[1].note(COMMENT) == "more"


@pytest.mark.parametrize("cut", range(0, len(GAME), 7))
def test_cut_anywhere_it_is_read_and_given_back(cut: int) -> None:
    data = GAME[:cut]
    if b"[DhtmlXQ_" not in data:
        return
    try:
        collection = FORMATS["dhtmlxq"].load().read(BytesSource(data), DEFAULT)
    except Unreadable:
        return
    assert written(collection.record(0)) == data


@given(
    st.text(st.characters(exclude_characters="\r", exclude_categories=["Cs"]), max_size=60),
    st.sampled_from(["utf-8", "gb18030"]),
)
def test_a_value_is_read_as_what_was_written(text: str, codec: str) -> None:
    assert read_value(write_value(text, codec)) == text


@given(st.text(alphabet="|\\u9a6c&;amp#[]/DhtmlXQ_0\n", max_size=40))
def test_nothing_in_a_text_is_taken_for_a_sign(text: str) -> None:
    record = first(GAME)
    ops.apply(record, ops.SetNote(1, COMMENT, text)) if text else None
    again = first(written(record))
    assert [one for one in lost(record, again) if one.kind != "encoding"] == []


def board(title: str, moves: str, comment: str = "") -> str:
    return (
        f"[DhtmlXQ_title]{title}[/DhtmlXQ_title][DhtmlXQ_binit]{USUAL_DIGITS}[/DhtmlXQ_binit]"
        f"[DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist]"
        f"[DhtmlXQ_move_0_1_1]1022[/DhtmlXQ_move_0_1_1]"
        f"[DhtmlXQ_comment1]{comment}[/DhtmlXQ_comment1]"
    )


PAGES = {
    "wrapped": "<html><p>one</p>[DhtmlXQ]{0}[/DhtmlXQ]<p>two</p>[DhtmlXQ]{1}[/DhtmlXQ]<p>end</p></html>",
    "bare": "<div>{0}</div>\n<div>{1}</div>\n",
    "script": "<div>[DhtmlXQiFrame]{0}</div><script>var a='{1}';</script>",
    "lines": "[DhtmlXQ]\r\n{0}\r\n[/DhtmlXQ]\r\n\r\n[DhtmlXQ]\r\n{1}\r\n[/DhtmlXQ]\r\n",
}
ONE, TWO = board("甲&#8211;乙", "77477062", "好&nbsp;棋||\\u597d"), board("丙 先和 丁", "1022")


def all_of(collection: Collection) -> bytes:
    output = FORMAT.write(collection)
    assert not output.losses
    return b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
def test_each_board_of_a_page_is_a_record(page: str, codec: str) -> None:
    data = PAGES[page].format(ONE, TWO).encode(codec)
    collection = load(data)
    assert [collection.headers(index)[0].value for index in range(len(collection))] == [
        "甲–乙",
        "丙 先和 丁",
    ]
    first, second = collection.record(0), collection.record(1)
    assert [len(one.nodes) for one in (first, second)] == [4, 3]
    assert first.nodes[1].note(COMMENT) == "好\xa0棋\n好"
    assert all_of(collection) == data
    apart = MemoryCollection("dhtmlxq", [first, second], source=collection.source)
    assert all_of(apart) == data
    ops.apply(second, ops.SetNote(1, COMMENT, "新的话"))
    edited = all_of(MemoryCollection("dhtmlxq", [first, second], source=collection.source))
    assert edited.decode(codec).replace("[DhtmlXQ_comment1]新的话", "[DhtmlXQ_comment1]") == (
        data.decode(codec)
    )


def test_one_game_shown_twice_is_one_record() -> None:
    page = f"<div>{ONE}</div><script>var DhtmlXQ_movelist='[0_1_0]77477062[/0_1_0]';</script>{ONE}"
    assert len(load(page.encode())) == 1


def test_a_game_joins_a_file_in_its_encoding() -> None:
    data = PAGES["lines"].format(ONE, TWO).encode("gb18030")
    collection = load(data)
    records = [*map(collection.record, range(2)), collection.record(0)]
    records[2] = Record("xiangqi", records[2].root, (Header("title", "第三局"),))
    written_ = all_of(MemoryCollection("dhtmlxq", records, source=collection.source))
    assert written_.startswith(data)
    again = load(written_)
    assert len(again) == 3
    assert again.record(2).header("title") == "第三局"


def test_pages_cut_or_damaged_anywhere_never_raise() -> None:
    chance = random.Random(11)
    for page in PAGES.values():
        data = page.format(ONE, TWO).encode("gb18030")
        for cut in range(0, len(data) + 1, 7):
            damaged = bytearray(data[:cut])
            for _ in range(chance.randrange(4)):
                if damaged:
                    damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            try:
                collection = FORMAT.read(BytesSource(bytes(damaged)))
            except Unreadable:
                continue
            for index in range(len(collection)):
                collection.record(index)
            apart = [collection.record(index) for index in range(len(collection))]
            output = FORMAT.write(MemoryCollection("dhtmlxq", apart, source=collection.source))
            assert b"".join(piece_bytes(one, collection.source) for one in output.pieces) == damaged
