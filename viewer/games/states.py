"""A cache of the states of a record's nodes; edits invalidate what lies below them."""

from __future__ import annotations

from collections.abc import Iterable

from viewer.base.messages import Message
from viewer.games.game import Game, State
from viewer.tree.node import Node
from viewer.tree.record import Record

_KEPT = 20_000


class States:
    """The states of a record's nodes, computed on demand and cached.

    The cache is bounded: when it is full, only the current line stays, so that a record
    of 226,000 nodes never has all its states in memory. Its keys are nodes, not ids: a branch that was
    removed and inserted elsewhere has the same ids, but new nodes.
    """

    def __init__(self, game: Game[State], record: Record) -> None:
        self.game = game
        self.record = record
        self._known: dict[Node, State] = {}
        self._headers = record.headers
        self._room = _KEPT

    def at(self, node: Node) -> State:
        """The state after a node's action. Costs one step per uncached node on its line."""
        known = self._known
        if self.record.headers is not self._headers:
            # They say under which rules a game is played.
            self._headers = self.record.headers
            known.clear()
        state = known.get(node)
        if state is not None:
            return state
        missing: list[Node] = []
        above: Node | None = node
        while above is not None and above not in known:
            missing.append(above)
            above = above.parent
        if len(known) + len(missing) > self._room:
            self._keep_only_line(above, len(missing))
            known = self._known
        current = known[above] if above is not None else None
        for one in reversed(missing):
            if current is None:
                current = self.game.start_of(self.record)
            else:
                current = self.game.advance(current, one.action)
            known[one] = current
        assert current is not None
        return current

    def side_name(self, side: int) -> Message:
        """What a side of the record is called."""
        return self.game.side_name(side, self.at(self.record.root))

    @property
    def side_names(self) -> tuple[Message, Message]:
        """What both sides of the record are called."""
        return self.side_name(0), self.side_name(1)

    def at_end(self) -> State:
        """The state after the main line."""
        *_, last = self.record.root.main_line()
        return self.at(last)

    def _keep_only_line(self, leaf: Node | None, more: int) -> None:
        """Forget all but the line down to `leaf`; the capacity is at least twice a line."""
        line = leaf.path() if leaf is not None else []
        self._known = {node: self._known[node] for node in line if node in self._known}
        self._room = max(_KEPT, 2 * (len(line) + more))

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
                self._known.pop(node, None)
