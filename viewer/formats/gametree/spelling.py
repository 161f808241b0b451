"""Moves of Twixt whose links a game tree must name one by one.

A short move of a game tree makes all links that the standard rules allow, a long one those it names. Links
under other rules (own links that cross), and links made beside the automatic ones, are named in full, so
that the position is the same.
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
    """Whether the rules differ from those of a short move: own links may cross."""
    return isinstance(start, Position) and start.rules.crossing


def spelt(states: States, node: Node) -> Move | None:
    """The move of a node with all links named that it adds and removes; None if it places no peg."""
    before, after, peg = _around(states, node)
    if before is None or after is None:
        return None
    was = dict.fromkeys(all_links(before.grid, before.links))
    now = dict.fromkeys(all_links(after.grid, after.links))
    words = [f"-{name_of(after.grid, link)}" for link in was if link not in now]
    words += [f"+{name_of(after.grid, link)}" for link in now if link not in was]
    return Move(" ".join([peg, *(words or [NO_LINKS])]))


def without_offer(action: Action) -> Move | None:
    """The move without its draw offer; None if it has none."""
    text = action.text.removesuffix(f" {PROPOSE_DRAW}")
    return Move(text) if text != action.text else None


def needs_spelling(states: States, node: Node) -> bool:
    """Whether a node's move makes other links than a short move, which follows the standard rules."""
    before, after, peg = _around(states, node)
    if before is None or after is None:
        return False
    point, colour = after.grid.point_of[peg[2:]], int(peg[0])
    pegs, links = bytearray(before.pegs), bytearray(before.links)
    put_peg(after.grid, pegs, links, point, colour)
    make_links(after.grid, pegs, links, point, colour, crossing=False)
    return bytes(links) != after.links


def _around(states: States, node: Node) -> tuple[Position | None, Position | None, str]:
    """The positions before and after a node's peg, and the peg's text (player, hole); else None, None, ""."""
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
