"""A position being counted by hand."""

from __future__ import annotations

import pytest

from viewer.document.document import Document, new_document
from viewer.document.plans import board as plans_board
from viewer.document.position import Count
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.annotation import MARKS, Mark
from viewer.tree.node import Node
from viewer.tree.record import Header, Record

# Black's wall on the third column, White's on the fourth, a white stone alone on Black's side.
WALLS = "7 B " + " ".join(f"c{y}" for y in "abcdefg")
WALLS += " W " + " ".join(f"d{y}" for y in "abcdefg") + " aa"


def counted(text: str = WALLS, *headers: Header) -> Count:
    game = game_of("go")
    record = Record("go", Node(0, None, Setup(text)), headers)
    return Count(game, game.start_of(record))


def document(*headers: Header, format: str = "sgf") -> Document:
    return new_document(Record("go", Node(0, None, Setup(WALLS)), headers), format)


def test_a_group_dies_and_lives_again() -> None:
    count = counted()
    assert count.score.totals[0] == 7  # the stone keeps Black's side from being Black's
    assert count.toggle("aa")
    assert count.dead == {"aa"}
    assert count.score.totals[0] == 21
    assert count.toggle("aa")
    assert count.dead == frozenset()


def test_an_area_is_nobodys_and_its_owners_again_wherever_it_is_clicked() -> None:
    count = counted(WALLS, Header("RU", "Japanese"))
    assert count.score.owners["ga"] == 1
    assert count.toggle("ga")
    assert "gg" not in count.score.owners
    assert count.toggle("gg")
    assert count.score.owners["ga"] == 1
    assert not count.toggle("ba"), "both reach it: it is nobody's whatever is said"


def test_the_records_rules_and_others() -> None:
    count = counted(WALLS, Header("RU", "Japanese"), Header("KM", "6.5"))
    assert (count.counting, count.komi) == ("territory", 6.5)
    count.toggle("aa")
    names = [row.name.text() for row in count.score.rows]
    assert names == ["Territory", "Prisoners", "Dead stones", "Komi"]
    assert count.score.totals == (15, 27.5)
    count.count_by("area", 0.0)
    assert [row.name.text() for row in count.score.rows] == ["Territory", "Stones", "Komi"]
    assert count.score.totals == (21, 28)
    count.count_by("territory", 6.5)
    assert count.score.totals == (15, 27.5)


def test_all_live_again_after_a_guess() -> None:
    count = counted()
    count.guess()
    assert count.dead == {"aa"}
    count.toggle("ga")
    count.clear()
    assert (count.dead, count.neutral) == (frozenset(), frozenset())


def test_result_and_territory_are_written_in_one_step() -> None:
    doc = document(Header("PB", "a"))
    node = doc.record(0).root
    count = counted()
    count.toggle("aa")
    before = doc.record(0).digest()
    doc.do(plans_board.counted(doc, 0, node, count, True, True))
    assert doc.record(0).header("RE") == count.score.result
    marks = node.note(MARKS)
    assert Mark("territory", ("aa",), "black") in marks
    assert Mark("territory", ("ga",), "white") in marks
    assert len(marks) == len(count.score.owners)
    doc.undo()
    assert doc.record(0).digest() == before


def test_marks_of_another_kind_stay_and_old_territory_goes() -> None:
    doc = document()
    node = doc.record(0).root
    old = (Mark("triangle", ("cc",)), Mark("territory", ("dd",), "black"))
    node.notes = {MARKS: old}
    count = counted()
    doc.do(plans_board.counted(doc, 0, node, count, False, True))
    marks = node.note(MARKS)
    assert marks[0] == old[0]
    assert old[1] not in marks
    assert doc.record(0).header("RE") == ""


def test_nothing_to_write_is_no_edit() -> None:
    doc = document(Header("RE", "B+R"))
    root = doc.record(0).root
    assert plans_board.result(doc, 0, root, "B+R") is None
    assert plans_board.counted(doc, 0, root, counted(), False, False) is None


@pytest.mark.parametrize(("text", "winner"), [("W+R", "2"), ("0", "null")])
def test_a_result_of_wei7(text: str, winner: str) -> None:
    doc = document(format="wei7")
    doc.do(plans_board.result(doc, 0, doc.record(0).root, text))
    assert doc.record(0).header("info.result.winner") == winner
    assert plans_board.result(doc, 0, doc.record(0).root, "B+T") is None


def written(format: str, *headers: Header, by: tuple[str, float] | None = None) -> dict[str, str]:
    """What a record's headers say after a count, by the rules that they say or by others."""
    doc = document(*headers, format=format)
    node = doc.record(0).root
    count = counted(WALLS, *headers)
    count.toggle("aa")
    if by is not None:
        count.count_by(*by)
    before = doc.record(0).digest()
    doc.do(plans_board.counted(doc, 0, node, count, True, False))
    found = {header.key: header.value for header in doc.record(0).headers}
    again = game_of("go").start_of(doc.record(0))
    assert game_of("go").counting(again) == (count.counting, count.komi)
    doc.undo()
    assert doc.record(0).digest() == before
    return found


@pytest.mark.parametrize(
    ("headers", "by", "found"),
    [
        ({}, None, {"RE": "W+14.5", "RU": "Chinese", "KM": "7.5"}),
        ({}, ("territory", 6.5), {"RE": "W+12.5", "RU": "Japanese", "KM": "6.5"}),
        (
            {"RU": "Korean", "KM": "650", "PB": "x"},
            None,
            {"PB": "x", "RU": "Korean", "KM": "650", "RE": "W+12.5"},
        ),
        (
            {"RU": "AGA", "KM": "6.50"},
            ("area", 7.0),
            {"RU": "AGA", "KM": "7", "RE": "W+14"},
        ),
        (
            {"RU": "Japanese", "KM": "6.5", "RE": "B+R"},
            ("area", 6.5),
            {"RU": "Chinese", "KM": "6.5", "RE": "W+13.5"},
        ),
        ({"KM": "komi?"}, None, {"RE": "W+14.5", "RU": "Chinese", "KM": "7.5"}),
    ],
)
def test_a_result_is_written_with_what_it_was_counted_by(
    headers: dict[str, str], by: tuple[str, float] | None, found: dict[str, str]
) -> None:
    assert written("sgf", *(Header(key, value) for key, value in headers.items()), by=by) == found


def test_a_count_in_wei7_says_scoring_too() -> None:
    said = (Header("info.rules.type", "Japanese"), Header("info.rules.scoring", "territory"))
    assert written("wei7", *said, by=("area", 7.5)) == {
        "info.rules.type": "Chinese",
        "info.rules.scoring": "area",
        "info.rules.komi": "7.5",
        "info.result.winner": "2",
        "info.result.margin": "14.5",
    }
