"""Drops touch the stand of who drops."""

from viewer.games import game_of
from viewer.tree.action import Move, Setup

GAME = game_of("shogi")
BOTH = "4k4/9/9/9/9/9/9/9/4K4 {} 2Ppg 1"


def test_a_drop_comes_from_the_stand_of_its_side() -> None:
    for side, place in (("b", "P*"), ("w", "p*")):
        state = GAME.start(Setup(BOTH.format(side)))
        assert GAME.touch_sequences(state, Move("P*5e")) == ((place, "5e"),)
        assert GAME.touched(GAME.step(state, Move("P*5e"))) == (place, "5e")
        assert GAME.touched(GAME.step(state, Move("5i5h"))) == ("5i", "5h")


def test_what_lies_in_hand_is_counted_at_its_place() -> None:
    state = GAME.start(Setup(BOTH.format("b")))
    held = {place: kind for place, kind in GAME.pieces(state) if place.endswith("*")}
    assert held == {"P*": "P", "p*": "p", "g*": "g"}
    counts = GAME.counts(state)
    assert {place: counts.get(place, 1) for place in held} == {"P*": 2, "p*": 1, "g*": 1}
