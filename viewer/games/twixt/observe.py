"""The rule that a move breaks, and observations: links taken away and blocked, draws.

Several moves in a row by one side are allowed: files may omit passes.
"""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.stones.connection import FORFEITS, OUTSIDE, RESIGNS, SAID_OF, SWAPS_PIECES
from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import (
    ACCEPTS_DRAW,
    AGREES_DRAW,
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
    link_of_change,
    name_of,
    possible_links,
    put_peg,
)
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


# ---------------------------------- Observations about a move: links taken away and blocked, draws


def observe(before: Position, here: Position, parsed: ParsedMove) -> list[Message]:
    """Facts about the move from one position to another, except the sentence for a word (SAID)."""
    found: list[Message] = []
    colour = parsed.colour or before.side + 1
    if here.gone:
        names = ", ".join(name_of(here.grid, link) for link, _ in here.gone)
        found.append(message("Links taken away: {links}.", links=names))
    if parsed.point > 0:
        found += _unlinked(here, parsed.point, colour)
    if parsed.offer:
        found.append(message("{side} offers a draw.", side=SIDE_NAMES[colour - 1]))
    return found


def _unlinked(here: Position, point: int, colour: int) -> list[Message]:
    """Messages about possible links of the new peg that are blocked by others or weren't made."""
    grid, pegs, links, rules = here.grid, here.pegs, here.links, here.rules
    taken = {link for link, _ in here.gone}
    found: list[Message] = []
    for link, _ in possible_links(grid, pegs, point, colour):
        if has_link(links, link) or link in taken:
            continue
        blocking = crossing_link(grid, pegs, links, link, colour, not rules.crossing)
        if blocking is not None:
            found.append(blocked(here, link, blocking))
        else:
            found.append(message("The link {link} wasn't made.", link=name_of(grid, link)))
    return found


SAID = {
    **SAID_OF,
    SWAPS_PIECES: message("{side} has taken over the peg, reflected and in its own colour."),
    PROPOSES_DRAW: message("{side} offers a draw."),
    ACCEPTS_DRAW: message("{side} agreed to a draw."),
    AGREES_DRAW: message("The players agreed on a draw."),
}
"""The sentences about moves that are words, by number."""

FINALS = frozenset((RESIGNS, FORFEITS, ACCEPTS_DRAW, AGREES_DRAW))
"""The points of words that end the game."""
