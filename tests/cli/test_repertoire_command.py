"""`qipu repertoire`: what is marked, where games left the lines, and what these lack."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from viewer.__main__ import main
from viewer.cli import arguments
from viewer.cli.repertoire import ACTIONS
from viewer.library.repertoire.seen import GamesSeen

LINES = '[White "?"]\n\n1. e4 e5 (1... c5 2. Nf3 d6 3. d4) 2. Nf3 Nc6 3. Bb5 (3. Bc4) *\n'
GAME = '[White "{0}"]\n[Black "{1}"]\n[Date "{2}"]\n[Result "*"]\n\n{3} *\n\n'
GAMES = "".join(
    GAME.format(*one)
    for one in (
        ("Berg, Boris", "Adler", "2026.01.02", "1. e4 e5 2. f4"),
        ("Berg, Boris", "Adler", "2026.01.03", "1. e4 e5 2. Nc3"),
        ("Berg, Boris", "Adler", "2026.01.04", "1. Nf3 e5 2. e4 d6"),
        ("Berg, Boris", "Adler", "2026.01.05", "1. Nf3 c5 2. e4 d6"),
        ("Berg, Boris", "Adler", "2026.01.06", "1. e4 e6 2. d4"),
        ("Berg, Boris", "Adler", "2026.01.07", "1. e4 e6 2. d4 d5"),
        ("Adler", "Costa", "2026.01.08", "1. e4 e5 2. d4"),
    )
)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    (tmp_path / "lines.pgn").write_text(LINES)
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "mine.pgn").write_text(GAMES)
    return tmp_path


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> tuple[str, str]:
    assert main(["repertoire", *words]) == status
    captured = capsys.readouterr()
    return captured.out, captured.err


def as_json(capsys: pytest.CaptureFixture[str], words: Sequence[str], status: int = 0) -> Any:
    return json.loads(told(capsys, *words, "--json", status=status)[0])


def test_files_and_branches_are_marked(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "list", status=1)
    told(capsys, "mark", "lines.pgn", "--side", "white")
    told(capsys, "mark", "lines.pgn", "--side", "black", "--moves", "1. e4 c5")
    assert as_json(capsys, ["list"]) == [
        {"path": str(desk / "lines.pgn"), "game": "chess", "side": 0, "record": None, "moves": []},
        {
            "path": str(desk / "lines.pgn"),
            "game": "chess",
            "side": 1,
            "record": 0,
            "moves": ["e2e4", "c7c5"],
        },
    ]
    assert told(capsys, "list")[0].splitlines()[1].endswith(" chess Black e2e4 c7c5")
    told(capsys, "unmark", "lines.pgn", "--moves", "1. e4 c5")
    told(capsys, "unmark", "lines.pgn", "--side", "black", status=1)
    assert len(as_json(capsys, ["list"])) == 1


def test_where_games_left_the_lines(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "mark", "lines.pgn", "--side", "white")
    found = as_json(capsys, ["left", "games", "--player", "Boris Berg"])
    assert (found["games"], found["within"], found["elsewhere"]) == (6, 1, 0)
    rows = [(x["number"], x["who"], x["notation"], x["time"], x["times"]) for x in found["left"]]
    assert rows == [
        (6, "other", "1… e6", 2, 2),
        (5, "other", "1… e6", 1, 2),
        (3, "other", "2… d6", 1, 1),  # by another order of moves
        (2, "mine", "2. Nc3", 2, 2),
        (1, "mine", "2. f4", 1, 2),
    ]
    out, error = told(capsys, "left", "games", "--by", "mine", "--player", "Berg, B")
    first, second = out.splitlines()
    assert first.endswith("You left your line by 2. Nc3, not 2. Nf3; 2 times so far.")
    assert second.endswith("You left your line by 2. f4, not 2. Nf3.")
    assert "2 left by you" in error
    assert as_json(capsys, ["left", "games", "--player", "Nobody"], 1)["games"] == 0
    assert as_json(capsys, ["left", "games"])["games"] == 7


def test_the_games_of_the_names_in_the_settings_count(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "mark", "lines.pgn", "--side", "white")
    assert "No names of yours" in told(capsys, "left", "games")[1]
    settings = desk / "config" / "qipu" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"own-names": "Costa\nboris berg"}))
    assert as_json(capsys, ["left", "games"])["games"] == 6
    assert as_json(capsys, ["left", "games", "--everybody"])["games"] == 7
    assert as_json(capsys, ["left", "games", "--player", "Adler"])["games"] == 1


def test_new_games_are_told_in_whichever_file_they_are(
    desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    today = [date(2026, 11, 28)]
    seen = partial(GamesSeen, today=lambda: today[0])
    monkeypatch.setattr("viewer.cli.repertoire.GamesSeen", seen)
    told(capsys, "mark", "lines.pgn", "--side", "white")
    found = as_json(capsys, ["left", "games"])
    assert (found["new"], found["since"]) == (0, None)
    told(capsys, "left", "games", "--new", status=1)
    today[0] = date(2026, 11, 30)
    (desk / "games" / "mine.pgn").rename(desk / "games" / "older.pgn")
    game = GAME.format("Berg, Boris", "Dorn", "2026.11.29", "1. e4 e5 2. f4")
    (desk / "games" / "newer.pgn").write_text(game)
    for _ in range(2):  # all day
        found = as_json(capsys, ["left", "games", "--new"])
        assert (found["new"], found["since"]) == (1, 20261128)
        (row,) = found["left"]
        assert (row["path"], row["time"]) == (str(desk / "games" / "newer.pgn"), 4)
    out, error = told(capsys, "left", "games")
    first, *others = out.splitlines()
    assert first.endswith("  New: You left your line by 2. f4, not 2. Nf3; 4 times so far.")
    assert not any("New:" in line for line in others)
    assert error.splitlines()[-1].endswith(". 1 game is new since 2026-11-28.")
    today[0] = date(2026, 12, 1)
    told(capsys, "left", "games", "--new", status=1)


def test_a_file_of_lines_is_no_file_of_games(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "mark", "lines.pgn", "--side", "white")
    assert as_json(capsys, ["left", "."])["games"] == 7


def test_what_the_lines_lack(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "mark", "lines.pgn", "--side", "white")
    found = as_json(capsys, ["gaps", "games", "--at-least", "1"])
    gaps = [(x["notation"], x["games"], x["listed"], x["reply"]) for x in found["gaps"]]
    assert gaps == [("1… e6", 2, False, "d2d4"), ("2… d6", 1, False, None)]
    assert [x["lines"] for x in found["several"]] == ["3. Bb5, 3. Bc4"]
    assert not as_json(capsys, ["gaps", "games"])["gaps"]  # three games are wanted
    out, _ = told(capsys, "gaps", "games", "--at-least", "2")
    first = out.splitlines()[0]
    assert first.startswith(f"{desk / 'lines.pgn'}#1 @1  1… e6: no move against it; 2 games, 40 %")
    assert first.endswith("Most often against it: 2. d4 (2 games)")


def test_lines_needn_t_be_marked(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, ["left", "games", "--of", "lines.pgn", "--side", "white"])
    assert found["games"] == 7
    assert not (desk / "data").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["left", "games"], "No file is marked"),
        (["left", "games", "--of", "lines.pgn"], "by --side"),
        (["left", "games", "--of", "lines.pgn", "--side", "green"], "is no side"),
        (["left", "empty", "--of", "lines.pgn", "--side", "white"], "no records in empty"),
        (["left", "Nothing", "--of", "lines.pgn", "--side", "white"], "named Nothing"),
        (["gaps", "games", "--of", "none.pgn", "--side", "white"], "none.pgn"),
        (
            ["left", "games", "--new", "--of", "lines.pgn", "--side", "white"],
            "lines that are marked",
        ),
        (["mark", "lines.pgn"], "by --side"),
        (["mark", "none.pgn", "--side", "white"], "none.pgn"),
        (["mark", "lines.pgn", "--side", "white", "--record", "7"], "7"),
        (["mark", "lines.pgn", "--side", "white", "--moves", "1. e5"], "e5"),
    ],
)
def test_what_can_t_be_done_is_said(
    words: list[str], said: str, desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (desk / "empty").mkdir()
    out, error = told(capsys, *words, status=2)
    assert not out
    assert said in error
    assert "Traceback" not in error
    assert "mistake" not in error


def test_several_sides_are_asked_for(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "mark", "lines.pgn", "--side", "white")
    told(capsys, "mark", "lines.pgn", "--side", "black")
    assert "by --side" in told(capsys, "left", "games", status=2)[1]
    told(capsys, "left", "games", "--side", "black")


def test_a_marked_file_that_has_gone_is_told(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "mark", "lines.pgn", "--side", "white")
    (desk / "lines.pgn").unlink()
    _, error = told(capsys, "left", "games", status=1)
    assert "lines.pgn can't be read" in error


@pytest.mark.parametrize("action", ACTIONS)
def test_each_action_has_help_of_its_own(action: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, _ = told(capsys, action, "--help")
    statuses = text.partition("\n\nexit status:\n")[2]
    numbers = [int(line.split()[0]) for line in statuses.splitlines()]
    assert numbers == [*arguments.ACTION_STATUSES["repertoire"][action], 130]
    assert f"  qipu repertoire {action}" in text


def test_a_file_without_records_is_no_repertoire(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = desk / "empty.pgn"
    empty.touch()
    assert main(["repertoire", "mark", str(empty), "--side", "white"]) == 2
    assert "There are no records in" in capsys.readouterr().err


def test_a_branch_that_the_record_lacks_is_not_marked(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("mark", "lines.pgn", "--side", "white", "--moves")
    assert "lines.pgn has no such branch." in told(capsys, *words, "1. e4 e6", status=2)[1]
    told(capsys, "list", status=1)
    told(capsys, *words, "1. e4 c5 2. Nf3")


def test_joseki_are_compared_with_each_corner(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (desk / "joseki.sgf").write_text("(;GM[1]SZ[19];B[pd];W[qf];B[nc])")
    game = "(;GM[1]SZ[19]PB[Adler]PW[Berg];B[dd];W[pp];B[qn];W[cf];B[cd])"
    (desk / "game.sgf").write_text(game)
    of = ["game.sgf", "--of", "joseki.sgf", "--everybody", "--side"]
    found = as_json(capsys, ["left", *of, "black"])
    assert (found["games"], found["within"], found["elsewhere"]) == (1, 1, 2)
    assert found["corners"] == {"19": 6}
    (row,) = found["left"]
    assert (row["corner"], row["who"], row["node"]) == ("upper-left", "mine", 4)
    assert (row["notation"], row["lines"]) == ("3. R16", "3. O17")
    out, error = told(capsys, "left", *of, "black")
    assert "  Upper left: You left your line by 3. R16, not 3. O17." in out
    assert "4 corners of one game" in error
    assert "Corners of 6\u00a0×\u00a06 are compared." in error
    gaps = as_json(capsys, ["gaps", *of, "white", "--at-least", "1"])["gaps"]
    assert [(one["notation"], one["games"]) for one in gaps] == [("3. R16", 1)]


def test_lines_beyond_one_corner_are_compared_as_whole_boards(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = "(;GM[1]SZ[19];B[pd];W[qf])(;GM[1]SZ[19];B[pd];W[dp];B[pp])"
    (desk / "own.sgf").write_text(own)
    (desk / "game.sgf").write_text("(;GM[1]SZ[19];B[dd];W[pp];B[dp])")
    of = ["game.sgf", "--of", "own.sgf", "--everybody", "--side", "black"]
    assert as_json(capsys, ["left", *of], status=1)["corners"] == {}
    error = told(capsys, "left", *of, status=1)[1]
    assert "1 ended in them" in error
    assert "Whole boards are compared: the lines of own.sgf, record 2," in error
