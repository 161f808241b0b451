"""The law of bytes for files of positions."""

from __future__ import annotations

import pytest
from epd_lines import (
    AFTER_E4,
    FEN_LAW,
    FULL,
    START,
    lines,
    losses,
    read,
    record_of,
    written,
)
from hypothesis import given
from hypothesis import strategies as st
from laws import bytes_of

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.document.document import open_document
from viewer.formats.epd import EPD, FEN
from viewer.formats.format import Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (SetNote(0, "comment", "first\u2029other"), b'"second"', b'"other"'),
        (SetNote(0, "comment", "second"), b'c0 "first"; ', b""),
        (SetNote(0, "comment", "first"), b' c1 "second";', b""),
        (SetNote(0, "comment", "first\u2029second\u2029x"), b'"second";', b'"second"; c2 "x";'),
        (SetNote(0, "evaluation", "-1.20"), b"ce 35", b"ce -120"),
        (SetNote(0, "evaluation", "#3"), b"ce 35", b"ce 32762"),
        (SetNote(0, "evaluation", ""), b" ce 35;", b""),
        (SetNote(1, "glyphs", ()), b"bm e4 Nf3", b"bm Nf3"),
        (Remove(2), b"pv e4 e5 Nf3;", b"pv e4;"),
        (SetAction(2, Written("c5")), b"pv e4 e5", b"pv e4 c5"),
        (SetAction(2, Move("c7c5")), b"pv e4 e5", b"pv e4 c5"),
        (Remove(6), b"am f3 g4", b"am g4"),
        (Reorder(0, 0, 1), b"bm e4 Nf3", b"bm Nf3 e4"),
        (SetAction(0, Setup(START.decode() + " 3 8")), b"fmvn 7", b"fmvn 8"),
        (SetAction(0, Setup(START.decode()[:-6] + "kq - 3 7")), b"KQkq", b"kq"),
    ],
)
def test_an_edit_is_confined(edit, old, new):
    record = record_of(FULL)
    apply(record, edit)
    assert FULL.count(old) == 1
    assert written(record) == FULL.replace(old, new)


@pytest.mark.parametrize(
    ("key", "value", "new"),
    [
        ("id", "T.2", (b'"T.1"', b'"T.2"')),
        ("acn", "99", (b"12345", b"99")),
        ("tcri", '"x" "y"', (b'"a@b.c" "A. Bee"', b'"x" "y"')),
        ("eco", "", (b' eco "A00";', b"")),
        ("draw_offer", "yes", (b' eco "A00"', b' draw_offer "yes"; eco "A00"')),
        ("White", "Bee, A", (b" acn", b' White "Bee, A"; acn')),
        ("v1", "EpdLine", (b'"Open";', b'"Open"; v1 "EpdLine";')),
        ("rc", "2", (b" sm d4", b" rc 2; sm d4")),
    ],
)
def test_a_header_is_confined(key, value, new):
    record = record_of(FULL)
    apply(record, SetHeaders(with_header(record.headers, key, value)))
    assert written(record) == FULL.replace(*new)
    assert losses(record) == ()


def test_a_line_in_no_order_gets_new_operations_at_its_end():
    record = record_of(START + b" pv e4;  id 1  ")
    apply(record, SetNote(0, "comment", "x"))
    assert written(record) == START + b' pv e4;  id 1; c0 "x"'


def test_a_record_from_nowhere():
    root = Node(0, None, Setup(AFTER_E4.decode() + " 0 1"), {"comment": "a", "evaluation": "#-2"})
    root.children = tuple(
        Node(id, root, Move(move), notes)
        for id, (move, notes) in enumerate(
            [("e7e5", {"glyphs": (1,)}), ("c7c5", {"glyphs": (1,)}), ("f7f6", {"glyphs": (2,)})], 1
        )
    )
    root.children[0].children = (Node(4, root.children[0], Move("g1f3")),)
    record = Record("chess", root, (Header("id", "7"), Header("resign", "")))
    assert written(record) == AFTER_E4 + (
        b' am f6; bm c5 e5; c0 "a"; ce 32764; id "7"; pv e5 Nf3; resign;\n'
    )
    told = losses(record)
    assert [(one.kind, one.node) for one in told if one.kind == "action"] == [
        ("action", 1),
        ("action", 2),
    ]
    assert {"change places" in one.words.text() for one in told} == {True}
    assert EPD.strict(read(written(record))) == []


def test_best_moves_in_no_order_stay_in_it():
    data = START + b" bm e4 Nf3 d4;"
    record = record_of(data)
    record.root.children = (record.root.children[1], record.root.children[0])
    assert written(record) == START + b" bm Nf3 e4;"
    assert losses(record) == ()
    sorted_ = record_of(START + b" bm Nf3 d4 e4;")
    sorted_.root.children = (sorted_.root.children[2], sorted_.root.children[0])
    assert written(sorted_) == START + b" bm Nf3 e4;"
    assert [(one.kind, one.node) for one in losses(sorted_)] == [("action", 3), ("action", 1)]


def test_a_fen_from_nowhere():
    root = Node(0, None, Setup(AFTER_E4.decode() + " 5 12"))
    record = Record("chess", root)
    assert FEN_LAW.written(record) == AFTER_E4 + b" 5 12\n"
    assert written(record) == AFTER_E4 + b" fmvn 12; hmvc 5;\n"
    root.children = (Node(1, root, Move("e7e5")),)
    record = Record("chess", root, (Header("id", "x"),))
    assert [(one.kind, one.node) for one in FEN_LAW.losses(record)] == [
        ("header:id", None),
        ("branch", 1),
    ]
    assert losses(record) == ()


def test_a_fen_file_with_operations_keeps_and_changes_them():
    record = FEN_LAW.record_of(START + b" 0 1 bm e4;\n")
    apply(record, SetNote(0, "comment", "x"))
    assert FEN_LAW.written(record) == START + b' 0 1 bm e4; c0 "x";\n'
    plain = FEN_LAW.record_of(START + b" 0 1\n")
    apply(plain, SetNote(0, "comment", "x"))
    assert FEN_LAW.written(plain) == START + b" 0 1\n"
    assert [one.kind for one in FEN_LAW.losses(plain)] == ["comment"]
    apply(plain, SetAction(0, Setup(START.decode() + " 4 9")))
    assert FEN_LAW.written(plain) == START + b" 4 9\n"


@pytest.mark.parametrize(
    ("edit", "kinds"),
    [
        (SetNote(0, "comment", 'a "word"'), ["comment"]),
        (SetNote(0, "comment", "two\nlines"), ["comment"]),
        (SetNote(0, "comment", "\u2029".join("abcdefghijkl")), ["comment"]),
        (SetNote(0, "evaluation", "unclear"), ["evaluation"]),
        (SetNote(0, "glyphs", (13,)), ["glyphs"]),
        (SetNote(2, "comment", "deep"), ["comment"]),
        (SetNote(1, "glyphs", (1, 10)), ["glyphs"]),
        (SetHeaders((Header("TerminationDetails", "x"),)), ["header:TerminationDetails"]),
        (SetHeaders((Header("bm", "x"),)), ["header:bm"]),
        (Insert(2, 1, (NodeData(50, -1, Written("c4"), {}),)), ["branch"]),
    ],
)
def test_what_is_lost_is_said(edit, kinds):
    record = record_of(START + b" bm e4; pv e4 e5 Nf3;\n")
    apply(record, edit)
    found = losses(record)
    assert [one.kind for one in found] == kinds
    assert all(one.words.text().endswith(".") for one in found)


def test_characters_that_the_codec_lacks():
    record = record_of(START + ' id "Réti";'.encode("cp1252"))
    apply(record, SetNote(0, "comment", "注"))
    assert written(record) == START + ' c0 "?"; id "Réti";'.encode("cp1252")
    assert [one.words.text() for one in losses(record)] == [
        "The comment has characters that cp1252 lacks: 注"
    ]


def test_another_game_is_lost():
    record = Record("xiangqi", Node(0, None, Setup("4k4/9/9/9/9/9/9/9/9/4K4 w")))
    assert "game" in [one.kind for one in losses(record)]


def test_records_in_another_order():
    data = b"# one\n" + START + b" id 1;\r\n# two\r\n" + AFTER_E4 + b" id 2;"
    collection = read(data)
    first, second = collection.record(0), collection.record(1)
    assert written(second, first) == (
        b"# two\r\n" + AFTER_E4 + b" id 2;\n# one\n" + START + b" id 1;\r\n"
    )
    assert written(first, Record("chess", Node(0, None))) == (
        b"# one\n" + START + b" id 1;\r\n" + START + b"\n"
    )


def test_saved_in_the_other_format():
    collection = read(b"# note\n" + START + b" 1 2 bm e4;\n" + START + b" 1 2\n")
    output = FEN.write(collection)
    assert bytes_of(output) == b"# note\n" + START + b" 1 2\n" + START + b" 1 2\n"
    assert [(one.record, one.kind, one.node) for one in output.losses] == [(0, "branch", 1)]
    fens = FEN_LAW.read(bytes_of(FEN.write(collection)))
    output = EPD.write(fens)
    line = START + b" fmvn 2; hmvc 1;\n"
    assert (bytes_of(output), output.losses) == (b"# note\n" + line + line, ())


def test_a_line_that_is_too_long_is_copied():
    data = START + b' id "x"; c0 "' + b"a" * 100_000 + b'";\n' + AFTER_E4 + b"\n"
    collection = EPD.read(BytesSource(data), Limits(comment_bytes=1000))
    list(collection.indexing())
    record = collection.record(0)
    output = EPD.write(MemoryCollection("epd", [record]))
    assert output.losses == ()
    assert bytes_of(output, collection.source) == data[: data.index(b"\n") + 1]
    apply(record, SetNote(0, "comment", "x"))
    assert [one.kind for one in losses(record)] == ["comment"]


@given(line=lines(), junk=st.binary(max_size=20), at=st.integers(0, 200))
def test_damage(line, junk, at):
    at = min(at, len(line))
    for data in (line[:at], line[:at] + junk + line[at:], junk):
        try:
            collection = read(data)
        except Unreadable:
            continue
        records = [collection.record(index) for index in range(len(collection))]
        assert written(*records) == data
        assert losses(records[0]) == ()
        EPD.strict(collection)


def test_options():
    with pytest.raises(KeyError):
        EPD.write(MemoryCollection("epd", []), {"version": "1"})


def test_one_line_of_a_file_is_edited_and_saved(tmp_path):
    lines = [START + b" bm e4; id %d;\r\n" % number for number in range(300)]
    path = tmp_path / "suite.epd"
    path.write_bytes(b"".join(lines))
    document = open_document(str(path))
    for _ in document.indexing():
        pass
    document.set_comment(document.record(70).root, "new")
    document.save()
    document.close()
    lines[70] = START + b' bm e4; c0 "new"; id 70;\r\n'
    assert path.read_bytes() == b"".join(lines)


def test_a_move_that_is_not_read_as_the_same_is_told():
    """A move against the rules is written, but no reader finds a move in it."""
    record = record_of(START + b" pv e4 e5 Nf3;\n")
    apply(record, SetAction(2, Move("e7e4")))
    found = losses(record)
    assert [(one.kind, one.node) for one in found] == [("action", 2)]
    assert "e7e4" in found[0].words.text()


def test_a_start_that_is_read_as_another_is_told():
    record = record_of(START + b" bm e4;\n")
    apply(record, SetAction(0, Setup("8/8/8/8/8/8/8/8 w - - 0 1")))
    found = losses(record)
    assert ("start", 0) in [(one.kind, one.node) for one in found]
    assert all(one.words.text() for one in found)


def test_half_a_character_is_told():
    record = record_of(FULL + b"\n")
    apply(record, SetNote(0, "comment", "a\ud800"))
    assert [(one.kind, one.node) for one in losses(record)] == [("comment", 0)]
