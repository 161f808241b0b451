"""Text of Japanese records."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.formats.kit import charsets
from viewer.formats.kit.charsets import ENCODINGS
from viewer.formats.kit.japanese import decode, encode


@given(raw=st.binary(max_size=60), codec=st.sampled_from(["utf-8", "cp932", "euc_jp"]))
def test_decoding_never_fails(raw, codec):
    text = decode(raw, codec)
    if codec == "utf-8":
        assert encode(text, codec) == raw


@given(st.text())
def test_utf8_there_and_back(text):
    assert decode(encode(text, "utf-8"), "utf-8") == text


def test_codes_as_windows_writes_them():
    assert encode("a髙b纊", "cp932") == b"a\xfb\xfcb\xfa\x5c"
    assert decode(b"\xee\xe0\xfb\xfc", "cp932") == "髙髙"
    assert encode("☗", "cp932") == b"?"


@pytest.mark.parametrize("codec", ENCODINGS)
@given(data=st.data())
def test_text_of_any_bytes_gives_them_back(codec, data):
    """Also where two codes mean one character, and beside bytes that are none."""
    some = st.sampled_from([b"\xee\xe0", b"\xfb\xfc", b"\x87\x9a", b"\x81\x60", b"\xff", b"a"])
    raw = data.draw(st.lists(some | st.binary(max_size=4), max_size=8).map(b"".join))
    assert charsets.encode(charsets.decode(raw, codec), codec) == raw


def test_usual_codes_stay_text_beside_others():
    assert charsets.decode(b"\xfb\xfc a \xee\xe0", "cp932").startswith("髙 a ")
