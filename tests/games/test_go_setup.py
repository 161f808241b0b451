"""Set-ups as texts, starts, handicap stones."""

from __future__ import annotations

import pytest
from go_diagrams import board, drawn, play
from hypothesis import given
from hypothesis import strategies as st

from viewer.base.messages import Message
from viewer.games.go.game import GAME
from viewer.games.go.setup import (
    LETTERS,
    column_row,
    complaint_of,
    handicap_setup,
    handicap_squares,
    read_setup,
    square_at,
    star_points,
    write_setup,
)
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup, Written
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData

PLACES = st.builds(square_at, st.integers(0, 51), st.integers(0, 51))
LISTS = st.lists(PLACES, max_size=8, unique=True).map(lambda found: tuple(sorted(found)))


@pytest.mark.parametrize(
    ("text", "placement"),
    [
        ("19", Placement(19, 19)),
        ("9x13 B dd pp W qc PL W", Placement(9, 13, ("dd", "pp"), ("qc",), (), "W")),
        ("B dd E qq", Placement(None, None, ("dd",), (), ("qq",))),
        ("PL B", Placement(to_play="B")),
        # PL is a point of a large board as well.
        ("52 B PL W qc", Placement(52, 52, ("PL",), ("qc",))),
        ("52 B PL PL W", Placement(52, 52, ("PL",), (), (), "W")),
        # Beyond 52 lines, points are pairs of letters.
        ("60 B dd baad W adba", Placement(60, 60, ("dd", "baad"), ("adba",))),
        ("", Placement()),
    ],
)
def test_a_set_up_is_read_and_written_alike(text: str, placement: Placement) -> None:
    assert read_setup(text) == placement
    assert write_setup(placement) == text
    assert complaint_of(text) is None


@given(
    st.one_of(st.none(), st.integers(1, 52)), LISTS, LISTS, LISTS, st.sampled_from(("", "B", "W"))
)
def test_every_placement_comes_back(
    size: int | None,
    black: tuple[str, ...],
    white: tuple[str, ...],
    empty: tuple[str, ...],
    turn: str,
) -> None:
    placement = Placement(size, size, black, white, empty, turn)
    assert read_setup(write_setup(placement)) == placement


@pytest.mark.parametrize(
    "text", ["0", "256", "1000", "9x", "19 B d", "19 dd", "19 B dd ??", "9x999"]
)
def test_what_cannot_be_read_is_said_and_the_rest_is_read(text: str) -> None:
    assert complaint_of(text) is not None
    assert GAME.start(Setup(text)).grid.width in (9, 19)


def test_places_are_letters_from_the_top_left() -> None:
    assert square_at(0, 0) == "aa"
    assert square_at(15, 3) == "pd"
    assert square_at(26, 51) == "AZ"
    assert column_row("AZ") == (26, 51)
    assert square_at(52, 3) == "baad"
    assert square_at(3, 254) == "adeU"
    assert column_row("baad") == (52, 3)
    assert column_row("adad") is None  # that is `dd`
    assert [column_row(text) for text in ("", "a", "abc", "a1", "éa")] == [None] * 5
    assert len(set(LETTERS)) == 52


@given(st.integers(0, 254), st.integers(0, 254))
def test_every_square_has_one_name(column: int, row: int) -> None:
    square = square_at(column, row)
    assert column_row(square) == (column, row)
    assert len(square) == (2 if max(column, row) < 52 else 4)


def test_stones_beyond_the_edge_are_left_out() -> None:
    state = GAME.start(Setup("3 B aa ss W cc"))
    assert drawn(state) == "X.. ... ..O"


@pytest.mark.parametrize(
    ("text", "neutral"),
    [
        ("13", "13"),
        (" 9x13 ", "9x13"),
        ("9X13", "9x13"),
        ("19 W qc B pp dd", "19 B dd pp W qc"),
        ("B dd", "19 B dd"),
        ("19x19 PL W", "19 PL W"),
        ("19 B dd pp PL W", "19 B dd pp"),  # White begins after handicap stones anyway
    ],
)
def test_what_people_type_becomes_neutral(text: str, neutral: str) -> None:
    assert GAME.parse_setup(text) == Setup(neutral)


@pytest.mark.parametrize("text", ["", "0", "256", "9x999", "9 B ss", "19 B", "chess", "19 C dd"])
def test_what_is_no_position_is_refused(text: str) -> None:
    if text == "19 B":
        assert GAME.parse_setup(text) == Setup("19")
        return
    with pytest.raises(ValueError) as raised:  # noqa: PT011  # its argument is looked at
        GAME.parse_setup(text)
    assert isinstance(raised.value.args[0], Message)


def test_white_begins_after_handicap_stones() -> None:
    assert GAME.start(Setup("19 B dd pp")).side == 1
    assert GAME.start(Setup("19 B dd")).side == 0
    assert GAME.start(Setup("19 B dd pp W qc")).side == 0
    assert GAME.start(Setup("19 B dd pp PL B")).side == 0
    assert GAME.start(Setup("19 PL W")).side == 1


def test_handicap_stones_stand_on_star_points_by_custom() -> None:
    assert handicap_squares(19, 19, 2) == ("pd", "dp")
    assert handicap_squares(19, 19, 4) == ("pd", "dp", "pp", "dd")
    assert set(handicap_squares(19, 19, 5)) == {"pd", "dp", "pp", "dd", "jj"}
    assert set(handicap_squares(19, 19, 6)) == {"pd", "dp", "pp", "dd", "dj", "pj"}
    assert set(handicap_squares(19, 19, 7)) == {"pd", "dp", "pp", "dd", "dj", "pj", "jj"}
    assert set(handicap_squares(19, 19, 8)) == {"pd", "dp", "pp", "dd", "dj", "pj", "jd", "jp"}
    assert handicap_squares(9, 9, 2) == ("gc", "cg")
    assert handicap_squares(12, 12, 5) == ()
    assert handicap_squares(5, 5, 2) == ()
    for count in range(2, 10):
        places = handicap_squares(19, 19, count)
        assert len(set(places)) == count
        assert {column_row(place) for place in places} <= set(star_points(19, 19))
        assert handicap_setup(19, 19, count) == next(
            start.setup for start in GAME.starts if start.id == f"handicap-{count}"
        )


def test_star_points_by_size() -> None:
    assert len(star_points(19, 19)) == 9
    assert star_points(9, 9) == [(2, 2), (2, 6), (6, 2), (6, 6), (4, 4)]
    assert len(star_points(13, 13)) == 5
    assert len(star_points(15, 15)) == 9
    assert sorted(star_points(8, 8)) == [(2, 2), (2, 5), (5, 2), (5, 5)]
    assert star_points(6, 6) == []
    for width in range(1, 53):
        for column, row in star_points(width, 53 - width):
            assert 0 <= column < width
            assert 0 <= row < 53 - width


def test_what_starts_are_called() -> None:
    def label(text: str) -> str | None:
        found = GAME.start_label(GAME.start(Setup(text)))
        return None if found is None else str(found)

    assert label("19") is None
    assert label("9x13") == "9 by 13 lines"
    assert label("19 B dd pp") == "2 handicap stones"
    assert label("19 B dd W pp") == "Set-up position"


def test_a_set_up_in_mid_game_changes_what_it_says() -> None:
    state = play(board("... ... ..."), "B aa", "W bb", Setup("B cc W ca E aa PL B"))
    assert drawn(state) == "..O .O. ..X"
    assert (state.side, state.ply) == (0, 2)
    assert GAME.violation(state) is None
    after = play(state, "B aa")
    assert (after.ply, drawn(after)) == (3, "X.O .O. ..X")
    whole = play(after, Setup("5 B ee"))
    assert drawn(whole) == "..... ..... ..... ..... ....X"
    assert GAME.geometry_of(whole) is not GAME.geometry_of(state)
    assert GAME.violation(play(state, Setup("B ss"))) is not None


def test_the_editor_composes_on_the_size_there_is() -> None:
    state = GAME.start(Setup("9x13"))
    made = GAME.compose(state, {"aa": "black", "im": "white", "ss": "black", "bb": "?"}, {}, 1)
    assert made == Setup("9x13 B aa W im PL W")
    assert GAME.compose(state, {}, {}, 0) == Setup("9x13")


def test_who_plays_first_is_to_move_where_nothing_else_is_said() -> None:
    def side(setup: str, *actions: Action | None) -> int:
        rows = [NodeData(0, -1, Setup(setup), {})]
        rows += [
            NodeData(number, number - 1, action, {}) for number, action in enumerate(actions, 1)
        ]
        return GAME.start_of(Record("go", nodes_of(rows)[0])).side

    assert side("19", Move("W dd")) == 1
    assert side("19 B dd pp", Move("B pd")) == 0
    assert side("19 PL B", Move("W dd")) == 0
    assert side("19", None, Setup("B dd"), Move("W qq")) == 1
    assert side("19", Setup("B dd PL B"), Move("W qq")) == 0
    assert side("19", Written("?"), Move("?")) == 0
    assert side("19 B dd pp") == 1
