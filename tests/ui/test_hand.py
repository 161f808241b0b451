"""The hand on a board: touches become moves, whatever the game and its ways."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from viewer.games import game_of
from viewer.tree.action import Move, Setup

pytest.importorskip("PySide6")

from viewer.ui.board.hand import Hand

CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def hand(id: str, setup: str | None = None) -> Hand:
    game = game_of(id)
    state = game.start(Setup(setup) if setup else None)
    session: Any = SimpleNamespace(game=game, shown_state=state)
    return Hand(session)


def test_from_and_to() -> None:
    one = hand("xiangqi")
    assert one.touch("h2") == []
    assert "e2" in one.targets()
    assert one.touch("e2") == [Move("h2e2")]
    assert one.touched == ()


def test_another_piece_is_taken_and_the_same_put_down() -> None:
    one = hand("chess")
    one.touch("g1")
    assert one.targets() == ["h3", "f3"]
    one.touch("e2")
    assert one.touched == ("e2",)
    one.touch("e2")
    assert one.touched == ()
    one.touch("e5")
    assert one.touched == ()
    assert not one.can_take("a1")


@pytest.mark.parametrize(("target", "move"), [("g1", "e1g1"), ("h1", "e1g1"), ("a1", "e1c1")])
def test_castling_to_the_kings_square_or_onto_the_rook(target: str, move: str) -> None:
    one = hand("chess", CASTLES)
    one.touch("e1")
    assert {"g1", "h1", "c1", "a1"} <= set(one.targets())
    assert one.touch(target) == [Move(move)]


def test_a_rook_that_the_king_can_t_castle_with_is_taken_in_hand() -> None:
    one = hand("chess", CASTLES.replace("KQkq", "Qkq"))
    one.touch("e1")
    assert one.touch("h1") == []
    assert one.touched == ("h1",)


def test_in_chess960_a_step_of_the_king_is_no_castling() -> None:
    one = hand("chess", "4k3/8/8/8/8/8/8/RK5R w HA - 0 1")
    one.touch("b1")
    assert one.touch("c1") == [Move("b1c1")]
    one.touch("b1")
    assert one.touch("a1") == [Move("b1a1")]
    one.touch("b1")
    assert one.touch("g1") == [Move("b1h1")]


def test_a_promotion_gives_a_choice() -> None:
    one = hand("chess", "8/4P3/8/8/k7/8/8/K7 w - - 0 1")
    one.touch("e7")
    assert one.targets() == ["e8"]
    assert one.touch("e8") == [Move(f"e7e8{piece}") for piece in "qrbn"]
