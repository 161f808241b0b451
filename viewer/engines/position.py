"""Positions as engines are given them: a start and the legal moves from there.

With the moves, engines know of repetitions, ko and counts of moves. What they can't replay (a takeback, a
null move, an illegal move, a set-up in the middle) isn't among them: the start is behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from viewer.games.game import Game, State
from viewer.tree.action import Move, Setup, Written


class EnginePosition(NamedTuple):
    """A position for an engine.

    Attributes:
        game: its game.
        start: the state from which the moves go.
        moves: texts of moves, neutral.
        state: the state after them.
    """

    game: Game[Any]
    start: Any
    moves: tuple[str, ...]
    state: Any


def engine_position(
    game: Game[Any], state: State, replays: Callable[[str], bool]
) -> EnginePosition:
    """The position of a state with the moves that led to it, as far back as engines replay them.

    `replays`: whether engines know a legal move.
    """
    moves: list[str] = []
    here: State = state.settled()
    end = here
    while here.previous is not None:
        action = here.action
        if isinstance(action, Move):
            if not replays(action.text) or game.violation(here) is not None:
                break
            moves.append(action.text)
        elif isinstance(action, (Setup, Written)):
            break
        here = here.previous.settled()
    moves.reverse()
    return EnginePosition(game, here, tuple(moves), end)
