"""The pages beside a board: cells below each other, in one column or two, or side by side below a board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QApplication, QHBoxLayout, QRubberBand, QSplitter, QWidget

from viewer.ui.pages.arrangement import Arrangement, arrangement_of
from viewer.ui.pages.page_cell import DRAGGED, PageCell
from viewer.ui.pages.panels import PANELS
from viewer.ui.toolkit.later import later


class PageStack(QWidget):
    """The cells of an arrangement, as many as there is room for: otherwise some share one.

    Tabs are dragged onto a cell, to share it, or onto its upper or lower half, for a cell of their own.

    Attributes:
        arrangement: which pages stand together.
        fronts: the pages in front of open cells, the one that was asked for last at the end; of
            those whose cells share a place, it is the last that is seen.

    Signals:
        moved: pages stand in other cells now, so their widgets must follow: (the ids).
        arranged: the user arranged the pages otherwise: (the arrangement).
        turned: a page came to the front: (page id).
        menuAsked: the context menu of a page is requested: (page id, global point).
        folded: a cell was opened or folded.
    """

    moved = Signal(list)
    arranged = Signal(object)
    turned = Signal(str)
    menuAsked = Signal(str, QPoint)
    folded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.arrangement: Arrangement = arrangement_of("")
        self.fronts: list[str] = []
        self._across = self._placing = self._dragged = False
        self._wanted: tuple[str, int] | None = None  # of `give_room`, until there is a room
        # Of places, each of some cells of the arrangement.
        self._columns: list[list[list[int]]] = []
        self._cells: list[PageCell] = []  # by the index of the first of them
        self._outer = _splitter(Qt.Orientation.Horizontal)
        self._inner: list[QSplitter] = []
        self._outer.splitterMoved.connect(self._divided)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._outer)
        self._band: QRubberBand | None = None
        self.setAcceptDrops(True)
        self._stand()

    def arrange(self, arrangement: Arrangement) -> None:
        """Let pages stand so."""
        if arrangement != self.arrangement:
            self.arrangement = arrangement
            self._stand()
            self._divide()

    def set_across(self, across: bool) -> None:
        """Say whether it is wider than high, below a board."""
        self._across = across
        self._stand()

    # ---------------------------------------------------------------------------------- cells

    @property
    def cells(self) -> list[PageCell]:
        """The cells that there is room for, from the first."""
        return [self._cells[place[0]] for column in self._columns for place in column]

    def cell(self, page: str) -> PageCell:
        """The cell with the tab of a page."""
        at = self.arrangement.place_of(page)
        return next(self._cells[place[0]] for place in self._places() if at in place)

    def show_fronts(self, pages: Sequence[str]) -> None:
        """Have these pages in front, and fold the cells that have none of them."""
        self.fronts = list(pages)
        self._stand()
        self._show_fronts()

    def _show_fronts(self) -> None:
        self._placing = True
        for place in self._places():
            cell = self._cells[place[0]]
            there = [page for page in self.fronts if self.arrangement.place_of(page) in place]
            if not there and cell.open and not cell.front and (seen := cell.seen()):
                there = [cell.pages[0] if cell.pages[0] in seen else seen[0]]  # what was there left
                self.fronts[:0] = there
            if not there:
                cell.fold()
            elif not (cell.open and cell.front == there[-1]):
                cell.show_tab(there[-1])
        self._placing = False

    def _turn(self, page: str) -> None:
        """A page came to the front."""
        if not self._placing:
            at = self.arrangement.place_of(page)
            others = [one for one in self.fronts if self.arrangement.place_of(one) != at]
            self.fronts = [*others, page]
            self._stand()
        self.turned.emit(page)

    def _places(self) -> Iterator[list[int]]:
        return (place for column in self._columns for place in column)

    def _pages(self, place: list[int]) -> tuple[str, ...]:
        return tuple(page for at in place for page in self.arrangement.cells[at].pages)

    def _stand(self) -> None:
        """Make the cells that there is room for, and give each its pages."""
        opened = {self.arrangement.place_of(page) for page in self.fronts}
        columns = self.arrangement.columns_in(self.width(), self.height(), self._across, opened)
        wanted = [self._pages(place) for column in columns for place in column]
        if columns == self._columns and wanted == [tuple(cell.pages) for cell in self.cells]:
            return
        before = {page: cell for cell in self.cells for page in cell.pages}
        focused = QApplication.focusWidget()
        self._columns = columns
        while len(self._cells) < len(self.arrangement.cells):
            self._cells.append(cell := PageCell(self))
            cell.setFont(self.font())  # what is added later doesn't take it by itself
            cell.turned.connect(self._turn)
            cell.tabs.menuAsked.connect(self.menuAsked)
            cell.folded.connect(self._fold)
        while len(self._inner) < len(columns):
            self._inner.append(inner := _splitter(Qt.Orientation.Vertical))
            inner.splitterMoved.connect(self._divided)
            self._outer.addWidget(inner)
        used = {place[0] for column in columns for place in column}
        for at, cell in enumerate(self._cells):
            cell.hide()
            if at not in used:
                cell.set_pages(())
                cell.fold()
        for inner in self._inner:
            inner.hide()
        moved: list[str] = []
        for inner, column in zip(self._inner, columns, strict=False):
            for index, place in enumerate(column):
                cell = self._cells[place[0]]
                inner.insertWidget(index, cell)
                cell.set_pages(self._pages(place))
                moved += [page for page in cell.pages if before.get(page) is not cell]
                cell.show()
            inner.show()
        self.moved.emit(moved)
        self._show_fronts()
        if focused is not None and self.isAncestorOf(focused) and focused.isVisibleTo(self):
            focused.setFocus()  # which lost the keys with its place
        self._divide()

    # ---------------------------------------------------------------------------------- sizes

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stand()
        self._divide()
        later(self, self._settle)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        later(self, self._settle)

    def _settle(self) -> None:
        """The layout has looked: sizes are those that are seen."""
        self._divide()
        if self._wanted is not None:
            self._make_room(*self._wanted)

    def _fold(self) -> None:
        """A cell was opened or folded."""
        if not self._placing:
            folded = {at for p in self._places() if not self._cells[p[0]].open for at in p}
            self.fronts = [p for p in self.fronts if self.arrangement.place_of(p) not in folded]
            self._stand()
        self._divide()
        later(self, self._divide)  # a cell's limits are others once its layout has looked
        self.folded.emit()

    def _divide(self) -> None:
        """Give open cells their shares; the others have their tabs."""
        if len(self._columns) > 1:
            wide = [self._share(column[0]) if self._across else 1000 for column in self._columns]
            self._outer.setSizes(wide)
        for inner, column in zip(self._inner, self._columns, strict=False):
            height = inner.height() or self.height()
            cells = [self._cells[place[0]] for place in column]
            shares = [self._share(p) if c.open else 0 for p, c in zip(column, cells, strict=True)]
            room = max(0, height - sum(cell.folded_height for cell in cells if not cell.open))
            inner.setSizes(
                [
                    room * share // sum(shares) if share else cell.folded_height
                    for share, cell in zip(shares, cells, strict=True)
                ]
            )

    def give_room(self, page: str, wanted: int) -> None:
        """Have the cell of a page so many pixels high, up to three fifths of its column. It isn't kept.

        Once the user has dragged a border, cells stay as high as they are.
        """
        if not self._dragged:
            self._wanted = page, wanted
            self._settle()
            later(self, self._settle)

    def _make_room(self, page: str, wanted: int) -> None:
        """Do what `give_room` says, if its column is laid out: before that all cells are some pixels high."""
        at = self.arrangement.place_of(page)
        for inner, column in zip(self._inner, self._columns, strict=False):
            opened = {
                place[0]: size
                for place, size in zip(column, inner.sizes(), strict=False)
                if self._cells[place[0]].open
            }
            mine = next((place[0] for place in column if at in place), None)
            if mine not in opened:
                continue
            if not self.isVisible() or 2 * sum(inner.sizes()) < inner.height():
                return
            self._wanted = None
            whole = sum(opened.values())
            size = min(wanted, whole * 3 // 5)
            if len(opened) < 2 or opened[mine] >= size:
                continue
            rest = (whole - size) / max(1, whole - opened[mine])
            shares = {one: round(100 * old * rest / whole) for one, old in opened.items()}
            self.arrangement = self.arrangement.divided(shares | {mine: 100 * size // whole})
            self._divide()

    def _share(self, place: list[int]) -> int:
        return max(self.arrangement.cells[at].share for at in place)

    def _divided(self) -> None:
        """The user dragged a border: the open cells have other shares now."""
        self._dragged, self._wanted = True, None
        shares = {}
        for inner, column in zip(self._inner, self._columns, strict=False):
            opened = [
                (place[0], size)
                for place, size in zip(column, inner.sizes(), strict=False)
                if self._cells[place[0]].open
            ]
            whole = sum(size for _, size in opened) or 1
            if len(opened) > 1:
                shares.update({at: round(100 * size / whole) for at, size in opened})
        if shares:
            self.arrangement = self.arrangement.divided(shares)
            self.arranged.emit(self.arrangement)

    # ---------------------------------------------------------------------------------- dragging

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        source = event.source()
        if event.mimeData().hasFormat(DRAGGED) and self.isAncestorOf(source):  # type: ignore[arg-type]  # a widget
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        at = event.position().toPoint()
        target = self._target(at)
        event.setAccepted(target is not None)
        if self._band is None:
            self._band = QRubberBand(QRubberBand.Shape.Rectangle, self)
        self._band.setVisible(target is not None)
        if target is not None:
            self._band.setGeometry(target[2])

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._hide_band()

    def dropEvent(self, event: QDropEvent) -> None:
        self._hide_band()
        page = bytes(event.mimeData().data(DRAGGED).data()).decode()
        target = self._target(event.position().toPoint())
        if target is None or page not in PANELS:
            return
        event.acceptProposedAction()
        at, joins, _ = target
        there = self.arrangement
        done = there.joined(page, at) if joins else there.parted(page, at)
        self.arrange(done)
        self.arranged.emit(done)
        self.cell(page).show_tab(page)

    def _hide_band(self) -> None:
        if self._band is not None:
            self._band.hide()

    def _target(self, at: QPoint) -> tuple[int, bool, QRect] | None:
        """Where a page dropped at a point goes: the index of a cell, whether it shares it, its room."""
        for place in self._places():
            cell = self._cells[place[0]]
            box = QRect(cell.mapTo(self, QPoint(0, 0)), cell.size())
            if not box.contains(at):
                continue
            if at.y() < box.top() + cell.folded_height or not cell.open:
                return place[0], True, box
            upper = at.y() < box.center().y()
            half = QRect(box.topLeft(), box.center()).united(QRect(box.topLeft(), box.topRight()))
            if not upper:
                half.moveBottom(box.bottom())
            return place[0] if upper else place[-1] + 1, False, half
        return None


def _splitter(orientation: Qt.Orientation) -> QSplitter:
    splitter = QSplitter(orientation)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    return splitter
