"""SGF files of two codecs: each value is cut by its own, and bytes that nobody edits stay."""

from __future__ import annotations

from itertools import permutations

import pytest
import sgf_games as games
from hypothesis import example, given
from hypothesis import strategies as st

from viewer.base.source import BytesSource, piece_bytes
from viewer.base.text import lacking
from viewer.document import plans
from viewer.document.document import Document
from viewer.formats.detect import checked
from viewer.formats.format import Loss
from viewer.formats.kit.diagnostics import STEP
from viewer.formats.sgf import FORMAT
from viewer.formats.sgf.mixed import as_written, decoded, encode
from viewer.tree.action import Move

TEXTS = {
    "gb18030": ("聂卫平", "一着好棋很厉害"),
    "big5hkscs": ("許功蓋", "這步棋很好，許功蓋"),  # their second bytes are strokes
    "cp932": ("ソニー表", "この手は良い手です。ソ"),
    "utf-8": ("柳大华", "这步棋很好"),
    "euc_jp": ("坂田栄男", "この手は良い手です"),
    "cp949": ("조훈현", "이 수는 좋은 수다"),
}
CUT_OTHERWISE = {"gb18030", "big5hkscs", "cp932", "utf-8"}
MOVES = [None, Move("B pd"), Move("W dd")]


def game_of(one: str, other: str) -> bytes:
    """A game whose texts are in one codec, but for White's name."""
    return b"(;GM[1]FF[4]SZ[19]PB[%b]PW[%b];B[pd]C[%b];W[dd])" % (
        TEXTS[one][0].encode(one),
        TEXTS[other][0].encode(other),
        TEXTS[one][1].encode(one),
    )


def saved(document: Document) -> tuple[bytes, tuple[Loss, ...]]:
    output = checked(FORMAT.write(document), document, "a.sgf", FORMAT)
    data = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    return data, output.losses


def test_a_name_in_another_codec_swallows_nothing() -> None:
    data = game_of("gb18030", "utf-8")
    collection = games.read(data)
    record = collection.record(0)
    assert collection.codec == "gb18030"
    assert [node.action for node in record.walk()] == MOVES
    assert (record.header("PB"), record.header("PW")) == ("聂卫平", "柳大华")
    assert record.node(1).comment == "一着好棋很厉害"
    (found,) = collection.diagnostics
    assert found.message.text() == "The value of PW is in utf-8, while the file is in gb18030."
    assert (found.code, found.record, found.node, found.line, found.column) == (
        "sgf.codec",
        0,
        0,
        1,
        2,
    )
    assert games.bytes_of(record) == data


@pytest.mark.parametrize(("one", "other"), list(permutations(TEXTS, 2)))
def test_no_bracket_is_a_half_of_a_character(one: str, other: str) -> None:
    data = game_of(one, other)
    document = Document(games.read(data))
    record = document.record(0)
    assert [node.action for node in record.walk()] == MOVES
    assert games.bytes_of(record) == data
    if {one, other} <= CUT_OTHERWISE and (one, other) != ("big5hkscs", "gb18030"):
        assert (record.header("PB"), record.header("PW")) == (TEXTS[one][0], TEXTS[other][0])
        assert [found.code for found in document.diagnostics] == ["sgf.codec"]
    document.set_comment(record.node(2), "plain")
    written, losses = saved(document)
    assert losses == ()
    if (one, other) != (
        "cp949",
        "gb18030",
    ):  # of few characters, which could be in either: CA is written
        assert written == data.replace(b"W[dd]", b"W[dd]C[plain]")
    document.undo()
    assert saved(document) == (data, ())


def test_what_is_edited_is_in_the_codec_of_the_file() -> None:
    data = game_of("gb18030", "utf-8")
    document = Document(games.read(data))
    document.do(plans.header(document, 0, document.record(0).root, "PW", "马晓春"))
    written, losses = saved(document)
    assert losses == ()
    assert written == data.replace("柳大华".encode(), "马晓春".encode("gb18030"))
    document.undo()
    assert saved(document) == (data, ())


def test_another_codec_for_the_file_is_that_of_all_its_values() -> None:
    data = game_of("gb18030", "utf-8")
    document = Document(games.read(data))
    document.do(plans.encoding(document, 0, document.record(0).root, "utf-8"))
    written, losses = saved(document)
    assert losses == ()
    text = written.decode()
    assert "PB[聂卫平]PW[柳大华]" in text
    assert not games.read(written).diagnostics
    document.undo()
    assert saved(document) == (data, ())


def test_a_codec_that_was_chosen_is_that_of_all_values() -> None:
    data = game_of("gb18030", "utf-8")
    assert games.read(data, "big5hkscs").diagnostics == []
    assert games.read(data, "gb18030").record(0).header("PW") == "柳大华"  # which it is anyway


def test_labels_and_comments_of_joined_games() -> None:
    one = "(;GM[1]PB[小林光一]C[这步棋很好。];B[aa]LB[bb:黑][cc:白]N[好的一步])"
    data = one.encode("gb18030") + b"\n" + one.encode()
    collection = games.read(data)
    for index in (0, 1):
        record = collection.record(index)
        assert record.header("PB") == "小林光一"
        assert [mark.text for mark in record.node(1).marks] == ["黑", "白"]
    told = [found.message.args["name"] for found in collection.diagnostics]
    assert told == ["PB", "C", "LB", "LB", "N"]
    document = Document(games.read(data))
    assert saved(document) == (data, ())
    document.set_comment(document.record(1).node(1), "x")
    document.undo()
    assert saved(document) == (data, ())


@pytest.mark.parametrize("codec", ["gb18030", "utf-8"])
def test_characters_like_the_marks_keep_their_bytes(codec: str) -> None:
    data = "(;GM[1]PB[\U0010f800a]PW[\U0010f803]C[中\U0010f801文];B[aa])".encode(codec)
    assert games.bytes_of(games.first(data)) == data
    document = Document(games.read(data))
    document.set_comment(document.record(0).node(1), "x")
    written, _ = saved(document)
    assert written.replace(b"CA[GB18030]", b"") == data.replace(b"B[aa]", b"B[aa]C[x]")


def test_positions_behind_long_values_in_another_codec() -> None:
    name, said = "柳大华".encode(), "很好的一步棋。".encode() * STEP
    data = b"(;GM[1]PB[%b]PW[%b]C[%b]\n;B[aa]TR[zz])" % ("聂卫平".encode("gb18030") * 9, name, said)
    collection = games.read(data)
    collection.record(0)
    found = next(one for one in collection.diagnostics if one.code == "sgf.mark")
    assert (found.offset, found.line, found.column) == (data.index(b";B["), 2, 1)
    assert collection.span(0).length == len(data)


def test_files_in_one_codec_have_no_marks() -> None:
    for codec, (name, said) in TEXTS.items():
        data = f"(;GM[1]PB[{name}]C[{said}];B[aa]C[é])".encode(codec, "replace")
        if codec != "cp949":  # three of its characters are as usual in GB18030
            assert games.read(data).diagnostics == []
        assert decoded(data, codec) == (codec, data.decode(codec), False)
    for text in ("Müller gegen Çelik", "André Östen, Ås Åk Ärö"):
        data = f"(;GM[1]PB[{text}]C[{text}];B[aa])".encode("cp1252")
        assert games.read(data).record(0).root.comment == text


PIECES = [text.encode(codec) for codec, texts in TEXTS.items() for text in texts] + [
    b"\\]",
    b"\\\\",
    b"a",
    b"]",
    b"[",
    b"\x83\x5c",
    b"\xe5\x8d",
    b";B[bb]",
    b"C[",
    b"\xf4\x8f\xa0\x80",
]


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=4).map(b"".join), max_size=6))
@example([TEXTS["cp932"][0].encode("cp932"), TEXTS["big5hkscs"][0].encode("big5hkscs")])
def test_every_byte_comes_back(values: list[bytes]) -> None:
    data = b"(;GM[1]" + b"".join(b"PB[%b]" % value for value in values) + b";B[aa])"
    codec, text, _ = decoded(data)
    assert encode(text, codec) == data
    assert as_written(text, codec) == text
    document = Document(games.read(data))
    assert games.bytes_of(document.record(0), data) == data
    leaf = list(document.record(0).walk())[-1]
    document.set_comment(leaf, "more")
    document.undo()
    assert saved(document)[0] == data


@given(st.sampled_from(list(permutations(TEXTS, 2))), st.text(max_size=8))
def test_an_edit_changes_only_its_item(codecs: tuple[str, str], said: str) -> None:
    data = game_of(*codecs)
    document = Document(games.read(data))
    document.set_comment(document.record(0).node(2), said)
    written, losses = saved(document)
    if not losses and not said.isascii():
        assert not lacking(said, document.record(0).encoding or "")
    head = data[: data.index(b";W[dd]")]
    if b"CA[" not in written:
        assert written.startswith(head)
    document.undo()
    assert saved(document) == (data, ())


def test_a_file_in_two_codecs_is_read_from_any_source() -> None:
    data = b"prose [\xe5\x8d\n" + game_of("utf-8", "cp932") + b"\n tail \x83\x5c"
    collection = FORMAT.read(BytesSource(data))
    assert collection.record(0).header("PW") == "ソニー表"
    assert [node.action for node in collection.record(0).walk()] == MOVES


@pytest.mark.parametrize(("one", "other"), list(permutations(("cp932", "big5hkscs"))))
def test_a_codec_that_is_only_judged_leaves_the_other_value_alone(one: str, other: str) -> None:
    texts = {
        "cp932": "表ソ｡ーこの銀は",
        "big5hkscs": "功許這裡黑方應當先退炮再跳馬，紅方的攻勢就沒",
    }
    data = b"(;GM[1]FF[4]SZ[19]PB[%b]PW[%b];B[pd];W[dd])"
    data %= (texts[one].encode(one), texts[other].encode(other))
    record = games.read(data).record(0)
    assert [node.action for node in record.walk()] == MOVES
    assert (record.header("PB"), record.header("PW")) == (texts[one], texts[other])
    assert games.bytes_of(record) == data


def test_second_codes_of_shift_jis_are_no_reason_to_refuse() -> None:
    data = b"(;GM[1]FF[4]SZ[19]PB[\xee\xe0\x96\xd8\xff\x82\xb3\x82\xf1];B[pd];W[dd])"
    for encoding in (None, "cp932"):
        record = FORMAT.read(BytesSource(data), encoding=encoding).record(0)
        assert [node.action for node in record.walk()] == MOVES
        assert games.bytes_of(record) == data
