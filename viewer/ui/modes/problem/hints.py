"""Hints: first roughly where the move is, then the move."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.games.game import Game, State
from viewer.tree.action import Action
from viewer.tree.annotation import Mark

_COLOUR = "blue"
_PARTS = 3  # of the board's width and height


def hint(game: Game[State], state: State, move: Action, more: bool) -> tuple[Message, list[Mark]]:
    """The hint as a sentence and marks: the moving piece or the region; with `more` the move."""
    places = game.touches(move)
    if not places:
        return message("Look for something else than a move on the board."), []
    if more:
        if len(places) > 1 and places[0] != places[-1]:
            return message("This is the move."), [Mark("arrow", (places[0], places[-1]), _COLOUR)]
        return message("This is the move."), [Mark("circle", places[-1:], _COLOUR)]
    if len(places) > 1:
        return message("It is this piece that moves."), [Mark("circle", places[:1], _COLOUR)]
    grid = game.geometry_of(state).grid
    taken = dict(game.pieces(state))
    near = [place for place in _near(grid, places[-1]) if place not in taken]
    marks = [Mark("selected", (place,), _COLOUR) for place in near]
    return message("It is in this part of the board."), marks


def _near(grid: tuple[tuple[str, ...], ...], place: str) -> list[str]:
    """The squares of the region of the board around a square."""
    for row, places in enumerate(grid):
        if place in places:
            column = places.index(place)
            rows = _part(row, len(grid))
            columns = _part(column, len(places))
            return [one for line in grid[rows] for one in line[columns] if one]
    return [place]


def _part(index: int, length: int) -> slice:
    part = index * _PARTS // length
    return slice(-(-part * length // _PARTS), -(-(part + 1) * length // _PARTS))
