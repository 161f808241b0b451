"""The page of a repertoire: which lines are one, where games left them, and what they lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.messages import Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.library.game_sources import GameSource
from viewer.library.repertoire.lines import LinePlace
from viewer.ui.library.plain_rows import PlainColumn, PlainList, PlainRows, Row
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.layouts import FlowLayout, scrolled
from viewer.ui.toolkit.plain import Label, literal, set_tip

NEW, LEFT, GAPS, AGAINST, SEVERAL = "new", "left", "gaps", "against", "several"
_MOVE = in_context("heading of a column of moves", "Move")
_LEFT = (
    PlainColumn(_MOVE, 96, main=True),
    PlainColumn(message("By"), 56),
    PlainColumn(message("Your lines"), 92),
    PlainColumn(in_context("heading of a column: how often", "Times"), 44, number=True),
    PlainColumn(message("Players"), 84),
    PlainColumn(message("Date"), 80),
)
_COLUMNS: Mapping[str, Sequence[PlainColumn]] = {
    NEW: _LEFT,
    LEFT: _LEFT,
    GAPS: (
        PlainColumn(_MOVE, 100, main=True),
        PlainColumn(message("Games"), 60, number=True),
        PlainColumn(message("Share"), 56, number=True),
        PlainColumn(message("Answer"), 100),
    ),
    AGAINST: (
        PlainColumn(_MOVE, 100, main=True),
        PlainColumn(message("Better"), 100),
        PlainColumn(message("Says"), 84),
    ),
    SEVERAL: (PlainColumn(message("Your lines"), 160, main=True),),
}

_LOWEST = 110  # px of a list: its head and three rows
_ORDER = {
    NEW: (5, True),
    LEFT: (5, True),
    GAPS: (1, True),
    AGAINST: (-1, False),
    SEVERAL: (-1, False),
}
"""By which column, and whether descending, the rows of each list are sorted as they come."""


def _title(kind: str, count: int) -> Message:
    """The words of a list, with how many rows it has."""
    if kind == NEW:
        return message("New: {count}", count=count)
    if kind == LEFT:
        return message("Left: {count}", count=count)
    if kind == GAPS:
        return message("Gaps: {count}", count=count)
    if kind == AGAINST:
        return message("Against: {count}", count=count)
    return message("Several moves: {count}", count=count)


class Item(NamedTuple):
    """What a row stands for.

    Attributes:
        place: of the position in the lines.
        words: what is said of it.
        moves: in neutral notation, those that "Put in" adds after it.
        record: the id of the game that left the lines, None where it is about none; node: in it.
    """

    place: LinePlace
    words: Message
    moves: tuple[str, ...] = ()
    record: int | None = None
    node: int = 0


class Marking(NamedTuple):
    """An entry of the menu that marks: its words, whether it is so, what it stands for."""

    words: Message
    on: bool
    key: object


class RepertoirePage(QWidget):
    """The page.

    Signals:
        markingAsked: the entries of the menu that marks are wanted (`show_markings`).
        marked: an entry was chosen: its key, whether it is to be so.
        sideChosen: another side's lines are meant.
        lookAsked: the chosen games are to be looked through.
        otherAsked: other games are to be chosen: whether a folder is.
        boundsAsked: what counts as a gap is to be changed.
        turned: a row was chosen: its Item.
        putIn: the moves of an Item are to be put into the lines.
        gameAsked: the game of an Item is to be opened.
        shown: the page is in sight now.
        left: the user goes back to the board.
    """

    markingAsked = Signal()
    marked = Signal(object, bool)
    sideChosen = Signal(int)
    lookAsked = Signal()
    otherAsked = Signal(bool)
    boundsAsked = Signal()
    turned = Signal(object)
    putIn = Signal(object)
    gameAsked = Signal(object)
    shown = Signal()
    left = Signal()

    def __init__(self, session: RecordSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        name = tr(message("Repertoire"))
        self.setAccessibleName(name)
        content = QWidget()
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(scrolled(content, name), 1)  # in a low page nothing covers another
        around.addLayout(self._actions())  # below, where they are seen however far one has scrolled
        column = QVBoxLayout(content)
        column.setContentsMargins(14, 8, 14, 8)
        column.setSpacing(6)
        column.addLayout(self._chooser())
        self.told = Label(look="muted", wraps=True)
        column.addWidget(self.told)  # below: the buttons stay in their places
        self.chips: dict[str, QPushButton] = {}
        self.lists: dict[str, PlainList] = {}
        self._models: dict[str, PlainRows] = {}
        self._stack = QStackedWidget()
        self._stack.setMinimumHeight(_LOWEST)
        self._kinds = QWidget()
        flow = FlowLayout(self._kinds)
        for kind, columns in _COLUMNS.items():
            self._add_list(kind, columns, flow)
        column.addWidget(self._kinds)
        column.addWidget(self._stack, 1)
        self._show_kind(GAPS)
        self.clear()

    def _chooser(self) -> FlowLayout:
        """What is asked: lines, side, games."""
        flow = FlowLayout()
        self.mark = self._button(message("Mark lines"), chip=True)
        set_tip(self.mark, tr(message("Have this file, or a branch of it, as a repertoire")))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self.markingAsked)
        self.mark.setMenu(self._menu)
        self.side = QComboBox()
        self.side.setAccessibleName(tr(message("Side")))
        self.side.activated.connect(self.sideChosen)
        self.games = QComboBox()
        self.games.setAccessibleName(tr(message("Games to look through")))
        set_tip(self.games, tr(message("The games that are compared with the lines")))
        self.games.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.games.setMinimumContentsLength(14)
        self.games.activated.connect(self._choose_games)
        self.look = self._button(message("Compare"))
        self.look.setEnabled(False)
        self.look.clicked.connect(self.lookAsked)
        self.bounds = self._button(message("Bounds…"), chip=True)
        set_tip(self.bounds, tr(message("How frequent an answer has to be to be a gap")))
        self.bounds.clicked.connect(self.boundsAsked)
        for one in (self.mark, self.side, self.games, self.bounds, self.look):
            flow.addWidget(one)
        self._sources: list[GameSource] = []
        self._chosen = 0
        return flow

    def _button(self, words: Message, chip: bool = False) -> QPushButton:
        button = QPushButton(literal(tr(words)))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if chip:
            button.setProperty("chip", True)
        return button

    def _add_list(self, kind: str, columns: Sequence[PlainColumn], flow: FlowLayout) -> None:
        chip = self._button(_title(kind, 0), chip=True)
        chip.setCheckable(True)
        chip.clicked.connect(lambda: self._show_kind(kind))
        flow.addWidget(chip)
        model = self._models[kind] = PlainRows(columns, self)
        view = self.lists[kind] = PlainList(model, columns)
        view.setAccessibleName(tr(_title(kind, 0)))
        view.opened.connect(self._open)
        view.left.connect(self.left)
        view.selectionModel().currentRowChanged.connect(self._turn)
        self._stack.addWidget(view)
        self.chips[kind] = chip

    def _actions(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(14, 0, 14, 8)
        self.said = Label(wraps=True)
        self.put_in = self._button(message("Put in"))
        set_tip(self.put_in, tr(message("Put these moves into the lines")))
        self.put_in.clicked.connect(self._put_in)
        self.open_game = self._button(message("Open the game"))
        self.open_game.clicked.connect(self._open_game)
        row.addWidget(self.said, 1)
        row.addWidget(self.put_in)
        row.addWidget(self.open_game)
        return row

    # ------------------------------------------------------------------------------- asking

    def show_markings(self, entries: Sequence[Marking]) -> None:
        """Fill the menu that marks."""
        self._menu.clear()
        for one in entries:
            action = self._menu.addAction(literal(tr(one.words)))
            action.setCheckable(True)
            action.setChecked(one.on)
            action.triggered.connect(lambda on, key=one.key: self.marked.emit(key, on))

    def show_sides(self, names: Sequence[Message], chosen: int) -> None:
        """Offer the sides that have lines."""
        self.side.clear()
        self.side.addItems([tr(one) for one in names])
        self.side.setCurrentIndex(chosen)
        self.side.setVisible(len(names) > 1)

    def show_sources(self, sources: Sequence[GameSource], chosen: int = 0) -> None:
        """Offer games; behind them those of files and folders that are asked for."""
        self._sources, self._chosen = list(sources), chosen
        self.games.clear()
        self.games.addItems([tr(one.name) for one in sources])
        self.games.addItems([tr(message("Other files…")), tr(message("Other folder…"))])
        self.games.setCurrentIndex(chosen if sources else -1)

    @property
    def source(self) -> GameSource | None:
        """The games that are chosen."""
        return self._sources[self._chosen] if self._chosen < len(self._sources) else None

    def _choose_games(self, at: int) -> None:
        if at < len(self._sources):
            self._chosen = at
        else:
            self.games.setCurrentIndex(self._chosen if self._sources else -1)
            self.otherAsked.emit(at > len(self._sources))

    # ------------------------------------------------------------------------------ answers

    def clear(self) -> None:
        """Show no answer."""
        for kind in _COLUMNS:
            self.show_rows(kind, ())
        self.show_results(False)

    def show_results(self, on: bool) -> None:
        """Show the lists, or not while there is no answer."""
        for one in (self._kinds, self._stack):
            one.setVisible(on)
        if not on:
            self._tell(None)

    def tell(self, words: Message) -> None:
        """Say something above."""
        self.told.setText(tr(words))

    def show_rows(self, kind: str, rows: Sequence[Row]) -> None:
        """Show the rows of a list; their keys are Items."""
        self._models[kind].show(rows)
        self.chips[kind].setText(literal(tr(_title(kind, len(rows)))))
        if kind == NEW:  # there isn't much room for chips
            self.chips[kind].setVisible(bool(rows))

    def choose_kind(self) -> None:
        """Show what new games left, else the gaps; where there are none, the first list with rows."""
        counts = {kind: model.rowCount() for kind, model in self._models.items()}
        some = [kind for kind in (NEW, GAPS, LEFT, AGAINST, SEVERAL) if counts[kind]]
        for kind in some:
            self.lists[kind].show_order(*_ORDER[kind])
            self.lists[kind].choose_row(0)
        self._show_kind(some[0] if some else GAPS)

    def take_away(self, item: Item) -> None:
        """Take the row of an item off its list: it is done."""
        for kind, model in self._models.items():
            rows = model.rows
            if any(row.key is item for row in rows):
                at = next(at for at, row in enumerate(rows) if row.key is item)
                self.show_rows(kind, [row for row in rows if row.key is not item])
                if len(rows) > 1:
                    self.lists[kind].choose_row(min(at, len(rows) - 2))
                else:
                    self._tell(None)

    @property
    def kind(self) -> str:
        """The list that is shown."""
        return next(
            kind for kind, view in self.lists.items() if view is self._stack.currentWidget()
        )

    @property
    def item(self) -> Item | None:
        """What the chosen row stands for."""
        view = self.lists[self.kind]
        found = self._models[self.kind].key_of(view.currentIndex().row())
        return found if isinstance(found, Item) else None

    def _show_kind(self, kind: str) -> None:
        for other, chip in self.chips.items():
            chip.setChecked(other == kind)
        self._stack.setCurrentWidget(self.lists[kind])
        self._tell(self.item)

    def _turn(self, index: QModelIndex, before: QModelIndex) -> None:
        item = self.item
        self._tell(item)
        if item is not None and self.lists[self.kind].hasFocus():
            self.turned.emit(item)

    def _tell(self, item: Item | None) -> None:
        """Say what the chosen row means, and offer what can be done."""
        self.said.setText("" if item is None else tr(item.words))
        self.said.setVisible(item is not None)
        self.put_in.setVisible(item is not None and bool(item.moves))
        self.open_game.setVisible(item is not None and item.record is not None)

    def _open(self, key: object) -> None:
        if isinstance(key, Item):
            (self.gameAsked if key.record is not None else self.putIn).emit(key)

    def _put_in(self) -> None:
        if self.item is not None:
            self.putIn.emit(self.item)

    def _open_game(self) -> None:
        if self.item is not None:
            self.gameAsked.emit(self.item)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit()
