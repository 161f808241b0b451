"""Rows of lists grow with the size of the text, while they are shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QApplication

from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "chess.pgn"
    path.write_text(
        '[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 (1. d4) 1... e5 1-0\n' * 2
    )
    return make_window(qtbot, tmp_path, path)


def view_of(window: Window, page: str) -> QAbstractItemView:
    window.desk.panels.show_page(page)
    QApplication.processEvents()
    found = window.desk.panels.page(page)
    views = [one for one in found.findChildren(QAbstractItemView) if one.isVisible()]
    assert views, page
    return views[0]


def row_height(view: QAbstractItemView) -> int:
    return view.visualRect(view.model().index(0, 0, QModelIndex())).height()


@pytest.mark.parametrize("page", ["games", "details", "tree", "line"])
def test_rows_are_as_high_as_their_text_needs(qtbot, window: Window, page: str) -> None:
    before = QApplication.font()
    view = view_of(window, page)
    usual = row_height(view)
    usual_text = view.fontMetrics().height()
    try:
        window.settings.set("text-size", 150)
        window.looks.show_settings()
        qtbot.waitUntil(lambda: view.fontMetrics().height() > usual_text)
        qtbot.waitUntil(lambda: row_height(view) >= round(1.4 * usual))
        assert row_height(view) >= view.fontMetrics().height() + 2
        window.settings.set("text-size", 100)
        window.looks.show_settings()
        qtbot.waitUntil(lambda: row_height(view) == usual)
    finally:
        QApplication.setFont(before)
