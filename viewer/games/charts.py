"""Positions as rows of bytes, so that many of them can be kept, compared and searched as columns.

A chart says what the bytes of a board stand for, and which arrangements of them players consider alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from viewer.base.named import NamedTuple

Point = tuple[int, int]
"""Column and row, from 0."""

_SOURCES: dict[str, Callable[[int, int, int, int], Point]] = {
    "same": lambda x, y, right, bottom: (x, y),
    "mirror": lambda x, y, right, bottom: (right - x, y),
    "flip": lambda x, y, right, bottom: (x, bottom - y),
    "half-turn": lambda x, y, right, bottom: (right - x, bottom - y),
    "transpose": lambda x, y, right, bottom: (y, x),
    "anti-transpose": lambda x, y, right, bottom: (right - y, bottom - x),
    "quarter-turn": lambda x, y, right, bottom: (y, bottom - x),
    "three-quarter-turn": lambda x, y, right, bottom: (right - y, x),
}
UPRIGHT = ("same", "mirror", "flip", "half-turn")
"""Arrangements of a board of any size; the others are for boards as wide as high."""
SQUARE = tuple(_SOURCES)


class Symmetry(NamedTuple):
    """An arrangement that players consider the same position, seen from elsewhere.

    Attributes:
        id: one of `SQUARE`, followed by " exchanged" if colours are.
        source: the cell from which each cell of the image is taken.
        exchanges: whether colours are exchanged; then the other side is to move.
    """

    id: str
    source: tuple[int, ...]
    exchanges: bool = False


class Chart(NamedTuple):
    """What the cells of a position stand for. A cell is a byte; positions of different charts never match.

    Attributes:
        id: of the board within its game: "8x8", "19x19".
        columns, rows: of the board.
        squares: of the first cells, row by row; "" where the board has none.
        kinds: of the values of these cells, 0 for an empty square.
        held: of the cells after them: each counts the pieces of a kind in a hand or pocket; square and kind.
        cells: number of all cells; what comes after the held ones (links) has no names.
        exchanged: the values of squares with colours exchanged, a table of 256 bytes.
        symmetries: the first leaves everything as it is.
    """

    id: str
    columns: int
    rows: int
    squares: tuple[str, ...]
    kinds: tuple[str, ...]
    held: tuple[tuple[str, int], ...]
    cells: int
    exchanged: bytes
    symmetries: tuple[Symmetry, ...]

    def image(self, cells: bytes, symmetry: Symmetry) -> bytes:
        """The cells of a position in another arrangement."""
        moved = bytes([cells[at] for at in symmetry.source])
        if not symmetry.exchanges:
            return moved
        board = len(self.squares)
        return moved[:board].translate(self.exchanged) + moved[board:]

    def square_images(self, symmetry: Symmetry) -> dict[str, str]:
        """Where each square of the board is in the image."""
        squares = self.squares
        return {
            squares[old]: squares[new]
            for new, old in enumerate(symmetry.source[: len(squares)])
            if squares[new]
        }


def exchanged_values(pairs: Iterable[tuple[int, int]]) -> bytes:
    """The table for `Chart.exchanged` of pairs of values that are each other's."""
    table = bytearray(range(256))
    for one, other in pairs:
        table[one], table[other] = other, one
    return bytes(table)


def source_of(id: str, columns: int, rows: int) -> Callable[[int, int], Point]:
    """The function from a point of the image to the point that it is taken from."""
    source, right, bottom = _SOURCES[id], columns - 1, rows - 1
    return lambda x, y: source(x, y, right, bottom)


def symmetry_of(
    id: str, columns: int, rows: int, more: Iterable[int] = (), exchanges: bool = False
) -> Symmetry:
    """A symmetry of a board; `more`: the sources of the cells after those of the squares."""
    source = source_of(id, columns, rows)
    board = []
    for row in range(rows):
        for column in range(columns):
            x, y = source(column, row)
            board.append(y * columns + x)
    return Symmetry(f"{id} exchanged" if exchanges else id, (*board, *more), exchanges)
