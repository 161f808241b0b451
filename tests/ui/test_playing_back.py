"""Playback in the window: playing, pausing, pace, and what interrupts it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from desks import click, close, make_window, write_file
from lessons import GAME
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from viewer.tree.annotation import COMMENT
from viewer.ui.commands import COMMANDS
from viewer.ui.comment.field import CommentEdit

TIMED = json.loads(GAME)
for _time, _step in zip((2, 5, 65, 66, 67, 68, 70), TIMED["tree"]["steps"], strict=True):
    _step["time"] = _time


@pytest.fixture
def timed(qtbot, tmp_path):
    """A window with a record of seven steps that have moments."""
    path = tmp_path / "timed.wei7"
    path.write_text(json.dumps(TIMED))
    return make_window(qtbot, tmp_path, path)


@pytest.fixture
def plain(qtbot, tmp_path):
    """A window with a record without times."""
    return make_window(qtbot, tmp_path, write_file(tmp_path / "plain.xqf"))


def run(window, id: str) -> None:
    window.run(COMMANDS[id])


def ply(window) -> int:
    return window.session.cursor.index


def fall_due(window) -> None:
    """What happens when the wait is over."""
    window.desk.player.timer.timeout.emit()


def test_a_record_plays_at_its_own_times(timed) -> None:
    run(timed, "play-back")
    player = timed.desk.player
    waits = []
    while player.playing:
        waits.append(player.timer.interval())
        fall_due(timed)
    assert [round(wait, -2) for wait in waits] == [2000, 3000, 30_000, 1000, 1000, 1000, 2000]
    assert ply(timed) == 7  # the end of the line stopped it


def test_the_wheels_turn_by_themselves(qtbot, timed) -> None:
    timed.settings.set("playback-speed", "64")
    timed.looks.show_settings()
    run(timed, "play-back")
    qtbot.waitUntil(lambda: ply(timed) >= 3)
    run(timed, "play-back")
    assert not timed.desk.player.playing


def test_a_record_without_times_plays_evenly(plain) -> None:
    run(plain, "play-back")
    assert round(plain.desk.player.timer.interval(), -2) == 2000
    assert plain.status.playing == "Playing: 2 s a move"
    fall_due(plain)
    assert ply(plain) == 1


def test_space_plays_and_pauses(qtbot, plain) -> None:
    board = plain.desk.stage.board
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Space)
    assert plain.desk.playing is not None
    assert not board.cursor_place
    qtbot.keyClick(board, Qt.Key.Key_Space)
    assert plain.desk.playing is None
    assert plain.status.playing == ""


def test_space_stays_with_the_cursor_of_the_board(qtbot, plain) -> None:
    board = plain.desk.stage.board
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert board.cursor_place
    qtbot.keyClick(board, Qt.Key.Key_Space)
    assert plain.desk.playing is None


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_space_and_enter_press_a_button_that_has_the_focus(qtbot, plain, key: Qt.Key) -> None:
    button = QPushButton("press", plain.centralWidget())
    button.show()
    button.setFocus()
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, key)
    assert plain.desk.playing is None


def test_space_writes_a_space_in_a_comment(qtbot, plain) -> None:
    run(plain, "comment")
    editor = QApplication.focusWidget()
    before = editor.text()
    qtbot.keyClick(editor, Qt.Key.Key_Space)
    assert len(editor.text()) == len(before) + 1
    assert plain.desk.playing is None


def test_whatever_the_user_does_pauses(qtbot, plain) -> None:
    board = plain.desk.stage.board

    def write() -> None:
        plain.desk.panels.comment.findChild(CommentEdit).setFocus()

    def press_key() -> None:
        qtbot.keyClick(board, Qt.Key.Key_Return)
        qtbot.keyClick(board, Qt.Key.Key_Escape)

    deeds = {
        "a click on the board": lambda: qtbot.mouseClick(
            board, Qt.MouseButton.LeftButton, pos=QPoint(3, 3)
        ),
        "a key on the board": press_key,
        "a command": lambda: run(plain, "flip"),
        "stepping": lambda: run(plain, "next"),
        "going": lambda: plain.session.go(plain.session.cursor.last()),
        "another line": lambda: plain.session.choose(plain.session.record.root.children[1]),
        "a move": lambda: click(qtbot, plain, "h2", "e2"),
        "writing": write,
    }
    for name, deed in deeds.items():
        plain.session.home()
        plain.focus_board()
        plain.desk.player.play()
        assert plain.desk.player.playing, name
        deed()
        assert not plain.desk.player.playing, name
    close(plain)


def test_a_modifier_key_pauses_nothing(qtbot, plain) -> None:
    run(plain, "play-back")
    qtbot.keyClick(plain.desk.stage.board, Qt.Key.Key_Shift)
    assert plain.desk.player.playing


def test_another_tab_pauses(qtbot, tmp_path) -> None:
    paths = [write_file(tmp_path / f"{name}.xqf") for name in "ab"]
    window = make_window(qtbot, tmp_path, *paths)
    first = window.desk
    run(window, "play-back")
    window.tabs.step(1)
    assert window.desk is not first
    assert not first.player.playing
    assert window.status.playing == ""


def test_at_the_end_of_the_line_there_is_nothing_to_play(plain) -> None:
    plain.session.go(plain.session.cursor.last())
    run(plain, "play-back")
    assert not plain.desk.player.playing
    assert plain.status.said == "The line ends here. Home goes back to its start."
    assert not plain.desk.transport.playback.button.isEnabled()


def test_speed_changes_while_it_plays_and_is_remembered(qtbot, timed) -> None:
    board, player = timed.desk.stage.board, timed.desk.player
    run(timed, "play-back")
    qtbot.keyClick(board, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert player.playing
    assert timed.settings["playback-speed"] == "2"
    assert 0 < player.timer.interval() <= 1000
    assert timed.status.playing == "Playing at the record's times, 2×; no wait over 30 s"
    assert timed.status.said == ""  # the sentence beside it has the speed
    qtbot.keyClick(board, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(board, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert timed.settings["playback-speed"] == "0.5"
    assert 3000 <= player.timer.interval() <= 4000
    for _ in range(20):
        run(timed, "slower")
    assert timed.settings["playback-speed"] == "0.25"
    run(timed, "speed-16")
    assert timed.settings["playback-speed"] == "16"
    assert player.playing


def test_speed_chosen_while_it_pauses_is_told(timed) -> None:
    run(timed, "faster")
    assert timed.status.said == "Speed: 2×"


def test_an_even_pace_leaves_the_record_its_times(qtbot, timed) -> None:
    run(timed, "play-back")
    board = timed.desk.stage.board
    qtbot.keyClick(board, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert timed.settings["playback-pace"] == "even"
    assert timed.status.playing == "Playing: 2 s a move"
    assert timed.desk.player.playing


def test_the_control_tells_what_is_done(timed) -> None:
    control = timed.desk.transport.playback
    assert control.button.accessibleName() == "Play back"
    assert control.speed.isHidden()
    assert control.time.isHidden()
    run(timed, "play-back")
    fall_due(timed)
    fall_due(timed)  # the next took 60 seconds: more than the longest wait
    assert control.button.accessibleName() == "Pause"
    assert control.speed.text() == "1×"
    assert control.time.text() == "0:30 / 1:00"
    control.button.click()
    assert control.button.accessibleName() == "Play back"
    assert control.time.isHidden()
    assert not control.speed.isHidden()


def test_the_menu_of_the_speed(timed, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: opened.append(menu))
    run(timed, "play-back")
    timed.desk.transport.playback.speed.click()
    (menu,) = opened
    menu.aboutToShow.emit()
    shown = [action for action in menu.actions() if not action.isSeparator()]
    assert [action.text() for action in shown if action.isChecked()] == [
        "At the times of the record",
        "1×",
    ]
    next(action for action in shown if action.text() == "4×").trigger()
    menu.close()
    assert timed.settings["playback-speed"] == "4"
    assert timed.desk.player.playing


def test_a_deep_think_is_cut_short_only_if_that_is_wanted(timed) -> None:
    timed.settings.set("playback-longest", 0)
    timed.looks.show_settings()
    run(timed, "play-back")
    fall_due(timed)
    fall_due(timed)
    assert round(timed.desk.player.timer.interval(), -2) == 60_000
    assert timed.status.playing == "Playing at the record's times, 1×"


def test_playing_leaves_the_file_as_it_is(qtbot, timed) -> None:
    path = Path(timed.session.document.path)
    before = path.read_bytes()
    run(timed, "play-back")
    for _ in range(7):
        fall_due(timed)
    assert not timed.session.document.modified
    timed.session.document.save(str(path))
    assert path.read_bytes() == before


def test_a_comment_written_after_a_pause_is_the_only_change(qtbot, timed) -> None:
    path = Path(timed.session.document.path)
    before = path.read_bytes()
    run(timed, "play-back")
    fall_due(timed)
    node = timed.session.node
    run(timed, "comment")
    assert not timed.desk.player.playing
    qtbot.keyClicks(QApplication.focusWidget(), "so")
    timed.session.flush()
    assert timed.session.node is node
    assert node.note(COMMENT) == "so"
    timed.session.document.save(str(path))
    after = path.read_bytes()
    start = next(at for at in range(len(before)) if before[at] != after[at])
    assert after == before[:start] + b', "comment": "so"' + before[start:]
