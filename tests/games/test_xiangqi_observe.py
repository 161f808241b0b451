"""Facts about positions, and that none of them is a verdict."""

from __future__ import annotations

import pytest
from xiangqi_positions import at, play

from viewer.games.xiangqi.game import GAME
from viewer.games.xiangqi.position import Position
from viewer.tree.action import Remark, Setup, Takeback, Terminal, Written


def told(state: Position) -> list[str]:
    return [str(fact) for fact in GAME.observations(state)]


def test_nothing_to_tell_of_a_start() -> None:
    assert told(GAME.start(None)) == []


def test_check_is_told_whoever_is_to_move() -> None:
    assert told(at("3k5/9/9/9/9/9/3R5/9/9/5K3 b")) == ["Black is in check."]
    assert told(at("3k5/9/9/9/9/9/3R5/9/9/5K3 w")) == ["Black is in check."]


@pytest.mark.parametrize(
    "fen",
    [
        "3k5/9/2N6/9/9/9/9/9/9/5K3 b",
        "3k5/9/9/9/3R5/9/9/9/9/5K3 b",
        "R2k5/9/9/9/9/9/9/9/9/5K3 b",
        "3k5/3n5/3C5/9/9/9/9/9/9/5K3 b",
        "C1nk5/9/9/9/9/9/9/9/9/5K3 b",
        "2Pk5/9/9/9/9/9/9/9/9/5K3 b",
        "3k5/3P5/9/9/9/9/9/9/9/5K3 b",
    ],
)
def test_each_piece_gives_check(fen: str) -> None:
    assert told(at(fen)) == ["Black is in check."]


@pytest.mark.parametrize(
    "fen",
    [
        "3k5/2r6/2N6/9/9/9/9/9/9/5K3 b",
        "3k5/3n5/3n5/3C5/9/9/9/9/9/5K3 b",
        "3k5/9/9/9/9/9/9/3C5/9/5K3 b",
        "3k5/3r5/9/9/3R5/9/9/9/9/5K3 b",
        "9/3k5/2P6/9/9/9/9/9/9/5K3 b",
    ],
)
def test_what_only_looks_like_a_check_is_none(fen: str) -> None:
    """A blocked leg, two screens or none, something between, a pawn that points elsewhere."""
    assert told(at(fen)) == []


def test_what_no_game_leads_to_is_told_of_a_start() -> None:
    assert told(at("9/4k4/9/9/9/9/9/9/9/9 b")) == ["Red has no king."]
    odd = "A piece can't come to where it stands: {}."
    assert told(at("3k5/9/9/9/9/9/P8/1A7/B8/4K4 w")) == [odd.format("a1, b2")]
    assert told(at("B3k4/9/9/p8/1p7/p8/1p7/9/9/3K5 w")) == [odd.format("b5, a9")]
    assert told(at("3k5/9/9/9/9/9/9/9/R8/RR2K4 w")) == ["Red has 3 rooks."]
    assert told(at("kkkkkkkkk/9/9/9/9/9/9/9/9/4K4 w"))[0] == "Black has 9 kings."


def test_facing_kings_are_told_as_such() -> None:
    assert told(at("4k4/9/9/9/9/9/9/9/9/4K4 w")) == ["The kings face each other."]


def test_who_has_no_legal_move_is_told_not_who_has_lost() -> None:
    assert told(at("3k5/9/9/9/9/9/9/9/3p1p3/4K4 w")) == ["Red has no legal move (困毙)."]
    assert told(at("R2k5/R8/9/9/9/9/9/9/9/4K4 b")) == ["Black is checkmated."]


def test_a_king_outside_the_palace_is_attacked_by_what_reaches_it() -> None:
    """No game brings it there; books of problems do."""
    assert told(at("4k4/9/9/9/9/9/9/9/3K5/3A5 b")) == []
    assert told(at("9/3k5/9/9/9/9/9/3A5/9/3K5 w")) == []
    assert told(at("3K5/4a4/5k3/9/9/9/9/9/9/9 b"))[-1] == "Red is in check."


def perpetual(rounds: int) -> Position:
    """Red's rook gives check on two files in turn, the king steps aside."""
    state = at("3k5/9/9/9/9/9/3R5/9/9/5K3 b")
    for _ in range(rounds):
        state = play(state, "d9e9", "d3e3", "e9d9", "e3d3")
    return state


def test_repetitions_and_checks_in_the_cycle() -> None:
    assert told(perpetual(0)) == ["Black is in check."]
    assert told(perpetual(1)) == [
        "Black is in check.",
        "This position has occurred 2 times.",
        "In the 4 plies since, 2 of 2 moves of Red gave check.",
    ]
    assert told(perpetual(2))[1] == "This position has occurred 3 times."


def test_a_quiet_repetition_has_no_checks_to_tell() -> None:
    state = play(GAME.start(None), "h2e2", "h7e7", "e2h2", "e7h7")
    assert told(state) == ["This position has occurred 2 times."]
    assert told(play(state, "h2e2")) == ["This position has occurred 2 times."]


def test_the_same_board_with_the_other_side_to_move_is_no_repetition() -> None:
    state = play(GAME.start(None), "a0a1", "a9a8", "a1a2", "a8a9", "a2a0")
    assert GAME.setup_text(state) == GAME.setup_text(GAME.start(None))[:-1] + "b"
    assert told(state) == []


def test_a_capture_ends_the_search_for_repetitions() -> None:
    state = play(GAME.start(None), "h2h9", "a9a8", "h9h2", "a8a9")
    assert told(state) == []


def test_nodes_without_a_move_are_no_repetitions() -> None:
    state = play(GAME.start(None), "h2e2")
    for action in (None, Remark("hello"), Terminal("认输"), Written("?")):
        assert told(GAME.step(state, action)) == []


def test_what_was_taken_back_did_not_occur() -> None:
    state = play(GAME.start(None), "h2e2", "h7e7", "e2h2")
    state = GAME.step(state, Takeback(2))
    assert (state.side, state.ply) == (1, 1)
    assert GAME.setup_text(state) == GAME.setup_text(play(GAME.start(None), "h2e2"))
    again = play(state, "h7e7")
    assert told(again) == []
    assert again.ply == 2


def test_takebacks_follow_the_moves_that_stand() -> None:
    start = GAME.start(None)
    state = GAME.step(play(start, "h2e2", "h7e7"), Remark("one moment"))
    state = GAME.step(state, Takeback(1))
    assert (state.ply, state.side) == (1, 1)
    state = GAME.step(state, Takeback(1))
    assert (state.board, state.ply, state.side) == (start.board, 0, 0)
    for count in (1, 50, 0, -3):
        assert GAME.step(state, Takeback(count)).board == start.board


def test_a_setup_begins_anew() -> None:
    state = play(GAME.start(None), "h2e2", "h7e7", "e2h2", "e7h7")
    assert told(state) == ["This position has occurred 2 times."]
    assert told(GAME.step(state, Setup(GAME.setup_text(state)))) == []


def test_plies_without_a_capture() -> None:
    """Told from 40 on; a capture begins the count anew."""
    state = at("3k5/9/9/9/9/9/9/9/9/R3K3r w")
    wander = ("e0e1", "d9d8", "e1e0", "d8d9")
    quiet = [fact for fact in told(play(state, *(wander * 10)[:39])) if "capture" in fact]
    assert quiet == []
    state = play(state, *wander * 10)
    assert "40 plies without a capture." in told(state)
    assert "41 plies without a capture." in told(play(state, "e0e1"))
    assert told(play(state, "a0i0", "d9d8")) == []
