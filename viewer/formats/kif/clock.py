"""Times of moves and the players' totals; records contain only the times of moves.

Totals are kept as in the file, right or wrong; if a time is edited, its player's later totals in the line
change by the same amount.
"""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.formats.kif import lines as kinds
from viewer.formats.kif.moves import elapsed_of, milliseconds
from viewer.tree.annotation import ELAPSED
from viewer.tree.node import Node


class Time(NamedTuple):
    """A node's time, and the player's total in milliseconds; None if no total is written."""

    elapsed: str
    total: int | None


class _Sums(NamedTuple):
    """For the player who moved last, and the other: the total, and its difference from the file's."""

    mine: int = 0
    mine_more: int = 0
    other: int = 0
    other_more: int = 0


class Clock:
    """The times of a record, along each of its lines from the root on."""

    def __init__(self, root: Node) -> None:
        self._sums: dict[Node, _Sums] = {root: _Sums()}
        self._changed: dict[Node, Time] = {}

    def new(self, node: Node) -> Time:
        """Add a new node; returns its time."""
        elapsed = str(node.note(ELAPSED))
        before = self._before(node)
        total = before.other + (milliseconds(elapsed) or 0)
        self._sums[node] = _Sums(total, before.other_more, before.mine, before.mine_more)
        return Time(elapsed, total)

    def old(self, node: Node, text: str) -> None:
        """Add a node that was read; `text` is the part of its line after the move."""
        found = kinds.TIME.search(text)
        now = str(node.note(ELAPSED))
        was = elapsed_of(found[1]) if found is not None else ""
        before = self._before(node)
        total = before.other + (milliseconds(now) or 0)
        more = before.other_more
        if now == was and not more:
            said = milliseconds(found[2]) if found is not None and found[2] else None
            self._sums[node] = _Sums(
                total if said is None else said, 0, before.mine, before.mine_more
            )
            return
        more += (milliseconds(now) or 0) - (milliseconds(was) or 0)
        shown: int | None = total
        if found is not None:
            said = milliseconds(found[2]) if found[2] else None
            shown = None if said is None else said + more
            total = total if shown is None else shown
        self._sums[node] = _Sums(total, more, before.mine, before.mine_more)
        if now != was or (shown is not None and now):
            self._changed[node] = Time(now, shown)

    def changed(self, node: Node) -> Time | None:
        """The new time of a node that was read, None if its line is still right."""
        return self._changed.get(node)

    def _before(self, node: Node) -> _Sums:
        assert node.parent is not None
        return self._sums.get(node.parent, _Sums())
