"""The panel of a game against an engine: what is chosen before it, and its course."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import Field, Values
from viewer.base.messages import Message, message
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.sheet import Sheet
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.widgets import FlowLayout

_CHIPS: tuple[tuple[str, Message, str], ...] = (
    ("back", message("Take back"), "Backspace"),
    ("pass", message("Pass"), "P"),
    ("draw", message("Offer a draw"), "Shift+D"),
    ("resign", message("Resign"), "Shift+R"),
)
_ENDS: tuple[tuple[str, Message, str], ...] = (
    ("begin", message("Begin"), "Enter"),
    ("on", message("Play on"), ""),
    ("again", message("Ask the engine again"), ""),
    ("count", message("Count the board"), "S"),
    ("result", message("Write how the game ended…"), "R"),
    ("leave", message("Back to the record"), "Esc"),
)


class PlayPanel(QWidget):
    """The panel beside the board of a game.

    Attributes:
        ends: the buttons that begin, end or leave it, shown below the panel.
        buttons: all of them, by action.
        sheet: the form, None while the game goes on.

    Signals:
        asked: a button was pressed, by its action.
        chosen: somebody changed a field of the form, by its key.
    """

    asked = Signal(str)
    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("editorPanel")
        self.buttons: dict[str, QPushButton] = {}
        self.sheet: Sheet | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(18, 14, 16, 14)
        self._column.setSpacing(8)
        self._title = self._label("title")
        self._told = self._label("muted")
        self._column.addSpacing(6)
        self._form = QVBoxLayout()
        self._column.addLayout(self._form)
        self._state = self._label("name")
        self._moves = self._label()
        chips = QWidget()
        row = FlowLayout(chips)
        for id, words, key in _CHIPS:
            row.addWidget(self._button(id, words, key, True))
        self._column.addSpacing(4)
        self._column.addWidget(chips)
        self._column.addStretch(1)
        self.ends = QWidget()
        below = QVBoxLayout(self.ends)
        below.setContentsMargins(18, 10, 16, 14)
        below.setSpacing(8)
        for id, words, key in _ENDS:
            below.addWidget(self._button(id, words, key, False))

    def _label(self, look: str = "") -> Label:
        label = Label(look=look, wraps=True)
        label.hide()
        self._column.addWidget(label)
        return label

    def _button(self, id: str, words: Message, key: str, chip: bool) -> QPushButton:
        button = QPushButton(tr(words))
        button.setProperty("chip", chip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(button, f"{tr(words)} ({key})" if key else tr(words))
        button.clicked.connect(lambda: self.asked.emit(id))
        self.buttons[id] = button
        return button

    @staticmethod
    def _write(label: Label, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    # --------------------------------------------------------------------------------- showing

    def show_form(self, fields: list[Field], values: Values, told: Message | None) -> None:
        """Show the form; `told` is what is known of the engine meanwhile."""
        self.close_form()
        self.sheet = Sheet(fields, values)
        self.sheet.changed.connect(self.chosen)
        self._form.addWidget(self.sheet)
        self._write(self._title, tr(message("Play against an engine")))
        self._write(self._told, "" if told is None else tr(told))
        self._write(self._state, "")
        self._write(self._moves, "")
        self.offer("begin", "leave")
        self.buttons["begin"].setDefault(True)

    def close_form(self) -> None:
        """Remove the form."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            self._form.removeWidget(sheet)
            sheet.hide()
            sheet.deleteLater()

    def show_game(self, title: Message, state: Message, moves: str, token: str = "ink") -> None:
        """Show a game: who plays, what it waits for or how it ended, its moves."""
        self._write(self._title, tr(title))
        self._write(self._told, "")
        self._write(self._state, tr(state))
        self._state.setStyleSheet(f"color: {theme_in_use()[token]}")
        self._write(self._moves, moves)

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
