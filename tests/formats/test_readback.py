"""What is written is read again as a reader would: text that comes back otherwise is a loss."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, Span, piece_bytes
from viewer.document import plans
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import checked, load_source
from viewer.formats.format import Collection, Loss, Output, Unreadable
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Record

TITLES = {
    "utf-8": ("月光", "马后炮 Ж é"),
    "gb18030": ("月光", "马后炮"),
    "big5hkscs": ("月光", "馬後炮"),
    "cp932": ("月光", "まえがき"),
}
TEXTS = {
    "utf-8": "月光 Ж é",
    "gb18030": "中国象棋的马后炮很好看",
    "big5hkscs": "中國象棋的馬後炮很好看",
    "cp932": "将棋の手筋はおもしろい",
    "euc_jp": "将棋の手筋はおもしろい",
    "cp949": "대국의 첫 수는 중앙이다",
    "cp1251": "Первый ход белых в центре",
    "cp1252": "Müller gegen Señor Çelik",
}
MAKERS = {
    "dhtmlxq": "[DhtmlXQ]\n[DhtmlXQ_title]{0}[/DhtmlXQ_title]\n"
    "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n"
    "[DhtmlXQ_comment1]{1}[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n",
    "sgf": "(;GM[1]FF[4]PB[{0}];B[aa]C[{1}])\n",
    "pgn": '[Event "{0}"]\n[Result "*"]\n\n1. e4 {{{1}}} *\n\n',
    "kif": "先手：{0}\n手数----指手--\n*前\n   1 ７六歩(77)\n*{1}\n",
    "csa": "N+{0}\nPI\n+\n'*{1}\n+7776FU\n",
}


def opened(data: bytes, name: str, encoding: str | None = None) -> Collection:
    collection = load_source(BytesSource(data, name), encoding=encoding)
    for _ in collection.indexing():
        pass
    return collection


def file_of(name: str, texts: list[tuple[str, str]]) -> str:
    parts = [MAKERS[name].format(*pair) for pair in texts]
    return ("/\n" if name == "csa" else "").join(parts)


def saved(document: Collection, id: str) -> tuple[bytes, tuple[Loss, ...]]:
    """The bytes of a file and what the save path says is lost."""
    format_ = FORMATS[id].load()
    name = f"new.{FORMATS[id].suffixes[0]}"
    output = checked(format_.write(document), document, name, format_)
    data = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    return data, output.losses


def words_of(record: Record) -> list[str]:
    texts = [header.value for header in record.headers]
    texts += [node.comment for node in record.walk()]
    return re.findall(r"[^\x00-\x7f\s]+", " ".join(texts))


def words_in(data: bytes, id: str) -> list[list[str]]:
    """The words beyond ASCII of the records of a file, as a reader finds them."""
    collection = opened(data, f"new.{FORMATS[id].suffixes[0]}")
    return [words_of(collection.record(index)) for index in range(len(collection))]


# ----------------------------------------------------------------------- one codec for the file


@pytest.mark.parametrize(("was", "now"), list(permutations(TITLES, 2)))
def test_another_codec_for_one_record_is_that_of_the_file(was: str, now: str) -> None:
    texts = [(title, title) for title in TITLES[was]]
    data = file_of("dhtmlxq", texts).encode(was)
    document = Document(opened(data, "a.ubb", was))
    before = [words_of(document.record(index)) for index in (0, 1)]
    edit = plans.encoding(document, 0, document.record_of(0).root, now)
    assert edit is not None
    assert edit.words.text() == "Change the encoding of 2 games"  # said before it happens
    document.do(edit)
    assert [document.record(index).encoding for index in (0, 1)] == [now, now]
    written, losses = saved(document, "dhtmlxq")
    found = words_in(written, "dhtmlxq")
    misread = [index for index in (0, 1) if found[index] != before[index]]
    assert [(loss.kind, loss.record) for loss in losses] == [
        ("encoding", index) for index in misread
    ]
    assert [words_of(opened(written, "a.ubb", now).record(index)) for index in (0, 1)] == before
    document.undo()
    assert saved(document, "dhtmlxq") == (data, ())


def test_the_codec_of_a_file_is_that_of_its_records() -> None:
    data = file_of("dhtmlxq", [("月光", "中国"), ("馬", "車")]).encode("gb18030")
    document = Document(opened(data, "a.ubb"))
    document.do(plans.encoding(document, 1, document.record_of(1).root, "utf-8"))
    assert plans.encoding(document, 0, document.record_of(0).root, "utf-8") is None
    document.set_comment(document.record_of(1).root, "new")
    written, losses = saved(document, "dhtmlxq")
    assert losses == ()
    written.decode("utf-8")


def test_the_codec_of_a_file_of_many_records_is_changed_without_holding_them() -> None:
    data = file_of("dhtmlxq", [("月光", "中国")] * 300).encode("gb18030")
    document = Document(opened(data, "a.ubb"))
    document.do(plans.encoding(document, 7, document.record_of(7).root, "utf-8"))
    assert saved(document, "dhtmlxq") == (data.decode("gb18030").encode(), ())
    document.undo()
    assert saved(document, "dhtmlxq") == (data, ())


def test_text_around_a_game_that_the_codec_lacks_is_told() -> None:
    data = ("<p>Ж 漢</p>\n" + file_of("dhtmlxq", [("漢", "文")])).encode()
    document = Document(opened(data, "a.ubb"))
    document.do(plans.encoding(document, 0, document.record_of(0).root, "cp1252"))
    written, losses = saved(document, "dhtmlxq")
    assert b"\\u6f22" in written  # of values nothing is lost
    assert [(loss.kind, loss.words.args["missing"]) for loss in losses] == [("text", "Ж漢")]


def test_lines_around_positions_are_in_the_codec_of_the_file() -> None:
    line = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    text = f"# 詰将棋の表\n{line} 残り\n# 二つ目の手筋\n{line}\n# 終わりソ\n"
    document = Document(opened(text.encode("cp932"), "a.sfen"))
    document.do(plans.encoding(document, 0, document.record_of(0).root, "utf-8"))
    assert saved(document, "sfen") == (text.encode(), ())
    document.undo()
    assert saved(document, "sfen") == (text.encode("cp932"), ())


# ---------------------------------------------------------------------------- what is read again


@pytest.mark.parametrize("id", list(MAKERS))
@example(
    codecs=["euc_jp", "gb18030"], cuts=[1, 2]
)  # what is new makes all of the file look like Big5
@given(
    codecs=st.permutations(list(TEXTS)),
    cuts=st.lists(st.integers(1, 20), min_size=2, max_size=4),
)
def test_nothing_comes_back_otherwise_untold(id: str, codecs: list[str], cuts: list[int]) -> None:
    was, now = codecs[:2]
    if FORMATS[id].load().single:
        del cuts[1:]
    texts = [(TEXTS[was][:cut], TEXTS[was][-cut:]) for cut in cuts]
    data = file_of(id, texts).encode(was, "replace")
    document = Document(opened(data, f"a.{FORMATS[id].suffixes[0]}"))
    document.do(plans.encoding(document, 0, document.record_of(0).root, now))
    document.set_comment(document.record_of(len(cuts) - 1).root, TEXTS[now])
    written, losses = saved(document, id)
    told = {loss.record for loss in losses}
    meant = [words_of(document.record(index)) for index in range(len(document))]
    try:
        read = words_in(written, id)
    except Unreadable:
        assert losses
        return
    if not any(loss.kind in ("records", "format") for loss in losses):
        differing = {
            index for index, both in enumerate(zip(meant, read, strict=True)) if both[0] != both[1]
        }
        assert differing <= told
    document.undo()
    document.undo()
    assert saved(document, id)[0] == data


def test_a_codec_that_was_chosen_by_hand_is_not_known_to_the_next_reader() -> None:
    data = file_of("dhtmlxq", [("春", "春"), ("秋", "秋")]).encode("cp932")
    document = Document(opened(data, "a.ubb", "cp932"))
    assert saved(document, "dhtmlxq") == (data, ())  # nothing is written anew
    document.set_comment(document.record_of(0).root, "夏")
    _, losses = saved(document, "dhtmlxq")
    assert [(loss.kind, loss.node, loss.record) for loss in losses] == [
        ("encoding", None, 0),
        ("encoding", None, 1),  # whose bytes are copied
    ]
    (words,) = {loss.words.text() for loss in losses}
    told = "“春” will be read as “Źt” (cp1250 instead of cp932)."
    assert words == told
    document.undo()
    assert saved(document, "dhtmlxq") == (data, ())


def test_of_copied_records_only_the_first_are_read_again() -> None:
    game = file_of("pgn", [("Müller", "é" * 200)]).encode()
    document = Document(opened(game * 2000, "a.pgn"))
    document.set_comment(document.record_of(1500).root, "là")
    read: list[int] = []
    pgn = FORMATS["pgn"].load()

    class Watched(type(pgn)):  # type: ignore[misc]  # a class that is found when it runs
        def read(self, source, limits=DEFAULT, encoding=None):
            read.append(source.size)
            return super().read(source, limits, encoding)

    output = checked(pgn.write(document), document, "a.pgn", Watched())
    assert output.losses == ()
    assert len(read) == 1
    assert read[0] < 3 << 16
    data = b"".join(piece_bytes(piece, document.source) for piece in output.pieces)
    assert len(data) > 2000 * len(game)
    assert sum(1 for piece in pgn.write(document).pieces if isinstance(piece, Span)) == 2


def test_a_file_that_falls_apart_or_cant_be_read_is_told() -> None:
    records = opened(file_of("sgf", [("Müller", "là")]).encode(), "a.sgf")
    memory = MemoryCollection("sgf", [records.record(0)])
    for data, kind in (
        (file_of("sgf", [("Müller", "là")] * 2).encode(), "records"),
        ("(;GM[99]PB[Müller])".encode(), "format"),
    ):
        output = checked(Output((), iter([data])), memory, "a.sgf", FORMATS["sgf"].load())
        assert [loss.kind for loss in output.losses] == [kind]
        assert b"".join(piece_bytes(piece, None) for piece in output.pieces) == data


def test_a_record_among_copied_ones_is_found_where_it_is() -> None:
    games = [(f"Müller {number}", "é" * 200) for number in range(300)]
    document = Document(opened(file_of("pgn", games).encode("cp1252"), "a.pgn"))
    for key in (150, 151, 298):
        document.set_comment(document.record_of(key).root, "ö")
    assert saved(document, "pgn")[1] == ()
