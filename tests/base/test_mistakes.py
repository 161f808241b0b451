"""Reports of exceptions: kinds and lines, nothing of what was worked on."""

from __future__ import annotations

from pathlib import Path

import pytest

from viewer.base.jobs import run_inline
from viewer.base.mistakes import place, reason, report

SECRET = "a name"


def raised() -> Exception:
    def steps():
        raise ValueError(SECRET)
        yield

    try:
        run_inline(steps())
    except ValueError as error:
        try:
            raise KeyError(SECRET) from error
        except KeyError as other:
            return other
    raise AssertionError


def test_the_reason_is_one_short_line() -> None:
    assert reason(ValueError("two\nlines")) == "ValueError: two lines"
    assert reason(ValueError()) == "ValueError"
    assert len(reason(ValueError("x" * 9999))) < 200


def test_the_place_is_the_last_line_of_the_program() -> None:
    error = raised().__cause__
    assert error is not None
    assert place(error).startswith("viewer/base/jobs.py:")
    assert place(ValueError()) == ""


def test_the_report_names_no_text_and_no_folder() -> None:
    text = report(raised(), "Qipu 1")
    assert text.startswith("Qipu 1, Python ")
    assert "\nKeyError\n" in text
    assert "\ncaused by ValueError\n" in text
    assert "  viewer/base/jobs.py:" in text
    assert SECRET not in text.replace(f'SECRET = "{SECRET}"', "")
    assert str(Path.home()) not in text
    assert str(Path(__file__).parent) not in text


def test_a_deep_recursion_is_a_short_report() -> None:
    def deeper(n: int) -> None:
        deeper(n - 1) if n else int("no number")

    with pytest.raises(ValueError, match="no number") as found:
        deeper(500)
    assert report(found.value).count("\n") < 200
