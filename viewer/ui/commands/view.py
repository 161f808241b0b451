"""How the window looks."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.base.settings import SETTINGS
from viewer.ui.commands.table import VIEW, Command, always


def _theme(id: str) -> Command:
    """A theme in the menu of themes."""
    setting = SETTINGS["theme"]
    name = (setting.choices or {})[id]
    return Command(
        f"theme-{id}",
        name,
        lambda w: w.looks.set_theme(id),
        (),
        always,
        VIEW,
        4,
        group=setting.title,
        chosen=lambda w: w.settings["theme"] == id,
    )


COMMANDS = (
    *(_theme(id) for id in ("light", "dark", "auto")),
    Command(
        "full-screen",
        message("Full screen"),
        lambda w: w.toggle_full_screen(),
        ("F11",),
        menu=VIEW,
        section=3,
    ),
)
