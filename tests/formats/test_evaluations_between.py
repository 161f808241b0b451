"""Evaluations in formats for shogi, xiangqi and go: what is written is read back, and what isn't is told."""

from __future__ import annotations

import base64
import gzip
import json

import pytest

from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.format import Loss
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT, EVALUATION, NoteValue
from viewer.tree.evaluation import (
    Evaluation,
    ScoreUnit,
    evaluation_in,
    evaluation_of,
    parse_evaluation,
    without_evaluation,
)
from viewer.tree.node import Node
from viewer.tree.record import Record

SHOGI = ("kif", "ki2", "csa", "jkf", "psn")
SAID = ("0.80", "-12.04", "0", "#15", "#-4", "+0.35,22", "#3,30")
UNSAID = ("62.3%", "B+3.5", "#0", "words", "99999.99")
COMMENTS = ("", "互角", "互角\n\nand more", "ends\n")


def made(text: str, comment: str = "") -> Record:
    """A record whose only move has an evaluation."""
    root = Node(0, None)
    notes: dict[str, NoteValue] = {EVALUATION: text}
    if comment:
        notes[COMMENT] = comment
    root.children = (Node(1, root, Move("7g7f"), notes),)
    return Record("shogi", root)


def written(record: Record, id: str, was: str = "") -> tuple[bytes, tuple[Loss, ...]]:
    output = FORMATS[id].load().write(MemoryCollection(was, [record]))
    return b"".join(piece_bytes(piece, None) for piece in output.pieces), output.losses


def read(data: bytes, id: str) -> Record:
    return FORMATS[id].load().read(BytesSource(data)).record(0)


def said(record: Record) -> Evaluation | None:
    return evaluation_of(record.root.children[0])


@pytest.mark.parametrize("id", SHOGI)
@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("comment", COMMENTS)
def test_an_evaluation_is_read_as_it_was_written(id: str, text: str, comment: str) -> None:
    data, losses = written(made(text, comment), id)
    assert losses == ()
    there = read(data, id)
    assert said(there) == parse_evaluation(text)
    assert there.root.children[0].comment.startswith(comment)
    for other in SHOGI:  # on its way through another format it stays what it is
        again, losses = written(there, other, id)
        assert losses == ()
        assert said(read(again, other)) == parse_evaluation(text)


@pytest.mark.parametrize("id", SHOGI)
@pytest.mark.parametrize(
    ("comment", "value"),
    [
        # ShogiHome: of a game, of an analysis, mates
        ("互角\n*評価値=80\n*読み筋=△３四歩\n*深さ=8", Evaluation(80, depth=8)),
        ("*#評価値=-120\n*#読み筋=△３四歩", Evaluation(-120)),
        ("*詰み=先手勝ち:15手", Evaluation(mate=15)),
        ("*詰み=後手勝ち", Evaluation(share=0.0)),
        # ShogiGUI: of a game and of an analysis, with several candidates
        (
            "*対局 時間 00:01.2 深さ 8 ノード数 12345 評価値 -35 読み筋 ▲２五歩(26)",
            Evaluation(-35, depth=8),
        ),
        (
            "*解析 0 時間 00:05.0 深さ 20 評価値 +詰15 読み筋 ▲２五歩\n*解析 1 深さ 20 評価値 40",
            Evaluation(mate=15, depth=20),
        ),
        ("*解析 0 深さ 12 評価値 55↑ 読み筋 ▲２五歩", Evaluation(55, depth=12)),
        # Kishin Analytics, and servers in the form of CSA
        ("*候補1 ▲２六歩 評価値 212 読み筋 ▲２六歩 △３四歩", Evaluation(212)),
        ("* -35 +2625FU -8485FU #12345", Evaluation(-35)),
    ],
)
def test_the_lines_of_each_program_go_through_every_format(
    id: str, comment: str, value: Evaluation
) -> None:
    record = made("")
    record.root.children[0].notes = {COMMENT: comment}
    assert said(record) == value
    for other in SHOGI:
        data, losses = written(record, id)
        assert losses == ()
        there = read(data, id)
        again, losses = written(there, other, id)
        assert losses == ()
        back = read(again, other)
        assert back.root.children[0].comment == comment
        assert said(there) == said(back) == value


@pytest.mark.parametrize("id", SHOGI)
@pytest.mark.parametrize("text", UNSAID)
def test_what_has_no_place_in_a_comment_is_told(id: str, text: str) -> None:
    data, losses = written(made(text, "互角"), id)
    assert [loss.kind for loss in losses] == [EVALUATION]
    assert read(data, id).root.children[0].comment == "互角"


@pytest.mark.parametrize("id", SHOGI)
def test_a_part_that_can_be_said_is_said(id: str) -> None:
    data, losses = written(made("0.80 62.3%"), id)
    assert [loss.kind for loss in losses] == [EVALUATION]
    assert said(read(data, id)) == Evaluation(centipawns=80)


@pytest.mark.parametrize("id", SHOGI)
def test_what_the_comment_says_is_not_said_twice(id: str) -> None:
    data, losses = written(made("0.80", "*評価値=80\n*読み筋=▲７六歩"), id)
    assert losses == ()
    assert read(data, id).root.children[0].comment == "*評価値=80\n*読み筋=▲７六歩"
    data, losses = written(made("0.90", "*評価値=80"), id)
    assert [loss.kind for loss in losses] == [EVALUATION]
    assert said(read(data, id)) == Evaluation(centipawns=80)


def test_the_lines_are_those_of_programs() -> None:
    assert "**評価値=80\r\n" in written(made("0.80"), "kif")[0].decode("cp932")
    assert "**詰み=後手勝ち:4手\r\n" in written(made("#-4"), "kif")[0].decode("cp932")
    assert b"\n'** 80\n" in written(made("0.80"), "csa")[0]
    assert '"*評価値=80"'.encode() in written(made("0.80"), "jkf")[0]


@pytest.mark.parametrize("id", SHOGI)
def test_only_the_line_of_an_evaluation_is_new_in_a_file(id: str) -> None:
    bare = made("")
    bare.root.children[0].notes = {COMMENT: "互角"}
    data, _ = written(bare, id)
    there = read(data, id)
    node = there.root.children[0]
    node.notes = {**node.notes, EVALUATION: "0.80"}
    edited, losses = written(there, id, id)
    assert losses == ()
    assert said(read(edited, id)) == Evaluation(centipawns=80)
    del node.notes[EVALUATION]  # type: ignore[attr-defined]  # made a dict above
    assert written(there, id, id)[0] == data


BY_PROGRAMS = (
    "*評価値=-1204\n*読み筋=▲７六歩",  # ShogiHome
    "*対局 時間 00:01.2 深さ 8 ノード数 12345 評価値 -35 読み筋 ▲２五歩(26)",  # ShogiGUI
    "*解析 0 評価値 +詰15 読み筋",
    "*候補1 時間 0.5秒 深さ 12/20 評価値 -詰4 読み筋 △３四歩",  # Kishin Analytics
    "* -35 +2625FU -8485FU #12345",  # servers
)


@pytest.mark.parametrize("id", SHOGI)
@pytest.mark.parametrize("comment", BY_PROGRAMS)
def test_what_programs_write_into_comments_stays(id: str, comment: str) -> None:
    record = made("")
    record.root.children[0].notes = {COMMENT: comment}
    value = said(record)
    assert value is not None
    for other in SHOGI:
        data, losses = written(record, id)
        assert losses == ()
        there = read(data, id)
        assert said(there) == value
        data, losses = written(there, other, id)
        assert losses == ()
        assert said(read(data, other)) == value


# ---------------------------------------------------------------------------------------- chess


@pytest.mark.parametrize("form", ["own", "export"])
@pytest.mark.parametrize("text", [*SAID, "62.3%", "-0.1", "0.17,22", "#0"])
@pytest.mark.parametrize("comment", ["", "a text", "two\n\nparts"])
def test_an_evaluation_of_chess_is_read_as_it_was_written(
    form: str, text: str, comment: str
) -> None:
    notes: dict[str, NoteValue] = {EVALUATION: text}
    if comment:
        notes[COMMENT] = comment
    root = Node(0, None)
    root.children = (Node(1, root, Move("e2e4"), notes),)
    pgn = FORMATS["pgn"].load()
    output = pgn.write(MemoryCollection("", [Record("chess", root)]), {"form": form})
    assert output.losses == ()
    data = b"".join(piece_bytes(piece, None) for piece in output.pieces)
    assert f"[%eval {text}]".encode() in data
    there = read(data, "pgn")
    assert said(there) == parse_evaluation(text)
    assert written(there, "pgn", "pgn")[0] == data


# ------------------------------------------------------------------------------------------- go


def katrain(share: float, lead: float) -> str:
    analysis = json.dumps({"root": {"winrate": share, "scoreLead": lead}, "moves": {}})
    parts = (b"", b"", analysis.encode())
    return "".join(f"[{base64.b64encode(gzip.compress(part)).decode()}]" for part in parts)


def go(properties: str, move: str = "B[dd]") -> Record:
    return read(f"(;GM[1]SZ[9];{move}{properties})".encode(), "sgf")


def text_of(record: Record) -> object:
    return record.root.children[0].notes.get(EVALUATION)


@pytest.mark.parametrize(
    ("properties", "move", "text"),
    [
        ("V[3.5]", "B[dd]", "3.5"),
        ("SBKV[62.3]", "W[dd]", "62.3%"),
        ("SBKV[62.3]V[-3.5]", "B[dd]", "-3.5 62.3%"),
        ("V[3.5]KT" + katrain(0.2, -8.0), "B[dd]", "3.5"),
        ("KT" + katrain(0.623, -3.456), "W[dd]", "62.3% W+3.46"),
        ("LZ[0.7.4 62.3 1.2k\nmove D4 visits 10]", "B[dd]", "62.3%"),
        ("LZ[0.7.4 62.3 1.2k]", "W[dd]", "37.7%"),
        ("LZ[0.7.4 50.0 0]", "B[dd]", None),
        ("LZ[]KT[][][]", "B[dd]", None),
        ("KT[x][y][%%%%]LZ[a b c]SBKV[much]", "B[dd]", None),
        ("SBKV[101]", "B[dd]", None),
    ],
)
def test_properties_of_programs_for_go(properties: str, move: str, text: str | None) -> None:
    record = go(properties, move)
    assert text_of(record) == text
    # The node's own text comes back as it is, and an edit of something else changes nothing of it.
    assert f"{move}{properties}".encode() in written(record, "sgf", "sgf")[0]
    node = record.root.children[0]
    node.notes = {**node.notes, COMMENT: "new"}
    data, losses = written(record, "sgf", "sgf")
    assert losses == ()
    assert f"{move}{properties}C[new]".encode() in data


def test_an_analysis_that_unpacks_without_end_is_left() -> None:
    packed = base64.b64encode(gzip.compress(b"[" * 10_000_000)).decode()
    assert text_of(go(f"KT[][][{packed}]")) is None


@pytest.mark.parametrize(
    "text", ["3.5", "-0.25", "62.3%", "62.35% W+2.5", "B+3.5", "0", "#4", "words"]
)
def test_an_evaluation_of_go_is_read_as_it_was_written(text: str) -> None:
    for was in ("", "V[1]", "SBKV[40]LZ[0.7 40.0 9]", "KT" + katrain(0.4, 1)):
        record = go(was)
        node = record.root.children[0]
        node.notes = {EVALUATION: text}
        for source in ("sgf", ""):
            data, losses = written(record, "sgf", source)
            assert losses == ()
            value = parse_evaluation(text, ScoreUnit.POINTS)
            again = evaluation_of(read(data, "sgf").root.children[0], ScoreUnit.POINTS)
            assert again == (value and pytest.approx(value))
        del node.notes[EVALUATION]
        data, losses = written(record, "sgf", "sgf")
        assert losses == ()
        assert text_of(read(data, "sgf")) is None


def test_the_depth_of_a_search_has_no_place_in_go() -> None:
    record = go("")
    record.root.children[0].notes = {EVALUATION: "62.3%,100"}
    data, losses = written(record, "sgf", "sgf")
    assert b"SBKV[62.3]" in data
    assert [loss.kind for loss in losses] == [EVALUATION]


# -------------------------------------------------------------------------------------- xiangqi

XIANGQI = ("xqf", "cbr", "dhtmlxq")


def xiangqi(text: str, comment: str) -> Record:
    root = made(text, comment).root
    root.children[0].action = Move("h2e2")
    return Record("xiangqi", root)


@pytest.mark.parametrize("id", XIANGQI)
@pytest.mark.parametrize("text", [*SAID, "62.3%", "0.80,22 62.3%", "#0"])
@pytest.mark.parametrize("comment", ["", "好棋", "好棋\n\n然后"])
def test_an_evaluation_of_xiangqi_is_read_as_it_was_written(
    id: str, text: str, comment: str
) -> None:
    data, losses = written(xiangqi(text, comment), id)
    assert losses == ()
    there = read(data, id)
    assert said(there) == parse_evaluation(text)
    assert there.root.children[0].comment.startswith(comment)
    assert "Qipu: " in there.root.children[0].comment
    for other in XIANGQI:
        again, losses = written(there, other, id)
        assert all(loss.kind.startswith("header:") for loss in losses)
        assert said(read(again, other)) == parse_evaluation(text)
    # The line is taken out with the evaluation, and the file is what it was before.
    node = there.root.children[0]
    assert without_evaluation(node.comment) == comment


def test_the_line_of_xiangqi_is_marked() -> None:
    data, _ = written(xiangqi("0.80,22", "好棋"), "dhtmlxq")
    assert "Qipu: 0.80,22" in data.decode("utf-8")
    record = xiangqi("0.80", "Qipu: 0.90")  # written twice, the comment's stands
    data, losses = written(record, "xqf")
    assert [loss.kind for loss in losses] == [EVALUATION]
    assert evaluation_in("Qipu: what a move") is None
    assert without_evaluation("Qipu: what a move") == "Qipu: what a move"
