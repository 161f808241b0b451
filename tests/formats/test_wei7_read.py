"""What is read of wei7, also of files that are damaged, old or wrong."""

from __future__ import annotations

import json

import pytest
from wei7_files import FILE, move, read, record_of, step, written

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats.detect import detect
from viewer.formats.format import Unreadable
from viewer.formats.wei7 import FORMAT
from viewer.formats.wei7.rules import parse
from viewer.games.go.game import GAME
from viewer.scene.picture import board_shapes, look_of
from viewer.tree.action import Move, Remark, Setup, Takeback, Written
from viewer.tree.annotation import Mark
from viewer.tree.diff import differences
from viewer.tree.record import Header


def wei7(tree, **more) -> bytes:
    return json.dumps({"format": "wei7", "version": "3.0", "tree": tree} | more).encode()


def lines(record) -> list[tuple[int, object, dict]]:
    """(parent, action, notes) of each node."""
    return [
        (-1 if node.parent is None else node.parent.id, node.action, dict(node.notes))
        for node in record.walk()
    ]


def findings(data: bytes) -> list[tuple[str, int | None, int | None, str]]:
    return [
        (one.code, one.line, one.column, one.message.args.get("path", ""))
        for one in read(data).diagnostics
    ]


def test_everything_of_a_file():
    collection = read(FILE)
    record = collection.record(0)
    assert list(collection.diagnostics) == []
    assert collection.variant == "wei7 3.0"
    assert record.headers == (
        Header("info.name", "a 棋 game"),
        Header("info.rules.komi", "7.50"),
        Header("info.rules.type", "Chinese"),
        Header("info.participants.0.name", "A"),
        Header("info.participants.0.rank", "3d"),
        Header("info.participants.2.name", "B"),
        Header("info.players.0.participant", "0"),
        Header("info.players.0.color", "1"),
        Header("info.players.1.participant", "2"),
        Header("info.players.1.color", "2"),
        Header("info.extra.0", "1"),
        Header("info.extra.1.x", "null"),
    )
    marks = (Mark("label", ("aa",), text="a"), Mark("label", ("ba",), text="b"))
    assert lines(record) == [
        (-1, Setup("9x7 B cd W ed"), {"title": "contents", "marks": marks}),
        (0, Move("B ee"), {"comment": "first"}),
        (1, Remark("hello"), {"moment": "1.50", "actor": "1"}),
        (2, Takeback(1), {"moment": "2e1", "actor": "0"}),
        (3, Remark("dd *"), {"event": "mark", "actor": "2"}),
        (4, Move("W pass"), {"glyphs": (1,), "problem": "black"}),
        (5, Remark("B+2.50"), {"event": "result", "actor": "0"}),
        (4, Move("W pass"), {}),
        (4, None, {"title": "lesson"}),
        (8, None, {"comment": "what now?", "problem": "white"}),
        (4, None, {}),
        (10, Move("B ig"), {}),
    ]


def test_evaluations():
    words = ("good", "bad", "controversial", "trick")
    tree = {"steps": [move(1, 0, 0, evaluation=word) for word in words]}
    assert [node.glyphs for node in record_of(wei7(tree)).walk()] == [(), (1,), (2,), (5,), (6,)]


def test_stones_below_the_root():
    pre = {"stones": [{"color": 2, "point": {"x": 1, "y": 0}}]}
    record = record_of(wei7({"branches": [{"pre": pre, "steps": [move(1, 0, 0)]}]}))
    assert [node.action for node in record.walk()] == [None, Setup("W ba"), Move("B aa")]


def test_equal_siblings_stay_two():
    tree = {"branches": [{"steps": [move(1, 3, 3)]}, {"steps": [move(1, 3, 3)]}]}
    assert len(record_of(wei7(tree)).root.children) == 2


@pytest.mark.parametrize(
    ("wrong", "code", "path", "action"),
    [
        (step("move", {"color": 1}), "wei7.point", ".action.value", Written),
        (step("move", {"color": 3, "point": None}), "wei7.colour", ".action.value", Written),
        (move(1, 255, 0), "wei7.point", ".action.value", Written),
        (move(1, -1, 0), "wei7.point", ".action.value", Written),
        (step("takeback", 0), "wei7.bad-step", ".action", Remark),
        (step("takeback", "2"), "wei7.bad-step", ".action", Remark),
        (step("resign", 1), "wei7.bad-step", ".action", Remark),
        (step("result", {}), "wei7.bad-step", ".action", Remark),
        (step("message", 5), "wei7.bad-step", ".action", Remark),
        ({"comment": "x"}, "wei7.bad-step", "", Remark),
        (7, "wei7.bad-step", "", Remark),
        (move(1, 0, 0, evaluation="great"), "wei7.bad-step", ".action.value.evaluation", Move),
        (move(1, 0, 0, problem={}), "wei7.bad-step", ".action.value.problem", Move),
        (move(1, 0, 0) | {"time": "1"}, "wei7.bad-step", ".time", Move),
        (move(1, 0, 0) | {"actor": -1}, "wei7.bad-step", ".actor", Move),
        (move(1, 0, 0) | {"comment": None}, "wei7.bad-step", ".comment", Move),
        (move(1, 0, 0) | {"marks": [{"symbol": "a"}]}, "wei7.bad-step", ".marks[0]", Move),
    ],
)
def test_a_wrong_step_is_told_by_its_path(wrong, code, path, action):
    data = wei7({"branches": [{"steps": [move(1, 1, 1), wrong, move(2, 2, 2)]}]})
    ((found, line, column, where),) = findings(data)
    assert (found, line, where) == (code, 1, f"tree.branches[0].steps[1]{path}")
    assert column is not None
    nodes = list(record_of(data).walk())
    assert [type(node.action) for node in nodes[1:]] == [Move, action, Move]
    assert read(data).diagnostics[0].node == 2


def test_line_and_column():
    data = b'\xef\xbb\xbf{"tree":\n {"steps": [\n  {"action": {"type": "x",, "value": 1}}\n]}}'
    found = read(data).diagnostics
    places = [(one.line, one.column, one.offset) for one in found]
    lines = data.decode().split("\n")
    assert [one.code for one in found] == ["wei7.no-format", "wei7.bad-step", "wei7.syntax"]
    assert places[1:] == [(3, 1 + lines[2].index('{"type'), 38), (3, 2 + lines[2].index(",,"), 51)]
    assert lines[2].strip() in str(found[2].message)


def test_wrong_sizes_and_lists():
    data = wei7({"steps": 1, "branches": [1, {"steps": [move(1, 0, 0)]}]}, size=1000)
    assert [(code, path) for code, _, _, path in findings(data)] == [
        ("wei7.bad-value", "tree.steps"),
        ("wei7.bad-branch", "tree.branches[0]"),
        ("wei7.too-large", "size"),
    ]
    record = record_of(data)
    assert record.root.action == Setup("255")
    assert [node.action for node in record.root.children] == [Move("B aa")]


@pytest.mark.parametrize(
    ("size", "start", "codes"),
    [
        (53, "53", []),
        (255, "255", []),
        ({"width": 100, "height": 60}, "100x60", []),
        (256, "255", ["wei7.too-large"]),
        ({"width": 3, "height": 10**30}, "3x255", ["wei7.too-large"]),
        (0, "", ["wei7.bad-value"]),
        (19.5, "", ["wei7.bad-value"]),
        ("19", "", ["wei7.bad-value"]),
        (None, "", ["wei7.bad-value"]),
    ],
)
def test_boards_are_of_the_size_that_is_said(size, start, codes):
    data = wei7({"steps": []}, size=size)
    assert [code for code, *_ in findings(data)] == codes
    record = record_of(data)
    assert record.root.action == (Setup(start) if start else None)
    assert written(record) == data


def test_points_of_large_boards():
    pre = {"stones": [{"color": 2, "point": {"x": 99, "y": 1}}]}
    data = wei7({"pre": pre, "steps": [move(1, 60, 3), move(2, 3, 60), move(1, 99, 0)]}, size=100)
    actions = [node.action for node in record_of(data).walk()]
    assert actions == [Setup("100 W bVab"), Move("B biad"), Move("W adbi"), Move("B bVaa")]
    assert findings(data) == []
    record = record_of(data)
    record.root.notes = {"comment": "edited"}
    again = json.loads(written(record))["tree"]
    assert again["pre"] == {**pre, "comment": "edited"}
    assert again["steps"] == json.loads(data)["tree"]["steps"]


def test_large_boards_have_as_many_positions_as_there_is_room_for():
    limits = DEFAULT._replace(points=100_000)
    data = wei7({"steps": [move(1 + n % 2, n, n) for n in range(20)]}, size=100)
    collection = FORMAT.read(BytesSource(data), limits)
    assert len(collection.record(0).nodes) == 10
    assert [one.code for one in collection.diagnostics] == ["wei7.too-many"]
    assert written(collection.record(0)) == data


def test_numbers_count_by_their_value():
    text = b"""{"format":"wei7","version":"3.0","size":1.9e1,
      "info":{"rules":{"komi":75e-1},"participants":[{"name":"A"},{"name":"B"}],
        "players":[{"participant":1.0,"color":1.0},{"participant":0e5,"color":20e-1}],
        "result":{"winner":1.0,"margin":25e-1}},
      "tree":{"pre":{"stones":[{"color":1.0,"point":{"x":3.0,"y":0.3e1}}],"problem":{"color":2.0}},
        "steps":[{"action":{"type":"move","value":{"color":2.0,"point":{"x":1e1,"y":-0}}},"actor":1.0},
          {"action":{"type":"result","value":{"winner":10e-1}},"actor":0.0},
          {"action":{"type":"takeback","value":1.0}}]}}"""
    assert findings(text) == []
    record = record_of(text)
    assert lines(record) == [
        (-1, Setup("19 B dd"), {"problem": "white"}),
        (0, Move("W ka"), {"actor": "1"}),
        (1, Remark("B+"), {"event": "result", "actor": "0"}),
        (2, Takeback(1), {}),
    ]
    assert [FORMAT.by_role(role, record.headers) for role in ("side0", "side1")] == ["B", "A"]
    assert written(record) == text
    record.root.notes = {**record.root.notes, "comment": "c"}
    assert written(record) == text.replace(b'"color":2.0}}', b'"color":2.0},"comment":"c"}', 1)


@pytest.mark.parametrize(
    ("text", "what", "path"),
    [
        ('{"a":1 "b":2}', "comma is missing", ""),
        ('{"a":[1,2,]}', "Nothing follows", "a[2]"),
        ('{"a":{"b":[{"c":01}]}}', "“01” is no value", "a.b[0].c"),
        ('{"a":[1 2]}', "comma is missing", "a[1]"),
        ('{"a" 1}', "colon is missing", "a"),
        ('{"a":}', "without a value", "a"),
        ("{1:2}", "without a name", ""),
        ('{"a":[1,{"b":2]}', "isn't closed", "a[1]"),
        ('["\\q"]', "escape", "[0]"),
        ('["a\nb"]', "line break", "[0]"),
        ("[NaN]", "“NaN” is no value", "[0]"),
        ("[1]]", "closes nothing", ""),
        ("[1] 2", "behind the record", ""),
        ("[%]", "doesn't belong", "[0]"),
        ('{"a":"b', "it was cut", ""),
        ('{"a":[1,{"b":', "it was cut", "a[1].b"),
    ],
)
def test_what_is_no_json_is_told_with_its_path(text, what, path):
    _, odd = parse(text)
    assert what in str(odd[0].words)
    assert odd[0].path == path


def test_good_json_is_read_as_python_reads_it():
    data = {"a": [1.5, -2e3, True, None, 'x\u2028"\\/\n', {"": {}}, [[]]], "b": "\U0001f600"}
    for text in (json.dumps(data), json.dumps(data, indent=1, ensure_ascii=False)):
        tape, odd = parse(text)
        assert odd == []
        assert json.loads(tape.raw(tape.top)) == data
        assert [tape.string(key) for key, _ in tape.members(0)] == ["a", "b"]
        assert [json.loads(tape.raw(item)) for item in tape.items(2)] == data["a"]
        assert tape.string(tape.fields(0)["b"]) == "\U0001f600"


@pytest.mark.parametrize("cut", range(2, len(FILE) - 2, 29))
def test_a_cut_file_shows_what_is_there(cut):
    collection = read(FILE[:cut])
    assert any(one.code == "wei7.syntax" for one in collection.diagnostics)
    whole, part = list(record_of(FILE).walk()), list(collection.record(0).walk())
    assert len(part) <= len(whole)
    assert [node.action for node in part[1:-1]] == [
        node.action for node in whole[1 : len(part) - 1]
    ]
    assert written(collection.record(0)) == FILE[:cut]


def test_who_plays_and_how_it_ended():
    def by_role(role, info):
        return FORMAT.by_role(role, record_of(wei7({}, info=info)).headers)

    names = [{"name": "A"}, {"name": "B"}, {"name": "C"}, {}]
    players = [{"participant": 1, "color": 1}, {"participant": 0, "color": 2}]
    info = {"name": "N", "participants": names, "players": players}
    assert [by_role(role, info) for role in ("side0", "side1", "title")] == ["B", "A", "N"]
    info["players"] = [*players, {"participant": 2, "color": 1}, {"participant": 3, "color": 1}]
    assert by_role("side0", info) == "B & C"
    info["players"] = [{"participant": 1}]
    assert by_role("side0", info) == ""
    assert [by_role(role, {"participants": names}) for role in ("side0", "side1")] == ["A", "B"]
    assert by_role("result", {"result": {"winner": 2}}) == "W+R"
    assert by_role("result", {"result": {"winner": 1, "margin": 2.5}}) == "B+2.5"
    assert by_role("result", {"result": {"winner": None}}) == "0"
    assert by_role("result", {}) == ""


def test_deep_branches():
    depth = 10_000
    text = '{"format":"wei7","version":"3.0","tree":' + '{"branches":[' * depth
    text += '{"steps":[5]}' + "]}" * depth + "}"
    collection = read(text.encode())
    record = collection.record(0)
    assert len(record.nodes) == depth + 1
    (found,) = collection.diagnostics
    assert "…" in str(found.message.args["path"])
    assert len(str(found.message)) < 700
    assert written(record) == text.encode()


def test_a_long_game_and_its_middle():
    steps = ",".join(
        ['{"action": {"type":"move","value":{"color":1,"point":{"x":1,"y":2}}}}'] * 20_000
    )
    record = record_of(f'{{"format":"wei7","version":"3.0","tree":{{"steps":[{steps}]}}}}'.encode())
    assert len(record.nodes) == 20_001
    assert record.nodes[10_000].action == Move("B bc")


def test_the_first_draft_has_its_main_branch_last():
    tree = {"branches": [{"steps": [move(1, 0, 0)]}, {"steps": [move(1, 1, 1)]}]}
    data = wei7(tree, info={"style": "hierarchical"})
    collection = read(data)
    record = collection.record(0)
    assert [node.action for node in record.root.children] == [Move("B bb"), Move("B aa")]
    assert [one.code for one in collection.diagnostics] == ["wei7.first-draft"]
    assert written(record) == data


def test_a_file_that_does_not_name_its_format():
    data = json.dumps({"version": "3.0", "tree": {"steps": [move(1, 0, 0)]}}).encode()
    assert detect(BytesSource(data)).id == "wei7"
    assert [one.code for one in read(data).diagnostics] == ["wei7.no-format"]


@pytest.mark.parametrize("data", [b"[1, 2]", b"5", b"", b"null", b'"x"'])
def test_what_is_no_record(data):
    with pytest.raises(Unreadable):
        read(data)


OLD = """\ufeff<?xml version="1.0" encoding="utf-8"?>
<wei7 version="2.2">
  <size>9</size>
  <game name="old" komi="6.5" />
  <moves>
    <pre title="contents" comment="all">
      <black x="0" y="0" /><white x="1" y="0" />
      <mark x="2" y="2" symbol="a" />
    </pre>
    <black x="3" y="3" eval="good" />
    <moves>
      <white x="5" y="5" comment="instead" /><black />
    </moves>
    <white x="4" y="4" problem="black" />
    <black x="900" y="4" />
  </moves>
</wei7>
""".encode()


def test_version_2():
    collection = read(OLD)
    record = collection.record(0)
    assert collection.variant == "wei7 2.2"
    marks = (Mark("label", ("cc",), text="a"),)
    notes = {"title": "contents", "comment": "all", "marks": marks}
    assert lines(record) == [
        (-1, Setup("9 B aa W ba"), notes),
        (0, Move("B dd"), {"glyphs": (1,)}),
        (1, Move("W ee"), {"problem": "black"}),
        (1, Move("W ff"), {"comment": "instead"}),
        (3, Move("B pass"), {}),
    ]
    assert record.headers == (Header("info.name", "old"), Header("info.rules.komi", "6.5"))
    assert [(one.code, one.line) for one in collection.diagnostics] == [
        ("wei7.xml", 1),
        ("wei7.bad-value", 15),
    ]
    assert written(record) == OLD
    record.root.notes = {}
    again = read(written(record))
    assert again.variant == "wei7 3.0"
    assert list(differences(record, again.record(0))) == []


@pytest.mark.parametrize(
    "text",
    [
        OLD[:400],
        b'<wei7 version="2.2"><moves><black x="1" y="1"/></moves></wei8>',
        b'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><wei7><moves><pre title="&b;"/></moves></wei7>',
        b"<moves/><black x='1' y='1'/>",
        b"<" * 1000,
        b"<wei7>" * 20_000 + b"<moves>" * 20_000 + b'<black x="1" y="1"/>',
    ],
)
def test_damaged_xml(text):
    collection = read(text)
    assert any(one.code == "wei7.syntax" for one in collection.diagnostics)
    assert written(collection.record(0)) == text


def test_what_is_left_out_has_its_default():
    record = record_of(wei7({"steps": [move(1, 3, 3)]}))
    assert GAME.size_text(GAME.start_of(record)) == "19"
    assert record.headers == ()
    assert [dict(node.notes) for node in record.walk()] == [{}, {}]  # no question, no evaluation


def test_the_order_of_players_and_marks_means_nothing():
    marks = [{"point": {"x": x, "y": 0}, "symbol": "a"} for x in range(3)]
    stones = [{"color": 1 + x % 2, "point": {"x": x, "y": 5}} for x in range(6)]
    players = [{"participant": 1, "color": 1}, {"participant": 0, "color": 2}]

    def shown(turn):
        info = {"participants": [{"name": "A"}, {"name": "B"}], "players": players[::turn]}
        tree = {"pre": {"stones": stones[::turn], "marks": marks[::turn]}}
        record = record_of(wei7(tree, info=info))
        names = [FORMAT.by_role(role, record.headers) for role in ("side0", "side1")]
        look = look_of(GAME, state=GAME.start_of(record))
        shapes = board_shapes(look, GAME.pieces(GAME.start_of(record)), record.root.marks)
        return names, record.setup, sorted(map(repr, shapes))

    assert shown(1) == shown(-1)
