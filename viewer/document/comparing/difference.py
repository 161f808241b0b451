"""A difference between two collections as plain data."""

from __future__ import annotations

from typing import NamedTuple

ADDED, REMOVED, MOVED, CHANGED = "added", "removed", "moved", "changed"

RECORD = "record"
"""Of a whole record."""
BRANCH = "branch"
"""Of a node and what follows it."""
LINE = "line"
"""Of nodes within a line that goes on behind them."""
ACTION = "action"
START = "start"
HEADER = "header:"
"""Before the key of a header."""


class Difference(NamedTuple):
    """One thing that is otherwise in the other collection ("theirs") than in this one ("mine").

    Attributes:
        kind: ADDED, REMOVED, MOVED or CHANGED, from mine to theirs.
        facet: RECORD, BRANCH, LINE, ACTION, START, HEADER with a key, or a name of `annotation.FACETS`.
        mine, theirs: indices of the records, None where it is in no record there.
        node, other: ids of the nodes in mine and in theirs, of a header its indices; None where there is
            none on that side.
        before, after: what is said in mine and in theirs. Of a branch, a line and an action that is the
            action; of what was moved its index among what stands beside it.
    """

    kind: str
    facet: str
    mine: int | None
    theirs: int | None
    node: int | None = None
    other: int | None = None
    before: object = None
    after: object = None

    @property
    def header(self) -> str:
        """The key of the header it is about, "" where it is about none."""
        return self.facet.removeprefix(HEADER) if self.facet.startswith(HEADER) else ""
