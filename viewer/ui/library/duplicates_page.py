"""The duplicates of the selected hit: a page beside it."""

from __future__ import annotations

import os
from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, Number, message
from viewer.library.ask.duplicates import KINDS, Duplicate
from viewer.library.ask.searching import Hit
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
    """The records of the selected game that are in its library beside it.

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
        self._library = 0
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

        def question(libraries: LibrarySet) -> tuple[int, Duplicate | None]:
            groups = libraries.libraries[at].duplicates_of(record).groups
            return record, groups[0] if groups else None

        def answered(answer: tuple[int, Duplicate | None]) -> None:
            now = self._search.current
            if now is not None and now.hit.record == answer[0]:
                self._library = at
                self._show(answer[1], answer[0])

        self._search.ask("twins", question, answered)

    def _show(self, group: Duplicate | None, record: int = -1) -> None:
        hits = [] if group is None else [hit for hit in group.hits if hit.record != record]
        self.model.show([_row(hit) for hit in hits])
        if hits:
            self.list.choose_row(0)
        words = message("The game isn't there a second time.")
        if group is not None:
            words = message("{kind}", kind=KINDS[group.kind])
        self._said.setText(tr(words) if record >= 0 else "")
        title = message("Duplicates")
        if hits:
            title = message("Duplicates {count}", count=Number(len(hits)))
        self._title(title)

    @property
    def said(self) -> str:
        """How the records are alike."""
        return self._said.text()

    def _open(self, hit: object) -> None:
        if isinstance(hit, Hit):
            self.opening.emit(PlacedHit(self._library, hit))


def _row(hit: Hit) -> Row:
    players = " – ".join(str(hit.values[key]) for key in ("player0", "player1") if hit.values[key])
    name = shown_name(os.path.basename(hit.path))
    date, plies = str(hit.values["date"] or ""), int(hit.values["plies"] or 0)
    texts = (players or name, date, tr(message("{number}", number=Number(plies))), name)
    return Row(hit, texts, (players, date, plies, name))
