"""Numbers of JSON by their value."""

from __future__ import annotations

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.formats.kit.json.style import in_halves, is_number, number_of, whole_number


@given(st.from_regex(r"-?(0|[1-9][0-9]{0,5})(\.[0-9]{1,5})?([eE][-+]?[0-9]{1,2})?", fullmatch=True))
def test_the_value_is_exact(text: str) -> None:
    number = number_of(text)
    assert number is not None
    exact = Fraction(text)
    assert Fraction(number) == exact
    assert in_halves(number) == ((2 * exact).denominator == 1)
    within = exact.denominator == 1 and 0 <= exact < 1000
    assert whole_number(text, 1000) == (int(exact) if within else None)
    assert float(number) == float(json.loads(text))


@pytest.mark.parametrize(
    "text", ["", "01", "+1", "1.", ".5", "1e", "0x1", "NaN", "null", "1 ", "１", "--1"]
)
def test_what_is_no_number(text: str) -> None:
    assert not is_number(text)
    assert number_of(text) is None
    assert whole_number(text, 10) is None


def test_numbers_without_bounds_take_no_time() -> None:
    assert whole_number("1e" + "9" * 5000, 10) is None
    assert whole_number("1e-" + "9" * 5000, 10) is None
    assert whole_number("0e" + "9" * 5000, 10) == 0
    assert whole_number("9" * 100_000, 10) is None
    assert whole_number("1." + "0" * 100_000, 10) == 1
    assert not in_halves(Decimal("0.5" + "0" * 100 + "1"))
