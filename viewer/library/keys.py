"""64-bit keys of positions: the same for the same arrangement, on every machine and in every version.

A key is the exclusive or of one number for each cell that isn't 0, and one for the board (Zobrist's way).
The numbers are those of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
2014), begun at the SHA-256 of the names of game and chart. Keys don't say who is to move.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from viewer.base.named import NamedTuple
from viewer.games.charts import Chart

if TYPE_CHECKING:
    import numpy.typing as npt

    Keys = npt.NDArray[np.uint64]
    Cells = npt.NDArray[np.uint8]

KEY_VERSION: Final = 1
_VALUES = 32  # different values of a cell; larger ones count as the last
_ROWS = 256  # positions computed at a time, so that the numbers stay in the processor's cache


def _numbers(seed: int, count: int) -> Keys:
    at = np.arange(1, count + 1, dtype=np.uint64)
    mixed = np.uint64(seed) + at * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))


@lru_cache(maxsize=32)
def _table(game: str, chart: str, cells: int) -> tuple[int, Keys]:
    name = f"qipu position {KEY_VERSION}\n{game}\n{chart}"
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
    table = _numbers(seed, cells * _VALUES).reshape(cells, _VALUES)
    table[:, 0] = 0
    return seed, table


def key_numbers(game: str, chart: Chart) -> Keys:
    """The numbers of cells by place and value, shape (chart.cells, values); 0 for the value 0.

    Where a cell changes, the key changes by the exclusive or of both numbers.
    """
    return _table(game, chart.id, chart.cells)[1]


def keys_of(game: str, chart: Chart, cells: Cells) -> Keys:
    """The keys of positions: cells of shape (positions, chart.cells), keys of shape (positions,)."""
    seed, table = _table(game, chart.id, chart.cells)
    at = np.arange(chart.cells)
    found = np.empty(len(cells), dtype=np.uint64)
    for start in range(0, len(cells), _ROWS):
        part = np.minimum(cells[start : start + _ROWS], _VALUES - 1)
        np.bitwise_xor.reduce(table[at, part], axis=1, out=found[start : start + _ROWS])
    return found ^ np.uint64(seed)


def cells_array(cells: bytes, chart: Chart) -> Cells:
    """Cells of positions as an array of shape (positions, chart.cells)."""
    return np.frombuffer(cells, dtype=np.uint8).reshape(-1, chart.cells)


def key_of(game: str, chart: Chart, cells: bytes) -> int:
    """The key of one position."""
    return int(keys_of(game, chart, cells_array(cells, chart))[0])


class RowBits(NamedTuple):
    """How rows of boards are kept as numbers of 64 bits: one for a row, several where it is too long.

    Attributes:
        bits: of a square.
        squares: in a number.
        numbers: for a row; those of the first row come first.
    """

    bits: int
    squares: int
    numbers: int

    @property
    def used(self) -> int:
        """The bits of a number that are used."""
        return self.bits * self.squares

    def place(self, row: int, column: int) -> tuple[int, int]:
        """The number that has a square, and its lowest bit there."""
        number, within = divmod(column, self.squares)
        return row * self.numbers + number, self.bits * within


def row_bits(chart: Chart) -> RowBits:
    """How the rows of a chart's boards are kept."""
    bits = max(1, (len(chart.kinds) - 1).bit_length())
    squares = min(chart.columns, 64 // bits)
    return RowBits(bits, squares, -(-chart.columns // squares))


def rows_of(chart: Chart, cells: Cells) -> Keys:
    """The rows of boards as numbers, shape (positions, numbers); column 0 is in the lowest bits."""
    how = row_bits(chart)
    squares = cells[:, : chart.columns * chart.rows].reshape(-1, chart.rows, chart.columns)
    found = np.zeros((len(cells), chart.rows, how.numbers), dtype=np.uint64)
    for column in range(chart.columns):
        number, shift = how.place(0, column)
        found[:, :, number] |= squares[:, :, column].astype(np.uint64) << np.uint64(shift)
    return found.reshape(len(cells), -1)


def piece_counts(chart: Chart, cells: Cells) -> Cells:
    """The number of pieces of each kind, in hands and pockets too, shape (positions, kinds - 1)."""
    squares = cells[:, : chart.columns * chart.rows]
    found = np.empty((len(cells), len(chart.kinds) - 1), dtype=np.uint16)
    for kind in range(1, len(chart.kinds)):
        found[:, kind - 1] = np.count_nonzero(squares == kind, axis=1)
    for at, (_, kind) in enumerate(chart.held, chart.columns * chart.rows):
        if 0 < kind < len(chart.kinds):
            found[:, kind - 1] += cells[:, at]
    return np.minimum(found, 255).astype(np.uint8)
