"""Neutral texts of go: squares, and set-ups (`9x13 B dd pp W qc PL W`).

A square is two letters as in SGF: its column, then its row, from the top left; a–z, then A–Z for
the lines 27 to 52. A square beyond these is two pairs of letters, the digits of its column and of its
row to the base 52: `baad` is column 53, row 4. (`pass` is beyond all boards.) A text with a size is a
whole position; one without is a change.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from viewer.base.limits import DEFAULT
from viewer.base.messages import message
from viewer.games.stones.placement import SetupSyntax

LARGEST = DEFAULT.lines
"""Lines that a board can have in each direction."""
USUAL = 19

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}


_BASE = len(LETTERS)


def line_letters(line: int) -> str:
    """The letters of a line from 0: one, or a pair beyond 52. Raises IndexError beyond 2704."""
    return LETTERS[line] if line < _BASE else _pair(line)


def square_at(column: int, row: int) -> str:
    """The square of a column and a row, both from 0. Raises IndexError beyond 2704."""
    if column < _BASE and row < _BASE:
        return LETTERS[column] + LETTERS[row]
    return _pair(column) + _pair(row)


@lru_cache(maxsize=1 << 12)
def column_row(square: str) -> tuple[int, int] | None:
    """Column and row of a square, from 0; None for texts that aren't squares of any board."""
    digits = [_NUMBER.get(letter, -1) for letter in square]
    if len(digits) not in (2, 4) or -1 in digits:
        return None
    if len(digits) == 2:
        return digits[0], digits[1]
    column, row = digits[0] * _BASE + digits[1], digits[2] * _BASE + digits[3]
    return (column, row) if _BASE <= max(column, row) < LARGEST else None


def _pair(line: int) -> str:
    first, second = divmod(line, _BASE)
    return LETTERS[first] + LETTERS[second]


def _sorted(squares: Iterable[str]) -> list[str]:
    """Squares, each once, by their letters; pairs behind the others."""
    return sorted(sorted(set(squares)), key=len)


SYNTAX = SetupSyntax(
    usual=USUAL,
    smallest=1,
    largest=LARGEST,
    players=("B", "W"),
    no_size=message("A board needs a size: 13, or 9x13."),
    bad_size=message("“{text}” is not the size of a board: 1 to {largest} lines."),
    bad_square=message("“{text}” is not a point of a go board."),
    column_row=column_row,
    capitals=True,
    sort_squares=_sorted,
)
read_size = SYNTAX.read_size
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write
