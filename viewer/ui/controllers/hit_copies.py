"""Copying games that were found: into files, the clipboard, a tab, an open file, an export."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QMimeData, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from viewer.base.catalogs import active, tr
from viewer.base.fields import CHOICE, Field, Values
from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, Number, counted, message, readable
from viewer.base.refused import Refused
from viewer.base.system_errors import WordedError
from viewer.document import copying
from viewer.document.clip import clip_records
from viewer.document.document import Document
from viewer.document.edits import AnyRecord, Edit, InsertRecord, Location
from viewer.document.placed import (
    OpenFiles,
    Place,
    PlacedRecords,
    PlacedWritten,
    as_data,
    formats_for,
    writing_file,
)
from viewer.document.record_set import RecordSet
from viewer.document.saving.save import LossRefused, SaveError
from viewer.formats import FORMATS
from viewer.formats.entry import FormatEntry
from viewer.formats.format import Collection
from viewer.games import game_of
from viewer.library.ask.searching import Hit
from viewer.library.together import Hits, LibrarySet
from viewer.tree.node import Node
from viewer.ui.controllers.exporting import export
from viewer.ui.controllers.files import usual_folder
from viewer.ui.controllers.folder_copies import ask_folder
from viewer.ui.library.hits_view import place_of
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.file_dialogs import FileDialog
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.sheet import SheetDialog

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

T = TypeVar("T")
CHOSEN, ALL = "chosen", "all"
FILE, FOLDER, CLIPBOARD, TAB, EXPORT, DOCUMENT = (
    "file",
    "folder",
    "clipboard",
    "tab",
    "export",
    "document",
)
_PAGE = 1000  # hits fetched together


def _fields(chosen: int, total: int, into: Message | None) -> Iterator[Field]:
    which = {
        CHOSEN: counted("The {count} chosen game", "The {count} chosen games", chosen),
        ALL: counted("The {count} game found", "All {count} games found", total),
    }
    if chosen == total or not chosen:
        del which[CHOSEN]
    yield Field("which", message("Games"), CHOICE, next(iter(which)) if chosen > 1 else ALL, which)
    where = {
        FILE: message("A new file"),
        FOLDER: message("A file for each, in a folder"),
        CLIPBOARD: message("The clipboard"),
        TAB: message("A new tab, as a file that isn't saved yet"),
        EXPORT: message("A book, a page, pictures or a text"),
    }
    if into is not None:
        where[DOCUMENT] = into
    yield Field("where", message("Copy to"), CHOICE, FILE, where)


class CopyHitsDialog(SheetDialog):
    """Asks which games are copied where.

    Signals:
        asked: which (CHOSEN, ALL), where (FILE, …).
    """

    asked = Signal(str, str)

    def __init__(
        self, chosen: int, total: int, into: Message | None, parent: QWidget | None = None
    ) -> None:
        """`into`: the words for the open file that can take them, None without."""
        fields = tuple(_fields(chosen, total, into))
        super().__init__(message("Copy games found"), message("Copy"), fields, parent)

    def take(self, values: Values) -> None:
        self.asked.emit(str(values["which"]), str(values["where"]))


class PlacedSet(RecordSet):
    """Records at places, for what copies records. To be closed."""

    def __init__(self, places: Sequence[Place], format: str) -> None:
        self._places, self._format = places, format
        self._open_files = OpenFiles()

    def __len__(self) -> int:
        return len(self._places)

    def collection(self) -> Collection:
        """The records; each is read when it is needed."""
        return PlacedRecords(self._open_files, self._places, self._format)

    def close(self) -> None:
        """Close the files."""
        self._open_files.close()


def copy_hits(window: Window) -> CopyHitsDialog | None:
    """Ask which of the games that were found are copied where, and copy them as a task."""
    tab = window.libraries.tab
    if tab is None or not tab.found.total:
        return None
    session = _taking(window)
    into = None
    if session is not None:
        name = readable(os.path.basename(session.document.path or session.document.name))
        into = message("The open file {file}", file=name)
    dialog = CopyHitsDialog(len(tab.found.chosen_rows), tab.found.total, into, window)
    dialog.asked.connect(lambda which, where: _fetch(window, tab, which, where, session))
    dialog.open()
    return dialog


def _taking(window: Window) -> RecordSession | None:
    """The session of the open file that was looked at last and holds several records."""
    for desk in reversed(window.tabs.desks()):
        if not FORMATS[desk.session.document.format].load().single:
            return desk.session
    return None


def _fetch(
    window: Window,
    tab: LibraryTab,
    which: str,
    where: str,
    session: RecordSession | None,
) -> None:
    """Look up where the games are, then copy them."""
    hits = tab.found.hits
    if hits is None:
        return
    rows = tab.found.chosen_rows if which == CHOSEN else range(hits.total)

    def done(found: list[Hit]) -> None:
        places = [place_of(hit) for hit in found]
        if where == FILE:
            to_file(window, places)
        elif where == FOLDER:
            ask_folder(window, places)
        elif where == CLIPBOARD:
            _to_clipboard(window, places)
        elif where == DOCUMENT and session is not None:
            _to_document(window, places, session)
        else:
            _to_tab(window, places, where == EXPORT)

    look_up(window, tab, rows, done)


def look_up(
    window: Window, tab: LibraryTab, rows: Sequence[int], done: Callable[[list[Hit]], object]
) -> None:
    """Look the hits of some rows up, as a task; says so if none is there any more."""
    hits = tab.found.hits
    if hits is None:
        return

    def looked_up(found: list[Hit]) -> None:
        if found:
            done(found)
        else:
            window.say(message("These games aren't in the library any more."))

    job = in_thread(_looking_up(tab.found.another_set(), hits, rows))
    window.tasks.run(message("Looking the games up"), job, looked_up)


def _looking_up(
    libraries: LibrarySet, hits: Hits, rows: Sequence[int]
) -> Iterator[JobStep[list[Hit]]]:
    """The job that looks up the hits of some rows."""
    found: list[Hit] = []
    wanted = set(rows) if not isinstance(rows, range) else None
    try:
        first, last = min(rows), max(rows)
        for start in range(first, last + 1, _PAGE):
            count = min(_PAGE, last + 1 - start)
            for row, placed in enumerate(libraries.hits(hits, start, count), start):
                if placed is not None and (wanted is None or row in wanted):
                    found.append(placed.hit)
            yield JobStep(start - first, last + 1 - first)
    finally:
        libraries.close()
    yield JobStep(1, 1, found)


def _games_of(places: Sequence[Place]) -> frozenset[str]:
    return frozenset(place.game for place in places)


def _usual_format(window: Window, places: Sequence[Place]) -> FormatEntry | None:
    """The first format that holds all of them; says so if there is none."""
    fits = formats_for(_games_of(places), len(places) > 1)
    if not fits:
        window.tell(
            message(
                "No format holds games of all these kinds. Choose games of one kind, or a file for each."
            )
        )
        return None
    return fits[0]


# -------------------------------------------------------------------------------------- files


def to_file(window: Window, places: Sequence[Place]) -> None:
    """Ask for a new file, by default in the first format that holds the games, and write them into it."""
    usual = _usual_format(window, places)
    if usual is None:
        return
    fits = formats_for(_games_of(places), len(places) > 1)
    kinds = ";;".join(f"{tr(entry.name)} (*.{entry.suffixes[0]})" for entry in fits)
    games = tr(message("games"))
    name = os.path.join(usual_folder(window), f"{games}.{usual.suffixes[0]}")
    title = tr(message("Copy games found"))
    path, _ = FileDialog.save_file(window, title, name, kinds, purpose="copies")
    if path:
        write_file(window, places, path)


def write_file(
    window: Window, places: Sequence[Place], path: str, allow_loss: bool = False
) -> None:
    """Write games into a new file as a task, and ask about what would be lost."""
    name = readable(os.path.basename(path))

    def done(result: PlacedWritten | LossRefused | SaveError | Refused) -> None:
        if isinstance(result, PlacedWritten):
            games = counted("{count} game", "{count} games", result.records)
            words = message("{games} copied to {file}.", games=games, file=name)
            opening = (message("Open"), lambda: window.files.open_all([path]))
            window.notice.tell(words, opening, about=path, of=EVERYWHERE)
        elif isinstance(result, LossRefused):
            if _may_lose(window, result, name):
                write_file(window, places, path, True)
        else:
            window.tell(result.reason)

    job = writing_file(places, path, allow_loss, window.workspace.files)
    window.tasks.run(message("Copying games to {file}", file=name), job, done)


def _may_lose(window: Window, refused: LossRefused, name: str) -> bool:
    count = len(refused.losses)
    text = counted(
        "{file} can't hold this: {what}",
        "{file} can't hold {count} things, first: {what}",
        count,
        file=name,
        what=refused.losses[0].words,
    )
    answers = {"write": message("Copy all the same"), "stay": message("Cancel")}
    return window.questions.ask(message("Copy games found"), text, answers, safe="stay") == "write"


# ------------------------------------------------------------------------ clipboard and tabs


def _to_clipboard(window: Window, places: Sequence[Place]) -> None:
    some = list(places[: clip_records.MOST])
    entry = copying.customary(some[0].game, len(some) > 1)
    fits = formats_for(_games_of(some), len(some) > 1)
    if entry not in fits:
        entry = _usual_format(window, some)
    if entry is None:
        return
    records = PlacedSet(some, entry.id)

    def done(content: copying.ClipboardContent) -> None:
        records.close()
        data = QMimeData()
        data.setData(clip_records.MEDIA_TYPE, content.own.encode())
        data.setText(content.text.text)
        QGuiApplication.clipboard().setMimeData(data)
        words = counted("Copied {count} game.", "Copied {count} games.", len(some))
        if len(some) < len(places):
            words = message(
                "Copied the first {count} games; more are too many for the clipboard.",
                count=Number(len(some)),
            )
        window.say(copying.with_lacks(words, content.text.lacks))

    style = game_of(some[0].game).usual_notation(active())
    window.tasks.run(message("Copying games"), guarded(copying.copied(records, style)), done)


def guarded(job: Iterator[JobStep[T]]) -> Iterator[JobStep[T]]:
    """A job that refuses what can't be done: to tasks, that is an error of files."""
    try:
        yield from job
    except Refused as error:
        raise WordedError(error.reason) from error


def _reading(places: Sequence[Place], format: str) -> Iterator[JobStep[list[AnyRecord] | Refused]]:
    """The job that reads records in the terms of a format."""
    found: list[AnyRecord] = []
    try:
        with OpenFiles() as open_files:
            for done, place in enumerate(places, 1):
                record = open_files.record(place)
                found.append(as_data(record, open_files.collection(place.path).format, format))
                yield JobStep(done, len(places))
    except Refused as error:
        yield JobStep(1, 1, error)
        return
    yield JobStep(1, 1, found)


def _to_tab(window: Window, places: Sequence[Place], exporting: bool) -> None:
    entry = _usual_format(window, places)
    if entry is None:
        return

    def done(found: list[AnyRecord] | Refused) -> None:
        if isinstance(found, Refused):
            window.tell(found.reason)
            return
        window.add_document(window.workspace.add(entry.id, found))
        if exporting:
            export(window)

    job = in_thread(_reading(places, entry.id))
    window.tasks.run(message("Copying games"), job, done)


def _to_document(window: Window, places: Sequence[Place], session: RecordSession) -> None:
    format = session.document.format
    if not _games_of(places) <= set(FORMATS[format].games):
        window.tell(message("This file can't hold games of that kind."))
        return

    def done(found: list[AnyRecord] | Refused) -> None:
        if isinstance(found, Refused):
            window.tell(found.reason)
            return

        def plan(document: Document, key: int, node: Node) -> Edit:
            end, new = len(document), document.new_key()
            ops = [InsertRecord(end + at, new + at, data) for at, data in enumerate(found)]
            here = Location(key, node.id)
            words = counted("Add a game", "Add {count} games", len(found))
            return Edit(tuple(ops), words, here, here)

        session.flush()
        session.do(plan)
        name = readable(os.path.basename(session.document.path or session.document.name))
        games = counted("{count} game", "{count} games", len(found))
        window.notice.tell(
            message("{games} copied to {file}.", games=games, file=name),
            (message("Undo"), session.undo),
            about="copied games",
        )

    job = in_thread(_reading(places, format))
    window.tasks.run(message("Copying games"), job, done, session.document)
