"""The values of JSON numbers: `1`, `1.0` and `10e-1` are the same number."""

from __future__ import annotations

import re
from decimal import ROUND_FLOOR, Decimal

_NUMBER = re.compile(r"(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([-+]?)([0-9]+))?\Z", re.ASCII)
_HALF = Decimal("0.5")
_FAR = 10**9  # larger exponents are cut to it; no text has enough digits to balance them


def is_number(text: str) -> bool:
    """Whether a text is a JSON number."""
    return _NUMBER.match(text) is not None


def number_of(text: str) -> Decimal | None:
    """The value of a JSON number, exactly; None for other texts. Exponents end at 10⁹."""
    found = _NUMBER.match(text)
    if found is None:
        return None
    sign, whole, part, way, far = found.groups()
    digits = whole + (part or "")
    if not digits.strip("0"):
        return Decimal(0)
    exponent = (far or "0").lstrip("0") or "0"
    power = _FAR if len(exponent) > 9 else int(exponent)
    dot = f".{part}" if part else ""
    return Decimal(f"{sign}{whole}{dot}e{way or ''}{power}")


def whole_number(text: str, below: int) -> int | None:
    """The value of a JSON number if it is a whole number from 0 to below a bound, else None."""
    if text.isdecimal() and text.isascii() and (text == "0" or text[0] != "0"):
        return int(text) if len(text) < 10 and int(text) < below else None
    number = number_of(text)
    if number is None or not 0 <= number < below or number != number.to_integral_value():
        return None
    return int(number)


def in_halves(number: Decimal) -> bool:
    """Whether a number is a multiple of a half."""
    floor = number.to_integral_value(ROUND_FLOOR)
    return number in (floor, floor + _HALF)
