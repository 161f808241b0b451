"""PSN with a line for each move: reading, the law of bytes, what is lost, and what it is told from."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Output
from viewer.formats.memory import MemoryCollection
from viewer.formats.psn import FORMAT
from viewer.tree import ops
from viewer.tree.action import Move, Setup, Terminal, Written
from viewer.tree.annotation import BEFORE, BOOKMARK, COMMENT, ELAPSED
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"
SHOGIDOKORO = f"""[Sente "先手 太郎"]
[Gote "後手 表次"]
[SFEN "{START} b - 1"]

{{
対局の解説
二行目
}}
1.P7g-7f          (00:03 / 00:00:03)
2.P3c-3d          (00:02 / 00:00:02)
{{
一手。
}}
3.B8hx2b+         (01:03 / 00:01:06)
4.S3ax2b          (00:01 / 00:00:03)
5.B*4e            (00:05 / 00:01:11)
6.Resigns         (00:07 / 00:00:10)

Variation:4
{{別の手}}
4.K5a-6b          (00:02 / 00:00:04)
5.+B2bx3a         (00:01 / 00:01:07)

Variation:2
2.P8c-8d          (00:09 / 00:00:09)
""".replace("\n", "\r\n").encode("cp932")
GSHOGI = b"""[Date "2016/01/02"]
[Sente: Human"]
[Gote: Engine"]
[SFEN "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"]
1.S3a-4b
2.P7g-7f
{a comment}
3.P4c-4d
"""
PSN2 = f"""\ufeff[Black "☗ someone"]
[White "☖ another"]
[SFEN "{START} b - 1"]
1.7g7f (00:00:03 / 00:00:03)
2.3c3d (00:00:02 / 00:00:02)
3.8h2b+ (00:00:03 / 00:00:06)
4.RepetitionDraw (00:00:01 / 00:00:03)
""".encode()
BARE = b"1.P7g-7f\n2.P3c-3d\n3.B8hx2b+!\n4.S3ax2b ; a remark\n  \nwhat is this?\n5.B'4e"
FILES = {
    "shogidokoro": SHOGIDOKORO,
    "gshogi": GSHOGI,
    "psn2": PSN2,
    "bare": BARE,
    "lf": SHOGIDOKORO.replace(b"\r\n", b"\n"),
}


def load(data: bytes, name: str = "game.psn") -> Collection:
    return load_source(BytesSource(data, name))


def first(data: bytes) -> Record:
    collection = load(data)
    assert collection.format == "psn"
    return collection.record(0)


def output_of(record: Record, format: str = "psn") -> Output:
    return FORMAT.write(MemoryCollection(format, [record]))


def written(record: Record) -> bytes:
    return b"".join(piece_bytes(piece, None) for piece in output_of(record).pieces)


def line(record: Record) -> list[str]:
    return [
        node.action.text for node in list(record.root.main_line())[1:] if node.action is not None
    ]


def node_of(record: Record, text: str) -> Node:
    return next(node for node in record.walk() if getattr(node.action, "text", "") == text)


# -------------------------------------------------------------------------------------- reading


def test_a_file_of_shogidokoro() -> None:
    record = first(SHOGIDOKORO)
    assert record.encoding == "cp932"
    assert line(record) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e", "Resigns"]
    assert [header.value for header in record.headers][:2] == ["先手 太郎", "後手 表次"]
    assert record.setup is None
    assert record.root.comment == "対局の解説\n二行目"
    assert node_of(record, "3c3d").comment == "一手。"
    assert node_of(record, "8h2b+").note(ELAPSED) == "0:01:03"
    other = node_of(record, "5a6b")
    assert other.parent is node_of(record, "8h2b+")
    assert (other.note(BEFORE), [one.action for one in other.children]) == (
        "別の手",
        [Move("2b3a")],
    )
    assert [one.action for one in node_of(record, "7g7f").children] == [Move("3c3d"), Move("8c8d")]
    assert isinstance(node_of(record, "Resigns").action, Terminal)
    assert load(SHOGIDOKORO).diagnostics == []


def test_a_file_of_gshogi() -> None:
    record = first(GSHOGI)
    assert record.header("Sente") == "Human"
    assert record.setup == Setup("lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
    assert line(record) == ["3a4b", "7g7f", "4c4d"]
    assert node_of(record, "7g7f").comment == "a comment"


def test_psn_2() -> None:
    record = first(PSN2)
    assert line(record) == ["7g7f", "3c3d", "8h2b+", "RepetitionDraw"]
    assert FORMAT.by_role("side0", record.headers) == "☗ someone"
    assert FORMAT.by_role("side1", record.headers) == "☖ another"


def test_odd_lines_are_told_and_kept() -> None:
    assert line(first(BARE)) == ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]
    codes = [one.code for one in load(BARE).diagnostics]
    assert codes == ["psn.rest-of-line", "psn.unknown-line"]
    lost = b"1.P7g-7f\n2.P3c-3d\n9.P2g-2f (00:01 / 00:00:01)\n"
    assert line(first(lost)) == ["7g7f", "3c3d", "2g2f"]
    assert [one.code for one in load(lost).diagnostics] == ["psn.lost-number"]
    alone = b"1.P7g-7f\n2.P3c-3d\n\nVariation:2\n"
    assert written(first(alone)) == alone


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Resigns", "投了"),
        ("Interrupt", "中断"),
        ("Mate", "詰み"),
        ("Sennichite", "千日手"),
        ("Jishogi", "持将棋"),
        ("Timeup", "切れ負け"),
        ("MaxMovesDraw", "最大手数"),
        ("DeclarationWin", "入玉勝ち"),
        ("RepetitionWin", "反則勝ち"),
    ],
)
def test_ends_mean_what_they_mean_elsewhere(word: str, meant: str) -> None:
    record = first(b"1.P7g-7f (00:01 / 00:00:01)\n2." + word.encode() + b" (00:00 / 00:00:00)\n")
    kif = FORMATS["kif"].load()
    output = kif.write(MemoryCollection("psn", [record]))
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert f"   2 {meant}" in data.decode()
    back = load_source(BytesSource(data, "a.kif")).record(0)
    again = FORMAT.write(MemoryCollection("kif", [back]))
    assert not [loss for loss in again.losses if not loss.kind.startswith("header")]


# ---------------------------------------------------------------------------------- law of bytes


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_an_untouched_file_is_written_as_it_was(data: bytes) -> None:
    output = output_of(first(data))
    assert b"".join(piece_bytes(piece, None) for piece in output.pieces) == data
    assert output.losses == ()


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_notes_and_headers_go_there_and_back(data: bytes) -> None:
    record = first(data)
    for id in range(len(record.nodes)):
        for facet, value in ((COMMENT, "another\n\ntext"), (ELAPSED, "0:12:05")):
            if facet == ELAPSED and not id:
                continue
            back, _ = ops.apply(record, ops.SetNote(id, facet, value))
            between = written(record)
            assert between != data
            assert not list(differences(record, first(between)))
            ops.apply(record, back)
            assert written(record) == data
    for key in ("Sente", "Event", "Gote"):
        back, _ = ops.apply(record, ops.SetHeaders(with_header(record.headers, key, "太郎")))
        again = first(written(record))
        assert again.header(key) == "太郎" if record.encoding == "cp932" else True
        ops.apply(record, back)
        assert written(record) == data


def test_an_edit_changes_its_own_item_alone() -> None:
    record = first(SHOGIDOKORO)
    ops.apply(record, ops.SetNote(node_of(record, "3c3d").id, COMMENT, "二手。"))
    assert written(record) == SHOGIDOKORO.replace(
        "一手。".encode("cp932"), "二手。".encode("cp932")
    )
    record = first(SHOGIDOKORO)
    ops.apply(record, ops.SetHeaders(with_header(record.headers, "Gote", "表")))
    assert written(record) == SHOGIDOKORO.replace("後手 表次".encode("cp932"), "表".encode("cp932"))
    record = first(SHOGIDOKORO)
    ops.apply(record, ops.SetNote(node_of(record, "5a6b").id, BEFORE, "新手"))
    there = written(record)
    assert "新手".encode("cp932") in there
    assert there.partition(b"4.K5a-6b")[2] == SHOGIDOKORO.partition(b"4.K5a-6b")[2]


def test_the_totals_follow_an_edited_time() -> None:
    record = first(SHOGIDOKORO)
    ops.apply(record, ops.SetNote(node_of(record, "7g7f").id, ELAPSED, "0:00:13"))
    said = written(record)
    assert b"1.P7g-7f          (00:13 / 00:00:13)" in said
    assert b"3.B8hx2b+         (01:03 / 00:01:16)" in said
    assert b"5.B*4e            (00:05 / 00:01:21)" in said
    assert b"5.+B2bx3a         (00:01 / 00:01:17)" in said
    assert b"2.P3c-3d          (00:02 / 00:00:02)" in said


def test_a_new_branch_leaves_the_rest_as_it_is() -> None:
    record = first(SHOGIDOKORO)
    at = node_of(record, "8h2b+")
    added = NodeData(20, -1, Move("8b4b"), {})
    back, _ = ops.apply(record, ops.Insert(at.id, 2, (added,)))
    said = written(record).decode("cp932")
    there = "5.+B2bx3a         (00:01 / 00:01:07)\r\n"
    assert said == SHOGIDOKORO.decode("cp932").replace(
        there, there + "\r\nVariation:4\r\n4.R8b-4b\r\n"
    )
    assert not list(differences(record, first(said.encode("cp932"))))
    ops.apply(record, back)
    assert written(record) == SHOGIDOKORO


def test_a_removed_line_goes_with_its_block() -> None:
    record = first(SHOGIDOKORO)
    back, _ = ops.apply(record, ops.Remove(node_of(record, "8c8d").id))
    assert written(record) == SHOGIDOKORO.partition(b"\r\nVariation:2")[0]
    ops.apply(record, back)
    ops.apply(record, ops.Remove(node_of(record, "3a2b").id))
    said = written(record)
    assert b"Variation:4" not in said
    assert [one.kind for one in differences(record, first(said))] == [BEFORE]
    assert [loss.kind for loss in output_of(record).losses] == [BEFORE]


def test_another_encoding_is_that_of_the_whole_file() -> None:
    record = first(SHOGIDOKORO)
    record.encoding = "utf-8"
    assert written(record) == SHOGIDOKORO.decode("cp932").encode()


# ---------------------------------------------------------------------------------- new files


def new_record() -> Record:
    root = Node(0, None, None, {COMMENT: "start"})
    record = Record(
        "shogi", root, (Header("先手", "甲"), Header("後手", "乙"), Header("備考", "?"))
    )
    line = [
        NodeData(1, -1, Move("7g7f"), {ELAPSED: "0:00:05", COMMENT: "first"}),
        NodeData(2, 0, Move("3c3d"), {}),
        NodeData(3, 1, Move("8h2b+"), {ELAPSED: "1:15:05"}),
        NodeData(4, 2, Terminal("投了"), {}),
        NodeData(5, 0, Move("8c8d"), {BEFORE: "or", COMMENT: "x"}),
    ]
    ops.apply(record, ops.Insert(0, 0, tuple(line)))
    return record


def test_a_record_of_another_format() -> None:
    output = output_of(new_record(), "kif")
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert output.losses == ()
    assert data.decode("cp932").replace("\r\n", "\n") == (
        '[Sente "甲"]\n[Gote "乙"]\n'
        f'[SFEN "{START} b - 1"]\n[備考 "?"]\n\n'
        "{\nstart\n}\n1.P7g-7f          (00:05 / 00:00:05)\n{\nfirst\n}\n2.P3c-3d\n"
        "3.B8hx2b+         (75:05 / 01:15:10)\n4.Resigns\n"
        "\nVariation:2\n{\nor\n}\n2.P8c-8d\n{\nx\n}\n"
    )
    assert load(data).format == "psn"


def test_what_is_lost_is_told() -> None:
    record = new_record()
    record.root.notes = {COMMENT: "a } brace", BOOKMARK: "here"}
    more = NodeData(9, -1, Move("pass"), {})
    ops.apply(record, ops.Insert(2, 1, (more,)))
    told = {loss.kind for loss in output_of(record, "kif").losses}
    assert told == {COMMENT, BOOKMARK, "branch"}
    again = first(written(record))
    assert again.root.comment == "a ) brace"


def test_characters_beyond_cp932_make_it_utf8() -> None:
    record = new_record()
    record.root.notes = {COMMENT: "☗ and 〜"}
    data = b"".join(piece_bytes(piece, None) for piece in output_of(record, "kif").pieces)
    assert data.startswith(b"\xef\xbb\xbf[Sente")
    assert first(data).root.comment == "☗ and 〜"


# ------------------------------------------------------------------------- telling it from others


@pytest.mark.parametrize("name", ["game.psn", "game.txt", "game"])
@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_the_content_decides(data: bytes, name: str) -> None:
    assert load(data, name).format == "psn"


@pytest.mark.parametrize(
    "text",
    [
        '[Sente "A"]\n[Gote "B"]\n\n1.P7f P8d 2.R7h P3d',
        '[Sente "A"]\n\n1.P7g-7f\n2.P3c-3d\n\n[Sente "B"]\n\n1.P7g-7f\n2.P3c-3d\n',
        '[White "A"]\n\n1. e4 e5\n2. Nf3 *\n',
        '[White "A"]\n\n1. e4\n',
        '[White "A"]\n\n1.e4 (0:05 / 0:05)\n1...e5 (0:02 / 0:02)\n',
        '[Sente "A"]\n\n*',
    ],
)
def test_games_in_lines_of_text_are_pgn(text: str) -> None:
    assert load(text.encode()).format == "pgn"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(SHOGIDOKORO)), st.binary(max_size=12))
def test_damage_is_kept(at: int, junk: bytes) -> None:
    """A file with anything in it is read, or refused, and written as it was."""
    from viewer.base.limits import DEFAULT
    from viewer.formats.format import Unreadable
    from viewer.formats.psn.reader import PsnCollection

    data = SHOGIDOKORO[:at] + junk + SHOGIDOKORO[at + len(junk) :]
    try:
        record = PsnCollection(BytesSource(data), DEFAULT).record(0)
    except Unreadable:
        return
    assert written(record) == data


def test_many_variations_take_linear_time() -> None:
    data = b"1.P7g-7f\n" + b"2.P3c-3d\n\nVariation:2\n" * 20_000 + b"2.P8c-8d\n"
    record = first(data)
    assert len(record.nodes[1].children) == 20_001
    assert written(record) == data


def test_written_moves_are_resolved() -> None:
    record = Record("shogi", Node(0, None))
    ops.apply(record, ops.Insert(0, 0, (NodeData(1, -1, Written("▲７六歩"), {}),)))
    output = output_of(record, "ki2")
    assert b"1.P7g-7f" in b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert output.losses == ()
