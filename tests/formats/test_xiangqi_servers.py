"""MXQ, CBF, CHE, CHN, CCM, PFC, XQR: what is read, told by content alone, and damage."""

from __future__ import annotations

import contextlib
import random

import pytest
from xiangqi_games import FILES, MOVES, che, pfc

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable, Unwritable
from viewer.formats.memory import MemoryCollection

each_format = pytest.mark.parametrize("id", FILES)
TREES = {"cbf", "pfc", "xqr"}


def load(file: bytes, name: str = "") -> Collection:
    return load_source(BytesSource(file, name))


def texts(collection: Collection) -> list[str]:
    return [getattr(node.action, "text", "") for node in collection.record(0).root.main_line()][1:]


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
    assert comments == {"cbf": {"谱", "变"}, "pfc": {"杀", "变"}, "xqr": {"谱"}}[id]


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
            assert texts(collection) == list(MOVES)[: len(texts(collection))] or id == "pfc"


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
