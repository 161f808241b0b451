"""Documents of many records of the plain game, for the tests of the list of games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

import pytest
from plain_session import PlainFormat, register, tree

from viewer.base.jobs import JobStep
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source
from viewer.document.document import Document
from viewer.document.edits import RecordData, pack_record, unpack_record
from viewer.formats import FORMATS
from viewer.formats.capabilities import ExplainedHeaders
from viewer.formats.entry import FormatEntry, Likeness, TextForm
from viewer.formats.format import Collection, Output
from viewer.formats.headers import HeaderField
from viewer.formats.memory import MemoryCollection
from viewer.tree.record import Header, Record

ROWS = (
    ("Anderssen", "Kieseritzky", "1-0", "1851.06.21", "London"),
    ("Anderssen", "Dufresne", "1-0", "1852.??.??", "Berlin"),
    ("Morphy", "Duke of Brunswick", "1-0", "1858.11.02", "Paris"),
    ("Polgár", "Ánand", "1/2-1/2", "1999.10.10", "Wijk aan Zee"),
    ("?", "Morphy", "0-1", "????.??.??", "Paris"),
)


class ManyFormat(ExplainedHeaders, PlainFormat):
    """A text format of many games."""

    id = "many"
    free_headers = True
    fields = (
        HeaderField("Event", message("Event"), "event"),
        HeaderField("Date", message("Date"), "date"),
        HeaderField("White", message("White"), "side0"),
        HeaderField("Black", message("Black"), "side1"),
        HeaderField("Result", message("Result"), "result"),
        HeaderField("Elo", message("Elo"), limit=4),
    )

    def read(
        self, source: Source, limits: Limits = DEFAULT, encoding: str | None = None
    ) -> Collection:
        lines = source.read(0, source.size).decode().splitlines()
        records = [unpack_record(json.loads(line)).record() for line in lines]
        return MemoryCollection("many", records)

    def write(self, collection: Collection, options: Mapping[str, str] | None = None) -> Output:
        records = map(collection.record, range(len(collection)))
        packed = [pack_record(RecordData.of(record).bare()) for record in records]
        return Output((), (json.dumps(one, ensure_ascii=False).encode() + b"\n" for one in packed))

    def meaning(self, key: str, value: str) -> Message | None:
        return message("the capital") if (key, value) == ("Event", "London") else None

    def new_headers(self, game: str) -> tuple[Header, ...]:
        return (Header("White", ""), Header("Event", ""))


MANY = ManyFormat()
OTHER = ManyFormat()
OTHER.id = "other"


def probe(head: bytes) -> Likeness:
    """Lines of text could be of any kind."""
    return Likeness.IF_NAMED


def register_many(patch: pytest.MonkeyPatch) -> None:
    """Make the game and the format known for a test."""
    register(patch)
    entry = FormatEntry(
        id="many",
        name=message("Many"),
        suffixes=("many",),
        magic=(),
        target=f"{__name__}:MANY",
        media_type="text/x-many",
        games=("plain",),
        probe=f"{__name__}:probe",
        texts=(TextForm("many", message("Many")),),
    )
    patch.setitem(FORMATS, "many", entry)


def record_of(white: str, black: str, result: str, date: str, event: str) -> Record:
    """A record of three moves."""
    headers = (
        Header("Event", event),
        Header("Date", date),
        Header("White", white),
        Header("Black", black),
        Header("Result", result),
    )
    return Record("plain", tree("a b c"), headers)


class Growing(MemoryCollection):
    """Records that are known a few at a time; `hold` makes the job wait at a number."""

    def __init__(self, records: Iterable[Record], known: int) -> None:
        super().__init__("many", list(records))
        self.known = known
        self.fails: OSError | None = None

    def __len__(self) -> int:
        return self.known

    def indexing(self) -> Iterator[JobStep[int]]:
        while self.known < len(self._records):
            if self.fails is not None:
                raise self.fails
            self.known += 1
            yield JobStep(self.known, len(self._records), self.known)


def many_document(rows=ROWS, known: int | None = None) -> Document:
    """A document of records; with `known`, the rest is still to be found."""
    records = [record_of(*row) for row in rows]
    if known is None:
        return Document(MemoryCollection("many", records))
    return Document(Growing(records, known))
