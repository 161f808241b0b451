"""What tools and the editor ask of Hex and Twixt: stones by place, set-ups as changes, sizes, words."""

from __future__ import annotations

import random

import pytest

from viewer.base import catalogs
from viewer.games import game_of
from viewer.tree.action import Move, Setup

SETUPS = {"hex": ("B a1", "W c4 E a1", "5x7"), "twixt": ("B c3", "W d4 E c3", "12x9")}


@pytest.mark.parametrize("id", ["hex", "twixt"])
def test_a_stone_is_the_move_to_its_place(id: str) -> None:
    game = game_of(id)
    state = game.start(None)
    assert game.stone(state, 0, "e5") == Move("1 e5")
    assert game.stone(state, 1, "e5") == Move("2 e5")
    assert game.stone(state, 0, "e99") is None
    assert game.stones == tuple(row[0] for row in game.trays)


@pytest.mark.parametrize("id", ["hex", "twixt"])
def test_sizes_as_they_are_typed(id: str) -> None:
    game = game_of(id)
    for text in ("13", "9x13"):
        assert game.size_text(game.start(game.parse_setup(text))) == text


@pytest.mark.parametrize("id", ["hex", "twixt"])
def test_a_set_up_in_mid_game_says_what_changes(id: str) -> None:
    game = game_of(id)
    chance = random.Random(3)
    state = game.start(None)
    places = [place for place in game.geometry.squares if game.stone(state, 0, place)]
    for _ in range(30):
        pieces = dict(game.pieces(state))
        for place in chance.sample(places, 4):
            kind = chance.choice((*game.stones, ""))
            pieces.pop(place, None)
            if kind:
                pieces[place] = kind
        side = chance.choice((None, 0, 1))
        setup = game.rearranged(state, pieces, side)
        assert not setup.text[:1].isdigit()
        wanted = state.side if side is None else side
        state = game.step(state, setup)
        assert dict(game.pieces(state)) == pieces
        assert state.side == wanted


def test_a_swapped_stone_stays_what_it_is() -> None:
    game = game_of("hex")
    state = game.start(None)
    for text in ("1 c2", "2 swap-pieces"):
        state = game.step(state, Move(text))
    pieces = dict(game.pieces(state))
    assert pieces == {"b3": "blue-swapped"}
    assert game.rearranged(state, {**pieces, "e5": "red"}, None) == Setup("B e5")


@pytest.mark.parametrize("id", ["hex", "twixt"])
def test_words_in_place_of_a_stone_are_shown_in_the_language(id: str) -> None:
    game = game_of(id)
    state = game.start(None)
    for text in (game.legal_moves(state)[0].text, "swap-sides"):
        state = game.step(state, Move(text))
    try:
        catalogs.choose("zh_CN", {})
        assert game.shown(state, game.notations[0].id) == "交换双方"
    finally:
        catalogs.use(None)
