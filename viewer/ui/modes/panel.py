"""The panel of a mode: its title, headings, chips and the buttons below it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.widgets import FlowLayout

ActionButton = tuple[str, Message, str]
"""An action, the text of its button, the name of its key ("" for none)."""


class ModePanel(QWidget):
    """A panel beside the board of a mode.

    Attributes:
        column: the layout of the panel.
    """

    def __init__(self) -> None:
        super().__init__()
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(18, 14, 16, 14)
        self.column.setSpacing(8)

    @cached_property
    def below(self) -> QVBoxLayout:
        """The layout of `ends`."""
        column = QVBoxLayout(self.ends)
        column.setContentsMargins(18, 10, 16, 14)
        column.setSpacing(8)
        return column

    @cached_property
    def ends(self) -> QWidget:
        """What stands below the panel: the buttons that begin, end or leave something."""
        return QWidget()

    def add_title(self, words: Message, hint: Message) -> None:
        """Add what the mode is for, and what is done in it."""
        self.column.addWidget(Label(tr(words), look="title"))
        self.column.addWidget(Label(tr(hint), look="muted", wraps=True))

    def add_heading(self, words: Message) -> Label:
        """Add words that what comes next belongs to."""
        label = Label(tr(words), look="muted")
        self.column.addSpacing(6)
        self.column.addWidget(label)
        return label


class ActionPanel(ModePanel):
    """A panel whose actions are buttons.

    Attributes:
        buttons: all buttons, by action.
        highlighted: the action of the button that stands out, which Enter takes; "" for none.

    Signals:
        asked: a button was pressed, by its action.
    """

    asked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, QPushButton] = {}
        self.highlighted = ""

    def add_label(self, look: str = "", column: QVBoxLayout | None = None) -> Label:
        """Add a label that is hidden until `write` gives it a text."""
        label = Label(look=look, wraps=True)
        label.hide()
        (self.column if column is None else column).addWidget(label)
        return label

    def add_chips(self, buttons: Iterable[ActionButton]) -> None:
        """Add a row of buttons within the panel."""
        self.column.addWidget(self._row(buttons, True))

    def add_ends(self, buttons: Iterable[ActionButton], in_rows: bool = False) -> None:
        """Add buttons below the panel, one below the other or, where there are many, in rows."""
        if in_rows:
            self.below.addWidget(self._row(buttons, False))
            return
        for button in buttons:
            self.below.addWidget(self._button(button, False))

    def _row(self, buttons: Iterable[ActionButton], chips: bool) -> QWidget:
        """Buttons in a row that wraps."""
        box = QWidget()
        row = FlowLayout(box)
        for button in buttons:
            row.addWidget(self._button(button, chips))
        return box

    def _button(self, action: ActionButton, chip: bool) -> QPushButton:
        id, words, key = action
        button = QPushButton(tr(words))
        button.setProperty("chip", chip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(button, f"{tr(words)} ({key})" if key else tr(words))
        button.clicked.connect(lambda: self.asked.emit(id))
        self.buttons[id] = button
        return button

    def highlight(self, action: str) -> None:
        """Have the button of an action stand out, "" for none."""
        if action == self.highlighted:
            return
        for id in (self.highlighted, action):
            if id:
                button = self.buttons[id]
                button.setDefault(id == action)
                button.style().polish(button)
        self.highlighted = action

    @staticmethod
    def write(label: Label, text: str) -> None:
        """Set a label's text; without one it is hidden."""
        label.setText(text)
        label.setVisible(bool(text))


class OutcomePanel(ActionPanel):
    """A panel that says how the last move was."""

    def add_outcome(self, look: str) -> None:
        """Add the labels of how the last move was, and of what the record says of it."""
        self._outcome = self.add_label(look)
        self._said = self.add_label()

    def show_outcome(self, words: Message | None, said: str = "", good: bool | None = None) -> None:
        """Show how the last move was and the record's comment; `good` sets the colour."""
        self.write(self._outcome, "" if words is None else tr(words))
        self.write(self._said, said)
        self._outcome.set_tone({True: "good", False: "bad", None: ""}[good])

    @property
    def outcome(self) -> str:
        """How the last move was."""
        return self._outcome.text()

    @property
    def said(self) -> str:
        """The record's comment."""
        return self._said.text()
