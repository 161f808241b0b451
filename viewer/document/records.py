"""The records of an open file: read when asked for, with what was edited and moved on top."""

from __future__ import annotations

from array import array
from weakref import WeakValueDictionary

from viewer.base.spans import Span
from viewer.formats.format import Collection, value_of
from viewer.games import game_of
from viewer.games.states import States
from viewer.tree.node import Node
from viewer.tree.ops import OpError
from viewer.tree.record import Header, Record

_RECENT = 4
_FIRST_NEW = 1 << 40


class Records:
    """Records by key and by place.

    The key of a record of the file is its place there; new ones have keys from 2**40 on. Nothing is kept
    of a record that nobody looked at but 8 bytes.

    Attributes:
        collection: the file; whoever saves it in another format puts that here.
        order: keys in the order of the document.
        new_key: for the next new record.
    """

    def __init__(self, collection: Collection) -> None:
        self.collection = collection
        self.order = array("q", range(len(collection)))
        self.new_key = _FIRST_NEW
        self._in_file = len(self.order)
        self._edited: dict[int, Record] = {}
        self._read: WeakValueDictionary[int, Record] = WeakValueDictionary()
        self._recent: list[Record] = []
        self._taken_out: set[int] = set()  # never edited, and by now removed
        self._states: WeakValueDictionary[int, States] = WeakValueDictionary()

    def grow(self) -> bool:
        """Take over the records that the collection knows by now; whether there are more."""
        known = len(self.collection)
        if known <= self._in_file:
            return False
        self.order.extend(range(self._in_file, known))
        self._in_file = known
        return True

    # ------------------------------------------------------------------------------- looking

    def get(self, key: int) -> Record:
        """The record of a key; the same object as long as anybody holds it. Raises KeyError."""
        record = self._edited.get(key) or self._read.get(key)
        if record is None:
            if not 0 <= key < self._in_file:
                raise KeyError(key)
            record = self.collection.record(key)
            self._read[key] = record
        self._recent = [kept for kept in self._recent if kept is not record][1 - _RECENT :]
        self._recent.append(record)
        return record

    def states(self, key: int) -> States:
        """The states of a record's nodes, kept as long as anybody holds them."""
        record = self.get(key)
        known = self._states.get(key)
        if known is None or known.record is not record:
            known = States(game_of(record.game), record)
            self._states[key] = known
        return known

    def headers(self, key: int) -> tuple[Header, ...]:
        """The headers of a record, without reading all of it where the format allows."""
        known = self._edited.get(key) or self._read.get(key)
        return known.headers if known is not None else self.collection.headers(key)

    def key_of(self, root: Node) -> int:
        """The key of the record that has a root. Raises ValueError if it is in none that was looked at."""
        for key, record in [*self._edited.items(), *self._read.items()]:
            if record.root is root:
                return key
        raise ValueError("the node is in no record of this document")

    def index(self, key: int) -> int:
        """The place of a key. Raises OpError."""
        try:
            return self.order.index(key)
        except ValueError:
            raise OpError(f"there is no record {key}") from None

    def values(self, name: str, start: int, stop: int) -> list[str]:
        """A header of the records at a range of places."""
        values: list[str] = []
        index = start
        stop = min(stop, len(self.order))
        while index < stop:  # runs that stand in the file like that come from it at once
            first = self.order[index]
            record = self._edited.get(first)
            if record is not None:
                values.append(value_of(record.headers, name))
                index += 1
                continue
            run = self._run(index, stop - index)
            values += self.collection.values(name, first, first + run)
            index += run
        return values

    # ------------------------------------------------------------------------------- copying

    def span(self, index: int) -> Span | None:
        """The bytes of the file that the record at a place still is, None where it was edited or is new."""
        key = self.order[index]
        if key in self._edited or key >= self._in_file:
            return None
        return self.collection.span(key)

    def untouched(self, index: int) -> int:
        """How many records from a place on are still bytes of the file, one behind the other there."""
        key = self.order[index]
        if self.span(index) is None:
            return 0
        return min(self._run(index, self._in_file - key), self.collection.untouched(key))

    def _run(self, start: int, most: int) -> int:
        """How many records from a place on stand one behind the other in the file unedited."""
        first = self.order[start]
        edited = [key - first for key in self._edited if key > first]
        most = min([most, len(self.order) - start, *edited])
        low, length = 1, 64
        while low < most:  # comparing arrays is quick; twice as much each time
            length = min(length, most)
            if self.order[start : start + length] != array("q", range(first, first + length)):
                break
            low, length = length, 2 * length
        while low < most and self.order[start + low] == first + low:
            low += 1
        return low

    # ------------------------------------------------------------------------------- editing

    def touch(self, key: int) -> Record:
        """The record of a key, about to be edited: it stays in memory. Raises OpError."""
        try:
            record = self.get(key)
        except KeyError:
            raise OpError(f"there is no record {key}") from None
        self._edited[key] = record
        return record

    def cut_states(self, key: int, node: int | None) -> None:
        """Another action stands at a node: forget the states from there on."""
        states = self._states.get(key)
        if states is not None and node is not None:
            states.cut([states.record.nodes.get(node)])

    def insert(self, place: int, key: int, record: Record) -> None:
        """Put a record at a place. Raises OpError."""
        if key in self.order or not 0 <= place <= len(self.order):
            raise OpError(f"no place {place} for record {key}")
        if key in self._taken_out:  # it comes back as it stands in the file
            self._taken_out.discard(key)
        else:
            self._edited[key] = record
        self.order.insert(place, key)
        self.new_key = max(self.new_key, key + 1)

    def remove(self, key: int) -> tuple[int, Record]:
        """Take a record out: its place and itself. Raises OpError."""
        place = self.index(key)
        record = self.get(key)
        if key not in self._edited and key < self._in_file:
            self._taken_out.add(key)
        del self.order[place]
        self._edited.pop(key, None)
        self._read.pop(key, None)
        return place, record

    def move(self, key: int, to: int) -> int:
        """Give a record another place; the old one. Raises OpError."""
        place = self.index(key)
        if not 0 <= to < len(self.order):
            raise OpError(f"no place {to} for record {key}")
        self.order.insert(to, self.order.pop(place))
        return place
