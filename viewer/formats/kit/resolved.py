"""Resolving moves that a file has in its own notation; the rules are asked only for these."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.action import Action, Move, Written
from viewer.tree.node import Node
from viewer.tree.record import Record

if TYPE_CHECKING:
    from viewer.games.states import States


class ResolvedActions:
    """The actions of a record, with moves in place of the texts that stand for one.

    `stands` says of a node with a text whether that text is to be written, whatever it stands for.
    """

    def __init__(self, record: Record, stands: Callable[[Node], bool]) -> None:
        self._record = record
        self._stands = stands
        self._states: States | None = None

    def at(self, node: Node) -> Action | None:
        """The action at a node of the record."""
        action = node.action
        if not isinstance(action, Written) or self._stands(node):
            return action
        if self._states is None:
            self._states = States(game_of(self._record.game), self._record)
        meant = self._states.at(node).action
        return meant if isinstance(meant, Move) else action
