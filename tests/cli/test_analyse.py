"""`qipu analyse`: files, folders, standard streams, going on after an interruption, and what goes wrong."""

from __future__ import annotations

import json
import marshal
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from test_engines import program

import viewer
from viewer.__main__ import main
from viewer.engines.chosen import engines_text
from viewer.engines.engine import EngineSetup
from viewer.tree.annotation import EVALUATION
from viewer.tree.evaluation import evaluation_of

GAME = "1. e4 {best} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n"
SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"


@pytest.fixture(autouse=True)
def own_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder, with an empty list of engines."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "qipu"


def listed(folder: Path, habit: str = "plain") -> None:
    """Put a scripted engine on the list."""
    folder.mkdir(parents=True, exist_ok=True)
    setup = EngineSetup(
        "Scripted",
        sys.executable,
        (str(SCRIPT), habit),
        {"chess": "uci"},
    )
    (folder / "engines.json").write_text(engines_text([setup]), "utf-8")


def words(*more: object) -> list[str]:
    return ["analyse", *map(str, more)]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pgn"
    path.write_text(GAME, "utf-8")
    return path


def evaluations(path: Path, index: int = 0) -> list[str]:
    return [str(one.note(EVALUATION)) for one in viewer.load(path).record(index).root.main_line()]


def test_a_game_with_a_real_engine(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program("Stockfish", "chess")
    out = tmp_path / "out.pgn"
    assert main(words(game, "-o", out, "--engine", "stockfish", "--nodes", 2000, "--jobs", 2)) == 0
    said = capsys.readouterr().err
    assert "qipu: Wrote 5 evaluations, " in said
    text = out.read_text("utf-8")
    assert "2... Ke7 $4" in text
    assert "best}" in text
    assert all(evaluations(out)[:5])
    assert not (tmp_path / "out.pgn.analysis").exists()


@pytest.mark.parametrize(
    ("name", "game", "sample"),
    [
        ("Fairy-Stockfish", "xiangqi", "xiangqi.xqf"),
        ("Fairy-Stockfish", "shogi", "shogi.kif"),
        ("GNU Go", "go", "(;GM[1]SZ[9]KM[5.5];B[ee];W[cc];B[gc];W[gg])"),
    ],
)
def test_the_other_games(name: str, game: str, sample: str, tmp_path: Path) -> None:
    """What is written is in the file, and read again as an evaluation of each position."""
    program(name, game)
    path = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study" / sample
    if sample.startswith("("):
        path = tmp_path / "game.sgf"
        path.write_text(sample, "utf-8")
    out = tmp_path / f"out{path.suffix}"
    options = ("--engine", name.lower(), "--nodes", 500, "--write", "evaluations", "--keep")
    assert main(words(path, "-o", out, *options, "--records", 1)) == 0
    record = viewer.load(out).record(0)
    unit = viewer.GAMES[game].load().score_unit
    line = [one for one in record.root.main_line() if one.action is not None][:-1]
    assert all(evaluation_of(one, unit) is not None for one in line[:5])


def test_options_say_what_is_written(game: Path, tmp_path: Path, own_list: Path) -> None:
    listed(own_list)
    out = tmp_path / "out.pgn"
    options = ("--depth", 1, "--write", "evaluations", "--records", 1)
    assert main(words(game, "-o", out, *options)) == 0
    assert viewer.load(out).record(0).root.children[0].children
    assert "$" not in out.read_text("utf-8")
    assert evaluations(out)[0] == "0.10,1"


def test_folders_keep_their_shape(
    tmp_path: Path, own_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(own_list)
    (tmp_path / "in" / "below").mkdir(parents=True)
    for name in ("a.pgn", "b.pgn", "below/a.pgn"):
        (tmp_path / "in" / name).write_text(GAME, "utf-8")
    (tmp_path / "in" / "bad.kif").write_bytes(b"\0\1\2")
    out = tmp_path / "out"
    assert main(words(tmp_path / "in", "-o", out, "--depth", 1)) == 2
    assert sorted(str(one.relative_to(out)) for one in out.rglob("*.pgn")) == [
        "a.pgn",
        "b.pgn",
        os.path.join("below", "a.pgn"),
    ]
    said = capsys.readouterr().err
    assert "bad.kif" in said
    assert "a.pgn: Wrote" in said
    # The bad one keeps what was found; the good ones aren't analysed again.
    assert (out / "qipu.analysis").exists()
    before = (out / "a.pgn").stat().st_mtime_ns
    (tmp_path / "in" / "bad.kif").rename(tmp_path / "in" / "bad.txt")
    (tmp_path / "in" / "more.pgn").write_text(GAME, "utf-8")
    assert main(words(tmp_path / "in", "-o", out, "--depth", 1)) == 0
    assert (out / "a.pgn").stat().st_mtime_ns == before
    assert (out / "more.pgn").exists()
    assert not (out / "qipu.analysis").exists()


def test_folders_and_files_are_named_in_any_way(
    game: Path, tmp_path: Path, own_list: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed(own_list)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.pgn").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(words("in", game, "-o", "out", "--depth", 1)) == 0
    assert sorted(os.listdir("out")) == ["a.pgn", "game.pgn"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", ["SIGINT", "SIGKILL"])
def test_a_second_run_goes_on(game: Path, tmp_path: Path, own_list: Path, how: str) -> None:
    listed(own_list, "waits-at-e5")
    out = tmp_path / "out.pgn"
    kept = tmp_path / "out.pgn.analysis"
    command = words(game, "-o", out, "--depth", 1, "--jobs", 1)
    folder = str(Path(viewer.__file__).parent.parent)
    first = subprocess.Popen(
        [sys.executable, "-m", "viewer", *command],
        env={**os.environ, "PYTHONPATH": folder},
        stderr=subprocess.PIPE,
        text=True,
    )
    while not kept.exists() or kept.read_text("utf-8").count("question") < 2:
        assert first.poll() is None
    first.send_signal(getattr(signal, how))  # Windows has no SIGKILL to name above
    _, said = first.communicate()
    assert not out.exists()
    if how == "SIGINT":
        assert first.returncode == 130
        assert "the same command goes on from there" in said
    found = [json.loads(line) for line in kept.read_text("utf-8").split("\n") if line]
    assert len([one for one in found if "question" in one]) == 2
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"question": "cut of')
    listed(own_list)  # the same engine, which doesn't wait any more
    assert main(command) == 0
    assert not kept.exists()
    assert evaluations(out)[:2] == ["0.10,1", "-0.20,2"]  # of the first run, not asked again
    assert evaluations(out)[2] == "0.10,1"


def test_standard_streams(tmp_path: Path, own_list: Path) -> None:
    listed(own_list)
    folder = str(Path(viewer.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-m", "viewer", *words("-", "-o", "-", "--to", "pgn", "--depth", 1)],
        input=GAME,
        env={**os.environ, "PYTHONPATH": folder},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "[%eval 0.10,1]" in done.stdout


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--engine", "nosuch"), "There is no engine nosuch for Chess."),
        (("--time", "0"), "--time wants a number above 0."),
        (("--write", "poems"), "--write wants some of evaluations, glyphs, lines, not poems."),
        (("--set", "Hash"), "--set wants NAME=VALUE, not Hash."),
        (("--records", "7"), "There is no game 7"),
    ],
)
def test_what_makes_no_sense_is_said(
    more: tuple[str, ...],
    sentence: str,
    game: Path,
    tmp_path: Path,
    own_list: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    listed(own_list)
    assert main(words(game, "-o", tmp_path / "out.pgn", *more)) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "out.pgn").exists()


def test_nothing_is_analysed_for_a_file_that_cannot_be_written(
    game: Path, tmp_path: Path, own_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(own_list, "never-greets")
    there = tmp_path / "there.pgn"
    there.write_text("", "utf-8")
    assert main(words(game, "-o", there)) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(words(game, "-o", game)) == 2
    assert "is being read" in capsys.readouterr().err
    assert main(words(game, "-o", tmp_path / "out.kif")) == 2
    assert main(words(game, game.with_name("b.pgn"), "-o", "-")) == 2
    strange = tmp_path / "out.pgn.analysis"
    strange.write_text("my notes", "utf-8")
    assert main(words(game, "-o", tmp_path / "out.pgn")) == 2
    assert "is no unfinished analysis" in capsys.readouterr().err
    assert strange.read_text("utf-8") == "my notes"


def test_an_engine_that_fails_is_said(
    game: Path, tmp_path: Path, own_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(own_list, "crashes-searching")
    assert main(words(game, "-o", tmp_path / "out.pgn", "--depth", 1)) == 2
    assert "Scripted has ended unexpectedly" in capsys.readouterr().err


def test_help_has_examples_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--help"]) == 0
    said = capsys.readouterr().out
    assert "qipu analyse game.pgn -o analysed.pgn" in said
    assert "130" in said


def test_escape_codes_of_an_engine_never_reach_the_terminal(
    game: Path, tmp_path: Path, own_list: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither those in its name nor what it says before it ends."""
    answers = tmp_path / "answers"
    liar = SCRIPT.with_name("liar.py")
    codes = "\x1b[31mX\x9b2J\u202e\u200f"
    answers.write_bytes(marshal.dumps({"uci": f"id name {codes}\nuciok", "go": f"!says {codes}"}))
    setup = EngineSetup(codes, sys.executable, (str(liar), "uci", str(answers)), {"chess": "uci"})
    own_list.mkdir(parents=True)
    (own_list / "engines.json").write_text(engines_text([setup]), "utf-8")
    assert main(words(game, "-o", tmp_path / "out.pgn", "--depth", 2)) == 2
    said = capfd.readouterr()
    assert "It said: \ufffd[31mX\ufffd2J" in said.err
    assert not set("\x1b\x9b\u202e\u200f") & set(said.err + said.out)


def test_a_summary_names_sides_and_worst_moves_without_a_file(
    game: Path, tmp_path: Path, own_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed(own_list, "weighs")
    assert main(words(game)) == 2
    assert "Name a file or folder with -o, or ask for --summary." in capsys.readouterr().err
    options = ("--summary", "--worst", 1, "--depth", 1, "--jobs", 1)
    assert main(words(game, *options)) == 0
    said = capsys.readouterr()
    assert not said.err
    rest = said.out.splitlines()
    assert rest[0].startswith("White: accuracy ")
    assert rest[1].startswith("Black: accuracy ")
    assert rest[2] == "The moves that lost most:"
    assert len(rest) == 4
    assert "winning chance" in rest[3]
    assert sorted(os.listdir(tmp_path)) == ["config", "game.pgn"]


def test_points_that_change_hands_are_told(
    tmp_path: Path, own_list: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By KataGo's ownership, as its documentation has it."""
    own_list.mkdir(parents=True)
    setup = EngineSetup("Kata", sys.executable, (str(SCRIPT), "swings"), {"go": "gtp"})
    (own_list / "engines.json").write_text(engines_text([setup]), "utf-8")
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[9];B[ee];W[cc];B[gc];W[gg])", "utf-8")
    options = ("--summary", "--time", 0.1, "--jobs", 1, "-o", tmp_path / "out.sgf")
    assert main(words(path, *options)) == 0
    said = capsys.readouterr().out
    assert "Most points changed hands with:\n  3. G7: 81.0 points\n" in said
