"""Games of xiangqi as text with moves in columns: XQStudio's blocks, and what other programs export."""

from __future__ import annotations

import random

import pytest

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.detect import detect, load_source
from viewer.formats.format import Output, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.formats.xqtext import FORMAT
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import COMMENT
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

BLOCK = """
----------------------------------------------------
标题: 第一局
赛事:{blank}
日期: 2026-11-01
地点:{blank}
红方: 甲
黑方: 乙
结果: 红方胜
评论:{blank}
作者: 丙
----------------------------------------------------

开局的话。
两行。

  1. 炮二平五  马８进７    2. 马二进三  …………

跳马。

  2. …………  车９平８
  3. 车一平二
----------------------------------------------------
棋谱由XQStudio生成 (http://www.qipaile.net/xqstudio)
""".replace("{blank}", " ")
OTHERS = """标题：五七炮
赛事类型：
红方：甲
黑方：
结果：和棋
FEN ：rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1


最新

  1. 炮二平五 马８进７
  2. 马二进三 车９平８
  3. 车一平二 马２进３
"""
SERVER = """
中 国 象 棋 对 局 记 录
-------------------------------------------------
对局名称：红方[1] - 黑方[2]
比赛日期：2016年12月27日20时  比赛地点：
红    方：甲(1)  耗时：  2分 24秒
黑    方：乙(2)  耗时：  4分  1秒
比赛结果：    裁判员：
-------------------------------------------------
棋谱   红方           黑方
  1.  炮二平五       马２进３
  2.  马二进三       炮８平５
"""
MOVES = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]


def read(text: str | bytes, codec: str = "utf-8") -> Record:
    data = text if isinstance(text, bytes) else text.encode(codec)
    return load_source(BytesSource(data)).record(0)


def output_of(record: Record, format: str = "xqtext") -> Output:
    return FORMAT.write(MemoryCollection(format, [record]))


def text_of(record: Record, format: str = "xqtext") -> str:
    return b"".join(piece_bytes(piece, None) for piece in output_of(record, format).pieces).decode()


def line_of(record: Record) -> list[str]:
    states = States(game_of("xiangqi"), record)
    return [
        one.text if isinstance(one, Move) else "?"
        for node in list(record.root.main_line())[1:]
        for one in [states.at(node).action]
    ]


def nodes_of(record: Record) -> list[Node]:
    return list(record.root.main_line())


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "gb18030"])
def test_a_block_of_xqstudio_is_read_whatever_its_name(codec: str) -> None:
    data = BLOCK.replace("\n", "\r\n").encode(codec)
    assert detect(BytesSource(data, "any.txt")).id == "xqtext"
    record = read(data)
    assert line_of(record) == MOVES
    assert record.header("标题") == "第一局"
    assert record.header("赛事") == ""
    assert FORMAT.by_role("result", record.headers) == "1-0"
    comments = [node.comment for node in nodes_of(record)]
    assert comments == ["开局的话。\n两行。", "", "", "跳马。", "", ""]


def test_what_other_programs_export_is_read() -> None:
    record = read(OTHERS)
    assert line_of(record) == [*MOVES, "b9c7"]
    assert record.root.comment == "最新"
    assert FORMAT.by_role("result", record.headers) == "1/2-1/2"
    record = read(SERVER, "gb18030")
    assert line_of(record) == ["h2e2", "b9c7", "h0g2", "h7e7"]
    assert record.header("红方") == "甲(1)"
    assert (record.header("红方用时"), record.header("黑方用时")) == ("2分 24秒", "4分  1秒")
    assert record.root.comment == ""


@pytest.mark.parametrize("text", [BLOCK, OTHERS, SERVER, BLOCK.replace("\n", "\r\n")])
@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
def test_untouched_it_keeps_its_bytes(text: str, codec: str) -> None:
    data = text.encode(codec)
    output = output_of(read(data))
    assert not output.losses
    assert b"".join(piece_bytes(piece, None) for piece in output.pieces) == data


@pytest.mark.parametrize("text", [BLOCK, OTHERS, SERVER, BLOCK.replace("\n", "\r\n")])
def test_comments_and_headers_there_and_back(text: str) -> None:
    count = len(nodes_of(read(text)))
    for index in range(count):
        for new in ("新的话", "一\n二"):
            record = read(text)
            node = nodes_of(record)[index]
            old = dict(node.notes)
            node.notes = {COMMENT: new}
            assert not output_of(record).losses
            again = read(text_of(record))
            assert nodes_of(again)[index].comment == new
            assert line_of(again) == line_of(record)
            nodes_of(again)[index].notes = old
            assert text_of(again) == text
    record = read(text)
    was = record.headers
    record.headers = tuple(Header(one.key, "别的") for one in was)
    again = read(text_of(record))
    assert again.headers == record.headers
    again.headers = was
    assert text_of(again) == text


def test_a_comment_that_goes_leaves_the_rest() -> None:
    record = read(BLOCK)
    nodes_of(record)[3].notes = {}
    text = text_of(record)
    assert "    2. 马二进三  车９平８\n  3. 车一平二\n" in text
    assert line_of(read(text)) == MOVES
    assert "跳马" not in text


@pytest.mark.parametrize("text", [BLOCK, OTHERS, SERVER])
def test_moves_change_from_where_they_differ(text: str) -> None:
    game, chance = game_of("xiangqi"), random.Random(7)
    for _ in range(40):
        record = read(text)
        states = States(game, record)
        nodes = nodes_of(record)
        node = chance.choice(nodes)
        node.children = ()
        for id in range(100, 100 + chance.randrange(5)):
            move = chance.choice(list(game.legal_moves(states.at(node))))
            notes = {COMMENT: "话"} if chance.random() < 0.3 else {}
            below = Node(id, node, move, notes)
            node.children = (below,)
            node = below
        record = Record("xiangqi", record.root, record.headers, record.encoding, record.facts)
        output = output_of(record)
        assert not output.losses, (text_of(record), output.losses)
        again = read(text_of(record))
        assert line_of(again) == line_of(record)
        assert text_of(again) == text_of(record)


def test_a_new_text_is_as_xqstudio_writes_it() -> None:
    root = Node(0, None, None, {COMMENT: "开局的话。\n两行。"})
    node = root
    for id, move in enumerate(MOVES, 1):
        below = Node(id, node, Move(move), {COMMENT: "跳马。"} if id == 3 else {})
        node.children = (below,)
        node = below
    headers = (Header("Title", "第一局"), Header("Red", "甲"), Header("Result", "1-0"))
    text = text_of(Record("xiangqi", root, headers), "xqf")
    expected = BLOCK.strip("\n").rpartition("\n")[0] + "\n"
    expected = expected.replace("2026-11-01", "").replace("黑方: 乙", "黑方: ").replace("丙", "")
    expected = expected.replace("车９平８\n", "车９平８  ")
    assert text.splitlines()[12:] == expected.splitlines()[12:]
    assert read(text).root.comment == "开局的话。\n两行。"


@pytest.mark.parametrize(
    "fen",
    [
        "4k4/9/9/9/9/9/9/9/9/R3K3R w",
        "4k4/4a4/9/9/9/9/9/9/9/3K3R1 b",
        "r1bakabr1/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b",
    ],
)
@pytest.mark.parametrize("moved", [False, True])
def test_a_diagram_is_the_start(fen: str, moved: bool) -> None:
    root = Node(0, None, Setup(fen))
    game = game_of("xiangqi")
    if moved:
        root.children = (Node(1, root, game.legal_moves(game.start(Setup(fen)))[0]),)
    record = Record("xiangqi", root, (Header("标题", "残局"),))
    output = output_of(record)
    assert not output.losses
    again = read(text_of(record))
    assert again.setup == Setup(fen)
    assert len(again.nodes) == 1 + moved


def test_diagrams_of_characters_alone() -> None:
    text = """
───────────────
黑方 乙
车马象士将士象马车　　红　黑
├┼┼┼※┼┼┼┤　　─　─
├包┼┼┼┼┼包┤　　砗　车
卒┼卒┼卒┼卒┼卒　　码　马
├┴┴┴┴┴┴┴┤　　相　象
├┬┬┬┬┬┬┬┤　　仕　士
兵┼兵┼兵┼兵┼兵　　帅　将
├炮┼┼┼┼┼炮┤　　炮　包
├┼┼┼※┼┼┼┤　　兵　卒
砗码相仕帅仕相码砗　(黑方行棋)
红方 甲
"""
    record = read(text)
    assert record.setup is not None
    assert record.setup.text.startswith(
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b"
    )
    assert (record.header("红方"), record.header("黑方")) == ("甲", "乙")


def test_what_it_cannot_hold_is_told() -> None:
    root = Node(0, None, None)
    first = Node(1, root, Move("h2e2"), {COMMENT: "  1. 炮二平五"})
    other = Node(2, root, Move("b2e2"))
    root.children = (first, other)
    record = Record("xiangqi", root, (Header("Mine", "x"), Header("标题", "a\nb")))
    kinds = {loss.kind for loss in output_of(record).losses}
    assert kinds == {"branch", "header:Mine", "header:标题", "comment"}


def test_faults_are_told_with_their_place() -> None:
    text = BLOCK.replace("车９平８", "车平八九")
    collection = load_source(BytesSource((text + BLOCK).encode()))
    codes = [(one.code, one.line) for one in collection.diagnostics]
    assert codes == [("xqtext.move", 21), ("xqtext.more", 41)]


def test_a_bare_list_is_left_to_pgn() -> None:
    assert detect(BytesSource("1. 炮二平五 马8进7 2. 马二进三".encode())).id == "pgn"
    pgn = '[Game "Chinese Chess"]\n[Red "红方: 甲"]\n\n1. 炮二平五 马8进7\n'
    assert detect(BytesSource(pgn.encode())).id == "pgn"


def test_cut_or_damaged_anywhere_it_is_read_and_given_back() -> None:
    chance = random.Random(3)
    data = BLOCK.encode("gb18030")
    for cut in range(0, len(data), 3):
        damaged = bytearray(data[:cut])
        for _ in range(chance.randrange(3)):
            if damaged:
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            collection = FORMAT.read(BytesSource(bytes(damaged)))
        except Unreadable:
            continue
        record = collection.record(0)
        line_of(record)
        output = FORMAT.write(collection)
        assert b"".join(piece_bytes(piece, None) for piece in output.pieces) == bytes(damaged)
