"""The rules of the specification, each by its paragraph."""

from __future__ import annotations

import json

import pytest
from wei7_files import FILE, move, read, step

from viewer.formats.wei7 import FORMAT
from viewer.tree.diagnostic import Severity


def base() -> dict:
    """A file that keeps to every rule."""
    return {
        "format": "wei7",
        "version": "3.0",
        "size": {"width": 9, "height": 7},
        "info": {
            "domain": "d",
            "id": "1",
            "name": "n",
            "rules": {"scoring": "area", "komi": 7.5, "type": "Chinese"},
            "time": "2013-03-21T03:21:00.123Z",
            "place": "p",
            "participants": [
                {"domain": "d", "id": "1", "name": "a", "title": "t", "rank": "r"},
                {},
            ],
            "players": [{"participant": 0, "color": 1}, {"participant": 1}],
            "result": {"winner": 1, "margin": 0.5},
        },
        "tree": {
            "title": "a\nb",
            "pre": {
                "stones": [{"color": 1, "point": {"x": 0, "y": 1}}],
                "problem": {"color": 1},
                "marks": [{"point": {"x": 8, "y": 6}, "symbol": "?"}],
                "comment": "c",
            },
            "steps": [
                move(1, 1, 0, evaluation="good", problem={"color": 2}) | {"time": 0, "actor": 0},
                step("message", "m", time=1.5, marks=[], comment=""),
                step("takeback", 1, actor=1),
                step("mark", {"point": {"x": 0, "y": 0}, "symbol": "a"}),
                step("move", {"color": 2, "point": None}),
                step("result", {"winner": None}),
            ],
            "branches": [{"pre": {"stones": []}}, {}],
        },
    }


def findings(data: dict) -> list[tuple[str, str]]:
    """(paragraph, path) of what breaks a rule."""
    found = FORMAT.strict(read(json.dumps(data).encode(), name="x.wei7"))
    return [
        (one.message.args["what"].args["paragraph"], one.message.args.get("path", ""))
        for one in found
    ]


def put(data: dict, path: str, value: object) -> None:
    *names, last = path.split(".")
    for name in names:
        data = data[int(name)] if isinstance(data, list) else data[name]
    if value is ...:
        del data[last]
    elif isinstance(data, list):
        data[int(last)] = value
    else:
        data[last] = value


def test_a_good_file():
    assert findings(base()) == []


@pytest.mark.parametrize(
    ("path", "value", "paragraph"),
    [
        ("format", ..., "3.2"),
        ("format", "Wei7", "3.2"),
        ("version", 3.0, "3.2"),
        ("tree", ..., "3.2"),
        ("mine", 1, "3.2"),
        ("size", 0, "3.9"),
        ("size", {"width": 9}, "3.9"),
        ("info.style", "timeline", "3.10"),
        ("info", [], "3.10"),
        ("info.rules.scoring", "stones", "3.10.1"),
        ("info.rules.komi", 10, "3.10.1"),
        ("info.rules.komi", -0.5, "3.10.1"),
        ("info.rules.komi", 3.75, "3.10.1"),
        ("info.rules.komi", "7.5", "3.10.1"),
        ("info.rules.type", "AGA", "3.10.1"),
        ("info.rules.handicap", 2, "3.10.1"),
        ("info.time", "2013-03-21", "3.10.2"),
        ("info.time", "2013-03-21T03:21:00.1234567890Z", "3.10.2"),
        ("info.time", "2013-13-21T03:21Z", "3.10.2"),
        ("info.time", "2013-02-30T03:21Z", "3.10.2"),
        ("info.time", "1900-02-29T03:21Z", "3.10.2"),
        ("info.time", "2013-03-21T24:00Z", "3.10.2"),
        ("info.time", "2013-03-21T03:21:60Z", "3.10.2"),
        ("info.result", {"winner": None, "margin": 2.5}, "3.8"),
        (
            "tree.pre.stones",
            [{"color": color, "point": {"x": 5, "y": 5}} for color in (1, 1)],
            "3.16.2.5",
        ),
        (
            "tree.pre.stones",
            [{"color": color, "point": {"x": 5.0, "y": 5}} for color in (2, 1)],
            "3.16.2.5",
        ),
        ("info.place", "a\nb", "3.10.3"),
        ("info.participants", {}, "3.10.4"),
        ("info.participants.0.country", "x", "3.10.4"),
        ("info.name", "x" * 129, "3.10.6"),
        ("info.participants.0.rank", 3, "3.10.6"),
        ("info.players.0.participant", 2, "3.7"),
        ("info.players.0.participant", -1, "3.7"),
        ("info.players.0.color", 3, "3.5"),
        ("info.players.0.participant", ..., "3.10.7"),
        ("info.result.winner", ..., "3.8"),
        ("info.result.winner", 0, "3.8"),
        ("info.result.margin", 0, "3.8"),
        ("info.result.margin", 512, "3.8"),
        ("info.result.margin", 0.25, "3.8"),
        ("tree.size", 1, "3.16"),
        ("tree.title", 1, "3.16.1"),
        ("tree.pre.size", 1, "3.16.2"),
        ("tree.pre", [], "3.16.2"),
        ("tree.pre.stones.0.color", "1", "3.5"),
        ("tree.pre.stones.0.point", ..., "3.16.2.1"),
        ("tree.pre.stones.0.point.x", 9, "3.6"),
        ("tree.pre.stones.0.point.y", 7, "3.6"),
        ("tree.pre.stones.0.point.z", 0, "3.6"),
        ("tree.pre.problem", {}, "3.15"),
        ("tree.pre.problem.color", 0, "3.5"),
        ("tree.pre.marks", {}, "3.13"),
        ("tree.pre.marks.0.symbol", "ab", "3.12"),
        ("tree.pre.marks.0.symbol", "+", "3.12"),
        ("tree.pre.marks.0.symbol", ..., "3.12"),
        ("tree.pre.comment", None, "3.11"),
        ("tree.steps", {}, "3.16.3"),
        ("tree.steps.0", None, "3.16.3"),
        ("tree.steps.0.action", ..., "3.16.3"),
        ("tree.steps.0.note", "x", "3.16.3"),
        ("tree.steps.0.time", 86400, "3.14"),
        ("tree.steps.0.time", -1, "3.14"),
        ("tree.steps.0.actor", 2, "3.7"),
        ("tree.steps.0.action.by", 1, "3.16.3.2"),
        ("tree.steps.0.action.type", "resign", "3.16.3.2"),
        ("tree.steps.0.action.type", ..., "3.16.3.2"),
        ("tree.steps.0.action.value.number", 1, "3.16.3.2.1"),
        ("tree.steps.0.action.value.color", ..., "3.16.3.2.1"),
        ("tree.steps.0.action.value.evaluation", "best", "3.16.3.2.1.3"),
        ("tree.steps.0.action.value.point.x", 1.5, "3.6"),
        ("tree.steps.1.action.value", 5, "3.11"),
        ("tree.steps.2.action.value", 0, "3.16.3.2.2"),
        ("tree.steps.2.action.value", 2, "3.16.3.2.2"),
        ("tree.steps.3.action.value.symbol", "!", "3.12"),
        ("tree.steps.5.action.value.margin", "2", "3.8"),
        ("tree.branches", {}, "3.16.4"),
        ("tree.branches.1", 5, "3.16"),
        ("tree.branches.0.pre.stones", [{"color": 1, "point": {"x": 5, "y": 5}}], "3.16.2.6"),
        ("tree.steps.1.time", -0, "3.16.3.1"),
        ("tree.steps.4.action.value.point", {"x": 0, "y": 1}, "9.16.5.1"),
    ],
)
def test_each_rule_by_its_paragraph(path, value, paragraph):
    data = base()
    if path == "tree.steps.1.time":  # before that of the step before
        put(data, "tree.steps.0.time", 2)
        value = 1
    put(data, path, value)
    found = findings(data)
    assert paragraph in {number for number, _ in found}
    assert len(found) <= 5  # without participants, all that name one are wrong


def test_days_that_there_are():
    for text in ("2012-02-29T23:59Z", "2000-02-29T00:00:00Z", "2012-06-30T23:59:60.5Z"):
        data = base()
        data["info"]["time"] = text
        assert findings(data) == []


def test_what_should_be_is_a_note_and_what_must_be_a_warning():
    data = base()
    data["tree"]["steps"][0]["time"] = 2
    data["info"]["rules"]["komi"] = 10
    found = FORMAT.strict(read(json.dumps(data).encode(), name="x.wei7"))
    assert [(one.code, one.severity) for one in found] == [
        ("wei7.strict.komi", Severity.WARNING),
        ("wei7.strict.time-order", Severity.INFO),
    ]


def test_preset_stones_without_liberties():
    data = base()
    points = ((0, 0, 2), (1, 0, 1), (0, 1, 1))
    data["tree"]["pre"]["stones"] = [
        {"color": color, "point": {"x": x, "y": y}} for x, y, color in points
    ]
    data["tree"]["steps"] = []
    assert findings(data) == [("3.16.2.5", "tree.pre.stones")]


def test_captures_free_their_points():
    data = base()
    data["tree"]["pre"]["stones"] = [
        {"color": 2, "point": {"x": 0, "y": 0}},
        {"color": 1, "point": {"x": 1, "y": 0}},
    ]
    data["tree"]["steps"] = [
        move(1, 0, 1),
        move(2, 0, 0),  # suicide, which is legal data
        move(1, 0, 0),
        step("takeback", 2),
        move(2, 0, 0),
    ]
    assert findings(data) == []


def test_a_takeback_does_not_reach_behind_preset_stones():
    data = base()
    data["tree"]["steps"] = [step("takeback", 1)]
    assert findings(data) == [("3.16.3.2.2", "tree.steps[0]")]


def test_paths_and_lines():
    data = json.dumps(base(), indent=1).replace('"m"', "7").encode()
    (found,) = FORMAT.strict(read(data, name="x.wei7"))
    assert found.line == 1 + data[: found.offset].count(b"\n")
    assert "tree.steps[1].action.value" in str(found.message)
    assert found.node == 2


def test_names_twice_and_the_name_of_the_file():
    data = json.dumps(base()).replace('"color": 1}', '"color": 1, "color": 1}', 1).encode()
    found = FORMAT.strict(read(data, name="x.json"))
    assert [one.code for one in found] == ["wei7.strict.suffix", "wei7.strict.twice"]
    assert all(one.message.args["what"].args["paragraph"] == "3.1" for one in found)


def test_the_file_of_the_other_tests_says_too_much():
    found = FORMAT.strict(read(FILE))
    assert [one.code for one in found] == [
        "wei7.strict.info.unknown",
        "wei7.strict.step.unknown",
        "wei7.strict.tree.unknown",
    ]
    assert [one.message.args["what"].args["paragraph"] for one in found] == [
        "3.10",
        "3.16.3",
        "3.16",
    ]


def test_a_long_game_is_checked_in_bounds():
    data = base()
    places = [(x, y) for x in range(9) for y in range(7)]
    data["tree"]["steps"] = [move(1 + n % 2, *places[n % 63]) for n in range(20_000)]
    assert all(paragraph == "9.16.5.1" for paragraph, _ in findings(data))


def test_a_ko_taken_back_at_once():
    data = base()
    ring = [(1, 1, 0), (1, 0, 1), (1, 1, 2), (2, 2, 0), (2, 3, 1), (2, 2, 2)]
    data["tree"]["pre"] = {}
    data["tree"]["steps"] = [move(*one) for one in ring]
    data["tree"]["steps"] += [move(2, 1, 1), move(1, 2, 1), move(2, 1, 1)]
    assert findings(data) == []
    data["tree"]["steps"][-2] = move(1, 5, 5)  # then nothing is taken, and the point stays full
    assert [paragraph for paragraph, _ in findings(data)] == ["9.16.5.1"]


def test_behind_what_is_no_json_nothing_is_a_breach() -> None:
    good = json.dumps(base())
    cut = good.replace('"steps": [', '"steps": [{"x: 1},')
    found = FORMAT.strict(read(cut.encode(), "x.wei7"))
    assert [one for one in found if (one.offset or 0) > cut.index('"x: 1}')] == []
    early = cut.replace('"version": "3.0"', '"version": 3')
    assert any(
        "version" in one.message.text() for one in FORMAT.strict(read(early.encode(), "x.wei7"))
    )
