"""CBR: what is read of both versions, the law of bytes, losses, and damage."""

from __future__ import annotations

import random

import pytest
from ccbridge_maker import (
    BOARD,
    RED,
    RESULT,
    SIDE,
    TITLE,
    TREE,
    Edited,
    Spot,
    build,
    codes,
    head_of,
    line,
    load,
    put,
    said,
    saved,
    tree_of,
    written,
)
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource
from viewer.formats import FORMATS
from viewer.formats.ccbridge.reader import COMMENT_FACT
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable, Unwritable
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup, Terminal
from viewer.tree.diff import lost
from viewer.tree.node import Node
from viewer.tree.ops import Remove, SetAction, SetHeaders, SetNote, apply
from viewer.tree.record import Header, Record, with_header

VERSIONS = (1, 2)
each_version = pytest.mark.parametrize("version", VERSIONS)


def example(version: int, seed: int = 1) -> bytes:
    """A record with variations, comments of every ending, and noise in all gaps."""
    root = line("h2e2", "h9g7", "h0g2", comment="谱\r\n")
    root.below[0].below.append(Spot("b9", "c7", said("又一变\r\n二")))
    root.below.append(Spot("b2", "e2", said("一")))
    root.below[0].comment = b""
    root.below[0].below[0].comment = said("尾\0")
    root.below[1].below.append(Spot("h9", "g7", said("坏") + b"\0\xd8"))
    return build(root, version, "五七炮对屏风马", random.Random(seed), "红方")


@each_version
def test_a_record_is_read(version: int):
    collection = load(example(version))
    record = collection.record(0)
    assert (collection.format, collection.variant) == ("cbr", f"CBR {version}")
    assert record.game == "xiangqi"
    assert dict(record.headers) == {
        "Title": "五七炮对屏风马",
        "Red": "红方",
        "Result": "*",
        "Kind": "study-opening",
    }
    assert record.headers == collection.headers(0)
    assert record.setup == Setup("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w")
    rows = [
        (n.parent and n.parent.id, getattr(n.action, "text", ""), n.comment) for n in record.walk()
    ]
    assert rows[1:] == [
        (0, "h2e2", ""),
        (1, "h9g7", "尾"),
        (2, "h0g2", ""),
        (1, "b9c7", "又一变\n二"),
        (0, "b2e2", "一"),
        (5, "h9g7", "坏\ufffd"),
    ]
    assert record.root.comment == "谱"
    assert codes(collection) == ["cbr.undecodable"]


def test_a_text_ends_at_a_whole_character():
    """“一” is 00 4E: the byte 00 before it and its own aren't an end."""
    assert load(build(line(), title="Ā一")).record(0).header("Title") == "Ā一"


@each_version
def test_black_moves_first_where_the_first_move_is_blacks(version: int):
    file = bytearray(build(line("h9g7"), version))
    assert load(bytes(file)).record(0).setup.text.endswith(" b")
    assert "cbr.side" in codes(load(bytes(file)))
    file[SIDE[version]] = 2
    assert "cbr.side" not in codes(load(bytes(file)))
    bare = bytearray(build(line(), version))
    bare[SIDE[version]] = 2
    assert load(bytes(bare)).record(0).setup.text.endswith(" b")


@each_version
@pytest.mark.parametrize("seed", range(5))
def test_untouched_files_stay_as_they_are(version: int, seed: int):
    file = example(version, seed)
    for tail in (b"", b"behind"):
        collection = load(file + tail)
        assert written(collection) == ((), file + tail)
        # As a program would write it from the nodes, after an edit and back.
        record = collection.record(0)
        apply(record, SetNote(1, "comment", "改"))
        apply(record, SetNote(1, "comment", ""))
        assert saved(record, collection) == file + tail


@each_version
@given(st.integers(0, 1000), st.text(max_size=40))
def test_an_edit_changes_its_own_bytes_only(version: int, seed: int, text: str):
    file = example(version, seed)
    record = load(file).record(0)
    apply(record, SetHeaders(with_header(record.headers, "Red", text)))
    losses, out = written(Edited(load(file), record))
    assert (bool(losses)) == (load(out).record(0).header("Red") != text)
    at = RED[version]
    assert (out[:at], out[at + 64 :]) == (file[:at], file[at + 64 :])
    # The old text brings the old bytes back, as far as the new one hasn't overwritten them.
    again = load(out).record(0)
    apply(again, SetHeaders(with_header(again.headers, "Red", "红方")))
    back = saved(again, load(out))
    length = max(6, len(load(out).record(0).header("Red").encode("utf-16-le")) + 2)
    assert back[:at] + back[at + length :] == file[:at] + file[at + length :]
    assert back[at : at + 6] == file[at : at + 6]


@each_version
def test_a_comment_typed_again_gives_the_old_bytes(version: int):
    file = example(version)
    record = load(file).record(0)
    apply(record, SetNote(0, "comment", "新的谱"))
    out = saved(record, load(file))
    assert out == file.replace(said("谱\r\n"), said("新的谱\r\n")).replace(
        (6).to_bytes(4, "little") + said("新的谱"), (10).to_bytes(4, "little") + said("新的谱")
    )
    again = load(out).record(0)
    apply(again, SetNote(0, "comment", "谱"))
    assert saved(again, load(out)) == file


@given(st.text(max_size=20))
def test_comments_are_read_as_they_were_written(text: str):
    record = load(build(line("h2e2"))).record(0)
    apply(record, SetNote(1, "comment", text))
    losses, out = written(Edited(load(build(line("h2e2"))), record))
    read = load(out).record(0)
    assert read.nodes[1].comment == text or any(loss.kind == "comment" for loss in losses)


@each_version
def test_moves_and_codes_are_written(version: int):
    file = example(version)
    record = load(file).record(0)
    apply(record, SetHeaders(with_header(record.headers, "Result", "0-1")))
    apply(record, Remove(5))
    apply(record, SetAction(3, Move("b0c2")))
    read = load(saved(record, load(file))).record(0)
    assert not list(lost(record, read))
    assert saved(record, load(file))[RESULT[version]] == 2


def test_a_type_without_a_place_is_said_to_be_lost():
    record = load(example(1)).record(0)
    headers = with_header(record.headers, "Type", "opening")
    for more, key in ((headers, "Type"), (with_header(record.headers, "Red", "\0A"), "Red")):
        losses, _ = written(
            MemoryCollection("cbr", [Record(record.game, record.copy().root, more)]), version="1"
        )
        assert [loss.words.text() for loss in losses] == [f"CBR has no place for the header {key}."]


@each_version
def test_a_new_file_has_no_noise(version: int):
    record = load(example(1)).record(0)
    losses, out = written(MemoryCollection("cbr", [record.copy()]), version=str(version))
    assert not losses
    read = load(out)
    assert read.variant == f"CBR {version}"
    assert not list(lost(record, read.record(0)))
    assert out[TITLE[version] + 16 : TITLE[version] + 128] == bytes(112)
    assert len(out) < len(example(version)) + 20
    assert codes(read) == []


def test_any_pieces_anywhere_are_kept():
    """Nine rooks are no set, and CBR holds them."""
    setup = Setup("rrrrrrrrr/9/9/9/9/9/9/9/4k4/K8 b")
    record = Record("xiangqi", Node(0, None, setup))
    losses, out = written(MemoryCollection("cbr", [record]))
    assert not losses
    assert load(out).record(0).setup == setup


def test_losses_are_told():
    file = example(2)
    record = load(file).record(0)
    apply(record, SetAction(3, Terminal("#投了")))
    headers = with_header(record.headers, "Red", "长" * 40)
    headers = with_header(headers, "Result", "never")
    apply(record, SetHeaders((*headers, Header("ECCO", "C66"))))
    apply(record, SetNote(1, "glyphs", (1,)))
    losses, out = written(Edited(load(file), record))
    kinds = {(loss.kind, loss.node) for loss in losses}
    read = load(out).record(0)
    assert kinds == {
        *(("header:" + key, None) for key in ("Red", "Result", "ECCO")),
        ("glyphs", 1),
        ("branch", 3),
    }
    assert read.header("Red") == "长" * 31
    assert any("31 characters" in loss.words.text() for loss in losses)


def test_xqf_there_and_back():
    record = load(example(2)).record(0)
    xqf, cbr = FORMATS["xqf"].load(), FORMATS["cbr"].load()
    apply(record, SetNote(6, "comment", "好"))
    output = xqf.write(MemoryCollection("cbr", [record]))
    assert [loss.kind for loss in output.losses] == ["header:Kind"]
    middle = load_source(BytesSource(b"".join(output.pieces)))
    output = cbr.write(middle)
    assert [loss.kind for loss in output.losses] == ["header:Type"]
    back = load_source(BytesSource(b"".join(output.pieces))).record(0)
    assert [one.kind for one in lost(record, back)] == ["header:Kind"]


# ------------------------------------------------------------------------------------ damage


@each_version
def test_a_file_cut_anywhere_keeps_what_is_sound(version: int):
    file = example(version)
    whole = [node.action for node in load(file).record(0).walk()][1:]
    for end in range(len(file)):
        data = file[:end]
        if end < BOARD[version] + 90:
            with pytest.raises(Unreadable):
                load(data)
            continue
        collection = load(data)
        read = [node.action for node in collection.record(0).walk()][1:]
        assert read == whole[: len(read)]
        assert "cbr.cut" in codes(collection)
        assert written(collection) == ((), data)
        record = collection.record(0)
        apply(record, SetNote(0, "comment", "补"))
        out = saved(record, load(data))
        assert load(out).record(0).root.comment == "补"
        assert "cbr.cut" not in codes(load(out))


@given(st.binary(max_size=300), st.integers(1, 2))
def test_any_tree_is_read_and_written_back(tree: bytes, version: int):
    file = bytes(head_of(version)) + tree
    collection = load(file)
    assert written(collection) == ((), file)
    record = collection.record(0)
    apply(record, SetHeaders(with_header(record.headers, "Title", "新")))
    losses, out = written(Edited(load(file), record))
    assert not losses
    assert not list(lost(record, load(out).record(0)))


@given(st.binary(min_size=40, max_size=2400))
def test_any_head_is_read_and_written_back(data: bytes):
    file = build(line("h2e2"))
    file = file[:36] + data + file[36 + len(data) :]
    collection = load(file)
    codes(collection)
    assert written(collection) == ((), file)


def test_squares_off_the_board_are_shown_and_kept():
    for version, code in ((1, 0x9A), (1, 0x0A), (2, 90), (2, 255)):
        file = build(line("h2e2"), version)
        file = file[:-1] + bytes([code])
        collection = load(file)
        assert codes(collection) == ["cbr.off-board"]
        record = collection.record(0)
        apply(record, SetNote(1, "comment", "注"))
        assert saved(record, load(file))[len(file) - 2 : len(file)] == file[-2:]


def test_unknown_versions_and_codes():
    file = bytearray(build(line()))
    file[19] = 3
    with pytest.raises(Unreadable, match="version that isn't known: 3"):
        load(bytes(file))
    file[19] = 2
    file[RESULT[2]] = 9
    file[RESULT[2] - 36] = 8
    file[BOARD[2]] = 0x55
    file[SIDE[2]] = 7
    assert codes(load(bytes(file))) == [
        "cbr.unknown-kind",
        "cbr.unknown-result",
        "cbr.side",
        "cbr.unknown-piece",
    ]
    assert written(load(bytes(file))) == ((), bytes(file))


def test_limits_are_kept_and_a_half_read_game_is_not_edited():
    file = build(line(*("h2e2", "e2h2") * 20))
    source = BytesSource(file)
    collection = load_source(source, DEFAULT._replace(nodes=10))
    assert len(collection.record(0).nodes) == 10
    assert [one.code for one in collection.diagnostics] == ["cbr.limit"]
    assert written(collection) == ((), file)
    record = collection.record(0)
    apply(record, SetNote(0, "comment", "注"))
    with pytest.raises(Unwritable):
        written(Edited(collection, record))


def test_an_absurd_size_of_a_comment_ends_the_reading():
    tree = bytearray(tree_of(line("h2e2", comment="注")))
    tree[4:8] = b"\xff\xff\xff\x7f"
    file = bytes(head_of()) + tree
    assert codes(load(file)) == ["cbr.cut"]
    assert written(load(file)) == ((), file)
    long = bytes(head_of()) + tree_of(line("h2e2", comment="注" * 50))
    collection = load_source(BytesSource(long), DEFAULT._replace(comment_bytes=99))
    assert codes(collection) == ["cbr.limit"]
    assert written(collection) == ((), long)


def test_a_long_line_is_no_recursion():
    file = build(line(*("h2e2", "e2h2") * 10_000))
    record = load(file).record(0)
    assert len(record.nodes) == 20_001
    apply(record, SetNote(20_000, "comment", "终"))
    assert len(saved(record, load(file))) == len(file) + 6


def test_facts_of_comments_are_only_for_odd_ones():
    record = load(build(line("h2e2", comment="注"))).record(0)
    assert record.root.fact(COMMENT_FACT) is None
    head = head_of()
    put(head, TITLE[2], "题")
    assert len(head) == TREE[2]
