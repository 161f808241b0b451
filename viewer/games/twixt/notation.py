r"""Write and read moves in the notations of players and programs.

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
import unicodedata
from itertools import pairwise

from viewer.base.patterns import late
from viewer.games.stones.connection import GOLEM_LETTERS, OUTSIDE, golem_square
from viewer.games.stones.coordinates import column_name, column_row
from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import (
    HORIZONTAL,
    POINT_OF_WORD,
    VERTICAL,
    WORD_OF,
    Grid,
    LinkChange,
    ParsedMove,
    Position,
)
from viewer.games.twixt.links import has_link, link_of
from viewer.games.twixt.setup import AUTO, NO_LINKS, PROPOSE_DRAW, Point, link_name

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


# ----------------------------------- Write and read moves in the notations of players and programs

A1, HENSEL, MAIL, GOLEM = "a1", "hensel", "mail", "golem"

_NAMES = ("", "vertical", "horizontal")
_SIGNS = {"vertical": VERTICAL, "v": VERTICAL, "white": VERTICAL, "1": VERTICAL}
_SIGNS |= {"horizontal": HORIZONTAL, "h": HORIZONTAL, "black": HORIZONTAL, "2": HORIZONTAL}
_SIGNS |= {"w": VERTICAL, "b": HORIZONTAL}
_COLOURED = late(
    r"(vertical|horizontal|white|black|[vhwb12](?=[\s\[:]))[\s:]*(.*)", re.IGNORECASE | re.DOTALL
)
_PLACE = late(r"([a-z]{1,2})0*([1-9]\d{0,2})", re.ASCII)
_HENSEL = late(r"((?:[-/\\][a-z]{1,2}'?[1-9]\d{0,2}'?)+)([a-z]{1,2}[1-9]\d{0,2})\Z", re.ASCII)
_HENSEL_LINK = late(r"([-/\\])([a-z]{1,2}'?[1-9]\d{0,2}'?)", re.ASCII)
_MAIL = late(r"([a-z]{1,2}[1-9]\d{0,2})(?:-([a-z0-9/,]+))?(?:\+([a-z0-9/,]*))?\Z", re.ASCII)
_LETTERS = late(r"([a-zA-Z])([a-zA-Z])\Z", re.ASCII)
_LONGEST = 400


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


def parse_move(state: Position, text: str) -> ParsedMove | None:
    """The meaning of a text in a position, colour EMPTY if it has none; None if it isn't a move."""
    text = unicodedata.normalize("NFKC", text.strip()[:_LONGEST])
    known = state.grid.parsed_moves[text]
    if known is not None and not known.odd:
        return known
    colour = EMPTY
    found = _COLOURED.match(text)
    if found is not None:
        colour = _SIGNS[found[1].lower()]
        text = found[2].strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1].strip()
    text, offer = _without_offer(text)
    parsed = _peg(state, text)
    return None if parsed is None else parsed._replace(colour=colour, offer=offer or parsed.offer)


def _without_offer(text: str) -> tuple[str, bool]:
    """(a move's text without the offer of a draw behind it, whether there was one)."""
    if " " not in text:
        return text, False
    from viewer.games.move_words import SAID  # deferred: most moves name a place

    for said in SAID[PROPOSE_DRAW]:
        if text.lower().endswith(f" {said.lower()}"):
            return text[: -len(said)].rstrip(), True
    return text, False


def _peg(state: Position, text: str) -> ParsedMove | None:
    """Parse a move's text without its colour; None if it isn't a move."""
    grid, low = state.grid, text.lower().replace("’", "'")
    if (found := _HENSEL.match(low)) is not None:
        return _from_hensel(state, found[1], found[2])
    if (found := _LETTERS.match(text)) is not None:
        return _from_letters(grid, found[1], found[2])
    low = _PLACE.sub(lambda one: one[1] + one[2], low)  # without leading zeros
    if (found := _MAIL.match(low.rstrip("-") if "+" not in low else low)) is not None:
        return _from_mail(grid, found[1], found[2], found[3])
    known = grid.parsed_moves[low]
    if known is not None:
        return known
    from viewer.games.move_words import word_meant  # deferred: most moves name a place

    word = word_meant(low) or word_meant(low.replace(" ", "-"))
    return ParsedMove(EMPTY, POINT_OF_WORD[word]) if word in POINT_OF_WORD else None


def _from_letters(grid: Grid, column: str, row: str) -> ParsedMove | None:
    point = grid.point(golem_square(column + row, grid.width, grid.height))
    return None if point == OUTSIDE else ParsedMove(EMPTY, point)


def _from_mail(grid: Grid, square: str, removed: str | None, made: str | None) -> ParsedMove | None:
    point = grid.point_of.get(square)
    if point is None:
        return None
    changes: list[LinkChange] = []
    for makes, text in ((False, removed), (True, made)):
        for chain in (text or "").split(","):
            ends = [column_row(one) for one in chain.split("/")] if chain else []
            for one, other in pairwise(ends):
                if one is None or other is None:
                    return None
                link = (one, other)
                changes.append(LinkChange(makes, link, link_name(*link)))
    return ParsedMove(EMPTY, point, tuple(changes), auto=made is None)


def _from_hensel(state: Position, links: str, square: str) -> ParsedMove | None:
    grid = state.grid
    point = grid.point_of.get(square)
    if point is None:
        return None
    changes: list[LinkChange] = []
    for sign, middle in _HENSEL_LINK.findall(links):
        named = links_of_middle(middle)
        if sign == "-":
            # The link on the board; if both are there, they are of one side that may cross its own.
            there = [ends for ends in named.values() if _stands(state, ends)]
            ends = there[0] if there else next(iter(named.values()), None)
        else:
            ends = named.get(sign)
        if ends is None:
            return None
        changes.append(LinkChange(sign != "-", ends, link_name(*ends)))
    return ParsedMove(EMPTY, point, tuple(changes))


def _stands(state: Position, ends: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    link = link_of(state.grid, ends)
    return link is not None and has_link(state.links, link)
