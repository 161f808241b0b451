"""The judge of codecs: what proves one, what only makes one likely, and what nobody can tell."""

from __future__ import annotations

import codecs
import subprocess
import sys

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from language_texts import TEXTS

from viewer.formats.kit.charsets import (
    ANY,
    ENCODINGS,
    SHOGI,
    TEXT_ENCODINGS,
    XIANGQI,
    Expected,
    wide_codec,
)
from viewer.formats.kit.judge import (
    ASKED,
    Judgement,
    PartCodecs,
    by_characters,
    codec_of,
    guess,
    judge,
    judge_legacy,
    judge_parts,
    legacy_lines,
)

SURE = ("gb18030", "big5hkscs", "cp932", "cp1251")
"""Codecs whose characters tell them apart, as those of the sentences are."""
CHINESE, JAPANESE = TEXTS["gb18030"].said, TEXTS["cp932"].said
MOVES = {
    "gb18030": "1. 炮二平五 马8进7 2. 马二进三 车9平8",
    "big5hkscs": "1. 炮二平五 馬8進7 2. 馬二進三 車9平8",
    "cp932": "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２二角成(88)",
    "euc_jp": "手合割：平手\n先手：\n   1 ７六歩(77)\n   2 ３四歩(33)",
}


# ------------------------------------------------------------------------------------ proofs


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
@pytest.mark.parametrize("text", ["", "x", "1. e4 e5 *", CHINESE])
def test_a_mark_proves_a_codec(mark: bytes, codec: str, text: str) -> None:
    assert judge(mark + text.encode(codec)) == Judgement(codec)
    assert judge(mark + text.encode(codec), "gb18030", XIANGQI, 0) == Judgement(codec)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ['[Event "x"]\n\n1. e4 *\n', f"#KIF\n*{JAPANESE}\n" * 9, f"{CHINESE}\n 1. e4 e5 *\n"]
)
def test_utf_16_without_a_mark_is_told_by_its_zeros(codec: str, text: str) -> None:
    assert judge(text.encode(codec)) == Judgement(codec)
    assert wide_codec(text.encode(codec)) == codec
    assert judge(text.encode(codec) + b"\n") == Judgement(codec)  # an odd last byte


@pytest.mark.parametrize(
    "data", [b"XQ\x12\0\0\0\0\0ab\0\0\xfe\xfd", b"PNG\0\0\0\rIHDR", b"\0\0\0\0"]
)
def test_zeros_alone_are_no_utf_16(data: bytes) -> None:
    assert wide_codec(data) == ""


@pytest.mark.parametrize("codec", ["iso2022_jp", "hz"])
def test_switches_prove_a_codec(codec: str) -> None:
    text = "N+" + ("青木一郎" if codec == "iso2022_jp" else CHINESE) + "\nPI\n+\n"
    assert text.encode(codec).isascii()
    assert judge(text.encode(codec)) == Judgement(codec)
    assert wide_codec(text.encode(codec)) == codec


@pytest.mark.parametrize(
    "text", ["", "1. e4 e5 2. Nf3 *", "~{ isn't a switch", "a ~} b", "\x1b[0m"]
)
def test_ascii_is_utf_8(text: str) -> None:
    assert judge(text.encode()) == Judgement("utf-8")
    assert wide_codec(text.encode()) == ""


@pytest.mark.parametrize("text", [one.said for one in TEXTS.values()])
def test_what_is_utf_8_is_nothing_else(text: str) -> None:
    for name in ("", "gb18030", "cp1252", "utf-8", "no codec"):
        assert judge(text.encode(), name, XIANGQI) == Judgement("utf-8")


@pytest.mark.parametrize("text", [one.said for one in TEXTS.values()])
@pytest.mark.parametrize("name", ["", "utf-8"])
def test_damaged_utf_8_is_utf_8(text: str, name: str) -> None:
    last = next(at for at in range(len(text) - 1, 0, -1) if text[at] > "\x7f")
    cut = text[: last + 1].encode()[:-1]
    assert judge(cut, name, ANY, 0) == Judgement("utf-8")
    assert judge(b"[" + cut + b"]\n[" + text.encode() + b"]", name) == Judgement("utf-8")


@pytest.mark.parametrize("codec", TEXTS)
def test_a_declared_codec_is_believed_where_the_bytes_are_text_in_it(codec: str) -> None:
    data = TEXTS[codec].one.encode(codec)
    assert judge(data, codec, ANY, 0) == Judgement(codec)


@pytest.mark.parametrize(
    ("name", "codec"),
    [("GBK", "gb18030"), ("gb2312", "gb18030"), (" x-gbk ", "gb18030"), ("EUC-CN", "gb18030")],
)
def test_a_declared_codec_has_many_names(name: str, codec: str) -> None:
    assert judge(TEXTS["gb18030"].one.encode(codec), name, ANY, 0) == Judgement(codec)


@pytest.mark.parametrize("name", ["utf-8", "euc_jp", "utf-16", "rot13", "no codec", "\0"])
def test_a_declared_codec_is_not_believed_otherwise(name: str) -> None:
    data = TEXTS["big5hkscs"].said.encode("big5hkscs")
    assert guess(data, name) == "big5hkscs"


@pytest.mark.parametrize("codec", MOVES)
def test_words_of_the_game_prove_a_codec(codec: str) -> None:
    data = MOVES[codec].encode(codec)
    expected = SHOGI if codec in ("cp932", "euc_jp") else XIANGQI
    assert judge(data, "", expected, 0) == Judgement(codec)
    assert judge(data, "", expected) == Judgement(codec)


def test_words_of_the_game_outweigh_a_comment_that_is_damaged() -> None:
    data = MOVES["big5hkscs"].encode("big5hkscs") * 5 + b"\n{\xff\xff}\n"
    assert judge(data, "", XIANGQI, 0) == Judgement("big5hkscs")


# --------------------------------------------------------------------------------- sentences


@pytest.mark.parametrize("codec", TEXTS)
def test_sentences(codec: str) -> None:
    data = TEXTS[codec].said.encode(codec)
    assert len(data) >= 60
    assert judge(data) == Judgement(codec)
    assert codec_of(data) == codec
    assert judge(b"(;GM[1]C[" + data + b"])\n") == Judgement(codec)


@pytest.mark.parametrize("codec", TEXTS)
def test_sentences_without_chardet(codec: str) -> None:
    data = TEXTS[codec].said.encode(codec)
    found = judge(data, asked=0)
    assert found.other == ("" if codec in SURE else None)
    assert found.codec == ("cp1252" if codec in ("cp1250", "cp1258") else codec)
    assert guess(data) == found.codec


@pytest.mark.parametrize("codec", SURE)
def test_what_the_characters_tell(codec: str) -> None:
    found = by_characters(TEXTS[codec].said.encode(codec), ("cp1252",))
    assert (found.codec, found.sure) == (codec, True)


def test_letters_with_accents_suggest_nothing() -> None:
    for codec in ("cp1250", "cp1252"):
        for text in TEXTS[codec]:
            assert by_characters(text.encode(codec), ("cp1252",)).codec == ""


@pytest.mark.parametrize(
    ("codec", "expected"),
    [("gb18030", XIANGQI), ("cp932", SHOGI), ("cp949", Expected(("cp949",)))],
)
def test_the_usual_codec_counts_where_text_is_short(codec: str, expected: Expected) -> None:
    for text in TEXTS[codec]:
        assert judge(text.encode(codec), "", expected).codec == codec


@pytest.mark.parametrize("codec", ["cp1252", "cp1250"])
def test_western_names_are_not_taken_for_the_usual_pairs(codec: str) -> None:
    data = TEXTS[codec].said.encode(codec)
    assert judge(data, "", XIANGQI) == Judgement(codec)
    assert guess(data, "", XIANGQI) == guess(data, "", SHOGI) == "cp1252"


@pytest.mark.parametrize("text", ["Müller – Schön", "Gruß aus Köln", "Ágnes Kövér", "Löwe"])
def test_what_is_the_same_in_two_codecs_is_not_told(text: str) -> None:
    assert text.encode("cp1250") == text.encode("cp1252")
    assert judge(text.encode("cp1252")) == Judgement("cp1252")


def test_what_is_not_the_same_and_nearly_as_likely_is_told() -> None:
    found = [judge(name.encode("cp949")) for name in ("박영희", "이창호", "조훈현", "유창혁")]
    for one in found:
        assert "cp949" in one
        assert one.codec != one.other
    assert any(one.other for one in found)


def test_text_in_no_codec_is_judged_still() -> None:
    assert judge(b"\xff\xfe\xff"[2:] + b"a").codec in ENCODINGS
    assert judge(bytes(range(0x80, 0x100)) * 9).codec in TEXT_ENCODINGS


def test_nothing_to_judge_is_utf_8() -> None:
    assert judge_legacy(b"") == judge_legacy(b"1. e4") == Judgement("utf-8")
    assert judge_legacy(CHINESE.encode()) == Judgement("utf-8")


# ---------------------------------------------------------------------------------- the sample


def test_only_lines_that_are_not_utf_8_are_looked_at() -> None:
    odd = TEXTS["cp1251"].said.encode("cp1251")
    data = b"\n".join([b"1. e4", CHINESE.encode(), odd, b"*"])
    assert legacy_lines(data) == odd
    assert judge_legacy(data) == Judgement("cp1251")


def test_little_of_a_long_file_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    import chardet

    asked = []
    monkeypatch.setattr(
        chardet, "detect_all", lambda data, **_: asked.append(len(data)) or [], raising=True
    )
    line = TEXTS["cp1250"].said.encode("cp1250") + b"\n"
    judge(line * 5000)
    judge(line * 5000, asked=100)
    judge(line * 5000, asked=0)
    assert asked == [ASKED, 100]
    assert len(legacy_lines(line * 50_000)) <= ASKED
    assert len(legacy_lines(b"\xe9" * 3_000_000)) <= ASKED


@pytest.mark.parametrize("codec", TEXTS)
def test_text_far_behind_or_in_a_long_line_is_found(codec: str) -> None:
    said = TEXTS[codec].said.encode(codec)
    assert judge(b"1. e4 e5 *\n" * 200_000 + said + b"\n") == Judgement(codec)
    assert judge(b"1. e4 e5 " * 20_000 + said + b" 2. Nf3" * 9) == Judgement(codec)


def test_without_a_question_chardet_is_not_loaded() -> None:
    program = (
        "import sys\n"
        "from viewer.formats.kit.judge import judge, judge_parts\n"
        "for data in eval(sys.stdin.read()):\n"
        "    judge(data, asked=0)\n"
        "    judge_parts(data, asked=0)\n"
        "assert 'chardet' not in sys.modules\n"
        "judge('P\\u0159\\xedli\\u0161'.encode('cp1250'))\n"
        "assert 'chardet' in sys.modules\n"
    )
    samples = [text.encode(codec) for codec, texts in TEXTS.items() for text in texts]
    subprocess.run(
        [sys.executable, "-P", "-c", program], input=repr(samples), text=True, check=True
    )


PIECES = [text.encode(codec) for codec, texts in TEXTS.items() for text in texts]


@given(
    st.one_of(
        st.binary(max_size=200),
        st.lists(st.one_of(st.sampled_from(PIECES), st.binary(max_size=3)), max_size=8).map(
            b"".join
        ),
    ),
    st.sampled_from(["", "gb18030", "utf-8", "utf-16", "cp1252", "x-sjis", "\0", "rot13"]),
    st.sampled_from([ANY, XIANGQI, SHOGI]),
    st.sampled_from([0, 1, 64, ASKED]),
)
@example(b"\xff\xfe\0", "", ANY, ASKED)
@example(b"\x1b$B!\x1b(B", "", ANY, ASKED)
@example(b"\n\x81\n\xff\n", "cp1252", SHOGI, ASKED)
def test_any_bytes_are_judged(data: bytes, name: str, expected: Expected, asked: int) -> None:
    found = judge(data, name, expected, asked)
    assert found.codec
    assert found.other != found.codec
    assert found.other is not None or not asked
    data.decode(found.codec, "replace")
    assert judge_legacy(data, expected, asked).codec in ENCODINGS
    parts, made = judge_parts(data, expected, asked)
    assert parts.of(data) in ENCODINGS
    assert len(made) <= 2


# ----------------------------------------------------------------------------------- of parts


def test_a_file_that_joins_games_has_two_codecs() -> None:
    chinese = f'[Event "{TEXTS["gb18030"].one}"]\n\n{{{CHINESE}}} *\n\n'.encode("gb18030")
    for western in ("cp1252", "cp1250", "cp1251"):
        texts = TEXTS[western]
        other = f'[Event "{texts.one}"]\n\n{{{texts.said}}} *\n\n'.encode(western)
        utf8 = f'[Event "{texts.one}"]\n\n*\n\n'.encode()
        parts, made = judge_parts(chinese + other + utf8)
        assert parts == PartCodecs("gb18030", western)
        assert [one.other for one, _ in made] == ["", ""]
        assert (parts.of(chinese), parts.of(other)) == ("gb18030", western)
        assert judge_parts(other + chinese)[0] == parts


def test_names_alone_are_read_as_the_rest_of_the_file() -> None:
    parts, _ = judge_parts(f"{CHINESE}\n张三\n李四\n王五\n".encode("gb18030"))
    assert parts.of("张三".encode("gb18030")) == "gb18030"
    assert parts.of("Müller".encode("cp1252")) == "cp1252"


@pytest.mark.parametrize("codec", TEXTS)
def test_a_file_in_one_codec_has_that_one(codec: str) -> None:
    texts = TEXTS[codec]
    data = f"[{texts.one}]\n{texts.said}\n".encode(codec)
    parts, made = judge_parts(data)
    wide = codec not in ("cp1250", "cp1251", "cp1252", "cp1258")
    assert parts == (PartCodecs(codec, "cp1252") if wide else PartCodecs("", codec))
    assert parts.of(data) == codec
    assert len(made) == 1


def test_parts_without_a_question() -> None:
    data = f"{TEXTS['cp1250'].said}\n".encode("cp1250") + f"{CHINESE}\n".encode("gb18030")
    parts, made = judge_parts(data, asked=0)
    assert parts == PartCodecs("gb18030", "cp1252")
    assert [one.other for one, _ in made] == ["", None]


def test_a_file_of_ascii_has_no_parts() -> None:
    assert judge_parts(b"") == (PartCodecs("", "cp1252"), [])
    assert judge_parts(b"1. e4 *\n") == (PartCodecs("", "cp1252"), [])
