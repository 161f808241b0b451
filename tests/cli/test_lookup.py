"""`qipu lookup`: what books and tablebases say, as a table and as JSON."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from viewer.__main__ import main

START_KEY = 0x463B96181691FC9C  # of the starting position, by the specification of Polyglot


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    game, book = tmp_path / "game.pgn", tmp_path / "book.bin"
    game.write_text('[Event "?"]\n[Result "*"]\n\n1. e4 e5 *\n')
    entries = ((0o1434, 40), (0o1333, 60))  # e2e4, d2d4
    book.write_bytes(b"".join(struct.pack(">QHHI", START_KEY, *one, 0) for one in entries))
    return str(game), str(book)


def test_a_book_is_printed_as_a_table(files: tuple[str, str], capsys) -> None:
    game, book = files
    assert main(["lookup", game, "--in", book]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "book.bin",
        "  Move  Weight",
        "  d4        60",
        "  e4        40",
    ]
    assert main(["lookup", game, "--in", book, "--ply", "1"]) == 0
    assert capsys.readouterr().out.splitlines() == ["book.bin", "  It has no move here."]


def test_json_has_neutral_moves_and_numbers(files: tuple[str, str], capsys) -> None:
    game, book = files
    assert main(["lookup", game, "--in", book, "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer == {
        "work": "book.bin",
        "remark": None,
        "moves": [
            {"move": "d2d4", "text": "d4", "weight": 60},
            {"move": "e2e4", "text": "e4", "weight": 40},
        ],
    }


def test_what_is_no_book_is_told(files: tuple[str, str], capsys) -> None:
    game, _ = files
    assert main(["lookup", game, "--in", game]) == 2
    assert "game.pgn is no opening book that Qipu knows" in capsys.readouterr().err
    assert main(["lookup", game, "--in", game, "--ply", "9"]) == 2
    assert "The main line has no ply 9." in capsys.readouterr().err
