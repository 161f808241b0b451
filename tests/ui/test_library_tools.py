"""Groups, cross tables, duplicates, names and copies of what a library tab found."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from libraries import build, rows
from PySide6.QtCore import Qt

from viewer.ui.commands import COMMANDS
from viewer.ui.controllers.library_tools import show_groups
from viewer.ui.library.crosstable_dialog import CrossTableDialog
from viewer.ui.library.groups_dialog import GroupsDialog
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.window.window import Window

CUP = """[Event "{event}"]
[Round "{round}"]
[White "{white}"]
[Black "{black}"]
[Result "{result}"]
[Date "{year}.05.0{round}"]

1. {move} {result}
"""
GAMES = [
    ("Cup", 1, "Adler, Anna", "Berg, Boris", "1-0", 2001, "e4"),
    ("Cup", 2, "Berg, Boris", "Costa, Carla", "1/2-1/2", 2001, "d4"),
    ("Cup", 3, "Costa, Carla", "Adler, Anna", "0-1", 2001, "c4"),
    ("Open", 1, "Berg, B", "Dorn, D", "0-1", 1999, "e4 e5"),
]
KEYS = ("event", "round", "white", "black", "result", "year", "move")


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    folder = tmp_path / "games"
    folder.mkdir()
    text = "\n".join(CUP.format(**dict(zip(KEYS, game, strict=True))) for game in GAMES)
    (folder / "cup.pgn").write_text(text)
    build(tmp_path, "Cups", folder)
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return window, tab


def _groups(window: Window, tab: LibraryTab, by: str) -> GroupsDialog:
    dialog = show_groups(window)
    assert dialog is not None
    dialog.by.setCurrentIndex(dialog.by.findData(by))
    tab.found.run_now()
    return dialog


def _texts(model) -> list[list[str]]:
    return [
        [model.text(row, column) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_groups_narrow_the_search(qtbot, shown) -> None:
    window, tab = shown
    dialog = _groups(window, tab, "player")
    assert dialog.said == "5 groups of 4 games"
    assert _texts(dialog.model)[0][:6] == ["Adler, Anna", "2", "2", "0", "0", "100.0 %"]
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.chips == ["player =Adler, Anna"]
    assert tab.found.total == 2
    assert dialog.said == "3 groups of 2 games"  # follows the search
    dialog.list.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    assert [row[0] for row in _texts(dialog.model)] == [
        "Costa, Carla",
        "Berg, Boris",
        "Adler, Anna",
    ]
    dialog.close()


@pytest.mark.parametrize(
    ("by", "first", "chip"),
    [
        ("event", "Cup", "event =Cup"),
        ("year", "2001", "from 2001"),
        ("game", "Chess", "Chess"),
        ("result", "The second side won", "the second side won"),
    ],
)
def test_each_kind_of_group(shown, by: str, first: str, chip: str) -> None:
    window, tab = shown
    dialog = _groups(window, tab, by)
    assert dialog.model.text(0, 0) == first
    games = dialog.model.text(0, 1)
    dialog.narrow.click()
    tab.run_now()
    assert tab.bar.chips[0] == chip
    assert str(tab.found.total) == games
    dialog.close()


def test_the_cross_table_of_an_event(qtbot, shown) -> None:
    window, tab = shown
    dialog = _groups(window, tab, "event")
    dialog.table.click()
    tab.found.run_now()
    (table,) = window.findChildren(CrossTableDialog)
    assert _texts(table.model)[0] == ["1", "Adler, Anna", "", "×", "1", "1", "2", "1"]
    assert [row[1] for row in _texts(table.model)] == ["Adler, Anna", "Berg, Boris", "Costa, Carla"]
    table.view.selectRow(1)
    table.view.activated.emit(table.view.currentIndex())
    tab.run_now()
    assert tab.found.total == 2
    table.close()
    dialog.close()
    tab.view.choose_row(0)
    window.run(COMMANDS["library-crosstable"])
    tab.found.run_now()
    assert len(window.findChildren(CrossTableDialog)) >= 1
    assert rows(tab)
