"""What is worth telling about a position: turns, swaps, passes, and who has joined its edges."""

from __future__ import annotations

from viewer.base.messages import Message, counted, message
from viewer.games.hex.board import (
    RED,
    Position,
    winning_chain,
)
from viewer.games.hex.results import LETTERS
from viewer.games.hex.violations import SIDE_NAMES
from viewer.games.score import Outcome
from viewer.games.stones.connection import FORFEITS, PASSES, RESIGNS, SWAPS_PIECES, SWAPS_SIDES
from viewer.tree.action import Move


def observe(position: Position) -> list[Message]:
    """Facts about a position, those of the last move first."""
    here = position.settled()
    found: list[Message] = []
    before = here.before()
    if isinstance(here.action, Move) and before is not None:
        parsed = before.grid.parsed_moves[here.action.text]
        if parsed is not None:
            colour = parsed[0] or before.side + 1
            if before.turn_known and colour - 1 != before.side:
                turn = SIDE_NAMES[before.side]
                found.append(message("It was {side}'s turn.", side=turn))
            if parsed[1] in _SAID:
                found.append(_SAID[parsed[1]].given(side=SIDE_NAMES[colour - 1]))
    ended = outcome(here)
    return found if ended is None else [*found, ended.words]


def outcome(position: Position) -> Outcome | None:
    """The win of the side that has joined its edges; None while neither has."""
    here = position.settled()
    chain = winning_chain(here)
    if not chain:
        return None
    colour = here.board[chain[0]]
    stones = counted("one stone", "{count} stones", len(chain))
    ends = _TOP_BOTTOM if colour == RED else _LEFT_RIGHT
    return Outcome(
        ends.given(side=SIDE_NAMES[colour - 1], stones=stones), f"{LETTERS[colour - 1]}+"
    )


_TOP_BOTTOM = message("{side} has joined top and bottom: {stones}.")
_LEFT_RIGHT = message("{side} has joined left and right: {stones}.")
_SAID = {
    PASSES: message("{side} passed."),
    SWAPS_PIECES: message("{side} has taken over the stone, reflected and in its own colour."),
    SWAPS_SIDES: message("The players have exchanged their colours."),
    RESIGNS: message("{side} resigned."),
    FORFEITS: message("{side} forfeited the game."),
}
