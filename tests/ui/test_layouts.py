"""Layouts of the window: board, notation, list of games and tree stand where the person wants them."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from viewer.base.resources import resource_path
from viewer.base.settings import SETTINGS
from viewer.ui.commands import COMMANDS
from viewer.ui.panel import desk_layouts
from viewer.ui.panel.desk_layouts import DESK_LAYOUTS
from viewer.ui.toolkit.sizes import USUAL_PANES
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SAMPLES = sorted(Path(str(one)) for one in resource_path("samples").iterdir())


def opened(qtbot, tmp_path: Path, path: Path, size: tuple[int, int] = (1366, 768)) -> Window:
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.desk.panels.comment.isVisible)
    window.setMinimumSize(1, 1)
    window.resize(*size)
    QApplication.processEvents()
    return window


def choose(window: Window, layout: str) -> None:
    window.run(COMMANDS[f"desk-{layout}"])
    QApplication.processEvents()  # what a layout takes over is shown by an event


def box(window: Window, widget: QWidget) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a widget in its window."""
    corner = widget.mapTo(window, QPoint(0, 0))
    return corner.x(), corner.y(), corner.x() + widget.width(), corner.y() + widget.height()


def sample(game: str) -> Path:
    return next(path for path in SAMPLES if path.stem == game)


# ------------------------------------------------------------------------------- where things are


def test_the_board_stands_on_either_side(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("chess"))
    stage, notation = window.desk.stage, window.desk.panels.sheet
    assert box(window, stage)[2] <= box(window, notation)[0]
    choose(window, "right")
    assert box(window, notation)[2] <= box(window, stage)[0]
    assert box(window, stage)[2] == window.width()
    choose(window, "left")
    assert box(window, stage)[2] <= box(window, notation)[0]


def test_the_board_stands_above_notation_and_comment(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("go"))
    choose(window, "above")
    panels = window.desk.panels
    assert box(window, window.desk.stage)[3] <= box(window, panels.sheet)[1]
    assert box(window, panels.sheet)[2] <= box(window, panels.comment)[0]
    assert window.desk.stage.width() == window.width()


def test_the_notation_stands_beside_the_list_of_games(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("chess"))
    choose(window, "games")
    games, sheet = window.desk.panels.page("games"), window.desk.panels.sheet
    assert games.isVisible()
    assert sheet.isVisible()
    assert box(window, sheet)[2] <= box(window, games)[0]
    assert box(window, window.desk.stage)[2] <= box(window, sheet)[0]


def test_where_it_is_narrow_the_list_of_games_stands_below_the_notation(
    qtbot, tmp_path: Path
) -> None:
    window = opened(qtbot, tmp_path, sample("chess"), (1024, 700))
    choose(window, "games")
    games, sheet = window.desk.panels.page("games"), window.desk.panels.sheet
    assert games.isVisible()
    assert sheet.isVisible()
    assert box(window, sheet)[3] <= box(window, games)[1]
    window.resize(1366, 768)
    qtbot.waitUntil(lambda: box(window, sheet)[2] <= box(window, games)[0])


def test_the_tree_stands_below_the_board(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("hex"))
    choose(window, "tree")
    tree = window.desk.panels.page("tree")
    assert tree.isVisible()
    assert window.desk.panels.sheet.isVisible()
    assert box(window, window.desk.stage)[3] <= box(window, tree)[1]
    choose(window, "left")
    assert window.desk.panels.sheet.isVisible()
    assert not window.desk.room.foot.isVisible()


def test_one_key_goes_through_all_layouts(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("xiangqi"))
    seen = []
    for _ in DESK_LAYOUTS:
        qtbot.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.AltModifier)
        seen.append(window.settings["desk"])
    assert sorted(seen) == sorted(SETTINGS["desk"].choices)
    assert window.status.said == "Layout of the window: Board on the left"


def test_a_layout_that_the_window_has_no_room_for_is_told_and_comes_later(
    qtbot, tmp_path: Path
) -> None:
    window = opened(qtbot, tmp_path, sample("chess"), (683, 384))
    for layout, words in (
        ("above", "Board above the notation: the window is too small for that now."),
        ("tree", "Tree below the board: the window is too small for that now."),
        ("right", "Layout of the window: Board on the right"),
        ("above", "Board above the notation: the window is too small for that now."),
    ):
        choose(window, layout)
        assert window.status.said == words
    window.resize(1024, 700)
    stage, sheet = window.desk.stage, window.desk.panels.sheet
    qtbot.waitUntil(lambda: box(window, stage)[3] <= box(window, sheet)[1])


@pytest.mark.parametrize("size", [(683, 384), (1024, 700), (1366, 768)])
@pytest.mark.parametrize("layout", DESK_LAYOUTS)
@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_board_has_half_of_the_width_in_each_layout(
    qtbot, tmp_path: Path, path: Path, layout: str, size: tuple[int, int]
) -> None:
    window = opened(qtbot, tmp_path, path, size)
    choose(window, layout)
    desk = window.desk
    assert (window.width(), window.height()) == size
    assert desk.stage.width() >= size[0] // 2 - 2
    assert desk.stage.board.geometry().bottom() <= desk.stage.height()
    for part in (desk.panels.sheet, desk.panels.comment):
        assert not part.isVisible() or box(window, part)[2] <= window.width()


# ------------------------------------------------------------------------------------- modes


@pytest.mark.parametrize("layout", DESK_LAYOUTS)
@pytest.mark.parametrize("size", [(683, 384), (1024, 700), (1366, 768)])
def test_the_board_of_a_mode_has_half_of_the_width(
    qtbot, tmp_path: Path, layout: str, size: tuple[int, int]
) -> None:
    window = opened(qtbot, tmp_path, sample("chess"), size)
    choose(window, layout)
    for command in ("edit-position", "drill", "solve"):
        window.run(COMMANDS[command])
        mode = window.desk.mode
        if mode is None:
            continue
        qtbot.waitUntil(lambda mode=mode: mode.board.isVisible())
        QApplication.processEvents()
        stage = mode.splitter.widget(0 if layout != "right" else 1)
        assert stage.isAncestorOf(mode.board)
        assert stage.width() >= size[0] // 2 - 2, command
        window.resize(size[0] - 20, size[1])
        window.resize(*size)
        assert stage.width() >= size[0] // 2 - 2, command
        window.desk.close_editor()


# -------------------------------------------------------------------------------- remembered


def drag(splitter: QSplitter, by: QPoint) -> None:
    handle = splitter.handle(1)
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + by)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + by)


def test_each_layout_keeps_the_sizes_of_its_panes(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("chess"))
    room = window.desk.room
    drag(room.outer, QPoint(-40, 0))
    left = room.outer.sizes()[1]
    assert left == pytest.approx(USUAL_PANES["side"] + 40, abs=2)
    choose(window, "right")
    assert room.outer.sizes()[0] == USUAL_PANES["side"]
    drag(room.outer, QPoint(-50, 0))
    right = room.outer.sizes()[0]
    assert right == pytest.approx(USUAL_PANES["side"] - 50, abs=2)
    choose(window, "above")
    drag(room.outer, QPoint(0, -30))
    above = room.outer.sizes()[1]
    window.close()
    again = opened(qtbot, tmp_path, sample("chess"))
    room = again.desk.room
    assert again.settings["desk"] == "above"
    assert room.outer.sizes()[1] == pytest.approx(above, abs=2)
    choose(again, "right")
    assert room.outer.sizes()[0] == pytest.approx(right, abs=2)
    choose(again, "left")
    assert room.outer.sizes()[1] == pytest.approx(left, abs=2)


def test_a_panel_moved_in_a_layout_with_places_of_its_own_is_moved_there_alone(
    qtbot, tmp_path: Path
) -> None:
    window = opened(qtbot, tmp_path, sample("chess"))
    choose(window, "tree")
    window.run(COMMANDS["move-tree"])
    assert window.looks.panel_areas["tree"] == "beside"
    window.run(COMMANDS["move-line"])
    choose(window, "left")
    assert window.looks.panel_areas["line"] == "beside"
    choose(window, "tree")
    assert window.looks.panel_areas["tree"] == "beside"
    assert window.looks.panel_areas["line"] == "below"
    window.run(COMMANDS["usual-panels"])
    assert window.looks.panel_areas["tree"] == "below"
    assert window.looks.panel_areas["line"] == "beside"


def test_what_a_setting_says_of_layouts_is_kept_apart() -> None:
    setting = desk_layouts.with_part("side=300 above.side=200", "games", "side=500 below=9")
    assert desk_layouts.part_of(setting, "left") == "side=300"
    assert desk_layouts.part_of(setting, "above") == "side=200"
    assert desk_layouts.part_of(setting, "games") == "side=500 below=9"
    assert desk_layouts.part_of(desk_layouts.with_part(setting, "left", ""), "left") == ""
    assert desk_layouts.part_of(setting, "tree") == ""


# ----------------------------------------------------------------------------------- the reading


@pytest.mark.parametrize("layout", DESK_LAYOUTS)
def test_the_current_move_stands_in_the_middle_third(qtbot, tmp_path: Path, layout: str) -> None:
    window = chess_window(qtbot, tmp_path, line(*["g1f3", "g8f6", "f3g1", "f6g8"] * 30))
    qtbot.waitUntil(window.desk.panels.comment.isVisible)
    window.setMinimumSize(1, 1)
    window.resize(1366, 768)
    session, view = window.session, window.desk.panels.notation
    session.go(session.cursor.forward(60))
    choose(window, layout)
    QApplication.processEvents()
    high = view.viewport().height()
    rect = view._sight.rect_of(session.node)
    assert high / 3 - 1 <= rect.top()
    assert rect.bottom() <= high * 2 / 3 + 1
    session.go(session.cursor.forward(1))
    rect = view._sight.rect_of(session.node)
    assert high / 3 - 1 <= rect.top()
    assert rect.bottom() <= high * 2 / 3 + 1


def test_the_board_keeps_the_keys_when_the_layout_changes(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("shogi"))
    window.focus_board()
    for layout in ("right", "above", "games", "tree", "left"):
        choose(window, layout)
        assert window.desk.stage.board.hasFocus(), layout
        before = window.session.node
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Right)
        assert window.session.node is not before, layout
