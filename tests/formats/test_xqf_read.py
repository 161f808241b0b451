"""What is read of XQF files of every version: the tree, text, the position, and what is odd."""

from __future__ import annotations

import random

import pytest
from xqf_maker import (
    ALL_VERSIONS,
    START,
    Spot,
    build,
    codes,
    head_of,
    line,
    load,
    moves,
    put_text,
    saved,
    written,
)

from viewer.base.limits import Limits
from viewer.base.source import BytesSource
from viewer.base.text import BIG5, GB18030
from viewer.formats.format import Unreadable
from viewer.formats.xqf import FORMAT
from viewer.tree.action import Move, Setup, Written
from viewer.tree.diagnostic import Severity
from viewer.tree.record import Header

USUAL = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
SIMPLIFIED = "黑方弃车抢攻，红方虽然多子，但是后防空虚，黑胜。"
TRADITIONAL = "黑方棄車搶攻，紅方雖然多子，但是後防空虛，黑勝。"


def study() -> Spot:
    """Variations at the first move and further on, one within another; comments of all kinds."""
    return Spot(
        comment=b"start\r\n",
        below=[
            Spot(72, 42, b"main", [Spot(19, 38), Spot(79, 67, SIMPLIFIED.encode(GB18030))]),
            Spot(12, 42, None, [Spot(79, 67, b"\r\n", [Spot(70, 62, None, [Spot(89, 79)])])]),
            Spot(23, 24, "一\r\n二\r\n".encode(GB18030)),
        ],
    )


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_tree_is_read_in_file_order(version):
    chance = random.Random(version)
    head = head_of(version, chance)
    put_text(head, 0x50, "标题".encode(GB18030))
    file = build(study(), head, chance)
    collection = load(file)
    record = collection.record(0)
    assert collection.variant == f"XQF 1.{version - 10}"
    assert record.root.action == Setup(f"{USUAL} w")
    assert [(node.id, node.parent.id if node.parent else -1) for node in record.walk()] == [
        (0, -1), (1, 0), (2, 1), (3, 1), (4, 0), (5, 4), (6, 5), (7, 6), (8, 0),
    ]  # fmt: skip
    assert list(moves(record)) == ["h2e2", "b9d8", "h9g7", "b2e2", "h9g7", "h0g2", "i9h9", "c3c4"]
    comments = {node.id: node.comment for node in record.walk() if node.comment}
    assert comments == {0: "start", 1: "main", 3: SIMPLIFIED, 8: "一\n二"}
    assert record.header("Title") == "标题"
    assert codes(collection) == []
    assert written(collection) == ((), file)


def test_equal_moves_and_equal_facts_are_one_object():
    head = head_of(0x12, random.Random(1))
    record = load(build(line(*[(72, 42), (42, 72)] * 50), head)).record(0)
    assert len({id(node.action) for node in record.walk() if node.parent}) == 2
    noise = random.Random(1)
    record = load(build(line(*[(72, 42)] * 5000), head, noise)).record(0)
    facts = [node.facts for node in record.walk() if node.facts]
    assert len({id(one) for one in facts}) == len(set(facts)) < len(facts)


def test_headers_stand_in_file_order():
    head = head_of()
    for offset, text in ((0xD0, "赛"), (0x130, "红"), (0x110, "　1980 年"), (0x1E0, "作")):
        put_text(head, offset, text.encode(GB18030))
    head[0x33], head[0x40] = 2, 3
    collection = load(build(Spot(), head))
    want = (
        Header("Event", "赛"),
        Header("Date", "　1980 年"),
        Header("Red", "红"),
        Header("Author", "作"),
        Header("Result", "0-1"),
        Header("Type", "endgame"),
    )
    assert collection.headers(0) == want
    assert collection.record(0).headers == want
    assert {header.key for header in want} <= {field.key for field in FORMAT.fields}


@pytest.mark.parametrize(
    ("who", "first", "fen", "odd"),
    [
        (0, [], "w", []),
        (1, [], "b", []),
        (7, [], "w", []),
        (0, [(72, 42)], "w", []),
        (0, [(79, 67)], "b", []),
        (1, [(72, 42)], "w", ["xqf.side"]),
        (0, [(44, 45), (79, 67)], "b", []),  # the first starts on an empty square
        (1, [(44, 45)], "b", []),
    ],
)
def test_who_moves_first(who, first, fen, odd):
    """00 says nothing in version 0A, which reserves the byte; later it says Red."""
    for version in (0x0A, 0x12):
        head = head_of(version)
        head[0x32] = who
        root = Spot(below=[Spot(*squares) for squares in first])
        collection = load(build(root, head))
        assert collection.record(0).root.action == Setup(f"{USUAL} {fen}")
        later = ["xqf.side"] if version == 0x12 and fen == "b" and who != 1 else []
        assert codes(collection) == (odd or later)


@pytest.mark.parametrize("version", [0x00, 0x09])
def test_versions_below_1_0_are_read_as_1_0(version):
    head = put_text(head_of(), 0x130, b"Li")
    head[2] = version
    file = build(study(), head)
    collection = load(file)
    assert collection.variant == f"XQF 0.{version}"
    assert list(moves(collection.record(0)))[:2] == ["h2e2", "b9d8"]
    assert collection.record(0).header("Red") == "Li"
    assert codes(collection) == []
    assert written(collection) == ((), file)


def test_the_type_is_one_byte():
    head = head_of()
    head[0x40:0x42] = b"\x02\x07"
    file = build(Spot(), head)
    collection = load(file)
    assert collection.record(0).header("Type") == "middlegame"
    assert codes(collection) == []
    assert written(collection) == ((), file)


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_absent_pieces_and_two_on_a_place(version):
    squares = bytes([255, 200, 90, 4, 40, 4]) + bytes([255]) * 26
    head = head_of(version, random.Random(3), squares)
    collection = load(build(Spot(), head))
    assert collection.record(0).root.action == Setup("9/9/9/9/9/A8/9/9/9/4K4 w")
    assert codes(collection) == ["xqf.two-pieces"]


def test_moves_off_the_board_are_kept_as_numbers():
    file = build(line((72, 42), (95, 12), (255, 90), (72, 47)))
    collection = load(file)
    record = collection.record(0)
    actions = [node.action for node in record.walk()][1:]
    assert actions == [Move("h2e2"), Written("95-12"), Written("255-90"), Move("h2e7")]
    found = [(one.code, one.node, one.offset) for one in collection.diagnostics]
    assert found == [("xqf.off-board", 2, 1040), ("xqf.off-board", 3, 1048)]
    for node in record.walk():
        node.facts = ()  # what they say is enough to write them
    assert saved(record, collection) == file


@pytest.mark.parametrize("version", [0x0A, 0x12])
def test_a_sibling_of_the_root_means_nothing(version):
    head = head_of(version)
    file = bytearray(build(line((72, 42)), head))
    file[1026] += 0x0F if version == 0x0A else 0x40
    collection = load(bytes(file))
    assert list(moves(collection.record(0))) == ["h2e2"]
    assert codes(collection) == ["xqf.root-sibling"]
    assert written(collection) == ((), bytes(file))


# --------------------------------------------------------------------------------- encodings


def in_codec(comment: bytes, *fields: bytes) -> bytes:
    head = head_of()
    for offset, text in zip((0x50, 0xD0, 0x130, 0x140), fields, strict=False):
        put_text(head, offset, text)
    return build(Spot(comment=comment), head)


BIG_TITLE = "象棋殘局精選：馬炮類".encode(BIG5)


def test_comments_and_fields_are_judged_each_on_its_own():
    file = in_codec(TRADITIONAL.encode(BIG5), "象棋演播室残局大全".encode(GB18030))
    collection = load(file)
    record = collection.record(0)
    assert record.encoding == BIG5
    assert record.root.comment == TRADITIONAL
    assert record.header("Title") == "象棋演播室残局大全"
    assert codes(collection) == ["xqf.big5"]
    assert {one.severity for one in collection.diagnostics} == {Severity.INFO}


def test_a_big5_head_tells_of_comments_too_short_to_judge():
    file = in_codec("好棋".encode(BIG5), BIG_TITLE)
    record = load(file).record(0)
    assert (record.header("Title"), record.root.comment) == ("象棋殘局精選：馬炮類", "好棋")
    assert record.encoding == BIG5
    # … but not of comments that are no Big5.
    assert load(in_codec(b"\x81", BIG_TITLE)).record(0).encoding == GB18030


def test_big5_comments_tell_of_fields_too_short_to_judge():
    file = in_codec(TRADITIONAL.encode(BIG5), "棄車攻殺".encode(BIG5))
    collection = load(file)
    assert collection.record(0).header("Title") == "棄車攻殺"
    assert collection.headers(0) == collection.record(0).headers
    # Fields that are as well GB stay GB.
    file = in_codec(TRADITIONAL.encode(BIG5), "马炮".encode(GB18030))
    assert load(file).record(0).header("Title") == "马炮"


def test_traditional_text_in_gb_is_gb():
    record = load(in_codec(TRADITIONAL.encode(GB18030))).record(0)
    assert (record.encoding, record.root.comment) == (GB18030, TRADITIONAL)


def test_a_codec_can_be_chosen():
    file = in_codec("好".encode(BIG5), "馬".encode(BIG5))
    collection = FORMAT.read(BytesSource(file), encoding="cp950")
    record = collection.record(0)
    assert (record.encoding, record.root.comment, record.header("Title")) == (BIG5, "好", "馬")
    assert written(collection) == ((), file)


GOOD = "一步很好的棋，黑方失先".encode("gb18030")


def test_bytes_that_are_no_text_are_told_of():
    collection = load(in_codec(b"good \xff bad" + GOOD, b"\xff" + GOOD))
    assert collection.record(0).root.comment.startswith("good ")
    found = {(one.code, one.node, one.offset) for one in collection.diagnostics}
    assert found == {("xqf.undecodable", 0, 1032), ("xqf.undecodable", None, 0x50)}


# ------------------------------------------------------------------------------- odd details


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({0x0C: 9}, "xqf.keys-sum"),
        ({0x33: 4}, "xqf.unknown-result"),
        ({0x40: 9}, "xqf.unknown-type"),
        ({0x120: 21}, "xqf.long-field"),
    ],
)
def test_odd_bytes_of_the_head(change, code):
    head = head_of(0x12)
    for offset, value in change.items():
        head[offset] = value
    file = build(Spot(), head)
    collection = load(file)
    assert codes(collection) == [code]
    assert collection.diagnostics[0].offset == next(iter(change))
    assert written(collection) == ((), file)


def test_diagnostics_are_found_once_and_in_file_order():
    head = head_of()
    head[0x33] = 9
    collection = load(build(line((95, 12)), head, trailing=b"xyz"))
    assert list(collection.diagnostics) == []
    for _ in range(2):
        assert codes(collection) == [
            "xqf.unknown-result",
            "xqf.off-board",
            "xqf.trailing-bytes",
        ]


def test_reading_twice_gives_the_same_record():
    collection = load(build(study()))
    assert collection.record(0).digest() == collection.record(0).digest()
    assert collection.record(0) is not collection.record(0)
    with pytest.raises(IndexError):
        collection.record(1)
    with pytest.raises(IndexError):
        collection.headers(1)


@pytest.mark.parametrize(
    ("file", "code"),
    [
        (b"XQ", "xqf.cut-head"),
        (b"XQ\x0a" + bytes(44), "xqf.cut-head"),
        (b"XQ\x13" + bytes(2000), "xqf.unknown-version"),
        (b"XQuery is a language, and this is no record of anything.", "xqf.unknown-version"),
    ],
)
def test_what_is_no_xqf_is_refused_in_a_sentence(file, code):
    with pytest.raises(Unreadable) as caught:
        load(file)
    assert caught.value.code == code
    assert caught.value.reason.text().endswith(".") or "{" not in caught.value.reason.text()


def test_a_file_that_does_not_begin_with_xq():
    with pytest.raises(Unreadable) as caught:
        FORMAT.read(BytesSource(b"XP" + build(study())[2:], "game.xqf"))
    assert caught.value.code == "xqf.no-xqf"


def test_limits_can_be_raised():
    file = build(line(*[(72, 42)] * 9))
    few = FORMAT.read(BytesSource(file), Limits(nodes=4))
    assert len(few.record(0).nodes) == 4
    assert len(FORMAT.read(BytesSource(file), Limits(nodes=10)).record(0).nodes) == 10


def test_the_normal_start_in_every_version():
    for version in ALL_VERSIONS:
        head = head_of(version, random.Random(version), START)
        assert load(build(Spot(), head)).record(0).root.action == Setup(f"{USUAL} w")
