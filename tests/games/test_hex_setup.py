"""Neutral texts of Hex: places, sizes, set-ups."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.games.hex.board import complaint_of, read_setup, write_setup
from viewer.games.hex.game import GAME
from viewer.games.stones.coordinates import column_name, column_row, read_size, size_text, square_at
from viewer.games.stones.placement import Placement
from viewer.tree.action import Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Record


@pytest.mark.parametrize(
    ("place", "at"),
    [
        ("a1", (0, 0)),
        ("k11", (10, 10)),
        ("z1", (25, 0)),
        ("aa1", (26, 0)),
        ("bk63", (62, 62)),
        ("iv256", (255, 255)),
    ],
)
def test_places_are_letters_and_a_number(place: str, at: tuple[int, int]) -> None:
    assert column_row(place) == at
    assert square_at(*at) == place


@given(st.integers(0, 18_000), st.integers(0, 9998))
def test_every_place_is_read_back(column: int, row: int) -> None:
    assert column_row(square_at(column, row)) == (column, row)


def test_columns_after_z() -> None:
    assert [column_name(n) for n in (0, 25, 26, 51, 52, 701, 702)] == [
        *("a", "z", "aa", "az", "ba", "zz", "aaa")
    ]


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a01", "A1", "1a", "a-1", "abcd1", "a１"])
def test_what_is_no_place(text: str) -> None:
    assert column_row(text) is None


def test_nothing_lies_left_of_the_first_column() -> None:
    for at in ((-1, 0), (0, -1)):
        with pytest.raises(ValueError, match="-1"):
            square_at(*at)


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("11", (11, 11)),
        ("11x9", (11, 9)),
        ("9:13", (9, 13)),
        ("011", (11, 11)),
        ("256", (256, 256)),
    ],
)
def test_sizes(text: str, size: tuple[int, int]) -> None:
    assert read_size(text, 1, 256) == size


@pytest.mark.parametrize("text", ["0", "257", "11x257", "x", "11x", "-3", "99999"])
def test_sizes_that_no_board_has(text: str) -> None:
    assert read_size(text, 1, 256) is None


def test_a_size_is_written_short_where_it_can_be() -> None:
    assert (size_text(11, 11), size_text(11, 9)) == ("11", "11x9")


def test_a_set_up_is_read_and_written_in_order() -> None:
    text = "11x9 W d4 B c3 a1 aa2 E e5 PL W"
    placement = read_setup(text)
    assert placement == Placement(11, 9, ("c3", "a1", "aa2"), ("d4",), ("e5",), "2")
    assert write_setup(placement) == "11x9 B a1 aa2 c3 W d4 E e5 PL W"
    assert complaint_of(text) is None


def test_capitals_are_read_and_what_is_no_cell_is_named() -> None:
    text = "11 B A1 ?? W B2"
    assert read_setup(text) == Placement(11, 11, ("a1",), ("b2",))
    assert str(complaint_of(text)) == "“??” is not a cell of a Hex board."
    assert str(complaint_of("257")) == "“257” is not the size of a Hex board: 1 to 256 lines."
    assert read_setup("257").width == 11


@pytest.mark.parametrize(
    ("text", "side"),
    [("5", 0), ("5 B a1", 1), ("5 B a1 W b1", 0), ("5 W b1", 0), ("5 B a1 PL B", 0), ("5 PL W", 1)],
)
def test_whose_turn_a_set_up_leaves(text: str, side: int) -> None:
    assert GAME.start(Setup(text)).side == side


def test_who_plays_first_in_a_record_is_to_move_where_the_set_up_does_not_say() -> None:
    root = Node(0, None, Setup("5 B a1 b1"))
    root.children = (Node(1, root, Move("1 c1")),)
    assert GAME.start_of(Record("hex", root)).side == 0
    root = Node(0, None, Setup("5 B a1 b1 PL W"))
    root.children = (Node(1, root, Move("1 c1")),)
    assert GAME.start_of(Record("hex", root)).side == 1


def test_what_is_typed_is_put_in_order_or_refused() -> None:
    assert GAME.parse_setup("5x4 W b2 B c3") == Setup("5x4 B c3 W b2")
    for text in ("", "257", "5 B f1", "5 B zz", "?!"):
        with pytest.raises(ValueError, match=r"."):
            GAME.parse_setup(text)


def test_a_dump_says_no_turn() -> None:
    state = GAME.start(Setup("5 B a1 W b2 PL W"))
    assert GAME.position_text(state) == "5 B a1 W b2"
    assert GAME.setup_text(state) == "5 B a1 W b2 PL W"


def test_places_beyond_the_edge_are_left_out_of_the_start() -> None:
    assert list(GAME.pieces(GAME.start(Setup("3 B a1 d1 W a4")))) == [("a1", "red")]
