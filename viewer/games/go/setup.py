"""Neutral texts of go: squares, and positions that are set up (`9x13 B dd pp W qc PL W`).

A square is two letters as in SGF: its column, then its row, from the top left; a–z, then A–Z for
the lines 27 to 52. A text with a size is a whole position, one without says what changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from viewer.base.messages import Message, message
from viewer.games.stones.placement import Placement, SetupSyntax

__all__ = [
    "LARGEST",
    "LETTERS",
    "SYNTAX",
    "USUAL",
    "Placement",
    "column_row",
    "complaint_of",
    "on_board",
    "read_setup",
    "read_size",
    "square_at",
    "write_setup",
]

LARGEST = 52
"""Lines that a board can have in each direction, as letters have it."""
USUAL = 19

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}
_SIZE = re.compile(r"0*(\d{1,4})(?:[xX×:]0*(\d{1,4}))?\Z", re.ASCII)


def square_at(column: int, row: int) -> str:
    """The square of a column and a row, both from 0. Raises IndexError beyond 52."""
    return LETTERS[column] + LETTERS[row]


def column_row(square: str) -> tuple[int, int] | None:
    """Column and row of a square, from 0; None for what is no square on any board."""
    if len(square) != 2:
        return None
    column, row = _NUMBER.get(square[0]), _NUMBER.get(square[1])
    return None if column is None or row is None else (column, row)


def read_size(text: str) -> tuple[int, int] | None:
    """Width and height of `19` or `9x13`, None for anything else, also sizes that no board has."""
    found = _SIZE.match(text)
    if found is None:
        return None
    width = int(found[1])
    height = int(found[2]) if found[2] else width
    return (width, height) if 1 <= width <= LARGEST and 1 <= height <= LARGEST else None


def _place(word: str) -> str:
    return word if column_row(word) is not None else ""


def _sorted(squares: Iterable[str]) -> list[str]:
    return sorted(set(squares))


def _bad_size(word: str) -> Message:
    return message(
        "“{text}” is not the size of a board: 1 to {largest} lines.", text=word, largest=LARGEST
    )


def _bad_square(word: str) -> Message:
    return message("“{text}” is not a point of a go board.", text=word)


SYNTAX = SetupSyntax(
    usual=USUAL,
    players=("B", "W"),
    read_size=read_size,
    read_square=_place,
    sort_squares=_sorted,
    no_size=message("A board needs a size: 13, or 9x13."),
    bad_size=_bad_size,
    bad_square=_bad_square,
)
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write


def on_board(squares: Iterable[str], width: int, height: int) -> list[tuple[int, int]]:
    """Columns and rows of the squares that a board has."""
    found = (column_row(square) for square in squares)
    return [at for at in found if at is not None and at[0] < width and at[1] < height]
