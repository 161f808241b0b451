"""Area and territory, dead stones, komi and handicap."""

from __future__ import annotations

import pytest
from go_diagrams import board, named, play

from viewer.games.go.board import Position
from viewer.games.go.game import GAME

DIVIDED = """
..XO.
..XO.
..XO.
..XO.
..XO.
"""
INVADED = """
..XO.
.OXO.
..XO.
..XOX
..XO.
"""
NONE: frozenset[str] = frozenset()


def result(state: Position, dead: frozenset[str] = NONE, neutral: tuple[str, ...] = ()) -> str:
    score = GAME.score(state, dead, neutral)
    assert score is not None
    return score.result


def test_area_counts_stones_and_what_only_they_reach() -> None:
    score = GAME.score(board(DIVIDED, RU="Chinese", KM="0"), NONE)
    assert score is not None
    assert score.totals == (15, 10)
    assert (score.result, str(score.words)) == ("B+5", "Black is ahead by 5.")
    assert sorted(set(score.owners.values())) == [0, 1]
    assert sum(side == 0 for side in score.owners.values()) == 10


def test_territory_counts_prisoners_instead_of_stones() -> None:
    state = board(DIVIDED, RU="Japanese", KM="0.5")
    assert result(state) == "B+4.5"
    # White puts a stone in that is taken: Black loses a point by it and gets one for it.
    state = play(state, "W aa", "B ab", "W pass", "B ba")
    assert state.prisoners == (1, 0)
    assert result(state) == "B+3.5"
    assert result(board(DIVIDED, RU="Chinese", KM="7.5")) == "W+2.5"


def test_dead_stones_are_points_for_the_other_side() -> None:
    state = board(INVADED, RU="Japanese", KM="0")
    dead = named(state, "B4", "E2")
    score = GAME.score(state, dead)
    assert score is not None
    assert score.totals == (11, 6)
    assert score.dead == dead
    assert [(row.first, row.second) for row in score.rows] == [(10, 5), (0, 0), (1, 1), (0, 0)]
    assert score.owners["bb"] == 0
    assert result(board(INVADED, RU="Chinese", KM="0"), dead) == "B+5"
    assert result(state) == "0"


def test_what_both_reach_is_nobodys() -> None:
    assert result(board("X.O X.O X.O", RU="Chinese", KM="0")) == "0"
    assert result(board("... ... ...", KM="0")) == "0"
    assert str(GAME.score(board("...", KM="0"), NONE).words) == "Neither side is ahead."


def test_eyes_in_a_seki_can_be_left_out() -> None:
    state = board(DIVIDED, RU="Japanese", KM="0")
    assert result(state, NONE, ("aa",)) == "W+5"


@pytest.mark.parametrize(
    ("rules", "handicap", "score"),
    [
        ("Chinese", "0", "W+2.5"),  # komi 7.5, as nothing is said
        ("Chinese", "3", "B+1.5"),  # 0.5 and a point for each stone
        ("AGA", "3", "B+2.5"),
        ("NZ", "3", "B+4.5"),
        ("Japanese", "3", "B+4.5"),
        ("Japanese", "0", "W+1.5"),
    ],
)
def test_komi_and_handicap_by_the_rules(rules: str, handicap: str, score: str) -> None:
    assert result(board(DIVIDED, RU=rules, HA=handicap)) == score


def test_handicap_stones_that_are_only_set_up_count_as_well() -> None:
    start = board(".X. ... .X.")
    score = GAME.score(play(start, "W aa"), NONE)
    assert score is not None
    assert [row.second for row in score.rows][-2:] == [2.0, 0.5]


def test_a_click_kills_a_group_and_another_brings_it_back() -> None:
    state = board(INVADED)
    dead = GAME.toggle_dead(state, NONE, "bb")
    assert dead == named(state, "B4")
    both = GAME.toggle_dead(state, dead, "ed")
    assert both == named(state, "B4", "E2")
    assert GAME.toggle_dead(state, both, "bb") == named(state, "E2")
    assert GAME.toggle_dead(state, both, "aa") == both
    assert GAME.toggle_dead(state, both, "ss") == both
    # Not both can be dead: the wall around a dead stone lives.
    wall = GAME.toggle_dead(state, dead, "ca")
    assert named(state, "B4").isdisjoint(wall)
    assert named(state, "C5", "C1") <= wall


def test_stones_of_a_group_die_together_over_empty_points() -> None:
    state = board("XXXXX X...X X.O.X XO..X XXXXX")
    assert GAME.toggle_dead(state, NONE, "bd") == named(state, "C3", "B2")


def test_the_first_guess_finds_stones_that_cannot_live() -> None:
    state = board(
        """
        ..X.XO.O.
        .OX.XO.O.
        ..XXXOO.O
        XXX.XO.O.
        ..XXXOOO.
        .XX.XO..O
        XX..XOX.O
        .XXXXO.O.
        X.X.XOOO.
        """
    )
    dead = GAME.guess_dead(state)
    assert dead == named(state, "B8", "G3")
    assert GAME.guess_dead(state) == dead
    assert GAME.guess_dead(board("... ... ...")) == NONE


def test_the_rules_of_a_record_of_wei7() -> None:
    area = {"info.rules.scoring": "area", "info.rules.komi": "2.5"}
    territory = {"info.rules.scoring": "territory", "info.rules.komi": "0.5"}
    assert result(board(DIVIDED, **area)) == "B+2.5"  # 15 to 10
    assert result(board(DIVIDED, **territory)) == "B+4.5"  # 10 to 5
