"""The panel of a game against an engine: what is chosen before it, and its course."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout

from viewer.base.catalogs import tr
from viewer.base.fields import Field, Values
from viewer.base.messages import Message, message
from viewer.ui.modes.panel import ActionButton, ActionPanel
from viewer.ui.toolkit.sheet import Sheet

_CHIPS: tuple[ActionButton, ...] = (
    ("back", message("Take back"), "Backspace"),
    ("pass", message("Pass"), "P"),
    ("draw", message("Offer a draw"), "Shift+D"),
    ("resign", message("Resign"), "Shift+R"),
)
_ENDS: tuple[ActionButton, ...] = (
    ("begin", message("Begin"), "Enter"),
    ("on", message("Play on"), ""),
    ("again", message("Ask the engine again"), ""),
    ("count", message("Count the board"), "S"),
    ("result", message("Write how the game ended…"), "R"),
    ("leave", message("Back to the record"), "Esc"),
)


class PlayPanel(ActionPanel):
    """The panel beside the board of a game.

    Attributes:
        sheet: the form, None while the game goes on.

    Signals:
        chosen: somebody changed a field of the form, by its key.
    """

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.sheet: Sheet | None = None
        self._title = self.add_label("title")
        self._told = self.add_label("muted")
        self.column.addSpacing(6)
        self._form = QVBoxLayout()
        self.column.addLayout(self._form)
        self._state = self.add_label("name")
        self._moves = self.add_label()
        self.column.addSpacing(4)
        self.add_chips(_CHIPS)
        self.column.addStretch(1)
        self.add_ends(_ENDS)

    # --------------------------------------------------------------------------------- showing

    def show_form(self, fields: list[Field], values: Values, told: Message | None) -> None:
        """Show the form; `told` is what is known of the engine meanwhile."""
        self.close_form()
        self.sheet = Sheet(fields, values)
        self.sheet.changed.connect(self.chosen)
        self._form.addWidget(self.sheet)
        self.write(self._title, tr(message("Play against an engine")))
        self.write(self._told, "" if told is None else tr(told))
        self.write(self._state, "")
        self.write(self._moves, "")
        self.offer("begin", "leave")
        self.buttons["begin"].setDefault(True)

    def close_form(self) -> None:
        """Remove the form."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            self._form.removeWidget(sheet)
            sheet.hide()
            sheet.deleteLater()

    def show_game(self, title: Message, state: Message, moves: str, tone: str = "") -> None:
        """Show a game: who plays, what it waits for or how it ended, its moves."""
        self.write(self._title, tr(title))
        self.write(self._told, "")
        self.write(self._state, tr(state))
        self._state.set_tone(tone)
        self.write(self._moves, moves)

    def offer(self, *ids: str) -> None:
        """Show these buttons and no others."""
        for id, button in self.buttons.items():
            button.setVisible(id in ids)
            button.setDefault(False)

    @property
    def state(self) -> str:
        """What the game waits for, or how it ended."""
        return self._state.text()

    @property
    def told(self) -> str:
        """What is said above the form."""
        return self._told.text()

    @property
    def moves(self) -> str:
        """The moves of the game."""
        return self._moves.text()
