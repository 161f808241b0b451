"""Texts shared by Hex and Twixt: squares named by letters and a number (`a1`, `ab12`), sizes of boards.

Columns are letters from the left (a–z, then aa, ab …), rows numbers from the top. A square may be
beyond the edge of any board: the file's text is kept, and the rules report it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from viewer.base.patterns import late

_PLACE = late(r"([a-z]{1,3})([1-9]\d{0,3})\Z", re.ASCII)
_SIZE = late(r"0*(\d{1,4})(?:[xX×:]0*(\d{1,4}))?\Z", re.ASCII)


@lru_cache(maxsize=1024)
def column_name(column: int) -> str:
    """The letters of a column from 0: a–z, aa–zz, aaa … Raises ValueError below 0."""
    if column < 0:
        raise ValueError(column)
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(97 + letter) + letters
    return letters


def square_at(column: int, row: int) -> str:
    """The square of a column and a row, both from 0. Raises ValueError below 0."""
    if row < 0:
        raise ValueError(row)
    return f"{column_name(column)}{row + 1}"


@lru_cache(maxsize=1 << 12)
def column_row(square: str) -> tuple[int, int] | None:
    """Column and row of a square, from 0; None for texts that aren't squares of any board."""
    found = _PLACE.match(square)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 96
    return column - 1, int(found[2]) - 1


def read_size(text: str, least: int, most: int) -> tuple[int, int] | None:
    """Width and height of `11` or `11x9`; None for anything else, also for sizes out of bounds."""
    found = _SIZE.match(text)
    if found is None:
        return None
    width = int(found[1])
    height = int(found[2]) if found[2] else width
    return (width, height) if least <= width <= most and least <= height <= most else None


def size_text(width: int, height: int) -> str:
    """The text of a size: `11`, or `11x9` if width and height differ."""
    return str(width) if width == height else f"{width}x{height}"


def sorted_squares(squares: Iterable[str]) -> list[str]:
    """Squares, each once, row by row from the top; invalid ones come last."""
    beyond = 1 << 30, 1 << 30
    return sorted(set(squares), key=lambda square: ((column_row(square) or beyond)[::-1], square))
