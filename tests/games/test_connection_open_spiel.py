"""Hex and Twixt against OpenSpiel, where it is installed: who has won in random games."""

from __future__ import annotations

import random
from typing import Any

import pytest
from needs import reason

from viewer.games import game_of
from viewer.tree.action import Move, Setup

pyspiel = pytest.importorskip("pyspiel", reason=reason(["pyspiel"]))

GAMES = 1000


def same_wins(id: str, sizes: tuple[int, ...], seed: int) -> tuple[int, int]:
    """How many of the games each side won; every position of every game is compared."""
    chance = random.Random(seed)
    game: Any = game_of(id)
    won = [0, 0]
    for number in range(GAMES):
        size = sizes[number % len(sizes)]
        theirs = pyspiel.load_game(id, {"board_size": size}).new_initial_state()
        ours = game.start(Setup(str(size)))
        while not theirs.is_terminal():
            side = theirs.current_player()
            names = {
                action: theirs.action_to_string(side, action) for action in theirs.legal_actions()
            }
            if id == "twixt":
                names = {action: name[1:] for action, name in names.items()}  # the side's sign
            free = {game.touches(move)[0] for move in game.legal_moves(ours)}
            # Another's first peg stands for a swap there.
            assert set(names.values()) - dict(game.pieces(ours)).keys() == free
            assert game.winning_chain(ours) == ()
            action = chance.choice([one for one, name in names.items() if name in free])
            theirs.apply_action(action)
            ours = game.step(ours, Move(f"{side + 1} {names[action]}"))
            assert game.violation(ours) is None
        chain = game.winning_chain(ours)
        result = theirs.returns()
        assert bool(chain) == (result[0] != 0)
        if chain:
            winner = 0 if result[0] > 0 else 1
            assert dict(game.pieces(ours))[chain[0]] == next(iter(game.trays[winner]))
            won[winner] += 1
    return won[0], won[1]


def test_hex() -> None:
    first, second = same_wins("hex", (3, 5, 7, 9, 11), 1)
    assert first + second == GAMES
    assert min(first, second) > GAMES // 4


def test_twixt() -> None:
    first, second = same_wins("twixt", (5, 6, 7, 8, 10), 2)
    assert min(first, second) > GAMES // 10
