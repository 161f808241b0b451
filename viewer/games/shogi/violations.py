"""The rule that a move breaks: the first one found, in the words of players, without rsshogi; repetition.

Two positions are the same if board, hands and side to move are. The fourth occurrence ends the game: a
draw, or lost by the side of which every move since the first one gave check.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.games.shogi.names import PIECES, side_name, square_words
from viewer.games.shogi.position import (
    BISHOP,
    FILES,
    GOLD,
    KINDS,
    KING,
    KNIGHT,
    LANCE,
    MOVE_PARTS,
    PASS,
    PAWN,
    PROMOTABLE,
    PROMOTION,
    ROOK,
    SILVER,
    SQUARE_NAMES,
    Hands,
    MoveParts,
    Position,
    after_move,
    read_sfen,
)
from viewer.games.shogi.reach import (
    RAYS,
    STEPS,
    checked,
    exposes,
    is_drop_mate,
    is_immobile,
    may_promote,
)
from viewer.tree.action import Move, Setup, Written

_GOLD_WAY = message(
    "A gold, and what is promoted to one, moves one square, but not diagonally backwards."
)
_WAYS: dict[int, Message] = {
    PAWN: message("A pawn moves one square forward."),
    LANCE: message("A lance moves straight forward."),
    KNIGHT: message("A knight moves two squares forward and one aside."),
    SILVER: message("A silver moves one square diagonally or forward."),
    GOLD: _GOLD_WAY,
    BISHOP: in_context("shogi", "A bishop moves along a diagonal."),
    ROOK: in_context("shogi", "A rook moves along a rank or a file."),
    KING: in_context("shogi", "A king moves one square."),
    **{kind + PROMOTION: _GOLD_WAY for kind in (PAWN, LANCE, KNIGHT, SILVER)},
    BISHOP + PROMOTION: message("A horse moves along a diagonal or one square along a line."),
    ROOK + PROMOTION: message("A dragon moves along a rank or a file or one square diagonally."),
}
_SHOWN = 40  # characters of a text that is no move


def violation_of(position: Position) -> Message | None:
    """The rule broken by the action that led to a position; None at a start or if it breaks none."""
    before, action = position.previous, position.action
    if before is None or action is None:
        return None
    if isinstance(action, Move):
        parts = MOVE_PARTS[action.text]
        if parts is not None:
            found = violation_of_move(before, parts, position.board)
            if found is None and parts is not PASS and is_perpetual_check(position):
                return message(
                    "Perpetual check: the position occurs for the fourth time, and {side} gave check"
                    " with every move.",
                    side=side_name(before, before.side),
                )
            return found
    elif isinstance(action, Setup):
        return read_sfen(action.text)[1]
    elif not isinstance(action, Written):
        return None
    text = action.text
    if len(text) > _SHOWN:
        text = text[: _SHOWN - 1] + "…"
    return message("No move could be read from “{text}”.", text=text)


def violation_of_move(
    before: Position, parts: MoveParts, after: bytes | None = None
) -> Message | None:
    """Which rule a move breaks in a position, repetition aside; None if none.

    `after` is the board after the move, if it is known.
    """
    board, hands, side = before.board, before.hands, before.side
    origin, target, _, kind = parts
    if target < 0:
        if checked(board, side):
            return in_context(
                "shogi", "{side} is in check and can't pass.", side=side_name(before, side)
            )
        return None
    found = _violation_of_drop(before, target, kind) if kind else _violation_of_step(before, parts)
    if found is not None:
        return found
    if checked(after, side) if after is not None else exposes(board, hands, side, parts):
        if not kind and board[origin] & 15 == KING:
            return in_context(
                "shogi",
                "The king would stand in check on {place}.",
                place=square_words(SQUARE_NAMES[target]),
            )
        if checked(board, side):
            return in_context(
                "shogi",
                "{side} is in check, and the move doesn't end it.",
                side=side_name(before, side),
            )
        return message("The piece on {place} is pinned.", place=square_words(SQUARE_NAMES[origin]))
    if is_drop_mate(board, hands, side, parts):
        return message("Drop mate: a pawn may not be dropped to give mate.")
    return None


def _name(piece: int) -> Message:
    return PIECES[KINDS[piece & 15]].name


def _violation_of_drop(before: Position, target: int, kind: int) -> Message | None:
    board, side = before.board, before.side
    piece = kind | side << 4
    if not before.hands[kind + 8 * side]:
        return message(
            "{side} has no {piece} in hand.", side=side_name(before, side), piece=_name(piece)
        )
    if board[target]:
        return message(
            "There is a piece on {place}; drops go to free squares.",
            place=square_words(SQUARE_NAMES[target]),
        )
    if is_immobile(piece, target):
        return message(
            "A {piece} on {place} could never move again.",
            piece=_name(piece),
            place=square_words(SQUARE_NAMES[target]),
        )
    if kind == PAWN and piece in board[target % 9 :: 9]:
        return message(
            "Two pawns: {side} already has one on file {file}.",
            side=side_name(before, side),
            file=FILES[target % 9],
        )
    return None


def _violation_of_step(before: Position, parts: MoveParts) -> Message | None:
    """What is wrong with a move on the board, the king's safety aside."""
    board, side = before.board, before.side
    origin, target, promotes, _ = parts
    piece, there = board[origin], board[target]
    if not piece:
        return message("There is no piece on {place}.", place=square_words(SQUARE_NAMES[origin]))
    if piece >> 4 != side:
        return message(
            "It is {side}'s turn, and the piece on {place} is not theirs.",
            side=side_name(before, side),
            place=square_words(SQUARE_NAMES[origin]),
        )
    if origin == target:
        return message("The piece stays on {place}.", place=square_words(SQUARE_NAMES[origin]))
    if there and there >> 4 == side:
        return message(
            "A piece of the same side stands on {place}.", place=square_words(SQUARE_NAMES[target])
        )
    if target not in STEPS[piece][origin]:
        ray = next((ray for ray in RAYS[piece][origin] if target in ray), None)
        if ray is None:
            return _WAYS[piece & 15]
        for at in ray[: ray.index(target)]:
            if board[at]:
                return message(
                    "The way is blocked on {place}.", place=square_words(SQUARE_NAMES[at])
                )
    return _violation_of_promotion(piece, origin, target, promotes)


def _violation_of_promotion(piece: int, origin: int, target: int, promotes: bool) -> Message | None:
    if not promotes:
        if is_immobile(piece, target):
            return message(
                "The {piece} must promote on {place}: it could never move again.",
                piece=_name(piece),
                place=square_words(SQUARE_NAMES[target]),
            )
        return None
    if piece & 15 > KING:
        return message(
            "The piece on {place} is promoted already.", place=square_words(SQUARE_NAMES[origin])
        )
    if piece & 15 not in PROMOTABLE:
        return message("A {piece} doesn't promote.", piece=_name(piece))
    if not may_promote(piece, origin, target):
        return message("A piece promotes only when it enters, leaves or moves in the last 3 ranks.")
    return None


# --------------------------------------------------------------------------------- repetition

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
