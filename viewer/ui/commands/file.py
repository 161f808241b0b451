"""Files: new, open, save, pictures, the window's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import message
from viewer.ui.commands.table import FILE, Command, has_desk, has_study, when

if TYPE_CHECKING:
    from viewer.ui.window import Window


def _save_picture(window: Window) -> None:
    from viewer.ui.pictures import save_picture

    save_picture(window)


COMMANDS = (
    Command("new", message("New record"), lambda w: w.files.new(), ("Ctrl+N",), menu=FILE),
    Command(
        "new-empty",
        message("New record of another game or start…"),
        lambda w: w.files.new_position(),
        ("Ctrl+Shift+N",),
        menu=FILE,
    ),
    Command("open", message("Open…"), lambda w: w.files.ask_open(), ("Ctrl+O",), menu=FILE),
    Command(
        "save",
        message("Save"),
        lambda w: w.files.save(),
        ("Ctrl+S",),
        has_study,
        FILE,
        1,
    ),
    Command(
        "save-as",
        message("Save as…"),
        lambda w: w.files.save_as(),
        ("Ctrl+Shift+S",),
        has_study,
        FILE,
        1,
        "export",
    ),
    Command(
        "revert",
        message("Revert to the saved file"),
        lambda w: w.files.revert(),
        (),
        when(lambda s: s.document.path is not None and s.document.modified),
        FILE,
        1,
    ),
    Command(
        "encoding",
        message("Read again in another encoding…"),
        lambda w: w.files.ask_encoding(),
        (),
        when(lambda s: s.document.path is not None),
        FILE,
        2,
    ),
    Command(
        "copy-position",
        message("Copy the position"),
        lambda w: w.clips.copy_position(),
        ("Ctrl+Shift+C",),
        has_study,
        FILE,
        2,
    ),
    Command(
        "save-picture",
        message("Save the board as a picture…"),
        _save_picture,
        ("Ctrl+E",),
        has_study,
        FILE,
        2,
    ),
    Command("close-tab", message("Close"), lambda w: w.close_tab(), ("Ctrl+W",), has_desk, FILE, 3),
    Command("quit", message("Quit"), lambda w: w.close(), ("Ctrl+Q",), menu=FILE, section=3),
)
