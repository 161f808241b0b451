"""Which codec bytes are in, and that every byte comes back."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kif_files import (
    DIALECTS,
    GAME,
    TEXTS,
    file_of,
    new_file,
    opened,
    raw,
    record_of,
    written,
)

from viewer.base.source import BytesSource
from viewer.formats.detect import detect
from viewer.formats.kif.lines import decode, encode, lacking, recognise
from viewer.tree import ops
from viewer.tree.record import Header

# 髙 in the three codes that Windows reads, ① and Ⅷ of NEC's row 13, ∪ in two codes, 纊 of IBM's extension
SECOND_CODES = b"\xfb\xfc \xee\xe0 \x87\x40 \x87\x5b \x81\xbe \x87\x9b \xfa\x5c \xed\x40 \xfa\x4a"


@pytest.mark.parametrize("codec", ["utf-8", "cp932", "euc_jp"])
@pytest.mark.parametrize("eol", ["\r\n", "\n", "\r"])
def test_the_bytes_decide(codec, eol):
    data = raw(GAME, codec, eol)
    collection = opened(data)
    record = collection.record(0)
    assert record.encoding == codec
    assert record.header("先手") == "青木"
    assert len(record.nodes) == 13
    assert file_of(collection) == data


@pytest.mark.parametrize(
    ("mark", "codec"), [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]
)
def test_utf_16(mark, codec):
    data = mark + raw(GAME, codec)
    collection = opened(data)
    record = collection.record(0)
    assert record.encoding == "utf-16"
    assert record.header("後手") == "井上"
    assert file_of(collection) == data
    ops.apply(record, ops.SetNote(1, "comment", "☗"))
    assert file_of(collection) == mark + raw(
        GAME.replace("00:00:10)\n   2", "00:00:10)\n*☗\n   2", 1), codec
    )


def test_a_byte_order_mark_stays():
    data = codecs.BOM_UTF8 + raw(GAME, "utf-8")
    assert opened(data).record(0).encoding == "utf-8"
    assert file_of(opened(data)) == data


def test_what_a_file_says_of_its_codec_is_not_believed():
    data = raw("#KIF version=2.0 encoding=UTF-8\n" + GAME, "cp932")
    collection = opened(data)
    assert collection.record(0).encoding == "cp932"
    assert file_of(collection) == data


def test_line_ends_of_all_kinds_and_the_end_of_a_file():
    text = b"1 \x82V\x98Z\x95\xe0(77)\r\r\n2 \x82R\x8el\x95\xe0(33)\n*x\r*y\r\n\x1a"
    collection = opened(text)
    assert [node.comment for node in collection.record(0).walk()] == ["", "", "x\ny"]
    assert file_of(collection) == text


@pytest.mark.parametrize("dialect", ["kif", "ki2", "bod"])
def test_codes_that_do_not_survive_decoding(dialect):
    """398 codes of cp932 are second ones: they are kept where nothing is changed on their line."""
    lines = [
        b"\x90\xe6\x8e\xe8\x81F" + SECOND_CODES,  # 先手：
        b"*" + SECOND_CODES,
        b"*x",
        b"# " + SECOND_CODES,
        b"??" + SECOND_CODES,
    ]
    data = b"\r\n".join(lines) + b"\r\n"
    collection = opened(data, dialect)
    record = collection.record(0)
    assert record.header("先手").startswith("髙 髙 ①")
    assert record.root.comment.startswith("髙 髙 ①")
    assert file_of(collection, dialect) == data
    ops.apply(record, ops.SetNote(0, "comment", record.root.comment + "\ny"))
    assert file_of(collection, dialect) == data.replace(b"*x\r\n", b"*x\r\n*y\r\n")
    ops.apply(record, ops.SetNote(0, "comment", record.root.comment[:-2]))
    ops.apply(record, ops.SetHeaders((Header("先手", "髙" + record.header("先手")),)))
    assert file_of(collection, dialect).split(b"\r\n")[1:] == data.split(b"\r\n")[1:]
    ops.apply(record, ops.SetHeaders((Header("先手", record.header("先手")[1:]),)))
    assert file_of(collection, dialect) == data


def test_new_text_has_the_codes_of_windows():
    assert encode("髙纊①Ⅷ∪", "cp932") == b"\xfb\xfc\xfa\x5c\x87\x40\x87\x5b\x81\xbe"


def test_what_cp932_lacks_is_named_beforehand():
    collection = opened(raw(GAME))
    record = collection.record(0)
    ops.apply(record, ops.SetNote(1, "comment", "☗先手が✓"))
    data, losses = written(collection)
    assert [(loss.kind, loss.node) for loss in losses] == [("comment", 1)]
    assert "☗✓" in losses[0].words.text()
    data, losses = written(collection, encoding="utf-8")
    assert losses == []
    assert data.startswith(b"#KIF version=2.0 encoding=UTF-8\r\n")
    assert opened(data).record(0).nodes[1].comment == "☗先手が✓"


@pytest.mark.parametrize(
    ("facet", "words"),
    [
        ("comment", "The comment has characters that cp932 lacks: ✓"),
        ("bookmark", "The bookmark has characters that cp932 lacks: ✓"),
    ],
)
def test_what_lacks_characters_is_named(facet, words):
    collection = opened(raw(GAME))
    ops.apply(collection.record(0), ops.SetNote(1, facet, "先手が✓"))
    _, losses = written(collection)
    assert [loss.words.text() for loss in losses] == [words]


def test_look_alikes_are_named_too():
    collection = opened(raw(GAME))
    ops.apply(collection.record(0), ops.SetNote(1, "comment", "5〜6 手"))
    data, losses = written(collection)
    assert [(loss.kind, loss.node) for loss in losses] == [("comment", 1)]
    assert "〜" in losses[0].words.text()
    assert "5～6 手".encode("cp932") in data


def test_a_record_that_changes_its_codec_and_back():
    data = raw("#KIF version=2.0 encoding=Shift_JIS\n" + GAME)
    collection = opened(data)
    record = collection.record(0)
    ops.apply(record, ops.SetEncoding("utf-8"))
    utf8 = file_of(collection)
    assert utf8 == raw("#KIF version=2.0 encoding=UTF-8\n" + GAME, "utf-8")
    ops.apply(record, ops.SetEncoding("cp932"))
    assert file_of(collection) == data


def test_the_encoding_of_a_new_file():
    for encoding, name in (("cp932", "Shift_JIS"), ("utf-8", "UTF-8")):
        text, losses = new_file(record_of(GAME), encoding=encoding)
        assert losses == []
        assert text.startswith(f"#KIF version=2.0 encoding={name}\r\n")


def test_a_codec_chosen_by_hand():
    data = raw(GAME)
    for codec in ("utf-8", "euc_jp"):
        collection = opened(data, encoding=codec)
        assert collection.record(0).encoding == codec
        assert file_of(collection) == data
    assert "kif.undecodable" in [one.code for one in opened(data, encoding="utf-8").diagnostics]


def test_a_cut_or_damaged_file_of_utf_8_stays_one():
    data = raw(GAME, "utf-8")
    end = data.index("中断".encode()) + 2
    for damaged in (data[:end], data.replace("春".encode(), b"\xff\x80")):
        collection = opened(damaged)
        assert collection.record(0).encoding == "utf-8"
        assert collection.record(0).header("先手") == "青木"
        assert file_of(collection) == damaged
        assert collection.diagnostics[0].code == "kif.undecodable"


def test_damage_in_cp932():
    data = raw(GAME).replace("春".encode("cp932"), b"\x81\x00\xff")
    collection = opened(data)
    assert collection.record(0).encoding == "cp932"
    found = [one for one in collection.diagnostics if one.code == "kif.undecodable"]
    assert [(one.line, one.column) for one in found] == [(3, 7)]
    assert file_of(collection) == data


@given(st.binary(max_size=60))
def test_no_byte_is_lost_by_decoding(data):
    """Bytes that are no text come back from their escapes."""
    assert recognise(data).codec
    text = decode(data, "utf-8")
    assert encode(text, "utf-8") == data


@given(st.text(max_size=30))
def test_what_is_lacking_is_what_changes(text):
    encoded = decode(encode(text, "cp932"), "cp932")
    if encoded != text and not any(0x10FE80 <= ord(sign) <= 0x10FEFF for sign in text):
        assert lacking(text, "cp932")


def test_a_codec_that_the_bytes_will_not_show_is_a_loss():
    # This character in EUC-JP is two half-width kana in cp932, and no word of shogi is there to tell.
    collection = opened("備考：x\n")
    record = collection.record(0)
    ops.apply(record, ops.SetEncoding("euc_jp"))
    ops.apply(record, ops.SetHeaders((Header("ab", "棋"),)))
    data, losses = written(collection)
    assert data == "ab：棋\n".encode("euc_jp")
    assert opened(data).record(0).encoding != "euc_jp"
    assert [loss.kind for loss in losses] == ["header:ab"]


def test_a_codec_that_was_chosen_by_hand_is_kept():
    data = "ab：棋\n".encode("euc_jp")
    assert opened(data).record(0).encoding != "euc_jp"
    collection = opened(data, encoding="euc_jp")
    assert file_of(collection) == data
    ops.apply(collection.record(0), ops.SetNote(0, "comment", "譜"))
    assert file_of(collection) == data + "*譜\n".encode("euc_jp")


def test_words_are_known_in_every_codec_before_a_file_is_read():
    for codec in ("utf-8", "cp932", "euc_jp"):
        for name, text in TEXTS.items():
            source = BytesSource(text.encode(codec), f"a.{DIALECTS[name]}")
            assert detect(source).id == DIALECTS[name]
