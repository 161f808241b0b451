"""Modes in which something is made of a position: the draft, its board, its panel, how it is left."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from viewer.base.catalogs import tr
from viewer.base.messages import Message
from viewer.games.geometry import View
from viewer.scene.board import neighbour
from viewer.ui.board.canvas import BoardCanvas
from viewer.ui.board.input import TOUCH, WAYS
from viewer.ui.modes.desk_mode import DeskMode, ModePanel
from viewer.ui.session.desk_looks import DeskLooks
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.keymap import key_name
from viewer.ui.toolkit.plain import set_tip
from viewer.ui.toolkit.style import LEAST_STAGE

TAKE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
"""Keys that take away what is at the cursor."""
_CONTROL = Qt.KeyboardModifier.ControlModifier
_MARGIN = 24  # around the board of a draft


class DraftPanel(ModePanel):
    """A panel whose ends use what was made, or leave all as it was.

    Attributes:
        done, cancel: the buttons that do that.

    Signals:
        finished: the mode is left; whether what was made is to be used.
    """

    finished = Signal(bool)

    def add_ends(self, done: Message, cancel: Message) -> None:
        """Add those buttons below the panel."""
        self.done = self._end(done, "Ctrl+Enter", True)
        self.cancel = self._end(cancel, "Esc", False)
        self.done.setDefault(True)

    def _end(self, words: Message, key: str, use: bool) -> QPushButton:
        button = QPushButton(tr(words))
        set_tip(button, f"{button.text()} ({key_name(key)})")
        button.clicked.connect(lambda: self.finished.emit(use))
        self.below.addWidget(button)
        return button


class Draft(QObject):
    """What is made of a position of a record. Offers a board what a session does.

    Signals:
        changed: it changed.
    """

    changed = Signal()

    def __init__(self, session: RecordSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.dressed, self.told = session.dressed, session.told

    @property
    def view(self) -> View:
        """The view of the board."""
        return self._session.view

    @property
    def layout(self) -> str:
        """The layout of the board that the record's file asks for, "" if none."""
        return self._session.layout

    @property
    def looks(self) -> DeskLooks:
        """How the board looks."""
        return self._session.looks

    def words_of(self, square: str) -> Message:
        """A square and what is there, in words."""
        raise NotImplementedError


class DraftBoard(BoardCanvas):
    """The board of a draft, with a cursor that the arrow keys move.

    Attributes:
        at: the square of the cursor, "" while it isn't shown.
        keys: what it does something with at the cursor, beside the arrow keys.
    """

    keys: ClassVar[tuple[Qt.Key, ...]] = TOUCH

    def __init__(self, draft: Draft, name: Message, parent: QWidget | None = None) -> None:
        """`name`: for screen readers."""
        super().__init__(draft, parent)  # type: ignore[arg-type]  # a draft has what is asked of it
        self._draft = draft
        self.at = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 120)
        self.setAccessibleName(tr(name))

    def words_at(self, square: str) -> Message:
        return self._draft.words_of(square)

    def cursor_square(self) -> str:
        return self.at

    def first_square(self) -> str:
        """Where the cursor appears."""
        grid = self.geometry_.grid
        return grid[len(grid) // 2][len(grid[0]) // 2]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & _CONTROL or key not in (*WAYS, *self.keys):
            super().keyPressEvent(event)
            return
        if not self.at:
            self.at = self.first_square()
        elif key in WAYS:
            self.step(key, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            self.touch(key)
        words = self._draft.words_of(self.at)
        self._draft.told.emit(words)
        self.setAccessibleDescription(tr(words))
        self.update()

    def step(self, key: Qt.Key, shift: bool) -> None:
        """Move the cursor by an arrow key."""
        if any(self.at in row for row in self.geometry_.grid):  # else it is on a stand
            to = neighbour(self.geometry_, self._draft.view, self.at, *WAYS[key])
            self.at = to or self.at

    def fitted(self, area: QRect) -> QRect:
        """Where it lies within an area."""
        return area

    def touch(self, key: Qt.Key) -> None:
        """Do what a key does at the cursor."""
        raise NotImplementedError

    def forget(self) -> bool:
        """Take back the cursor, or what is being drawn at it; returns whether there was any."""
        there, self.at = bool(self.at), ""
        self.update()
        return there


class DraftStage(QWidget):
    """The board of a draft, as large as fits."""

    def __init__(self, board: DraftBoard) -> None:
        super().__init__()
        self._board = board
        board.setParent(self)
        self.setMinimumSize(LEAST_STAGE)

    def resizeEvent(self, event: QResizeEvent) -> None:
        area = self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        self._board.setGeometry(self._board.fitted(area))


class DraftMode(DeskMode):
    """A mode that Escape leaves, and Ctrl+Enter with what was made.

    Attributes:
        more_keys: those it takes beside arrows, Enter, Space and Escape.
        ignored: modifiers with which these are the same.
    """

    board: DraftBoard
    more_keys: ClassVar[tuple[Qt.Key, ...]] = ()
    ignored = Qt.KeyboardModifier.KeypadModifier

    def leave(self) -> None:
        """Leave the mode, and use nothing of what was made."""
        raise NotImplementedError

    def use(self) -> None:
        """Use what was made, and leave the mode."""
        raise NotImplementedError

    def wants(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() & ~self.ignored == Qt.KeyboardModifier.NoModifier
        own = (*WAYS, *TOUCH, Qt.Key.Key_Escape, *self.more_keys)
        return (plain and event.key() in own) or event.key() in ENTER

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if not self.board.forget():
                self.leave()
        elif event.modifiers() & _CONTROL and event.key() in ENTER:
            self.use()
        else:
            super().keyPressEvent(event)


class PanelMode(DraftMode):
    """A mode that the ends of its panel leave, too.

    Attributes:
        panel: its panel.
    """

    panel: DraftPanel

    def begin(self, session: RecordSession) -> None:
        """Lay out board and panel, which are made."""
        self.finished = self.panel.finished
        self.lay_out(DraftStage(self.board), self.panel, self.panel.ends)
        session.viewed.connect(self.board.update)
        session.reloaded.connect(self.leave)

    def leave(self) -> None:
        self.finished.emit(False)

    def use(self) -> None:
        if self.panel.done.isEnabled():
            self.finished.emit(True)
