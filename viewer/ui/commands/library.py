"""Libraries: searching them, making and managing them."""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import LIBRARY, Command

COMMANDS = (
    Command(
        "library",
        message("Search libraries…"),
        lambda w: w.libraries.show(),
        ("Ctrl+L",),
        menu=LIBRARY,
        also=in_context(
            "more words for a command", "database find games players openings archive collection"
        ),
    ),
)
