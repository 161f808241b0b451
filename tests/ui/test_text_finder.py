"""Finding words in comments, in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.palettes import TextFinder
from viewer.ui.toolkit.palette_list import PaletteList
from viewer.ui.window.window import Window


def press(window: Window, keys: str) -> None:
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    made = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert made.desk.panels is not None
    made.focus_board()
    return made


def opened(qtbot, window: Window, text: str) -> TextFinder:
    press(window, "Ctrl+F")
    frame = window.findChildren(TextFinder)[-1]
    QTest.keyClicks(frame.line, text)
    qtbot.waitUntil(lambda: frame._said.text() != "" and not frame._job.running)
    return frame


def test_words_are_found_and_gone_to(qtbot, window) -> None:
    frame = opened(qtbot, window, "The")
    assert [row.words for row in frame.rows] == [
        "Start    the whole game",
        "1… 马８进７    the usual answer",
    ]
    press(window, "Down")
    press(window, "Return")
    assert window.session.node.id == 2
    press(window, "F3")
    assert window.session.node.id == 0
    press(window, "Shift+F3")
    assert window.session.node.id == 2


@pytest.mark.parametrize("command", ["palette", "glyphs"])
def test_a_list_ends_within_a_small_window(qtbot, tmp_path: Path, command: str) -> None:
    window = make_window(qtbot, tmp_path)
    window.resize(640, 400)
    window.files.new_of("chess")
    window.session.play(Move("e2e4"))
    window.run(COMMANDS[command])
    frame = next(one for one in window.findChildren(PaletteList) if one.isVisible())
    assert len(frame.rows) > 14
    assert frame.geometry().bottom() < window.height()
    frame.go_away()


def test_with_ctrl_the_list_stays(qtbot, window) -> None:
    frame = opened(qtbot, window, "usual")
    press(window, "Ctrl+Return")
    assert window.session.node.id == 2
    assert frame.isVisible()
    press(window, "Escape")
    assert not frame.isVisible()
    press(window, "Ctrl+F")
    assert window.findChildren(TextFinder)[-1].line.text() == "usual"
    press(window, "Escape")


def test_nothing_is_told(qtbot, window) -> None:
    frame = opened(qtbot, window, "absent")
    assert frame.rows == []
    assert "No comment" in frame._said.text()
    press(window, "Return")
    press(window, "F3")
    assert window.session.node.id == 0
