"""What is said of a move that breaks a rule."""

from __future__ import annotations

import random

import pytest
from xiangqi_positions import ALL, at, from_games, play, set_up

from viewer.games.xiangqi.game import GAME
from viewer.tree.action import Move, Remark, Takeback, Terminal, Written

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"
BARE = "3k5/9/9/9/9/9/9/9/9/4K4 w"


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        (START, "e4e5", "There is no piece on e4."),
        (START, "h7e7", "It is Red's turn, and the piece on h7 is not theirs."),
        (START, "a0a3", "A piece of the same side stands on a3."),
        (START, "a0a0", "The piece stays on a0."),
        (START, "b0d1", "The horse's leg on c0 is blocked."),
        (START, "b0b2", "A piece of the same side stands on b2."),
        (START, "b0c1", "A horse moves one point along a line, then one along a diagonal."),
        (START, "a0a5", "The rook's way is blocked on a3."),
        (START, "a0b1", "A rook moves along a line."),
        (START, "b2b8", "The cannon's way is blocked; it jumps only to capture."),
        (START, "b2b7", "A cannon captures over a screen, and there is none."),
        (START, "a3b3", "A pawn moves sideways only beyond the river."),
        (START, "a3a2", "A pawn never moves backwards."),
        (START, "a3a5", "A pawn moves one point."),
        (START, "a3b4", "A pawn moves one point."),
        (START, "d0d1", "An advisor moves one point along a diagonal."),
        (START, "d0c1", "An advisor stays in the palace."),
        (START, "e0e2", "A king moves one point along a line."),
        (START, "c0c1", "An elephant moves two points along a diagonal."),
        ("4k4/9/9/9/9/4B4/9/9/9/3K5 w", "e4g6", "An elephant doesn't cross the river."),
        (
            "4k4/9/9/9/9/4B4/3p5/9/9/3K5 w",
            "e4c2",
            "The elephant's eye on d3 is blocked.",
        ),
        ("3k5/9/9/9/9/9/9/9/9/5K3 w", "f0g0", "The king stays in the palace."),
        ("3k5/9/9/9/9/9/9/5K3/9/9 w", "f2f3", "The king stays in the palace."),
        (
            "3k5/r8/p8/P8/9/9/9/C8/9/4K4 w",
            "a2a8",
            "A cannon captures over one screen, and there are 2.",
        ),
        ("3k5/9/9/9/9/9/9/r8/9/4K4 w", "e0e1", ""),
        ("3k5/9/9/9/9/9/9/9/r8/4K4 w", "e0e1", "The king is in check after the move."),
        ("3k5/9/9/9/9/9/9/9/9/4K4 w", "e0d0", "The kings face each other after the move."),
        ("3k5/9/9/9/9/9/9/9/9/3KR4 w", "e0e5", "The kings face each other after the move."),
        # Black's own directions.
        ("3k5/9/9/9/9/p8/9/9/9/4K4 b", "a4a5", "A pawn never moves backwards."),
        ("3k5/9/9/9/p8/9/9/9/9/4K4 b", "a5b5", "A pawn moves sideways only beyond the river."),
        ("3k5/9/9/9/2b6/9/9/9/9/4K4 b", "c5e3", "An elephant doesn't cross the river."),
        ("3k5/9/9/9/9/9/9/9/9/4K4 b", "d9c9", "The king stays in the palace."),
    ],
)
def test_each_rule_has_its_sentence(fen: str, move: str, sentence: str) -> None:
    problem = GAME.violation(play(at(fen), move))
    assert ("" if problem is None else str(problem)) == sentence


@pytest.mark.parametrize("action", [Move("h2e"), Move(""), Move("H2E2"), Written("炮二五")])
def test_what_is_no_move_is_said_to_be_none(action: Move | Written) -> None:
    start = GAME.start(None)
    state = GAME.step(start, action)
    assert str(GAME.violation(state)) == f"No move could be read from “{action.text}”."
    assert state.board == start.board
    assert (state.side, state.ply) == (1, 1)


@pytest.mark.parametrize("action", [None, Terminal("认输"), Remark("hello"), Takeback(1)])
def test_what_is_no_move_of_the_game_breaks_no_rule(action: Terminal | Remark | None) -> None:
    state = GAME.step(play(GAME.start(None), "h2e2"), action)
    assert GAME.violation(state) is None


def test_a_start_breaks_no_rule() -> None:
    assert GAME.violation(GAME.start(None)) is None


def test_a_sentence_is_made_once() -> None:
    state = play(GAME.start(None), "a0a5")
    assert GAME.violation(state) is GAME.violation(state) is not None


def test_of_all_moves_exactly_the_legal_ones_break_no_rule() -> None:
    """The judge of one move and the generator of all are written apart; here they agree."""
    chance = random.Random(71)
    positions = [*from_games(chance, 8), *set_up(chance, 8), *set_up(chance, 4, anywhere=True)]
    for state in positions:
        legal = {move.text for move in GAME.legal_moves(state)}
        unbroken = {
            origin + target
            for origin in ALL
            for target in ALL
            if GAME.violation(play(state, origin + target)) is None
        }
        assert unbroken == legal, GAME.setup_text(state)
