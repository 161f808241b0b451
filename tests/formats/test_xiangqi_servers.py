"""MXQ, CBF, CHE, CHN, CCM, PFC, XQR, WXF, XGF: what is read, told by content alone, and damage."""

from __future__ import annotations

import contextlib
import random

import pytest
from xiangqi_games import FILES, MOVES, XQR_FEN, che, former_xqr, pfc, xqr_parts

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable, Unwritable
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States

each_format = pytest.mark.parametrize("id", FILES)
TREES = {"cbf", "pfc", "xqr"}


def load(file: bytes, name: str = "") -> Collection:
    return load_source(BytesSource(file, name))


def texts(collection: Collection) -> list[str]:
    record = collection.record(0)
    states = States(game_of("xiangqi"), record)
    return [getattr(states.at(node).action, "text", "") for node in record.root.main_line()][1:]


@each_format
def test_a_game_is_read_whatever_its_name(id: str):
    for name in ("", "game.txt", "game.xqf", f"game.{id}"):
        collection = load(FILES[id](), name)
        assert (collection.format, collection.variant, len(collection)) == (id, id.upper(), 1)
        record = collection.record(0)
        assert texts(collection) == list(MOVES)
        assert record.headers == collection.headers(0)
        assert record.setup.text.endswith(" w")
        assert collection.diagnostics == []


@pytest.mark.parametrize(
    ("id", "headers"),
    [
        (
            "mxq",
            {"Place": "弈天", "Date": "2003年6月", "Red": "红", "Black": "黑", "Result": "1-0"},
        ),
        ("mxq", {"RedRating": "1630", "BlackRating": "1636", "Ending": "黑认负"}),
        ("cbf", {"Title": "局", "Red": "红", "ECCO": "C03", "Result": "1-0"}),
        ("chn", {"Red": "木易"}),
        ("pfc", {"Result": "0-1"}),
        ("xqr", {"Red": "红", "Result": "1-0"}),
        ("wxf", {"Title": "第一局", "Red": "红", "BlackRating": "1636", "Result": "1-0"}),
        ("xgf", {"Event": "杯", "Round": "3", "Red": "红", "RedRating": "1630", "Black": "黑"}),
    ],
)
def test_headers(id: str, headers: dict[str, str]):
    assert headers.items() <= dict(load(FILES[id]()).headers(0)).items()


@pytest.mark.parametrize("id", sorted(TREES))
def test_variations_and_comments(id: str):
    record = load(FILES[id]()).record(0)
    assert len(record.root.children) == 2
    assert record.setup.text == "4k4/9/9/9/9/9/9/7C1/9/4K2N1 w"
    comments = {node.comment for node in record.walk()} - {""}
    assert (
        comments
        == {
            "cbf": {"  谱\n   二 ", "变"},
            "pfc": {" 杀 ", "变"},
            "xqr": {"  谱"},
        }[id]
    )


def test_xqr_in_its_former_numbering_is_told_by_its_content():
    file = former_xqr()
    former, present = load(file), load(FILES["xqr"]())
    assert dict(former.headers(0)) == {"Round": "3", "Red": "红", "Result": "1-0"}
    assert dict(present.headers(0)) == {"Red": "红", "Black": "黑", "Result": "1-0"}
    assert texts(former) == texts(present) == list(MOVES)
    assert former.record(0).setup == present.record(0).setup
    assert former.diagnostics == present.diagnostics == []
    without = b"\0\x02\x20\x17" + xqr_parts({6: "红", 9: ""}, 10, 10)
    assert texts(load(without)) == list(MOVES)
    assert dict(load(without).headers(0)) == {"Red": "红"}
    for end in range(file.index(XQR_FEN.encode()), len(file)):
        assert load(file[:end]).headers(0) == former.headers(0)


def test_the_board_of_chn():
    assert load(FILES["chn"]()).record(0).setup.text == "4k2n1/9/9/9/9/9/9/7C1/9/4K2N1 w"


@each_format
def test_it_is_copied_and_not_written(id: str):
    collection = load(FILES[id]() + b" ")
    format_ = FORMATS[id].load()
    output = format_.write(collection)
    assert (
        b"".join(piece_bytes(one, collection.source) for one in output.pieces) == FILES[id]() + b" "
    )
    with pytest.raises(Unwritable):
        format_.write(MemoryCollection(id, [collection.record(0)]))
    losses = FORMATS["cbr"].load().write(collection).losses
    assert {loss.kind for loss in losses} <= {"header:ECCO", "header:Ending"}


@each_format
def test_a_file_cut_anywhere(id: str):
    file = FILES[id]()
    for end in range(len(file)):
        try:
            collection = load(file[:end], f"game.{id}")
        except Unreadable:
            continue
        if collection.format == id:
            assert texts(collection) == list(MOVES)[: len(texts(collection))] or id in (
                "pfc",
                "wxf",
            )


@each_format
def test_damage_never_raises(id: str):
    chance = random.Random(1)
    for _ in range(300):
        file = bytearray(FILES[id]())
        for _ in range(chance.randrange(1, 6)):
            file[chance.randrange(len(file))] = chance.randrange(256)
        with contextlib.suppress(Unreadable):
            load(bytes(file), f"game.{id}").record(0)


def test_counts_and_limits_are_told():
    cut = load(che()[:-40])
    assert [one.code for one in cut.diagnostics] == ["che.count"]
    short = load_source(BytesSource(che()), DEFAULT._replace(nodes=2))
    assert [one.code for one in short.diagnostics][-1] == "che.limit"
    assert len(short.record(0).nodes) == 3


def test_entities_end_the_reading():
    bomb = pfc().replace(b"?><n", b'?><!DOCTYPE n [<!ENTITY a "b">]><n')
    with pytest.raises(Unreadable):
        load(bomb, "game.pfc")


def test_deep_elements_are_no_recursion():
    file = b'<n m="4k4/9/9/9/9/9/9/7C1/9/4K2N1 w">' + b'<n m="h2e2">' * 20_000 + b"</n>" * 20_001
    assert len(load(file).record(0).nodes) == 20_001


SETUPS = {
    "FEN     4k4/9/9/9/9/9/9/7C1/9/4K2H1 r": "4k4/9/9/9/9/9/9/7C1/9/4K2N1 w",
    "FEN  \t4k4/9/9/4e4/9/9/9/9/9/4K4 b\n": "4k4/9/9/4b4/9/9/9/9/9/4K4 b",
    "SETUP{ ke9 Ke0 Ch2 Hh0 RED }": "4k4/9/9/9/9/9/9/7C1/9/4K2N1 w",
    "SETUP{ ke9 Ke0 ee6 BLACK }": "4k4/9/9/4b4/9/9/9/9/9/4K4 b",
}


@pytest.mark.parametrize("said", SETUPS)
def test_starts_of_wxf(said: str) -> None:
    collection = load(f"FORMAT  WXF\n{said}\n\nSTART{{\n}}END\n".encode())
    assert collection.record(0).setup.text == SETUPS[said]
    assert not collection.diagnostics


def test_faults_of_wxf_are_told_with_their_place() -> None:
    text = "FORMAT WXF\nRED 甲\nFEN what\nCOMMENT{ 话 }\nSTART{ 1. C2.5 nonsense "
    collection = load(text.encode("gb18030"))
    assert collection.record(0).root.comment == "话"
    places = [(one.code, one.offset) for one in collection.diagnostics]
    raw = text.encode("gb18030")
    assert places == [
        ("wxf.start", raw.index(b"what")),
        ("wxf.move", raw.index(b"nonsense")),
        ("wxf.cut", len(raw)),
    ]


def test_doubled_pieces_of_wxf() -> None:
    text = "FORMAT WXF\nFEN 4k4/9/4H4/9/9/9/4H4/9/9/3K5 r\nSTART{ 1. H++7 k5.6 2. +H-5 }END"
    assert texts(load(text.encode()))[:2] == ["e7c8", "e9f9"]


def test_lists_of_positions() -> None:
    text = (
        "# mine\r\n4k4/9/9/9/9/9/9/9/9/R3K3R r - - 0 1 ; 红先胜\r\n第二行\r\n"
        "4将4/9/9/9/9/9/9/9/9/俥3帅3俥 黑\r\n4k4/9/9/9/9/9/9/9/9/R3K3X w\r\n"
    )
    collection = load(text.encode("gb18030"), "a.fen")
    assert (collection.format, len(collection)) == ("xqfen", 3)
    records = [collection.record(index) for index in range(3)]
    assert [record.setup.text for record in records] == [
        "4k4/9/9/9/9/9/9/9/9/R3K3R w",
        "4k4/9/9/9/9/9/9/9/9/R3K3R b",
        "4k4/9/9/9/9/9/9/9/9/R3K4 w",
    ]
    assert records[0].root.comment == "红先胜\r\n第二行"
    assert [(one.code, one.line) for one in collection.diagnostics] == [("xqfen.position", 5)]
    output = FORMATS["xqfen"].load().write(collection)
    pieces = b"".join(piece_bytes(one, collection.source) for one in output.pieces)
    assert pieces == text.encode("gb18030")
