"""Orders of the same and of other things: two as one, and how one becomes another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from viewer.tree.likeness import in_order

T = TypeVar("T")


def woven(
    mine: Iterable[T], theirs: Sequence[T], place: Callable[[T], int], anchor: Callable[[T], bool]
) -> list[T]:
    """What stands as in mine, in that order, with what stands as in theirs put between.

    `anchor` says of one of mine whether it stands in the same order on both sides. `place` is where one
    stands in theirs, of anchors and of all in `theirs`, which is in that order. Between two anchors mine
    comes first.
    """
    result: list[T] = []
    at = 0
    for item in mine:
        if anchor(item):
            here = place(item)
            while at < len(theirs) and place(theirs[at]) < here:
                result.append(theirs[at])
                at += 1
        result.append(item)
    result.extend(theirs[at:])
    return result


def moves_into(now: Sequence[int], wanted: Sequence[int]) -> list[tuple[int, int]]:
    """The fewest moves, each (from, to), that bring items into an order, one after another."""
    if list(now) == list(wanted):
        return []
    now = list(now)
    place = {item: at for at, item in enumerate(now)}
    fixed = in_order([place[item] for item in wanted])
    moves: list[tuple[int, int]] = []
    for at, item in enumerate(wanted):
        if at not in fixed:
            here = now.index(item)
            del now[here]
            to = now.index(wanted[at - 1]) + 1 if at else 0
            now.insert(to, item)
            if here != to:
                moves.append((here, to))
    return moves
