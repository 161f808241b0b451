"""The panel of a problem: question, outcome of the move, buttons, tally."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.document.problems.attempt import Tally
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.toolkit.widgets import FlowLayout

_BUTTONS: tuple[tuple[str, Message, str], ...] = (
    ("hint", message("Hint"), "H"),
    ("back", message("Take back"), "Backspace"),
    ("restart", message("From the beginning"), "Home"),
    ("show", message("Show the solution"), "End"),
)
_ENDS: tuple[tuple[str, Message, str], ...] = (
    ("next", message("Next problem"), "PgDown"),
    ("previous", message("Previous problem"), "PgUp"),
    ("leave", message("Leave"), "Esc"),
)


class ProblemPanel(QWidget):
    """The panel beside the board of a problem.

    Attributes:
        ends: the buttons that leave the mode, shown below the panel.
        buttons: all of them, by action.
        chance: the check box for answers chosen at random.

    Signals:
        asked: a button was pressed: "hint", "back", "restart", "show", "next", "previous", "leave".
    """

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("editorPanel")
        self.buttons: dict[str, QPushButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 16, 14)
        column.setSpacing(8)
        self._place = self._label(column, "muted")
        self._title = self._label(column, "title")
        self._task = self._label(column)
        self._task.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        column.addSpacing(8)
        self._outcome = self._label(column, "title")
        self._said = self._label(column)
        column.addSpacing(4)
        chips = QWidget()
        row = FlowLayout(chips)
        for id, words, key in _BUTTONS:
            row.addWidget(self._button(id, words, key, True))
        column.addWidget(chips)
        self.chance = QCheckBox(tr(message("Answers by chance, where the record has several")))
        column.addSpacing(4)
        column.addWidget(self.chance)
        column.addStretch(1)
        self.ends = QWidget()
        below = QVBoxLayout(self.ends)
        below.setContentsMargins(18, 10, 16, 14)
        below.setSpacing(8)
        self._count = self._label(below, "muted")
        for id, words, key in _ENDS:
            below.addWidget(self._button(id, words, key, False))
        self._good: bool | None = None

    @staticmethod
    def _label(column: QVBoxLayout, kind: str = "") -> Label:
        label = Label()
        label.setWordWrap(True)
        if kind:
            label.setProperty(kind, True)
        label.hide()
        column.addWidget(label)
        return label

    def _button(self, id: str, words: Message, key: str, chip: bool) -> QPushButton:
        button = QPushButton(tr(words))
        button.setProperty("chip", chip)
        set_tip(button, f"{tr(words)} ({key})")
        button.clicked.connect(lambda: self.asked.emit(id))
        self.buttons[id] = button
        return button

    @staticmethod
    def _write(label: Label, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    # -------------------------------------------------------------------------------- showing

    def show_question(self, place: str, title: Message, task: str) -> None:
        """Show the problem's number, the side to play, and the record's comment."""
        self._write(self._place, place)
        self._write(self._title, tr(title))
        self._write(self._task, task)
        self.show_outcome(None, "")

    def show_outcome(self, words: Message | None, said: str, good: bool | None = None) -> None:
        """Show the outcome of a move and the record's comment; `good` sets the colour."""
        self._good = good
        self._write(self._outcome, tr(words) if words is not None else "")
        self._write(self._said, said)
        self.show_theme()

    def show_count(self, count: Tally) -> None:
        """Show the tally of the sitting."""
        words = message(
            "This sitting: {right} right, {wrong} wrong", right=count[0], wrong=count[1]
        )
        self._write(self._count, tr(words) if sum(count) else "")

    def show_state(self, open: bool, back: bool, hint: bool, over: bool) -> None:
        """Enable the buttons for a state of the attempt; "next" comes first once it is over."""
        self.buttons["hint"].setEnabled(hint)
        self.buttons["back"].setEnabled(back)
        self.buttons["show"].setEnabled(not over)
        self.buttons["next"].setDefault(over)
        self.buttons["next"].style().polish(self.buttons["next"])

    def show_theme(self) -> None:
        """Draw in the colours of the theme in use."""
        token = {True: "good", False: "bad", None: "ink"}[self._good]
        self._outcome.setStyleSheet(f"color: {theme_in_use()[token]}")

    @property
    def outcome(self) -> str:
        """The text about the last move."""
        return self._outcome.text()

    @property
    def said(self) -> str:
        """The record's comment."""
        return self._said.text()

    @property
    def words(self) -> tuple[str, str, str]:
        """The text of the question."""
        return self._place.text(), self._title.text(), self._task.text()

    @property
    def count(self) -> str:
        """The text of the tally, "" before anything was solved."""
        return self._count.text()
