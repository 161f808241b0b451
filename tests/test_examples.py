"""The examples in docs/examples: each runs as a reader would run it, and uses the library's face alone."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_engines import program

import viewer

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"
SAMPLES = ROOT / "resources" / "samples" / "en" / "study"

pytestmark = pytest.mark.skipif(not EXAMPLES.is_dir(), reason="the docs are not beside the tests")


def start(name: str, *words: object) -> subprocess.CompletedProcess[str]:
    """An example in a process of its own."""
    folder = str(Path(viewer.__file__).parent.parent)  # the same Qipu that these tests test
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *map(str, words)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": folder, "PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
        check=False,
    )


def run(name: str, *words: object, status: int = 0) -> str:
    """What an example prints."""
    done = start(name, *words)
    assert done.returncode == status, done.stderr
    return done.stdout


def test_all_games_of_a_pgn_are_read() -> None:
    lines = run("read_games.py", SAMPLES / "chess.pgn").splitlines()
    assert len(lines) == len(viewer.load(SAMPLES / "chess.pgn"))
    assert lines[0].startswith("1. Morphy, Paul – ")
    assert "1-0" in lines[0]


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*")), ids=lambda path: path.name)
def test_games_of_every_format_are_read(path: Path) -> None:
    line, *_ = run("read_games.py", path).splitlines()
    assert "(0 moves)" not in line


def test_variations_are_walked() -> None:
    said = run("walk_variations.py", SAMPLES / "chess.pgn")
    record = viewer.load(SAMPLES / "chess.pgn").record(0)
    forks = sum(len(node.children) - 1 for node in record.walk() if node.children)
    assert len(said.splitlines()) == forks + 1
    assert "{This study shows what Qipu does" in said
    assert "\n    Nc6 {is played most.} Bb5 a6" in said


def test_comments_are_taken_over(tmp_path: Path) -> None:
    mine, theirs, copy = (tmp_path / f"{name}.pgn" for name in ("mine", "theirs", "copy"))
    mine.write_text('[White "A"]\n\n1. e4   e5 2. Nf3 *\n', "utf-8")
    theirs.write_text('[White "B"]\n\n1. e4 {well} e5 2. Nf3 Nc6 *\n', "utf-8")
    lines = run("take_over.py", mine, theirs, copy).splitlines()
    assert lines[:2] == ["changed header:White A B", "added comment  well"]
    assert copy.read_text("utf-8") == '[White "A"]\n\n1. e4 {well}   1... e5 2. Nf3 *\n'


def test_a_kif_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new.kif"
    said = run("make_kif.py", path)
    assert f"{path.stat().st_size} bytes" in said
    text = path.read_text("utf-8")
    assert "７六歩" in text
    assert "*四間飛車" in text
    assert "変化：4手" in text
    assert len(viewer.load(path).record(0).nodes) == 8


def test_a_position_is_drawn(tmp_path: Path) -> None:
    pictures = []
    for ply in (0, 5):
        path = tmp_path / f"{ply}.svg"
        run("draw_position.py", SAMPLES / "xiangqi.xqf", ply, path)
        pictures.append(path.read_text("utf-8"))
        assert ElementTree.fromstring(pictures[-1]).get("width") == "640"
    assert pictures[0] != pictures[1]


def test_losses_are_told_before_anything_is_written(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text('[Result "*"]\n\n1. e4 e5 *\n')
    target = tmp_path / "a.pgc"
    said = run("convert_told.py", SAMPLES / "shogi.kif", tmp_path / "a.sfen", status=1)
    assert "Nothing was written." in said
    assert not (tmp_path / "a.sfen").exists()
    assert "is written" in run("convert_told.py", source, target)
    assert viewer.load(target).record(0).root.children


def test_an_edit_and_its_undo(tmp_path: Path) -> None:
    said = run("edit_and_undo.py", SAMPLES / "go.sgf", tmp_path / "copy.sgf")
    assert "the same bytes" in said
    assert (tmp_path / "copy.sgf").read_bytes() == (SAMPLES / "go.sgf").read_bytes()


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_without_arguments_says_its_usage(path: Path) -> None:
    done = start(path.name)
    usage, *_ = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert usage.startswith(f"usage: {path.name} ")
    assert "Traceback" not in done.stderr
    # The words are those that the text at the top of the script names.
    (told,) = re.findall(rf"python docs/examples/{path.name}(.*)", path.read_text("utf-8"))
    named = [word.lower() for word in re.findall(r"[\w.-]+", told)]
    assert set(named) == {*re.findall(r"[\w-]+(?:\.\w+)?", usage)[2:]} - {"-h"}


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_uses_the_face_alone(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        assert not [name for name in names if name.startswith("viewer.")]


def test_each_example_is_run_here() -> None:
    said = Path(__file__).read_text("utf-8")
    assert [path.name for path in EXAMPLES.glob("*.py") if f'run("{path.name}"' not in said] == []


def test_games_are_annotated_by_an_engine(tmp_path: Path) -> None:
    program("Stockfish", "chess")
    game, copy = tmp_path / "game.pgn", tmp_path / "copy.pgn"
    game.write_text("1. e4 e5 2. Qh5 Ke7 *\n", "utf-8")
    said = run("annotate_games.py", game, copy, "stockfish")
    assert said.startswith("Wrote 5 evaluations, ")
    assert "2... Ke7 $4" in copy.read_text("utf-8")


def test_a_study_is_exported(tmp_path: Path) -> None:
    said = run("export_study.py", SAMPLES / "shogi.kif", tmp_path)
    assert {"shogi.html", "shogi-1.svg", "shogi.txt"} <= {path.name for path in tmp_path.iterdir()}
    assert "left out: elapsed" in said


def test_a_library_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    said = run("search_library.py", SAMPLES, "morphy")
    assert f"{SAMPLES / 'chess.pgn'}#1 Morphy, Paul" in said
    assert "e2e4 2 2 0 0" in said
