"""Boards as people draw them: X black, O white, . empty, rows from the top."""

from __future__ import annotations

from viewer.games.go.board import Position
from viewer.games.go.game import GAME
from viewer.games.go.setup import square_at, write_setup
from viewer.games.stones.placement import Placement
from viewer.tree.action import Action, Move, Setup
from viewer.tree.node import Node
from viewer.tree.record import Header, Record


def setup_of(text: str, to_play: str = "") -> Setup:
    rows = text.split()
    found: dict[str, list[str]] = {"X": [], "O": [], ".": []}
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            found[sign].append(square_at(column, row))
    black, white = tuple(found["X"]), tuple(found["O"])
    placement = Placement(len(rows[0]), len(rows), black, white, (), to_play)
    return Setup(write_setup(placement))


def board(text: str, to_play: str = "", **headers: str) -> Position:
    """The position of a diagram, under rules by headers."""
    entries = tuple(Header(key, value) for key, value in headers.items())
    return GAME.start_of(Record("go", Node(0, None, setup_of(text, to_play)), entries))


def play(state: Position, *moves: str | Action) -> Position:
    """After moves, given as `B pd`."""
    for move in moves:
        state = GAME.step(state, Move(move) if isinstance(move, str) else move)
    return state


def drawn(state: Position) -> str:
    """The board as a diagram, its rows between spaces."""
    signs = {point: ".XO"[state.board[point]] for point in state.grid.points}
    width = state.grid.width
    text = "".join(signs[point] for point in state.grid.points)
    return " ".join(text[at : at + width] for at in range(0, len(text), width))


def named(state: Position, *names: str) -> frozenset[str]:
    """Places by the players' names, A1."""
    return frozenset(state.grid.squares[state.grid.named[name]] for name in names)
