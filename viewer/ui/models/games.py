"""The records of a file as a list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt

from viewer.document.edits.ops import Change
from viewer.ui.models import Index
from viewer.ui.models.game_cells import GameCells
from viewer.ui.models.game_columns import NUMBER, columns_of
from viewer.ui.models.list_model import ListModel
from viewer.ui.session.record_session import RecordSession

_MEDIA_TYPE = "application/x-qipu-place"


class GamesModel(ListModel):
    """The records of a session's document: in the order of the file, filtered, or sorted."""

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        self._cells = GameCells(session.document, columns_of(session))
        super().__init__(session, session.document, columns_of(session), parent)
        session.listed.connect(self._list_changed)
        session.changed.connect(self._changed)
        session.reloaded.connect(self.show_current)
        session.finder.ended.connect(self.order_anew)

    # ------------------------------------------------------------------------ what is listed

    @property
    def current_place(self) -> int:
        return self._session.index

    def key_of(self, row: int) -> int | None:
        """The key of the record of a row, None if there is no such row."""
        place = self.place_of(row)
        keys = self._session.document.keys()
        return keys[place] if 0 <= place < len(keys) else None

    def cell(self, place: int, column: int) -> str:
        if column == NUMBER:
            return str(place + 1)
        return self._cells.of(place, self.natural)[column]

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled if self.natural else Qt.ItemFlag.NoItemFlags
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if self.natural else flags

    # -------------------------------------------------------------------------------- changes

    def _list_changed(self, change: Change) -> None:
        if change.grown:
            self.list_more()
        else:
            self.list_anew()

    def _changed(self, change: Change) -> None:
        keys = {key for key, one in change.touched if one.facet == "headers"}
        if not keys:
            return
        self.forget()
        if self.natural and not self.busy:
            for key in keys:
                self.show_row(self.row_of(self._session.document.index_of(key)))
        else:
            self.arrange()

    def forget(self) -> None:
        columns, document = columns_of(self._session), self._session.document
        self._cells = GameCells(document, columns)
        self.take_columns(columns, document)
        super().forget()

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
