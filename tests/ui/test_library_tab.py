"""The library tab: searching by typing, chips, ordering, the preview, opening hits."""

from __future__ import annotations

from pathlib import Path

import pytest
from libraries import build, open_tab, rows, typed
from PySide6.QtCore import QPoint, Qt

from viewer.ui.library.library_tab import LibraryTab
from viewer.ui.window.window import Window


@pytest.fixture
def shown(qtbot, tmp_path: Path) -> tuple[Window, LibraryTab]:
    build(tmp_path, "Samples")
    return open_tab(qtbot, tmp_path)


def test_everything_is_listed_at_first(shown) -> None:
    window, tab = shown
    assert tab.name == "Library: Samples"
    assert window.windowTitle() == "Library: Samples – Qipu"
    assert tab.bar.said == "12 games"
    assert "Morphy, Paul" in rows(tab)
    assert tab.words.text() == "1 library, 12 records in 6 files"


def test_typing_searches_and_enter_makes_chips(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "morphy after 1850")
    assert tab.bar.said == "1 of 12"
    assert tab.bar.chips == []
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.chips == ["from 1851", "morphy"]
    assert tab.bar.line.text() == ""
    assert rows(tab) == ["Morphy, Paul"]


def test_chips_are_taken_away_by_a_click_and_by_backspace(qtbot, shown) -> None:
    _, tab = shown
    typed(qtbot, tab, "chess has comments")
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    assert tab.bar.chips == ["has comments", "Chess"]
    few = tab.found.total
    qtbot.mouseClick(tab.bar.chip("game"), Qt.MouseButton.LeftButton)
    tab.run_now()
    assert tab.bar.chips == ["has comments"]
    assert tab.found.total > few
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Backspace)
    tab.run_now()
    assert tab.bar.chips == []
    assert tab.found.total == 12


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("1. e4 e5 2. Nf3 d6", "Morphy, Paul"),
        ("炮二平五 马8进7", "中炮过河车"),
    ],
)
def test_moves_are_understood(qtbot, shown, text: str, player: str) -> None:
    _, tab = shown
    tab.bar.line.setText(text)
    tab.run_now()
    assert rows(tab) == [player]


def test_a_position_is_understood_and_opens_where_it_is(qtbot, shown) -> None:
    window, tab = shown
    tab.bar.line.setText("rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3")
    tab.run_now()
    assert rows(tab) == ["Morphy, Paul"]
    title, place, problem = tab.preview.words()
    assert title.startswith("Morphy, Paul – ")
    assert place == "chess.pgn  ·  game 1  ·  at 2… d6"
    assert problem == ""
    qtbot.keyClick(tab.bar.line, Qt.Key.Key_Return)
    tab.run_now()
    qtbot.keyClick(tab.view, Qt.Key.Key_Return)
    assert window.session is not None
    assert window.session.numbered(window.session.node) == "2… d6"


def test_hits_are_ordered_by_a_click_on_a_heading(qtbot, shown) -> None:
    _, tab = shown
    header = tab.view.horizontalHeader()
    year = [column.role for column in tab.model.columns].index("year")
    for last in (False, True):
        at = header.sectionViewportPosition(year) + 10
        qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(at, 10))
        tab.run_now()
        years = [text for text in rows(tab, year) if text]
        assert years == sorted(years, reverse=last)
