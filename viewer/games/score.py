"""The count of a position, for games that are counted at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from viewer.base.messages import Message


class ScoreRow(NamedTuple):
    """One item of a count, with its points for the first and the second side."""

    name: Message
    first: float
    second: float


class Score(NamedTuple):
    """A count.

    Attributes:
        owners: index of the side whose point an empty place, or one with a dead stone, is.
        dead: places of the stones that are taken for dead.
        rows: what is counted, item by item.
        totals: points of each side.
        result: as records write it: "B+3.5", "W+0.5", "0" for none ahead.
        words: who wins by how much.
    """

    owners: Mapping[str, int]
    dead: frozenset[str]
    rows: tuple[ScoreRow, ...]
    totals: tuple[float, float]
    result: str
    words: Message
