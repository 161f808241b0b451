"""Windows with small files, for the tests of the window."""

from __future__ import annotations

import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from viewer.document.document import new_document
from viewer.document.workspace import Workspace
from viewer.games import game_of
from viewer.scene.theme import Theme
from viewer.tree.action import Move
from viewer.tree.node import Node
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.board.view import BoardView
from viewer.ui.toolkit.style import palette_of, put_on_sheet, sheet_of
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

# 1. 炮二平五 马8进7 (or 炮8平5) 2. 马二进三 车9平8 (or 马2进3) – and 1. 兵七进一
MOVES = [
    NodeData(0, -1, None, {"comment": "the whole game"}),
    NodeData(1, 0, Move("h2e2"), {}),
    NodeData(2, 1, Move("h9g7"), {"comment": "the usual answer"}),
    NodeData(3, 2, Move("h0g2"), {}),
    NodeData(4, 3, Move("i9h9"), {}),
    NodeData(5, 3, Move("b9c7"), {}),
    NodeData(6, 1, Move("h7e7"), {}),
    NodeData(7, 0, Move("c3c4"), {}),
]


# Pixmaps of the last boards: the next windows share them, as tabs of one window do.
_PAINTED: deque[object] = deque(maxlen=6)


@contextmanager
def in_theme(theme: Theme) -> Iterator[None]:
    """Everything is in a theme's colours meanwhile."""
    application = QApplication.instance()
    before = application.palette(), application.styleSheet()
    application.setPalette(palette_of(theme))
    put_on_sheet(application, sheet_of(theme))
    try:
        yield
    finally:
        application.setPalette(before[0])
        application.setStyleSheet(before[1])


def write_file(path: Path) -> Path:
    """An .xqf of our own at a path."""
    path.write_bytes(_file())
    return path


@cache
def _file() -> bytes:
    root: Node = nodes_of(MOVES)[0]
    root.action = game_of("xiangqi").starts[0].setup
    headers = (
        Header("Title", "试"),
        Header("Red", "甲"),
        Header("Black", "乙"),
        Header("Result", "1-0"),
        Header("Type", "game"),
    )
    document = new_document(Record("xiangqi", root, headers, "gb18030"), "xqf")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "one.xqf")
        document.save(str(path))
        return path.read_bytes()


def make_window(
    qtbot, tmp_path: Path, *paths: Path, careful: bool = False, start: bool = True
) -> Window:
    """A shown window with files open, or with its start page; its settings are in the test's folder.

    Unless it is `careful`, as it is at first, what is played goes into records of finished games, too.
    """
    window = Window(Workspace(), Store(str(tmp_path / "settings")))
    window.settings.set("animate", False)
    window.settings.set("careful", careful)
    window.resize(1280, 800)  # the screen of tests is small
    qtbot.addWidget(window, before_close_func=forget_changes)
    window.files.open_all([str(path) for path in paths])
    if start:
        window.tabs.show_start()
    window.show()
    window.activateWindow()
    window.finish()
    return window


def main_menu(window: Window) -> QMenu:
    """The main menu as it is when it opens."""
    menu = window.menus._made()._main
    menu.aboutToShow.emit()
    return menu


def press(key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key where the keyboard is."""
    widget = QApplication.focusWidget()
    assert widget is not None, "nothing has the keyboard"
    QTest.keyClick(widget, key, held)
    QApplication.processEvents()


def click(qtbot, window: Window, *places: str) -> None:
    """Click places of the board."""
    click_on(qtbot, window.desk.stage.board, *places)


def click_on(qtbot, board: BoardView, *places: str) -> None:
    """Click places of a board, such as that of a mode."""
    for place in places:
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.centre_of(place).toPoint())


def drag(qtbot, window: Window, start: str, end: str) -> None:
    """Drag from a place to another."""
    board = window.desk.stage.board
    a, b = board.centre_of(start).toPoint(), board.centre_of(end).toPoint()
    qtbot.mousePress(board, Qt.MouseButton.LeftButton, pos=a)
    for part in range(1, 6):
        qtbot.mouseMove(
            board, QPoint(a.x() + (b.x() - a.x()) * part // 5, a.y() + (b.y() - a.y()) * part // 5)
        )
    qtbot.mouseRelease(board, Qt.MouseButton.LeftButton, pos=b)


def notice_button(window: Window, name: str) -> QPushButton:
    """A button of a notice, by its name; notices are gone through until it is seen."""
    card = window.notice.card
    for _ in window.notice.sentence.split("\n"):
        found = [one for one in card.findChildren(QPushButton) if one.text() == name]
        if found:
            return found[0]
        card.show_next()
    raise AssertionError(f"no notice has a button {name!r}")


def forget_changes(window: Window) -> None:
    """Let the window close without asking."""
    for desk in window.tabs.desks():
        _PAINTED.append(desk.stage.board._pixmaps)
        desk.close_editor()
        desk.session.flush()
        for document in desk.documents:
            document.history.set_clean()
        panels = desk.made_panels  # none are made for this alone
        if panels is not None and (details := panels.made("details")) is not None:
            details.model.forget_new()


def close(window: Window) -> None:
    """Close without asking."""
    forget_changes(window)
    window.close()
