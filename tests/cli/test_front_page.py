"""What README shows of a terminal and of Python works as it stands."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from viewer.__main__ import main
from viewer.base.samples import samples

README = Path(__file__).resolve().parent.parent.parent / "README.md"
BLOCKS = [
    one.content for one in MarkdownIt().parse(README.read_text("utf-8")) if one.type == "code_block"
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the files that README names."""
    there = samples()
    (tmp_path / "FOLDER").mkdir()
    for name, path in {
        "game.xqf": there["xiangqi"]["study"],
        "game.pgn": there["chess"]["game"],
        "game.kif": there["shogi"]["study"],
        "A": there["chess"]["study"],
        "B": there["chess"]["study"],
        "FOLDER/a.hgt": there["hex"]["study"],
    }.items():
        shutil.copy(path, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def commands() -> list[str]:
    """The commands of one process that begin with `qipu` and a subcommand."""
    lines = [line.partition("  #")[0].strip() for block in BLOCKS for line in block.splitlines()]
    return [
        line.removeprefix("qipu ")
        for line in lines
        if line.startswith("qipu ") and line.count(" ") > 1
    ]


def test_readme_shows_these_commands() -> None:
    assert [line.split()[0] for line in commands()] == ["convert", "diff", "export", "library"]


@pytest.mark.parametrize("line", [one for one in commands() if not one.startswith("library")])
def test_a_command_of_readme_runs(line: str, here: Path) -> None:
    assert main(line.split()) == 0
    out = line.partition(" -o ")[2].split()
    assert not out or any((here / out[0]).rglob("*")) or (here / out[0]).stat().st_size


def test_a_search_of_readme_runs(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (line,) = [one for one in commands() if one.startswith("library")]
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(here / kind))
    assert main(["library", "build", str(here / "FOLDER"), "--name", line.split()[2]]) == 0
    assert main(line.split()) in (0, 1)


def test_the_python_of_readme_runs(here: Path) -> None:
    (code,) = [block for block in BLOCKS if block.startswith("import viewer")]
    exec(code, {})
    assert (here / "copy.xqf").read_bytes() == (here / "game.xqf").read_bytes()
    assert (here / "game.gif").read_bytes().startswith(b"GIF8")
