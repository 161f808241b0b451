"""Boards whose size is the record's: played on, laid out, told and edited."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import click, make_window
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.games.go.game import GAME
from viewer.tree.action import Move, Setup
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = make_window(qtbot, tmp_path, start=False)
    rows = [
        NodeData(0, -1, Setup("9x13 B cc"), {}),
        NodeData(1, 0, Move("W gg"), {}),
        NodeData(2, 1, Setup("5 B aa"), {}),
    ]
    document = Document(MemoryCollection("sgf", [Record("go", nodes_of(rows)[0])]))
    window.workspace.documents.append(document)
    window.add_document(document)
    return window


def proportion(window: Window) -> float:
    board = window.desk.stage.board
    return board.width() / board.height()


def test_a_board_is_played_on_in_its_own_size(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    geometry = GAME.geometry_of(GAME.start(Setup("9x13")))
    assert board.geometry_ is geometry
    assert proportion(window) == pytest.approx(geometry.width / geometry.height, rel=0.01)
    click(qtbot, window, "im", "aa")
    texts = [n.action.text for n in window.session.node.path() if isinstance(n.action, Move)]
    assert texts == ["W im", "B aa"]  # White has the first move of this record, so it is his
    assert not board.grab().isNull()


def test_the_board_changes_where_the_record_says_so(qtbot, window: Window) -> None:
    session, board = window.session, window.desk.stage.board
    session.go(session.record.root.children[0].children[0])
    five = GAME.geometry_of(GAME.start(Setup("5")))
    assert board.geometry_ is five
    assert proportion(window) == pytest.approx(1.0, rel=0.01)
    assert not board.grab().isNull()
    assert board.square_at(board.centre_of("ee")) == "ee"


def test_the_cells_told_are_those_of_the_board(qtbot, window: Window) -> None:
    session = window.session
    access = QAccessible.queryAccessibleInterface(window.desk.stage.board)
    assert access.childCount() == 9 * 13
    assert access.child(0).text(QAccessible.Text.Name) == "A13, empty"
    session.go(session.record.root.children[0].children[0])
    assert access.childCount() == 25
    assert access.child(0).text(QAccessible.Text.Name) == "A5, Black stone"


def test_the_position_editor_keeps_the_size(qtbot, window: Window) -> None:
    window.run(COMMANDS["edit-position"])
    editor = window.desk._editor
    assert editor is not None
    QApplication.processEvents()
    assert editor.board.geometry_ is GAME.geometry_of(GAME.start(Setup("9x13")))
    (stone,) = editor.stage.below.buttons
    qtbot.mouseClick(stone, Qt.MouseButton.LeftButton)
    point = editor.board.centre_of("im").toPoint()
    qtbot.mouseClick(editor.board, Qt.MouseButton.LeftButton, pos=point)
    assert editor.draft.sketch.text == "9x13 B cc im PL B"
    assert not editor.grab().isNull()
