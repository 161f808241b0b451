"""Commands that mean one's own games say where the settings, lists and histories can't be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.cli.mistakes import own_names

PGN = """[White "Adler, A"]
[Black "Berg, B"]

1. f3 {[%eval -3.6,9]} ( 1. e4 {[%eval 0.15,9]} e5 ) e5 {[%eval -3.70,9]} *
"""


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind.lower()))
    (tmp_path / "games.pgn").write_text(PGN)
    path = tmp_path / "config" / "qipu" / "settings.json"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        (None, "", ""),
        ("", "", ""),
        ('{"own-names": "A. Adler"}', "A. Adler", ""),
        ('{"own-names": "A. Adler", "animate": 7}', "A. Adler", ""),
        ('{"own-names": 7}', "", "settings.json: Setting own-names can't be 7"),
        ('{"own-nam', "", "settings.json: The settings can't be read"),
        ("[1]", "", "settings.json: The settings can't be read: no object"),
        ("\udc80", "", "settings.json: The settings can't be read"),
    ],
)
def test_names_that_cannot_be_read_are_told(
    settings: Path, capsys: pytest.CaptureFixture[str], text: str | None, names: str, said: str
) -> None:
    if text is not None:
        settings.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert own_names() == names
    err = capsys.readouterr().err
    assert said in err if said else not err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_settings_that_are_a_pipe_are_not_waited_for(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(settings)
    assert main(["report", "games.pgn", "--together"]) == 2
    assert f"{settings}: it is a pipe or a device" in capsys.readouterr().err


def test_a_list_of_repertoires_that_is_a_folder_is_told(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data" / "qipu" / "library" / "repertoires.json"
    path.mkdir(parents=True)
    for words in (["list"], ["left", "games.pgn"], ["mark", "games.pgn", "--side", "white"]):
        assert main(["repertoire", *words]) == 2
        assert f"{path}: it is a folder" in capsys.readouterr().err


def test_a_damaged_list_of_repertoires_is_told_and_kept(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data" / "qipu" / "library" / "repertoires.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"repertoires": [')
    assert main(["repertoire", "list"]) == 1
    assert f"{path} is damaged" in capsys.readouterr().err
    assert main(["repertoire", "mark", "games.pgn", "--side", "white"]) == 0
    assert "what was there is kept as" in capsys.readouterr().err
    assert '{"repertoires": [' in [one.read_text() for one in path.parent.iterdir()]


def test_a_large_file_that_is_no_record_is_named(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "zero.pgn").write_bytes(bytes(200_000))
    words = ["repertoire", "left", "zero.pgn", "--of", "games.pgn", "--side", "white"]
    assert main([*words, "--everybody"]) == 2
    err = capsys.readouterr().err
    assert "zero.pgn: The name ends in .pgn" in err
    assert "mistake" not in err


def test_a_history_that_cannot_be_read_and_games_that_are_gone_are_told_with_results(
    settings: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.write_text('{"own-names": "A. Adler"}')
    assert main(["mistakes", "games.pgn", "--deck", "d"]) == 0
    capsys.readouterr()
    history = tmp_path / "state" / "qipu" / "training.jsonl"
    history.mkdir()
    (tmp_path / "games.pgn").unlink()
    assert main(["mistakes", "--deck", "d", "--results"]) == 2
    err = capsys.readouterr().err
    assert f"{history}: it is a folder" in err
    assert "games.pgn: It isn't there any more." in err
