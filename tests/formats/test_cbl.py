"""CBL libraries: the list, the law of bytes for games edited, new, gone and moved, and damage."""

from __future__ import annotations

import random
import struct

import pytest
from ccbridge_maker import (
    ENTRY,
    INDEX,
    SLOT,
    TITLE,
    Edited,
    build,
    codes,
    head_of,
    joined,
    library,
    line,
    load,
    said,
    tree_of,
    written,
)
from hypothesis import given
from hypothesis import strategies as st

import viewer
from viewer.base.limits import DEFAULT
from viewer.base.source import BytesSource, Span
from viewer.document.plans import records as plans_records
from viewer.formats import FORMATS
from viewer.formats.ccbridge.layout import guid_text
from viewer.formats.detect import load_source
from viewer.formats.format import Collection, Unreadable
from viewer.formats.forwarding import OrderedCollection
from viewer.formats.memory import MemoryCollection
from viewer.tree.diff import lost
from viewer.tree.ops import SetHeaders, SetNote, apply
from viewer.tree.record import Record, with_header

BASE = INDEX + 128 * ENTRY
LONG = "长" * 2500


def some(count: int = 5, seed: int = 1) -> list[tuple[str, bytes]]:
    """Named records with noise; the second takes two slots."""
    games = []
    for number in range(count):
        title = f"第{number}局"
        moves = ("h2e2", "h9g7", "h0g2")[: number % 4]
        comment = "评" * 1500 if number == 1 else "注"
        root = line(*moves, comment=comment)
        games.append((title, build(root, 2, title, random.Random(seed + number), f"红{number}")))
    return games


def example(count: int = 5, seed: int = 1) -> bytes:
    return library(some(count, seed), noise=random.Random(seed))


def opened(file: bytes) -> Collection:
    return load(file, "library.cbl")


class Mixed(OrderedCollection):
    """A library of which some games were edited."""

    def __init__(self, read: Collection, edited: dict[int, Record], order: list[int]) -> None:
        super().__init__(read, order)
        self._edited = edited

    def span(self, index: int) -> Span | None:
        return None if self.order[index] in self._edited else super().span(index)

    def record(self, index: int) -> Record:
        found = self._edited.get(self.order[index])
        return super().record(index) if found is None else found


def saved(read: Collection, edited: dict[int, Record], order: list[int] | None = None) -> bytes:
    mixed = Mixed(read, edited, list(range(len(read))) if order is None else order)
    output = FORMATS["cbl"].load().write(mixed)
    assert not output.losses
    return joined(output, mixed)


def commented(read: Collection, index: int, text: str) -> Record:
    record = read.record(index)
    apply(record, SetNote(0, "comment", text))
    return record


def test_the_list_comes_from_the_index_alone():
    class Counting(BytesSource):
        furthest = 0

        def read(self, start: int, length: int) -> bytes:
            self.furthest = max(self.furthest, start + length)
            return super().read(start, length)

    source = Counting(example(), "library.cbl")
    collection = load_source(source)
    assert collection.values("Title", 0, 5) == [title for title, _ in some()]
    assert source.furthest <= BASE
    assert collection.values("Red", 1, 4) == ["红1", "红2", "红3"]
    assert collection.values("Result", 0, 2) == ["*", "*"]
    assert collection.values("Nothing", 0, 1) == [""]


def test_games_are_read():
    collection = opened(example())
    assert (collection.format, collection.variant, len(collection)) == ("cbl", "CBL", 5)
    for index, (title, file) in enumerate(some()):
        alone = load(file).record(0)
        record = collection.record(index)
        assert not list(lost(alone, record))
        assert record.headers == collection.headers(index)
        assert record.header("Title") == title
    assert codes(collection) == []


def test_an_untouched_library_stays_as_it_is():
    for file in (example(), library(some(3), 178), example(5, 9)):
        assert written(opened(file), "cbl") == ((), file)
        collection = opened(file)
        records = [collection.record(index) for index in range(len(collection))]
        assert joined(FORMATS["cbl"].load().write(Edited(collection, *records)), collection) == file


@pytest.mark.parametrize("index", range(5))
def test_an_edited_game_changes_its_slots_and_entry_only(index: int):
    file = example()
    collection = opened(file)
    out = saved(collection, {index: commented(collection, index, "改过的评注")})
    span = collection.span(index)
    entry = INDEX + index * ENTRY
    changed = {at for at, (a, b) in enumerate(zip(file, out, strict=True)) if a != b}
    length = struct.unpack_from("<I", out, entry + 12)[0]
    assert changed
    assert all(entry + 12 <= at < entry + 16 or span.start <= at < span.end for at in changed)
    assert load(out[span.start : span.start + length]).record(0).root.comment == "改过的评注"
    again = opened(out)
    assert again.record(index).root.comment == "改过的评注"
    # With the old text the old bytes are back, as far as they weren't overwritten.
    was = "评" * 1500 if index == 1 else "注"
    back = saved(again, {index: commented(again, index, was)})
    end = span.start + max(length, len(some()[index][1]))
    assert back[: span.start] + back[end:] == file[: span.start] + file[end:]
    assert not list(lost(collection.record(index), opened(back).record(index)))


def test_a_new_title_is_the_name_in_the_index():
    file = example()
    collection = opened(file)
    record = collection.record(2)
    apply(record, SetHeaders(with_header(record.headers, "Title", "新名")))
    out = saved(collection, {2: record})
    assert opened(out).values("Title", 0, 5) == ["第0局", "第1局", "新名", "第3局", "第4局"]
    assert opened(out).headers(2) == record.headers


def test_a_game_that_outgrows_its_slots_moves_those_behind_it():
    file = example()
    collection = opened(file)
    out = saved(collection, {2: commented(collection, 2, LONG)})
    assert len(out) == len(file) + SLOT
    read = opened(out)
    assert codes(read) == []
    assert read.record(2).root.comment == LONG
    for index in (0, 1, 3, 4):
        before, after = collection.span(index), read.span(index)
        assert out[after.start : after.end] == file[before.start : before.end]
        assert after.start == before.start + SLOT * (index > 2)
        entry = slice(INDEX + index * ENTRY, INDEX + (index + 1) * ENTRY)
        assert out[entry] == file[entry]
    assert out[:INDEX] == file[:INDEX]


def test_games_are_added_deleted_and_moved():
    file = example()
    collection = opened(file)
    new = load(build(line("b2e2"), title="新局")).record(0)
    read = opened(saved(collection, {9: new}, [3, 9, 0, 4]))
    assert codes(read) == []
    assert read.values("Title", 0, 4) == ["第3局", "新局", "第0局", "第4局"]
    for index, old in ((0, 3), (2, 0), (3, 4)):
        spans = collection.span(old), read.span(index)
        assert read.source.read(*spans[1]) == collection.source.read(*spans[0])
    orders = [
        struct.unpack_from("<I", read.source.read(INDEX + n * ENTRY, 8), 4)[0] for n in range(4)
    ]
    assert orders == [0, 1, 2, 3]
    none = saved(collection, {}, [])
    assert len(none) == BASE
    with pytest.raises(Unreadable, match="no game"):
        opened(none)


def test_a_full_index_grows():
    games = [("局", build(line("h2e2"), title="局", noise=random.Random(n))) for n in range(128)]
    collection = opened(library(games))
    new = load(build(line("b2e2"), title="新局")).record(0)
    read = opened(saved(collection, {200: new}, [*range(128), 200]))
    assert len(read) == 129
    assert read.library.room == 256
    assert read.source.size == INDEX + 256 * ENTRY + 129 * SLOT
    assert codes(read) == []


def test_a_copy_of_a_game_has_an_identifier_of_its_own():
    collection = opened(example())
    read = opened(saved(collection, {}, [0, 1, 2, 3, 4, 1]))
    assert len({place.guid for place in read.library.places}) == 6
    assert not list(lost(read.record(1), read.record(5)))
    assert codes(read) == []


def test_a_new_library_has_no_noise():
    records = [load(file).record(0) for _, file in some(3)]
    losses, out = written(MemoryCollection("cbr", records), "cbl")
    assert not losses
    read = opened(out)
    assert codes(read) == []
    assert (len(out) - BASE) % SLOT == 0
    for index, record in enumerate(records):
        assert not list(lost(record, read.record(index)))
        span, length = read.span(index), len(some()[index][1])
        assert out[span.start + length : span.end] == bytes(span.length - length)


def test_a_game_alone_is_its_record_without_the_rest_of_its_slots():
    collection = opened(example())
    for index, (_, file) in enumerate(some()):
        assert written(OrderedCollection(collection, [index]), "cbr") == ((), file)


def test_losses_name_the_game():
    collection = opened(example())
    record = collection.record(3)
    apply(record, SetNote(1, "glyphs", (1,)))
    output = FORMATS["cbl"].load().write(Mixed(collection, {3: record}, [0, 3]))
    assert [(loss.kind, loss.node, loss.record) for loss in output.losses] == [("glyphs", 1, 1)]


def test_a_document_keeps_the_library_through_edits_and_saves(tmp_path):
    path = tmp_path / "library.cbl"
    path.write_bytes(example())
    document = viewer.open(str(path))
    document.set_comment(document.record(3).root, "文档")
    document.save()
    document.do(plans_records.remove(document, 0, document.record(0).root, [1]))
    document.save()
    read = opened(path.read_bytes())
    assert read.values("Title", 0, 4) == ["第0局", "第2局", "第3局", "第4局"]
    assert read.record(2).root.comment == "文档"
    document.undo()
    document.undo()
    document.save()
    assert path.read_bytes() == example()


# -------------------------------------------------------------------------------------- damage


@pytest.mark.parametrize("room", [0, 1, 64, 127, 129, 1024, 0xFFFFFFFF])
def test_an_index_of_another_size_than_it_says(room: int):
    file = bytearray(example())
    struct.pack_into("<I", file, 60, room)
    collection = opened(bytes(file))
    assert [collection.record(n).root.comment[:1] for n in range(5)] == list("注评注注注")
    assert "cbl.index-size" in codes(collection)
    assert written(collection, "cbl") == ((), bytes(file))
    out = saved(collection, {0: commented(collection, 0, "改")})
    assert opened(out).record(0).root.comment == "改"


@pytest.mark.parametrize(
    "counts", [(3, 1, 1, 1, 1), (1, 1, 1, 1, 1), (1, 2, 9, 1, 1), (0, 0, 0, 0, 0)]
)
def test_an_index_that_lies_about_slots(counts: tuple[int, ...]):
    file = bytearray(example())
    for number, count in enumerate(counts):
        struct.pack_into("<I", file, INDEX + number * ENTRY + 8, count)
    collection = opened(bytes(file))
    records = [collection.record(n) for n in range(len(collection))]
    assert [record.header("Title") for record in records] == [title for title, _ in some()]
    assert all(
        not list(lost(load(game).record(0), records[n])) for n, (_, game) in enumerate(some())
    )
    assert written(collection, "cbl") == ((), bytes(file))
    out = saved(collection, {4: commented(collection, 4, LONG)})
    read = opened(out)
    assert [read.record(n).header("Title") for n in range(5)] == [title for title, _ in some()]
    assert read.record(4).root.comment == LONG


def test_games_that_are_not_in_the_index_are_listed_last():
    file = bytearray(example())
    at = INDEX + 2 * ENTRY
    file[at : at + ENTRY] = bytes(ENTRY)
    collection = opened(bytes(file))
    titles = ["第0局", "第1局", "第3局", "第4局", "第2局"]
    assert collection.values("Title", 0, 5) == titles
    assert [collection.record(n).header("Title") for n in range(5)] == titles
    assert {"cbl.not-in-index", "cbl.moved"} <= set(codes(collection))
    out = opened(saved(collection, {}, [0, 1, 2, 4]))
    assert [out.record(n).header("Title") for n in range(4)] == ["第0局", "第1局", "第3局", "第2局"]
    # The slot of the game that was deleted is gone, too.
    assert codes(out) == []
    assert len(out) == 4


def test_an_entry_without_a_record_stays():
    file = bytearray(example())
    file[BASE : BASE + 16] = bytes(16)
    collection = opened(bytes(file))
    assert collection.record(0).header("Title") == "第0局"
    assert collection.span(0) is None
    assert codes(collection) == ["cbl.no-record"]
    assert written(collection, "cbl") == ((), bytes(file))
    read = opened(saved(collection, {1: commented(collection, 1, LONG)}))
    assert read.record(1).root.comment == LONG
    assert read.values("Title", 0, 5) == [title for title, _ in some()]
    written_now = opened(saved(collection, {0: commented(collection, 0, "补")}))
    assert written_now.record(0).root.comment == "补"
    assert len(written_now) == 5


def test_a_library_cut_anywhere_keeps_what_is_sound():
    file = example()
    ends = [
        *range(0, 80),
        *range(INDEX - 3, INDEX + 3 * ENTRY, 97),
        *range(BASE - 300, len(file), 991),
    ]
    for end in ends:
        data = file[:end]
        if end < INDEX + ENTRY:
            with pytest.raises(Unreadable):
                opened(data)
            continue
        collection = opened(data)
        codes(collection)
        for index in range(len(collection)):
            span = collection.span(index)
            if span is not None and span.start + len(some()[index][1]) <= end:
                assert collection.record(index).header("Title") == some()[index][0]
        assert written(collection, "cbl") == ((), data)


@given(st.lists(st.tuples(st.integers(0, 6000), st.integers(0, 255)), max_size=30))
def test_a_damaged_index_never_loses_a_game(damage: list[tuple[int, int]]):
    file = bytearray(example())
    for at, byte in damage:
        # Head, then the five entries.
        file[at % 64 + 16 if at < 64 else INDEX + at % (5 * ENTRY)] = byte
    try:
        collection = opened(bytes(file))
    except Unreadable:
        return  # no entry is left, and no slot that begins where one should
    codes(collection)
    assert written(collection, "cbl") == ((), bytes(file))
    if len(collection):
        last = len(collection) - 1
        out = opened(saved(collection, {last: commented(collection, last, "改")}))
        assert "改" in [out.record(n).root.comment for n in range(len(out))]


@given(st.binary(max_size=3000), st.integers(0, 30))
def test_damaged_slots_never_raise(damage: bytes, place: int):
    file = bytearray(example())
    at = BASE + place * 800
    file[at : at + len(damage)] = damage
    collection = opened(bytes(file))
    codes(collection)
    assert written(collection, "cbl") == ((), bytes(file))


def test_an_absurd_number_of_slots_takes_no_room():
    file = bytearray(example())
    struct.pack_into("<I", file, INDEX + 8, 0xFFFFFFFF)
    file[BASE : BASE + 16] = bytes(16)
    collection = opened(bytes(file))
    assert len(saved(collection, {4: commented(collection, 4, LONG)})) < len(file) + 3 * SLOT


def test_overlapping_slots_are_told():
    games = some()
    file = bytearray(library(games))
    struct.pack_into("<I", file, INDEX + 8, 5)
    assert "cbl.overlap" in codes(opened(bytes(file)))


def test_two_entries_of_one_game():
    file = bytearray(example())
    file[INDEX + ENTRY + 20 : INDEX + ENTRY + 100] = file[INDEX + 20 : INDEX + 100]
    collection = opened(bytes(file))
    assert [collection.record(n).header("Title") for n in range(5)] == [t for t, _ in some()]
    assert "cbl.identifier" in codes(collection)


def test_ten_thousand_games():
    record = build(line("h2e2"), title="局")
    head = bytearray(library([], 10_000))
    for order in range(10_000):
        at = INDEX + order * ENTRY
        struct.pack_into("<5I", head, at, 7, order, 1, len(record), 0)
        head[at + 100 : at + 102] = said("局")
    file = bytes(head) + record.ljust(SLOT, b"\0") * 10_000
    collection = opened(file)
    assert len(collection) == 10_000
    assert collection.values("Title", 0, 10_000) == ["局"] * 10_000
    assert collection.record(9_999).header("Title") == "局"


def test_limits_hold():
    file = example()
    collection = load_source(BytesSource(file), DEFAULT._replace(records=3, nodes=2))
    assert len(collection) >= 3
    codes(collection)


def test_an_unknown_version_in_a_slot():
    file = bytearray(example())
    file[BASE + 19] = 3
    collection = opened(bytes(file))
    assert collection.record(0).header("Title") == "第0局"
    assert "cbl.unknown-version" in codes(collection)
    assert written(collection, "cbl") == ((), bytes(file))
    record = bytes(head_of(1, "旧")) + tree_of(line("h2e2"), 1)
    old = opened(library([("旧", record)]))
    assert old.record(0).header("Title") == "旧"
    assert record[TITLE[1] : TITLE[1] + 2] == said("旧")
    assert guid_text(record[20:36]).startswith("{")
