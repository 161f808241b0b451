"""The law of bytes for wei7."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import bytes_of
from wei7_files import FILE, edits_of, files, losses, move, read, record_of, written

from viewer.base.limits import Limits
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.memory import MemoryCollection
from viewer.formats.wei7 import FORMAT
from viewer.formats.wei7.writer import normal
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.annotation import Mark
from viewer.tree.diff import differences
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData


@given(data=files(), cut=st.integers(1, 400), choose=st.data())
def test_a_cut_file_is_edited_as_well(data, cut, choose):
    record = record_of(data[: max(5, len(data) - cut)])
    edits = [edit for edit in edits_of(record) if isinstance(edit, SetNote)]
    apply(record, choose.draw(st.sampled_from(edits)))
    if losses(record) == ():
        assert list(differences(normal(record), normal(record_of(written(record))))) == []


MOVE = b'"color": 2, "point": null, "evaluation": "good", "problem": {"color": 1}'
MARKS = b'{"point": {"x": 0, "y": 0}, "symbol": "a"}, {"point": {"x": 1, "y": 0}, "symbol": "b"}'


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (SetNote(0, "title", "x"), b'"contents"', b'"x"'),
        (SetNote(0, "comment", "x"), b'"symbol": "b"}]', b'"symbol": "b"}],\n      "comment": "x"'),
        (SetNote(1, "comment", "other"), b'"first"', b'"other"'),
        (SetNote(1, "comment", ""), b', "comment": "first"', b""),
        (SetNote(2, "moment", "1.5"), b"1.50", b"1.5"),
        (SetNote(2, "actor", ""), b', "actor": 1', b""),
        (SetAction(2, Remark("bye")), b'"hello"', b'"bye"'),
        (SetAction(3, Takeback(3)), b'"takeback", "value": 1', b'"takeback", "value": 3'),
        (SetNote(5, "glyphs", (2,)), b'"good"', b'"bad"'),
        (SetNote(5, "glyphs", ()), b', "evaluation": "good"', b""),
        (SetNote(5, "problem", "white"), b'"problem": {"color": 1}', b'"problem": {"color": 2}'),
        (SetNote(5, "problem", ""), b', "problem": {"color": 1}', b""),
        (
            SetAction(5, Move("B ba")),
            MOVE,
            MOVE.replace(b"null", b'{"x": 1, "y": 0}').replace(b": 2", b": 1", 1),
        ),
        (SetAction(6, Remark("W+")), b'{"winner": 1, "margin": 2.50}', b'{"winner": 2}'),
        (SetNote(8, "title", "y"), b'"lesson"', b'"y"'),
        (
            SetNote(9, "problem", "black"),
            b'now?", "problem": {"color": 2}',
            b'now?", "problem": {"color": 1}',
        ),
        (SetAction(0, Setup("9x8 B cd W ed")), b'"height": 7', None),
        (
            SetAction(0, Setup("9x7 W ed")),
            b'{"color": 1, "point": {"x": 2, "y": 3}},\n        ',
            b"",
        ),
        (
            SetAction(0, Setup("9x7 B aa cd W ed")),
            b'"x": 4}, "color": 2}',
            b'"x": 4}, "color": 2},\n        {"color": 1, "point": {"x": 0, "y": 0}}',
        ),
        (SetNote(0, "marks", (Mark("label", ("ba",), text="b"),)), MARKS[:44], b""),
        (SetNote(0, "marks", ()), b',\n      "marks": [' + MARKS + b"]", b""),
        (
            Remove(7),
            b',\n      {"steps": [{"action": {"type": "move", "value": {"color": 2, "point": null}}}]}',
            b"",
        ),
        (
            Insert(9, 0, (NodeData(20, -1, Move("B aa"), {}),)),
            b'"steps": []',
            b'"steps": [\n          {"action": {"type": "move", "value": '
            b'{"color": 1, "point": {"x": 0, "y": 0}}}}\n        ]',
        ),
    ],
)
def test_an_edit_is_confined(edit, old, new):
    record = record_of(FILE)
    apply(record, edit)
    text = written(record)
    assert FILE.count(old) == 1
    if new is None:  # a size is written as a whole
        assert text == FILE.replace(b'{"width": 9, "height": 7}', b'{"width": 9, "height": 8}')
    else:
        assert text == FILE.replace(old, new)
    if not isinstance(edit, SetAction) or edit.node != 6:
        assert losses(record) == ()
    assert list(differences(normal(record), normal(record_of(text)))) == []


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("info.rules.komi", "6.5", "7.50", "6.5"),
        ("info.rules.type", "", ', "type": "Chinese"', ""),
        ("info.participants.1.name", "C", "{}, {", '{"name": "C"}, {'),
        ("info.participants.2.name", "", ', {"name": "B"}', ""),
        ("info.players.1.color", "1", '2, "color": 2', '2, "color": 1'),
        ("info.extra.0", "2", "[1, {", "[2, {"),
        ("info.rules.scoring", "area", '"Chinese"', '"Chinese", "scoring": "area"'),
    ],
)
def test_a_header_is_confined(key, value, old, new):
    record = record_of(FILE)
    apply(record, SetHeaders(with_header(record.headers, key, value)))
    assert written(record) == FILE.replace(old.encode(), new.encode(), 1)
    assert losses(record) == ()


def test_a_variation_nests_the_tail_and_nothing_else():
    record = record_of(FILE)
    apply(record, Insert(1, 1, (NodeData(record.next_id, -1, Move("W aa"), {}),)))
    text = written(record)
    cut = FILE.index(b',\n      {"time": 1.50')
    assert text[:cut] == FILE[:cut]
    assert b'"mine": [null]' in text
    assert b'"time": 2e1' in text
    assert b'"margin": 2.50' in text
    assert b'"note": 1' in text
    assert list(differences(normal(record), normal(record_of(text)))) == []


def new_record() -> Record:
    root = Node(0, None, Setup("9x7 B cc W dd"), {"comment": "start", "problem": "black"})
    nodes, above = {0: root}, root
    line = [
        Move("B aa"),
        Remark("hello"),
        Takeback(1),
        Move("W pass"),
        Remark("B+2.5"),
        Remark("cc ?"),
    ]
    notes = [{"glyphs": (1,)}, {"moment": "1.5", "actor": "0"}, {}, {"problem": "black"}]
    notes += [{"event": "result"}, {"event": "mark"}]
    for action, said in zip(line, notes, strict=True):
        node = Node(len(nodes), above, action, said)
        nodes[node.id] = node
        above.children = (node,)
        above = node
    for title in ("one", "two"):
        node = nodes[len(nodes)] = Node(len(nodes), above, None, {"title": title})
        above.children += (node,)
    headers = (
        Header("info.name", "N"),
        Header("info.rules.komi", "0.5"),
        Header("info.players.0.participant", "0"),
        Header("info.result.winner", "null"),
    )
    return Record("go", root, headers, nodes=nodes)


def test_a_record_from_nowhere():
    record = new_record()
    assert losses(record) == ()
    text = written(record)
    assert text.startswith(b"{")
    assert written(record, options={"byte-order-mark": "no"}) == text
    assert written(record, options={"byte-order-mark": "yes"}) == b"\xef\xbb\xbf" + text
    data = json.loads(text)
    assert (data["format"], data["version"]) == ("wei7", "3.0")
    assert data["size"] == {"width": 9, "height": 7}
    assert data["info"] == {
        "name": "N",
        "rules": {"komi": 0.5},
        "participants": [{}],
        "players": [{"participant": 0}],
        "result": {"winner": None},
    }
    tree = data["tree"]
    assert tree["pre"]["problem"] == {"color": 1}
    assert [one["action"]["type"] for one in tree["steps"]] == [
        "move",
        "message",
        "takeback",
        "move",
        "result",
        "mark",
    ]
    assert tree["steps"][0] == move(1, 0, 0, evaluation="good")
    assert tree["steps"][1]["actor"] == 0
    assert tree["branches"] == [{"title": "one"}, {"title": "two"}]
    assert FORMAT.strict(read(text)) == []


@pytest.mark.parametrize(
    ("edit", "kinds"),
    [
        (SetNote(1, "comment", "☗😀\r\n"), []),
        (SetNote(1, "glyphs", (3,)), ["glyphs"]),
        (SetNote(1, "glyphs", (1, 14)), ["glyphs"]),
        (SetNote(2, "glyphs", (1,)), ["glyphs"]),
        (SetNote(1, "bookmark", "x"), ["bookmark"]),
        (SetNote(1, "title", "x"), ["title"]),
        (SetNote(1, "moment", "soon"), ["moment"]),
        (SetNote(1, "actor", "me"), ["actor"]),
        (SetNote(0, "moment", "1"), ["moment"]),
        (SetNote(1, "marks", (Mark("circle", ("aa",)),)), ["marks"]),
        (SetNote(1, "marks", (Mark("label", ("aa",), text="10"),)), ["marks"]),
        (SetHeaders((Header("DT", "in the spring of 2013"),)), ["header:DT"]),
        (SetAction(1, Terminal("resign")), ["action", "glyphs"]),
        (SetAction(1, Written("no move")), ["action", "glyphs"]),
        (SetAction(8, Setup("E cc")), ["action"]),
        (SetAction(8, Setup("B ee PL W")), ["action"]),
        (SetAction(0, Setup("19 PL W")), ["start"]),
    ],
)
def test_what_is_lost_is_said(edit, kinds):
    record = new_record()
    apply(record, edit)
    assert sorted(one.kind for one in losses(record)) == kinds
    assert all(str(one.words) for one in losses(record))


def info_from_sgf(record: Record) -> tuple[dict[str, object], list[str]]:
    """The headers of a record that was read as SGF in a file of wei7, and the kinds of what is lost."""
    output = FORMAT.write(MemoryCollection("sgf", [record]))
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    return json.loads(data).get("info", {}), sorted(one.kind for one in output.losses)


SAID = {
    "name": "G",
    "participants": [{"name": "A"}, {"rank": "3d"}],
    "rules": {"komi": 6.5, "type": "Chinese"},
    "result": {"winner": 2, "margin": 2.5},
    "players": [{"participant": 0, "color": 1}, {"participant": 1, "color": 2}],
}


def test_headers_of_sgf_that_say_the_same():
    record = new_record()
    sgf = {"GN": "G", "PB": "A", "WR": "3d", "KM": "6.5", "RU": "Chinese"}
    record.headers = tuple(Header(key, value) for key, value in (sgf | {"RE": "W+2.5"}).items())
    assert info_from_sgf(record) == (SAID, [])
    odd = {"AP": "x:1", "DT": "2013", "KM": "375", "RE": "B+T", "RU": "AGA"}
    record.headers = tuple(Header(key, value) for key, value in odd.items())
    assert info_from_sgf(record) == ({}, [f"header:{key}" for key in odd])
    record.headers = (Header("EV", "Cup"), Header("RU", "japanese"), Header("DT", "2013-03-21"))
    info = {"name": "Cup", "rules": {"type": "Japanese"}, "time": "2013-03-21T00:00Z"}
    assert info_from_sgf(record) == (info, [])
    for result, value in (("B+Resign", {"winner": 1}), ("Draw", {"winner": None})):
        record.headers = (Header("RE", result),)
        assert info_from_sgf(record) == ({"result": value}, [])


def test_a_long_record_with_many_variations():
    root = Node(0, None)
    nodes, above = {0: root}, root
    for id in range(1, 20_001):
        node = Node(id, above, Move("B aa" if id % 2 else "W pass"))
        nodes[id] = node
        above.children += (node,)
        above = node if id % 5 else above
    record = Record("go", root, nodes=nodes)
    text = written(record)
    assert len(text) < 8_000_000
    read_again = record_of(text)
    assert list(differences(normal(record), normal(read_again))) == []
    apply(read_again, SetNote(10_000, "comment", "here"))
    assert written(read_again).replace(b', "comment": "here"', b"") == text


def test_a_file_too_long_to_be_read_keeps_its_rest():
    for limits in (Limits(nodes=4), Limits(nodes=1), Limits(json_bytes=900)):
        source = BytesSource(FILE)
        record = FORMAT.read(source, limits).record(0)
        output = FORMAT.write(MemoryCollection("wei7", [record]))
        assert bytes_of(output, source) == FILE
    record = FORMAT.read(BytesSource(FILE), Limits(nodes=4)).record(0)
    apply(record, SetNote(1, "comment", "x"))
    assert written(record) == FILE.replace(b'"first"', b'"x"')


@given(data=files(), cut=st.integers(3, 600), choose=st.data())
def test_an_edit_of_the_beginning_does_not_hurt_the_rest(data, cut, choose):
    source = BytesSource(data)
    record = FORMAT.read(source, Limits(json_bytes=min(cut + 2, len(data)))).record(0)
    apply(record, choose.draw(st.sampled_from(list(edits_of(record)))))
    text = bytes_of(FORMAT.write(MemoryCollection("wei7", [record])), source)
    json.loads(text.removeprefix(b"\xef\xbb\xbf"))


INDENTED = json.dumps(json.loads(FILE), indent=2, ensure_ascii=False).encode() + b"\n"


@pytest.mark.parametrize("indent", [b"  ", b"\t"])
@pytest.mark.parametrize(
    "edit",
    [
        SetNote(1, "comment", "new"),
        SetNote(1, "marks", (Mark("label", ("dd",), text="z"),)),
        SetNote(0, "title", "new"),
        SetNote(2, "moment", "4.5"),
        SetNote(2, "problem", "white"),
    ],
)
def test_what_is_added_is_spaced_as_the_file_and_goes_again(edit, indent):
    file = INDENTED.replace(b"  ", indent)
    record = record_of(file)
    apply(record, SetNote(edit.node, edit.facet, ()) if edit.facet == "marks" else edit)
    apply(record, edit)
    saved = written(record)
    assert json.dumps(json.loads(saved), indent=2, ensure_ascii=False).encode() == (
        saved.rstrip().replace(b"\t", b"  ")
    )
    again = record_of(saved)
    before = record_of(file).node(edit.node).notes
    apply(again, SetNote(edit.node, edit.facet, before.get(edit.facet, type(edit.value)())))
    assert written(again) == file


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("info.rules.komi", "10"),
        ("info.rules.komi", "7.25"),
        ("info.rules.type", "AGA"),
        ("info.rules.scoring", "stones"),
        ("info.name", "two\nlines"),
        ("info.name", "x" * 129),
        ("info.place", "two\rlines"),
        ("info.participants.0.name", "x" * 129),
        ("info.time", "2013-02-30T03:21Z"),
        ("info.result.winner", "0"),
        ("info.result.margin", "512"),
        ("info.players.0.color", "3"),
    ],
)
def test_what_breaks_a_rule_is_told_and_not_written(key, value):
    for record in (new_record(), record_of(FILE)):
        before = written(record)
        apply(record, SetHeaders(with_header(record.headers, key, value)))
        assert [one.kind for one in losses(record)] == [f"header:{key}"]
        if record.fact("wei7.file") is not None:
            assert written(record) == before
        assert FORMAT.fault(key, value, record.headers) is not None


def test_times_and_margins_that_break_a_rule_are_told():
    record = new_record()
    apply(record, SetNote(1, "moment", "86400"))
    assert [one.kind for one in losses(record)] == ["moment"]
    apply(record, SetNote(1, "moment", "86399.5"))
    assert losses(record) == ()
    apply(record, SetAction(5, Remark("B+512")))
    assert [one.kind for one in losses(record)] == ["event"]  # it becomes a message


def test_names_of_sgf_that_wei7_cannot_hold_are_told():
    record = new_record()
    record.headers = (Header("GN", "x" * 129), Header("PB", "two\nlines"), Header("PC", "here"))
    assert info_from_sgf(record) == ({"place": "here"}, ["header:GN", "header:PB"])


@pytest.mark.parametrize("komi", ["3.75", "375"])
def test_a_komi_in_stones_is_not_taken_for_points(komi):
    record = new_record()
    record.headers = (Header("KM", komi),)
    assert info_from_sgf(record) == ({}, ["header:KM"])
