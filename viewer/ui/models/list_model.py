"""A table of any size with its columns, filtered and sorted in the background: games, files of a folder."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from PySide6.QtCore import QElapsedTimer, QModelIndex, QObject, Qt, Signal

from viewer.base.jobs import JobStep
from viewer.document.arranging import HeaderTexts, Listed, found, kept, ordered, words_of
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.rows_model import (
    HIDDEN,
    NUMBER,
    TELLING,
    Column,
    RowsModel,
)
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.jobs import JobRunner

_UNSEARCHED = ("plies", "games")
"""Roles that a filter doesn't look at."""
_PAINT = 120  # ms between two additions of rows


class ListModel(RowsModel):
    """A list in its own order, filtered, or sorted by a column.

    A filtered or sorted list costs 8 bytes a row, an unfiltered one nothing. The first column stands for
    the list's own order. While the session conceals what follows, nothing tells how games end: neither
    cells nor the filter nor an order.

    Attributes:
        columns: the columns; the key of each is what the list's values are asked for by.

    Signals:
        counted: the number of rows or of listed things changed.
        rearranged: rows changed; views restore their selection.
    """

    counted = Signal()
    rearranged = Signal()

    def __init__(
        self,
        session: RecordSession,
        listed: Listed,
        columns: tuple[Column, ...],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(columns, parent)
        self._session, self._listed = session, listed
        self._concealed = session.concealing
        session.chosen.connect(self._chosen)
        self._count = len(listed)
        self._rows: array[int] | None = None  # places by row; None: each row is its place
        self._words: tuple[str, ...] = ()
        self._sorting = (NUMBER, False)
        self._order: array[int] | None = None  # of all places, as they are sorted now
        self._texts = self._make_texts()
        self._searched = 0  # places that the filter has looked at
        self._batch: array[int] = array("q")
        self._poured = QElapsedTimer()
        self._fresh = False  # what comes next replaces the rows
        self._current = self.current_place
        self._runner = JobRunner(self)
        self._runner.result.connect(self._took)
        self._runner.progress.connect(self._pour_some)
        self._runner.finished.connect(self._arranged)

    def _make_texts(self) -> HeaderTexts:
        unsearched = (*_UNSEARCHED, *(TELLING if self._concealed else ()))
        keys = [each.key for each in self.columns if each.key and each.role not in unsearched]
        return HeaderTexts(self._listed, keys)

    # ------------------------------------------------------------------------ what is listed

    @property
    def current_place(self) -> int:
        """The place of what is shown now, -1 if it isn't listed."""
        raise NotImplementedError

    def cell(self, place: int, column: int) -> str:
        """The text of a cell."""
        raise NotImplementedError

    def name_of(self, place: int) -> str:
        """The first words that a screen reader says of a row."""
        return self.cell(place, NUMBER)

    # ------------------------------------------------------------------------------ structure

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if parent.isValid():
            return 0
        return self._count if self._rows is None else len(self._rows)

    @property
    def total(self) -> int:
        """The number of things in the list, filtered out or not."""
        return self._count

    @property
    def natural(self) -> bool:
        """Whether all are listed, in the list's own order."""
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
        """The place in the list of a row, -1 if there is no such row."""
        if not 0 <= row < self.rowCount():
            return -1
        return row if self._rows is None else self._rows[row]

    def row_of(self, place: int) -> int:
        """The row of a place, -1 if it has none."""
        if self._rows is None:
            return place if 0 <= place < self._count else -1
        try:
            return self._rows.index(place)
        except ValueError:
            return -1

    @property
    def current_row(self) -> int:
        """The row of what is shown now, -1 if it has none."""
        return self.row_of(self.current_place)

    def is_current(self, row: int) -> bool:
        return 0 <= self.place_of(row) == self.current_place

    def text(self, row: int, column: int) -> str:
        place = self.place_of(row)
        if not 0 <= place < len(self._listed):
            return ""
        if self._hidden(column):
            return HIDDEN
        return self.cell(place, column)

    def _hidden(self, column: int) -> bool:
        return self._session.concealing and self.columns[column].role in TELLING

    def _chosen(self) -> None:
        if self._concealed != self._session.concealing:
            self._concealed = self._session.concealing
            self.forget()
            if self._hidden(self._sorting[0]):
                self._sorting = (NUMBER, False)
                self.resorted.emit(*self._sorting)
                self.arrange()
            elif self._words:
                self.arrange()
            if self.rowCount():
                last = self.index(self.rowCount() - 1, self.columnCount() - 1)
                self.dataChanged.emit(self.index(0, 0), last)

    def spoken_name(self, row: int) -> str:
        return self.name_of(self.place_of(row))

    # ---------------------------------------------------------------------- filter and order

    def set_filter(self, text: str) -> None:
        """List the rows that have every word of a text in a column; "" lists all."""
        words = words_of(text)
        if words != self._words:
            self._words = words
            self.arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the first one: the list's own order. A column that is hidden stays unsorted."""
        if self._hidden(column):
            self.resorted.emit(*self._sorting)
            return
        sorting = (max(column, NUMBER), order == Qt.SortOrder.DescendingOrder)
        if sorting != self._sorting:
            self._sorting = sorting
            self._order = None
            self.arrange()

    def stop(self) -> None:
        """Cancel the current computation."""
        self._runner.stop()

    def arrange(self) -> None:
        """Compute the rows again; the current ones stay until the first new ones arrive."""
        self._runner.stop()
        self._batch = array("q")
        self._searched = 0
        if not self._words and self._sorting == (NUMBER, False):
            self.replace_rows(None)
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
                for step in ordered(self._listed, self.columns[column].key, descending):
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
            self.replace_rows(batch)
            return
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(batch) - 1)
        self._rows.extend(batch)
        self.endInsertRows()
        self.counted.emit()

    def _arranged(self) -> None:
        self._pour()
        if self._fresh:
            self.replace_rows(array("q"))
        self.counted.emit()

    def replace_rows(self, rows: array[int] | None) -> None:
        """Show other rows: places in the list, None for all of it as it is now."""
        self._fresh = False
        self.beginResetModel()
        self._rows = rows
        self._count = len(self._listed)
        self._current = self.current_place
        self.endResetModel()
        self.rearranged.emit()
        self.counted.emit()

    # -------------------------------------------------------------------------------- changes

    def list_anew(self) -> None:
        """Things came, went or moved: list them, and compute the rows again."""
        self.forget()
        if self._rows is None:
            self.replace_rows(None)
        else:
            known = len(self._listed)
            self.replace_rows(array("q", (place for place in self._rows if place < known)))
        if self._words or self._sorting != (NUMBER, False):
            self.arrange()

    def list_more(self) -> None:
        """Things were added at the end: a filter goes on with them; an order is left until `order_anew`."""
        count = len(self._listed)
        if self._rows is None:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()
        else:
            self._count = count
            if self._sorting == (NUMBER, False) and not self._runner.running:
                self._runner.start(self._finding())
        self.counted.emit()

    def order_anew(self) -> None:
        """All is known now: sort it again if it is sorted."""
        if self._sorting != (NUMBER, False):
            self._order = None
            self.arrange()

    def take_columns(self, columns: tuple[Column, ...], listed: Listed | None = None) -> None:
        """Show other columns, and what is in another list if one is given; the order stays if it can."""
        if columns == self.columns and listed in (None, self._listed):
            return
        sorted_by, descending = self.columns[self._sorting[0]].role, self._sorting[1]
        self.beginResetModel()
        self.columns = columns
        if listed is not None and listed is not self._listed:
            self._listed, self._count, self._rows = listed, len(listed), None
        roles = [column.role for column in columns]
        column = roles.index(sorted_by) if sorted_by in roles else NUMBER
        self._sorting = column, descending and sorted_by in roles
        self.endResetModel()
        self.columned.emit(*self._sorting)

    def forget(self) -> None:
        """Drop what was kept of the list's values: they changed."""
        self._order = None
        self._texts = self._make_texts()

    def show_current(self) -> None:
        """Update the rows of what was and what is shown now."""
        before, self._current = self._current, self.current_place
        for place in {before, self._current}:
            self.show_row(self.row_of(place))

    def show_row(self, row: int) -> None:
        """Update a row, if there is such a row."""
        if 0 <= row < self.rowCount():
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.columns) - 1))
