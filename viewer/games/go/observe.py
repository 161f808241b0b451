"""The rule that a move breaks, facts about a position, and results as records of go write them.

Several moves of a side in a row break none: collections omit moves played elsewhere.
"""

from __future__ import annotations

from viewer.base.messages import Message, Number, counted, message
from viewer.games.go.board import (
    BLACK,
    OUTSIDE,
    PASS,
    WHITE,
    Position,
    chain,
    chain_without_liberty,
    liberties,
)
from viewer.games.go.setup import SIDE_NAMES, SIMPLE, SITUATIONAL
from viewer.games.score import results_of
from viewer.games.stones.grid import EMPTY
from viewer.tree.action import Move, Setup

_STONES = (message("a black stone"), message("a white stone"))


def violation_of_move(before: Position, after: Position, colour: int, point: int) -> Message | None:
    """Which rule a move breaks, None for none."""
    if point == PASS:
        return None
    if point == OUTSIDE:
        return message("The point is beyond the edge of the board.")
    name, there = before.grid.names[point], before.board[point]
    if there:
        stone = _STONES[there - 1]
        return message("On {place} there is {stone} already.", place=name, stone=stone)
    if point == before.ko and colour - 1 == before.side:
        return message("Ko: {place} can't be taken back at once.", place=name)
    rules = before.rules
    if not after.board[point] and not (rules.suicide and len(after.taken) > 1):
        return message("Suicide: the stone on {place} has no liberty.", place=name)
    if rules.ko != SIMPLE and after.taken:
        from viewer.games.go.repetition import repeated  # deferred

        ago = repeated(after, same_side=rules.ko == SITUATIONAL)
        if ago:
            return message(
                "The position after {place} was there before: {plies} plies ago.",
                place=name,
                plies=ago,
            )
    return None


# -------------------------------- Results as written in records of go: `B+3.5`, `W+R`, `0`, `Void`

_LETTERS = "BW"

RESULTS = results_of(SIDE_NAMES, _LETTERS, message("Draw (jigo)"))


def margin_words(text: str) -> Message | None:
    """The meaning of a result with a margin, None for other texts."""
    letter, plus, points = text.partition("+")
    whole, _, rest = points.partition(".")
    digits = f"{whole}{rest}"
    if not plus or len(letter) != 1 or letter not in _LETTERS:
        return None
    if not (whole and digits.isascii() and digits.isdecimal() and len(digits) < 8):
        return None
    side = SIDE_NAMES[_LETTERS.index(letter)]
    return message("{side} wins by {points}", side=side, points=Number(float(points), len(rest)))


# ---------------------------------- Facts about a position: turns, captures, atari, ko, repetition

_SHOWN = 6
_MOST_HANDICAP = 25


def observe(position: Position) -> list[Message]:
    """Facts about a position, those of the last move first."""
    here = position.settled()
    found: list[Message] = []
    if isinstance(here.action, Move):
        parsed = here.grid.parsed_moves[here.action.text]
        before = here.before()
        if parsed is not None and before is not None and before.turn_known:
            turn = SIDE_NAMES[before.side]
            if parsed[0] - 1 != before.side and not _handicap(before, parsed[0]):
                found.append(message("It was {side}'s turn.", side=turn))
        if parsed is not None and parsed[1] == PASS:
            found += _passes(here)
        elif parsed is not None and parsed[1] > 0:
            found += _of_stone(here, *parsed)
    elif isinstance(here.action, Setup):
        found += _breathless(here)
    if here.ko:
        square = here.grid.names[here.ko]
        found.append(
            message(
                "Ko: {side} can't take back at {place}.", side=SIDE_NAMES[here.side], place=square
            )
        )
    return found


def ends(position: Position) -> list[Message]:
    """What ends the game, or may end it: passes of both sides, a position that stood there before."""
    here = position.settled()
    parsed = here.grid.parsed_moves[here.action.text] if isinstance(here.action, Move) else None
    if parsed is None:
        return []
    point = parsed[1]
    if point == PASS:
        return _passes(here)
    return _repetition(here) if point > 0 and here.board[point] else []


def _handicap(before: Position, colour: int) -> bool:
    """Whether only Black has played so far: handicap stones that are written as moves."""
    if colour != BLACK or before.ply > _MOST_HANDICAP:
        return False
    at: Position | None = before
    while at is not None and at.previous is not None:
        if isinstance(at.action, Move) and not at.action.text.startswith("B "):
            return False
        at = at.before()
    return True


def _passes(here: Position) -> list[Message]:
    before = here.before()
    action = None if before is None else before.action
    if isinstance(action, Move) and action.text.endswith(" pass"):
        return [message("Both sides passed.")]
    return []


def _of_stone(here: Position, colour: int, point: int) -> list[Message]:
    found: list[Message] = []
    board, grid = here.board, here.grid
    count = len(here.taken)
    if count and not board[point]:
        found.append(message("Suicide: stones taken off: {count}.", count=count))
        return found
    if count:
        found.append(message("Stones captured: {count}.", count=count))
    seen: set[int] = set()
    for near in (point, *grid.around(point)):
        if board[near] in (BLACK, WHITE) and near not in seen:
            stones = chain(board, near, grid.stride)
            seen.update(stones)
            if len(liberties(board, near, grid.stride)) == 1:
                found.append(_atari(here, board[near], near, len(stones)))
    return found + _repetition(here)


def _repetition(here: Position) -> list[Message]:
    if here.prisoners == (0, 0):
        return []
    from viewer.games.go.repetition import told  # deferred

    return told(here)


def _atari(here: Position, colour: int, point: int, count: int) -> Message:
    side, square = SIDE_NAMES[colour - 1], here.grid.names[point]
    return counted(
        "{side}'s stone on {place} is in atari.",
        "{side}'s {count} stones around {place} are in atari.",
        count,
        side=side,
        place=square,
    )


def _breathless(here: Position) -> list[Message]:
    """Chains that a set-up left without a liberty."""
    board, grid = here.board, here.grid
    names: list[str] = []
    seen: set[int] = set()
    for point in grid.points:
        if board[point] != EMPTY and point not in seen:
            stones = chain_without_liberty(board, point, grid.stride)
            if stones is not None:
                seen.update(stones)
                names.append(grid.names[point])
    if not names:
        return []
    shown = ", ".join(names[:_SHOWN]) + ("…" if len(names) > _SHOWN else "")
    return [message("Without liberties: {places}.", places=shown)]
