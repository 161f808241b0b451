"""The parts of a move as it is spelt, and the moves that they may mean in a position."""

from __future__ import annotations

from viewer.base.named import NamedTuple
from viewer.games.shogi.position import CODE_OF, MOVE_PARTS, PROMOTION, MoveParts, Position
from viewer.games.shogi.reach import may_promote, origins
from viewer.games.shogi.wording import distinction, matching
from viewer.tree.action import Move, Setup, Written


class MoveWords(NamedTuple):
    """The parts of a spelt move.

    Attributes:
        piece: byte of the piece that moves, of the side to move.
        target: square.
        origin: square, -1 if not given.
        words: those of 右左直上寄引.
        promotes: whether promotion is given.
        drop: whether a drop is given.
        column, row: of the origin, from 9a on, if only one of them is given; else -1.
    """

    piece: int
    target: int
    origin: int = -1
    words: str = ""
    promotes: bool = False
    drop: bool = False
    column: int = -1
    row: int = -1


def piece_of(state: Position, kind: str) -> int:
    """The byte of a piece of the side to move, by its letters in an SFEN."""
    return CODE_OF[kind] | state.side << 4


def moves_of(state: Position, spelt: MoveWords) -> list[MoveParts]:
    """The moves that a spelling may mean, whether they break a rule or not, best first."""
    board, piece, target = state.board, spelt.piece, spelt.target
    if spelt.origin >= 0:
        there = board[spelt.origin]
        # Some programs name the piece as it is after the move.
        becomes = there + PROMOTION == piece and may_promote(there, spelt.origin, target)
        return [(spelt.origin, target, spelt.promotes or becomes, 0)] if there else []
    kind = piece & 15
    dropped: list[MoveParts] = [(-1, target, False, kind)] if kind < 8 else []
    if spelt.drop:
        return dropped
    own = board[target] and board[target] >> 4 == state.side
    places = [] if own else origins(board, piece, target)
    if spelt.column >= 0 or spelt.row >= 0:
        places = [
            at for at in places if spelt.column in (-1, at % 9) and spelt.row in (-1, at // 9)
        ]
        return [(at, target, spelt.promotes, 0) for at in places]
    fitting = matching(board, places, target, spelt.words)
    if not fitting and len(places) == 1:
        fitting = places  # words where none are needed, and wrong ones
    if len(fitting) > 1:
        fitting.sort(key=lambda at: distinction(board, at, target) != spelt.words)
    found: list[MoveParts] = [(at, target, spelt.promotes, 0) for at in fitting]
    held = kind < 8 and state.hands[kind + 8 * state.side] and not board[target]
    if held and not spelt.words and not spelt.promotes:
        found += dropped  # 打 is left out where nothing on the board can go there, pinned or not
    return found


def previous_target(state: Position) -> int:
    """The square of the last move before what comes next, for 同 and recaptures; -1 if there is none."""
    here: Position | None = state.settled()
    while here is not None:
        action = here.action
        if type(action) is Move:
            parts = MOVE_PARTS[action.text]
            return -1 if parts is None else parts[1]
        if isinstance(action, (Written, Setup)):
            return -1
        here = here.before()
    return -1
