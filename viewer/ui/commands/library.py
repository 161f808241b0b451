"""Libraries: searching them, making and managing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import LIBRARY, Command, has_session

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def _can_search_position(window: Window) -> bool:
    return has_session(window) and window.libraries.can_search_position()


def _in_tab(window: Window) -> bool:
    return window.other_tab is not None and window.libraries.tab is not None


COMMANDS = (
    Command(
        "library",
        message("Search libraries"),
        lambda w: w.libraries.show(),
        ("Ctrl+L",),
        menu=LIBRARY,
        also=in_context(
            "more words for a command", "database find games players openings archive collection"
        ),
    ),
    Command(
        "library-position",
        message("Search this position in libraries"),
        lambda w: w.libraries.search_position(),
        ("Alt+L",),
        _can_search_position,
        LIBRARY,
        also=in_context("more words for a command", "database find board fen same"),
    ),
    Command(
        "library-conditions",
        message("All conditions of the search…"),
        lambda w: w.libraries.ask_conditions(),
        (),
        _in_tab,
        LIBRARY,
        1,
        also=in_context("more words for a command", "form rating date result filter advanced"),
    ),
    Command(
        "library-save",
        message("Save this search…"),
        lambda w: w.libraries.ask_save(),
        (),
        _in_tab,
        LIBRARY,
        1,
    ),
    Command(
        "library-saved",
        message("Saved searches…"),
        lambda w: w.libraries.ask_saved(),
        ("Ctrl+Alt+L",),
        menu=LIBRARY,
        section=1,
        also=in_context("more words for a command", "history last recent"),
    ),
    Command(
        "new-library",
        message("New library…"),
        lambda w: w.libraries.keeping.ask_new(),
        (),
        menu=LIBRARY,
        section=2,
        also=in_context("more words for a command", "create make import database folders index"),
    ),
    Command(
        "update-libraries",
        message("Update the libraries"),
        lambda w: w.libraries.update(),
        (),
        lambda w: bool(w.libraries.chosen()),
        LIBRARY,
        2,
        also=in_context("more words for a command", "build refresh index reread"),
    ),
    Command(
        "libraries",
        message("Libraries…"),
        lambda w: w.libraries.manage(),
        ("Ctrl+Alt+Shift+L",),
        menu=LIBRARY,
        section=2,
        also=in_context(
            "more words for a command", "manage delete choose databases folders sources"
        ),
    ),
)
