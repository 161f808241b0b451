"""Writes a collection as a CBL library: the file that was read with its edits, or a new one.

A game that fits in its slots is written there; its entry in the index is the only other change. If a game
needs more slots, or is added, deleted or moved, all slots are laid out again: the offset of a game follows
from the slots before it, so the later games move, with their bytes unchanged.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from viewer.base.limits import DEFAULT
from viewer.base.source import BytesGone, Piece, Source, Span
from viewer.formats.ccbridge import CBL
from viewer.formats.ccbridge.layout import (
    GUID,
    SECOND,
    UTF16,
    guid_text,
    layout_of,
    read_text,
    write_text,
)
from viewer.formats.ccbridge.library import (
    COUNT,
    ENTRY,
    ENTRY_GUID,
    GAME,
    INDEX,
    LENGTH,
    LIBRARY_MAGIC,
    NAME,
    NAME_SIZE,
    ORDER,
    ROOM,
    SLOT,
    USED,
    CblCollection,
    Library,
    Place,
)
from viewer.formats.ccbridge.reader import RECORD, read_record
from viewer.formats.ccbridge.writer import write_record
from viewer.formats.format import Collection, Loss, Output
from viewer.tree.facts import raw_of
from viewer.tree.record import Record

_STEP = 128  # entries by which the index of a library grows
_VERSION = 3
_MOST = 52  # the offset of a number that is 7FFFFFFF
_LARGEST = 0xFFFFFFFF


@dataclass(slots=True)
class Item:
    """A game to be written.

    Attributes:
        number: its number in the file that was read, -1 for a new game.
        data: the bytes of its record, b"" if they are unchanged.
        behind: the bytes after the old record in its slots.
        title: its name for the index, if the record has changed.
    """

    number: int
    data: bytes = b""
    behind: bytes = b""
    title: str = ""

    def slots(self) -> int:
        """The number of slots that the changed record needs."""
        return -(-len(self.data) // SLOT)


class File:
    """The library that was read, the basis of the one to be written."""

    def __init__(self, source: Source) -> None:
        """Read the index and find all games. Raises Unreadable, OSError."""
        self.source = source
        self.collection = CblCollection(source, DEFAULT)
        self.library: Library = self.collection.library
        count = len(self.library.places)
        self.places: list[Place] = [self.library.find(game) for game in range(count)]
        self.by_start = {place.start: game for game, place in enumerate(self.places)}

    def room_of(self, game: int) -> int:
        """The size of a game's slots in bytes, 0 if the file has no record of it."""
        place = self.places[game]
        return 0 if place.start < 0 else place.slots * SLOT

    def next_order(self) -> int | None:
        """The order number for a new game; None if games are simply numbered from 0."""
        found = [
            int.from_bytes(self.library.entry(place.entry)[ORDER : ORDER + 4], "little")
            for place in self.places
            if place.entry >= 0
        ]
        return None if found == list(range(len(found))) else min(max(found) + 1, _LARGEST)

    def slots_of(self, place: Place) -> tuple[Piece, ...]:
        """The slots of a game, filled up to whole ones; zeros if the file has no record of it."""
        if place.start < 0:
            return (bytes(SLOT),) * max(1, place.slots)
        there = min(place.slots * SLOT, self.source.size - place.start)
        gap = bytes(place.slots * SLOT - there)
        return (Span(place.start, there), gap) if gap else (Span(place.start, there),)

    def record_of(self, place: Place) -> bytes:
        """The bytes of a record, without those after it in its slots."""
        data = self.source.read(place.start, place.slots * SLOT)
        layout = layout_of(data)
        return data if layout is None else data[: read_record(layout, data, DEFAULT).end]

    def is_from(self, record: Record) -> int:
        """The number of the game that a record was read from, -1 if it isn't from this file."""
        fact, raw = record.fact(GAME), raw_of(record.facts, RECORD)
        game = fact.value if fact is not None and isinstance(fact.value, int) else -1
        if not 0 <= game < len(self.places):
            return -1
        start = self.places[game].start
        if raw is None or start < 0:
            return game if raw is None and start < 0 else -1
        return game if self.source.read(start, len(raw)) == raw else -1


def write(collection: Collection) -> Output:
    """Write a collection as a library. Raises Unwritable, OSError."""
    file = _file_of(collection)
    items, losses = _items(collection, file)
    if (
        file is not None
        and [item.number for item in items] == list(range(len(file.places)))
        and all(len(item.data) <= file.room_of(item.number) for item in items)
    ):
        return Output(losses, _in_place(file, items))
    return Output(losses, _laid_out(file, items))


def _file_of(collection: Collection) -> File | None:
    """The library that a collection was read from, None if it is another file or can't be read any more."""
    source = collection.source
    if source is None or collection.format != CblCollection.format:
        return None
    try:
        is_library = source.read(0, len(LIBRARY_MAGIC)) == LIBRARY_MAGIC
        return File(source) if is_library else None
    except BytesGone:
        return None


def _items(collection: Collection, file: File | None) -> tuple[list[Item], tuple[Loss, ...]]:
    items: list[Item] = []
    losses: list[Loss] = []
    used: set[int] = set()
    for index in range(len(collection)):
        span = collection.span(index)
        number = -1
        if file is not None and span is not None:
            number = file.by_start.get(span.start, -1)
        if number >= 0 and number not in used:
            used.add(number)
            items.append(Item(number))
            continue
        record = collection.record(index)
        number = -1 if file is None else file.is_from(record)
        item, told = _item(record, collection.format, -1 if number in used else number, index)
        used.add(item.number)
        items.append(item)
        losses += [loss._replace(record=index) for loss in told]
    return items, tuple(losses)


def _item(record: Record, format: str, number: int, index: int) -> tuple[Item, tuple[Loss, ...]]:
    if number >= 0 and _is_untouched_blank(record):
        return Item(number), ()
    written = write_record(record, format, salt=index, target=CBL)
    if number >= 0 and written.same:
        return Item(number), ()
    behind = written.behind if number >= 0 else b""
    return Item(number, written.data, behind, _title(written.data)), written.losses


def _is_untouched_blank(record: Record) -> bool:
    """Whether a record that is missing in the file is still empty."""
    fact = record.fact(GAME)
    no_record = fact is not None and fact.raw == b""
    keys = {header.key for header in record.headers}
    return no_record and not record.root.children and not record.root.notes and keys <= {"Title"}


def _title(data: bytes) -> str:
    """The title of a record."""
    layout = layout_of(data)
    place = layout.texts[0] if layout is not None else SECOND.texts[0]
    return read_text(data, place.offset, place.size)


# ---------------------------------------------------------------------------------- in place


def _in_place(file: File, items: Sequence[Item]) -> Iterator[Piece]:
    """The pieces of the file, with edited games written into their slots."""
    patches: list[tuple[int, bytes]] = []
    for item in items:
        if item.data:
            place = file.places[item.number]
            patches.append((place.start, _filled(file, item)))
            if place.entry >= 0:
                entry = _entry_of(file, item)
                patches.append((INDEX + place.entry * ENTRY, bytes(entry)))
    at = 0
    for start, data in sorted(patches):
        if start > at:
            yield Span(at, start - at)
        yield data
        at = start + len(data)
    if at < file.source.size:
        yield Span(at, file.source.size - at)


def _filled(file: File, item: Item) -> bytes:
    """The bytes of an edited game's slots: zeros fill up to the old record's end, later bytes are kept."""
    place = file.places[item.number]
    room = min(file.room_of(item.number), file.source.size - max(0, place.start))
    old = file.source.read(place.start, room) if room > 0 else b""
    end = max(len(item.data), len(old) - len(item.behind))
    return item.data.ljust(end, b"\0") + old[end:]


def _entry_of(file: File, item: Item) -> bytes:
    """The index entry of a game; an edited game gets its new length and, if its title changed, its name."""
    place = file.places[item.number]
    entry = bytearray(file.library.entry(place.entry))
    if item.data:
        entry[LENGTH : LENGTH + 4] = len(item.data).to_bytes(4, "little")
        was = _title(file.source.read(place.start, SLOT)) if place.start >= 0 else ""
        if item.title != was:
            write_text(entry, NAME, NAME_SIZE, item.title)
    return bytes(entry)


# ------------------------------------------------------------------------------ laid out again


def _laid_out(file: File | None, items: Sequence[Item]) -> Iterator[Piece]:
    """The pieces of the file, or of a new one, with the games in new slots.

    Records of the file that aren't in the list come last.
    """
    guids = {file.places[item.number].guid for item in items if file and item.number >= 0}
    next_order = None if file is None else file.next_order()
    index = bytearray()
    slots: list[tuple[Piece, ...]] = []
    for order, item in enumerate(items):
        pieces, entry = (
            _added(item, guids) if file is None or item.number < 0 else _moved(file, item)
        )
        if next_order is None:
            entry[ORDER : ORDER + 4] = order.to_bytes(4, "little")
        elif item.number < 0:
            entry[ORDER : ORDER + 4] = next_order.to_bytes(4, "little")
            next_order += 1
        index += entry
        slots.append(pieces)
    room = max(_STEP if file is None else file.library.room, -(-len(items) // _STEP) * _STEP)
    head = _new_head(index) if file is None else bytearray(file.source.read(0, INDEX))
    head[ROOM : ROOM + 4] = room.to_bytes(4, "little")
    yield bytes(head)
    yield bytes(index.ljust(room * ENTRY, b"\0"))
    for pieces in slots:
        yield from pieces
    if file is not None:
        for stray in file.library.strays():
            yield from file.slots_of(stray)


def _new_head(index: bytearray) -> bytearray:
    """The head of a new library, without the number of its entries."""
    head = bytearray(INDEX)
    head[: len(LIBRARY_MAGIC)] = LIBRARY_MAGIC
    head[len(LIBRARY_MAGIC)] = _VERSION
    head[GUID] = hashlib.sha256(index).digest()[:16]
    head[_MOST : _MOST + 4] = b"\xff\xff\xff\x7f"
    return head


def _moved(file: File, item: Item) -> tuple[tuple[Piece, ...], bytearray]:
    """The slots and the index entry of a game of the file."""
    place = file.places[item.number]
    if place.entry < 0:  # it isn't in the index yet
        data = item.data or file.record_of(place)
        entry = _new_entry(data, _title(data))
    else:
        entry = bytearray(_entry_of(file, item))
    pieces = file.slots_of(place)
    count = max(1, place.slots)
    if item.data:
        count = max(item.slots(), place.slots if place.start >= 0 else 0)
        pieces = (_filled(file, item).ljust(count * SLOT, b"\0"),)
    entry[COUNT : COUNT + 4] = count.to_bytes(4, "little")
    return pieces, entry


def _added(item: Item, guids: set[bytes]) -> tuple[tuple[Piece, ...], bytearray]:
    """The slots and the index entry of a new game; its identifier differs from those in `guids`."""
    data = bytearray(item.data)
    while bytes(data[GUID]) in guids:
        data[GUID] = hashlib.sha256(data).digest()[:16]
    guids.add(bytes(data[GUID]))
    padded = bytes(data.ljust(item.slots() * SLOT, b"\0"))
    return (padded,), _new_entry(bytes(data), item.title)


def _new_entry(data: bytes, title: str) -> bytearray:
    entry = bytearray(ENTRY)
    struct.pack_into("<4I", entry, 0, USED, 0, -(-len(data) // SLOT), len(data))
    guid = guid_text(data[GUID]).encode(UTF16)
    entry[ENTRY_GUID : ENTRY_GUID + len(guid)] = guid
    write_text(entry, NAME, NAME_SIZE, title)
    return entry
