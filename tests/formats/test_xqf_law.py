"""The law of bytes, for files of every version with all that real ones have of noise and damage.

Untouched: written from the model, a file is as it was. There and back: setting something, saving,
loading, setting it back and saving gives the first file. Confined: an edit changes its own item only.
Said: losses are what is different in the file read back.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import assume, currently_in_test_context, given
from hypothesis import strategies as st
from xqf_maker import (
    ALL_VERSIONS,
    Edited,
    Spot,
    build,
    head_of,
    key_values,
    load,
    plain_body,
    put_text,
    saved,
    written,
)

from viewer.base.text import BIG5, GB18030
from viewer.formats.kit.foreign import in_comments
from viewer.formats.xqf import FORMAT
from viewer.formats.xqf.head import RESULTS, TEXT_FIELDS, TYPES
from viewer.formats.xqf.text import BARE, CODECS, style_of
from viewer.tree.action import Move, Remark, Setup, Takeback, Terminal, Written
from viewer.tree.diff import lost
from viewer.tree.evaluation_words import marked_line
from viewer.tree.ops import Insert, Op, Remove, Reorder, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Record, with_header
from viewer.tree.serial import NodeData

SIMPLIFIED = "黑方弃车抢攻红方虽然多子但是后防空虚"
TRADITIONAL = "黑方棄車搶攻紅方雖然多子但是後防空虛"
CHUNKS = {
    codec: st.sampled_from([b"\r\n", b"x", b" ", b"\r", *(char.encode(codec) for char in text)])
    for codec, text in ((GB18030, SIMPLIFIED), (BIG5, TRADITIONAL))
}
DAMAGE = st.sampled_from([b"\x81", b"\xff", b"\xb0\r\n", b"\n\r\n"])
MOST_TEXT = st.text(
    st.one_of(
        st.sampled_from(SIMPLIFIED + TRADITIONAL + "xyz\n　"), st.characters(max_codepoint=0xFFFF)
    ),
    max_size=12,
)


@st.composite
def comments(draw, codec: str) -> bytes | None:
    if draw(st.booleans()):
        return None
    chunks = draw(st.lists(CHUNKS[codec] | DAMAGE if draw(st.booleans()) else CHUNKS[codec]))
    raw = b"".join(chunks)
    return raw + draw(st.sampled_from([b"", b"\r\n"])) or None


@st.composite
def files(draw, codec: str | None = None) -> bytes:
    codec = draw(st.sampled_from([GB18030, GB18030, BIG5])) if codec is None else codec
    chance = random.Random(draw(st.integers(0, 1 << 16)))
    head = head_of(draw(st.sampled_from(ALL_VERSIONS)), chance)
    for field in TEXT_FIELDS:
        raw = b"".join(draw(st.lists(CHUNKS[codec], max_size=5)))[: field.room]
        put_text(head, field.offset, raw)
    head[0x32], head[0x33] = draw(st.integers(0, 2)), draw(st.integers(0, 3))
    head[0x40] = draw(st.integers(0, 4))
    spots = [Spot(comment=draw(comments(codec)))]
    for _ in range(draw(st.integers(0, 10))):
        above = spots[draw(st.integers(0, len(spots) - 1))]
        squares = draw(st.tuples(st.integers(0, 89), st.integers(0, 95)))
        spots.append(Spot(*squares, draw(comments(codec))))
        above.below.append(spots[-1])
    return build(spots[0], head, chance, draw(st.sampled_from([b"", b"", b"behind"])))


def entries(file: bytes) -> list[bytes]:
    """The records of a whole file as bytes, and last what follows."""
    plain, keys = plain_body(file), key_values(file)
    out: list[bytes] = []
    pos, promised = 0, 1
    while promised:
        tag, length = plain[pos + 2], 4
        if file[2] <= 0x0A:
            length = 8 + int.from_bytes(plain[pos + 4 : pos + 8], "little")
            next, sibling = tag & 0xF0, tag & 0x0F
        else:
            if tag & 0x20:
                length = 8 + int.from_bytes(plain[pos + 4 : pos + 8], "little") - keys.size
            next, sibling = tag & 0x80, tag & 0x40
        promised += bool(next) + bool(sibling and out) - 1
        out.append(plain[pos : pos + length])
        pos += length
    return [*out, plain[pos:]]


# ---------------------------------------------------------------------------------- untouched


@given(files())
def test_untouched(file):
    assert written(load(file)) == ((), file)


# ----------------------------------------------------------------------------- there and back


def comes_back(file: bytes, there: Op, back: Op) -> None:
    first = load(file)
    record = first.record(0)
    codecs = record.fact(CODECS).value[:2]
    apply(record, there)
    losses, between = written(Edited(first, record))
    second = load(between)
    again = second.record(0)
    if currently_in_test_context():
        # Text that is mostly rare characters can hide the codec of the rest: then this is said, or
        # all of the text is written in the other codec.
        assume(all(loss.kind.startswith("header:") for loss in losses))
        assume(again.fact(CODECS).value[:2] == codecs)
    apply(again, back)
    assert saved(again, second) == file


@given(files(), st.integers(0, 20), MOST_TEXT)
def test_comments_there_and_back(file, node, text):
    record = load(file).record(0)
    node %= len(record.nodes)
    assume("\r" not in text)
    # Where a Big5 head stands over damaged comments in GB, these are GB by their damage alone.
    assume(record.fact(CODECS).value[:2] != (GB18030, BIG5))
    # That lines are broken by bare line feeds is known where there are line breaks.
    assume(record.fact(BARE) is None and not style_of(record.node(node)).bare)
    old = record.node(node).comment
    comes_back(file, SetNote(node, "comment", text), SetNote(node, "comment", old))


@given(files(), st.sampled_from(TEXT_FIELDS), MOST_TEXT)
def test_fields_there_and_back(file, field, text):
    headers = load(file).record(0).headers
    there = SetHeaders(with_header(headers, field.key, text))
    comes_back(file, there, SetHeaders(headers))


@given(files(), st.sampled_from(["Result", "Type"]), st.sampled_from(RESULTS + TYPES))
def test_result_and_type_there_and_back(file, key, value):
    headers = load(file).record(0).headers
    comes_back(file, SetHeaders(with_header(headers, key, value)), SetHeaders(headers))


@pytest.mark.parametrize("text", ["x", "", "好", "line\n", "兵卒", "\u3000"])
@pytest.mark.parametrize("version", [0x0A, 0x12])
def test_the_only_big5_comment_there_and_back(version, text):
    """Nothing else in the file says that it is in Big5."""
    file = build(Spot(comment=TRADITIONAL.encode(BIG5)), head_of(version, random.Random(1)))
    assert load(file).record(0).encoding == BIG5
    comes_back(file, SetNote(0, "comment", text), SetNote(0, "comment", TRADITIONAL))
    record = load(file).record(0)
    apply(record, SetNote(0, "comment", text))
    read = load(saved(record, load(file))).record(0)
    assert read.encoding == BIG5
    assert read.root.comment == text.rstrip("\u3000")


def test_a_big5_head_there_and_back():
    head = put_text(head_of(), 0x50, "象棋殘局精選馬炮類".encode(BIG5))
    put_text(head, 0x130, "紅方".encode(BIG5))
    file = build(Spot(), head)
    first = load(file)
    record = first.record(0)
    apply(record, SetHeaders(with_header(record.headers, "Title", "x")))
    losses, between = written(Edited(first, record))
    second = load(between)
    again = second.record(0)
    assert losses == ()
    assert (again.header("Title"), again.header("Red")) == ("x", "紅方")
    apply(again, SetHeaders(with_header(again.headers, "Title", "象棋殘局精選馬炮類")))
    assert saved(again, second) == file


# ----------------------------------------------------------------------------------- confined


@given(files(GB18030), st.integers(0, 20), MOST_TEXT)
def test_a_comment_changes_its_record_only(file, node, text):
    collection = load(file)
    record = collection.record(0)
    assume(record.encoding == GB18030)
    node %= len(record.nodes)
    apply(record, SetNote(node, "comment", text))
    edited = saved(record, collection)
    assume(load(edited).record(0).encoding == GB18030)
    before, after = entries(file), entries(edited)
    assert edited[:1024] == file[:1024]
    assert len(after) == len(before)
    assert [i for i, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]] in (
        [],
        [node],
    )
    # Squares, noise and the bits of the tree stay.
    assert after[node][:2] == before[node][:2]
    assert after[node][2] & 0xDF == before[node][2] & 0xDF
    assert after[node][3] == before[node][3]


@given(files(GB18030), st.sampled_from(TEXT_FIELDS), MOST_TEXT)
def test_a_field_changes_its_bytes_only(file, field, text):
    collection = load(file)
    record = collection.record(0)
    apply(record, SetHeaders(with_header(record.headers, field.key, text)))
    edited = saved(record, collection)
    end = field.offset + 1 + field.room
    assert edited[: field.offset] == file[: field.offset]
    assert edited[end:] == file[end:]


@given(files(GB18030), st.integers(0, 20), st.integers(0, 3), st.integers(0, 2), st.data())
def test_a_change_of_the_tree_stays_below_its_parent(file, node, place, kind, data):
    collection = load(file)
    record = collection.record(0)
    parent = record.node(node % len(record.nodes))
    count = len(parent.children)
    where = place % (count + 1)
    if kind == 0 or not count:
        rows = (
            NodeData(100, -1, Move("a0a1"), {}),
            NodeData(101, 0, Move("a9a8"), {"comment": "new"}),
        )
        op: Op = Insert(parent.id, where, rows)
    elif kind == 1:
        op = Remove(parent.children[place % count].id)
    else:
        op = Reorder(parent.id, place % count, data.draw(st.integers(0, count - 1)))
    below = [one.id for one in parent.walk()]
    inverse, _ = apply(record, op)
    losses, edited = written(Edited(collection, record))
    assert losses == () or {loss.kind for loss in losses} == {"start"}
    before, after = entries(file), entries(edited)
    behind = len(before) - below[-1] - 1
    assert after[: parent.id] == before[: parent.id]
    assert after[len(after) - behind :] == before[len(before) - behind :]
    assert after[parent.id][3:] == before[parent.id][3:]  # only the bit for a next move
    apply(record, inverse)
    assert saved(record, collection) == file


# --------------------------------------------------------------------------------------- said

ACTIONS = st.one_of(
    st.builds(Move, st.sampled_from(["h2e2", "a0a9", "e7e8q", "P*5e", "", "j0a0"])),
    st.builds(Written, st.sampled_from(["95-12", "12-34", "炮二平五", "1-2-3", "256-1"])),
    st.builds(Terminal, st.just("resign")),
    st.builds(Takeback),
    st.builds(Remark, st.just("hello")),
    st.just(Setup("9/9/9/9/9/9/9/9/9/9 w")),
    st.none(),
)
STARTS = st.sampled_from(
    [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b",
        "RRR6/9/9/9/9/9/9/9/9/kkkkkkkkk w",
        "4k4/9/9/9/9/9/9/9/9/4K4 b",
        "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
        "no position",
    ]
)
NOTES = st.sampled_from(
    [("glyphs", (1,)), ("clock", "0:01:00"), ("bookmark", "here"), ("evaluation", "+1")]
)


@st.composite
def any_edit(draw, record: Record) -> Op:
    node = draw(st.sampled_from(sorted(record.nodes)))
    kind = draw(st.integers(0, 6))
    if kind == 0:
        return SetNote(node, "comment", draw(MOST_TEXT | st.text(max_size=5)))
    if kind == 1:
        return SetNote(node, *draw(NOTES))
    if kind == 2:
        key = draw(st.sampled_from(["Title", "Red", "Author", "Result", "Type", "ECCO"]))
        value = draw(MOST_TEXT | st.sampled_from(["x" * 99, "1-0", "3", "马" * 40]))
        return SetHeaders(with_header(record.headers, key, value))
    if kind == 3 and node:
        return SetAction(node, draw(ACTIONS))
    if kind == 4:
        return SetAction(0, draw(st.builds(Setup, STARTS) | st.none()))
    if kind == 5 and node:
        return Remove(node)
    rows = [NodeData(record.next_id, -1, draw(ACTIONS), {"comment": draw(MOST_TEXT)})]
    return Insert(node, 0, tuple(rows))


USUAL = Setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")


def said_is_so(collection, record, **options) -> bytes:
    losses, file = written(Edited(collection, record), **options)
    read = load(file).record(0)
    if record.setup is None and read.setup == USUAL:  # spelt out, which is no loss
        read.root.action = None
    found = list(lost(in_comments(record, marked_line), read))  # where evaluations are written
    assert [(loss.kind, loss.node) for loss in losses] == [(one.kind, one.node) for one in found]
    assert all(loss.words.text() for loss in losses)
    return file


@given(files(), st.data())
def test_losses_are_what_is_different(file, data):
    collection = load(file)
    record = collection.record(0)
    for _ in range(data.draw(st.integers(1, 4))):
        apply(record, data.draw(any_edit(record)))
    said_is_so(collection, record)
    said_is_so(collection, record, version="0A")
    said_is_so(collection, record, version="12")


@given(files(), st.sampled_from([GB18030, BIG5]))
def test_losses_of_another_encoding(file, codec):
    collection = load(file)
    record = collection.record(0)
    record.encoding = codec
    said_is_so(collection, record)


@given(files(), st.integers(0, 20), MOST_TEXT, st.sampled_from([GB18030, BIG5]))
def test_a_codec_that_was_chosen_is_kept(file, node, text, codec):
    """What was read by hand in a codec is taken to be read in it again."""
    collection = load(file, codec)
    record = collection.record(0)
    assert written(collection) == ((), file)
    apply(record, SetNote(node % len(record.nodes), "comment", text))
    losses, edited = written(Edited(collection, record))
    found = lost(record, load(edited, codec).record(0))
    assert [(loss.kind, loss.node) for loss in losses] == [(one.kind, one.node) for one in found]
    assert FORMAT.read(load(edited).source, encoding=codec).record(0).encoding == codec
