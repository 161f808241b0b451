"""The type of commands, the menus, conditions on the current record, refusals; profiles of keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.loading import load_named
from viewer.base.messages import NOTHING, Message, in_context, message
from viewer.base.named import NamedTuple
from viewer.base.settings import SETTINGS
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.keymap import naming_keys

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

FILE, EDIT, GO, VARIATION, GAMES, LIBRARY, ANALYSIS, LEARN, VIEW, HELP = (
    message("File"),
    message("Edit"),
    message("Navigate"),
    message("Variations"),
    message("Games"),
    message("Library"),
    message("Analysis"),
    in_context("a menu", "Learn"),
    message("View"),
    message("Help"),
)
MENUS = (FILE, EDIT, GO, VARIATION, GAMES, LIBRARY, ANALYSIS, LEARN, VIEW, HELP)
_AT_MOVE = frozenset((
    "comment", "comment-large", "comment-before", "glyphs", "glyphs-!", "glyphs-=", "bookmark", "title",
    "chapter", "verdict", "take-back", "message", "result-step", "mark-step", "change-step", "cut",
    "replace-move", "insert-moves", "start-here",
))  # fmt: skip
"""What begins with a question about the current move of the record."""
_STEPS_DOWN = {
    "next": ("Down",),
    "previous": ("Up",),
    "next-variation": ("Right",),
    "previous-variation": ("Left",),
}
PROFILES: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "usual": {},
        "vertical": _STEPS_DOWN,
        "scid": {
            "forward-10": ("Down", "PgDown"),
            "back-10": ("Up", "PgUp"),
            "next-variation": ("Shift+Down",),
            "previous-variation": ("Shift+Up",),
            "into-variation": ("V", "Ctrl+Right"),
            "timeline": ("Ctrl+Shift+V",),
            "flip": ("Ctrl+F", "F", "Ctrl+T"),
            "find": ("Ctrl+Alt+F",),
            "comment": ("Ctrl+E", "C", "D"),
            "save-picture": ("Ctrl+Alt+Shift+E",),
            "next-game": ("Ctrl+Down", "Ctrl+PgDown"),
            "previous-game": ("Ctrl+Up", "Ctrl+PgUp"),
            "promote": ("Ctrl+Alt+Up",),
            "demote": ("Ctrl+Alt+Down",),
            "games": ("Ctrl+Shift+G", "Ctrl+G", "Ctrl+Shift+F"),
            "copy-games": ("Ctrl+C",),
            "copy": ("Ctrl+Alt+C",),
        },
        "sabaki": {
            **_STEPS_DOWN,
            "comment": ("Ctrl+Shift+T", "C", "D"),
            "promote": ("Ctrl+Alt+Shift+Left", "Ctrl+Up"),
        },
        "shogihome": {
            "next": ("Down",),
            "previous": ("Up",),
            "first": ("Left", "Home"),
            "last": ("Right", "End"),
            "next-variation": ("Shift+Down",),
            "previous-variation": ("Shift+Up",),
            "flip": ("Ctrl+T", "F"),
            "delete": ("Ctrl+D", "Del", "Backspace"),
            "duplicate-game": ("Ctrl+Alt+D",),
            "copy-position": ("Ctrl+B", "Ctrl+Shift+C"),
            "bookmarks": ("Ctrl+Alt+B",),
            "copy-games": ("Ctrl+C",),
            "copy": ("Ctrl+Alt+C",),
        },
    }
)
"""Keys by the command, by the value of the setting `key-profile`."""


def always(window: Window) -> bool:
    """Possible at any time."""
    return True


def no_words(window: Window) -> Message | None:
    """The default `refusal` and `needs`: there is nothing to say."""
    return None


class Command(NamedTuple):
    """One command.

    Attributes:
        id: stable, used in settings.
        name: as in the menu.
        keys: shortcuts in Qt's portable text; explicit, since standard keys differ by platform.
        run: carries it out.
        possible: whether it is available now.
        menu: the menu of its subject; None for none. `menus.py` says whether it stands there.
        section: number of its section in lists of keys and context menus.
        icon: name in resources/icons.
        group: what it is one of, which its name outside a menu begins with, and the title of a submenu of
            several; None for a name that stands alone.
        chosen: whether it is checked; None for commands that aren't checkable.
        refusal: why this file's format doesn't allow it; None if it does.
        named: its current name if that varies, None while it has none and is hidden.
        offered: whether menus show it: what a game or format doesn't have is left out.
        pauses: whether it pauses playback.
        also: words beside those of its name that the palette finds it by; None for none.
        needs: what must be there first where it isn't possible; None for a general sentence.
    """

    id: str
    name: Message
    run: Callable[[Window], object]
    keys: tuple[str, ...] = ()
    possible: Callable[[Window], bool] = always
    menu: Message | None = None
    section: int = 0
    icon: str = ""
    group: Message | None = None
    chosen: Callable[[Window], bool] | None = None
    named: Callable[[Window], Message | None] | None = None
    offered: Callable[[Window], bool] = always
    refusal: Callable[[Window], Message | None] = no_words
    also: Message | None = None
    pauses: bool = True
    needs: Callable[[Window], Message | None] = no_words

    @property
    def title(self) -> Message:
        """The name outside its menu, behind the group's if it has one ("Theme: Dark")."""
        return self._titled(self.name)

    def title_in(self, window: Window) -> Message:
        """The current title in a window."""
        return self._titled(self.name_in(window) or self.name)

    def name_in(self, window: Window) -> Message | None:
        """The current name in a window; None if it is hidden or not offered."""
        if not self.offered(window):
            return None
        return self.name if self.named is None else self.named(window)

    def _titled(self, name: Message) -> Message:
        if self.group is None:
            return name
        return message("{group}: {name}", group=self.group, name=name)


def has_desk(window: Window) -> bool:
    """Whether a board is shown, in a mode too."""
    return window.desk is not None


def has_tab(window: Window) -> bool:
    """Whether a tab is shown, with a record or without."""
    return window.desk is not None or window.tabs.other is not None


def has_session(window: Window) -> bool:
    """Whether a record is shown and the desk isn't in a mode."""
    return window.desk is not None and not window.desk.editing


def no_mode(window: Window) -> bool:
    """Whether a record is shown outside of a mode, or none is open."""
    return window.desk is None or not window.desk.editing


def on(act: Callable[[RecordSession], object]) -> Callable[[Window], None]:
    """Make a `run` from a function of the current session; it does nothing without one."""

    def run(window: Window) -> None:
        if window.session is not None:
            act(window.session)

    return run


def loaded(target: str, **named: object) -> Callable[[Window], object]:
    """Make a `run` that calls a function, "module:name", of the window; the module is loaded then."""
    return lambda window: load_named(target)(window, **named)


def opened(target: str, *rest: object) -> Callable[[Window], None]:
    """Make a `run` that opens a palette or line, "module:class", of the current session over the window."""

    def run(window: Window) -> None:
        if window.session is not None:
            load_named(target)(window.session, window, *rest).open_over()

    return run


def _choose(window: Window, setting: str, value: str) -> None:
    window.looks.choose(setting, value)


def listing(group: Message) -> Callable[[Window], None]:
    """Make a `run` that opens the palette at the commands of a group."""
    title = message("{group}: {name}", group=group, name=NOTHING)
    return lambda window: window.menus.show_palette(tr(title))


def values_of(
    setting: str,
    prefix: str,
    take: Callable[[Window, str, str], object] = _choose,
    menu: Message = VIEW,
    section: int = 4,
    group: Message | None = None,
    possible: Callable[[Window], bool] = always,
    also: Message | None = None,
    pauses: bool = True,
) -> list[Command]:
    """The commands for the values of a setting, in the setting's menu; ids begin with `prefix`.

    `take` sets the setting to a value.
    """
    field = SETTINGS[setting]

    def command(value: str, name: Message) -> Command:
        return Command(
            f"{prefix}-{value}",
            name,
            lambda w: take(w, setting, value),
            (),
            possible,
            menu,
            section,
            group=field.label if group is None else group,
            chosen=lambda w: w.settings[setting] == value,
            also=also,
            pauses=pauses,
        )

    return [command(value, name) for value, name in field.choices.items()]


def when(test: Callable[[RecordSession], bool]) -> Callable[[Window], bool]:
    """Make a `possible` from a test of the current session; False without one."""
    return lambda window: (
        window.session is not None and has_session(window) and test(window.session)
    )


def where(test: Callable[[RecordSession], bool]) -> Callable[[Window], bool]:
    """Make an `offered` from a test of the current session."""
    return lambda window: window.session is not None and test(window.session)


def moved(session: RecordSession) -> bool:
    """Whether the current node isn't the root."""
    return session.node.parent is not None


def why_not(command: Command, window: Window) -> Message | None:
    """A sentence for somebody who asked for a command; None if it can be done."""
    if command.possible(window):
        trial = window.session.trial if window.session is not None else None
        aside = trial.refusal if trial is not None and command.id in _AT_MOVE else None
        return aside or command.refusal(window)
    from viewer.ui.commands.refusals import refusal_of, refusal_without_record  # deferred

    if window.desk is None:
        return refusal_without_record(command.id, window) or naming_keys(
            message("No record is open. {key} opens a file."),
            message("No record is open."),
            key="open",
        )
    if window.desk.editing:
        return message("That isn't possible in this mode. Esc leaves it.")
    told = command.needs(window) if command.offered(window) else None
    return told or refusal_of(command.id, window)
