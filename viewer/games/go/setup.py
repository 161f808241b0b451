"""Neutral texts of go: squares, and set-ups (`9x13 B dd pp W qc PL W`).

A square is two letters as in SGF: its column, then its row, from the top left; a–z, then A–Z for
the lines 27 to 52. A text with a size is a whole position; one without is a change.
"""

from __future__ import annotations

from viewer.base.messages import message
from viewer.games.stones.placement import SetupSyntax

LARGEST = 52
"""Lines that a board can have in each direction, as letters have it."""
USUAL = 19

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}


def square_at(column: int, row: int) -> str:
    """The square of a column and a row, both from 0. Raises IndexError beyond 52."""
    return LETTERS[column] + LETTERS[row]


def column_row(square: str) -> tuple[int, int] | None:
    """Column and row of a square, from 0; None for texts that aren't squares of any board."""
    if len(square) != 2:
        return None
    column, row = _NUMBER.get(square[0]), _NUMBER.get(square[1])
    return None if column is None or row is None else (column, row)


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
    sort_squares=lambda squares: sorted(set(squares)),
)
read_size = SYNTAX.read_size
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write
