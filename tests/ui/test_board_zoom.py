"""A large board is zoomed and scrolled, and follows the moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.games.go.setup import square_at
from viewer.tree.action import Move, Setup
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.board.view import BoardView
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


def opened(qtbot, tmp_path: Path, size: int) -> Window:
    window = make_window(qtbot, tmp_path)
    far = square_at(size - 1, size - 1)
    rows = [
        NodeData(0, -1, Setup(str(size)), {}),
        NodeData(1, 0, Move("B aa"), {}),
        NodeData(2, 1, Move(f"W {far}"), {}),
    ]
    document = Document(MemoryCollection("wei7", [Record("go", nodes_of(rows)[0])]))
    window.workspace.documents.append(document)
    window.add_document(document)
    return window


def turn_wheel(board: BoardView, at: QPointF, turn: int) -> None:
    event = QWheelEvent(
        at,
        board.mapToGlobal(at),
        QPoint(),
        QPoint(0, turn),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(board, event)


def test_the_wheel_zooms_around_the_mouse(qtbot, tmp_path: Path) -> None:
    board = opened(qtbot, tmp_path, 100).desk.stage.board
    whole = board.geometry_
    at = board.centre_of("baad")
    for _ in range(4):
        turn_wheel(board, at, 120)
    shown = board.geometry_
    assert len(shown.squares) < len(whole.squares) / 4
    assert shown.squares.keys() < whole.squares.keys()
    assert "baad" in shown.squares
    texts = {one.text for one in shown.coordinates if one.style == "game"}
    assert {"BB", "97"} <= texts  # the coordinates are those of the lines seen
    for _ in range(4):
        turn_wheel(board, at, -120)
    assert board.geometry_ is whole


@pytest.mark.parametrize("view", [{}, {"flip": True}, {"quarter": True}, {"mirror": True}])
def test_the_middle_button_moves_the_board(qtbot, tmp_path: Path, view: dict) -> None:
    window = opened(qtbot, tmp_path, 60)
    window.session.set_view(window.session.view._replace(**view))
    board = window.desk.stage.board
    board.zoom_by(5)
    square = board.square_at(
        QPointF(board.rect().center()) + QPointF(board.unit() / 3, board.unit() / 3)
    )
    at = board.centre_of(square)
    unit = board.unit()
    qtbot.mousePress(board, Qt.MouseButton.MiddleButton, pos=at.toPoint())
    goal = at + QPointF(3 * unit, 2 * unit)
    qtbot.mouseMove(board, goal.toPoint())
    qtbot.mouseRelease(board, Qt.MouseButton.MiddleButton, pos=goal.toPoint())
    moved = board.centre_of(square) - at
    assert abs(moved.x() - 3 * unit) < unit
    assert abs(moved.y() - 2 * unit) < unit


def test_the_board_follows_the_moves(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, 60)
    board, session = window.desk.stage.board, window.session
    board.zoom_by(5)
    assert "aa" not in board.geometry_.squares
    session.go(session.record.root.children[0])
    assert "aa" in board.geometry_.squares
    session.go(session.record.root.children[0].children[0])
    assert square_at(59, 59) in board.geometry_.squares


def test_the_keyboard_cursor_goes_on_beyond_what_is_seen(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, 60)
    board = window.desk.stage.board
    window.session.go(window.session.record.root.children[0])
    board.zoom_by(9)
    assert board.show_square("aa")
    edge = board.geometry_.grid[0][-1]
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Return)
    board.cursor_place = edge
    qtbot.keyClick(board, Qt.Key.Key_Right)
    assert board.cursor_place != edge
    assert board.cursor_place in board.geometry_.squares
    assert "aa" not in board.geometry_.squares


def test_usual_boards_are_seen_whole(qtbot, tmp_path: Path) -> None:
    board = opened(qtbot, tmp_path, 19).desk.stage.board
    whole = board.geometry_
    assert not board.zoom_by(3)
    assert board.geometry_ is whole
