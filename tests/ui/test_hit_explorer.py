"""The explorer beside the selected hit of a library tab."""

from __future__ import annotations

from pathlib import Path

import pytest
from libraries import build, open_tab
from PySide6.QtCore import QPoint, Qt

from viewer.scene.candidates import NO_ADVICE
from viewer.ui.library.hit_pages import HitExplorer
from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

PGN = '[White "{0}"]\n[Black "Berg, B."]\n[Date "{1}"]\n[Result "1-0"]\n\n{2} 1-0\n\n'
MINE = PGN.format("Adler, A.", "1999.01.01", "1. e4 (1. d4 d5) 1... c5 2. Nf3")
OTHERS = PGN.format("Costa, C.", "1951.01.01", "1. e4 e5") + PGN.format(
    "Diaz, D.", "1950.01.01", "1. Nf3 d5"
)


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    for name, text in (("Mine", MINE), ("Others", OTHERS)):
        (tmp_path / f"{name}.pgn").write_text(text)
        build(tmp_path, name, tmp_path / f"{name}.pgn")
    return open_tab(qtbot, tmp_path)


def page_of(tab: LibraryTab) -> HitExplorer:
    pages = [page for page in tab.preview.findChildren(HitExplorer) if page.isVisible()]
    assert len(pages) == 1
    return pages[0]


def wait_for(qtbot, tab: LibraryTab, *moves: str) -> None:
    def there() -> bool:
        found = page_of(tab).table.moves
        return found.answered and sorted(one.text for one in found.first(9)) == sorted(moves)

    qtbot.waitUntil(there)


def click(qtbot, tab: LibraryTab, text: str, column: int = 0) -> None:
    table = page_of(tab).table
    row = [one.text for one in table.moves.rows(9)].index(text)
    spot = table.rows.visualRect(table.rows.model().index(row, column)).center()
    qtbot.mouseClick(table.rows.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(spot))


def titles(tab: LibraryTab) -> list[str]:
    return [tab.preview.tabs.tabText(at) for at in range(tab.preview.tabs.count())]


def test_it_knows_the_position_of_the_hit_from_all_libraries(qtbot, shown) -> None:
    _, tab = shown
    assert titles(tab) == ["Explorer", "Notation", "Duplicates"]
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    assert page_of(tab).table.told.text().startswith("From 3 games in 2 libraries")


def test_a_click_steps_to_the_move_in_any_line_of_the_game(qtbot, shown) -> None:
    _, tab = shown
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    click(qtbot, tab, "1. e4")
    session = tab.preview.session
    assert session.words.numbered(session.node) == "1. e4"
    assert "at 1. e4" in tab.preview.words()[1]
    wait_for(qtbot, tab, "1… c5", "1… e5")


def test_a_move_that_the_game_has_not_is_told_and_previewed(qtbot, shown) -> None:
    _, tab = shown
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    click(qtbot, tab, "1. Nf3")
    session = tab.preview.session
    assert session.node is session.record.root
    assert page_of(tab).said.startswith("This game doesn't go on with 1. Nf3.")
    assert "preview: 1. Nf3" in tab.preview.words()[1]
    wait_for(qtbot, tab, "1… d5")
    qtbot.keyClick(page_of(tab).table.rows, Qt.Key.Key_Escape)
    assert session.trial is None
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    click(qtbot, tab, "1. e4")
    assert page_of(tab).said == ""
    assert not session.document.modified


def test_the_first_game_of_a_move_is_opened_at_the_position(qtbot, shown) -> None:
    window, tab = shown
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    click(qtbot, tab, "1. Nf3", page_of(tab).table.rows.model().link)
    qtbot.waitUntil(lambda: window.session is not None)
    assert str(window.session.document.path).endswith("Others.pgn")
    assert window.session.index == 1


def test_the_row_under_the_mouse_is_an_arrow_on_the_board(qtbot, shown) -> None:
    _, tab = shown
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    moves = page_of(tab).table.moves
    moves.point_at(0)
    (way,) = tab.preview.board.advice.moves
    assert way.squares == moves.rows(1)[0].squares
    tab.preview.tabs.setCurrentIndex(1)
    assert tab.preview.board.advice == NO_ADVICE


def test_only_the_libraries_that_are_searched_are_asked(qtbot, shown) -> None:
    window, tab = shown
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    window.libraries.choose([one for one in tab.found.libraries if one.name == "Mine"])
    tab.run_now()
    wait_for(qtbot, tab, "1. e4")
    assert page_of(tab).table.told.text().startswith("From one game in one library")


def test_each_hit_has_its_own(qtbot, shown) -> None:
    _, tab = shown
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
    click(qtbot, tab, "1. e4")
    tab.view.choose_row(1)
    tab.run_now()
    assert tab.preview.session.node is tab.preview.session.record.root
    wait_for(qtbot, tab, "1. e4", "1. Nf3")
