"""`qipu book` and `qipu library book`."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest
from chess.polyglot import open_reader

from viewer.__main__ import main

GAMES = """[White "Karpov"]
[Black "Berg"]
[Result "1-0"]

1. e4 c5 2. Nf3 d6 1-0

[White "Adler"]
[Black "Karpov"]
[Result "0-1"]

1. e4 c5 2. Nf3 e6 0-1

[White "Adler"]
[Black "Berg"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2
"""
SHOGI = """手合割：平手
   1 ７六歩(77)
   2 ３四歩(33)
   3 投了
"""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def weights(path: Path, *moves: str) -> dict[str, int]:
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    with open_reader(path) as reader:
        return {entry.move.uci(): entry.weight for entry in reader.find_all(board)}


def test_a_book_of_a_file(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = games.with_name("book.bin")
    words = ["book", str(games), str(out), "--at-least", "1"]
    assert main(words) == 0
    assert capsys.readouterr().out == "6 moves of 5 positions from 3 games.\n"
    assert weights(out) == {"e2e4": 2, "d2d4": 1}
    before = out.read_bytes()
    assert main([*words, "--up-to", "1"]) == 2
    assert "is there already; --force writes over it" in capsys.readouterr().err
    assert out.read_bytes() == before
    assert main([*words, "--up-to", "1", "--force"]) == 0
    assert weights(out, "e2e4", "c7c5") == {}
    assert weights(out, "e2e4") == {"c7c5": 2}


def test_games_are_chosen_by_number(games: Path) -> None:
    out = games.with_name("book.bin")
    assert main(["book", str(games), str(out), "--at-least", "1", "--records", "3"]) == 0
    assert weights(out) == {"d2d4": 1}


def test_a_book_on_standard_output(
    games: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["book", str(games), "-", "--at-least", "1"]) == 0
    data, err = capfdbinary.readouterr()
    assert len(data) == 6 * 16
    assert err.startswith(b"qipu: 6 moves")


def test_a_book_of_shogi(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, out = games.with_name("a.kif"), games.with_name("a.db")
    record.write_text(SHOGI, encoding="utf-8")
    assert main(["book", str(record), str(out), "--at-least", "1"]) == 0
    assert "7g7f 3c3d none none 1\n" in out.read_text()
    capsys.readouterr()
    assert main(["lookup", str(record), "--in", str(out)]) == 0
    assert "７六歩" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["book.txt"], "one of these kinds: .bin, .db; not book.txt"),
        (["book.db"], "made of games of Shogi; there is none"),
        (["book.bin", "--at-least", "9"], "No move was played in a position 9 times"),
        (["book.bin", "--at-least", "0"], "“0” is no number of 1 or more"),
        (["book.bin", "--moves-of", "red"], "“red” is no side"),
        (["book.bin", "--records", "9"], "9"),
    ],
)
def test_what_can_t_be_done_is_a_sentence(
    games: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    out = games.with_name(words[0])
    assert main(["book", str(games), str(out), *words[1:]]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert "mistake" not in err
    assert not out.exists()


def test_a_book_of_what_a_library_finds(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "build", str(games), "--name", "L"]) == 0
    out = games.with_name("karpov.bin")
    words = ["library", "book", "L", "--output", str(out), "--at-least", "1"]
    assert main([*words, "--player", "Karpov", "--colour", "black", "--moves-of", "black"]) == 0
    assert capsys.readouterr().out.endswith("2 moves of 2 positions from one game.\n")
    assert weights(out, "e2e4", "c7c5", "g1f3") == {"e7e6": 2}
    assert main([*words, "--player", "Karpov"]) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--player", "Karpov", "--force", "--moves", "1. e4 c5"]) == 0
    assert weights(out, "e2e4", "c7c5", "g1f3") == {"e7e6": 2}
    assert weights(out, "e2e4") == {"c7c5": 2}
    capsys.readouterr()
    assert main([*words, "--player", "nobody", "--force"]) == 1
    assert "Nothing was found" in capsys.readouterr().err
    games.write_text(GAMES.replace("Karpov", "Kasparov"))
    assert main([*words, "--player", "Karpov", "--force"]) == 2
    assert "Bring the library up to date" in capsys.readouterr().err
