"""What is done with the games that a library tab found: groups, cross tables, duplicates, names, copies."""

from __future__ import annotations

from viewer.base.messages import message
from viewer.library.ask.crosstable import CrossTable
from viewer.library.failures import LibraryFailed
from viewer.library.several import crosstable_in
from viewer.ui.controllers.controlled import ControlledWorkbench
from viewer.ui.library.crosstable_dialog import CrossTableDialog
from viewer.ui.library.groups_dialog import GroupsDialog
from viewer.ui.library.library_tab import LibraryTab


def show_groups(window: ControlledWorkbench) -> GroupsDialog | None:
    """Show the games that were found by groups."""
    tab = window.libraries.tab
    if tab is None:
        return None
    dialog = GroupsDialog(tab.found, window.dialog_parent)
    dialog.narrowed.connect(lambda values: tab.show_search(tab.found.search.plus(values)))
    dialog.tableAsked.connect(lambda values, name: _show_table(window, tab, values, name))
    dialog.show()
    return dialog


def _show_table(
    window: ControlledWorkbench, tab: LibraryTab, values: dict[str, str], name: str
) -> None:
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


def show_crosstable(window: ControlledWorkbench) -> None:
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
