"""The commands on a PGN file of no game."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from viewer.__main__ import main

GAME = "1. e4 e5 *\n"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "empty.pgn"
    path.write_bytes(b"")
    return path


def test_it_is_clean_and_has_no_records(empty: Path, capsys) -> None:
    assert main(["check", str(empty)]) == 0
    capsys.readouterr()
    assert main(["dump", str(empty)]) == 0
    assert json.loads(capsys.readouterr().out)["records"] == []


def test_it_stays_as_it_is(empty: Path, tmp_path: Path) -> None:
    empty.write_bytes(b"\n\n")
    copy, packed, same = tmp_path / "copy.pgn", tmp_path / "packed.pgn.gz", tmp_path / "same.pgn"
    assert main(["convert", str(empty), str(copy)]) == 0
    assert copy.read_bytes() == b"\n\n"
    assert main(["convert", str(empty), str(packed)]) == 0
    assert gzip.decompress(packed.read_bytes()) == b"\n\n"
    assert main(["strip", str(packed), str(same), "--comments"]) == 0
    assert same.read_bytes() == b"\n\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["convert", "{empty}", "{out}.xqf"], "There is no game to write."),
        (["render", "{empty}", "-o", "{out}.svg"], "There is no record 0."),
        (["extract", "{empty}", "{out}.pgn", "--node", "0"], "There is no record 0."),
    ],
)
def test_what_cannot_be_done_is_a_sentence(
    empty: Path, tmp_path: Path, capsys, words: list[str], sentence: str
) -> None:
    out = tmp_path / "out"
    assert main([word.format(empty=empty, out=out) for word in words]) == 2
    assert sentence in capsys.readouterr().err


def test_games_that_come_to_it_are_merged(empty: Path, tmp_path: Path, capsys) -> None:
    other, out = tmp_path / "other.pgn", tmp_path / "out.pgn"
    other.write_text(GAME)
    assert main(["diff", str(empty), str(other)]) == 1
    assert main(["merge", str(empty), str(empty), str(other), "-o", str(out)]) == 0
    assert out.read_text() == GAME
