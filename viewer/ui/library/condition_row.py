"""The row below the bar: common conditions by a click, and how a position is searched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import Message, in_context, message
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Charted
from viewer.library.failures import LibraryFailed
from viewer.library.searches import RESULTS, Search
from viewer.library.typed import state_of
from viewer.ui.toolkit.plain import literal, set_tip
from viewer.ui.toolkit.widgets import FlowLayout

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
        self._search = Search()
        self._symmetric: tuple[str, str, set[str]] = ("", "", set())
        box = QWidget()
        self._flow = FlowLayout(box, 8)
        self.game = self.add_chip(message("All games"), None)
        self._games = QMenu(self)
        self._games.aboutToShow.connect(self._fill_games)
        self.game.setMenu(self._games)
        self._begun = [
            self.add_chip(words, partial(self.begun.emit, tr(text).rstrip() + " "))
            for words, text in _BEGUN
        ]
        self.result = self.add_chip(message("Result"), None)
        self._results = QMenu(self)
        self._results.aboutToShow.connect(self._fill_results)
        self.result.setMenu(self._results)
        self._comments = self.add_chip(
            message("Has comments"), lambda: self.asked.emit({"has-comments": True})
        )
        self.add_chip(message("Part of a position…"), self.partAsked.emit)
        self._switches = {key: self._switch(key, words) for key, words in SWITCHES.items()}
        every = message("All conditions…")
        self.more = self.add_chip(every, self.sheetAsked.emit)
        set_tip(self.more, f"{tr(every)} (Ctrl+F)")
        self.save = QPushButton(literal(tr(message("Save this search…"))))
        self.save.setProperty("chip", True)
        self.save.clicked.connect(self.saveAsked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(box, 1)
        row.addWidget(self.save, 0, Qt.AlignmentFlag.AlignTop)
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

    def show_search(self, search: Search) -> None:
        """Show what can be added to a search."""
        self._search = search
        game = GAMES.get(search.text("game"))
        self.game.setText(literal(tr(message("All games") if game is None else game.name)))
        self._comments.setVisible("has-comments" not in search.values)
        apply = self._applying(search)
        for chip in self._begun:
            chip.setVisible(not apply)  # the switches take their place
        for key, chip in self._switches.items():
            chip.setVisible(key in apply)
            chip.blockSignals(True)
            chip.setChecked(search.values.get(key) is True)
            chip.blockSignals(False)
        self.save.setEnabled(bool(search))

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

    def _fill_results(self) -> None:
        results = dict(RESULTS)
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
