"""Names of players that are spelt in several ways: one is chosen for all."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, counted, message
from viewer.library.ask.names import NamedRecords, Spelling, Spellings
from viewer.library.query import Query
from viewer.library.several import places_of_names, spellings_in
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, list_beside, plain_button
from viewer.ui.toolkit.layouts import ScrollingArea
from viewer.ui.toolkit.plain import Label, literal

_COLUMNS = (
    PlainColumn(message("Name"), 200, main=True),
    PlainColumn(message("Spellings"), 96, number=True),
    PlainColumn(message("Games"), 84, number=True),
)


class NamesDialog(QDialog):
    """The names in the libraries of a tab that may be spellings of one; not modal.

    Signals:
        unifying: names are to be replaced: (new name by old one, where they are: list of NamedRecords).

    Attributes:
        search: that of the tab.
        model, list: the names. boxes: the spellings of the selected one, by name. name: the chosen spelling.
        unify: the button.
    """

    unifying = Signal(object, object)

    def __init__(self, search: LibrarySearch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = search
        self._clusters: list[list[Spelling]] = []
        self._places: list[NamedRecords] = []
        self.boxes: dict[str, QCheckBox] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Unify spellings of names")))
        self.model = PlainRows(_COLUMNS, self)
        self.list = PlainList(self.model, _COLUMNS)
        self.list.setAccessibleName(tr(message("Names")))
        self.list.left.connect(self.close)
        column = dialog_column(self)
        self._said = Label(tr(message("Looking for names…")), look="muted", wraps=True)
        column.addWidget(self._said)
        column.addWidget(list_beside(self.list, self._details(), 420, 400), 1)
        self.unify = plain_button(message("Use this name for all of them"), self._unify)
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(self.unify, end=close))
        self.resize(860, 540)
        self.list.selectionModel().currentRowChanged.connect(self._turn)
        self.ask()

    def _details(self) -> QWidget:
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(12, 0, 0, 0)
        column.setSpacing(8)
        spellings = tr(message("Spellings that mean this person"))
        column.addWidget(Label(spellings, look="muted"))
        area = ScrollingArea(spellings)
        area.setObjectName("content")
        self._spellings = QWidget()
        self._spellings.setObjectName("content")
        self._column = QVBoxLayout(self._spellings)
        self._column.setContentsMargins(0, 0, 8, 0)
        area.setWidget(self._spellings)
        column.addWidget(area, 1)
        label = Label(tr(message("Name to use")), look="muted")
        column.addWidget(label)
        self.name = QComboBox()
        self.name.setEditable(True)
        label.setBuddy(self.name)
        self.name.editTextChanged.connect(self._count)
        column.addWidget(self.name)
        self._told = Label(look="muted", wraps=True)
        column.addWidget(self._told)
        return side

    # -------------------------------------------------------------------------------- the names

    def ask(self) -> None:
        """Look for names, now and after files were written."""
        self.search.ask(
            "names",
            lambda libraries: spellings_in(libraries.libraries, Query()),
            self._show,
            lambda reason: self._said.setText(tr(reason)),
        )

    def _show(self, found: Spellings) -> None:
        self._clusters = found.clusters
        self.model.show([_row(number, group) for number, group in enumerate(found.clusters)])
        self.list.show_order(2, True)
        words = counted(
            "{count} name is spelt in several ways",
            "{count} names are spelt in several ways",
            len(found.clusters),
        )
        if not found.clusters:
            words = message("No name is spelt in several ways")
        self._said.setText(tr(message("{some}, of {all}.", some=words, all=Number(found.names))))
        self.list.choose_row(0)
        self._turn()

    @property
    def said(self) -> str:
        """How many names there are, in words."""
        return self._said.text()

    @property
    def told(self) -> str:
        """What would change, in words."""
        return self._told.text()

    def _turn(self, *_: object) -> None:
        number = self.model.key_of(self.list.currentIndex().row())
        group = self._clusters[number] if isinstance(number, int) else []
        for box in self.boxes.values():
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        while self._column.count():
            self._column.takeAt(0)
        self.boxes = {}
        self.name.blockSignals(True)
        self.name.clear()
        for one in group:
            box = self.boxes[one.name] = QCheckBox(literal(_words(one)))
            box.setChecked(True)
            box.toggled.connect(self._count)
            self._column.addWidget(box)
            self.name.addItem(one.name)
        self._column.addStretch(1)
        self.name.blockSignals(False)
        self._count()

    @property
    def names(self) -> Mapping[str, str]:
        """The new name by each old one."""
        new = self.name.currentText().strip()
        chosen = [name for name, box in self.boxes.items() if box.isChecked()]
        return {name: new for name in chosen if new and name != new}

    def _count(self, *_: object) -> None:
        """Find out how much would change."""
        names = list(self.names)
        self._places = []
        self.search.drop("places")
        self.unify.setEnabled(False)
        if not names:
            self._told.setText(tr(message("No name changes.")) if self.boxes else "")
            return
        self._told.setText(tr(message("Counting…")))
        self.search.ask(
            "places",
            lambda libraries: places_of_names(libraries.libraries, names),
            self._show_places,
            lambda reason: self._told.setText(tr(reason)),
        )

    def _show_places(self, places: list[NamedRecords]) -> None:
        self._places = places
        self._told.setText(tr(words_of(places)))
        self.unify.setEnabled(bool(places))

    def _unify(self) -> None:
        self.unifying.emit(dict(self.names), list(self._places))

    def done(self, result: int) -> None:
        self.search.drop("names", "places")
        super().done(result)


def words_of(places: list[NamedRecords]) -> Message:
    """How many records in how many files change, in words."""
    records = sum(len(place.numbers) for place in places)
    return message(
        "Changes {games} in {files}.",
        games=counted("{count} game", "{count} games", records),
        files=counted("{count} file", "{count} files", len(places)),
    )


def _words(one: Spelling) -> str:
    games = counted("{count} game", "{count} games", one.records)
    if one.last_year is None:
        return tr(message("{name}: {games}", name=one.name, games=games))
    years = f"{one.first_year}–{one.last_year}"
    if one.first_year == one.last_year:
        years = str(one.last_year)
    return tr(message("{name}: {games}, {years}", name=one.name, games=games, years=years))


def _row(number: int, group: list[Spelling]) -> Row:
    games = sum(one.records for one in group)
    counts = [tr(message("{number}", number=Number(count))) for count in (len(group), games)]
    return Row(number, (group[0].name, *counts), (group[0].name, len(group), games))
