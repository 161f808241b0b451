"""Marks and arrows drawn on the board with the right button, and with keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base.catalogs import tr
from viewer.base.messages import NOTHING
from viewer.tree.annotation import Mark
from viewer.ui.board.words import place_words
from viewer.ui.commands import COMMANDS
from viewer.ui.window.square_menu import entries_at
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SQUARE = "Mark it: green square"
RIGHT = Qt.MouseButton.RightButton


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    """A window in which what the mouse draws is in the record at once."""
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    window.settings.set_of_game("right-button", "xiangqi", "mark")
    window.looks.show_settings()
    return window


def draw(window: Window, start: str, end: str, modifiers: Qt.KeyboardModifier = NONE) -> None:
    board = window.desk.stage.board
    a, b = board.centre_of(start).toPoint(), board.centre_of(end).toPoint()
    QTest.mousePress(board, RIGHT, modifiers, a)
    if start != end:
        drag_to(board, (a + b) / 2)
        drag_to(board, b)
    QTest.mouseRelease(board, RIGHT, modifiers, b)


def drag_to(board, point: QPoint) -> None:
    """QTest.mouseMove knows no buttons of an offscreen window."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    at = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        at,
        QPointF(board.mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        RIGHT,
        NONE,
    )
    QApplication.sendEvent(board, event)


def press(window: Window, keys: str) -> None:
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def marks(window: Window) -> tuple[Mark, ...]:
    return window.session.node.marks


@pytest.mark.parametrize(
    ("modifiers", "colour"),
    [
        (NONE, "green"),
        (SHIFT, "red"),
        (ALT, "blue"),
        (CTRL, "blue"),
        (SHIFT | ALT, "yellow"),
        (SHIFT | CTRL, "yellow"),
    ],
)
def test_a_click_marks_and_a_drag_draws_an_arrow(
    window: Window, modifiers: Qt.KeyboardModifier, colour: str
) -> None:
    draw(window, "e4", "e4", modifiers)
    draw(window, "b0", "c2", modifiers)
    assert marks(window) == (
        Mark("square", ("e4",), colour),
        Mark("arrow", ("b0", "c2"), colour),
    )
    assert window.isWindowModified()


def test_drawn_again_it_goes_and_another_colour_recolours(window: Window) -> None:
    draw(window, "b0", "c2")
    draw(window, "b0", "c2", SHIFT)
    assert marks(window) == (Mark("arrow", ("b0", "c2"), "red"),)
    draw(window, "b0", "c2", SHIFT)
    assert marks(window) == ()
    for expected in (1, 1, 0):
        press(window, "Ctrl+Z")
        assert len(marks(window)) == expected
    assert not window.isWindowModified()


def test_marks_that_the_file_cannot_hold_are_told_of_when_they_are_drawn(window: Window) -> None:
    lack = "has no place for marks on the board."
    draw(window, "e4", "e4")
    assert lack in window.status.said
    draw(window, "e4", "e4")
    assert window.status.said == "Taken away: e4: green square"
    entries = {tr(one.words): one.run for one in entries_at(window.desk.stage.board, "e4")}
    entries[SQUARE]()
    assert lack in window.status.said
    window.say(NOTHING)
    window.run(COMMANDS["tool-arrow"])
    assert lack in window.status.said
    window.run(COMMANDS["tool-arrow"])
    window.say(NOTHING)
    window.desk.stage.bar.buttons["square"].click()
    assert lack in window.status.said


def test_what_is_drawn_beside_the_record_is_told_of_too(window: Window) -> None:
    window.settings.set("careful", True)
    window.looks.show_settings()
    lack = "has no place for marks on the board."
    draw(window, "b0", "c2")
    assert window.session.trial is not None
    assert lack in window.status.said
    window.say(NOTHING)
    {tr(one.words): one.run for one in entries_at(window.desk.stage.board, "e4")}[SQUARE]()
    assert lack in window.status.said


def test_a_sign_is_one_that_the_file_can_hold(qtbot, tmp_path: Path) -> None:
    path = tmp_path / "red.pgn"
    path.write_text('[Game "Chinese Chess"]\n\n1. C2=5 *\n', "utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.settings.set_of_game("right-button", "xiangqi", "mark")
    window.looks.show_settings()
    draw(window, "e4", "e4")
    assert marks(window) == (Mark("square", ("e4",), "green"),)
    assert window.status.said == "e4: green square"
    words = [tr(one.words) for one in entries_at(window.desk.stage.board, "a3")]
    assert "Mark it: green square" in words
    window.run(COMMANDS["save"])
    saved = path.read_text("utf-8")
    assert "[%csl Ge4]" in saved


def test_what_is_drawn_is_seen_while_it_is_drawn(window: Window) -> None:
    board = window.desk.stage.board
    before = board.grab().toImage()
    a, b = board.centre_of("b4").toPoint(), board.centre_of("f4").toPoint()
    QTest.mousePress(board, RIGHT, NONE, a)
    pressed = board.grab().toImage()
    assert pressed != before
    drag_to(board, b)
    arrow = board.grab().toImage()
    assert arrow not in (before, pressed)
    drag_to(board, QPoint(-50, -50))
    assert board.grab().toImage() == before
    QTest.mouseRelease(board, RIGHT, NONE, QPoint(-50, -50))
    assert marks(window) == ()
    assert not window.isWindowModified()


def test_escape_cancels(window: Window) -> None:
    board = window.desk.stage.board
    a, b = board.centre_of("b4").toPoint(), board.centre_of("f4").toPoint()
    QTest.mousePress(board, RIGHT, NONE, a)
    drag_to(board, b)
    press(window, "Esc")
    QTest.mouseRelease(board, RIGHT, NONE, b)
    assert marks(window) == ()


def test_the_right_button_lets_go_of_the_piece_and_opens_no_menu(window: Window) -> None:
    board = window.desk.stage.board
    at = board.centre_of("b0").toPoint()
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, NONE, at)
    assert board.hand == ("b0",)
    QTest.mouseClick(board, RIGHT, NONE, at)
    assert board.hand == ()
    assert marks(window) == ()
    asked = []
    board.menuAsked.connect(lambda *what: asked.append(what))
    board.menuAsked.disconnect(window.menus.show_square)
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        event = QContextMenuEvent(reason, at, board.mapToGlobal(at))
        QApplication.sendEvent(board, event)
        assert event.isAccepted()
    assert len(asked) == 1


def test_marks_are_drawn_with_keys_alone(window: Window) -> None:
    board = window.desk.stage.board
    press(window, "M")
    assert board.cursor_place
    start = board.cursor_place
    press(window, "M")
    press(window, "Shift+M")
    assert marks(window) == (Mark("square", (start,), "red"),)
    press(window, "M")
    press(window, "Up")
    press(window, "Up")
    end = board.cursor_place
    press(window, "Alt+M")
    assert marks(window)[1:] == (Mark("arrow", (start, end), "blue"),)
    assert "blue arrow" in window.status.said
    press(window, "M")
    press(window, "Esc")
    assert board.cursor_place == end
    press(window, "Esc")
    assert board.cursor_place == ""
    assert len(marks(window)) == 2
    press(window, "Ctrl+M")
    assert marks(window) == ()
    press(window, "Ctrl+Z")
    assert len(marks(window)) == 2


def test_marks_are_told_to_those_who_do_not_see_them(window: Window) -> None:
    draw(window, "b0", "c2", SHIFT)
    words = place_words(window.session, "b0").text()
    assert words == "b0, Red horse; red arrow to c2"
