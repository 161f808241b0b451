"""Games that are in the libraries more than once: side by side, compared, merged into one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QHeaderView,
    QListView,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, counted, message, readable
from viewer.base.system_errors import error_words
from viewer.document.comparing.comparison import Comparison, comparing
from viewer.document.filed.merging import MergeGroup
from viewer.document.placed import MissingRecord, OpenFiles, Place
from viewer.formats.headers import cell_words
from viewer.formats.memory import MemoryCollection
from viewer.games import GAMES, game_of
from viewer.library.ask.duplicates import KINDS, MOVES, Duplicate
from viewer.library.ask.searching import Hit
from viewer.library.several import duplicates_in
from viewer.ui.library.hits_view import place_of
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.models import NOWHERE, Index
from viewer.ui.models.differences import DifferenceModel
from viewer.ui.pages.rows import plain_table
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, list_beside, plain_button
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label, set_tip

_COLUMNS = (
    PlainColumn(message("Players"), 220, main=True),
    PlainColumn(message("Alike"), 190),
    PlainColumn(message("Games"), 60, number=True),
)
_FACTS: tuple[tuple[str, Message], ...] = (
    ("", message("File")),
    ("player0", message("First player")),
    ("player1", message("Second player")),
    ("event", message("Event")),
    ("date", message("Date")),
    ("result", message("Result")),
    ("opening", message("Opening")),
    ("plies", message("Plies")),
)
_HEIGHT = 26


class SideBySide(QAbstractTableModel):
    """The records of a group beside each other: a column for each, the one that is kept first.

    Attributes:
        hits: in the order of the columns.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []

    def show(self, hits: Sequence[Hit]) -> None:
        """Show other records."""
        self.beginResetModel()
        self.hits = list(hits)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(_FACTS)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self.hits)

    def text(self, row: int, column: int) -> str:
        """What a record says."""
        hit, key = self.hits[column], _FACTS[row][0]
        if key:
            value = hit.values[key]
            if isinstance(value, str):
                return tr(cell_words(key, value, game_of(hit.game) if hit.game in GAMES else None))
            return "" if value is None else str(value)
        name = readable(os.path.basename(hit.path))
        return tr(message("{file}, game {number}", file=name, number=Number(hit.number + 1)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.FontRole and index.column():
            same = self.text(index.row(), index.column()) == self.text(index.row(), 0)
            font = QFont()
            if not same and index.row():
                font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return tr(_FACTS[section][1])
        return tr(message("Kept")) if section == 0 else tr(message("Merged into it"))


class DuplicatesDialog(QDialog):
    """The duplicates in the libraries of a tab; not modal.

    Signals:
        merging: groups are to be merged: (list of MergeGroup, whether others are removed, whether headers
            that differ are noted in a comment).
        opening: a record is to be opened: (Hit).

    Attributes:
        model, list: the groups. side_by_side: the records of the selected one. differences: of two of them.
        remove, remember: the choices. merge, merge_all, keep, showing: the buttons.
    """

    merging = Signal(object, bool, bool)
    opening = Signal(object)

    def __init__(self, search: LibrarySearch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = search
        self._groups: list[Duplicate] = []
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Duplicate games")))
        self._runner = JobRunner(self, (MissingRecord, OSError))
        self._runner.result.connect(self._show_differences)
        self._runner.failed.connect(self._failed)
        self.model = PlainRows(_COLUMNS, self)
        self.list = PlainList(self.model, _COLUMNS)
        self.list.setAccessibleName(tr(message("Groups of games that are alike")))
        self.list.left.connect(self.close)
        self.side_by_side = SideBySide(self)
        self.table = QTableView()
        self.differences = DifferenceModel(self)
        self._build()
        self.list.selectionModel().currentRowChanged.connect(self._turn)
        self.ask()

    def _build(self) -> None:
        column = dialog_column(self)
        self._said = Label(
            tr(message("Looking for games that are alike…")), look="muted", wraps=True
        )
        column.addWidget(self._said)
        column.addWidget(list_beside(self.list, self._details(), 440, 560), 1)
        self.remove = QCheckBox(tr(message("Remove the games that are merged into another")))
        self.remember = QCheckBox(tr(message("Tell other headers in a comment at the beginning")))
        self.remember.setChecked(True)
        for box in (self.remove, self.remember):
            column.addWidget(box)
        self.merge = plain_button(message("Merge these games"), self._merge)
        self.merge_all = plain_button(message("Merge all groups"), self._merge_all)
        tip = message("All but those of other players or another year, which are different games.")
        set_tip(self.merge_all, tr(tip))
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(self.merge, self.merge_all, end=close))
        self.resize(1040, 640)
        self._show_buttons()

    def _details(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 0, 0, 0)
        column.setSpacing(8)
        table = self.table
        table.setModel(self.side_by_side)
        plain_table(table, _HEIGHT)
        table.verticalHeader().show()
        table.verticalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        table.setWordWrap(False)
        table.setTextElideMode(Qt.TextElideMode.ElideMiddle)  # names of files differ at their ends
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.horizontalHeader().setDefaultSectionSize(200)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectColumns)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setAccessibleName(tr(message("These games side by side")))
        table.selectionModel().currentColumnChanged.connect(lambda *_: self._compare())
        table.setFixedHeight((len(_FACTS) + 1) * _HEIGHT + 22)
        column.addWidget(table)
        self.keep = plain_button(message("Keep this one"), self._keep)
        self.showing = plain_button(message("Open"), self._open)
        column.addLayout(button_row(self.keep, self.showing))
        self._told = Label(look="muted", wraps=True)
        column.addWidget(self._told)
        shown = QListView()
        shown.setModel(self.differences)
        shown.setWordWrap(True)
        shown.setAccessibleName(tr(message("Differences")))
        shown.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        column.addWidget(shown, 1)
        return side

    # ------------------------------------------------------------------------------ the groups

    def ask(self) -> None:
        """Look for duplicates, now and after files were merged."""
        self.search.ask(
            "duplicates",
            lambda asked: duplicates_in(asked.libraries, begun=asked.begun),
            self._show,
            lambda reason: self._said.setText(tr(reason)),
        )

    def wait(self) -> None:
        """Show no groups while games are merged: those that were shown are no more."""
        self._show([])
        self._said.setText(tr(message("Merging games…")))

    def _show(self, groups: list[Duplicate]) -> None:
        self._groups = groups
        self.model.show([_row(number, group) for number, group in enumerate(groups)])
        games = sum(len(group.hits) for group in groups)
        words = message(
            "{groups} of {games}",
            groups=counted("{count} group", "{count} groups", len(groups)),
            games=counted("{count} game", "{count} games", games),
        )
        if not groups:
            words = message("No game is there more than once.")
        self._said.setText(tr(words))
        self.list.choose_row(0)
        self._turn()

    @property
    def said(self) -> str:
        """How many groups there are, in words."""
        return self._said.text()

    @property
    def told(self) -> str:
        """What is compared, in words."""
        return self._told.text()

    def _current(self) -> Duplicate | None:
        number = self.model.key_of(self.list.currentIndex().row())
        return self._groups[number] if isinstance(number, int) else None

    def _turn(self, *_: object) -> None:
        group = self._current()
        self.side_by_side.show([] if group is None else group.hits)
        if group is not None:
            self.table.selectColumn(1)
        self._compare()

    def _keep(self) -> None:
        """Let another record be the one that is kept."""
        at = self.table.currentIndex().column()
        hits = list(self.side_by_side.hits)
        if 0 < at < len(hits):
            hits.insert(0, hits.pop(at))
            self.side_by_side.show(hits)
            self.table.selectColumn(1)
            self._compare()

    def _open(self) -> None:
        at = max(self.table.currentIndex().column(), 0)
        if at < len(self.side_by_side.hits):
            self.opening.emit(self.side_by_side.hits[at])

    def _show_buttons(self) -> None:
        at = self.table.currentIndex().column()
        self.keep.setEnabled(at > 0)
        self.showing.setEnabled(bool(self.side_by_side.hits))
        self.merge.setEnabled(len(self.side_by_side.hits) > 1)
        self.merge_all.setEnabled(any(group.kind != MOVES for group in self._groups))

    # ----------------------------------------------------------------------------- comparing

    def _compare(self) -> None:
        self._show_buttons()
        self._runner.stop()
        at, hits = self.table.currentIndex().column(), self.side_by_side.hits
        if not 0 < at < len(hits):
            self._told.setText("")
            return
        self._told.setText(tr(message("Comparing…")))
        self._runner.start(in_thread(_comparing(place_of(hits[0]), place_of(hits[at]))))

    def run_now(self) -> None:
        """Compare synchronously."""
        self._runner.run_now()

    def _show_differences(self, comparison: Comparison) -> None:
        self.differences.show(comparison)
        count = len(self.differences.rows)
        words = counted(
            "The selected game differs from the one that is kept in one place:",
            "The selected game differs from the one that is kept in {count} places:",
            count,
        )
        self._told.setText(tr(words if count else message("Both games are the same.")))

    def _failed(self, error: Exception) -> None:
        self._told.setText(tr(error_words(error)))

    # ------------------------------------------------------------------------------- merging

    def _merge(self) -> None:
        places = [place_of(hit) for hit in self.side_by_side.hits]
        self._ask_to_merge([MergeGroup(places[0], tuple(places[1:]))])

    def _merge_all(self) -> None:
        found = []
        for group in self._groups:
            if group.kind != MOVES:
                places = [place_of(hit) for hit in group.hits]
                found.append(MergeGroup(places[0], tuple(places[1:])))
        self._ask_to_merge(found)

    def _ask_to_merge(self, groups: list[MergeGroup]) -> None:
        self.merging.emit(groups, self.remove.isChecked(), self.remember.isChecked())

    def done(self, result: int) -> None:
        self._runner.stop()
        self.search.drop("duplicates")
        super().done(result)


def _comparing(mine: Place, theirs: Place) -> Iterator[JobStep[Comparison]]:
    """The job that compares the records of two places."""
    with OpenFiles() as open_files:
        sides = [
            MemoryCollection(
                open_files.collection(place.path).format,
                [open_files.record(place)],
                source=open_files.collection(place.path).source,
            )
            for place in (mine, theirs)
        ]
        yield from comparing(*sides)


def _row(number: int, group: Duplicate) -> Row:
    first = group.hits[0].values
    players = " – ".join(str(first[key]) for key in ("player0", "player1") if first[key])
    name = players or str(first["title"] or readable(os.path.basename(group.hits[0].path)))
    kind = tr(KINDS[group.kind])
    count = tr(message("{number}", number=Number(len(group.hits))))
    return Row(number, (name, kind, count), (name, list(KINDS).index(group.kind), len(group.hits)))
