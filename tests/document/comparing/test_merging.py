"""Three versions brought together: nothing that one side made is lost, and what clashes is told."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_trees import KINDS, change, copy_of, said, tree

from viewer.base.jobs import run_inline
from viewer.base.source import BytesSource
from viewer.document.comparing.merging import Merged, merging
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.format import Collection
from viewer.formats.memory import MemoryCollection
from viewer.tree.annotation import COMMENT
from viewer.tree.ops import SetNote, apply
from viewer.tree.record import Record

SEEDS = st.integers(0, 2**32)
HEAD = '[White "A"]\n[Black "B"]\n\n'
BASE = HEAD + "1. e4   e5 2. Nf3 Nc6 {as it was} (2... d6) 3. Bb5 {Spanish} *\n"


def merged(base: Collection, mine: Collection, theirs: Collection) -> tuple[Merged, Document]:
    document = Document(mine)
    (found,) = run_inline(merging(base, document, theirs))
    document.do(found.comparison.edit_for(document, found.taken))
    return found, document


def of_records(base: Record, mine: Record, theirs: Record) -> tuple[Merged, Record]:
    collections = (MemoryCollection("xqf", [copy_of(one)]) for one in (base, mine, theirs))
    found, document = merged(*collections)
    return found, document.record(0)


def of_texts(base: str, mine: str, theirs: str) -> tuple[str, list[tuple[str, object, object]]]:
    """The merged text, and what clashed."""
    pgn = FORMATS["pgn"].load()
    found, document = merged(
        *(pgn.read(BytesSource(text.encode())) for text in (base, mine, theirs))
    )
    pieces = pgn.write(document).pieces
    data = b"".join(
        one if isinstance(one, bytes) else document.source.read(one.start, one.length)
        for one in pieces
    )
    clashes = [(one.facet, one.before, one.after) for one in found.conflicts]
    return data.decode(), clashes


def versions(seed: int) -> tuple[Record, Record, Record]:
    dice = random.Random(seed)
    base = tree(dice)
    made = (copy_of(base), copy_of(base))
    for one in made:
        for _ in range(dice.randint(0, 3)):
            change(dice, one, dice.choice(KINDS))
    return base, *made


@given(SEEDS)
def test_what_one_side_made_is_taken(seed: int) -> None:
    base, mine, _ = versions(seed)
    for a, b in ((mine, base), (base, mine), (mine, mine)):
        found, record = of_records(base, a, b)
        assert found.conflicts == []
        assert said(record) == said(mine)


@given(SEEDS)
def test_nothing_new_is_lost_on_either_side(seed: int) -> None:
    base, mine, theirs = versions(seed)
    found, record = of_records(base, mine, theirs)
    actions = {node.action for node in record.walk()}
    before = {node.action for node in base.walk()}
    assert {node.action for node in mine.walk()} - before <= actions
    if not found.conflicts:
        assert {node.action for node in theirs.walk()} - before <= actions


@given(SEEDS)
def test_either_order_clashes(seed: int) -> None:
    base, mine, theirs = versions(seed)
    one, other = of_records(base, mine, theirs)[0], of_records(base, theirs, mine)[0]
    assert bool(one.conflicts) == bool(other.conflicts)


@given(SEEDS)
def test_comments_at_different_moves_never_clash(seed: int) -> None:
    dice = random.Random(seed)
    base = tree(dice)
    nodes = [node.id for node in base.walk()]
    mine, theirs, both = copy_of(base), copy_of(base), copy_of(base)
    for index, id in enumerate(nodes):
        for side in (mine, theirs)[index % 2], both:
            apply(side, SetNote(id, COMMENT, f"said {id}"))
    found, record = of_records(base, mine, theirs)
    assert found.conflicts == []
    assert said(record) == said(both)


def test_both_played_on_and_both_stay() -> None:
    text, clashes = of_texts(
        BASE, BASE.replace("} *", "} a6 4. Ba4 *"), BASE.replace("} *", "} Nf6 *")
    )
    assert clashes == []
    assert text == BASE.replace("} *", "} a6 (3... Nf6) 4. Ba4 *")


OPENING = HEAD + "1. e4 e5 2. Nf3 *\n"


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [
        ("Bc4", "Nf3 Nc6", "Bc4 (2. Nf3 Nc6)"),
        ("Nf3 Nc6", "Bc4", "Nf3 (2. Bc4) 2... Nc6"),
        ("Bc4", "Nf3 Nc6 (2... d6)", "Bc4 (2. Nf3 Nc6 (2... d6))"),
        ("Bc4 Nc6", "Nf3 Nf6 3. d4", "Bc4 (2. Nf3 Nf6 3. d4) 2... Nc6"),
        ("Nf3 Nf6 3. d4", "Bc4 Nc6", "Nf3 (2. Bc4 Nc6) 2... Nf6 3. d4"),
        ("Bc4 {mine}", "Nf3 {theirs} Nc6", "Bc4 {mine} (2. Nf3 {theirs} 2... Nc6)"),
    ],
)
def test_one_replaced_the_last_move_and_the_other_continued_behind_it(mine, theirs, both) -> None:
    text, clashes = of_texts(OPENING, OPENING.replace("Nf3", mine), OPENING.replace("Nf3", theirs))
    assert clashes == []
    assert text == OPENING.replace("Nf3", both)


@pytest.mark.parametrize(
    ("mine", "theirs", "both"),
    [("c3", "d4 exd4", "c3) (2. d4 exd4"), ("d4 exd4", "c3", "d4 exd4) (2. c3")],
)
def test_the_same_at_the_end_of_a_variation(mine, theirs, both) -> None:
    base = OPENING.replace("Nf3", "Nf3 (2. d4)")
    text, clashes = of_texts(base, base.replace("d4", mine), base.replace("d4", theirs))
    assert clashes == []
    assert text == base.replace("d4", both)


def test_a_last_move_that_only_one_replaced_is_replaced() -> None:
    new = OPENING.replace("Nf3", "Bc4")
    assert of_texts(OPENING, new, OPENING) == (new, [])
    assert of_texts(OPENING, OPENING, new) == (new, [])
    said = OPENING.replace("Nf3", "Nf3 {best}")
    assert of_texts(OPENING, new, said) == (new.replace("Bc4", "Bc4 {best}"), [])


def test_bytes_that_nobody_changed_stay() -> None:
    mine = BASE.replace('"A"', '"Anna"')
    theirs = BASE.replace("2... d6", "2... d6 3. d4")
    text, clashes = of_texts(BASE, mine, theirs)
    assert clashes == []
    assert text == mine.replace("2... d6", "2... d6 3. d4")


@pytest.mark.parametrize(
    ("mine", "theirs", "clash"),
    [
        ("Ruy Lopez", "Spanish Game", ("comment", "Ruy Lopez", "Spanish Game")),
        ('[White "Anna"]', '[White "Bea"]', ("header:White", "Anna", "Bea")),
    ],
)
def test_what_both_changed_otherwise_stays_as_mine_and_is_told(mine, theirs, clash) -> None:
    old = '[White "A"]' if mine.startswith("[") else "Spanish"
    ours, others = BASE.replace(old, mine), BASE.replace(old, theirs)
    text, clashes = of_texts(BASE, ours, others)
    assert (text, clashes) == (ours, [clash])


def test_a_branch_that_one_took_out_and_the_other_went_on_with() -> None:
    gone, more = BASE.replace(" (2... d6)", ""), BASE.replace("2... d6", "2... d6 3. d4")
    assert [clash[0] for clash in of_texts(BASE, gone, more)[1]] == ["branch"]
    text, clashes = of_texts(BASE, more, gone)
    assert (text, [clash[0] for clash in clashes]) == (more, ["branch"])
    assert of_texts(BASE, gone, gone) == (gone, [])


def game(number: int, more: str = "") -> str:
    return f'[White "W{number}"]\n[Black "B{number}"]\n\n1. e4 {more}*\n\n'


def test_games_come_and_go_on_both_sides() -> None:
    base = game(1) + game(2) + game(3) + game(4)
    mine = game(9) + game(1) + game(2, "{mine} ") + game(4)
    theirs = game(1) + game(2) + game(3) + game(4, "e5 ") + game(8)
    assert of_texts(base, mine, theirs) == (
        game(9) + game(1) + game(2, "{mine} ") + game(4, "e5 ") + game(8),
        [],
    )


def test_a_game_that_one_deleted_and_the_other_changed() -> None:
    base, mine, theirs = game(1) + game(2), game(1), game(1) + game(2, "e5 ")
    text, clashes = of_texts(base, mine, theirs)
    assert (text, [clash[0] for clash in clashes]) == (mine, ["record"])
    text, clashes = of_texts(base, theirs, mine)
    assert (text, [clash[0] for clash in clashes]) == (theirs, ["record"])


def test_the_same_new_game_on_both_sides_comes_once() -> None:
    both = game(1) + game(2)
    assert of_texts(game(1), both, both) == (both, [])


def test_two_new_records_of_one_game_are_one_with_variations() -> None:
    mine, theirs = (HEAD + f"1. e4 e5 2. {move} *\n" for move in ("Nf3", "Bc4"))
    pgn = FORMATS["pgn"].load()
    found, document = merged(
        MemoryCollection("pgn", []),
        pgn.read(BytesSource(mine.encode())),
        pgn.read(BytesSource(theirs.encode())),
    )
    assert found.conflicts == []
    assert [len(node.children) for node in document.record(0).root.main_line()] == [1, 1, 2, 0]
