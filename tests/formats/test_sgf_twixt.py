"""Twixt in SGF (GM[21]): links in Hensel's notation, colours, rulesets, the law of bytes."""

from __future__ import annotations

import pytest
import sgf_games as games
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.source import piece_bytes
from viewer.formats.memory import MemoryCollection
from viewer.formats.sgf import FORMAT
from viewer.formats.sgf.writer import write_record
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree import ops
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

PLAIN = b"""(;FF[4]GM[21]SZ[12]PW[Ann]PB[Bob]RU[STD]
;W[D4];B[j9];W[e6];B[l10]
(;W[-d'5f4]V[100]GW[1];B[c3])
(;W[-d'5g5]WL[60];B[resign])
(;AW[b2][b4]AB[c5]PL[B];B[propose-draw];W[accept-draw])
(;W[\\\\b3'h8]))
"""
SWAPS = b"(;GM[21];W[e3];B[swap];W[l12])"


def resolved(record: Record) -> list[str]:
    """The moves as the rules read them."""
    states = States(game_of("twixt"), record)
    found = [states.at(node).action for node in record.walk()]
    return [action.text for action in found if isinstance(action, (Move, Written))]


def new_record(*texts: str, start: Setup | None = None, headers: tuple[Header, ...] = ()) -> Record:
    root = node = Node(0, None, start)
    for id, text in enumerate(texts, 1):
        below = Node(id, node, Move(text))
        node.children = (below,)
        node = below
    return Record("twixt", root, headers)


def test_a_game():
    record = games.first(PLAIN)
    assert record.game == "twixt"
    assert record.root.action == Setup("12")
    assert resolved(record) == [
        *("1 d4", "2 j9", "1 e6", "2 l10"),
        *("1 f4 -e6/d4 auto", "2 c3"),
        *("1 g5 -e6/d4 auto", "2 resign"),
        *("2 propose-draw", "1 accept-draw"),
        "1 h8 +c4/a3 auto",
    ]
    assert record.node(5).note("verdict") == -100
    assert record.node(5).glyphs == (16,)
    assert record.node(7).note("clock") == "0:01:00"
    assert record.node(9).action == Setup("B b2 b4 W c5 PL W")
    assert list(games.read(PLAIN).diagnostics) == []


def test_white_is_the_first_side():
    fields = {field.role: field.key for field in FORMAT.fields_of("twixt")}
    assert (fields["side0"], fields["side1"]) == ("PW", "PB")
    fields = {field.role: field.key for field in FORMAT.fields_of("hex")}
    assert (fields["side0"], fields["side1"]) == ("PB", "PW")


def test_a_swap():
    assert resolved(games.first(SWAPS)) == ["1 e3", "2 swap-pieces", "1 l12"]
    other = SWAPS.replace(b"W[l12]", b"B[l12]")
    assert resolved(games.first(other)) == ["1 e3", "2 swap-sides", "2 l12"]


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("-d'5f4", "2 -d'5f4"),  # which link it is, the board says
        ("-D'5 F4", "2 -d'5f4"),
        ("/h'6k6", "2 k6 +h7/i5 auto"),
        ("\\h'6k6", "2 k6 +i7/h5 auto"),  # a program forgot the escape
        ("\\\\h'6k6", "2 k6 +i7/h5 auto"),
        ("-i5'/H'6K6", "2 -i5'/h'6k6"),
        ("/a1'k6", "2 /a1'k6"),  # beyond the edge
        ("k6|draw", "2 k6 propose-draw"),
        ("-d*5f4", "2 -d'5f4"),  # as it was written before 2021
        ("k6*", "2 k6*"),
    ],
)
def test_long_moves(raw: str, text: str):
    data = f"(;GM[21];W[b5];B[{raw}])".encode()
    action = games.first(data).node(2).action
    assert isinstance(action, (Move, Written))
    assert action.text == text
    assert games.bytes_of(games.first(data)) == data


def test_what_is_no_move_is_told():
    collection = games.read(b"(;GM[21];W[k6*];B[-d'5f4];W[zz1])")
    collection.record(0)
    assert [found.node for found in collection.diagnostics] == [1, 3]


@pytest.mark.parametrize("data", [PLAIN, SWAPS])
def test_untouched_and_cut_anywhere(data: bytes):
    for length in range(data.index(b"GM[") + 6, len(data) + 1):
        record = games.read(data[:length]).record(0)
        assert games.bytes_of(record) == data[:length]
        resolved(record)
    assert write_record(games.first(data)).losses == ()


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        (ops.SetNote(5, "verdict", 7), b"V[100]", b"V[-7]"),
        (ops.SetNote(5, "glyphs", (19,)), b"GW[1]", b"GB[2]"),
        (ops.SetAction(1, Move("2 d5")), b"W[D4]", b"B[d5]"),
        (ops.SetAction(5, Move("1 f4 -e6/d4 +h7/g5 auto")), b"-d'5f4", b"-d'5\\\\g'6f4"),
        (ops.SetAction(12, Move("1 h8 +c4/b2 auto")), b"\\\\b3'", b"\\\\b'3"),
        (ops.SetAction(9, Setup("B b2 W c5 PL B")), b"AW[b2][b4]AB[c5]PL[B]", b"AW[b2]AB[c5]PL[W]"),
    ],
)
def test_an_edit_changes_one_value(op: ops.Op, old: bytes, new: bytes):
    record = games.first(PLAIN)
    inverse, _ = ops.apply(record, op)
    assert games.bytes_of(record) == PLAIN.replace(old, new)
    ops.apply(record, inverse)
    assert games.bytes_of(record) == PLAIN


def test_links_that_come_by_themselves_are_no_loss():
    """The two ways of a game tree to make the same links, and one that SGF can't say."""
    moves = ("1 d4", "2 j9", "1 e6", "2 l10")
    same = write_record(new_record(*moves, "1 f4 -e6/d4 +e6/f4"))
    assert same.losses == ()
    assert b"W[-d'5f4]" in b"".join(piece_bytes(piece, None) for piece in same.pieces)
    assert write_record(new_record(*moves, "1 f4 -e6/d4 auto")).losses == ()
    fewer = write_record(new_record(*moves, "1 f4 -e6/d4", "2 a2"))
    assert [(loss.kind, loss.node) for loss in fewer.losses] == [("action", 5)]
    assert write_record(new_record(*moves, "1 a1 none")).losses == ()
    none = write_record(new_record(*moves, "1 f4 none"))
    assert [(loss.kind, loss.node) for loss in none.losses] == [("action", 5)]


def test_an_offered_draw_is_told():
    part = write_record(new_record("1 d4", "2 q9 propose-draw", "1 e6"))
    assert [(loss.kind, loss.node) for loss in part.losses] == [("action", 2)]
    assert b"B[q9]" in b"".join(piece_bytes(piece, None) for piece in part.pieces)


def test_the_ruleset_of_a_start_is_a_header():
    record = new_record("1 d4", start=Setup("24 PP"))
    part = write_record(record)
    assert part.losses == ()
    text = b"".join(piece_bytes(piece, None) for piece in part.pieces)
    assert b"SZ[24]RU[PP]" in text
    record.headers = (Header("RU", "STD"),)
    assert [loss.kind for loss in write_record(record).losses] == ["header:RU"]


def test_the_links_of_a_start_are_told():
    record = new_record("1 d4", start=Setup("24 B e6 f8 L"))
    assert [loss.kind for loss in write_record(record).losses] == ["start"]
    assert write_record(new_record("1 d4", start=Setup("24 B e6 f8"))).losses == ()


def test_players_of_little_golem():
    headers = (Header("PB", "first"), Header("PW", "second"), Header("RE", "B"))
    record = new_record("1 d4", headers=headers)
    output = FORMAT.write(MemoryCollection("lg-sgf", [record]))
    text = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert b"PW[first]PB[second]RE[W+]" in text


links = st.sampled_from(["", " -e6/d4", " +e6/f4", " -e6/d4 +e6/f4", " none", " propose-draw"])
ends = st.sampled_from(["", "", " auto"])
pegs = st.sampled_from(["f4", "g5", "d2", "h5", "j7", "swap-pieces", "resign"])


@st.composite
def twixt_moves(draw: st.DrawFn) -> Action:
    player, peg = draw(st.sampled_from("12")), draw(pegs)
    if not peg[-1].isdigit():
        return Move(f"{player} {peg}")
    made = draw(links)
    end = draw(ends) if "/" in made else ""
    return Move(f"{player} {peg}{made}{end}")


@given(st.lists(twixt_moves(), max_size=4), st.data())
@settings(max_examples=120)
def test_what_is_lost_is_the_difference(added: list[Action], data: st.DataObject):
    """Every move whose pegs or links come out otherwise is named, and no other."""
    record = games.first(PLAIN)
    inverses = []
    for action in added:
        below = data.draw(st.sampled_from(sorted(record.nodes)))
        row = NodeData(record.next_id, -1, action, {})
        inverses.append(ops.apply(record, ops.Insert(below, 0, (row,)))[0])
    part = write_record(record)
    again = games.first(b"".join(piece_bytes(piece, None) for piece in part.pieces))
    before, after = (States(game_of("twixt"), one) for one in (record, again))
    told = {loss.node for loss in part.losses}
    for one, other in zip(record.walk(), again.walk(), strict=True):
        if not told & {node.id for node in one.path()}:
            pegs = [
                list(states.game.pieces(states.at(node)))
                for states, node in ((before, one), (after, other))
            ]
            links = [before.at(one).links, after.at(other).links]
            assert pegs[0] == pegs[1]
            assert links[0] == links[1]
    for inverse in reversed(inverses):
        ops.apply(record, inverse)
    assert games.bytes_of(record) == PLAIN
