r"""Twixt in SGF (GM[21]): White is player 1 and joins top and bottom. Source: FF[4] for Twixt, of 2021.

Long moves are in Hensel's notation: links removed (`-i5'`), links made (`/H'6`, `\b3'`), then the
peg; after that, all links that the rules allow to the new peg are made. Which link a `-` means depends on
the board, so such a move is kept as it is written, and the game's rules read it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import ClassVar

from viewer.formats.kit.hex_twixt import spelled
from viewer.formats.sgf.lettered import LetteredDialect
from viewer.formats.sgf.tokens import text_of
from viewer.games.stones.coordinates import column_row
from viewer.games.twixt.notation import links_of_middle, middle_name, slope
from viewer.games.twixt.setup import (
    AUTO,
    PROPOSE_DRAW,
    SYNTAX,
    WORDS,
    link_ends,
    link_name,
)
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Header, Record, with_header

_LINK = r"[-/\\](?:[a-z]{1,2}'[1-9]\d{0,2}|[a-z]{1,2}[1-9]\d{0,2}')"
_LONG = re.compile(rf"((?:{_LINK})+)([a-z]{{1,2}}[1-9]\d{{0,2}})\Z", re.ASCII)
_EACH = re.compile(rf"({_LINK})", re.ASCII)
_OFFERED = re.compile(r"([a-z]{1,2}[1-9]\d{0,2})(?:\||\s+)(?:draw|propose-draw)\Z", re.ASCII)
_SPACES = re.compile(r"[ \t\r\n\f\v]+")


class TwixtDialect(LetteredDialect):
    """Twixt on a board of a width and a height."""

    game = "twixt"
    number = "21"
    player: ClassVar = {"W": "1", "B": "2"}
    letter: ClassVar = {"1": "W", "2": "B"}
    words = frozenset(WORDS)
    syntax = SYNTAX

    def long_move(self, player: str, raw: str) -> Action | None:
        """Links and a peg, or a peg with the offer of a draw."""
        low = text_of(raw).lower().strip()
        offered = _OFFERED.match(low)
        if offered is not None:
            return Move(f"{player} {offered[1]} {PROPOSE_DRAW}")
        # `\` is also SGF's escape: it stands there once where a program forgot that.
        for text in (low, raw.lower()):
            # Before 2021 the sign for a half was `*`.
            text = _SPACES.sub("", text).replace("’", "'").replace("*", "'")
            found = _LONG.match(text)
            if found is not None:
                return _long(player, text, found[1], found[2])
        return None

    def move_text(self, item: str) -> str:
        """A move's text in Hensel's notation; parts that it can't express are left out."""
        place, *changes = item.split()
        at = column_row(place)
        if at is None:
            return item
        removed, made = "", []
        for change in changes:
            ends = link_ends(change[1:]) if change[:1] in ("-", "+") else None
            if ends is None or not _is_link(ends):
                continue
            if change[0] == "-":
                removed += f"-{middle_name(*ends)}"
            elif at not in ends:  # those of the new peg are made by themselves
                made.append(ends)
        made.sort(key=lambda link: (link[0][1] + link[1][1], link[0][0] + link[1][0]))
        return removed + "".join(slope(*one) + middle_name(*one) for one in made) + place

    def implied(self, start: Setup | None, headers: tuple[Header, ...]) -> tuple[Header, ...]:
        """The headers, with the ruleset of the start."""
        ruleset = "" if start is None else SYNTAX.read(start.text).ruleset
        return with_header(headers, "RU", ruleset) if ruleset else headers

    def unsaid(self, start: Setup | None) -> str:
        """The links of a start other than those made automatically, which SGF can't hold."""
        links = None if start is None else SYNTAX.read(start.text).links
        return "" if links is None else " ".join(["L", *sorted(links)])

    def spelled(self, record: Record) -> Mapping[int, Action]:
        """Moves with links by their effect on the links, since two texts may have the same effect."""
        return spelled(record)


def _long(player: str, text: str, links: str, place: str) -> Action:
    words = [place]
    for link in _EACH.findall(links):
        ends = links_of_middle(link[1:]).get(link[0])
        if ends is None:  # to be taken away, or beyond the edge
            return Written(f"{player} {text}")
        words.append(f"+{link_name(*ends)}")
    return Move(f"{player} {' '.join(words)} {AUTO}")


def _is_link(ends: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    (x1, y1), (x2, y2) = ends
    return {abs(x1 - x2), abs(y1 - y2)} == {1, 2}
