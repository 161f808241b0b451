"""New files, in the layout of Kifu for Windows and of its KI2; what they can't hold."""

from __future__ import annotations

import pytest
from kif_files import (
    BOOK,
    GAME,
    HANDICAP,
    POSITION,
    TSUME,
    moves_of,
    new_file,
    opened,
    record_of,
    without_facts,
)

from viewer.base.source import BytesSource
from viewer.formats.csa import FORMAT as CSA
from viewer.formats.kif import BOD, KI2, KIF
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup, Terminal, Written
from viewer.tree.annotation import NAMELESS, Mark
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

HEAD = "#KIF version=2.0 encoding=Shift_JIS\r\n# ---- Qipu 棋譜ファイル ----\r\n"


def a_record(*actions: object, setup: Setup | None = None) -> Record:
    root = node = Node(0, None, setup)
    for id, action in enumerate(actions, 1):
        below = Node(id, node, Move(action) if isinstance(action, str) else action)
        node.children = (below,)
        node = below
    return Record("shogi", root, (Header("先手", "甲"), Header("後手", "乙")))


def test_a_game_as_kifu_for_windows_writes_it():
    text, losses = new_file(record_of(GAME))
    assert losses == []
    wanted = GAME.split("\n", 1)[1].replace("手合割：平手　　", "手合割：平手")
    assert text == HEAD + wanted.replace("\n", "\r\n")


def test_a_problem_as_kifu_for_windows_writes_it():
    text, losses = new_file(record_of(TSUME))
    assert losses == []
    board = TSUME[TSUME.index("後手の持駒") : TSUME.index("先手：")]
    assert board.replace("\n", "\r\n") in text
    assert text.endswith("   1 １二金打\r\n   2 詰み\r\nまで1手で詰み\r\n")


def test_a_handicap_by_name_or_by_board():
    text, losses = new_file(record_of(HANDICAP))
    assert losses == []
    assert "手合割：二枚落ち\r\n下手：したて" in text
    assert "|" not in text
    five = "2sgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    text, losses = new_file(a_record("6a6b", setup=Setup(five)))
    assert losses == []
    # Programs understand the name differently, so the board stands beside it.
    assert "手合割：五枚落ち\r\n" in text
    assert "| ・ ・v銀v金v玉v金v銀v桂 ・|一\r\n" in text


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("三枚落ち", "lnsgkgsn1/9"),
        ("五枚落ち", "2sgkgsn1/9"),
        ("左五枚落ち", "1nsgkgs2/9"),
        ("左七枚落ち", "2sgkg3/9"),
    ],
)
def test_every_handicap_is_named(name: str, rows: str) -> None:
    start = f"{rows}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    text, losses = new_file(a_record("5a5b", setup=Setup(start)))
    assert losses == []
    assert f"手合割：{name}\r\n" in text
    assert record_of(text).setup == Setup(start)


def test_a_bookmark_without_a_name() -> None:
    record = record_of("1 ７六歩(77)\n&\n2 ３四歩(33)\n")
    assert record.nodes[1].note("bookmark") == NAMELESS
    assert record.nodes[2].note("bookmark") == ""
    text, losses = new_file(record)
    assert losses == []
    assert "   1 ７六歩(77)\r\n&\r\n   2" in text


def test_headers_of_csa_get_kifs_keys() -> None:
    record = CSA.read(
        BytesSource("N+甲\nN-乙\n$START_TIME:2004/04/01 21:43:11\nPI82HI\n-\n-5142OU\n".encode())
    ).record(0)
    text, losses = new_file(record)
    assert losses == []
    assert "開始日時：2004/04/01 21:43:11\r\n" in text
    assert "下手：甲\r\n上手：乙\r\n" in text


def test_an_even_game_says_so():
    text, _ = new_file(a_record("7g7f"))
    assert text == (
        HEAD + "手合割：平手　　\r\n先手：甲\r\n後手：乙\r\n手数----指手---------消費時間--\r\n"
        "   1 ７六歩(77)\r\n"
    )


def test_moves_of_a_book():
    text, losses = new_file(record_of(BOOK, "ki2"), "ki2")
    assert losses == []
    assert text.startswith("#KI2 version=2.0 encoding=Shift_JIS\r\n")
    assert text.split("備考")[1] == BOOK.split("備考")[1].replace("\n", "\r\n")


def test_a_book_as_numbered_moves_and_the_other_way_round():
    text, losses = new_file(record_of(BOOK, "ki2"))
    assert losses == []
    assert "   4 同　銀(31)\r\n" in text
    assert moves_of(record_of(text)) == moves_of(record_of(BOOK, "ki2"))
    text, losses = new_file(record_of(GAME), "ki2")
    assert {loss.kind for loss in losses} == {"elapsed"}
    assert (
        "▲７六歩    △３四歩\r\n*角道があく\r\n▲２二角成\r\n&交換\r\n△同　銀    ▲４五角\r\n" in text
    )
    assert moves_of(opened(text, "ki2").record(0)) == moves_of(record_of(GAME))


def test_a_long_line_of_moves_has_six_in_a_line():
    moves = [move for _, move in moves_of(record_of(BOOK, "ki2"))[:9]]
    lines = new_file(a_record(*moves), "ki2")[0].split("\r\n")
    assert [line.count("▲") + line.count("△") for line in lines][-3:] == [6, 3, 0]
    assert all(line == line.rstrip() for line in lines if line.startswith("▲"))


def test_a_position():
    text, losses = new_file(record_of(POSITION, "bod"), "bod")
    assert losses == []
    assert text.startswith("後手の持駒：歩三　\r\n  ９ ８ ７")
    assert text.endswith("先手の持駒：金二　銀　\r\n後手番\r\n手数＝36  まで\r\n")
    text, losses = new_file(record_of(GAME), "bod")
    assert [(loss.kind, loss.node) for loss in losses] == [("branch", 1)]
    assert "|v香v桂v銀v金v玉v金v銀v桂v香|一" in text


@pytest.mark.parametrize(
    ("word", "trailer"),
    [
        ("投了", "まで1手で先手の勝ち"),
        ("切れ負け", "まで1手で時間切れにより先手の勝ち"),
        ("反則負け", "まで1手で後手の反則負け"),
        ("反則勝ち", "まで1手で後手の反則勝ち"),
        ("入玉勝ち", "まで1手で後手の入玉勝ち"),
        ("千日手", "まで1手で千日手"),
        ("中断", "まで1手で中断"),
        ("詰み", "まで1手で詰み"),
        ("不戦敗", "まで1手で不戦敗"),
        ("雨天中止", "まで1手で雨天中止"),
    ],
)
def test_ends_and_closing_lines(word, trailer):
    record = a_record("7g7f", Terminal(word))
    for dialect in ("kif", "ki2"):
        text, losses = new_file(record, dialect)
        assert losses == []
        assert text.endswith(f"{trailer}\r\n")
        assert moves_of(opened(text, dialect).record(0)) == [(0, "7g7f"), (1, "#" + word)]


def test_ends_of_other_formats_get_their_word_here():
    for word, ours in (
        ("TORYO", "投了"),
        ("%CHUDAN", "中断"),
        ("TIME_UP", "切れ負け"),
        ("resign", "投了"),
        # CSA names the side that broke a rule; it is White's turn.
        ("+ILLEGAL_ACTION", "反則勝ち"),
        ("-ILLEGAL_ACTION", "反則負け"),
    ):
        text, losses = new_file(a_record("7g7f", Terminal(word)))
        assert losses == []
        assert f"   2 {ours}\r\n" in text


def test_what_has_no_place():
    record = a_record("7g7f", "3c3d")
    notes = {
        "glyphs": (1,),
        "marks": (Mark("circle", ("5e",)),),
        "evaluation": "B+3.5",
        "clock": "0:10:00",
        "before": "ahead",
    }
    record.nodes[1].notes = notes
    for dialect in ("kif", "ki2"):
        _, losses = new_file(record, dialect)
        assert {(loss.kind, loss.node) for loss in losses} == {(name, 1) for name in notes}
        assert all(loss.words.text().endswith(".") for loss in losses)


def test_nodes_that_are_no_moves_are_named():
    record = a_record("7g7f", Setup("4k4/9/9/9/9/9/9/9/4K4 b - 1"), "3c3d")
    _, losses = new_file(record)
    assert [(loss.kind, loss.node) for loss in losses] == [("branch", 2)]


def test_headers_that_lines_cannot_hold():
    record = a_record("7g7f")
    record.headers += (Header("備考", "a\nb"), Header("*", "x"), Header("先手の持駒", "飛"))
    _, losses = new_file(record)
    assert {loss.kind for loss in losses} == {"header:備考", "header:*", "header:先手の持駒"}


def test_another_game_is_no_shogi():
    record = Record("chess", Node(0, None), (Header("Event", "Open"),))
    text, losses = new_file(record)
    assert "game" in {loss.kind for loss in losses}
    assert "Event：Open" in text


def test_further_records_are_named():
    record = record_of(GAME)
    output = KIF.write(MemoryCollection("kif", [record, record]))
    assert [(loss.kind, loss.record) for loss in output.losses] == [("record", 1)]
    for format_ in (KIF, KI2, BOD):
        with pytest.raises(ValueError, match="no record"):
            format_.write(MemoryCollection("kif", []))


def test_illegal_and_unreadable_moves_are_written_all_the_same():
    record = a_record("7g7c", "pass", "5e5d", "P*5e", Written("６五龍"))
    text, losses = new_file(record)
    assert [loss.node for loss in losses] == []
    assert moves_of(record_of(text))[:4] == moves_of(record)[:4]


def test_a_long_game_with_many_variations():
    """No recursion: a line of 20,000 plies with a variation at every hundredth."""
    root = node = Node(0, None)
    cycle = ("2h3h", "8b7b", "3h2h", "7b8b")
    record = Record("shogi", root)
    for ply in range(1, 20_001):
        below = Node(ply, node, Move(cycle[ply % 4 - 1]))
        node.children = (below,)
        if ply % 100 == 0:
            node.children += (Node(100_000 + ply, node, Move("pass")),)
        node = below
    record = Record("shogi", root)
    text, losses = new_file(record)
    assert losses == []
    assert len(record_of(text).nodes) == 20_201


def test_facts_of_another_format_are_left_behind():
    record = record_of(BOOK, "ki2")
    output = KIF.write(MemoryCollection("kif", [record]))
    plain = KIF.write(MemoryCollection("kif", [without_facts(record)]))
    # The codec of the record stays.
    assert b"".join(output.pieces).decode("utf-8") == b"".join(plain.pieces).decode(
        "cp932"
    ).replace("Shift_JIS", "UTF-8")


def test_a_word_that_means_no_move_any_more_is_a_loss_too():
    # A pawn that nobody has can't be dropped in KI2; what it does later can't be read then either.
    record = a_record("P*5e", "3c3d", Written("５四歩"))
    text, losses = new_file(record, "ki2")
    assert "▲５四歩" in text
    assert [(loss.kind, loss.node) for loss in losses] == [("action", 1), ("action", 3)]
