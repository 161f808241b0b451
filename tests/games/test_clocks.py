"""Times as records write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from viewer.games.clocks import seconds_of, time_text


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0:00:06", 6),
        ("1:02:03", 3723),
        ("2:05", 125),
        ("90", 90),
        ("0:00:06.125", Fraction(49, 8)),
        (" 0:00:01 ", 1),
        ("100:00:00", 360_000),
        ("", None),
        ("soon", None),
        ("1:2:3:4", None),
        ("-0:01", None),
        ("٣", None),
        ("9" * 100, None),
    ],
)
def test_a_time_is_read(text: str, seconds: object) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    "text", ["0:00:06", "1:02:03", "0:00:06.125", "0:00:59.5", "100:00:00", "0:00:00"]
)
def test_a_time_is_written_as_it_was_read(text: str) -> None:
    seconds = seconds_of(text)
    assert seconds is not None
    assert time_text(seconds) == text
