"""Writing moves as players and programs do, and reading them in any of these notations.

Q16 (columns from the left without I, rows from below), 16-4 (both from the top left), 16の四 (the
same, as in Japanese), B[pd] (SGF), B Q16 (GTP).
"""

from __future__ import annotations

import re
import unicodedata

from viewer.base.patterns import late
from viewer.games.go.board import BLACK, COLOURS, OUTSIDE, PASS, WHITE, Grid

A1, ONES, KANJI, SGF, GTP = "a1", "1-1", "kanji", "sgf", "gtp"

_DIGITS = "〇一二三四五六七八九"
_SIGNS = {"b": BLACK, "black": BLACK, "黒": BLACK, "黑": BLACK}
_SIGNS |= {"w": WHITE, "white": WHITE, "白": WHITE}
_COLOURED = late(r"(black|white|[bw](?=[\s\[:])|[黒黑白●○])[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
_A1 = late(r"([A-Za-z]{1,2})0*(\d{1,3})\Z", re.ASCII)
_ONES = late(r"0*(\d{1,3})\s*[-,./の]?\s*(?<!\d)0*(\d{1,3})\Z", re.ASCII)
_KANJI = late(r"(\d{1,3})\s*の?\s*([〇一二三四五六七八九十百]{1,5})\Z", re.ASCII)
_SGF = late(r"\[?((?:[A-Za-z]{2}){1,2})\]?\Z", re.ASCII)


def in_kanji(number: int) -> str:
    """A number below 1000: 四, 十六, 二十, 百五."""
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    front = _counted(hundreds, "百") + _counted(tens, "十")
    return front + (_DIGITS[ones] if ones else "")


def _counted(count: int, unit: str) -> str:
    """So many of a unit, which stands alone for one."""
    return (_DIGITS[count] if count > 1 else "") + unit if count else ""


def _from_kanji(text: str) -> int:
    """A number of `in_kanji`, 0 for anything else."""
    return next((number for number in range(1, 1000) if in_kanji(number) == text), 0)


def format_move(grid: Grid, colour: int, point: int, style: str, *, coloured: bool = False) -> str:
    """A move in a style; `coloured` adds its colour even if the style doesn't."""
    sign = COLOURS[colour]
    if style == SGF:
        return f"{sign}[{grid.squares[point] if point else ''}]"
    if style == GTP:
        return f"{sign} {grid.names[point] if point else 'pass'}"
    if style == KANJI:
        stone = ("黒" if colour == BLACK else "白") if coloured else ""
        return stone + (point_text(grid, point, style) if point else "パス")
    text = point_text(grid, point, style) if point else "pass"
    return f"{sign} {text}" if coloured else text


def point_text(grid: Grid, point: int, style: str) -> str:
    """A point in a style, without a colour."""
    if style in (ONES, KANJI):
        column, row = grid.column_row(point)
        return f"{column + 1}-{row + 1}" if style == ONES else f"{column + 1}の{in_kanji(row + 1)}"
    return grid.squares[point] if style == SGF else grid.names[point]


def parse_move(grid: Grid, text: str) -> tuple[int, int] | None:
    """(colour, point) that a text means, colour 0 if it names none; None for no move."""
    text = unicodedata.normalize("NFKC", text.strip()[:40])
    colour = 0
    found = _COLOURED.match(text)
    if found is not None:
        colour = _SIGNS.get(found[1].lower()) or (BLACK if found[1] == "●" else WHITE)
        text = found[2].strip()
    point = _point(grid, text)
    if point == OUTSIDE:
        from viewer.games.move_words import word_meant  # deferred: most moves name a place

        return (colour, PASS) if text == "[]" or word_meant(text) == "pass" else None
    return colour, point


def _point(grid: Grid, text: str) -> int:
    """The point that a text names in any style, OUTSIDE for none."""
    if (found := _A1.match(text)) is not None:
        return grid.named.get(f"{found[1].upper()}{found[2]}", OUTSIDE)
    if (found := _SGF.match(text)) is not None:
        return _sgf_point(grid, found[1])
    if (found := _KANJI.match(text)) is not None:
        return _at(grid, int(found[1]), _from_kanji(found[2]))
    if (found := _ONES.match(text)) is not None:
        return _at(grid, int(found[1]), int(found[2]))
    return OUTSIDE


def _sgf_point(grid: Grid, square: str) -> int:
    """The point of two letters; capitals mean lower case unless the board is large enough to need them."""
    if square in grid.point_of:
        return grid.point_of[square]
    if max(grid.width, grid.height) <= 19 and square == "tt":
        return PASS
    return (
        grid.point_of.get(square.lower(), OUTSIDE)
        if max(grid.width, grid.height) <= 26
        else OUTSIDE
    )


def _at(grid: Grid, column: int, row: int) -> int:
    if 1 <= column <= grid.width and 1 <= row <= grid.height:
        return row * grid.stride + column
    return OUTSIDE
