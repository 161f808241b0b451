"""Hex in SGF (GM[11]): what is read, the law of bytes."""

from __future__ import annotations

import pytest
import sgf_games as games
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.memory import MemoryCollection
from viewer.formats.sgf import FORMAT
from viewer.formats.sgf.writer import write_record
from viewer.tree import ops
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.annotation import Mark
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

PLAIN = b"""(;FF[4]GM[11]AP[Hand:1]SZ[9:7]
PB[Kuro]PW[Shiro]RU[own]
;B[C4]BL[95.5];W[ swap ];B[d4]C[said \\] so]
(;W[e5]V[-10000]LB[a1:x][b2:y:z]TR[a1:b2];B[pass])
(;W[f6]GB[1];B[resign])
(;AB[a1][b1:c2]AE[c4]PL[W];W[g7]))
"""
OUTSIDE = b"(;GM[11]SZ[5];B[f1];W[a6];B[aa2];W[x];B[];W[a0]AB[z9][a1:f6])"
SIDES = b"(;AP[HexGui:0.9.GIT]GM[11];B[f2];W[swap-pieces];W[e7];B[d7])"
IN_NODE_2 = b"(;AP[HexGui:1.0.]FF[4]GM[11]SZ[10];AB[g3][b4]AW[b2][g2]PL[W])"
MIXED = b"(;GM[11];B[a1]W[swap]W[b2]AB[c3]C[all at once])"
DEEP = b"(;GM[11]" + b"(;B[a1](;W[b2]" * 1500 + b")" * 3001
ALL = (PLAIN, OUTSIDE, SIDES, IN_NODE_2, MIXED)


def actions(data: bytes) -> list[Action | None]:
    return [node.action for node in games.first(data).walk()]


def moves(data: bytes) -> list[str]:
    return [action.text for action in actions(data) if isinstance(action, (Move, Written))]


def test_a_game():
    record = games.first(PLAIN)
    assert record.game == "hex"
    assert record.root.action == Setup("9x7")
    assert [header.key for header in record.headers] == ["AP", "PB", "PW", "RU"]
    assert moves(PLAIN)[:5] == ["1 c4", "2 swap-pieces", "1 d4", "2 e5", "1 pass"]
    assert record.node(1).note("clock") == "0:01:35.5"
    assert record.node(3).comment == "said ] so"
    marked = record.node(4)
    assert marked.note("verdict") == -10000
    assert marked.marks[:2] == (
        Mark("label", ("a1",), text="x"),
        Mark("label", ("b2",), text="y:z"),
    )
    assert {place for mark in marked.marks[2:] for place in mark.squares} == {
        "a1",
        "b1",
        "a2",
        "b2",
    }
    assert record.node(6).glyphs == (16,)
    assert record.node(8).action == Setup("B a1 b1 c1 b2 c2 E c4 PL W")
    assert list(games.read(PLAIN).diagnostics) == []


def test_the_board_is_11_lines_wide_if_nothing_is_said():
    assert games.first(b"(;GM[11];B[k11])").root.action is None
    assert games.first(b"(;GM[11]SZ[14];B[k11])").root.action == Setup("14")


@pytest.mark.parametrize("size", ["0", "257", "x", "11:0", "9999999999"])
def test_sizes_that_no_board_has(size: str):
    collection = games.read(f"(;GM[11]SZ[{size}];B[a1])".encode())
    assert collection.record(0).root.action is None
    assert [found.code for found in collection.diagnostics] == ["sgf.size"]


def test_places_that_are_none_are_kept_and_told():
    assert moves(OUTSIDE) == ["1 f1", "2 a6", "1 aa2", "2 x", "1 pass", "2 a0"]
    collection = games.read(OUTSIDE)
    collection.record(0)
    codes = [found.code for found in collection.diagnostics]
    assert codes.count("sgf.point") == 7
    assert [type(action) for action in actions(OUTSIDE)[1:5]] == [Move, Move, Move, Written]


@pytest.mark.parametrize("written", ["swap-pieces", "swap-sides", "swap", "SWAP", "Swap-Pieces"])
@pytest.mark.parametrize("program", ["", "AP[HexGui:0.9.0]", "AP[HexGui:1.0.]"])
@pytest.mark.parametrize(("following", "word"), [("B", "swap-pieces"), ("W", "swap-sides")])
def test_the_next_mover_says_what_a_swap_is(program: str, written: str, following: str, word: str):
    data = f"(;{program}GM[11];B[a2];W[{written}];{following}[f6])".encode()
    assert moves(data)[1] == f"2 {word}"
    assert games.bytes_of(games.first(data)) == data


@pytest.mark.parametrize(
    ("program", "written", "word"),
    [
        ("AP[HexGui:0.2]", "swap-pieces", "swap-sides"),
        ("AP[HexGui:1.0.]", "swap-pieces", "swap-pieces"),
        ("", "swap-pieces", "swap-pieces"),
        ("", "swap-sides", "swap-sides"),
        ("", "swap", "swap-pieces"),
    ],
)
def test_a_swap_at_the_end_is_what_its_program_means(program: str, written: str, word: str):
    assert moves(f"(;{program}GM[11];B[a2];W[{written}])".encode())[1] == f"2 {word}"


def test_a_comment_stands_between_swap_and_move():
    data = b"(;GM[11];B[a2];W[swap-pieces];C[thinks];C[longer];W[f6])"
    assert moves(data)[1] == "2 swap-sides"


def test_words_and_set_up_in_all_spellings():
    data = b"(;GM[11]AB[A1]AW[ b2 ]PL[white];B[AA1];W[ReSign];B[forfeit];W[PASS])"
    assert actions(data) == [
        Setup("11 B a1 W b2 PL W"),
        *map(Move, ("1 aa1", "2 resign", "1 forfeit", "2 pass")),
    ]


def test_a_deep_game_and_one_of_another_kind_beside_it():
    assert len(games.first(DEEP).nodes) == 3001
    assert games.bytes_of(games.first(DEEP)) == DEEP
    both = games.read(b"(;GM[1];B[aa])(;GM[11];B[a1])(;GM[21];W[b1])")
    assert [both.record(index).game for index in range(3)] == ["go", "hex", "twixt"]
    assert both.record(1).root.children[0].action == Move("1 a1")


def test_too_many_nodes():
    collection = FORMAT.read(BytesSource(DEEP), DEFAULT._replace(nodes=50))
    assert len(collection.record(0).nodes) == 50
    assert "sgf.limit" in [found.code for found in collection.diagnostics]


@pytest.mark.parametrize("data", ALL, ids=range(len(ALL)))
def test_cut_anywhere(data: bytes):
    for length in range(8, len(data)):
        cut = data[:length]
        assert b"".join(games.bytes_of(record) for record in [games.read(cut).record(0)]) == cut


# ------------------------------------------------------------------------------ law of bytes


@pytest.mark.parametrize("data", ALL, ids=range(len(ALL)))
def test_untouched_games_are_the_same_bytes(data: bytes):
    record = games.first(data)
    part = write_record(record)
    assert part.losses == ()
    assert games.bytes_of(record) == data


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        (ops.SetNote(1, "clock", "0:01:00"), b"BL[95.5]", b"BL[60]"),
        (ops.SetNote(3, "comment", "a]"), b"C[said \\] so]", b"C[a\\]]"),
        (ops.SetNote(4, "verdict", 2500), b"V[-10000]", b"V[2500]"),
        (ops.SetNote(4, "verdict", ""), b"V[-10000]", b""),
        (ops.SetNote(6, "glyphs", (17,)), b"GB[1]", b"GW[1]"),
        (ops.SetAction(1, Move("1 d5")), b"B[C4]", b"B[d5]"),
        (ops.SetAction(4, Move("1 e5")), b"W[e5]V", b"B[e5]V"),
        (ops.SetAction(5, Move("1 forfeit")), b"B[pass]", b"B[forfeit]"),
        (
            ops.SetAction(8, Setup("B a1 W d4 PL B")),
            b"AB[a1][b1:c2]AE[c4]PL[W]",
            b"AB[a1]PL[B]AW[d4]",
        ),
        (ops.SetAction(0, Setup("13")), b"SZ[9:7]", b"SZ[13]"),
    ],
)
def test_an_edit_changes_one_value(op: ops.Op, old: bytes, new: bytes):
    record = games.first(PLAIN)
    inverse, _ = ops.apply(record, op)
    assert games.bytes_of(record) == PLAIN.replace(old, new)
    ops.apply(record, inverse)
    assert games.bytes_of(record) == PLAIN


def test_a_swap_is_written_anew_only_where_it_must_be():
    record = games.first(SIDES)
    gone, _ = ops.apply(record, ops.Remove(3))
    # Without the next move the file's program says the same still.
    assert b";W[swap-pieces])" in games.bytes_of(record)
    ops.apply(record, gone)
    assert games.bytes_of(record) == SIDES
    plain = SIDES.replace(b"AP[HexGui:0.9.GIT]", b"")
    record = games.first(plain)
    gone, _ = ops.apply(record, ops.Remove(3))
    assert b";W[swap-sides])" in games.bytes_of(record)
    assert games.first(games.bytes_of(record)).node(2).action == Move("2 swap-sides")
    ops.apply(record, gone)
    assert games.bytes_of(record) == plain


def test_headers():
    record = games.first(PLAIN)
    ops.apply(record, ops.SetHeaders(with_header(record.headers, "PW", "Shi]ro")))
    assert games.bytes_of(record) == PLAIN.replace(b"PW[Shiro]", b"PW[Shi\\]ro]")


def new_record(start: Setup | None, *texts: str) -> Record:
    root = node = Node(0, None, start)
    for id, text in enumerate(texts, 1):
        below = Node(id, node, Move(text))
        node.children = (below,)
        node = below
    return Record("hex", root, (Header("PB", "Ann"),))


def test_a_new_game():
    record = new_record(Setup("9x7 B a1 W b2 PL W"), "2 c3", "1 swap-sides", "1 d4", "2 resign")
    part = write_record(record)
    assert part.losses == ()
    text = games.bytes_of(record)
    assert text == (
        b"(;FF[4]CA[UTF-8]GM[11]SZ[9:7]PB[Ann]AB[a1]AW[b2]PL[W]\n"
        b";W[c3];B[swap-sides];B[d4];W[resign])\n"
    )
    assert actions(text) == [node.action for node in record.walk()]


def test_what_a_swap_can_not_say_is_told():
    part = write_record(new_record(None, "1 a2", "2 swap-sides", "1 d4"))
    assert [(loss.kind, loss.node) for loss in part.losses] == [("action", 2)]


def test_verdicts_that_are_none():
    record = new_record(None, "1 a2")
    record.root.children[0].notes = {"verdict": 12345}
    assert [(loss.kind, loss.node) for loss in write_record(record).losses] == [("verdict", 1)]
    assert games.first(b"(;GM[11];B[a1]V[0.35];W[b2]V[99999])").node(1).notes == {}


def test_headers_of_game_trees_get_the_names_of_sgf():
    record = new_record(None, "1 a2")
    record.headers = (Header("player1", "Ann"), Header("player2", "Bob"), Header("pov", "1"))
    output = FORMAT.write(MemoryCollection("gametree", [record]))
    text = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert b"SZ[11]PB[Ann]PW[Bob]" in text
    assert [loss.kind for loss in output.losses] == ["header:pov"]
    assert record.headers[0].key == "player1"


def test_results_of_little_golem():
    record = new_record(None, "1 a2")
    record.headers = (Header("PB", "Ann"), Header("RE", "W"))
    output = FORMAT.write(MemoryCollection("lg-sgf", [record]))
    assert b"RE[W+]" in b"".join(piece_bytes(piece, None) for piece in output.pieces)


# -------------------------------------------------------------------------- whatever is edited

texts = st.text(st.sampled_from("ab]\\:; ()[\né中"), max_size=12)
places = st.sampled_from(["a1", "b2", "c5", "e5"])
words = st.sampled_from(["a1", "i7", "e4", "swap-pieces", "swap-sides", "pass", "resign", "zz99"])
hex_moves = st.builds(lambda player, word: Move(f"{player} {word}"), st.sampled_from("12"), words)
marks = st.lists(
    st.builds(
        Mark,
        st.sampled_from(["triangle", "square", "circle", "cross", "selected"]),
        places.map(lambda place: (place,)),
        st.just("green"),
        st.just(""),
    ),
    max_size=3,
    unique=True,
).map(tuple)


def edits(record: Record) -> st.SearchStrategy[ops.Op]:
    ids = st.sampled_from(sorted(record.nodes))
    below = st.sampled_from(sorted(record.nodes)[1:])
    new = hex_moves.map(lambda move: (NodeData(record.next_id, -1, move, {"comment": "new"}),))
    return st.one_of(
        st.builds(ops.SetNote, ids, st.just("comment"), texts),
        st.builds(ops.SetNote, ids, st.just("glyphs"), st.sampled_from([(), (1,), (4, 16)])),
        st.builds(ops.SetNote, ids, st.just("verdict"), st.integers(-10000, 10000)),
        st.builds(ops.SetNote, ids, st.just("marks"), marks),
        st.builds(ops.SetAction, below, hex_moves),
        st.builds(ops.Insert, ids, st.just(0), new),
    )


@given(st.data())
@settings(max_examples=120)
def test_what_is_edited_is_read_back_or_told_and_can_be_taken_back(data: st.DataObject):
    file = data.draw(st.sampled_from(ALL))
    record = games.first(file)
    inverses = []
    for _ in range(data.draw(st.integers(1, 4))):
        inverses.append(ops.apply(record, data.draw(edits(record)))[0])
    part = write_record(record)
    again = games.first(b"".join(piece_bytes(piece, None) for piece in part.pieces))
    assert len(again.nodes) == len(record.nodes)
    told = {loss.node for loss in part.losses}
    for one, other in zip(record.walk(), again.walk(), strict=True):
        assert one.id in told or (one.action, one.comment) == (other.action, other.comment)
        assert one.note("verdict") == other.note("verdict")
    # Only what a swap means can get lost: the next move says it.
    assert {loss.kind for loss in part.losses} <= {"action"}
    for loss in part.losses:
        assert loss.node is not None
        assert "swap" in getattr(record.node(loss.node).action, "text", "")
    for inverse in reversed(inverses):
        ops.apply(record, inverse)
    assert games.bytes_of(record) == file
