"""The law of bytes for lists of positions."""

from __future__ import annotations

import pytest
from sfen_lines import (
    FILE,
    PROBLEM,
    START,
    losses,
    record_of,
    records_of,
    written,
)

from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Remove, SetAction, SetEncoding, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

OTHER = "4k4/9/9/9/9/9/9/9/4K4 w 2P3p 5"


@pytest.mark.parametrize(
    ("line", "edit", "new"),
    [
        ("sfen X b - 1 // x", SetAction(0, Setup(OTHER)), f"sfen {OTHER} // x"),
        (
            "position startpos moves 7g7f",
            SetAction(0, Setup(OTHER)),
            f"position sfen {OTHER} moves 7g7f",
        ),
        ("moves 7g7f", SetAction(0, Setup(OTHER)), f"{OTHER} moves 7g7f"),
        ("startpos", Insert(0, 0, (NodeData(9, -1, Move("7g7f"), {}),)), "startpos moves 7g7f"),
        (
            "startpos moves",
            Insert(0, 0, (NodeData(9, -1, Move("7g7f"), {}),)),
            "startpos moves 7g7f",
        ),
        (
            "startpos  moves  7g7f  3c3d ;x",
            SetAction(2, Move("8c8d")),
            "startpos  moves  7g7f 8c8d ;x",
        ),
        ("startpos moves 7g7f  3c3d ;x", Remove(2), "startpos moves 7g7f ;x"),
        ("startpos moves 7g7f 3c3d ;x", Remove(1), "startpos ;x"),
        ("startpos moves 7g7f", SetAction(1, Terminal("投了")), "startpos moves resign"),
    ],
)
def test_an_edit_is_confined(line, edit, new):
    text = line.replace("X", PROBLEM.split()[0])
    data = f"# before\n{text}\r\n# behind".encode()
    record = record_of(data)
    apply(record, edit)
    assert written(record) == f"# before\n{new}\r\n# behind".encode()
    assert losses(record) == ()


def test_one_of_several_is_changed():
    records = records_of(FILE)
    apply(records[2], Remove(3))
    assert written(*records) == FILE.replace(b" 8h2b+", b"")
    data = FILE.rstrip()
    first, *_, last = records_of(data)
    assert written(last, first) == b"moves 2g2f\nthe end\n# problems\n" + PROBLEM.encode() + b"\n"


def test_another_codec():
    data = f"{START} # 注\n".encode("cp932")
    record = record_of(data)
    inverse, _ = apply(record, SetEncoding("utf-8"))
    assert written(record) == data.decode("cp932").encode()
    apply(record, inverse)
    assert written(record) == data


def test_records_from_nowhere():
    root = Node(0, None, Setup(OTHER))
    assert written(Record("shogi", root)) == OTHER.encode() + b"\n"
    root.children = (Node(1, root, Move("P*5e")),)
    record = Record("shogi", root)
    assert written(record) == f"position sfen {OTHER} moves P*5e\n".encode()
    apply(record, SetAction(0, None))
    assert written(record) == b"position startpos moves P*5e\n"
    assert losses(record) == ()


@pytest.mark.parametrize(
    ("edit", "kinds"),
    [
        (SetNote(0, "comment", "x"), ["comment"]),
        (SetNote(1, "elapsed", "0:00:01"), ["elapsed"]),
        (SetHeaders((Header("先手", "x"),)), ["header:先手"]),
        (SetHeaders((Header("手合割", "平手"),)), []),
        (SetAction(2, Terminal("resign")), []),
        (SetAction(2, Terminal("投了")), []),
        (SetAction(2, Terminal("中断")), ["branch"]),
        (SetAction(1, Terminal("resign")), ["branch"]),
        (Insert(0, 1, (NodeData(9, -1, Move("2g2f"), {}),)), ["branch"]),
    ],
)
def test_what_is_lost_is_said(edit, kinds):
    record = record_of(b"position startpos moves 7g7f 3c3d\n")
    apply(record, edit)
    assert [one.kind for one in losses(record)] == kinds
    assert all(str(one.words) for one in losses(record))


def test_an_end_of_usi_gets_its_word_in_csa() -> None:
    collection = FORMATS["sfen"].load().read(BytesSource(b"startpos moves 7g7f resign\n"))
    output = FORMATS["csa"].load().write(MemoryCollection("csa", [collection.record(0)]))
    assert output.losses == ()
    assert b"\n%TORYO\n" in b"".join(output.pieces)
