"""Lessons: what records ask, kept in their headers, in each game."""

from __future__ import annotations

from pathlib import Path

import pytest

import viewer
from viewer.document.document import Document
from viewer.document.training.lessons import BOTH, GUESS, SOLVE, STEP, Task, make_lesson, task_of
from viewer.tree.record import with_header

GAMES = {
    "chess": ("a.pgn", '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'),
    "xiangqi": ("a.pgn", '[Game "Chinese Chess"]\n[Result "0-1"]\n\n1. C2=5 H8+7 0-1\n'),
    "shogi": ("a.kif", "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n"),
    "go": ("a.sgf", "(;GM[1]SZ[9]RE[W+R];B[cc];W[gg])"),
    "hex": ("a.sgf", "(;FF[4]GM[11]SZ[5]RE[W+R];B[b2];W[c3])"),
    "twixt": ("a.sgf", "(;FF[4]GM[21]SZ[12]RE[B+R];W[c3];B[d5])"),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_the_winner_are_guessed_and_it_stays_in_the_file(
    tmp_path: Path, game: str
) -> None:
    name, text = GAMES[game]
    (tmp_path / name).write_text(text, "utf-8")
    document = viewer.open(tmp_path / name)
    assert document.record(0).game == game
    assert str(viewer.make_lesson(document)) == "A lesson of one game."
    document.save(str(tmp_path / f"lesson-{name}"))
    record = viewer.load(tmp_path / f"lesson-{name}").record(0)
    assert task_of(record) == Task(GUESS, 1)


def _chess(tmp_path: Path, text: str = GAMES["chess"][1]) -> Document:
    (tmp_path / "b.pgn").write_text(text, "utf-8")
    return viewer.open(tmp_path / "b.pgn")


def test_a_task_is_for_a_side_and_begins_behind_some_plies(tmp_path: Path) -> None:
    document = _chess(tmp_path)
    record = document.record(0)
    moves = [record.root, *list(record.root.main_line())[1:]]
    for kind, side, ply, task in (
        (GUESS, "0", 2, Task(GUESS, 0, 2)),
        (GUESS, BOTH, 0, Task(GUESS)),
        (STEP, BOTH, 3, Task(STEP, None, 3)),
        (SOLVE, BOTH, 3, Task(SOLVE)),
    ):
        make_lesson(document, kind, side, ply)
        assert task_of(document.record(0)) == task
    assert [Task(GUESS, 0, ply).start(record) for ply in (0, 2, 900)] == [
        moves[0],
        moves[2],
        moves[-1],
    ]
    document.undo()
    assert task_of(document.record(0)) == Task(STEP, None, 3)


@pytest.mark.parametrize(
    ("text", "task"),
    [
        ("guess", Task(GUESS, 0)),
        ("Guess 1", Task(GUESS, 1, 1)),
        ("guess black", Task(GUESS, 1)),
        ("guess mauve 7", Task(GUESS, 0, 7)),
        ("guess both 99999999999999", Task(GUESS)),
        ("step ²", Task(STEP)),
        ("", None),
        ("  ", None),
        ("juggle", None),
    ],
)
def test_headers_that_others_write_are_understood_or_say_nothing(
    tmp_path: Path, text: str, task: Task | None
) -> None:
    record = _chess(tmp_path).record(0)
    record.headers = with_header(record.headers, "Lesson", text)
    assert task_of(record) == task


def test_problems_among_games_are_solved(tmp_path: Path) -> None:
    problem = '[SetUp "1"]\n[FEN "7k/8/8/8/8/8/5Q2/6K1 w - - 0 1"]\n\n1. Qf6+ *\n\n'
    document = _chess(tmp_path, problem + GAMES["chess"][1])
    make_lesson(document)
    kinds = [task_of(document.record(index)) for index in range(2)]
    assert kinds == [Task(SOLVE), Task(GUESS, 1)]
