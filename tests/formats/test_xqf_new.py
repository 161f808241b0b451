"""New files: versions 0A and 12, from records that no XQF file was read for."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from xqf_maker import Edited, build, codes, head_of, joined, line, load, moves, written

from viewer.base.text import BIG5
from viewer.formats.memory import MemoryCollection
from viewer.formats.xqf import FORMAT, XqfFormat
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.diff import differences, lost
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

START = Setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
BLACK_FIRST = Setup(START.text[:-1] + "b")
HEADERS = FORMAT.new_headers("xiangqi")


def record_of(*texts: str, headers=HEADERS, start=START, notes=None) -> Record:
    """A record of one line; `notes` by ply."""
    notes = notes or {}
    nodes = [Node(0, None, start, notes.get(0, {}))]
    for id, text in enumerate(texts, 1):
        nodes.append(Node(id, nodes[-1], Move(text), notes.get(id, {})))
    for above, below in pairwise(nodes):
        above.children = (below,)
    return Record("xiangqi", nodes[0], headers)


def new(record: Record, seed: int = 1, **options: str) -> tuple[list[str], bytes]:
    collection = MemoryCollection("xqf", [record])
    output = XqfFormat(random.Random(seed)).write(collection, options or None)
    return [loss.words.text() for loss in output.losses], joined(output, collection)


def with_variations() -> Record:
    record = record_of("h2e2", "h9g7", notes={0: {"comment": "start"}, 2: {"comment": "a\nb"}})
    root = record.root
    for id, text in ((3, "b2e2"), (4, "c3c4")):
        root.children += (Node(id, root, Move(text), {"comment": "侧"}),)
    return Record("xiangqi", root, HEADERS)


@pytest.mark.parametrize("version", ["", "0A", "12"])
def test_what_is_written_is_read(version):
    record = with_variations()
    losses, file = new(record, **({"version": version} if version else {}))
    collection = load(file)
    assert losses == []
    assert collection.variant == ("XQF 1.8" if version == "12" else "XQF 1.0")
    assert list(differences(record, collection.record(0))) == []
    assert codes(collection) == []
    assert written(collection) == ((), file)


def test_a_new_file_of_1_0_keeps_to_the_specification():
    file = new(record_of("h2e2", "h9g7", notes={2: {"comment": "好"}}))[1]
    assert FORMAT.strict(load(file)) == []
    assert file[0x400:0x408] == b"\x18\x20\xf0\xff\0\0\0\0"
    assert new(record_of())[1][0x400:] == b"\x18\x20\x00\xff\0\0\0\0"


def test_tags_of_variations_in_1_0():
    body = new(with_variations())[1][0x400:]
    plain = new(record_of("h2e2"))[1]
    assert plain[0x402::8][:2] == b"\xf0\x00"
    assert {tag for tag in (body[2], body[8 + 5 + 2])} == {0xF0, 0xFF}
    assert body[-8 - 2 + 2] == 0x00


def test_keys_are_by_chance_and_by_seed():
    record = with_variations()
    first, again = new(record, 7, version="12")[1], new(record, 7, version="12")[1]
    other = new(record, 8, version="12")[1]
    assert first == again != other
    assert first[2] == other[2] == 0x12
    assert list(differences(load(first).record(0), load(other).record(0))) == []


def test_black_first_without_a_move_is_written_as_1_8():
    """XQF 1.0 reserves the byte that says who moves first: it must be 00."""
    record = record_of(start=BLACK_FIRST)
    losses, file = new(record)
    assert losses == []
    assert (file[2], file[0x32]) == (0x12, 1)
    assert FORMAT.variant_of(MemoryCollection("xqf", [record])) == "XQF 1.8"
    assert load(file).record(0).root.action == BLACK_FIRST
    assert new(record, version="0A")[0] == [
        "XQF 1.0 can't say that Black moves first if there are no moves; XQF 1.8 can."
    ]
    assert FORMAT.strict(load(new(record, version="0A")[1])) == []


def test_black_first_with_a_move_is_told_by_the_move_in_1_0():
    record = record_of("h9g7", start=BLACK_FIRST)
    losses, file = new(record)
    assert losses == []
    assert (file[2], file[0x32]) == (0x0A, 0)
    assert FORMAT.strict(load(file)) == codes(load(file)) == []
    assert load(file).record(0).root.action == BLACK_FIRST
    later = new(record, version="12")[1]
    assert later[0x32] == 1
    assert codes(load(later)) == []


def test_a_file_of_1_0_that_says_who_moves_first_is_kept():
    head = head_of()
    head[0x32] = 1
    read = load(build(line(), head))
    record = read.record(0)
    assert record.root.action == BLACK_FIRST
    assert written(Edited(read, record)) == ((), build(line(), head))
    record.root.action = START
    assert load(written(Edited(read, record))[1]).record(0).root.action == START


def test_absent_pieces_of_a_new_file():
    record = record_of(start=Setup("4k4/9/9/9/9/9/9/9/4P4/4K4 w"))
    assert new(record)[1][0x10:0x30].count(b"\xff") == 29
    squares = load(new(record, version="12")[1]).record(0).root.action
    assert squares == record.root.action


def test_options_that_are_not_offered():
    collection = MemoryCollection("xqf", [record_of()])
    with pytest.raises(KeyError):
        FORMAT.write(collection, {"colour": "red"})
    with pytest.raises(ValueError, match="0B"):
        FORMAT.write(collection, {"version": "0B"})
    with pytest.raises(ValueError, match="no record"):
        FORMAT.write(MemoryCollection("xqf", []))
    assert {name for option in FORMAT.options for name in option.choices} == {"0A", "12"}


def test_the_variant_of_what_will_be_written():
    read = load(build(line((72, 42)), head_of(0x0D)))
    fresh = MemoryCollection("xqf", [record_of()])
    assert FORMAT.variant_of(read) == "XQF 1.3"
    assert FORMAT.variant_of(read, {"version": "0A"}) == "XQF 1.0"
    assert FORMAT.variant_of(fresh) == "XQF 1.0"
    assert FORMAT.variant_of(fresh, {"version": "12"}) == "XQF 1.8"


def test_a_version_that_is_asked_for_leaves_the_old_file_behind():
    head = head_of(0x0F, random.Random(2))
    head[0x3D0] = 77
    read = load(build(line((72, 42), (79, 67)), head, random.Random(3), b"behind"))
    losses, file = written(read, version="0A")
    assert losses == ()
    assert len(file) == 1024 + 3 * 8
    assert file[0x3D0] == 0
    assert FORMAT.strict(load(file)) == []
    assert list(moves(load(file).record(0))) == ["h2e2", "h9g7"]


def test_a_big5_record_is_written_in_big5_or_converted():
    text = "黑方棄車搶攻紅方雖然多子"
    record = record_of(notes={0: {"comment": text}})
    record.encoding = BIG5
    losses, file = new(record)
    assert losses == []
    assert text.encode(BIG5) in file
    read = load(file)
    again = read.record(0)
    assert (again.encoding, again.root.comment) == (BIG5, text)
    again.encoding = "gb18030"
    losses, converted = written(Edited(read, again))
    assert losses == ()
    assert text.encode("gb18030") in converted
    assert load(converted).record(0).root.comment == text


def test_a_codec_that_would_not_be_recognised_is_not_used():
    record = record_of(headers=(Header("Red", "馬"), *HEADERS))
    record.encoding = BIG5
    record.root.notes = {}
    losses, file = new(record)
    assert losses == []
    assert load(file).record(0).header("Red") == "馬"


# ------------------------------------------------------------------------------------ losses


@pytest.mark.parametrize(
    ("record", "kinds", "words"),
    [
        (
            record_of(headers=(Header("Red", "一二三四五六七八"), *HEADERS)),
            ["header:Red"],
            "Red has room for 15 bytes; what is kept is 一二三四五六七.",
        ),
        (
            record_of(headers=(Header("ECCO", "C00"), *HEADERS)),
            ["header:ECCO"],
            "XQF has no place for the header ECCO.",
        ),
        (
            record_of(headers=(Header("Red", "\0A"), *HEADERS)),
            ["header:Red"],
            "XQF has no place for the header Red.",
        ),
        (
            record_of(headers=(Header("Result", "resigned"), Header("Type", "game"))),
            ["header:Result"],
            "Result can't be resigned in XQF; * is written.",
        ),
        (
            record_of(notes={0: {"comment": "a\ud800"}}),
            ["comment"],
            "The comment has characters that gb18030 lacks: ?",
        ),
        (
            record_of("h2e2", notes={1: {"glyphs": (1,), "clock": "1:00"}}),
            ["glyphs", "clock"],
            "XQF has no place for glyphs.",
        ),
        (
            record_of(start=Setup("RRR1k4/9/9/9/9/9/9/9/9/4K4 w")),
            ["start"],
            "A piece of the start position is more than the 32 of a set.",
        ),
        (
            record_of("h9g7"),  # Red is to move, they say, but it is a black horse
            ["start"],
            "The start position is read from XQF as "
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b.",
        ),
        (
            record_of("h2e2", start=BLACK_FIRST),
            ["start"],
            "The start position is read from XQF as "
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w.",
        ),
        (
            record_of("h2e2", "e7e8q"),
            ["branch"],
            "e7e8q is left out: XQF has no place for this in the moves.",
        ),
    ],
)
def test_losses_are_told_in_words(record, kinds, words):
    output = FORMAT.write(MemoryCollection("xqf", [record]))
    assert [loss.kind for loss in output.losses] == kinds
    assert output.losses[0].words.text() == words


def test_a_node_that_cannot_be_written_leaves_its_siblings():
    record = record_of("h2e2", "h9g7")
    root = record.root
    root.children = (Node(3, root, Terminal("resign")), *root.children)
    record = Record("xiangqi", root, HEADERS)
    output = FORMAT.write(MemoryCollection("xqf", [record]))
    file = b"".join(output.pieces)
    assert list(moves(load(file).record(0))) == ["h2e2", "h9g7"]
    found = lost(record, load(file).record(0))
    assert [(loss.kind, loss.node) for loss in output.losses] == [d[:2] for d in found]


def test_more_records_than_one():
    output = FORMAT.write(MemoryCollection("xqf", [record_of(), record_of(), record_of()]))
    assert [(loss.kind, loss.record) for loss in output.losses] == [("record", 1), ("record", 2)]
    assert output.losses[0].words.text() == "A file of this kind holds one record."


def test_another_game():
    record = record_of("h2e2")
    record.game = "chess"
    assert "game" in [loss.kind for loss in FORMAT.write(MemoryCollection("xqf", [record])).losses]


def test_what_a_file_adds_is_no_loss() -> None:
    record = record_of(start=None, headers=(Header("Title", "t"),))
    output = FORMAT.write(MemoryCollection("xqf", [record]))
    assert output.losses == ()
    read = load(b"".join(output.pieces)).record(0)
    assert {found.kind for found in differences(record, read)} == {
        "start",
        "header:Result",
        "header:Type",
    }
