"""Neutral texts of Twixt: links, sizes, rulesets, set-ups."""

from __future__ import annotations

import pytest

from viewer.games.stones.placement import Placement
from viewer.games.twixt.game import GAME
from viewer.games.twixt.setup import (
    complaint_of,
    link_ends,
    link_name,
    link_text,
    read_setup,
    write_setup,
)
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Record


@pytest.mark.parametrize(
    ("link", "text"),
    [
        ((4, 5, 3), "e6/d4"),
        ((4, 5, 2), "e6/f4"),
        ((4, 5, 1), "e6/g5"),
        ((4, 5, 4), "e6/c5"),
        ((0, 5, 3), "a6/?3"),
        ((4, 0, 1), "e1/?1"),
        ((4, 1, 2), "e2/?2"),
        ((4, 5, 0), "e6/?0"),
        ((4, 5, 9), "e6/?9"),
        ((255, 255, 2), "iv256/iw254"),
    ],
)
def test_links_by_their_lower_end_and_direction(link: tuple[int, int, int], text: str) -> None:
    assert link_text(*link) == text


def test_the_end_with_the_larger_row_stands_first() -> None:
    assert link_name((3, 3), (4, 5)) == link_name((4, 5), (3, 3)) == "e6/d4"
    assert link_ends("e6/d4") == ((4, 5), (3, 3))
    assert link_ends("d4/e6") == ((3, 3), (4, 5))
    for text in ("", "e6", "e6/", "/d4", "e6/?3", "e6/d4/c2"):
        assert link_ends(text) is None


def test_a_set_up_is_read_and_written_in_order() -> None:
    text = "24x30 PP W j9 B e6 d4 E t5 L e6/d4 e1/?3 PL W"
    placement = read_setup(text)
    assert placement == Placement(
        *(24, 30, ("e6", "d4"), ("j9",), ("t5",), "2", "PP", ("e6/d4", "e1/?3"))
    )
    assert write_setup(placement) == "24x30 PP B d4 e6 W j9 E t5 L e1/?3 e6/d4 PL W"
    assert complaint_of(text) is None
    assert read_setup("B d4").links is None
    assert read_setup("B d4 L").links == ()
    assert write_setup(read_setup("3M B d4 L")) == "3M B d4 L"


def test_what_can_not_be_read_is_named() -> None:
    assert str(complaint_of("24 B D4 ??")) == "“??” is not a hole of a Twixt board."
    assert read_setup("24 B D4 ??").first == ("d4",)
    assert str(complaint_of("4")) == "“4” is not the size of a Twixt board: 5 to 256 lines."
    assert read_setup("702").width == 24


@pytest.mark.parametrize(
    ("text", "side"),
    [("12", 0), ("12 B d4", 1), ("12 B d4 W e5", 0), ("12 B d4 PL B", 0), ("12 PL W", 1)],
)
def test_whose_turn_a_set_up_leaves(text: str, side: int) -> None:
    assert GAME.start(Setup(text)).side == side


def test_who_plays_first_in_a_record_is_to_move_where_the_set_up_does_not_say() -> None:
    root = Node(0, None, Setup("12 B d4 e6"))
    root.children = (Node(1, root, Move("1 f8")),)
    assert GAME.start_of(Record("twixt", root)).side == 0


def test_a_dump_says_neither_turn_nor_ruleset() -> None:
    state = GAME.start(Setup("12 PP B d4 W j9 PL W"))
    assert GAME.position_text(state) == "12 B d4 W j9"
    assert GAME.setup_text(state) == "12 PP B d4 W j9 PL W"
