"""Playback: playing, pausing, and the pace."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.base.settings import SETTINGS
from viewer.document.reading.playback import OWN
from viewer.ui.commands.table import GO, Command, has_session, values_of

if TYPE_CHECKING:
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


COMMANDS = (
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
        headed=True,
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
        headed=True,
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
CONTEXT = tuple(command.id for command in COMMANDS[1:])
"""The menu of the speed."""
