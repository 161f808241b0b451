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
from viewer.base.source import Source, Span
from viewer.formats.ccbridge.layout import (
    FIELDS,
    GUID,
    KIND_KEY,
    MAGIC,
    RESULT_KEY,
    SECOND,
    UTF16,
    Layout,
    guid_in,
    guid_text,
    layout_of,
    read_code,
    read_headers,
    read_text,
    text_of,
)
from viewer.formats.ccbridge.reader import (
    RecordDiagnostics,
    read_record,
    tell_record,
    with_bytes,
)
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import FileCollection, RecentHeaders
from viewer.formats.kit.diagnostics import ERROR, WARNING
from viewer.formats.kit.xiangqi import USUAL
from viewer.tree.diagnostic import Diagnostic
from viewer.tree.facts import Fact
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

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
        return guid_in(text_of(self.identifier))

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


# ------------------------------------------------------------------------------- its games

GAME = "ccbridge.game"
"""Fact of a record: the number of its game in the library; raw: b"" if the file has no record of it."""

_TITLE = "Title"
_BLOCK = 1 << 20


class CblCollection(FileCollection):
    """The games of a library: listed by its index, read when needed.

    Attributes:
        format: "cbl".
        source: the file.
        library: the file's index.
    """

    format = "cbl"
    variant = "CBL"

    def __init__(self, source: Source, limits: Limits) -> None:
        """Read the index. Raises Unreadable, OSError."""
        super().__init__(source, limits)
        self.library = Library(source, limits)
        if not self.library.places:
            raise Unreadable(message("There is no game in the library."), "cbl.no-game")
        self._recent = RecentHeaders()
        self._known = 0  # the number of the library's problems reported so far

    def __len__(self) -> int:
        return len(self.library.places)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of the library and of the records read so far."""
        for code, words, game, offset in self.library.problems[self._known :]:
            severity = ERROR if code == "no-record" else WARNING
            self._found.append(Diagnostic(severity, f"cbl.{code}", words, game, None, offset))
        self._known = len(self.library.problems)
        return self._found

    def span(self, index: int) -> Span | None:
        """The slots of a game, None if the file has no record of it."""
        place = self.library.find(index)
        if place.start < 0:
            return None
        return Span(place.start, min(place.slots * SLOT, self.source.size - place.start))

    def unedited_run(self, index: int) -> int:
        """1 for a game in the file, else 0: games aren't copied together, since the index is separate."""
        return int(self.span(index) is not None)

    def values(self, key: str, start: int, stop: int) -> list[str]:
        """A column of the list: names are read from the index, others from one field of each game."""
        if key == _TITLE:
            return [place.name for place in self.library.places[start:stop]]
        return [_value(key, head) for head in self._heads(start, stop)]

    def _heads(self, start: int, stop: int) -> Iterator[bytes]:
        """The heads of games, b"" for a game without a record; neighbouring ones are read at once."""
        block, first = b"", 0
        for index in range(start, min(stop, len(self))):
            place = self.library.places[index]
            at = place.start - first
            if not 0 <= at <= len(block) - SECOND.tree:
                block, at, first = self.source.read(max(0, place.start), _BLOCK), 0, place.start
            head = block[at : at + SECOND.tree]
            found = self.library.find(index, head)
            if found.start != place.start:
                head = self.source.read(found.start, SECOND.tree) if found.start >= 0 else b""
            yield head if found.start >= 0 else b""

    def headers(self, index: int) -> tuple[Header, ...]:
        """The headers of a game, read from the head of its record only."""
        return self._recent.get(index, self._headers)

    def _headers(self, index: int) -> tuple[Header, ...]:
        place = self.library.find(index)
        data = self.source.read(place.start, SECOND.tree) if place.start >= 0 else b""
        layout = layout_of(data) if data.startswith(MAGIC) else None
        return read_headers(data, layout) if layout is not None else _named(place)

    def record(self, index: int) -> Record:
        """The record of a game, read now. Raises IndexError, OSError."""
        if index < 0:
            raise IndexError(index)
        place = self.library.find(index)
        span = self.span(index)
        data = self.source.read(span.start, span.length) if span is not None else b""
        layout = layout_of(data) if data.startswith(MAGIC) else None
        if layout is None:
            return self._without_record(index, place, data)
        return self._read(index, place, data, layout)

    def _read(self, index: int, place: Place, data: bytes, layout: Layout) -> Record:
        read = read_record(layout, data, self._limits)
        room = len(data)
        if read.cut and not read.limit:  # it may take more slots than the index gives
            data += self._behind(place.start + room)
            read = read_record(layout, data, self._limits)
        found = RecordDiagnostics(self.format, self._limits.diagnostics)
        if read.end > room:
            words = message("The game takes more slots than the index says.")
            found.add(WARNING, "slots", words, offset=room)
        tell_record(found, read, len(data), 0)
        self._tell(index, found.placed(index, place.start))
        record = with_bytes(read, self.format, data, self._limits)
        record.facts += (Fact(GAME, index, b"1"),)
        return record

    def _behind(self, start: int) -> bytes:
        """The bytes from an offset to the next game, up to the limit of bytes of a game."""
        end, most = start, start + self._limits.game_bytes
        while end < min(self.source.size, most):
            if self.source.read(end, len(MAGIC)) == MAGIC:
                break
            end += SLOT
        return self.source.read(start, end - start)

    def _without_record(self, index: int, place: Place, data: bytes) -> Record:
        """A game without moves, for an entry whose record is missing or of an unknown version."""
        if data:
            words = message("The record of the game is of a version that isn't known.")
            code = "cbl.unknown-version"
            self._tell(index, [Diagnostic(ERROR, code, words, index, None, place.start)])
        root = Node(0, None, USUAL)
        return Record("xiangqi", root, _named(place), None, (Fact(GAME, index, b""),))


def _value(key: str, head: bytes) -> str:
    """The value of a header, read from the head of a record; "" if it has none."""
    layout = layout_of(head) if head.startswith(MAGIC) else None
    if layout is None:
        return ""
    if key in (RESULT_KEY, KIND_KEY):
        return read_code(head, layout, key)
    field = FIELDS[layout.version].get(key)
    return "" if field is None else read_text(head, field.offset, field.size)


def _named(place: Place) -> tuple[Header, ...]:
    return (Header(_TITLE, place.name),) if place.name else ()
