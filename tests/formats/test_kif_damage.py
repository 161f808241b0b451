"""Bad input: diagnostics with the line and its text, everything else still read, every byte kept."""

from __future__ import annotations

import random

import pytest
from growth import counted, growing
from hypothesis import given, settings
from hypothesis import strategies as st
from kif_files import (
    BOOK,
    DIALECTS,
    GAME,
    POSITION,
    TEXTS,
    TSUME,
    file_of,
    line,
    moves_of,
    opened,
    position,
    raw,
    record_of,
    written,
)

from viewer.base.limits import DEFAULT
from viewer.base.source import Span
from viewer.formats.kif.growth import REST
from viewer.tree import ops
from viewer.tree.diagnostic import Severity

CLASSES = [
    "#comment", "*注", "＊注", "&しおり", "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一", "+---------------------------+",
    "  ９ ８ ７ ６ ５ ４ ３ ２ １", "手合割：角落ち", "手数----指手---------消費時間--",
    "手数＝3  ▲７六歩  まで", "後手番", "後手の持駒：飛", "先手の持駒：なし", "変化：2手", "変化：99手",
    "変化：手", "まで3手で先手の勝ち", "まで", "盤面回転", "   5 ７六歩(77)", "   1 ７六歩(77)", "5 投了",
    "0 ７六歩(77)",
    "999999 ７六歩(77)", "99999999999999999999 ７六歩(77)", "1 同　歩(77)", "1 ７六歩", "1", "1 ",
    "▲７六歩    △３四歩", "▲", "▲▲▲", "先手：A", "：", "：：", "=", "７六歩(77)", "", "　", "\x1a", "\ufeff",
    "+", "&", "*", "|", "||", "#", "（",
    "1 (", "1 ７", "1 成", "1 ７六歩(", "1 ７六歩(7", "1 ７六歩(77) (", "まで１２３４５",
    "後手の持駒：飛百 角零 歩十十十 王三 猫", "|v|v|", "|猫猫猫猫猫猫猫猫猫|", "1 ７六歩(77) ( 0:16/",
    "99 猫",
]  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_every_class_of_lines_in_every_place(name):
    """Whatever stands between two lines, the file comes back and what stands before it is read."""
    lines = TEXTS[name].split("\n")
    dialect = DIALECTS[name]
    chance = random.Random(name)
    for odd in CLASSES:
        for place in {0, len(lines), *(chance.randrange(len(lines)) for _ in range(4))}:
            text = "\n".join([*lines[:place], odd, *lines[place:]])
            collection = opened(text, dialect)
            assert file_of(collection, dialect) == text.encode()
            for one in collection.diagnostics:
                assert one.severity is not Severity.ERROR
                assert one.code.startswith("kif.")
                assert one.line is None or 1 <= one.line <= len(lines) + 1
                assert (
                    one.offset is None or text.encode()[: one.offset].count(b"\n") == one.line - 1
                )


@pytest.mark.parametrize("name", TEXTS)
def test_files_that_were_cut(name):
    dialect = DIALECTS[name]
    for codec in ("cp932", "utf-8"):
        data = raw(TEXTS[name], codec)
        for end in range(0, len(data), 7):
            collection = opened(data[:end], dialect)
            assert collection.record(0).nodes
            assert file_of(collection, dialect) == data[:end]


@given(data=st.binary(max_size=400), dialect=st.sampled_from(["kif", "ki2", "bod"]))
@settings(max_examples=150)
def test_random_bytes(data, dialect):
    collection = opened(data, dialect)
    assert file_of(collection, dialect) == data


@given(
    lines=st.lists(st.sampled_from([*CLASSES, *GAME.split("\n"), *BOOK.split("\n")]), max_size=30),
    dialect=st.sampled_from(["kif", "ki2", "bod"]),
    eol=st.sampled_from(["\n", "\r\n", "\r"]),
)
@settings(max_examples=200, deadline=None)
def test_lines_in_any_order(lines, dialect, eol):
    data = eol.join(lines).encode("utf-8")
    collection = opened(data, dialect)
    record = collection.record(0)
    assert file_of(collection, dialect) == data
    node = list(record.walk())[-1]
    inverse, _ = ops.apply(record, ops.SetNote(node.id, "comment", "新"))
    assert "*新".encode() in written(collection, dialect)[0]
    ops.apply(record, inverse)
    assert file_of(collection, dialect) == data


def found(text: str, dialect: str = "kif") -> list[tuple[str, int | None, str]]:
    return [(one.code, one.line, one.message.text()) for one in opened(text, dialect).diagnostics]


def test_a_line_that_is_not_understood():
    text = GAME.replace("*角道があく\n", "*角道があく\n   変な行です\n")
    assert found(text) == [
        (
            "kif.unknown-line",
            15,
            "This line isn't understood; it is kept. The line: 変な行です",
        )
    ]
    assert opened(text).diagnostics[0].column == 4
    assert opened(text).diagnostics[0].node == 2
    assert moves_of(record_of(text)) == moves_of(record_of(GAME))


def test_a_board_of_eight_rows():
    text = TSUME.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n", "")
    assert ("kif.board", 15, "The board has 8 ranks, not 9.") in found(text)
    assert position(record_of(text)) == position(record_of(TSUME))
    text = TSUME.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九", "| ・ ・|九")
    assert [code for code, _, _ in found(text)] == ["kif.board"]
    assert line(record_of(text)) == ["G*1b", "詰み"]


def test_a_board_of_ten_rows():
    text = TSUME.replace("|九\n", "|九\n| 歩 歩 歩 歩 歩 歩 歩 歩 歩|\n")
    assert "There are more than nine ranks." in found(text)[0][2]
    assert position(record_of(text)) == position(record_of(TSUME))


def test_hundred_rooks_in_hand():
    for number in ("百", "100", "１００"):
        text = POSITION.replace("金二　銀", f"飛{number}")
        assert "100R" in position(record_of(text, "bod"))
        assert found(text, "bod")[0][0] == "kif.board"
        assert "100" in found(text, "bod")[0][2]
        assert "飛" in found(text, "bod")[0][2]
    text = POSITION.replace("金二　銀", "玉 金999999999999 と")
    assert position(record_of(text, "bod"))
    assert found(text, "bod")


def test_variations_that_point_past_the_end():
    text = "1 ７六歩(77)\n2 ３四歩(33)\n\n変化：40手\n40 ２六歩(27)\n*注\n"
    record = record_of(text)
    assert moves_of(record) == [(0, "7g7f"), (1, "3c3d"), (2, "2g2f")]
    assert record.nodes[3].comment == "注"
    assert found(text) == [
        (
            "kif.lost-number",
            5,
            "No line before it leads up to move 40; it is put behind move 2. The line: 40 ２六歩(27)",
        )
    ]
    text = "▲７六歩 △３四歩\n変化：9手\n▲２六歩\n"
    assert len(record_of(text, "ki2").nodes) == 4
    assert found(text, "ki2")[0][0] == "kif.lost-number"


def test_a_variation_without_moves():
    text = "1 ７六歩(77)\n\n変化：1手\n\n変化：1手\n1 ２六歩(27)\n変化：1手\n"
    assert [(code, at) for code, at, _ in found(text)] == [
        ("kif.empty-variation", 3),
        ("kif.empty-variation", 7),
    ]
    assert moves_of(record_of(text)) == [(0, "7g7f"), (0, "2g2f")]


def test_same_square_where_no_move_was():
    text = "1 同　歩(77)\n2 ３四歩(33)\n"
    assert found(text)[0][:2] == ("kif.incomplete-move", 1)
    assert moves_of(record_of(text))[1] == (1, "3c3d")


def test_diagnostics_have_a_limit():
    text = "変な行\n" * 5000
    diagnostics = opened(text).diagnostics
    run, more = diagnostics
    assert f"{DEFAULT.diagnostics - 1} more like this follow" in run.message.text()
    assert more.message.text() == "And 4000 more."
    assert file_of(opened(text)) == text.encode()


def test_too_many_moves():
    limits = DEFAULT._replace(nodes=4)
    for text, dialect in ((GAME, "kif"), (BOOK, "ki2")):
        data = raw(text)
        collection = opened(data, dialect, limits=limits)
        assert len(collection.record(0).nodes) == 4
        assert [one.code for one in collection.diagnostics] == ["kif.limit"]
        assert file_of(collection, dialect) == data
        ops.apply(collection.record(0), ops.SetNote(1, "comment", "x"))
        changed, _ = written(collection, dialect)
        without = changed.replace(b" \r\n*x\r\n", b"").replace(b"*x\r\n", b"")
        assert without.replace(b"\r\n", b"") == data.replace(b"\r\n", b"")


def test_too_many_bytes():
    data = raw(GAME)
    collection = opened(data, limits=DEFAULT._replace(body_bytes=500))
    rest = collection.record(0).fact(REST)
    assert rest is not None
    assert rest.raw == Span(500, len(data) - 500)
    assert "kif.too-long" in [one.code for one in collection.diagnostics]
    assert file_of(collection) == data


def test_long_games():
    """1,525 moves are real; 20,000 are no reason for recursion."""
    cycle = ("３八飛(28)", "７二飛(82)", "２八飛(38)", "８二飛(72)")
    text = "".join(f"{ply:4} {cycle[ply % 4 - 1]} ( 0:01/00:00:01)\n" for ply in range(1, 20_001))
    collection = opened(text)
    assert len(collection.record(0).nodes) == 20_001
    assert list(collection.diagnostics) == []
    assert file_of(collection) == text.encode()


@pytest.mark.parametrize(
    "text",
    [
        lambda count: "*注\n" * count,
        lambda count: "変化：1手\n1 ７六歩(77)\n" * count,
        lambda count: "変な行\n" * count,
        lambda count: "\n" * count,
        lambda count: "先手：A\n" * count,
        lambda count: "| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n" * count,
        lambda count: "".join(f"{9 - n % 9} ７六歩(77)\n" for n in range(count)),
        lambda count: "".join(
            f"変化：{n % 7 * 3}手\n{n % 7 * 3} ７六歩(77)\n" for n in range(count)
        ),
        lambda count: (
            "".join(f"{n} ７六歩(77)\n" for n in range(1, count))
            + "1 ２六歩(27)\n9999 ２六歩(27)\n" * (count // 40)
        ),
        lambda count: "▲７六歩" * count,
    ],
    ids=lambda text: text(2)[:12].strip() or "blank",
)
def test_large_files_of_one_kind_of_line(text):
    """The work is linear in the lines, whatever they are."""

    def act(count):
        data = text(count).encode()
        collection = opened(data)
        assert collection.record(0).nodes
        assert file_of(collection) == data

    act(40)  # what is loaded once is no growth
    few, many = (counted(lambda count=count: act(count), "formats/kif") for count in (120, 480))
    assert growing(few, many, 4, 1000) == []


@pytest.mark.parametrize(
    "text",
    [
        "1 " + "７" * 200_000,
        "(" * 200_000 + "\n1 " + "(" * 200_000,
        "1 ７六歩(77)" + " " * 200_000 + "x\n",
    ],
    ids=lambda text: text[:12].strip(),
)
def test_long_lines(text):
    """A pattern that is quadratic would time out."""
    data = text.encode()
    collection = opened(data)
    assert collection.record(0).nodes
    assert file_of(collection) == data
