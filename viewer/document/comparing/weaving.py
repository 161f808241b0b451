"""Merging two orders of items, and the moves that turn one order into another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from viewer.tree.likeness import in_order

T = TypeVar("T")


def woven(
    mine: Iterable[T], theirs: Sequence[T], place: Callable[[T], int], anchor: Callable[[T], bool]
) -> list[T]:
    """Items of mine in their order, with those of theirs inserted between.

    `anchor` says whether an item of mine has the same relative order on both sides. `place` is an item's
    index in theirs, for anchors and all of `theirs`, which is sorted by it. Between two anchors mine
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
    """The fewest moves, each (from, to), to be made one after another, that sort items."""
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
