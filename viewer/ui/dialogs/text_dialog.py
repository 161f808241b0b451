"""A text before it goes into a record: what was understood of it, beside the board, and where it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep
from viewer.base.messages import Message, Number, counted, in_context, message
from viewer.base.named import NamedTuple
from viewer.document.clip.pasting import branch_in
from viewer.document.clip.told import TextGames
from viewer.document.document import new_document
from viewer.formats import FORMATS
from viewer.formats.prose.article import Stretch
from viewer.games import GAMES
from viewer.games.game import Game
from viewer.ui.board.preview_board import PreviewBoard
from viewer.ui.dialogs.told_text import SHOWN, ToldText
from viewer.ui.notation.sheet import NotationSheet
from viewer.ui.session.desk_looks import DeskLooks
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.dialog_parts import button_row, dialog_column, list_beside, plain_button
from viewer.ui.toolkit.jobs import JobRunner
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.style import fitting

HERE, NEW, INSTEAD = "here", "new", "instead"
"""Where a text goes: behind the current move, into a game of its own, in place of the current game."""
_TIPS = {
    HERE: message("After the current move; headers stay out"),
    NEW: message("As a game of its own"),
    INSTEAD: message("The current game is replaced"),
}
_USUAL = QSize(1020, 680)
_LEAST_BOARD, _LEAST_NOTATION = QSize(220, 120), QSize(220, 60)
_NARROW = 640  # pixels of width below which the board stands below the text
_UNNAMED = "–"

Read = Callable[[Sequence[str], bool], Iterator[JobStep[TextGames]]]


class Taken(NamedTuple):
    """What of a text goes where.

    Attributes:
        found: the text.
        number: the game that is shown.
        place: HERE, NEW or INSTEAD.
        words: whether words go along as comments.
    """

    found: TextGames
    number: int
    place: str
    words: bool


class TextDialog(QDialog):
    """Shows a text as it was understood, and asks where it goes. Nothing goes anywhere before.

    Signals:
        taken: it is to go into a record: a Taken.
        failed: nothing can be read: an exception, or None where no game is told.

    Attributes:
        text: the text.
        board, notation: of the game, None while there is none.
        games: the combo of kinds of games; told: that of the games of the text, shown if there are several.
        places: the buttons by where the text goes.
        words: whether words go along.
        summary: what is said of how much was understood.
        take: the button that takes it.
    """

    taken = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        read: Read,
        into: RecordSession | None,
        looks_of: Callable[[Game[Any]], DeskLooks],
        parent: QWidget | None = None,
    ) -> None:
        """`read` makes the job that reads the text: as games of some kinds, and whether it may go on at the
        current move of `into`, the record that it may go into.
        """
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr(message("What was understood of the text")))
        self._read, self._into, self._looks_of = read, into, looks_of
        self._found: TextGames | None = None
        self._known: dict[tuple[str, bool], TextGames] = {}
        self._asked: tuple[str, bool] = ("", into is not None)
        self._place = ""  # not chosen yet
        self.summary: list[str] = []
        self._goes_on = set[str]()  # ids of games as which it goes on at the current move
        self._session: RecordSession | None = None
        self.board: PreviewBoard | None = None
        self.notation: NotationSheet | None = None
        self._runner = JobRunner(self, (OSError,))
        self._runner.result.connect(self._took)
        self._runner.failed.connect(self._fail)
        self._build()

    # --------------------------------------------------------------------------------- making

    def _build(self) -> None:
        column = dialog_column(self)
        head = QHBoxLayout()
        head.setSpacing(8)
        self.games = QComboBox()
        self.games.setAccessibleName(tr(message("Game")))
        for id, entry in GAMES.items():
            self.games.addItem(tr(entry.name), id)
        self.games.activated.connect(self._choose_game)
        self.told = QComboBox()
        self.told.setAccessibleName(tr(message("Game of the text")))
        self.told.activated.connect(lambda _: self._show_game())
        head.addWidget(Label(tr(message("Game:"))))
        head.addWidget(self.games)
        head.addWidget(self.told)
        head.addStretch(1)
        column.addLayout(head)
        self._summary = QWidget()
        self._flow = FlowLayout(self._summary, gap=12)
        column.addWidget(self._summary)
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr(message("Reading the text…")))
        column.addWidget(self.progress)
        self.text = ToldText()
        self.text.pointed.connect(self._lead)
        self._side = QWidget()
        self._side_box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self._side)
        self._side_box.setContentsMargins(8, 0, 0, 0)
        self._side_box.setSpacing(8)
        self.split = list_beside(self.text, self._side, 300, 200)
        self.split.setStretchFactor(0, 3)
        self.split.setStretchFactor(1, 2)
        column.addWidget(self.split, 1)
        column.addWidget(self._choices())
        self.take = QPushButton(tr(in_context("a pasted text", "Take it")))
        self.take.clicked.connect(self._take)
        cancel = plain_button(message("Cancel"), self.reject)
        column.addLayout(button_row(self.words, end=_pair(self.take, cancel)))
        self.take.setDefault(True)  # set any earlier, it would be lost with the focus
        room = self.parentWidget()
        size = _USUAL if room is None else _USUAL.boundedTo(room.window().size() - QSize(24, 24))
        self.resize(fitting(size, self.screen().availableSize()))

    def _choices(self) -> QWidget:
        self.words = QCheckBox(tr(message("Words as comments")))
        self.words.setChecked(True)
        self.words.toggled.connect(lambda _: self._show_game())
        box = QWidget()
        row = FlowLayout(box)
        group = QButtonGroup(box)
        self.places: dict[str, QPushButton] = {}
        node = None if self._into is None else self._into.node
        here = message("Variation here") if node is not None and node.children else message("Here")
        for place, words in (
            (HERE, here),
            (NEW, message("New game")),
            (INSTEAD, message("In place of this game")),
        ):
            button = self.places[place] = QPushButton(tr(words))
            button.setProperty("chip", True)
            button.setCheckable(True)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, place=place: self._choose_place(place))
            group.addButton(button)
            row.addWidget(button)
        return box

    # -------------------------------------------------------------------------------- reading

    def start(self, found: TextGames | None = None) -> None:
        """Show what was read of the text; begin to read it if nothing is given."""
        if found is not None:
            self._took(found)
        else:
            self._ask()

    @property
    def reading(self) -> bool:
        """Whether the text is being read."""
        return self._runner.running

    def _ask(self) -> None:
        """Read the text as is wanted now."""
        known = self._known.get(self._asked)
        if known is not None:
            self._runner.stop()
            self._show(known)
            return
        id, here = self._asked
        self._show_progress(True)
        self._runner.start(self._read((id,) if id else (), here))

    def _show_progress(self, on: bool) -> None:
        self.progress.setVisible(on)
        self.take.setEnabled(not on)
        for button in self.places.values():
            button.setEnabled(not on)
        if on:
            self._say([(message("Reading the text…"), "muted")])

    def _fail(self, error: Exception | None) -> None:
        self.reject()
        self.failed.emit(error)

    def _took(self, found: TextGames) -> None:
        if not found.told and self._found is None:
            self._fail(None)
            return
        if not found.told and not self._asked[1] and self._asked[0] in self._goes_on:
            found = self._known[
                self._asked[0], True
            ]  # it begins at the current move, wherever it goes
        self._known[self._asked] = found
        self._show(found)

    def _show(self, found: TextGames) -> None:
        first = self._found is None
        self._found = found
        self._show_progress(False)
        if found.told:
            told = found.told[0]
            self.games.setCurrentIndex(self.games.findData(told.game))
            if told.goes_on:
                self._goes_on.add(told.game)
            self._known.setdefault((told.game, self._asked[1]), found)
        self.told.clear()
        for number, one in enumerate(found.told, 1):
            names = one.value("side0"), one.value("side1")
            said = " – ".join(name or _UNNAMED for name in names) if any(names) else ""
            self.told.addItem(
                f"{number}. {said}" if said else tr(message("Game {number}", number=number))
            )
        self.told.setVisible(len(found.told) > 1)
        self._show_game()
        if first and found.plain:
            self._take()
        elif first:
            self.text.setFocus()

    def _choose_game(self) -> None:
        self._place = ""
        self._asked = str(self.games.currentData()), self._into is not None
        self._ask()

    def _choose_place(self, place: str) -> None:
        """Have the text go elsewhere; where it may go on, it reads otherwise than from the start."""
        self._place = place
        found = self._found
        if found is None or not found.told:
            return
        told = found.told[self._number]
        if (place == HERE) != told.goes_on and told.game in self._goes_on:
            self._asked = told.game, place == HERE
            self._ask()
        else:
            self._show_places()

    # -------------------------------------------------------------------------------- showing

    @property
    def _number(self) -> int:
        return max(self.told.currentIndex(), 0)

    def _show_game(self) -> None:
        """Show the chosen game of the text."""
        found = self._found
        if found is None:
            return
        self._drop()
        if not found.told:
            words = message("Nothing of the text is moves of {game}.", game=self._game_name)
            self._say([(words, "bad")])
            self.text.show_text(found.text, ())
            self.take.setEnabled(False)
            for button in self.places.values():
                button.setEnabled(False)
            return
        self.take.setEnabled(True)
        told = found.told[self._number]
        stretches = [one for each in found.told for one in each.article.stretches]
        if len(found.told) > 1:  # the rows of the others are those of other records
            shown = set(told.article.stretches)
            stretches = [one if one in shown else one._replace(row=-2) for one in stretches]
        if found.rest is not None:
            stretches.append(found.rest)
        self.text.show_text(found.text, sorted(stretches, key=_begins), _varied(told.article.rows))
        self._say(list(self._counts(found)))
        record = found.record(self._number, self.words.isChecked(), self._start_of(told.goes_on))
        session = self._session = RecordSession(new_document(record, found.format), self)
        session.dress(self._looks_of(session.game))
        self.board = PreviewBoard(session)
        self.board.setAccessibleName(tr(message("Board of the text's game")))
        self.notation = NotationSheet(session, writable=False)
        self.board.setMinimumSize(_LEAST_BOARD)
        self.notation.setMinimumSize(_LEAST_NOTATION)
        self._side_box.addWidget(self.board, 3)
        self._side_box.addWidget(self.notation, 2)
        self.setTabOrder(self.text, self.notation.view)
        session.moved.connect(self._moved)
        session.reloaded.connect(self.board.update)
        self._show_places()

    def _start_of(self, goes_on: bool) -> Any:
        """The start of a record that goes on at the current move; None for the usual one."""
        into = self._into
        if into is None or not goes_on:
            return None
        return into.game.parse_setup(into.game.setup_text(into.state))

    @property
    def _game_name(self) -> Message:
        return GAMES[str(self.games.currentData())].name

    def _counts(self, found: TextGames) -> Iterator[tuple[Message, str]]:
        """How much was understood, each with its look."""
        counts = found.counts(self._number)
        yield counted("{count} move", "{count} moves", counts.moves), "accent"
        for words, look in (
            (counted("{count} comment", "{count} comments", counts.comments), "good"),
            (counted("{count} variation", "{count} variations", counts.variations), "accent"),
            (counted("{count} diagram", "{count} diagrams", counts.diagrams), "accent"),
        ):
            if words.number:
                yield words, look
        left = counts.unsure + (found.rest is not None)
        if left:
            words = counted("{count} place not understood", "{count} places not understood", left)
            yield words, "bad"
        if counts.illegal:
            yield (
                counted("{count} impossible move", "{count} impossible moves", counts.illegal),
                "bad",
            )
        if found.cut:
            yield message("The text is longer: only its beginning was read."), "bad"
        if len(found.text) > SHOWN:
            words = message("Its first {count} characters are shown.", count=Number(SHOWN))
            yield words, "muted"

    def _say(self, parts: Sequence[tuple[Message, str]]) -> None:
        """Show sentences above the text, as the parts of the text that they are about look."""
        while (item := self._flow.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for words, look in parts:
            label = Label(tr(words), look="muted" if look == "muted" else "")
            if look != "muted":
                label.set_tone(look)
            self._flow.addWidget(label)
        self.summary = [tr(words) for words, _ in parts]
        self._summary.setAccessibleName(", ".join(self.summary))

    def _show_places(self) -> None:
        """Show where the game may go, why not elsewhere, and where it goes."""
        found, into = self._found, self._into
        assert found is not None
        told = found.told[self._number]
        same = into is not None and told.game == into.game.id
        refused: dict[str, Message] = {}
        if not same:
            refused[HERE] = message("The current record is of another game.")
        elif told.game not in self._goes_on and not self._fits(found):
            refused[HERE] = message("The moves aren't possible after the current move.")
        if into is not None and told.game not in FORMATS[into.document.format].games:
            refused[INSTEAD] = message("This file can't hold games of that kind.")
        for place, button in self.places.items():
            why = refused.get(place)
            button.setEnabled(why is None)
            button.setVisible(place == NEW or into is not None)
            set_tip(button, tr(why or _TIPS[place]))
        if not self._place or not self.places[self._place].isEnabled():
            self._place = HERE if told.goes_on and HERE not in refused else NEW
        self.places[self._place].setChecked(True)

    def _fits(self, found: TextGames) -> bool:
        into = self._into
        assert into is not None
        return branch_in(found, self._number, into.document.format, into.state) is not None

    # ------------------------------------------------------------------------------- stepping

    def _lead(self, row: int) -> None:
        """Go to the move that a part of the text belongs to."""
        if self._session is not None and row >= -1:
            self._session.go_to(row + 1)

    def _moved(self) -> None:
        if self._session is not None and self.board is not None:
            self.board.update()
            self.text.show_row(self._session.node.id - 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows step through the game, Home and End go to its ends."""
        session, key = self._session, event.key()
        if session is None or key not in _KEYS:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Home:
            session.home()
        else:
            session.step(_KEYS[key])

    # ------------------------------------------------------------------------------ the end

    def _take(self) -> None:
        if self._found is not None and self._found.told and not self.reading:
            taken = Taken(self._found, self._number, self._place, self.words.isChecked())
            self.accept()
            self.taken.emit(taken)

    def _drop(self) -> None:
        """Let go of the record that is shown."""
        for part in (self.board, self.notation):
            if part is not None:
                part.hide()
                part.deleteLater()
        self.board = self.notation = None
        session, self._session = self._session, None
        if session is not None:
            session.close()
            session.document.close()
            session.deleteLater()

    def done(self, result: int) -> None:
        self._runner.stop()
        self._drop()
        super().done(result)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        self.split.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
        way = QBoxLayout.Direction
        self._side_box.setDirection(way.LeftToRight if narrow else way.TopToBottom)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._session is not None:
            self._session.dress(self._looks_of(self._session.game))


_KEYS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: 0,
    Qt.Key.Key_End: 1_000_000,
}


def _pair(*buttons: QPushButton) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    for button in buttons:
        row.addWidget(button)
    return box


def _begins(one: Stretch) -> int:
    return one.start


def _varied(rows: Sequence[Any]) -> frozenset[int]:
    """The rows that aren't of the main line."""
    main, last = set[int](), -1
    for at, row in enumerate(rows):
        if row.parent == last:
            main.add(at)
            last = at
    return frozenset(range(len(rows))) - main
