"""The card of a game on the start page, and the small boards there."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.games import GameEntry
from viewer.ui.toolkit.focus import ENTER
from viewer.ui.toolkit.plain import ElidedLabel, Label

ACROSS = 3
"""Games in a row."""
LARGE = 132
"""Pixels of the board of a game."""
_SMALL_CARD = 220  # px up to which the buttons of a game stand below its name
_WAYS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Up: -ACROSS,
    Qt.Key.Key_Down: ACROSS,
}


class SmallBoard(Label):
    """The small board of a file; empty until it is drawn."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = 0
        self.be(side)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def be(self, side: int) -> None:
        """Be a square of so many pixels, or wider."""
        if side != self.side:
            self.side = side
            self.setPixmap(QPixmap())
            self.setFixedHeight(side)
            self.setMinimumWidth(side)


class GameCard(QFrame):
    """A game: its board, and buttons that begin a new record and list its samples.

    Signals:
        moved: an arrow key; how many games on.
        entered: one of its buttons has the keyboard.
    """

    moved = Signal(int)
    entered = Signal()

    def __init__(
        self, game: GameEntry, begin: Callable[[], object], choose_sample: Callable[[], object]
    ) -> None:
        super().__init__()
        self.setObjectName("card")
        self.board = SmallBoard(LARGE)
        self._begin = begin
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(2)
        name = ElidedLabel()
        name.setText(tr(game.name))
        name.setProperty("name", True)
        self._row.addWidget(name, 1)
        self.new = self._word(message("New"), message("New record: {game}", game=game.name), begin)
        row.addWidget(self.new)
        spoken = message("Samples: {game}", game=game.name)
        row.addWidget(self._word(message("Samples"), spoken, choose_sample))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 8, 8)
        row.addStretch(1)
        self._row.addLayout(row)
        column.addWidget(self.board)
        column.addLayout(self._row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(ways[self.width() > _SMALL_CARD])

    def _word(self, text: Message, spoken: Message, act: Callable[[], object]) -> QPushButton:
        button = QPushButton(tr(text))
        button.setObjectName("word")
        button.setAccessibleName(tr(spoken))
        button.clicked.connect(lambda _=False: act())
        button.installEventFilter(self)
        return button

    def mark(self, current: bool) -> None:
        """Show that it has the keyboard, or no longer."""
        self.setProperty("current", current)
        self.style().polish(self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self._begin()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusIn:
            self.entered.emit()
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            if event.key() in _WAYS or event.key() in ENTER:
                event.accept()
                return True
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _WAYS:
                self.moved.emit(_WAYS[Qt.Key(event.key())])
                return True
            if event.key() in ENTER and isinstance(watched, QPushButton):
                watched.click()
                return True
        return super().eventFilter(watched, event)
