"""Help: finding commands, keys, about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import in_context, message
from viewer.base.resources import samples
from viewer.games import GAMES, GameEntry
from viewer.ui.commands.table import HELP, Command

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def _show_about(window: Window) -> None:
    """What this is."""
    from viewer.ui.dialogs.about import About  # deferred

    About(window).open()


def _sample(entry: GameEntry) -> Command:
    """The command for the sample study of a game, which shows how Qipu is used."""
    return Command(
        f"sample-{entry.id}",
        entry.name,
        lambda w: w.files.open(samples()[entry.id]),
        menu=HELP,
        group=message("Sample"),
        headed=True,
        also=in_context(
            "more words for a command", "tutorial manual help example introduction learn study"
        ),
    )


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
    *map(_sample, GAMES.values()),
    Command(
        "about",
        message("About Qipu"),
        _show_about,
        menu=HELP,
        section=1,
        also=in_context("more words for a command", "help version licence"),
    ),
)
