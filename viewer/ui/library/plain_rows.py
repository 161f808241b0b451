"""Lists of texts in the windows of libraries: rows that are all there, sorted by any column."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.base.named import NamedTuple
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.rows_model import RIGHT, Column, RowsModel
from viewer.ui.pages.list_page import ListView
from viewer.ui.toolkit.plain import Label

_FOR_ARROW = "\u2003"
"""Keeps a heading at the right of its column off the arrow, which stands there too."""


class PlainColumn(NamedTuple):
    """A column: heading, width in pixels, whether it has numbers, whether its texts are the main ones."""

    title: Message
    width: int
    number: bool = False
    main: bool = False


class Row(NamedTuple):
    """A row: what it stands for, its texts, and what they are sorted by (None: by the texts)."""

    key: object
    texts: tuple[str, ...]
    order: tuple[float | str | None, ...]


class PlainRows(RowsModel):
    """Rows of texts.

    Attributes:
        sorted_by: the column whose heading has the arrow; -1: none.
    """

    sorted_by = -1

    def __init__(self, columns: Sequence[PlainColumn], parent: QObject | None = None) -> None:
        roles = ["side0" if one.main else RIGHT[0] if one.number else "result" for one in columns]
        made = [Column(role, one.title, "") for role, one in zip(roles, columns, strict=True)]
        super().__init__(tuple(made), parent)
        self._rows: list[Row] = []

    def show(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def text(self, row: int, column: int) -> str:
        return self._rows[row].texts[column] if 0 <= row < len(self._rows) else ""

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole and 0 <= section < len(self.columns):
            side = Qt.AlignmentFlag.AlignLeft
            if self.columns[section].role in RIGHT:
                side = Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        said = super().headerData(section, orientation, role)
        if role == Qt.ItemDataRole.DisplayRole and section == self.sorted_by:
            return f"{said}{_FOR_ARROW}" if self.columns[section].role in RIGHT else said
        return said

    @property
    def rows(self) -> Sequence[Row]:
        """The rows as they are sorted."""
        return self._rows

    def key_of(self, row: int) -> object:
        return self._rows[row].key if 0 <= row < len(self._rows) else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; what isn't known comes last."""
        if not self._rows or column < 0:
            return
        known = [row for row in self._rows if row.order[column] not in (None, "")]
        rest = [row for row in self._rows if row.order[column] in (None, "")]
        known.sort(
            key=lambda row: _comparable(row.order[column]),
            reverse=order == Qt.SortOrder.DescendingOrder,
        )
        self.beginResetModel()
        self._rows = known + rest
        self.endResetModel()


def _comparable(value: float | str | None) -> tuple[float, str]:
    return (0.0, value.casefold()) if isinstance(value, str) else (value or 0.0, "")


class PlainList(ListView):
    """The view of plain rows; the main column takes what room there is."""

    row_height = 28

    def __init__(
        self, model: PlainRows, columns: Sequence[PlainColumn], parent: QWidget | None = None
    ) -> None:
        self._columns, self._plain = columns, model
        super().__init__(model, parent)
        header = self.horizontalHeader()
        header.setSortIndicatorShown(True)
        header.sortIndicatorChanged.connect(self._order_shown)
        self._order_shown(header.sortIndicatorSection())
        for at, one in enumerate(columns):
            if one.main:
                header.setSectionResizeMode(at, header.ResizeMode.Stretch)
                break

    def show_order(self, column: int, descending: bool) -> None:
        """Show by which column the rows are sorted as they are."""
        header = self.horizontalHeader()
        header.blockSignals(True)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)
        header.blockSignals(False)
        self._order_shown(column)

    def _order_shown(self, column: int) -> None:
        self._plain.sorted_by = column
        self.fit()  # the heading needs more room with the arrow

    def usual_width(self, index: int) -> int:
        return max(self._columns[index].width, self.horizontalHeader().sectionSizeHint(index))

    def slack(self, index: int) -> int:
        return self._columns[index].width if self._columns[index].main else 0  # it is stretched


class ToldRows(QWidget):
    """Rows below what is said of them.

    Signals:
        opening: the thing of a row is to be opened: (its key).

    Attributes:
        model, list: the rows.
    """

    opening = Signal(object)

    def __init__(
        self,
        columns: Sequence[PlainColumn],
        name: Message,
        view: type[PlainList] = PlainList,
        parent: QWidget | None = None,
    ) -> None:
        """`name`: of the list, for a screen reader."""
        super().__init__(parent)
        self._told = Label(look="muted", wraps=True)
        self.model = PlainRows(columns, self)
        self.list = view(self.model, columns)
        self.list.setAccessibleName(tr(name))
        self.list.opened.connect(self._open)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._told)
        self._column.addWidget(self.list, 1)

    @property
    def told(self) -> str:
        """What is said of the rows."""
        return self._told.text()

    def _open(self, key: object) -> None:
        if key is not None:
            self.opening.emit(key)

    def show_rows(self, rows: Sequence[Row], words: Message) -> None:
        """Show rows, of which the first is selected, and say something of them."""
        self.model.show(rows)
        if rows:
            self.list.choose_row(0)
        self._told.setText(tr(words))
