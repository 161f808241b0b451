"""The index of a CBL library, and the offsets of its games.

A library is a head, an index with an entry for each game, and the games' CBR records, each in as many
slots of 4096 bytes as it needs. The offset of a game follows from the slots of the games before it, so the
index alone gives the list. If the index is wrong, games are found in the slots by their identifiers.
Sources: real libraries, and public descriptions of the format.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from viewer.base.limits import Limits
from viewer.base.messages import Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.source import Source
from viewer.formats.ccbridge.layout import GUID, MAGIC, UTF16, text_of
from viewer.formats.format import Unreadable

LIBRARY_MAGIC = b"CCBridgeLibrary\0"
SLOT = 4096
INDEX = 66624
"""Bytes before the index: library's name, author, remarks."""
ENTRY = 276
DELETED, ROOM = 56, 60
"""Offsets in the head: a flag for deleted games; the number of entries in the index."""
USED = 7
"""The state of an entry with a game; a free entry has state 0."""
ORDER, COUNT, LENGTH, ENTRY_GUID, NAME = 4, 8, 12, 20, 100
"""Offsets in an entry: order in the list, number of slots, bytes of the record, its identifier as text,
the game's name."""
NAME_SIZE = 128

_ENTRY = struct.Struct("<4I").unpack_from
_BLOCK = 1 << 20


class Place(NamedTuple):
    """The location of a game in a library.

    Attributes:
        entry: the number of its entry in the index, -1 for a record without an entry.
        start: the offset of its record, -1 if the file has no record of it.
        slots: the number of slots it takes.
        title: the bytes of its name in the index.
        identifier: the bytes of its identifier, in the spelling of the index.
    """

    entry: int
    start: int
    slots: int
    title: bytes
    identifier: bytes

    @property
    def name(self) -> str:
        """The game's name."""
        return text_of(self.title)

    @property
    def guid(self) -> bytes:
        """The identifier in 16 bytes, b"" if there is none."""
        return _guid(text_of(self.identifier))

    def begins(self, head: bytes) -> bool:
        """Whether bytes begin with a record that has this game's identifier."""
        return head.startswith(MAGIC) and head[GUID] == self.guid


class Problem(NamedTuple):
    """A fault of a library, or of the game with the number `game`."""

    code: str
    words: Message
    game: int | None = None
    offset: int | None = None


class Library:
    """The games of a source.

    Attributes:
        room: the number of entries in the index, free ones included.
        base: the offset of the first slot.
        places: the games, in the order of the index, then those without an entry.
        problems: the faults found so far.
    """

    def __init__(self, source: Source, limits: Limits) -> None:
        """Read the index. Raises Unreadable, OSError."""
        self._source, self._limits = source, limits
        self._surveyed = False
        self._at_home: set[int] = set()  # games found at the offset that the index gives
        self.problems: list[Problem] = []
        head = source.read(0, ROOM + 4)
        if not head.startswith(LIBRARY_MAGIC):
            raise Unreadable(
                message("This is no CBL library: it doesn't begin with “CCBridgeLibrary”."),
                "cbl.no-cbl",
            )
        if source.size < INDEX:
            raise Unreadable(
                message("The file ends after {count} bytes, before its index.", count=source.size),
                "cbl.cut-head",
            )
        self.room = int.from_bytes(head[ROOM : ROOM + 4], "little")
        self.places: list[Place] = []
        self._has_deleted = bool(head[DELETED])
        self._read_index()
        if self._slots_of_index != -(-max(0, source.size - self.base) // SLOT):
            self._survey(listing=True)

    @property
    def base(self) -> int:
        """The offset of the first slot."""
        return INDEX + self.room * ENTRY

    def entry(self, number: int) -> bytes:
        """The bytes of an entry of the index. Raises OSError."""
        return self._source.read(INDEX + number * ENTRY, ENTRY)

    def _read_index(self) -> None:
        most = (self._source.size - INDEX) // ENTRY
        if self.room > most:
            words = message(
                "The index is said to have {room} entries; the file ends after {count}.",
                room=self.room,
                count=most,
            )
            self.problems.append(Problem("index-cut", words, None, ROOM))
            self.room = most
        index = self._source.read(INDEX, self.room * ENTRY)
        at = self.base
        self.places = []
        self.problems = [problem for problem in self.problems if problem.game is None]
        for number in range(self.room):
            offset = number * ENTRY
            state, _, count, length = _ENTRY(index, offset)
            slots = count or (-(-length // SLOT) or 1 if state else 0)
            is_game = state == USED or (state and not self._has_deleted)
            if is_game and len(self.places) < self._limits.records:
                title = index[offset + NAME : offset + NAME + NAME_SIZE]
                identifier = index[offset + ENTRY_GUID : offset + NAME]
                if state != USED:
                    words = message("The game has the state {state} in the index.", state=state)
                    offset += INDEX
                    self.problems.append(Problem("state", words, len(self.places), offset))
                self.places.append(Place(number, at, slots, title, identifier))
            at += slots * SLOT
        self._slots_of_index = (at - self.base) // SLOT

    # -------------------------------------------------------------------------- slots

    def find(self, game: int, head: bytes | None = None) -> Place:
        """The location of a game; its `start` is -1 if the file has no record of it. Raises OSError.

        `head`: the bytes at the offset that the index gives, if the caller has read them.
        """
        if not self._surveyed and game not in self._at_home:
            place = self.places[game]
            if head is None:
                head = self._source.read(place.start, GUID.stop)
            if place.begins(head):
                self._at_home.add(game)
            else:
                self._survey(listing=False)
        return self.places[game]

    def strays(self) -> list[Place]:
        """The records in the slots that belong to no game of the list. Raises OSError."""
        known = {self.find(game).start for game in range(len(self.places))}
        return [place for place in self._slot_records() if place.start not in known]

    def _guid_at(self, start: int) -> bytes | None:
        """The identifier of the record at an offset, None if no record begins there."""
        head = self._source.read(start, GUID.stop) if start >= 0 else b""
        return head[GUID] if head.startswith(MAGIC) else None

    def _slot_records(self) -> list[Place]:
        """The records that begin at slots; each extends to the next one."""
        found = [
            (start, guid)
            for start in range(self.base, self._source.size, SLOT)
            if (guid := self._guid_at(start)) is not None
        ]
        ends = [*(start for start, _ in found[1:]), self._source.size]
        return [
            Place(-1, start, -(-(end - start) // SLOT), b"", guid_text(guid).encode(UTF16))
            for (start, guid), end in zip(found, ends, strict=False)
        ]

    def _survey(self, listing: bool) -> None:
        """Find the games by their records; `listing` also lists the records without an entry."""
        self._surveyed = True
        records = self._slot_records()
        if not records and listing and self._move_base():
            records = self._slot_records()
        starts = {record.start: record for record in records}
        by_guid: dict[bytes, list[Place]] = {}
        for record in records:
            by_guid.setdefault(record.guid, []).append(record)
        at_home = ((place, starts.get(place.start)) for place in self.places)
        taken = {place.start for place, own in at_home if own and own.guid == place.guid}
        for game, place in enumerate(self.places):
            own = starts.get(place.start)
            if own is None or own.guid != place.guid:
                others = [one for one in by_guid.get(place.guid, ()) if one.start not in taken]
                own = others[0] if others else own if place.start not in taken else None
                self._tell_of_place(game, place, own)
            if own is None:
                self.places[game] = place._replace(start=-1, slots=1)
                continue
            taken.add(own.start)
            if place.slots > own.slots:
                words = message("The slots of the game overlap those of another one.")
                self.problems.append(Problem("overlap", words, game, own.start))
            slots = own.slots if own.start != place.start else min(place.slots, own.slots)
            self.places[game] = place._replace(start=own.start, slots=slots)
        left = [record for record in records if record.start not in taken]
        if listing and left:
            self._list(left)

    def _list(self, left: list[Place]) -> None:
        """Add records that aren't in the index to the list."""
        words = counted(
            "One game of the file isn't in its index; it is listed last.",
            "{count} games of the file aren't in its index; they are listed last.",
            len(left),
        )
        self.problems.append(Problem("not-in-index", words))
        for place in left:
            head = self._source.read(place.start, 180 + NAME_SIZE)
            self.places.append(place._replace(title=head[180:]))

    def _tell_of_place(self, game: int, place: Place, own: Place | None) -> None:
        if own is None:
            words = message("The index lists the game, but the file has no record of it.")
            self.problems.append(Problem("no-record", words, game, INDEX + place.entry * ENTRY))
        elif own.start != place.start:
            words = message("The game isn't where the index says; it was found by its identifier.")
            self.problems.append(Problem("moved", words, game, own.start))
        else:
            words = message("The game has another identifier than the index says.")
            self.problems.append(Problem("identifier", words, game, own.start))

    def _move_base(self) -> bool:
        """Correct the size of the index by the first record in the file; returns whether it changed."""
        for at in _occurrences(self._source, MAGIC, INDEX):
            room, odd = divmod(at - INDEX, ENTRY)
            if not odd and room != self.room:
                words = message(
                    "The index is said to have {room} entries; it has {count}.",
                    room=self.room,
                    count=room,
                )
                self.problems.append(Problem("index-size", words, None, ROOM))
                self.room = room
                self._read_index()
                return True
        return False


def _occurrences(source: Source, mark: bytes, start: int) -> Iterator[int]:
    """The offsets of a mark in a source, from `start` on. Raises OSError."""
    while start < source.size:
        block = source.read(start, _BLOCK + len(mark) - 1)
        at = block.find(mark)
        while at >= 0:
            yield start + at
            at = block.find(mark, at + 1)
        start += _BLOCK


def _guid(text: str) -> bytes:
    """The bytes of an identifier written as {00112233-4455-6677-8899-AABBCCDDEEFF}, b"" for other texts."""
    try:
        raw = bytes.fromhex(text.strip("{}").replace("-", ""))
    except ValueError:
        return b""
    if len(raw) != 16:
        return b""
    return raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]


def guid_text(guid: bytes) -> str:
    """An identifier in the spelling of the index."""
    ordered = (guid[3::-1] + guid[5:3:-1] + guid[7:5:-1] + guid[8:]).hex().upper()
    parts = (ordered[:8], ordered[8:12], ordered[12:16], ordered[16:20], ordered[20:])
    return "{" + "-".join(parts) + "}"
