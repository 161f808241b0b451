"""The open documents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.limits import AT_ONCE, Limits
from viewer.document.document import Document, open_document
from viewer.document.edits import AnyRecord
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Setup

if TYPE_CHECKING:
    from viewer.formats.fresh import Beginning


class Workspace:
    """The open documents in the order of their tabs.

    Attributes:
        documents: read it; `open`, `new` and `close` change it.
        listeners: called after the list has changed.
    """

    def __init__(self, files: FileSystem = SYSTEM, limits: Limits = AT_ONCE) -> None:
        self.files = files
        self.limits = limits
        self.documents: list[Document] = []
        self.listeners: list[Callable[[], None]] = []

    def open(self, path: str) -> Document:
        """The document of a file, opened unless it is open already.

        Raises Unreadable with a sentence, or OSError.
        """
        real = self.files.real_path(path)
        for document in self.documents:
            of = document.path
            if of is None and not document.modified:
                of = document.source.name  # a sample that nobody has edited
            if of and self.files.real_path(of) == real:
                return document
        document = open_document(path, None, self.files, self.limits)
        self._add(document)
        return document

    def new(self, game: str, setup: Setup | None = None) -> Document:
        """A new record of a game, from its usual start or a set-up position.

        It is of the game's usual format, or if that can't hold the start, of the first that can.
        """
        from viewer.formats.fresh import Beginning  # deferred

        return self.begin(game, Beginning(setup))

    def begin(self, game: str, beginning: Beginning, format: str = "") -> Document:
        """A new record as it was asked for, in a format; "" as for `new`."""
        from viewer.document.beginning import begun  # deferred

        document = begun(game, beginning, format, self.files)
        self._add(document)
        return document

    def add_collection(self, collection: Collection) -> Document:
        """Add a document of a collection that wasn't read from a file."""
        document = Document(collection, None, self.files, self.limits)
        self._add(document)
        return document

    def add(self, format: str, records: Sequence[AnyRecord], name: str = "") -> Document:
        """A new document of records, of a name, to be saved in a format."""
        collection = MemoryCollection(format, [data.record() for data in records])
        document = Document(collection, None, self.files, self.limits, name=name)
        self._add(document)
        return document

    def take(self, document: Document) -> None:
        """Have a document that was made elsewhere."""
        self._add(document)

    def _add(self, document: Document) -> None:
        self.documents.append(document)
        self._tell()

    def close(self, document: Document) -> None:
        """Close a document, saved or not; questions are up to the caller."""
        self.documents.remove(document)
        document.close()
        self._tell()

    def arrange(self, order: Sequence[Document]) -> None:
        """Put the documents into an order; those it doesn't name stand behind."""
        self.documents.sort(key=[*order, *self.documents].index)
        self._tell()

    def _tell(self) -> None:
        for listener in list(self.listeners):
            listener()
