"""The window's appearance."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.ui.commands.table import (
    EDIT,
    HELP,
    VIEW,
    Command,
    always,
    has_desk,
    has_session,
    values_of,
)

if TYPE_CHECKING:
    from viewer.ui.dialogs.settings_dialog import SettingsPage
    from viewer.ui.window.window import Window

_LAYOUT = message("Layout of the window")
_ARRANGED = in_context("more words for a command", "arrangement position panels columns")
_SYSTEMS, *_THEMES = values_of("theme", "theme", lambda w, _, value: w.looks.set_theme(value))
_PLACES = values_of(
    "place",
    "board",
    lambda w, _, value: w.looks.put_boards(value),
    VIEW,
    3,
    _LAYOUT,
    also=_ARRANGED,
)


def show_settings(window: Window, page: str = "", field: str = "") -> None:
    """Open the settings, at one of the pages beside the groups ("keys", "engines") or at a field."""
    from viewer.ui.dialogs.engines_page import EnginesPage  # deferred
    from viewer.ui.dialogs.settings_dialog import SettingsDialog  # deferred

    game = "" if window.session is None else window.session.game.id
    pages: dict[str, tuple[Message, Callable[[], SettingsPage]]] = {
        "keys": (message("Keys"), window.menus.keys_page),
        "engines": (message("Engines"), lambda: EnginesPage(window.engines)),
    }
    dialog = SettingsDialog(
        window.settings,
        game,
        window.looks.show_settings,
        window.dialog_parent,
        pages,
        page,
    )
    dialog.finished.connect(window.store.save)
    dialog.finished.connect(window.engines.take_up)
    dialog.open()
    dialog.go_to(field)


def _beside_named(window: Window) -> Message:
    if window.beside.on:
        return message("Close the record beside")
    return message("Show the record a second time beside")


COMMANDS = (
    Command(
        "settings",
        message("Settings…"),
        show_settings,
        ("Ctrl+,",),
        menu=EDIT,
        section=9,
        also=in_context("more words for a command", "preferences options configuration"),
    ),
    Command(
        "change-keys",
        message("Change the keys…"),
        lambda w: show_settings(w, "keys"),
        menu=HELP,
        also=in_context("more words for a command", "shortcuts keyboard remap profile Scid Sabaki"),
    ),
    *_THEMES,
    _SYSTEMS,
    Command(
        "next-desk",
        message("Next arrangement of the pages"),
        lambda w: w.looks.next_choice("desk"),
        ("Alt+Y",),
        always,
        VIEW,
        4,
        group=_LAYOUT,
    ),
    *_PLACES,
    *values_of("desk", "desk", group=_LAYOUT, also=_ARRANGED),
    Command(
        "full-screen",
        message("Full screen"),
        lambda w: w.toggle_full_screen(),
        ("F11",),
        menu=VIEW,
        section=3,
        group=_LAYOUT,
        also=in_context("more words for a command", "fullscreen maximise"),
    ),
    Command(
        "board-alone",
        message("Full-screen board"),
        lambda w: w.board_alone.toggle(),
        ("Shift+F11",),
        has_desk,
        VIEW,
        3,
        group=_LAYOUT,
        pauses=False,
        also=in_context("more words for a command", "fullscreen zen presentation projector"),
    ),
    Command(
        "beside",
        message("Show the record a second time beside"),
        lambda w: w.beside.toggle(),
        ("Alt+B",),
        lambda w: has_session(w) or w.beside.on,
        VIEW,
        5,
        group=_LAYOUT,
        named=_beside_named,
        pauses=False,
        also=in_context("more words for a command", "split two compare second board moments"),
    ),
    Command(
        "beside-next",
        message("Show the record of the next tab beside"),
        lambda w: w.beside.show_next(),
        ("Alt+Shift+B",),
        lambda w: has_session(w) and w.beside.others,
        VIEW,
        5,
        group=_LAYOUT,
        pauses=False,
        needs=lambda w: message("No other tab has a record."),
        also=in_context("more words for a command", "split two compare second board moments"),
    ),
    Command(
        "beside-switch",
        message("Go to the other of two records"),
        lambda w: w.beside.switch(),
        ("F6",),
        lambda w: w.beside.on,
        VIEW,
        5,
        group=_LAYOUT,
        pauses=False,
    ),
)
