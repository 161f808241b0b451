"""Playing the main lines of many records at once, as columns, for archives of games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from viewer.games.charts import Chart
from viewer.games.game import Game, S

if TYPE_CHECKING:
    from viewer.games.openings import Opening


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

    @abstractmethod
    def opening(self, line: int) -> Opening | None:
        """The opening of a line, named from its moves; None if it has no name."""


class PlayingLines(Game[S]):
    """Games that play many lines at once, those whose moves are all surely legal and plainly written."""

    @abstractmethod
    def play_lines(self, lines: Sequence[Sequence[str]]) -> PlayedLines:
        """Lines of moves as records have them (`Written.text`), from the usual start. Needs numpy."""
