"""A file for each of some games, in a folder: of games found, or of a whole folder in another format."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, counted, message, readable
from viewer.base.named import NamedTuple
from viewer.base.system_errors import error_words
from viewer.document.copying import customary
from viewer.document.placed import (
    MissingRecord,
    OpenFiles,
    Place,
    PlacedWritten,
    formats_for,
    place_of,
    writing_folder,
)
from viewer.document.record_set import files_of
from viewer.formats import FORMATS
from viewer.formats.detect import suffix_of
from viewer.ui.controllers.files import usual_folder
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

_Problems = Mapping[tuple[str, int], Message]
_NONE: _Problems = MappingProxyType({})


class _Found(NamedTuple):
    """The games of a folder, and why some of its files can't be read."""

    places: list[Place]
    problems: dict[tuple[str, int], Message]


def ask_folder(window: Window, places: Sequence[Place]) -> None:
    """Ask for a format and a folder, and write each game into a file of its own."""
    formats = {"": message("The same as its file")} | _formats_of(places)
    asked = Field("format", message("Kind of file"), CHOICE, "", formats)
    title = message("A file for each, in a folder")
    dialog = SheetDialog(title, message("Copy"), (asked,), window)

    def write() -> None:
        words = tr(message("Folder for the games"))
        folder = FileDialog.folder(window, words, usual_folder(window), purpose="copies")
        if folder:
            _write_folder(window, places, folder, str(dialog.sheet.values()["format"]))

    dialog.accepted.connect(write)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def convert_folder(window: Window) -> None:
    """Ask for a folder, a format and the new folder, and write each file of the one into the other.

    At first it is the folder that is open; the new one is proposed beside it.
    """
    session = window.session
    opened = None if session is None or session.folder is None else session.folder.roots[0]
    start = opened if opened is not None and os.path.isdir(opened) else usual_folder(window)
    folder = FileDialog.folder(window, tr(message("Folder to convert")), start)
    if not folder:
        return

    def found(result: _Found) -> None:
        if result.places:
            _ask_target(window, folder, result)
        else:
            name = readable(os.path.basename(folder))
            words = message("There is no game record in {folder}.", folder=name)
            window.notice.tell(words, about=folder, of=EVERYWHERE)

    words = message("Reading the files of the folder")
    window.tasks.run(words, in_thread(_looking_up(folder)), found)


def _looking_up(folder: str) -> Iterator[JobStep[_Found]]:
    """The job that finds the games of all files of a folder."""
    found = _Found([], {})
    paths = [path for path in files_of([folder]) if path != folder]
    with OpenFiles() as open_files:
        for done, path in enumerate(paths, 1):
            try:
                records = open_files.collection(path)
                found.places.extend(
                    place_of(path, number, records.record(number), records.format)
                    for number in range(len(records))
                )
            except MissingRecord as error:
                found.problems[path, 0] = error.reason
            except OSError as error:
                found.problems[path, 0] = message("{why}", why=error_words(error))
            yield JobStep(done, len(paths))
    yield JobStep(1, 1, found)


def _ask_target(window: Window, folder: str, found: _Found) -> None:
    """Ask for the format and the new folder, and convert."""
    formats = _formats_of(found.places)
    first, usual = found.places[0], customary(found.places[0].game)
    own = suffix_of(first.path)
    order = [*(() if usual is None else (usual.id,)), *formats]
    other = next((id for id in order if own not in FORMATS[id].suffixes), order[0])
    fields = (
        Field("format", message("Kind of file"), CHOICE, other, formats),
        Field(
            "folder",
            message("Folder for the games"),
            default=_beside(folder),
            check=lambda text: None if text.strip() else message("Give the folder a name."),
            help=message("It is made if it isn't there. Files that are in it stay as they are."),
        ),
    )
    title = message("Convert {folder}", folder=readable(os.path.basename(folder)))
    dialog = SheetDialog(title, message("Convert"), fields, window)

    def write() -> None:
        values = dialog.sheet.values()
        target = os.path.join(os.path.dirname(folder), str(values["folder"]).strip())
        try:
            os.makedirs(target, exist_ok=True)
        except OSError as error:
            name = readable(os.path.basename(target))
            why = error_words(error)
            window.tell(message("{path} can't be written: {why}.", path=name, why=why))
            return
        format, problems = str(values["format"]), found.problems
        _write_folder(window, found.places, target, format, by_file=True, unread=problems)

    dialog.accepted.connect(write)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _beside(folder: str) -> str:
    """The path of a new folder beside another."""
    words = tr(message("{folder} (converted)", folder=folder))
    path, number = words, 1
    while os.path.exists(path):
        number += 1
        path = f"{words} {number}"
    return path


def _formats_of(places: Sequence[Place]) -> dict[str, Message]:
    """The formats in which some of the games can be written."""
    return {
        one.id: one.name
        for game in dict.fromkeys(place.game for place in places)
        for one in formats_for(frozenset((game,)), False)
    }


def _write_folder(
    window: Window,
    places: Sequence[Place],
    folder: str,
    format: str,
    allow_loss: bool = False,
    by_file: bool = False,
    unread: _Problems = _NONE,
) -> None:
    """Write games into files of their own, as a task; what would lose something is asked about."""

    def done(result: PlacedWritten) -> None:
        words: Message = counted(
            "{count} file written.", "{count} files written.", len(result.paths)
        )
        problems = {**result.problems, **unread}  # first what one can do something about
        if problems:
            (path, number), why = next(iter(problems.items()))
            words = counted(
                "{done} One game isn't: {file}, game {number}: {why}",
                "{done} {count} games aren't, first {file}, game {number}: {why}",
                len(problems),
                done=words,
                file=readable(os.path.basename(path)),
                number=Number(number + 1),
                why=why,
            )
        again = partial(_write_folder, window, result.lossy, folder, format, True, by_file, unread)
        buttons = [(message("Copy all the same"), again)] if result.lossy else []
        if result.paths and by_file:
            opening = partial(window.folders.open, [folder])
            buttons.append((message("Open"), opening))
        window.notice.tell(words, *buttons, about=folder, of=EVERYWHERE)

    job = writing_folder(places, folder, window.workspace.files, format, allow_loss, by_file)
    name = readable(os.path.basename(folder))
    window.tasks.run(message("Copying games to {file}", file=name), job, done)
