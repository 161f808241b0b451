"""Two records, or two moments of one, beside each other."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, press, write_file
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from viewer.base.messages import message
from viewer.base.resources import resource_path
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.window.desk import Desk
from viewer.ui.window.desk_pair import DeskPair
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SAMPLES = sorted(Path(str(one)) for one in resource_path("samples", "en", "study").iterdir())


def pair_of(qtbot, window: Window) -> DeskPair:
    """Show the record a second time, by the key."""
    qtbot.waitUntil(window.desk.panels.info.isVisible)
    window.focus_board()
    press(Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
    pair = window.tabs.pair
    assert pair is not None
    return pair


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    made = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3", "b8c6"))
    made.resize(1366, 768)
    return made


def depth(desk: Desk) -> int:
    return desk.session.cursor.index


def click_board(qtbot, desk: Desk) -> None:
    qtbot.mouseClick(desk.stage.board, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))


# ----------------------------------------------------------------------------------- one record


def test_the_record_stands_there_twice_at_the_same_move(qtbot, window: Window) -> None:
    window.session.go(window.session.cursor.forward(2))
    pair = pair_of(qtbot, window)
    assert pair.desk.isVisible()
    assert pair.companion.isVisible()
    assert depth(pair.desk) == depth(pair.companion) == 2
    assert pair.desk.session.document is pair.companion.session.document
    assert window.desk is pair.companion
    assert len(window.tabs.desks()) == 1
    left, right = (one.mapTo(window, QPoint(0, 0)).x() for one in (pair.desk, pair.companion))
    assert left < right


def test_each_board_goes_its_own_way(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_Right)
    assert (depth(pair.desk), depth(pair.companion)) == (0, 2)
    press(Qt.Key.Key_F6)
    assert window.desk is pair.desk
    press(Qt.Key.Key_Right)
    assert (depth(pair.desk), depth(pair.companion)) == (1, 2)
    click_board(qtbot, pair.companion)
    assert window.desk is pair.companion
    press(Qt.Key.Key_End)
    assert (depth(pair.desk), depth(pair.companion)) == (1, 4)


def test_edits_are_seen_on_both_sides_and_undone_from_either(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    mine, other = pair.companion.session, pair.desk.session
    other.go(other.cursor.forward(4))
    mine.play(Move("d2d4"))
    qtbot.waitUntil(lambda: len(other.record.root.children) == 2)
    assert other.record is mine.record
    assert depth(pair.desk) == 4
    assert depth(pair.companion) == 1
    click_board(qtbot, pair.desk)
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert len(mine.record.root.children) == 1
    assert mine.node is mine.record.root
    page = pair.companion.panels.notation
    qtbot.waitUntil(page.isVisible)


def test_what_the_other_side_shows_is_deleted(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    mine, other = pair.companion.session, pair.desk.session
    other.go(other.cursor.forward(4))
    mine.go(mine.cursor.forward(2))
    window.run(COMMANDS["delete"])
    assert depth(pair.desk) == 1
    assert other.node.id in other.record.nodes
    window.run(COMMANDS["undo"])
    assert len(mine.record.nodes) == 5


def test_a_game_that_both_sides_show_is_undone(qtbot, window: Window) -> None:
    window.run(COMMANDS["new-game"])
    pair = pair_of(qtbot, window)
    first, second = pair.desk.session, pair.companion.session
    assert first.index == second.index == 1
    window.run(COMMANDS["undo"])  # who is told by one side asks the other
    assert first.index == second.index == 0
    assert first.record is second.record


def test_a_comment_that_is_being_written_is_kept(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    press(Qt.Key.Key_Right)
    window.edit_comment()
    QTest.keyClicks(QApplication.focusWidget(), "the king's pawn")
    click_board(qtbot, pair.desk)
    press(Qt.Key.Key_Right)
    assert pair.desk.session.node.comment == "the king's pawn"
    assert pair.desk.panels.info.isVisible()


# --------------------------------------------------------------------------------- closing it


@pytest.mark.parametrize("way", ["key", "button", "tab"])
def test_the_second_board_goes_and_the_first_stays(qtbot, window: Window, way: str) -> None:
    pair = pair_of(qtbot, window)
    desk, listeners = pair.desk, window.session.document.listeners
    before = len(listeners)
    press(Qt.Key.Key_Right)
    if way == "key":
        press(Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
    elif way == "button":
        buttons = [one for one in pair.findChildren(QToolButton) if one.text() == "✕"]
        qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)
    else:
        press(Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.tabs.pair is None
    assert window.desk is desk
    assert desk.isVisible()
    assert desk.stage.board.hasFocus()
    assert len(listeners) == before - 1
    assert depth(desk) == 0
    press(Qt.Key.Key_Right)
    assert depth(desk) == 1


def test_the_tab_is_closed_with_both(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    press(Qt.Key.Key_F6)
    document = pair.desk.session.document
    window.questions.ask = lambda *args, **more: "discard"  # type: ignore[method-assign]  # a test
    press(Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.desk is None
    assert document.listeners == []


# ------------------------------------------------------------------------------ another record


def test_the_record_of_the_next_tab_stands_beside(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, *SAMPLES[:3])
    first, second, third = window.tabs.desks()
    window.tabs.turn_to(first)
    QApplication.processEvents()
    window.run(COMMANDS["beside-next"])
    assert window.session.document is second.session.document
    assert window.tabs.pair.desk is first
    window.run(COMMANDS["beside-next"])
    assert window.session.document is third.session.document
    window.run(COMMANDS["beside-next"])
    assert window.session.document is second.session.document
    window.tabs.turn_to(second)
    assert window.desk is second
    assert window.tabs.pair is None
    window.tabs.turn_to(first)
    assert window.tabs.pair is not None
    assert window.close_document(second.session.document)
    assert window.tabs.pair is None
    assert window.desk is first
    assert first.isVisible()


def test_it_goes_when_its_tab_shows_another_file(qtbot, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    for name in "ab":
        write_file(tmp_path / "folder" / f"{name}.xqf")
    window = make_window(qtbot, tmp_path, SAMPLES[0], tmp_path / "folder")
    alone, listed = window.tabs.desks()
    window.tabs.turn_to(alone)
    window.run(COMMANDS["beside-next"])
    assert window.session.document is listed.session.document
    window.tabs.turn_to(listed)
    window.folders.step(1)
    window.tabs.turn_to(alone)
    assert window.tabs.pair is None
    assert window.desk is alone


# -------------------------------------------------------------------------------- the room


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_both_fit_the_window(qtbot, tmp_path: Path, path: Path) -> None:
    """In one window, whose size and place of the board change."""
    window = make_window(qtbot, tmp_path, path)
    window.setMinimumSize(1, 1)
    pair = pair_of(qtbot, window)
    sizes = [(683, 384), (1024, 700), (1366, 768)]
    for size, place in product(sizes, ["left", "right", "above"]):
        window.run(COMMANDS[f"board-{place}"])
        window.resize(*size)
        qtbot.waitUntil(lambda: abs(pair.desk.width() - pair.companion.width()) <= 4)
        assert (window.width(), window.height()) == size
        for desk in (pair.desk, pair.companion):
            corner = desk.mapTo(window, QPoint(desk.width(), desk.height()))
            assert corner.x() <= size[0]
            assert corner.y() <= size[1]
            assert desk.stage.width() >= desk.width() // 2 - 2, (size, place)
            board = desk.stage.board.geometry()
            assert desk.stage.rect().contains(board), (size, place)
            assert board.height() > 80, (size, place)


@pytest.mark.parametrize("size", [(683, 384), (900, 440), (1024, 700), (1366, 768)])
def test_a_notice_lies_over_no_board(qtbot, window: Window, size: tuple[int, int]) -> None:
    pair = pair_of(qtbot, window)
    window.tell(message("A file {name} isn't there.", name="name " * 30), (message("Look"), print))
    for width, height in (size, (1366, 768), size):
        window.setMinimumSize(1, 1)
        window.resize(width, height)
        QApplication.processEvents()
        card = window.notice.card
        spot = QRect(card.mapTo(window, QPoint()), card.size())
        assert card.isVisible()
        assert window.rect().contains(spot)
        for desk in (pair.desk, pair.companion):
            board = desk.stage.board
            place = QRect(board.mapTo(window, board.board_rect().toRect().topLeft()),
                          board.board_rect().toRect().size())  # fmt: skip
            assert not place.intersects(spot), (width, height)


def test_settings_reach_both(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    window.run(COMMANDS["board-right"])
    QApplication.processEvents()
    assert [one.room.first for one in (pair.desk, pair.companion)] == [False, False]


def test_one_of_them_alone_on_the_full_screen(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    window.run(COMMANDS["board-alone"])
    assert not pair.desk.isVisible()
    qtbot.waitUntil(lambda: pair.companion.stage.size() == window.size())
    press(Qt.Key.Key_Escape)
    assert pair.desk.isVisible()
    assert pair.desk.panels.info.isVisible()


def test_a_mode_of_one_side_has_the_keys_until_it_is_left(qtbot, window: Window) -> None:
    pair = pair_of(qtbot, window)
    for side in (pair.companion, pair.desk):
        pair.enter(side)
        window.run(COMMANDS["edit-position"])
        assert side.editing
        assert window.desk is side
        press(Qt.Key.Key_Escape)
        assert not side.editing
        assert window.desk is side
        assert side.isAncestorOf(QApplication.focusWidget())
