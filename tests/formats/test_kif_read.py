"""What lines mean: every class of them in every spelling that programs write."""

from __future__ import annotations

import pytest
from kif_files import (
    BOOK,
    GAME,
    HANDICAP,
    POSITION,
    TSUME,
    file_of,
    line,
    moves_of,
    opened,
    position,
    record_of,
)

from viewer.tree.action import Move, Terminal, Written

EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def said(text: str) -> list[str]:
    return [one.code for one in opened(text).diagnostics]


def test_a_game_of_kifu_for_windows():
    record = record_of(GAME)
    assert [tuple(one) for one in record.headers] == [
        ("開始日時", "2021/05/04 10:00"),
        ("棋戦", "春の練習会"),
        ("手合割", "平手"),
        ("先手", "青木"),
        ("後手", "井上"),
    ]
    assert record.setup is None
    assert record.root.comment == "始まる前の一言\n\n二行おいて"
    assert record.root.note("bookmark") == "はじめ"
    assert moves_of(record) == [
        (0, "7g7f"),
        (1, "3c3d"),
        (2, "8h2b+"),
        (3, "3a2b"),
        (4, "B*4e"),
        (5, "#投了"),
        (2, "2g2f"),
        (7, "4c4d"),
        (8, "#中断"),
        (1, "8c8d"),
        (10, "2g2f"),
        (1, "4a3b"),
    ]
    nodes = record.nodes
    assert nodes[2].comment == "角道があく"
    assert nodes[3].note("bookmark") == "交換"
    assert nodes[8].comment == "*評価値=80"  # an engine's line, as it is
    assert [nodes[id].note("elapsed") for id in (1, 3, 6)] == ["0:00:10", "0:01:02", "0:00:00"]
    assert list(opened(GAME).diagnostics) == []


def test_a_problem():
    record = record_of(TSUME)
    assert position(record) == "7nk/9/7+S1/9/9/9/9/9/9 b Grb3g4s3n4l18p 1"
    assert line(record) == ["G*1b", "詰み"]
    assert [entry.key for entry in record.headers] == ["作品名", "作者", "手合割", "先手", "後手"]


def test_a_handicap():
    record = record_of(HANDICAP)
    assert position(record) == "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    assert record.header("下手") == "したて"


def test_moves_of_a_book():
    record = record_of(BOOK, "ki2")
    assert [type(node.action) for node in list(record.root.main_line())[1:]] == [Written] * 9 + [
        Terminal
    ]
    assert record.nodes[4].action == Written("同　銀")
    assert [move for _, move in moves_of(record)] == [
        "7g7f", "3c3d", "8h2b+", "3a2b", "4i5h", "6a5b", "B*4e", "5a4b", "4e6c+", "#投了",
        "2g2f", "8c8d", "#中断",
    ]  # fmt: skip
    assert record.root.comment == "はじめの注"
    assert record.nodes[7].comment == "両取り"
    assert record.header("備考") == "▲居飛車△四間飛車"


def test_a_position():
    record = record_of(POSITION, "bod")
    assert position(record) == ("ln2k2nl/9/ppp1ppppp/9/9/9/PPP1PPPPP/1+B5+R1/LN2K2NL w 2GS3p 37")
    assert list(record.walk()) == [record.root]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("７六歩(77)", "7g7f"),
        ("▲７六歩(77)", "7g7f"),
        ("76歩(77)", "7g7f"),
        ("７６歩(77)", "7g7f"),
        ("７六歩（７７）", "7g7f"),
        ("７六歩 (77)", "7g7f"),
        ("５八金右(49)", "4i5h"),
        ("３三角成(88)", "8h3c+"),
        ("３三角不成(88)", "8h3c"),
        ("３三成桂(23)", "2c3c"),
        ("３三桂成(25)", "2e3c+"),
        ("３三圭(23)", "2c3c"),
        ("５八王(59)", "5i5h"),
        ("５八竜(59)", "5i5h"),
        ("５五歩打", "P*5e"),
        ("▲５五歩打 ", "P*5e"),
        ("５五歩(00)", "P*5e"),
        ("５五歩　打", "P*5e"),
        ("パス", "pass"),
    ],
)
def test_a_move_in_every_spelling(text, move):
    for number in ("1 ", "   1 ", "１ ", "1. ", "1　", "1\t", "1手目 ", "1:", "　1 "):
        assert line(record_of(f"{number}{text}\n")) == [move]
        assert line(record_of(f"{number}{text}   ( 0:03/00:00:03)+")) == [move]


@pytest.mark.parametrize(
    "same", ["同　銀(31)", "同銀(31)", "同 銀(31)", "同銀　(31)", "２二銀(31)"]
)
def test_the_square_of_the_move_before(same):
    record = record_of(f"1 ２二角成(88)\n2 {same}\n")
    assert line(record) == ["8h2b+", "3a2b"]


def test_same_square_in_a_variation_is_that_of_its_parent():
    record = record_of(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ９六歩(97)\n"
        "変化：4手\n4 同　飛(82)\n"
    )
    assert moves_of(record)[-1] == (3, "8b2b")


def test_a_move_that_says_too_little_is_looked_for():
    record = record_of("1 ７六歩\n2 ３四歩\n3 同　歩(77)\n")
    assert record.nodes[1].action == Written("７六歩")
    assert moves_of(record)[:2] == [(0, "7g7f"), (1, "3c3d")]
    assert said("1 ７六歩\n") == ["kif.incomplete-move"]


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("( 0:16/00:00:16)", "0:00:16"),
        ("(00:16 / 00:00:16)", "0:00:16"),
        ("(0:6/0:0:6)", "0:00:06"),
        ("( 0:16/)", "0:00:16"),
        ("(0:16)", "0:00:16"),
        ("(90:00/01:30:00)", "1:30:00"),
        ("(999:59/16:39:59)", "16:39:59"),
        ("( 0:06.123/00:00:06)", "0:00:06.123"),
        ("( 0:16/00:00:16)( 0:20/00:00:20)", "0:00:16"),
        ("( 0:16/00:00:16) * said behind", "0:00:16"),
        ("(1:00:16/01:00:16)", "1:00:16"),
        ("(x)", ""),
        ("", ""),
    ],
)
def test_times(text, time):
    record = record_of(f"   1 ７六歩(77)   {text}\n   2 ３四歩(33)   {text}+\n")
    assert [record.nodes[id].note("elapsed") for id in (1, 2)] == [time, time]


@pytest.mark.parametrize(
    "word", ["投了", "切れ負け", "反則勝ち", "Time-up", "封じ手", "詰", "不戦敗"]
)
def test_ends(word):
    record = record_of(f"1 ７六歩(77)\n2 {word}   ( 0:01/00:00:01)\n")
    assert record.nodes[2].action == Terminal(word)
    assert record.nodes[2].note("elapsed") == "0:00:01"


def test_an_unknown_word_is_an_end_where_a_move_could_be():
    record = record_of("1 ７六歩(77)\n2 雨天中止\n")
    assert record.nodes[2].action == Terminal("雨天中止")
    assert said("1 ７六歩(77)\n2 雨天中止\n") == ["kif.unknown-end"]
    assert len(record_of("1 ７六歩(77)\n2019 年の夏\n").nodes) == 2


def test_ends_have_siblings_and_may_follow_each_other():
    record = record_of(
        "1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n\n変化：2手\n2 ３四歩(33)\n3 中断\n4 投了\n"
    )
    assert moves_of(record) == [
        (0, "7g7f"), (1, "#投了"), (1, "3c3d"), (3, "#中断"), (4, "#投了"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("trailer", "end"),
    [
        ("まで2手で後手の勝ち", "投了"),
        ("まで2手で中断", "中断"),
        ("まで、2手で千日手", "千日手"),
        ("まで2手で持将棋", "持将棋"),
        ("まで2手詰", "詰"),
        ("まで2手詰み", "詰み"),
        ("まで2手で時間切れにより後手の勝ち", "切れ負け"),
        ("まで2手で先手の反則負け", "反則負け"),
        ("まで2手で後手の反則負け", "反則勝ち"),
        ("まで2手で先手の反則勝ち", "反則勝ち"),
        ("まで2手で先手の入玉勝ち", "入玉勝ち"),
        ("まで2手で不詰", "不詰"),
        ("まで2手で封じ手", "封じ手"),
    ],
)
def test_the_closing_line_alone_is_an_end(trailer, end):
    assert line(record_of(f"1 ７六歩(77)\n2 ３四歩(33)\n{trailer}\n"))[2:] == [end]
    assert line(record_of(f"▲７六歩 △３四歩\n{trailer}\n", "ki2"))[2:] == [end]
    assert len(record_of(f"1 ７六歩(77)\n2 中断\n{trailer}\n").nodes) == 3


def test_reading_goes_on_behind_the_closing_line():
    record = record_of("1 ７六歩(77)\nまで1手\n2 ３四歩(33)\n*注\n")
    assert line(record) == ["7g7f", "3c3d"]
    assert record.nodes[2].comment == "注"


@pytest.mark.parametrize(
    ("name", "sfen"),
    [
        ("平手　　", EVEN),
        ("香落ち　", "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("飛車落ち", "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("十枚落ち", "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("詰将棋", EVEN),
    ],
)
def test_handicaps_by_name(name, sfen):
    assert position(record_of(f"手合割：{name}\n1 ７六歩(77)\n")) == sfen


@pytest.mark.parametrize(
    "hand",
    ["飛　金二　歩十三　", "飛 金二 歩十三", "飛金二歩十三", "歩13 飛1 金２", "金二歩一三飛"],
)
def test_hands_in_every_spacing(hand):
    for label in ("先手の持駒", "下手の持駒", "先手持駒", "先手の持ち駒"):
        text = TSUME.replace("先手の持駒：金　", f"{label}：{hand}")
        assert position(record_of(text)).split()[2].startswith("R2G13P")


@pytest.mark.parametrize(
    "rank",
    [
        "|v香 ・ ・ 角 ・ ・ ・ 玉 ・|一",
        "|v香 ・ ・ 角 ・ ・ ・ 玉 ・|",
        "|V香 . . 角 . . . 王 .|一",
        "|v香 ． ． 角 ． ． ． 玉 ．|一",
        "　|v香 ・ ・ 角 ・ ・ ・ 玉 ・|一",
        "|v香 * *^角 * * *+玉 *|一",
    ],
)
def test_ranks_in_every_spelling(rank):
    assert position(record_of(f"後手の持駒：なし\n{rank}\n")).split("/")[0] == "l2B3K1"


def test_the_side_to_move():
    board = TSUME[TSUME.index("後手の持駒") : TSUME.index("先手：")]
    for words, side in (("", "b"), ("後手番\n", "w"), ("上手番\n", "w"), ("下手番\n", "b")):
        assert position(record_of(board + words)).split()[1] == side
        assert position(record_of(words + board)).split()[1] == side
    # Kifu for Windows writes a handicap above a board, and 下手番 where it isn't uwate's turn
    assert position(record_of("手合割：角落ち\n" + board)).split()[1] == "w"
    assert position(record_of("手合割：角落ち\n" + board + "下手番\n")).split()[1] == "b"


def test_lines_that_are_not_shown():
    text = "#comment\n盤面回転\n手数----指手--\n\n1 ７六歩(77)\n#--separator--\n# more\n変な行\n"
    record = record_of(text)
    assert line(record) == ["7g7f"]
    assert record.headers == ()
    assert record.nodes[1].notes == {}


def test_headers_anywhere_and_in_any_spelling():
    record = record_of(
        "先手 : A\n  後手：B C  \n手数：59\n\n備考:x：y\n1 ７六歩(77)\n消費時間：1▲2\n"
    )
    assert [tuple(one) for one in record.headers] == [
        ("先手", "A"),
        ("後手", "B C"),
        ("手数", "59"),
        ("備考", "x：y"),
        ("消費時間", "1▲2"),
    ]


def test_numbers_count_from_the_first():
    record = record_of("11 ７六歩(77)\n12 ３四歩(33)\n\n変化：12手\n12 ８四歩(83)\n")
    assert moves_of(record) == [(0, "7g7f"), (1, "3c3d"), (1, "8c8d")]


def test_variations_by_number_alone():
    record = record_of(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n2 ８四歩(83)\n3 ６八銀(79)\n3 ７八金(69)\n"
    )
    assert moves_of(record) == [
        (0, "7g7f"), (1, "3c3d"), (2, "2g2f"), (1, "8c8d"), (4, "7i6h"), (4, "6i7h"),
    ]  # fmt: skip


def test_a_variation_behind_the_end_goes_on():
    record = record_of("1 ７六歩(77)\n2 ３四歩(33)\n#--separator--\n変化：3手\n3 ２六歩(27)\n")
    assert line(record) == ["7g7f", "3c3d", "2g2f"]


def test_variations_in_ascending_order():
    """What is too long for the line before belongs to an earlier one, where the move can be made."""
    record = record_of(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n5 ２五歩(26)\n"
        "変化：1手\n1 ５六歩(57)\n2 ５四歩(53)\n"
        "変化：4手\n4 ４四歩(43)\n5 ４八銀(39)\n"
        "変化：5手\n5 ６六歩(67)\n"
    )
    assert moves_of(record)[5:] == [(3, "4c4d"), (8, "3i4h"), (8, "6g6f"), (0, "5g5f"), (6, "5c5d")]
    assert "kif.ascending-variation" in [one.code for one in opened("").diagnostics] + said(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２六歩(27)\n変化：1手\n1 ５六歩(57)\n変化：3手\n3 ６六歩(67)\n"
    )


def test_equal_siblings_stay_two():
    record = record_of("1 ７六歩(77)\n変化：1手\n1 ７六歩(77)\n")
    assert moves_of(record) == [(0, "7g7f"), (0, "7g7f")]


def test_comments_between_variation_and_move():
    record = record_of("1 ７六歩(77)\n変化：1手\n*こちらは\n1 ２六歩(27)\n*注\n")
    assert record.nodes[2].before == "こちらは"
    assert record.nodes[2].comment == "注"


def test_marks_of_the_wrong_side():
    assert said("1 ▲７六歩(77)\n2 ▲３四歩(33)\n") == ["kif.wrong-mark"]
    assert said("手合割：角落ち\n1 △３四歩(33)\n2 ▲７六歩(77)\n") == []


def test_moves_without_numbers_in_every_spelling():
    for text in ("▲７六歩△３四歩▲２六歩", " ▲76歩 ▽34歩 ▲26歩", "☗７六歩\n☖３四歩\n☗２六歩 \n"):
        record = record_of(text, "ki2")
        assert [move for _, move in moves_of(record)] == ["7g7f", "3c3d", "2g2f"]
    record = record_of("▲７六歩 △投了\n", "ki2")
    assert record.nodes[2].action == Terminal("投了")


def test_the_null_move_and_what_follows():
    record = record_of("1 パス\n2 ３四歩(33)\n")
    assert record.nodes[1].action == Move("pass")
    record = record_of("▲パス △３四歩\n", "ki2")
    assert [move for _, move in moves_of(record)] == ["pass", "3c3d"]


def test_what_one_file_says_is_no_memory_for_the_next():
    """同 behind a variation means a square of a line further above, and that of no other file."""
    first = record_of(
        "1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n変化：1手\n1 ５六歩(57)\n4 同　銀(31)\n"
    )
    assert first.node(5).action == Move("3a2b")
    text = "1 ５八龍\n2 同　銀(31)\n"
    collection = opened(text.encode())
    assert collection.record(0).node(2).action == Written("同　銀(31)")
    assert file_of(collection) == text.encode()


def test_another_start_is_known():
    assert said("手合割：その他\n1 ７六歩(77)\n") == []
    assert said("手合割：５五将棋\n1 ７六歩(77)\n") == ["kif.unknown-start"]


def test_a_finding_shows_the_line_as_text():
    found = opened("1 ７六歩(77)\n2 同　(33)\tx\x07\n").diagnostics
    assert [one.message.text().rpartition("The line: ")[2] for one in found] == [
        "2 同　(33)\tx\ufffd"
    ]
