"""Repeated positions judged: perpetual checks and, by the rules of the Asian federation, perpetual chases.

By these rules (AXF) a side whose every move of a repetition gives check, or chases the same piece, has to
play otherwise; a check weighs more than a chase, and if both sides do the same, the game is drawn. A move
chases a piece if it makes a threat to take it that wasn't there, and

- a rook is threatened by a horse or a cannon, or a rook, horse or cannon by an advisor or an elephant; or
- nothing could legally take back, and the piece couldn't itself take an attacker of its own kind.

Kings and pawns may chase, and so may a rook that stands pinned; pawns that haven't crossed the river may be
chased. What the Chinese rules
forbid beyond this (checks in turn with chases or with threats of mate) is told of and not judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.games.xiangqi.position import (
    ADVISOR,
    BLACK,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    MOVE_POINTS,
    PAWN,
    RED,
    ROOK,
    SIDE_NAMES,
    SQUARE_NAMES,
    Points,
    Position,
    after_move,
    piece_of,
    quiet_line,
)
from viewer.games.xiangqi.rules import HALF, can_move, checked, legal, pseudo_legal, safe
from viewer.tree.action import Move

THIRD = 3
"""The occurrence of a position at which its repetition is judged."""
_CHECK, _CHASE = 2, 1  # what is forbidden, the graver the more
_SHORTEST = 8  # plies in which a position can occur three times
_LONGEST = 24  # plies of a repetition in which threats of mate are looked for
_STRONGER = {
    HORSE: (ROOK,),
    CANNON: (ROOK,),
    ADVISOR: (ROOK, HORSE, CANNON),
    ELEPHANT: (ROOK, HORSE, CANNON),
}
"""The pieces that a kind of piece chases even if they are protected."""


def told(line: Sequence[Position], again: Sequence[int]) -> Iterator[Message]:
    """What there is to tell of a repetition.

    `line`: the positions of a line without a capture, the latest first. `again`: where the first of them
    occurs in it, at least twice, itself included.
    """
    third = len(again) >= THIRD
    cycle = line[: again[THIRD - 1 if third else 1] + 1]
    why_not = _unjudged(cycle)
    if why_not is not None:
        yield why_not
        return
    both = [_conduct(cycle, side) for side in (RED, BLACK)]
    if not third:
        for side, one in enumerate(both):
            yield from _so_far(cycle, side, one)
        return
    verdict = _verdict(both)
    if verdict is not None:
        yield verdict
        return
    yield _NOBODY
    for side in (RED, BLACK):
        if len(cycle) <= _LONGEST and all(_threatens(*made, side) for made in _made(cycle, side)):
            yield message(
                "The Chinese rules may judge otherwise: each move of {side} checks, chases or threatens"
                " mate.",
                side=SIDE_NAMES[side],
            )


def drawn_by(line: Sequence[Position], again: Sequence[int]) -> Message | None:
    """That a third occurrence is a draw, as in `told`; None if it isn't, or isn't judged."""
    cycle = line[: again[THIRD - 1] + 1]
    red, black = (_conduct(cycle, side).forbidden for side in (RED, BLACK))
    if red != black or _unjudged(cycle) is not None:
        return None
    return _BOTH.get(red, _NOBODY)


def forbidden(position: Position) -> list[tuple[int, Message]]:
    """The repetitions of a line that a side may not go on with, at most one between two captures.

    Of each, how many states ago its third occurrence was, and who has to play otherwise.
    """
    if not _comes_again(position):
        return []
    found: dict[int, Message] = {}
    here: Position | None = position
    while here is not None:
        line = quiet_line(here)
        judged = _judged(line) if len(line) > _SHORTEST else None
        if judged is not None:
            found[id(judged[0])] = judged[1]
        here = (line[-1] if line else here).before()
    told: list[tuple[int, Message]] = []
    at, back = position if found else None, 0
    while at is not None:
        if id(at) in found:
            told.append((back, message("Ply {ply}: {what}", ply=at.ply, what=found[id(at)])))
        at, back = at.previous, back + 1
    return told[::-1]


def _comes_again(position: Position) -> bool:
    """Whether some board of a line may occur three times: of most games this is all that is looked at."""
    boards: list[bytes] = []
    here: Position | None = position
    while here is not None:
        boards.append(here.board)
        here = here.previous
    return len(boards) - len(set(boards)) >= THIRD - 1


def _judged(line: Sequence[Position]) -> tuple[Position, Message] | None:
    """The verdict on the earliest repetition that a side may not go on with, and its third occurrence."""
    seen: dict[tuple[bytes, int], list[int]] = {}
    for back in range(len(line) - 1, -1, -1):
        again = seen.setdefault((line[back].board, line[back].side), [])
        again.append(back)
        if len(again) == THIRD:
            cycle = line[back : again[0] + 1]
            both = [_conduct(cycle, side) for side in (RED, BLACK)]
            verdict = _verdict(both) if both[RED].forbidden != both[BLACK].forbidden else None
            if verdict is not None and _unjudged(cycle) is None:
                return line[back], verdict
    return None


def _unjudged(cycle: Sequence[Position]) -> Message | None:
    """Why a repetition isn't judged: a king is missing, or a move in it breaks a rule. None if it is."""
    if any(piece_of(KING, side) not in cycle[0].board for side in (RED, BLACK)):
        return message("A king is missing: the repetition isn't judged.")
    for side in (RED, BLACK):
        for board, _, points in _made(cycle, side):
            if points not in pseudo_legal(board, side) or not safe(board, *points, side):
                return message("A move in it breaks a rule: the repetition isn't judged.")
    return None


# ----------------------------------------------------------------------- what a side's moves do


class _Conduct(NamedTuple):
    """What the moves of one side do in a repetition.

    Attributes:
        moves: how many there are.
        checks: how many give check.
        chased: where the pieces stand at its end that every move chases.
    """

    moves: int
    checks: int
    chased: tuple[int, ...]

    @property
    def forbidden(self) -> int:
        """_CHECK, _CHASE, or 0 if it may be repeated."""
        if self.moves and self.checks == self.moves:
            return _CHECK
        return _CHASE if self.chased else 0


def _conduct(cycle: Sequence[Position], side: int) -> _Conduct:
    """What a side's moves do in a repetition: its positions, the latest first, with that where it began."""
    made = list(_made(cycle, side))
    checks = sum(checked(after, 1 - side) for _, after, _ in made)
    perpetual = checks == len(made)
    return _Conduct(len(made), checks, () if perpetual else tuple(_always_chased(cycle, side)))


def _made(cycle: Sequence[Position], side: int) -> Iterator[tuple[bytes, bytes, Points]]:
    """The boards before and after each move of a side, and the move, the latest first."""
    for after, before in pairwise(cycle):
        points = MOVE_POINTS[after.action.text] if isinstance(after.action, Move) else None
        if before.side == side and points is not None:
            yield before.board, after.board, points


def _always_chased(cycle: Sequence[Position], side: int) -> Iterable[int]:
    """The points at the end of the pieces that each move of a side chases. None is taken in a repetition."""
    now = {point: point for point, piece in enumerate(cycle[0].board) if piece}
    left = set(now)
    for after, before in pairwise(cycle):
        if not isinstance(after.action, Move):
            continue
        origin, target = MOVE_POINTS[after.action.text] or (0, 0)
        if before.side == side:
            found = chased(before.board, after.board, (origin, target), side)
            left = {end for end in left if now[end] in found}
            if not left:
                break
        now = {end: origin if at == target else at for end, at in now.items()}
    return sorted(left)


def chased(before: bytes, after: bytes, move: Points, side: int) -> set[int]:
    """The points of the pieces that a side's move chases, by the boards before and after it."""
    origin, target = move
    known = {
        (target if at == origin else at, victim)
        for at, victim in _threats(before, side)
        if at != origin or _slides(before, (at, victim), target)
    }
    return {
        victim
        for attacker, victim in _threats(after, side)
        if (attacker, victim) not in known
        and safe(after, attacker, victim, side)
        and not (after[attacker] & 7 == ROOK and _pinned(after, attacker, side))
    }


def _pinned(board: bytes, point: int, side: int) -> bool:
    """Whether a side's king is in check as soon as the piece on a point is gone."""
    return checked(board[:point] + b"\0" + board[point + 1 :], side)


def _slides(board: bytes, threat: Points, target: int) -> bool:
    """Whether a rook or cannon moves along the line of its threat: then the threat isn't a new one."""
    origin, victim = threat
    if board[origin] & 7 not in (ROOK, CANNON):
        return False
    return origin % 9 == victim % 9 == target % 9 or origin // 9 == victim // 9 == target // 9


def _threats(board: bytes, side: int) -> list[Points]:
    """The captures that are chases if they are new, even those that would expose the side's own king."""
    return [
        (origin, target)
        for origin, target in pseudo_legal(board, side)
        if board[target]
        and board[origin] & 7 not in (KING, PAWN)
        and board[target] & 7 != KING
        and not (board[target] & 7 == PAWN and target in HALF[1 - side])
        and _pays(board, origin, target, side)
    ]


def _pays(board: bytes, attacker: int, victim: int, side: int) -> bool:
    """Whether a capture takes a stronger or an unprotected piece, and isn't an offer to exchange."""
    kind, threatened = board[attacker] & 7, board[victim] & 7
    if threatened in _STRONGER.get(kind, ()):
        return True
    other = 1 - side
    exchange = kind == threatened and (victim, attacker) in pseudo_legal(board, other)
    if exchange and safe(board, victim, attacker, other):
        return False
    stands = checked(board, other)
    taken = after_move(board, attacker, victim)
    return not any(
        _takes_back(taken, *points, other, stands)
        for points in pseudo_legal(taken, other)
        if points[1] == victim
    )


def _takes_back(board: bytes, origin: int, target: int, side: int, stands: bool) -> bool:
    """Whether a side may make a capture. A check that stood before forbids only the king to."""
    return (stands and board[origin] & 7 != KING) or safe(board, origin, target, side)


def _threatens(before: bytes, after: bytes, move: Points, side: int) -> bool:
    """Whether a move gives check, chases a piece, or threatens mate if it were the side's turn again."""
    if checked(after, 1 - side) or chased(before, after, move, side):
        return True
    boards = (after_move(after, *points) for points in legal(after, side))
    return any(checked(board, 1 - side) and not can_move(board, 1 - side) for board in boards)


# ------------------------------------------------------------------------------------- in words


def _verdict(both: Sequence[_Conduct]) -> Message | None:
    """Who has to play otherwise, or that nobody has as both do the same; None if nothing is forbidden."""
    red, black = both[RED].forbidden, both[BLACK].forbidden
    if red == black:
        return _BOTH.get(red)
    side = RED if red > black else BLACK
    if both[side].forbidden == _CHECK:
        return message(
            "{side} gives perpetual check and has to play otherwise.", side=SIDE_NAMES[side]
        )
    return message(
        "{side} chases the piece on {place} with every move and has to play otherwise by the Asian rules.",
        side=SIDE_NAMES[side],
        place=SQUARE_NAMES[both[side].chased[0]],
    )


_NOBODY = message("The Asian rules forbid nobody to repeat it: a draw.")
_BOTH = {
    _CHECK: message("Both sides give check with every move: a draw."),
    _CHASE: message("Both sides chase a piece with every move: a draw by the Asian rules."),
}


def _so_far(cycle: Sequence[Position], side: int, one: _Conduct) -> Iterator[Message]:
    if one.checks:
        yield message(
            "In the {plies} plies since, {checks} of {moves} moves of {side} gave check.",
            plies=len(cycle) - 1,
            checks=one.checks,
            moves=one.moves,
            side=SIDE_NAMES[side],
        )
    for point in one.chased:
        yield message(
            "Since then each move of {side} has chased the piece on {place}.",
            side=SIDE_NAMES[side],
            place=SQUARE_NAMES[point],
        )
