"""Reading lists of positions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sfen_lines import FILE, PROBLEM, START, files, read, record_of, records_of

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.formats.entry import Likeness
from viewer.formats.format import Unreadable
from viewer.formats.sfen import SFEN, probe_sfen
from viewer.tree.action import Move, Setup, Terminal


def said(record):
    return record.root.action, [node.action for node in record.root.main_line()][1:]


def test_a_file():
    moves = [Move("7g7f"), Move("3c3d"), Move("8h2b+")]
    assert [said(record) for record in records_of(FILE)] == [
        (Setup(PROBLEM), []),
        (Setup("4k4/9/4G4/9/9/9/9/9/9 b G 31"), []),
        (None, moves),
        (Setup(PROBLEM), [Move("G*5b"), Terminal("resign")]),
        (None, [Move("2g2f")]),
    ]


def test_what_is_odd_is_told():
    collection = read(FILE)
    for index in range(len(collection)):
        collection.record(index)
    assert [(one.code, one.record, one.line, one.column) for one in collection.diagnostics] == [
        ("sfen.no-position", 4, 8, 1),
        ("sfen.rest", 1, 4, 34),
    ]
    assert "the end" in str(collection.diagnostics[0].message)
    assert "// a note" in str(collection.diagnostics[1].message)


@pytest.mark.parametrize(
    ("line", "sfen"),
    [
        (START, None),
        ("startpos", None),
        ("position startpos", None),
        ("4k4/9/4P4/9/9/9/9/9/9", "4k4/9/4P4/9/9/9/9/9/9 b - 1"),
        ("4k4/9/4P4/9/9/9/9/9/9 w", "4k4/9/4P4/9/9/9/9/9/9 w - 1"),
        ("4k4/9/4P4/9/9/9/9/9/9 b 7", "4k4/9/4P4/9/9/9/9/9/9 b - 7"),
        ("sfen 4k4/9/4P4/9/9/9/9/9/9 w 2Pr2p", "4k4/9/4P4/9/9/9/9/9/9 w 2Pr2p 1"),
        ("  position   sfen  4k4/9/4P4/9/9/9/9/9/9 w - 3 moves", "4k4/9/4P4/9/9/9/9/9/9 w - 3"),
    ],
)
def test_positions(line, sfen):
    collection = read(line.encode())
    assert said(collection.record(0)) == (None if sfen is None else Setup(sfen), [])
    assert list(collection.diagnostics) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("4k4/9/4P4/9/9/9/9/9 b - 1", "sfen.bad-position"),
        ("4k4/9/4k5/9/9/9/9/9/9 b - 1", "sfen.bad-position"),
        ("startpos moves 7g7f nonsense 3c3d", "sfen.rest"),
        ("startpos moves resign 7g7f", "sfen.rest"),
        (START + " some words", "sfen.rest"),
    ],
)
def test_lines_that_are_odd(line, code):
    collection = read(f"# \n{line}\n".encode())
    collection.record(0)
    collection.record(0)
    assert [(one.code, one.line) for one in collection.diagnostics] == [(code, 2)]


def test_a_hundred_rooks():
    record = record_of(b"4k4/9/9/9/9/9/9/9/9 b 100R 1")
    assert record.root.action == Setup("4k4/9/9/9/9/9/9/9/9 b 100R 1")


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "utf-8-sig"])
def test_codecs(codec):
    data = f"# 詰将棋の局面\n{START}\n".encode(codec)
    assert record_of(data).encoding == codec.removesuffix("-sig")


def test_nothing():
    for data in (b"hello\n", b"\n\n", b"1/2/3 b - 1"):
        with pytest.raises(Unreadable):
            read(data)


def test_limits():
    line = b"startpos moves" + b" 7g7f" * 50
    collection = SFEN.read(BytesSource(line), Limits(nodes=10))
    assert len(collection.record(0).nodes) == 10
    assert [one.code for one in collection.diagnostics] == ["sfen.too-long"]
    odd = START.encode() + b"\nhm" * 99
    assert len(SFEN.read(BytesSource(odd), Limits(diagnostics=7)).diagnostics) == 7


def test_a_long_line():
    line = b"startpos moves" + b" 2h3h 8b7b 3h2h 7b8b" * 5000
    assert len(record_of(line).nodes) == 20_001


CHESS = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"


@pytest.mark.parametrize(
    ("data", "likeness"),
    [
        (FILE, Likeness.YES),
        (START.encode(), Likeness.YES),
        (b"\xef\xbb\xbf\n# x\nsfen " + START.encode(), Likeness.YES),
        (b"position startpos moves 7g7f", Likeness.YES),
        (b"startpos moves 7g7f", Likeness.YES),
        (b"moves 7g7f", Likeness.YES),
        (b"some words\n" + START.encode(), Likeness.IF_NAMED),
        (b"4k4/9/9/9/9/9/9/9 b - 1", Likeness.IF_NAMED),
        (b"startpos\n", Likeness.IF_NAMED),
        (CHESS, Likeness.IF_NAMED),
        (b"moves are fun", Likeness.NO),
        (b"1. e4 e5", Likeness.NO),
        (b"", Likeness.NO),
    ],
)
def test_likeness(data, likeness):
    assert probe_sfen(data) is likeness


@given(data=st.one_of(st.binary(max_size=99).map(lambda some: START.encode() + some), files()))
def test_any_bytes(data):
    collection = read(data)
    for index in range(len(collection)):
        record = collection.record(index)
        assert record.digest() == read(data).record(index).digest()
        assert collection.headers(index) == record.headers == ()
