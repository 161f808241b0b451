"""The panels beside and below the board: shown, and moved from one to the other."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.ui.commands.table import VIEW, Command, CommandTarget, has_session
from viewer.ui.panel.panels import PANELS, Area, Panel

_GROUP = message("Panels")


def move_of(id: str) -> str:
    """The id of the command that moves a panel, "" where it can stand in one area alone."""
    return f"move-{id}" if len(PANELS[id].areas) > 1 else ""


def _show(panel: Panel) -> Command:
    """Show a panel that no other command shows."""
    return Command(
        f"show-{panel.id}",
        panel.title,
        lambda w: w.show_page(panel.id),
        (),
        has_session,
        VIEW,
        3,
        group=_GROUP,
        headed=True,
    )


def _move(panel: Panel) -> Command:
    """Let a panel stand below the board, or beside it again."""

    def below(window: CommandTarget) -> bool:
        return window.looks.panel_areas[panel.id] is Area.BELOW

    def named(window: CommandTarget) -> Message:
        if window.looks.desk_layout.division.with_board:
            if below(window):
                return message("Put “{panel}” beside the board", panel=panel.title)
            return message("Put “{panel}” below the board", panel=panel.title)
        if below(window):
            return message("Put “{panel}” among the tabs with the notation", panel=panel.title)
        return message("Put “{panel}” beside the notation", panel=panel.title)

    def run(window: CommandTarget) -> None:
        window.looks.arrange_panels({panel.id: Area.BESIDE if below(window) else Area.BELOW})
        if window.desk is not None:
            window.desk.panels.focus_page(panel.id)

    def offered(window: CommandTarget) -> bool:
        return window.desk is not None and window.desk.panels.seen(panel.id)

    return Command(
        move_of(panel.id),
        message("Put “{panel}” below the board, or beside it", panel=panel.title),
        run,
        (),
        lambda w: has_session(w) and offered(w),
        VIEW,
        4,
        group=_GROUP,
        named=named,
        offered=offered,
    )


COMMANDS = (
    *(_show(panel) for panel in PANELS.values() if not panel.command),
    *(_move(panel) for panel in PANELS.values() if move_of(panel.id) and not panel.tab),
    Command(
        "usual-panels",
        message("Put all panels where they stand at first"),
        lambda w: w.looks.arrange_as_usual(),
        (),
        has_session,
        VIEW,
        5,
        group=_GROUP,
    ),
)
