"""What conversions lose is told, and what they need not lose is kept."""

from __future__ import annotations

import pytest
from epd_lines import START
from pgc_games import line
from wei7_files import record_of as wei7_record

from viewer.base.messages import message
from viewer.base.source import BytesSource, piece_bytes
from viewer.document.document import Document
from viewer.document.plans import comment
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss
from viewer.formats.kit.losses import LossSentences
from viewer.formats.kit.tags import unshown_texts
from viewer.formats.memory import MemoryCollection
from viewer.formats.pgc.syntax import encode_escape, encode_tag
from viewer.tree.action import Move, Remark, Setup, Takeback
from viewer.tree.diff import ItemDifference
from viewer.tree.node import Node
from viewer.tree.record import Record

AROUND = b"""; ahead
{of the tags}
[Event "x"]
% among them
[Site "y"]

1. e4 {said
% within
} e5
% a line
2. Nf3 *
"""
XML = b"""<?xml version="1.0" encoding="utf-8"?>
<wei7 version="2.2"><game name="a"><size>9</size><moves><black x="2" y="2"/></moves></game></wei7>
"""


def written_as(target: str, data: bytes, name: str) -> tuple[bytes, list[str]]:
    """A file in another format, and the sentences about what it lost."""
    collection = load_source(BytesSource(data, name))
    output = FORMATS[target].load().write(collection)
    file = b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)
    return file, [loss.words.text() for loss in output.losses]


def opened(data: bytes, name: str) -> Collection:
    return load_source(BytesSource(data, name))


def told(collection: Collection, id: str, **options: str) -> tuple[Loss, ...]:
    return FORMATS[id].load().write(collection, options or None).losses


def read_back(collection: Collection, id: str) -> Record:
    output = FORMATS[id].load().write(collection)
    data = b"".join(piece_bytes(piece, collection.source) for piece in output.pieces)
    return opened(data, f"new.{FORMATS[id].suffixes[0]}").record(0)


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("pgn", {"form": "export"}),
        ("pgn", {"form": "export-utf-8"}),
        ("pgn", {"form": "reduced"}),
        ("epd", {}),
        ("fen", {}),
        ("pgc", {}),
    ],
)
def test_text_outside_of_a_game_is_told(id: str, options: dict[str, str]) -> None:
    losses = told(opened(AROUND, "a.pgn"), id, **options)
    words = [loss.words.text().partition(": ")[2] for loss in losses if loss.kind == "text"]
    escaped = [] if id == "pgc" else ["% among them", "% a line"]  # that has records for them
    assert words == ["; ahead", "{of the tags}", *escaped]


def test_escaped_lines_are_the_escape_strings_of_pgc() -> None:
    output = FORMATS["pgc"].load().write(opened(AROUND, "a.pgn"))
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert encode_escape(" among them") + encode_escape(" a line") in data
    binary = opened(data, "a.pgc")
    assert unshown_texts(binary.record(0)) == ("% among them", "% a line")
    outside = opened(encode_escape("before") + data, "a.pgc").record(0)
    assert unshown_texts(outside) == ("%before", "% among them", "% a line")
    assert told(binary, "pgc") == told(binary, "pgn") == ()
    again = read_back(binary, "pgn")
    assert unshown_texts(again) == ("% among them", "% a line")
    assert len(again.nodes) == 4


def test_what_no_escaped_line_can_be_is_told() -> None:
    escapes = [encode_escape(text) or b"" for text in ("two\nlines", "one")]
    game = opened(b"".join([b"\x05", encode_tag("Event", "x") or b"", *escapes, b"\x06"]), "a.pgc")
    assert [loss.words.text().partition(": ")[2] for loss in told(game, "pgn")] == ["%two lines"]
    lines = opened(b"# a note\n%an escape\n" + START + b" bm e4;\n", "a.epd")
    assert [loss.words.text().partition(": ")[2] for loss in told(lines, "pgn")] == ["# a note"]
    assert told(lines, "epd") == told(lines, "fen")[1:] == ()
    greek = opened('%λ\n[Event "x"]\n\n1. e4 *\n'.encode(), "a.pgn")
    assert [loss.words.text().partition(": ")[2] for loss in told(greek, "pgc")] == ["%λ"]


def test_what_belongs_nowhere_in_a_movetext_is_told() -> None:
    game = opened(b'[Event "x"]\n\n1. e4 [what] e5 (see) ({empty}) 2. Nf3 *\n', "a.pgn")
    words = [loss.words.text().partition(": ")[2] for loss in told(game, "pgn", form="export")]
    assert words == ["[what]", "(see)", "({empty})"]


def test_a_file_that_keeps_its_text_loses_nothing() -> None:
    collection = opened(AROUND, "a.pgn")
    record = collection.record(0)
    record.root.children[0].notes = {"comment": "other"}
    assert told(MemoryCollection("pgn", [record]), "pgn") == ()
    plain = opened(b'\xef\xbb\xbf[Event "x"]\n\n1. e4 *\n', "a.pgn")
    assert told(plain, "pgn", form="export") == ()


def test_a_file_of_version_2_of_wei7_is_told_to_become_one_of_version_3() -> None:
    collection = opened(XML, "a.wei7")
    assert collection.variant == "wei7 2.2"
    document = Document(collection)
    assert document.losses() == ()
    key = document.keys()[0]
    document.do(comment(document, key, document.record_of(key).root, "new"))
    (loss,) = document.losses()
    assert loss.kind == "variant"
    assert "version 3.0" in loss.words.text()
    document.undo()
    assert document.losses() == ()
    assert [loss.kind for loss in told(collection, "wei7", **{"byte-order-mark": "no"})] == [
        "variant"
    ]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (Move("2 propose-draw"), None, "The offer of a draw is left out."),
        (Move("2 q9 propose-draw"), Move("2 q9"), "The offer of a draw is left out."),
        (Move("1 accept-draw"), None, "The agreement to a draw is left out."),
        (Move("1 resign"), None, "The resignation is left out."),
        (Takeback(2), None, "The takeback is left out."),
        (Remark("hello"), None, "The message “hello” is left out."),
        (Setup("B dd"), None, "The position that is set up during the game is left out."),
        (Move("1 d4"), Move("1 d5"), "1 d4 is written as 1 d5."),
    ],
)
def test_what_is_left_out_is_named_for_people(before: object, after: object, words: str) -> None:
    one = message("x")
    sentences = LossSentences(game=one, start=one, header=one, facet=one, branch=one)
    assert sentences.of(ItemDifference("action", 1, before, after)).text() == words


def test_a_rank_goes_with_its_player() -> None:
    record = wei7_record(
        b'{"format":"wei7","version":"3.0","info":{"participants":[{"name":"A","rank":"3d"},{"name":"B"}],'
        b'"players":[{"participant":0,"color":2},{"participant":1,"color":1}]},"tree":{}}'
    )
    read = read_back(MemoryCollection("wei7", [record]), "sgf")
    assert {
        header.key: header.value
        for header in read.headers
        if header.key in ("PB", "PW", "BR", "WR")
    } == {
        "PB": "B",
        "PW": "A",
        "WR": "3d",
    }


def test_tags_of_a_start_that_is_written_are_not_told_to_be_lost() -> None:
    start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    record = line(tags={"Event": "x", "FEN": start, "SetUp": "1"}, setup=Setup(start))
    for id in ("fen", "epd"):
        kinds = {loss.kind for loss in told(MemoryCollection("pgn", [record]), id)}
        assert not kinds & {"header:FEN", "header:SetUp", "start"}


def test_a_start_that_no_tag_keeps_is_told_at_the_root() -> None:
    record = Record("chess", Node(0, None, Setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")))
    losses = told(MemoryCollection("pgn", [record]), "pgn", form="reduced")
    assert [(loss.kind, loss.node) for loss in losses] == [("start", 0)]


KIF = "手合割：平手\n{}\n手数----指手---------消費時間--\n   1 ７六歩(77)   ( 0:00/00:00:00)\n"


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("開始日時：2020/01/02 10:00", "$START_TIME:2020/01/02 10:00:00"),
        ("開始日時：2020/01/02 10：00", "$START_TIME:2020/01/02 10:00:00"),
        ("対局日：2020/01/02(木)", "$START_TIME:2020/01/02"),
        ("持ち時間：10分+30秒", "$TIME_LIMIT:00:10+30"),
        ("持ち時間：各１時間30分", "$TIME_LIMIT:01:30+00"),
        ("持ち時間：25分、切れ負け", "$TIME_LIMIT:00:25+00"),
        ("持ち時間：90分\n秒読み：30秒", "$TIME_LIMIT:01:30+30"),
        ("持ち時間：00:10+05", "$TIME_LIMIT:00:10+05"),
    ],
)
def test_times_of_kif_in_csa(said: str, written: str) -> None:
    file, losses = written_as("csa", KIF.format(said).encode(), "a.kif")
    assert losses == []
    assert [line for line in file.decode().split("\n") if line.startswith("$")] == [written]


@pytest.mark.parametrize(
    "said",
    [
        "対局日：2020/01/02(金)",  # it was a Thursday
        "開始日時：2020/02/30",
        "持ち時間：30+0+5",
        "持ち時間：10分+30秒\n秒読み：20秒",
        "持ち時間：3日",
        "持ち時間：10分\n持ち時間：20分",
    ],
)
def test_times_of_kif_that_csa_cannot_say(said: str) -> None:
    _, losses = written_as("csa", KIF.format(said).encode(), "a.kif")
    assert losses


def test_headers_of_ngf_in_sgf() -> None:
    head = ["韩国", "19", "white", "black", "", "2", "0", "6", "2006-9-5", "", "", "1"]
    file, losses = written_as("sgf", "\n".join([*head, "PMABBREER", ""]).encode(), "a.ngf")
    assert losses == []
    for said in (b"DT[2006-09-05]", b"KM[6]", b"HA[2]"):
        assert said in file


def test_day_and_event_of_sgf_in_wei7() -> None:
    sgf = b"(;GM[1]FF[4]SZ[9]EV[Cup]%sDT[2006-09-05];B[aa])"
    file, losses = written_as("wei7", sgf % b"", "a.sgf")
    assert losses == []
    assert b'"time": "2006-09-05T00:00Z"' in file
    assert b'"name": "Cup"' in file
    file, losses = written_as("wei7", sgf % b"GN[Game 1]", "a.sgf")
    assert losses == ["wei7 can't hold the header EV as it is."]
    assert b'"name": "Game 1"' in file


def test_of_two_headers_of_one_role_the_first_of_the_format_is_renamed() -> None:
    said = "対局日：2020/01/03\n開始日時：2020/01/02"
    file, losses = written_as("pgn", KIF.format(said).encode(), "a.kif")
    assert b'[Date "2020/01/02"]' in file
    assert "PGN can't hold the header 対局日 as it is." in losses
