from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import message
from viewer.cli.neutral import diagnostic_data, headers_data, places_of, record_data
from viewer.games import game_of
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import Mark
from viewer.tree.diagnostic import Diagnostic, Severity
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
GAME = game_of("xiangqi")


def record_of(*rows: NodeData) -> Record:
    return Record("xiangqi", nodes_of(rows)[0], (Header("Title", "一局"),))


def dump(*rows: NodeData) -> list[dict[str, object]]:
    return record_data(GAME, record_of(*rows))["nodes"]


def test_a_record_has_game_headers_start_and_nodes_in_that_order() -> None:
    data = record_data(GAME, record_of(NodeData(0, -1, None, {}), NodeData(1, 0, Move("h2e2"), {})))
    assert list(data.items()) == [
        ("game", "xiangqi"),
        ("headers", {"Title": "一局"}),
        ("start", START),
        ("nodes", [{"parent": -1}, {"parent": 0, "move": "h2e2"}]),
    ]


def test_the_start_is_the_set_up_position_and_no_part_of_the_root() -> None:
    setup = "4k4/9/9/9/9/9/9/9/9/4K4 b"
    data = record_data(GAME, record_of(NodeData(0, -1, Setup(setup), {})))
    assert data["start"] == setup
    assert data["nodes"] == [{"parent": -1}]


def test_variations_stand_in_pre_order_in_file_order() -> None:
    nodes = dump(
        NodeData(0, -1, None, {}),
        NodeData(9, 0, Move("h2e2"), {}),
        NodeData(4, 1, Move("h9g7"), {}),
        NodeData(7, 1, Move("b9c7"), {}),
        NodeData(5, 0, Move("b2e2"), {}),
        NodeData(6, 0, Move("b2e2"), {}),  # equal siblings are not merged
    )
    assert [(node["parent"], node.get("move")) for node in nodes] == [
        (-1, None),
        (0, "h2e2"),
        (1, "h9g7"),
        (1, "b9c7"),
        (0, "b2e2"),
        (0, "b2e2"),
    ]


def test_all_that_is_noted_has_a_key() -> None:
    mark = Mark("arrow", ("h2", "e2"), "red")
    notes = {
        "comment": "好\n棋",
        "glyphs": (1, 14),
        "marks": (mark,),
        "clock": "0:10:00",
        "evaluation": "+0.35",
        "bookmark": "here",
    }
    _, node = dump(NodeData(0, -1, None, {}), NodeData(1, 0, Move("h2e2"), notes))
    assert json.loads(json.dumps(node)) == {
        "parent": 0,
        "move": "h2e2",
        "comment": "好\n棋",
        "glyphs": [1, 14],
        "marks": [{"kind": "arrow", "places": ["h2", "e2"], "colour": "red", "text": ""}],
        "time": "0:10:00",
        "evaluation": "+0.35",
        "bookmark": "here",
    }


def test_actions_that_are_no_moves_say_what_they_are() -> None:
    nodes = dump(
        NodeData(0, -1, None, {}),
        NodeData(1, 0, Move("h2e2"), {}),
        NodeData(2, 1, Takeback(1), {}),
        NodeData(3, 2, Remark("求和"), {}),
        NodeData(4, 3, None, {"comment": "nothing happens here"}),
        NodeData(5, 4, Setup("4k4/9/9/9/9/9/9/9/9/4K4 w"), {}),
        NodeData(6, 5, Terminal("投了"), {}),
    )
    assert nodes[2:] == [
        {"parent": 1, "action": "takeback", "count": 1},
        {"parent": 2, "action": "message", "text": "求和"},
        {"parent": 3, "comment": "nothing happens here"},
        {"parent": 4, "setup": "4k4/9/9/9/9/9/9/9/9/4K4 w"},
        {"parent": 5, "move": "#投了"},
    ]


def test_what_a_file_wrote_in_its_own_notation_is_the_move_it_means() -> None:
    nodes = dump(
        NodeData(0, -1, None, {}),
        NodeData(1, 0, Written("炮二平五"), {}),
        NodeData(2, 1, Written("馬８進７"), {}),
        NodeData(3, 2, Written("???"), {}),
    )
    assert [node.get("move") for node in nodes] == [None, "h2e2", "h9g7", "???"]


def test_headers_that_stand_twice_are_joined_and_the_order_stays() -> None:
    headers = (Header("b", "1"), Header("a", "2"), Header("b", "3"))
    assert list(headers_data(headers).items()) == [("b", "1\n3"), ("a", "2")]


def test_a_diagnostic_names_the_node_by_its_place() -> None:
    record = record_of(NodeData(0, -1, None, {}), NodeData(7, 0, Move("h2e2"), {}))
    finding = Diagnostic(Severity.ERROR, "toy.x", message("No {what}", what="x"), node=7, offset=3)
    assert diagnostic_data(finding, places_of(record)) == {
        "severity": "error",
        "code": "toy.x",
        "record": 0,
        "node": 1,
        "offset": 3,
        "line": None,
        "message": "No x",
    }


@given(st.permutations(range(6)))
def test_places_are_left_out_only_where_ids_are_the_places(ids: list[int]) -> None:
    rows = [NodeData(id, place - 1, None, {}) for place, id in enumerate(ids)]
    places = places_of(Record("xiangqi", nodes_of(rows)[0]))
    assert [id if places is None else places[id] for id in ids] == list(range(6))


def test_20_000_plies_and_as_many_siblings_need_no_recursion() -> None:
    moves = ("h2e2", "h9e9", "e2h2", "e9h9")
    deep = Node(0, None)
    node = deep
    for ply in range(1, 20_001):
        child = Node(ply, node, Move(moves[ply % 4]))
        node.children = (child,)
        node = child
    nodes = record_data(GAME, Record("xiangqi", deep))["nodes"]
    assert len(json.loads(json.dumps(nodes))) == 20_001
    assert nodes[-1]["parent"] == 19_999

    wide = Node(0, None)
    wide.children = tuple(Node(id, wide, Move("h2e2")) for id in range(1, 20_001))
    nodes = record_data(GAME, Record("xiangqi", wide))["nodes"]
    assert {node["parent"] for node in nodes[1:]} == {0}
