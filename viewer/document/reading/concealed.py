"""The line to a node as a record of its own: what is shown while the moves that follow are hidden."""

from __future__ import annotations

from viewer.games.game import State
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.record import Record


def line_to(record: Record, node: Node) -> Record:
    """A record of the nodes from the root to one of a record's; they keep their ids and notes.

    Variations that branch off on the way are left out, as is all that follows. To be read, not to be written:
    facts aren't copied. Iterative; costs the length of the line.
    """
    made: dict[int, Node] = {}
    above: Node | None = None
    for one in node.path():
        copy = made[one.id] = Node(one.id, above, one.action, one.notes)
        if above is not None:
            above.children = (copy,)
        above = copy
    root = made[record.root.id]
    return Record(record.game, root, record.headers, record.encoding, (), made)


class LineStates(States):
    """The states of the nodes of `line_to`: those of the record it was made of."""

    def __init__(self, states: States, line: Record) -> None:
        """`states`: of the whole record."""
        super().__init__(states.game, line)
        self._whole = states

    def at(self, node: Node) -> State:
        """The state after the action of a node of the line."""
        return self._whole.at(self._whole.record.nodes[node.id])
