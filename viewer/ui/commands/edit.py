"""Undo and redo, and what edits many games at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.ui.commands.table import EDIT, Command, has_session, loaded, on, when

if TYPE_CHECKING:
    from viewer.document.edits.history import History
    from viewer.ui.window.window import Window


def _naming(
    command: Message, what: Callable[[History], Message | None]
) -> Callable[[Window], Message]:
    """The name of a command with what it would undo or redo now."""

    def named(window: Window) -> Message:
        session = window.session
        words = None if session is None else what(session.document.history)
        return (
            command if words is None else message("{command}: {what}", command=command, what=words)
        )

    return named


COMMANDS = (
    Command(
        "undo",
        message("Undo"),
        on(lambda s: s.undo()),
        ("Ctrl+Z",),
        when(
            lambda s: s.document.history.undo_words is not None or s.holding or s.trial is not None
        ),
        EDIT,
        icon="undo",
        named=_naming(message("Undo"), lambda history: history.undo_words),
    ),
    Command(
        "redo",
        message("Redo"),
        on(lambda s: s.redo()),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        when(lambda s: s.document.history.redo_words is not None),
        EDIT,
        icon="redo",
        named=_naming(message("Redo"), lambda history: history.redo_words),
    ),
    Command(
        "strip",
        message("Remove comments, glyphs, variations…"),
        loaded("viewer.ui.controllers.whole_file:strip"),
        (),
        has_session,
        EDIT,
        3,
        also=in_context(
            "more words for a command", "strip clean clear delete marks clocks times evaluations"
        ),
    ),
    Command(
        "replace",
        message("Replace words…"),
        loaded("viewer.ui.controllers.whole_file:replace"),
        ("Ctrl+H",),
        has_session,
        EDIT,
        3,
        also=in_context("more words for a command", "rename substitute names headers comments"),
    ),
    Command(
        "stop",
        message("Stop what takes long"),
        lambda w: w.tasks.stop(),
        (),
        lambda w: bool(w.tasks.running),
        also=in_context("more words for a command", "cancel abort task"),
    ),
)
