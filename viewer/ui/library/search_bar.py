"""The bar of a library: one line for everything, conditions as chips, the count at its end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Message, in_context, message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Charted
from viewer.library.failures import LibraryFailed
from viewer.library.searches import Search, results_in, side_names
from viewer.library.typed import state_of
from viewer.paint.icons import icon_pixmap
from viewer.ui.toolkit.chips import ConditionChips
from viewer.ui.toolkit.focus import ENTER, announce, keeps
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import Label, literal, set_tip
from viewer.ui.toolkit.style import theme_in_use

SWITCHES: dict[str, Message] = {
    "either_side": message("Either side to move"),
    "turned": message("Mirrored and turned"),
    "exchanged": message("Colours exchanged"),
    "main_lines": message("Main lines only"),
}
"""How a position is searched: switches, by their keys in a Search."""
_BEGUN = (
    (
        message("Player"),
        in_context("typed in the search bar of a library", "player {what}", what=""),
    ),
    (
        message("Event"),
        in_context("typed in the search bar of a library", "event {what}", what=""),
    ),
    (
        message("Opening"),
        in_context("typed in the search bar of a library", "opening {what}", what=""),
    ),
)
_TYPED = ("words", "moves", "position", "folder")  # conditions that may be longer than their chips
_LINE = 220  # px that the line is wide at least


class ConditionRow(QWidget):
    """The row of chips.

    Signals:
        asked: conditions are to be added (a value that is empty takes its condition away).
        begun: a text is to be typed on, such as "player ".
        sheetAsked: the form of all conditions is asked for.
        partAsked: a part of a position is to be drawn.
        saveAsked: the search is to be saved.
    """

    asked = Signal(dict)
    begun = Signal(str)
    sheetAsked = Signal()
    partAsked = Signal()
    saveAsked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._search, self._words_of = Search(), ""
        self._symmetric: tuple[str, str, set[str]] = ("", "", set())
        self._flow = FlowLayout(self, 8)
        self.game = self.add_chip(message("All games"), None)
        self._games = QMenu(self)
        self._games.aboutToShow.connect(self._fill_games)
        self.game.setMenu(self._games)
        self._begun = [
            self.add_chip(words, partial(self.begun.emit, tr(text).rstrip() + " "))
            for words, text in _BEGUN
        ]
        self.side = self.add_chip(message("Colour"), None)
        self._sides = QMenu(self)
        self._sides.aboutToShow.connect(self._fill_sides)
        self.side.setMenu(self._sides)
        self.result = self.add_chip(message("Result"), None)
        self._results = QMenu(self)
        self._results.aboutToShow.connect(self._fill_results)
        self.result.setMenu(self._results)
        self._comments = self.add_chip(
            message("Has comments"), lambda: self.asked.emit({"has-comments": True})
        )
        self.material = self.add_chip(message("Material"), None)
        self.material.setCheckable(True)
        self.add_chip(message("Part of a position…"), self.partAsked.emit)
        self.apart = self.add_chip(
            message("Names with a team apart"), lambda: self.asked.emit({"apart": True})
        )
        self.apart.hide()
        self._switches = {key: self._switch(key, words) for key, words in SWITCHES.items()}
        every = message("All conditions…")
        self.more = self.add_chip(every, self.sheetAsked.emit)
        set_tip(self.more, f"{tr(every)} (Ctrl+F)")
        self.save = self.add_chip(message("Save this search…"), self.saveAsked.emit)
        self.show_search(self._search)

    def add_chip(self, words: Message, act: Callable[[], object] | None) -> QPushButton:
        """Add a chip that does something."""
        chip = QPushButton(literal(tr(words)))
        chip.setProperty("chip", True)
        if act is not None:
            chip.clicked.connect(lambda _=False: act())
        self._flow.addWidget(chip)
        return chip

    def _switch(self, key: str, words: Message) -> QPushButton:
        chip = self.add_chip(words, None)
        chip.setCheckable(True)
        chip.toggled.connect(lambda on: self.asked.emit({key: on}))
        return chip

    def switch(self, key: str) -> QPushButton:
        """The chip of a switch of positions. Raises KeyError."""
        return self._switches[key]

    def show_search(self, search: Search, game: str = "") -> None:
        """Show what can be added to a search; in the words of the game that is searched, "" for several."""
        self._search, self._words_of = search, game
        known = GAMES.get(search.text("game"))
        self.game.setText(literal(tr(message("All games") if known is None else known.name)))
        self._comments.setVisible("has-comments" not in search.values)
        apply = self._applying(search)
        for chip in self._begun:
            chip.setVisible(not apply)  # the switches take their place
        for key, chip in self._switches.items():
            chip.setVisible(key in apply)
            chip.blockSignals(True)
            chip.setChecked(search.values.get(key) is True)
            chip.blockSignals(False)
        self.side.setVisible(bool(search.text("player")) and not search.text("side"))
        self.save.setVisible(bool(search))

    def _applying(self, search: Search) -> set[str]:
        """The switches that mean something for the position of a search."""
        game, position = search.text("game"), search.text("position")
        if not position or game not in GAMES:
            return set()
        if self._symmetric[:2] != (game, position):
            self._symmetric = game, position, _symmetries(game, position)
        return {"either_side", "main_lines"} | self._symmetric[2]

    def _fill_games(self) -> None:
        games: dict[str, Message] = {"": message("All games")}
        games |= {id: entry.name for id, entry in GAMES.items()}
        self._fill(self._games, games, "game")

    def _fill_sides(self) -> None:
        first, second = side_names(self._words_of)
        self._fill(self._sides, {"first": first, "second": second}, "side")

    def _fill_results(self) -> None:
        results = dict(results_in(self._words_of))
        if not self._search.text("player"):
            del results["player"]
        self._fill(self._results, {"": message("Any result"), **results}, "result")

    def _fill(self, menu: QMenu, choices: dict[str, Message], key: str) -> None:
        menu.clear()
        for value, words in choices.items():
            action = menu.addAction(literal(tr(words)))
            action.setCheckable(True)
            action.setChecked(self._search.text(key) == value)
            values: dict[str, Value] = {key: value}
            action.triggered.connect(partial(self.asked.emit, values))


def _symmetries(id: str, position: str) -> set[str]:
    """The switches that find other arrangements of a position: as far as its game has them."""
    game = game_of(id)
    try:
        chart = game.chart(state_of(game, position)) if isinstance(game, Charted) else None
    except LibraryFailed:
        return set()
    if chart is None:
        return set()
    others = chart.symmetries[1:]
    turned = {"turned"} if any(not one.exchanges for one in others) else set()
    return turned | ({"exchanged"} if any(one.exchanges for one in others) else set())


class SearchLine(QLineEdit):
    """The line. What it doesn't need is told: keys that go to the completion, the chips, the list.

    Signals:
        stepped: through the completion: 1 or -1.
        entered: what was typed is to be taken.
        backed: Backspace where nothing is typed.
        left: Escape.
        focused: it has the focus, or lost it.
    """

    stepped = Signal(int)
    entered = Signal()
    backed = Signal()
    left = Signal()
    focused = Signal(bool)

    def event(self, event: QEvent) -> bool:
        kept = {Qt.Key.Key_Escape, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Backspace, *ENTER}
        return keeps(event, kept, typed=True) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if key == Qt.Key.Key_Down else -1)
        elif key in ENTER:
            self.entered.emit()
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.backed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focused.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focused.emit(False)


class SearchBar(QFrame):
    """The bar.

    Signals:
        takenAway: a chip was taken away: its key.

    Attributes:
        line: where one types. conditions: its chips.
    """

    takenAway = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("searchBar")
        self._sign = Label()
        self._sign.setFixedSize(20, 20)
        self.line = SearchLine()
        self.line.setFrame(False)
        self.line.setMinimumWidth(_LINE)
        self.line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.line.setPlaceholderText(
            tr(message("Players, events, openings, words, moves, a position…"))
        )
        self.line.setAccessibleName(tr(message("Search the libraries")))
        self.line.focused.connect(self._show_focus)
        self._count = Label(look="muted")
        field = QWidget()
        self._flow = FlowLayout(field, 8, fills=True)
        self.conditions = ConditionChips(self._flow, self)
        self.conditions.takenAway.connect(self.takenAway)
        self._flow.addWidget(self.line)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 14, 6)
        row.setSpacing(8)
        row.addWidget(self._sign)
        row.addWidget(field, 1)
        row.addWidget(self._count)
        self._show_signs()

    def _show_focus(self, on: bool) -> None:
        self.setProperty("focused", on)
        self.style().polish(self)

    def _show_signs(self) -> None:
        muted = theme_in_use()["muted"]
        self._sign.setPixmap(icon_pixmap("search", muted, 18, self.devicePixelRatioF()))
        self.conditions.show_signs()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_signs()

    def show_search(self, search: Search, game: str = "") -> None:
        """Show the conditions of a search as chips, in the words of a game, "" for several."""
        wanted = {one.key: one.words for one in search.conditions(game)}
        whole = {key: search.text(key) for key in _TYPED}
        if self.conditions.show(wanted, whole, self.line):
            self.line.setFocus()
        self._flow.removeWidget(self.line)
        self._flow.addWidget(self.line)

    def say(self, words: Message | None) -> None:
        """Say how many were found, at the end of the bar."""
        said, text = self._count.text(), "" if words is None else tr(words)
        self._count.setText(text)
        if text != said and self.line.hasFocus():
            announce(self._count, text)

    @property
    def said(self) -> str:
        """What it says at its end."""
        return self._count.text()
