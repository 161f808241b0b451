"""How the window looks."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.ui.commands.table import VIEW, Command, always

COMMANDS = (
    Command(
        "theme-light", message("Light"), lambda w: w.looks.set_theme("light"), (), always, VIEW, 2
    ),
    Command(
        "theme-dark", message("Dark"), lambda w: w.looks.set_theme("dark"), (), always, VIEW, 2
    ),
    Command(
        "theme-auto",
        message("As the system"),
        lambda w: w.looks.set_theme("auto"),
        (),
        always,
        VIEW,
        2,
    ),
    Command(
        "full-screen",
        message("Full screen"),
        lambda w: w.toggle_full_screen(),
        ("F11",),
        menu=VIEW,
        section=3,
    ),
)
