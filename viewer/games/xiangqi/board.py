"""Points, pieces, moves between points, and positions.

A point is a number, rank * 9 + file, from a0 at Red's left hand (0) to i9 (89). A board is 90 bytes,
one for each point: 0 if empty, else the kind (KING … PAWN), plus 8 for a black piece.
"""

from __future__ import annotations

from itertools import compress
from typing import Self

from viewer.games.game import NOT_ASKED, State
from viewer.tree.action import Action, Move

RED, BLACK = 0, 1
KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(1, 8)

LETTERS = ".KABNRCP.kabnrcp"
"""FEN letter of each piece, by its byte."""

_KIND_IDS = ("king", "advisor", "elephant", "horse", "rook", "cannon", "pawn")
KINDS: tuple[str, ...] = (
    "",
    *(f"red-{kind}" for kind in _KIND_IDS),
    "",
    *(f"black-{kind}" for kind in _KIND_IDS),
)
"""The kind of each piece as named in the geometry, by the piece's byte."""
PIECE_OF: dict[str, int] = {kind: piece for piece, kind in enumerate(KINDS) if kind}
"""The byte of each piece, by its kind."""

FILES = "abcdefghi"
RANKS = "0123456789"
POINTS = range(90)
SQUARE_NAMES: tuple[str, ...] = tuple(file + rank for rank in RANKS for file in FILES)
POINT_OF: dict[str, int] = {square: point for point, square in enumerate(SQUARE_NAMES)}

Points = tuple[int, int]
"""Origin and target of a move."""


class _MovePoints(dict[str, Points | None]):
    """Cache from a move's text to its origin and target, None for a text that isn't a move.

    Only moves are stored, so there are at most 8,100 entries.
    """

    def __missing__(self, text: str) -> Points | None:
        origin, target = POINT_OF.get(text[:2]), POINT_OF.get(text[2:])
        if origin is None or target is None:
            return None
        self[text] = (origin, target)
        return origin, target


class _MoveOf(dict[Points, Move]):
    """Cache of the single Move object for each origin and target."""

    def __missing__(self, points: Points) -> Move:
        move = self[points] = Move(SQUARE_NAMES[points[0]] + SQUARE_NAMES[points[1]])
        return move


MOVE_POINTS = _MovePoints()
MOVE_OF = _MoveOf()


class Position(State):
    """A position in a line.

    Attributes:
        board: 90 bytes (see the module's docstring).
    """

    __slots__ = ("board",)

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        board: bytes,
        back: Self | None = None,
    ) -> None:
        # Bypasses State.__init__ for speed: a record may have 226,000 nodes, with a Position for each.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.board = board
        self.back = back
        self.known_violation = NOT_ASKED

    def carried_over(
        self, previous: Position, action: Action | None, ply: int, back: Position | None = None
    ) -> Position:
        """Copy this position as the state after an action that moves nothing."""
        return Position(previous, action, self.side, ply, self.board, back)


def side_of(piece: int) -> int:
    """The side of a piece."""
    return piece >> 3


def piece_of(kind: int, side: int) -> int:
    """The byte of a kind of piece of a side."""
    return kind | side << 3


def occupied(board: bytes) -> list[int]:
    """The points with pieces, in order from a0."""
    return list(compress(POINTS, board))


def after_move(board: bytes, origin: int, target: int) -> bytes:
    """A copy of the board with the piece on `origin` moved to `target`."""
    cells = bytearray(board)
    piece = cells[origin]
    cells[origin] = 0
    cells[target] = piece
    return bytes(cells)
