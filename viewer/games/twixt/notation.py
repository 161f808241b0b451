r"""Write moves in the notations of players and programs.

The middle of a link lies on a column and between two rows (`i5'`), or on a row and between two columns
(`H'6`); the sign `'` follows the coordinate to which a half is added. Two links that cross in the middle
share a name: a link that is made has its slope as drawn, `/` or `\`, before the name; a link that is
taken away is the one on the board.

`f4 -e6/d4 +e6/f4` (the neutral text), `-d'5f4` (Hensel, SGF: links by their middle, taken away and made
before the peg), `F4-E6/D4+E6/F4` (play by mail: chains of holes; without `+` links are made
automatically), `fd` (Little Golem: column and row as letters).
"""

from __future__ import annotations

import re

from viewer.base.patterns import late
from viewer.games.stones.connection import GOLEM_LETTERS
from viewer.games.stones.coordinates import column_name
from viewer.games.twixt.board import WORD_OF, Grid, ParsedMove
from viewer.games.twixt.links import link_of
from viewer.games.twixt.setup import AUTO, NO_LINKS, PROPOSE_DRAW, Point

_MIDDLE = late(r"([a-z]{1,2})('?)([1-9]\d{0,2})('?)\Z", re.ASCII)


def middle_name(one: Point, other: Point) -> str:
    """The name of the middle of a link; ends are column and row from 0, a knight's move apart."""
    (x1, y1), (x2, y2) = one, other
    if abs(x1 - x2) == 1:
        return f"{column_name(min(x1, x2))}'{(y1 + y2) // 2 + 1}"
    return f"{column_name((x1 + x2) // 2)}{min(y1, y2) + 1}'"


def slope(one: Point, other: Point) -> str:
    r"""`/` for a link that rises to the right, else `\`."""
    return "/" if (one[0] - other[0]) * (one[1] - other[1]) < 0 else "\\"


def links_of_middle(text: str) -> dict[str, tuple[Point, Point]]:
    """The links with a middle, by their slope; {} if the text isn't the name of a middle."""
    found = _MIDDLE.match(text.lower())
    if found is None or bool(found[2]) == bool(found[4]):
        return {}
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 96
    x, y = column - 1, int(found[3]) - 1
    if found[2]:  # between two columns: steep
        ends = {"/": ((x, y + 1), (x + 1, y - 1)), "\\": ((x + 1, y + 1), (x, y - 1))}
    else:
        ends = {"/": ((x - 1, y + 1), (x + 1, y)), "\\": ((x + 1, y + 1), (x - 1, y))}
    return {sign: link for sign, link in ends.items() if all(min(end) >= 0 for end in link)}


# -------------------------------------------- Write moves in the notations of players and programs

A1, HENSEL, MAIL, GOLEM = "a1", "hensel", "mail", "golem"

_NAMES = ("", "vertical", "horizontal")


def format_move(grid: Grid, parsed: ParsedMove, style: str, *, coloured: bool = False) -> str:
    """A move in a style, or as neutral text if the style can't express it; `coloured` adds its colour."""
    if parsed.point < 0:
        text = WORD_OF[parsed.point]
    else:
        text = ""
        plain = not parsed.changes and parsed.auto
        if style == HENSEL:
            text = _in_hensel(grid, parsed)
        elif style == MAIL:
            text = _in_mail(grid, parsed)
        elif style == GOLEM and plain and max(grid.width, grid.height) <= len(GOLEM_LETTERS):
            column, row = grid.column_row(parsed.point)
            text = GOLEM_LETTERS[column] + GOLEM_LETTERS[row]
        text = text or _neutral(grid, parsed)
        if parsed.offer:
            text += f" {PROPOSE_DRAW}"
    return f"{_NAMES[parsed.colour]} {text}" if coloured else text


def _neutral(grid: Grid, parsed: ParsedMove) -> str:
    words = [grid.squares[parsed.point]]
    words += [f"{'-+'[change.makes]}{change.text}" for change in parsed.changes]
    if not parsed.auto and not parsed.changes:
        words.append(NO_LINKS)
    elif parsed.auto and parsed.changes:
        words.append(AUTO)
    return " ".join(words)


def _in_hensel(grid: Grid, parsed: ParsedMove) -> str:
    """The text of a move in Hensel's notation, "" if the notation can't express its links."""
    ends = [change.ends for change in parsed.changes]
    if not parsed.auto or any(end is None or link_of(grid, end) is None for end in ends):
        return ""
    removed = [change.ends for change in parsed.changes if not change.makes and change.ends]
    made = [change.ends for change in parsed.changes if change.makes and change.ends]
    made.sort(key=lambda link: (link[0][1] + link[1][1], link[0][0] + link[1][0]))
    text = "".join(f"-{middle_name(*link)}" for link in removed)
    text += "".join(f"{slope(*link)}{middle_name(*link)}" for link in made)
    return text + grid.squares[parsed.point]


def _in_mail(grid: Grid, parsed: ParsedMove) -> str:
    """The text of a move in play by mail, "" if the notation can't express its links."""
    removed = [change.text.upper() for change in parsed.changes if not change.makes]
    made = [change.text.upper() for change in parsed.changes if change.makes]
    if parsed.auto and made:
        return ""
    text = grid.squares[parsed.point].upper()
    if removed:
        text += "-" + ",".join(removed)
    return text if parsed.auto else f"{text}+{','.join(made)}"
