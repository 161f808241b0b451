"""`qipu lesson`: a lesson as a file and as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

import viewer
from viewer.__main__ import main
from viewer.document.training.lessons import GUESS, STEP, Task, task_of

GAMES = '[White "A"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White "B"]\n\n1. e4 *\n'


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES, "utf-8")
    return str(path)


def test_a_lesson_is_a_file_in_the_games_own_format(
    games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "lesson.pgn"
    assert main(["lesson", games, str(out)]) == 0
    assert capsys.readouterr().err == "qipu: A lesson of 2 games.\n"
    made = viewer.load(out)
    assert [task_of(made.record(index)) for index in (0, 1)] == [Task(GUESS, 1), Task(GUESS, 0)]
    assert main(["lesson", games, str(out)]) == 2, "it is there already"


def test_what_is_asked_is_chosen(
    games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "lesson.pgn"
    words = ["lesson", games, str(out), "--force", "--records", "1"]
    assert main([*words, "--side", "white", "--from", "2"]) == 0
    assert len(viewer.load(out)) == 1
    assert task_of(viewer.load(out).record(0)) == Task(GUESS, 0, 2)
    again = tmp_path / "again.pgn"
    for more, task in (([], Task(STEP, None, 2)), (["--from", "1"], Task(STEP, None, 1))):
        assert main(["lesson", str(out), str(again), "--force", "--ask", "step", *more]) == 0
        assert task_of(viewer.load(again).record(0)) == task, "it begins where the lesson did"
    assert main([*words, "--ask", "step"]) == 0
    assert task_of(viewer.load(out).record(0)) == Task(STEP)
    capsys.readouterr()
    assert main([*words, "--side", "mauve"]) == 2
    assert "is no side" in capsys.readouterr().err
    assert main([*words[:-1], "7"]) == 2
    assert "There is no game 7" in capsys.readouterr().err


def test_a_lesson_is_a_page(games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "lesson.html"
    assert main(["lesson", games, str(out)]) == 0
    text = out.read_text("utf-8")
    assert text.count('"does":"guess"') == 2
    assert main(["lesson", games, str(out)]) == 2
    assert "there already" in capsys.readouterr().err
    assert main(["lesson", games, str(out), "--force", "--records", "2", "--ask", "step"]) == 0
    assert out.read_text("utf-8").count('"does":"step"') == 1


def test_what_a_format_can_t_hold_is_told(
    games: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = tmp_path / "a.csa"
    kif = tmp_path / "a.kif"
    kif.write_text("手合割：平手\n1 ７六歩(77)\n", "utf-8")
    assert main(["lesson", str(kif), str(problem)]) == 1
    assert "LESSON" in capsys.readouterr().err
