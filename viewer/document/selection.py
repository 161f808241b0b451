"""Some records of a document, in their order, as a collection: what is copied or written apart."""

from __future__ import annotations

from collections.abc import Collection as Keys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from viewer.base.jobs import Step
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.record import Header, Record

if TYPE_CHECKING:
    from viewer.document.document import Document


class Selection:
    """The records of some keys, as they stand now; keys that the document hasn't are left out."""

    def __init__(self, document: Document, keys: Keys[int]) -> None:
        self._document = document
        if len(keys) == 1:
            self._places: Sequence[int] = [document.place_of(key) for key in keys]
        else:
            wanted = frozenset(keys)
            order = document.keys()
            self._places = [place for place, key in enumerate(order) if key in wanted]

    @property
    def format(self) -> str:
        """Id of the document's format."""
        return self._document.format

    @property
    def variant(self) -> str:
        """The document's format with its version."""
        return self._document.variant

    @property
    def source(self) -> Source | None:
        """Where spans of the document's file come from."""
        return self._document.source

    @property
    def diagnostics(self) -> Sequence[Diagnostic]:
        """What the reader of the file found odd."""
        return self._document.diagnostics

    def __len__(self) -> int:
        return len(self._places)

    def indexing(self) -> Iterator[Step[int]]:
        """Nothing is left to find: what is chosen is known."""
        return iter(())

    def span(self, index: int) -> Span | None:
        """The bytes of the file that a record still is."""
        return self._document.span(self._places[index])

    def untouched(self, index: int) -> int:
        """How many records from one on stand one behind the other in the document, and so in its file."""
        first = self._places[index]
        most = min(self._document.untouched(first), len(self) - index)
        run = min(most, 1)
        while run < most and self._places[index + run] == first + run:
            run += 1
        return run

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A header of a range of records."""
        return [
            value
            for place in self._places[start:stop]
            for value in self._document.values(key, place, place + 1)
        ]

    def headers(self, index: int) -> tuple[Header, ...]:
        """Headers of a record."""
        return self._document.headers(self._places[index])

    def record(self, index: int) -> Record:
        """A record."""
        return self._document.record(self._places[index])
