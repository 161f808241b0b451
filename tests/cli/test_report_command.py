"""`qipu report` of a game: whose moves it is about."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from viewer.__main__ import main

PGN = """[White "Anna"]
[Black "Ben"]

1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Ke2 {[%eval -4.0]} Qh4 {[%eval 3.1]} 3. Nf3 {[%eval 3.0]} *
"""
WHITE, BLACK = "White: 2. Ke2", "Black: 2… Qh4"


@pytest.mark.parametrize(
    ("own", "player", "told", "other"),
    [
        ("Someone; ben", "", [BLACK], [WHITE]),
        ("Someone\nanna", "", [WHITE], [BLACK]),
        ("Someone\nanna", "Ben", [BLACK], [WHITE]),
        ("Someone", "", [WHITE, BLACK], []),
        ("", "", [WHITE, BLACK], []),
    ],
)
def test_it_is_about_ones_own_side(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    own: str,
    player: str,
    told: list[str],
    other: list[str],
) -> None:
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    path = tmp_path / "game.pgn"
    path.write_text(PGN, "utf-8")
    settings = tmp_path / "config" / "qipu" / "settings.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"own-names": own}))
    assert main(["report", str(path), *(["--player", player] if player else [])]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(words in said for words in told)
    assert not any(words in said for words in other)


@pytest.mark.parametrize("more", [[], ["--together"]])
def test_a_player_of_no_game_is_told_with_names_like_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    path = tmp_path / "game.pgn"
    path.write_text(PGN.replace("Anna", "Weber, Anna"), "utf-8")
    assert main(["report", str(path), "--player", "Webber", *more]) == 1
    said = capsys.readouterr()
    assert "No player of these games is called Webber. Similar names: Weber, Anna." in said.err
    assert "learn" not in said.out
    assert main(["report", str(path), "--player", "Xu", *more]) == 1
    assert "The players: Weber, Anna; Ben." in capsys.readouterr().err
    assert main(["report", str(path), "--player", "Weber", *more]) == 0
    path.write_text(PGN.partition("\n\n")[2], "utf-8")
    assert main(["report", str(path), "--player", "Xu", *more]) == 1
    assert "No player of these games is called Xu." in capsys.readouterr().err
    path.unlink()
    assert main(["report", str(path), "--player", "Xu", *more]) == 2


def test_a_player_of_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, status in (("Benn", 1), ("Ben", 0)):
        stdin = io.TextIOWrapper(io.BytesIO(PGN.encode()))
        monkeypatch.setattr("sys.stdin", stdin)
        assert main(["report", "-", "--player", name]) == status
    assert "Similar names: Ben." in capsys.readouterr().err


def test_a_report_of_many_games_is_not_written_over_one(tmp_path: Path, capsys) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[White "Adler, A"]\n[Black "Berg, B"]\n\n1. e4 e5 1-0\n', "utf-8")
    before = path.read_bytes()
    words = ["report", str(tmp_path / "game.txt"), "--together", "--player", "Adler, A"]
    assert main([*words, "-o", str(path)]) == 2
    assert "is being read; write to another file." in capsys.readouterr().err
    assert path.read_bytes() == before
