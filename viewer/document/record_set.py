"""Sets of records: one kind of argument for whatever copies, converts or checks.

A branch, selected records of a document, or numbered records of a file; a folder stands for its files.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Collection as Sized
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from viewer.base.files import SYSTEM
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.refused import Refused
from viewer.document.clip.clip import branch_rows
from viewer.formats import FORMATS, SUFFIXES
from viewer.formats.detect import suffix_of
from viewer.formats.format import Collection
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData

if TYPE_CHECKING:
    from viewer.document.document import Document
    from viewer.games.states import States

_RANGE = re.compile(r"([0-9]+)(?:(-)([0-9]*))?")


class Extent(NamedTuple):
    """The extent of what is copied: moves, and variations beside the first line."""

    moves: int
    variations: int

    @property
    def words(self) -> Message:
        """In words: "151 moves, 12 variations"."""
        moves = counted("{count} move", "{count} moves", self.moves)
        if not self.variations:
            return moves
        others = counted("{count} variation", "{count} variations", self.variations)
        return message("{moves}, {variations}", moves=moves, variations=others)


def extent(nodes: Iterable[Node]) -> Extent:
    """The extent of nodes, those of a branch or record without its root."""
    moves = ends = 0
    for node in nodes:
        moves += node.parent is not None
        ends += not node.children
    return Extent(moves, max(0, ends - 1))


class RecordSet(ABC):
    """Records to work on."""

    @abstractmethod
    def __len__(self) -> int:
        """The number of records."""

    @abstractmethod
    def collection(self) -> Collection:
        """A snapshot of the records, unaffected by later edits. Raises OSError."""

    @property
    def extent(self) -> Extent | None:
        """The extent of a single record or branch; None for several. Raises OSError."""
        return extent(self.collection().record(0).walk()) if len(self) == 1 else None


class Chosen(RecordSet):
    """Records of a document by their keys, in the order of the document."""

    def __init__(self, document: Document, keys: Sized[int]) -> None:
        self._document = document
        self._keys = frozenset(keys)

    def __len__(self) -> int:
        return len(self._keys)

    def collection(self) -> Collection:
        """A snapshot of the records."""
        indices = [index for index, key in enumerate(self._document.keys()) if key in self._keys]
        return OrderedCollection(self._document.frozen(), indices)


class BranchSet(RecordSet):
    """A node and all below as a separate record, which starts with the position before the node.

    It has the record's headers, without the result unless the branch is part of the main line.

    Attributes:
        node: its first node.
        states: of the whole record.
    """

    def __init__(self, document: Document, key: int, node: Node) -> None:
        self._document = document
        self.node = node
        self.states = document.states(key)

    def __len__(self) -> int:
        return 1

    @property
    def extent(self) -> Extent:
        """Its extent."""
        return extent(self.node.walk())

    def collection(self) -> Collection:
        """The branch as the only record."""
        return MemoryCollection(self._document.format, [self.record()])

    def record(self) -> Record:
        """The branch as a record."""
        return branch_record(self.states, self.node, self._document.format)


def branch_record(states: States, node: Node, format: str) -> Record:
    """A node and all below as a record of a format, which starts with the position before the node."""
    before = node.parent
    assert before is not None  # all moves are the record itself
    start = before.action
    if before.parent is not None:
        start = Setup(states.game.setup_text(states.at(before)))
    below = [
        row._replace(id=index, parent=row.parent + 1)
        for index, row in enumerate(branch_rows(node, states), 1)
    ]
    root = nodes_of([NodeData(0, -1, start, {}), *below])[0]
    return Record(states.record.game, root, headers_of(states.record, node, format))


def branch_of(document: Document, key: int, node: Node) -> RecordSet:
    """The branch of a node and all below; at the root, the record."""
    return BranchSet(document, key, node) if node.parent is not None else Chosen(document, [key])


def is_main(node: Node) -> bool:
    """Whether a node is on the main line."""
    while node.parent is not None:
        if node.parent.children[0] is not node:
            return False
        node = node.parent
    return True


def headers_of(record: Record, node: Node, format: str) -> tuple[Header, ...]:
    """The headers for a branch alone: without the result where it is no part of the main line."""
    if is_main(node):
        return record.headers
    return FORMATS[format].load().with_result(record.headers, "") or record.headers


class NoSuchRecords(Refused):
    """Malformed record numbers, or numbers without a record."""


class NumberedSet(RecordSet):
    """Records of a collection by numbers from 1: "2,5-7,12-"; "" for all.

    Raises NoSuchRecords.

    Attributes:
        indexes: from 0, in the order given.
    """

    def __init__(self, collection: Collection, numbers: str = "") -> None:
        self._collection = collection
        self.indexes: Sequence[int] = range(len(collection))
        if numbers:
            self.indexes = list(dict.fromkeys(_indexes(numbers, len(collection))))

    def __len__(self) -> int:
        return len(self.indexes)

    def collection(self) -> Collection:
        """The records; the collection itself if all are meant."""
        if isinstance(self.indexes, range):
            return self._collection
        return OrderedCollection(self._collection, self.indexes)


def _indexes(numbers: str, count: int) -> Iterator[int]:
    for part in numbers.split(","):
        match = _RANGE.fullmatch(part.strip())
        if match is None:
            raise NoSuchRecords(
                message("Games are named by numbers, as in 2,5-7,12-, not {text}.", text=numbers)
            )
        first = int(match[1])
        last = int(match[3] or count) if match[2] else first
        if not 1 <= first <= last <= count:
            raise NoSuchRecords(
                counted(
                    "There is no game {numbers}; there is one game.",
                    "There is no game {numbers}; there are {count} games.",
                    count,
                    numbers=part.strip(),
                )
            )
        yield from range(first - 1, last)


def files_of(paths: Iterable[str]) -> Iterator[str]:
    """The files that paths stand for: a folder or archive for all in it, at any depth, with a known suffix.

    A folder without any stands for itself, so that opening it reports an error.
    """
    for path in paths:
        found = False
        if os.path.isdir(path):
            for folder, below, names in os.walk(path):
                below.sort()
                for name in sorted(names):
                    if suffix_of(name) in SUFFIXES:
                        found = True
                        yield os.path.join(folder, name)
        elif SYSTEM.is_folder(path):
            from viewer.base.archives import files_in  # deferred

            with suppress(OSError):
                for file in files_in(path):
                    if suffix_of(file) in SUFFIXES:
                        found = True
                        yield file
        if not found:
            yield path
