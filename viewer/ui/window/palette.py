"""The command palette: type to find a command, a setting, or a move to play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.messages import Message, message
from viewer.ui.commands import COMMANDS, Command
from viewer.ui.commands.table import has_session, why_not
from viewer.ui.commands.view import show_settings
from viewer.ui.dialogs.settings_fields import key_of_game, settings_of, shown_groups
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.typed_moves import begun, examples, meant
from viewer.ui.toolkit.finding_frame import matches, words_of, words_of_field
from viewer.ui.toolkit.finding_list import FindingList, FoundRow
from viewer.ui.toolkit.keymap import SHORTCUTS

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_MOVES = 20
_REFUSED = 5  # commands at most that are listed with why they can't be done


class Palette(FindingList):
    """A list of commands under an input line. Enter runs the first; Escape closes.

    What is typed also finds settings, which are opened at their field.
    """

    def __init__(self, window: Window, run: Callable[[Command], object]) -> None:
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
        for _, row in sorted([*self._commands(text), *self._settings(text)], key=itemgetter(0)):
            none = False
            yield row
        if none:
            yield from self._refused(text)

    def _fitting(self, text: str, possible: bool) -> Iterator[tuple[int, str, Command]]:
        """The commands that a text finds, of those that can be done now or can't: rank, name, command."""
        for command in COMMANDS.values():
            if command.id == "palette" or command.possible(self._window) is not possible:
                continue
            name = command.title_in(self._window)
            if matches(text, words_of(name, command.also)):
                yield _rank(text, tr(name)), tr(name), command

    def _commands(self, text: str) -> Iterator[tuple[int, FoundRow]]:
        """The possible commands that a text finds, with their ranks."""
        for rank, name, command in self._fitting(text, possible=True):
            why = command.refusal(self._window)
            shown = name if why is None else f"{name}  ·  {tr(why)}"
            act = partial(self._on_board, partial(self._run, command))
            yield rank, FoundRow(shown, act, SHORTCUTS.names(command.id))

    def _refused(self, text: str) -> list[FoundRow]:
        """Why the commands that a text finds can't be done now; that none is found, if so."""
        window = self._window
        ranked = sorted(self._fitting(text, possible=False), key=itemgetter(0))
        shown = [one for _, _, one in ranked if one.name_in(window) is not None][:_REFUSED]
        reasons = [why for one in shown if (why := why_not(one, window)) is not None]
        none = message("No command and no legal move fits.")
        return [FoundRow(tr(why)) for why in reasons or [none]]

    def _settings(self, text: str) -> Iterator[tuple[int, FoundRow]]:
        """The settings that a text finds, with their ranks."""
        if not text.strip():
            return
        session = self._window.session
        fields = [(one.key, one) for group in shown_groups() for one in group.fields]
        if session is not None:
            fields += [
                (key_of_game(one, session.game.id), one) for one in settings_of(session.game)
            ]
        for key, field in fields:
            title = message("Settings: {name}", name=field.label)
            if matches(text, f"{words_of(title)} {words_of_field(field)}"):
                rank = min(_rank(text, tr(field.label)), _rank(text, tr(title)))
                yield rank, FoundRow(tr(title), partial(show_settings, self._window, field=key))

    def _on_board(self, act: Callable[[], object]) -> None:
        """Focus the board, then act."""
        self._window.focus_board()
        act()


def _rank(text: str, name: str) -> int:
    """What is called so comes first, then what begins so, what has the words, what other words find."""
    called, typed = name.rstrip("…").lower(), text.strip().rstrip("…").lower()
    if called.startswith(typed):
        return 0 if called == typed else 1
    return 2 if matches(text, name) else 3


def _hint(session: RecordSession | None) -> Message:
    """The placeholder, with an example of a move."""
    moves = ", ".join(examples(session)[:3]) if session is not None else ""
    return message("A command, or a move: {moves}", moves=moves) if moves else message("A command")
