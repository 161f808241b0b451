"""The games page: the records of a file, to filter, sort, open and reorder."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QMimeData, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.document.document import Document
from viewer.document.edits import Change
from viewer.formats import FORMATS
from viewer.formats.headers import cell_words
from viewer.games import game_of
from viewer.ui.models import Index
from viewer.ui.models.list_model import ListModel
from viewer.ui.models.rows_model import NUMBER, Column, columns_of
from viewer.ui.pages.list_page import ListPage, ListView
from viewer.ui.session.record_session import RecordSession

_TOLD_BY_FEW = ("handicap", "komi")  # roles of headers
_LONG = 2_000  # records, from which on they aren't all looked at
_KEPT = 2_000  # records whose texts are kept
_BLOCK = 32  # records whose texts are made at once
_MEDIA_TYPE = "application/x-qipu-place"
_KEYS = QKeySequence.StandardKey


def _columns_of(session: RecordSession) -> tuple[Column, ...]:
    """The columns of a session's document, without those that few records fill where none does."""
    return tuple(one for one in columns_of(session) if not _silent(session.document, one))


def _silent(document: Document, column: Column) -> bool:
    """Whether no record of a file fills a column that few do; of a long file it isn't known."""
    if column.role not in _TOLD_BY_FEW or len(document) > _LONG:
        return False
    try:
        return not any(document.values(column.key, 0, len(document)))
    except OSError:
        return False


class GameCells:
    """The texts of a document's records, a cell for each column."""

    def __init__(self, document: Document, columns: Sequence[Column]) -> None:
        self._document, self._columns = document, columns
        games = FORMATS[document.format].games
        self._game = game_of(games[0]) if len(games) == 1 else None  # else records may differ
        self._known: dict[int, tuple[str, ...]] = {}

    def clear(self) -> None:
        """Forget all texts: headers changed."""
        self._known.clear()

    def of(self, index: int, in_order: bool) -> tuple[str, ...]:
        """The texts of the record at an index; with `in_order` its neighbours will be asked for too."""
        cells = self._known.get(index)
        if cells is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            if in_order:
                self._make_block(index)
            cells = self._known.get(index)
        if cells is None:
            cells = self._known[index] = self._make(index)
        return cells

    def _make_block(self, index: int) -> None:
        """Make the texts of the records around an index column by column: few reads for many rows.

        Makes none if some of them can't be read; then each is read by itself.
        """
        start = index - index % _BLOCK
        stop = min(start + _BLOCK, len(self._document))
        columns = []
        try:
            for each in self._columns:
                empty = [""] * (stop - start)
                values = self._document.values(each.key, start, stop) if each.key else empty
                columns.append([self._text(each.role, value) for value in values])
        except OSError:
            return
        self._known.update(enumerate(zip(*columns, strict=True), start))

    def _make(self, index: int) -> tuple[str, ...]:
        try:
            headers = self._document.headers(index)
        except OSError:
            gone = tr(message("can't be read any more"))
            return tuple(gone if column == 1 else "" for column in range(len(self._columns)))
        values = {header.key: header.value for header in reversed(headers)}
        return tuple(self._text(each.role, values.get(each.key, "")) for each in self._columns)

    def _text(self, role: str, value: str) -> str:
        return tr(cell_words(role, value, self._game))


class GamesModel(ListModel):
    """The records of a session's document: in the order of the file, filtered, or sorted."""

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        self._cells = GameCells(session.document, _columns_of(session))
        super().__init__(session, session.document, _columns_of(session), parent)
        session.listed.connect(self._list_changed)
        session.changed.connect(self._changed)
        session.reloaded.connect(self.show_current)
        session.indexer.ended.connect(self._found_all)

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

    def _found_all(self) -> None:
        if _columns_of(self._session) != self.columns:  # a later record fills one more
            self.forget()
        self.order_anew()

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
        columns, document = _columns_of(self._session), self._session.document
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


class GamesView(ListView):
    """The view of the games, which can be deleted, copied and dragged.

    Signals:
        removeAsked: the user deletes the selected records.
        copyAsked, cutAsked, pasteAsked: the user copies or cuts the selected records, or pastes after them.
        dragged: the user dragged a record: (its index, the new one).
    """

    removeAsked = Signal()
    copyAsked = Signal()
    cutAsked = Signal()
    pasteAsked = Signal()
    dragged = Signal(int, int)

    def __init__(self, model: GamesModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._games = model
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDragDropOverwriteMode(False)

    def keys_chosen(self) -> list[int]:
        """Keys of the selected records, in the order of the list."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [key for row in rows if (key := self._games.key_of(row)) is not None]

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and any(event.matches(key) for key in (_KEYS.Copy, _KEYS.Cut, _KEYS.Paste))
        ):
            event.accept()  # here they mean games, not the moves of the one that is shown
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(_KEYS.Copy):
            self.copyAsked.emit()
        elif event.matches(_KEYS.Cut):
            self.cutAsked.emit()
        elif event.matches(_KEYS.Paste):
            self.pasteAsked.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removeAsked.emit()
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = index.row()
        if index.isValid() and event.position().y() > self.visualRect(index).center().y():
            row += 1
        target = self._games.drop_target(event.mimeData(), row)
        event.accept()
        if target is not None and target[0] != target[1]:
            self.dragged.emit(*target)


class GamesPage(ListPage):
    """The records of a session's document."""

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        self.model = GamesModel(session)
        self.view = GamesView(self.model)
        sought = message("Find players, events, dates, openings…")
        super().__init__(self.model, self.view, sought, parent)
        self._session = session
        self.model.setParent(self)
        self.filter.setAccessibleName(tr(message("Find games")))
        self.setAccessibleName(tr(message("Games")))
        self.view.setAccessibleName(tr(message("Games of the file")))
        self.view.opened.connect(self._open)
        session.reloaded.connect(self.follow)
        self.tell_count()

    def _open(self, key: int | None) -> None:
        if key is not None:
            self._session.show(key)

    def neighbour_key(self, step: int) -> int | None:
        """The key of the record listed after (-1: before) the current one.

        None if there is none; the first one listed if the current one isn't.
        """
        row = self.model.current_row
        return self.model.key_of(0 if row < 0 else row + step)

    def total_words(self, total: int) -> Message:
        return counted("{count} game", "{count} games", total)
