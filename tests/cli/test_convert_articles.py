"""`qipu convert` of texts that people write: articles, messages, notes."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from viewer.__main__ import main
from viewer.face import load

ARTICLE = "1、炮二平五，马8进7；2、马二进三，车9平8。"


def test_an_article_becomes_a_record(tmp_path: Path) -> None:
    (tmp_path / "article.txt").write_text(ARTICLE, "utf-8")
    target = tmp_path / "out.xqf"
    assert main(["convert", str(tmp_path / "article.txt"), str(target)]) == 0
    assert len(load(target).record(0).nodes) == 5


def test_what_was_not_understood_is_told_with_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    article = tmp_path / "article.txt"
    article.write_text(
        "I played 1.e4 e5 2.Nf3 Nc6\n3.Bb5 Ng3 4.Bxc6 dxc6, and he fell into it, poor man.\n",
        "utf-8",
    )
    assert main(["convert", str(article), str(tmp_path / "out.pgn")]) == 0
    said = f"qipu: {article}:2:7: “Ng3” isn't possible here; it is kept as it is written."
    assert said in capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("way", [["--from", "text"], ["--from", "txt"], ["--game", "xiangqi"]])
def test_standard_input_is_read_as_a_text_where_that_is_said(
    way: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ARTICLE.encode())))
    target = tmp_path / "out.pgn"
    assert main(["convert", "-", str(target), *way]) == 0
    assert load(target).record(0).game == "xiangqi"


def test_the_game_is_said_where_a_text_does_not(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("1. M12 2. J10 3. K14", "utf-8")
    target = tmp_path / "out.moves"
    assert main(["convert", str(tmp_path / "notes.md"), str(target), "--game", "twixt"]) == 0
    assert load(target).record(0).game == "twixt"


@pytest.mark.parametrize(
    ("way", "why"),
    [
        (["--game", "draughts"], "There is no game draughts"),
        (["--from", "nonsense"], "There is no format nonsense"),
        (["--game", "shogi"], "The text tells no game"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    way: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "article.txt").write_text(ARTICLE, "utf-8")
    assert main(["convert", str(tmp_path / "article.txt"), str(tmp_path / "out.pgn"), *way]) == 2
    assert why in capsys.readouterr().err


def test_of_a_folder_neither_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["convert", str(tmp_path), str(tmp_path / "out"), "--to", "pgn", "--from", "text"]
    assert main(words) == 2
    assert "--from is for a single file" in capsys.readouterr().err
