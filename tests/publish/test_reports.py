"""Reports as pages, books and texts: each form has the sentences, the graph, the table, the boards."""

from __future__ import annotations

from pathlib import Path

import pytest
from analysed_game import GAME

import viewer
from viewer.base import catalogs
from viewer.publish.choices import OutlineStyle
from viewer.publish.outline import Comment, Diagram, Facts, Graph, Title
from viewer.publish.sections import section_of
from viewer.tree.annotation import Mark


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_bytes(GAME)
    return path


def test_the_outline_has_each_part_once(game: Path) -> None:
    record = viewer.load(game).record(0)
    section = section_of(record, "pgn", style=OutlineStyle(content="report", notation="san"))
    titles = [one.text for one in section.items if isinstance(one, Title)]
    assert titles == [
        "What there is to learn",
        "Evaluation",
        "Both sides, by phase",
        "Opening",
        "Turning points",
    ]
    (graph,) = [one for one in section.items if isinstance(one, Graph)]
    assert len(graph.shares) == 13
    assert [index for index, _ in graph.marks] == [9, 10, 11]
    (facts,) = [one for one in section.items if isinstance(one, Facts)]
    assert facts.heads == ("Moves", "Accuracy", "Pawns lost", "Time")
    assert [(row.what, row.cells) for row in facts.rows] == [
        ("Opening, White", ("6", "44 %", "6.3", "4.8 min")),
        ("Opening, Black", ("6", "47 %", "4.0", "30 s")),
    ]
    boards = [one for one in section.items if isinstance(one, Diagram)]
    assert [one.to_move for one in boards] == ["White to move", "Black to move", "White to move"]
    assert boards[0].position.marks == (
        Mark("arrow", ("h2", "h4"), "red"),
        Mark("arrow", ("e1", "g1"), "green"),
    )
    said = [one.text.replace("\u00a0", " ") for one in section.items if isinstance(one, Comment)]
    assert said[-3] == "5. h4?: loses 1.60, winning chance \u221214 %. Better was O-O."
    assert said[-4].endswith(
        "Ruy Lopez: Exchange Variation, reached with 4. Bxc6; the game went on with 4\u2026 dxc6."
    )


@pytest.mark.parametrize("suffix", ["txt", "md", "html", "tex"])
def test_each_form_has_the_report(game: Path, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"report.{suffix}"
    done = viewer.report(game, target, player="Weber, A")
    assert str(target) in done.written
    text = target.read_text("utf-8").replace("\\", "").replace("\u00a0", " ")
    assert "xe5" in text
    assert "White made 2 of 2 bad moves" in text.replace("\n", " ")
    assert "Turning points" in text
    if suffix == "html":
        assert text.count("<img ") == 4  # the graph and three boards
        assert "<script" not in text
    if suffix in ("txt", "md"):
        assert "▅▅▅▅" in text


def test_a_book_has_the_report(game: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.pdf"
    viewer.report(game, target)
    assert target.read_bytes().startswith(b"%PDF")


def test_a_form_that_there_is_not_is_refused(game: Path, tmp_path: Path) -> None:
    with pytest.raises(viewer.Refused, match="A report is written as"):
        viewer.report(game, tmp_path / "report.png")


@pytest.mark.parametrize(
    "name", ["xiangqi.xqf", "go.sgf", "chess.pgn", "shogi.kif", "hex.hgt", "twixt.tgt"]
)
def test_each_game_has_a_report(name: str, tmp_path: Path) -> None:
    samples = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
    target = tmp_path / "report.html"
    viewer.report(samples / name, target)
    assert "Both sides, by phase" in target.read_text("utf-8")


def test_a_variant_that_is_not_played_has_neither_boards_nor_phases(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(GAME.replace(b"[TimeControl", b'[Variant "Bughouse"]\n[TimeControl'))
    section = section_of(viewer.load(path).record(0), "pgn", style=OutlineStyle(content="report"))
    kinds = [type(one) for one in section.items]
    assert Facts not in kinds
    assert Diagram not in kinds
    said = "\n".join(one.text for one in section.items if isinstance(one, Comment))
    assert "Qipu can't play Bughouse" in said
    assert "White: accuracy" in said


@pytest.mark.parametrize(
    ("moves", "told"),
    [("*", "This game has no moves."), ("1. e4 *", "This game has no evaluations:")],
)
def test_what_a_game_lacks_is_told(moves: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(f'[White "Anna"]\n\n{moves}\n', "utf-8")
    target = tmp_path / "report.txt"
    viewer.report(path, target)
    assert told in target.read_text("utf-8")


def test_names_of_players_are_escaped(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    path.write_bytes(GAME.replace(b"Anna Weber", b"<b>Anna</b>"))
    target = tmp_path / "report.html"
    viewer.report(path, target)
    assert "&lt;b&gt;Anna" in target.read_text("utf-8")
    assert "<b>Anna" not in target.read_text("utf-8")


@pytest.mark.parametrize("suffix", ["txt", "html"])
def test_a_report_is_in_the_language_of_its_reader(game: Path, tmp_path: Path, suffix: str) -> None:
    catalogs.choose("de", {})
    try:
        viewer.report(game, tmp_path / f"report.{suffix}")
    finally:
        catalogs.choose("", {})
    text = (tmp_path / f"report.{suffix}").read_text("utf-8")
    assert "Eröffnung" in text
    assert "Turning points" not in text
