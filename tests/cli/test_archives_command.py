"""Archives on the terminal: check, dump and convert take them as folders."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.face import load


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.pgn", '[Event "A"]\n\n1. e4 e5 *\n')
        packed.writestr("../b.pgn", '[Event "B"]\n\n1. d4 d5 *\n')
        packed.writestr("notes.doc", "nothing")
    return path


def test_an_archive_is_checked(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(archive)]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("2 checked")


def test_an_archive_is_dumped(archive: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["dump", "--lines", str(archive)]) == 0
    files = [json.loads(line)["file"] for line in capfdbinary.readouterr().out.splitlines()]
    assert files == [str(archive / "(..)" / "b.pgn"), str(archive / "a.pgn")]


def test_an_archive_is_converted_into_a_folder(archive: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["convert", str(archive), str(out), "--to", "jkf", "--allow-loss"]) != 0  # chess
    assert main(["convert", str(archive), str(out), "--to", "pgn"]) == 0
    assert sorted(path.name for path in out.rglob("*.pgn")) == ["a.pgn", "b.pgn"]
    assert load(out / "a.pgn").record(0).header("Event") == "A"
    assert not (tmp_path / "b.pgn").exists()
