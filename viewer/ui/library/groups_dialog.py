"""The games that were found, by player, event, year, opening, game or result."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Number, counted, in_context, message
from viewer.games import GAMES
from viewer.library.ask.grouping import KINDS, Group
from viewer.library.searches import RESULTS
from viewer.library.several import Groups, groups_in
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, plain_button
from viewer.ui.toolkit.plain import Label

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


class GroupsDialog(QDialog):
    """The groups of the current search; not modal.

    Signals:
        narrowed: the games of a group are wanted: (conditions).
        tableAsked: the cross table of an event is wanted: (conditions, name).

    Attributes:
        search: that of the tab.
        by: what the games are grouped by.
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
        top.addStretch(1)
        top.addWidget(self._said)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(button_row(self.narrow, self.table, end=close))
        self.resize(820, 560)
        self.list.selectionModel().currentRowChanged.connect(self._show_buttons)
        search.answered.connect(self.ask)
        self.ask()
        self._show_buttons()

    def ask(self) -> None:
        """Group the games that the search finds now."""
        hits = self.search.hits
        if hits is None:
            return
        query, by = hits.query, str(self.by.currentData())
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
        self.model.show([_row(by, group) for group in found.groups])
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
            self.narrowed.emit(conditions_of(str(self.by.currentData()), group))

    def _show_table(self) -> None:
        group = self._current()
        if group is not None:
            self.tableAsked.emit(conditions_of("event", group), group.value)

    def done(self, result: int) -> None:
        self.search.drop("groups")
        super().done(result)


def conditions_of(by: str, group: Group) -> dict[str, Value]:
    """The conditions that the games of a group fulfil, as of `viewer.library.searches`."""
    if by in ("player", "event"):
        return {by: f"={group.value}"}
    if by == "year":
        return {"date_from": group.value, "date_to": group.value}
    if by == "opening":
        return {"opening": group.key}
    return {by: group.key}


def _row(by: str, group: Group) -> Row:
    value = group.value or tr(message("not known"))
    if by == "result" and group.key:
        value = _capital(tr(RESULTS[group.key]))
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
