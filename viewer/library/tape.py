"""Boards one after the other as what changes from each to the next, in memory: of lines, of trees.

A part of a board is found by counting the squares that are not as it wants them: a change of a square changes
that number by one at most, so that sums along the tape tell where it is 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from viewer.base.named import NamedTuple
from viewer.games.charts import Chart
from viewer.library.keys import row_bits
from viewer.library.query import Seen

Array = Any  # npt.NDArray of any number


class Tape(NamedTuple):
    """Boards of one kind.

    Attributes:
        record, node: of each board, in the order of the tape. Boards of a record stand together.
        at, cell, old, new: of each change the board that it leads to, the cell, its values. Before the first
            board all is empty.
        kinds: how many values a cell can have. cells: how many cells a board has.
    """

    record: Array
    node: Array
    at: Array
    cell: Array
    old: Array
    new: Array
    kinds: int
    cells: int


def tape_of(chart: Chart, boards: Mapping[str, Array]) -> Tape:
    """The tape of boards as the tables of libraries have them (`schema.board_columns`), in their order."""
    how, count = row_bits(chart), len(boards["record"])
    found: list[tuple[Array, Array, Array, Array]] = []
    mask = np.uint64((1 << how.bits) - 1)
    for number in range(chart.rows * how.numbers):
        rows = np.asarray(boards[f"r{number}"]).astype(np.uint64)
        before = np.concatenate([np.zeros(min(1, count), np.uint64), rows[:-1]])
        at = np.flatnonzero(rows != before)
        row, part = divmod(number, how.numbers)
        for within in range(min(how.squares, chart.columns - part * how.squares)):
            shift = np.uint64(within * how.bits)
            old, new = (before[at] >> shift) & mask, (rows[at] >> shift) & mask
            some = np.flatnonzero(old != new)
            cell = row * chart.columns + part * how.squares + within
            found.append((at[some], np.full(len(some), cell), old[some], new[some]))
    columns: list[Array] = [np.concatenate(one) for one in zip(*found, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    types = (np.int32, np.int16, np.uint8, np.uint8)
    at, cell, old, new = (one[order].astype(kind) for one, kind in zip(columns, types, strict=True))
    record, node = (np.asarray(boards[key]).astype(np.int32) for key in ("record", "node"))
    return Tape(record, node, at, cell, old, new, 1 << how.bits, len(chart.squares))


def stretches(tape: Tape, seen: Seen) -> tuple[Array, Array]:
    """The first and the last boards of the stretches in which an arrangement of a part stands.

    A stretch is of one record; those of a tree's nodes are the boards as they lie on the tape.
    """
    fits = np.ones((tape.cells, tape.kinds), bool)
    inside = np.zeros(tape.cells, bool)
    for cell, values in seen.cells:
        inside[cell] = True
        fits[cell] = False
        fits[cell, list(values)] = True
    some = np.flatnonzero(inside[tape.cell])
    cell = tape.cell[some]
    steps = fits[cell, tape.old[some]].astype(np.int32) - fits[cell, tape.new[some]]
    wrong = np.concatenate(([0], np.cumsum(steps))) + np.count_nonzero(~fits[:, 0])
    begins = np.concatenate(([0], tape.at[some]))
    ends = np.append(begins[1:], len(tape.record))
    right = np.flatnonzero((wrong == 0) & (ends > begins))
    return _by_record(tape.record, begins[right], ends[right] - 1)


def _by_record(record: Array, first: Array, last: Array) -> tuple[Array, Array]:
    """Stretches cut where the next record begins, and joined where what changed is none of the part."""
    joined = np.flatnonzero(first[1:] == last[:-1] + 1)
    first, last = np.delete(first, joined + 1), np.delete(last, joined)
    if not len(first):
        return first, last
    starts = np.flatnonzero(np.diff(record)) + 1
    low: Array = np.searchsorted(starts, first, "right")
    high: Array = np.searchsorted(starts, last, "right")
    cuts = [starts[low[at] : high[at]] for at in np.flatnonzero(high > low).tolist()]
    if cuts:
        more = np.concatenate(cuts)
        first, last = np.sort(np.append(first, more)), np.sort(np.append(last, more - 1))
    return first, last


def boards_with(tape: Tape, ways: Sequence[Seen]) -> list[tuple[int, Seen]]:
    """The boards on which an arrangement of a part stands, in the order of the tape, each once."""
    found: dict[int, Seen] = {}
    for seen in ways:
        first, last = stretches(tape, seen)
        for begin, end in zip(first.tolist(), last.tolist(), strict=True):
            for board in range(begin, end + 1):
                found.setdefault(board, seen)
    return sorted(found.items(), key=lambda one: one[0])
