"""Large boards kept as changes: the bytes are those that were put in, and only some are kept whole."""

from __future__ import annotations

import random

from viewer.games import game_of
from viewer.games.stones.game import StoneGame
from viewer.games.stones.grid import LARGE, ThriftyBoard
from viewer.tree.action import Setup


def test_each_board_has_its_bytes() -> None:
    chance = random.Random(7)
    cells = bytearray(20_000)
    boards, wanted = [ThriftyBoard(bytes(cells), None)], [bytes(cells)]
    for _ in range(900):
        # Mostly a stone, now and then nothing, a row, or everything.
        for _ in range(chance.choice([1, 1, 1, 1, 0, 3, 200, 5000])):
            cells[chance.randrange(len(cells))] = chance.randrange(4)
        before = chance.choice(boards[-3:])
        boards.append(ThriftyBoard(bytes(cells), before))
        wanted.append(bytes(cells))
    for number in (0, 900, 450, *chance.sample(range(901), 200)):
        assert boards[number].raw() == wanted[number]


def test_few_boards_of_a_line_are_whole() -> None:
    line: list[ThriftyBoard] = []
    cells = bytearray(20_000)
    for number in range(1000):
        cells[number] = 1
        line.append(ThriftyBoard(bytes(cells), line[-1] if line else None))
    assert sum(board._raw is not None for board in line) <= 4 + 16


def test_positions_of_a_large_board() -> None:
    for id in ("hex", "twixt", "go"):
        game = game_of(id)
        assert isinstance(game, StoneGame)
        state = game.start(Setup("200"))
        assert len(state.board) > LARGE
        places = list(game.geometry_of(state).squares)[300:-300:53]  # none is taken
        states = [state]
        for number, place in enumerate(places[:600]):
            stone = game.stone(states[-1], number % 2, place)
            states.append(game.step(states[-1], stone))
        # From behind, each is far from one that has its own bytes; 257 is the first such one, and 514.
        for number in (*reversed(range(0, len(states), 7)), 513, 257, 256):
            assert {square for square, _ in game.pieces(states[number])} == set(places[:number])
        again = game.step(states[300], states[301].action)
        assert list(game.pieces(again)) == list(game.pieces(states[301]))
