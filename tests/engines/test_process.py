"""Command lines are cut into words once, by the rules of shells and of Windows."""

from __future__ import annotations

import pytest

from viewer.base.refused import Refused
from viewer.engines.process import command_text, cut_command

BOTH = [
    ("", ()),
    ("gtp -model net.bin.gz", ("gtp", "-model", "net.bin.gz")),
    ('gtp  "two words" ""', ("gtp", "two words", "")),
    ("$HOME; rm *|x > y && z", ("$HOME;", "rm", "*|x", ">", "y", "&&", "z")),
]
WINDOWS = [
    (r'"C:\Program Files\x.exe" C:\a\b', (r"C:\Program Files\x.exe", r"C:\a\b")),
    (r'a\\\"b c\\"d e"', ('a\\"b', r"c\d e")),
    (r"C:\Bob's\net it's", (r"C:\Bob's\net", "it's")),
]


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize(("text", "words"), BOTH)
def test_words(text: str, words: tuple[str, ...], windows: bool) -> None:
    assert cut_command(text, windows) == words
    assert cut_command(command_text(words, windows), windows) == words


@pytest.mark.parametrize(("text", "words"), WINDOWS)
def test_words_of_windows(text: str, words: tuple[str, ...]) -> None:
    assert cut_command(text, windows=True) == words
    assert cut_command(command_text(words, windows=True), windows=True) == words


@pytest.mark.parametrize("windows", [False, True])
def test_a_quotation_mark_that_is_not_closed_is_told(windows: bool) -> None:
    with pytest.raises(Refused, match="quotation mark isn't closed"):
        cut_command('gtp "net', windows)
