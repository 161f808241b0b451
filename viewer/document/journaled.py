"""The interface by which a document informs its journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from viewer.document.edits.history import AppliedEdit, Edit
from viewer.document.edits.ops import DocumentOp
from viewer.document.saving.saved import SavedFile


class Journal(Protocol):
    """Records edits so that they survive a crash. See `viewer.document.journal`."""

    def touching(self, ops: Sequence[DocumentOp]) -> None:
        """These operations are about to be applied."""

    def did(self, edit: Edit) -> None:
        """An edit was applied."""

    def undid(self, done: AppliedEdit) -> None:
        """An edit was undone."""

    def redid(self, done: AppliedEdit) -> None:
        """An edit was redone."""

    def saved(self, file: SavedFile, keys: Sequence[int] | None) -> None:
        """The document was saved, with the records of these keys (None: unknown) in this order."""

    def moved(self, path: str) -> None:
        """The file was renamed by another program."""

    def read_again(self) -> None:
        """The file was read again: the history is empty."""
