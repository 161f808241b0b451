"""The panel of guessing: whose moves, judged by whom, the last guess, the score and the guesses so far."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import Message, message
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.sheet import Sheet
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.widgets import FlowLayout

_BUTTONS: tuple[tuple[str, Message, str], ...] = (("show", message("Show the move"), "End"),)
_ENDS: tuple[tuple[str, Message, str], ...] = (
    ("keep", message("Put my guesses into the record"), ""),
    ("leave", message("Back to the record"), "Esc"),
)


class GuessPanel(QWidget):
    """The panel beside the board while moves are guessed.

    Attributes:
        ends: the buttons that leave the mode, shown below the panel.
        buttons: all of them, by action.
        sheet: the choice of the side and of who judges.

    Signals:
        asked: a button was pressed: "show", "keep", "leave".
    """

    asked = Signal(str)

    def __init__(
        self, sides: Mapping[str, Message], side: str, judges: Mapping[str, Message], judge: str
    ) -> None:
        super().__init__()
        self.setObjectName("editorPanel")
        self.buttons: dict[str, QPushButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 16, 14)
        column.setSpacing(8)
        column.addWidget(Label(tr(message("Guess the move")), look="title"))
        self.sheet = Sheet(
            [
                Field("side", message("Whose moves"), CHOICE, side, sides),
                Field("judge", message("Judged by"), CHOICE, judge, judges),
            ]
        )
        column.addWidget(self.sheet)
        column.addSpacing(8)
        self._task = self._label(column, "title")
        self._outcome = self._label(column, "name")
        self._score = self._label(column, "muted")
        chips = QWidget()
        row = FlowLayout(chips)
        for id, words, key in _BUTTONS:
            row.addWidget(self._button(id, words, key, True))
        column.addWidget(chips)
        column.addSpacing(6)
        self._past = self._label(column)
        column.addStretch(1)
        self.ends = QWidget()
        below = QVBoxLayout(self.ends)
        below.setContentsMargins(18, 10, 16, 14)
        below.setSpacing(8)
        for id, words, key in _ENDS:
            below.addWidget(self._button(id, words, key, False))
        self._good: bool | None = None

    @staticmethod
    def _label(column: QVBoxLayout, look: str = "") -> Label:
        label = Label(look=look, wraps=True)
        label.hide()
        column.addWidget(label)
        return label

    def _button(self, id: str, words: Message, key: str, chip: bool) -> QPushButton:
        button = QPushButton(tr(words))
        button.setProperty("chip", chip)
        set_tip(button, f"{tr(words)} ({key})" if key else tr(words))
        button.clicked.connect(lambda: self.asked.emit(id))
        self.buttons[id] = button
        return button

    @staticmethod
    def _write(label: Label, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def show_task(self, words: Message, asked: bool) -> None:
        """Show what is to be done; `asked`: a move is to be guessed now."""
        self._write(self._task, tr(words))
        self.buttons["show"].setEnabled(asked)

    def show_outcome(self, words: Message | None, good: bool | None = None) -> None:
        """Show how the last guess was; `good` sets the colour."""
        self._good = good
        self._write(self._outcome, "" if words is None else tr(words))
        self.show_theme()

    def show_score(self, words: Message | None, past: str, others: bool) -> None:
        """Show the score, the guesses so far, the latest first; `others`: there are some to be kept."""
        self._write(self._score, "" if words is None else tr(words))
        self._write(self._past, past)
        self.buttons["keep"].setVisible(others)

    def show_theme(self) -> None:
        """Draw in the colours of the theme in use."""
        token = {True: "good", False: "bad", None: "ink"}[self._good]
        self._outcome.setStyleSheet(f"color: {theme_in_use()[token]}")

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """The task, the outcome, the score and the guesses shown."""
        labels = (self._task, self._outcome, self._score, self._past)
        return tuple(label.text() for label in labels)  # type: ignore[return-value]  # four of them
