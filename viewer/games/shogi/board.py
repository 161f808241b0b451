"""Squares, pieces and moves as numbers, and positions on which any action of a record can be applied.

A square is a number as an SFEN reads: 9a is 0, 1a is 8, 1i is 80. A board is 81 bytes, one a square: 0
where it is empty, else a kind (PAWN … KING, 8 more where promoted), and 16 more for White's. Hands are
16 numbers: how many of each kind Black holds, by kind, then 8 on White's.
"""

from __future__ import annotations

from itertools import compress
from typing import Self

from viewer.games.game import NOT_ASKED, State
from viewer.games.shogi.sfen import HAND_ORDER, SQUARE_NAMES, Diagram
from viewer.tree.action import Action, Move

PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK, KING = range(1, 9)
PROMOTION = 8

KINDS: tuple[str, ...] = tuple(
    f"{'+' if letter != '.' and code > KING else ''}{letter}".replace(".", "")
    for letters in (".PLNSGBRKPLNS.BR", ".plnsgbrkplns.br")
    for code, letter in enumerate(letters)
)
"""SFEN letters of each piece, by its byte; "" where there is none."""
CODE_OF: dict[str, int] = {kind: code for code, kind in enumerate(KINDS) if kind}
PROMOTABLE = frozenset((PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK))

SQUARES = range(81)
SQUARE_OF: dict[str, int] = {place: square for square, place in enumerate(SQUARE_NAMES)}
HAND_PLACES: tuple[str, ...] = tuple(f"{letter}*" for letter in HAND_ORDER)
"""Places of the stands, in an SFEN's order."""
HAND_INDEX: tuple[int, ...] = tuple(
    (CODE_OF[letter] & 7) + (8 if letter.islower() else 0) for letter in HAND_ORDER
)
"""Where hands have the number of each of HAND_PLACES."""
NO_HANDS: tuple[int, ...] = (0,) * 16

Hands = tuple[int, ...]
MoveParts = tuple[int, int, bool, int]
"""A move: origin (-1 for a drop), target, whether it promotes, the kind that is dropped (0 for none)."""

PASS: MoveParts = (-1, -1, False, 0)
PASS_TEXT = "pass"


class _MoveParts(dict[str, MoveParts | None]):
    """The parts of a move's text, None if it is no move; read once, then looked up.

    Only texts that are moves are kept, so that there are never more than 13,690.
    """

    def __missing__(self, text: str) -> MoveParts | None:
        target = SQUARE_OF.get(text[2:4])
        parts: MoveParts
        if text == PASS_TEXT:
            parts = PASS
        elif target is None:
            return None
        elif text[1:2] == "*":
            kind = CODE_OF.get(text[0], 0)
            if not PAWN <= kind < KING or len(text) != 4:
                return None
            parts = (-1, target, False, kind)
        else:
            origin = SQUARE_OF.get(text[:2])
            if origin is None or text[4:] not in ("", "+"):
                return None
            parts = (origin, target, text[4:] == "+", 0)
        self[text] = parts
        return parts


class _MoveOf(dict[MoveParts, Move]):
    """The one Move object of the parts of a move."""

    def __missing__(self, parts: MoveParts) -> Move:
        origin, target, promotes, kind = parts
        if kind:
            text = f"{KINDS[kind]}*{SQUARE_NAMES[target]}"
        elif origin < 0:
            text = PASS_TEXT
        else:
            text = SQUARE_NAMES[origin] + SQUARE_NAMES[target] + ("+" if promotes else "")
        move = self[parts] = Move(text)
        return move


MOVE_PARTS = _MoveParts()
MOVE_OF = _MoveOf()


class Position(State):
    """A position in a line.

    Attributes:
        board: 81 bytes, see the module.
        hands: 16 numbers, see the module.
        number: SFEN's number of the next move.
        first: the first position of the line, None if it is this one.
    """

    __slots__ = ("board", "first", "hands", "number")

    def __init__(
        self,
        previous: Self | None,
        action: Action | None,
        side: int,
        ply: int,
        board: bytes,
        hands: Hands,
        number: int,
        back: Self | None = None,
    ) -> None:
        # Not by State.__init__: one is made for each node of a record.
        self.previous = previous
        self.action = action
        self.side = side
        self.ply = ply
        self.board = board
        self.hands = hands
        self.number = number
        self.back = back
        self.first: Self | None = None if previous is None else previous.first or previous
        self.known_violation = NOT_ASKED

    def carried_over(
        self, previous: Position, action: Action | None, ply: int, back: Position | None = None
    ) -> Position:
        """This position again, as the state after an action that moves nothing."""
        return Position(previous, action, self.side, ply, self.board, self.hands, self.number, back)


def after_move(board: bytes, hands: Hands, side: int, parts: MoveParts) -> tuple[bytes, Hands, int]:
    """Board, hands and side to move after any move, legal or not.

    A drop of a piece not in hand adds one, a captured king disappears; after a move the
    side that doesn't own the piece is to move, so that records with moves out of turn continue.
    """
    origin, target, promotes, kind = parts
    cells = bytearray(board)
    if kind:
        cells[target] = kind | side << 4
        at = kind + 8 * side
        if hands[at]:
            held = list(hands)
            held[at] -= 1
            hands = tuple(held)
        return bytes(cells), hands, 1 - side
    piece = board[origin] if origin >= 0 else 0
    if not piece:
        return board, hands, 1 - side
    side = piece >> 4
    cells[origin] = 0
    taken = cells[target]
    if taken and taken & 15 != KING:
        held = list(hands)
        held[(taken & 7) + 8 * side] += 1
        hands = tuple(held)
    if promotes and piece & 15 in PROMOTABLE:
        piece += PROMOTION
    cells[target] = piece
    return bytes(cells), hands, 1 - side


def occupied(board: bytes) -> list[int]:
    """The occupied squares, from 9a on."""
    return list(compress(SQUARES, board))


# ----------------------------------------------------------------------------------- diagrams


def board_of(diagram: Diagram) -> tuple[bytes, Hands]:
    """Board and hands of a diagram."""
    board = bytes([CODE_OF.get(cell, 0) for cell in diagram.cells])
    if not diagram.hands:
        return board, NO_HANDS
    hands = [0] * 16
    for letter, index in zip(HAND_ORDER, HAND_INDEX, strict=True):
        hands[index] = max(0, diagram.hands.get(letter, 0))
    return board, tuple(hands)


def diagram_at(position: Position) -> Diagram:
    """The diagram of a position."""
    hands = position.hands
    held = {
        letter: hands[index]
        for letter, index in zip(HAND_ORDER, HAND_INDEX, strict=True)
        if hands[index]
    }
    cells = tuple([KINDS[piece] for piece in position.board])
    return Diagram(cells, held, position.side, position.number)
