"""Neutral texts of go: places, and positions that are set up (`9x13 B dd pp W qc PL W`).

A place is two letters as in SGF: its column, then its row, from the top left; a–z, then A–Z for
the lines 27 to 52. A text with a size is a whole position, one without says what changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from viewer.base.messages import Message, message

LARGEST = 52
"""Lines that a board can have in each direction, as letters have it."""
USUAL = 19

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = {letter: number for number, letter in enumerate(LETTERS)}
_SIZE = re.compile(r"0*(\d{1,4})(?:[xX×:]0*(\d{1,4}))?\Z", re.ASCII)


class Placement(NamedTuple):
    """What a set-up says.

    Attributes:
        width, height: of the board, None where the text has no size: it changes what is there.
        black, white, empty: places where a stone comes to be, or none, as the text has them.
        to_play: "B" or "W", "" where nothing is said.
    """

    width: int | None = None
    height: int | None = None
    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    to_play: str = ""


def place_at(column: int, row: int) -> str:
    """The place of a column and a row, both from 0. Raises IndexError beyond 52."""
    return LETTERS[column] + LETTERS[row]


def column_row(place: str) -> tuple[int, int] | None:
    """Column and row of a place, from 0; None for what is no place on any board."""
    if len(place) != 2:
        return None
    column, row = _NUMBER.get(place[0]), _NUMBER.get(place[1])
    return None if column is None or row is None else (column, row)


def read_size(text: str) -> tuple[int, int] | None:
    """Width and height of `19` or `9x13`, None for anything else, also sizes that no board has."""
    found = _SIZE.match(text)
    if found is None:
        return None
    width = int(found[1])
    height = int(found[2]) if found[2] else width
    return (width, height) if 1 <= width <= LARGEST and 1 <= height <= LARGEST else None


def read_setup(text: str) -> Placement:
    """A set-up as far as it can be read: what is no place is left out (see `complaint_of`).

    Places off the board are kept: how large it is, may be said elsewhere.
    """
    return _read(text)[0]


def complaint_of(text: str) -> Message | None:
    """The first thing in a set-up that couldn't be read, None where all could."""
    return _read(text)[1]


def _read(text: str) -> tuple[Placement, Message | None]:
    words = text.split()
    to_play = ""
    # `PL` is a place as well, of boards above 41 lines: it says who plays only at the very end.
    if len(words) > 1 and words[-2] == "PL" and words[-1] in ("B", "W"):
        to_play = words[-1]
        del words[-2:]
    complaint: Message | None = None
    size: tuple[int, int] | None = None
    if words and words[0][0].isdigit():
        size = read_size(words[0])
        if size is None:
            complaint = message(
                "“{text}” is not the size of a board: 1 to {largest} lines.",
                text=words[0],
                largest=LARGEST,
            )
            size = USUAL, USUAL
        del words[0]
    lists: dict[str, list[str]] = {"B": [], "W": [], "E": []}
    current: list[str] | None = None
    for word in words:
        if word in lists:
            current = lists[word]
        elif current is not None and column_row(word) is not None:
            current.append(word)
        elif complaint is None:
            complaint = message("“{text}” is not a point of a go board.", text=word[:40])
    width, height = size if size is not None else (None, None)
    black, white, empty = (tuple(places) for places in lists.values())
    return Placement(width, height, black, white, empty, to_play), complaint


def write_setup(placement: Placement) -> str:
    """The neutral text of a set-up: lists sorted, each place once, nothing that is empty."""
    words: list[str] = []
    width, height = placement.width, placement.height
    if width is not None:
        words.append(str(width) if height in (width, None) else f"{width}x{height}")
    for sign, places in zip("BWE", placement[2:5], strict=True):
        if places:
            words.append(sign)
            words.extend(sorted(set(places)))
    if placement.to_play:
        words.extend(("PL", placement.to_play))
    return " ".join(words)


def on_board(places: Iterable[str], width: int, height: int) -> list[tuple[int, int]]:
    """Columns and rows of the places that a board has."""
    found = (column_row(place) for place in places)
    return [at for at in found if at is not None and at[0] < width and at[1] < height]
