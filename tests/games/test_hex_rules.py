"""Hex: stones, swaps, what breaks a rule, who has joined the edges."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable

import pytest

from viewer.games.hex.board import BLUE, RED, Position, chain_of, grid_of
from viewer.games.hex.game import GAME
from viewer.tree.action import Move, Setup, Takeback


def after(moves: Iterable[str], setup: str = "5") -> Position:
    state = GAME.start(Setup(setup))
    for move in moves:
        state = GAME.step(state, Move(move))
    return state


def pieces(state: Position) -> dict[str, str]:
    return dict(GAME.pieces(state))


def said(state: Position) -> list[str]:
    return [str(one) for one in GAME.observations(state)]


def test_stones_stay_and_sides_alternate() -> None:
    state = after(["1 c3", "2 a5", "1 e1"])
    assert pieces(state) == {"c3": "red", "a5": "blue", "e1": "red"}
    assert (state.side, state.ply) == (1, 3)
    assert GAME.violation(state) is None


def test_a_text_without_a_number_is_of_the_side_to_move() -> None:
    assert pieces(after(["c3", "a5"])) == {"c3": "red", "a5": "blue"}
    assert GAME.violation(after(["c3", "resign"])) is None


def test_a_side_may_play_twice_and_it_is_told() -> None:
    state = after(["1 c3", "1 c4"])
    assert pieces(state) == {"c3": "red", "c4": "red"}
    assert GAME.violation(state) is None
    assert said(state) == ["It was Blue's turn."]
    assert state.side == 1


def test_swapped_pieces_are_reflected_and_recoloured() -> None:
    state = after(["1 b4", "2 swap-pieces"])
    assert pieces(state) == {"d2": "blue-swapped"}
    assert GAME.touched(state) == ("d2",)
    assert GAME.violation(state) is None
    assert state.side == 0
    state = GAME.step(state, Move("1 b4"))
    assert pieces(state) == {"d2": "blue-swapped", "b4": "red"}
    assert GAME.violation(state) is None
    assert pieces(GAME.step(state, Takeback(2))) == {"b4": "red"}


def test_after_swapped_sides_the_same_number_plays_again() -> None:
    state = after(["1 b2", "2 swap-sides"])
    assert pieces(state) == {"b2": "red"}
    assert GAME.violation(state) is None
    assert state.side == 1
    state = GAME.step(state, Move("2 f5"))
    assert (state.side, state.ply) == (0, 3)


@pytest.mark.parametrize(
    ("setup", "moves", "why"),
    [
        ("5", ["2 swap-pieces"], "A swap is the answer to the first stone."),
        ("5", ["1 a1", "2 b1", "1 swap-sides"], "A swap is the answer to the first stone."),
        ("5", ["1 a1", "2 swap-pieces", "1 swap-pieces"], "There was a swap already."),
        (
            "5",
            ["1 a1", "1 swap-pieces"],
            "The first stone is Red's own: the other side may swap.",
        ),
        ("5x4", ["1 a1", "2 swap-pieces"], "Pieces are swapped only on boards as wide as high."),
        ("5", ["1 a1", "2 a1"], "On a1 there is a red stone already."),
        ("5", ["1 a6"], "The cell is beyond the edge of the board."),
        ("5", ["1 zz99"], "The cell is beyond the edge of the board."),
        ("5", ["3 a1"], "No move could be read from “3 a1”."),
        ("5", ["1 "], "No move could be read from “1 ”."),
    ],
)
def test_what_breaks_a_rule(setup: str, moves: list[str], why: str) -> None:
    state = after(moves, setup)
    assert str(GAME.violation(state)) == why
    assert state.ply == len(moves)


def test_sides_are_swapped_on_any_board() -> None:
    assert GAME.violation(after(["1 a1", "2 swap-sides"], "5x4")) is None


def test_a_stone_on_another_takes_its_place() -> None:
    assert pieces(after(["1 a1", "2 a1"])) == {"a1": "blue"}


def test_all_stones_are_reflected_where_a_record_swaps_late() -> None:
    state = after(["1 a2", "2 c4", "1 swap-pieces"])
    assert pieces(state) == {"b1": "blue", "d3": "red"}


def test_passing_resigning_forfeiting_break_no_rule_and_are_told() -> None:
    for move, words in (
        ("1 pass", "Red passed."),
        ("1 resign", "Red resigned."),
        ("1 forfeit", "Red forfeited the game."),
    ):
        state = after([move])
        assert GAME.violation(state) is None
        assert said(state) == [words]
        assert pieces(state) == {}
        assert GAME.touches(Move(move)) == ()


def test_calls_are_moves_that_break_no_rule() -> None:
    ids = []
    for state in (after([]), after(["1 b4"]), after(["1 b4"], "5x4")):
        calls = GAME.declarations(state)
        ids.append([call.id for call in calls])
        for call in calls:
            assert GAME.violation(GAME.step(state, call.move)) is None
            assert str(call.name)
    assert ids == [
        ["resign", "forfeit"],
        ["swap-pieces", "swap-sides", "resign", "forfeit"],
        ["swap-sides", "resign", "forfeit"],
    ]
    assert GAME.declarations(after(["1 b4"]))[0].square == "b4"


def test_stones_are_put_and_taken_off_in_mid_game() -> None:
    state = GAME.step(after(["1 a1", "2 b1"]), Setup("B c1 W d1 E a1 PL B"))
    assert pieces(state) == {"b1": "blue", "c1": "red", "d1": "blue"}
    assert (state.side, state.ply) == (0, 2)
    assert GAME.violation(state) is None
    assert str(GAME.violation(GAME.step(state, Setup("B f1")))) == (
        "“f1” is beyond the edge of the board."
    )
    other = GAME.step(state, Setup("3 B a1"))
    assert GAME.geometry_of(other) is GAME.geometry_of(GAME.start(Setup("3")))


def test_boards_of_any_size() -> None:
    for size in (1, 2, 64, 256):
        state = GAME.start(Setup(str(size)))
        assert len(GAME.legal_moves(state)) == size * size
        assert len(GAME.geometry_of(state).squares) == size * size
    assert len(GAME.legal_moves(GAME.start(Setup("7x3")))) == 21


# ------------------------------------------------------------------------------------ who wins


def distance(stones: dict[tuple[int, int], int], width: int, height: int, colour: int) -> int:
    """Stones of the shortest chain, 0 for none: by relaxing until nothing changes."""
    mine = {at for at, stone in stones.items() if stone == colour}
    across = colour == BLUE
    far = {at: 1 for at in mine if at[0 if across else 1] == 0}
    changed = True
    while changed:
        changed = False
        for x, y in mine:
            near = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1), (x + 1, y - 1), (x - 1, y + 1))
            best = min((far[at] for at in near if at in far), default=0)
            if best and best + 1 < far.get((x, y), 1 << 30):
                far[x, y] = best + 1
                changed = True
    last = (width if across else height) - 1
    return min((steps for at, steps in far.items() if at[0 if across else 1] == last), default=0)


def check_chain(stones: dict[tuple[int, int], int], width: int, height: int) -> list[int]:
    grid = grid_of(width, height)
    cells = bytearray(grid.empty)
    for (x, y), stone in stones.items():
        cells[(y + 1) * grid.stride + x + 1] = stone
    found = []
    for colour in (RED, BLUE):
        chain = chain_of(grid, bytes(cells), colour)
        assert len(chain) == distance(stones, width, height, colour)
        if chain:
            found.append(colour)
            assert len(set(chain)) == len(chain)
            assert all(cells[point] == colour for point in chain)
            assert all(b - a in grid.steps for a, b in itertools.pairwise(chain))
            near, far = grid.edges(colour)
            assert chain[0] in near
            assert chain[-1] in far
    return found


def test_every_full_board_of_three_by_three_has_one_winner() -> None:
    places = [(x, y) for y in range(3) for x in range(3)]
    for stones in itertools.product((RED, BLUE), repeat=9):
        assert len(check_chain(dict(zip(places, stones, strict=True)), 3, 3)) == 1


@pytest.mark.parametrize(("width", "height"), [(1, 1), (5, 5), (7, 4), (3, 8), (11, 11)])
def test_chains_of_random_boards(width: int, height: int) -> None:
    chance = random.Random(width * 100 + height)
    places = [(x, y) for y in range(height) for x in range(width)]
    winners = set()
    for _ in range(60):
        stones = {at: chance.choice((0, RED, RED, BLUE, BLUE)) for at in places}
        found = check_chain(stones, width, height)
        assert len(found) <= 1
        winners.update(found)
    assert winners == {RED, BLUE} or width == height == 1


def test_a_win_is_told_and_gone_a_step_back() -> None:
    line = ["1 b1", "2 a1", "1 b2", "2 a3", "1 a4", "2 c2", "1 b3"]
    state = after(line, "4")
    assert GAME.winning_chain(state) == ("b1", "b2", "b3", "a4")
    assert said(state) == ["Red has joined top and bottom: 4 stones."]
    assert GAME.winning_chain(after(line[:-1], "4")) == ()
    assert GAME.winning_chain(GAME.step(state, Takeback(1))) == ()
    # A record may go on.
    more = after([*line, "2 d4", "1 pass"], "4")
    assert GAME.violation(more) is None
    assert len(GAME.winning_chain(more)) == 4


def test_blue_joins_left_and_right() -> None:
    state = GAME.start(Setup("4 W a3 b3 c2 d2 B d3"))
    assert GAME.winning_chain(state) == ("a3", "b3", "c2", "d2")
    assert said(state) == ["Blue has joined left and right: 4 stones."]


def test_the_editor_keeps_stones_whatever_they_were() -> None:
    state = after(["1 b4", "2 swap-pieces"])
    setup = GAME.compose(state, {**pieces(state), "a1": "red", "zz9": "red", "a2": "?"}, {}, 1)
    assert setup == Setup("5 B a1 W d2 PL W")
