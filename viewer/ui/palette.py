"""The palette: type to find a command, or a move to play it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from viewer.base.messages import message
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.study import Study
from viewer.ui.translate import tr

if TYPE_CHECKING:
    from viewer.ui.window import Window

_WIDTH = 520
_ROWS = 12
_MOVES = 20


def matches(needle: str, text: str) -> bool:
    """Whether each word of what was typed begins a word of the text."""
    words = text.lower().split()
    return all(any(word.startswith(part) for word in words) for part in needle.lower().split())


class Palette(QFrame):
    """A list of commands under a line to type in. Enter does the first; Escape closes."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._window = window
        self._acts: list[Callable[[], object]] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(6)
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr(message("A command, or a move: 炮二平五, C2=5, h2e2")))
        self.line.setAccessibleName(tr(message("Find a command or play a move")))
        self.line.textChanged.connect(self._find)
        self.line.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Commands")))
        self.list.itemActivated.connect(lambda _: self._do())
        self.list.itemClicked.connect(lambda _: self._do())
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column.addWidget(self.line)
        column.addWidget(self.list)
        self._find("")

    def open_over(self) -> None:
        """Show it at the top of the window."""
        window = self._window
        width = min(_WIDTH, window.width() - 40)
        self.setFixedWidth(width)
        self.move((window.width() - width) // 2, 44)
        self.adjustSize()
        self.show()
        self.raise_()
        self.line.setFocus()

    def _find(self, text: str) -> None:
        self.list.clear()
        self._acts.clear()
        study = self._window.study
        if study is not None and text.strip():
            for move, shown in self._moves(study, text.strip())[:_MOVES]:
                self._add(
                    tr(message("Play {move}", move=shown)),
                    "",
                    partial(study.play, move),
                )
        for command in COMMANDS.values():
            name = tr(command.name)
            if command.id != "palette" and matches(text, name) and command.possible(self._window):
                keys = ", ".join(command.keys)
                self._add(name, keys, partial(self._window.run, command))
        if not self._acts:
            self.list.addItem(tr(message("No command and no legal move fits.")))
        self.list.setCurrentRow(0)
        rows = min(self.list.count(), _ROWS)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

    def _moves(self, study: Study, text: str) -> list[tuple[Move, str]]:
        """The legal moves that a text means or begins, with how they are written."""
        game, state = study.game, study.state
        read = game.read_moves(state, text)
        written = [
            (move, game.notation(game.step(state, move), study.style))
            for move in (*read, *game.legal_moves(state))
        ]
        begun = unicodedata.normalize("NFKC", text).lower()
        return [
            (move, shown)
            for number, (move, shown) in enumerate(written)
            if number < len(read)
            or (move not in read and unicodedata.normalize("NFKC", shown).lower().startswith(begun))
        ]

    def _add(self, name: str, keys: str, act: Callable[[], object]) -> None:
        item = QListWidgetItem(f"{name}    {keys}" if keys else name)
        self.list.addItem(item)
        self._acts.append(act)

    def _do(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._acts):
            act = self._acts[row]
            self.close()
            self._window.focus_board()
            act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        elif event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # every key is for the line while it is open
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step:
                count = self.list.count()
                self.list.setCurrentRow((self.list.currentRow() + step) % max(1, count))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._do()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.close()
                self._window.focus_board()
                return True
        return super().eventFilter(watched, event)
