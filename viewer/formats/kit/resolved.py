"""Resolves moves written in a file's own notation; only these need the rules."""

from __future__ import annotations

from collections.abc import Callable

from viewer.games import game_of
from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.node import Node
from viewer.tree.record import Record


def resolved(record: Record, stands: Callable[[Node], bool] = lambda _: False) -> Record:
    """The record with the moves that its written texts mean, for a format that holds moves only.

    The record itself if nothing is to be resolved, else a copy with the same ids and facts. `stands` as
    for `ResolvedActions`; a text that means no move is kept.
    """
    written = [
        node for node in record.nodes.values() if type(node.action) is Written and not stands(node)
    ]
    if not written:
        return record
    actions = ResolvedActions(record, stands)
    copy = record.copy()
    for node in written:
        copy.nodes[node.id].action = actions.at(node)
    return copy


class ResolvedActions:
    """The actions of a record, with written moves resolved.

    `stands` tells for a node with a written move whether its text is kept instead.
    """

    def __init__(self, record: Record, stands: Callable[[Node], bool]) -> None:
        self._record = record
        self._stands = stands
        self._states: States | None = None

    def at(self, node: Node) -> Action | None:
        """The action at a node of the record; a written move that can't be resolved is kept."""
        action = node.action
        if not isinstance(action, Written) or self._stands(node):
            return action
        meant = self._state(node).action
        return meant if isinstance(meant, Move) else action

    def meaning(self, node: Node) -> Action | None:
        """The action at a node; an end is replaced by the game's own word for it."""
        action = self.at(node)
        if not isinstance(action, Terminal):
            return action
        state = self._state(node)
        return Terminal(game_of(self._record.game).end_meaning(state, action.text))

    def _state(self, node: Node) -> State:
        if self._states is None:
            self._states = States(game_of(self._record.game), self._record)
        return self._states.at(node)
