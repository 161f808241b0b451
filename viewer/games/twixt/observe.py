"""What is worth telling about a position: turns, links blocked and taken away, draws, who has won."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.score import Outcome
from viewer.games.stones.connection import FORFEITS, PASSES, RESIGNS, SWAPS_PIECES, SWAPS_SIDES
from viewer.games.twixt.board import (
    ACCEPTS_DRAW,
    AGREES_DRAW,
    PROPOSES_DRAW,
    VERTICAL,
    ParsedMove,
    Position,
)
from viewer.games.twixt.links import crossing_link, has_link, name_of, possible_links, winning_chain
from viewer.games.twixt.results import LETTERS
from viewer.games.twixt.violations import SIDE_NAMES, blocked
from viewer.tree.action import Move


def observe(position: Position) -> list[Message]:
    """Facts about a position, those of the last move first."""
    here = position.settled()
    found: list[Message] = []
    before = here.before()
    if isinstance(here.action, Move) and before is not None:
        parsed = before.grid.parsed_moves[here.action.text]
        if parsed is not None:
            found += _of_move(before, here, parsed)
    ended = outcome(here)
    return found if ended is None else [*found, ended.words]


def outcome(position: Position) -> Outcome | None:
    """The win of the side that has joined its edges; None while neither has."""
    here = position.settled()
    chain = winning_chain(here)
    if not chain:
        return None
    colour = here.pegs[chain[0]]
    ends = _TOP_BOTTOM if colour == VERTICAL else _LEFT_RIGHT
    return Outcome(
        ends.given(side=SIDE_NAMES[colour - 1], count=len(chain)), f"{LETTERS[colour - 1]}+"
    )


def _of_move(before: Position, here: Position, parsed: ParsedMove) -> list[Message]:
    found: list[Message] = []
    colour = parsed.colour or before.side + 1
    side = SIDE_NAMES[colour - 1]
    if before.turn_known and colour - 1 != before.side:
        found.append(message("It was {side}'s turn.", side=SIDE_NAMES[before.side]))
    if parsed.point in _SAID:
        found.append(_SAID[parsed.point].given(side=side))
    if here.gone:
        names = ", ".join(name_of(here.grid, link) for link, _ in here.gone)
        found.append(message("Links taken away: {links}.", links=names))
    if parsed.point > 0:
        found += _unlinked(here, parsed.point, colour)
    if parsed.offer:
        found.append(message("{side} offers a draw.", side=side))
    return found


def _unlinked(here: Position, point: int, colour: int) -> list[Message]:
    """The links of the new peg that others are in the way of, or that weren't made."""
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


_TOP_BOTTOM = message("{side} has joined top and bottom: {count} pegs.")
_LEFT_RIGHT = message("{side} has joined left and right: {count} pegs.")
_SAID = {
    PASSES: message("{side} passed."),
    SWAPS_PIECES: message("{side} has taken over the peg, reflected and in its own colour."),
    SWAPS_SIDES: message("The players have exchanged their colours."),
    RESIGNS: message("{side} resigned."),
    FORFEITS: message("{side} forfeited the game."),
    PROPOSES_DRAW: message("{side} offers a draw."),
    ACCEPTS_DRAW: message("{side} agreed to a draw."),
    AGREES_DRAW: message("The players agreed on a draw."),
}
