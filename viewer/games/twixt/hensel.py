r"""Names of links by their middle, as in Hensel's notation and SGF: `f'10`, `h'6`.

The middle of a link lies on a column and between two rows (`i5'`), or on a row and between two columns
(`H'6`); the sign `'` follows the coordinate to which a half is added. Two links that cross in the middle
share a name: a link that is made has its slope as drawn, `/` or `\`, before the name; a link that is
taken away is the one on the board.
"""

from __future__ import annotations

import re

from viewer.base.patterns import late
from viewer.games.stones.coordinates import column_name
from viewer.games.twixt.setup import Point

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
