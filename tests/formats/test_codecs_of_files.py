"""Files in every codec: read exactly, saved in it, and what it lacks named before anything is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from language_texts import ALL, TEXTS, Texts, opened, saved
from xqf_maker import Spot, build, head_of, put_text

from viewer.base.limits import AT_ONCE
from viewer.base.source import BytesSource
from viewer.document import plans
from viewer.document.document import Document, open_document
from viewer.formats.capabilities import Judged
from viewer.formats.detect import load_source
from viewer.formats.kit.collections import UNSURE
from viewer.formats.kit.judge import PartCodecs
from viewer.formats.pgn.kinds import ALONE, GameCodecs, known
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.record import Record

CHINESE = TEXTS["gb18030"].said
LACKING = "ਕ😀"
"""Characters that only codecs of Unicode have."""
UNICODE = ("gb18030", "utf-8", "utf-16-le", "utf-16-be")


def chess(texts: Texts) -> str:
    return (
        f'[Event "{texts.said}"]\n[White "{texts.one}"]\n[Black "{texts.other}"]\n[Result "*"]\n\n'
        f"1. e4 {{{texts.said}}} e5 2. Nf3 {{{texts.one}}} Nc6 *\n\n"
    )


def xiangqi(texts: Texts) -> str:
    return (
        f'[Game "Chinese Chess"]\n[Red "{texts.one}"]\n[Black "{texts.other}"]\n[Result "*"]\n\n'
        f"1. h2e2 {{{texts.said}}} h9g7 2. h0g2 {{{texts.one}}} i9h9 *\n\n"
    )


def sgf(texts: Texts) -> str:
    return f"(;GM[1]FF[4]SZ[19]PB[{texts.one}]PW[{texts.other}];B[pd]C[{texts.said}];W[dd])"


def csa(texts: Texts) -> str:
    return (
        f"V2.2\nN+{texts.one}\nN-{texts.other}\n$EVENT:{texts.said}\nPI\n+\n+7776FU\n"
        f"'*{texts.said}\n-3334FU\n%TORYO\n"
    )


def kif(texts: Texts) -> str:
    return (
        f"手合割：平手\n先手：{texts.one}\n後手：{texts.other}\n"
        "   1 ７六歩(77)   ( 0:00/00:00:00)\n"
        f"*{texts.said}\n   2 ３四歩(33)   ( 0:00/00:00:00)\n"
    )


def epd(texts: Texts) -> str:
    position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
    return f'{position} c0 "{texts.said}"; id "{texts.one}";\n'


MAKERS: dict[str, tuple[str, Callable[[Texts], str]]] = {
    "chess": ("a.pgn", chess),
    "xiangqi": ("a.pgn", xiangqi),
    "sgf": ("a.sgf", sgf),
    "csa": ("a.csa", csa),
    "kif": ("a.kif", kif),
    "epd": ("a.epd", epd),
}
FILES = [(kind, codec) for kind in MAKERS for codec in ALL if kind != "kif"]
FILES += [
    ("kif", codec)
    for codec in ("cp932", "euc_jp", "utf-8", "utf-16-le", "utf-16-be", "iso2022_jp", "gb18030")
]


def file_of(kind: str, codec: str) -> tuple[str, bytes]:
    name, made = MAKERS[kind]
    return name, made(ALL[codec]).encode(codec)


def texts_in(record: Record) -> set[str]:
    return {header.value for header in record.headers} | {node.comment for node in record.walk()}


def same(record: Record, other: Record) -> bool:
    """Whether two records have the same headers, moves and comments."""
    return record.headers == other.headers and [
        (node.action, node.comment) for node in record.walk()
    ] == [(node.action, node.comment) for node in other.walk()]


def commented(document: Document, text: str) -> None:
    """Add a comment to the last move, or to that of a lone position."""
    record = document.record(0)
    node = list(record.walk())[-1]
    document.set_comment(node, node.comment + text)


# ----------------------------------------------------------------------------- every format


@pytest.mark.parametrize(("kind", "codec"), FILES)
def test_text_is_read_exactly_and_saved_as_it_is(kind: str, codec: str) -> None:
    name, data = file_of(kind, codec)
    document = opened(data, name)
    record, texts = document.record(0), ALL[codec]
    assert record.encoding == ("utf-16" if kind == "kif" and "16" in codec else codec)
    assert {texts.said, texts.one} <= texts_in(record)
    assert not [one for one in document.diagnostics if one.code == "file.codec"]
    assert saved(document, name) == (data, ())


@pytest.mark.parametrize(("kind", "codec"), FILES)
def test_a_comment_within_the_codec_changes_nothing_else(kind: str, codec: str) -> None:
    name, data = file_of(kind, codec)
    document = opened(data, name)
    commented(document, ALL[codec].more)
    written, losses = saved(document, name)
    assert losses == ()
    text = iter(written.decode(codec))
    assert all(char in text for char in MAKERS[kind][1](ALL[codec]))  # in this order
    found = opened(written, name).record(0)
    assert found.encoding == document.record(0).encoding
    assert same(found, document.record(0))
    document.undo()
    assert saved(document, name) == (data, ())


@pytest.mark.parametrize(("kind", "codec"), FILES)
def test_what_a_codec_lacks_is_a_loss(kind: str, codec: str) -> None:
    name, data = file_of(kind, codec)
    document = opened(data, name)
    commented(document, LACKING)
    written, losses = saved(document, name)
    if codec in UNICODE:
        assert losses == ()
        assert same(opened(written, name).record(0), document.record(0))
        return
    assert losses
    assert any(LACKING in loss.words.text() for loss in losses)
    options = document.lossless()
    if kind == "epd":
        assert options is None  # it has no codec to be chosen
        return
    assert options
    written, losses = saved(document, name, **options)
    assert losses == ()
    record, again = document.record(0), opened(written, name).record(0)
    assert texts_in(record) <= texts_in(again)
    assert len(again.nodes) == len(record.nodes)


# -------------------------------------------------------------------------------------- PGN


@pytest.mark.parametrize("codec", [codec for codec in TEXTS if codec not in UNICODE])
@pytest.mark.parametrize("kind", ["chess", "xiangqi"])
def test_a_pgn_that_lacks_something_is_offered_in_utf_8(
    tmp_path: Path, kind: str, codec: str
) -> None:
    path = tmp_path / "a.pgn"
    _, data = file_of(kind, codec)
    path.write_bytes(data)
    document = open_document(str(path))
    commented(document, LACKING)
    (loss,) = document.losses()
    assert (loss.kind, loss.record) == ("comment", 0)
    assert loss.words.text() == f"The comment has characters that {codec} lacks: {LACKING}"
    options = document.lossless()
    assert options == {"encoding": "utf-8"}
    document.save(options=options)
    again = open_document(str(path)).record(0)
    assert again.encoding == "utf-8"
    assert same(again, document.record(0))
    assert {ALL[codec].said, ALL[codec].one} <= texts_in(again)


@pytest.mark.parametrize(
    ("codec", "text"), [("big5hkscs", "許功蓋的功夫育。"), ("cp932", "マソ表ミ能の表")]
)
def test_second_bytes_that_are_braces_or_strokes_end_nothing(codec: str, text: str) -> None:
    raw = text.encode(codec)
    assert b"\\" in raw
    assert b"}" in raw or b"|" in raw
    for said in (text, f"{text}{ALL[codec].said}", f"{ALL[codec].said}{text}"):
        texts = ALL[codec]._replace(said=said, one=text)
        for made, moves in ((chess, 4), (xiangqi, 4)):
            data = made(texts).encode(codec)
            document = opened(data, "a.pgn")
            record = document.record(0)
            assert record.encoding == codec
            assert {said, text} <= texts_in(record)
            nodes = list(record.walk())
            assert len(nodes) == moves + 1
            states = States(game_of(record.game), record)
            assert all(states.at(node).action for node in nodes[1:])
            assert saved(document, "a.pgn") == (data, ())
            document.set_comment(nodes[2], text)
            written, losses = saved(document, "a.pgn")
            assert losses == ()
            assert same(opened(written, "a.pgn").record(0), record)


def test_joined_games_keep_their_codecs() -> None:
    parts = [chess(TEXTS[codec]).encode(codec) for codec in ("gb18030", "cp1252")]
    data = b"".join((*parts, chess(TEXTS["cp932"]).encode()))
    document = opened(data, "a.pgn")
    for index, codec in enumerate(("gb18030", "cp1252", "utf-8")):
        texts = TEXTS["cp932" if codec == "utf-8" else codec]
        record = document.record(index)
        assert record.encoding == codec
        assert {texts.said, texts.one, texts.other} <= texts_in(record)
        assert document.headers(index) == record.headers
    assert saved(document, "a.pgn") == (data, ())
    document.set_comment(document.record(1).root, TEXTS["cp1252"].more)
    written, losses = saved(document, "a.pgn")
    assert losses == ()
    assert written.startswith(parts[0])
    assert written.endswith(chess(TEXTS["cp932"]).encode())


def test_names_are_read_as_the_rest_of_the_file() -> None:
    long, texts = chess(TEXTS["cp1250"]), TEXTS["cp1250"]
    short = f'[White "{texts.other}"]\n\n1. e4 *\n\n'
    document = opened((short + long).encode("cp1250"), "a.pgn")
    assert document.record(0).header("White") == document.values("White", 0, 2)[0] == texts.other
    assert document.record(0).encoding == "cp1250"


def test_a_chosen_codec_is_that_of_every_game() -> None:
    for chosen, codec in (("cp1250", "cp1250"), ("ascii", "utf-8"), ("UTF-8-SIG", "utf-8")):
        assert GameCodecs(chosen).of(b"\xff", str) == codec
    assert GameCodecs("cp1250").text(b"\xf8") == "ř"


def test_a_game_by_itself_and_one_that_was_written() -> None:
    raw = TEXTS["cp932"].said.encode("cp932")
    assert ALONE.text(raw) is None
    assert ALONE.text("é".encode()) == "é"
    assert ALONE.of(raw, lambda: "chess") == "cp932"
    assert ALONE.of("é".encode()[:1], lambda: "chess") == "utf-8"  # a file that was cut
    assert known("cp932").of(raw, str) == "cp932"
    assert known("cp1251").of("Ход".encode("cp1251"), str) == "cp1251"
    assert known("utf-8").of(b"\xe9a", str) == known(None).of(b"\xe9a", str) == "cp1252"


def test_values_alone_are_cut_as_their_file_is() -> None:
    codecs = GameCodecs(None, lambda _: PartCodecs("gb18030", "cp1250"))
    assert codecs.text("王小明".encode("gb18030")) == "王小明"
    assert codecs.text("Jiř".encode("cp1250")) == "Jiř"
    assert codecs.text(b"Ann") == "Ann"


# ------------------------------------------------------------------------------------ UTF-16


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("odd", [b"", b"\n"])
@pytest.mark.parametrize("kind", ["chess", "csa", "epd"])
def test_utf_16_comes_back(codec: str, mark: str, odd: bytes, kind: str) -> None:
    name, made = MAKERS[kind]
    data = (mark + made(ALL[codec])).encode(codec) + odd
    for chosen in (None, "utf-16", codec):
        document = opened(data, name, chosen)
        assert document.record(0).encoding == codec
        assert {ALL[codec].said, ALL[codec].one} <= texts_in(document.record(0))
        assert saved(document, name) == (data, ())
    commented(document, "😀 ř")
    written, losses = saved(document, name)
    assert losses == ()
    assert written.startswith((mark + "x").encode(codec)[: 2 * len(mark)])
    assert written[len(written) // 2 * 2 :] == odd
    assert same(opened(written, name).record(0), document.record(0))


@pytest.mark.parametrize("chosen", ["utf-16", "UTF16", "utf-16-le", "UTF-16LE"])
def test_utf_16_is_chosen_by_hand_where_nothing_tells_it(chosen: str) -> None:
    data = f"{{{CHINESE * 40}}} 1. e4 e5 *".encode("utf-16-le")
    document = opened(data, "a.pgn", chosen)
    record = document.record(0)
    assert record.root.comment == CHINESE * 40
    assert record.encoding == "utf-16-le"
    assert len(record.nodes) == 3
    assert saved(document, "a.pgn")[0] == data


# --------------------------------------------------------------------------------------- XQF

WITHIN_XQF = [*(codec for codec in TEXTS if codec != "euc_jp"), "utf-8"]
FIELDS = {"Title": 0x50, "Red": 0x130, "Black": 0x140}


def xqf(codec: str) -> bytes:
    texts = ALL[codec]
    head = head_of()
    for key, text in zip(FIELDS, (texts.more, texts.one, texts.other), strict=True):
        put_text(head, FIELDS[key], text.encode(codec))
    return build(Spot(comment=texts.said.encode(codec)), head)


@pytest.mark.parametrize("codec", WITHIN_XQF)
def test_xqf_in_every_codec(codec: str) -> None:
    data, texts = xqf(codec), ALL[codec]
    document = opened(data, "a.xqf")
    record = document.record(0)
    assert record.encoding == codec
    assert [record.header(key) for key in FIELDS] == [texts.more, texts.one, texts.other]
    assert record.root.comment == texts.said
    assert saved(document, "a.xqf") == (data, ())
    document.set_comment(record.root, texts.said + texts.more)
    written, losses = saved(document, "a.xqf")
    assert losses == ()
    assert written[:0x400] == data[:0x400]
    assert texts.more.encode(codec) in written[0x400:]
    again = opened(written, "a.xqf").record(0)
    assert again.encoding == codec
    assert same(again, record)


@pytest.mark.parametrize("codec", WITHIN_XQF)
def test_what_xqf_lacks(codec: str) -> None:
    """Comments have references for it; fields have none."""
    document = opened(xqf(codec), "a.xqf")
    root, key = document.record(0).root, document.keys()[0]
    document.set_comment(root, LACKING + ALL[codec].said)
    written, losses = saved(document, "a.xqf")
    assert losses == ()
    again = opened(written, "a.xqf").record(0)
    assert again.encoding == codec
    assert same(again, document.record(0))
    document.do(plans.header(document, key, root, "Red", LACKING))
    written, losses = saved(document, "a.xqf")
    if codec in UNICODE:
        assert losses == ()
        assert opened(written, "a.xqf").record(0).header("Red") == LACKING
    else:
        assert any(LACKING in loss.words.text() for loss in losses)
        assert opened(written, "a.xqf").record(0).root.comment == LACKING + ALL[codec].said


def test_each_language_of_a_joined_file_is_asked_about_by_itself() -> None:
    tags = '[Game "Chinese Chess"]\n[Red "甲"]\n\n'
    chinese = (tags + "1. 炮二平五 {这一步看似平常，其实是全局的关键} *\n\n").encode("gb18030")
    german = '[White "Müller"]\n\n1. e4 {Ein guter Zug, doch schöner wäre c4} *\n\n'.encode(
        "cp1252"
    )
    for data in (german * 3 + chinese * 20, chinese * 3 + german * 3):
        collection = load_source(BytesSource(data, "joined.pgn"), AT_ONCE)
        found = {collection.record(index).encoding for index in range(len(collection))}
        assert found == {"gb18030", "cp1252"}
        assert isinstance(collection, Judged)
        assert not collection.ask()
        assert UNSURE not in [one.code for one in collection.diagnostics]
