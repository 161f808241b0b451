"""Parts of positions in the window: drawn by mouse and keys, searched in the library tab."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import make_window
from libraries import SAMPLES, build, rows
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from viewer.ui.commands import COMMANDS
from viewer.ui.modes.part_finder import PartFinder
from viewer.ui.window.window import Window

GO = str(Path(SAMPLES) / "go.sgf")
CHESS = str(Path(SAMPLES) / "chess.pgn")


def _start(qtbot, tmp_path: Path, path: str) -> tuple[Window, PartFinder]:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path, Path(path))
    assert window.session is not None
    window.session.go([*window.session.record.root.main_line()][6])
    window.run(COMMANDS["find-part"])
    desk = window.desk
    assert desk is not None
    finder = desk.mode
    assert isinstance(finder, PartFinder)
    return window, finder


def _drag(finder: PartFinder, one: str, other: str, button=Qt.MouseButton.LeftButton) -> None:
    board = finder.board
    start, end = (board.centre_of(square).toPoint() for square in (one, other))
    QTest.mousePress(board, button, pos=start)
    for part in (1, 2, 3, 4):
        QTest.mouseMove(board, start + QPoint(*((end - start) * part / 4).toTuple()))
    QTest.mouseRelease(board, button, pos=end)


def _searched(window: Window, finder: PartFinder):
    finder.panel.done.click()
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    return tab


def test_a_rectangle_is_searched(qtbot, tmp_path: Path) -> None:
    window, finder = _start(qtbot, tmp_path, CHESS)
    assert not finder.panel.done.isEnabled()
    _drag(finder, "d3", "e4")
    assert set(finder.draft.words) == {"d3", "d4", "e3", "e4"}
    assert finder.panel.said == "The part has 4 squares."
    tab = _searched(window, finder)
    assert tab.bar.conditions.texts == ["Chess", "part of a position"]
    assert "Morphy, Paul" in rows(tab)
    assert window.desk is None or not window.desk.editing
    total = tab.found.total
    tab.bar.conditions.chip("region").click()
    tab.run_now()
    assert tab.bar.conditions.texts == ["Chess"]
    assert tab.found.total >= total


def test_a_rectangle_is_begun_between_the_points_of_a_go_board(qtbot, tmp_path: Path) -> None:
    _window, finder = _start(qtbot, tmp_path, GO)
    board = finder.board
    first, last = (board.centre_of(square) for square in ("pc", "rd"))
    half = (board.centre_of("qd") - first) / 2
    start, end = (first - half * 0.95).toPoint(), (last + half * 0.95).toPoint()
    QTest.mousePress(board, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(board, end)
    QTest.mouseRelease(board, Qt.MouseButton.LeftButton, pos=end)
    assert set(finder.draft.words) == {"pc", "qc", "rc", "pd", "qd", "rd"}


def test_brushes_and_the_right_button(qtbot, tmp_path: Path) -> None:
    window, finder = _start(qtbot, tmp_path, CHESS)
    _drag(finder, "a1", "c1")
    finder.panel.brushes["empty"].click()
    _drag(finder, "e5", "e5")
    finder.panel.brushes["white"].click()
    _drag(finder, "f3", "f3")
    finder.panel.kinds.setCurrentIndex(finder.panel.kinds.findData("black-queen"))
    finder.panel.kinds.activated.emit(finder.panel.kinds.currentIndex())
    _drag(finder, "d8", "d8")
    _drag(finder, "b1", "b1", Qt.MouseButton.RightButton)
    assert finder.draft.words == {
        "a1": "",
        "c1": "",
        "e5": "empty",
        "f3": "white",
        "d8": "black-queen",
    }
    search = finder.draft.search
    assert search is not None
    assert search.text("region") == "a1 c1 f3=white e5=empty d8=black-queen"
    finder.board.repaint()
    finder.panel.again.click()
    assert finder.draft.search is None
    window.close()


def test_keys_draw_and_leave(qtbot, tmp_path: Path) -> None:
    window, finder = _start(qtbot, tmp_path, GO)
    board = finder.board
    qtbot.keyClick(board, Qt.Key.Key_Right)
    first = board.at
    qtbot.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(board, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert len(finder.draft.words) == 4
    assert first in finder.draft.words
    qtbot.keyClick(board, Qt.Key.Key_Delete)
    assert len(finder.draft.words) == 3
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert window.desk is not None
    assert not window.desk.editing


@pytest.mark.parametrize("path", [GO, CHESS])
def test_what_else_is_found(qtbot, tmp_path: Path, path: str) -> None:
    window, finder = _start(qtbot, tmp_path, path)
    panel = finder.panel
    squares = [square for square in finder.draft.chart.squares if square]
    _drag(finder, squares[0], squares[1])
    panel.turned.click()
    panel.exchanged.click()
    panel.elsewhere.click()
    search = finder.draft.search
    assert search is not None
    assert {key for key, value in search.values.items() if value is True} == {
        "turned",
        "exchanged",
        "translated",
    }
    panel.material.click()
    expected = "black=1-3"
    if panel.picker is not None:
        panel.picker.sides[0]["pawn"].more.click()
        assert panel.picker.exact.currentData() == "at_least"
        expected = str(panel.picker.values["material"])
    else:
        panel.least["black"].setValue(1)
        panel.most["black"].setValue(3)
    assert finder.draft.search is not None
    assert finder.draft.search.text("material") == expected
    _searched(window, finder)
    panel_words = window.libraries.tab
    assert panel_words is not None
    assert panel_words.found.problem is None


def test_material_alone(qtbot, tmp_path: Path) -> None:
    window, finder = _start(qtbot, tmp_path, CHESS)
    finder.panel.material.click()
    assert finder.panel.picker is not None
    finder.panel.picker.sides[1]["queen"].more.click()
    tab = _searched(window, finder)
    assert tab.bar.conditions.texts == ["Chess", "anything against queen", "other pieces too"]
    assert tab.found.problem is None


def test_from_the_library_tab(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    window = make_window(qtbot, tmp_path)
    window.run(COMMANDS["library"])
    tab = window.libraries.tab
    assert tab is not None
    tab.run_now()
    window.run(COMMANDS["find-part"])
    assert window.desk is not None
    assert isinstance(window.desk.mode, PartFinder)


@pytest.mark.parametrize(
    ("name", "squares", "pieces", "said"),
    [
        ("chess.pgn", "squares", "piece", "1 square."),
        ("shogi.kif", "squares", "piece", "1 square."),
        ("xiangqi.xqf", "points", "piece", "1 point of the board."),
        ("go.sgf", "points", "stone", "1 point of the board."),
        ("hex.hgt", "cells", "stone", "1 cell."),
        ("twixt.tgt", "holes", "peg", "1 hole."),
    ],
)
def test_each_game_is_asked_in_its_own_words(
    qtbot, tmp_path: Path, name: str, squares: str, pieces: str, said: str
) -> None:
    window, finder = _start(qtbot, tmp_path, str(Path(SAMPLES) / name))
    panel = finder.panel
    assert f"Drag over the {squares} that count" in window.status.said
    assert panel.brushes["piece"].text() == f"Any {pieces}"
    side = finder.draft.game.sides[0]
    assert panel.brushes[side.id].text().startswith(f"A {pieces} of ")
    assert panel.material.text() == f"Ask for numbers of {pieces}s"
    assert panel.said == "Nothing is drawn yet."
    square = next(one for one in finder.draft.chart.squares if one)
    finder.draft.draw(square, square)
    assert panel.said == f"The part has {said}"
