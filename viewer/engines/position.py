"""Positions as engines are given them: a start and the legal moves from there.

With the moves, engines know of repetitions, ko and counts of moves. What they can't replay (a takeback, a
null move, an illegal move, a set-up in the middle) isn't among them: the start is behind it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.capabilities import Editable, Passing
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


def passed(game: Game[Any], state: State) -> State | None:
    """The position in which the side to move has passed; None in a game whose positions can't be changed so.

    Rules don't matter: it shows what the other side would do.
    """
    if isinstance(game, Passing):
        after: State = game.step(state, game.pass_move(state))
        return after
    if isinstance(game, Editable):
        pieces = dict(game.pieces(state))
        turned: State = game.start(game.rearranged(state, pieces, 1 - state.side))
        return turned
    return None


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
