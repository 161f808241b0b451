"""Every byte comes back through `decode` and `encode`; the two codecs are told apart."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base import text
from viewer.base.text import BIG5, GB18030, Evidence

CODECS = [GB18030, BIG5]
HIGH = range(0x80, 0x100)
ESCAPES = {chr(0x10FE00 + byte) for byte in HIGH}


def four_byte_codes():
    lasts = [bytes((third, last)) for third in range(0x81, 0xFF) for last in range(0x30, 0x3A)]
    for first, second in itertools.product(range(0x81, 0xFF), range(0x30, 0x3A)):
        yield b"".join(bytes((first, second)) + last for last in lasts)


@pytest.mark.parametrize("codec", CODECS)
def test_every_single_and_double_byte_comes_back(codec):
    codes = [bytes((a,)) for a in range(256)]
    codes += [bytes((a, b)) for a in HIGH for b in range(256)]
    texts = [text.decode(code, codec) for code in codes]
    assert [text.encode(shown, codec) for shown in texts] == codes
    assert len(set(texts)) == len(codes)


def test_every_code_of_four_bytes_comes_back():
    for row in four_byte_codes():
        try:
            shown = row.decode(GB18030)
        except UnicodeDecodeError:
            shown = None
        if shown is None or ESCAPES & set(shown):
            row = row[:400]  # read character by character: some of it will do
            assert text.encode(text.decode(row, GB18030), GB18030) == row
        else:
            assert text.decode(row, GB18030) == shown
            assert text.encode(shown, GB18030) == row


@pytest.mark.parametrize("codec", CODECS)
def test_every_character_that_has_a_code_comes_back(codec):
    for start in range(0, 0x110000, 0x100):
        chars = [chr(c) for c in range(start, start + 0x100) if not 0xD800 <= c < 0xE000]
        if start == 0x10FE00:
            chars = chars[:0x80]  # the rest are the escapes
        shown = "".join(chars)
        shown = shown.translate(dict.fromkeys(map(ord, text.lacking(shown, codec))))
        assert text.decode(text.encode(shown, codec), codec) == shown


@given(st.binary(max_size=80), st.sampled_from(CODECS))
def test_any_bytes_come_back(raw, codec):
    shown = text.decode(raw, codec)
    assert text.encode(shown, codec) == raw
    shown.encode("utf-8")  # can be stored anywhere


RISKY = st.sampled_from(
    [b"\x81", b"\xe3", b"\xe3\x32\x8a\x31", b"\xa2\xcc", b"\xfe", b"\xff", b"0", b"@", b"\r\n"]
    + [bytes(row) for row in itertools.product((0x88, 0xA1), (0x62, 0x66, 0xA3))]
)


@given(st.lists(RISKY, max_size=12).map(b"".join), st.sampled_from(CODECS))
def test_bytes_that_look_like_escapes_come_back(raw, codec):
    assert text.encode(text.decode(raw, codec), codec) == raw


def test_what_is_no_text_can_be_told():
    shown = text.decode(b"\xbb\xc6\xff!", GB18030)
    assert shown[0] == "黄"
    assert shown[2] == "!"
    assert text.has_escapes(shown)
    assert text.readable(shown) == "黄\ufffd!"
    assert not text.has_escapes("黄 plain")


def test_second_codes_of_big5_look_like_the_first():
    assert text.decode(b"\xa4\x51", BIG5) == "十"
    assert text.decode(b"\xa2\xcc", BIG5).rstrip("\ufe00") == "十"


def test_characters_without_a_code_become_question_marks():
    assert text.encode("a馬😀b", BIG5) == b"a\xb0\xa8?b"
    assert text.lacking("a馬😀b😀ก", BIG5) == "😀ก"
    assert text.encode("\ud800x\udc80", GB18030) == b"?x?"
    assert text.lacking("马\ud800", GB18030) == "\ud800"
    assert text.lacking(text.decode(b"\xff\xa2\xcc", BIG5), BIG5) == ""


@pytest.mark.parametrize(
    ("raw", "half"),
    [
        (b"", b""),
        (b"abc", b""),
        (b"\xb0\xa1", b""),
        (b"\xb0\xa1\xb0", b"\xb0"),
        (b"\xb0\xa1\x81\x30\x81", b"\x81\x30\x81"),
        (b"\xff\xb0", b"\xb0"),
        (b"\xb0\xa1\xff", b""),
        (b"\xb0\xa1\x80", b""),
    ],
)
def test_half_characters(raw, half):
    assert text.half_character(raw, GB18030) == half


def test_cutting_leaves_whole_characters():
    raw = "abc棋谱".encode(GB18030)
    assert [len(text.cut(raw, limit, GB18030)) for limit in range(8)] == [0, 1, 2, 3, 3, 5, 5, 7]
    assert text.cut(raw, 100, GB18030) == raw


SIMPLIFIED = "黑方弃车抢攻，红方虽然多子，但是后防空虚，黑胜。"
TRADITIONAL = "黑方棄車搶攻，紅方雖然多子，但是後防空虛，黑勝。"


def test_big5_is_told_from_gb():
    assert text.evidence(TRADITIONAL.encode(BIG5)).surely_big5(4)
    assert not text.evidence(SIMPLIFIED.encode(GB18030)).surely_big5(4)
    assert not text.evidence(TRADITIONAL.encode(GB18030)).surely_big5(4)
    assert not text.evidence(b"plain").surely_big5(1)


@given(st.binary(max_size=200))
def test_evidence_counts_the_pairs(raw):
    pairs = gb = big5 = at = 0
    while at + 1 < len(raw):
        lead, trail = raw[at], raw[at + 1]
        if not 0x81 <= lead <= 0xFE or trail < 0x40 or trail in (0x7F, 0xFF):
            at += 1
            continue
        high = 0xA1 <= trail <= 0xFE
        pairs += 1
        gb += high and (0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= 0xD7)
        big5 += 0xA1 <= lead <= 0xC6 and (high or trail < 0x7F)
        at += 2
    assert text.evidence(raw) == Evidence(pairs, gb, big5)


def test_names_of_codecs():
    assert text.canonical("GBK") == text.canonical("cp936") == GB18030
    assert text.canonical("Big5") == text.canonical("cp950") == BIG5
    with pytest.raises(ValueError, match="utf-8"):
        text.canonical("utf-8")
    with pytest.raises(LookupError):
        text.canonical("no such codec")
