"""Navigation along the line and between files, and playback."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.base.settings import SETTINGS
from viewer.document.reading.playback import OWN
from viewer.ui.commands.table import GO, Command, has_session, has_tab, on, opened, values_of, when

if TYPE_CHECKING:
    from viewer.ui.session.record_session import RecordSession
    from viewer.ui.window.window import Window

_GROUP = message("Playback")
_SPEEDS = tuple(SETTINGS["playback-speed"].choices)


def _toggle(window: Window) -> None:
    if window.desk is not None:
        window.desk.player.toggle()


def _named(window: Window) -> Message:
    playing = window.desk is not None and window.desk.playing is not None
    return message("Pause") if playing else message("Play back")


def _at_own_pace(window: Window) -> bool:
    return window.settings["playback-pace"] == OWN


def _turn_pace(window: Window) -> None:
    window.looks.choose("playback-pace", "even" if _at_own_pace(window) else OWN)


def _changed(step: int) -> Callable[[Window], None]:
    """Play at the next speed (1) or the one before it (-1)."""

    def run(window: Window) -> None:
        index = _SPEEDS.index(str(window.settings["playback-speed"])) + step
        if 0 <= index < len(_SPEEDS):
            window.looks.choose("playback-speed", _SPEEDS[index])

    return run


_PLAYBACK = (
    Command(
        "play-back",
        message("Play back, or pause"),
        _toggle,
        ("Space",),
        has_session,
        GO,
        4,
        icon="play",
        named=_named,
        pauses=False,
        also=in_context("more words for a command", "autoplay slideshow"),
    ),
    Command(
        "faster",
        message("Faster"),
        _changed(1),
        ("Shift+Right",),
        has_session,
        GO,
        4,
        group=_GROUP,
        pauses=False,
    ),
    Command(
        "slower",
        message("Slower"),
        _changed(-1),
        ("Shift+Left",),
        has_session,
        GO,
        4,
        group=_GROUP,
        pauses=False,
    ),
    Command(
        "own-pace",
        message("At the times of the record"),
        _turn_pace,
        ("Shift+Space",),
        has_session,
        GO,
        4,
        group=_GROUP,
        chosen=_at_own_pace,
        pauses=False,
        also=in_context("more words for a command", "clock time"),
    ),
    *values_of(
        "playback-speed",
        "speed",
        menu=GO,
        section=5,
        group=_GROUP,
        possible=has_session,
        pauses=False,
    ),
)
CONTEXT = tuple(command.id for command in _PLAYBACK[1:])
"""The menu of the speed."""


def _again(step: int) -> Callable[[RecordSession], None]:
    def go(session: RecordSession) -> None:
        from viewer.document.reading.record_texts import next_hit  # deferred

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


def _commented(way: int) -> Callable[[RecordSession], None]:
    return lambda session: session.go(session.cursor.commented(way))


def _bookmarked(way: int) -> Callable[[RecordSession], None]:
    return lambda session: session.go(session.cursor.bookmarked(way))


_ahead = when(lambda s: s.trial is not None or s.cursor.next is not None)
_behind = when(lambda s: s.shown.parent is not None)


def _stepping(
    id: str, name: Message, count: int, key: str, section: int = 0, icon: str = ""
) -> Command:
    """Step so many plies on, or back."""
    can, needs = (_ahead, _at_end) if count > 0 else (_behind, _at_start)
    return Command(
        id, name, on(lambda s: s.step(count)), (key,), can, GO, section, icon, needs=needs
    )


_LISTS = "viewer.ui.dialogs.node_line"
_sought = when(lambda s: bool(s.sought))
COMMANDS = (
    _stepping("next", message("Next move"), 1, "Right", icon="next"),
    _stepping("previous", message("Previous move"), -1, "Left", icon="previous"),
    Command(
        "first",
        in_context("to go there", "Start of the game"),
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
        _ahead,
        GO,
        icon="last",
        needs=_at_end,
    ),
    _stepping("forward-10", message("Ten moves on"), 10, "PgDown", 1),
    _stepping("back-10", message("Ten moves back"), -10, "PgUp", 1),
    *(
        Command(id, name, on(go), (key,), has_session, GO, 1)
        for id, name, key, go in (
            ("next-comment", message("Next comment"), "Ctrl+Shift+Down", _commented(1)),
            ("previous-comment", message("Previous comment"), "Ctrl+Shift+Up", _commented(-1)),
            ("next-bookmark", message("Next bookmark"), "Alt+Down", _bookmarked(1)),
            ("previous-bookmark", message("Previous bookmark"), "Alt+Up", _bookmarked(-1)),
        )
    ),
    *(
        Command(id, name, opened(f"{_LISTS}:{of}"), (key,), has_session, GO, 1, icon)
        for id, name, of, key, icon in (
            ("go-to-move", message("Go to a move by number…"), "MoveList", "Ctrl+Alt+J", ""),
            ("bookmarks", message("Go to a bookmark…"), "BookmarkList", "Ctrl+B", "flag"),
        )
    ),
    Command(
        "find",
        message("Find in the comments…"),
        opened("viewer.ui.dialogs.palettes:TextFinder"),
        ("Ctrl+F",),
        has_session,
        GO,
        2,
        "search",
        also=in_context("more words for a command", "search text words"),
    ),
    Command("find-next", message("Find next"), on(_again(1)), ("F3",), _sought, GO, 2),
    Command(
        "find-previous",
        message("Find previous"),
        on(_again(-1)),
        ("Shift+F3",),
        _sought,
        GO,
        2,
    ),
    Command(
        "next-tab", message("Next tab"), lambda w: w.tabs.step(1), ("Ctrl+Tab",), has_tab, GO, 3
    ),
    Command(
        "previous-tab",
        message("Previous tab"),
        lambda w: w.tabs.step(-1),
        ("Ctrl+Shift+Tab",),
        has_tab,
        GO,
        3,
    ),
    Command(
        "tabs",
        message("Go to a tab…"),
        lambda w: w.tabs.choose(),
        ("Ctrl+Shift+A",),
        has_tab,
        GO,
        3,
        also=in_context("more words for a command", "tabs list switch"),
    ),
    *_PLAYBACK,
)
