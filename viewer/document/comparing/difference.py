"""A difference between two collections as plain data."""

from __future__ import annotations

from viewer.base.named import NamedTuple

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
    """One difference of the other collection ("theirs") from this one ("mine").

    Attributes:
        kind: ADDED, REMOVED, MOVED or CHANGED, from mine to theirs.
        facet: RECORD, BRANCH, LINE, ACTION, START, HEADER with a key, or a name of `annotation.FACETS`.
        mine, theirs: indices of the records, None if there is no such record on that side.
        node, other: ids of the nodes in mine and in theirs, for a header its indices; None if there is
            none on that side.
        before, after: the values in mine and in theirs. For a branch, a line and an action that is the
            action; for something moved its index among its siblings.
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
        """The key of the header, "" for other facets."""
        return self.facet.removeprefix(HEADER) if self.facet.startswith(HEADER) else ""
