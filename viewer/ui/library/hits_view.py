"""The list of hits: by rows with the game's sign, columns to choose and order by."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QHeaderView, QMenu, QStyleOptionViewItem, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.paint.icons import draw_icon
from viewer.ui.library.hits_model import COLUMNS, USUAL, HitsModel, title_of
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.places import place_of
from viewer.ui.models import Index
from viewer.ui.models.thumbnails import Wanted
from viewer.ui.pages.board_rows import BOARD_WIDTH, BoardsView
from viewer.ui.pages.list_page import ListDelegate
from viewer.ui.toolkit.plain import literal

_SIGN = 16  # px
_ROW = 32  # px
_PLAYER = 172  # px


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
        for role in COLUMNS:
            action = menu.addAction(literal(tr(title_of(role))))
            action.setCheckable(True)
            action.setChecked(role in shown)
            action.triggered.connect(partial(self._switch, role))
        menu.addSeparator()
        usual = menu.addAction(tr(message("Usual columns")))
        usual.triggered.connect(lambda: self.columnsAsked.emit(USUAL))
        return menu

    def _switch(self, role: str) -> None:
        shown = {column.role for column in self._hits.columns} ^ {role}
        roles = tuple(one for one in COLUMNS if one in shown)
        if roles:
            self.columnsAsked.emit(roles)
