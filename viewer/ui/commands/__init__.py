"""The registry of commands: each with its name, keys, condition and function.

The palette (Ctrl+K), the key sheet and the shortcuts are all made from this table, the menus of what
`menus.py` names of it. Each area has a module with its commands.
"""

from __future__ import annotations

from viewer.ui.commands import (
    analysis,
    board,
    edit,
    file,
    games,
    go,
    help,
    library,
    play,
    steps,
    variation,
    view,
)
from viewer.ui.commands.table import MENUS, Command
from viewer.ui.toolkit.keymap import SHORTCUTS

__all__ = ["COMMANDS", "MENUS", "Command"]

COMMANDS: dict[str, Command] = {
    command.id: command
    for area in (
        file,
        edit,
        steps,
        play,
        go,
        variation,
        games,
        library,
        analysis,
        board,
        view,
        help,
    )
    for command in area.COMMANDS
}

SHORTCUTS.take({command.id: command.keys for command in COMMANDS.values()})
