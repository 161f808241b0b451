"""Text of Japanese records."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from viewer.formats.shared.japanese import decode, encode


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
