"""The menu of the selected hit."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from viewer.base.catalogs import tr
from viewer.base.fields import Value
from viewer.base.messages import message
from viewer.library.searches import Search
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.toolkit.plain import literal


def hit_menu(tab: LibraryTab) -> QMenu:
    """The menu of the selected hit: opening it, finding others like it, columns. Others may add to it."""
    menu = QMenu(tab)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    found = tab.found.current
    if found is not None:
        menu.addAction(tr(message("Open"))).triggered.connect(
            lambda: tab.open_row(tab.found.current_row)
        )
        menu.addSeparator()
        for key, name in (
            ("player", found.hit.values["player0"]),
            ("player", found.hit.values["player1"]),
            ("event", found.hit.values["event"]),
        ):
            if name:
                action = menu.addAction(literal(tr(message("Games of {name}", name=str(name)))))
                values: dict[str, Value] = {key: f"={name}"}
                action.triggered.connect(partial(tab.show_search, Search(values)))
        menu.addSeparator()
        for command, words in (
            ("library-copy", message("Copy or export the games found…")),
            ("library-crosstable", message("Cross table of the event")),
            ("find-part", message("Look for a part of the position…")),
        ):
            menu.addAction(tr(words)).triggered.connect(partial(tab.commandAsked.emit, command))
        menu.addSeparator()
    columns = tab.view.columns_menu()
    columns.setTitle(tr(message("Columns")))
    menu.addMenu(columns)
    return menu
