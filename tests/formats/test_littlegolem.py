"""Games of Little Golem: colours, places and names that SGF has otherwise; damage."""

from __future__ import annotations

import pytest

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.connection import LG_SGF
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable, Unwritable
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup, Written
from viewer.tree.diagnostic import Severity
from viewer.tree.record import Header, Record

HEX = (
    b"(;FF[4]EV[hex.ch.1.2]PB[A. First]PW[Second;]]SZ[13]RE[W]GC[ game #1]"
    b"SO[http://www.littlegolem.com];W[mf];B[swap];W[am];B[resign])"
)
TWIXT = (
    b"(;FF[4]EV[twixt.ld]PB[first]PW[second]SZ[24]SO[https://www.littlegolem.net]"
    b";b[ec];r[swap];b[lk];r[qi|draw];b[draw])"
)


def load(data: bytes, name: str = "") -> Collection:
    return load_source(BytesSource(data, name))


def moves(record: Record) -> list[str]:
    found = [node.action for node in record.walk()]
    return [action.text for action in found if isinstance(action, (Move, Written))]


def test_hex():
    collection = load(HEX)
    record = collection.record(0)
    assert (collection.format, record.game) == ("lg-sgf", "hex")
    assert moves(record) == ["1 m6", "2 swap-pieces", "1 a13", "2 resign"]
    assert record.root.action == Setup("13")
    assert record.header("PB") == "A. First"
    assert record.header("PW") == "Second;]"
    assert [header.key for header in record.headers] == ["EV", "PB", "PW", "RE", "GC", "SO"]
    assert list(collection.diagnostics) == []


def test_twixt():
    record = load(TWIXT).record(0)
    assert record.game == "twixt"
    assert record.root.action is None
    wanted = ["1 e3", "2 swap-pieces", "1 l11", "2 q9 propose-draw", "1 draw"]
    assert moves(record) == wanted


def test_capitals_are_columns_beyond_z_on_large_boards_alone():
    large = TWIXT.replace(b"SZ[24]", b"SZ[30]").replace(b"b[ec]", b"b[Bc]")
    assert moves(load(large).record(0))[0] == "1 ab3"
    small = TWIXT.replace(b"b[ec]", b"b[Ec]")
    assert moves(load(small).record(0))[0] == "1 e3"


@pytest.mark.parametrize("name", ["", "game.sgf", "game.hsgf", "game.tsgf", "x.pgn"])
@pytest.mark.parametrize("data", [HEX, TWIXT])
def test_they_are_known_whatever_their_name_is(data: bytes, name: str):
    assert load(data, name).format == "lg-sgf"


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("(;FF[4]EV[null]PB[a]SZ[13]SO[http://www.littlegolem.com];W[mf];B[swap])", "lg-sgf"),
        ("(;FF[4]EV[null]PB[a]SZ[24];b[mf];r[swap])", "lg-sgf"),
        ("\ufeff\n(;FF[4]EV[twixt.ld]PB[a];b[ec])", "lg-sgf"),
        ("(;FF[4]PB[a]SZ[13];W[mf];B[swap];W[aa])", "lg-sgf"),
        ("(;FF[4]PB[a]SZ[13];W[mf];B[aa])", "sgf"),
        ("(;FF[4]GM[11]EV[hex.ch]PB[a];B[a3])", "sgf"),
        ("(;FF[4]EV[go.ch]PB[a]SZ[19]SO[http://www.littlegolem.com];B[pd];W[dd])", "sgf"),
        ("(;FF[3]b[pd];w[dd])", "sgf"),
        ("(;EV[A hexagon]PB[a];W[pd])", "sgf"),
    ],
)
def test_what_is_one_of_them(text: str, format: str):
    assert load(text.encode()).format == format


def test_the_list_of_a_players_games():
    data = b"\n".join([HEX, TWIXT, HEX.replace(b"A. First", b"Other")]) + b"\n"
    collection = load(data)
    assert [collection.record(index).game for index in range(3)] == ["hex", "twixt", "hex"]
    assert collection.headers(2)[1] == Header("PB", "Other")
    spans = [collection.span(index) for index in range(3)]
    assert [span.start for span in spans if span is not None] == [
        0,
        len(HEX) + 1,
        len(HEX + TWIXT) + 2,
    ]
    assert spans[2] is not None
    assert spans[2].end == len(data)
    assert collection.values("PW", 0, 2) == ["Second;]", "second"]


def test_what_is_odd_is_kept_and_told():
    data = HEX.replace(b";W[am]", b";W[a1] junk (;W[am]").replace(b"SZ[13]", b"SZ[999]")
    collection = load(data)
    record = collection.record(0)
    assert moves(record)[2:4] == ["1 a1", "1 am"] or moves(record)[2] == "1 a1"
    found = {one.code: one for one in collection.diagnostics}
    assert set(found) == {"lg-sgf.size", "lg-sgf.move", "lg-sgf.text"}
    assert found["lg-sgf.move"].offset == data.index(b";W[a1]")
    assert found["lg-sgf.move"].column == data.index(b";W[a1]") + 1
    assert found["lg-sgf.size"].severity is Severity.ERROR


@pytest.mark.parametrize("data", [HEX, TWIXT])
def test_cut_anywhere(data: bytes):
    for length in range(len(data)):
        try:
            collection = LG_SGF.read(BytesSource(data[:length]))
        except Unreadable:
            continue
        record = collection.record(0)
        assert moves(record) == moves(load(data).record(0))[: len(moves(record))]
        assert collection.diagnostics
        output = LG_SGF.write(collection)
        source = collection.source
        assert b"".join(piece_bytes(piece, source) for piece in output.pieces) == data[:length]


def test_too_many_moves():
    data = HEX[:-1] + b";W[aa];B[bb]" * 50 + b")"
    collection = LG_SGF.read(BytesSource(data), DEFAULT._replace(nodes=20))
    assert len(collection.record(0).nodes) == 20
    assert [one.code for one in collection.diagnostics] == ["lg-sgf.too-many"]


def test_they_are_not_written():
    record = load(TWIXT).record(0)
    with pytest.raises(Unwritable):
        LG_SGF.write(MemoryCollection("lg-sgf", [record]))
    with pytest.raises(KeyError):
        LG_SGF.write(load(TWIXT), {"no such": "option"})
