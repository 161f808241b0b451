"""What is read of SGF files, whoever wrote them."""

from __future__ import annotations

import re

import pytest
import sgf_games as games
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.source import BytesSource
from viewer.formats.detect import detect
from viewer.formats.format import Unreadable
from viewer.formats.sgf.go import GoDialect
from viewer.formats.sgf.meaning import parts_of, plain_properties
from viewer.formats.sgf.tokens import (
    compressed,
    escaped,
    halves,
    places,
    points_of,
    properties,
    text_of,
    tokens,
)
from viewer.tree.action import Move, Setup, Written
from viewer.tree.annotation import Mark


def actions(data: bytes) -> list[tuple[int, str]]:
    record = games.first(data)
    ids = {node: place for place, node in enumerate(record.walk())}
    return [
        (ids[node.parent] if node.parent else -1, node.action.text if node.action else "")
        for node in record.walk()
    ]


def codes(data: bytes) -> set[str]:
    collection = games.read(data)
    for index in range(len(collection)):
        collection.record(index)
    return {one.code for one in collection.diagnostics}


def test_a_game_with_everything():
    record = games.first(games.PLAIN)
    assert [tuple(header) for header in record.headers] == [
        ("AP", "Hand:1"),
        ("PB", "Kuro"),
        ("PW", "Shiro"),
        ("KM", "6.5"),
        ("ZZ", "a"),
        ("ZZ", "b"),
    ]
    assert record.root.action is None
    nodes = list(record.walk())
    assert [node.action for node in nodes[1:5]] == [
        Move("B pd"),
        Move("W dp"),
        Move("B pp"),
        Move("W dd"),
    ]
    assert nodes[1].notes == {"clock": "0:29:55.5", "overtime": "3"}
    assert nodes[2].comment == "A comment: ] and \\ here."
    assert nodes[3].note("title") == "Main"
    assert nodes[3].glyphs == (1,)
    assert nodes[3].marks == (
        Mark("triangle", ("dd",)),
        Mark("triangle", ("pp",)),
        Mark("label", ("cc",), text="A"),
        Mark("label", ("dd",), text="x:y"),
    )
    assert nodes[5].glyphs == (4,)
    assert nodes[6].action == Setup("B aa ab ba bb E dp PL W")
    assert nodes[6].note("figure") == ("257", "Figure 1")
    assert len(nodes[6].note("view")) == 361
    assert nodes[6].marks == (Mark("dim", ()),)
    assert nodes[5].parent is nodes[2]
    assert games.read(games.PLAIN).diagnostics == []


def test_names_as_before_ff4():
    record = games.first(games.OLD)
    assert record.root.action == Setup("9")
    assert record.header("PB") == "X"
    assert [node.action for node in record.walk()][1:] == [Move("B cc"), Move("W pass")]
    node = record.root.children[0]
    assert node.comment == "said"
    assert [mark.text or mark.kind for mark in node.marks] == ["a", "b", "cross"]


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (games.UNCLOSED, [(-1, ""), (0, "B aa"), (1, "W bb"), (2, "B cc"), (3, "W dd")]),
        (games.EXTRA, [(-1, ""), (0, "B aa")]),
        (games.NO_SEMICOLON, [(-1, ""), (0, "B aa"), (1, "W bb")]),
        (games.BEHIND, [(-1, ""), (0, "B aa"), (1, "W bb"), (1, "W cc"), (3, "B dd")]),
        (
            games.TWO_IN_ONE,
            [(-1, ""), (0, "B aa"), (1, "B bb"), (2, "W cc"), (3, "B dd"), (4, "W ee")],
        ),
        (games.OPEN_VALUE, [(-1, ""), (0, "B aa")]),
        (games.BRACKETS, [(-1, ""), (0, "B aa"), (1, "W bb")]),
        (b"(;SZ[25];B[tt];B[])", [(-1, "25"), (0, "B tt"), (1, "B pass")]),
        (b"(;SZ[9:13]AB[aa:bb]AW[ii]PL[W])", [(-1, "9x13 B aa ab ba bb W ii PL W")]),
        (b"(;;;)", [(-1, ""), (0, ""), (1, "")]),
        (b"(;GM[1](;B[aa])(;B[aa]))", [(-1, ""), (0, "B aa"), (0, "B aa")]),
    ],
)
def test_trees(data: bytes, wanted: list[tuple[int, str]]):
    assert actions(data) == wanted


def test_several_things_in_a_node():
    record = games.first(games.TWO_IN_ONE)
    nodes = list(record.walk())
    assert [node.comment for node in nodes] == ["", "in the root", "", "two", "", ""]
    assert nodes[2].note("clock") == "0:00:10"
    assert nodes[3].note("clock") == "0:00:20"
    assert "sgf.mixed" in codes(games.TWO_IN_ONE)


def test_a_property_twice():
    record = games.first(games.TWICE)
    assert record.root.action == Setup("19 B aa bb")
    assert record.root.children[0].comment == "one\ntwo"
    assert len(record.root.children[0].marks) == 2


def test_text_around_games():
    collection = games.read(games.TEXT_AROUND)
    assert len(collection) == 2
    assert [collection.record(i).root.children[0].action for i in (0, 1)] == [
        Move("B aa"),
        Move("B bb"),
    ]


def test_brackets_that_are_not_escaped():
    record = games.first(games.BRACKETS)
    assert record.root.comment == "a [b] c] d"
    assert record.root.children[0].comment == "x"


def test_a_game_that_is_not_closed_ends_where_the_next_begins():
    collection = games.read(b"(;GM[1];B[aa](;W[bb])\n(;GM[1]FF[4];B[cc])")
    assert len(collection) == 2
    assert collection.record(1).root.children[0].action == Move("B cc")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"(;SZ[0];B[aa])", "sgf.size"),
        (b"(;SZ[1000];B[aa])", "sgf.size"),
        (b"(;GM[1];B[zz])", "sgf.point"),
        (b"(;GM[1];B[a1])", "sgf.point"),
        (b"(;GM[1]AB[zz])", "sgf.point"),
        (b"(;GM[1]TR[zz])", "sgf.mark"),
        (games.UNCLOSED, "sgf.open"),
        (games.BEHIND, "sgf.behind"),
        (b"(;GM[1]()(;B[aa]))", "sgf.empty"),
        (b"(;GM[1];B[aa])(;GM[7];B[a1])", "sgf.game"),
    ],
)
def test_odd_things_are_told(data: bytes, code: str):
    assert code in codes(data)


def test_where_odd_things_are():
    collection = games.read("(;GM[1]C[Käse]\n\n;B[aa]\n ;B[zz])".encode())
    collection.record(0)
    (found,) = collection.diagnostics
    assert (found.line, found.column, found.offset, found.node) == (4, 2, 25, 2)


def test_a_move_that_is_none_is_shown_as_written():
    record = games.first(b"(;GM[1];B[a1];W[zz])")
    assert [node.action for node in record.walk()][1:] == [Written("B a1"), Move("W zz")]


def test_a_set_up_and_a_move_in_a_node():
    for node, wanted in (
        (b"W[mo]PL[B]", [Move("W mo")]),
        (b"PL[W]W[mo]", [Move("W mo")]),
        (b"PL[B]", [Setup("PL B")]),
        (b"AB[aa]PL[B]", [Setup("B aa PL B")]),
        (b"AB[aa]W[mo]PL[B]", [Setup("B aa PL B"), Move("W mo")]),
        (b"B[aa]W[mo]PL[B]", [Move("B aa"), Move("W mo")]),
    ):
        data = b"(;GM[1];" + node + b";B[bb])"
        record = games.first(data)
        assert [one.action for one in record.walk()][1:-1] == wanted
        assert codes(data) == ({"sgf.mixed"} if b"[mo]" in node else set())
    assert games.first(b"(;GM[1]PL[W];W[mo])").root.action == Setup("19 PL W")


@pytest.mark.parametrize("number", [3, 7, 8, 99])
def test_games_that_are_not_known_yet(number: int):
    with pytest.raises(Unreadable) as caught:
        games.read(f"(;GM[{number}]FF[4];B[a1])".encode())
    assert str(number) in caught.value.reason.text()


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        ("(;GM[1]C[日本の碁ソ表])", "utf-8"),
        ("(;GM[1]CA[shift_jis]C[ソ表示ポ])", "cp932"),
        ("(;GM[1]CA[GB2312]C[中国围棋])", "gb18030"),
        ("(;GM[1]C[第一手很好，第二手不好，黑棋中盘胜。])", "gb18030"),
        ("(;GM[1]C[このゲームはすばらしいです。黒の勝ち。])", "cp932"),
        ("(;GM[1]C[이 바둑은 정말 재미있다. 흑이 이겼다.])", "cp949"),
        ("(;GM[1]C[Grüße an Gérard])", "cp1252"),
        ("(;GM[1]CA[koi8-r]C[Привет])", "koi8-r"),
        ("(;GM[1]CA[ISO-2022-JP]C[碁は古代のゲームであり、ソ表])", "iso2022_jp"),
        ("(;GM[1]C[碁は古代のゲームであり、ソ表])", "iso2022_jp"),
        ("(;GM[1]CA[UTF-8]C[碁は古代のゲームであり]PB[黒])", "iso2022_jp"),
        ("(;GM[1]CA[HZ-GB-2312]C[中国围棋 ~ 好])", "hz"),
        ("(;GM[1]C[中国围棋 ~ 好])", "hz"),
    ],
)
def test_encodings(text: str, codec: str):
    data = text.encode(codec)
    record = games.first(data)
    assert record.encoding == codec
    assert record.root.comment == re.findall(r"(?<!G)C\[([^]]*)\]", text)[-1]
    assert games.bytes_of(record) == data


def test_japanese_between_switches_that_python_does_not_write():
    data = "(;GM[1]PB[黒]PW[白]C[碁\n石];B[aa]C[手])".encode("iso2022_jp")
    for old, new in ((b"$B", b"$@"), (b"(B", b"(J")):
        data = data.replace(b"\x1b" + old, b"\x1b" + new, 3)
        record = games.first(data)
        assert record.header("PB").rstrip("\ufe01\ufe02\ufe03") == "黒"
        assert games.bytes_of(record) == data


def test_where_a_diagnostic_is_in_text_with_switches():
    data = "(;GM[1]" + ";B[aa]C[三国三国]" * 4000 + ";TR[zz1])"
    collection = games.read(data.encode("iso2022_jp"))
    collection.record(0)
    (found,) = collection.diagnostics
    assert found.offset == data.encode("iso2022_jp").index(b";TR[")


def test_utf16_and_marks():
    for data in ("(;GM[1]C[中])".encode("utf-16"), b"\xef\xbb\xbf(;GM[1]C[\xe4\xb8\xad])"):
        assert games.first(data).root.comment == "中"
    assert games.first("(;GM[1]C[plain])".encode("utf-16-le")).root.comment == "plain"


def test_utf8_with_a_name_cut_within_a_character():
    data = "(;GM[1]PB[日本碁院]C[黒番です])".encode().replace("院]".encode(), b"\xe9\x99]")
    record = games.first(data)
    assert record.encoding == "utf-8"
    assert record.root.comment == "黒番です"
    assert games.bytes_of(record) == data


@pytest.mark.parametrize("data", [one for one in games.ALL if b"From" not in one])
def test_told_by_content(data: bytes):
    assert detect(BytesSource(data, "x.txt")).id == "sgf"


BAD = (
    b"(" * 10_000,
    b"(;GM[1]" + b"(" * 10_000,
    b"(;GM[1]" + b"((;B[aa]" * 3000,
    b"(;GM[1]C[" + b"x]y " * 10_000 + b"];B[aa])",
    b"(;GM[1]" + b"C[]1" * 5000 + b")",
    b"(;GM[1];C[" + b"x" * 300_000,
    b"(;" + b"A" * 300_000 + b")",
    b"(;GM[1]LB[aa:" + b"x" * 1_000_000 + b"])",
    b"(;GM[1]TR" + b"[aa:ss]" * 20_000 + b")",
    b"(;GM[1]" + b"(;B[aa])" * 20_000 + b")",
)


@pytest.mark.parametrize("data", BAD, ids=range(len(BAD)))
def test_bad_input_is_read_as_far_as_it_goes_and_comes_back(data: bytes):
    if b";" not in data:
        with pytest.raises(Unreadable):
            games.read(data)
        return
    assert games.bytes_of(games.first(data), data) == data


# ------------------------------------------------------------------------------- syntax

sgf_text = st.text(st.sampled_from("()[];\\: \nABCabc]]1é"), max_size=60)


@given(sgf_text)
def test_tokens_joined_are_the_text(text: str):
    texts, kinds, _ = tokens(text)
    assert "".join(texts) == text
    for node, kind in zip(texts, kinds, strict=True):
        if kind == ";":
            wanted = [(place.name, list(place.values)) for place in places(node)]
            assert properties(node) == wanted


@given(st.text(st.sampled_from("ab]\\: \n\r"), max_size=20))
def test_escapes_come_back(text: str):
    plain = text.replace("\r", "")
    assert text_of(escaped(plain)) == plain
    assert text_of(escaped(plain, "\r\n")) == plain
    both = halves(escaped(plain, composed=True) + ":" + escaped(plain, composed=True))
    assert both is not None
    assert [text_of(half) for half in both] == [plain, plain]


@given(st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7))))
def test_rectangles_hold_each_point_once(cells: set[tuple[int, int]]):
    points = {"abcdefgh"[x] + "abcdefgh"[y] for x, y in cells}
    found = [point for raw in compressed(points) for point in points_of(raw)]
    assert sorted(found) == sorted(points)


some_nodes = st.builds(
    "".join,
    st.tuples(
        st.sampled_from([";B[", ";W[", "; B["]),
        st.sampled_from(["aa", "tt", "", "zz", "Ab", "a"]),
        st.sampled_from(["]", "]\n", "] \r\n"]),
        st.sampled_from(["", "BL[12.5]", "WL[3]", "BL[1.0]\n", "BL[-4]", "BL[0123.456]"]),
        st.sampled_from(["", "OB[3]", "OW[12]"]),
        st.sampled_from(["", "C[text\n two]", "C[]", "C[a\\]b]", "C[x\ty]", "TR[aa]"]),
    ),
)


@given(some_nodes, st.sampled_from([9, 19, 25]))
def test_most_nodes_are_read_the_quick_way_to_the_same_end(text: str, size: int):
    dialect = GoDialect(size, size)
    quick = dialect.read_common(text)
    if quick is not None:
        parts = parts_of(plain_properties(text), dialect, False, [])
        assert [(part.action, part.notes) for part in parts] == [quick]


def test_a_game_that_is_known_opens_the_file_wherever_it_stands():
    collection = games.read(b"(;GM[19];B[aa])(;GM[1];B[aa])")
    assert len(collection) == 2
    assert [len(collection.record(place).nodes) for place in (0, 1)] == [2, 2]
    collection.record(0)
    assert "sgf.game" in [found.code for found in collection.diagnostics]
    with pytest.raises(Unreadable):
        games.read(b"(;GM[19];B[aa])(;GM[20];B[aa])")
