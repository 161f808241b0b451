"""`qipu help`: the manual on a terminal."""

from __future__ import annotations

import pytest

from viewer.__main__ import main


def test_the_list_of_chapters(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    assert "  read   " in capsys.readouterr().out.replace("read  ", "read   ")


def test_a_chapter_names_commands_and_keys(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "read"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Open and read\n")
    assert "(Ctrl+O)" in text
    assert "command:" not in text


def test_words_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "wrong", "encoding"]) == 0
    assert capsys.readouterr().out.startswith(
        "files: A folder of old files: Text that looks wrong\n"
    )


def test_words_that_stand_nowhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "nothing-has-this"]) == 2
    assert "nothing-has-this" in capsys.readouterr().err
