"""No row is cut in half: at any height, a page shows those that have room."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from chess_desks import chess_window, line
from desks import make_window
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea

from viewer.tree.annotation import COMMENT
from viewer.ui.notation.view import NotationView
from viewer.ui.pages.list_page import ListView
from viewer.ui.pages.tree_page import OutlineView
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

View = TypeVar("View", bound=QAbstractScrollArea)
SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8") * 20


def page(qtbot, window: Window, name: str, kind: type[View]) -> View:
    """The view of a page that is shown now."""
    window.desk.panels.show_page(name)
    qtbot.waitUntil(lambda: any(one.isVisible() for one in window.findChildren(kind)))
    return next(one for one in window.findChildren(kind) if one.isVisible())


def heights(window: Window, view: QAbstractScrollArea) -> Iterator[int]:
    """The view at some heights, scrolled to some place in the middle."""
    for high in range(700, 726, 4):
        window.resize(1280, high)
        view.verticalScrollBar().setValue(203)
        yield view.viewport().height()


def inked(image: QImage, top: int, bottom: int) -> bool:
    """Whether anything stands out from the ground between two heights."""
    ground = image.pixel(1, image.height() // 2)
    return any(
        image.pixel(x, y) != ground
        for y in range(max(0, top), bottom)
        for x in range(0, image.width(), 2)
    )


def check_rows(window: Window, view: QAbstractItemView) -> None:
    """Rows that are cut aren't painted, whole ones are."""
    cut = 0
    for high in heights(window, view):
        image = view.viewport().grab().toImage()
        for y in (0, high - 1):
            box = view.visualRect(view.indexAt(QPoint(1, y)))
            if not box.isValid():
                continue
            whole = box.top() >= 0 and box.bottom() < high
            cut += not whole
            assert inked(image, box.top(), min(box.bottom() + 1, high)) == whole, (high, box)
    assert cut


def test_lists_of_games_have_whole_rows(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    path.write_text("".join(f'[White "Player {at}"]\n\n1. e4 *\n\n' for at in range(60)))
    window = make_window(qtbot, tmp_path, path)
    check_rows(window, page(qtbot, window, "games", ListView))


def test_variations_as_an_outline_have_whole_rows(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line(*SHUFFLE))
    check_rows(window, page(qtbot, window, "tree", OutlineView))


def test_the_notation_has_whole_rows(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line(*SHUFFLE))
    view = page(qtbot, window, "notation", NotationView)
    cut = 0
    for high in heights(window, view):
        image = view.viewport().grab().toImage()
        for index, y in view.sight.seen:
            bottom = y + view.sight.laid(index).height
            whole = y >= 0 and bottom <= high
            cut += not whole
            assert inked(image, y + 1, min(bottom - 1, high)) == whole, (high, y)
    assert cut


def test_lines_of_a_comment_are_whole(qtbot, tmp_path: Path) -> None:
    root = line("e2e4", "e7e5")
    root.children[0].notes[COMMENT] = "Words of a long comment. " * 200
    window = chess_window(qtbot, tmp_path, root)
    view = page(qtbot, window, "notation", NotationView)
    cut = 0
    for high in heights(window, view):
        image = view.viewport().grab().toImage()
        for index, y in view.sight.seen:
            text = view.sight.laid(index).text
            assert text is not None
            for at in range(text.lineCount()):
                box = text.lineAt(at).rect().translated(0, y)
                if box.top() < 0 < box.bottom() or box.top() < high < box.bottom():
                    cut += 1
                    assert not inked(image, round(box.top()) + 1, min(round(box.bottom()), high))
    assert cut
