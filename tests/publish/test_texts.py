"""Texts: Markdown, LaTeX, plain text, cards; the boards in them; texts of files stay texts."""

from __future__ import annotations

import csv
import re
from html import unescape
from pathlib import Path

import pytest
from export_studies import CHESS, FILES, write

import viewer
from viewer.base.fields import values_of
from viewer.formats.detect import find_all, load_file
from viewer.formats.forwarding import OrderedCollection
from viewer.publish.exporter import Study
from viewer.publish.kinds import KINDS
from viewer.publish.text.cards import escaped
from viewer.publish.text.exporter import TextExporter, _sections_alone
from viewer.publish.text.latex import Latex
from viewer.publish.text.markdown import Markdown
from viewer.publish.text.plain import PlainText
from viewer.tree.record import Record

NASTY = (
    "# no heading\n- no list\n1. no number\n> no quote\n    no code\n*a* _b_ `c` [d](e) <f> &amp; "
    "http://g.example www.h.example i@j.example ![k](l) ~~m~~ | n | $o$ \\p{q} 100% \"r\" --- ''s'' ``t``"
)


def export(source: Path, target: Path, **style: object) -> str:
    made = viewer.export(source, target, style=style)  # type: ignore[arg-type]  # that is tested
    return Path(made.written[-1]).read_text("utf-8")


@pytest.mark.parametrize("game", FILES)
@pytest.mark.parametrize("kind", ["md", "tex", "text"])
def test_all_moves_and_comments_are_in_a_text_in_order(
    tmp_path: Path, game: str, kind: str
) -> None:
    none = "no" if kind == "tex" else "none"
    target = tmp_path / f"a.{KINDS[kind].suffix}"
    letters = "san" if game == "chess" else ""
    style = {"diagrams": none, "notation": letters}
    made = viewer.export(FILES[game], target, kind, style=style)
    text = Path(made.written[-1]).read_text("utf-8")
    plain = re.sub(r"[^\w]+", "", re.sub(r"\\[a-z]+(?=[{ ])", "", text))
    place = 0
    for index in range(len(viewer.load(FILES[game]))):
        record = viewer.load(FILES[game]).record(index)
        for node in record.root.main_line():
            for words in re.split(r"[\W_]+", node.comment):
                found = plain.find(words, place)
                assert found >= 0, words
                place = found


def test_markdown_is_shown_as_it_was_written(tmp_path: Path) -> None:
    markdown = pytest.importorskip("markdown_it").MarkdownIt("commonmark")
    html = markdown.render(Markdown.__new__(Markdown).escaped(NASTY))
    assert re.findall("<(?!/?p>)", html) == []
    shown = unescape(re.sub("</?p>", "", html))
    wanted = re.sub(r"(?m)^[ \t]+", "", NASTY)
    assert shown.split() == wanted.split()


def test_variations_are_quotations(tmp_path: Path) -> None:
    text = export(write(tmp_path, "a.pgn", CHESS), tmp_path / "a.md")
    assert "# Ada – Bob" in text
    assert re.search(r"^> 2\\\.\sf4", text, re.MULTILINE)
    assert "**1.\u00a0e4!**" in text
    assert "```" in text, "the marked diagram"


def test_pictures_stand_beside_a_markdown(tmp_path: Path) -> None:
    source = write(tmp_path, "game.pgn", CHESS)
    made = viewer.export(source, tmp_path / "a.md", style={"diagrams": "pictures"})
    assert [Path(path).name for path in made.written] == ["game-1.svg", "a.md"]
    assert "](game-1.svg)" in Path(made.written[1]).read_text("utf-8")


def test_latex_escapes_every_sign() -> None:
    form = Latex.__new__(Latex)
    form.values, form.needed = {}, set()
    text = form.escaped(NASTY)
    assert not re.search(r"(?<!\\)[$&#_%~^|<>\"`]", re.sub(r"\\[a-z]+\{\}", "", text))
    assert "--" not in text
    assert "\\textbackslash{}p\\{q\\}" in text


def test_no_line_of_latex_ends_between_the_sign_of_a_side_and_its_move(tmp_path: Path) -> None:
    sample = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study" / "shogi.kif"
    text = export(sample, tmp_path / "game.tex")
    assert "\\mbox{{\\sidesign △}" in text
    assert not re.search("[△▲]}[0-9\u2e80-\uffef](?!})", text)


def test_latex_has_figures_and_signs_of_skak(tmp_path: Path) -> None:
    text = export(
        write(tmp_path, "a.pgn", "1. e4 e5 2. Nf3 $16 {Nc6 is next.} *"), tmp_path / "a.tex"
    )
    assert "\\symknight{}f3\\," in text
    assert "\\wupperhand{}" in text
    assert "\\symknight{}c6 is next." in text
    assert "\\usepackage{xskak}" in text
    text = export(write(tmp_path, "a.pgn", "1. e4 e5 2. Nf3 *"), tmp_path / "b.tex", xskak="no")
    assert "skak" not in text


def test_latex_draws_chess_and_go_by_their_packages(tmp_path: Path) -> None:
    text = export(write(tmp_path, "a.pgn", CHESS), tmp_path / "a.tex")
    assert "\\usepackage{xskak}" in text
    assert (
        "\\chessboard[setfen={rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2}]"
        in text
    )
    go = write(tmp_path, "a.sgf", "(;SZ[9]AB[ee]AW[ff]TR[ee]LB[aa:x])")
    text = export(go, tmp_path / "b.tex")
    assert text.startswith("% !TeX program = lualatex\n"), (
        "XeLaTeX would start Ghostscript for each stone"
    )
    assert "\\begin{psgoboard}[9]" in text
    assert "\\stone[\\marktr]{black}{e}{5}" in text
    assert "\\markpos{\\marklb{x}}{a}{9}" in text
    text = export(go, tmp_path / "c.tex", psgo="no")
    assert "psgo" not in text
    assert "\\includegraphics" in text


def test_latex_leaves_stones_out_that_are_on_no_point(tmp_path: Path) -> None:
    go = write(tmp_path, "a.sgf", "(;SZ[9];B[ee];W[zz])")
    text = export(go, tmp_path / "a.tex", end="yes")
    assert "\\stone[\\marklb{1}]{black}{e}{5}" in text
    assert "{white}" not in text


def test_latex_shows_other_games_as_pictures(tmp_path: Path) -> None:
    made = viewer.export(FILES["hex"], tmp_path / "a.tex", style={"end": "yes"})
    names = [Path(path).name for path in made.written]
    assert names[-1] == "a.tex"
    assert names[0] == "hex-1.pdf"
    assert Path(made.written[0]).read_bytes().startswith(b"%PDF")


def test_boards_in_letters(tmp_path: Path) -> None:
    text = export(write(tmp_path, "a.pgn", CHESS), tmp_path / "a.txt")
    assert "8 r n b q k b n r\n7 p p p p . p p p\n" in text
    assert "  a b c d e f g h\n" in text


def test_boards_as_players_write_them(tmp_path: Path) -> None:
    go = write(tmp_path, "a.sgf", "(;SZ[9]AB[ee]AW[ff]CR[ee]LB[aa:x];B[dd];W[gg]FG[])")
    text = export(go, tmp_path / "a.txt", diagrams="customary")
    assert "$$ | x . . . . . . . . |" in text
    assert "$$ | . . . . B . . . . |" in text
    assert text.count("$$  -------------------") >= 2
    shogi = export(FILES["shogi"], tmp_path / "b.txt", diagrams="customary", end="yes")
    assert "+---------------------------+" in shogi
    xiangqi = export(FILES["xiangqi"], tmp_path / "c.txt", diagrams="customary", end="yes")
    assert re.search(r"^[┌車].*[┐車]$", xiangqi, re.MULTILINE)
    assert "│" in xiangqi


def test_moves_in_columns(tmp_path: Path) -> None:
    text = export(
        write(tmp_path, "a.pgn", CHESS), tmp_path / "a.txt", moves="columns", diagrams="none"
    )
    assert "2. Nf3" in text
    assert re.search(r"^3\. Bb5 +a6$", text, re.MULTILINE)
    assert "f4 a gambit" in text
    alone = export(FILES["chess"], tmp_path / "b.txt", moves="columns", levels=0)
    assert re.search(r"^ ?1\. \S+ +\S+$", alone, re.MULTILINE)


def test_cards_are_the_problems(tmp_path: Path) -> None:
    made = viewer.export(FILES["chess"], tmp_path / "a.csv")
    lines = Path(made.written[-1]).read_text("utf-8").splitlines()
    assert lines[:2] == ["#separator:Comma", "#html:true"]
    rows = list(csv.reader(lines[3:]))
    assert len(rows) == len(made.written) - 1
    assert rows[0][1] == '<img src="chess-1.svg">'
    assert "/" in rows[0][2]
    assert rows[0][4]


def test_a_cell_is_no_formula() -> None:
    assert escaped("=1+1", False) == "'=1+1"
    assert escaped("<b>\n=1", True) == "&lt;b&gt;<br>=1"
    assert escaped("=1+1", True) == "&#61;1+1"
    assert escaped("-1.5", False) == escaped("-1.5", True) == "-1.5"


@pytest.mark.parametrize("kind", ["md", "tex", "text"])
def test_tables_are_sound_and_previews_begin_the_text(kind: str) -> None:
    exporter = KINDS[kind].load()
    assert isinstance(exporter, TextExporter)
    keys = [field.key for field in exporter.fields]
    assert len(set(keys)) == len(keys)
    assert [field.key for field in exporter.fields if not field.allows(field.default)] == []


def test_records_of_a_part_are_let_go_of(tmp_path: Path) -> None:
    """Nothing collects garbage in a process for parts, and a record is a ring."""
    path = tmp_path / "a.pgn"
    path.write_text('[Event "x"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *\n\n' * 3, encoding="utf-8")
    made: list[Record] = []

    class Seen(OrderedCollection):
        def record(self, index: int) -> Record:
            made.append(super().record(index))
            return made[-1]

    collection = load_file(str(path))
    find_all(collection)
    study = Study(Seen(collection, range(3)), (1, 2, 3))
    *_, last = _sections_alone(
        study, 0, PlainText, values_of(KINDS["text"].load().fields, {"language": "en"})
    )
    assert last.result is not None
    assert last.result.text.count(b"Nf3") == 3
    assert len(made) == 3
    assert all(node.parent is None for record in made for node in record.nodes.values())
