"""Squares and moves as XQF numbers them, and the position from the squares of 32 pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from viewer.tree.action import Action, Move, Setup, Written

BOARD = 90  # squares 0..89; anything above is no square
ABSENT = 0xFF
SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
NAMES = tuple(f"{'abcdefghi'[square // 10]}{square % 10}" for square in range(BOARD))
_NUMBERS = {name: square for square, name in enumerate(NAMES)}
_OFF_BOARD = re.compile(r"(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])-"
                        r"(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])")  # fmt: skip
USUAL_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"


@cache
def action_of(source: int, target: int) -> Move | Written:
    """The move between two squares; as the numbers are written where one is off the board.

    Equal ones are one object: there are 65,536 at most.
    """
    if source < BOARD and target < BOARD:
        return Move(NAMES[source] + NAMES[target])
    return Written(f"{source}-{target}")


def squares_of(action: Action | None) -> tuple[int, int] | None:
    """The squares (0..255) of a move, None for what XQF can't write as one."""
    if type(action) is Move:
        source, target = _NUMBERS.get(action.text[:2]), _NUMBERS.get(action.text[2:])
        return None if source is None or target is None else (source, target)
    if type(action) is Written:
        match = _OFF_BOARD.fullmatch(action.text)
        if match is not None:
            numbers = int(match[1]), int(match[2])
            return numbers if max(numbers) >= BOARD else None
    return None


# ----------------------------------------------------------------------------------- position


class Position(NamedTuple):
    """Pieces by square, and whether Black moves."""

    pieces: Mapping[int, str]
    black: bool

    def setup(self) -> Setup:
        """As the root's action."""
        piece = self.pieces.get
        board = "/".join(
            "".join([piece(square, ".") for square in range(y, BOARD, 10)])
            for y in range(9, -1, -1)
        )
        for gap in range(9, 0, -1):
            board = board.replace("." * gap, str(gap))
        return Setup(f"{board} {'b' if self.black else 'w'}")


def pieces_at(squares: Iterable[int]) -> dict[int, str]:
    """The pieces on the board by square; of two on one square the later slot is seen."""
    return {square: letter for square, letter in zip(squares, SLOTS, strict=True) if square < BOARD}


def read_setup(text: str) -> Position | None:
    """The position of a Setup; None for a text that is none."""
    words = text.split()
    rows = words[0].split("/") if words else []
    if len(rows) != 10 or not 1 <= len(words) <= 6:
        return None
    pieces: dict[int, str] = {}
    for y, row in zip(range(9, -1, -1), rows, strict=True):
        x = 0
        for char in row:
            if char in "123456789":
                x += int(char)
            elif char in SLOTS and x < 9:
                pieces[10 * x + y] = char
                x += 1
            else:
                return None
        if x != 9:
            return None
    return Position(pieces, len(words) > 1 and words[1] == "b")


def black_moves(pieces: Mapping[int, str], first_moves: Iterable[Action | None], who: int) -> bool:
    """Whether Black moves first: the colour of the first move that starts on a piece tells.

    The head's byte WhoPlay (1: Black) counts only where no such move is there; 386 of 84,244 real
    files have it wrong.
    """
    for action in first_moves:
        squares = squares_of(action)
        piece = pieces.get(squares[0]) if squares is not None else None
        if piece is not None:
            return piece.islower()
    return who == 1


def slots_for(pieces: Mapping[int, str], present: list[int] | None = None) -> tuple[list[int], int]:
    """The squares of the 32 slots for a position, and how many pieces have no slot.

    A slot whose piece stands where it stood keeps its square, and an absent one its number; others
    are filled from each side's right to its left, as XQStudio's own start position is.
    """
    slots = [ABSENT] * 32 if present is None else list(present)
    waiting = dict(pieces)
    free: dict[str, list[int]] = {}
    for slot, square in enumerate(slots):
        if waiting.get(square) == SLOTS[slot]:
            del waiting[square]
        else:
            free.setdefault(SLOTS[slot], []).append(slot)
    left_over = 0
    for square in sorted(waiting, key=lambda at: (-(at // 10), at)):
        piece = waiting[square]
        # Red's right is at file i, Black's at file a.
        choices = free.get(piece)
        if choices:
            slots[choices.pop(0 if piece.isupper() else -1)] = square
        else:
            left_over += 1
    for slot in (slot for choices in free.values() for slot in choices):
        if slots[slot] < BOARD:
            slots[slot] = ABSENT
    return slots, left_over
