"""Help: finding commands, keys, about."""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import HELP, Command, CommandTarget


def _show_about(window: CommandTarget) -> None:
    """What this is."""
    from viewer.ui.dialogs.about import About  # deferred

    About(window.dialog_parent).open()


COMMANDS = (
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
        ("?", "F1"),
        menu=HELP,
        also=in_context("more words for a command", "shortcuts help keyboard"),
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
