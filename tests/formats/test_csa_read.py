"""Reading CSA."""

from __future__ import annotations

import pytest
from csa_games import GAME, PROBLEM, games, read, record_of, written
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.formats.csa import FORMAT, lexer
from viewer.formats.csa import probe_csa as probe
from viewer.formats.detect import load_source
from viewer.formats.entry import Likeness
from viewer.formats.format import Unreadable
from viewer.tree.action import Move, Setup, Terminal, Written


def actions(data: bytes):
    return [node.action for node in record_of(data).root.main_line()][1:]


def codes(data: bytes):
    collection = read(data)
    for index in range(len(collection)):
        collection.record(index)
    return [one.code for one in collection.diagnostics]


def test_a_game():
    record = record_of(GAME)
    assert read(GAME).variant == "CSA V3.0"
    assert [tuple(header) for header in record.headers] == [
        ("N+", "先手の人"),
        ("N-", "White"),
        ("$EVENT", "Test: a cup"),
        ("$NOTE", "one\ntwo"),
        ("$END_TIME", "2024/05/14 12:00:00"),
    ]
    line = list(record.root.main_line())
    moves = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]
    assert [node.action for node in line[1:]] == [*map(Move, moves), Terminal("TORYO")]
    assert record.root.action is None
    assert record.root.comment == "before\nthe first move"
    assert [node.note("elapsed") for node in line[1:]] == [
        "0:00:12",
        "0:00:06.123",
        "0:00:03",
        "",
        "",
        "0:00:00",
    ]
    assert line[2].comment == "* 30 +2726FU -8384FU #12"
    assert line[3].comment == " and a comment,with a comma"
    assert codes(GAME) == []


def test_a_position():
    record = record_of(PROBLEM)
    # All that is nowhere else is White's.
    assert record.root.action == Setup("5k3/9/4P4/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1")
    assert actions(PROBLEM) == [Move("G*4b")]
    assert codes(PROBLEM) == []


@pytest.mark.parametrize(
    ("lines", "sfen"),
    [
        ("PI82HI22KA\n-", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("P2 * -HI * * * * * -KA *.\nP-59OU00FU\n+", "9/1r5b1/9/9/9/9/9/9/4k4 b p 1"),
        ("P+00FU00FU11RY\n-", "8+R/9/9/9/9/9/9/9/9 w 2P 1"),
        ("P1+KY   -OU\n+", "Lk7/9/9/9/9/9/9/9/9 b - 1"),
    ],
)
def test_set_ups(lines, sfen):
    assert record_of(lines.encode() + b"\n").root.action == Setup(sfen)


def test_no_board_and_no_side():
    assert record_of(b"+7776FU\n").root.action is None
    white = record_of(b"PI22KA\n-3334FU\n+7776FU\n")
    assert white.setup is not None
    assert white.setup.text.split()[1] == "w"


def test_several_games():
    data = GAME + b"/\r\n" + PROBLEM + b"/\n'nothing\n/\n+2726FU\n/\n"
    collection = read(data)
    assert [len(collection.record(i).nodes) for i in range(len(collection))] == [7, 2, 2]
    assert collection.record(1).setup is not None
    assert collection.headers(0)[0].value == "先手の人"
    assert collection.headers(2) == ()


@pytest.mark.parametrize(
    ("codec", "mark"), [("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("cp932", b""), ("euc_jp", b"")]
)
def test_codecs(codec, mark):
    record = record_of(mark + "V2.2\nN+高橋\n'*角交換の将棋\n".encode(codec))
    assert record.encoding == codec
    assert record.headers[0].value == "高橋"
    assert record.root.comment == "角交換の将棋"


def test_the_codec_of_a_file_that_claims_another():
    data = "'CSA encoding=UTF-8\nV3.0\nN+先手\n".encode("cp932")
    assert record_of(data).header("N+") == "先手"
    assert read(data, "euc_jp").record(0).encoding == "euc_jp"


@pytest.mark.parametrize(
    ("line", "code", "action"),
    [
        ("+7775", "csa.bad-move", Written("+7775")),
        ("+7776XX", "csa.bad-move", Written("+7776XX")),
        ("+0000FU", "csa.bad-move", Written("+0000FU")),
        ("-3334FU", "csa.wrong-side", Move("3c3d")),
        ("+5545FU", "csa.wrong-piece", Move("5e4e")),
        ("+7776TO", None, Move("7g7f+")),
        ("+7776FU+", None, Move("7g7f+")),
        ("+7776KI", "csa.wrong-piece", Move("7g7f")),
        ("+3334FU", "csa.wrong-piece", Move("3c3d")),
        ("+0055TO", "csa.wrong-piece", Move("P*5e")),
        ("%NEW_WORD", None, Terminal("NEW_WORD")),
        ("%-ILLEGAL_ACTION,T0", None, Terminal("-ILLEGAL_ACTION")),
    ],
)
def test_moves(line, code, action):
    data = f"PI\n+\n{line}\n".encode()
    assert actions(data) == [action]
    assert codes(data) == ([code] if code else [])


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ("#RESIGN\n#WIN", "TORYO"),
        ("#TIME_UP\n#LOSE", "TIME_UP"),
        ("#ILLEGAL_MOVE\n#LOSE", "ILLEGAL_MOVE"),
        ("#SENNICHITE\n#DRAW", "SENNICHITE"),
        ("#OUTE_SENNICHITE\n#LOSE", "OUTE_SENNICHITE"),
        ("#JISHOGI\n#DRAW", "JISHOGI"),
        ("#MAX_MOVES\n#CENSORED", "MAX_MOVES"),
        ("#CHUDAN", "CHUDAN"),
        ("#CENSORED", "CHUDAN"),
        ("#DRAW", "HIKIWAKE"),
        ("%TORYO\nT4\n#RESIGN\n#WIN", "TORYO"),
        ("%KACHI\n#JISHOGI\n#WIN", "KACHI"),
    ],
)
def test_the_ends_of_a_server(lines, word):
    data = f"V2.2\nPI\n+\n+7776FU\n{lines}\n".encode()
    assert actions(data) == [Move("7g7f"), Terminal(word)]
    assert codes(data) == []
    assert written(record_of(data)) == data


def test_who_has_won_alone_is_no_end():
    data = b"V2.2\nPI\n+\n+7776FU\n#WIN\n"
    assert actions(data) == [Move("7g7f")]
    assert codes(data) == ["csa.unknown"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("T5", "csa.unknown"),
        ("what?", "csa.unknown"),
        ("P1-KY", "csa.bad-position"),
        ("PIxx", "csa.bad-position"),
        ("P+00QQ", "csa.bad-position"),
        ("V", "csa.unknown"),
        ("Nobody", "csa.unknown"),
        ("$EVENT", "csa.unknown"),
        ("Pfui", "csa.unknown"),
        ("%", "csa.unknown"),
        ("+7776FU\nPI", "csa.late-position"),
        ("+7776FU\n+", "csa.unknown"),
        ("+7776FU\nT1\nT2", "csa.unknown"),
    ],
)
def test_bad_lines_are_told_with_their_place(line, code):
    data = f"V2.2\n{line}\n-3334FU\n".encode()
    collection = read(data)
    found = [one for one in collection.diagnostics if one.code == code]
    assert len(found) == 1
    number = 2 + line.count("\n")
    assert (found[0].line, found[0].column) == (number, 1)
    assert found[0].offset == data.rindex(line.split("\n")[-1].encode(), 0, -9)
    assert line.split("\n")[-1] in str(found[0].message)
    assert collection.record(0).root.children


def test_a_hundred_rooks():
    record = record_of(b"P+" + b"00HI" * 100 + b"\n+\n+0055HI\n")
    assert record.setup is not None
    assert record.setup.text == "9/9/9/9/9/9/9/9/9 b 100R 1"


def test_places_in_later_games():
    data = b"+7776FU\n/\n\n+2726FU\n huh\n"
    collection = read(data)
    collection.record(1)
    (found,) = collection.diagnostics
    assert (found.record, found.line, found.column, found.offset) == (1, 5, 2, data.index(b"huh"))


def test_limits():
    data = b"+7776FU\n-3334FU\n" * 50
    collection = FORMAT.read(BytesSource(data), Limits(nodes=10))
    assert len(collection.record(0).nodes) == 10
    assert "csa.too-long" in [one.code for one in collection.diagnostics]
    short = FORMAT.read(BytesSource(data), Limits(body_bytes=32))
    assert len(short.record(0).nodes) == 5
    many = FORMAT.read(BytesSource(b"?\n" * 99 + b"+7776FU"), Limits(diagnostics=7))
    (run,) = many.diagnostics
    assert "6 more like this follow, up to line 7" in run.message.text()


def test_nothing():
    with pytest.raises(Unreadable):
        read(b"\xef\xbb\xbf \n")


def test_a_long_line():
    data = b"PI\n+\n" + b"+2838HI\n-8272HI\n+3828HI\n-7282HI\n" * 5000
    assert len(record_of(data).nodes) == 20_001


@pytest.mark.parametrize(
    ("data", "likeness"),
    [
        (GAME, Likeness.YES),
        (PROBLEM, Likeness.YES),
        (b"+7776FU\n", Likeness.YES),
        (b"'x\n\n/\nN+a\n", Likeness.YES),
        (b"hello\n+7776FU\n-3334FU\n", Likeness.YES),
        (b"hello\n+7776FU\n", Likeness.IF_NAMED),
        (b"'only a remark\n", Likeness.IF_NAMED),
        (b"%TORYO\n", Likeness.IF_NAMED),
        (b"# KIF\n", Likeness.NO),
        (b'[Event "x"]\n', Likeness.NO),
        (b"\0\0", Likeness.NO),
        (b"", Likeness.NO),
    ],
)
def test_likeness(data, likeness):
    assert probe(data) is likeness


@given(data=st.binary(max_size=400))
def test_any_bytes(data):
    try:
        collection = read(data)
    except Unreadable:
        return
    assert [collection.record(index).root for index in range(len(collection))]


@given(data=games())
def test_ids_and_places(data):
    collection = read(data)
    for index in range(len(collection)):
        record = collection.record(index)
        assert collection.headers(index) == record.headers
        assert list(record.nodes) == [node.id for node in record.walk()]
        assert record.digest() == read(data).record(index).digest()
    text = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    for one in collection.diagnostics:
        assert one.line is not None
        assert 1 <= one.line <= len(text)


def test_no_part_of_a_file_is_searched_for_a_game_again_and_again(monkeypatch):
    searched = []
    real = lexer._CONTENT

    class Counting:
        def search(self, data, start=0, end=None):
            searched.append(end - start)
            return real.search(data, start, end)

    monkeypatch.setattr(lexer, "_CONTENT", Counting())
    data = b"V2.2\nPI\n+\n+7776FU\n" + b"/\n" * 1000 + b"V2.2\nPI\n+\n"
    assert len(lexer.games(data, 0)) == 2
    assert sum(searched) <= len(data)


def test_a_letter_that_chardet_knows_in_other_codecs_alone_is_western() -> None:
    data = b"+7776FU)-3334\xdfU\n+8822KA+\n"
    collection = load_source(BytesSource(data, "a.csa"))
    assert collection.record(0).encoding == "cp1252"
