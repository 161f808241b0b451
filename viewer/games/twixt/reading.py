"""What the texts of moves mean: in any notation of players and programs, or in the words of people."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from viewer.base.patterns import late
from viewer.games.move_words import without_offer, word_meant
from viewer.games.stones.connection import OUTSIDE, golem_square
from viewer.games.stones.coordinates import column_row
from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import (
    HORIZONTAL,
    POINT_OF_WORD,
    VERTICAL,
    Grid,
    LinkChange,
    ParsedMove,
    Position,
)
from viewer.games.twixt.links import has_link, link_of
from viewer.games.twixt.notation import links_of_middle
from viewer.games.twixt.setup import link_name

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
    text, offer = without_offer(text)
    parsed = _peg(state, text)
    return None if parsed is None else parsed._replace(colour=colour, offer=offer or parsed.offer)


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
    point = POINT_OF_WORD.get(word_meant(low))
    return None if point is None else ParsedMove(EMPTY, point)


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
