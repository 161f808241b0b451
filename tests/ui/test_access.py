"""What screen readers hear of the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import click, make_window, write_file
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QSlider,
    QTabBar,
    QWidget,
)

from viewer.ui.commands import COMMANDS
from viewer.ui.pages.panels import PANELS
from viewer.ui.window.rest import FocusFrame
from viewer.ui.window.window import Window

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))


def test_the_board_is_a_table_of_places(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    access = QAccessible.queryAccessibleInterface(board)
    assert access.role() == QAccessible.Role.Table
    assert access.text(NAME) == "Board"
    assert "Red to move" in access.text(DESCRIPTION)
    assert access.childCount() == 90
    names = [access.child(i).text(NAME) for i in range(90)]
    assert names[0] == "a9, Black rook"
    assert names[-5] == "e0, Red king"
    assert "empty" in names[10]
    cell = access.child(85)
    assert cell.role() == QAccessible.Role.Cell
    assert cell.rect().contains(board.mapToGlobal(board.centre_of("e0").toPoint()))
    assert access.indexOfChild(cell) == 85


@pytest.mark.parametrize(
    ("command", "square"),
    [("edit-position", "a9, Black rook"), ("find-part", "a9, Black rook, no part of it")],
)
def test_the_boards_of_modes_are_tables_too(window: Window, command: str, square: str) -> None:
    window.run(COMMANDS[command])
    board = window.desk.mode.board
    access = QAccessible.queryAccessibleInterface(board)
    assert access.role() == QAccessible.Role.Table
    assert access.child(0).text(NAME) == square
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert access.focusChild().text(NAME) == access.text(DESCRIPTION)


def test_a_board_can_go_while_a_screen_reader_asks(window: Window) -> None:
    """Qt asks twice for the interface of a board whose class PySide has changed, and deletes both."""
    QAccessible.setActive(True)
    try:
        for _ in range(2):
            window.run(COMMANDS["guess"])
            access = QAccessible.queryAccessibleInterface(window.desk.mode.board)
            square = QAccessible.uniqueId(access.child(0))
            del access
            window.desk.close_editor()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            assert QAccessible.accessibleInterface(square) is None
    finally:
        QAccessible.setActive(False)


def test_the_tab_of_libraries_is_closed_by_its_key(window: Window) -> None:
    window.run(COMMANDS["library"])
    assert window.tabs.other is not None
    QTest.keyClick(window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.other is None


def test_a_view_that_tab_leads_to_has_a_frame(qtbot, window: Window) -> None:
    """One that the mouse chose has none: it is known where one clicked."""
    window.show_page("notation")
    side = window.desk.panels
    view = side.page("notation").view
    qtbot.waitUntil(lambda: window.isActiveWindow() and view.isVisible())
    side.cell("notation").tabs.setFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is view
    (frame,) = view.findChildren(FocusFrame)
    assert frame.rect() == view.rect()
    window.focus_board()
    assert not frame.isVisible()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton)
    assert not any(one.isVisible() for one in view.findChildren(FocusFrame))


def test_the_position_is_told_after_a_move(qtbot, window: Window) -> None:
    click(qtbot, window, "h2", "e2")
    access = QAccessible.queryAccessibleInterface(window.desk.stage.board)
    assert "炮二平五" in access.text(DESCRIPTION)
    assert "Black to move" in access.text(DESCRIPTION)


@pytest.mark.parametrize("page", list(PANELS))
def test_everything_that_can_be_used_has_a_name(window: Window, page: str) -> None:
    window.desk.panels.show_page(page)
    window.finish()
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit, QSlider, QTabBar, QAbstractScrollArea)
    nameless = [
        widget
        for widget in window.findChildren(QWidget)
        if isinstance(widget, kinds)
        and widget.isVisibleTo(window)
        and not QAccessible.queryAccessibleInterface(widget).text(NAME)
        # The arrows with which Qt scrolls tabs are its own.
        and not widget.parent().inherits("QTabBar")
    ]
    assert nameless == []


@pytest.mark.parametrize("page", ["notation", "tree", "graph", "line", "details", "notes", "games"])
def test_tab_goes_once_around_the_window_and_through_the_page(qtbot, window, page: str) -> None:
    window.show_page(page)
    side, board = window.desk.panels, window.desk.stage.board
    qtbot.waitUntil(lambda: window.isActiveWindow() and side.page(page).isVisible())
    window.focus_board()
    seen: list[QWidget] = []
    while not seen or QApplication.focusWidget() is not board:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() not in seen, "a trap"
        seen.append(QApplication.focusWidget())
    shown = side.cell(page)._stack.currentWidget()
    inside = [number for number, one in enumerate(seen) if shown.isAncestorOf(one)]
    assert inside[0] == seen.index(side.cell(page).tabs) + 1
    assert inside == list(range(inside[0], inside[-1] + 1))
    assert seen.index(side.comment.edit) > inside[-1]


@pytest.mark.parametrize("page", ["notation", "tree", "graph", "line", "details", "notes", "games"])
def test_escape_leads_from_each_page_to_the_board(qtbot, window, page: str) -> None:
    window.show_page(page)
    shown, board = window.desk.panels.page(page), window.desk.stage.board
    qtbot.waitUntil(lambda: window.isActiveWindow() and shown.isVisible())
    assert not board.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert board.hasFocus()


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("page", ["notation", "graph", "details", "games"])
def test_the_focus_is_seen_wherever_tab_leads(qtbot, window: Window, page: str, theme: str) -> None:
    window.settings.set("theme", theme)
    window.show_page(page)
    qtbot.waitUntil(lambda: window.isActiveWindow() and window.desk.panels.page(page).isVisible())
    window.focus_board()
    with_focus: dict[QWidget, QImage] = {}
    while len(with_focus) < 60:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        QApplication.processEvents()
        one = QApplication.focusWidget()
        if one in with_focus:
            break
        with_focus[one] = picture(window, one)
    for one, seen in with_focus.items():
        other = next(two for two in with_focus if two is not one)
        other.setFocus(Qt.FocusReason.MouseFocusReason)
        QApplication.processEvents()
        assert picture(window, one) != seen, f"{one} looks the same without the keyboard"


def picture(window: Window, one: QWidget) -> QImage:
    """How a part of a window looks, with what is drawn around it."""
    box = QRect(one.mapTo(window, QPoint(0, 0)), one.size()).adjusted(-4, -4, 4, 4)
    return window.grab(box.intersected(window.rect())).toImage()
