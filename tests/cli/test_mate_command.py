"""`qipu mate`: problems searched for their mates, in sentences and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from viewer.__main__ import main

GOLD = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"
ROOKS = "7k/8/8/8/8/8/RR6/7K w - - 0 1"


@pytest.fixture
def problem(tmp_path: Path) -> str:
    path = tmp_path / "problem.sfen"
    path.write_text(f"position sfen {GOLD}\n")
    return str(path)


@pytest.fixture
def two(tmp_path: Path) -> str:
    path = tmp_path / "two.pgn"
    game = '[Event "?"]\n[SetUp "1"]\n[FEN "{}"]\n[Result "*"]\n\n*\n\n'
    path.write_text(game.format(ROOKS) + game.format("7k/8/8/8/8/8/8/7K w - - 0 1"))
    return str(path)


def test_a_mate_is_told_with_its_line(problem: str, capsys) -> None:
    assert main(["mate", problem]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{problem}, 1: Mate in one ply: ▲５二金"]


def test_other_mates_and_positions_without_one(two: str, capsys) -> None:
    assert main(["mate", two, "--plies", "3"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{two}, 1: Mate in 3 plies: R")
    assert any(line.startswith(f"{two}, 1: At ply 1 R") for line in told)
    assert told[-1].startswith(f"{two}, 2: No mate of at most 3 plies was found among ")
    assert main(["mate", two, "--records", "2", "--plies", "1", "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["record"], one["plies"], one["line"]) == (1, None, [])


def test_a_ply_that_is_not_there_is_told(problem: str, capsys) -> None:
    assert main(["mate", problem, "--ply", "3"]) == 2
    assert "The main line has no ply 3." in capsys.readouterr().err


def test_a_game_without_mates_says_so(tmp_path: Path, capsys) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]FF[4]SZ[9];B[ee])")
    assert main(["mate", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}, 1: No mate is searched in this position.\n"
