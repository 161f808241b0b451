"""Columns of a list, and rows with texts in them: games, files of a folder, hits."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QFont

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.headers import HeaderField
from viewer.ui.models import NOWHERE, Index
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.plain import tip

NUMBER = 0
"""The column of a record's place in the file."""
ROLES: tuple[tuple[str, Message], ...] = (
    ("side0", message("First player")),
    ("side1", message("Second player")),
    ("result", message("Result")),
    ("date", message("Date")),
    ("event", message("Event")),
    ("round", message("Round")),
    ("opening-code", message("Code")),
    ("opening", message("Opening")),
    ("title", message("Title")),
    ("plies", message("Plies")),
    ("handicap", message("Handicap stones")),
    ("komi", message("Komi")),
)
_FIRST = 20  # records that are looked at
RIGHT = ("number", "plies", "games")
"""Roles whose cells are aligned to the right."""

TELLING = ("result", "plies")
"""Roles that tell how a game goes on: hidden while the next moves are."""
HIDDEN = "?"
"""What stands for a value that is hidden."""


class Column(NamedTuple):
    """A column: its role, heading, and the key of its header ("" for the number)."""

    role: str
    title: Message
    key: str


def columns_of(session: RecordSession) -> tuple[Column, ...]:
    """The columns for a document, from the fields of its format; players are named after their sides.

    The title comes first if it is what tells the first records apart: libraries of studies name no players.
    """
    found = FORMATS[session.document.format].load().fields_of(session.record.game)
    # Of several with one role the first.
    fields = {field.role or field.kind: field for field in found[::-1]}
    columns = [Column("number", message("No."), "")]
    roles = list(ROLES)
    if _named_by_titles(session.document, fields):
        roles.sort(key=lambda one: one[0] != "title")
    for role, title in roles:
        if role in fields:
            if role.startswith("side"):
                title = session.game.sides[int(role[-1])].name
            columns.append(Column(role, title, fields[role].key))
    return tuple(columns)


def _named_by_titles(document: Document, fields: Mapping[str, HeaderField]) -> bool:
    """Whether more of the first records have a title than players."""
    if "title" not in fields:
        return False

    def count(role: str) -> int:
        if role not in fields:
            return 0
        return sum(map(bool, document.values(fields[role].key, 0, min(_FIRST, len(document)))))

    try:
        return count("title") > max(count("side0"), count("side1"))
    except OSError:
        return False


KEY_ROLE = Qt.ItemDataRole.UserRole
_FIXED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
_TO_THE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RowsModel(QAbstractTableModel):
    """Rows with columns of texts, as `viewer.ui.pages.list_page.ListView` shows them.

    The first column stands for the list's own order.

    Attributes:
        columns: the columns.

    Signals:
        columned: the columns are others now: (the one that is sorted by, whether descending).
        resorted: the model itself chose by which column it is sorted: (that one, whether descending).
    """

    columned = Signal(int, bool)
    resorted = Signal(int, bool)

    def __init__(self, columns: tuple[Column, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = columns

    def text(self, row: int, column: int) -> str:
        """The text of a cell, "" if there is no such row."""
        raise NotImplementedError

    def key_of(self, row: int) -> object:
        """What identifies the thing of a row, None if there is no such row."""
        raise NotImplementedError

    def spoken_name(self, row: int) -> str:
        """The first words that a screen reader says of a row."""
        return self.text(row, NUMBER)

    def spanning(self, row: int) -> bool:
        """Whether the text of column 1 fills the rest of a row: it says why there is nothing else."""
        return False

    def is_current(self, row: int) -> bool:
        """Whether a row is that of what is shown now."""
        return False

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _FIXED if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == KEY_ROLE:
            return self.key_of(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            named = self.spoken_name(row) if column == NUMBER else ""  # there a picture may stand
            return tip(self.text(row, column) or named) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row) if column == NUMBER else self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _TO_THE_RIGHT if self.columns[column].role in RIGHT else None
        if role == Qt.ItemDataRole.FontRole and self.is_current(row):
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def _spoken(self, row: int) -> str:
        cells = [self.text(row, column) for column in range(1, len(self.columns))]
        words = [self.spoken_name(row), *(cell for cell in cells if cell)]
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
