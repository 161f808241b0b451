"""Positions and lines for archives of games: as rows of bytes, many at once.

A chart says what the bytes of a board stand for, and which arrangements of them players consider alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from viewer.base.named import NamedTuple
from viewer.games.game import Game, S

if TYPE_CHECKING:
    from viewer.games.openings import Opening

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


# --------------- Playing the main lines of many records at once, as columns, for archives of games


class PlayedLines(ABC):
    """Lines of moves that were played from the usual start, ply by ply.

    The plies of all lines come one after the other; those of line n are `first[n]` to `first[n] + count[n]`.

    Attributes:
        chart: what the cells stand for.
        start: the cells of the usual start.
        whole: for each line, whether all of its moves were played; nothing else is said of others.
        first, count: for each line, where its plies begin, and how many it has.
        squares, old, new: for each ply, the cells that the move changes, from what, to what; shape
            (plies, changes). A change from and to the same value is none.
        moves: for each ply, the index of the move in `words`.
        words: moves in neutral notation.
        line: with `follow`, a function from a line to what `Record.line` is of it.
    """

    chart: Chart
    start: bytes
    whole: Any
    first: Any
    count: Any
    squares: Any
    old: Any
    new: Any
    moves: Any
    words: Sequence[str]
    line: Any

    @abstractmethod
    def opening(self, line: int) -> Opening | None:
        """The opening of a line, named from its moves; None if it has no name."""


class PlayingLines(Game[S]):
    """Games that play many lines at once, those whose moves are all surely legal and plainly written."""

    @abstractmethod
    def play_lines(self, lines: Sequence[Sequence[str]], follow: bool = False) -> PlayedLines:
        """Lines of moves as records have them (`Written.text`), from the usual start. Needs numpy."""
