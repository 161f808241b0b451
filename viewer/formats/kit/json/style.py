"""The spacing of a JSON text, applied to new values, and the values of numbers.

`1`, `1.0` and `10e-1` are the same number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import ROUND_FLOOR, Decimal

from viewer.base.named import NamedTuple
from viewer.base.patterns import compiled

_COLON = compiled(r'"[ \t\r\n]*:([ \t\r\n]*)')
_FIRST = compiled(r"[ \t\ufeff\r\n]*\{[ \t]*(\r?\n)([ \t]+)\"")
_TOKEN = compiled(r'"(?:[^"\\]|\\.)*+"|([\[{])|([\]}])|(,)[ ]*|[^"\[\]{},]+', re.DOTALL)
_LONGEST = 1 << 16  # characters; longer values are written on one line
_DEEPEST = 12


class JsonStyle(NamedTuple):
    """The spacing of new JSON.

    Attributes:
        colon, comma: the separators between names and values, and between items on a line.
        indent: the indent of a level, "" if items aren't on separate lines.
        line_end: the line end, if items are on separate lines.
        flat: the number of innermost levels that are written on one line, in that case.
    """

    colon: str = ": "
    comma: str = ", "
    indent: str = ""
    line_end: str = "\n"
    flat: int = 0

    def object(self, members: list[tuple[str, str]]) -> str:
        """An object with members that are written already."""
        return "{" + self.comma.join(f'"{key}"{self.colon}{text}' for key, text in members) + "}"

    def array(self, items: list[str]) -> str:
        """An array with items that are written already."""
        return "[" + self.comma.join(items) + "]"


def style_of(text: str, nested: Sequence[re.Pattern[str]] = ()) -> JsonStyle:
    """The style of a text, by its first colon, the indent of its first line, and its nested values.

    `nested` finds examples of values, each containing the previous one, with the whitespace they begin with.
    """
    found = _COLON.search(text)
    style = JsonStyle(":", ",") if found is not None and found[1] != " " else JsonStyle()
    first = _FIRST.match(text)
    if first is None:
        return style
    flat = 0
    for pattern in nested:
        sample = pattern.search(text)
        if sample is None or "\n" in sample[1]:
            break
        flat += 1
    return style._replace(line_end=first[1], indent=first[2], flat=flat)


def margin_at(text: str, at: int) -> str:
    """The whitespace at the beginning of the line of an offset."""
    start = text.rfind("\n", 0, at) + 1
    line = text[start:at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def spaced(value: str, style: JsonStyle, margin: str) -> str:
    """A one-line value, spread to one item per line if the style does so.

    `margin` is the indent of the line on which it begins. A value with line breaks stays as it is.
    """
    if not style.indent or "\n" in value or len(value) > _LONGEST or value[:1] not in ("[", "{"):
        return value
    tokens = list(_TOKEN.finditer(value))
    ends = _ends_of_lines(tokens, style.flat)
    out: list[str] = []
    depth = skip = 0
    for token in tokens:
        opening, closing, comma = token.groups()
        if token.start() < skip:
            continue
        if token.start() in ends:
            skip = ends[token.start()]
            out.append(value[token.start() : skip])
        elif opening or closing or comma:
            depth += 1 if opening else -1 if closing else 0
            if depth > _DEEPEST:
                return value
            line = style.line_end + margin + style.indent * depth
            out.append(line + closing if closing else (opening or comma) + line)
        else:
            out.append(token.group())
    return "".join(out)


def _ends_of_lines(tokens: list[re.Match[str]], flat: int) -> dict[int, int]:
    """The offsets of the values that stay on one line: those of `flat` levels, and empty ones."""
    out: dict[int, int] = {}
    stack: list[tuple[int, int]] = []  # (its offset, the number of levels in it)
    last = -1
    for number, token in enumerate(tokens):
        opening, closing, _ = token.groups()
        if opening:
            stack.append((token.start(), 1))
            last = number
        elif closing and stack:
            start, height = stack.pop()
            if height <= flat or last == number - 1:
                out[start] = token.end()
            if stack:
                above, most = stack[-1]
                stack[-1] = (above, max(most, height + 1))
    return out


# ---------------------------------------------------------------------------------------- numbers

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
