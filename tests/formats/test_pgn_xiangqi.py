"""PGN of xiangqi: moves of every habit, in every codec, read, edited and written."""

from __future__ import annotations

import pytest
from pgn_texts import codes, found_in, read, tree, written

from viewer.base.source import BytesSource
from viewer.formats.detect import load_source
from viewer.formats.pgn.write.game import written_with_losses
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT
from viewer.tree.node import Node
from viewer.tree.ops import Insert, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

HEAD = '[Game "Chinese Chess"]\n[Red "甲方"]\n[Black "乙方"]\n[Result "1-0"]\n\n'
LINE = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "g6g5"]
ENDING = "5a3/4ak2r/6R2/8p/9/9/9/B4N2B/4K4/3c5 r - - 0 0"


def moves_of(data: bytes | str) -> list[str]:
    """What the main line's moves mean, by the game's rules."""
    record = read(data)
    game = game_of(record.game)
    states = States(game, record)
    said = [states.at(node).action for node in list(record.root.main_line())[1:]]
    return [getattr(action, "text", "") for action in said]


@pytest.mark.parametrize(
    "text",
    [
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 卒７进１ 1-0",
        "1.炮二平五 马8进7\n2.马二进三 车9平8\n3.车一平二 卒7进1",
        "1、炮二平五　马８进７　2、马二进三　车９平８　3、车一平二　卒７进１",
        "1. 砲二平五 馬8進7 2. 傌二進三 車9平8 3. 俥一平二 卒7進1 *",
        "1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 P7+1 1-0",
        "1. C2.5 h8+7 2. H2+3 r9.8 3. R1.2 p7+1 1-0",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 G6-G5 1-0",
        "1. h2e2 h9g7 2. h0g2 i9h9 3. i0h0 g6g5 1-0",
        "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 g7g6 1-0",
        "炮二平五 马8进7 马二进三 车9平8 车一平二 卒7进1",
    ],
)
@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "big5hkscs"])
def test_moves_of_every_habit(text: str, codec: str) -> None:
    if codec == "big5hkscs":
        text = text.translate(str.maketrans("马车进", "馬車進"))
    assert moves_of((HEAD + text).encode(codec)) == LINE
    assert codes(HEAD.encode(codec) + text.encode(codec)) in ([], ["pgn.no-result"], ["pgn.result"])


@pytest.mark.parametrize(
    ("fen", "text", "meant"),
    [
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. 前炮平四", "e4f4"),
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. C+=4", "e4f4"),
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. +C=4", "e4f4"),
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. +C.4", "e4f4"),
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. C-.4", "e2f2"),
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. -C=4", "e2f2"),
        ("3k5/9/9/9/9/4C4/9/4C4/9/4K4 w - - 0 1", "1. 后炮平四", "e2f2"),
        # Only the front rook can go there, which some programs then don't say.
        ("3k5/9/9/9/4R4/4R4/9/9/9/4K4 w - - 0 1", "1. 车五进一", "e5e6"),
        ("3k5/9/9/9/4R4/4R4/9/9/9/4K4 w - - 0 1", "1. R5+1", "e5e6"),
        ("4k4/9/9/9/9/9/9/9/4A4/3K1A3 w - - 0 1", "1. 士五进六", "e1d2"),
        ("4k4/9/9/9/9/9/9/9/4A4/3K1A3 w - - 0 1", "1. 仕五进六", "e1d2"),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "1. 相七退五", "c4e2"),
        ("3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "1. 象七退五", "c4e2"),
        ("3k5/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "1. 将六平五", "d0e0"),
        ("3k5/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "1. 帅六平五", "d0e0"),
        ("3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1", "1. 一兵平四", "e7f7"),
        ("3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1", "1. 中兵平四", "e6f6"),
        ("3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1", "1. 15=4", "e7f7"),
        (ENDING, "1. 马四进三 帅６进１", "f2g4"),
    ],
)
def test_a_piece_among_several(fen: str, text: str, meant: str) -> None:
    data = f'[Game "Chinese Chess"]\n[FEN "{fen}"]\n\n{text} *'.encode("gb18030")
    assert moves_of(data)[0] == meant


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "big5hkscs"])
def test_variations_and_comments(codec: str) -> None:
    text = (
        HEAD + "{許功蓋}\n1. 炮二平五 {中炮} 馬8進7\n"
        "(1. ... 炮8平5 {順炮} 2. 炮五進四) (1. ... 炮2平5) 2. 馬二進三 1-0\n"
    )
    data = text.encode(codec)
    record = read(data)
    assert tree(record) == "炮二平五 馬8進7 (炮8平5 炮五進四) (炮2平5) 馬二進三"
    assert record.root.comment == "許功蓋"
    assert record.encoding == codec
    assert written(record) == data
    back, _ = apply(record, SetNote(1, COMMENT, "好棋"))
    again = written(record)
    assert again == data.replace("中炮".encode(codec), "好棋".encode(codec))
    apply(record, back)
    assert written(record) == data


@pytest.mark.parametrize("codec", ["gb18030", "big5hkscs"])
def test_a_character_may_end_with_the_byte_of_a_brace(codec: str) -> None:
    """GB18030 and Big5 have characters whose second byte is } or {."""
    tricky = "".join(
        char
        for char in map(chr, range(0x4E00, 0x9FA5))
        if char.encode(codec, "ignore")[1:] in (b"}", b"{", b"[", b"]", b"|", b"\\")
    )[:6]
    said = "中文" * 40 + f"{tricky}之後"
    data = (HEAD + f"1. 炮二平五 {{{said}}} 馬8進7 1-0\n").encode(codec)
    record, _ = found_in(data)
    assert record.encoding == codec
    assert [node.action.text for node in list(record.root.main_line())[1:]] == [
        "炮二平五",
        "馬8進7",
    ]
    assert record.root.children[0].comment == said
    assert written(record) == data


@pytest.mark.parametrize("name", ["Game", "Variant"])
@pytest.mark.parametrize("value", ["Xiangqi", "Chinese Chess", "xiangqi", "中国象棋"])
def test_a_tag_names_the_game_and_is_kept(name: str, value: str) -> None:
    data = f'[{name} "{value}"]\n[White "甲"]\n[Black "乙"]\n\n*\n'.encode()
    record, found = found_in(data)
    assert record.game == "xiangqi"
    assert found == []
    assert record.header(name) == value
    assert written(record) == data


def test_games_of_three_kinds_each_on_its_own_board() -> None:
    data = (
        b'[Event "one"]\n[White "A"]\n\n1. e4 e5 1-0\n\n'
        + (HEAD + "1. 炮二平五 马8进7 1-0\n\n").encode("gb18030")
        + b'[Variant "Janggi"]\n\n1. a1a2 *\n'
    )
    collection = load_source(BytesSource(data, "three.pgn"))
    records = [collection.record(index) for index in range(len(collection))]
    assert [record.game for record in records] == ["chess", "xiangqi", "chess"]
    assert [len(record.nodes) for record in records] == [3, 3, 1]
    assert [record.encoding for record in records] == ["utf-8", "gb18030", "utf-8"]


def test_the_start_is_that_of_the_tag() -> None:
    record = read(f'[Game "Chinese Chess"]\n[FEN "{ENDING}"]\n\n*')
    game = game_of("xiangqi")
    assert ("f2", "red-horse") in game.pieces(game.start_of(record))
    assert written(record) == f'[Game "Chinese Chess"]\n[FEN "{ENDING}"]\n\n*'.encode()
    usual = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    assert read(f'[Game "Chinese Chess"]\n[FEN "{usual}"]\n\n*').setup is None


@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("1. 炮二平五 马８进７", "马二进三 车９平８"),
        ("1. 炮二平五 马8进7", "马二进三 车9平8"),
        ("1. 炮二平五 馬8進7", "馬二進三 車9平8"),
        ("1. 傌八進七 馬8進7", "傌二進三 車9平8"),
        ("1. C2=5 H8+7", "H2+3 R9=8"),
        ("1. C2.5 H8+7", "H2+3 R9.8"),
        ("1. H2-E2 H9-G7", "H0-G2 I9-H9"),
        ("1. h2e2 h9g7", "h0g2 i9h9"),
    ],
)
def test_new_moves_are_written_as_the_others(codec: str, line: str, more: str) -> None:
    record = read((HEAD + line + " 1-0\n").encode(codec))
    added = (NodeData(3, -1, Move("h0g2"), {}), NodeData(4, 0, Move("i9h9"), {}))
    apply(record, Insert(2, 0, added))
    first, second = more.split()
    assert written(record) == (HEAD + f"{line} 2. {first} {second} 1-0\n").encode(codec)


def test_a_game_of_another_format_becomes_pgn_and_is_read_as_it_was() -> None:
    root = (NodeData(1, -1, Move("h2e2"), {COMMENT: "中炮"}), NodeData(2, 0, Move("h9g7"), {}))
    record = Record("xiangqi", Node(0, None, None), (Header("Red", "甲方"),), "gb18030")
    apply(record, Insert(0, 0, root))
    result = written_with_losses(record)
    assert result.losses == []
    assert result.data.decode() == (
        '[Game "Chinese Chess"]\n[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n'
        '[Red "甲方"]\n[Black "?"]\n[Result "*"]\n\n1. 炮二平五 {中炮} 1... 马８进７ *\n\n'
    )
    assert read(result.data).root.children[0].comment == "中炮"


@pytest.mark.parametrize(
    ("codec", "name"), [("big5hkscs", "許功蓋"), ("big5hkscs", '許"功'), ("gb18030", "俓")]
)
def test_a_name_may_end_with_the_byte_of_a_backslash(codec: str, name: str) -> None:
    data = (
        HEAD.replace("甲方", name.replace('"', '\\"')) + "{中國象棋比賽} 1. 炮二平五 馬8進7 1-0\n"
    ).encode(codec)
    assert name.encode(codec).endswith(b"\\")
    record, found = found_in(data)
    assert record.encoding == codec
    assert record.header("Red") == name
    assert found == []
    assert written(record) == data
    record.headers = tuple(
        Header(key, "功" if key == "Red" else value) for key, value in record.headers
    )
    again = written(record)
    assert read(again).header("Red") == "功"


def test_the_list_of_a_large_file_has_each_name_in_its_own_codec() -> None:
    moves = "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 车一平二 卒７进１ 1-0\n\n"
    mainland = (HEAD.replace("甲方", "胡荣华") + moves).encode("gb18030")
    rare = (HEAD.replace("甲方", "赵鑫鑫") + moves).encode("gb18030")
    western = '[White "Müller"]\n\n1. e4 e5 1-0\n\n'.encode("cp1252")
    data = (mainland * 2 + rare + western) * 800
    collection = load_source(BytesSource(data, "large.pgn"))
    for _ in collection.indexing():
        pass
    assert len(collection) == 3200
    assert collection.values("Red", 0, 3200) == ["胡荣华", "胡荣华", "赵鑫鑫", ""] * 800
    assert collection.values("White", 3, 8) == ["Müller", "", "", "", "Müller"]
    assert collection.values("Black", 0, 4) == ["乙方", "乙方", "乙方", ""]
