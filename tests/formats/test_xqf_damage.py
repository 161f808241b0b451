"""Cut, broken and absurd files: they open, say what is wrong, and are written back byte for byte."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xqf_maker import (
    ALL_VERSIONS,
    Edited,
    Spot,
    build,
    codes,
    head_of,
    key_values,
    line,
    load,
    moves,
    put_text,
    written,
)

from viewer.base.limits import DEFAULT, Limits
from viewer.base.source import BytesSource, Span
from viewer.formats.detect import load_file
from viewer.formats.format import Unreadable
from viewer.formats.xqf import FORMAT
from viewer.tree.ops import SetNote, apply
from viewer.tree.record import Record


def study(version: int, seed: int = 1) -> bytes:
    chance = random.Random(seed)
    head = head_of(version, chance)
    put_text(head, 0x50, "车马炮".encode("gb18030"))
    root = Spot(
        comment=b"start\r\n",
        below=[
            Spot(
                72, 42, "中炮".encode("gb18030"), [Spot(19, 38), Spot(79, 67, b"two\r\nlines\r\n")]
            ),
            Spot(12, 42, None, [Spot(79, 67, None, [Spot(70, 62), Spot(95, 3, b"off")])]),
        ],
    )
    return build(root, head, chance)


def opens_and_comes_back(file: bytes, limits: Limits = DEFAULT) -> Record | None:
    """A file is refused, or read and written back as it was."""
    try:
        collection = FORMAT.read(BytesSource(file, "x.xqf"), limits)
    except Unreadable:
        return None
    record = collection.record(0)
    assert written(collection) == ((), file)
    FORMAT.strict(collection)
    assert list(record.nodes) == list(range(len(record.nodes)))
    assert [node.id for node in record.walk()] == list(record.nodes)
    return record


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_cut_at_every_byte(version):
    file = study(version)
    known = 0
    in_head = range(2, 1020, 1 if version == 0x0A else 97)
    for length in [*in_head, *range(1020, len(file) + 1)]:
        record = opens_and_comes_back(file[:length])
        assert (record is None) == (length < 0x30)
        if record is not None:
            assert len(record.nodes) >= known or known == 1
            known = len(record.nodes)
    assert known == 8


def test_a_cut_file_says_so():
    file = study(0x0A)
    for length in range(0x30, len(file)):
        assert codes(load(file[:length]))
    assert codes(load(file)) == ["xqf.off-board"]


def test_only_a_head():
    collection = load(bytes(head_of()))
    record = collection.record(0)
    assert record.root.children == ()
    assert record.root.action is not None
    assert codes(collection) == ["xqf.no-root"]


@pytest.mark.parametrize("version", [0x0A, 0x10])
def test_promised_moves_that_are_absent(version):
    file = build(line((72, 42), (79, 67)), head_of(version))[: 1024 + (16 if version == 10 else 8)]
    collection = load(file)
    assert list(moves(collection.record(0))) == ["h2e2"]
    assert [(one.code, one.node, one.offset) for one in collection.diagnostics] == [
        ("xqf.absent-move", 1, len(file))
    ]
    assert written(collection) == ((), file)


@given(st.binary(max_size=3000), st.sampled_from(ALL_VERSIONS), st.booleans())
def test_random_bytes(data, version, with_head):
    head = bytes(head_of(version)) if with_head else b"XQ" + bytes([version])
    opens_and_comes_back(head + data)


@given(
    st.sampled_from(ALL_VERSIONS),
    st.lists(st.tuples(st.integers(3, 1200), st.integers(0, 255)), max_size=12),
    st.integers(0, 1200),
)
def test_mutated_files(version, changes, cut):
    file = bytearray(study(version))
    for offset, value in changes:
        if offset < len(file):
            file[offset] = value
    opens_and_comes_back(bytes(file))
    opens_and_comes_back(bytes(file[:cut]) if cut > 1 else b"XQ")


@given(st.binary(min_size=13, max_size=13), st.sampled_from(ALL_VERSIONS), st.binary(max_size=500))
def test_any_keys(keys, version, body):
    head = head_of(version)
    head[3:16] = keys
    opens_and_comes_back(bytes(head) + body)


# ---------------------------------------------------------------------------- absurd comments


def with_size(version: int, size: int, behind: bytes = b"abc") -> bytes:
    """A file whose second move says that its comment is so long."""
    head = head_of(version)
    keys = key_values(head)
    file = build(line((72, 42), (79, 67)), head)
    spot = -8 if version == 0x0A else -4
    tag = 0x00 if version == 0x0A else 0x20
    declared = ((size + keys.size) % (1 << 32)).to_bytes(4, "little")
    return file[:spot] + file[spot:][:2] + bytes((tag, 0)) + declared + behind


@pytest.mark.parametrize("version", [0x0A, 0x12])
@pytest.mark.parametrize(
    "size", [4, 1000, DEFAULT.comment_bytes, 1 << 24, (1 << 31) + 5, 2**32 - 1]
)
def test_sizes_beyond_the_file(version, size):
    file = with_size(version, size)
    collection = load(file)
    record = collection.record(0)
    assert list(moves(record)) == ["h2e2", "h9g7"]
    assert "xqf.bad-size" in codes(collection)
    shown = size <= DEFAULT.comment_bytes
    assert record.node(2).comment == ("abc" if shown else "")
    assert written(collection) == ((), file)


def test_a_comment_longer_than_the_limit_is_kept():
    file = with_size(0x0A, 50, b"x" * 50)
    collection = FORMAT.read(BytesSource(file), Limits(comment_bytes=49))
    assert list(moves(collection.record(0))) == ["h2e2", "h9g7"]
    assert codes(collection) == ["xqf.limit"]
    assert written(collection) == ((), file)


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_what_a_limit_keeps_from_being_read_comes_back(version):
    file = study(version)
    for nodes in range(1, 9):
        record = opens_and_comes_back(file, Limits(nodes=nodes))
        assert len(record.nodes) == nodes
    for size in range(0, len(file) - 1024, 5):
        opens_and_comes_back(file, Limits(body_bytes=size))
    for size in range(12):
        opens_and_comes_back(file, Limits(comment_bytes=size))


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_what_was_not_read_stays_behind_what_is_edited(version):
    """The cipher goes by the offset: what moves is hidden anew."""
    file = study(version)
    whole = load(file).record(0)
    for nodes in range(1, 9):
        collection = FORMAT.read(BytesSource(file), Limits(nodes=nodes))
        record = collection.record(0)
        apply(record, SetNote(0, "comment", "another start"))
        losses, edited = written(Edited(collection, record))
        assert losses == ()
        read = load(edited).record(0)
        assert list(moves(read)) == list(moves(whole))
        assert read.root.comment == "another start"
        before = [node.comment for node in whole.walk()][1:]
        assert [node.comment for node in read.walk()][1:] == before


def test_diagnostics_are_limited():
    file = build(line(*[(95, 95), (72, 42), (42, 72)] * 400))
    collection = FORMAT.read(BytesSource(file), Limits(diagnostics=10))
    assert codes(collection) == ["xqf.off-board"] * 10 + ["xqf.more"]


def test_no_tree_at_all_is_given_up_early():
    chance = random.Random(5)
    file = build(line(*[(95, 95)] * 5000), head_of(0x12), chance)
    collection = load(file)
    assert len(collection.record(0).nodes) < 2000
    assert "xqf.limit" in codes(collection)
    assert written(collection) == ((), file)


@pytest.mark.parametrize("version", [0x0A, 0x12])
def test_gigabytes_of_zeros(tmp_path, version):
    """A sparse file: what isn't read isn't copied either, but handed on as a span."""
    path = tmp_path / "zeros.xqf"
    chance = random.Random(1)
    path.write_bytes(bytes(head_of(version, chance)))
    os.truncate(path, 2 << 30)
    collection = load_file(str(path))
    record = collection.record(0)
    assert len(record.nodes) < 5000
    output = FORMAT.write(collection)
    pieces = list(output.pieces)
    assert (
        sum(piece.length if isinstance(piece, Span) else len(piece) for piece in pieces) == 2 << 30
    )
    assert sum(len(piece) for piece in pieces if isinstance(piece, bytes)) < 1 << 20
    collection.source.close()
