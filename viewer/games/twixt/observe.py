"""Observations about a move: links taken away and blocked, draws."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.stones.connection import FORFEITS, RESIGNS, SAID_OF, SWAPS_PIECES
from viewer.games.twixt.board import (
    ACCEPTS_DRAW,
    AGREES_DRAW,
    PROPOSES_DRAW,
    ParsedMove,
    Position,
)
from viewer.games.twixt.links import crossing_link, has_link, name_of, possible_links
from viewer.games.twixt.violations import SIDE_NAMES, blocked


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
