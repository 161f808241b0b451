"""What formats of Hex and Twixt share: syntax of set-ups, effects by which moves are equal, losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import cast

from viewer.base.messages import Message
from viewer.formats.format import Loss
from viewer.formats.kit.losses import WRITTEN_AS, losses_between, one_line_in, sentences_of
from viewer.games import game_of
from viewer.games.hex.board import SYNTAX as HEX
from viewer.games.states import States
from viewer.games.stones.placement import SetupSyntax
from viewer.games.twixt.board import Position
from viewer.games.twixt.links import all_links, name_of
from viewer.games.twixt.setup import NO_LINKS, PROPOSE_DRAW
from viewer.games.twixt.setup import SYNTAX as TWIXT
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

SYNTAX_OF: Mapping[str, SetupSyntax] = MappingProxyType({"hex": HEX, "twixt": TWIXT})
"""The syntax of setups by the game's id."""


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


# ------------------------------------------------------------------------------------------- losses


def line_losses(
    record: Record, read: Record, start: Callable[[Record], Setup], format: str | Message
) -> tuple[Loss, ...]:
    """The losses from a record to the one that was read back; `start` spells a start out.

    `format` is the format's name for people.
    """
    sentences = sentences_of(format, one_line_in(format), action=WRITTEN_AS)
    return losses_between(_normal(record, start), _normal(read, start), sentences)


def _normal(record: Record, start: Callable[[Record], Setup]) -> Record:
    """A copy in which equal moves and starts have the same text."""
    actions = spelled(record)
    copy = record.mapped(lambda node: actions.get(node.id, node.action))
    copy.root.action = start(record)
    return copy
