"""Reading game trees: the specification's own bytes, moves short and long, both layouts, text."""

from __future__ import annotations

import pytest
from gametree_maker import (
    HEX,
    OLD,
    TWIXT,
    Spot,
    build,
    changed,
    codes,
    head_item,
    line,
    load,
    move,
    node_item,
    saved,
    split,
    u32,
    written,
)

from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.detect import detect
from viewer.formats.entry import Likeness
from viewer.formats.format import Unreadable
from viewer.formats.gametree import FORMAT
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.ops import Insert, SetNote, apply
from viewer.tree.record import Header, Record
from viewer.tree.serial import NodeData

ENTRY = FORMATS["gametree"]


def texts(record: Record) -> list[str]:
    return [getattr(node.action, "text", "") for node in record.walk()]


# --------------------------------------------------------------------- the specification's bytes


def test_the_examples_of_the_specification():
    """`bdsize` as one byte, `player1` as five."""
    size = b"\x06bdsize\x00\x00\x00\x01\x0a"
    player = b"\x07player1\x00\x00\x00\x05vvvjv"
    assert head_item(b"bdsize", b"\x0a") == size
    file = (
        b"\x03gtv" + u32(4) + u32(2) + player + b"\x04type" + u32(4) + b"hex1" + size + b"\0\0\0\0"
    )
    collection = load(file)
    record = collection.record(0)
    assert record.game == "hex"
    assert record.headers == (Header("player1", "vvvjv"),)
    assert record.root.action == Setup("10")
    assert ("size-width", None, file.index(b"\x0a\0\0\0")) in codes(collection)
    assert written(collection) == ((), file)
    # Written by Qipu the same values are the same bytes, save for the size: it says four itself.
    fresh = Record("hex", Node(0, None, Setup("10")), (Header("player1", "vvvjv"),))
    _, made = written(MemoryCollection("gametree", [fresh]))
    assert player in made
    assert b"\x06bdsize\x00\x00\x00\x04\x00\x00\x00\x0a" in made


HEX5 = bytes.fromhex(
    "036774760000000400000002 07706c617965723100000003416e6e 07706c617965723200000003426f62"
    "03706f760000000100 047479706500000004 68657831 066264 73697a650000000400000005 0468677476"
    "0000000400000001 00 016300000005537461727400 0002 016d0003040201 016700010100 0002"
    "016d0003020302 01720002d8f0 0167000101 016300000010 426c75652077696e733a20636166c3a9 00 0000"
    "016d0003030302 0172000209c4 00 0000 016d0003000001 00 0000"
)


def test_a_file_of_hex():
    collection = load(HEX5)
    record = collection.record(0)
    assert texts(record) == ["5", "1 e3", "2 c4", "2 d4", "1 a1"]
    assert [node.note("verdict") for node in record.walk()] == ["", "", -10000, 2500, ""]
    assert [node.comment for node in record.walk()] == ["Start", "", "Blue wins: café", "", ""]
    assert record.headers == (
        Header("player1", "Ann"),
        Header("player2", "Bob"),
        Header("pov", "0"),
    )
    assert (record.encoding, collection.variant, codes(collection)) == ("utf-8", "gtv 2", [])
    assert written(collection) == ((), HEX5)
    # Read, and written anew with the same marks: the same bytes, save that inner lines are marked.
    copy = Record("hex", record.root, record.headers)
    losses, file = written(MemoryCollection("gametree", [copy]))
    assert losses == ()
    assert file == HEX5


def test_a_file_of_twixt():
    pair = [
        Spot([(b"m", bytes.fromhex("050301 00 0001 040503 0001 040502")), (b"g", b"\1")]),
        Spot([(b"m", bytes.fromhex("060401 01 0001 040503 0000"))]),
    ]
    last = move(11, 9, 2, (b"g", b"\1"), below=pair)
    spots = [move(*at, (b"g", b"\1")) for at in ((3, 3, 1), (9, 8, 2), (4, 5, 1))]
    file = build(line(*spots, last), TWIXT)
    record = load(file).record(0)
    assert record.game == "twixt"
    assert texts(record)[4:] == ["2 l10", "1 f4 -e6/d4 +e6/f4", "1 g5 -e6/d4 auto"]
    assert written(load(file)) == ((), file)
    assert written(
        MemoryCollection("gametree", [Record("twixt", record.root, record.headers)])
    ) == ((), file)


# ----------------------------------------------------------------------------------- long moves

LONG = [
    # with the byte of pbem_null, 8 + 3k
    ("060401 00 0000 0000", "1 g5 none", []),
    ("060401 01 0000 0000", "1 g5", []),
    ("060401 00 0001 040503 0000", "1 g5 -e6/d4", []),
    ("060401 01 0001 040503 0000", "1 g5 -e6/d4 auto", []),
    ("060401 00 0000 0001 060702", "1 g5 +g8/h6", []),
    ("060401 00 0001 040503 0002 060702 040504", "1 g5 -e6/d4 +g8/h6 +e6/c5", []),
    ("060401 01 0001 040503 0001 060702", "1 g5 -e6/d4 auto", ["ignored-links"]),
    ("060401 02 0001 040503 0000", "1 g5 -e6/d4 auto", []),
    # without, 7 + 3k: the sum as the specification has it
    ("060401 0000 0000", "1 g5", []),
    ("060401 0001 040503 0000", "1 g5 -e6/d4 auto", []),
    ("060401 0001 040503 0001 060702", "1 g5 -e6/d4 +g8/h6", []),
    ("060401 0000 0001 060701", "1 g5 +g8/i7", []),
    # neither: what is there of the lists
    ("060401 00 0005 040503", "1 g5 -e6/d4", ["lengths"]),
    ("060401 00", "1 g5", ["lengths"]),
    ("060401 00 ffff 040503 0000", "1 g5 -e6/d4", ["lengths"]),
    ("060401 00 0001 040503 0001 06", "1 g5 -e6/d4", ["lengths"]),
    # links that there can't be
    ("060401 00 0001 040500 0000", "1 g5 -e6/?0", ["direction"]),
    ("060401 00 0000 0001 0405ff", "1 g5 +e6/?255", ["direction"]),
    ("060401 00 0000 0001 000001", "1 g5 +a1/?1", ["link-off-board"]),
    ("060401 00 0000 0001 170701", "1 g5 +x8/z7", ["link-off-board"]),
    ("ff0401 01 0001 040503 0000", "1 iv5 -e6/d4 auto", ["off-board"]),
]


@pytest.mark.parametrize(("raw", "text", "faults"), LONG)
def test_long_moves(raw: str, text: str, faults: list[str]):
    data = bytes.fromhex(raw)
    file = build(line(Spot([(b"m", data)])), TWIXT)
    collection = load(file)
    at = file.index(data)
    assert codes(collection) == [(fault, 1, at) for fault in faults]
    record = collection.record(0)
    assert record.node(1).action == Move(text)
    assert written(collection) == ((), file)
    # Anew, as the specification has it: the same move, and with the byte.
    _, made = written(MemoryCollection("gametree", [Record("twixt", record.root, record.headers)]))
    assert load(made).record(0).node(1).action == Move(text)
    length = split(made)[1][1][3]
    assert length == 3 if text == "1 g5" else length % 3 == 2


@pytest.mark.parametrize(("direction", "end"), [(1, "g4"), (2, "f3"), (3, "d3"), (4, "c4")])
def test_the_directions_of_links(direction: int, end: str):
    """From E5, the lower peg: two right and one up, one right and two up, and so to the left."""
    raw = bytes.fromhex("060401 00 0000 0001 0404") + bytes((direction,))
    record = load(build(line(Spot([(b"m", raw)])), TWIXT)).record(0)
    assert record.node(1).action == Move(f"1 g5 +e5/{end}")


ODD_MOVES = [
    (HEX, b"\4\2\0", Written("0 e3"), ["colour"]),
    (HEX, b"\4\2\3", Written("3 e3"), ["colour"]),
    (HEX, b"\x09\2\1", Move("1 j3"), ["off-board"]),
    (HEX, b"\xff\xff\2", Move("2 iv256"), ["off-board"]),
    (HEX, b"", Written("m:"), ["short"]),
    (HEX, b"\4\2", Written("m:0402"), ["short"]),
    (HEX, b"\4\2\1\0", Move("1 e3"), ["extra"]),
    (TWIXT, b"\x30\2\3", Written("3 aw3"), ["colour", "off-board"]),
]


@pytest.mark.parametrize(("head", "raw", "action", "faults"), ODD_MOVES)
def test_moves_that_are_none(head, raw, action, faults):
    file = build(line(Spot([(b"m", raw), (b"c", b"still here")]), move(0, 0, 2)), head)
    collection = load(file)
    offset = file.index(b"\1m\0") + 4
    assert codes(collection) == [(fault, 1, offset) for fault in faults]
    record = collection.record(0)
    assert record.node(1).action == action
    assert record.node(1).comment == "still here"
    assert record.node(2).action == Move("2 a1")
    assert written(collection) == ((), file)


# ---------------------------------------------------------------------------------------- swap


def test_a_swap_as_twixt_commentator_writes_it():
    file = build(line(move(2, 4, 1), move(2, 4, 2), move(11, 11, 1)), TWIXT)
    record = load(file).record(0)
    assert texts(record) == ["24", "1 e3", "2 swap-pieces", "1 l12"]
    assert written(load(file)) == ((), file)


def test_a_swap_beside_another_answer():
    file = build(line(move(2, 4, 1, below=[move(2, 4, 2), move(0, 1, 2)])))
    record = load(file).record(0)
    assert texts(record) == ["5", "1 c5", "2 swap-pieces", "2 a2"]
    assert written(load(file)) == ((), file)


def test_an_answer_beside_a_swap():
    file = build(line(move(2, 4, 1), move(2, 4, 2)))
    collection = load(file)
    record = collection.record(0)
    apply(record, Insert(1, 1, (NodeData(9, -1, Move("2 a2"), {}),)))
    losses, made = written(MemoryCollection("gametree", [record]))
    assert losses == ()
    assert texts(load(made).record(0)) == ["5", "1 e3", "2 swap-pieces", "2 a2"]


def test_a_peg_on_a_peg_later_is_no_swap():
    record = load(build(line(move(0, 0, 1), move(1, 1, 2), move(1, 1, 1)))).record(0)
    assert texts(record) == ["5", "1 a1", "2 b2", "1 b2"]


# --------------------------------------------------------------------------- header and layout


def test_headers_in_any_order():
    file = build(line(move(0, 0, 1)), HEX[::-1])
    record = load(file).record(0)
    assert [entry.key for entry in record.headers] == ["pov", "player2", "player1"]
    assert record.root.action == Setup("5")
    assert written(load(file)) == ((), file)


def test_unknown_keys_stay_in_their_places():
    head = [*HEX[:3], (b"date", b"2001-02-03"), (b"blob", b"\0\1\2"), *HEX[3:]]
    spot = Spot([(b"zz", b"?"), (b"m", b"\1\1\1"), (b"eval", b"\0"), (b"c", b"good"), (b"t", b"")])
    file = build(line(spot), head)
    collection = load(file)
    record = collection.record(0)
    assert record.header("date") == "2001-02-03"
    assert [code for code, _, _ in codes(collection)] == ["unknown-key"] * 5
    assert record.node(1).comment == "good"
    apply(record, SetNote(1, "comment", "better"))
    apply(record, SetNote(1, "verdict", 0))
    losses, made = written(MemoryCollection("gametree", [record]))
    assert losses == ()
    items = [
        (b"zz", b"?"),
        (b"m", b"\1\1\1"),
        (b"r", b"\0\0"),
        (b"eval", b"\0"),
        (b"c", b"better"),
        (b"t", b""),
    ]
    assert made == build(line(Spot(items)), head)


@pytest.mark.parametrize("raw", [b"\5", b"\0\5", b"\0\0\5", u32(5), b"\0" * 7 + b"\5"])
def test_any_width_of_the_size(raw: bytes):
    file = build(line(move(4, 4, 1)), changed(HEX, b"bdsize", raw))
    collection = load(file)
    assert collection.record(0).root.action == Setup("5")
    assert [code for code, _, _ in codes(collection)] == ["size-width"] * (len(raw) != 4)
    assert written(collection) == ((), file)


def test_sizes_that_are_none():
    for raw, code in (
        (b"", "no-size"),
        (b"\1" * 9, "no-size"),
        (u32(0), "bad-size"),
        (u32(257), "bad-size"),
    ):
        file = build(line(move(4, 4, 1)), changed(HEX, b"bdsize", raw))
        collection = load(file)
        assert [one for one, _, _ in codes(collection)] == [code]
        assert written(collection) == ((), file)
    file = build(line(move(12, 4, 1)), [item for item in HEX if item[0] != b"bdsize"])
    assert load(file).record(0).root.action == Setup("13")
    assert load(build(line(move(4, 4, 1)), [HEX[0], HEX[4]])).record(0).root.action is None


def test_a_type_that_is_not_known():
    for said, code in ((b"hex2", "type"), (b"HEX1", "type"), (b"hex1\0", "type"), (b"", "type")):
        file = build(line(move(4, 4, 1)), changed(HEX, b"type", said))
        collection = load(file)
        assert [one for one, _, _ in codes(collection)] == [code]
        assert collection.record(0).game == "hex"
        assert written(collection) == ((), file)
    without = [item for item in HEX if item[0] != b"hgtv"]
    with pytest.raises(Unreadable, match="of type “go\\?1”: it is neither Hex nor Twixt"):
        load(build(Spot(), changed(without, b"type", b"go\x011")))


def test_boards_as_large_as_moves_can_say():
    for head, largest in ((HEX, "1 iv256"), (TWIXT, "1 iu256")):
        column = 255 if head is HEX else 254
        for lines in (64, 100, 256):
            file = build(line(move(4, 4, 1)), changed(head, b"bdsize", u32(lines)))
            collection = load(file)
            assert collection.record(0).root.action == Setup(str(lines))
            assert codes(collection) == []
            record = Record(collection.record(0).game, collection.record(0).root)
            losses, made = written(MemoryCollection("gametree", [record]))
            assert (losses, texts(load(made).record(0))[0]) == ((), str(lines))
        file = build(line(move(column, 255, 1)), changed(head, b"bdsize", u32(256)))
        assert texts(load(file).record(0)) == ["256", largest]


def test_a_start_that_no_board_has_is_a_loss():
    record = Record("hex", load(build(line(move(4, 4, 1)))).record(0).root)
    record.root.action = Setup("257")
    losses, _ = written(MemoryCollection("gametree", [record]))
    assert [one.kind for one in losses] == ["start"]


def test_the_layout_of_jhex():
    file = build(line(move(4, 2, 1, (b"v", b"\x3f\x80\0\0"), (b"g", b"\1"), (b"c", b"won"))), OLD)
    collection = load(file)
    record = collection.record(0)
    assert (record.game, collection.variant) == ("hex", "Jhex")
    assert texts(record) == ["5", "1 e3"]
    assert (record.node(1).note("verdict"), record.node(1).comment) == (10000, "won")
    assert codes(collection) == []
    # An edited file keeps its layout; a copy is in the newer one.
    apply(record, SetNote(1, "verdict", -10000))
    edited = MemoryCollection("gametree", [record])
    assert written(edited)[1] == file.replace(b"\x3f\x80\0\0", b"\xbf\x80\0\0")
    fresh = Record("hex", record.root)
    losses, made = written(MemoryCollection("gametree", [fresh]))
    assert (losses, load(made).variant) == ((), "gtv 2")
    assert texts(load(made).record(0)) == ["5", "1 e3"]


def test_a_version_that_is_not_known():
    collection = load(build(line(move(0, 0, 1)), changed(HEX, b"gtv", u32(3))))
    assert texts(collection.record(0)) == ["5", "1 a1"]
    assert [code for code, _, _ in codes(collection)] == ["version"]


def test_what_the_header_lacks():
    file = build(line(move(0, 0, 1)), [item for item in HEX if item[0] != b"hgtv"])
    collection = load(file.removeprefix(head_item(b"gtv", u32(2))))
    assert [code for code, _, _ in codes(collection)] == ["missing-key", "missing-key"]
    twixt = load(build(Spot(), [item for item in TWIXT if item[0] != b"type"]))
    assert twixt.record(0).game == "twixt"


def test_the_root_may_have_a_move():
    file = build(Spot([(b"m", b"\4\2\2"), (b"r", b"\0\0")], [move(0, 0, 1)]))
    collection = load(file)
    assert texts(collection.record(0)) == ["5 W e3", "1 a1"]
    assert [code for code, _, _ in codes(collection)] == ["root-move"]
    assert written(collection) == ((), file)


def test_doubled_keys():
    spot = Spot([(b"m", b"\0\0\1"), (b"m", b"\1\1\1"), (b"c", b"one"), (b"c", b"two")])
    file = build(line(spot), [*HEX, (b"player1", b"Eve")])
    collection = load(file)
    record = collection.record(0)
    assert (texts(record), record.node(1).comment) == (["5", "1 a1"], "one")
    assert record.header("player1") == "Ann"
    assert [code for code, _, _ in codes(collection)] == ["twice"] * 3
    assert written(collection) == ((), file)


def test_the_second_of_doubled_keys_never_counts():
    spot = Spot([(b"m", b"\0\0\1"), (b"c", b"one"), (b"c", b"two")])
    record = load(build(line(spot))).record(0)
    apply(record, SetNote(1, "comment", ""))
    assert written(MemoryCollection("gametree", [record])) == ((), build(line(move(0, 0, 1))))


def test_the_main_variation_is_the_first_that_is_marked():
    marked = (b"g", b"\1")
    file = build(Spot(below=[move(0, 0, 1), move(1, 1, 1, marked), move(2, 2, 1, marked)]))
    record = load(file).record(0)
    assert [node.note("main") for node in record.walk()] == ["", "", 1, ""]
    assert [node.note("main") for node in load(HEX5).record(0).walk()] == [""] * 5


def test_two_main_variations_are_told():
    marked = (b"g", b"\1")
    for spots, again in (
        ([move(0, 0, 1, marked), move(1, 1, 1, marked)], [2]),
        ([move(0, 0, 1), move(1, 1, 1, marked), move(2, 2, 1, (b"g", b"\2"))], [3]),
        (
            [move(0, 0, 1, marked), move(1, 1, 1), move(2, 2, 1, marked), move(3, 3, 1, marked)],
            [3, 4],
        ),
        ([move(0, 0, 1, (b"g", b"\0")), move(1, 1, 1, marked), move(2, 2, 1, (b"g", b"\0"))], []),
    ):
        file = build(Spot(below=spots))
        collection = load(file)
        assert [(code, node) for code, node, _ in codes(collection)] == [
            ("main-again", node) for node in again
        ]
        assert written(collection) == ((), file)


# ---------------------------------------------------------------------------------------- text


def test_text_by_its_bytes():
    spots = [move(0, 0, 1, (b"c", "né".encode())), move(1, 1, 2, (b"c", b"caf\xe9"))]
    file = build(line(*spots), changed(HEX, b"player1", b"Andr\xe9"))
    record = load(file).record(0)
    assert record.encoding == "cp1252"
    assert [node.comment for node in record.walk()] == ["", "né", "café"]
    assert record.header("player1") == "André"
    assert written(load(file)) == ((), file)
    # What the codec lacks is written in UTF-8, by itself.
    apply(record, SetNote(2, "comment", "棋"))
    assert written(MemoryCollection("gametree", [record])) == (
        (),
        file.replace(b"\4caf\xe9", b"\3" + "棋".encode()),
    )


def test_text_in_a_codec_that_was_chosen():
    raw = "手合".encode("cp932")
    file = build(line(move(0, 0, 1, (b"c", raw))))
    record = load(file, "cp932").record(0)
    assert (record.encoding, record.node(1).comment) == ("cp932", "手合")


def test_a_comment_that_ends_with_a_zero_byte():
    said = [b"good\0", b"good\0\0", b"\0", b"caf\xc3\xa9\0", b"a\r\nb\0", b"good"]
    spots = [move(number % 5, number // 5, 1, (b"c", raw)) for number, raw in enumerate(said)]
    file = build(line(*spots))
    collection = load(file)
    assert [(code, node) for code, node, _ in codes(collection)] == [
        ("zero-byte", node) for node in range(1, 6)
    ]
    record = collection.record(0)
    read = [node.comment for node in record.walk()][1:]
    assert read == ["good", "good", "", "café", "a\nb", "good"]
    assert written(collection) == ((), file)
    for node, text in enumerate(read, 1):
        undo, _ = apply(record, SetNote(node, "comment", "other"))
        assert load(saved(record, collection)).record(0).node(node).comment == "other"
        apply(record, undo)
        assert saved(record, collection) == file, text


def test_a_comment_longer_than_64_kb():
    said = "good " * 20_000
    record = load(build(line(move(0, 0, 1)))).record(0)
    apply(record, SetNote(1, "comment", said))
    losses, file = written(MemoryCollection("gametree", [record]))
    assert losses == ()
    assert b"\1c" + u32(100_000) + b"good good" in file
    assert load(file).record(0).node(1).comment == said


def test_more_answers_than_a_node_can_have_are_left_out_and_told():
    record = load(build(Spot(below=[move(0, 0, 1)] * 65_535))).record(0)
    assert written(MemoryCollection("gametree", [record]))[0] == ()
    apply(record, Insert(0, 3, (NodeData(70_000, -1, Move("1 e5"), {}),)))
    losses, file = written(MemoryCollection("gametree", [record]))
    assert [one.kind for one in losses] == ["branch"]
    assert "A move has 65535 answers at most." in str(losses[0].words)
    assert len(load(file).record(0).root.children) == 65_535


def test_line_breaks():
    spots = [move(0, 0, 1, (b"c", raw)) for raw in (b"a\r\nb", b"a\r\nc", b"a\nd", b"a\re")]
    file = build(line(*spots))
    record = load(file).record(0)
    assert [node.comment for node in record.walk()][1:] == ["a\nb", "a\nc", "a\nd", "a\ne"]
    apply(record, SetNote(3, "comment", "x\ny"))
    losses, made = written(MemoryCollection("gametree", [record]))
    assert losses == ()
    assert made == file.replace(b"\3a\nd", b"\4x\r\ny")


# ------------------------------------------------------------------------------------- sniffing


def test_the_content_tells():
    for file in (HEX5, build(Spot(), TWIXT), build(Spot(), TWIXT[::-1]), build(Spot(), OLD)):
        assert ENTRY.likeness(file) is Likeness.YES
        assert detect(BytesSource(file, "no name.dat")) is ENTRY
    assert ENTRY.likeness(HEX5[:30]) is Likeness.IF_NAMED
    for other in (
        b"(;FF[4]GM[11];B[a1])",
        b"XQ\n",
        b"\0\0\1",
        b"",
        b"\x04size",
        node_item(b"m", b"\0\0\1"),
    ):
        assert ENTRY.likeness(other) is Likeness.NO


# --------------------------------------------------------------------------------------- strict


def strict(file: bytes) -> list[tuple[int | None, str]]:
    return [(one.node, one.message.text().split()[0]) for one in FORMAT.strict(load(file))]


def test_what_the_specification_has_against_a_file():
    assert strict(HEX5) == strict(build(line(move(0, 0, 1)), OLD)) == []
    verdict = (b"r", (-10001).to_bytes(2, "big", signed=True))
    spots = [
        move(0, 0, 1, verdict),
        move(1, 1, 2, (b"r", u32(12345)[2:])),
        move(2, 2, 1, (b"g", b"\2")),
    ]
    file = build(line(*spots), changed(HEX, b"pov", b"\3"))
    assert strict(file) == [(None, "“pov”"), (1, "“r”"), (3, "“g”")]
    long = [
        Spot([(b"m", bytes.fromhex(raw))])
        for raw in ("060401 0001 040503 0000", "060402 02 0000 0000")
    ]
    assert strict(build(line(*long), TWIXT)) == [(1, "The"), (2, "“pbem_null”")]
