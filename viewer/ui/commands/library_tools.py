"""What is done with libraries beside searching: parts of positions, groups, duplicates, names, copies."""

from __future__ import annotations

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import LIBRARY, Command, CommandTarget


def _find_part(window: CommandTarget) -> None:
    from viewer.ui.modes.region.mode import find_part  # deferred

    find_part(window)


def _can_find_part(window: CommandTarget) -> bool:
    tab = window.libraries.tab
    if tab is not None:
        return tab.found.current is not None
    return window.desk is not None and not window.desk.editing


COMMANDS = (
    Command(
        "find-part",
        message("Look for a part of the position…"),
        _find_part,
        ("Ctrl+Shift+L",),
        _can_find_part,
        LIBRARY,
        1,
        also=in_context(
            "more words for a command", "region pattern corner material library database"
        ),
    ),
)
