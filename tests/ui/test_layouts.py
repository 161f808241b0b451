"""The board stands where the person wants it, and has all the room that it can fill, whatever is shown."""

from __future__ import annotations

from itertools import combinations, product
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QSplitter, QWidget

from viewer.base.messages import message
from viewer.base.resources import resource_path
from viewer.base.settings import SETTINGS, Settings
from viewer.tree.evaluation import Evaluation
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit.style import SIDE
from viewer.ui.window.window import Window

PLACES = SETTINGS["place"].choices
SIZES = [(1366, 768), (1280, 800), (1920, 1080), (960, 540), (2560, 1440)]

pytestmark = pytest.mark.gui

SAMPLES = sorted(Path(str(one)) for one in resource_path("samples", "en", "study").iterdir())


def opened(qtbot, tmp_path: Path, path: Path, size: tuple[int, int] = (1366, 768)) -> Window:
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.desk.panels.info.isVisible)
    window.setMinimumSize(1, 1)
    window.resize(*size)
    QApplication.processEvents()
    return window


def choose(window: Window, place: str) -> None:
    window.run(COMMANDS[f"board-{place}"])
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


def test_the_board_stands_above_its_pages_which_stand_side_by_side(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("xiangqi"))
    choose(window, "above")
    panels = window.desk.panels
    assert box(window, window.desk.stage)[3] <= box(window, panels.sheet)[1]
    assert box(window, panels.sheet)[2] <= box(window, panels.comment)[0]
    assert window.desk.stage.width() == window.width()


def test_a_place_that_the_window_has_no_room_for_is_told_and_comes_later(
    qtbot, tmp_path: Path
) -> None:
    window = opened(qtbot, tmp_path, sample("chess"), (683, 384))
    for place, words in (
        ("above", "Board above the notation: the window is too small for that now."),
        ("right", "Place of the board: Board on the right"),
        ("above", "Board above the notation: the window is too small for that now."),
    ):
        choose(window, place)
        assert window.status.said == words
    window.resize(1024, 700)
    stage, sheet = window.desk.stage, window.desk.panels.sheet
    qtbot.waitUntil(lambda: box(window, stage)[3] <= box(window, sheet)[1])


def test_settings_of_an_earlier_version_put_the_board_where_it_stood() -> None:
    before = Settings('{"desk": "right", "theme": "dark"}')
    assert (before["place"], before["desk"], before["theme"]) == ("right", "usual", "dark")
    assert Settings('{"desk": "games"}')["desk"] == "games"
    assert before.problems == []


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_board_has_half_of_the_width_wherever_it_stands(
    qtbot, tmp_path: Path, path: Path
) -> None:
    """In one window, whose size and place of the board change."""
    window = opened(qtbot, tmp_path, path)
    desk = window.desk
    for size, place in product([(683, 384), (1024, 700), (1366, 768)], PLACES):
        window.resize(*size)
        choose(window, place)
        assert (window.width(), window.height()) == size
        assert desk.stage.width() >= size[0] // 2 - 2, (size, place)
        assert desk.stage.board.geometry().bottom() <= desk.stage.height(), (size, place)
        for part in (desk.panels.sheet, desk.panels.comment):
            assert not part.isVisible() or box(window, part)[2] <= window.width(), (size, place)


# -------------------------------------------------------------------------------- the board first


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_board_is_given_its_room_first(qtbot, tmp_path: Path, path: Path) -> None:
    """At least 88 % of the height between the bars, or all the width that a panel of 360 px leaves."""
    window = opened(qtbot, tmp_path, path)
    desk = window.desk
    stage = desk.stage
    for size in SIZES:
        window.resize(*size)
        QApplication.processEvents()
        place = window.height() - window.head.height() - window.statusBar().height()
        high = stage.below.geometry().bottom() - stage.above.geometry().top() + 1
        wide = stage.board.width()
        whole = window.width() - SIDE - 1 - 2 * 18
        assert high >= 0.88 * place or wide >= whole, (size, high, place, wide)
        assert desk.room.side.width() >= SIDE - 1


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_that_is_shown_takes_a_pixel_from_the_board(
    qtbot, tmp_path: Path, path: Path
) -> None:
    window = opened(qtbot, tmp_path, path)
    stage = window.desk.stage
    before = box(window, stage.board)
    session = window.session
    said = {}

    def look(what: str) -> None:
        QApplication.processEvents()
        QApplication.processEvents()
        said[what] = box(window, stage.board)

    session.go(session.cursor.forward(6))
    look("a move")
    stage.show_tools(True)
    look("tools")
    stage.show_tools(False)
    for command in ("comment", "show-analysis", "explorer", "graph", "show-line"):
        window.run(COMMANDS[command])
        look(command)
    stage.show_worth(Evaluation(centipawns=40))
    look("a bar with the evaluation")
    window.tell(message("A notice."))
    look("a notice")
    for name in SETTINGS["desk"].choices:
        window.run(COMMANDS[f"desk-{name}"])
        look(name)
    assert {what: at for what, at in said.items() if at != before} == {}


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_nothing_around_the_board_lies_over_another_part(qtbot, tmp_path: Path, path: Path) -> None:
    """From the smallest window on: tools, names, what is tried, the line for moves, the evaluation."""
    window = opened(qtbot, tmp_path, path)
    stage = window.desk.stage
    window.run(COMMANDS["tools"])
    stage.show_worth(Evaluation(centipawns=40))
    sizes = [*product(range(480, 1401, 92), range(352, 901, 61)), (820, 540), (1400, 900)]
    for state in ("names", "trial", "type-moves"):
        if state != "names":
            window.run(COMMANDS[state])
        for size in sizes:
            window.resize(*size)
            QApplication.processEvents()
            bar, field = stage.bar, stage.field
            around = (bar, stage.above, stage.below, stage.trial, field, stage._worth, stage.board)
            parts = [one for one in around if one is not None and one.isVisible()]
            for first, second in combinations(parts, 2):
                if first is not field:  # it lies over the lower edge of a low board
                    assert not first.geometry().intersects(second.geometry()), (state, size, first)
            assert all(stage.rect().contains(one.geometry()) for one in parts), (state, size)
            seen = [one for one in (*bar.buttons.values(), bar.more) if one.isVisible()]
            assert seen, (state, size)
            assert all(bar.rect().contains(one.geometry()) for one in seen), (state, size)


# ------------------------------------------------------------------------------------- modes


@pytest.mark.parametrize("place", PLACES)
def test_the_board_of_a_mode_has_half_of_the_width(qtbot, tmp_path: Path, place: str) -> None:
    window = opened(qtbot, tmp_path, sample("chess"))
    sizes = [(683, 384), (1024, 700), (1366, 768)]
    for size, command in product(sizes, ("edit-position", "drill", "solve")):
        window.resize(*size)
        choose(window, place)
        window.run(COMMANDS[command])
        mode = window.desk.mode
        if mode is None:
            continue
        qtbot.waitUntil(lambda mode=mode: mode.board.isVisible())
        QApplication.processEvents()
        stage = mode.splitter.widget(0 if place != "right" else 1)
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


def test_a_panel_has_the_width_that_somebody_gave_it(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, sample("chess"))
    room = window.desk.room
    usual = room.side.width()
    drag(room.splitter, QPoint(60, 0))
    wide = room.side.width()
    assert wide == pytest.approx(usual - 60, abs=2)
    choose(window, "right")
    assert room.side.width() == pytest.approx(wide, abs=2)
    window.close()
    again = opened(qtbot, tmp_path, sample("chess"))
    assert again.desk.room.side.width() == pytest.approx(wide, abs=2)
    again.run(COMMANDS["usual-panels"])
    assert again.desk.room.side.width() == pytest.approx(usual, abs=2)


# ----------------------------------------------------------------------------------- the reading


@pytest.mark.parametrize("place", PLACES)
def test_the_current_move_stands_in_the_middle_third(qtbot, tmp_path: Path, place: str) -> None:
    window = chess_window(qtbot, tmp_path, line(*["g1f3", "g8f6", "f3g1", "f6g8"] * 30))
    qtbot.waitUntil(window.desk.panels.info.isVisible)
    window.setMinimumSize(1, 1)
    window.resize(1366, 768)
    session, view = window.session, window.desk.panels.notation
    session.go(session.cursor.forward(60))
    choose(window, place)
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
    for command in ("board-right", "board-above", "desk-games", "desk-tree", "board-left"):
        window.run(COMMANDS[command])
        QApplication.processEvents()
        assert window.desk.stage.board.hasFocus(), command
        before = window.session.node
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Right)
        assert window.session.node is not before, command
