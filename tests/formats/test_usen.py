"""USEN: moves, variations, ends, starts; the law of bytes; what is lost; damage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.clip.pasting import read_text
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.formats.sfen.reader import move_of, word_of
from viewer.tree.action import Move, Setup, Terminal, Written
from viewer.tree.diff import differences, lost
from viewer.tree.node import Node
from viewer.tree.record import Record

MAIN = b"~0.7ku2jm6y236e5t24be9qc"
# 7g7f 3c3d 2g2f, resigns; instead of 2g2f: 5g5f 8c8d; instead of 3c3d: 8c8d, broken off
TREE = b"~0.7ku2jm6y2.r~2.7bq36e~1.36e.p\r\n"


def read(data: bytes) -> Collection:
    return load_source(BytesSource(data, "a.usen"))


def written(record: Record, id: str = "usen") -> tuple[bytes, tuple[Loss, ...]]:
    output = FORMATS[id].load().write(MemoryCollection(id, [record]))
    return b"".join(piece_bytes(piece, None) for piece in output.pieces), output.losses


def line_of(record: Record) -> list[str]:
    return [node.action.text for node in record.root.main_line() if node.action is not None]


def test_a_line_of_moves() -> None:
    record = read(MAIN).record(0)
    assert line_of(record) == ["7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", "6i7h"]


def test_variations_and_ends() -> None:
    record = read(TREE).record(0)
    assert line_of(record) == ["7g7f", "3c3d", "2g2f", "投了"]
    first = record.root.children[0]
    assert [line_of_branch(child) for child in first.children] == [
        ["3c3d", "2g2f", "投了"],
        ["8c8d", "中断"],
    ]
    assert line_of_branch(first.children[0].children[1]) == ["5g5f", "8c8d"]


def line_of_branch(node: Node) -> list[str]:
    return [one.action.text for one in node.main_line() if one.action is not None]


@pytest.mark.parametrize("move", ["7g7f", "1a9i+", "9i1a", "P*5e", "R*1a", "G*9i", "8h2b+"])
def test_a_move_and_its_digits(move: str) -> None:
    assert len(word_of(move)) == 3
    assert move_of(word_of(move)) == move


@given(st.integers(0, 36**3 - 1))
def test_digits_are_a_move_or_stay_text(number: int) -> None:
    word = "".join("0123456789abcdefghijklmnopqrstuvwxyz"[number // 36**n % 36] for n in (2, 1, 0))
    move = move_of(word)
    assert not move or word_of(move) == word
    data = b"~0." + word.encode() + b"7ku"
    record = read(data).record(0)
    assert record.root.children[0].action == (Move(move) if move else Written(word))
    record.facts = ()
    assert written(record) == (data + b"\n", ())


def test_a_start_that_is_not_the_usual_one() -> None:
    sfen = "lnsgk4/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSN+L w Pp 1"
    root = Node(0, None, Setup(sfen))
    root.children = (Node(1, root, Move("3c3d")),)
    data, losses = written(Record("shogi", root))
    assert losses == ()
    assert data == b"lnsgk4_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNzL.w.Pp~0.2jm\n"
    assert read(data).record(0).setup == Setup(sfen)


@pytest.mark.parametrize("data", [MAIN, TREE, b" ~0.\n", b"\n~0.7ku~5.2jm\n", b"~0.7kuzzz2j"])
def test_the_law_of_bytes(data: bytes) -> None:
    collection = read(data)
    assert written(collection.record(0)) == (data, ())
    record = collection.record(0)
    node = next(iter(record.root.children), None)
    if node is not None:
        was, node.action = node.action, Move("2g2f")
        assert written(record)[0] != data
        node.action = was
    assert written(record) == (data, ())


def test_an_edit_leaves_the_rest() -> None:
    record = read(TREE).record(0)
    record.nodes[4].action = Terminal("切れ負け")
    assert written(record) == (TREE.replace(b".r", b".t"), ())


def test_kif_and_back() -> None:
    record = read(TREE).record(0)
    kif, losses = written(record, "kif")
    assert losses == ()
    there = load_source(BytesSource(kif, "a.kif")).record(0)
    usen, losses = written(there)
    assert [loss for loss in losses if not loss.kind.startswith("header")] == []
    assert not list(differences(record, read(usen).record(0)))


def test_what_has_no_place_is_told() -> None:
    record = read(TREE).record(0)
    record.nodes[1].notes = {"comment": "a", "elapsed": "0:00:05"}
    record.nodes[4].action = Terminal("千日手")
    data, losses = written(record)
    assert {(loss.kind, loss.node) for loss in losses} == {
        *(("comment", 1), ("elapsed", 1)),
        *((one.kind, one.node) for one in lost(record, read(data).record(0))),
    }
    assert ("branch", 4) in {(loss.kind, loss.node) for loss in losses}


def test_what_a_limit_keeps_from_being_read_is_told_to_be_left_out() -> None:
    format_ = FORMATS["usen"].load()
    collection = format_.read(BytesSource(MAIN), DEFAULT._replace(nodes=3))
    assert [one.code for one in collection.diagnostics] == ["usen.too-long"]
    record = collection.record(0)
    record.nodes[1].action = Move("2g2f")
    assert [loss.kind for loss in written(record)[1]] == ["rest"]


@pytest.mark.parametrize("data", [b"", b"~", b"~0", b"hello ~0.7ku", b"~0.7KU", b"~x.7ku"])
def test_what_is_no_usen_is_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        FORMATS["usen"].load().read(BytesSource(data))


@given(st.text(st.sampled_from("~.0123kuzrp_b- \n"), max_size=30))
def test_whatever_is_read_comes_back(text: str) -> None:
    try:
        collection = FORMATS["usen"].load().read(BytesSource(text.encode()))
    except Unreadable:
        return
    record = collection.record(0)
    assert written(record) == (text.encode(), ())
    record.facts = ()
    data, losses = written(record)
    assert losses == ()
    assert not list(differences(record, read(data).record(0)))


def test_it_is_pasted() -> None:
    pasted = read_text(TREE.decode())
    assert pasted is not None
    assert line_of(pasted.first) == ["7g7f", "3c3d", "2g2f", "投了"]
