"""The law of bytes for JKF."""

from __future__ import annotations

import json

import pytest
from jkf_files import FILE, losses, record_of, written
from laws import bytes_of

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.formats.jkf import FORMAT
from viewer.formats.memory import MemoryCollection
from viewer.games.shogi.position import START_TEXT
from viewer.tree.action import Move, Remark, Setup, Terminal
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

MOVE = b'"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}'
TIME = b',\n     "time": {"now": {"m": 0, "s": 12}, "total": {"h": 0, "m": 0, "s": 12}}'
NEW = b'"move": {"color":0,"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}'


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (SetNote(0, "comment", "other"), b'["start", ""]', b'["other"]'),
        (SetNote(0, "comment", ""), b'"comments": ["start", ""]', b""),
        (SetNote(1, "comment", "x"), b'{"a": null}]}', b'{"a": null}], "comments": ["x"]}'),
        (
            SetNote(1, "elapsed", ""),
            b',\n     "time": {"now": {"m": 0, "s": 12}, "total": {"h": 0, "m": 0, "s": 12}}',
            b"",
        ),
        (SetAction(1, Move("2g2f")), MOVE, NEW),
        (SetAction(6, Terminal("中断")), b'"TORYO"', b'"CHUDAN"'),
        (SetAction(0, Setup("4k4/9/9/9/9/9/9/9/9 w - 1")), b'{"preset": "HIRATE"}', None),
        (
            Remove(6),
            b',\n    {"special": "TORYO", "time": {"now": {"h": 1, "m": 0, "s": 6.5}}}',
            b"",
        ),
        (Remove(8), b',\n        {"special": "CHUDAN"}', b""),
    ],
)
def test_an_edit_is_confined(edit, old, new):
    record = record_of(FILE)
    apply(record, edit)
    assert FILE.count(old) == 1
    if new is None:
        before, after = FILE.split(old)
        text = written(record)
        assert text.startswith(before + b'{"preset":"OTHER","data":{"color":1,"board":[[{},{}')
        assert b'"result": "unknown to the schema"' in text
        assert text.endswith(after[-60:])
        assert record_of(text).root.action == record.root.action
        return
    assert written(record) == FILE.replace(old, new)
    assert losses(record) == ()


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("先手", "B", '"先手": "A"', '"先手": "B"'),
        ("棋戦", "", ', "棋戦": "Cup"', ""),
        ("先手", "", '"先手": "A", ', ""),
        ("場所", "x", '"extra": 12', '"extra": 12, "場所": "x"'),
    ],
)
def test_a_header_is_confined(key, value, old, new):
    record = record_of(FILE)
    apply(record, SetHeaders(with_header(record.headers, key, value)))
    assert written(record) == FILE.replace(old.encode(), new.encode())


def test_a_change_of_structure_is_confined_to_what_is_below():
    record = record_of(FILE)
    apply(record, Reorder(1, 0, 1))
    text = written(record)
    cut = FILE.index(b'    {"move": {"color": 1, "from": {"x": 3')
    assert text[:cut] == FILE[:cut]
    assert list(differences(record, record_of(text))) == []
    other = record_of(FILE)
    apply(other, Remove(9))
    text = written(other)
    assert text.startswith(FILE[: FILE.index(b"[\n       [")])
    assert text.endswith(FILE[FILE.index(b'    {"move": {"color": 0, "from": {"x": 8') :])
    assert list(differences(other, record_of(text))) == []


def test_what_is_not_understood_of_a_node_goes_with_it():
    record = record_of(FILE)
    row = NodeData(record.next_id, -1, Move("2g2f"), {})
    apply(record, Insert(0, 0, (row,)))
    assert b'"mine":[1, {"a": null}]' in written(record)


def new_record() -> Record:
    root = Node(0, None, None, {"comment": "start"})
    nodes, above = {0: root}, root
    line = [Move("7g7f"), Move("3c3d"), Move("8h2b+"), Move("3a2b"), Move("B*5e"), Terminal("投了")]
    for action in line:
        node = Node(len(nodes), above, action, {"elapsed": "0:01:06"})
        nodes[node.id] = node
        above.children = (node,)
        above = node
    nodes[9] = Node(9, root, Move("2g2f"))
    root.children += (nodes[9],)
    return Record("shogi", root, (Header("先手", "A"), Header("N-", "B")), nodes=nodes)


def test_a_record_from_nowhere():
    record = new_record()
    assert losses(record) == ()
    data = json.loads(written(record))
    assert data["header"] == {"先手": "A", "後手": "B"}
    assert data["initial"] == {"preset": "HIRATE"}
    moves = data["moves"]
    assert moves[0] == {"comments": ["start"]}
    assert moves[1]["forks"] == [
        [{"move": {"color": 0, "from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}, "piece": "FU"}}]
    ]
    assert moves[3]["move"] == {
        "color": 0,
        "from": {"x": 8, "y": 8},
        "to": {"x": 2, "y": 2},
        "piece": "KA",
        "promote": True,
        "capture": "KA",
    }
    assert moves[4]["move"]["same"] is True
    assert moves[4]["move"]["capture"] == "UM"
    assert moves[5]["move"] == {"color": 0, "to": {"x": 5, "y": 5}, "piece": "KA"}
    assert moves[5]["time"] == {"now": {"m": 1, "s": 6}, "total": {"h": 0, "m": 3, "s": 18}}
    assert moves[6]["special"] == "TORYO"


def test_the_word_by_which_a_move_is_told():
    sfen = "4k4/9/9/9/4G1G2/9/9/9/4K4 b G 1"
    for usi, word in (("5e4d", "L"), ("3e4d", "R"), ("5e4e", "L"), ("G*4d", "H"), ("5i5h", None)):
        root = Node(0, None, Setup(sfen))
        root.children = (Node(1, root, Move(usi)),)
        data = json.loads(written(Record("shogi", root)))
        assert data["moves"][1]["move"].get("relative") == word


@pytest.mark.parametrize(
    ("edit", "kinds"),
    [
        (SetNote(1, "comment", "☗😀"), []),
        (SetNote(1, "comment", "a\rb"), ["comment"]),
        (SetNote(1, "glyphs", (1,)), ["glyphs"]),
        (SetNote(1, "bookmark", "x"), ["bookmark"]),
        (SetNote(1, "elapsed", "soon"), ["elapsed"]),
        (SetNote(0, "elapsed", "0:00:01"), ["elapsed"]),
        (SetHeaders((Header("any key", "any\nvalue"),)), []),
        (SetAction(6, Terminal("封じ手")), []),
        (SetAction(6, Terminal("反則勝ち")), []),
        (SetAction(2, Move("pass")), ["action"]),
        (SetAction(2, Remark("hello")), ["action"]),
        (SetAction(0, Setup(START_TEXT.replace(" 1", " 7"))), ["start"]),
    ],
)
def test_what_is_lost_is_said(edit, kinds):
    record = new_record()
    apply(record, edit)
    assert [one.kind for one in losses(record)] == kinds
    assert all(str(one.words) for one in losses(record))


def test_a_long_record_with_many_variations():
    root = Node(0, None)
    nodes, above = {0: root}, root
    for id in range(1, 5_001):
        node = Node(id, above, Move("5i5h" if id % 4 in (1, 3) else "5a5b"))
        nodes[id] = node
        above.children += (node,)
        above = node if id % 5 else above
    record = Record("shogi", root, nodes=nodes)
    assert list(differences(record, record_of(written(record)))) == []


def test_a_file_too_long_to_be_read_keeps_its_rest():
    for limits in (Limits(nodes=4), Limits(json_bytes=400)):
        source = BytesSource(FILE)
        record = FORMAT.read(source, limits).record(0)
        output = FORMAT.write(MemoryCollection("jkf", [record]))
        assert bytes_of(output, source) == FILE


def test_a_gold_that_is_said_to_promote_stays_a_gold():
    root = Node(0, None)
    nodes = {0: root}
    for move in ("4i4h+", "3c3d", "4h4g"):
        above = nodes[len(nodes) - 1]
        nodes[len(nodes)] = Node(len(nodes), above, Move(move))
        above.children = (nodes[len(nodes) - 1],)
    record = Record("shogi", root, nodes=nodes)
    assert losses(record) == ()
    assert list(differences(record, record_of(written(record)))) == []
    assert written(record).decode().count('"KI"') == 2


@pytest.mark.parametrize("data", [b'{"moves":[]}', b'{\n  "moves": [\n  ]\n}\n'])
def test_an_empty_list_takes_a_comment_and_a_move_together(data: bytes) -> None:
    record = record_of(data)
    assert written(record) == data
    apply(record, SetNote(0, "comment", "hi"))
    apply(record, Insert(0, 0, (NodeData(record.next_id, -1, Move("7g7f"), {}),)))
    again = record_of(written(record))
    assert again.root.comment == "hi"
    assert [child.action for child in again.root.children] == [Move("7g7f")]


def test_a_variation_leaves_those_beside_it_as_they_are():
    record = record_of(FILE)
    above = record.node(1)
    assert len(above.children) == 3
    rows = (NodeData(record.next_id, -1, Move("4c4d"), {}),)
    inverse, _ = apply(record, Insert(1, 3, rows))
    new = written(record)
    start = FILE.index(b"\n     ]},")
    assert new.startswith(FILE[:start])
    assert new.endswith(FILE[start:])
    assert losses(record) == ()
    again = record_of(new)
    apply(again, Remove(again.node(1).children[3].id))
    assert written(again) == FILE
    apply(record, inverse)
    assert written(record) == FILE


@pytest.mark.parametrize("place", [1, 2])
def test_a_variation_taken_out_leaves_those_beside_it_as_they_are(place):
    record = record_of(FILE)
    apply(record, Remove(record.node(1).children[place].id))
    stay = b"\\u68cb" if place == 2 else b'"x": 5, "y": 4}, "piece": "FU"}}]\n     ]},'
    assert stay in written(record)
    assert losses(record) == ()
