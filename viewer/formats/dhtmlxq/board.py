"""Positions and moves as digits: a file from the left, 0 to 8, then a rank from the top, 0 to 9."""

from __future__ import annotations

from collections.abc import Iterator

from viewer.formats.shared.xiangqi import BOARD, Position, action_of, squares_of
from viewer.tree.action import Action, Move, Written

SLOTS = "RNBAKABNRCCPPPPPrnbakabnrccppppp"
"""The 32 pieces, in the order of `binit`."""
USUAL = "8979695949392919097717866646260600102030405060708012720323436383"
ABSENT = "99"


def read_pieces(digits: str) -> tuple[dict[int, str], int]:
    """The pieces by square, and the number of pieces that are on no point or on an occupied one."""
    pieces: dict[int, str] = {}
    twice = 0
    for slot, piece in enumerate(SLOTS):
        said = digits[2 * slot : 2 * slot + 2]
        if len(said) < 2 or said == ABSENT:
            continue
        square = _square(said)
        if square >= BOARD or square in pieces:
            twice += 1
        else:
            pieces[square] = piece
    return pieces, twice


def write_pieces(position: Position) -> str:
    """The digits of a position; pieces beyond the slots of their kind are left out."""
    slots = [ABSENT] * len(SLOTS)
    for square, piece in sorted(position.pieces.items(), key=_from_back_rank):
        free = (at for at, kind in enumerate(SLOTS) if kind == piece and slots[at] == ABSENT)
        slot = next(free, None)
        if slot is not None:
            slots[slot] = f"{square // 10}{9 - square % 10}"
    return "".join(slots)


def _from_back_rank(item: tuple[int, str]) -> tuple[int, int]:
    """The sort key that puts each side's back rank first, from its right to its left."""
    file, rank = divmod(item[0], 10)
    return (rank, -file) if item[1].isupper() else (9 - rank, file)


def moves_of(digits: str) -> Iterator[Move | Written]:
    """The moves of a list of digits, four for each; an incomplete one at the end is ignored."""
    for at in range(0, len(digits) - 3, 4):
        yield action_of(_square(digits[at : at + 2]), _square(digits[at + 2 : at + 4]))


def digits_of(action: Action | None) -> str:
    """The four digits of a move, "" for an action without squares."""
    squares = squares_of(action)
    if squares is None or max(squares) > 99:
        return ""
    return "".join(f"{square // 10}{9 - square % 10}" for square in squares)


def _square(two: str) -> int:
    return 10 * int(two[0]) + 9 - int(two[1])
