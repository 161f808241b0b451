"""Positions of Twixt that nobody can win any more, by another way of finding out, on random boards."""

from __future__ import annotations

import itertools
import random

from viewer.games.stones.grid import EMPTY
from viewer.games.twixt.board import HORIZONTAL, VERTICAL, Position
from viewer.games.twixt.drawn import NOBODY, can_join, drawn
from viewer.games.twixt.game import GAME
from viewer.games.twixt.links import BIT, chain_of, crossing_link, possible_links
from viewer.tree.action import Setup


def played(size: int, draw: random.Random, plies: int) -> Position:
    state = GAME.start(Setup(f"{size}"))
    for _ in range(plies):
        moves = GAME.legal_moves(state)
        if not moves or GAME.ends_at(state):
            break
        state = GAME.step(state, draw.choice(moves))
    return state


def filled(position: Position, colour: int) -> bool:
    """Whether a side is joined once it has a peg in each hole that is open to it, with all links."""
    grid, pegs, links = position.grid, bytearray(position.pegs), bytearray(position.links)
    for point in grid.open_to[colour]:
        if pegs[point] == EMPTY:
            pegs[point] = colour
    for point in grid.points:
        if pegs[point] == colour:
            for link, _ in possible_links(grid, pegs, point, colour):
                if crossing_link(grid, position.pegs, position.links, link, colour, False) is None:
                    links[link[0]] |= BIT[link[1]]
    return bool(chain_of(grid, bytes(pegs), bytes(links), colour))


def test_who_can_still_join_is_found_as_by_filling_the_board() -> None:
    nobody = 0
    for size, seed in itertools.product((5, 6, 8, 12), range(60)):
        draw = random.Random(seed)
        state = played(size, draw, size * size - draw.choice((0, 0, size)))
        can = [
            can_join(state.grid, state.pegs, state.links, colour)
            for colour in (VERTICAL, HORIZONTAL)
        ]
        assert can == [filled(state, colour) for colour in (VERTICAL, HORIZONTAL)]
        assert (drawn(state) == NOBODY) == (not any(can))
        if not any(can):
            nobody += 1
            assert GAME.ends_at(state) == [NOBODY]
            assert GAME.drawn(state) == GAME.observations(state)[-1] == NOBODY
            assert GAME.ends_at(GAME.start(Setup(GAME.setup_text(state)))) == [NOBODY]
    assert nobody > 4


def test_nothing_is_said_while_somebody_can_win() -> None:
    assert GAME.ends_at(GAME.start(None)) == []
    assert GAME.ends_at(played(24, random.Random(1), 40)) == []
