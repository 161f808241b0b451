"""Which games an explorer counts: conditions as chips, those of a player, those that a search has found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING, Message, counted, message
from viewer.base.named import NamedTuple
from viewer.base.text import readable
from viewer.library.search_form import fields
from viewer.library.searches import Search, side_names
from viewer.tree.record import Record
from viewer.ui.pages.part_bar import PartBar
from viewer.ui.session.part_choice import PartChoice
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.chips import ConditionChips
from viewer.ui.toolkit.layouts import FlowLayout
from viewer.ui.toolkit.plain import literal, set_tip
from viewer.ui.toolkit.sheet import SheetDialog

_SIDES = ("first", "second")
"""The values of the condition `side`."""
_LONGEST = 32  # characters of a name
_CONDITIONS = (
    *("player", "side", "opponent", "event", "date_from", "date_to", "rating_from", "rating_to"),
    *("result", "plies_from", "plies_to"),
)
"""The fields of a search that are asked for here; others come with what was found in the library."""


class Player(NamedTuple):
    """A player of a record.

    Attributes:
        name: as the record says it.
        side: 0 or 1.
        game: the id of its game.
    """

    name: str
    side: int
    game: str

    @property
    def short(self) -> str:
        """The family name, where that is told, cut where it is long."""
        name = self.name.partition(",")[0].strip() or self.name
        return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"

    @property
    def words(self) -> Message:
        """The player, with the colour in the record."""
        side = side_names(self.game)[self.side]
        return message("{name} as {side}", name=self.short, side=side)

    @property
    def choices(self) -> dict[str, Message]:
        """Values of the condition `side`, with the words for the player with that colour."""
        names = zip(_SIDES, side_names(self.game), strict=True)
        found = {x: message("{name} as {side}", name=self.name, side=y) for x, y in names}
        return {**found, "": message("{name} with either colour", name=self.name)}

    def among(self, search: Search, side: str) -> Search:
        """A search for the games of the player with a colour, with the other conditions of a search."""
        known = search.without("player", "opponent", "side", "first", "second")
        return known.plus({"player": f"={self.name}", "side": side})


def players_in(session: RecordSession, record: Record) -> list[Player]:
    """The players that a record of a session's document names."""
    names = (session.document.by_role(f"side{side}", record).strip() for side in range(len(_SIDES)))
    return [
        Player(name, side, record.game) for side, name in enumerate(names) if name.strip("?-. ")
    ]


class AmongRow(QWidget):
    """What is asked: the whole board or a part of it, and of which games.

    Games are chosen by conditions as chips, and by buttons for others: what a search has found, the games of
    the players of the record, and a form.

    Signals:
        asked: other games are to be counted: a Search.
        playerAsked: another player is to be chosen.
        sheetAsked: the form of conditions is asked for.

    Attributes:
        flow: its layout, in which the chips of libraries stand too.
        bar: the switch for a part, first in it.
    """

    asked = Signal(object)
    playerAsked = Signal()
    sheetAsked = Signal()

    def __init__(self, choice: PartChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = Search()
        self._found = Search()
        self._narrow = self._low = self._folded = False
        self.flow = FlowLayout(self)
        self.bar = PartBar(choice, self.flow, self)
        self.found = self._button(NOTHING)
        self.found.clicked.connect(lambda: self.asked.emit(self._found))
        self.players = tuple(self._button(NOTHING) for _ in _SIDES)
        for at, button in enumerate(self.players):
            button.clicked.connect(partial(self._ask_player, at))
        self._offered: tuple[Player | None, ...] = ()
        self.player = self._button(message("Player…"))
        self.player.clicked.connect(self.playerAsked)
        self.apart = self._button(message("Names with a team apart"))
        self.apart.clicked.connect(lambda: self.asked.emit(self.search.plus({"apart": True})))
        self.apart.hide()
        self.more = self._button(message("Only some games…"))
        self.more.clicked.connect(self._ask_more)
        self._menu = QMenu(self)
        self.conditions = ConditionChips(self.flow, self)
        self.conditions.takenAway.connect(lambda key: self.asked.emit(self.search.without(key)))

    def _button(self, words: Message) -> QPushButton:
        button = QPushButton(literal(tr(words)))
        button.setProperty("chip", True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.flow.addWidget(button)
        return button

    def show_search(self, search: Search, game: str) -> None:
        """Show which games are counted, in the words of the game of the record."""
        self.search = search
        words = {one.key: one.words for one in search.conditions(game)}
        if self.conditions.show(words, {}, self.more):
            self.more.setFocus()
        self._show_offers()

    def offer(self, found: Search, count: int) -> None:
        """Offer the games that a search has found; none if it has no conditions."""
        self._found = found
        words = counted("Of the game found", "Of {count} games found", count)
        self.found.setText(literal(tr(words)))
        self._show_offers()

    def offer_players(self, players: Sequence[Player]) -> None:
        """Offer the games that the players of a record have played with the colours that they have there."""
        by_side = {one.side: one for one in players}
        self._offered = tuple(by_side.get(at) for at in range(len(_SIDES)))
        for player, button in zip(self._offered, self.players, strict=True):
            if player is not None:
                button.setText(literal(readable(tr(player.words))))
                set_tip(button, tr(message("Count only the games of {name}", name=player.name)))
        self._show_offers()

    def set_narrow(self, narrow: bool) -> None:
        """Offer nothing but what a search has found, where other chips need the room."""
        self._narrow = narrow
        self.more.setHidden(narrow)
        self._show_offers()

    def set_low(self, low: bool) -> None:
        """Have what may be counted in a menu, where rows of buttons would leave no room for moves.

        What stands in one row stays.
        """
        if low != self._low:
            self._low = low
            self._show_offers()

    def _ask_more(self) -> None:
        offered = [one for one in (*self.players, self.player) if self._offers(one)]
        if not self._folded or not offered:
            self.sheetAsked.emit()
            return
        self._menu.clear()
        for button in offered:
            self._menu.addAction(button.text()).triggered.connect(button.click)
        every = self._menu.addAction(literal(tr(message("All conditions…"))))
        every.triggered.connect(self.sheetAsked)
        self._menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def _offers(self, button: QPushButton) -> bool:
        """Whether the games of the player of a button, or of another player, may be asked for."""
        named = self._narrow or bool(self.search.text("player"))
        players = dict(zip(self.players, self._offered, strict=False))
        return not named and (button is self.player or players.get(button) is not None)

    def _ask_player(self, at: int, *_: object) -> None:
        player = self._offered[at]
        if player is not None:
            self.asked.emit(player.among(self.search, _SIDES[at]))

    def _show_offers(self) -> None:
        self.found.setVisible(bool(self._found) and self._found != self.search)
        offered = [(one, self._offers(one)) for one in (*self.players, self.player)]
        for button, shown in offered:
            button.setVisible(shown)
        self._folded = self._low and self.flow.whole_width() > self.width()
        for button, shown in offered:
            button.setVisible(shown and not self._folded)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._low and event.size().width() != event.oldSize().width():
            self._show_offers()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.conditions.show_signs()


def some_games(search: Search, game: str, parent: QWidget) -> SheetDialog:
    """The form of the conditions by which an explorer counts only some games."""
    known = [one for one in fields(game) if one.key in _CONDITIONS]
    dialog = SheetDialog(message("Only some games"), message("Count them"), known, parent)
    for key in _CONDITIONS:
        if key in search.values:
            dialog.sheet.set_value(key, search.values[key])
    return dialog
