"""The command palette: type to find a command, or a move to play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.commands.table import CommandTarget, has_session
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.typed_moves import begun, examples, meant
from viewer.ui.toolkit.finding_frame import FindingFrame, matches

_ROWS = 12
_MOVES = 20


class Palette(FindingFrame):
    """A list of commands under an input line. Enter runs the first; Escape closes."""

    def __init__(self, window: CommandTarget, run: Callable[[Command], object]) -> None:
        hint = tr(_hint(window.session if has_session(window) else None))
        super().__init__(window.dialog_parent, hint, tr(message("Find a command or play a move")))
        self._window, self._run = window, run
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
        session = self._window.session if has_session(self._window) else None
        if session is not None and text.strip():
            for move, shown in [*meant(session, text), *begun(session, text)][:_MOVES]:
                self._add(
                    tr(message("Play {move}", move=shown)),
                    "",
                    partial(session.play, move),
                )
        for command in COMMANDS.values():
            name = tr(command.title_in(self._window))
            if command.id != "palette" and matches(text, name) and command.possible(self._window):
                keys = ", ".join(command.keys)
                why = command.refusal(self._window)
                shown = name if why is None else f"{name}  ·  {tr(why)}"
                self._add(shown, keys, partial(self._run, command))
        if not self._acts:
            self.list.addItem(tr(message("No command and no legal move fits.")))
        self.list.setCurrentRow(0)
        rows = min(self.list.count(), _ROWS)
        self.list.setFixedHeight(rows * max(24, self.list.sizeHintForRow(0)) + 4)
        self.adjustSize()

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


def _hint(session: RecordSession | None) -> Message:
    """The placeholder, with an example of a move."""
    moves = ", ".join(examples(session)[:3]) if session is not None else ""
    return message("A command, or a move: {moves}", moves=moves) if moves else message("A command")
