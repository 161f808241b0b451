"""What a save tells: a collection as it was saved, not as it was read, and the interface of a journal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from viewer.base.digests import FileSnapshot
from viewer.base.named import NamedTuple
from viewer.base.source import Span
from viewer.document.edits import AppliedEdit, DocumentOp, Edit
from viewer.formats.format import Collection, Loss
from viewer.formats.forwarding import ForwardingCollection


class SavedFile(NamedTuple):
    """What a document was saved as.

    Attributes:
        path: of the file.
        format, variant: it has.
        options: that were chosen, None where none were.
        encoding: codec of its text, where it was saved as something else than it was read as.
        lacking: what it doesn't have of the document.
        known: the file as it was written.
    """

    path: str
    format: str
    variant: str
    options: Mapping[str, str] | None
    encoding: str | None
    lacking: tuple[Loss, ...]
    known: FileSnapshot


class ReformattedCollection(ForwardingCollection):
    """A collection whose document was saved in another format or version since it was read."""

    def __init__(self, inner: Collection, format: str, variant: str) -> None:
        self._inner = inner._inner if isinstance(inner, ReformattedCollection) else inner
        self._format = format
        self._variant = variant

    @property
    def as_read(self) -> Collection:
        """The collection as it was read."""
        return self._inner

    @property
    def format(self) -> str:
        """Id of the format in which it was saved."""
        return self._format

    @property
    def variant(self) -> str:
        """That format with its version."""
        return self._variant

    def span(self, index: int) -> Span | None:
        """The bytes of a record, as long as it is the same format."""
        return self._inner.span(index) if self.format == self._inner.format else None

    def unedited_run(self, index: int) -> int:
        """How many records can be copied at once, as long as it is the same format."""
        return self._inner.unedited_run(index) if self.format == self._inner.format else 0


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
