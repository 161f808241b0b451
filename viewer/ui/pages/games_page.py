"""The games page: the records of a file, to filter, sort, open and reorder."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message
from viewer.ui.models.games import GamesModel
from viewer.ui.pages.list_page import ListPage, ListView
from viewer.ui.session.record_session import RecordSession

_KEYS = QKeySequence.StandardKey


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
    """The records of a session's document.

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
        self.view.removeAsked.connect(self.removeAsked)
        self.view.copyAsked.connect(self.copyAsked)
        self.view.cutAsked.connect(self.cutAsked)
        self.view.pasteAsked.connect(self.pasteAsked)
        self.view.dragged.connect(self.dragged)
        session.reloaded.connect(self.follow)
        self.tell_count()

    def _open(self, key: int | None) -> None:
        if key is not None:
            self._session.show(key)

    def key_beside(self, step: int) -> int | None:
        """The key of the record listed after (-1: before) the current one.

        None if there is none; the first one listed if the current one isn't.
        """
        row = self.model.current_row
        return self.model.key_of(0 if row < 0 else row + step)

    def total_words(self, total: int) -> Message:
        return counted("{count} game", "{count} games", total)
