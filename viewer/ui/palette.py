"""The palette: type to find a command, or a move to play it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from viewer.base.messages import Message, message
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.commands.table import has_study
from viewer.ui.finding_frame import FindingFrame, matches
from viewer.ui.study import Study
from viewer.ui.translate import tr

if TYPE_CHECKING:
    from viewer.ui.window import Window

_ROWS = 12
_MOVES = 20


class Palette(FindingFrame):
    """A list of commands under a line to type in. Enter does the first; Escape closes."""

    def __init__(self, window: Window) -> None:
        hint = tr(_hint(window.study if has_study(window) else None))
        super().__init__(window, hint, tr(message("Find a command or play a move")))
        self._window = window
        self._acts: list[Callable[[], object]] = []
        self.list = QListWidget()
        self.list.setAccessibleName(tr(message("Commands")))
        self.list.itemActivated.connect(lambda _: self.do(False))
        self.list.itemClicked.connect(lambda _: self.do(False))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.column.addWidget(self.list)
        self.look_for("")

    def look_for(self, text: str) -> None:
        self.list.clear()
        self._acts.clear()
        study = self._window.study if has_study(self._window) else None
        if study is not None and text.strip():
            for move, shown in self._moves(study, text.strip())[:_MOVES]:
                self._add(
                    tr(message("Play {move}", move=shown)),
                    "",
                    partial(study.play, move),
                )
        for command in COMMANDS.values():
            name = tr(command.title_in(self._window))
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

    def step(self, step: int) -> None:
        count = self.list.count()
        self.list.setCurrentRow((self.list.currentRow() + step) % max(1, count))

    def do(self, stay: bool) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._acts):
            act = self._acts[row]
            self.go_away()
            self._window.focus_board()
            act()


def _hint(study: Study | None) -> Message:
    """What can be typed, with a move as its game writes it."""
    if study is None:
        return message("A command")
    game, state = study.game, study.state
    move = next(iter(game.legal_moves(state)), None)
    if move is None:
        return message("A command")
    after = game.step(state, move)
    written = dict.fromkeys(game.notation(after, style.id) for style in game.notations)
    return message("A command, or a move: {moves}", moves=", ".join(list(written)[:3]))
