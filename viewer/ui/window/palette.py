"""The command palette: type to find a command, or a move to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.commands.table import CommandTarget, has_session
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.typed_moves import begun, examples, meant
from viewer.ui.toolkit.finding_frame import matches, words_of
from viewer.ui.toolkit.finding_list import FindingList, FoundRow
from viewer.ui.toolkit.shortcuts import SHORTCUTS

_MOVES = 20


class Palette(FindingList):
    """A list of commands under an input line. Enter runs the first; Escape closes."""

    def __init__(self, window: CommandTarget, run: Callable[[Command], object]) -> None:
        hint = tr(_hint(window.session if has_session(window) else None))
        name = tr(message("Find a command or play a move"))
        super().__init__(window.dialog_parent, hint, name, tr(message("Commands")))
        self._window, self._run = window, run
        self.look_for("")

    def found(self, text: str) -> Iterator[FoundRow]:
        session = self._window.session if has_session(self._window) else None
        none = True
        if session is not None and text.strip():
            for move, shown in [*meant(session, text), *begun(session, text)][:_MOVES]:
                none = False
                act = partial(self._on_board, partial(session.play, move))
                yield FoundRow(tr(message("Play {move}", move=shown)), act)
        for command in self._called(text):
            none = False
            name, why = tr(command.title_in(self._window)), command.refusal(self._window)
            shown = name if why is None else f"{name}  ·  {tr(why)}"
            act = partial(self._on_board, partial(self._run, command))
            yield FoundRow(shown, act, SHORTCUTS.names(command.id))
        if none:
            yield FoundRow(tr(message("No command and no legal move fits.")))

    def _called(self, text: str) -> list[Command]:
        """The possible commands that a text finds.

        The one that is called so comes first, then those whose name has the words, then those that are
        found by other words or in English.
        """
        found: list[tuple[int, Command]] = []
        for command in COMMANDS.values():
            name = command.title_in(self._window)
            if not matches(text, words_of(name, command.also)):
                continue
            if command.id != "palette" and command.possible(self._window):
                shown = tr(name)
                called = shown.rstrip("…").lower() == text.strip().rstrip("…").lower()
                found.append((0 if called else 1 if matches(text, shown) else 2, command))
        return [command for _, command in sorted(found, key=itemgetter(0))]

    def _on_board(self, act: Callable[[], object]) -> None:
        """Focus the board, then act."""
        self._window.focus_board()
        act()


def _hint(session: RecordSession | None) -> Message:
    """The placeholder, with an example of a move."""
    moves = ", ".join(examples(session)[:3]) if session is not None else ""
    return message("A command, or a move: {moves}", moves=moves) if moves else message("A command")
