"""Positions that come again, with and without perpetual check; check and mate; entering kings."""

from __future__ import annotations

import pytest
from shogi_positions import START, at, play

from viewer.games.shogi.game import GAME
from viewer.games.shogi.observe import entering_of
from viewer.games.shogi.position import Position
from viewer.games.shogi.violations import repetition_of
from viewer.tree.action import Move, Remark, Takeback

CHASE = "4k4/9/9/9/9/9/9/9/5R2K b - 1"
CHECKS = "4i5i 5a4a 5i4i 4a5a "  # each move of black's is a check
ONE_CHECK = "4i5i 5a6a 5i4i 6a5a "
QUIET = "2h3h 8b7b 3h2h 7b8b "


def told(state: Position) -> list[str]:
    return [str(one) for one in GAME.observations(state)]


def test_the_fourth_occurrence_by_checks_alone_breaks_a_rule() -> None:
    state = play(CHASE, CHECKS * 3)
    assert repetition_of(state) == (4, (0,))
    after = GAME.step(state, Move("4i5i"))
    assert str(GAME.violation(after)) == (
        "Perpetual check: the position occurs for the fourth time, and Black gave check"
        " with every move."
    )
    assert Move("4i5i") not in GAME.legal_moves(state)
    assert Move("4i3i") in GAME.legal_moves(state)


def test_before_the_fourth_occurrence_no_rule_is_broken() -> None:
    for count in (1, 2):
        state = play(CHASE, CHECKS * count)
        assert Move("4i5i") in GAME.legal_moves(state)
        assert GAME.violation(GAME.step(state, Move("4i5i"))) is None
        assert repetition_of(state) == (count + 1, (0,))


@pytest.mark.parametrize(("sfen", "cycle"), [(CHASE, ONE_CHECK), (START, QUIET)])
def test_a_repetition_without_perpetual_check_breaks_none(sfen: str, cycle: str) -> None:
    state = play(sfen, cycle * 3)
    assert repetition_of(state) == (4, ())
    again = Move(cycle.split()[0])
    assert GAME.violation(GAME.step(state, again)) is None
    assert again in GAME.legal_moves(state)
    assert "This position has occurred 4 times." in told(state)
    assert "The fourth occurrence of a position ends the game: a draw." in told(state)


def test_the_side_that_was_chased_is_not_to_blame() -> None:
    state = play(CHASE, CHECKS * 3)
    assert GAME.violation(state) is None
    assert "Black has given check with every move since." in told(state)
    assert not any("draw" in one for one in told(state))


def test_hands_and_the_side_to_move_make_another_position() -> None:
    quiet = play(START, QUIET)
    assert repetition_of(quiet).times == 2
    assert repetition_of(play(START, QUIET + "pass")).times == 1
    captured = play("4k4/9/9/9/4p4/4R4/9/9/4K4 b - 1", "5f5e 5a4a 5e5f 4a5a")
    assert repetition_of(captured).times == 1


def test_what_was_taken_back_did_not_happen_and_remarks_do_not_count() -> None:
    state = play(START, QUIET + QUIET)
    assert repetition_of(GAME.step(state, Takeback(4))).times == 2
    assert repetition_of(GAME.step(state, Remark("x"))).times == 3
    assert repetition_of(GAME.step(state, None)).times == 3


@pytest.mark.parametrize(
    ("sfen", "sentence"),
    [
        ("4k4/9/9/9/9/9/9/9/4R3K w", "White is in check."),
        ("4k4/4G4/4G4/9/9/9/9/9/8K w", "White is mated."),
        ("8k/6+R2/9/9/9/9/9/9/4K4 w", "White has no legal move."),
        ("8k/6+R2/9/9/9/9/9/9/4K4 w p", ""),  # a pawn can be dropped
        ("k8/2+R6/1N7/9/9/9/9/9/4K4 w", "White is mated."),
        ("k8/9/1+P7/+P8/9/9/9/9/4K4 w", ""),
    ],
)
def test_check_and_mate(sfen: str, sentence: str) -> None:
    about_kings = [one for one in told(at(sfen)) if "occurred" not in one]
    assert about_kings == ([sentence] if sentence else [])


# ----------------------------------------------------------------------------- entering kings

# Black: king, rook, bishop and nine small ones in the camp, a rook and eight small ones elsewhere.
ENTERED = "1K2GGSSR/2NNLL+P2/3+P4B/9/4k4/9/PPPPPPPPR/9/9 b 2P"


def test_counts_of_a_king_that_has_entered() -> None:
    found = entering_of(at(ENTERED), 0)
    assert found.entered
    assert found.pieces == 12
    assert found.points == 10 + 2 * 5 + 2  # ten small ones, rook and bishop, two pawns in hand
    assert found.all_points == found.points + 8 + 5
    assert not entering_of(at(ENTERED), 1).entered


@pytest.mark.parametrize(
    ("hands", "sentences"),
    [
        ("2P", []),
        ("6P", ["draw by the 24-point rule"]),
        ("8P", ["win by the 27-point rule", "draw by the 24-point rule"]),
        ("B4P", ["win by the 27-point rule", "draw by the 24-point rule"]),
        ("2B2P", ["win by the 27-point rule", "win by the 24-point rule"]),
    ],
)
def test_who_may_declare(hands: str, sentences: list[str]) -> None:
    declared = [one for one in told(at(ENTERED.replace("2P", hands))) if "may declare" in one]
    assert declared == [f"Black may declare a {one}." for one in sentences]


def test_white_needs_a_point_less() -> None:
    # The same camp turned round: 20 points on the board.
    turned = "4K4/9/r8/9/9/9/b4+p3/2+pllnn2/rssgg2k1"
    for hands, may in (("6p", False), ("7p", True)):
        declared = [one for one in told(at(f"{turned} w {hands}")) if "27-point" in one]
        assert bool(declared) == may


def test_no_declaration_in_check_or_out_of_turn() -> None:
    board = ENTERED.split()[0]
    assert not any("declare" in one for one in told(at(f"{board} w 8P")))
    checked = board.replace("1K2GGSSR", "rK2GGSSR")
    assert "Black is in check." in told(at(f"{checked} b 8P"))
    assert not any("declare" in one for one in told(at(f"{checked} b 8P")))


def test_both_kings_entered_and_the_try() -> None:
    both = told(at("4K4/9/9/9/9/9/9/9/3k5 b R2B14P2rg4s4n4l4p"))
    assert "Black's king stands where the other one started (try)." in both
    assert not any(one.startswith("White's king stands") for one in both)
    assert "All pieces counted, Black has 29 points and White 27." in both
    assert "With 24 points or more each the game may be agreed drawn." in both


def test_what_is_odd_about_pieces_that_were_set_up() -> None:
    odd = told(at("P3k3k/9/9/9/9/4P4/4P4/9/9 b 3R"))
    assert odd[:4] == [
        "Black has two pawns on file 5.",
        "White has 2 kings.",
        "There are 3 of 2 pieces: rook.",
        "The piece on 9a can never move.",
    ]
    assert told(at("9/9/9/9/9/9/9/9/9 b")) == []
