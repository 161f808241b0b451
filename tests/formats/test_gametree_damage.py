"""Broken game trees: what is sound is kept, the rest is named with its place, and the bytes come back."""

from __future__ import annotations

import random
import struct

import pytest
from gametree_maker import (
    HEX,
    OLD,
    TWIXT,
    Edited,
    Spot,
    build,
    codes,
    head_item,
    line,
    load,
    move,
    saved,
    split,
    u32,
    written,
)

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.format import Unreadable
from viewer.formats.gametree import FORMAT
from viewer.formats.kit.collections import UNSURE
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move
from viewer.tree.ops import Insert, Remove, SetHeaders, SetNote, apply
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

WHOLE = {
    "hex": build(
        Spot(
            [(b"c", b"Start")],
            [
                move(
                    4,
                    2,
                    1,
                    (b"g", b"\1"),
                    below=[move(2, 3, 2, (b"r", b"\xd8\xf0"), (b"c", b"caf\xe9"))],
                ),
                move(0, 0, 1),
            ],
        )
    ),
    "twixt": build(
        line(
            move(3, 3, 1),
            Spot(
                [
                    (b"m", bytes.fromhex("050302 00 0001 040503 0001 040502")),
                    (b"c", "né\n棋".encode()),
                ]
            ),
        ),
        TWIXT,
    ),
    "jhex": build(line(move(4, 2, 1, (b"v", b"\x3f\x80\0\0")), move(0, 0, 2, (b"c", b"so"))), OLD),
}


@pytest.mark.parametrize("file", WHOLE.values(), ids=WHOLE)
def test_cut_at_every_byte(file: bytes):
    """Nothing raises, everything before the cut is kept, and the bytes come back."""
    nodes, reason = 0, ""
    start = len(split(file, file.startswith(b"\4size"))[0])
    assert FORMAT.read(BytesSource(file[:start], "x.hgt"))
    for cut in range(len(file)):
        try:
            collection = FORMAT.read(BytesSource(file[:cut], "x.hgt"))
        except Unreadable as error:
            reason = error.reason.text()
            continue
        assert reason
        record = collection.record(0)
        assert len(record.nodes) >= nodes
        nodes = len(record.nodes)
        assert any(one.severity.value == "error" for one in collection.diagnostics)
        assert all(one.offset is not None and one.offset <= cut for one in collection.diagnostics)
        assert all(one.node is None or one.node in record.nodes for one in collection.diagnostics)
        assert written(collection) == ((), file[:cut])
    assert nodes == len(load(file).record(0).nodes)


@pytest.mark.parametrize("file", WHOLE.values(), ids=WHOLE)
def test_a_cut_file_can_be_edited(file: bytes):
    """A note anywhere, a header, a move behind the end: all is there when it is read again."""
    start = len(split(file, file.startswith(b"\4size"))[0])
    for cut in range(start, len(file)):
        collection = load(file[:cut])
        for id in list(collection.record(0).nodes):
            record = collection.record(0)
            apply(record, SetNote(id, "comment", "new"))
            apply(record, Insert(id, 0, (NodeData(99, -1, Move("1 b2"), {"verdict": 0}),)))
            apply(record, SetHeaders(with_header(record.headers, "name", "Cut")))
            again = load(saved(record, collection)).record(0)
            assert again.header("name") == "Cut"
            shown = [(node.action, dict(node.notes)) for node in record.walk()]
            assert [(node.action, dict(node.notes)) for node in again.walk()] == shown


def test_a_comment_of_4_gb():
    good = build(line(move(0, 0, 1, (b"r", b"\0\1")), move(1, 1, 2)))
    at = good.index(b"\1r")
    file = good[:at] + b"\1c\xff\xff\xff\xff" + good[at:]
    collection = load(file)
    record = collection.record(0)
    assert [node.action for node in record.walk()][1:] == [Move("1 a1")]
    assert record.node(1).comment == ""
    assert codes(collection)[0] == ("cut-node", 1, at)
    assert written(collection) == ((), file)
    # A few more bytes than there are: then it's text that is cut.
    short = good[:at] + b"\1c" + u32(60) + b"the last words"
    assert load(short).record(0).node(1).comment == "the last words"
    assert written(load(short)) == ((), short)


def test_lengths_of_4_gb_in_the_header():
    for at in range(len(HEX)):
        head = b"".join(head_item(*item) for item in HEX[:at])
        file = head + bytes([len(HEX[at][0])]) + HEX[at][0] + b"\xff\xff\xff\xff" + b"rest"
        try:
            collection = load(file)
        except Unreadable:
            assert at <= 4
            continue
        assert ("cut-head", None, len(head)) in codes(collection)
        assert collection.record(0).header("player1") == "Ann"
        assert written(collection) == ((), file)
        record = collection.record(0)
        apply(record, SetHeaders(with_header(record.headers, "player1", "Eve")))
        assert saved(record, collection) == file.replace(b"Ann", b"Eve")
        # A move can't come behind a header that has no end: then it gets one.
        apply(record, Insert(0, 0, (NodeData(1, -1, Move("1 a1"), {}),)))
        assert [node.action for node in load(saved(record, collection)).record(0).walk()][1:] == [
            Move("1 a1")
        ]


def test_65535_children_that_are_not_there():
    file = build(line(move(0, 0, 1)))[:-2] + b"\xff\xff"
    collection = load(file)
    assert len(collection.record(0).nodes) == 2
    assert ("absent", None, len(file)) in codes(collection)
    assert written(collection) == ((), file)
    old = build(line(move(0, 0, 1)), OLD)[:-4] + b"\xff\xff\xff\xff"
    assert len(load(old).record(0).nodes) == 2
    assert written(load(old)) == ((), old)


def test_a_chain_350_000_deep():
    """1 MB of `00 00 01`, and nothing behind it."""
    file = split(build(Spot()))[0] + b"\0\0\1" * 350_000
    collection = load(file)
    record = collection.record(0)
    assert len(record.nodes) == 350_000
    assert [one.code for one in collection.diagnostics] == [
        "gametree.no-move",
        "gametree.cut-node",
        "gametree.absent",
    ]
    assert written(Edited(collection, record)) == ((), file)


def test_a_deep_line_of_moves():
    count = 60_000
    colours = ((i % 5, i // 5 % 5, 1 + i % 2) for i in range(count))
    nodes = b"".join(b"\1m\0\3" + bytes(one) + b"\0\0\1" for one in colours)
    file = split(build(Spot()))[0] + b"\0\0\1" + nodes
    collection = load(file)
    record = collection.record(0)
    assert len(record.nodes) == count + 1
    apply(record, SetNote(count, "comment", "deep"))
    apply(record, Remove(count // 2))
    losses, made = written(Edited(collection, record))
    assert losses == ()
    assert len(load(made).record(0).nodes) == count // 2
    again = Record("hex", record.root)
    losses, made = written(MemoryCollection("gametree", [again]))
    assert (losses, len(load(made).record(0).nodes)) == ((), count // 2)


def test_behind_the_limit_of_nodes():
    spots = [move(i % 5, i // 5, 1 + i % 2, below=[move(4, 4, 1)]) for i in range(10)]
    file = build(Spot(below=spots))
    for most in range(1, 21):
        collection = FORMAT.read(BytesSource(file, "x.hgt"), DEFAULT._replace(nodes=most))
        record = collection.record(0)
        assert len(record.nodes) == most
        assert [code for code, _, _ in codes(collection)] == ["unread"]
        assert written(collection) == ((), file)
        apply(record, SetNote(most - 1, "comment", "last"))
        made = saved(record, collection)
        nodes, before = split(made)[1], split(file)[1]
        assert [i for i, (a, b) in enumerate(zip(nodes, before, strict=True)) if a != b] == [
            most - 1
        ]


def test_moves_that_would_part_what_was_not_read():
    file = build(Spot(below=[move(0, 0, 1, below=[move(1, 1, 2)]), move(2, 2, 1)]))
    collection = FORMAT.read(BytesSource(file, "x.hgt"), DEFAULT._replace(nodes=2))
    record = collection.record(0)
    apply(record, Insert(1, 0, (NodeData(9, -1, Move("2 c3"), {}),)))
    losses, made = written(Edited(collection, record))
    assert [(one.kind, one.node) for one in losses] == [("branch", 9)]
    assert made == file
    apply(record, Remove(9))
    apply(record, Insert(0, 0, (NodeData(10, -1, Move("1 d4"), {}),)))
    made = saved(record, collection)
    assert [getattr(one.action, "text", "") for one in load(made).record(0).walk()][1:] == [
        "1 d4",
        "1 a1",
        "2 b2",
        "1 c3",
    ]


def test_behind_the_limit_of_bytes():
    file = build(line(*(move(i % 5, i // 5, 1 + i % 2) for i in range(20))))
    for most in range(len(split(file)[0]), len(file)):
        collection = FORMAT.read(BytesSource(file, "x.hgt"), DEFAULT._replace(body_bytes=most))
        collection.record(0)
        assert [one.code for one in collection.diagnostics] == ["gametree.unread"]
        output = FORMAT.write(collection)
        assert output.losses == ()
        assert b"".join(piece_bytes(p, collection.source) for p in output.pieces) == file


def test_a_comment_longer_than_the_limit():
    file = build(line(move(0, 0, 1, (b"c", b"x" * 100)), move(1, 1, 2, (b"c", b"short"))))
    collection = FORMAT.read(BytesSource(file, "x.hgt"), DEFAULT._replace(comment_bytes=50))
    record = collection.record(0)
    assert [node.comment for node in record.walk()] == ["", "", "short"]
    assert [code for code, _, _ in codes(collection)] == ["long-comment"]
    assert written(collection) == ((), file)
    apply(record, SetNote(1, "verdict", 0))
    assert b"x" * 100 in saved(record, collection)


def test_what_follows_the_tree():
    file = build(line(move(0, 0, 1)), trailing=b"\0\1\2")
    collection = load(file)
    assert codes(collection) == [("trailing", None, len(file) - 3)]
    record = collection.record(0)
    apply(record, Insert(1, 0, (NodeData(9, -1, Move("2 c3"), {}),)))
    assert saved(record, collection).endswith(b"\0\0\0\0\1\2")


def test_only_so_many_findings():
    spots = [move(0, 0, 3) for _ in range(3000)]
    collection = load(build(Spot(below=spots)))
    collection.record(0)
    assert len(collection.diagnostics) == DEFAULT.diagnostics + 1
    assert collection.diagnostics[-1].code == "gametree.more"


def test_random_damage():
    chance = random.Random(3)
    for file in WHOLE.values():
        for _ in range(300):
            damaged = bytearray(file)
            for _ in range(chance.randrange(1, 4)):
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
            try:
                collection = FORMAT.read(BytesSource(bytes(damaged), "x.hgt"))
            except Unreadable:
                continue
            record = collection.record(0)
            assert written(collection) == ((), bytes(damaged))
            found = [one for one in collection.diagnostics if one.code != UNSURE]
            assert all(one.offset is not None for one in found)
            copy = Record(record.game, record.root, record.headers)
            load(written(MemoryCollection("gametree", [copy]))[1])


def test_links_that_cross_or_are_not_there_are_kept():
    """What the rules say of them is found where the position is known; the file says them as they are."""
    long = struct.pack(">3BBH3BH3B3B", 5, 3, 1, 0, 1, 9, 9, 2, 2, 4, 5, 2, 4, 5, 2)
    file = build(line(move(4, 5, 1), move(0, 5, 2), Spot([(b"m", long)])), TWIXT)
    collection = load(file)
    assert collection.record(0).node(3).action == Move("1 f4 -j10/k8 +e6/f4 +e6/f4")
    assert codes(collection) == []
    assert written(collection) == ((), file)
