"""The registry of commands: each with its name, keys, condition and function.

Menus, the palette (Ctrl+K), the key sheet and the shortcuts are all made from this table. Each
area has a module with its commands, in the order of the menus.
"""

from __future__ import annotations

from viewer.ui.commands import (
    analysis,
    annotate,
    board,
    edit,
    file,
    games,
    go,
    graph,
    help,
    library,
    library_tools,
    panels,
    play,
    playback,
    steps,
    tools,
    variation,
    view,
)
from viewer.ui.commands.table import MENUS, Command
from viewer.ui.toolkit.shortcuts import SHORTCUTS

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
        playback,
        variation,
        games,
        library,
        library_tools,
        analysis,
        board,
        view,
        graph,
        panels,
        help,
    )
    for command in area.COMMANDS
}
SHORTCUTS.take({command.id: command.keys for command in COMMANDS.values()})
