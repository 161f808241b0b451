"""The hits of a search as rows; those that a view shows are fetched."""

from __future__ import annotations

import os

from PySide6.QtCore import QObject, Qt

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.formats.header_text import cell_words
from viewer.games import GAMES, game_of
from viewer.library.ask.searching import Hit
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.game_columns import ROLES, Column
from viewer.ui.models.list_model import RowsModel
from viewer.ui.session.titles import shown_name

_TITLES: dict[str, Message] = {
    **dict(ROLES),
    "sign": message("Game"),
    "year": message("Year"),
    "rating": message("Rating"),
    "file": message("File"),
    "folder": message("Folder"),
}
# What a hit is asked for by role, and what hits are ordered by.
_VALUES = {
    "side0": "player0",
    "side1": "player1",
    "result": "result",
    "year": "year",
    "date": "date",
    "opening-code": "opening_code",
    "opening": "opening",
    "event": "event",
    "plies": "plies",
    "rating": "rating",
    "title": "title",
}
_ORDERS = {**_VALUES, "sign": "record", "year": "day", "date": "day"}
COLUMNS = (
    *("side0", "side1", "result", "year", "opening-code", "event", "plies", "rating"),
    *("opening", "date", "title", "file", "folder"),
)
"""The roles of the columns that can be shown, in their order; the game's sign always comes first."""
USUAL = ("side0", "side1", "result", "year", "opening-code", "event")
"""Those that are shown at first."""


def title_of(role: str) -> Message:
    """The heading of a column."""
    return _TITLES[role]


def columns_of(roles: tuple[str, ...]) -> tuple[Column, ...]:
    """The columns of roles, after that of the game's sign."""
    return tuple(Column(role, _TITLES[role], role) for role in ("sign", *roles))


class HitsModel(RowsModel):
    """The hits of a LibrarySearch. The key of a row is its number, which `LibrarySearch.hit` takes."""

    def __init__(self, search: LibrarySearch, parent: QObject | None = None) -> None:
        super().__init__(columns_of(USUAL), parent)
        self._search = search
        self._count = search.total
        search.answered.connect(self._replace)
        search.fetched.connect(self._show)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else self._count

    def key_of(self, row: int) -> int | None:
        return row if 0 <= row < self._count else None

    def game_of(self, row: int) -> str:
        """The id of the game of a row, "" if it isn't known."""
        found = self._search.hit(row)
        return "" if found is None else found.hit.game

    def spoken_name(self, row: int) -> str:
        entry = GAMES.get(self.game_of(row))
        return "" if entry is None else tr(entry.name)

    def text(self, row: int, column: int) -> str:
        found = self._search.hit(row)
        if found is None:
            gone = 0 <= row < self._count and self._search.known(row) and column == 1
            return tr(message("This game isn't in the library any more.")) if gone else ""
        return _cell(found.hit, self.columns[column].role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if section == 0 and role == Qt.ItemDataRole.DisplayRole:
            return ""  # too narrow for its name
        if section == 0 and role == Qt.ItemDataRole.AccessibleTextRole:
            return tr(_TITLES["sign"])
        return super().headerData(section, orientation, role)

    def spanning(self, row: int) -> bool:
        return self._search.known(row) and self._search.hit(row) is None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the hits by a column; the first one: as they are in the libraries."""
        role = self.columns[max(column, 0)].role
        if role in _ORDERS:
            self._search.order_by(_ORDERS[role], order == Qt.SortOrder.DescendingOrder)

    def show_columns(self, roles: tuple[str, ...]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self.columns = columns_of(roles)
        self.endResetModel()
        orders = [_ORDERS.get(column.role) for column in self.columns]
        order = self._search.order
        self.columned.emit(orders.index(order) if order in orders else 0, self._search.descending)

    def _replace(self) -> None:
        self.beginResetModel()
        self._count = self._search.total
        self.endResetModel()

    def _show(self, first: int, last: int) -> None:
        last = min(last, self._count - 1)
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))


def _cell(hit: Hit, role: str) -> str:
    if role == "sign":
        return ""
    if role == "file":
        return shown_name(os.path.basename(hit.path))
    if role == "folder":
        return shown_name(os.path.dirname(hit.path))
    value = hit.values[_VALUES[role]]
    if role == "side0" and not value:
        value = hit.values["title"]
    if role == "side0" and not value and not hit.values["player1"]:
        value = hit.values["opening"] or shown_name(os.path.basename(hit.path))
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value)
    return tr(cell_words(role, value, game_of(hit.game) if hit.game in GAMES else None))
