"""Which records something is done with: one argument for whatever copies, converts or checks.

A branch, chosen records of a document, or those of a file; a folder stands for the files in it.
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Collection as Sized
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from viewer.base.messages import Message, counted, message
from viewer.document.clip.clip import branch_rows
from viewer.formats import FORMATS
from viewer.formats.detect import suffix_of
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.formats.ordered import OrderedCollection
from viewer.tree.action import Setup
from viewer.tree.node import Node
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

if TYPE_CHECKING:  # no part of checking or converting a file
    from viewer.document.document import Document

_RANGE = re.compile(r"([0-9]+)(?:(-)([0-9]*))?")


class Extent(NamedTuple):
    """How much is copied: moves, in how many variations beside the first line."""

    moves: int
    variations: int

    @property
    def words(self) -> Message:
        """In words: "151 moves, 12 variations"."""
        moves = counted("{count} move", "{count} moves", self.moves)
        if not self.variations:
            return moves
        beside = counted("{count} variation", "{count} variations", self.variations)
        return message("{moves}, {variations}", moves=moves, variations=beside)


def extent(nodes: Iterable[Node]) -> Extent:
    """How much some nodes are, all of a branch or of a record; its start doesn't count."""
    moves = ends = 0
    for node in nodes:
        moves += node.parent is not None
        ends += not node.children
    return Extent(moves, max(0, ends - 1))


class RecordSet(ABC):
    """Records that something is done with."""

    @abstractmethod
    def __len__(self) -> int:
        """How many."""

    @abstractmethod
    def collection(self) -> Collection:
        """The records as they stand now, whatever is edited later. Raises OSError."""

    @property
    def extent(self) -> Extent | None:
        """How much a single record or branch is; None for several. Raises OSError."""
        return extent(self.collection().record(0).walk()) if len(self) == 1 else None


class Chosen(RecordSet):
    """Records of a document by their keys, in the order of the document."""

    def __init__(self, document: Document, keys: Sized[int]) -> None:
        self._document = document
        self._keys = frozenset(keys)

    def __len__(self) -> int:
        return len(self._keys)

    def collection(self) -> Collection:
        """The records as they stand now."""
        indices = [index for index, key in enumerate(self._document.keys()) if key in self._keys]
        return OrderedCollection(self._document.frozen(), indices)


class BranchSet(RecordSet):
    """A node and all below as a record of its own, which begins with the position before the node.

    Its headers are those of the record, without the result where the branch is no part of the main line.

    Attributes:
        node: where it begins.
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
        """How much it is."""
        return extent(self.node.walk())

    def collection(self) -> Collection:
        """The branch as the only record."""
        return MemoryCollection(self._document.format, [self.record()])

    def record(self) -> Record:
        """The branch as a record."""
        record, states, node = self.states.record, self.states, self.node
        before = node.parent
        assert before is not None  # all moves are the record itself
        start = before.action
        if before.parent is not None:
            start = Setup(states.game.setup_text(states.at(before)))
        below = [
            row._replace(id=index, parent=row.parent + 1)
            for index, row in enumerate(branch_rows(node, states), 1)
        ]
        headers = record.headers
        if not _is_main(node):
            format = FORMATS[self._document.format].load()
            headers = format.with_result(headers, "") or headers
        root = nodes_of([NodeData(0, -1, start, {}), *below])[0]
        return Record(record.game, root, headers)


def branch_of(document: Document, key: int, node: Node) -> RecordSet:
    """A node and all below; at the start that is the record."""
    return BranchSet(document, key, node) if node.parent is not None else Chosen(document, [key])


def _is_main(node: Node) -> bool:
    while node.parent is not None:
        if node.parent.children[0] is not node:
            return False
        node = node.parent
    return True


class NoSuchRecords(ValueError):
    """Numbers that no records have, or that are none; `reason` is a sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class NumberedSet(RecordSet):
    """Records of a collection by their numbers from 1: "2,5-7,12-"; all for "".

    Raises NoSuchRecords.

    Attributes:
        indexes: from 0, in the order in which they were named.
    """

    def __init__(self, collection: Collection, numbers: str = "") -> None:
        self._collection = collection
        self.indexes: Sequence[int] = range(len(collection))
        if numbers:
            self.indexes = list(dict.fromkeys(_indexes(numbers, len(collection))))

    def __len__(self) -> int:
        return len(self.indexes)

    def collection(self) -> Collection:
        """The records; all of a collection are that itself."""
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
    """The files that paths stand for: a folder for all in it, at any depth, whose suffix a format has.

    A folder without any stands for itself, which whoever opens it hears.
    """
    suffixes = {suffix for entry in FORMATS.values() for suffix in entry.suffixes}
    for path in paths:
        found = False
        if os.path.isdir(path):
            for folder, below, names in os.walk(path):
                below.sort()
                for name in sorted(names):
                    if suffix_of(name) in suffixes:
                        found = True
                        yield os.path.join(folder, name)
        if not found:
            yield path
