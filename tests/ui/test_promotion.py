"""A move that may become several: chosen on the board, by mouse or keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click, drag
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.games.geometry import View
from viewer.tree.action import Move
from viewer.ui.board.picker import Picker
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

FEN = "1r5k/P7/8/8/8/8/7p/K5R1 w - - 0 1"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return chess_window(qtbot, tmp_path, line(fen=FEN))


def picker(window: Window) -> Picker | None:
    found = [one for one in window.desk.stage.board.findChildren(Picker) if one.isVisible()]
    return found[0] if found else None


def key(which: Qt.Key, text: str = "") -> None:
    QTest.keyClick(QApplication.focusWidget(), which)


def played(window: Window) -> list[str]:
    return [child.action.text for child in window.session.record.root.children]


def test_the_pieces_stand_over_the_target(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    click(qtbot, window, "a7", "a8")
    shown = picker(window)
    assert shown is not None
    names = [choice.accessibleName() for choice in shown.choices]
    assert names == ["White queen", "White rook", "White bishop", "White knight"]
    over = board.childAt(board.centre_of("a8").toPoint())
    assert over is shown.choices[0]
    assert board.childAt(board.centre_of("a7").toPoint()) is shown.choices[1]
    assert played(window) == []
    face = QAccessible.queryAccessibleInterface(shown.choices[0])
    assert face.role() == QAccessible.Role.Button
    assert face.text(QAccessible.Text.Name) == "White queen"


@pytest.mark.parametrize(("choice", "move"), [(0, "a7a8q"), (3, "a7a8n")])
def test_a_click_chooses(qtbot, window: Window, choice: int, move: str) -> None:
    drag(qtbot, window, "a7", "a8")
    qtbot.mouseClick(picker(window).choices[choice], Qt.MouseButton.LeftButton)
    assert window.session.node.action == Move(move)
    assert picker(window) is None
    assert window.desk.stage.board.hasFocus()


@pytest.mark.parametrize(
    ("keys", "move"),
    [
        ([Qt.Key.Key_Return], "a7b8q"),
        ([Qt.Key.Key_Q], "a7b8q"),
        ([Qt.Key.Key_R], "a7b8r"),
        ([Qt.Key.Key_B], "a7b8b"),
        ([Qt.Key.Key_N], "a7b8n"),
        ([Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return], "a7b8b"),
        ([Qt.Key.Key_Up, Qt.Key.Key_Space], "a7b8n"),
        ([Qt.Key.Key_Tab, Qt.Key.Key_Return], "a7b8r"),
    ],
)
def test_keys_choose(qtbot, window: Window, keys: list[Qt.Key], move: str) -> None:
    click(qtbot, window, "a7", "b8")
    for each in keys:
        key(each)
    assert window.session.node.action == Move(move)
    assert picker(window) is None


def test_letters_are_no_commands_while_it_is_open(qtbot, window: Window) -> None:
    style = window.session.style
    click(qtbot, window, "a7", "b8")
    key(Qt.Key.Key_N)
    assert window.session.style == style  # N alone is the next way of writing moves


def test_escape_and_a_click_elsewhere_choose_nothing(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    click(qtbot, window, "a7", "a8")
    key(Qt.Key.Key_Escape)
    assert picker(window) is None
    assert board.hasFocus()
    click(qtbot, window, "a7", "a8")
    click(qtbot, window, "e4")
    assert picker(window) is None
    assert played(window) == []
    assert board.hand == ()


def test_black_promotes_towards_the_middle_of_the_board(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    for flip in (False, True):
        window.session.set_view(View(flip, False))
        window.session.go_to(0)
        click(qtbot, window, "a1", "a2")
        click(qtbot, window, "h2", "g1")
        shown = picker(window)
        assert board.rect().contains(shown.geometry())
        assert board.childAt(board.centre_of("g1").toPoint()) is shown.choices[0]
        assert board.childAt(board.centre_of("g4").toPoint()) is shown.choices[3]
        key(Qt.Key.Key_Escape)


def test_arrows_go_where_they_point_where_the_strip_goes_up(qtbot, window: Window) -> None:
    click(qtbot, window, "a1", "a2")
    click(qtbot, window, "h2", "g1")
    for which in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return):
        key(which)
    assert window.session.node.action == Move("h2g1r")


def test_the_board_is_promoted_on_with_the_keyboard_alone(window: Window) -> None:
    board = window.desk.stage.board
    board.setFocus()
    key(Qt.Key.Key_Return)
    while board.cursor_place != "a7":
        before = board.cursor_place
        key(Qt.Key.Key_Left if before[0] != "a" else Qt.Key.Key_Up)
        if before[1] == "8":
            key(Qt.Key.Key_Down)
    key(Qt.Key.Key_Return)
    key(Qt.Key.Key_Up)
    key(Qt.Key.Key_Return)
    assert "White queen" in window.status.said
    key(Qt.Key.Key_R)
    assert window.session.node.action == Move("a7a8r")


def test_castling_is_the_king_onto_his_square_or_onto_the_rook(qtbot, tmp_path: Path) -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    window = chess_window(qtbot, tmp_path, line(fen=fen))
    drag(qtbot, window, "e1", "g1")
    assert window.session.node.action == Move("e1g1")
    click(qtbot, window, "e8", "a8")
    assert window.session.node.action == Move("e8c8")
