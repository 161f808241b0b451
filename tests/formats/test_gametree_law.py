"""The law of bytes over game trees: untouched, there and back, confined, said."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from gametree_maker import (
    HEX,
    OLD,
    TWIXT,
    Edited,
    Items,
    Spot,
    build,
    changed,
    line,
    load,
    move,
    saved,
    split,
    u32,
    written,
)
from hypothesis import assume, currently_in_test_context, given
from hypothesis import strategies as st

from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

CHUNKS = (
    b"x",
    b" ",
    b"\n",
    b"\r\n",
    b"\r",
    "é棋".encode(),
    b"caf\xe9",
    b"\xff",
    b"\xe9",
    b"\x8e\xe8",
    b"\0",
)
PLAIN = st.text(st.sampled_from("xyz é棋手\n"), max_size=10)


class Maker:
    """Files by chance: most of them as usual, with something odd here and there."""

    def __init__(self, seed: int, clean: bool = False) -> None:
        self.chance = random.Random(seed)
        self.head = self.chance.choice([HEX, HEX, TWIXT, OLD])
        self.clean = self.chance.random() < 0.3 or clean

    def often(self, share: float) -> bool:
        return self.chance.random() < share

    def text(self) -> bytes:
        if self.clean:
            return self.chance.choice([b"", b"good", b"a\nb", "é棋".encode()])
        return b"".join(self.chance.choices(CHUNKS, k=self.chance.randrange(4)))

    def links(self) -> bytes:
        count = self.chance.randrange(3)
        links = (self.chance.randbytes(2) + bytes([self.chance.randrange(6)]) for _ in range(count))
        return count.to_bytes(2, "big") + b"".join(links)

    def move(self) -> bytes:
        limit = 26 if self.head is TWIXT else 6
        place = self.chance.randrange(limit), self.chance.randrange(limit)
        short = bytes((*place, self.chance.choice([1, 2, 1, 2, 1, 2, 0, 3, 255])))
        if self.head is TWIXT and self.often(0.4):
            null = self.chance.choice([b"\0", b"\1", b"\2", b""])
            return (
                short
                + null
                + self.links()
                + self.links()
                + b"zz"[: self.chance.choice([0, 0, 0, 1, 2])]
            )
        return short[: self.chance.choice([3, 3, 3, 3, 3, 3, 2, 0])]

    def verdict(self) -> bytes:
        if self.head is OLD:
            odd = () if self.clean else (b"\x7f\xc0\0\0", b"\x3e\x80\0\1")
            return self.chance.choice([b"\x3f\x80\0\0", b"\xbf\x80\0\0", *odd])
        number = self.chance.choice([10000, -10000, 0, 500, 12345, -32768])
        return number.to_bytes(2, "big", signed=True)

    def items(self, root: bool = False) -> Items:
        items: Items = [] if root and self.often(0.8) else [(b"m", self.move())]
        if self.often(0.4):
            items.append((b"v" if self.head is OLD else b"r", self.verdict()))
        if self.often(0.4):
            items.append((b"g", self.chance.choice([b"\1", b"\1", b"\1", b"\0", b"\2", b""])))
        if self.often(0.5):
            items.append((b"c", self.text()))
        if self.often(0.2) and not self.clean:
            odd = [(b"x", b"?"), (b"long key", b""), (b"r", b"\1"), (b"m", b""), (b"v", b"7")]
            items.append(self.chance.choice(odd))
        if self.often(0.2):
            self.chance.shuffle(items)
        return items

    def file(self) -> bytes:
        head = self.head
        for key in (b"player1", b"player2", b"vplayer"):
            head = changed(head, key, self.text())
        if self.often(0.4):
            gone = self.chance.choice([b"player1", b"pov", b"hplayer"])
            head = [item for item in head if item[0] != gone]
        if self.often(0.4):
            more = [(b"date", b"2001"), (b"raw", b"\0\1"), (b"pov", b"\1"), (b"name", b"A game")]
            head = [*head, self.chance.choice(more)]
        if self.often(0.3):
            head = self.chance.sample(head, len(head))
        spots = [Spot(self.items(root=True))]
        for _ in range(self.chance.randrange(12)):
            above = self.chance.choice(spots[-3:])
            spots.append(Spot(self.items()))
            above.below.append(spots[-1])
        return build(spots[0], head, self.chance.choice([b"", b"", b"behind"]))


def files(clean: bool = False) -> st.SearchStrategy[bytes]:
    return st.integers(0, 1 << 32).map(lambda seed: Maker(seed, clean).file())


def is_old(file: bytes) -> bool:
    return load(file).variant.startswith("Jhex")


# ---------------------------------------------------------------------------------- untouched


@given(files())
def test_untouched(file):
    assert written(load(file)) == ((), file)


@given(files(), st.integers(0, 400))
def test_untouched_where_it_is_cut(file, cut):
    head = len(split(file, is_old(file))[0])
    file = file[: head + cut]
    assert written(load(file)) == ((), file)


@pytest.mark.parametrize("codec", ["utf-8", "cp1252", "cp932", "gb18030"])
@given(file=files())
def test_untouched_in_a_codec_that_was_chosen(file, codec):
    assert written(load(file, codec)) == ((), file)


# ----------------------------------------------------------------------------- there and back


def comes_back(file: bytes, there: Op, back: Op) -> None:
    first = load(file)
    record = first.record(0)
    apply(record, there)
    losses, between = written(Edited(first, record))
    second = load(between)
    again = second.record(0)
    if currently_in_test_context():
        assume(not losses)
        # Where nothing else in the file says what its codec is, or how lines are broken, nobody knows it.
        assume(again.encoding == record.encoding)
        assume(again.fact("gametree.breaks") == record.fact("gametree.breaks"))
    apply(again, back)
    assert saved(again, second) == file


def one_of(record: Record, number: int, wanted: Callable[[Node], bool]) -> Node:
    """A node of those wanted, if there are any."""
    found = [node for node in record.walk() if wanted(node)]
    assume(found)
    return found[number % len(found)]


@given(files(clean=True), st.integers(0, 20), PLAIN)
def test_comments_there_and_back(file, number, text):
    assume(text)
    node = one_of(load(file).record(0), number, lambda node: bool(node.comment))
    comes_back(file, SetNote(node.id, "comment", text), SetNote(node.id, "comment", node.comment))


@given(files(clean=True), st.integers(0, 20), PLAIN)
def test_new_comments_there_and_back(file, number, text):
    nodes = split(file, is_old(file))[1]
    # An item that says nothing is gone when it has said something.
    node = one_of(load(file).record(0), number, lambda node: b"\1c" not in nodes[node.id])
    comes_back(file, SetNote(node.id, "comment", text), SetNote(node.id, "comment", ""))


@given(files(clean=True), st.integers(0, 20), st.sampled_from([0, 10000, -10000, 12345, 77]))
def test_verdicts_there_and_back(file, number, value):
    nodes = split(file, is_old(file))[1]
    key = b"\1v\0" if is_old(file) else b"\1r\0"
    # One that isn't understood stands in the way of one that is.
    node = one_of(
        load(file).record(0),
        number,
        lambda node: "verdict" in node.notes or key not in nodes[node.id],
    )
    old = node.note("verdict")
    comes_back(file, SetNote(node.id, "verdict", value), SetNote(node.id, "verdict", old))


@given(files(clean=True), st.sampled_from(["player1", "player2", "name", "date"]), PLAIN)
def test_headers_there_and_back(file, key, text):
    headers = load(file).record(0).headers
    comes_back(file, SetHeaders(with_header(headers, key, text)), SetHeaders(headers))


@given(files(), st.sampled_from("012"))
def test_the_view_there_and_back(file, value):
    headers = load(file).record(0).headers
    comes_back(file, SetHeaders(with_header(headers, "pov", value)), SetHeaders(headers))


def test_the_main_variation_there_and_back():
    for first, second in (((b"g", b"\1"), None), (None, None), (None, (b"g", b"\1"))):
        spots = [move(0, 0, 1, *filter(None, [first])), move(1, 1, 1, *filter(None, [second]))]
        file = build(Spot(below=spots))
        old = load(file).record(0).node(2).note("main")
        assert old == (1 if second else "")
        for value in (1, ""):
            comes_back(file, SetNote(2, "main", value), SetNote(2, "main", old))


def test_the_board_there_and_back():
    for head in (HEX, changed(HEX, b"bdsize", b"\x0a"), OLD):
        file = build(line(move(0, 0, 1)), head)
        size = load(file).record(0).root.action
        record = load(file).record(0)
        apply(record, SetAction(0, Setup("19")))
        between = saved(record, load(file))
        assert load(between).record(0).root.action == Setup("19")
        apply(record, SetAction(0, size))
        assert saved(record, load(file)) == file


# ----------------------------------------------------------------------------------- confined


@given(files(), st.integers(0, 20), PLAIN, st.sampled_from([0, 10000, ""]))
def test_a_note_changes_its_node_only(file, node, text, verdict):
    collection = load(file)
    record = collection.record(0)
    old = is_old(file)
    at = node % len(record.nodes)
    apply(record, SetNote(at, "comment", text))
    apply(record, SetNote(at, "verdict", verdict))
    _, edited = written(Edited(collection, record))
    (head, nodes, rest), (head2, nodes2, rest2) = split(file, old), split(edited, old)
    assert (head, rest, len(nodes)) == (head2, rest2, len(nodes2))
    assert [i for i, (a, b) in enumerate(zip(nodes, nodes2, strict=True)) if a != b] in ([], [at])


@given(files(), st.sampled_from(["player1", "player2", "name"]), PLAIN)
def test_a_header_changes_the_head_only(file, key, text):
    collection = load(file)
    record = collection.record(0)
    apply(record, SetHeaders(with_header(record.headers, key, text)))
    _, edited = written(Edited(collection, record))
    assert split(edited, is_old(file))[1:] == split(file, is_old(file))[1:]


@given(files(), st.integers(0, 20), st.integers(0, 3), st.integers(0, 2), st.data())
def test_a_change_of_the_tree_stays_below_its_parent(file, node, place, kind, data):
    collection = load(file)
    record = collection.record(0)
    parent = record.node(node % len(record.nodes))
    count = len(parent.children)
    where = place % (count + 1)
    if kind == 0 or not count:
        rows = (
            NodeData(100, -1, Move("1 ac40"), {}),
            NodeData(101, 0, Move("2 ad40"), {"comment": "new"}),
        )
        op: Op = Insert(parent.id, where, rows)
    elif kind == 1:
        op = Remove(parent.children[place % count].id)
    else:
        op = Reorder(parent.id, place % count, data.draw(st.integers(0, count - 1)))
    # Whether a first move is written reflected, depends on what follows it.
    assume(
        parent.parent is not record.root or "swap" not in str([c.action for c in parent.children])
    )
    below = [one.id for one in parent.walk()]
    inverse, _ = apply(record, op)
    losses, edited = written(Edited(collection, record))
    assert losses == ()
    old = is_old(file)
    (head, before, rest), (head2, after, rest2) = split(file, old), split(edited, old)
    behind = len(before) - below[-1] - 1
    width = 4 if old else 2
    assert (head, rest) == (head2, rest2)
    assert after[: parent.id] == before[: parent.id]
    assert after[len(after) - behind :] == before[len(before) - behind :]
    assert after[parent.id][:-width] == before[parent.id][:-width]  # only the number of children
    apply(record, inverse)
    assert saved(record, collection) == file


# --------------------------------------------------------------------------------------- said

MOVES = """1 a1|2 c3|e3|2 swap-pieces|2 swap-sides|1 pass|2 resign|1 f4 -e6/d4 auto|1 g5 none||3 a1|2 zz99
1 zzz999|1 e6 +e6/a1|1 g5 -e6/d4 +h7/g5 auto|1 b2 -e6/?0"""
WRITTEN = "3 e5|m:|m:01|m:010203|1 a1|Tengen|999 a1"
ACTIONS = st.one_of(
    st.builds(Move, st.sampled_from(re.split(r"[|\n]", MOVES))),
    st.builds(Written, st.sampled_from(WRITTEN.split("|"))),
    st.builds(Terminal, st.just("resign")),
    st.builds(Takeback),
    st.builds(Remark, st.just("hello")),
    st.just(Setup("B a1")),
    st.none(),
)
STARTS = st.sampled_from(
    ["11", "24", "13x9", "5 B a1 W b2", "24 PP", "no board", "99999", "5 PL W"]
)
NOTES = st.sampled_from(
    [
        ("glyphs", (1,)),
        ("clock", "0:01:00"),
        ("verdict", 40000),
        ("verdict", 3),
        ("main", 1),
        ("verdict", "?"),
    ]
)


@st.composite
def any_edit(draw, record: Record) -> Op:
    node = draw(st.sampled_from(sorted(record.nodes)))
    kind = draw(st.integers(0, 7))
    if kind == 0:
        return SetNote(node, "comment", draw(PLAIN | st.text(max_size=5)))
    if kind == 1:
        return SetNote(node, *draw(NOTES))
    if kind == 2:
        key = draw(st.sampled_from(["player1", "player2", "pov", "Event", "bdsize", "date", "GM"]))
        return SetHeaders(
            with_header(record.headers, key, draw(PLAIN | st.sampled_from(["1", "x\r"])))
        )
    if kind == 3 and node:
        return SetAction(node, draw(ACTIONS))
    if kind == 4:
        return SetAction(0, draw(st.builds(Setup, STARTS) | st.none()))
    if kind == 5 and node:
        return Remove(node)
    if kind == 6 and len(record.node(node).children) > 1:
        return Reorder(node, 0, len(record.node(node).children) - 1)
    rows = [NodeData(record.next_id, -1, draw(ACTIONS), {"comment": draw(PLAIN)})]
    return Insert(node, 0, tuple(rows))


@given(files(), st.data())
def test_losses_are_what_is_different(file, data):
    collection = load(file)
    record = collection.record(0)
    for _ in range(data.draw(st.integers(1, 4))):
        apply(record, data.draw(any_edit(record)))
    for edited in (
        Edited(collection, record),
        MemoryCollection("gametree", [Record(record.game, record.root, record.headers)]),
    ):  # of the file it was read from, and anew
        losses, between = written(edited)
        said = {(one.kind, one.node) for one in losses}
        found = {(one.kind, one.node) for one in lost(record, load(between).record(0))}
        assert said <= found
        # A start spelt out, and the first child as the main variation, say the same in other words.
        for kind, id in found - said:
            first = {record.root.id} | {one.children[0].id for one in record.walk() if one.children}
            assert kind == "start" or (kind == "main" and id in first)
        assert all(one.words.text() for one in losses)


def test_what_others_say_has_its_place():
    record = load(build(line(move(0, 0, 1)))).record(0)
    headers = (("PB", "Ann"), ("PW", "Bob"), ("GN", "A game"), ("KM", "0"))
    apply(record, SetHeaders(headers))
    for game, order in (("hex", ["Ann", "Bob"]), ("twixt", ["Bob", "Ann"])):
        losses, file = written(MemoryCollection("sgf", [Record(game, record.root, record.headers)]))
        assert [one.kind for one in losses] == ["header:KM"]
        found = load(file).record(0)
        assert [found.header(key) for key in ("player1", "player2", "name")] == [*order, "A game"]


def test_players_of_jhex_have_other_keys():
    record = load(build(line(move(0, 0, 1)), OLD)).record(0)
    assert [tuple(one) for one in record.headers] == [("player1", "Ann"), ("player2", "Bob")]
    losses, file = written(
        MemoryCollection("gametree", [Record("hex", record.root, record.headers)])
    )
    assert losses == ()
    assert load(file).record(0).headers == record.headers


def test_one_record_a_file():
    record = load(build(Spot())).record(0)
    losses, _ = written(MemoryCollection("gametree", [record, record]))
    assert [(one.kind, one.record) for one in losses] == [("record", 1)]


def test_a_board_that_is_not_square():
    record = Record("hex", load(build(Spot())).record(0).root)
    record.root.action = Setup("7x4")
    losses, file = written(MemoryCollection("gametree", [record]))
    assert [one.kind for one in losses] == ["start"]
    assert dict(split_head(file))[b"bdsize"] == u32(7)


def split_head(file: bytes) -> Items:
    at, found = 0, []
    while file[at]:
        key = file[at + 1 : at + 1 + file[at]]
        at += 1 + len(key)
        length = int.from_bytes(file[at : at + 4], "big")
        found.append((key, file[at + 4 : at + 4 + length]))
        at += 4 + length
    return found
