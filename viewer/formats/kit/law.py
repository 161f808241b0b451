"""The law of bytes for texts of lines and tokens: what is equal keeps its bytes, what is new gets its own."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import eq
from typing import TypeVar

from viewer.base.named import NamedTuple
from viewer.base.source import Piece
from viewer.tree.record import Record

_Old = TypeVar("_Old")
_New = TypeVar("_New")


class Patch(NamedTuple):
    """A stretch of a text, from character `start` to `end`, and what replaces it."""

    start: int
    end: int
    new: str


def patched(text: str, patches: Iterable[Patch]) -> str:
    """A text with some stretches replaced; two at the same place follow each other in their order."""
    out: list[str] = []
    at = 0
    for start, end, new in sorted(patches, key=lambda one: (one.start, one.end)):
        out += (text[at:start], new)
        at = max(at, end)
    return "".join((*out, text[at:]))


def shared_start(
    old: Sequence[_Old], new: Sequence[_New], same: Callable[[_Old, _New], bool] = eq
) -> int:
    """The number of equal items at the beginning of both."""
    keep, most = 0, min(len(old), len(new))
    while keep < most and same(old[keep], new[keep]):
        keep += 1
    return keep


def kept(
    old: Sequence[_Old], new: Sequence[_New], same: Callable[[_Old, _New], bool] = eq
) -> tuple[int, int]:
    """The numbers of equal items at the beginning and at the end of both."""
    keep = shared_start(old, new, same)
    return keep, shared_start(old[keep:][::-1], new[keep:][::-1], same)


def replaced(old: Sequence[_New], new: Sequence[_New]) -> tuple[list[_New | None], list[_New], int]:
    """The new item for each old one (None: it is gone), items without an old one, and where these come.

    Equal items at the beginning and at the end stay; those between are replaced pairwise. What is more
    comes before the old item with the index that is returned.
    """
    keep, tail = kept(old, new)
    stop = len(old) - tail
    come = new[keep : len(new) - tail]
    gone = [None] * (stop - keep - len(come))
    now = [*old[:keep], *come[: stop - keep], *gone, *old[stop:]]
    return now, [*come[stop - keep :]], stop


def partners(old: Iterable[Hashable], new: Iterable[Hashable]) -> list[int | None]:
    """For each new key the index of its old one, the k-th of equal keys for the k-th; None: there is none."""
    places: dict[Hashable, list[int]] = {}
    for index, key in enumerate(old):
        places.setdefault(key, []).append(index)
    left = {key: iter(indexes) for key, indexes in places.items()}
    none: Iterator[int] = iter(())
    return [next(left.get(key, none), None) for key in new]


def behind(ahead: Iterable[object]) -> int:
    """The place of a new item: behind the last that comes ahead of it, as said of each; 0 if none does."""
    return max((index + 1 for index, comes in enumerate(ahead) if comes), default=0)


def pieces_of(record: Record, name: str) -> tuple[Piece, ...]:
    """The bytes of a record's fact with a name, as pieces of a file; () if it has no such fact."""
    fact = record.fact(name)
    return () if fact is None else (fact.raw,)
