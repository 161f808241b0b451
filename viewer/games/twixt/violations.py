"""Find the rule that a move breaks, by the ruleset of its record.

Several moves in a row by one side are allowed: files may omit passes.
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.stones.connection import OUTSIDE
from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import (
    ACCEPTS_DRAW,
    PROPOSES_DRAW,
    LinkAt,
    ParsedMove,
    Position,
)
from viewer.games.twixt.links import (
    BIT,
    crossing_link,
    has_link,
    link_of,
    name_of,
    put_peg,
)
from viewer.games.twixt.play import link_of_change
from viewer.tree.action import Move

SIDE_NAMES = (message("Vertical"), message("Horizontal"))
_PEGS = (message("a vertical peg"), message("a horizontal peg"))


def violation_of_move(before: Position, parsed: ParsedMove) -> Message | None:
    """The rule that a move other than a swap breaks, None if it breaks none."""
    point, colour = parsed.point, parsed.colour or before.side + 1
    if parsed.odd:
        return message("“{text}” says nothing about links.", text=parsed.odd)
    if point == ACCEPTS_DRAW and not draw_offered(before):
        return message("No draw was offered.")
    if point == OUTSIDE:
        return message("There is no hole: it is beyond the edge of the board, or a corner.")
    if point < 0:
        return None
    square, there = before.grid.squares[point], before.pegs[point]
    if there:
        return message("On {place} there is {peg} already.", place=square, peg=_PEGS[there - 1])
    border = before.grid.border_of(point)
    if border not in (EMPTY, colour):
        side = SIDE_NAMES[border - 1]
        return message("{place} is in the border line of {side}.", place=square, side=side)
    return _violation_of_links(before, parsed, colour) if parsed.changes else None


def _violation_of_links(before: Position, parsed: ParsedMove, colour: int) -> Message | None:
    """A message about the first illegal change of links in a move; changes are tried in order."""
    grid, rules = before.grid, before.rules
    pegs, links = bytearray(before.pegs), bytearray(before.links)
    put_peg(grid, pegs, links, parsed.point, colour)
    for change in parsed.changes:
        text = change.text
        if change.ends is None or link_of(grid, change.ends) is None:
            return message("“{link}” is no link of two holes a knight's move apart.", link=text)
        link = link_of_change(grid, pegs, change)
        if link is None:
            return message("For the link {link} two pegs of one side are missing.", link=text)
        if pegs[link[0]] != colour:
            return message("{link} is no link of {side}'s.", link=text, side=SIDE_NAMES[colour - 1])
        if change.makes:
            if has_link(links, link):
                return message("The link {link} is there already.", link=text)
            blocking = crossing_link(grid, pegs, links, link, colour, not rules.crossing)
            if blocking is not None:
                return blocked(before, link, blocking)
            links[link[0]] |= BIT[link[1]]
        else:
            if not has_link(links, link):
                return message("There is no link {link} to take away.", link=text)
            if not rules.removal:
                return message("Under {rules} no link is taken away.", rules=rules.name)
            links[link[0]] &= ~BIT[link[1]]
    return None


def blocked(position: Position, link: LinkAt, blocking: LinkAt) -> Message:
    """The message that a link can't be made because another one crosses it."""
    grid = position.grid
    return message(
        "The link {link} is blocked: {other} crosses it.",
        link=name_of(grid, link),
        other=name_of(grid, blocking),
    )


def draw_offered(position: Position) -> bool:
    """Whether the last move offered a draw."""
    here = position.settled()
    before = here.before()
    if before is None or not isinstance(here.action, Move):
        return False
    parsed = before.grid.parsed_moves[here.action.text]
    return parsed is not None and (parsed.offer or parsed.point == PROPOSES_DRAW)
