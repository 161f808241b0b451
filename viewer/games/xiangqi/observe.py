"""Facts about a position that players want to know: checks, repetitions, quiet plies.

Never a judgement: the Chinese and the Asian rules treat repetitions differently, and a referee
considers what was threatened.
"""

from __future__ import annotations

from collections.abc import Iterator

from viewer.base.messages import Message, in_context, message
from viewer.games.xiangqi.board import BLACK, KING, RED, Position, piece_of
from viewer.games.xiangqi.fen import SIDE_NAMES, read_setup
from viewer.games.xiangqi.rules import checked, kings_face, legal
from viewer.games.xiangqi.stands import odd_pieces
from viewer.tree.action import Move, Setup

_QUIET_FROM = 40  # plies; a smaller count isn't reported
_FIFTY = 50  # moves of each side: the Asian rules
_SIXTY = 60  # the Chinese rules, and since 2018 the world's


def observe(position: Position) -> list[Message]:
    """The observations about a position, the most important first."""
    return [*_of_setup(position), *_of_check(position), *ends(position)]


def ends(position: Position) -> list[Message]:
    """What ends the game, or may end it by some rules: mate, 困毙, repetitions, moves without a capture."""
    return [*_of_moves(position), *_of_line(position)]


def _of_setup(position: Position) -> Iterator[Message]:
    """Faults in a start's set-up, which `violation` doesn't report, and impossible pieces."""
    if position.previous is None and isinstance(position.action, Setup):
        complaint = read_setup(position.action.text).complaint
        if complaint is not None:
            yield complaint
    if position.previous is None:
        yield from odd_pieces(position.board)


def _of_check(position: Position) -> Iterator[Message]:
    board = position.board
    if kings_face(board):
        yield message("The kings face each other.")
        return
    for one in (RED, BLACK):
        if checked(board, one) and not (one == position.side and stuck(position)):
            yield in_context("xiangqi", "{side} is in check.", side=SIDE_NAMES[one])


def _of_moves(position: Position) -> Iterator[Message]:
    """Mate and 困毙, stalemate."""
    if not stuck(position):
        return
    side = SIDE_NAMES[position.side]
    if checked(position.board, position.side):
        yield in_context("xiangqi", "{side} is checkmated.", side=side)
    else:
        yield message("{side} has no legal move (困毙).", side=side)


def stuck(position: Position) -> bool:
    """Whether the side to move has a king and no legal move."""
    board, side = position.board, position.side
    return piece_of(KING, side) in board and not legal(board, side)


def _of_line(position: Position) -> Iterator[Message]:
    line = _quiet_line(position)
    here = (position.board, position.side)
    again = [at for at, one in enumerate(line) if (one.board, one.side) == here]
    if len(again) > 1:
        yield message("This position has occurred {count} times.", count=len(again))
        yield from _of_cycle(line[: again[1]])
    if len(line) > _QUIET_FROM:
        yield from _of_quiet(len(line) - 1)


def _of_quiet(plies: int) -> Iterator[Message]:
    """The number of plies without a capture, and the rule that asks for it."""
    moves = plies // 2
    if moves >= _SIXTY:
        yield message(
            "{count} moves without a capture: the limit of the 60-move rule.", count=moves
        )
    elif moves >= _FIFTY:
        yield message(
            "{count} moves without a capture: the limit of the 50-move rule.", count=moves
        )
    else:
        yield message("{count} plies without a capture.", count=plies)


def _quiet_line(position: Position) -> list[Position]:
    """The positions of the line since the last capture or set-up, the latest first.

    Nodes without a move and plies that were taken back are skipped.
    """
    line: list[Position] = []
    pieces = 90 - position.board.count(0)
    here: Position | None = position.settled()
    while here is not None and 90 - here.board.count(0) == pieces:
        if here.previous is None or isinstance(here.action, (Move, Setup)):
            line.append(here)
            if isinstance(here.action, Setup):
                break
        here = here.before()
    return line


def _of_cycle(cycle: list[Position]) -> Iterator[Message]:
    """How often each side gave check in a cycle of positions."""
    for side in (RED, BLACK):
        moved = [one for one in cycle if one.side != side]
        checks = sum(checked(one.board, 1 - side) for one in moved)
        if checks:
            yield message(
                "In the {plies} plies since, {checks} of {moves} moves of {side} gave check.",
                plies=len(cycle),
                checks=checks,
                moves=len(moved),
                side=SIDE_NAMES[side],
            )
