"""Resolves moves written in a file's own notation, which needs the rules; compares records by meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viewer.games import game_of
from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.action import Action, Move, Terminal, Written
from viewer.tree.diff import ItemDifference, lost
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


# ----------------------------------------------------------------------------- comparing by meaning

Surely = Callable[[Node, Node], bool]
"""Whether the actions of two nodes in the same position are known to be the same without the rules."""
_START_TAGS = frozenset(("header:fen", "header:setup"))


class Meaning:
    """Compares the nodes of a record with those of the same one read back, by meaning; an `Alike`.

    Parents must be compared first. The rules are used only if two actions are written differently, and
    below nodes that differ, where one text may mean two moves.
    """

    def __init__(self, record: Record, read: Record, surely: Surely | None = None) -> None:
        self._games = game_of(record.game), game_of(read.game)
        self._records = record, read
        self._states = States(self._games[0], record), States(self._games[1], read)
        self._surely = surely
        self._alike: bool | None = None  # the starts, once they have been compared
        self._same: dict[int, int] = {}  # nodes of the second record, same position as the first's

    def __call__(self, node: Node, other: Node) -> bool:
        """Whether two nodes mean the same in their positions."""
        if node.parent is None or other.parent is None:
            alike = self.starts_alike()
            same = alike
        else:
            above = self._same.get(other.parent.id) == node.parent.id
            if above and (
                node.action == other.action
                or (self._surely is not None and self._surely(node, other))
            ):
                alike = True
            else:
                first, second = (
                    states.at(one).action
                    for states, one in zip(self._states, (node, other), strict=True)
                )
                alike = first == second
            same = above and alike
        if same:
            self._same[other.id] = node.id
        return alike

    def lost(self) -> Iterator[ItemDifference]:
        """The items of the first record that the second lacks, without the tags of a start they share."""
        tags = _START_TAGS if self.starts_alike() else frozenset()
        return (one for one in lost(*self._records, self) if one.kind.lower() not in tags)

    def starts_alike(self) -> bool:
        """Whether both begin with the same position, however it is written."""
        if self._alike is None:
            first, second = (
                game.setup_text(game.start_of(record))
                for game, record in zip(self._games, self._records, strict=True)
            )
            self._alike = first == second
        return self._alike
