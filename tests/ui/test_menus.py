"""What the menus show, and that all else is found by the palette."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import main_menu, make_window, write_file
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QMenuBar

from viewer.base.samples import samples
from viewer.base.settings import SETTINGS
from viewer.ui.commands import COMMANDS, MENUS
from viewer.ui.commands.menus import IN_MENUS, sections_of
from viewer.ui.window.palette import Palette
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

IN_ONE, IN_ALL = 11, 60
"""Entries of a menu at most, and of all together that one game shows, without the recent files."""
SOUGHT = {
    "File": "open open-folder save save-as compare-with export print new",
    "Edit": "undo comment tools glyphs paste copy-as edit-position settings",
    "Navigate": "next previous find type-moves trial",
    "Variations": "into-variation out-of-variation promote delete",
    "Games": "games tree-of-games",
    "Library": "library library-position explore-player repertoire new-library",
    "Analysis": "analyse analyse-games explorer engines",
    "Learn": "solve mistakes mistakes-here drill guess show-report player-report",
    "View": "flip graph",
    "Help": "manual keys samples",
}
"""What somebody looks for in a menu before knowing where it is: the jobs of docs/jobs.md and the manual."""


def listed(place: int) -> list[str]:
    ids = [command.id for section in sections_of(place) for command in section]
    return [id for id in ids if "recent" not in id]


def entries(menu: QMenu) -> list[str]:
    """The ids of the entries that are seen in a menu and those below it."""
    ids = []
    for action in menu.actions():
        below = action.menu()
        if isinstance(below, QMenu) and action.isVisible():
            ids += entries(below)
        elif action.isVisible() and action.data():
            ids.append(action.data())
    return ids


def test_menus_stay_short() -> None:
    counts = {title.text(): len(listed(place)) for place, title in enumerate(MENUS)}
    assert len(IN_MENUS) == len(MENUS)
    assert max(counts.values()) <= IN_ONE, counts


def test_what_is_sought_first_is_in_the_menu_where_it_is_sought() -> None:
    for place, title in enumerate(MENUS):
        assert set(SOUGHT[title.text()].split()) <= set(listed(place)), title.text()


def test_each_entry_is_of_the_subject_of_its_menu_and_stands_once() -> None:
    all_of_them = [(id, place) for place in range(len(MENUS)) for id in listed(place)]
    assert len({id for id, _ in all_of_them}) == len(all_of_them)
    assert [id for id, place in all_of_them if COMMANDS[id].menu is not MENUS[place]] == []


def test_values_of_settings_are_in_no_menu() -> None:
    values = {
        f"{prefix}-{value}"
        for prefix, setting in (("theme", "theme"), ("board", "place"), ("numbers", "numbers"))
        for value in SETTINGS[setting].choices
    }
    assert values <= set(COMMANDS)
    assert not values & {id for place in range(len(MENUS)) for id in listed(place)}


@pytest.mark.parametrize("game", sorted(samples()))
def test_the_menu_of_each_game_shows_no_more(qtbot, tmp_path: Path, game: str) -> None:
    window = make_window(qtbot, tmp_path, Path(next(iter(samples()[game].values()))))
    menu = main_menu(window)
    assert 50 <= len([id for id in entries(menu) if "recent" not in id]) <= IN_ALL
    below = [one for title in menu.actions() for one in title.menu().actions() if one.menu()]
    assert [one.text() for one in below] == ["Open recent"]  # the others are one level deep
    menu.aboutToHide.emit()


def reached(window: Window, text: str) -> set[str]:
    palette = Palette(window, window.run)
    there = {
        command.id for possible in (True, False) for *_, command in palette._fitting(text, possible)
    }
    palette.close()
    palette.deleteLater()
    return there


def test_the_palette_has_every_command(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert reached(window, "") == set(COMMANDS) - {"palette"}
    named = ("take-back", "unite", "theme-dark", "copy-as-pgn", "show-line", "library-names")
    for id in named:
        assert id in reached(window, COMMANDS[id].title.text().rstrip("…")), id


@pytest.mark.parametrize(
    ("typed", "id"),
    [("take back moves", "take-back"), ("went on with", "explorer"), ("notes", "show-notes")],
)
def test_the_palette_finds_commands_by_the_names_they_had(
    qtbot, tmp_path: Path, typed: str, id: str
) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert id in reached(window, typed)


def test_copy_as_opens_the_palette_at_the_forms_of_the_game(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.run_named("copy-as")
    palette = window.findChild(Palette)
    assert palette is not None
    rows = [row.words for row in palette.rows]
    assert "Copy as: PGN" in rows
    assert "Copy as: KIF" not in rows  # of shogi
    assert all(row.startswith("Copy as: ") for row in rows)
    palette.go_away()


def test_a_menu_bar_takes_the_place_of_the_button(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert window.findChild(QMenuBar) is None
    window.settings.set("menu-bar", True)
    window.looks.show_settings()
    bar = window.findChild(QMenuBar)
    assert bar.isVisible()
    assert [one.text() for one in bar.actions()] == [title.text() for title in MENUS]
    assert not window.top.menu_button.isVisible()
    edit = bar.actions()[1].menu()
    edit.aboutToShow.emit()
    undo = next(one for one in edit.actions() if one.data() == "undo")
    assert not undo.isEnabled()  # nothing was done yet
    edit.aboutToHide.emit()
    assert undo.isEnabled()  # its key works at any time
    window.board_alone.toggle()
    assert not bar.isVisible()
    window.board_alone.toggle()
    assert bar.isVisible()
    window.settings.set("menu-bar", False)
    window.looks.show_settings()
    assert not bar.isVisible()
    assert window.top.menu_button.isVisible()


def test_buttons_at_the_top_have_names_if_somebody_wants_them(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    button = window.top.button("search")
    narrow = button.sizeHint().width()
    window.settings.set("toolbar-words", True)
    window.looks.show_settings()
    assert button.text() == "Commands"
    assert button.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert button.sizeHint().width() > narrow + 30
