"""What is done with the games that a library tab found: groups, cross tables, duplicates, names, copies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

from shiboken6 import Shiboken

from viewer.base.jobs import JobStep
from viewer.base.messages import counted, message
from viewer.document.filed.editing import FilesEdited, NamedIn, renaming_files
from viewer.document.filed.merging import MergeGroup, merging_files
from viewer.library.ask.crosstable import CrossTable
from viewer.library.ask.spellings import NamedRecords
from viewer.library.failures import LibraryFailed
from viewer.library.several import crosstable_in
from viewer.library.together import PlacedHit
from viewer.ui.controllers.filed import edit_files
from viewer.ui.library.duplicates_dialog import DuplicatesDialog
from viewer.ui.library.groups_dialog import CrossTableDialog, GroupsDialog
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.library.names_dialog import NamesDialog, words_of

if TYPE_CHECKING:
    from viewer.ui.window.window import Window

D = TypeVar("D", DuplicatesDialog, NamesDialog, GroupsDialog)


def _standing(window: Window, kind: type[D], tab: LibraryTab) -> D | None:
    """The dialog of a kind that stands open for a tab, brought to the front: one asks for all."""
    for dialog in window.dialog_parent.findChildren(kind):
        if dialog.search is tab.found and dialog.isVisible():
            dialog.raise_()
            dialog.activateWindow()
            return dialog
    return None


def show_duplicates(window: Window) -> DuplicatesDialog | None:
    """Show the games that are in the libraries more than once."""
    tab = window.libraries.tab
    if tab is None:
        return None
    if (open_one := _standing(window, DuplicatesDialog, tab)) is not None:
        return open_one
    dialog = DuplicatesDialog(tab.found, window.dialog_parent)
    dialog.opening.connect(lambda hit: window.libraries.open_hit(PlacedHit(0, hit)))
    dialog.merging.connect(
        lambda groups, remove, remember: _merge(window, tab, dialog, groups, remove, remember)
    )
    dialog.show()
    return dialog


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

    edit_files(
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
    tab = window.libraries.tab
    if tab is None:
        return None
    if (open_one := _standing(window, NamesDialog, tab)) is not None:
        return open_one
    dialog = NamesDialog(tab.found, window.dialog_parent)
    dialog.unifying.connect(lambda names, places: _unify(window, tab, dialog, names, places))
    dialog.show()
    return dialog


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

    edit_files(
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
    tab = window.libraries.tab
    if tab is None:
        return None
    if (open_one := _standing(window, GroupsDialog, tab)) is not None:
        return open_one
    dialog = GroupsDialog(tab.found, window.dialog_parent)
    dialog.narrowed.connect(lambda values: tab.show_search(tab.found.search.plus(values)))
    dialog.tableAsked.connect(lambda values, name: _show_table(window, tab, values, name))
    dialog.show()
    return dialog


def _show_table(window: Window, tab: LibraryTab, values: dict[str, str], name: str) -> None:
    search = tab.found.search.plus(values)
    try:
        query = search.query()
    except LibraryFailed as error:
        window.say(error.reason)
        return

    def show(table: CrossTable) -> None:
        dialog = CrossTableDialog(name, table, window.dialog_parent)
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
