"""Help: finding commands, keys, about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import HELP, Command, loaded

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def _show_about(window: Window) -> None:
    """What this is."""
    from viewer.ui.dialogs.about import About  # deferred

    About(window).open()


COMMANDS = (
    Command(
        "manual",
        message("Manual"),
        lambda w: w.manual.open(),
        ("F1",),
        menu=HELP,
        also=in_context("more words for a command", "help handbook guide how book"),
    ),
    Command(
        "palette",
        message("Find a command or play a move…"),
        lambda w: w.menus.show_palette(),
        ("Ctrl+K",),
        menu=HELP,
        icon="search",
    ),
    Command(
        "keys",
        message("Keys"),
        lambda w: w.menus.show_keys(),
        ("?",),
        menu=HELP,
        also=in_context("more words for a command", "shortcuts help keyboard manual"),
    ),
    Command(
        "samples",
        message("Samples…"),
        loaded("viewer.ui.dialogs.palettes:choose_sample"),
        menu=HELP,
        also=in_context(
            "more words for a command", "tutorial manual help example introduction learn study"
        ),
    ),
    Command(
        "about",
        message("About Qipu"),
        _show_about,
        menu=HELP,
        section=1,
        also=in_context("more words for a command", "help version licence"),
    ),
)
