"""What differs between two records, and taking it over: for any two records, and for known ones."""

from __future__ import annotations

import random

from hypothesis import example, given
from hypothesis import strategies as st
from random_trees import KINDS, change, copy_of, said, tree

from viewer.document.comparing.comparison import Comparison, DifferenceWords
from viewer.document.comparing.difference import ComparedRecord
from viewer.document.comparing.records import RecordComparison
from viewer.document.comparing.taking import ops_for
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move
from viewer.tree.annotation import EVALUATION, GLYPHS, MARKS, Mark
from viewer.tree.ops import Remove, Reorder, SetAction, SetNote, apply
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

SEEDS = st.integers(0, 2**32)


def compared(mine: Record, theirs: Record) -> RecordComparison:
    return RecordComparison(ComparedRecord(mine, "xqf"), ComparedRecord(theirs, "xqf"))


def words_for(mine: Record, theirs: Record, comparison: RecordComparison) -> DifferenceWords:
    collections = MemoryCollection("xqf", [mine]), MemoryCollection("xqf", [theirs])
    return DifferenceWords(Comparison(*collections, [(0, 0)], {0: comparison}))


def taken(mine: Record, theirs: Record, chosen: list[int] | None = None) -> Record:
    """Mine with the differences at some indices, by default all, taken from theirs."""
    comparison = compared(mine, theirs)
    found = comparison.differences
    wanted = found if chosen is None else [found[index] for index in chosen]
    copy = copy_of(mine)
    for op in ops_for(comparison, wanted):
        apply(copy, op)
    return copy


def pair(seed: int, most: int = 4, names: int = 10**6) -> tuple[Record, Record]:
    """A record, and what became of it by some changes."""
    dice = random.Random(seed)
    record = tree(dice, names=names)
    other = copy_of(record)
    for _ in range(dice.randint(0, most)):
        change(dice, other, dice.choice(KINDS))
    return record, other


@given(SEEDS)
def test_nothing_differs_from_itself(seed: int) -> None:
    for names in (1, 10**6):
        record = tree(random.Random(seed), names=names)
        assert compared(record, copy_of(record)).differences == ()


@given(SEEDS, st.sampled_from([2, 10**6]))
def test_all_taken_is_theirs_and_none_is_mine(seed: int, names: int) -> None:
    mine, theirs = pair(seed, names=names)
    assert said(taken(mine, theirs)) == said(theirs)
    assert said(taken(mine, theirs, [])) == said(mine)
    assert compared(taken(mine, theirs), theirs).differences == ()


@given(SEEDS, st.integers(1, 5), st.booleans())
@example(295, 2, True)
def test_any_two_records(seed: int, names: int, odd: bool) -> None:
    dice = random.Random(seed)
    mine, theirs = (tree(dice, names=names, odd=odd) for _ in range(2))
    comparison = compared(mine, theirs)
    assert said(taken(mine, theirs)) == said(theirs)
    words = words_for(mine, theirs, comparison)
    assert all(words.of(one).text() for one in comparison.differences)


@given(SEEDS)
def test_as_many_differ_from_either_side(seed: int) -> None:
    mine, theirs = pair(seed)
    assert len(compared(mine, theirs).differences) == len(compared(theirs, mine).differences)


@given(SEEDS, st.sampled_from(KINDS))
def test_one_change_is_one_difference(seed: int, kind: str) -> None:
    dice = random.Random(seed)
    mine = tree(dice)
    theirs = copy_of(mine)
    change(dice, theirs, kind)
    found = compared(mine, theirs).differences
    # A single move that nobody said anything of isn't looked for elsewhere: it stands in many places.
    lone = kind == "move" and [(one.kind, one.facet) for one in found] in (
        [("added", "branch"), ("removed", "branch")],
        [("removed", "branch"), ("added", "branch")],
    )
    assert len(found) <= 1 or lone


@given(SEEDS)
def test_several_changes_are_no_more_differences(seed: int) -> None:
    dice = random.Random(seed)
    mine = tree(dice)
    theirs = copy_of(mine)
    kinds = [dice.choice([kind for kind in KINDS if kind != "take out"]) for _ in range(4)]
    for kind in kinds:
        change(dice, theirs, kind)
    # One more for a lone move that stands elsewhere, and for another last move where other lines came
    # in beside it.
    more = kinds.count("move") + kinds.count("action")
    assert len(compared(mine, theirs).differences) <= len(kinds) + more


@given(SEEDS)
def test_each_choice_can_be_taken(seed: int) -> None:
    mine, theirs = pair(seed)
    found = compared(mine, theirs).differences
    dice = random.Random(seed)
    chosen = [index for index in range(len(found)) if dice.random() < 0.5]
    half = taken(mine, theirs, chosen)
    assert said(taken(half, theirs)) == said(theirs)


# ------------------------------------------------------------------------------- known ones


def record_of(*rows: tuple[int, str]) -> Record:
    """A record of (parent's number, move) from number 1 on; 0 is the start."""
    nodes = [NodeData(0, -1, None, {})]
    nodes += [NodeData(id, parent, Move(move), {}) for id, (parent, move) in enumerate(rows, 1)]
    return Record("xiangqi", nodes_of(nodes)[0])


def told(mine: Record, theirs: Record) -> list[tuple[str, str, int | None, int | None]]:
    return [(d.kind, d.facet, d.node, d.other) for d in compared(mine, theirs).differences]


LINE = [(0, "a"), (1, "b"), (2, "c"), (3, "d"), (4, "e")]


def test_a_move_put_into_a_line() -> None:
    theirs = record_of((0, "a"), (1, "b"), (2, "x"), (3, "c"), (4, "d"), (5, "e"))
    assert told(record_of(*LINE), theirs) == [("added", "line", None, 3)]
    assert told(theirs, record_of(*LINE)) == [("removed", "line", 3, None)]


def test_a_move_that_is_another() -> None:
    theirs = record_of((0, "a"), (1, "x"), (2, "c"), (3, "d"), (4, "e"))
    assert told(record_of(*LINE), theirs) == [("changed", "action", 2, 2)]


def test_changes_here_and_there_in_a_line() -> None:
    mine = record_of(*((n, f"m{n}") for n in range(40)))
    theirs = record_of(*((n, f"x{n}" if n % 7 == 3 else f"m{n}") for n in range(40)))
    assert {kind for kind, *_ in told(mine, theirs)} == {"changed"}
    assert len(told(mine, theirs)) == 6


def test_a_variation_that_became_the_main_line() -> None:
    mine = record_of(*LINE, (1, "v"), (6, "w"))
    theirs = record_of((0, "a"), (1, "v"), (2, "w"), (1, "b"), (4, "c"), (5, "d"), (6, "e"))
    assert [one[:2] for one in told(mine, theirs)] == [("moved", "branch")]


def test_a_variation_that_stands_elsewhere_with_a_move_more() -> None:
    mine = record_of(*LINE, (1, "v"), (6, "w"), (7, "x"), (8, "y"))
    theirs = record_of(*LINE, (3, "v"), (6, "w"), (7, "x"), (8, "y"), (9, "z"))
    assert [one[:2] for one in told(mine, theirs)] == [("moved", "branch"), ("added", "branch")]
    assert said(taken(mine, theirs)) == said(theirs)


def test_equal_siblings_are_paired_with_what_follows_them() -> None:
    mine = record_of((0, "a"), (1, "b"), (0, "a"), (3, "c"), (0, "a"), (5, "d"))
    theirs = record_of((0, "a"), (1, "c"), (0, "a"), (3, "d"))
    assert told(mine, theirs) == [("removed", "branch", 1, None)]


def test_moves_into_each_other_are_taken_together() -> None:
    mine = record_of((0, "a"), (1, "b"), (1, "p"), (3, "q"), (0, "x"), (5, "y"), (5, "r"), (7, "s"))
    theirs = record_of(
        (0, "x"), (1, "y"), (1, "r"), (3, "s"), (0, "p"), (5, "q"), (5, "a"), (7, "b")
    )
    found = compared(mine, theirs).differences
    for index in range(len(found)):
        assert said(taken(taken(mine, theirs, [index]), theirs)) == said(theirs)


def test_lines_of_twenty_thousand_plies_and_many_variations() -> None:
    mine = record_of(*((n, f"m{n}") for n in range(20_000)))
    theirs = copy_of(mine)
    apply(theirs, SetAction(7_000, Move("x")))
    apply(theirs, Remove(19_999))
    assert len(compared(mine, theirs).differences) == 2
    assert said(taken(mine, theirs)) == said(theirs)
    fan = record_of(*((0, "same") for _ in range(3_000)))
    assert compared(fan, copy_of(fan)).differences == ()
    wide = record_of(*((0, f"v{n}") for n in range(3_000)))
    other = copy_of(wide)
    apply(other, Reorder(0, 2_999, 0))
    assert told(wide, other) == [("moved", "branch", 3_000, 3_000)]


def test_glyphs_of_the_same_sign_are_told_by_their_numbers() -> None:
    mine, theirs = record_of(*LINE), record_of(*LINE)
    apply(mine, SetNote(1, GLYPHS, (10,)))
    apply(theirs, SetNote(1, GLYPHS, (11,)))
    comparison = compared(mine, theirs)
    words = words_for(mine, theirs, comparison)
    (said,) = [words.of(one).text() for one in comparison.differences]
    assert said.endswith("glyphs: $10 → $11")


def test_evaluations_are_told_as_the_board_shows_them() -> None:
    mine, theirs = record_of(*LINE), record_of(*LINE)
    for at, values in enumerate((("0.89,10", "-1.20,12"), ("0.89,10", "0.89,11")), 1):
        for record, value in zip((mine, theirs), values, strict=True):
            apply(record, SetNote(at, EVALUATION, value))
    comparison = compared(mine, theirs)
    words = words_for(mine, theirs, comparison)
    said = [words.of(one).text() for one in comparison.differences]
    assert said[0].endswith("evaluations: +89 → −120")
    assert said[1].endswith("evaluations: “0.89,10” → “0.89,11”")  # but for the depth the same


def test_marks_in_another_order_are_the_same() -> None:
    mine, theirs = record_of(*LINE), record_of(*LINE)
    marks = (Mark("square", ("a1",)), Mark("arrow", ("a1", "a2")))
    apply(mine, SetNote(2, MARKS, marks))
    apply(theirs, SetNote(2, MARKS, marks[::-1]))
    assert told(mine, theirs) == []
