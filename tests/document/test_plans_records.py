"""Whole records inserted, duplicated, deleted, moved, and all of it undone."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from viewer.base.source import Span
from viewer.document import plans
from viewer.document.document import Document
from viewer.document.edits import ANYWHERE, Edit, InsertRecord, Location, RecordData
from viewer.document.plans import records as plans_records
from viewer.document.workspace import Workspace
from viewer.formats import FORMATS
from viewer.formats.memory import MemoryCollection
from viewer.games import game_of
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData


def record(name: str) -> Record:
    root = nodes_of([NodeData(0, -1, None, {}), NodeData(1, 0, Move("h2e2"), {"comment": name})])[0]
    return Record("xiangqi", root, (Header("Title", name),), "gb18030")


class File(MemoryCollection):
    """Records of ten bytes each, one behind the other."""

    def span(self, index: int) -> Span:
        return Span(10 * index, 10)

    def unedited_run(self, index: int) -> int:
        return len(self) - index


def document_of(names: str) -> Document:
    return Document(File("xqf", [record(name) for name in names]), "in a file.xqf")


def titles(document: Document) -> str:
    values: Sequence[str] = document.values("Title", 0, len(document))
    return "".join(value or "-" for value in values)


def bytes_kept(document: Document) -> list[int | None]:
    spans = [document.span(index) for index in range(len(document))]
    return [span.start // 10 if span else None for span in spans]


def do(document: Document, plan, place: int, *args, **more) -> Location | None:
    key = document.keys()[place]
    return document.do(plan(document, key, document.record_of(key).root, *args, **more))


def test_a_new_game_stands_behind_and_is_of_the_same_kind() -> None:
    document = document_of("abc")
    after = do(document, plans_records.new, 1)
    assert titles(document) == "ab-c"
    made = document.record(2)
    assert after == Location(document.keys()[2], ANYWHERE)
    assert (made.game, made.encoding) == ("xiangqi", "gb18030")
    assert made.root.action == game_of("xiangqi").starts[0].setup
    assert bytes_kept(document) == [0, 1, None, 2]
    document.undo()
    assert titles(document) == "abc"
    assert bytes_kept(document) == [0, 1, 2]
    assert not document.modified
    document.redo()
    assert titles(document) == "ab-c"


def test_a_new_game_may_begin_with_a_position() -> None:
    document = document_of("a")
    setup = Setup("4k4/9/9/9/9/9/9/9/9/4K4 w")
    do(document, plans_records.new, 0, setup)
    assert document.record(1).root.action == setup


def test_a_duplicate_is_its_own_record_at_the_same_node() -> None:
    document = document_of("ab")
    key = document.keys()[0]
    edit = plans_records.duplicate(document, key, document.record(0).node(1))
    after = document.do(edit)
    assert titles(document) == "aab"
    assert after == Location(document.keys()[1], 1)
    copy = document.record(1)
    assert copy.digest() == document.record(0).digest()
    document.do(plans.comment(document, document.keys()[1], copy.node(1), "other"))
    assert document.record(0).node(1).comment == "a"
    assert bytes_kept(document) == [0, None, 1]


def test_games_are_pasted_in_their_order() -> None:
    document = document_of("ab")
    data = [RecordData.of(record(name)) for name in "xyz"]
    after = do(document, plans_records.insert, 0, data)
    assert titles(document) == "axyzb"
    assert after is not None
    assert document.index_of(after.record) == 1
    document.undo()
    assert titles(document) == "ab"
    assert do(document, plans_records.insert, 0, []) == Location(0, 0)
    assert not document.modified


@pytest.mark.parametrize(
    ("place", "gone", "left", "then"),
    [
        (0, None, "bcd", "b"),
        (3, None, "abc", "c"),
        (1, [1, 2], "ad", "d"),
        (3, [1, 3], "ac", "c"),
        (0, [2], "abd", "a"),
        (2, [0, 1], "cd", "c"),
        (1, [], "abcd", None),
    ],
)
def test_deleted_games_go_and_come_back_as_their_bytes(place, gone, left, then) -> None:
    document = document_of("abcd")
    after = do(document, plans_records.remove, place, gone)
    assert titles(document) == left
    assert (after and document.record_of(after.record).header("Title")) == then
    before = document.undo() if then else None
    assert titles(document) == "abcd"
    assert bytes_kept(document) == [0, 1, 2, 3]
    assert before == (Location(place, 0) if then else None)


@pytest.mark.parametrize("gone", [None, [0, 1]])
def test_where_all_games_go_a_new_one_comes(gone) -> None:
    document = document_of("ab" if gone else "a")
    after = do(document, plans_records.remove, 0, gone)
    assert titles(document) == "-"
    assert after == Location(document.keys()[0], ANYWHERE)
    document.undo()
    assert titles(document) == ("ab" if gone else "a")


@pytest.mark.parametrize(
    ("place", "to", "order"),
    [(0, 2, "bcad"), (3, 0, "dabc"), (1, 99, "acdb"), (2, -5, "cabd"), (1, 1, "abcd")],
)
def test_a_game_moves_and_stays_the_one_that_is_shown(place, to, order) -> None:
    document = document_of("abcd")
    after = do(document, plans_records.move, place, to)
    assert titles(document) == order
    assert after == (None if order == "abcd" else Location(place, 0))
    document.undo()
    assert titles(document) == "abcd"
    assert bytes_kept(document) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("keys", "step", "after"),
    [
        ([1], 1, "acbdefg"),
        ([1], -1, "bacdefg"),
        ([1, 2, 4], 1, "adbcfeg"),
        ([1, 2, 4], -1, "bcaedfg"),
        ([0, 1, 3], -1, "abdcefg"),
        ([5, 6, 3], 1, "abcedfg"),
        (range(1, 6), 1, "agbcdef"),
    ],
)
def test_several_move_by_a_step(keys: Sequence[int], step: int, after: str) -> None:
    document = document_of("abcdefg")
    do(document, plans_records.move_by, 0, step, keys)
    assert titles(document) == after
    document.undo()
    assert titles(document) == "abcdefg"
    document.redo()
    assert titles(document) == after


def test_those_at_the_end_stay() -> None:
    document = document_of("abc")
    assert do(document, plans_records.move_by, 0, -1, [0, 1]) is None
    assert do(document, plans_records.move_by, 0, 1, range(3)) is None


def test_moving_by_steps_ends_at_the_ends() -> None:
    document = document_of("abc")
    do(document, plans_records.move_by, 1, 1)
    assert titles(document) == "acb"
    assert do(document, plans_records.move_by, 2, 1) is None
    assert do(document, plans_records.move_by, 0, -1) is None


def test_any_edits_undone_bring_the_bytes_back() -> None:
    dice = random.Random(7)
    document = document_of("abcdefgh")
    for number in range(200):
        place = dice.randrange(len(document))
        key = document.keys()[place]
        match dice.choice("nnddrrmcu"):
            case "n":
                do(document, plans_records.new, place)
            case "d":
                do(document, plans_records.duplicate, place)
            case "r":
                count = dice.randrange(1, 4)
                do(document, plans_records.remove, place, dice.choices(document.keys(), k=count))
            case "m":
                do(document, plans_records.move, place, dice.randrange(-1, 12))
            case "c":
                node = document.record_of(key).root
                document.do(plans.comment(document, key, node, str(number)))
            case "u":
                document.undo()
        assert len(document) >= 1
        assert len(set(document.keys())) == len(document)
    while document.undo() is not None:
        pass
    assert titles(document) == "abcdefgh"
    assert not document.modified
    before = document_of("abcdefgh")
    for index in range(8):
        assert document.record(index).digest() == before.record(index).digest()


class Endless(File):
    """Many records, made when they are asked for."""

    def __init__(self, count: int) -> None:
        super().__init__("xqf", [])
        self.count = count
        self.asked: list[int] = []

    def __len__(self) -> int:
        return self.count

    def record(self, index: int) -> Record:
        self.asked.append(index)
        return record(str(index))

    def headers(self, index: int) -> tuple[Header, ...]:
        return (Header("Title", str(index)),)


def test_of_many_games_only_the_one_that_is_edited_is_read() -> None:
    document = Document(Endless(100_000))
    do(document, plans_records.move, 70_000, 5)
    do(document, plans_records.remove, 80_000)
    do(document, plans_records.new, 99_998)
    assert set(document._records.collection.asked) <= {70_000, 80_000, 99_999}
    while document.undo() is not None:
        pass
    assert document.unedited_run(0) == 100_000


def test_a_record_with_a_key_that_is_there_is_refused() -> None:
    document = document_of("ab")
    op = InsertRecord(0, 1, RecordData.of(Record("xiangqi", Node(0, None))))
    words = plans_records.new(document, 0, document.record(0).root).words
    with pytest.raises(ValueError, match="record 1"):
        document.do(Edit((op,), words, Location(0, 0), Location(0, 0)))
    assert titles(document) == "ab"


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("19", {"KM": "7.5"}),
        ("9", {"KM": "7.5"}),
        ("19 B dp pd", {"HA": "2", "KM": "0.5"}),
        ("13 B dd dj jd jj", {"HA": "4", "KM": "0.5"}),
        ("19 B dp W pd", {}),
        ("19 B dp", {}),
    ],
)
def test_new_records_of_go_say_komi_and_handicap(start: str, said: dict[str, str]) -> None:
    document = Workspace().new("go", Setup(start))
    assert {header.key: header.value for header in document.record(0).headers} == said
    document.do(plans_records.new(document, 0, document.record(0).root, Setup("19 B dp pd dd")))
    added = {header.key: header.value for header in document.record(1).headers}
    assert added == {"HA": "3", "KM": "0.5"}
    game = game_of("go")
    komi = game.counting(game.start_of(document.record(0)))[1]
    assert said.get("KM", f"{komi:g}") == f"{komi:g}"


def test_new_records_of_other_games_say_nothing_more() -> None:
    for game in ("xiangqi", "chess", "shogi", "hex", "twixt"):
        document = Workspace().new(game)
        format_ = FORMATS[document.format].load()
        assert document.record(0).headers == format_.new_headers(game)
