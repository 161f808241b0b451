"""The games that were found, by player, event, year, opening, game or result; the cross table of an event."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QTableView,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Number, counted, in_context, message
from viewer.games import GAMES
from viewer.library.ask.grouping import EVERYONE, KINDS, CrossTable, Group, cells, half_points
from viewer.library.searches import results_in
from viewer.library.several import Groups, groups_in
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.models import NOWHERE, Index
from viewer.ui.pages.rows import plain_table
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, plain_button
from viewer.ui.toolkit.plain import Label, literal

_COLUMNS = (
    PlainColumn(in_context("of games found", "Group"), 260, main=True),
    PlainColumn(message("Games"), 80, number=True),
    PlainColumn(in_context("number of games", "Won"), 64, number=True),
    PlainColumn(in_context("number of games", "Drawn"), 64, number=True),
    PlainColumn(in_context("number of games", "Lost"), 64, number=True),
    PlainColumn(in_context("points out of games", "Score"), 72, number=True),
    PlainColumn(message("Rating"), 72, number=True),
    PlainColumn(message("Years"), 96, number=True),
)
_BEFORE = 3  # place, name, rating
_HEIGHT = 28
_NAME = 1  # the column of the players, whose texts begin at its left
_ALONE = "—"  # of a player against himself; a cross is a loss in Japan


class GroupsDialog(QDialog):
    """The groups of the current search; not modal.

    Signals:
        narrowed: the games of a group are wanted: (conditions).
        tableAsked: the cross table of an event is wanted: (conditions, name).

    Attributes:
        search: that of the tab.
        by: what the games are grouped by.
        apart: whether a name with a team before it is another player's; offered where there are such.
        model, list: the groups.
        narrow, table: the buttons.
    """

    narrowed = Signal(object)
    tableAsked = Signal(object, str)

    def __init__(self, search: LibrarySearch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = search
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Groups of the games found")))
        self._groups: dict[str, Group] = {}
        self.by = QComboBox()
        for key, words in KINDS.items():
            self.by.addItem(_capital(tr(words)), key)
        self.by.currentIndexChanged.connect(self.ask)
        self.apart = QCheckBox(tr(message("Names with a team apart")))
        self.apart.setVisible(False)
        self.apart.toggled.connect(self.ask)
        self.model = PlainRows(_COLUMNS, self)
        self.list = PlainList(self.model, _COLUMNS)
        self.list.setAccessibleName(tr(message("Groups")))
        self.list.opened.connect(lambda _: self._narrow())
        self.list.left.connect(self.close)
        self._said = Label(look="muted")
        self.narrow = plain_button(message("Show these games"), self._narrow)
        self.table = plain_button(message("Cross table"), self._show_table)
        close = plain_button(message("Close"), self.close)
        column = dialog_column(self)
        top = QHBoxLayout()
        label = Label(tr(message("Group by")))
        label.setBuddy(self.by)
        top.addWidget(label)
        top.addWidget(self.by)
        top.addWidget(self.apart)
        top.addStretch(1)
        top.addWidget(self._said)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(button_row(self.narrow, self.table, end=close))
        self.resize(940, 560)  # names have room beside German headings
        self.list.selectionModel().currentRowChanged.connect(self._show_buttons)
        search.answered.connect(self.ask)
        self.ask()
        self._show_buttons()

    def ask(self) -> None:
        """Group the games that the search finds now."""
        hits = self.search.hits
        if hits is None:
            return
        by = str(self.by.currentData())
        query = replace(hits.query, apart=hits.query.apart or self.apart.isChecked())
        self._said.setText(tr(message("Counting…")))
        self.search.ask(
            "groups",
            lambda libraries: groups_in(libraries.libraries, query, by),
            lambda found: self._show(by, found),
            lambda reason: self._said.setText(tr(reason)),
        )

    def _show(self, by: str, found: Groups) -> None:
        if by != self.by.currentData():
            return
        self._groups = {group.key: group for group in found.groups}
        joined = any(group.also for group in found.groups)
        self.apart.setVisible(by == "player" and (joined or self.apart.isChecked()))
        self.model.show([_row(by, group, self.search.game) for group in found.groups])
        self.list.show_order(1, True)
        self._said.setText(
            tr(
                message(
                    "{groups} of {games}",
                    groups=counted("{count} group", "{count} groups", found.total),
                    games=counted("{count} game", "{count} games", found.games),
                )
            )
        )
        self.list.choose_row(0)
        self._show_buttons()

    @property
    def said(self) -> str:
        """How many groups there are, in words."""
        return self._said.text()

    def _current(self) -> Group | None:
        key = self.model.key_of(self.list.currentIndex().row())
        return self._groups.get(str(key)) if key else None

    def _show_buttons(self, *_: object) -> None:
        self.narrow.setEnabled(self._current() is not None)
        self.table.setEnabled(self._current() is not None)
        self.table.setVisible(self.by.currentData() == "event")

    def _narrow(self) -> None:
        group = self._current()
        if group is not None:
            found = _conditions_of(str(self.by.currentData()), group)
            if "player" in found and self.apart.isChecked():
                found["apart"] = True
            self.narrowed.emit(found)

    def _show_table(self) -> None:
        group = self._current()
        if group is not None:
            self.tableAsked.emit(_conditions_of("event", group), group.value)

    def done(self, result: int) -> None:
        self.search.drop("groups")
        super().done(result)


def _conditions_of(by: str, group: Group) -> dict[str, Value]:
    """The conditions that the games of a group fulfil, as of `viewer.library.searches`."""
    if by in ("player", "event"):
        return {by: f"={group.value}"}
    if by == "year":
        return {"date_from": group.value, "date_to": group.value}
    if by == "opening":
        return {"opening": group.key}
    return {by: group.key}


def _row(by: str, group: Group, game: str) -> Row:
    value = tr(group.name)
    if by == "result" and group.key:
        value = _capital(tr(results_in(game)[group.key]))
    elif by == "game" and group.key in GAMES:
        value = tr(GAMES[group.key].name)
    years = "" if group.last_year is None else f"{group.first_year}–{group.last_year}"
    if group.first_year == group.last_year and group.last_year is not None:
        years = str(group.last_year)
    score = group.score
    texts = (
        value,
        _number(group.games),
        _number(group.won),
        _number(group.drawn),
        _number(group.lost),
        "" if score is None else tr(message("{percent} %", percent=Number(score * 100, 1))),
        "" if group.rating is None else str(group.rating),
        years,
    )
    order = (value, group.games, group.won, group.drawn, group.lost, score, group.rating)
    return Row(group.key, texts, (*order, group.last_year))


def _number(count: int) -> str:
    return tr(message("{number}", number=Number(count)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class TableModel(QAbstractTableModel):
    """The cells of a cross table."""

    def __init__(self, table: CrossTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self._cells = [cells(table, at) for at in range(len(table.players))]
        count = len(self._cells[0]) if self._cells else 0
        second = message("S-B") if table.kind == EVERYONE else message("Buchholz")
        self._titles = (
            *("", tr(message("Player")), tr(message("Rating"))),
            *map(str, range(1, count + 1)),
            *(tr(message("Points")), tr(second)),
        )

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._cells)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._titles)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        one = self._table.players[row]
        inside = column - _BEFORE
        if column == 0:
            return str(one.rank)
        if column == 1:
            return one.name
        if column == 2:
            return "" if one.rating is None else str(one.rating)
        if inside < len(self._cells[row]):
            alone = self._table.kind == EVERYONE and inside == row
            return _ALONE if alone else self._cells[row][inside]
        if inside == len(self._cells[row]):
            return half_points(one.points)
        second = one.second / (4 if self._table.kind == EVERYONE else 2)
        return tr(message("{number}", number=Number.of(second)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() != _NAME:
            return Qt.AlignmentFlag.AlignCenter
        if role == Qt.ItemDataRole.FontRole and index.column() in (1, len(self._titles) - 2):
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == _NAME else Qt.AlignmentFlag.AlignHCenter
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class CrossTableDialog(QDialog):
    """A cross table; not modal.

    Signals:
        narrowed: the games of a player in it are wanted: (name).

    Attributes:
        model, view: the table.
    """

    narrowed = Signal(str)

    def __init__(self, name: str, table: CrossTable, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table = table
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        title = tr(message("Cross table: {event}", event=name))
        self.setWindowTitle(literal(title))
        self.model = TableModel(table, self)
        self.view = QTableView()
        self.view.setObjectName("crosstable")
        plain_table(self.view, _HEIGHT)
        self.view.setModel(self.model)
        self.view.setAccessibleName(title)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setAlternatingRowColors(False)
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(26)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.activated.connect(lambda _: self._narrow())
        words = message(
            "{players}, {games}",
            players=counted("{count} player", "{count} players", len(table.players)),
            games=counted("{count} game", "{count} games", table.games),
        )
        if table.rounds:
            rounds = counted("{count} round", "{count} rounds", table.rounds)
            words = message("{what}, {rounds}", what=words, rounds=rounds)
        column = dialog_column(self)
        column.addWidget(Label(tr(words), look="muted"))
        column.addWidget(self.view, 1)
        narrow = plain_button(message("Show the player's games"), self._narrow)
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(narrow, end=close))
        self.resize(900, 560)
        if table.players:
            self.view.selectRow(0)

    def _narrow(self) -> None:
        row = self.view.currentIndex().row()
        if 0 <= row < len(self._table.players):
            self.narrowed.emit(self._table.players[row].name)
