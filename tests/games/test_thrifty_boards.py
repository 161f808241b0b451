"""Large boards kept as changes: the bytes are those that were put in, and only some are kept whole."""

from __future__ import annotations

import random

from viewer.games import game_of
from viewer.games.stones.thrifty import ThriftyBoard, bytes_of, held
from viewer.tree.action import Move, Setup


def test_each_board_has_its_bytes() -> None:
    chance = random.Random(7)
    cells = bytearray(20_000)
    boards, wanted = [held(bytes(cells), None)], [bytes(cells)]
    for _ in range(900):
        # Mostly a stone, now and then nothing, a row, or everything.
        for _ in range(chance.choice([1, 1, 1, 1, 0, 3, 200, 5000])):
            cells[chance.randrange(len(cells))] = chance.randrange(4)
        before = chance.choice(boards[-3:])
        boards.append(held(bytes(cells), before))
        wanted.append(bytes(cells))
    for number in (0, 900, 450, *chance.sample(range(901), 200)):
        assert bytes_of(boards[number]) == wanted[number]


def test_few_boards_of_a_line_are_whole() -> None:
    line: list[ThriftyBoard] = []
    cells = bytearray(20_000)
    for number in range(1000):
        cells[number] = 1
        board = held(bytes(cells), line[-1] if line else None)
        assert isinstance(board, ThriftyBoard)
        line.append(board)
    assert sum(board._raw is not None for board in line) <= 4 + 16
    assert held(b"\1" * 400, None) == b"\1" * 400


def test_positions_of_a_large_board() -> None:
    for id in ("hex", "twixt"):
        game = game_of(id)
        state = game.start(Setup("200"))
        states = [state]
        for number in range(600):
            place = "bcdefghij"[number % 9] + str(2 + number % 190)
            states.append(game.step(states[-1], Move(f"{1 + number % 2} {place}")))
        played = {}
        for number, one in enumerate(states):
            if number:
                square = one.action.text.split()[1]
                played[square] = (number - 1) % 2
            kinds = dict(game.pieces(one))
            assert set(kinds) == set(played)
        again = game.step(states[300], states[301].action)
        assert list(game.pieces(again)) == list(game.pieces(states[301]))
