"""The commands on files of chess games of our own making."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from viewer.__main__ import main

LATER = """[Event "Club evening"]
[Site "?"]
[Date "2024.05.02"]
[Round "1"]
[White "Berg"]
[Black "Adler"]
[Result "1-0"]

1. e4 {the king's pawn} (1. d4 d5) e5 2. Nf3 Nc6 3. Bb5 $146 1-0

"""
EARLIER = """[Event "Club evening"]
[Site "?"]
[Date "2023.??.??"]
[Round "-"]
[White "Costa"]
[Black "Dietz"]
[Result "*"]

1.d4 d5 2.c4 *

"""
BROKEN = """[Event "Odd"]

1. e4 e5 2. Ke3 Nf6 *
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    target = tmp_path / "zwei Partien.pgn"
    target.write_text(LATER + EARLIER)
    return target


def test_a_dump_names_moves_as_all_programs_do(path: Path, capsysbinary) -> None:
    assert main(["dump", str(path)]) == 0
    data = json.loads(capsysbinary.readouterr().out)
    assert data["format"] == "pgn"
    first, second = data["records"]
    assert [node.get("move") for node in first["nodes"]] == [
        None,
        "e2e4",
        "e7e5",
        "g1f3",
        "b8c6",
        "f1b5",
        "d2d4",
        "d7d5",
    ]
    assert [node["parent"] for node in first["nodes"]] == [-1, 0, 1, 2, 3, 4, 0, 6]
    assert first["nodes"][1]["comment"] == "the king's pawn"
    assert first["nodes"][5]["glyphs"] == [146]
    assert second["headers"]["White"] == "Costa"


def test_a_check_names_the_line_and_the_rule(tmp_path: Path, capsys) -> None:
    path = tmp_path / "odd.pgn"
    path.write_text(BROKEN)
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "Ke3" in out
    assert "illegal-move" in out


def test_sorting_orders_games_and_keeps_their_bytes(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "sorted.pgn"
    assert main(["convert", str(path), str(target), "--sort"]) == 0
    assert target.read_text() == EARLIER + LATER
    again = tmp_path / "again.pgn"
    assert main(["convert", str(target), str(again), "--sort"]) == 0
    assert again.read_bytes() == target.read_bytes()


def test_a_format_without_an_order_says_so(tmp_path: Path, capsys) -> None:
    path = tmp_path / "one.fen"
    path.write_text("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1\n")
    target = tmp_path / "two.fen"
    assert main(["convert", str(path), str(target), "--sort"]) == 2
    assert capsys.readouterr().err.strip()
    assert not target.exists()


def test_the_export_form_is_the_same_twice(path: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.pgn", tmp_path / "twice.pgn"
    words = ["--option", "form=export"]
    assert main(["convert", str(path), str(once), *words]) == 0
    assert main(["convert", str(once), str(twice), *words]) == 0
    assert once.read_bytes() == twice.read_bytes()
    assert "1. d4 d5 2. c4 *" in once.read_text()


def test_pgc_refuses_what_it_can_not_hold_and_keeps_the_rest(
    path: Path, tmp_path: Path, capsysbinary
) -> None:
    target = tmp_path / "games.pgc"
    assert main(["convert", str(path), str(target)]) == 1
    assert not target.exists()
    assert main(["convert", str(path), str(target), "--allow-loss"]) == 0
    capsysbinary.readouterr()
    assert main(["dump", str(target)]) == 0
    data = json.loads(capsysbinary.readouterr().out)
    assert data["format"] == "pgc"
    assert [len(record["nodes"]) for record in data["records"]] == [8, 4]
    assert data["records"][0]["headers"]["Date"] == "2024.05.02"


def test_a_packed_file_is_read_and_written(path: Path, tmp_path: Path) -> None:
    packed, back = tmp_path / "games.pgn.gz", tmp_path / "back.pgn"
    assert main(["convert", str(path), str(packed)]) == 0
    assert gzip.decompress(packed.read_bytes()) == path.read_bytes()
    assert main(["convert", str(packed), str(back)]) == 0
    assert back.read_bytes() == path.read_bytes()


def test_utf_8_is_offered_for_what_the_export_form_lacks(tmp_path: Path, capsys) -> None:
    path, target = tmp_path / "one.pgn", tmp_path / "two.pgn"
    path.write_text('[White "象"]\n\n1. e4 *\n', "utf-8")
    assert main(["convert", str(path), str(target), "--option", "form=export"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert "lost: White is written as ?" in lines[0]
    assert "Nothing is lost with --option form=export-utf-8: " in lines[-1]
    assert not target.exists()
    assert main(["convert", str(path), str(target), "--option", "form=export-utf-8"]) == 0
    assert '[White "象"]' in target.read_text("utf-8")
