"""Repetition of positions in a line: how often, and whether one side gave check all the time.

Two positions are the same if board, hands and side to move are. The fourth occurrence ends the game: a
draw, or lost by the side of which every move since the first one gave check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from viewer.base.named import NamedTuple
from viewer.games.shogi.position import MOVE_PARTS, Hands, Position, after_move
from viewer.games.shogi.reach import checked
from viewer.tree.action import Move, Setup, Written

FOURTH = 4
_FARTHEST = 1000  # plies back; a cycle of checks that is longer would be the first of its kind


class Repetition(NamedTuple):
    """How often a position has occurred, and whose every move since the first time gave check.

    Attributes:
        times: 1 if it is new.
        checking: the sides (0, 1) that gave check with every move; () if it is new.
    """

    times: int
    checking: tuple[int, ...]


def line_of(position: Position) -> Iterator[Position]:
    """The positions of a line, the latest first, back to its set-up.

    Nodes where nothing was moved don't count; plies taken back are gone.
    """
    here: Position | None = position.settled()
    while here is not None:
        before = here.before()
        if before is None or isinstance(here.action, (Move, Setup, Written)):
            yield here
            if isinstance(here.action, Setup):
                return
        here = before


def repetition_of(position: Position) -> Repetition:
    """How often a position has occurred in its line. Costs a walk to the start."""
    board, hands, side = position.board, position.hands, position.side
    line: list[Position] = []
    times = cycle = 0
    for one in line_of(position):
        line.append(one)
        if one.board == board and one.side == side and one.hands == hands:
            times += 1
            cycle = len(line)
    if times < 2:
        return Repetition(1, ())
    checking = []
    for mover in (0, 1):
        # The first of the cycle is where it begins: the move that led there isn't part of it.
        made = [one for one in line[: cycle - 1] if one.side != mover]
        if made and all(checked(one.board, 1 - mover) for one in made):
            checking.append(mover)
    return Repetition(times, tuple(checking))


def is_perpetual_check(position: Position) -> bool:
    """Whether the move that led to a position makes it occur the fourth time by checks alone.

    Immediate if the move gives no check, else a walk over a few hundred plies.
    """
    side = position.side
    if not checked(position.board, side):
        return False
    here = (position.board, position.hands)
    given: list[bytes] = []
    times = 0
    for one in islice(line_of(position), _FARTHEST):
        if one.side != side:
            continue
        given.append(one.board)
        times += (one.board, one.hands) == here
        if times == FOURTH:
            return all(checked(board, side) for board in given)
    return False


def without_perpetual_check(position: Position, moves: list[Move]) -> list[Move]:
    """The moves of a position but for those that would make a fourth occurrence by checks alone."""
    before, side = position.before(), position.side
    if before is None or not checked(before.board, 1 - side):
        return moves
    known = Counter(
        (one.board, one.hands) for one in islice(line_of(before), _FARTHEST) if one.side != side
    )
    thrice = {key for key, times in known.items() if times >= FOURTH - 1}
    return [move for move in moves if not _repeats(position, move, thrice)] if thrice else moves


def _repeats(position: Position, move: Move, thrice: set[tuple[bytes, Hands]]) -> bool:
    parts = MOVE_PARTS[move.text]
    if parts is None:
        return False
    board, hands, side = after_move(position.board, position.hands, position.side, parts)
    if (board, hands) not in thrice:
        return False
    ply, number = position.ply + 1, position.number + 1
    return is_perpetual_check(Position(position, move, side, ply, board, hands, number))
