"""Moves typed into the line below the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click, make_window
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.ui.board.move_field import MoveField
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.widgets import ElidedLabel
from viewer.ui.window.window import Window

KEY = Qt.Key


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    window.session.go_to(1)
    return window


def open_field(window: Window) -> MoveField:
    """As by the key."""
    QTest.keyClick(window.desk.stage.board, "/")
    field = window.desk.stage.field
    assert field is not None
    assert field.line.hasFocus()
    return field


def press(key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def type_move(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)
    press(KEY.Key_Return)


def moves(window: Window) -> list[str]:
    """The moves from the start to the current one."""
    return [node.action.text for node in window.session.node.path()[1:]]


@pytest.mark.parametrize(
    ("game", "typed", "played"),
    [
        ("chess", ["e4", "e7e5", "nf3"], ["e2e4", "e7e5", "g1f3"]),
        ("xiangqi", ["炮二平五", "h8+7", "h0g2"], ["h2e2", "h9g7", "h0g2"]),
        ("shogi", ["７六歩", "34歩", "2g2f"], ["7g7f", "3c3d", "2g2f"]),
        ("go", ["Q16", "dp"], ["B pd", "W dp"]),
        ("hex", ["a2", "K9"], ["1 a2", "2 k9"]),
        ("twixt", ["d4", "L9"], ["1 d4", "2 l9"]),
    ],
)
def test_moves_are_typed_one_after_the_other(qtbot, tmp_path, game, typed, played) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of(game)
    window.session.set_style(window.session.game.notations[0].id)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    field = open_field(window)
    for number, text in enumerate(typed):
        if text.isascii():
            type_move(text)
        else:  # as an input method hands it over
            for part in (QInputMethodEvent(text, []), QInputMethodEvent()):
                QApplication.sendEvent(field.line, part)
            assert len(moves(window)) == number, "what is being composed is no move yet"
            event = QInputMethodEvent()
            event.setCommitString(text)
            QApplication.sendEvent(field.line, event)
            press(KEY.Key_Return)
        assert field.line.text() == ""
        assert field.line.hasFocus()
    assert moves(window) == played
    press(KEY.Key_Escape)
    assert window.desk.stage.field is None
    assert window.desk.stage.below.isVisible()
    assert window.desk.stage.board.hasFocus()


def test_a_move_that_is_there_is_gone_to_and_another_is_a_variation(window) -> None:
    open_field(window)
    type_move("e5")
    assert window.session.node.id == 2
    press(KEY.Key_Left)
    type_move("c5")
    assert moves(window) == ["e2e4", "c7c5"]
    assert len(window.session.record.node(1).children) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ke7", "same side stands on e7"),
        ("zz", "No move could be read"),
        ("n", "“n” may be Nh6, Nf6, Nc6, Na6."),
        ("<b>x</b>", "“<b>x</b>”"),
    ],
)
def test_a_wrong_move_says_why_and_stays_to_be_mended(window, text, why) -> None:
    field = open_field(window)
    type_move(text)
    assert why in field.said
    assert field.line.selectedText() == text
    assert window.session.node.id == 1
    type_move("nf6")
    assert moves(window)[-1] == "g8f6"
    assert why not in field.said


@pytest.mark.parametrize(("text", "why"), [("Ke7", "same side stands on e7"), ("zz", "“zz”")])
def test_what_is_no_move_is_said_quietly_while_it_is_typed(window, text, why) -> None:
    field = open_field(window)
    QTest.keyClicks(field.line, text)
    assert why in field.said
    assert field.line.accessibleDescription() == field.said
    assert not field.findChild(ElidedLabel).property("bad"), "only Enter is told so in red"
    press(KEY.Key_Return)
    assert why in field.said
    assert field.findChild(ElidedLabel).property("bad")
    QTest.keyClicks(field.line, "nf")
    assert field.said == "Nf6"


def test_what_a_text_may_become_is_offered_and_completed(window) -> None:
    field = open_field(window)
    QTest.keyClicks(field.line, "nf")
    assert field.said == "Nf6"
    press(KEY.Key_Tab)
    assert field.line.text() == "Nf6"
    press(KEY.Key_Return)
    QTest.keyClicks(field.line, "d4")
    assert field.said == "d4"
    QTest.keyClicks(field.line, "x")
    assert "d4x" in field.said
    field.line.setText("g1")
    assert field.said == "g1h3   g1f3   g1e2", "as the notation writes it in which it is begun"


def test_keys_are_letters_while_something_is_typed_and_steps_while_nothing_is(window) -> None:
    field = open_field(window)
    QTest.keyClicks(field.line, "c")
    assert field.line.text() == "c"
    press(KEY.Key_Left)
    assert field.line.cursorPosition() == 0
    assert window.session.node.id == 1
    press(KEY.Key_Delete)
    for key, id in ((KEY.Key_Left, 0), (KEY.Key_End, 2), (KEY.Key_Home, 0), (KEY.Key_Right, 1)):
        press(key)
        assert window.session.node.id == id
        assert field.line.hasFocus()
    type_move("c5")
    press(KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert moves(window) == ["e2e4"]
    press(KEY.Key_Delete)
    assert len(window.session.record.nodes) == 3, "a key for text takes no move away"


def test_a_click_on_the_board_is_the_end_of_typing(qtbot, window) -> None:
    open_field(window)
    QTest.keyClicks(QApplication.focusWidget(), "c")
    click(qtbot, window, "c7", "c5")
    assert moves(window) == ["e2e4", "c7c5"]
    assert window.desk.stage.field is None


def test_it_follows_to_another_record_and_closes_with_the_desk(qtbot, window) -> None:
    field = open_field(window)
    window.session.reloaded.emit()
    assert field.line.placeholderText().startswith("Nh6")
    window.files.new_of("go")
    assert window.desks()[0].stage.field is None
    window.files.new_of("chess")
    window.run(COMMANDS["edit-position"])
    assert not COMMANDS["type-moves"].possible(window)
    window.desk.close_editor()
    open_field(window)
    window.run(COMMANDS["edit-position"])
    assert window.desk.stage.field is None
