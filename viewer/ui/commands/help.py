"""Help: finding commands, keys, about."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.ui.commands.table import HELP, Command

COMMANDS = (
    Command(
        "palette",
        message("Find a command or play a move…"),
        lambda w: w.show_palette(),
        ("Ctrl+K",),
        menu=HELP,
        icon="search",
    ),
    Command("keys", message("Keys"), lambda w: w.show_keys(), ("?", "F1"), menu=HELP),
    Command("about", message("About Qipu"), lambda w: w.show_about(), menu=HELP, section=1),
)
