"""Where a game gets diagrams that nobody asked for."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pdf_texts import collection_of

from viewer.publish.choices import OutlineStyle
from viewer.publish.outline import Diagram
from viewer.publish.sections import sections

_BACK_AND_FORTH = ("Nf3", "Nf6", "Ng1", "Ng8")
_LINE = "Na3 Na6 Nb1 Nb8 Na3 Na6 Nb1 Nb8"


def game(plies: int, notes: dict[int, str] | None = None, head: str = "") -> str:
    """Moves back and forth; behind the ply of a note, what it says."""
    words = []
    for ply in range(1, plies + 1):
        if ply % 2 or ply - 1 in (notes or {}):
            words.append(f"{(ply + 1) // 2}{'.' if ply % 2 else '...'}")
        words.append(_BACK_AND_FORTH[(ply - 1) % 4])
        if notes and ply in notes:
            words.append(notes[ply])
    return f"{head}{' '.join(words)} *\n"


def shown(text: str, **style: bool) -> list[int]:
    """The plies of a game after which a diagram stands."""
    collection = collection_of(text)
    section = next(sections(collection, OutlineStyle(sensible=True, **style)))
    line = list(collection.record(0).root.main_line())
    plies = {node.id: ply for ply, node in enumerate(line)}
    return [plies[item.node] for item in section.items if isinstance(item, Diagram)]


def test_a_bare_game_has_its_opening_its_course_and_its_end() -> None:
    assert shown(game(80)) == [20, 44, 80]
    assert shown(game(90)) == [20, 44, 68, 90]
    assert shown(game(20)) == [20]
    assert shown(game(3)) == [3]
    assert shown("*") == []


def test_a_set_up_position_is_enough_for_a_short_solution() -> None:
    head = '[SetUp "1"]\n[FEN "4k1n1/8/8/8/8/8/8/4K1N1 w - - 0 1"]\n\n'
    assert shown(game(6, head=head)) == [0]
    assert shown(game(40, head=head)) == [0, 24, 40]


@pytest.mark.parametrize("words", ["word " * 40, "一步好棋" * 20])
def test_long_comments_begin_with_a_diagram(words: str) -> None:
    assert shown(game(60, {30: f"{{{words}}}", 40: "{Short.}"})) == [30]


def test_a_long_variation_has_the_position_before_it() -> None:
    text = game(60, {31: f"(16. {_LINE})", 41: "(21. Na3)"})
    assert shown(text) == [30]


def test_no_two_are_near_each_other_and_those_asked_for_come_first() -> None:
    long = f"{{{'word ' * 40}}}"
    notes = {20: long, 22: long, 24: long, 30: long, 32: "$220"}
    assert shown(game(60, notes)) == [20, 24, 32]
    assert shown(game(60, notes), marked=False) == [20, 24, 30]


def test_a_comment_at_the_second_move_gets_no_board() -> None:
    assert shown(game(30, {2: f"{{{'word ' * 40}}}"})) == [30]


def test_what_isnt_printed_asks_for_no_diagram() -> None:
    text = game(80, {30: f"{{{'word ' * 60}}}"})
    assert shown(text) == [30]
    assert shown(text, comments=False) == [20, 44, 80]


def test_often_diagrams_stand_at_short_comments_too_every_eight_plies() -> None:
    notes = {at: "{Short.}" for at in range(10, 40, 2)}
    assert shown(game(40, notes)) == [20, 40]
    found = shown(game(40, notes), often=True)
    assert len(found) == 4
    assert all(other - one >= 8 for one, other in pairwise(found))
