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
    assert capsys.readouterr().out.splitlines() == [f"{problem}, 1: Mate in 1 ply: ▲５二金"]


def test_other_mates_and_positions_without_one(two: str, capsys) -> None:
    assert main(["mate", two, "--plies", "3"]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{two}, 1: Mate in 2 moves: R")
    assert any(line.startswith(f"{two}, 1: Cook at move 1: R") for line in told)
    assert told[-1].startswith(f"{two}, 2: No mate in at most 2 moves was found among ")
    assert main(["mate", two, "--records", "2", "--plies", "1", "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["record"], one["plies"], one["line"]) == (2, None, [])


def test_a_ply_that_is_not_there_is_told(problem: str, capsys) -> None:
    assert main(["mate", problem, "--ply", "3"]) == 2
    assert "The main line has no ply 3." in capsys.readouterr().err


def test_a_game_without_mates_says_so(tmp_path: Path, capsys) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]FF[4]SZ[9];B[ee])")
    assert main(["mate", str(path)]) == 1
    told = f"{path}, 1: Mates are searched in shogi, chess and xiangqi.\n"
    assert capsys.readouterr().out == told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--plies", "300"], "“300” is more than 299"),
        (["--plies", "9" * 5000], "is more than 299"),
        (["--plies", "0"], "“0” is no number of 1 or more"),
        (["--seconds", "1e3"], "“1e3” is no number of 1 or more"),
        (["--seconds", "86401"], "“86401” is more than 86400"),
    ],
)
def test_bounds_that_are_none_are_told(problem: str, words: list[str], told: str, capsys) -> None:
    assert main(["mate", problem, *words]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("setup", "told"),
    [
        ("9/9/4P4/9/9/9/9/9/4K4 b G 1", "There is no king to be mated."),
        ("9/9/9/9/9/9/9/9/9 b - 1", "There is no king to be mated."),
        ("4k4/9/4P4/9/9/9/9/4k4/9 b G 1", "No mate is searched where a side has two kings."),
        (
            "4k4/4R4/9/9/9/9/9/4r4/4K4 b G 1",
            "No mate is searched where the side that isn't to move is in check.",
        ),
    ],
)
def test_positions_without_a_search_say_why(tmp_path: Path, setup: str, told: str, capsys) -> None:
    path = tmp_path / "odd.sfen"
    path.write_text(f"position sfen {setup}\n")
    assert main(["mate", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}, 1: {told}\n"
    assert main(["mate", str(path), "--json"]) == 1
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["searched"], one["why"]) == (False, told)


def test_the_attacker_needs_no_king(problem: str, tmp_path: Path, capsys) -> None:
    path = tmp_path / "kingless.pgn"
    game = '[Event "?"]\n[SetUp "1"]\n[FEN "{}"]\n[Result "*"]\n\n*\n'
    path.write_text(game.format("7k/R7/8/8/8/8/8/1R6 w - - 0 1"))
    assert main(["mate", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}, 1: Mate in 1 move: Rb8#\n"


def test_a_set_up_in_the_middle_and_moves_that_break_the_rules(tmp_path: Path, capsys) -> None:
    path = tmp_path / "odd.pgn"
    game = '[Event "?"]\n[SetUp "1"]\n[FEN "7k/R7/8/8/8/8/8/1R5K w - - 0 1"]\n\n{}\n'
    path.write_text(game.format("1. Kg2 Kg8 2. Ra8 Rh1 {no such rook} *"))
    assert main(["mate", str(path), "--ply", "2"]) == 0
    assert capsys.readouterr().out.endswith(", 1: Mate in 1 move: Rb8#\n")
    assert main(["mate", str(path), "--ply", "4"]) in (0, 1)
    assert capsys.readouterr().out.count("\n") >= 1


def test_the_end_of_a_very_long_line(tmp_path: Path, capsys) -> None:
    path = tmp_path / "long.pgn"
    moves = "Kg1 Kg8 Kh1 Kh8 " * 2500
    start = '[Event "?"]\n[SetUp "1"]\n[FEN "7k/R7/8/8/8/8/8/1R5K w - - 0 1"]\n\n'
    path.write_text(f"{start}{moves}*\n")
    assert main(["mate", str(path), "--ply", "10000"]) == 0
    assert capsys.readouterr().out == f"{path}, 1: Mate in 1 move: Rb8#\n"
