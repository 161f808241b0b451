"""Navigation along the line and between files."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.ui.commands.table import GO, Command, has_session, has_tab, on, opened, when

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window


def _again(step: int) -> Callable[[RecordSession], None]:
    def go(session: RecordSession) -> None:
        from viewer.document.reading.finding import next_hit  # deferred

        found = next_hit(session.record, session.sought, session.node, step)
        if found is None:
            session.say(
                message("No other comment of this game holds “{text}”.", text=session.sought)
            )
        session.go(found)

    return go


def _at_end(window: Window) -> Message:
    return message("This is the end of the line.")


def _at_start(window: Window) -> Message:
    return message("This is the start of the game.")


_sought = when(lambda s: bool(s.sought))

_BOOKMARKS = message("Bookmarks")

COMMANDS = (
    Command(
        "next",
        message("Next move"),
        on(lambda s: s.step(1)),
        ("Right",),
        when(lambda s: s.trial is not None or s.cursor.next is not None),
        GO,
        icon="next",
        needs=_at_end,
    ),
    Command(
        "previous",
        message("Previous move"),
        on(lambda s: s.step(-1)),
        ("Left",),
        when(lambda s: s.shown.parent is not None),
        GO,
        icon="previous",
        needs=_at_start,
    ),
    Command(
        "first",
        in_context("to go there", "Start"),
        on(lambda s: s.home()),
        ("Home",),
        when(lambda s: s.shown.parent is not None or s.cursor.remembers),
        GO,
        icon="first",
        needs=_at_start,
    ),
    Command(
        "last",
        message("End of the line"),
        on(lambda s: s.go(s.cursor.last())),
        ("End",),
        when(lambda s: s.trial is not None or s.cursor.next is not None),
        GO,
        icon="last",
        needs=_at_end,
    ),
    Command(
        "forward-10",
        message("Ten moves on"),
        on(lambda s: s.step(10)),
        ("PgDown",),
        when(lambda s: s.trial is not None or s.cursor.next is not None),
        GO,
        1,
        needs=_at_end,
    ),
    Command(
        "back-10",
        message("Ten moves back"),
        on(lambda s: s.step(-10)),
        ("PgUp",),
        when(lambda s: s.shown.parent is not None),
        GO,
        1,
        needs=_at_start,
    ),
    Command(
        "next-comment",
        message("Next comment"),
        on(lambda s: s.go(s.cursor.commented(1))),
        ("Ctrl+Shift+Down",),
        has_session,
        GO,
        1,
    ),
    Command(
        "previous-comment",
        message("Previous comment"),
        on(lambda s: s.go(s.cursor.commented(-1))),
        ("Ctrl+Shift+Up",),
        has_session,
        GO,
        1,
    ),
    Command(
        "next-bookmark",
        message("Next bookmark"),
        on(lambda s: s.go(s.cursor.bookmarked(1))),
        ("Alt+Down",),
        has_session,
        GO,
        1,
        group=_BOOKMARKS,
    ),
    Command(
        "previous-bookmark",
        message("Previous bookmark"),
        on(lambda s: s.go(s.cursor.bookmarked(-1))),
        ("Alt+Up",),
        has_session,
        GO,
        1,
        group=_BOOKMARKS,
    ),
    Command(
        "bookmarks",
        message("Go to a bookmark…"),
        opened("viewer.ui.dialogs.node_line:BookmarkList"),
        ("Ctrl+B",),
        has_session,
        GO,
        1,
        "flag",
        group=_BOOKMARKS,
    ),
    Command(
        "find",
        message("Find in the comments…"),
        opened("viewer.ui.dialogs.text_finder:TextFinder"),
        ("Ctrl+F",),
        has_session,
        GO,
        2,
        "search",
        also=in_context("more words for a command", "search text words"),
    ),
    Command("find-next", message("Find the next"), on(_again(1)), ("F3",), _sought, GO, 2),
    Command(
        "find-previous",
        message("Find the one before"),
        on(_again(-1)),
        ("Shift+F3",),
        _sought,
        GO,
        2,
    ),
    Command(
        "next-tab", message("Next file"), lambda w: w.next_tab(1), ("Ctrl+Tab",), has_tab, GO, 3
    ),
    Command(
        "previous-tab",
        message("Previous file"),
        lambda w: w.next_tab(-1),
        ("Ctrl+Shift+Tab",),
        has_tab,
        GO,
        3,
    ),
    Command(
        "tabs",
        message("Go to an open file…"),
        lambda w: w.choose_tab(),
        ("Ctrl+Shift+A",),
        has_tab,
        GO,
        3,
        also=in_context("more words for a command", "tabs list switch"),
    ),
)
