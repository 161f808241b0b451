"""Why a command can't be done now, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, message
from viewer.ui.commands.table import Command
from viewer.ui.toolkit.shortcuts import naming_keys

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_AT_MOVE = frozenset((
    "comment", "comment-large", "comment-before", "glyphs", "glyphs-!", "glyphs-=", "bookmark", "title",
    "chapter", "verdict", "take-back", "message", "result-step", "mark-step", "change-step", "cut",
    "replace-move", "insert-moves", "start-here",
))  # fmt: skip
"""What begins with a question about the current move of the record."""


def why_not(command: Command, window: Window) -> Message | None:
    """A sentence for somebody who asked for a command; None if it can be done."""
    if command.possible(window):
        trial = window.session.trial if window.session is not None else None
        aside = trial.refusal if trial is not None and command.id in _AT_MOVE else None
        return aside or command.refusal(window)
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
