"""Naming openings: of games of 100 plies from their last position, beside stepping through their moves.

.venv/bin/python tests/bench/bench_openings.py
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from viewer.games import GAMES, game_of
from viewer.games.capabilities import Opened
from viewer.tree.action import Move

PLIES, TIMES = 100, 30


def milliseconds(what: Callable[[], object]) -> float:
    """The median of some runs."""
    taken = []
    for _ in range(TIMES):
        start = time.perf_counter()
        what()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken) * 1000


def measure(game: Opened[Any]) -> None:
    """Print the line of a game."""
    chance = random.Random(game.id)
    moves: list[Move] = []
    state = game.start(None)
    while len(moves) < PLIES:
        moves.append(chance.choice(game.legal_moves(state)))
        state = game.step(state, moves[-1])

    def play() -> None:
        here = game.start(None)
        for move in moves:
            here = game.step(here, move)

    start = time.perf_counter()
    game.opening(state)  # loads the table
    first = (time.perf_counter() - start) * 1000
    named = milliseconds(lambda: game.opening(state))
    print(
        f"{game.id:8} {PLIES} plies: named in {named:.2f} ms (first time {first:.1f} ms),"
        f" its moves played in {milliseconds(play):.2f} ms"
    )


def main() -> None:
    """Measure each game whose openings have names."""
    for id in GAMES:
        game = game_of(id)
        if isinstance(game, Opened):
            measure(game)


if __name__ == "__main__":
    main()
