"""All commands: the palette finds one, a setting, or a move to play; the sheet tells their keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from viewer.base.catalogs import active, tr
from viewer.base.folding import folded
from viewer.base.manual import Manual, pairs_of
from viewer.base.messages import Message, message
from viewer.ui.commands import COMMANDS, MENUS, Command
from viewer.ui.commands.table import has_session, why_not
from viewer.ui.commands.view import show_settings
from viewer.ui.dialogs.settings_dialog import key_of_game, settings_of, shown_groups
from viewer.ui.manual.opening import named
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.typed_moves import begun, examples, meant
from viewer.ui.session.typed_moves import why_not as no_move
from viewer.ui.toolkit.dialog_parts import ScrollDialog
from viewer.ui.toolkit.keymap import SHORTCUTS, key_name
from viewer.ui.toolkit.palette_frame import matches, rank_by, words_of, words_of_field
from viewer.ui.toolkit.palette_list import PaletteList, PaletteRow
from viewer.ui.toolkit.plain import Label

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


FORMER: Mapping[str, Message] = {
    "take-back": message("Take back moves (as a step)…"),
    "result-step": message("Add a result (as a step)…"),
    "mark-step": message("Add a mark (as a step)…"),
    "change-step": message("Times, actor and words of this step…"),
    "same-position": message("Next place with this position"),
    "unite": message("Bring what follows this position elsewhere"),
    "link-position": message("Say in the comment where this position is, too"),
    "asides": message("Next kind of evaluations and times behind the moves"),
    "explorer": message("What the games of libraries went on with"),
    "books": message("What books and tablebases know"),
    "show-notes": message("Notes"),
    "check": message("Check by the format's specification"),
    "candidates-rows": message("As rows with numbers"),
    "candidates-chips": message("As chips"),
    "forget-recent": message("Forget these files"),
    "diagram": message("Mark the position for a diagram, or remove the mark"),
    "problem": message("Problem: the side to move finds its move"),
    "problem-other": message("Problem: the other side finds its move"),
    "result": message("Write how the game ended…"),
    "trial": message("Try moves beside the record"),
    "next-tab": message("Next file"),
    "previous-tab": message("Previous file"),
    "tabs": message("Go to an open file…"),
    "find-previous": message("Find the one before"),
    "library-material": message("Same material as here"),
    "find-part": message("Look for a part of the position…"),
    "library-duplicates": message("Games that are there more than once…"),
    "library-names": message("Names that are spelt in several ways…"),
    "repertoire": message("Repertoire: where games left it, and what it lacks"),
    "threat": message("Threat: what if the side to move passed"),
    "compare-move": message("Compare the next move of the record"),
    "ownership": message("Show whose the points are"),
    "mirror": message("Exchange left and right"),
    "zoom-in": message("Show less of a large board, larger"),
    "zoom-out": message("Show more of a large board"),
    "notation": message("Next way of writing moves"),
    "pieces": message("Next kind of pieces"),
    "layout": message("Next way to lay the board out"),
    "layout-before": message("Way to lay the board out before this one"),
    "coordinates": message("Next kind of coordinates"),
    "numbers": message("Next kind of numbers on the board"),
    "next-colour": message("Whose piece comes next"),
    "next-desk": message("Next arrangement of the pages"),
    "beside": message("Show the record a second time beside"),
    "beside-next": message("Show the record of the next tab beside"),
    "beside-switch": message("Go to the other of two records"),
    "usual-panels": message("Put all pages where they stand at first"),
    "stop": message("Stop what takes long"),
    "show-line": message("Line"),
}


_COLUMNS = 3

Entries = list[tuple[str, str]]


class KeySheet(ScrollDialog):
    """All keys, by menu, in as many columns as fit the screen."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr(message("Keys")), parent)
        for columns in range(_COLUMNS, 0, -1):
            content = self._content(columns)
            if columns == 1 or content.sizeHint().width() <= self.room.width():
                break
            content.deleteLater()
        self.show_content(content)

    def _content(self, count: int) -> QWidget:
        """The groups in a number of columns of about equal height."""
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(24, 20, 24, 20)
        row.setSpacing(36)
        columns = [self._column() for _ in range(count)]
        lines = [0] * count
        for column in columns:
            row.addLayout(column)
        for title, entries in self._groups():
            shortest = lines.index(min(lines))
            self._add(columns[shortest], lines[shortest], title, entries)
            lines[shortest] += len(entries) + 2
        for column, below in zip(columns, lines, strict=True):
            column.setRowStretch(below, 1)
        return content

    @staticmethod
    def _groups() -> list[tuple[str, Entries]]:
        """The menus with their keys, and the keys that aren't commands."""
        groups = [
            (
                tr(menu),
                [
                    (tr(command.name), SHORTCUTS.names(command.id))
                    for command in COMMANDS.values()
                    if command.menu is menu and SHORTCUTS.of(command.id)
                ],
            )
            for menu in MENUS
        ]
        groups[-1][1].extend(
            (
                (tr(message("Menu")), "F10"),
                (tr(message("Step, ten with Shift")), tr(message("wheel"))),
                (tr(message("Cursor on the board; take, put down")), key_name("Enter")),
                (tr(message("Leave the cursor, the comment")), key_name("Esc")),
            )
        )
        return groups

    @staticmethod
    def _column() -> QGridLayout:
        """One grid for the groups of a column, so that their keys are aligned."""
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        grid.setColumnStretch(0, 1)
        return grid

    @staticmethod
    def _add(grid: QGridLayout, line: int, title: str, entries: Entries) -> None:
        """Add a group at a row of a column's grid, with a gap below it."""
        head = Label(title, look="name")
        grid.addWidget(head, line, 0, 1, 2)
        for name, keys in entries:
            line += 1
            label = Label(keys, look="muted")
            grid.addWidget(Label(name), line, 0)
            grid.addWidget(label, line, 1)
        grid.setRowMinimumHeight(line + 1, 22)


_MOVES = 20
_REFUSED = 5  # commands at most that are listed with why they can't be done
_NEAR = 4  # commands and settings at most that have not all of the words
_PLACES = 3  # of the manual, where no command is found


class Palette(PaletteList):
    """A list of commands under an input line. Enter runs the first; Escape closes.

    What is typed also finds settings, which are opened at their field.
    """

    def __init__(self, window: Window, run: Callable[[Command], object]) -> None:
        hint = tr(_hint(window.session if has_session(window) else None))
        name = tr(message("Find a command or play a move"))
        super().__init__(window, hint, name, tr(message("Commands")))
        self._window, self._run = window, run
        self.look_for("")

    def found(self, text: str) -> Iterator[PaletteRow]:
        session = self._window.session if has_session(self._window) else None
        none = True
        if session is not None and text.strip():
            for move, shown in [*meant(session, text), *begun(session, text)][:_MOVES]:
                none = False
                act = partial(self._on_board, partial(session.play, move))
                yield PaletteRow(tr(message("Play {move}", move=shown)), act)
        for _, row in sorted([*self._commands(text), *self._settings(text)], key=itemgetter(0)):
            none = False
            yield row
        if none:
            yield from self._refused(text) or self._nearly(text) or self._nothing(text)

    def _fitting(self, text: str, possible: bool) -> Iterator[tuple[int, str, Command]]:
        """The commands that a text finds, of those that can be done now or can't: rank, name, command."""
        for command in COMMANDS.values():
            if command.id == "palette" or command.possible(self._window) is not possible:
                continue
            name = command.title_in(self._window)
            if matches(text, words_of(name, command.also, FORMER.get(command.id))):
                yield _rank(text, name), tr(name), command

    def _commands(self, text: str) -> Iterator[tuple[int, PaletteRow]]:
        """The possible commands that a text finds, with their ranks."""
        for rank, name, command in self._fitting(text, possible=True):
            why = command.refusal(self._window)
            shown = name if why is None else f"{name}  ·  {tr(why)}"
            act = partial(self._on_board, partial(self._run, command))
            yield rank, PaletteRow(shown, act, SHORTCUTS.names(command.id))

    def _refused(self, text: str) -> list[PaletteRow]:
        """Why the commands that a text finds can't be done now."""
        window = self._window
        ranked = sorted(self._fitting(text, possible=False), key=itemgetter(0))
        shown = [one for _, _, one in ranked if one.name_in(window) is not None][:_REFUSED]
        reasons = [why for one in shown if (why := why_not(one, window)) is not None]
        return [PaletteRow(tr(why)) for why in reasons]

    def _nearly(self, text: str) -> list[PaletteRow]:
        """What most of the words find, where nothing is found by all of them; then where the manual has them.

        Of a Chinese or Japanese text the pairs of its characters count as words.
        """
        parts = [part for word in folded(text).split() for part in pairs_of(word)]
        found: dict[str, tuple[int, int, PaletteRow]] = {}
        for part in parts if len(parts) > 1 else ():
            for rank, row in [*self._commands(part), *self._settings(part)]:
                count, ranks, _ = found.get(row.words, (0, 0, row))
                found[row.words] = count - 1, ranks + rank, row
        ranked = sorted(found.values(), key=itemgetter(0, 1))
        most = [row for count, _, row in ranked if count == ranked[0][0]][:_NEAR]
        return [*most, *self._in_manual(text)] if most else []

    def _nothing(self, text: str) -> list[PaletteRow]:
        """Why nothing fits, and where the manual has the words."""
        window = self._window
        rows = [message("No command or setting is called “{text}”.", text=text.strip())]
        if window.session is not None and has_session(window):
            rows.append(no_move(window.session, text))
        return [*(PaletteRow(tr(why)) for why in rows), *self._in_manual(text)]

    def _in_manual(self, text: str) -> Iterator[PaletteRow]:
        """The places of the manual that a text leads to."""
        for hit in Manual(active(), named).search(text)[:_PLACES]:
            words = message("Manual: {title}", title=hit.title)
            yield PaletteRow(tr(words), partial(self._window.manual.open, hit.place))

    def _settings(self, text: str) -> Iterator[tuple[int, PaletteRow]]:
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
                rank = min(_rank(text, field.label), _rank(text, title))
                yield rank, PaletteRow(tr(title), partial(show_settings, self._window, field=key))

    def _on_board(self, act: Callable[[], object]) -> None:
        """Focus the board, then act."""
        self._window.focus_board()
        act()


def _rank(text: str, name: Message) -> int:
    """What is called so comes first, then what begins so, what has the words, what other words find.

    The English name counts, too, behind that in the window's language.
    """
    return min(2 * rank_by(text, tr(name)), 2 * rank_by(text, name.text()) + 1)


def _hint(session: RecordSession | None) -> Message:
    """The placeholder, with an example of a move."""
    moves = ", ".join(examples(session)[:3]) if session is not None else ""
    return message("A command, or a move: {moves}", moves=moves) if moves else message("A command")
