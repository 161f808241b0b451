"""The duplicates of the selected hit: a page beside it."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, message
from viewer.library.ask.duplicates import KINDS
from viewer.library.several import Twins, duplicates_of
from viewer.library.together import LibrarySet, PlacedHit
from viewer.ui.library.library_search import LibrarySearch
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.session.titles import shown_name
from viewer.ui.toolkit.plain import Label

_COLUMNS = (
    PlainColumn(message("Players"), 150, main=True),
    PlainColumn(message("Date"), 84),
    PlainColumn(message("Plies"), 56, number=True),
    PlainColumn(message("File"), 110),
)


class DuplicatesPage(QWidget):
    """The records of the selected game that are in the libraries beside it.

    Signals:
        opening: one of them is to be opened: (PlacedHit).

    Attributes:
        model, list: the records.
    """

    opening = Signal(object)

    def __init__(
        self,
        search: LibrarySearch,
        title: Callable[[Message], object],
        parent: QWidget | None = None,
    ) -> None:
        """`title` is called with what the page's tab says."""
        super().__init__(parent)
        self._search, self._title = search, title
        self._said = Label(look="muted", wraps=True)
        self._said.setContentsMargins(18, 8, 18, 0)
        self.model = PlainRows(_COLUMNS, self)
        self.list = PlainList(self.model, _COLUMNS)
        self.list.setAccessibleName(tr(message("The same game elsewhere")))
        self.list.opened.connect(self._open)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._said)
        column.addWidget(self.list, 1)
        search.turned.connect(self._ask)
        self._ask()

    def _ask(self) -> None:
        found = self._search.current
        self._show(None)
        if found is None:
            return
        at, record = found.library, found.hit.record

        def question(libraries: LibrarySet) -> Twins:
            return duplicates_of(libraries.libraries, at, record)

        def answered(twins: Twins) -> None:
            now = self._search.current
            if now is not None and (now.library, now.hit.record) == (at, record):
                self._show(twins)

        self._search.ask("twins", question, answered)

    def _show(self, twins: Twins | None) -> None:
        hits = [] if twins is None else twins.hits
        self.model.show([_row(placed) for placed in hits])
        if hits:
            self.list.choose_row(0)
        words = message("The game isn't there a second time.")
        if twins is not None and hits:
            words = message("{kind}", kind=KINDS[twins.kind])
        self._said.setText("" if twins is None else tr(words))
        title = message("Duplicates")
        if hits:
            title = message("Duplicates {count}", count=Number(len(hits)))
        self._title(title)

    @property
    def said(self) -> str:
        """How the records are alike."""
        return self._said.text()

    def _open(self, placed: object) -> None:
        if isinstance(placed, PlacedHit):
            self.opening.emit(placed)


def _row(placed: PlacedHit) -> Row:
    hit = placed.hit
    players = " – ".join(str(hit.values[key]) for key in ("player0", "player1") if hit.values[key])
    name = shown_name(os.path.basename(hit.path))
    date, plies = str(hit.values["date"] or ""), int(hit.values["plies"] or 0)
    texts = (players or name, date, tr(message("{number}", number=Number(plies))), name)
    return Row(placed, texts, (players, date, plies, name))
