"""Positions and lines for archives of games: as rows of bytes, replayed in place, many at once.

A chart says what the bytes of a board stand for, and which arrangements of them players consider alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, Self

from viewer.base.named import NamedTuple
from viewer.games.game import Game, S
from viewer.tree.action import Action, Move, Written
from viewer.tree.record import Record

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


# --------------------------- Replaying the lines of a record in place, for whole archives of games


class Told(NamedTuple):
    """What is told of a legal move.

    Attributes:
        ply, text: the ply of the position after it, the move in a style.
        touched: the squares of the move, as `Game.touches` names them; () where nobody asked.
        changed: what stands on the squares that it changed (`Replay.changed`); None where nobody asked.
    """

    ply: int
    text: str
    touched: tuple[str, ...] = ()
    changed: tuple[tuple[str, str], ...] | None = None


Touches = Callable[[Action], tuple[str, ...]]
"""The squares of a move: `Game.touches`."""


class Replay(ABC, Generic[S]):
    """A board on which the moves of a line are made one after the other, in place.

    It knows only the moves that nearly all moves are, and says nothing about any other: whoever
    replays a line asks `Game.advance` then, and goes on with a new replay of the state.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def text(self) -> str:
        """The move that was made last, in the style that was asked for, as `Game.notation` writes it."""

    @abstractmethod
    def make(self, action: Action | None) -> Move | None:
        """Make the legal move that an action means; None, and nothing is changed, if that isn't sure."""

    @abstractmethod
    def copy(self) -> Self:
        """The same board again, for another line."""

    @abstractmethod
    def state(self, ply: int) -> S:
        """The position as a state at a ply; without the states before it."""

    def tell(
        self, actions: Iterable[Action | None], ply: int, touches: Touches | None
    ) -> Iterator[Told]:
        """Make the moves of a line from a ply on, up to the first that isn't sure, and tell of each.

        `touches` is the game's; without it nothing is told of squares.
        """
        new, make, changed = tuple.__new__, self.make, self.changed  # there are very many
        for action in actions:
            if (move := make(action)) is None:
                return
            ply += 1
            if touches is None:
                yield new(Told, (ply, self.text, (), None))
            else:
                yield new(Told, (ply, self.text, touches(move), changed()))

    def changed(self) -> tuple[tuple[str, str], ...] | None:
        """Each square that the last move changed, in the order of the board's squares: what stands there now.

        "" for nothing. None if only a state tells; else that has no counts, links or chain to tell.
        """
        return None


def played_words(record: Record) -> list[str] | None:
    """The moves, as written, of a record that has nothing but a line that was played ahead; else None."""
    if record.line is None or record.setup is not None or record.root.notes:
        return None
    words: list[str] = record.line.words
    children = record.root.children
    for word in words:
        if len(children) != 1:
            return None
        node = children[0]
        if node.notes or type(node.action) is not Written or node.action.text != word:
            return None
        children = node.children
    return None if children else words


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
