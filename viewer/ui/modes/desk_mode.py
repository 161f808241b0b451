"""Modes of a desk beside reading and playing: what stands in place of the board, and the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSplitter, QVBoxLayout, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.toolkit.focus import ENTER, tab_through
from viewer.ui.toolkit.keymap import key_name
from viewer.ui.toolkit.layouts import FlowLayout, scrolled
from viewer.ui.toolkit.notice import Unfinished
from viewer.ui.toolkit.plain import Label, set_tip
from viewer.ui.toolkit.style import LEAST_SIDE

ActionButton = tuple[str, Message, str]
"""An action, the text of its button, the name of its key ("" for none)."""


class DeskMode(QWidget):
    """A mode of the desk: a board in place of the main board, a panel in place of the info panel.

    The record isn't edited meanwhile: commands that read or change it are unavailable.

    Signals:
        mistaken: an answer was wrong.

    Attributes:
        name: of the mode, for the status line.
        silent: whether nothing of the record may be revealed but by the mode.
        board: its board.
        splitter: between its board and its panel.
    """

    mistaken = Signal()

    name: Message
    silent = False
    board: BoardCanvas

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)

    @property
    def unfinished(self) -> Unfinished | None:
        """What would be lost if the desk were closed now, None for nothing."""
        return None

    def end(self) -> None:
        """Stop what runs: the mode is left, or the desk is closed."""

    def wants(self, event: QKeyEvent) -> bool:
        """Whether the mode handles a key although it is a command's shortcut."""
        return bool(self.action_of(event))

    def action_of(self, event: QKeyEvent) -> str:
        """The action of a key, which `do` carries out; "" for none."""
        return ""

    def do(self, what: str) -> None:
        """Carry out the action of a button or key."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if self.wants(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        what = self.action_of(event)
        if what:
            self.do(what)
        else:
            super().keyPressEvent(event)

    def take_enter(self, board: QWidget) -> None:
        """Take Enter, where it is an action of the mode, before its board does."""
        board.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            what = self.action_of(event) if event.key() in ENTER else ""
            if what:
                self.do(what)
                return True
        return super().eventFilter(watched, event)

    def stand(self, first: bool) -> None:
        """Put the board on the left, or on the right."""
        left, right = self.splitter.widget(0), self.splitter.widget(1)
        assert left is not None
        assert right is not None
        if (left.objectName() == "side") is first:
            self.splitter.insertWidget(0, right)

    def replace_stage(self, old: QWidget, new: QWidget) -> None:
        """Show the stage of another board in place of the one that is shown."""
        self.splitter.replaceWidget(self.splitter.indexOf(old), new)
        new.show()
        old.hide()
        tab_through(self.board, self._side)

    def lay_out(self, stage: QWidget, panel: QWidget, ends: QWidget) -> None:
        """Lay out the board's stage and, beside it, the panel with the leave buttons below."""
        frame = self._side = QFrame()
        frame.setObjectName("side")
        frame.setMinimumSize(LEAST_SIDE)
        inner = QVBoxLayout(frame)
        inner.setContentsMargins(1, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(scrolled(panel, tr(self.name)), 1)
        inner.addWidget(ends)
        self.splitter.setHandleWidth(1)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(stage)
        self.splitter.addWidget(frame)
        self.splitter.setStretchFactor(0, 1)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.splitter)
        tab_through(self.board, frame)
        self.setAccessibleName(tr(self.name))


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

    def add_row(self, *parts: QWidget) -> None:
        """Add what stands side by side."""
        row = QHBoxLayout()
        row.setSpacing(8)
        for part in parts:
            row.addWidget(part)
        row.addStretch(1)
        self.column.addLayout(row)

    def add_flow(self, *parts: QWidget) -> QWidget:
        """Add what stands side by side as far as there is room; returns what holds it."""
        box = _flow(parts)
        self.column.addWidget(box)
        return box


def chip(words: Message, act: Callable[[], object]) -> QPushButton:
    """A small button within a panel."""
    button = QPushButton(tr(words))
    button.setProperty("chip", True)
    button.clicked.connect(lambda: act())
    return button


def _flow(parts: Iterable[QWidget]) -> QWidget:
    """A row that wraps."""
    box = QWidget()
    row = FlowLayout(box)
    for part in parts:
        row.addWidget(part)
    return box


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
        self.add_flow(*(self._button(button, True) for button in buttons))

    def add_ends(self, buttons: Iterable[ActionButton], in_rows: bool = False) -> None:
        """Add buttons below the panel, one below the other or, where there are many, in rows."""
        if in_rows:
            self.below.addWidget(_flow(self._button(button, False) for button in buttons))
            return
        for button in buttons:
            self.below.addWidget(self._button(button, False))

    def _button(self, action: ActionButton, chip: bool) -> QPushButton:
        id, words, key = action
        button = QPushButton(tr(words))
        button.setProperty("chip", chip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_tip(button, f"{tr(words)} ({key_name(key)})" if key else tr(words))
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
