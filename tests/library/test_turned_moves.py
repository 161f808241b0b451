"""Moves as they are seen in a position, made from one that is turned."""

from __future__ import annotations

import pytest

from viewer.games import game_of
from viewer.library.query import chart_at, explored_from, moved
from viewer.tree.action import Move


def _alike(id: str, move: str, *before: str) -> set[str]:
    game = game_of(id)
    state = game.start(None)
    for one in before:
        state = game.step(state, Move(one))
    turns = explored_from(game, state).turns
    return {move} if turns is None else turns.alike(move)


@pytest.mark.parametrize(
    ("id", "move", "alike"),
    [
        ("go", "B pd", {"B pd", "B dd", "B dp", "B pp"}),
        ("go", "B qd", {"B qd", "B cd", "B cp", "B qp", "B pc", "B dc", "B dq", "B pq"}),
        ("go", "B jj", {"B jj"}),
        ("go", "B pass", {"B pass"}),
        ("xiangqi", "h2e2", {"h2e2", "b2e2"}),
        ("xiangqi", "e3e4", {"e3e4"}),
        ("chess", "g1f3", {"g1f3"}),
        ("shogi", "7g7f", {"7g7f"}),
    ],
)
def test_moves_that_are_alike_at_the_start(id: str, move: str, alike: set[str]) -> None:
    assert _alike(id, move) == alike


def test_a_stone_that_breaks_the_symmetry_parts_them() -> None:
    assert _alike("go", "W dd", "B pd") == {"W dd", "W pp"}
    assert _alike("go", "W cd", "B pc") == {"W cd"}
    assert _alike("xiangqi", "h9g7", "h2e2") == {"h9g7"}


def test_a_move_made_in_a_turned_position_is_seen_here() -> None:
    game = game_of("xiangqi")
    here = game.step(game.start(None), Move("h2e2"))
    there = game.step(game.start(None), Move("b2e2"))
    wanted = explored_from(game, here)
    (key,) = {one.key for one in explored_from(game, there).any_of if one.symmetry == "same"}
    assert wanted.turns is not None
    assert wanted.turns.seen(key, "b9c7") == "h9g7"


@pytest.mark.parametrize(
    ("id", "move", "mirrored"),
    [
        ("chess", "a7b8q", "h7g8q"),
        ("chess", "e1g1", "d1b1"),
        ("shogi", "2h2b+", "8h8b+"),
        ("shogi", "P*3e", "P*7e"),
        ("xiangqi", "h9g7", "b9c7"),
        ("go", "B cd", "B qd"),
        ("go", "B pass", "B pass"),
    ],
)
def test_a_move_is_turned_with_its_promotion_or_drop(id: str, move: str, mirrored: str) -> None:
    game = game_of(id)
    chart = chart_at(game, game.start(None))
    mirror = next(one for one in chart.symmetries if "mirror" in one.id)
    assert moved(move, chart.squares, mirror.source) == mirrored
