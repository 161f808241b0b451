"""A collection that calls a checkpoint at each access, for cooperative jobs."""

from __future__ import annotations

from viewer.base.cooperative import Checkpoint
from viewer.base.spans import Span
from viewer.formats.format import Collection
from viewer.formats.ordered import OrderedCollection
from viewer.tree.record import Record


class CooperativeCollection(OrderedCollection):
    """Records of a collection for a writer, which can be interrupted at each record.

    `passages`: how often it is gone through, for what is lost, for what is written, or more.
    """

    def __init__(self, collection: Collection, rest: Checkpoint, passages: int = 2) -> None:
        super().__init__(collection, range(len(collection)))
        self._rest = rest
        self._passages = passages
        self._passage = self._last = 0

    def _come(self, index: int) -> None:
        if index < self._last:
            self._passage = min(self._passage + 1, self._passages - 1)
        self._last = index
        count = len(self.order)
        self._rest(self._passage * count + index, self._passages * count)

    def span(self, index: int) -> Span | None:
        """The bytes of the source that are a record."""
        self._come(index)
        return super().span(index)

    def record(self, index: int) -> Record:
        """A record."""
        self._come(index)
        return super().record(index)
