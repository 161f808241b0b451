"""What `qipu library` makes of hits: a tree of games, a book, a sheet of diagrams."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

import viewer
from viewer.__main__ import main
from viewer.document.training.lessons import GUESS, STEP, Task, task_of

GAMES = """[White "Karpov"]
[Black "Berg"]
[Event "Cup"]
[Date "1984.01.02"]
[Result "1-0"]

1. e4 c5 2. Nf3 d6 1-0

[White "Adler"]
[Black "Karpov"]
[Result "0-1"]

1. e4 c5 2. Nf3 e6 0-1
"""
AFTER = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "games.pgn").write_text(GAMES)
    assert main(["library", "build", str(tmp_path / "games.pgn"), "--name", "L"]) == 0
    return tmp_path


def test_hits_are_joined_up_to_a_move(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shelf / "tree.pgn"
    words = ["library", "join", "L", "--player", "Karpov", "--output", str(out)]
    assert main([*words, "--up-to", "2", "--most-played"]) == 0
    assert "Made a tree of 2 games." in capsys.readouterr().err
    text = " ".join(out.read_text().partition("\n\n")[2].split())
    assert text == (
        "1. e4 c5 2. Nf3 d6 {Karpov – Berg, Cup 1984, 1-0} (2... e6 {Adler – Karpov, 0-1}) *"
    )
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force", "--no-names", "--up-to", "1"]) == 0
    assert out.read_text().strip().endswith("\n1. e4 c5 *")
    assert main([*words, "--force", "--player", "nobody"]) == 1


def test_a_tree_is_written_in_a_format_of_one_game(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["library", "join", "L", "--output", str(shelf / "tree.xqf")]
    assert main(words) == 2
    assert "can't hold games of Chess" in capsys.readouterr().err


def test_hits_are_a_book_or_a_page_by_the_suffix(shelf: Path) -> None:
    for name in ("book.pdf", "page.html", "text.md"):
        assert main(["library", "search", "L", "--output", str(shelf / name)]) == 0
        assert (shelf / name).stat().st_size > 100
    text = "".join(page.extract_text() for page in pypdf.PdfReader(shelf / "book.pdf").pages)
    assert "Karpov" in text
    assert "Adler" in text


def test_positions_found_are_diagrams_with_captions(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shelf / "sheet.pdf"
    words = ["library", "search", "L", "--position", AFTER, "--sheet", "--output", str(out)]
    assert main(words) == 0
    text = "".join(page.extract_text() for page in pypdf.PdfReader(out).pages)
    plain = " ".join(text.split())
    assert "2 positions" in plain
    assert "Karpov – Berg, Cup 1984, 1-0, 1… c5" in plain
    assert "Adler – Karpov, 0-1, 1… c5" in plain
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err


def test_a_suffix_of_nothing_is_a_sentence(shelf: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "search", "L", "--output", str(shelf / "hits.foo")]) == 2
    err = capsys.readouterr().err
    assert "hits.foo" in err
    assert "mistake" not in err


def test_the_only_game_of_a_library_needs_no_option(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["library", "explore", "L", "--moves", "1. e4 c5 2. Nf3", "--tsv"]) == 0
    assert main(["library", "search", "L", "--player", "karpov", "--colour", "black"]) == 0
    assert "Adler – Karpov" in capsys.readouterr().out


@pytest.mark.parametrize("output", [[], ["--output", "sheet.txt"]])
def test_a_sheet_is_a_pdf(
    shelf: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    output: list[str],
) -> None:
    monkeypatch.chdir(shelf)
    assert main(["library", "search", "L", "--moves", "1. e4", "--sheet", *output]) == 2
    assert "--sheet writes a .pdf: say which, with --output." in capsys.readouterr().err
    assert not (shelf / "sheet.txt").exists()


def test_a_sheet_of_games_found_by_their_moves_has_the_position_after_them(shelf: Path) -> None:
    out = shelf / "sheet.pdf"
    words = ["library", "search", "L", "--moves", "1. e4 c5", "--sheet", "--output", str(out)]
    assert main(words) == 0
    text = "".join(page.extract_text() for page in pypdf.PdfReader(out).pages)
    assert " ".join(text.split()).count("1… c5") == 2


def test_a_lesson_of_games_found_begins_at_the_place_that_was_found(
    shelf: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = shelf / "lesson.pgn"
    words = ["library", "search", "L", "--position", AFTER, "--output"]
    assert main([*words, str(out), "--lesson", "guess"]) == 0
    made = viewer.load(out)
    assert [task_of(made.record(at)) for at in (0, 1)] == [Task(GUESS, 0, 2), Task(GUESS, 1, 2)]
    assert main([*words, str(out), "--lesson", "step", "--force"]) == 0
    assert task_of(viewer.load(out).record(0)) == Task(STEP, None, 2)
    page = shelf / "lesson.html"
    assert main([*words, str(page), "--lesson", "guess"]) == 0
    assert page.read_text("utf-8").count('"does":"guess"') == 2
    assert main([*words, str(shelf / "lesson.pdf"), "--lesson", "guess"]) == 2
    assert "--lesson writes records, or a page (.html)." in capsys.readouterr().err
    assert main(["library", "search", "L", "--lesson", "guess"]) == 2
    assert "--lesson writes a file: say which, with --output." in capsys.readouterr().err
