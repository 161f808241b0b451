"""Files: new, open, save, pictures, the window's end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viewer.base.messages import Message, in_context, message
from viewer.base.settings import RECENT
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry, TextForm
from viewer.ui.commands.table import (
    EDIT,
    FILE,
    Command,
    has_session,
    has_tab,
    listing,
    loaded,
    when,
    where,
)
from viewer.ui.session.titles import path_words

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_COPY_AS = message("Copy as")


def _copy_as(entry: FormatEntry, form: TextForm) -> Command:
    """The command for copying as one text form, in their menu; offered for games that the form holds."""
    return Command(
        f"copy-as-{form.id}",
        form.name,
        loaded("viewer.ui.controllers.posting:copy_as", id=form.id)
        if entry.common
        else lambda w: w.clips.copy_as(form.id),
        (),
        when(lambda s: s.record.game in entry.games),
        EDIT,
        3 if form.position else 2,
        group=_COPY_AS,
        offered=where(lambda s: s.record.game in entry.games),
    )


def _position_form(window: Window) -> Message | None:
    return window.session.game.position_form if window.session is not None else None


_RECENT = message("Open recent")


def _recent(place: int) -> Command:
    """The command for one of the recent files, in their menu."""

    def path_in(window: Window) -> str:
        paths = window.store.recent
        return paths[place] if place < len(paths) else ""

    def named(window: Window) -> Message | None:
        path = path_in(window)
        return path_words(path) if path else None

    return Command(
        f"open-recent-{place + 1}",
        message("File {number}", number=place + 1),
        lambda w: w.files.open(path_in(w)),
        (),
        lambda w: bool(path_in(w)),
        FILE,
        group=_RECENT,
        named=named,
    )


_FORMS = [(entry, form) for entry in FORMATS.values() for form in entry.texts]

_in_folder = when(lambda s: s.folder is not None)


def _neighbour(id: str, name: Message, step: int, key: str) -> Command:
    """Open the file so many places further in the folder."""
    can = _in_folder
    return Command(id, name, lambda w: w.folders.step(step), (key,), can, FILE, 3, offered=can)


COMMANDS = (
    Command(
        "new",
        message("New record"),
        lambda w: w.files.new(),
        ("Ctrl+N",),
        menu=FILE,
        also=in_context("more words for a command", "create game study"),
    ),
    Command(
        "new-empty",
        message("New record with options…"),
        lambda w: w.files.new_position(),
        ("Ctrl+Shift+N",),
        menu=FILE,
        also=in_context(
            "more words for a command",
            "create game size handicap komi variant start position xiangqi chess shogi go hex twixt",
        ),
    ),
    Command(
        "open",
        message("Open…"),
        lambda w: w.files.ask_open(),
        ("Ctrl+O",),
        menu=FILE,
        also=in_context("more words for a command", "load file browse import"),
    ),
    Command(
        "open-folder",
        message("Open a folder…"),
        lambda w: w.folders.ask_open(),
        ("Ctrl+Shift+O",),
        menu=FILE,
        also=in_context("more words for a command", "directory import"),
    ),
    *(_recent(place) for place in range(RECENT)),
    Command(
        "forget-recent",
        message("Clear the list of recent files"),
        lambda w: w.store.forget(),
        (),
        lambda w: bool(w.store.recent),
        FILE,
        1,
        group=_RECENT,
        named=lambda w: message("Clear the list of recent files") if w.store.recent else None,
    ),
    Command(
        "save",
        message("Save"),
        lambda w: w.saver.save(),
        ("Ctrl+S",),
        has_session,
        FILE,
        1,
    ),
    Command(
        "save-as",
        message("Save as…"),
        lambda w: w.saver.save_as(),
        ("Ctrl+Shift+S",),
        has_session,
        FILE,
        1,
        "export",
        also=in_context("more words for a command", "export convert"),
    ),
    Command(
        "convert-folder",
        message("Convert a folder…"),
        loaded("viewer.ui.controllers.folder_copies:convert_folder"),
        menu=FILE,
        section=1,
        also=in_context(
            "more words for a command", "convert files batch all format transform many export copy"
        ),
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
        "compare-with",
        message("Compare or merge with another file…"),
        loaded("viewer.ui.controllers.disk:compare_with"),
        (),
        has_session,
        FILE,
        1,
        also=in_context("more words for a command", "diff differences merge combine versions"),
    ),
    Command(
        "encoding",
        message("Read again in another encoding…"),
        lambda w: w.files.ask_encoding(),
        (),
        when(lambda s: s.document.path is not None),
        FILE,
        2,
        also=in_context(
            "more words for a command", "charset codec garbled characters gb18030 big5 shift_jis"
        ),
    ),
    Command(
        "copy-position",
        message("Copy the position"),
        lambda w: w.clips.copy_position(),
        ("Ctrl+Shift+C",),
        has_session,
        EDIT,
        2,
        also=in_context("more words for a command", "fen sfen setup text"),
    ),
    Command("copy-as", message("Copy as…"), listing(_COPY_AS), (), has_session, EDIT, 2),
    *(_copy_as(entry, form) for entry, form in _FORMS if not form.position),
    Command(
        "copy-as-text",
        message("Text with options…"),
        loaded("viewer.ui.controllers.posting:ask"),
        (),
        has_session,
        EDIT,
        2,
        group=_COPY_AS,
        also=in_context(
            "more words for a command", "main line from here to here picture send message post"
        ),
    ),
    Command(
        "copy-as-line",
        message("Line of text (position)"),
        lambda w: w.clips.copy_position(),
        (),
        has_session,
        EDIT,
        3,
        group=_COPY_AS,
        named=_position_form,
    ),
    *(_copy_as(entry, form) for entry, form in _FORMS if form.position),
    Command(
        "export-report",
        message("Save the report…"),
        loaded("viewer.ui.controllers.exporting:export_report"),
        possible=has_session,
        menu=FILE,
        section=2,
    ),
    Command(
        "export",
        message("Export a book, page or picture…"),
        loaded("viewer.ui.controllers.exporting:export"),
        ("Ctrl+Shift+E",),
        has_session,
        FILE,
        2,
        also=in_context(
            "more words for a command",
            "book pdf page html animation gif problem sheet worksheet solutions",
        ),
    ),
    Command(
        "print",
        message("Print…"),
        loaded("viewer.ui.controllers.printing:print_records"),
        ("Ctrl+P",),
        has_session,
        FILE,
        2,
        also=in_context("more words for a command", "preview paper pages"),
    ),
    Command(
        "copy-picture",
        message("Copy the board as a picture"),
        loaded("viewer.ui.controllers.exporting:copy_picture"),
        ("Ctrl+Alt+E",),
        has_session,
        EDIT,
        2,
        also=in_context("more words for a command", "image png diagram screenshot"),
    ),
    Command(
        "save-picture",
        message("Save the board as a picture…"),
        loaded("viewer.ui.controllers.exporting:save_picture"),
        ("Ctrl+E",),
        has_session,
        FILE,
        2,
        also=in_context("more words for a command", "image png svg diagram screenshot export"),
    ),
    Command(
        "files",
        message("Find a file of the folder…"),
        lambda w: w.folders.show_list(),
        ("Ctrl+Alt+G",),
        _in_folder,
        FILE,
        3,
        offered=_in_folder,
        also=in_context("more words for a command", "search folder filter list"),
    ),
    Command(
        "file-boards",
        message("Small boards in the list of files"),
        lambda w: w.folders.toggle_boards(),
        possible=_in_folder,
        menu=FILE,
        section=3,
        offered=_in_folder,
        chosen=lambda w: bool(w.settings["file-boards"]),
        also=in_context("more words for a command", "thumbnails pictures positions folder"),
    ),
    _neighbour("next-file", message("Next file of the folder"), 1, "Ctrl+Alt+PgDown"),
    _neighbour("previous-file", message("Previous file of the folder"), -1, "Ctrl+Alt+PgUp"),
    Command(
        "close-tab", message("Close"), lambda w: w.tabs.close_front(), ("Ctrl+W",), has_tab, FILE, 4
    ),
    Command("quit", message("Quit"), lambda w: w.close(), ("Ctrl+Q",), menu=FILE, section=4),
)

COPY_GAMES_AS = (
    *(f"copy-as-{form.id}" for _, form in _FORMS if not form.position),
    "copy-as-text",
)
COPY_AS = tuple(command.id for command in COMMANDS if command.group is _COPY_AS)
"""The commands of "Copy as", and those of them that copy whole games."""
