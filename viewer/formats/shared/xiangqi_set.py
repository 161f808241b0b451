"""The squares of the 32 pieces of a set, as XQF and CCBridge's packed libraries list them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from viewer.formats.shared.xiangqi import BOARD

ABSENT = 0xFF
SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"


def pieces_at(squares: Iterable[int]) -> dict[int, str]:
    """The pieces on the board by square; if two have the same square, the one in the later slot."""
    return {square: letter for square, letter in zip(squares, SLOTS, strict=True) if square < BOARD}


def slots_for(pieces: Mapping[int, str], present: list[int] | None = None) -> tuple[list[int], int]:
    """The squares of the 32 slots for a position, and the number of pieces that have no slot.

    `present` are the squares so far. A slot whose piece hasn't moved keeps its square, an unused one its
    number; others are filled from each side's right to its left, as in XQStudio's start position.
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
