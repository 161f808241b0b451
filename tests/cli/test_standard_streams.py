"""`-` as standard input and output, and words that are neither a command nor a file."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from toy_records import line_record, toy_bytes

from viewer.__main__ import main

GAME = b'[Event "A"]\r\n[White "B\xfc"]\r\n[Result "*"]\r\n\r\n1. e4 e5 *\r\n'
KIF = "# ----\n手合割：平手\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n".encode(
    "cp932"
)


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch):
    """Gives bytes to standard input."""

    def give(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return give


def test_a_record_is_dumped_and_checked_from_standard_input(given, capsysbinary) -> None:
    for data, game in ((GAME, "chess"), (KIF, "shogi"), (gzip.compress(GAME), "chess")):
        given(data)
        assert main(["dump", "-"]) == 0
        assert json.loads(capsysbinary.readouterr().out)["records"][0]["game"] == game
    given(GAME)
    assert main(["dump", "--lines", "-"]) == 0
    assert json.loads(capsysbinary.readouterr().out)["file"] == "-"
    given(KIF)
    assert main(["check", "-"]) == 0
    assert b"1 checked: 1 clean" in capsysbinary.readouterr().out


def test_nothing_and_no_record_in_standard_input(given, capsysbinary) -> None:
    for data, said in (
        (b"", b"-: The file is empty."),
        (b"\xff\xfe\xfd", b"-: This is no game record"),
    ):
        for words in (
            ["dump", "-"],
            ["convert", "--to", "kif", "-", "-"],
            ["render", "-", "-o", "-"],
        ):
            given(data)
            assert main(words) == 2
            out, err = capsysbinary.readouterr()
            assert said in err
            assert out == b""


def test_the_same_format_gives_the_same_bytes(given, capsysbinary) -> None:
    for data, suffix in ((GAME, "pgn"), (KIF, "kif"), (KIF, ".KIF")):
        given(data)
        assert main(["convert", "--to", suffix, "-", "-"]) == 0
        out, err = capsysbinary.readouterr()
        assert (out, err) == (data, b"")


def test_standard_input_becomes_a_file_and_a_file_standard_output(
    given, tmp_path: Path, capsysbinary
) -> None:
    given(KIF)
    path = tmp_path / "game.csa"
    assert main(["convert", "-", str(path), "--allow-loss"]) == 0
    capsysbinary.readouterr()
    assert main(["convert", str(path), "-", "--to", "kifu", "--allow-loss"]) == 0
    out = capsysbinary.readouterr().out
    assert "７六歩(77)".encode() in out
    assert os.listdir(tmp_path) == ["game.csa"]


def test_packed_output_and_a_format_that_the_name_does_not_say(
    given, tmp_path: Path, capsysbinary
) -> None:
    given(GAME)
    assert main(["convert", "--to", "pgn.gz", "-", "-"]) == 0
    assert gzip.decompress(capsysbinary.readouterr().out) == GAME
    given(GAME)
    path = tmp_path / "game.txt"
    assert main(["convert", "-", str(path), "--to", "pgn"]) == 0
    assert path.read_bytes() == GAME
    given(GAME)
    assert main(["convert", "-", str(path), "--to", "pgn"]) == 2
    assert b"is there already" in capsysbinary.readouterr().err


def test_losses_are_refused_on_standard_output_too(given, capsysbinary) -> None:
    given(GAME)
    assert main(["convert", "--to", "fen", "-", "-"]) == 1
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert b"Nothing is written to standard output" in err
    assert b"--allow-loss" in err


def test_standard_output_needs_a_format(given, capsysbinary) -> None:
    given(GAME)
    assert main(["convert", "-", "-"]) == 2
    assert b"--to FORMAT" in capsysbinary.readouterr().err
    assert main(["convert", "--to", "frob", "-", "-"]) == 2
    assert b"names no format that Qipu writes" in capsysbinary.readouterr().err


def test_a_picture_on_standard_output(given, capsysbinary) -> None:
    given(GAME)
    assert main(["render", "-", "-o", "-"]) == 0
    assert b"<svg" in capsysbinary.readouterr().out[:200]
    pytest.importorskip("PySide6")
    given(GAME)
    assert main(["render", "-", "-o", "-", "--to", "png", "--size", "64"]) == 0
    assert capsysbinary.readouterr().out.startswith(b"\x89PNG")


def test_a_picture_of_a_kind_that_the_name_does_not_say(given, tmp_path: Path) -> None:
    given(GAME)
    assert main(["render", "-", "-o", str(tmp_path / "board"), "--to", "svg"]) == 0
    assert b"<svg" in (tmp_path / "board").read_bytes()[:200]


def test_a_real_pipe_is_binary(toys: None) -> None:
    """Every byte value goes through, in a process of its own."""
    data = b"XQ" + bytes(range(256)) * 8
    words = [
        sys.executable,
        "-P",
        "-m",
        "viewer",
        "convert",
        "--to",
        "xqf",
        "--allow-loss",
        "-",
        "-",
    ]
    done = subprocess.run(words, input=data, capture_output=True, check=True)
    assert done.stdout == data


def test_a_collection_of_several_records(given, toys: None, capsysbinary) -> None:
    data = toy_bytes((line_record("h2e2"), line_record("c3c4")))
    given(data)
    assert main(["convert", "--to", "toy", "-", "-"]) == 0
    assert capsysbinary.readouterr().out == data


@pytest.mark.parametrize("name", ["dump", "check", "convert", "render"])
def test_the_help_says_it(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert "standard input" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("word", "hint"),
    [
        ("frobnicate", "see qipu --help."),
        ("dmup", "Is it dump? See qipu --help."),
        ("Convert", "Is it convert? See qipu --help."),
        ("un-register", "Is it unregister? See qipu --help."),
    ],
)
def test_a_word_that_is_neither_a_command_nor_a_file(
    word: str, hint: str, capsys: pytest.CaptureFixture[str], monkeypatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([word]) == 2
    assert main([word, "game.kif"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines()[0].startswith(f"qipu: {word} is neither a command nor a file")
    assert err.endswith(f"{hint}\n")
