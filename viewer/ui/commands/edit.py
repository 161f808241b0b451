"""Undo and redo."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.ui.commands.table import EDIT, Command, on, when

COMMANDS = (
    Command(
        "undo",
        message("Undo"),
        on(lambda s: s.undo()),
        ("Ctrl+Z",),
        when(lambda s: s.document.history.undo_words is not None or s.holding),
        EDIT,
        icon="undo",
    ),
    Command(
        "redo",
        message("Redo"),
        on(lambda s: s.redo()),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        when(lambda s: s.document.history.redo_words is not None),
        EDIT,
        icon="redo",
    ),
    Command(
        "stop",
        message("Stop what takes long"),
        lambda w: w.tasks.stop(),
        (),
        lambda w: bool(w.tasks.running),
    ),
)
