"""T1 files: both ways to count lines, the law of bytes, what is lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.formats.t1 import FORMAT
from viewer.formats.t1.layout import MOST_LINES
from viewer.tree import ops
from viewer.tree.action import Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, with_header
from viewer.tree.serial import NodeData

BOT = b"""# File created by twixtbot-ui
# twixtbot-ui is a program
1 # version of file-format
 # Name of player 1
 # Name of player 2
24 # y-size of board
24 # x-size of board
H # player 1 human or computer
H # player 2 human or computer
1 # starting player (1 plays top-down)
V # direction of letters
Y # pierule?
Y # game already over?
E3
swap
M9
resign

"""
T1J = b"""# File created by T1j
1 # version of file-format

Ann# Name of Player 1
Bob# Name of Player 2
13# y-size of board
16# x-size of board
H# player 1 human or computer
C# player 2 human or computer
2# starting player (1 plays top-down)
V# Direction of letters
N# pierule?
N# game already over?
D9
# a remark
F6 # the best

f8
"""
BARE = b"#\n#\n#\nS # p\nR # q\n#\n#\n#\n#\n#\n#\n#\n#\nb2\nb3\nB4"
FILES = (BOT, T1J, BARE, T1J.replace(b"\n", b"\r\n"), BOT.replace(b" # N", b"Zo\xeb # N", 1))


def load(data: bytes) -> Collection:
    return load_source(BytesSource(data, "game.t1"))


def first(data: bytes) -> Record:
    return load(data).record(0)


def written(record: Record) -> bytes:
    output = FORMAT.write(MemoryCollection("t1", [record]))
    return b"".join(piece_bytes(piece, None) for piece in output.pieces)


def moves(record: Record) -> list[str]:
    found = [node.action for node in record.root.main_line()]
    return [action.text for action in found if isinstance(action, (Move, Written))]


def new_record(*texts: str, start: Setup | None = None, headers: tuple[Header, ...] = ()) -> Record:
    root = node = Node(0, None, start)
    for id, text in enumerate(texts, 1):
        below = Node(id, node, Move(text))
        node.children = (below,)
        node = below
    return Record("twixt", root, headers)


def test_lines_by_their_numbers():
    record = first(BOT)
    assert moves(record) == ["1 e3", "2 swap-pieces", "1 m9", "2 resign"]
    assert record.root.action is None
    assert record.headers == (
        *(Header("version", "1"), Header("kind1", "H"), Header("kind2", "H")),
        *(Header("letters", "V"), Header("pierule", "Y"), Header("over", "Y")),
    )
    assert list(load(BOT).diagnostics) == []


def test_lines_that_are_counted():
    record = first(T1J)
    assert moves(record) == ["2 d9", "1 f6", "2 f8"]
    assert record.root.action == Setup("16x13 PL W")
    assert (record.header("name1"), record.header("name2")) == ("Ann", "Bob")
    assert record.header("kind2") == "C"
    assert first(BARE).headers == (Header("name1", "S"), Header("name2", "R"))
    assert moves(first(BARE)) == ["1 b2", "2 b3", "1 b4"]


@pytest.mark.parametrize("data", FILES, ids=range(len(FILES)))
def test_known_by_their_content(data: bytes):
    assert load(data).format == "t1"
    if b"created" in data:
        assert load_source(BytesSource(data)).format == "t1"


def test_what_is_odd_is_told():
    data = BOT.replace(b"24 # x", b"999 # x").replace(b"M9", b"9M")
    collection = load(data)
    assert collection.record(0).root.action is None
    assert moves(collection.record(0))[2] == "1 9M"
    found = {one.code: one for one in collection.diagnostics}
    assert set(found) == {"t1.size", "t1.move"}
    assert (found["t1.move"].line, found["t1.move"].offset) == (16, data.index(b"9M"))
    assert written(collection.record(0)) == data


@pytest.mark.parametrize("data", FILES, ids=range(len(FILES)))
def test_untouched_and_cut_anywhere(data: bytes):
    for length in range(len(data) + 1):
        try:
            collection = FORMAT.read(BytesSource(data[:length]))
        except Unreadable:
            continue
        output = FORMAT.write(collection)
        assert output.losses == ()
        source = collection.source
        assert b"".join(piece_bytes(piece, source) for piece in output.pieces) == data[:length]


@pytest.mark.parametrize(
    ("op", "old", "new"),
    [
        (ops.SetHeaders(with_header(first(T1J).headers, "name1", "Éva")), "Ann#", "Éva#"),
        (ops.SetHeaders(with_header(first(T1J).headers, "pierule", "Y")), "N# pie", "Y# pie"),
        (ops.SetAction(0, Setup("24x13 PL W")), "16# x", "24# x"),
        (ops.SetAction(0, Setup("16x13 PL B")), "2# st", "1# st"),
        (ops.SetAction(3, Move("2 g8")), "\nf8\n", "\nG8\n"),
        (ops.Insert(3, 0, (NodeData(4, -1, Move("1 resign"), {}),)), "f8\n", "f8\nresign\n"),
        (ops.Remove(3), "\nf8\n", "\n"),
    ],
)
def test_an_edit_changes_its_line(op: ops.Op, old: str, new: str):
    record = first(T1J)
    inverse, _ = ops.apply(record, op)
    changed = written(record).decode()
    text = T1J.decode()
    if isinstance(op, ops.SetAction) and op.node == 3:
        # A move that is another one now comes where the last that stays ends.
        assert changed == text.replace("best\n\nf8\n", "best\nG8\n\n")
    else:
        assert changed == text.replace(old, new)
    ops.apply(record, inverse)
    assert written(record) == T1J


def test_an_empty_name_gets_its_place():
    record = first(BOT)
    ops.apply(record, ops.SetHeaders(with_header(record.headers, "name2", "Bob")))
    assert written(record) == BOT.replace(b" # Name of player 2", b"Bob # Name of player 2")


def test_a_new_file():
    record = new_record(
        "1 d4", "2 swap-pieces", "1 e6", "2 draw", headers=(Header("name1", "Ann"),)
    )
    output = FORMAT.write(MemoryCollection("t1", [record]))
    assert output.losses == ()
    text = written(record).decode()
    assert text.splitlines()[3:5] == ["Ann # Name of Player 1", "Player 2 # Name of Player 2"]
    assert text.splitlines()[13:] == ["D4", "swap", "E6", "draw"]
    again = first(text.encode())
    assert moves(again) == moves(record)
    assert again.root.action is None


def test_players_of_other_formats():
    record = new_record("1 d4", headers=(Header("PB", "Bob"), Header("PW", "Ann")))
    output = FORMAT.write(MemoryCollection("sgf", [record]))
    text = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert output.losses == ()
    assert b"Ann # Name of Player 1\nBob # Name of Player 2\n" in text


@pytest.mark.parametrize(
    ("record", "kinds"),
    [
        (new_record("1 d4", start=Setup("24 B e6 W f8")), {"start"}),
        (new_record("1 d4", start=Setup("24 PP")), {"start"}),
        (new_record("2 d4", start=Setup("30x24")), set()),
        (new_record("1 d4", "1 e6"), {"action"}),
        (new_record("1 d4", "2 swap-sides", "2 e6"), {"branch"}),
        (new_record("1 d4", "2 j9", "1 e6 none"), {"action"}),
        (new_record("1 d4", "2 j9", "1 f8 none"), set()),
        (new_record("1 d4", "2 j9 propose-draw"), {"action"}),
        (new_record("1 d4", headers=(Header("name1", "A#b"),)), {"header:name1"}),
        (new_record("1 d4", headers=(Header("when", "now"),)), {"header:when"}),
        (new_record("1 d4", headers=(Header("version", "2"),)), set()),
    ],
)
def test_what_is_lost_is_told(record: Record, kinds: set[str]):
    output = FORMAT.write(MemoryCollection("t1", [record]))
    assert {loss.kind for loss in output.losses} == kinds
    assert all(loss.words.text() for loss in output.losses)


def test_more_games_than_one():
    output = FORMAT.write(MemoryCollection("t1", [new_record("1 d4"), new_record("1 e5")]))
    assert [loss.kind for loss in output.losses] == ["record"]
    with pytest.raises(ValueError, match="no record"):
        FORMAT.write(MemoryCollection("t1", []))


def test_too_many_lines_and_moves_stay_in_the_file():
    data = BOT + b"B2\n" * (MOST_LINES + 10)
    collection = load(data)
    record = collection.record(0)
    assert [one.code for one in collection.diagnostics] == ["t1.too-many"]
    ops.apply(record, ops.SetHeaders(with_header(record.headers, "over", "N")))
    assert written(record) == data.replace(b"Y # game", b"N # game")
    few = FORMAT.read(BytesSource(BOT), DEFAULT._replace(nodes=3))
    assert len(few.record(0).nodes) == 3
    assert written(few.record(0)) == BOT


words = st.sampled_from(
    ["a1", "d4", "aa3", "swap-pieces", "swap-sides", "resign", "f4 -e6/d4 auto"]
)
texts = st.text(st.sampled_from("ab# \n\ré中"), max_size=6)


@given(st.data())
@settings(max_examples=150)
def test_what_is_edited_is_read_back_or_told_and_can_be_taken_back(data: st.DataObject):
    file = data.draw(st.sampled_from(FILES))
    record = first(file)
    inverses = []
    for _ in range(data.draw(st.integers(1, 4))):
        ids = sorted(record.nodes)
        move = Move(f"{data.draw(st.sampled_from('12'))} {data.draw(words)}")
        key = data.draw(st.sampled_from(["name1", "name2", "over", "letters"]))
        op: ops.Op = data.draw(
            st.one_of(
                st.just(ops.SetHeaders(with_header(record.headers, key, data.draw(texts)))),
                st.builds(
                    ops.Insert,
                    st.sampled_from(ids),
                    st.just(0),
                    st.just((NodeData(record.next_id, -1, move, {}),)),
                ),
                st.builds(ops.Remove, st.just(ids[-1])) if len(ids) > 1 else st.nothing(),
            )
        )
        inverses.append(ops.apply(record, op)[0])
    output = FORMAT.write(MemoryCollection("t1", [record]))
    again = first(b"".join(piece_bytes(piece, None) for piece in output.pieces))
    told = {(loss.kind, loss.node) for loss in output.losses}
    if not told:
        # A link that isn't there is taken away by nobody.
        pegs = [[text.split(" ")[:2] for text in moves(one)] for one in (again, record)]
        assert pegs[0] == pegs[1]
        assert len(again.nodes) == len(record.nodes)
        assert [one for one in again.headers if one.value] == [
            one for one in record.headers if one.value
        ] or {*again.headers} >= {one for one in record.headers if one.value}
    for inverse in reversed(inverses):
        ops.apply(record, inverse)
    assert written(record) == file


def test_a_codec_that_the_bytes_do_not_show_is_a_loss_unless_somebody_chose_it():
    record = first(T1J)
    ops.apply(record, ops.SetEncoding("big5hkscs"))
    ops.apply(record, ops.SetHeaders(with_header(record.headers, "name1", "凜")))
    output = FORMAT.write(MemoryCollection("t1", [record]))
    assert [loss.kind for loss in output.losses] == ["header:name1"]
    assert first(written(record)).header("name1") != "凜"
    data = T1J.replace(b"Ann", "凜".encode("big5hkscs"))
    chosen = FORMAT.read(BytesSource(data), encoding="big5hkscs").record(0)
    assert chosen.header("name1") == "凜"
    ops.apply(chosen, ops.SetHeaders(with_header(chosen.headers, "name2", "檁")))
    assert FORMAT.write(MemoryCollection("t1", [chosen])).losses == ()
