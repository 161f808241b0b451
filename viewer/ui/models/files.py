"""The files of a folder as a list."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject

from viewer.base.catalogs import tr
from viewer.base.messages import message
from viewer.formats.header_text import cell_words
from viewer.games import GAMES, game_of
from viewer.ui.models.game_columns import ROLES, Column
from viewer.ui.models.list_model import ListModel
from viewer.ui.models.thumbnails import FileAt, Wanted
from viewer.ui.session.kept_tabs import path_to_keep
from viewer.ui.session.open_folder import OpenFolder
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.titles import shown_name

_TITLES = {
    **dict(ROLES),
    "file": message("File"),
    "folder": message("Folder"),
    "game": message("Game"),
    "games": message("Games"),
}
_AGAIN = 1000  # ms between two times that a list is filtered or sorted again while files are read


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
            return shown_name(file.name) + ("  •" if self._edited(file.path) else "")
        summary = file.summary
        if summary is not None and summary.problem is not None:
            return tr(summary.problem) if column == 1 else ""
        if role == "folder":
            return shown_name(file.folder)
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
