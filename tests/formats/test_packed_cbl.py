"""Packed CBL libraries: what they say, the law of bytes on what they unpack to, and damage."""

from __future__ import annotations

import random
import zlib
from pathlib import Path

import pytest
from ccbridge_maker import (
    Edited,
    PackedMove,
    codes,
    joined,
    load,
    packed_body,
    packed_file,
    packed_game,
    unpacked,
    written,
)
from hypothesis import given
from hypothesis import strategies as st

import viewer
from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable, Unwritable
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move, Setup
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, with_header

ENDGAME = bytes.fromhex(
    "00000000 5a 000000 00 0000 5400000000 000000 41 51 0000 0000 0000 0000000000".replace(" ", "")
)
TREE = (
    PackedMove(1, "h2e2", "5124", "中炮".encode("gb18030")),
    PackedMove(2, "h9g7", "1706", b""),
    PackedMove(3, "h0g2", "1102", "||先||后".encode("gb18030")),
    PackedMove(2, "b9c7", "1102", b"  two blanks "),
    PackedMove(1, "b2e2", "5724", b""),
)


def games() -> list[bytes]:
    return [
        packed_game(*TREE, title="一", comment="总评||次行", result=1, kind=2),
        packed_game(title="二", kind=4, result=3, places=ENDGAME, side=0),
        packed_game(PackedMove(1, "h2e2"), title="三", rest=b"more", unknown="?"),
    ]


def example(strategy: int = zlib.Z_FILTERED) -> bytes:
    return packed_file(packed_body(*games()), 3, strategy)


def opened(file: bytes) -> Collection:
    return load(file, "library.cbl")


def saved(read: Collection, *records: Record) -> bytes:
    losses, out = written(Edited(read, *records), "cbl")
    assert losses == ()
    return out


def records_of(read: Collection) -> list[Record]:
    return [read.record(index) for index in range(len(read))]


def test_a_packed_library_is_read_whole():
    read = opened(example())
    assert (read.format, read.variant, len(read)) == ("cbl", "CBL, packed", 3)
    one, two, three = records_of(read)
    assert dict(one.headers) == {
        **{"Type": "opening", "Event": "赛事", "Title": "一", "Place": "地点", "Date": "2001.1.2"},
        **{"Red": "红方", "Black": "黑方", "Result": "1-0", "Annotator": "评者", "Author": "录者"},
        **{
            "AuthorMail": "a@b.cn",
            "Created": "02-11-17 17:08:37",
            "Modified": "2009-02-01 17:14:02",
        },
    }
    assert one.headers == read.headers(0)
    assert one.root.comment == "总评\n次行"
    tree = [
        (node.parent.id if node.parent else -1, getattr(node.action, "text", ""), node.comment)
        for node in one.walk()
    ]
    assert tree[1:] == [
        (0, "h2e2", "中炮"),
        (1, "h9g7", ""),
        (2, "h0g2", "\n先\n后"),
        (1, "b9c7", "  two blanks "),
        (0, "b2e2", ""),
    ]
    assert one.setup == Setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    assert two.setup is not None
    assert two.setup.text.endswith("4K4 b")
    assert [record.header("Type") for record in (two, three)] == ["endgame", "game"]
    assert [record.header("Result") for record in (two, three)] == ["1/2-1/2", "*"]
    assert codes(read) == ["cbl.trailing-bytes"]


@pytest.mark.parametrize("level", [1, 3])
def test_an_unedited_library_keeps_the_bytes_of_its_stream(level: int):
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED, zlib.Z_HUFFMAN_ONLY):
        file = packed_file(packed_body(*games(), tail=b"?"), level, strategy) + b"behind"
        read = opened(file)
        assert written(read, "cbl") == ((), file)
        assert saved(read, *records_of(read)) == file
        assert FORMATS["cbl"].load().variant_of(read) == "CBL, packed"


def test_an_edit_changes_its_item_only_and_taken_back_brings_back_every_byte():
    body = packed_body(*games(), tail=b"?")
    for level in (1, 3):
        file = packed_file(body, level) + b"behind"
        read = opened(file)
        one, *others = records_of(read)
        apply(one, SetNote(3, "comment", "改"))
        out = saved(read, one, *others)
        assert out[8:16] == file[8:16]
        assert out.endswith(b"behind")
        was, new = "||先||后".encode("gb18030"), "改".encode("gb18030")
        size = len(games()[0])
        expected = body.replace(was, new).replace(
            size.to_bytes(4, "little"), (size + len(new) - len(was)).to_bytes(4, "little")
        )
        assert unpacked(out) == expected
        again = opened(out)
        one, *others = records_of(again)
        assert one.nodes[3].comment == "改"
        apply(one, SetNote(3, "comment", "\n先\n后"))
        assert unpacked(saved(again, one, *others)) == body
        assert saved(again, one, *others) == file


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[(key, "新") for key in ("Title", "Event", "Place", "Date", "Red", "Black")],
        *[(key, "new") for key in ("Annotator", "Author", "AuthorMail", "Created", "Modified")],
        *[("Result", one) for one in ("1-0", "0-1", "1/2-1/2", "*", "7")],
        *[("Type", one) for one in ("game", "opening", "middlegame", "endgame", "9")],
    ],
)
def test_each_header_is_edited_and_taken_back(key: str, value: str):
    file = example(zlib.Z_DEFAULT_STRATEGY)
    for index in range(3):
        read = opened(file)
        records = records_of(read)
        was = records[index].headers
        apply(records[index], SetHeaders(with_header(was, key, value)))
        out = saved(read, *records)
        again = opened(out)
        records = records_of(again)
        assert records[index].header(key) == value
        assert sum(a != b for a, b in zip(records[index].headers, was, strict=True)) <= 1
        apply(records[index], SetHeaders(was))
        assert saved(again, *records) == file


def grown(record: Record) -> None:
    """A record with a variation of three plies below its third node, and one at the end."""
    for parent, texts in (
        (record.nodes[2], ("i0h0", "i9h9", "h0h4")),
        (record.nodes[5], ("h9g7",)),
    ):
        for text in texts:
            id = max(record.nodes) + 1
            node = record.nodes[id] = Node(id, parent, Move(text))
            parent.children += (node,)
            parent = node


def test_moves_that_are_added_stand_in_pre_order_with_their_notation():
    read = opened(example())
    one, *others = records_of(read)
    grown(one)
    out = saved(read, one, *others)
    added = unpacked(out)
    for move in (PackedMove(3, "i0h0", "0021"), PackedMove(5, "h0h4", "0103")):
        assert move.code() in added
    assert PackedMove(2, "h9g7", "1706").code() in added
    again = opened(out)
    assert not list(lost(one, again.record(0)))
    kept = [move.code() for move in TREE]
    places = [added.index(code) for code in kept[:4]]
    assert places == sorted(places)


def test_moves_of_pieces_on_one_file_are_named_by_their_order():
    board = "3k5/9/9/9/P8/P8/P8/9/1C7/1C2K4 w"
    game = game_of("xiangqi")
    root = Node(0, None, game.parse_setup(board))
    words = {"b0a0": "9e28", "b1a1": "7e28", "a5a6": "7f00", "a4b4": "8f27", "a3b3": "9f27"}
    for id, move in enumerate(words, 1):
        root.children += (Node(id, root, Move(move)),)
    read = opened(example())
    out = saved(read, *records_of(read), Record("xiangqi", root))
    body = unpacked(out)
    for move, bytes_ in words.items():
        assert PackedMove(1, move, bytes_).code() in body, move
    record = opened(out).record(3)
    assert record.setup == Setup(board)
    assert [one.action for one in record.root.children] == [Move(move) for move in words]


def test_games_are_added_taken_out_and_moved():
    read = opened(example())
    one, two, three = records_of(read)
    new = Record("xiangqi", Node(0, None), (Header("Title", "新"), Header("Red", "甲")))
    out = saved(read, three, new, one)
    body = unpacked(out)
    assert body[: body.index(games()[2])] == packed_body(count=3)
    assert body.endswith(games()[0])
    again = opened(out)
    assert again.values("Title", 0, 3) == ["三", "新", "一"]
    assert again.record(1).header("Result") == "*"
    assert codes(again) == ["cbl.trailing-bytes"]
    with pytest.raises(Unreadable, match="no game"):
        opened(saved(read))
    assert two.header("Title") == "二"


def test_a_start_of_more_than_a_set_is_told():
    read = opened(example())
    one, *others = records_of(read)
    one.root.action = Setup("4k4/9/9/9/9/9/9/9/RRR6/4K4 w")
    one.root.children = ()
    losses, out = written(Edited(read, one, *others), "cbl")
    assert {loss.kind for loss in losses} == {"start"}
    assert opened(out).record(0).setup != one.setup


def test_a_new_library_isnt_packed():
    read = opened(example())
    records = records_of(read)
    losses, out = written(MemoryCollection("xqf", records), "cbl")
    assert out.startswith(b"CCBridgeLibrary\0")
    assert opened(out).variant == "CBL"
    assert FORMATS["cbl"].load().variant_of(MemoryCollection("xqf", records)) == "CBL"
    assert {loss.kind for loss in losses} == {"header:Type"}


def test_a_position_with_a_king_left_in_check_is_shown_and_said():
    places = bytes.fromhex(
        "51 0000 00 5a 0000 0000 0000 0000000000 00000000 41 00000000 0000 0000000000"
    )
    file = packed_file(packed_body(packed_game(PackedMove(1, "e9e8"), places=places)))
    read = opened(file)
    record = read.record(0)
    assert record.setup == Setup("3kR4/9/9/9/9/9/9/9/9/4K4 w")
    states = States(game_of("xiangqi"), record)
    said = [words.text() for words in states.game.observations(states.at(record.root))]
    assert "Black is in check." in said
    assert states.at(record.root.children[0]).action == Move("e9e8")
    assert written(read, "cbl") == ((), file)


def test_as_a_document(tmp_path: Path):
    path = tmp_path / "library.cbl"
    path.write_bytes(packed_file(packed_body(*games())))
    document = viewer.open(path)
    assert document.encoding_of(document.records.order[0]) == "gb18030"
    record = document.record(0)
    document.set_comment(record.root, "文档")
    document.save()
    assert document.variant == "CBL, packed"
    assert opened(path.read_bytes()).record(0).root.comment == "文档"
    document.undo()
    document.save()
    assert path.read_bytes() == packed_file(packed_body(*games()))


# ------------------------------------------------------------------------------------- damage


def test_a_library_cut_anywhere_keeps_the_games_before():
    file = example()
    for end in range(12, len(file)):
        data = file[:end]
        try:
            read = opened(data)
        except Unreadable:
            with pytest.raises(Unreadable, match="damaged or cut"):
                opened(data)
            continue
        found = codes(read)
        assert "cbl.packed" in found
        assert written(read, "cbl") == ((), data)
        for index in range(len(read) - 1):
            assert read.library.games[index] == games()[index]


@given(st.integers(20, 2000), st.integers(0, 7))
def test_a_flipped_bit_never_raises_and_what_is_before_it_stays(at: int, bit: int):
    file = bytearray(example())
    file[at % (len(file) - 20) + 20] ^= 1 << bit
    try:
        read = opened(bytes(file))
    except Unreadable:
        return
    codes(read)
    assert written(read, "cbl") == ((), bytes(file))


@given(st.integers(0, 2000), st.binary(min_size=1, max_size=8))
def test_damage_within_the_unpacked_bytes_never_raises(at: int, damage: bytes):
    body = bytearray(packed_body(*games()))
    at %= len(body)
    body[at : at + len(damage)] = damage
    file = packed_file(bytes(body))
    try:
        read = opened(file)
    except Unreadable:
        return
    codes(read)
    assert written(read, "cbl") == ((), file)
    records = records_of(read)
    apply(records[-1], SetNote(0, "comment", "改"))
    again = opened(saved(read, *records))
    assert again.record(len(records) - 1).root.comment == "改"
    assert all(not list(lost(one, again.record(at))) for at, one in enumerate(records))


def test_edits_of_a_damaged_library_tell_what_is_left_out():
    file = packed_file(packed_body(*games(), random.Random(1).randbytes(9000)))[:-500]
    read = opened(file)
    records = records_of(read)
    apply(records[0], SetNote(0, "comment", "改"))
    losses, out = written(Edited(read, *records), "cbl")
    assert [loss.kind for loss in losses] == ["closed"]
    again = opened(out)
    assert again.record(0).root.comment == "改"
    assert "cbl.packed" not in codes(again)


def test_a_bomb_is_read_up_to_a_limit():
    body = packed_body(*games(), tail=bytes(50_000_000))
    file = packed_file(body)
    read = opened(file)
    assert len(read) == 3
    assert "cbl.limit" in codes(read)
    assert len(read.library.stream.body) <= DEFAULT.unpacked_times * len(file)
    assert written(read, "cbl") == ((), file)
    records = records_of(read)
    apply(records[0], SetNote(0, "comment", "改"))
    with pytest.raises(Unwritable, match="too large"):
        saved(read, *records)


@pytest.mark.parametrize(("said", "code"), [({"size": 7}, "cbl.size"), ({}, "cbl.count")])
def test_numbers_in_the_head_that_lie_are_told(said: dict[str, int], code: str):
    body = packed_body(*games(), count=99 if not said else None)
    file = packed_file(body, **said)
    read = opened(file)
    assert len(read) == 3
    assert code in codes(read)
    assert written(read, "cbl") == ((), file)


def test_what_a_game_cant_mean_is_told_and_kept():
    odd = (
        PackedMove(5, "h2e2"),
        PackedMove(9, "h9g7", line=b"\x81"),
        PackedMove(0, "h0g2"),
    )
    strange = bytearray(packed_game(*odd, kind=77, result=9, side=7))
    strange[4] = 0xFF
    file = packed_file(packed_body(bytes(strange)), 1)
    read = opened(file)
    assert {
        *("cbl.unknown-result", "cbl.unknown-kind", "cbl.unknown-place", "cbl.side", "cbl.ply"),
        "cbl.undecodable",
    } == set(codes(read))
    record = read.record(0)
    assert [node.parent and node.parent.id for node in record.walk()] == [None, 0, 1, 2]
    assert written(read, "cbl") == ((), file)
    apply(record, SetNote(1, "comment", "改"))
    again = opened(saved(read, record))
    record = again.record(0)
    apply(record, SetNote(1, "comment", ""))
    assert saved(again, record) == file


def test_limits_hold():
    file = example()
    few = load_source(BytesSource(file), DEFAULT._replace(nodes=2))
    assert "cbl.limit" in codes(few)
    assert len(few.record(0).nodes) == 3
    assert joined(FORMATS["cbl"].load().write(few), few) == file
    records = records_of(few)
    apply(records[0], SetNote(0, "comment", "改"))
    with pytest.raises(Unwritable, match="too large"):
        saved(few, *records)
    short = load_source(BytesSource(file), DEFAULT._replace(comment_bytes=3))
    assert "cbl.limit" in codes(short)
    assert len(load_source(BytesSource(file), DEFAULT._replace(records=2))) == 2


def test_a_line_of_twenty_thousand_plies():
    shuffle = ("a0a1", "a9a8", "a1a0", "a8a9")
    moves = [PackedMove(ply, shuffle[(ply - 1) % 4]) for ply in range(1, 20_001)]
    read = opened(packed_file(packed_body(packed_game(*moves))))
    record = read.record(0)
    last = record.nodes[20_000]
    assert record.root.children[0].children
    new = record.nodes[20_001] = Node(20_001, last, Move("h0g2"))
    last.children = (new,)
    again = opened(saved(read, record)).record(0)
    assert again.nodes[20_001].action == Move("h0g2")
    assert again.nodes[20_001].parent is again.nodes[20_000]


def test_a_game_that_is_cut_doesnt_swallow_the_one_that_comes_after_it():
    body = packed_body(*games()[1:], games()[0])
    read = opened(packed_file(body[:-40]))
    records = records_of(read)
    assert "cbl.cut" in codes(read)
    new = Record("xiangqi", Node(0, None), (Header("Title", "新"),))
    again = opened(saved(read, *records, new))
    assert again.values("Title", 0, len(again)) == ["二", "三", "一", "新"]
    assert all(not list(lost(one, again.record(at))) for at, one in enumerate(records))
