"""Openings: their names, and naming a line of play by shapes.

A shape is a set of pieces on squares: what players of xiangqi and shogi call an opening is an arrangement
of pieces, which they reach in any order of moves, and not one position. Chess names positions
(`chess/openings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.resources import resource_text
from viewer.games.game import S


class Opening(NamedTuple):
    """An opening.

    Attributes:
        name: as the books of its game call it.
        code: its code in the classification of its game (chess: ECO; xiangqi: ECCO), "" for none.
        variation: a finer name within `name`, "" for none.
        subvariation: a finer name within `variation`, "" for none.
        english: its name in English if `name` is in another language, else "".
    """

    name: str
    code: str = ""
    variation: str = ""
    subvariation: str = ""
    english: str = ""

    @property
    def full_name(self) -> str:
        """The names from the widest to the finest: "Sicilian Defense: Najdorf Variation, Amsterdam"."""
        finer = ", ".join(name for name in (self.variation, self.subvariation) if name)
        return f"{self.name}: {finer}" if finer else self.name

    @property
    def words(self) -> Message:
        """The code, the names, and in brackets the English name."""
        text = f"{self.code} {self.full_name}".lstrip()
        if not self.english:
            return message("{text}", text=text)
        return message("{name} ({english})", name=text, english=self.english)


Cell = tuple[tuple[int, ...], bytes]
"""Places in a board's array, and the values of which one of them must have one."""


class Shape(NamedTuple):
    """An arrangement of pieces that names an opening.

    Attributes:
        rank: a shape replaces a name of a lower rank, never one of an equal or higher rank.
        within: the name of the system whose finer line it is: counts only after that; "" for a system.
        cells: what must hold, all of it.
        moves: the last move must be one of these; empty for any.
    """

    opening: Opening
    rank: int
    within: str
    cells: tuple[Cell, ...]
    moves: frozenset[str] = frozenset()

    def fits(self, board: bytes, move: str) -> bool:
        """Whether a board after a move has the shape."""
        if self.moves and move not in self.moves:
            return False
        for places, values in self.cells:
            for place in places:
                if board[place] in values:
                    break
            else:
                return False
        return True


Form = tuple[tuple[Cell, ...], frozenset[str]]
"""The cells and moves of a shape, in one of the ways it can lie on the board."""


def read_shapes(game: str, forms: Callable[[str], Iterable[Form]]) -> tuple[Shape, ...]:
    """The shapes of a game's table in the resources, those of the highest rank first.

    A row has the rank, the system, the code, the name, the name in English, and a text of which `forms`
    makes the forms of the shape.
    """
    shapes = []
    for line in resource_text("openings", f"{game}.tsv").splitlines():
        if not line.startswith("#"):
            rank, within, code, name, english, text = line.split("\t")
            opening = Opening(name, code, english=english)
            shapes += [Shape(opening, int(rank), within, *form) for form in forms(text)]
    return tuple(sorted(shapes, key=lambda shape: -shape.rank))


def line_to(state: S) -> list[S]:
    """The states of a line from its start to a state, without those that were taken back."""
    line: list[S] = []
    here: S | None = state.settled()
    while here is not None:
        line.append(here)
        here = here.before()
    line.reverse()
    return line


def named_by(shapes: Sequence[Shape], line: Iterable[tuple[bytes, str]]) -> Opening | None:
    """The opening of a line, given as a board and the move to it for each ply; None if no shape fits.

    `shapes` are as `read_shapes` returns them. The name of the highest rank counts, among equals that
    which came first: later in the game an arrangement may come about by chance.
    """
    found: Opening | None = None
    system = ""
    rank = 0
    for board, move in line:
        for shape in shapes:
            if shape.rank <= rank:
                break
            if shape.within in ("", system) and shape.fits(board, move):
                found, rank = shape.opening, shape.rank
                system = shape.within or shape.opening.name
                break
    return found
