"""Rulesets, and neutral texts of Twixt: squares, links, moves, and positions that are set up.

Place   `d4`: letters of the column from the left, number of the row from the top (see
        `viewer.games.stones.coordinates`). The four corners are no holes. Lower case.
Link    `e6/d4`: both ends, the one with the larger row first. If an end has no name because it would be
        beyond the top or left edge, or if the direction is invalid: `e1/?2`, the lower end and the
        direction's number in the file (`link_text` makes both).
Move    `1 d4`: player and hole. Player 1 joins top and bottom and usually begins (SGF's White, Little
        Golem's b), player 2 left and right. All links of the new peg that the record's rules allow are
        made: they follow from the rules and aren't in the text.
        `1 f4 -e6/d4 +e6/f4`  links taken away and made, in the file's order; only these: none
                              is made automatically.
        `1 g5 -e6/d4 auto`    links taken away, then all that the rules allow to the new peg.
        `1 g5 -e6/d4 +h7/g5 auto`  the same with links made before that (SGF's long moves).
        `1 g5 none`           no link is made (a long move of .tgt with two empty lists).
        `2 q9 propose-draw`   the last word: a draw is offered with the move.
        `2 swap-pieces`  the peg goes to the hole reflected at the diagonal from a1 and changes its colour;
                         player 1 plays next. `2 swap-sides`: the peg stays, players exchange their colours;
                         the player who now has player 2's colour plays next: the same number plays twice.
        `1 pass`, `2 resign`, `1 forfeit`, `2 propose-draw`, `1 accept-draw`, `draw` (agreed).
        As in Hex: the number is the colour's, texts without one are moves of the side to move, and
        any other text is an action Written.
Set-up  `24`, `30x24` (width x height), then the ruleset if given (`24 PP`), then pegs and links:
        `24 B d4 e6 W j9 L e6/d4`; B is player 1, W player 2, as in Hex, whatever colour pegs have.
        With `L` exactly these links are made (`L` alone: none); without, all that the rules allow,
        pegs taken in the order of the text. A text with a size is a whole position, one
        without changes the board: `B d4 E j9` (a peg is removed with its links; with `L` the links
        are added to those on the board, and none is made automatically).
        `PL B` or `PL W` at the end: the side to move; if it isn't given, as in Hex.
        A root without Setup (action None) is the empty board of 24 by 24.
Rules   STD: a link crosses no other, own links may be taken away and made later. PP: own links may
        cross, all links are automatic, none is taken away. 3M: STD without swap. Given by the root's Setup,
        else by the headers (`rules_of`: `RU`, `ruleset`), else STD.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.patterns import late
from viewer.games.stones.connection import (
    FORFEIT,
    MOST_LINES,
    PASS,
    PLAYERS,
    RESIGN,
    SWAP_PIECES,
    SWAP_SIDES,
)
from viewer.games.stones.coordinates import column_row, square_at
from viewer.games.stones.placement import SetupSyntax
from viewer.tree.record import Header

_RULES = ("RU", "ruleset")
_SWAP = ("pie", "pierule")
_SITE = ("SO",)


class Rules(NamedTuple):
    """A ruleset: what it allows for links and for the second move.

    Attributes:
        name: "STD", "PP" or "3M".
        crossing: whether links of one side may cross each other.
        removal: whether own links may be taken away.
        swap: whether the first peg may be taken over.
        explicit: whether a set-up gave the ruleset; then the set-up's text contains it.
    """

    name: str = "STD"
    crossing: bool = False
    removal: bool = True
    swap: bool = True
    explicit: bool = False


STANDARD = Rules()
_BY_NAME = {
    "STD": STANDARD,
    "PP": Rules("PP", crossing=True, removal=False),
    "3M": Rules("3M", swap=False),
}
_PREFIXES = (("std", "STD"), ("pp", "PP"), ("paper", "PP"), ("3m", "3M"), ("classic", "3M"))


def ruleset(name: str) -> Rules:
    """The rules with a name of `viewer.games.twixt.setup.RULESETS`, the standard ones for any other."""
    return _BY_NAME.get(name, STANDARD)


def rules_of(headers: Iterable[Header]) -> Rules:
    """The rules given by headers: SGF's `RU` or `ruleset`; `pie` or `pierule` for the swap (N: no swap).

    Games of Little Golem (`SO`) are PP by default, since the server draws their links. Never raises;
    unknown values are ignored.
    """
    said = {entry.key: entry.value.strip() for entry in reversed(tuple(headers))}

    def first(keys: tuple[str, ...]) -> str:
        return next((said[key] for key in keys if said.get(key)), "").lower()

    name = first(_RULES)
    found = next((id for start, id in _PREFIXES if name.startswith(start)), "")
    if not found and "littlegolem" in first(_SITE):
        found = "PP"
    rules = ruleset(found)
    return rules._replace(swap=False) if first(_SWAP).startswith("n") else rules


# -------------------- Neutral texts of Twixt: squares, links, moves, and positions that are set up

USUAL = 24
AUTO, NO_LINKS = "auto", "none"
PROPOSE_DRAW, ACCEPT_DRAW, DRAW = "propose-draw", "accept-draw", "draw"
WORDS = (SWAP_PIECES, SWAP_SIDES, PASS, RESIGN, FORFEIT, PROPOSE_DRAW, ACCEPT_DRAW, DRAW)
"""The words that a move can be instead of a peg in a hole."""
RULESETS = ("STD", "PP", "3M")

OFFSETS = ((0, 0), (2, -1), (1, -2), (-1, -2), (-2, -1))
"""(columns, rows) from a link's lower end to its upper one, by the number of its direction (0: none)."""

Point = tuple[int, int]
_ODD_LINK = late(r"([a-z]{1,3}[1-9]\d{0,3})/\?\d{1,3}\Z", re.ASCII)


def link_text(column: int, row: int, direction: int) -> str:
    """The text of a link by its lower end (from 0) and direction, 1 to 4; `?` and the number if invalid."""
    if 1 <= direction <= 4:
        dx, dy = OFFSETS[direction]
        if column + dx >= 0 and row + dy >= 0:
            return f"{square_at(column, row)}/{square_at(column + dx, row + dy)}"
    return f"{square_at(column, row)}/?{direction}"


def link_name(one: Point, other: Point) -> str:
    """The text of a link (ends: column and row from 0); first the larger row, else the larger column."""
    first, second = sorted((one, other), key=lambda at: (at[1], at[0]), reverse=True)
    return f"{square_at(*first)}/{square_at(*second)}"


def link_ends(text: str) -> tuple[Point, Point] | None:
    """The two ends of a link's text, from 0, as written; None if one isn't a square.

    They needn't be a knight's move apart: the file's text is kept.
    """
    first, _, second = text.partition("/")
    one, other = column_row(first), column_row(second)
    return None if one is None or other is None else (one, other)


def _link(word: str) -> str:
    low = word.lower()
    return low if link_ends(low) is not None or _ODD_LINK.match(low) is not None else ""


SYNTAX = SetupSyntax(
    usual=USUAL,
    smallest=5,
    largest=MOST_LINES,
    players=PLAYERS,
    no_size=message("A board needs a size: 24, or 30x24."),
    bad_size=message("“{text}” is not the size of a Twixt board: {smallest} to {largest} lines."),
    bad_square=message("“{text}” is not a hole of a Twixt board."),
    rulesets=RULESETS,
    read_link=_link,
)
read_size = SYNTAX.read_size
read_setup, complaint_of, write_setup = SYNTAX.read, SYNTAX.complaint, SYNTAX.write
