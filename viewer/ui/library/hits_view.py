"""The list of hits: its rows, columns to choose and order by, and where a hit is opened."""

from __future__ import annotations

import os
from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QMenu, QStyleOptionViewItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message, readable
from viewer.document.placed import Place
from viewer.formats.headers import cell_words
from viewer.games import GAMES, game_of
from viewer.library.ask.searching import Hit
from viewer.library.columns import ORDER_OF, TOLD_BY_FEW, columns_in, title_of
from viewer.paint.icons import draw_icon
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.rows_model import Column, RowsModel
from viewer.ui.models.thumbnails import Wanted
from viewer.ui.pages.board_rows import BOARD_WIDTH, BoardsView
from viewer.ui.pages.list_page import ListDelegate
from viewer.ui.toolkit.plain import literal

_OF_FILES: dict[str, Message] = {
    "sign": message("Game"),
    "file": message("File"),
    "folder": message("Folder"),
}
"""The roles that say where a record is, with their headings."""
_ROLE_OF = {"player0": "side0", "player1": "side1", "opening_code": "opening-code"}
"""The roles of columns of a library (`library.columns`) that have other names."""
_COLUMN_OF = {role: column for column, role in _ROLE_OF.items()}


def _column_of(role: str) -> str:
    return _COLUMN_OF.get(role, role)


def roles_in(game: str, told: Collection[str] = TOLD_BY_FEW) -> tuple[str, ...]:
    """The roles of the columns that say something of a game, of all games for "".

    `told`: of those that few records fill, the ones that some do.
    """
    known = (_ROLE_OF.get(one, one) for one in columns_in(game, told))
    return (*known, "file", "folder")


COLUMNS = roles_in("")
"""The roles of the columns that can be shown, in their order; the game's sign always comes first."""
USUAL = ("side0", "side1", "result", "year", "opening-code", "event")
"""Those that are shown at first."""
_USUAL_IN_ONE = (*USUAL, "rank0", "rank1", "opening", "handicap", "komi", "round")
"""Those in a library of one game."""
_RANKS = (
    "rank0",
    "rank1",
)  # narrow columns, each beside its player: their headings don't say whose
_SIGN = 16  # px
_ROW = 32  # px
_PLAYER = 172  # px
_NONE = -1


def place_of(hit: Hit) -> Place:
    """The place of a hit."""
    players = (str(hit.values["player0"] or ""), str(hit.values["player1"] or ""))
    return Place(hit.path, hit.number, hit.game, players)


def _title_of(role: str, game: str) -> Message:
    """The heading of a column, in the words of a game; in general ones for ""."""
    return _OF_FILES[role] if role in _OF_FILES else title_of(_column_of(role), game)


def usual_in(game: str, told: Collection[str] = TOLD_BY_FEW) -> tuple[str, ...]:
    """The roles of the columns that are shown at first: of one game what its players ask for, the opening
    by its code, else by its name.
    """
    if game not in GAMES:
        return tuple(one for one in USUAL if one in roles_in(game, told))
    known = roles_in(game, told)
    silent = {"opening"} if "opening-code" in known else set()
    return tuple(one for one in known if one in _USUAL_IN_ONE and one not in silent)


def columns_of(
    roles: tuple[str, ...], game: str = "", told: Collection[str] = TOLD_BY_FEW
) -> tuple[Column, ...]:
    """The columns of roles, after that of the game's sign; those that say something of the game.

    `told`: of those that few records fill, the ones that some do.
    """
    wanted = usual_in(game, told) if roles == USUAL else roles
    shown = [role for role in wanted if role in roles_in(game, told)]
    return tuple(Column(role, _title_of(role, game), role) for role in ("sign", *shown))


class HitsModel(RowsModel):
    """The hits of a LibrarySearch. The key of a row is its number, which `LibrarySearch.hit` takes.

    Attributes:
        game: the id of the game of all that is searched, "" where games are mixed.
        told: of the columns that few records fill, the ones that some do.
        roles: the columns that the user chose.
    """

    def __init__(self, search: LibrarySearch, parent: QObject | None = None) -> None:
        super().__init__(columns_of(USUAL), parent)
        self._search = search
        self.roles: tuple[str, ...] = USUAL
        self.game = ""
        self.told: Collection[str] = TOLD_BY_FEW
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
            return tr(_OF_FILES["sign"])
        said = super().headerData(section, orientation, role)
        if role == Qt.ItemDataRole.DisplayRole and said and self.columns[section].role in _RANKS:
            return tr(title_of("rating"))
        return said

    def spanning(self, row: int) -> bool:
        return self._search.known(row) and self._search.hit(row) is None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the hits by a column; the first one: as they are in the libraries."""
        role = self.columns[max(column, 0)].role
        if role not in ("file", "folder"):
            self._search.order_by(_order_of(role), order == Qt.SortOrder.DescendingOrder)

    def show_columns(self, roles: tuple[str, ...]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self.roles = roles
        self.columns = columns_of(roles, self.game, self.told)
        self.endResetModel()
        self._tell_columns()

    def _tell_columns(self) -> None:
        orders = [_order_of(column.role) for column in self.columns]
        order = self._search.order
        self.columned.emit(orders.index(order) if order in orders else 0, self._search.descending)

    def _replace(self) -> None:
        hits = self._search.hits
        told = self.told if hits is None or not hits.size.records else hits.size.told
        other = (self._search.game, told) != (self.game, self.told)
        self.beginResetModel()
        self._count = self._search.total
        if other:
            self.game, self.told = self._search.game, told
            self.columns = columns_of(self.roles, self.game, told)
        self.endResetModel()
        if other:
            self._tell_columns()

    def _show(self, first: int, last: int) -> None:
        last = min(last, self._count - 1)
        if first <= last:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))


def _order_of(role: str) -> str:
    """What hits are ordered by in a column."""
    column = _column_of(role)
    return "record" if role == "sign" else ORDER_OF.get(column, column)


def _cell(hit: Hit, role: str) -> str:
    if role == "sign":
        return ""
    if role == "file":
        return readable(os.path.basename(hit.path))
    if role == "folder":
        return readable(os.path.dirname(hit.path))
    value = hit.values[_column_of(role)]
    if role == "side0" and not value:
        value = hit.values["title"]
    if role == "side0" and not value and not hit.values["player1"]:
        value = hit.values["opening"] or readable(os.path.basename(hit.path))
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(value)
    return tr(cell_words(role, value, game_of(hit.game) if hit.game in GAMES else None))


class HitsDelegate(ListDelegate):
    """Paints the game's sign, and texts."""

    def __init__(self, view: HitsView, model: HitsModel) -> None:
        super().__init__(view, model)
        self._hits_view, self._hits = view, model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() > 0:
            super().paint(painter, option, index)
            return
        game = self._hits.game_of(index.row())
        box = QRectF(option.rect)
        if self._hits_view.thumbnails is not None:
            self._hits_view.paint_board(painter, box, index.row())
        elif game:
            sign = QRectF(box.left() + 12, box.center().y() - _SIGN / 2 + 0.5, _SIGN, _SIGN)
            draw_icon(painter, f"game-{game}", self._hits_view.look.theme["muted"], sign)


class HitsView(BoardsView):
    """The view of the hits.

    Attributes:
        search: what is found.
        thumbnails: without them signs of games stand for them.

    Signals:
        columnsAsked: the user chose the columns: their roles.
        backed: Backspace.
    """

    columnsAsked = Signal(tuple)
    backed = Signal()
    row_height = _ROW

    def __init__(
        self, search: LibrarySearch, model: HitsModel, parent: QWidget | None = None
    ) -> None:
        super().__init__(model, parent)
        self.search = self._search = search
        self._hits = model
        self.setObjectName("hits")
        self.setItemDelegate(HitsDelegate(self, model))
        self.setAccessibleName(tr(message("Games found")))
        columns = self.horizontalHeader()
        columns.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        columns.customContextMenuRequested.connect(self._choose_columns)
        columns.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        columns.setStretchLastSection(True)
        self.selectionModel().currentRowChanged.connect(self._turned)
        self.selectionModel().selectionChanged.connect(self._chosen)
        search.answered.connect(self._answered)

    def usual_width(self, index: int) -> int:
        if index == 0 and self.thumbnails is not None:
            return BOARD_WIDTH
        if self._model.columns[index].role.startswith("side"):
            return _PLAYER
        return super().usual_width(index)

    def wanted(self, row: int) -> Wanted | None:
        """The position of a hit that matches, else the last one."""
        found = self.search.hit(row)
        return None if found is None else Wanted(place_of(found.hit), found.hit.node)

    def stressed(self, role: str) -> bool:
        return role == "side0"

    def _answered(self) -> None:
        """Select the first hit, so that there is something to look at."""
        if self._search.total:
            self.choose_row(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Backspace and not event.modifiers():
            self.backed.emit()
        else:
            super().keyPressEvent(event)

    def _turned(self, index: Index) -> None:
        self._search.select(index.row())

    def _chosen(self) -> None:
        ranges = list(self.selectionModel().selection().toList())
        if len(ranges) == 1:
            self._search.choose(range(ranges[0].top(), ranges[0].bottom() + 1))
            return
        rows = [row for one in ranges for row in range(one.top(), one.bottom() + 1)]
        self._search.choose(sorted(rows))

    def _choose_columns(self, point: QPoint) -> None:
        """Open the menu of columns."""
        menu = self.columns_menu()
        menu.popup(self.horizontalHeader().mapToGlobal(point))

    def columns_menu(self) -> QMenu:
        """The menu that says which columns are shown."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown = [column.role for column in self._hits.columns]
        for role in roles_in(self._hits.game, self._hits.told):
            action = menu.addAction(literal(tr(_title_of(role, self._hits.game))))
            action.setCheckable(True)
            action.setChecked(role in shown)
            action.triggered.connect(partial(self._switch, role))
        menu.addSeparator()
        usual = menu.addAction(tr(message("Usual columns")))
        usual.triggered.connect(lambda: self.columnsAsked.emit(USUAL))
        return menu

    def _switch(self, role: str) -> None:
        shown = {column.role for column in self._hits.columns} ^ {role}
        silent = set(COLUMNS).difference(roles_in(self._hits.game, self._hits.told))
        kept = silent.intersection(self._hits.roles)  # what this library doesn't tell another may
        roles = tuple(one for one in COLUMNS if one in shown | kept)
        if roles:
            self.columnsAsked.emit(roles)


class RowOpening(QObject):
    """Opens the hit of a row, as soon as it is there: while a search is under way, its first one.

    Signals:
        opened: the hit is there: (PlacedHit).
    """

    opened = Signal(object)

    def __init__(self, found: LibrarySearch, parent: QObject) -> None:
        super().__init__(parent)
        self._found = found
        self._row = _NONE  # whose hit is awaited
        found.turned.connect(self._look)

    def open(self, row: int) -> None:
        """Open the hit of a row, -1 for none."""
        found = self._found
        self._row = 0 if found.searching else row
        if not found.searching:
            found.hit(row)  # has it fetched
            self._look()

    def cancel(self) -> None:
        """Open nothing: the user goes on with something else."""
        self._row = _NONE

    def _look(self) -> None:
        found, row = self._found, self._row
        if row == _NONE or found.searching:
            return
        if row >= found.total or found.current_row not in (_NONE, row):
            self.cancel()
        elif found.known(row):
            self.cancel()
            hit = found.hit(row)  # None: gone from its library
            if hit is not None:
                self.opened.emit(hit)
