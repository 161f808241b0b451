"""Games of Hex and Twixt from servers and programs: Little Golem's JSON, Abstract Play, twixtui."""

from __future__ import annotations

import contextlib
import json
import random

import pytest

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable, Unwritable
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.games.twixt.links import all_links, name_of
from viewer.tree.action import Setup
from viewer.tree.record import Record


def golem(gtid: str = "hex", variant: str = "DEFAULT", **more: object) -> bytes:
    said = {
        "id": 7,
        "gtid": gtid,
        "variant": variant,
        "players": [{"player": {"real_name": "A"}}, {"player": {"real_name": "B"}}],
        "moves": [{"dmove": ""}, {"dmove": "f4"}, {"dmove": "swap"}, {"dmove": "m13"}],
        "results": [2, 0],
    }
    return json.dumps(said | more).encode()


ABSTRACT = json.dumps(
    {
        "game": "hex",
        "numplayers": 2,
        "variants": ["size-13"],
        "gameover": True,
        "winner": [2],
        "stack": [
            {"_results": []},
            {"_results": [{"type": "place", "where": "e4"}]},
            {"_results": [{"type": "place", "where": "m13"}, {"type": "eog"}]},
        ],
    }
).encode()
TWIXTUI = (
    b"twixtui-record 1\n"
    b"ruleset size=12;deliberate=true;removal=true;pegremoval=false;owncross=false;swap=true\n"
    b"result vertical-wins resignation\nposition 00\nentries 9\n"
    b"moves D4; J9; E6 ~D4:E6; C3; F8 +D4:E6; v:draw?; K7 xC3; G10 -D4:E6; h:resign\ndigest 00\n"
)
FILES = {"lg-json": golem(), "abstractplay": ABSTRACT, "twixtui": TWIXTUI}


def load(data: bytes, name: str = "") -> Collection:
    return load_source(BytesSource(data, name))


def texts(record: Record) -> list[str]:
    return [getattr(node.action, "text", "") for node in list(record.root.main_line())[1:]]


def test_little_golem() -> None:
    collection = load(golem())
    record = collection.record(0)
    assert (collection.format, record.game) == ("lg-json", "hex")
    assert record.setup == Setup("13")
    assert texts(record) == ["1 f4", "2 swap-pieces", "1 m13"]
    assert [header.value for header in record.headers] == ["A", "B", "1-0"]
    twixt = load(golem("twixt", "SIZE30", moves=[{"dmove": "B24"}, {"dmove": "draw"}])).record(0)
    assert (twixt.game, twixt.setup) == ("twixt", Setup("30"))
    assert texts(twixt) == ["1 ab24", "2 draw"]
    odd = load(golem(moves=[{"dmove": "?"}, 3, {"dmove": "draw"}], players=3, results="x"))
    assert texts(odd.record(0)) == ["1 ?", "2 draw"]
    assert [one.code for one in odd.diagnostics] == ["lg-json.move", "lg-json.move"]


def test_abstract_play() -> None:
    record = load(ABSTRACT).record(0)
    assert record.setup == Setup("13")
    assert texts(record) == ["1 e4", "2 m13"]
    assert record.header("Result") == "0-1"


def links(record: Record, ply: int) -> set[str]:
    state = States(game_of("twixt"), record).at(list(record.root.main_line())[ply])
    return {name_of(state.grid, link) for link in all_links(state.grid, state.links)}


def test_twixtui() -> None:
    collection = load(TWIXTUI)
    record = collection.record(0)
    assert record.setup == Setup("12")
    assert texts(record) == [
        "1 d4",
        "2 j9",
        "1 e6 none",
        "2 c3",
        "1 f8 +f8/e6 +e6/d4",
        "1 propose-draw",
        "2 K7 xC3",
        "1 g10 -e6/d4 auto",
        "2 resign",
    ]
    assert links(record, 3) == set()
    assert links(record, 5) == {"f8/e6", "e6/d4"}
    assert links(record, 8) == {"f8/e6", "g10/f8"}
    assert (record.header("Result"), record.header("Ending")) == ("1-0", "resignation")
    assert [one.code for one in collection.diagnostics] == ["twixtui.move"]


@pytest.mark.parametrize("id", FILES)
def test_told_by_content_copied_and_not_written(id: str) -> None:
    for name in ("", "game.txt", "game.json", "game.wei7"):
        assert load(FILES[id], name).format == id
    collection = load(FILES[id])
    output = FORMATS[id].load().write(collection)
    assert b"".join(piece_bytes(one, collection.source) for one in output.pieces) == FILES[id]
    with pytest.raises(Unwritable):
        FORMATS[id].load().write(MemoryCollection(id, [collection.record(0)]))


@pytest.mark.parametrize("id", FILES)
def test_damage_never_raises(id: str) -> None:
    chance = random.Random(5)
    for _ in range(400):
        file = bytearray(FILES[id])[: chance.randrange(len(FILES[id])) or None]
        for _ in range(chance.randrange(4)):
            file[chance.randrange(len(file))] = chance.randrange(256)
        with contextlib.suppress(Unreadable):
            collection = FORMATS[id].load().read(BytesSource(bytes(file)))
            record = collection.record(0)
            States(game_of(record.game), record).at(list(record.root.main_line())[-1])


def test_deep_json_and_limits() -> None:
    with pytest.raises(Unreadable):
        FORMATS["lg-json"].load().read(BytesSource(b'{"gtid":"hex","players":' + b"[" * 100_000))
    many = golem(moves=[{"dmove": "a1"}] * 50)
    short = load_source(BytesSource(many), DEFAULT._replace(nodes=10))
    assert len(short.record(0).nodes) == 10
    assert [one.code for one in short.diagnostics] == ["lg-json.too-many"]
