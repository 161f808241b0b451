"""Write and read moves in the notations of players and programs.

e3 (players, trmph), B[e3] (SGF: B is red), `:s` (HexWorld's words), `black e3` (HTP, HexGui), ec
(Little Golem: column and row as letters).
"""

from __future__ import annotations

import re
import unicodedata

from viewer.base.patterns import late
from viewer.games.hex.board import (
    BLUE,
    POINT_OF_WORD,
    RED,
    Grid,
    ParsedMove,
)
from viewer.games.stones.connection import (
    FORFEITS,
    GOLEM_LETTERS,
    OUTSIDE,
    PASSES,
    RESIGNS,
    SWAPS_PIECES,
    SWAPS_SIDES,
    WORD_OF,
    golem_square,
)
from viewer.games.stones.grid import EMPTY

A1, SGF, HEXWORLD, HTP, GOLEM = "a1", "sgf", "hexworld", "htp", "golem"

_NAMES = ("", "red", "blue")
_BLACK_WHITE = ("", "black", "white")
_SIGNS = {"red": RED, "black": RED, "b": RED, "r": RED, "1": RED}
_SIGNS |= {"blue": BLUE, "white": BLUE, "w": BLUE, "2": BLUE}
_COLOURED = late(r"(red|blue|black|white|[brw12](?=[\s\[:]))[\s:]*(.*)", re.IGNORECASE | re.DOTALL)
_WORLD = {PASSES: ":p", SWAPS_PIECES: ":s", SWAPS_SIDES: ":S"}
_WORLD_READ = {text: (EMPTY, point) for point, text in _WORLD.items()}
_WORLD_READ |= {":rb": (RED, RESIGNS), ":rw": (BLUE, RESIGNS)}
_WORLD_READ |= {":fb": (RED, FORFEITS), ":fw": (BLUE, FORFEITS)}
_WORDS = POINT_OF_WORD | {"swap": SWAPS_PIECES, "resigns": RESIGNS, "resigned": RESIGNS}
_A1 = late(r"([a-z]{1,2})0*([1-9]\d{0,2})\Z", re.ASCII)
_LETTERS = late(r"([a-zA-Z])([a-zA-Z])\Z", re.ASCII)


def format_move(grid: Grid, colour: int, point: int, style: str, *, coloured: bool = False) -> str:
    """A move in a style; `coloured` adds its colour even if the style doesn't."""
    text = point_text(grid, point, style) if point > 0 else WORD_OF[point]
    if style == SGF:
        return f"{'.BW'[colour]}[{text}]"
    if style == HTP:
        return f"{_BLACK_WHITE[colour]} {text}"
    if style == HEXWORLD and point < 0:
        if point in (RESIGNS, FORFEITS):
            return f":{text[0]}{'.bw'[colour]}"
        text = _WORLD[point]
    return f"{_NAMES[colour]} {text}" if coloured else text


def point_text(grid: Grid, point: int, style: str) -> str:
    """The text of a cell in a style, without a colour."""
    if style == GOLEM and max(grid.width, grid.height) <= len(GOLEM_LETTERS):
        column, row = grid.column_row(point)
        return GOLEM_LETTERS[column] + GOLEM_LETTERS[row]
    return grid.squares[point]


def parse_move(grid: Grid, text: str) -> ParsedMove | None:
    """The (colour, point) of a move's text, colour EMPTY if it has none; None for other texts."""
    text = unicodedata.normalize("NFKC", text.strip()[:40])
    if text in _WORLD_READ:
        return _WORLD_READ[text]
    colour = EMPTY
    found = _COLOURED.match(text)
    if found is not None:
        colour = _SIGNS[found[1].lower()]
        text = found[2].strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1].strip()
    word = text.lower().replace(" ", "-")
    if word in _WORDS:
        return colour, _WORDS[word]
    point = _point(grid, text)
    return None if point == OUTSIDE else (colour, point)


def _point(grid: Grid, text: str) -> int:
    """The point of the cell named by a text, OUTSIDE if it names none."""
    if (found := _A1.match(text.lower())) is not None:
        return grid.point_of.get(found[1] + found[2], OUTSIDE)
    if (found := _LETTERS.match(text)) is not None:
        column, row = golem_square(found[1] + found[2], grid.width, grid.height)
        if column < grid.width and row < grid.height:
            return (row + 1) * grid.stride + column + 1
    return OUTSIDE
