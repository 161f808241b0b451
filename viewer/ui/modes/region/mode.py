"""Entering and leaving the mode in which a part of a position is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import NOTHING, message
from viewer.library.failures import LibraryFailed
from viewer.ui.modes.region.finder import PartFinder

if TYPE_CHECKING:
    from viewer.ui.window.desk import Desk
    from viewer.ui.window.window import Window


def find_part(window: Window) -> PartFinder | None:
    """Start drawing a part of the current position; None where positions can't be searched."""
    tab = window.libraries.tab
    if tab is not None and tab.found.current is not None:
        window.libraries.open_hit(tab.found.current)
    desk = window.desk
    if desk is None or desk.editing:
        window.say(message("Open a game first: the part is drawn on its board."))
        return None
    desk.session.flush()
    try:
        finder = PartFinder(desk.session)
    except LibraryFailed as error:
        window.say(error.reason)
        return None
    finder.told.connect(window.say)
    finder.finished.connect(lambda search: _finish(window, desk, finder, search))
    desk.show_editor(finder)
    window.looks.dress(desk)
    window.focus_board()
    hint = message(
        "Drag over the {squares} that count; Ctrl+Enter searches, Escape leaves.",
        squares=desk.session.game.board_words.squares,
    )
    window.say(hint)
    return finder


def _finish(window: Window, desk: Desk, finder: PartFinder, wanted: bool) -> None:
    """Leave the mode, and search for what was drawn."""
    search = finder.draft.search if wanted else None
    desk.close_editor()
    window.say(NOTHING)
    if search is None:
        window.focus_board()
    else:
        window.libraries.search(search)
