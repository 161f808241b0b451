"""The decks of mistakes: what is due of each, what came of it, and what may be done with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtWidgets import QDialog, QWidget

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import NOTHING, Message, Number, message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_at
from viewer.document.training.decks import Deck, Listed
from viewer.document.training.outcomes import Outcome, result_words
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, plain_button
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.plain import Label

SHEET, PAGE = "sheet", "problems"
LOOKING_UP = message("Looking up what is due…")
_COLUMNS = (
    PlainColumn(message("Deck"), 220, main=True),
    PlainColumn(message("Problems"), 90, number=True),
    PlainColumn(message("Due today"), 90, number=True),
    PlainColumn(message("New problems"), 110, number=True),
    PlainColumn(message("Right at once"), 110, number=True),
    PlainColumn(message("Days of training"), 120, number=True),
    PlainColumn(message("Last day"), 110),
)


class DeckRow(NamedTuple):
    """The problems of one game in a deck, and what came of them.

    Attributes:
        deck: the deck.
        game: its id, "" for a deck without problems.
        problems: those.
        outcome: of these.
    """

    deck: Deck
    game: str
    problems: Sequence[Listed]
    outcome: Outcome


class DecksDialog(QDialog):
    """The decks with what is due of them; not modal.

    Signals:
        solving: of a DeckRow what is due is to be solved; exporting: it is to be exported, in a kind.
        growing: a Deck is to be brought up to date. wanting: a new one is to be made.
        bounding: the bound of that of a DeckRow is to be changed; deleting: it is to be deleted.
        tabulating: what came of all (a list of DeckRow) is to be written.

    Attributes:
        chosen: the name of the selected deck.
        model, list: the decks. rows: what is known of them.
        solve, update_deck, bound, delete: the buttons of the selected one.
    """

    solving = Signal(object)
    growing = Signal(object)
    wanting = Signal()
    exporting = Signal(object, str)
    tabulating = Signal(object)
    bounding = Signal(object)
    deleting = Signal(object)

    def __init__(
        self, reading: Callable[[], Iterator[JobStep[list[DeckRow]]]], parent: QWidget | None = None
    ) -> None:
        """`reading`: the job that reads all decks, for a thread."""
        super().__init__(parent)
        self._reading = reading
        self.rows: list[DeckRow] = []
        self.chosen = ""
        self._news, self._news_of = NOTHING, ""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("Decks of mistakes")))
        self.model = PlainRows(_COLUMNS, self)
        self.list = PlainList(self.model, _COLUMNS)
        self.list.setAccessibleName(tr(message("Decks of mistakes")))
        self.list.left.connect(self.close)
        self.list.opened.connect(self._solve)
        self._said = Label(look="muted", wraps=True)
        column = dialog_column(self)
        column.addWidget(self.list, 1)
        column.addWidget(self._said)
        self.solve = plain_button(message("Solve what is due"), self._solve)
        self.update_deck = plain_button(message("Look for new mistakes"), self._update)
        self.bound = plain_button(message("Bound…"), lambda: self.bounding.emit(self.row))
        self.delete = plain_button(message("Delete…"), lambda: self.deleting.emit(self.row))
        self._of_deck = [self.update_deck, self.bound, self.delete]
        self._of_cards = [
            self.solve,
            plain_button(message("Problem sheet…"), lambda: self._export(SHEET)),
            plain_button(message("Page…"), lambda: self._export(PAGE)),
        ]
        self._results = plain_button(message("Results…"), lambda: self.tabulating.emit(self.rows))
        self.new = plain_button(message("New deck…"), self.wanting.emit)
        close = plain_button(message("Close"), self.close)
        column.addLayout(button_row(self.solve, self.update_deck, *self._of_cards[1:]))
        row = (self.new, self.bound, self.delete, self._results)
        column.addLayout(button_row(*row, end=close))
        self.resize(1040, 440)
        self.list.selectionModel().currentRowChanged.connect(self._turn)
        self._reader = JobRunner(self, (OSError,))
        self._reader.result.connect(self._show)
        self._reader.failed.connect(self._fail)
        self.read()

    def read(self, news: Message = NOTHING) -> None:
        """Read the decks, now and after one was changed; `news`: what came of that."""
        self._news, self._news_of = news, self.chosen
        self._said.setText(tr(LOOKING_UP))
        self._reader.start(in_thread(self._reading()))

    def _show(self, rows: list[DeckRow]) -> None:
        self.rows = rows
        self.model.show([_row(number, one) for number, one in enumerate(rows)])
        self.list.show_order(0, False)
        names = [row.deck.name for row in rows]
        self.list.choose_row(names.index(self.chosen) if self.chosen in names else 0)
        self._turn()

    def _fail(self, error: Exception) -> None:
        """Say why there are no decks: their folder can't be read."""
        self._show([])
        self.say(error_at(str(getattr(error, "filename", "") or ""), error))

    @property
    def reading(self) -> bool:
        """Whether the decks are being read."""
        return self._reader.running

    @property
    def row(self) -> DeckRow | None:
        """The selected deck, None if there is none."""
        number = self.model.key_of(self.list.currentIndex().row())
        return self.rows[number] if isinstance(number, int) and number < len(self.rows) else None

    @property
    def said(self) -> str:
        """What is said of the selected deck."""
        return self._said.text()

    def _turn(self, *_: object) -> None:
        row = self.row
        for button in self._of_deck:
            button.setEnabled(row is not None)
        for button in self._of_cards:
            button.setEnabled(row is not None and bool(row.problems))
        self._results.setEnabled(bool(self.rows))
        if row is None:
            self._said.setText(
                tr(
                    message(
                        "A deck asks for better moves where your analysed games lost much, day by day."
                        " New deck… makes one of a file, its folder or a library."
                    )
                )
            )
            return
        self.chosen = row.deck.name
        said = [row.deck.problem] if row.deck.problem else result_words(row.outcome)
        if self._news.template and row.deck.name == self._news_of:
            said.insert(0, self._news)
        self._said.setText(" ".join(map(tr, said)))

    # ----------------------------------------------------------------------------- what is done

    def say(self, words: Message) -> None:
        """Say something below the list."""
        self._said.setText(tr(words))

    def _solve(self, *_: object) -> None:
        if self.row is not None:
            self.solving.emit(self.row)

    def _update(self) -> None:
        if self.row is not None:
            self.growing.emit(self.row.deck)

    def _export(self, kind: str) -> None:
        if self.row is not None and self.row.problems:
            self.exporting.emit(self.row, kind)


def _row(number: int, one: DeckRow) -> Row:
    said = one.outcome
    due, new, _ = said.asked
    share = "" if said.right_share is None else f"{round(100 * said.right_share)} %"
    last = said.days[-1].day if said.days else None
    day = ""
    if last is not None:
        date = QDate(last.year, last.month, last.day)
        day = QLocale().toString(date, QLocale.FormatType.ShortFormat)
    counts = (said.problems, due, new)
    return Row(
        number,
        (
            said.name,
            *(tr(message("{n}", n=Number(n))) for n in counts),
            share,
            str(len(said.days)),
            day,
        ),
        (said.name, *counts, said.right_share, len(said.days), None if last is None else str(last)),
    )
