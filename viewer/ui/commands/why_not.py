"""Why a command can't be done now, and what can be done about it."""

from __future__ import annotations

from viewer.base.messages import Message, message
from viewer.ui.commands.table import Command, CommandTarget
from viewer.ui.toolkit.shortcuts import naming_keys


def why_not(command: Command, window: CommandTarget) -> Message | None:
    """A sentence for somebody who asked for a command; None if it can be done."""
    if command.possible(window):
        return command.refusal(window)
    words = command.title_in(window)
    if window.desk is None:
        return naming_keys(
            message("Nothing is open here for “{command}”. {key} opens a file.", command=words),
            message("Nothing is open here for “{command}”.", command=words),
            key="open",
        )
    if window.desk.editing:
        return message("“{command}” isn't possible in this mode. Esc leaves it.", command=words)
    if not command.offered(window):
        return message("There is no “{command}” for this record.", command=words)
    return command.needs(window) or message("There is nothing here for “{command}”.", command=words)
