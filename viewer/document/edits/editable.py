"""The records of a document as plans see them: read-only, with keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from viewer.games.states import States
from viewer.tree.record import Record


class EditableRecords(Protocol):
    """What plans need of a document. They change nothing in it."""

    @property
    def format(self) -> str:
        """Id of the format they are saved in."""
        ...

    @property
    def flowing(self) -> bool:
        """Whether line breaks within comments are layout in the format they were read as."""
        ...

    def __len__(self) -> int:
        """The number of records."""
        ...

    def keys(self) -> Sequence[int]:
        """Keys of the records in order."""
        ...

    def record_of(self, key: int) -> Record:
        """The record of a key. Raises KeyError."""
        ...

    def index_of(self, key: int) -> int:
        """The index of a key. Raises OpError (a ValueError)."""
        ...

    def states(self, key: int) -> States:
        """The states of a record's nodes."""
        ...

    def new_key(self) -> int:
        """A key for a new record."""
        ...
