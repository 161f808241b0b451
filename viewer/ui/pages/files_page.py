"""The files page: the records' files of a folder, to filter, sort and open."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, counted, message, readable
from viewer.formats.headers import cell_words
from viewer.games import GAMES, game_of
from viewer.ui.models import Index
from viewer.ui.models.list_model import ListModel
from viewer.ui.models.rows_model import KEY_ROLE, ROLES, Column
from viewer.ui.models.thumbnails import FileAt, Wanted
from viewer.ui.pages.board_rows import BOARD_WIDTH, BoardsView
from viewer.ui.pages.list_page import ListDelegate, ListPage
from viewer.ui.session.kept_tabs import path_to_keep
from viewer.ui.session.open_folder import OpenFolder
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import Label

_TITLES = {
    **dict(ROLES),
    "file": message("File"),
    "folder": message("Folder"),
    "game": message("Game"),
    "games": message("Games"),
}
_AGAIN = 1000  # ms between two times that a list is filtered or sorted again while files are read
_WIDEST = 3  # times the usual width of the names of files
_SOON = 80  # ms that a row must stay chosen to be opened: a key that is held passes over rows


def columns_of(folder: OpenFolder) -> tuple[Column, ...]:
    """The columns for a folder's files: those in which any has something to show."""
    games = folder.files.games
    columns = [Column("file", _TITLES["file"], "file")]
    for role in folder.files.columns():
        title = _TITLES[role]
        if role.startswith("side") and len(games) == 1:
            title = GAMES[next(iter(games))].load().sides[int(role[-1])].name
        columns.append(Column(role, title, role))
    return tuple(columns)


class FilesModel(ListModel):
    """The files of a folder: in natural order, filtered, or sorted."""

    def __init__(
        self, session: RecordSession, folder: OpenFolder, parent: QObject | None = None
    ) -> None:
        self._folder = folder
        self._again = QElapsedTimer()
        self._modified = session.document.modified
        super().__init__(session, folder.files, columns_of(folder), parent)
        folder.listed.connect(self.list_anew)
        folder.filled.connect(self._filled)
        folder.ended.connect(self._all_read)
        session.reloaded.connect(self._show_current)
        session.changed.connect(self._show_edited)
        session.moved.connect(self._show_edited)  # sent after saving too

    @property
    def current_place(self) -> int:
        path, files = path_to_keep(self._session.document), self._folder.files
        return files.index(path) if path in files else -1

    def key_of(self, row: int) -> str | None:
        """The path of the file of a row, None if there is no such row."""
        place = self.place_of(row)
        return self._folder.files[place].path if 0 <= place < len(self._folder.files) else None

    def cell(self, place: int, column: int) -> str:
        file, role = self._folder.files[place], self.columns[column].role
        if role == "file":
            return readable(file.name) + ("  •" if self._edited(file.path) else "")
        summary = file.summary
        if summary is not None and summary.problem is not None:
            return tr(summary.problem) if column == 1 else ""
        if role == "folder":
            return readable(file.folder)
        if summary is None:
            return ""
        game = game_of(summary.game) if summary.game in GAMES else None
        return tr(cell_words(role, self._folder.files.value(summary, role), game))

    def spanning(self, row: int) -> bool:
        place = self.place_of(row)
        summary = self._folder.files[place].summary if place >= 0 else None
        return summary is not None and summary.problem is not None

    def position_of(self, row: int) -> Wanted | None:
        """The last position of the first record of a file.

        None until it is known to be readable, and while the session conceals how games end.
        """
        place = self.place_of(row)
        if self._session.concealing or not 0 <= place < len(self._folder.files):
            return None
        file = self._folder.files[place]
        if file.summary is None or file.summary.problem is not None:
            return None
        return Wanted(FileAt(file.path, self._folder.files.stamp_of(file.path)))

    def can_open(self, row: int) -> bool:
        """Whether there is a row whose file isn't known to be unreadable."""
        return self.key_of(row) is not None and not self.spanning(row)

    def _edited(self, path: str) -> bool:
        documents = (self._session.document, *self._folder.documents)
        return any(one.modified and path_to_keep(one) == path for one in documents)

    # -------------------------------------------------------------------------------- changes

    def _show_current(self) -> None:
        self._modified = self._session.document.modified
        self.show_current()

    def _show_edited(self) -> None:
        if self._modified != self._session.document.modified:
            self._show_current()

    def _filled(self) -> None:
        """Summaries were read: show them; filter and sort again from time to time."""
        self.forget()
        self._show_all()
        if not self.natural and (not self._again.isValid() or self._again.hasExpired(_AGAIN)):
            self._again.start()
            self.arrange()

    def _all_read(self) -> None:
        self.forget()
        if not self.natural:
            self.arrange()

    def _show_all(self) -> None:
        if self.rowCount():
            last = self.index(self.rowCount() - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def forget(self) -> None:
        self.take_columns(columns_of(self._folder))
        super().forget()


class FilesDelegate(ListDelegate):
    """Paints small boards before the names of files, and texts."""

    def __init__(self, view: FilesView, model: FilesModel) -> None:
        super().__init__(view, model)
        self._files_view = view

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        if index.column() == 0 and self._files_view.thumbnails is not None:
            self._files_view.paint_board(painter, QRectF(option.rect), index.row())
            option = QStyleOptionViewItem(option)
            option.rect = option.rect.adjusted(BOARD_WIDTH - 4, 0, 0, 0)
        super().paint(painter, option, index)


class FilesView(BoardsView):
    """The view of the files, which are opened by a click, or by going to them with the arrow keys."""

    def __init__(self, model: FilesModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._files = model
        self.setItemDelegate(FilesDelegate(self, model))
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(lambda: self.opened.emit(self.currentIndex().data(KEY_ROLE)))
        self.clicked.connect(lambda index: self.opened.emit(index.data(KEY_ROLE)))

    def wanted(self, row: int) -> Wanted | None:
        return self._files.position_of(row)

    def usual_width(self, index: int) -> int:
        usual = super().usual_width
        if index:
            return usual(index)
        wide = usual(0) + (BOARD_WIDTH if self.thumbnails is not None else 0)
        left = self.viewport().width() - sum(map(usual, range(1, len(self._model.columns))))
        return min(max(wide, left), _WIDEST * wide)  # names of files have the room that is left

    def keyPressEvent(self, event: QKeyEvent) -> None:
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() != before and not event.modifiers():
            self._soon.start()


class FilesPage(ListPage):
    """The files of the folder that is open in a session's tab.

    Signals:
        fileAsked: the user opened a file: (path).
    """

    fileAsked = Signal(str)

    def __init__(
        self, session: RecordSession, folder: OpenFolder, parent: QWidget | None = None
    ) -> None:
        self._folder = folder
        self.model = FilesModel(session, folder)
        self.view = FilesView(self.model)
        sought = message("Find files, players, events, dates…")
        super().__init__(self.model, self.view, sought, parent)
        self.model.setParent(self)
        self.filter.setAccessibleName(tr(message("Find files")))
        self.setAccessibleName(tr(message("Files")))
        self.view.setAccessibleName(tr(message("Files of the folder")))
        self.view.opened.connect(self._open)
        session.reloaded.connect(self.follow)
        folder.listed.connect(self._tell_rest)
        folder.filled.connect(self._tell_rest)
        folder.closed.connect(self._close)
        self.tell_count()
        self._tell_rest()

    def _close(self) -> None:
        self.view.show_boards(False)

    def _open(self, path: str | None) -> None:
        if path is not None:
            self.fileAsked.emit(path)

    def neighbour_path(self, step: int) -> str | None:
        """The path of the file listed after (-1: before) the current one, passing over unreadable ones.

        None if there is none. Where the current one isn't listed, the search starts at the first row.
        """
        row = self.model.current_row
        row = row + step if row >= 0 else 0
        while 0 <= row < self.model.rowCount() and not self.model.can_open(row):
            row += step
        return self.model.key_of(row)

    def total_words(self, total: int) -> Message:
        return counted("{count} file", "{count} files", total)

    def _tell_rest(self) -> None:
        """Say in the count's tooltip what isn't listed, or can't be read."""
        files, lines = self._folder.files, []
        if files.broken:
            words = counted("{count} can't be read.", "{count} can't be read.", files.broken)
            lines.append(tr(words))
        if files.left_out:
            words = counted(
                "{count} other file is no game record and isn't listed.",
                "{count} other files are no game records and aren't listed.",
                files.left_out,
            )
            lines.append(tr(words))
        if self._folder.cut:
            lines.append(tr(message("There are more files than can be listed.")))
        for path, why in self._folder.problems.items():
            words = message("{folder} can't be read: {why}.", folder=readable(path), why=why)
            lines.append(tr(words))
        self.set_count_tip("\n".join(lines))


class FilesPanel(QWidget):
    """The page of a session's folder; words in its place if the session has none.

    Attributes:
        page: the page, None without a folder.
        view: what takes the focus.
    """

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        folder = session.folder
        self.page = None if folder is None else FilesPage(session, folder)
        words = Label(tr(message("This file wasn't opened with its folder.")), look="muted")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(True)
        self.view: QWidget = words if self.page is None else self.page.view
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page or words)
