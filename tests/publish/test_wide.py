"""Moves in rows, and text as Chinese and Japanese books set it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdf_texts import collection_of, exported, needs_han, words_in

import viewer
from viewer.publish.book.choices import language_for
from viewer.publish.book.exporters import BOOK
from viewer.publish.choices import OutlineStyle
from viewer.publish.layout import layout_of
from viewer.publish.paragraphs import MoveTable, Paragraph, as_data, blocks
from viewer.publish.sections import sections
from viewer.publish.wide import full_width, tight

GAME = (
    '[Game "Chinese Chess"]\n[Red "吕钦"]\n[Black "徐天红"]\n[Result "1-0"]\n[Date "1991-03-03"]\n\n'
    "1. 炮二平五 马8进7 2. 马二进三 {红方先手. 稳健,} (2. 兵三进一 卒3进1 (2... 炮2平5 3. 马八进七) "
    "3. 马八进九 {双方相持。}) 2... 车9平8 3. 车一平二 1-0\n"
)


def said(text: str, style: OutlineStyle, name: str = "g.pgn") -> list[str]:
    """The blocks of the first record as text."""
    section = next(sections(collection_of(text, name), style))
    found = []
    for block in blocks(section.items, layout_of(section.game, style, str, False, True)):
        if isinstance(block, MoveTable):
            found += ["|".join((row.number, *row.moves)) for row in block.said()]
        elif isinstance(block, Paragraph):
            found.append(f"{block.label}>" + "".join(words for _, words in block.runs))
    return found


def test_moves_of_xiangqi_stand_in_rows_and_variations_are_numbered() -> None:
    assert said(GAME, OutlineStyle()) == [
        "1.|炮二平五|马８进７",
        "2.|马二进三|……",
        ">红方先手。稳健，",
        "Var. 1>兵三进一，卒３进１（2.……炮２平５，马八进七）马八进九，双方相持。",
        "2.|……|车９平８",
        "3.|车一平二|……",
    ]


def test_rows_and_labels_are_choices() -> None:
    shown = said(GAME, OutlineStyle(moves="prose", labels="letters"))
    assert shown[:2] == [">1.炮二平五 马８进７ 2.马二进三", ">红方先手。稳健，"]
    assert shown[2].startswith("A>兵三进一")
    chess = "1. e4 e5 2. Nf3 *"
    assert said(chess, OutlineStyle(moves="columns")) == ["1.|e4|e5", "2.|Nf3|……"]


def test_letters_begin_anew_at_each_move() -> None:
    text = "1. e4 (1. d4) (1. c4) e5 2. Nf3 (2. f4) *"
    shown = said(text, OutlineStyle(labels="letters"))
    assert [one[0] for one in shown if one[0] != ">"] == ["A", "B", "A"]


def test_moves_of_shogi_need_neither_numbers_nor_commas() -> None:
    head = "先手：甲\n後手：乙\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n\n"
    moves = f"{head}変化：2手\n   2 ８四歩(83)\n   3 ２六歩(27)\n"
    assert said(moves, OutlineStyle(), "g.kif") == [
        ">▲７六歩 △３四歩",
        "Variation>move 2:△８四歩▲２六歩",
        ">▲２六歩",
    ]


def test_moves_stay_whole_without_boxes() -> None:
    section = next(sections(collection_of(GAME, "g.pgn"), OutlineStyle(moves="prose")))
    layout = layout_of("xiangqi", OutlineStyle(moves="prose"), str, False, True)
    shown = [one for one in blocks(section.items, layout) if isinstance(one, Paragraph)]
    first, said, *_ = map(as_data, shown)
    assert first["runs"][0] == ("m", "\u2060".join("1.炮二平五") + " ")
    assert (first["justify"], said["justify"]) == (False, True)


@pytest.mark.parametrize(
    ("text", "wide"),
    [
        ("红优, 黑方(如图)难走.", "红优，黑方（如图）难走。"),
        ("反击由此开始(图1).", "反击由此开始（图1）。"),
        ("马8进7, Black's move (e.g. a pawn)", "马8进7, Black's move (e.g. a pawn)"),
        ("比分 3.5 比 2.5", "比分 3.5 比 2.5"),
        ("如改走炮四平五... 则败．", "如改走炮四平五……则败。"),
        ("先手 有望", "先手有望"),
        ("未了(", "未了("),
    ],
)
def test_punctuation_beside_chinese_characters_is_wide(text: str, wide: str) -> None:
    assert full_width(text) == wide


def test_figures_in_dates_are_tight() -> None:
    assert tight("1991 年 3 月 3 日") == "1991年3月3日"
    assert tight("May 3") == "May 3"


@needs_han
def test_a_chinese_book_has_the_head_of_chinese_books() -> None:
    text = words_in(exported(BOOK, GAME))
    assert "吕钦（先胜）徐天红" in text
    assert "1991年3月3日" in text
    assert "变1" in text
    assert "Var. 1" in words_in(exported(BOOK, GAME, language="en"))


def test_lines_of_a_programs_moves_are_no_language() -> None:
    info = (
        "*#評価値=100 depth 20 nodes 1234567 pv 7g7f 3c3d 2g2f 8c8d https://example.org/a/b/c/d\n"
    )
    text = f"棋戦：王座戦\n先手：甲山\n後手：乙川\n   1 ７六歩(77)\n{info * 20}   2 ３四歩(33)\n"
    assert language_for(collection_of(text, "g.kif"), {"language": "auto"}).id == "ja"
    english = "*White has a good position and should go on with the attack on the king.\n"
    text = f"棋戦：王座戦\n先手：甲山\n後手：乙川\n   1 ７六歩(77)\n{english * 20}   2 ３四歩(33)\n"
    assert language_for(collection_of(text, "g.kif"), {"language": "auto"}).id == "en"


def test_rows_of_shogi_are_numbered_by_their_first_move() -> None:
    moves = (
        "   1 ７六歩(77)   ( 0:05/00:00:05)\n*初手\n   2 ３四歩(33)   ( 1:10/00:01:10)\n   3 投了\n"
    )
    style = OutlineStyle(moves="columns", clocks=True)
    assert said(moves, style, "g.kif") == ["1.|▲７六歩|……", ">初手", "1.|……|△３四歩", ">投了"]
    section = next(sections(collection_of(moves, "g.kif"), style))
    tables = [
        one.rows[0].asides
        for one in blocks(section.items, layout_of("shogi", style, str, False, True))
        if isinstance(one, MoveTable)
    ]
    assert tables == [("0:05", ""), ("", "1:10")]


@pytest.mark.parametrize("kind", ["text", "md", "tex"])
def test_texts_speak_the_language_of_their_records(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(GAME, encoding="utf-8")
    for style, label in (({}, "变1"), ({"language": "en"}, "Var. 1")):
        made = viewer.export(
            path,
            tmp_path / f"a.{kind}",
            kind,
            style={**style, "diagrams": "none"} if kind != "tex" else style,
        )
        assert label in Path(made.written[-1]).read_text("utf-8")
