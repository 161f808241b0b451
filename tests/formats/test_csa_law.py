"""The law of bytes for CSA."""

from __future__ import annotations

import pytest
from csa_games import GAME, PROBLEM, losses, read, record_of, written
from laws import bytes_of

import viewer
from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.formats.csa import FORMAT
from viewer.formats.memory import MemoryCollection
from viewer.games.shogi.position import START_TEXT
from viewer.tree.action import Move, Remark, Setup, Terminal, Written
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.ops import (
    Insert,
    Remove,
    SetAction,
    SetEncoding,
    SetHeaders,
    SetNote,
    apply,
)
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (SetNote(0, "comment", "before\nthe second move"), "first", "second"),
        (SetNote(0, "comment", "the first move"), "'*before\n", ""),
        (SetNote(0, "comment", "before\nx\nthe first move"), "'*before\n", "'*before\n'*x\n"),
        (SetNote(1, "comment", "a\nb"), "T12\n", "T12\n'*a\n'*b\n"),
        (SetNote(2, "comment", ""), "'** 30 +2726FU -8384FU #12\n", ""),
        (SetNote(3, "elapsed", ""), "+8822UM,T3\n", "+8822UM\n"),
        (SetNote(3, "elapsed", "0:01:00.5"), "T3\n", "T60.5\n"),
        (SetNote(4, "elapsed", "0:00:07"), "-3122GI\n", "-3122GI,T7\n"),
        (SetNote(4, "comment", "x"), "-3122GI\n", "-3122GI\n'*x\n"),
        (SetAction(1, Move("2g2f")), "+7776FU\nT12", "+2726FU\nT12"),
        (SetAction(6, Terminal("CHUDAN")), "%TORYO", "%CHUDAN"),
        (SetAction(6, Terminal("中断")), "%TORYO", "%CHUDAN"),
        (SetAction(0, Setup("4k4/9/9/9/9/9/9/9/4K4 b - 1")), None, None),
    ],
)
def test_an_edit_is_confined(edit, old, new):
    record = record_of(GAME)
    apply(record, edit)
    if old is None:
        # Another start: the pieces of moves are named anew, where there are any.
        assert written(record).startswith(GAME[: GAME.index(b"PI")] + b"P1 *  *  *  * -OU")
        return
    assert GAME.count(old.encode()) == 1
    changed = GAME.replace(old.encode(), new.encode())
    if "+7776FU\n" in old:  # the bishop's way isn't open, but it is a bishop
        assert written(record) == changed
    assert written(record) == changed
    assert losses(record) == ()


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("N+", "新", "先手の人", "新"),
        ("$EVENT", "", "$EVENT:Test: a cup\n", ""),
        ("$NOTE", "a\\n\nb", "one\\ntwo", "a\\\\n\\nb"),
        ("$SITE", "Tokyo", "two\n'a", "two\n$SITE:Tokyo\n'a"),
        ("$END_TIME", "later", "2024/05/14 12:00:00", "later"),
    ],
)
def test_a_header_is_confined(key, value, old, new):
    record = record_of(GAME)
    apply(record, SetHeaders(with_header(record.headers, key, value)))
    assert GAME.count(old.encode()) == 1
    assert written(record) == GAME.replace(old.encode(), new.encode())
    assert losses(record) == ()


def test_headers_behind_moves_that_are_gone():
    record = record_of(GAME)
    apply(record, Remove(6))
    again = record_of(written(record))
    assert again.headers == record.headers
    assert losses(record) == ()


def test_a_header_that_stands_twice_behind_moves():
    record = record_of(b"%TORYO\nN-a\n%TORYO\nN-b\n%TORYO\nN-c\n")
    apply(record, Remove(2))
    assert record_of(written(record)).headers == record.headers


def test_a_new_start_names_the_pieces_anew():
    record = record_of(b"PI\n+\n+7776FU\n-3334FU\n")
    apply(record, SetAction(0, Setup("4k4/9/6g2/9/9/9/2S6/9/4K4 b - 1")))
    assert written(record).endswith(b"+\n+7776GI\n-3334KI\n")


def test_codes_that_do_not_come_back_by_themselves():
    # These characters have two codes each in cp932; Python writes one of them.
    first, second = b"N+\xed\x40\n", b"'*\xee\xe0\n"
    data = b"V2.2\n" + first + second + b"+7776FU\n'*\x83\x5c\n"
    record = record_of(data)
    assert record.encoding == "cp932"
    apply(record, SetNote(1, "comment", "表\n髙"))
    # The new one has the code that Windows writes.
    assert written(record) == data.replace(b"'*\x83\x5c\n", b"'*\x95\x5c\n'*\xfb\xfc\n")
    assert losses(record) == ()


def test_another_codec():
    data = "'CSA encoding=SHIFT_JIS\nV3.0\nN+先手\n'備考\n+7776FU\n".encode("cp932")
    record = record_of(data)
    inverse, _ = apply(record, SetEncoding("utf-8"))
    assert written(record) == (data.decode("cp932").replace("SHIFT_JIS", "UTF-8").encode())
    apply(record, inverse)
    assert written(record) == data
    bare = record_of("V3.0\nN+先手\n".encode("cp932"))
    apply(bare, SetEncoding("utf-8"))
    assert written(bare) == "'CSA encoding=UTF-8\nV3.0\nN+先手\n".encode()


def test_one_game_of_several_is_changed():
    data = GAME + b"/  \r\n" + PROBLEM + b"/\n+2726FU"
    collection = read(data)
    records = [collection.record(index) for index in range(3)]
    apply(records[1], SetNote(1, "comment", "x"))
    assert written(*records) == data.replace(b"+0042KI\n", b"+0042KI\n'*x\n")
    assert written(records[2], records[0]) == b"+2726FU\n/\n" + GAME
    mark = b"\xef\xbb\xbf"
    marked = read(mark + data)
    assert written(marked.record(2), marked.record(0)) == mark + b"+2726FU\n/\n" + GAME


def new_record() -> Record:
    root = Node(0, None, None, {"comment": "start\n\nend"})
    line = [Move("7g7f"), Move("3c3d"), Move("8h2b+"), Move("3a2b"), Move("B*5e"), Terminal("投了")]
    nodes = {0: root}
    above = root
    for action in line:
        node = Node(len(nodes), above, action, {"elapsed": "0:00:06.5", "comment": "c"})
        nodes[node.id] = node
        above.children = (node,)
        above = node
    return Record("shogi", root, (Header("先手", "A"), Header("N-", "B")), nodes=nodes)


def test_a_record_from_nowhere():
    record = new_record()
    text = written(record, options={"version": "3.0"}).decode()
    assert text.startswith(
        "'CSA encoding=UTF-8\nV3.0\nN+A\nN-B\nPI\n+\n'*start\n'*\n'*end\n+7776FU\nT6.5\n"
    )
    assert text.endswith("+0055KA\nT6.5\n'*c\n%TORYO\nT6.5\n'*c\n")
    assert losses(record, {"version": "3.0"}) == ()
    assert {one.kind for one in losses(record)} == {"elapsed"}
    assert written(record).startswith(b"V2.2\nN+A\n")


@pytest.mark.parametrize(
    ("edit", "kinds"),
    [
        (SetNote(1, "comment", "☗"), ["comment"]),
        (SetNote(1, "comment", "a\rb"), ["comment"]),
        (SetNote(1, "glyphs", (1,)), ["glyphs"]),
        (SetNote(1, "bookmark", "x"), ["bookmark"]),
        (SetNote(0, "elapsed", "0:00:01"), ["elapsed"]),
        (SetNote(1, "elapsed", "soon"), ["elapsed"]),
        (SetHeaders((Header("棋戦詳細", "x"),)), ["header:棋戦詳細"]),
        (SetHeaders((Header("手合割", "平手　"),)), []),
        (SetHeaders((Header("手合割", "角落ち"),)), ["header:手合割"]),
        (SetHeaders((Header("$EVENT", "☗"),)), ["header:$EVENT"]),
        (SetHeaders((Header("$EVENT", "a\nb"),)), ["header:$EVENT"]),
        (SetHeaders((Header("先手", "a"), Header("N+", "b"))), ["header:先手"]),
        (SetAction(6, Terminal("封じ手")), ["action"]),
        (SetAction(6, Terminal("反則勝ち")), []),
        (SetAction(2, Move("pass")), ["branch"]),
        (SetAction(2, Remark("hello")), ["branch"]),
        (SetAction(2, Written("△３四歩?!")), ["branch"]),
        (SetAction(0, Setup(START_TEXT.replace(" 1", " 7"))), ["start"]),
        (Insert(0, 1, (NodeData(50, -1, Move("2g2f"), {}),)), ["branch"]),
        (
            Insert(2, 1, (NodeData(50, -1, Move("2g2f"), {}), NodeData(51, 0, Move("3c3d"), {}))),
            ["branch"],
        ),
    ],
)
def test_what_is_lost_is_said(edit, kinds):
    record = new_record()
    for node in record.nodes.values():
        node.notes = {}
    apply(record, edit)
    assert [one.kind for one in losses(record)] == kinds
    assert all(str(one.words) for one in losses(record))


def test_ends_by_the_side_to_move():
    for sfen, word, text in (
        ("b", "反則勝ち", b"%-ILLEGAL_ACTION"),
        ("w", "反則勝ち", b"%+ILLEGAL_ACTION"),
        ("b", "反則負け", b"%ILLEGAL_MOVE"),
        ("b", "入玉勝ち", b"%KACHI"),
    ):
        root = Node(0, None, Setup(f"4k4/9/9/9/9/9/9/9/4K4 {sfen} - 1"))
        root.children = (Node(1, root, Terminal(word)),)
        record = Record("shogi", root)
        assert text + b"\n" in written(record)
        assert losses(record) == ()


def test_another_version_of_a_file():
    record = record_of(GAME)
    again = record_of(written(record, options={"version": "2.2"}))
    kinds = {one.kind for one in losses(record, {"version": "2.2"})}
    assert kinds == {one.kind for one in differences(record, again)} == {"elapsed"}
    assert FORMAT.variant_of(MemoryCollection("csa", [record])) == "CSA V3.0"
    assert FORMAT.variant_of(MemoryCollection("csa", [record]), {"version": "2.2"}) == "CSA V2.2"


def test_a_file_too_long_to_be_read_keeps_its_rest():
    data = b"+7776FU\n-3334FU\n" * 50
    for limits in (Limits(nodes=10), Limits(body_bytes=40)):
        source = BytesSource(data)
        record = FORMAT.read(source, limits).record(0)
        output = FORMAT.write(MemoryCollection("csa", [record]))
        assert bytes_of(output, source) == data


@pytest.mark.parametrize("odd", ["--3334FU", "-x", "+7776fu?", "-+"])
def test_what_is_no_move_stays_where_it_stands(odd):
    data = f"PI\n+\n+2726FU\n{odd}\nT5\n+2625FU\n".encode()
    record = record_of(data)
    assert record.node(2).action == Written(odd)
    inverse, _ = apply(record, SetNote(3, "comment", "x"))
    assert written(record) == data + b"'*x\n"
    assert losses(record) == ()
    apply(record, inverse)
    assert written(record) == data


def several(*texts: tuple[str, str]) -> bytes:
    return b"/\n".join(f"N+{text}\nPI\n+\n".encode(codec) for text, codec in texts)


def test_each_game_has_its_own_codec():
    data = several(("先手の人", "cp932"), ("後手の人", "utf-8"), ("かな", "euc_jp"))
    collection = read(data)
    records = [collection.record(index) for index in range(3)]
    assert [record.header("N+") for record in records] == ["先手の人", "後手の人", "かな"]
    assert [record.encoding for record in records] == ["cp932", "utf-8", "euc_jp"]
    assert written(*records) == data
    # In another order the file begins with other bytes, and each game is still read as what it was.
    again = read(written(*records[::-1]))
    assert [again.record(index).header("N+") for index in range(3)] == [
        "かな",
        "後手の人",
        "先手の人",
    ]
    assert FORMAT.write(MemoryCollection("csa", records[::-1])).losses == ()


def test_a_new_game_beside_a_damaged_one_in_utf_8():
    for mark in (b"", b"\xef\xbb\xbf"):
        data = mark + "N+先手の人\nN-後手\nPI\n+\n+7776FU\n'*".encode() + b"\x81\n"
        record = record_of(data)
        assert record.encoding == "utf-8"
        new = Record("shogi", Node(0, None))
        two = read(written(record, new))
        assert two.record(0).header("N+") == "先手の人"
        assert FORMAT.write(MemoryCollection("csa", [record, new])).losses == ()
        assert written(record) == data


def test_a_codec_that_the_bytes_do_not_show_is_named():
    record = record_of(b"N+x\nPI\n+\n")
    apply(record, SetEncoding("euc_jp"))
    apply(record, SetHeaders((Header("N+", "棋棋棋"),)))
    data = written(record)
    assert data == "'CSA encoding=EUC-JP\nN+棋棋棋\nPI\n+\n".encode("euc_jp")
    assert record_of(data).header("N+") == "棋棋棋"
    assert losses(record) == ()


def test_text_that_another_codec_would_take_for_its_own_is_a_loss():
    record = record_of(b"N+x\nPI\n+\n'*y\n")
    apply(record, SetEncoding("cp932"))
    apply(record, SetNote(0, "comment", "ﾂｱ"))  # these two bytes are a sign of UTF-8
    assert [one.kind for one in losses(record)] == ["comment"]
    assert record_of(written(record)).root.comment == "±"


def test_a_nul_is_left_out_and_told():
    record = record_of(b"PI\n+\n+7776FU\n")
    apply(record, SetNote(1, "comment", "a\0b"))
    apply(record, SetHeaders((Header("N+", "c\0"),)))
    assert written(record) == b"N+c\nPI\n+\n+7776FU\n'*ab\n"
    assert {one.kind for one in losses(record)} == {"comment", "header:N+"}


def test_a_game_that_says_nothing_is_still_a_game_among_others():
    record = record_of(b"'nothing yet\n")
    assert written(record) == b"'nothing yet\n"
    data = written(record, record_of(b"+7776FU\n"))
    assert data == b"'nothing yet\nPI\n+\n/\n+7776FU\n"
    assert len(read(data)) == 2


def test_a_file_of_which_nothing_is_left_is_told(tmp_path):
    path = tmp_path / "a.csa"
    path.write_bytes(b"-Y")
    document = viewer.open(str(path))
    document.do(plans.delete(document, document.keys()[0], document.record(0).node(1)))
    assert "format" in [loss.kind for loss in document.losses()]
    document.undo()
    assert document.losses() == ()


@pytest.mark.parametrize(
    ("key", "value", "line", "kinds"),
    [
        ("開始日時", "2004/04/01(木) 21:43:11", "$START_TIME:2004/04/01 21:43:11", []),
        ("終了日時", "2004/4/1（木）", "$END_TIME:2004/04/01", []),
        ("開始日時", "2004/04/01 21:43", "$START_TIME:2004/04/01 21:43:00", []),
        # Said twice, and differently: one of the two can't be written.
        ("開始日時", "2004/04/01(金)", "$START_TIME:2004/04/01", ["header:開始日時"]),
        ("開始日時", "2004/02/30", None, ["header:開始日時"]),
        ("開始日時", "平成16年4月1日", None, ["header:開始日時"]),
        ("$START_TIME", "2004/04/01(木) 21:43:11", "$START_TIME:2004/04/01 21:43:11", []),
        ("$START_TIME", "noon", "$START_TIME:noon", []),
    ],
)
def test_times_of_kif_are_written_as_those_of_csa(key, value, line, kinds):
    record = Record("shogi", Node(0, None), (Header(key, value),))
    lines = written(record).decode("cp932").splitlines()
    assert [one for one in lines if one.startswith("$")] == ([line] if line else [])
    assert [one.kind for one in losses(record)] == kinds


def test_a_weekday_that_stands_in_a_file_stays():
    data = "V2.2\n$START_TIME:2004/04/01(木)\n$EVENT:a\nPI\n+\n".encode("cp932")
    record = record_of(data)
    apply(record, SetHeaders((record.headers[0], Header("$EVENT", "b"))))
    assert written(record) == data.replace(b":a", b":b")
    assert losses(record) == ()


def test_a_character_that_no_text_has_stays_where_it_was():
    data = b"V2.2\n'** 12\0\n+7776FU\n'*a\0b\n'*c\n"
    record = record_of(data)
    apply(record, SetHeaders((Header("$EVENT", "x"),)))
    assert written(record) == data.replace(b"V2.2\n", b"V2.2\n$EVENT:x\n")
    assert losses(record) == ()
    apply(record, SetHeaders(()))
    assert written(record) == data


def test_the_moment_goes_before_the_day():
    """Of two headers of KIF for one of CSA, the one that says more has it, and the other is told."""
    headers = (Header("対局日", "2020/01/02"), Header("開始日時", "2020/01/02 15:35:08"))
    for some in (headers, headers[::-1]):
        record = Record("shogi", Node(0, None), some)
        assert b"$START_TIME:2020/01/02 15:35:08\n" in written(record).replace(b"\r\n", b"\n")
        assert [loss.kind for loss in losses(record)] == ["header:対局日"]
