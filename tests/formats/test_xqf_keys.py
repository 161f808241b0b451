"""Keys and cipher against the formulas of the description, worked out byte by byte."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xqf_maker import ALL_VERSIONS, START, cipher, head_of, key_values

from viewer.formats.xqf.head import NO_KEYS, new_key_bytes, read_keys, sum_is_right

HEADS = st.builds(
    lambda version, keys: b"XQ" + bytes([version]) + keys + bytes(1008),
    st.sampled_from(ALL_VERSIONS),
    st.binary(min_size=13, max_size=13),
)


@given(HEADS)
def test_keys_follow_the_formulas(head):
    keys, want = read_keys(head), key_values(head)
    if head[2] == 0x0A:
        assert keys == NO_KEYS
    else:
        assert keys.piece == want.piece
        assert keys.source == (want.source + 0x18) % 256
        assert keys.target == (want.target + 0x20) % 256
        assert keys.size == want.size
        assert list(keys.stream) == want.stream


@given(HEADS, st.binary(max_size=100))
def test_the_cipher_adds_the_stream_by_offset(head, data):
    keys = read_keys(head)
    assert keys.encrypt(data, 1024) == cipher(data, head, 1)
    assert keys.decrypt(data, 1024) == cipher(data, head, -1)


@given(HEADS, st.binary(max_size=100), st.integers(0, 100))
def test_a_part_is_hidden_as_within_the_whole(head, data, at):
    keys = read_keys(head)
    whole = keys.encrypt(data, 1024)
    assert keys.encrypt(data[at:], 1024 + at) == whole[at:]
    assert keys.decrypt(whole[at:], 1024 + at) == data[at:]
    assert keys.same_stream(1024, 1024 + 32 * at)


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_squares_of_pieces(version):
    head = bytes(head_of(version, random.Random(version)))
    keys = read_keys(head)
    assert bytes(keys.squares(head[0x10:0x30])) == START
    assert keys.hide_squares(list(START)) == head[0x10:0x30]


def test_slots_are_rotated_from_0c_on():
    def head(version: int) -> bytes:
        return bytes(head_of(version, random.Random(1)))

    assert read_keys(head(0x0B)).rotation == 0
    assert read_keys(head(0x0C)).rotation == read_keys(head(0x0C)).piece + 1


def test_new_keys_are_as_xqstudio_makes_them():
    for seed in range(200):
        head = b"XQ\x12" + new_key_bytes(random.Random(seed)) + bytes(1008)
        assert head[3] & 0xAA == 0xAA
        assert sum(head[8:12]) % 256 == 0
        assert all(1 <= key <= 254 for key in head[13:16])
        assert sum_is_right(head)
    assert new_key_bytes(random.Random(1)) == new_key_bytes(random.Random(1))
    assert new_key_bytes(random.Random(1)) != new_key_bytes(random.Random(2))


def test_the_sum_of_the_keys():
    assert sum_is_right(bytes(head_of(0x0A)))
    assert not sum_is_right(b"XQ\x12" + bytes(9) + b"\1\2\3\4" + bytes(1008))
