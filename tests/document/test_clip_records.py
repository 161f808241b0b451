"""Records as text, for the clipboard: they come back as they were, and nonsense is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from studies import study_document, study_record

from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource, piece_bytes
from viewer.document import plans
from viewer.document.clip import clip_records
from viewer.document.document import Document, new_document
from viewer.document.edits import AnyRecord, RecordBytes, RecordData
from viewer.document.plans import records as plans_records
from viewer.formats import FORMATS
from viewer.tree.facts import Fact

PGN = (
    '[White "Ä"]\n[Event "one"]\n\n1.e4  e5 $1 *\n\n',
    '[Event "two"]\n[Black "B"]\n\n1. d4 {x} (1. c4) d5\n*\n\n',
    '[Event "three"]\n\n1. Nf3 1-0\n\n',
)
SGF = (
    "(;GM[1]FF[4]CA[UTF-8] C[围棋]\n;B[aa];W[bb])\n",
    "(;SZ[9] GM[1];B[ab])",
    "(;GM[1]SZ[13];W[cc]C[x])",
)
CSA = ("V2.2\nPI\n+\n+7776FU\n%TORYO\n", "PI\n+\n+2726FU\nT5\n", "PI\n+\n+5756FU\n")
EPD = tuple(
    f'8/8/8/4k3/8/4K3/4P3/8 w - - bm {move}; c0 "{move}";\n' for move in ("Kd3", "Kf3", "e4")
)
FILES = {
    "pgn": "".join(PGN),
    "sgf": "".join(SGF),
    "csa": "/\n".join(CSA),
    "epd": "".join(EPD),
    "fen": "".join(f"8/8/8/4k3/8/4K3/4P3/8 w - - {n} 1\n" for n in range(3)),
    "sfen": "".join(f"position startpos moves {m}\n" for m in ("7g7f", "2g2f", "5g5f")),
    "hexworld": "".join(f"https://hexworld.org/board/#11,a{n}b2\n" for n in (1, 2, 3)),
}


def opened(format: str) -> Document:
    return Document(FORMATS[format].load().read(BytesSource(FILES[format].encode())))


def written(document: Document) -> bytes:
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece_bytes(piece, document.source) for piece in output.pieces)


def back(text: str) -> tuple[str, list[AnyRecord]]:
    format, job = clip_records.reading(text)
    return format, run_inline(job)


def test_records_come_back_without_the_bytes_of_their_file() -> None:
    record = study_record()
    record.facts = (Fact("xqf.version", 10, b"\x0a"),)
    record.node(2).facts = (Fact("xqf.raw", 1, b"\x01"),)
    data = clip_records.carried(new_document(record, "xqf"), 0)
    format, (first, second) = back(clip_records.to_text("xqf", [data, data]))
    assert format == "xqf"
    assert isinstance(first, RecordData)
    assert first == second
    assert first.facts == ()
    assert all(row.facts == () for row in first.rows)
    again = first.record()
    assert again.headers == record.headers
    assert again.node(2).comment == "the usual answer"
    assert [child.id for child in again.node(1).children] == [2, 6]


@pytest.mark.parametrize("format", FILES)
@pytest.mark.parametrize("place", range(3))
def test_an_untouched_game_travels_as_its_bytes(format: str, place: int) -> None:
    """Pasted among the games of another file, saved and read again, it is written as it was."""
    source, target = opened(format), opened(format)
    span = source.span(place)
    assert span is not None
    raw = piece_bytes(span, source.source)
    data = clip_records.carried(source, place)
    _, copied = back(clip_records.to_text(format, [data]))
    assert copied == [data]
    edit = plans_records.insert(target, 0, target.record(0).root, copied)
    target.do(edit)
    assert target.record(1).headers == source.record(place).headers
    assert target.headers(1) == source.headers(place)
    file = written(target)
    assert raw.strip(b"\n/") in file
    again = Document(FORMATS[format].load().read(BytesSource(file)))
    assert len(again) == 4
    wanted = RecordData.of(source.record(place)).bare()
    assert RecordData.of(again.record(1)).bare()._replace(encoding=None) == wanted._replace(
        encoding=None
    )
    target.undo()
    assert written(target) == FILES[format].encode()
    target.redo()
    assert written(target) == file


def test_tags_stay_in_their_order_where_a_game_was_edited_too() -> None:
    source, target = opened("pgn"), opened("pgn")
    source.do(plans.comment(source, 0, source.record(0).root.children[0], "new"))
    data = clip_records.carried(source, 0)
    assert data == RecordBytes(
        "pgn", '[White "Ä"]\n[Event "one"]\n\n1.e4 {new}  1...e5 $1 *\n\n'.encode(), "utf-8"
    )
    target.do(plans_records.insert(target, 0, target.record(0).root, [data]))
    assert data.raw in written(target)


def test_a_game_that_was_brought_is_edited_like_any_other() -> None:
    source, target = opened("pgn"), opened("pgn")
    data = clip_records.carried(source, 1)
    target.do(plans_records.insert(target, 0, target.record(0).root, [data]))
    before = written(target)
    key = target.keys()[1]
    node = target.record(1).root.children[0]
    target.do(plans.comment(target, key, node, "y"))
    assert b'[Event "two"]\n[Black "B"]\n\n1. d4 {y} (1. c4) d5\n*' in written(target)
    target.undo()
    assert written(target) == before


def test_a_format_that_holds_one_record_carries_data() -> None:
    assert isinstance(clip_records.carried(study_document(), 0), RecordData)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "1",
        '{"qipu": "branch", "format": "pgn"}\n{}',
        '{"qipu": "games", "format": "pgn"}',
        '{"qipu": "games", "format": "none"}\n{}',
        '{"qipu": "games", "format": "pgn"}\n1',
        '{"qipu": "games", "format": "pgn"}\n{"format": "pgn", "raw": "?", "encoding": null}',
        '{"qipu": "games", "format": "pgn"}\n{"format": "no", "raw": "", "encoding": null}',
        '{"qipu": "games", "format": "xqf"}\n{"format": "xqf", "raw": "", "encoding": null}',
        '{"qipu": "games", "format": "pgn"}\n{"format": "pgn", "raw": "", "encoding": "zz"}',
        '{"qipu": "games", "format": "xqf"}\n{"game": "x", "headers": [], "encoding": null,'
        ' "facts": [], "rows": []}',
    ],
)
def test_nonsense_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no game|Expecting|base64|Incorrect|Only"):
        back(text)


@given(st.text(max_size=40), st.integers(0, 400))
def test_damaged_text_raises_nothing_else(junk: str, at: int) -> None:
    text = clip_records.to_text("xqf", [RecordData.of(study_record()).bare()])
    damaged = text[:at] + junk + text[at + len(junk) :]
    try:
        _, records = back(damaged)
    except ValueError:
        return
    assert records


def test_a_game_that_alone_is_none_carries_data() -> None:
    """Among positions of chess a line is one too; alone it is shogi, which this format doesn't read."""
    lines = b"8/8/4k3/8/8/4K3/4P3/8 w - -\n9/9/4k4/9/9/9/9/4K4/9 b - 1\n"
    source = Document(FORMATS["epd"].load().read(BytesSource(lines)))
    assert isinstance(clip_records.carried(source, 0), RecordBytes)
    assert isinstance(clip_records.carried(source, 1), RecordData)


@pytest.mark.parametrize("text", ["naïve", "注釈"])
@pytest.mark.parametrize(
    ("format", "codec"), [("pgn", "cp1252"), ("csa", "cp932"), ("epd", "cp1252")]
)
def test_a_game_that_is_written_in_another_codec_than_its_file_was_comes_back(
    format: str, codec: str, text: str
) -> None:
    """A new game, and one that was given text that its codec lacks."""
    named = {
        "pgn": FILES["pgn"],
        "csa": f"N+先手の人\n{CSA[0]}",
        "epd": EPD[0].replace("Kd3", "Ké"),
    }
    source = BytesSource(named[format].encode(codec))
    document = Document(FORMATS[format].load().read(source))
    key = document.keys()[0]
    document.do(plans_records.new(document, key, document.record(0).root))
    for place in (0, 1):
        key = document.keys()[place]
        document.do(plans.comment(document, key, document.record(place).root, text))
        if document.losses():
            document.undo()
            continue
        packed = clip_records.to_text(format, [clip_records.carried(document, place)])
        _, (data,) = back(packed)
        assert data.record().root.comment == text
