"""Comments' bytes come back from text and style, also after another text stood there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.text import BIG5, GB18030
from viewer.formats.xqf.text import PLAIN, CommentLayout, decode_comment, encode_comment

PIECES = [
    b"&nbsp;",
    b"&#3052;",
    b"&amp;",
    b"&#39532;",
    b"&",
    b"\x81\x30\x84\x32",
    b"\r",
    b"\n",
    b"\r\n",
    b"x",
    "棋".encode(GB18030),
    b"\xa1\x40",
    b"\x81",
    b"\xff",
    b"0",
]
RAW = st.lists(st.sampled_from(PIECES), max_size=9).map(b"".join)
CODECS = st.sampled_from([GB18030, BIG5])


@given(RAW | st.binary(max_size=30), CODECS, st.booleans())
def test_any_bytes_come_back(raw, codec, strip):
    text, style = decode_comment(raw, codec, strip)
    assert encode_comment(text, codec, style) == raw


@given(RAW, RAW, CODECS, st.booleans())
def test_different_bytes_differ_in_text_or_style(first, second, codec, strip):
    if first != second:
        assert decode_comment(first, codec, strip) != decode_comment(second, codec, strip)


@pytest.mark.parametrize(
    ("raw", "text", "style"),
    [
        (b"", "", PLAIN),
        (b"one", "one", PLAIN),
        (b"one\r\n", "one", CommentLayout(ended=True)),
        (b"one\r\ntwo", "one\ntwo", CommentLayout(bare=False)),
        (b"one\r\ntwo\r\n\r\n", "one\ntwo\n", CommentLayout(ended=True, bare=False)),
        (b"one\ntwo", "one\ntwo", CommentLayout(bare=True)),
        (b"one\ntwo\r\nthree", "one\ntwo\r\nthree", CommentLayout(bare=False)),
        (b"\r\n", "", CommentLayout(ended=True)),
        (b"&nbsp;&#3052;x", "\u00a0\u0becx", CommentLayout(spelled=True)),
        (b"&amp;nbsp; &amp;amp;#3052;", "&nbsp; &amp;#3052;", CommentLayout(spelled=True)),
        (b"R&D &lt; &amp; &#39532; &#0; &#x41;", "R&D &lt; &amp; &#39532; &#0; &#x41;", PLAIN),
        (b"\x81\x30\x84\x32", "\u00a0", CommentLayout(spelled=False)),
        (b"\x81\x30\x84\x32&nbsp;", "\u00a0&nbsp;", CommentLayout(spelled=False)),
    ],
)
def test_texts_and_styles(raw, text, style):
    assert decode_comment(raw, GB18030) == (text, style)


@given(RAW, st.text("xy\n", max_size=5), CODECS)
def test_there_and_back_through_the_file(raw, other, codec):
    """Another text is set, written, read; then the old one is set and written."""
    text, style = decode_comment(raw, codec)
    between, style_then = decode_comment(encode_comment(other, codec, style), codec)
    back = encode_comment(text, codec, style_then, bool(style.bare), style.spelled is not False)
    # Which line breaks a text has is only kept where the other text has line breaks too.
    if style_then.bare is not None or style.bare is not True:
        assert between == other or ("\n" in other and style.bare is False)
        assert back == raw


TYPED = st.characters(codec="gb18030", max_codepoint=0xFFFF, exclude_characters="\r")


@given(st.text(TYPED, max_size=20))
def test_what_people_type_is_read_as_typed(text):
    for style in (
        PLAIN,
        CommentLayout(ended=True),
        CommentLayout(bare=True),
        CommentLayout(ended=True, bare=False),
    ):
        raw = encode_comment(text, GB18030, style)
        assert decode_comment(raw, GB18030)[0] == text


def test_wide_spaces_are_taken_off_where_they_are_no_text():
    raw = "好\u3000\u3000".encode(BIG5) + b"\r\n"
    assert decode_comment(raw, BIG5) == ("好\u3000\u3000", CommentLayout(ended=True))
    assert decode_comment(raw, BIG5, True) == ("好", CommentLayout(ended=True, pads=2))


@pytest.mark.parametrize(
    "text", ["&nbsp;", "a &#3052; b", "&amp;nbsp;", "R&D &nbsp;\u00a0", "\u0bec"]
)
@pytest.mark.parametrize("codec", [GB18030, BIG5])
@pytest.mark.parametrize("refer", [False, True])
def test_what_is_typed_is_read_as_it_was_typed(text, codec, refer):
    if codec == BIG5 and not refer and not text.isascii():
        return  # lacking there: a loss
    assert decode_comment(encode_comment(text, codec, PLAIN, refer=refer), codec)[0] == text


def test_what_big5_lacks_is_a_reference():
    """As such files have it: Qipu's own codec for them knows more characters than Windows did."""
    text, style = decode_comment("改走此&#30528;，".encode(BIG5), BIG5)
    assert text == "改走此着，"
    assert style.spelled
    assert encode_comment("此着勝", BIG5, style) == "此&#30528;勝".encode(BIG5)
