"""Hex: moves as players and programs write them."""

from __future__ import annotations

import pytest

from viewer.games.hex.game import GAME
from viewer.tree.action import Move, Setup


@pytest.mark.parametrize(
    ("style", "texts"),
    [
        ("a1", ["e3", "swap-pieces", "a5", "pass", "resign"]),
        ("sgf", ["B[e3]", "W[swap-pieces]", "B[a5]", "W[pass]", "B[resign]"]),
        ("hexworld", ["e3", ":s", "a5", ":p", ":rb"]),
        (
            "htp",
            ["black e3", "white swap-pieces", "black a5", "white pass", "black resign"],
        ),
        ("golem", ["ec", "swap-pieces", "ae", "pass", "resign"]),
    ],
)
def test_styles(style: str, texts: list[str]) -> None:
    state = GAME.start(None)
    for move, text in zip(
        ("1 e3", "2 swap-pieces", "1 a5", "2 pass", "1 resign"), texts, strict=True
    ):
        after = GAME.step(state, Move(move))
        assert GAME.notation(after, style) == text
        assert GAME.read_moves(state, text, style) == [Move(move)]
        state = after


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("E3", "1 e3"),
        ("e03", "1 e3"),
        ("b3", "1 b3"),
        ("B b3", "1 b3"),
        ("W[b3]", "2 b3"),
        ("red e3", "1 e3"),
        ("Blue: e3", "2 e3"),
        ("white E3", "2 e3"),
        ("2 e3", "2 e3"),
        ("ｅ３", "1 e3"),
        ("AM", ""),
        ("ak", "1 a11"),
        ("KA", "1 k1"),
        ("pass", "1 pass"),
        (":fw", "2 forfeit"),
        ("l1", ""),
        ("a12", ""),
        ("swap", ""),
        ("", ""),
        ("e3 e4", ""),
    ],
)
def test_texts(text: str, move: str) -> None:
    assert GAME.read_moves(GAME.start(None), text) == ([Move(move)] if move else [])


def test_swaps_are_read_where_they_are_allowed() -> None:
    state = GAME.step(GAME.start(None), Move("1 e3"))
    for text in ("swap", "swap-pieces", "Swap pieces", ":s"):
        assert GAME.read_moves(state, text) == [Move("2 swap-pieces")]
    for text in ("swap-sides", ":S"):
        assert GAME.read_moves(state, text) == [Move("2 swap-sides")]


def test_letters_of_large_boards_are_told_by_their_case() -> None:
    state = GAME.start(Setup("30"))
    after = GAME.step(state, Move("1 ab28"))
    assert GAME.notation(after, "golem") == "BB"
    assert GAME.read_moves(state, "BB", "golem") == [Move("1 ab28")]
    assert GAME.read_moves(state, "bb") == [Move("1 b2")]


def test_a_move_out_of_turn_says_its_colour() -> None:
    state = GAME.step(GAME.start(None), Move("2 e3"))
    assert GAME.notation(state, "a1") == "blue e3"
    assert GAME.notation(state, "sgf") == "W[e3]"
    assert GAME.notation(GAME.step(state, Move("3 x")), "a1") == "3 x"
    assert GAME.notation(GAME.step(state, Move("1 zz9")), "a1") == "1 zz9"
