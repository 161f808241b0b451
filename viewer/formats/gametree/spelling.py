"""Moves of Twixt whose links must be named one by one, since a game tree can't say it in another way.

A short move of a game tree makes all links that the standard rules allow, a long one those it names. What
other rules make (own links that cross), and links made beside the automatic ones, are spelt out so that
the position is the same.
"""

from __future__ import annotations

from viewer.games.game import State
from viewer.games.states import States
from viewer.games.twixt.board import Position
from viewer.games.twixt.links import all_links, make_links, name_of, put_peg
from viewer.games.twixt.setup import NO_LINKS, PROPOSE_DRAW
from viewer.tree.action import Action, Move
from viewer.tree.node import Node


def other_rules(start: State) -> bool:
    """Whether links are made under other rules than those of a short move."""
    return isinstance(start, Position) and start.rules.crossing


def spelt(states: States, node: Node) -> Move | None:
    """A move with a peg, with the links named that it makes and takes away; None for any other."""
    before, after, peg = _around(states, node)
    if before is None or after is None:
        return None
    was = dict.fromkeys(all_links(before.grid, before.links))
    now = dict.fromkeys(all_links(after.grid, after.links))
    words = [f"-{name_of(after.grid, link)}" for link in was if link not in now]
    words += [f"+{name_of(after.grid, link)}" for link in now if link not in was]
    return Move(" ".join([peg, *(words or [NO_LINKS])]))


def without_offer(action: Action) -> Move | None:
    """A move with which a draw is offered, without that; None for any other."""
    text = action.text.removesuffix(f" {PROPOSE_DRAW}")
    return Move(text) if text != action.text else None


def needs_spelling(states: States, node: Node) -> bool:
    """Whether a short move would make other links under standard rules."""
    before, after, peg = _around(states, node)
    if before is None or after is None:
        return False
    point, colour = after.grid.point_of[peg[2:]], int(peg[0])
    pegs, links = bytearray(before.pegs), bytearray(before.links)
    put_peg(after.grid, pegs, links, point, colour)
    make_links(after.grid, pegs, links, point, colour, crossing=False)
    return bytes(links) != after.links


def _around(states: States, node: Node) -> tuple[Position | None, Position | None, str]:
    """The positions before and after a peg, and its text: player and hole."""
    above = node.parent
    if above is None or type(node.action) is not Move:
        return None, None, ""
    before, after = states.at(above), states.at(node)
    if not (isinstance(before, Position) and isinstance(after, Position)):
        return None, None, ""
    words = node.action.text.split()
    if len(words) < 2 or words[0] not in ("1", "2") or before.grid is not after.grid:
        return None, None, ""
    if words[1] not in after.grid.point_of:
        return None, None, ""
    return before, after, " ".join(words[:2])
