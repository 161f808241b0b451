"""Every command, registered once: its name, its keys, when it is possible, what it does.

Menus, the palette (Ctrl+K), the sheet of keys and the shortcuts are all made from this table. Each
area has a module with its commands; their order there is the order in the menus.
"""

from __future__ import annotations

from viewer.ui.commands import (
    annotate,
    board,
    edit,
    file,
    games,
    go,
    graph,
    help,
    play,
    steps,
    tools,
    variation,
    view,
)
from viewer.ui.commands.table import MENUS, Command

__all__ = ["COMMANDS", "MENUS", "Command"]

COMMANDS: dict[str, Command] = {
    command.id: command
    for area in (
        file,
        edit,
        annotate,
        steps,
        tools,
        play,
        go,
        variation,
        games,
        board,
        view,
        graph,
        help,
    )
    for command in area.COMMANDS
}
