"""Text fields of the head: what real programs left in them, read and restored."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from xqf_maker import head_of, put_text

from viewer.base.text import BIG5, GB18030, decode, encode
from viewer.formats.xqf import head as fields
from viewer.formats.xqf.head import TEXT_FIELDS, read_text, write_text

FIELDS = {field.key: field for field in TEXT_FIELDS}
PLACE, TITLE, AUTHOR = FIELDS["Place"], FIELDS["Title"], FIELDS["Author"]
GBK = "象棋演播室北京上海广州".encode(GB18030)
CODECS = st.sampled_from([GB18030, BIG5])


def shown(head, field, codec=GB18030) -> str:
    return decode(read_text(head, field, codec).raw, codec)


def put(head, field, text: str, codec=GB18030) -> None:
    write_text(head, field, encode(text, codec), codec)


def test_the_fields_lie_side_by_side():
    for field, after in pairwise(TEXT_FIELDS):
        assert field.offset + 1 + field.room + field.spill <= after.offset


@pytest.mark.parametrize("field", TEXT_FIELDS, ids=lambda field: field.key)
def test_a_text_that_fits_is_all_that_changes(field):
    head = head_of()
    put(head, field, "北京 1")
    assert shown(head, field) == "北京 1"
    assert head == put_text(head_of(), field.offset, "北京 1".encode(GB18030))
    put(head, field, "")
    assert head == head_of()


@pytest.mark.parametrize("field", TEXT_FIELDS, ids=lambda field: field.key)
def test_a_long_text_is_cut_between_characters(field):
    head = head_of()
    put(head, field, "x" + "北" * 60)
    assert shown(head, field) == "x" + "北" * ((field.room - 1) // 2)
    put(head, field, "北" * 60)
    assert shown(head, field) == "北" * (field.room // 2)


def test_half_a_character_is_not_shown_and_comes_back():
    head = put_text(head_of(), PLACE.offset, GBK[:15])
    before = bytes(head)
    assert shown(head, PLACE) == "象棋演播室北京"
    put(head, PLACE, "x")
    assert shown(head, PLACE) == "x"
    assert head[PLACE.offset] == 1
    put(head, PLACE, "象棋演播室北京")
    assert head == before


def test_a_length_beyond_the_field_is_kept():
    head = put_text(head_of(), PLACE.offset, GBK[:14] + b"x", length=21)
    before = bytes(head)
    assert shown(head, PLACE) == "象棋演播室北京x"
    put(head, PLACE, "上海")
    assert shown(head, PLACE) == "上海"
    put(head, PLACE, "象棋演播室北京x")
    assert head == before


def test_a_title_that_runs_on_behind_its_field():
    long = "红1566_人机象棋-中国象棋在线玩 - 用户配置 1 - " + "abcdefghijklmnopqrstuvwxyz012345"
    raw = long.encode(GB18030)
    assert 63 < len(raw) < 127
    head = put_text(head_of(), TITLE.offset, raw)
    before = bytes(head)
    assert shown(head, TITLE) == long
    put(head, TITLE, "short")
    assert shown(head, TITLE) == "short"
    assert head[0x90:0xD0] == before[0x90:0xD0]  # its end is still there …
    put(head, TITLE, long)
    assert head == before  # … and so it fits again
    put(head, TITLE, long[:-4] + "wxyz")  # longer than its field as it was before
    assert shown(head, TITLE) == long[:-4] + "wxyz"
    put(head, TITLE, long)
    assert head == before


def test_a_title_that_never_ran_on_is_cut():
    head = head_of()
    put(head, TITLE, "y" * 64)
    assert shown(head, TITLE) == "y" * 63
    assert not any(head[0x90:0xD0])


def test_an_author_that_runs_on_into_reserved_bytes():
    head = put_text(head_of(), AUTHOR.offset, b"somebody with a long name")
    before = bytes(head)
    assert shown(head, AUTHOR) == "somebody with a long name"
    put(head, AUTHOR, "me")
    put(head, AUTHOR, "somebody with a long name")
    assert head == before


def test_old_text_behind_the_new_stays():
    head = put_text(head_of(), PLACE.offset, b"Shanghai city", length=8)
    before = bytes(head)
    assert shown(head, PLACE) == "Shanghai"
    for other, field in (("x", b"x city"), ("", b" city"), ("Shanghai2", b"Shanghai2 city")):
        put(head, PLACE, other)
        assert shown(head, PLACE) == other
        assert head[PLACE.offset + 1 :][:15] == field.ljust(15, b"\0")
        put(head, PLACE, "Shanghai")
        assert head == before


def test_a_text_ends_at_a_nul():
    head = put_text(head_of(), PLACE.offset, b"ab\0\0cd", length=15)
    before = bytes(head)
    assert shown(head, PLACE) == "ab"
    put(head, PLACE, "a")
    assert shown(head, PLACE) == "a"
    put(head, PLACE, "ab")
    assert head == before


@given(
    st.sampled_from(TEXT_FIELDS),
    st.integers(0, 255),
    st.lists(
        st.sampled_from([b"a", b"\0", b"\0\0\0", b"\xb0", b"\xb1\xb1", b"\x81\x30"]), max_size=80
    ).map(b"".join),
    st.text("ab北", max_size=70),
    CODECS,
)
def test_typing_the_old_text_again_restores_any_field(field, length, raw, text, codec):
    head = put_text(head_of(), field.offset, raw[: field.room], length)
    before = bytes(head)
    old = read_text(head, field, codec)
    new = encode(text, codec)
    # A text can be so long that it covers what stood behind the old one, or that it makes a length
    # byte that counted more than the text come true; and where other bytes follow a half character
    # nothing says how long it was. No place remembers these.
    behind = before[field.offset + 1 + len(old.raw) : field.offset + 1 + field.room]
    zeros = len(behind) - len(behind.lstrip(b"\0"))
    if old.half:
        assume(len(new) <= len(old.raw))
    elif zeros and any(behind):
        assume(len(new) < len(old.raw) + zeros)
    else:
        assume(len(new) + len(behind.rstrip(b"\0")) <= field.room)
    assume(old.usual or len(new) < old.counted)
    assume(not old.half or not any(behind[len(old.half) :]))
    write_text(head, field, new, codec)
    write_text(head, field, old.raw, codec)
    assert head == before


@given(
    st.sampled_from(TEXT_FIELDS),
    st.integers(0, 255),
    st.binary(max_size=63),
    st.text(st.characters(codec="gb18030", exclude_characters="\0"), max_size=8),
)
def test_a_text_that_fits_is_read_as_written(field, length, raw, text):
    head = put_text(head_of(), field.offset, raw[: field.room], length)
    before = bytes(head)
    new = encode(text, GB18030)
    assume(len(new) <= field.room)
    write_text(head, field, new, GB18030)
    assert shown(head, field) == text
    end = field.offset + 1 + field.room + field.spill
    assert (head[: field.offset], head[end:]) == (before[: field.offset], before[end:])


def test_results_and_types():
    head = head_of()
    for value in fields.RESULTS:
        fields.write_result(head, value)
        assert fields.read_result(head) == value
    for value in (*fields.TYPES, "4", "255"):
        fields.write_type(head, value)
        assert fields.read_type(head) == value
    head[0x33] = 4
    fields.write_result(head, "*")
    assert head[0x33] == 4  # a code without a meaning stays while nobody sets another result
    for odd in ("256", "٣", "", "x", "-1", "00004"):
        fields.write_type(head, odd)
        assert fields.read_type(head) in ("game", "4")
