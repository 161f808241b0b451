"""What a command is, the menus, and how a command asks the record that is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from viewer.base.messages import Message, in_context, message
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.session.record_session import RecordSession

FILE, EDIT, GO, VARIATION, GAMES, VIEW, HELP = (
    message("File"),
    message("Edit"),
    in_context("menu: where to go in the record", "Go"),
    message("Variations"),
    message("Games"),
    message("View"),
    message("Help"),
)
MENUS = (FILE, EDIT, GO, VARIATION, GAMES, VIEW, HELP)


class CommandTarget(ControlledWorkbench, Protocol):
    """The window as commands see it: with its controllers, and what only a person asks for."""

    def close(self) -> bool:
        """Close the window."""
        ...

    def close_tab(self) -> None:
        """Close the tab that is shown."""
        ...

    def next_tab(self, step: int) -> None:
        """Turn to the next (or previous) tab."""
        ...

    def toggle_full_screen(self) -> None:
        """Fill the screen, or no longer."""
        ...

    def edit_comment(self) -> None:
        """Begin to write the comment."""
        ...

    def show_palette(self) -> None:
        """Find a command, or play a move, by typing."""
        ...

    def show_keys(self) -> None:
        """The sheet of keys."""
        ...

    def show_about(self) -> None:
        """What this is."""
        ...


def always(window: CommandTarget) -> bool:
    """Possible at any time."""
    return True


def no_refusal(window: CommandTarget) -> Message | None:
    """Nothing that a file can't hold is needed."""
    return None


class Command(NamedTuple):
    """One thing a person can ask for.

    Attributes:
        id: stable.
        name: as in the menu.
        keys: shortcuts in Qt's portable text; explicit, since the standard ones differ by platform.
        run: what it does.
        possible: whether it can be done now.
        menu: where it stands; None keeps it out of the menus (the palette and keys still have it).
        section: commands of another section are set off by a line.
        icon: name in resources/icons.
        group: title of the menu within the menu that it stands in, None for the menu itself.
        chosen: whether it is what holds now, shown by a check mark; None for what can't hold.
        refusal: why it can't be done with this file, though it could with others; None where it can.
        headed: whether its name says little without the title of `group`; where it can hold, it does so too.
        named: its name as things stand where that differs, None while it stands for nothing.
        offered: whether menus have it: what a game or format doesn't know is left out of them.
    """

    id: str
    name: Message
    run: Callable[[CommandTarget], object]
    keys: tuple[str, ...] = ()
    possible: Callable[[CommandTarget], bool] = always
    menu: Message | None = None
    section: int = 0
    icon: str = ""
    group: Message | None = None
    chosen: Callable[[CommandTarget], bool] | None = None
    named: Callable[[CommandTarget], Message | None] | None = None
    offered: Callable[[CommandTarget], bool] = always
    headed: bool = False
    refusal: Callable[[CommandTarget], Message | None] = no_refusal

    @property
    def title(self) -> Message:
        """The name where it stands alone: with its group's where it needs that ("Theme: Dark")."""
        return self._titled(self.name)

    def title_in(self, window: CommandTarget) -> Message:
        """The title as things stand in a window."""
        return self._titled(self.name_in(window) or self.name)

    def name_in(self, window: CommandTarget) -> Message | None:
        """The name as things stand in a window; None where it stands for nothing or isn't offered."""
        if not self.offered(window):
            return None
        return self.name if self.named is None else self.named(window)

    def _titled(self, name: Message) -> Message:
        if self.group is None or not (self.headed or self.chosen is not None):
            return name
        return message("{group}: {name}", group=self.group, name=name)


def has_desk(window: CommandTarget) -> bool:
    """Whether a board is shown, that of the position editor as well."""
    return window.desk is not None


def has_session(window: CommandTarget) -> bool:
    """Whether a record is shown, and its position isn't being edited."""
    return window.desk is not None and not window.desk.editing


def on(act: Callable[[RecordSession], None]) -> Callable[[CommandTarget], None]:
    """What a command does to the record that is shown; nothing where none is."""

    def run(window: CommandTarget) -> None:
        if window.session is not None:
            act(window.session)

    return run


def when(test: Callable[[RecordSession], bool]) -> Callable[[CommandTarget], bool]:
    """Possible when a record is shown and the test says so."""
    return lambda window: (
        window.session is not None and has_session(window) and test(window.session)
    )


def where(test: Callable[[RecordSession], bool]) -> Callable[[CommandTarget], bool]:
    """Offered in menus where the test says so of the record that is shown."""
    return lambda window: window.session is not None and test(window.session)


def moved(session: RecordSession) -> bool:
    """Whether the current node is behind the start."""
    return session.node.parent is not None
