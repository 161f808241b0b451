"""The position from the squares of 32 pieces, as XQF has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from viewer.formats.shared.xiangqi import BOARD

ABSENT = 0xFF
SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"


def pieces_at(squares: Iterable[int]) -> dict[int, str]:
    """The pieces on the board by square; of two on one square the later slot is seen."""
    return {square: letter for square, letter in zip(squares, SLOTS, strict=True) if square < BOARD}


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
