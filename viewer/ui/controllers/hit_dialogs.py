"""What is done with the games that a library tab found: groups, cross tables, duplicates, names."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from shiboken6 import Shiboken

from viewer.base.jobs import JobStep, in_thread
from viewer.base.messages import Message, counted, message, readable
from viewer.document.filed.editing import (
    FilesEdited,
    NamedIn,
    TakenBack,
    last_edit,
    renaming_files,
    taking_back,
    undo_home,
)
from viewer.document.filed.merging import MergeGroup, merging_files
from viewer.library.ask.grouping import CrossTable
from viewer.library.ask.names import NamedRecords
from viewer.library.failures import LibraryFailed
from viewer.library.several import crosstable_in
from viewer.library.together import PlacedHit
from viewer.ui.library.duplicates_dialog import DuplicatesDialog
from viewer.ui.library.groups_dialog import CrossTableDialog, GroupsDialog
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.library.names_dialog import NamesDialog, words_of
from viewer.ui.toolkit.notice import EVERYWHERE
from viewer.ui.toolkit.tasks import Task

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

T = TypeVar("T")
D = TypeVar("D", DuplicatesDialog, NamesDialog, GroupsDialog)


def toggle_boards(window: Window) -> None:
    """Show small boards in the lists of hits, or signs of games again."""
    window.libraries.show_boards(not window.settings["hit-boards"])


def home_of(window: Window) -> str:
    """The folder of what files were before edits."""
    home = window.libraries.home
    return os.path.join(os.path.dirname(home), "undo") if home else undo_home()


def _edit_files(
    window: Window,
    title: Message,
    told: Message,
    paths: Sequence[str],
    job: Callable[[str], Iterator[JobStep[FilesEdited]]],
    after: Callable[[], object],
    begun: Callable[[], object] | None = None,
    failed: Callable[[], object] | None = None,
) -> None:
    """Ask whether files are to be written, and write them as a task; `after` is called when all is done.

    `told` says what will be done; `job` gets the folder where files are kept as they were. `begun` is
    called when the answer is yes, `failed` if it comes to nothing.
    """
    files = window.workspace.files
    real = {files.real_path(path) for path in paths}
    for document in window.workspace.documents:
        if document.path and document.modified and files.real_path(document.path) in real:
            name = readable(os.path.basename(document.path))
            window.tell(message("{file} has unsaved edits: save it first.", file=name))
            return
    answers = {"do": message("Write the files"), "stay": message("Cancel")}
    text = message("{what} This can be undone.", what=told)
    if window.questions.ask(title, text, answers, safe="stay") != "do":
        return

    def done(edited: FilesEdited) -> None:
        undo = (message("Undo"), lambda: take_back(window, edited.folder, after))
        actions = (undo,) if edited.folder else ()
        window.notice.tell(edited.words, *actions, about="edit of files", of=EVERYWHERE)
        after()

    if begun is not None:
        begun()
    task = _run(window, title, job(home_of(window)), done)
    if failed is not None:
        task.ended.connect(lambda: failed() if task.error is not None else None)


def _run(
    window: Window,
    title: Message,
    job: Iterator[JobStep[T]],
    done: Callable[[T], object],
) -> Task[T]:
    """Write files in a thread; that they change meanwhile is no other program's doing."""
    window.disk.begin_own()
    task = window.tasks.run(title, in_thread(job), done, vital=True)
    task.ended.connect(window.disk.end_own)
    return task


def take_back(window: Window, folder: str = "", after: Callable[[], object] | None = None) -> None:
    """Take an edit of files back, by default the last one."""
    if not folder:
        last = last_edit(home_of(window))
        if last is None:
            window.say(message("There is nothing to take back."))
            return
        folder = last.folder

    def done(back: TakenBack) -> None:
        words = counted("{count} file is as before.", "{count} files are as before.", back.files)
        if back.problems:
            path, why = next(iter(back.problems.items()))
            words = message("{what} {path}: {why}", what=words, path=path, why=why)
        window.notice.tell(words, about="edit of files", of=EVERYWHERE)
        if after is not None:
            after()

    job = taking_back(folder, window.workspace.files)
    _run(window, message("Taking an edit of files back"), job, done)


def _shown(window: Window, kind: type[D], wire: Callable[[LibraryTab, D], object]) -> D | None:
    """The dialog of a kind for the tab: a new one, or that which stands open, since one asks for all."""
    tab = window.libraries.tab
    if tab is None:
        return None
    for dialog in window.findChildren(kind):
        if dialog.search is tab.found and dialog.isVisible():
            dialog.raise_()
            dialog.activateWindow()
            return dialog
    dialog = kind(tab.found, window)
    wire(tab, dialog)
    dialog.show()
    return dialog


def show_duplicates(window: Window) -> DuplicatesDialog | None:
    """Show the games that are in the libraries more than once."""

    def wire(tab: LibraryTab, dialog: DuplicatesDialog) -> None:
        dialog.opening.connect(lambda hit: window.libraries.open_hit(PlacedHit(0, hit)))
        dialog.merging.connect(
            lambda groups, remove, remember: _merge(window, tab, dialog, groups, remove, remember)
        )

    return _shown(window, DuplicatesDialog, wire)


def _merge(
    window: Window,
    tab: LibraryTab,
    dialog: DuplicatesDialog,
    groups: list[MergeGroup],
    remove: bool,
    remember: bool,
) -> None:
    paths = {group.kept.path for group in groups}
    if remove:
        paths |= {place.path for group in groups for place in group.others}
    games = sum(len(group.others) + 1 for group in groups)
    told = message(
        "{games} become {groups}; {files} will be written.",
        games=counted("{count} game", "{count} games", games),
        groups=counted("{count} game", "{count} games", len(groups)),
        files=counted("{count} file", "{count} files", len(paths)),
    )
    if not remove:
        told = message(
            "All that {games} have is brought into {groups}; {files} will be written.",
            games=counted("{count} game", "{count} games", games),
            groups=counted("{count} game", "{count} games", len(groups)),
            files=counted("{count} file", "{count} files", len(paths)),
        )

    def job(home: str) -> Iterator[JobStep[FilesEdited]]:
        return merging_files(groups, home, remove, remember, window.workspace.files)

    _edit_files(
        window,
        message("Merge games"),
        told,
        sorted(paths),
        job,
        lambda: _update(window, tab, dialog),
        dialog.wait,
        lambda: dialog.ask() if Shiboken.isValid(dialog) else None,
    )


def show_names(window: Window) -> NamesDialog | None:
    """Show the names of players that are spelt in several ways."""

    def wire(tab: LibraryTab, dialog: NamesDialog) -> None:
        dialog.unifying.connect(lambda names, places: _unify(window, tab, dialog, names, places))

    return _shown(window, NamesDialog, wire)


def _unify(
    window: Window,
    tab: LibraryTab,
    dialog: NamesDialog,
    names: dict[str, str],
    places: list[NamedRecords],
) -> None:
    told = message(
        "“{old}” becomes “{new}”. {what}",
        old="”, “".join(names),
        new=next(iter(names.values())),
        what=words_of(places),
    )

    def job(home: str) -> Iterator[JobStep[FilesEdited]]:
        where = [NamedIn(place.path, place.numbers) for place in places]
        return renaming_files(where, names, home, window.workspace.files)

    _edit_files(
        window,
        message("Unify names"),
        told,
        [place.path for place in places],
        job,
        lambda: _update(window, tab, dialog),
    )


def _update(window: Window, tab: LibraryTab, dialog: DuplicatesDialog | NamesDialog) -> None:
    """Bring the libraries up to date, and show what is there now."""
    keeping = window.libraries.keeping

    def again(_: object) -> None:
        keeping.built.disconnect(again)
        if Shiboken.isValid(dialog):
            dialog.ask()

    if Shiboken.isValid(tab):
        keeping.built.connect(again)
        keeping.build(tab.found.libraries)


def show_groups(window: Window) -> GroupsDialog | None:
    """Show the games that were found by groups."""

    def wire(tab: LibraryTab, dialog: GroupsDialog) -> None:
        dialog.narrowed.connect(lambda values: tab.show_search(tab.found.search.plus(values)))
        dialog.tableAsked.connect(lambda values, name: _show_table(window, tab, values, name))

    return _shown(window, GroupsDialog, wire)


def _show_table(window: Window, tab: LibraryTab, values: dict[str, str], name: str) -> None:
    search = tab.found.search.plus(values)
    try:
        query = search.query()
    except LibraryFailed as error:
        window.say(error.reason)
        return

    def show(table: CrossTable) -> None:
        dialog = CrossTableDialog(name, table, window)
        dialog.narrowed.connect(
            lambda player: tab.show_search(search.plus({"player": f"={player}"}))
        )
        dialog.show()

    tab.found.ask(
        "table", lambda libraries: crosstable_in(libraries.libraries, query), show, window.say
    )


def show_crosstable(window: Window) -> None:
    """Show the cross table of the selected game's event."""
    tab = window.libraries.tab
    hit = None if tab is None else tab.found.current
    event = "" if hit is None else str(hit.hit.values["event"] or "")
    if tab is None or hit is None or not event.strip("?-* "):
        window.say(message("The selected game says nothing of its event."))
        return
    year = hit.hit.values["year"]
    values = {"event": f"={event}"}
    if year:
        values |= {"date_from": str(year), "date_to": str(year)}
    _show_table(window, tab, values, event)
