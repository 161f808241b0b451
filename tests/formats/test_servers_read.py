"""GIB, NGF and UGF: read, and not written."""

from __future__ import annotations

import json

import pytest

from viewer.base import catalogs
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable, Unwritable
from viewer.formats.headers import value_words
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

GIB = """\\HS
\\[GAMEBLACKNAME=김철수 (2D)\\]
\\[GAMEWHITENAME=Shiro\\]
\\[GAMECOMMENT=two
lines\\]
\\HE
\\GS
2 1 0
INI 0 1 2 &4
STO 0 2 2 15 3
STO 0 3 1 3 15
SKI 0 4
STO 0 bad
\\GE
"""
NGF = """Title
19
Shiro  3D
Kuro  2D
www.example.org
0
0
7
20260101 [12:00]
10
White wins
3
PMABBREER
PMACWEEEE
PMADBAAAA
"""
GI_NGF = "GITitle\nGIShiro\nGIKuro\nGI\nGI\nGI2006-9-5\nGI9\nGI0\nGI0\nGI6\nGI1\nPMABBCDDC\n"
UGF = """[Header]
Title=A game
Size=19
Hdcp=0,6.5
CoordinateType=IGS
PlayerB=Kuro,2k
[Data]
QP,B1,1,0
DQ,W1,2,0
YA,B1,3,0
[ReviewComment]
.Comment,2
Well played.
"""
FILES = {
    "gib": (GIB, ["W pd", "B dp", "W pass", "STO 0 bad"]),
    "ngf": (NGF, ["B qd", "W dd", "B pass"]),
    "ugf": (UGF, ["B qd", "W dc", "B pass"]),
}


@pytest.mark.parametrize("id", FILES)
def test_moves_players_and_kind(id: str):
    text, moves = FILES[id]
    collection = load_source(BytesSource(text.encode(), "x.dat"))
    assert collection.format == id
    record = collection.record(0)
    assert [node.action.text for node in record.walk() if node.parent and node.action] == moves
    roles = {field.role: field.key for field in FORMATS[id].load().fields}
    assert record.header(roles["side0"]).startswith(("Kuro", "김"))
    assert collection.headers(0) == record.headers


def test_what_only_gib_says():
    collection = load_source(BytesSource(GIB.encode("cp949")))
    record = collection.record(0)
    assert record.encoding == "cp949"
    assert record.root.action == Setup("19 B dp pd")
    assert record.root.comment == "two\nlines"
    (found,) = collection.diagnostics
    assert (found.line, found.column) == (13, 1)
    assert GIB.encode("cp949")[found.offset :].startswith(b"STO 0 bad")


def test_the_other_head_of_ngf():
    record = load_source(BytesSource(GI_NGF.encode())).record(0)
    assert record.root.action == Setup("9")
    assert record.header("black") == "Kuro"
    assert record.root.children[0].action is not None
    assert record.root.children[0].action.text == "B bc"


def test_comments_of_ugf():
    record = load_source(BytesSource(UGF.encode())).record(0)
    assert record.node(1).comment == "Well played."
    turned = UGF.replace("IGS", "JPN").replace("Size=19", "Size=9").replace("QP", "CD")
    assert load_source(BytesSource(turned.encode())).record(0).node(1).action.text == "B cd"


@pytest.mark.parametrize("id", FILES)
def test_only_what_nobody_touched_is_written(id: str):
    data = FILES[id][0].encode()
    format_ = FORMATS[id].load()
    assert not format_.writable
    collection = load_source(BytesSource(data))
    output = format_.write(collection)
    assert b"".join(piece_bytes(piece, collection.source) for piece in output.pieces) == data
    with pytest.raises(Unwritable):
        format_.write(MemoryCollection(id, [collection.record(0)]))


@pytest.mark.parametrize("id", FILES)
def test_damage(id: str):
    data = FILES[id][0].encode()
    for cut in range(len(data)):
        for file in (data[:cut], data[:cut] + b"\xff\x00[;" + data[cut + 3 :]):
            try:
                collection = FORMATS[id].load().read(BytesSource(file))
            except Unreadable:
                continue
            assert collection.record(0).game == "go"


@pytest.mark.parametrize(
    ("id", "key", "written", "meant"),
    [
        ("gib", "GAMERESULT", "white wins by time", "W+T"),
        ("gib", "GAMERESULT", "Black wins by resignation", "B+R"),
        ("gib", "GAMERESULT", "white 3.5 win", "W+3.5"),
        ("gib", "GAMERESULT", "흑 불계승", "B+R"),
        ("gib", "GAMERESULT", "백 3집 반승", "W+3.5"),
        ("gib", "GAMERESULT", "黑中盘胜", "B+R"),
        ("gib", "GAMERESULT", "白胜3目半", "W+3.5"),
        ("ngf", "result", "White wins", "W+"),
        ("ngf", "result", "Black wins by 12.5 points", "B+12.5"),
        ("ugf", "Winner", "B,2.50", "B+2.5"),
        ("ugf", "Winner", "W,T", "W+T"),
        ("gib", "GAMERESULT", "the game was adjourned", "the game was adjourned"),
        ("gib", "GAMERESULT", "white resigns", "white resigns"),
        ("gib", "GAMERESULT", "Beate", "Beate"),
        ("gib", "GAMERESULT", "", ""),
    ],
)
def test_results_are_those_of_go(id: str, key: str, written: str, meant: str) -> None:
    headers = (Header(key, written),)
    assert FORMATS[id].load().by_role("result", headers, "go") == meant
    assert headers[0].value == written


def test_a_result_is_worded_as_players_write_it() -> None:
    text = GIB.replace("\\[GAMEBLACKNAME", "\\[GAMERESULT=white wins by time\\]\n\\[GAMEBLACKNAME")
    collection = load_source(BytesSource(text.encode(), "a.gib"))
    headers = collection.record(0).headers
    assert Header("GAMERESULT", "white wins by time") in headers
    words = value_words(
        "result", FORMATS["gib"].load().by_role("result", headers, "go"), game_of("go")
    )
    try:
        catalogs.choose("zh_CN", {})
        assert catalogs.tr(words) == "白超时胜"
    finally:
        catalogs.use(None)


@pytest.mark.parametrize(
    ("id", "headers"),
    [
        ("gib", ("GAMENAME", "GAMEDATE", "GAMERESULT", "GAMEBLACKNAME", "GAMEWHITENAME")),
        ("ngf", ("title", "date", "result", "black", "white")),
        ("ugf", ("Title", "Date", "Winner", "PlayerB", "PlayerW")),
    ],
)
def test_wei7_has_places_for_name_date_result_and_players(
    id: str, headers: tuple[str, ...]
) -> None:
    values = ("A game", "2026/1/2", "White wins by resign.", "Kuro", "Shiro")
    root = Node(0, None)
    record = Record("go", root, tuple(map(Header, headers, values)))
    output = FORMATS["wei7"].load().write(MemoryCollection(id, [record]))
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert output.losses == ()
    assert json.loads(data)["info"] == {
        "name": "A game",
        "time": "2026-01-02T00:00Z",
        "result": {"winner": 2},
        "participants": [{"name": "Kuro"}, {"name": "Shiro"}],
        "players": [{"participant": 0, "color": 1}, {"participant": 1, "color": 2}],
    }
