"""What is done with libraries beside searching: parts of positions, groups, duplicates, names, copies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import in_context, message
from viewer.ui.commands.table import LIBRARY, Command, loaded

if TYPE_CHECKING:
    from viewer.ui.window.window import Window


def _can_find_part(window: Window) -> bool:
    tab = window.libraries.tab
    if tab is not None:
        return tab.found.current is not None
    return window.desk is not None and not window.desk.editing


def _found(window: Window) -> bool:
    """Whether a library tab with hits is shown."""
    tab = window.libraries.tab
    return tab is not None and tab.found.total > 0


COMMANDS = (
    Command(
        "find-part",
        message("Look for a part of the position…"),
        loaded("viewer.ui.modes.region.finder:find_part"),
        ("Ctrl+Shift+L",),
        _can_find_part,
        LIBRARY,
        0,
        also=in_context(
            "more words for a command", "region pattern corner material library database"
        ),
    ),
    Command(
        "library-copy",
        message("Copy or export the games found…"),
        loaded("viewer.ui.controllers.hit_copies:copy_hits"),
        possible=_found,
        menu=LIBRARY,
        section=4,
        also=in_context(
            "more words for a command", "save hits file folder clipboard book database library"
        ),
    ),
    Command(
        "library-boards",
        message("Small boards in the list"),
        lambda w: w.libraries.toggle_boards(),
        possible=_found,
        menu=LIBRARY,
        section=4,
        chosen=lambda w: bool(w.settings["hit-boards"]),
        also=in_context("more words for a command", "thumbnails pictures positions library"),
    ),
    Command(
        "library-groups",
        message("Group the games found…"),
        loaded("viewer.ui.controllers.library_tools:show_groups"),
        possible=_found,
        menu=LIBRARY,
        section=4,
        also=in_context(
            "more words for a command", "players events years openings statistics library database"
        ),
    ),
    Command(
        "library-crosstable",
        message("Cross table of the event"),
        loaded("viewer.ui.controllers.library_tools:show_crosstable"),
        possible=_found,
        menu=LIBRARY,
        section=4,
        also=in_context("more words for a command", "tournament standings round robin swiss"),
    ),
    Command(
        "library-duplicates",
        message("Games that are there more than once…"),
        loaded("viewer.ui.controllers.library_tools:show_duplicates"),
        possible=_found,
        menu=LIBRARY,
        section=5,
        also=in_context("more words for a command", "duplicates doublets twins merge library"),
    ),
    Command(
        "library-names",
        message("Names that are spelt in several ways…"),
        loaded("viewer.ui.controllers.library_tools:show_names"),
        possible=_found,
        menu=LIBRARY,
        section=5,
        also=in_context("more words for a command", "unify rename players spellings library"),
    ),
    Command(
        "library-undo",
        message("Undo the last edit of files"),
        loaded("viewer.ui.controllers.library_tools:take_back"),
        menu=LIBRARY,
        section=5,
        also=in_context("more words for a command", "take back merge duplicates names library"),
    ),
)
