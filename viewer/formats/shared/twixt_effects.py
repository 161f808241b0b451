"""The effects of Twixt moves with links, by which two ways of writing a move are recognised as equal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from viewer.games import game_of
from viewer.games.states import States
from viewer.games.twixt.board import Position
from viewer.games.twixt.links import all_links, name_of
from viewer.games.twixt.setup import NO_LINKS, PROPOSE_DRAW
from viewer.tree.action import Action, Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record


def effects_of(record: Record, nodes: Iterable[Node]) -> Mapping[int, Action]:
    """The peg and the links added and removed of each given node with a move, by the node's id.

    A move with the same effect as its peg alone is that peg.
    """
    states = States(game_of(record.game), record)
    out: dict[int, Action] = {}
    for node in nodes:
        state = cast(Position, states.at(node))
        before, action = state.previous, state.action
        if not isinstance(action, Move) or before is None:
            continue
        player, place, *_ = action.text.split(" ")
        offer = f" {PROPOSE_DRAW}" if action.text.endswith(f" {PROPOSE_DRAW}") else ""
        plain = Move(f"{player} {place}")
        alone = cast(Position, states.game.step(before, plain))
        if (alone.pegs, alone.links) == (state.pegs, state.links):
            out[node.id] = Move(plain.text + offer)
            continue
        old, new = _links(before), _links(state)
        changes = [f"-{link}" for link in sorted(old - new)]
        changes += [f"+{link}" for link in sorted(new - old)]
        words = " ".join(changes) or NO_LINKS
        out[node.id] = Move(f"{plain.text} {words}{offer}")
    return out


def _links(state: Position) -> set[str]:
    return {name_of(state.grid, link) for link in all_links(state.grid, state.links)}


def spelled(record: Record) -> Mapping[int, Action]:
    """`effects_of` all moves of a Twixt record that have more than a peg; empty for other games."""
    if record.game != "twixt":
        return {}
    long = [
        node
        for node in record.walk()
        if isinstance(node.action, Written)
        or (isinstance(node.action, Move) and node.action.text.count(" ") > 1)
    ]
    return effects_of(record, long) if long else {}
