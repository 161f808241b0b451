"""Reading JKF."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jkf_files import FILE, files, read, record_of

from viewer.base.limits import DEFAULT, Limits
from viewer.base.source import BytesSource
from viewer.formats.entry import Likeness
from viewer.formats.format import Unreadable
from viewer.formats.jkf import FORMAT
from viewer.formats.jkf import probe_jkf as probe
from viewer.formats.jkf.entries import GRAMMAR
from viewer.formats.jkf.reader import ParsedFile, read_plain
from viewer.formats.kit.json.tape import Tape, parse, quoted
from viewer.tree.action import Move, Setup, Terminal, Written


def test_a_file():
    record = record_of(FILE)
    assert list(read(FILE).diagnostics) == []
    assert [tuple(header) for header in record.headers] == [
        ("先手", "A"),
        ("棋戦", "Cup"),
        ("extra", "12"),
    ]
    assert record.root.comment == "start\n"
    line = list(record.root.main_line())[1:]
    moves = ["7g7f", "3c3d", "8h2b+", "3a2b", "B*5e"]
    assert [node.action for node in line] == [*map(Move, moves), Terminal("TORYO")]
    assert line[0].note("elapsed") == "0:00:12"
    assert line[5].note("elapsed") == "1:00:06.5"
    first, second = line[1].parent.children[1:]
    assert (first.action, first.comment) == (Move("8c8d"), "棋😀")
    assert first.children[0].action == Terminal("CHUDAN")
    assert second.action == Move("5c5d")
    assert [node.id for node in record.walk()] == list(range(len(record.nodes)))


def test_players_of_a_game_with_a_handicap():
    text = '{"header":{"下手":"A","上手":"B"},"initial":{"preset":"2"},"moves":[{}]}'
    record = record_of(text.encode())
    players = [FORMAT.by_role(role, record.headers, record.game) for role in ("side0", "side1")]
    assert players == ["A", "B"]


def test_variations_that_hang_on_variations_are_siblings():
    def entry(file, **more):
        place = {"x": file, "y": 7}
        return {"move": {"from": place, "to": {"x": file, "y": 6}, "piece": "FU"}, **more}

    nested = {"moves": [{}, entry(1, forks=[[entry(2, forks=[[entry(3)]])], [entry(4)]])]}
    record = record_of(json.dumps(nested).encode())
    assert [node.action.text for node in record.root.children] == ["1g1f", "2g2f", "3g3f", "4g4f"]


@pytest.mark.parametrize(
    ("initial", "sfen"),
    [
        ({"preset": "HIRATE"}, None),
        ({"preset": "5_L"}, "1nsgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        (
            {
                "preset": "OTHER",
                "data": {
                    "color": 1,
                    "board": [[{"color": 1, "kind": "RY"}, *[{}] * 8], *[[{}] * 9] * 8],
                    "hands": [{"FU": 2, "KI": 0}, {"KA": 1}],
                },
            },
            "8+r/9/9/9/9/9/9/9/9 w 2Pb 1",
        ),
    ],
)
def test_starts(initial, sfen):
    collection = read(json.dumps({"initial": initial, "moves": [{}]}).encode())
    assert collection.record(0).root.action == (None if sfen is None else Setup(sfen))
    assert list(collection.diagnostics) == []


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('{"moves":[{},\n{"move":{"piece":"FU"}}]}', "jkf.bad-entry", 2),
        ('{"moves":[{},\n5]}', "jkf.bad-entry", 2),
        ('{"moves":[{},{"special":1}]}', "jkf.bad-entry", 1),
        ('{"moves":[{"forks":[[{}]]}]}', "jkf.bad-entry", 1),
        ('{"moves":[{},{"special":"TORYO","forks":[{}]}]}', "jkf.bad-entry", 1),
        ('{"initial":{"preset":"99"},"moves":[]}', "jkf.bad-position", 1),
        ('{"header":{},\n\n"moves":[{},{}', "jkf.syntax", 3),
        ('{"moves":[{}]}\n}', "jkf.syntax", 2),
        ('{"moves":[{}]} {}', "jkf.syntax", 1),
        ('{"header":{"a" "b"},"moves":[{}]}', "jkf.syntax", 1),
        ('{"header":{"a"},"moves":[{}], ?}', "jkf.syntax", 1),
        ('{"header":{"a":[1},"moves":[{}]}', "jkf.syntax", 1),
    ],
)
def test_what_is_odd_is_told(text, code, line):
    collection = read(text.encode())
    found = [one for one in collection.diagnostics if one.code == code]
    assert found
    assert found[0].line == line
    assert found[0].column is not None
    assert all(one.code == code for one in collection.diagnostics)


def test_what_is_odd_stays_as_it_was_written():
    record = record_of(
        b'{"moves":[{},{"move":{"piece":"FU"}},{"special":"TORYO"},{"comments":["x"]}]}'
    )
    actions = [node.action for node in record.root.main_line()]
    assert actions == [None, Written('{"piece":"FU"}'), Terminal("TORYO"), None]


def test_a_list_that_begins_with_a_move():
    record = record_of(b'{"moves":[{"special":"CHUDAN"}]}')
    assert record.root.children[0].action == Terminal("CHUDAN")


def test_a_file_that_was_cut_anywhere():
    for end in range(1, len(FILE)):
        try:
            record = read(FILE[:end]).record(0)
        except Unreadable:
            continue
        assert record.root.id == 0


def test_nothing():
    for data in (b"[]", b"5", b" ", b'"x"'):
        with pytest.raises(Unreadable):
            read(data)


def test_deep_variations():
    deep = 3000
    move = '{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}'
    text = '{"moves":[{},' + (move + ',"forks":[[') * deep + move + "}" + "]]}" * deep + "]}"
    collection = read(text.encode())
    assert len(collection.record(0).root.children) == deep + 1
    assert list(collection.diagnostics) == []
    nested = b'{"x":' + b"[" * 100_000 + b"]" * 100_000 + b',"moves":[{}]}'
    assert list(read(nested).diagnostics) == []


def test_limits():
    entry = '{"special":"CHUDAN"}'
    data = ('{"moves":[{},' + ",".join([entry] * 50) + "]}").encode()
    collection = FORMAT.read(BytesSource(data), Limits(nodes=10))
    assert len(collection.record(0).nodes) == 10
    assert [one.code for one in collection.diagnostics] == ["jkf.bad-entry"]
    odd = b'{"moves":[{}],' + b"? " * 99 + b"}"
    (run,) = FORMAT.read(BytesSource(odd), Limits(diagnostics=7)).diagnostics
    assert "6 more like this" in run.message.text()


@pytest.mark.parametrize(
    ("data", "likeness"),
    [
        (FILE, Likeness.YES),
        (b"\xef\xbb\xbf {\n}", Likeness.IF_NAMED),
        (b'{"moves": []}', Likeness.IF_NAMED),
        (b'{"header":{},"moves":[]}', Likeness.YES),
        (b"{a comment} 1. e4", Likeness.NO),
        (b"[]", Likeness.NO),
        (b"", Likeness.NO),
    ],
)
def test_likeness(data, likeness):
    assert probe(data) is likeness


@given(st.text())
def test_strings_there_and_back(text):
    tape, faults = parse(quoted(text))
    assert faults == []
    assert tape.string(tape.top) == text
    assert json.loads(quoted(text)) == text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_what_is_json_is_not_odd(data):
    text = json.dumps(data)
    tape, faults = parse(text)
    assert faults == []
    assert (tape.starts[tape.top], tape.ends[tape.top]) == (0, len(text))


@given(data=st.one_of(st.binary(max_size=200).map(lambda tail: b'{"moves":[' + tail), files()))
def test_any_bytes(data):
    record = record_of(data)
    assert record.digest() == record_of(data).digest()
    assert [node.id for node in record.walk()] == list(record.nodes)


def test_moves_parsed_at_once_are_on_the_tape_as_others_are() -> None:
    """The shapes of frequent moves change nothing, however a text is cut or damaged."""
    moves = [
        '{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}',
        '{ "color" : 1, "from":{"x":3,"y":3},"to": {"x":3,\n"y":4},"piece":"FU","capture":"FU"}',
        '{"color":0,"to":{"x":5,"y":5},"piece":"KA"}',
        '{"color":0,"to":{"x":5,"y":5},"piece":"KA","relative":"H"}',
        '{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","same":true,"promote":true}',
        '{"color":0,"from":{"x":0,"y":12},"to":{"y":2,"x":2},"piece":"ZZ"}',
    ]
    text = '{"header":{},"moves":[{},' + ",".join(f'{{"move":{move}}}' for move in moves) + "]}"
    dice = random.Random(1)
    for _ in range(3000):
        at = dice.randrange(len(text))
        damaged = text[:at] + dice.choice(["", *'{}[]:,"x07 \\']) + text[at + dice.randrange(3) :]
        plain, faults = parse(damaged)
        quick, same = parse(damaged, grammar=GRAMMAR)
        assert faults == same
        for name in Tape.__slots__:
            assert getattr(plain, name) == getattr(quick, name)


# ------------------------------------------------------------------------------------- plain files

_FORWARD = {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}
_PLAIN = {
    "header": {"先手": "A\n/é", "後手": ""},
    "initial": {"preset": "KY_R"},
    "moves": [
        {"comments": ["a", "", "b"]},
        {**_FORWARD, "time": {"now": {"m": 0, "s": 61}}, "comments": []},
        {
            "move": {"to": {"x": 5, "y": 5}, "piece": "UM", "from": None, "relative": "H"},
            "forks": [[_FORWARD, {"special": "TORYO", "forks": [[_FORWARD]]}], [{}, {}]],
        },
        {"move": {**_FORWARD["move"], "promote": True, "same": True}, "time": {"now": {"s": 1}}},
        {"special": "CHUDAN", "time": {"now": {"h": 2, "m": 3, "s": 4}}},
    ],
}
_ODD = [
    '{"header":{"a":"1","a":"2"},"moves":[]}',
    '{"header":{"a":1},"moves":[]}',
    '{"header":{"a":"\\ud83d"},"moves":[]}',
    '{"header":[],"moves":[]}',
    '{"initial":{"preset":"?"},"moves":[]}',
    '{"initial":{"preset":"OTHER"},"moves":[]}',
    '{"initial":null,"moves":[]}',
    '{"moves":null}',
    '{"moves":[1]}',
    '{"moves":[{"forks":[[{}]]}]}',
    '{"moves":[{},{"forks":[[{"forks":[[{"special":"a"}]]}],[{"special":"b"}]]}]}',
    '{"moves":[{},{"forks":[{}]}]}',
    '{"moves":[{"comments":[1]}]}',
    '{"moves":[{"comments":"a"}]}',
    '{"moves":[{},{"special":""}]}',
    '{"moves":[{},{"special":"a","move":{}}]}',
    *(
        f'{{"moves":[{{}},{{"move":{{"to":{to},"from":{origin},"piece":"{piece}"}}}}]}}'
        for to, origin, piece in (
            ('{"x":true,"y":1}', '{"x":1,"y":1}', "FU"),
            ('{"x":1,"y":0}', '{"x":1,"y":1}', "FU"),
            ('{"x":1,"y":1}', '{"x":1.0,"y":1}', "FU"),
            ('{"x":1,"y":1}', '"null"', "FU"),
            ('{"x":1,"y":1}', "null", "??"),
        )
    ),
    *(
        f'{{"moves":[{{}},{{"special":"a","time":{{"now":{{"m":{minutes},"s":{seconds}}}}}}}]}}'
        for minutes, seconds in (("-0", 1), (0, "1.50"), (0, "1e1"), (0, 10**8), (0, "NaN"))
    ),
    '{"moves":[]} {}',
    '\ufeff{"moves":[]}',
    '{"moves":[],}',
    "[]",
]


def _told(record):
    nodes = [(node.id, node.action, dict(node.notes)) for node in record.walk()]
    families = [[child.id for child in node.children] for node in record.walk()]
    return nodes, families, record.headers, list(record.nodes), record.encoding


def test_a_plain_file_is_read_quickly_and_alike():
    text = json.dumps(_PLAIN, ensure_ascii=False)
    plain, parsed = read_plain(text, DEFAULT), ParsedFile(text, DEFAULT)
    assert not parsed.found
    assert _told(plain) == _told(parsed.record)


@pytest.mark.parametrize("text", _ODD)
def test_what_is_odd_is_left_to_the_reader_that_tells_of_it(text):
    assert read_plain(text, DEFAULT) is None


def test_a_long_file_and_one_with_too_many_moves_are_left_to_it():
    text = json.dumps(_PLAIN)
    assert read_plain(text, DEFAULT._replace(nodes=9)) is None
    assert read_plain(text + " " * (1 << 20), DEFAULT) is None


@given(files())
def test_any_file_is_read_alike_or_not_quickly(data):
    text = data.decode("utf-8", "replace")
    plain = read_plain(text, DEFAULT)
    if plain is not None:
        parsed = ParsedFile(text, DEFAULT)
        assert not parsed.found
        assert _told(plain) == _told(parsed.record)
