"""Comparing the moves and starts of two records by meaning, however they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.diff import ItemDifference, lost
from viewer.tree.node import Node
from viewer.tree.record import Record

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
        first, second = (
            game.setup_text(game.start_of(record))
            for game, record in zip(self._games, self._records, strict=True)
        )
        return first == second
