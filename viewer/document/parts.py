"""Parts of long files, which several processes work on at the same time.

A process gets to know where its part is and reads nothing else, so that its memory doesn't grow with the
file. A packed file is unpacked here, in order, and a process gets the bytes of its part in a file of a
private folder: several that unpack would do the same work. Of several files, or of records that don't follow
one another, each process finds the records itself.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, overload

from viewer.base.files import Stamp
from viewer.base.layers import SUFFIXES, bare
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.packed import PackedSource
from viewer.base.refused import Refused
from viewer.base.source import FileSource
from viewer.base.temporary import TemporaryFolder
from viewer.document.record_set import NumberedSet
from viewer.formats import FORMATS
from viewer.formats.capabilities import CheckedByRecord, Stretch
from viewer.formats.detect import find_all, load_file
from viewer.formats.format import Collection, Unreadable
from viewer.formats.forwarding import ForwardingCollection, HeldCollection, OrderedCollection

MUCH = 2**21  # bytes
_PACKED = 4  # what a packed file holds is about so many times as much
_PART = 2**19  # bytes of a part, about

_open: dict[tuple[str, str | None], Collection] = {}


class Part(NamedTuple):
    """Some records of a file.

    Attributes:
        indexes: of the records in the file.
        first, last: whether it is the first or last part of those that are meant.
        format, stretch, length: how to read records that follow one another: a stretch without its bytes,
            and how many these are; None for others.
        stamp: of the file that the bytes are in; None for a packed one.
        data: the file that the bytes of a packed one are in.
    """

    indexes: Sequence[int]
    first: bool
    last: bool
    format: str = ""
    stretch: Stretch | None = None
    length: int = 0
    stamp: Stamp | None = None
    data: str = ""


class Parts(Sequence[Part]):
    """The parts of a file; those of a packed one are unpacked when they are asked for."""

    def __init__(self, collection: Collection, some: Sequence[Sequence[int]], owned: bool) -> None:
        """`owned`: whether `close` closes the collection, too."""
        self._some = some
        self._owned = owned
        self._collection: Collection | None = collection
        self._folder: TemporaryFolder | None = None

    def __len__(self) -> int:
        return len(self._some)

    @overload
    def __getitem__(self, at: int) -> Part: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Part]: ...
    def __getitem__(self, at: int | slice) -> Part | Sequence[Part]:
        """A part, as a process gets it, which removes the file of its bytes if it has one."""
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        part = self.bare(at)
        if self._collection is None or not isinstance(part.indexes, range):
            return part
        return self._placed(self._collection, part.indexes, part, at)

    def leave(self) -> None:
        """Close the collection now: each process opens the file."""
        self.close()
        self._collection = None

    def bare(self, at: int) -> Part:
        """A part without what is unpacked of it."""
        return Part(self._some[at], at == 0, at == len(self) - 1)

    def _placed(self, collection: Collection, indexes: range, part: Part, at: int) -> Part:
        """A part with the place of its bytes."""
        format_ = FORMATS[collection.format].load()
        assert isinstance(format_, CheckedByRecord)
        stretch = format_.stretch(collection, indexes)
        length, data, stamp = len(stretch.data), "", None
        source = bare(collection.source)
        if isinstance(source, FileSource):
            stamp = source.stamp
        else:
            data = self._unpacked(stretch.data, at)
        return part._replace(
            format=collection.format,
            stretch=stretch._replace(data=b""),
            length=length,
            stamp=stamp,
            data=data,
        )

    def _unpacked(self, data: bytes, at: int) -> str:
        """The path of a private file with bytes."""
        if self._folder is None:
            self._folder = TemporaryFolder()
        path = os.path.join(self._folder.name, str(at))
        with open(path, "wb") as file:
            file.write(data)
        return path

    def close(self) -> None:
        """Remove what was unpacked and not fetched."""
        if self._folder is not None:
            self._folder.cleanup()
        if self._owned and self._collection is not None and self._collection.source is not None:
            self._collection.source.close()


Item = tuple[Any, ...]


class Items(Sequence[Item]):
    """What processes work on: files, and parts of long ones, with what else a process has to know.

    The last value of an item is its part, None for a whole file.
    """

    def __init__(self) -> None:
        self._items: list[tuple[Item, Parts | None, int]] = []

    def add(self, known: Item, parts: Parts | None) -> None:
        """Add a file, or all of its parts."""
        self._items += [(known, parts, at) for at in range(1 if parts is None else len(parts))]

    def __len__(self) -> int:
        return len(self._items)

    @overload
    def __getitem__(self, number: int) -> Item: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Item]: ...
    def __getitem__(self, number: int | slice) -> Item | Sequence[Item]:
        """An item, as a process gets it."""
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        known, parts, at = self._items[number]
        return (*known, None if parts is None else parts[at])

    def part(self, number: int) -> Part | None:
        """The part of an item, without what is unpacked of it."""
        _, parts, at = self._items[number]
        return None if parts is None else parts.bare(at)

    def close(self) -> None:
        """Let go of all parts."""
        for parts in {id(parts): parts for _, parts, _ in self._items}.values():
            if parts is not None:
                parts.close()


def parts_of(
    path: str, encoding: str | None, numbers: str = "", alone: bool = True
) -> Parts | None:
    """The parts of a file by its path; None too for one that can't be read.

    `numbers`: of the records that are meant, "" for all. `alone`: whether it is the only file; of several, a
    packed one isn't divided.
    """
    try:
        if size_of(path) < MUCH or (packed(path) and not alone):
            return None
        collection = _loaded(path, encoding)
        found = None
        try:
            found = parts_in(NumberedSet(collection, numbers).collection(), owned=True)
        finally:
            source = collection.source
            if source is not None and found is None:
                source.close()
        if found is not None and not alone:
            found.leave()
        return found
    except (OSError, Unreadable, Refused):
        return None


def packed(path: str) -> bool:
    """Whether a name is that of a packed file."""
    return path.lower().endswith(SUFFIXES)


def size_of(path: str) -> int:
    """The bytes that a file has, of a packed one about what it holds. Raises OSError."""
    return os.stat(path).st_size * (_PACKED if packed(path) else 1)


def parts_in(collection: Collection, owned: bool = False) -> Parts | None:
    """The parts of a long file's records, of about half a megabyte each; of chosen records, in their order.

    None for a collection that is taken as a whole: a short one, one that was edited, one of which something
    is to be told as a whole, or one of a format whose records aren't found by themselves.
    """
    whole, indexes = in_file(collection)
    source = whole.source
    inner = bare(source)
    if isinstance(whole, ForwardingCollection) or source is None or source.size < MUCH:
        return None
    indexes = _run(indexes)
    if isinstance(inner, PackedSource):
        if inner.dense or not isinstance(indexes, range):
            return None
    elif not isinstance(inner, FileSource):
        return None
    by_record = isinstance(FORMATS[whole.format].load(), CheckedByRecord)
    if not by_record or whole.unedited_run(0) < len(whole):
        return None
    if any(one.record is None for one in whole.diagnostics):
        return None
    count = len(indexes)
    together = max(1, len(whole) * _PART // source.size)
    if count <= together:
        return None
    some = [indexes[at : at + together] for at in range(0, count, together)]
    return Parts(whole, some, owned)


def in_file(collection: Collection) -> tuple[Collection, Sequence[int]]:
    """The collection of a file that another one is made of, and the indexes of the other's records in it.

    Who reads a part asks once more whether the format of the target holds the games (`HeldCollection`).
    """
    indexes: Sequence[int] = range(len(collection))
    while isinstance(collection, HeldCollection | OrderedCollection):
        if isinstance(collection, OrderedCollection):
            order = collection.order
            indexes = [order[index] for index in indexes]
        collection = collection.inner
    return collection, indexes


def _loaded(path: str, encoding: str | None) -> Collection:
    """The collection of a file, all of its records found. Raises Unreadable, OSError."""
    collection = load_file(path, encoding=encoding)
    find_all(collection)
    return collection


def _run(indexes: Sequence[int]) -> Sequence[int]:
    """Indexes as a range, if they follow one another."""
    if isinstance(indexes, range) or not indexes:
        return indexes
    whole = range(indexes[0], indexes[0] + len(indexes))
    return whole if list(indexes) == list(whole) else indexes


def collection_of(path: str, encoding: str | None, part: Part) -> Collection:
    """In a process: the collection with a part's records, by their indexes. Raises Unreadable, OSError."""
    if part.stretch is None:
        return kept_open(path, encoding)
    if part.stamp is None:
        with open(part.data, "rb") as file:
            data = file.read()
        os.unlink(part.data)
    else:
        source = FileSource(path)
        try:
            data = source.read(part.stretch.start, part.length)
            if source.stamp != part.stamp or len(data) != part.length:
                raise Unreadable(message("The file changed while it was read."), "file.changed")
        finally:
            source.close()
    format_ = FORMATS[part.format].load()
    assert isinstance(format_, CheckedByRecord)
    return format_.read_stretch(part.stretch._replace(data=data), len(part.indexes))


def kept_open(path: str, encoding: str | None) -> Collection:
    """The collection of a file, which stays open for the next part of it. Raises Unreadable, OSError."""
    found = _open.get((path, encoding))
    if found is None:
        for other in _open.values():
            if other.source is not None:
                other.source.close()
        _open.clear()
        found = _open[path, encoding] = _loaded(path, encoding)
    return found
