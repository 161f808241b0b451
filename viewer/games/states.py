"""States along lines, worked out when asked for and kept until a change cuts them."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.games.game import Game, State
from viewer.tree.node import Node
from viewer.tree.record import Record

_KEPT = 20_000


class States:
    """The state of each node of a record that somebody looked at.

    The lines that were looked at last stay; a record of 226,000 nodes never has them all.
    """

    def __init__(self, game: Game[State], record: Record) -> None:
        self.game = game
        self.record = record
        self._known: dict[int, State] = {}

    def at(self, node: Node) -> State:
        """The state after the node's action. Costs a step per node not known yet on its line."""
        known = self._known
        state = known.get(node.id)
        if state is not None:
            return state
        missing: list[Node] = [node]
        above = node.parent
        while above is not None and above.id not in known:
            missing.append(above)
            above = above.parent
        if len(known) + len(missing) > _KEPT:
            base = known.get(above.id) if above is not None else None
            known.clear()
            if above is not None and base is not None:
                known[above.id] = base
        current = known[above.id] if above is not None else None
        for one in reversed(missing):
            if current is None:
                setup = self.record.setup
                current = self.game.start(setup)
            else:
                current = self.game.step(current, one.action)
            known[one.id] = current
        assert current is not None
        return current

    def cut(self, nodes: Iterable[Node | None]) -> None:
        """Forget the states at and below these nodes; None, or a large subtree, forgets all."""
        for top in nodes:
            if top is None or top.parent is None:
                self._known.clear()
                return
            for count, node in enumerate(top.walk()):
                if count > 2 * len(self._known):
                    self._known.clear()
                    return
                self._known.pop(node.id, None)

    def forget_missing(self) -> None:
        """Forget the states of nodes that are no longer in the record (their ids never come back)."""
        nodes = self.record.nodes
        for id in [id for id in self._known if id not in nodes]:
            del self._known[id]
