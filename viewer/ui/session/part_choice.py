"""Which part of the board an explorer asks about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from viewer.base.catalogs import tr
from viewer.games.capabilities import Charted, board_geometry
from viewer.games.charts import Chart
from viewer.games.geometry import Coordinate, Point
from viewer.library.failures import LibraryFailed
from viewer.library.material import structure_of
from viewer.library.query import ContinuedFrom, chart_at
from viewer.library.regions import as_it_is, continued_from, pattern_text, structure_at
from viewer.library.searches import Search
from viewer.library.typed import (
    corner_at,
    corner_sizes,
    part_text,
    squares_between,
    squares_from,
)
from viewer.ui.session.record_session import RecordSession

Stretch = tuple[int, int, int, int]
"""First and last column, first and last row of a board's chart."""


_WAYS = ("turned", "exchanged", "structure")
"""The attributes of a choice that are conditions of a search."""


class PartChoice(QObject):
    """A part of the board, as it is in the position that is shown, and what counts as the same.

    Attributes:
        on: whether a part is asked about, and not the whole board.
        squares: of the part.
        turned, exchanged: whether it may be mirrored and turned, and have its colours exchanged.
        structure: whether only the pieces of a structure (`material.structure_of`) are compared.

    Signals:
        changed: any of it did.
    """

    changed = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.on = False
        self.squares: frozenset[str] = frozenset()
        self.turned = self.exchanged = True
        self.structure = self.has_structure

    @property
    def possible(self) -> bool:
        """Whether the position that is shown can be searched for."""
        game = self._session.game
        return isinstance(game, Charted) and game.chart(self._session.shown_state) is not None

    @property
    def has_structure(self) -> bool:
        """Whether the game has pieces whose structure is compared by itself."""
        return bool(structure_of(self._session.game))

    @property
    def chart(self) -> Chart:
        """The chart of the position that is shown. Raises LibraryFailed."""
        return chart_at(self._session.game, self._session.shown_state)

    @property
    def wanted(self) -> ContinuedFrom:
        """What is asked for. Raises LibraryFailed where the part has nothing, or isn't on the board."""
        game, state = self._session.game, self._session.shown_state.settled()
        pattern = (structure_at if self.structure else as_it_is)(game, state, self.squares)
        return continued_from(game, state, pattern, self.turned, self.exchanged)

    @property
    def search(self) -> Search:
        """A search for the games in which the part stands. Raises LibraryFailed."""
        game, state = self._session.game, self._session.shown_state.settled()
        region = pattern_text(game, state, dict.fromkeys(as_it_is(game, state, self.squares), ""))
        text = game.setup_text(state)
        ways = {name: getattr(self, name) for name in _WAYS}
        return Search.of({"game": game.id, "position": text, "region": region, **ways})

    def take_search(self, search: Search, squares: Iterable[str]) -> None:
        """Ask about some squares, and count the same as a search."""
        for name in _WAYS:
            setattr(self, name, search.values.get(name) is True)
        self.take(squares)

    # ------------------------------------------------------------------------------- choosing

    def set(self, **values: bool) -> None:
        """Switch the part on or off, or what counts as the same."""
        for name, value in values.items():
            setattr(self, name, value)
        if self.on and not self.squares <= set(self.chart.squares):
            self.squares = frozenset()
        if self.on and not self.squares:
            self.squares = self._corner(self.sizes[0])
        self.changed.emit()

    def take(self, squares: Iterable[str]) -> None:
        """Ask about some squares."""
        self.squares, self.on = frozenset(squares), True
        self.changed.emit()

    def take_text(self, text: str) -> None:
        """Ask about what a text says (`typed.squares_from`). Raises LibraryFailed."""
        game, state = self._session.game, self._session.shown_state
        self.take(squares_from(game, state, text))

    def take_corner(self, size: tuple[int, int]) -> None:
        """Ask about the corner of the last move, of so many columns and rows."""
        self.take(self._corner(size))

    def look_up(self) -> None:
        """Ask about the corner of the last move; about the whole board if that is asked about already."""
        sizes, stretch = self.sizes, self.stretch
        size = sizes[0]
        if stretch is not None:
            left, right, top, bottom = stretch
            size = right - left + 1, bottom - top + 1
        if self.on and (size not in sizes or self._corner(size) == self.squares):
            self.set(on=False)
        else:
            self.take_corner(size)

    def take_stretch(self, stretch: Stretch) -> None:
        """Ask about a rectangle."""
        self.take(self._between(stretch))

    def _between(self, stretch: Stretch) -> frozenset[str]:
        left, right, top, bottom = stretch
        chart = self.chart
        corners = top * chart.columns + left, bottom * chart.columns + right
        return frozenset(squares_between(chart, *corners))

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Columns and rows of the corners that are offered.

        Of boards on which stones are placed two squares, of others a quarter and a half of the board.
        """
        chart = self.chart
        if self.structure:
            return (chart.columns, chart.rows), (chart.columns // 2, chart.rows)
        return corner_sizes(self._session.game, chart)

    def _corner(self, size: tuple[int, int]) -> frozenset[str]:
        """The corner of the last move; without one of the first piece, else that at the top right."""
        return corner_at(self._session.game, self._session.shown_state, size)

    # -------------------------------------------------------------------------------- showing

    @property
    def stretch(self) -> Stretch | None:
        """The rectangle around the part, None for none."""
        if not self.on or not self.possible:
            return None
        chart = self.chart
        cells = [cell for cell, square in enumerate(chart.squares) if square in self.squares]
        if not cells:
            return None
        rows, columns = zip(*(divmod(cell, chart.columns) for cell in cells), strict=True)
        return min(columns), max(columns), min(rows), max(rows)

    @property
    def text(self) -> str:
        """The part in the board's own words, "" for none."""
        if not self.possible:
            return ""
        game, state = self._session.game, self._session.shown_state
        try:
            text = part_text(game, state, self.squares, self._named)
            if squares_from(game, state, text) == self.squares:
                return text
        except LibraryFailed:  # coordinates that are no names
            pass
        return part_text(game, state, self.squares, lambda one: tr(game.square_name(state, one)))

    def _named(self, square: str) -> str:
        """A square as the coordinates of the board say it, else by its name."""
        session = self._session
        game, state = session.game, session.shown_state
        geometry = board_geometry(game, state, session.looks.layout)
        style = session.looks.coordinates
        said = _name_at_edges(geometry.coordinates, geometry.squares[square], style)
        return said or tr(game.square_name(state, square))


_NEAR = 0.01  # units


def _name_at_edges(coordinates: Sequence[Coordinate], at: Point, style: str) -> str:
    """What the coordinates of a style say of a point, its column before its row; "" where they don't tell
    both. Where there are none of a style they are those of "game".
    """
    known = {one.style for one in coordinates}
    shown = style if style in known or style == "none" else "game"
    of_style = [one for one in coordinates if one.style == shown]
    column = next((one.text for one in of_style if abs(one.at[0] - at[0]) < _NEAR), "")
    row = next((one.text for one in of_style if abs(one.at[1] - at[1]) < _NEAR), "")
    return column + row if column and row else ""
