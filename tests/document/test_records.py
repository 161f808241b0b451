"""Many records in one document: found while it is open, copied in runs, listed by columns."""

from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.source import Span
from viewer.document.document import Document
from viewer.document.edits import (
    Edit,
    InRecord,
    InsertRecord,
    Location,
    MoveRecord,
    RecordBytes,
    RecordData,
    RemoveRecord,
)
from viewer.formats.memory import MemoryCollection
from viewer.tree.node import Node
from viewer.tree.ops import SetHeaders
from viewer.tree.record import Header, Record

WORDS = message("Test")


def record(name: str) -> Record:
    return Record("xiangqi", Node(0, None), (Header("Title", name),))


class Many(MemoryCollection):
    """Records of ten bytes each, known a few at a time."""

    def __init__(self, count: int, known: int | None = None) -> None:
        super().__init__("xqf", [record(str(number)) for number in range(count)])
        self.known = count if known is None else known
        self.read: list[int] = []

    def __len__(self) -> int:
        return self.known

    def record(self, index: int) -> Record:
        self.read.append(index)
        return super().record(index)

    def indexing(self) -> Iterator[JobStep[int]]:
        while self.known < len(self._records):
            self.known = min(self.known + 3, len(self._records))
            yield JobStep(self.known, len(self._records), self.known)

    def span(self, index: int) -> Span:
        return Span(10 * index, 10)

    def unedited_run(self, index: int) -> int:
        return self.known - index


def do(document: Document, *ops) -> None:
    document.do(Edit(ops, WORDS, Location(0, 0), Location(0, 0)))


def titles(document: Document) -> list[str]:
    return document.values("Title", 0, len(document))


def runs(document: Document) -> list[tuple[int, int] | None]:
    """(start, length) of what would be copied, None for a record that would be written."""
    found: list[tuple[int, int] | None] = []
    index = 0
    while index < len(document):
        count = document.unedited_run(index)
        span = document.span(index)
        assert (span is None) == (count == 0)
        found.append((span.start, 10 * count) if span else None)
        index += max(count, 1)
    return found


def test_records_that_are_found_come_behind_those_that_were_added() -> None:
    document = Document(Many(8, 1))
    heard = []
    document.listeners.append(heard.append)
    new = document.new_key()
    do(document, InsertRecord(1, new, RecordData.of(record("new"))))
    assert titles(document) == ["0", "new"]
    for _ in document.indexing():
        pass
    assert titles(document) == ["0", "new", *map(str, range(1, 8))]
    assert [change.grown for change in heard] == [False, True, True, True]
    document.undo()
    assert titles(document) == [str(number) for number in range(8)]
    assert runs(document) == [(0, 80)]


def test_an_untouched_file_is_one_run_whatever_its_size_and_is_not_read() -> None:
    many = Many(10_000)
    document = Document(many)
    assert runs(document) == [(0, 100_000)]
    do(document, InRecord(7_000, SetHeaders((Header("Title", "changed"),))))
    assert runs(document) == [(0, 70_000), None, (70_010, 29_990)]
    assert titles(document)[6_999:7_002] == ["6999", "changed", "7001"]
    assert many.read == [7_000]


def test_a_record_taken_out_and_put_back_is_its_own_bytes_again() -> None:
    document = Document(Many(5))
    do(document, RemoveRecord(2))
    assert runs(document) == [(0, 20), (30, 20)]
    document.undo()
    assert runs(document) == [(0, 50)]
    do(document, InRecord(2, SetHeaders(())), RemoveRecord(2))
    document.undo()
    assert runs(document) == [(0, 20), None, (30, 20)]


@given(st.lists(st.tuples(st.sampled_from("aemr"), st.integers(0, 30), st.integers(0, 30))))
@settings(max_examples=60)
def test_runs_and_columns_say_what_the_records_say(edits) -> None:
    document = Document(Many(20))
    before = titles(document)
    for kind, a, b in edits:
        keys = document.keys()
        key = keys[a % len(keys)]
        match kind:
            case "a":
                data = RecordData.of(record(f"new {b}"))
                do(document, InsertRecord(a % len(keys), document.new_key(), data))
            case "e":
                do(document, InRecord(key, SetHeaders((Header("Title", f"edited {b}"),))))
            case "m":
                do(document, MoveRecord(key, b % len(keys)))
            case "r" if len(keys) > 1:
                do(document, RemoveRecord(key))
    expected = [document.record(index).header("Title") for index in range(len(document))]
    assert titles(document) == expected
    copied = []
    index = 0
    for run in runs(document):
        if run is None:
            copied.append(expected[index])
            index += 1
        else:
            numbers = range(run[0] // 10, (run[0] + run[1]) // 10)
            copied += map(str, numbers)
            index += len(numbers)
    assert copied == expected
    while document.undo() is not None:
        pass
    assert titles(document) == before


def test_records_brought_as_bytes_are_read_once_for_all_columns(monkeypatch) -> None:
    document = Document(Many(2))
    first, read = document.new_key(), []
    collection = RecordBytes.collection
    monkeypatch.setattr(
        RecordBytes, "collection", lambda self: (read.append(self), collection(self))[1]
    )
    games = [
        RecordBytes("pgn", f'[White "W{n}"]\n[Black "B{n}"]\n\n*\n'.encode()) for n in range(3)
    ]
    do(document, *(InsertRecord(1, first + n, game) for n, game in enumerate(games)))
    assert document.values("White", 0, 5) == ["", "W2", "W1", "W0", ""]
    assert document.values("Black", 0, 5) == ["", "B2", "B1", "B0", ""]
    assert len(read) == 3
    key = document.keys()[1]
    do(document, InRecord(key, SetHeaders((Header("White", "other"),))))
    assert document.values("White", 0, 3) == ["", "other", "W1"]
