"""The records of a file as a table of any size, filtered and sorted in the background."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from PySide6.QtCore import (
    QAbstractTableModel,
    QElapsedTimer,
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.document.arranging import HeaderTexts, found, kept, ordered, words_of
from viewer.document.edits.ops import Change
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.game_cells import GameCells
from viewer.ui.models.game_columns import NUMBER, UNSEARCHED, columns_of
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import tip

KEY_ROLE = Qt.ItemDataRole.UserRole
_MEDIA_TYPE = "application/x-qipu-place"
_PAINT = 120  # ms between two additions of rows
_FIXED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class GamesModel(QAbstractTableModel):
    """The records of a session's document: in the order of the file, filtered, or sorted.

    A filtered or sorted list costs 8 bytes a record, an unfiltered one nothing.

    Signals:
        counted: the number of rows or records changed.
        rearranged: rows changed; views restore their selection.
    """

    counted = Signal()
    rearranged = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.columns = columns_of(session)
        self._count = len(session.document)
        self._rows: array[int] | None = None  # places by row; None: each row is its place
        self._cells = GameCells(session.document, self.columns)
        self._words: tuple[str, ...] = ()
        self._sorting = (NUMBER, False)
        self._order: array[int] | None = None  # of all records, as they are sorted now
        self._texts = self._make_texts()
        self._searched = 0  # records that the filter has looked at
        self._batch: array[int] = array("q")
        self._poured = QElapsedTimer()
        self._fresh = False  # what comes next replaces the rows
        self._current = session.index
        self._runner = JobRunner(self)
        self._runner.result.connect(self._took)
        self._runner.progress.connect(self._pour_some)
        self._runner.finished.connect(self._arranged)
        session.listed.connect(self._listed)
        session.changed.connect(self._changed)
        session.reloaded.connect(self._current_other)
        session.finder.ended.connect(self._found_all)

    def _make_texts(self) -> HeaderTexts:
        keys = [each.key for each in self.columns if each.key and each.role not in UNSEARCHED]
        return HeaderTexts(self._session.document, keys)

    # ------------------------------------------------------------------------------ structure

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if parent.isValid():
            return 0
        return self._count if self._rows is None else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    @property
    def total(self) -> int:
        """The number of records, listed or not."""
        return self._count

    @property
    def natural(self) -> bool:
        """Whether all records are listed in the order of the file."""
        return self._rows is None

    @property
    def busy(self) -> bool:
        """Whether a filter or order is being computed."""
        return self._runner.running

    @property
    def waiting(self) -> bool:
        """Whether the rows are still those of the previous filter or order."""
        return self._fresh

    def place_of(self, row: int) -> int:
        """The index of the record of a row, -1 if there is no such row."""
        if not 0 <= row < self.rowCount():
            return -1
        return row if self._rows is None else self._rows[row]

    def key_of(self, row: int) -> int | None:
        """The key of the record of a row, None if there is no such row."""
        place = self.place_of(row)
        keys = self._session.document.keys()
        return keys[place] if 0 <= place < len(keys) else None

    def row_of(self, place: int) -> int:
        """The row of the record at an index, -1 if it isn't listed."""
        if self._rows is None:
            return place if 0 <= place < self._count else -1
        try:
            return self._rows.index(place)
        except ValueError:
            return -1

    @property
    def current_row(self) -> int:
        """The row of the current record, -1 if it isn't listed."""
        return self.row_of(self._session.index)

    def is_current(self, row: int) -> bool:
        """Whether a row is that of the current record."""
        return self.place_of(row) == self._session.index

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if self.natural else Qt.ItemFlag.NoItemFlags
        return _FIXED | Qt.ItemFlag.ItemIsDragEnabled if self.natural else _FIXED

    # ----------------------------------------------------------------------------------- data

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == KEY_ROLE:
            return self.key_of(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self.text(row, column)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row) if column == NUMBER else self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if self.columns[column].role in ("number", "plies") else None
        if role == Qt.ItemDataRole.FontRole and self.is_current(row):
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        place = self.place_of(row)
        if not 0 <= place < len(self._session.document):
            return ""
        if column == NUMBER:
            return str(place + 1)
        return self._cells.of(place, self.natural)[column]

    def _spoken(self, row: int) -> str:
        cells = [self.text(row, column) for column in range(1, len(self.columns))]
        words = [str(self.place_of(row) + 1), *(cell for cell in cells if cell)]
        if self.is_current(row):
            words.append(tr(message("shown now")))
        return ", ".join(words)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(self.columns[section].title)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    # ---------------------------------------------------------------------- filter and order

    def set_filter(self, text: str) -> None:
        """List the records that have every word of a text in a header; "" lists all."""
        words = words_of(text)
        if words != self._words:
            self._words = words
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; by number: the order of the file."""
        sorting = (max(column, NUMBER), order == Qt.SortOrder.DescendingOrder)
        if sorting != self._sorting:
            self._sorting = sorting
            self._order = None
            self._arrange()

    def stop(self) -> None:
        """Cancel the current computation."""
        self._runner.stop()

    def _arrange(self) -> None:
        """Compute the rows again; the current ones stay until the first new ones arrive."""
        self._runner.stop()
        self._batch = array("q")
        self._searched = 0
        if not self._words and self._sorting == (NUMBER, False):
            self._replace(None)
        else:
            self._fresh = True
            self._runner.start(self._arranging())
        self.counted.emit()

    def _arranging(self) -> Iterator[JobStep[array[int]]]:
        """The job that computes the rows. Filtered records arrive as found; sorted ones at the end."""
        column, descending = self._sorting
        if (column, descending) == (NUMBER, False):
            yield from self._finding()
            return
        chosen = bytearray(self._count)
        if self._words:
            for step in found(self._texts, self._words):
                for place in step.result or ():
                    if place < len(chosen):
                        chosen[place] = 1
                yield JobStep(step.done, step.total)
        else:
            chosen = bytearray(b"\1") * self._count
        if self._order is None:
            if column == NUMBER:
                self._order = array("q", range(self._count - 1, -1, -1))
            else:
                for step in ordered(self._session.document, self.columns[column].key, descending):
                    yield JobStep(step.done, step.total)
                    self._order = step.result
        order = self._order or array("q")
        chosen.extend(b"\0" * (len(order) - len(chosen)))
        yield from kept(order, chosen)

    def _finding(self) -> Iterator[JobStep[array[int]]]:
        for step in found(self._texts, self._words, self._searched):
            if step.result is not None:
                self._searched = step.done
            yield step

    def _took(self, places: array[int]) -> None:
        self._batch.extend(places)

    def _pour_some(self) -> None:
        """Add the rows found so far, a few times a second only, since the view repaints each time."""
        if self._fresh or self._poured.hasExpired(_PAINT):
            self._pour()

    def _pour(self) -> None:
        if not self._batch:
            return
        self._poured.start()
        batch, self._batch = self._batch, array("q")
        if self._fresh or self._rows is None:
            self._replace(batch)
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(batch) - 1)
        self._rows.extend(batch)
        self.endInsertRows()
        self.counted.emit()

    def _arranged(self) -> None:
        self._pour()
        if self._fresh:
            self._replace(array("q"))
        self.counted.emit()

    def _replace(self, rows: array[int] | None) -> None:
        self._fresh = False
        self.beginResetModel()
        self._rows = rows
        self._count = len(self._session.document)
        self._current = self._session.index
        self.endResetModel()
        self.rearranged.emit()
        self.counted.emit()

    # -------------------------------------------------------------------------------- changes

    def _listed(self, change: Change) -> None:
        if change.grown:
            self._grow()
            return
        self._forget()
        if self._rows is None:
            self._replace(None)
        else:
            known = len(self._session.document)
            self._replace(array("q", (place for place in self._rows if place < known)))
        if self._words or self._sorting != (NUMBER, False):
            self._arrange()

    def _grow(self) -> None:
        count = len(self._session.document)
        if self._rows is None:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()
        else:
            self._count = count
            # A sorted list is sorted again when all are found; a filter goes on.
            if self._sorting == (NUMBER, False) and not self._runner.running:
                self._runner.start(self._finding())
        self.counted.emit()

    def _found_all(self) -> None:
        if self._sorting != (NUMBER, False):
            self._order = None
            self._arrange()

    def _changed(self, change: Change) -> None:
        keys = {key for key, one in change.touched if one.facet == "headers"}
        if not keys:
            return
        self._forget()
        if self._rows is None and not self._runner.running:
            for key in keys:
                row = self.row_of(self._session.document.index_of(key))
                self._row_other(row)
        else:
            self._arrange()

    def _forget(self) -> None:
        self._cells.clear()
        self._order = None
        columns = columns_of(self._session)
        if columns != self.columns:  # saved in another format since
            self.beginResetModel()
            self.columns = columns
            self._cells = GameCells(self._session.document, columns)
            self._sorting = (NUMBER, False)
            self.endResetModel()
        self._texts = self._make_texts()

    def _current_other(self) -> None:
        before, self._current = self._current, self._session.index
        for place in {before, self._current}:
            self._row_other(self.row_of(place))

    def _row_other(self, row: int) -> None:
        if 0 <= row < self.rowCount():
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.columns) - 1))

    # ------------------------------------------------------------------------------- dragging

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [_MEDIA_TYPE]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        rows = sorted({index.row() for index in indexes})
        data.setData(_MEDIA_TYPE, str(self.place_of(rows[0])).encode())
        return data

    def drop_target(self, data: QMimeData, row: int) -> tuple[int, int] | None:
        """The meaning of a drop between rows: (index of the moved record, its new index)."""
        if not self.natural or not data.hasFormat(_MEDIA_TYPE):
            return None
        place = int(bytes(data.data(_MEDIA_TYPE).data()))
        to = self.rowCount() if row < 0 else row
        return place, to - 1 if place < to else to
