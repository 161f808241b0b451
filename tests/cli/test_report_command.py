"""`qipu report` of a game: whose moves it is about."""

from __future__ import annotations

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
