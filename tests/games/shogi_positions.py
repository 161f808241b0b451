"""What several tests of shogi use: lines of moves, positions of random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from viewer.games.shogi.game import GAME
from viewer.games.shogi.position import Position
from viewer.tree.action import Move, Setup

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def at(sfen: str) -> Position:
    """The position of an SFEN; fields may be left out."""
    return GAME.start(Setup(sfen))


def play(sfen: str, moves: str) -> Position:
    """The position after moves in USI."""
    state = at(sfen)
    for text in moves.split():
        state = GAME.step(state, Move(text))
    return state


def from_games(seed: int, games: int = 5, plies: int = 150) -> Iterator[Position]:
    """The positions of random games."""
    chance = random.Random(seed)
    for _ in range(games):
        state = GAME.start(None)
        yield state
        for _ in range(plies):
            moves = GAME.legal_moves(state)
            if not moves:
                break
            state = GAME.step(state, chance.choice(moves))
            yield state


def scattered(seed: int, count: int) -> Iterator[Position]:
    """Full sets thrown on board and stands, promoted or not, most with both kings."""
    chance = random.Random(seed)
    for _ in range(count):
        cells = [""] * 81
        hands: dict[str, int] = {}
        on_board = chance.random()
        for letter in "P" * 18 + "LNSG" * 4 + "BR" * 2:
            kind = chance.choice((letter, letter.lower()))
            if chance.random() < on_board:
                plus = "+" if letter != "G" and chance.random() < 0.4 else ""
                cells[chance.randrange(81)] = plus + kind
            else:
                hands[kind] = hands.get(kind, 0) + 1
        cells[chance.randrange(81)] = "k"
        if chance.random() < 0.8:
            cells[chance.randrange(81)] = "K"
        rows = ["".join(cell or "1" for cell in cells[row : row + 9]) for row in range(0, 81, 9)]
        held = "".join(f"{number}{kind}" for kind, number in hands.items()) or "-"
        yield at(f"{'/'.join(rows)} {chance.choice('bw')} {held} 1")
