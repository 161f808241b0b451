"""What an engine is given, a position, what it finds there, and how long it may search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from viewer.base.named import NamedTuple
from viewer.games.capabilities import Editable, Passing
from viewer.games.game import Game, State
from viewer.tree.action import Move, Setup, Written
from viewer.tree.evaluation import Evaluation


class Limits(NamedTuple):
    """When a search ends by itself: at the first limit reached, without any when it is stopped.

    Attributes:
        seconds: of thinking.
        depth: in plies.
        nodes: positions searched; playouts in go.
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    @property
    def endless(self) -> bool:
        """Whether there is no limit."""
        return self.seconds is None and self.depth is None and self.nodes is None


ENDLESS = Limits()


class EngineLine(NamedTuple):
    """One of the lines that an engine considers.

    Attributes:
        moves: from the position analysed, at least one.
        evaluation: for the first side, None if the engine gave none.
        visits: playouts spent on its first move; None from engines that don't count them.
        weight: what the engine says of the first move in a unit of its own, None for nothing.
    """

    moves: tuple[Move, ...]
    evaluation: Evaluation | None = None
    visits: int | None = None
    weight: float | None = None


class Analysis(NamedTuple):
    """The state of a search.

    Attributes:
        lines: the best first.
        depth: in plies; None if the engine doesn't say it, like the next two.
        nodes: positions or playouts searched.
        speed: nodes a second.
        seconds: since the search began.
        ownership: by square, from 1.0 (the first side's) to -1.0; go engines say it.
        final: whether the search has ended by itself.
        engine: the name of the engine, "" if that isn't known.
    """

    lines: tuple[EngineLine, ...] = ()
    depth: int | None = None
    nodes: int | None = None
    speed: int | None = None
    seconds: float = 0.0
    ownership: Mapping[str, float] = MappingProxyType({})
    final: bool = False
    engine: str = ""

    @property
    def evaluation(self) -> Evaluation | None:
        """The evaluation of the position: that of the best line."""
        return self.lines[0].evaluation if self.lines else None


class ScoreEstimate(NamedTuple):
    """What a go engine expects of the end of a game.

    Attributes:
        evaluation: of the position, in points as far as the engine says them; None if it says nothing.
        ownership: by square, from 1.0 (the first side's) to -1.0.
        dead: the squares of dead stones; None before they are known, and from engines that don't know them.
        final: whether the engine says no more.
    """

    evaluation: Evaluation | None
    ownership: Mapping[str, float] = MappingProxyType({})
    dead: frozenset[str] | None = None
    final: bool = False


# ---------------------- Positions as engines are given them: a start and the legal moves from there


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
