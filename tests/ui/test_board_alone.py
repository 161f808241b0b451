"""The full-screen board: only the board with its players, the keys at work, Esc brings the window back."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton

from viewer.base.resources import resource_path
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SAMPLES = sorted(Path(str(one)) for one in resource_path("samples", "en", "study").iterdir())
FULL = Qt.WindowState.WindowFullScreen


def opened(qtbot, tmp_path: Path, *paths: Path) -> Window:
    window = make_window(qtbot, tmp_path, *paths)
    qtbot.waitUntil(window.desk.panels.info.isVisible)
    return window


def stand_alone(window: Window) -> None:
    window.focus_board()
    press(Qt.Key.Key_F11, Qt.KeyboardModifier.ShiftModifier)
    assert window.windowState() & FULL


def words(window: Window) -> str:
    caption = window.desk.stage.caption
    assert caption is not None
    return caption.words


@pytest.mark.parametrize("place", ["left", "right", "above"])
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_only_the_board_is_left_and_comes_back(
    qtbot, tmp_path: Path, path: Path, place: str
) -> None:
    window = opened(qtbot, tmp_path, path)
    window.run(COMMANDS[f"board-{place}"])
    QApplication.processEvents()
    desk = window.desk
    parts = (desk.room.side, desk.transport, window.statusBar(), window.top)
    before = desk.stage.size()
    stand_alone(window)
    assert not any(one.isVisible() for one in parts)
    assert desk.stage.size() == window.size()
    for line in (desk.stage.above, desk.stage.below):
        assert line.isVisible()
    press(Qt.Key.Key_Escape)
    assert not window.windowState() & FULL
    assert all(one.isVisible() for one in parts)
    assert desk.stage.caption is None
    qtbot.waitUntil(lambda: desk.stage.size() == before)


def test_keys_step_and_the_move_stands_in_the_corner(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, next(path for path in SAMPLES if path.stem == "chess"))
    stand_alone(window)
    assert words(window) == "Esc leaves the full-screen board."
    press(Qt.Key.Key_Right)
    assert words(window) == "1. e4  ·  1/33"
    press(Qt.Key.Key_Right)
    assert words(window).startswith("1… e5")
    press(Qt.Key.Key_Home)
    assert words(window) == "start  ·  0/33"
    corner = window.desk.stage.caption.geometry()
    assert window.desk.stage.rect().contains(corner)
    press(Qt.Key.Key_N)  # the notation: what is said stands there for a while
    assert words(window).startswith("Notation: ")


def test_what_is_hidden_of_the_moves_is_not_told_by_their_number(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, SAMPLES[0])
    stand_alone(window)
    window.session.conceal(True)
    window.session.go(window.session.cursor.forward(1))
    assert "·" not in words(window)


def test_the_mouse_leaves_by_a_button(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, SAMPLES[0])
    stand_alone(window)
    button = window.desk.stage.caption.findChild(QToolButton)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not window.windowState() & FULL
    assert window.statusBar().isVisible()
    assert window.desk.stage.board.hasFocus()


def test_escape_leaves_the_cursor_before_the_full_screen(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, SAMPLES[0])
    stand_alone(window)
    press(Qt.Key.Key_Return)
    assert window.desk.stage.board.cursor_place
    press(Qt.Key.Key_Escape)
    assert window.windowState() & FULL
    press(Qt.Key.Key_Escape)
    assert not window.windowState() & FULL


@pytest.mark.parametrize("command", ["comment", "details", "edit-position", "full-screen"])
def test_what_needs_a_panel_brings_the_window_back(qtbot, tmp_path: Path, command: str) -> None:
    window = opened(qtbot, tmp_path, SAMPLES[0])
    stand_alone(window)
    window.run(COMMANDS[command])
    assert window.statusBar().isVisible()
    assert window.desk.stage.caption is None
    assert not window.windowState() & FULL


def test_a_full_screen_stays_one(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, SAMPLES[0])
    press(Qt.Key.Key_F11)
    stand_alone(window)
    press(Qt.Key.Key_Escape)
    assert window.windowState() & FULL
    assert window.statusBar().isVisible()


def test_the_board_of_the_next_tab_stands_alone_too(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, *SAMPLES[:2])
    first = window.desk
    stand_alone(window)
    window.tabs.step(1)
    assert window.desk is not first
    assert not window.desk.transport.isVisible()
    assert window.desk.stage.caption is not None
    assert first.stage.caption is None
    press(Qt.Key.Key_Escape)
    assert window.desk.transport.isVisible()
    assert not first.transport.isHidden()
    stand_alone(window)
    window.tabs.close_front()
    window.tabs.close_front()
    assert window.desk is None
    assert window.statusBar().isVisible()
