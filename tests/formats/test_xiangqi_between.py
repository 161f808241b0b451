"""Xiangqi from one format to another and back: the moves arrive, and what doesn't is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from pgn_texts import read

import viewer
from viewer.base.resources import resource_path
from viewer.base.source import BytesSource, piece_bytes
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Loss
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT
from viewer.tree.comment import shown
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

TEXT = """[Game "Chinese Chess"]
[Event "?"]
[Red "甲方"]
[Black "乙方"]
[Result "1-0"]

{中炮} 1. 炮二平五 {好} 马８进７ (1... 炮８平５ {顺炮} 2. 马二进三) 2. 马二进三 1-0
"""
FORMS = ("xqf", "cbr", "cbl", "dhtmlxq")


def pgn(text: str) -> Collection:
    """The games of a PGN text."""
    return load_source(BytesSource(text.encode(), "a.pgn"))


def output(
    collection: Collection, format: str, options: dict[str, str] | None = None
) -> tuple[bytes, tuple[Loss, ...]]:
    """A collection written in a format: the bytes, and the losses told."""
    out = FORMATS[format].load().write(collection, options)
    return b"".join(piece_bytes(piece, collection.source) for piece in out.pieces), out.losses


def written(collection: Collection, format: str) -> tuple[Collection, tuple[Loss, ...]]:
    """A collection written in a format and read back, and the losses told."""
    data, losses = output(collection, format)
    return load_source(BytesSource(data, f"a.{FORMATS[format].suffixes[0]}")), losses


def moves(record: Record) -> list[tuple[str, str]]:
    """What each node's move does, and its comment."""
    states = States(game_of(record.game), record)
    return [
        (getattr(states.at(node).action, "text", "") if node.parent else "", node.comment)
        for node in record.walk()
    ]


@pytest.mark.parametrize("format", FORMS)
def test_moves_of_pgn_arrive_and_come_back(format: str) -> None:
    there, losses = written(pgn(TEXT), format)
    assert losses == ()
    assert moves(there.record(0)) == moves(read(TEXT))
    back, losses = written(there, "pgn")
    assert losses == ()
    assert moves(back.record(0)) == moves(read(TEXT))
    assert back.record(0).header("Red") == "甲方"


@pytest.mark.parametrize("format", FORMS)
def test_moves_pasted_as_they_were_written_are_resolved_too(format: str) -> None:
    """A record that was pasted into another format's file keeps the texts of its moves."""
    record = read(TEXT)
    pasted = Record("xiangqi", record.root)
    there, losses = written(MemoryCollection(format, [pasted]), format)
    assert losses == ()
    assert moves(there.record(0)) == moves(record)


@pytest.mark.parametrize("format", [*FORMS, "pgn"])
def test_a_record_with_variations_goes_there_and_back(format: str) -> None:
    sample = resource_path("samples", "en", "study") / "xiangqi.xqf"
    first = load_source(BytesSource(sample.read_bytes(), "a.xqf"))
    there, losses = written(first, format)
    told = {loss.kind for loss in losses}
    assert told == ({"header:Type"} if format in ("cbr", "cbl") else set())
    back, losses = written(there, "xqf")
    assert {loss.kind for loss in losses} == ({"header:Kind"} if told else set())
    assert moves(back.record(0)) == moves(first.record(0))
    kept = {header for header in first.record(0).headers if f"header:{header.key}" not in told}
    assert kept <= set(back.record(0).headers)


@pytest.mark.parametrize("options", [None, {"moves": "wxf"}, {"moves": "iccs"}])
def test_a_game_with_illegal_moves_goes_to_pgn_and_comes_back(
    options: dict[str, str] | None,
) -> None:
    line = ("h2e2", "h9h2", "e0e5", "a9a8", "a4a5")  # the second and the third aren't legal
    root = node = Node(0, None, None)
    for id, move in enumerate(line, 1):
        below = Node(id, node, Move(move))
        node.children = (below,)
        node = below
    record = Record("xiangqi", root, (Header("Title", "局"),))
    first, losses = written(MemoryCollection("xqf", [record]), "xqf")
    data, losses = output(first, "pgn", options)
    assert losses == ()
    there = load_source(BytesSource(data, "a.pgn"))
    assert [move for move, _ in moves(there.record(0))][1:] == [*line]
    back, losses = written(there, "xqf")
    assert losses == ()
    assert moves(back.record(0)) == moves(first.record(0))


@pytest.mark.parametrize("comment", ["一行\n二行", "段\n\n段", " a  b\n", "\n\na\n\n\nb"])
@pytest.mark.parametrize("format", FORMS)
def test_line_breaks_of_a_comment_go_to_pgn_and_come_back(format: str, comment: str) -> None:
    """A single line break is layout in PGN, and a line break elsewhere."""
    root = Node(0, None, None, {COMMENT: comment})
    new = MemoryCollection(format, [Record("xiangqi", root, (Header("Title", "局"),))])
    first, _ = written(new, format)
    said = first.record(0).root.comment
    there, losses = written(first, "pgn")
    assert losses == ()
    assert shown(there.record(0).root.comment, True) == said
    back, losses = written(there, format)
    assert losses == ()
    assert back.record(0).root.comment == said


@pytest.mark.parametrize("format", FORMS)
def test_the_comments_of_a_move_of_pgn_are_lines_elsewhere(format: str) -> None:
    there, losses = written(pgn(TEXT.replace("{好}", "{好\n棋} {中炮\n\n局}")), format)
    assert losses == ()
    assert there.record(0).root.children[0].comment == "好 棋\n中炮\n局"


@pytest.mark.parametrize(
    ("option", "begun", "tag"),
    [
        ({}, "1. 炮二平五 {好} 1... 马８进７ (1... 炮８平５ {顺炮} 2. 马二进三)", ""),
        ({"moves": "chinese"}, "炮二平五 {好} 1... 马８进７ (1... 炮８平５ {顺炮} 2. 马二进三)", ""),
        ({"moves": "traditional"}, "炮二平五 {好} 1... 馬８進７ (1... 炮８平５ {顺炮} 2. 馬二進三)", ""),
        ({"moves": "wxf"}, "1. C2=5 {好} 1... H8+7 (1... C8=5 {顺炮} 2. H2+3)", "WXF"),
        ({"moves": "iccs"}, "1. H2-E2 {好} 1... H9-G7 (1... H7-E7 {顺炮} 2. H0-G2)", "ICCS"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("codec", ["", "utf-8", "gb18030"])
def test_moves_and_encoding_of_a_new_file_can_be_chosen(
    option: dict[str, str], begun: str, tag: str, codec: str
) -> None:
    first, _ = written(pgn(TEXT), "xqf")
    chosen = {**option, **({"encoding": codec} if codec else {})}
    data, losses = output(first, "pgn", chosen or None)
    assert losses == ()
    assert begun in data.decode(codec or "utf-8").replace("\n", " ")
    back = load_source(BytesSource(data, "a.pgn")).record(0)
    assert back.encoding == (codec or "utf-8")
    assert back.header("Format") == tag
    assert moves(back) == moves(read(TEXT))


def test_a_file_is_written_in_another_encoding_as_it_is() -> None:
    data, losses = output(pgn(TEXT), "pgn", {"encoding": "gb18030"})
    assert losses == ()
    assert data == TEXT.encode("gb18030")


def test_a_game_in_one_notation_is_written_in_another_and_its_tag_with_it() -> None:
    in_iccs, _ = output(pgn(TEXT), "pgn", {"moves": "iccs"})
    data, losses = output(pgn(in_iccs.decode()), "pgn", {"moves": "chinese"})
    assert losses == ()
    assert b'[Format "ICCS"]' in in_iccs
    assert b"[Format" not in data
    assert "1. 炮二平五 {好} 1... 马８进７" in data.decode()


def test_the_export_form_in_latin_1_has_moves_in_latin_letters() -> None:
    data, losses = output(pgn(TEXT), "pgn", {"form": "export"})
    assert b"1. C2=5 {?} 1... H8+7 (1... C8=5" in data
    assert {loss.kind for loss in losses} == {"header:Red", "header:Black", "comment"}
    data, losses = output(pgn(TEXT), "pgn", {"form": "export-utf-8"})
    assert "1. 炮二平五 {好} 1... 马８进７" in data.decode()
    assert losses == ()


def test_options_are_those_of_the_game() -> None:
    format_ = FORMATS["pgn"].load()
    assert [option.key for option in format_.options_of("chess")] == ["encoding", "form"]
    assert [option.key for option in format_.options_of("xiangqi")] == ["moves", "encoding"]
    data, losses = output(pgn("1. e4 e5 *\n"), "pgn", {"moves": "wxf", "encoding": "gb18030"})
    assert data == b"1. e4 e5 *\n"
    assert losses == ()


SIGNED = """[Game "Chinese Chess"]

1. 炮二平五 $1 马8进7 $2 {应走炮8平5} 2. 马二进三 $3 $14 {！！ 好棋} 车9平8 $6 {（两可）}
3. 车一平二 $5 {？} 卒7进1 $10 *
"""


@pytest.mark.parametrize("format", ["xqf", "cbr", "cbl", "dhtmlxq"])
def test_glyphs_begin_comments_as_players_write_them(format: str):
    read = load_source(BytesSource(SIGNED.encode(), "a.pgn"))
    output = FORMATS[format].load().write(read)
    assert [(loss.kind, loss.node) for loss in output.losses] == [("glyphs", 3), ("glyphs", 6)]
    file = b"".join(piece_bytes(piece, read.source) for piece in output.pieces)
    written = load_source(BytesSource(file, f"a.{FORMATS[format].suffixes[0]}"))
    comments = [node.comment for node in written.record(0).root.main_line()][1:]
    assert comments == ["！", "？\n应走炮8平5", "！！ 好棋", "？！\n（两可）", "！？\n？", ""]
    assert not any(node.glyphs for node in written.record(0).walk())


def test_glyphs_stay_in_comments_when_the_file_is_saved_again(tmp_path: Path):
    (tmp_path / "a.pgn").write_text(SIGNED.replace(" $14", "").replace(" $10", ""), "utf-8")
    document = viewer.open(tmp_path / "a.pgn")
    document.save(tmp_path / "a.xqf")
    record = document.record(0)
    document.set_comment(record.nodes[2], "改")
    document.save()
    comments = [node.comment for node in viewer.load(tmp_path / "a.xqf").record(0).walk()][1:3]
    assert comments == ["！", "？\n改"]
