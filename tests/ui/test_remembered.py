"""What is remembered from one start to the next: sizes, theme, notation, files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from desks import close, main_menu, make_window, write_file
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QSplitter

from viewer.document.workspace import Workspace
from viewer.ui.commands import COMMANDS
from viewer.ui.toolkit import style
from viewer.ui.toolkit.style import theme_in_use
from viewer.ui.window.palette import Palette
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

MAXIMISED = Qt.WindowState.WindowMaximized


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))


def another(qtbot, tmp_path: Path) -> Window:
    """Another window with the same settings."""
    window = Window(Workspace(), Store(str(tmp_path / "settings")))
    qtbot.addWidget(window)
    return window


def leave(window: Window) -> None:
    """As when another window is activated."""
    window.isActiveWindow = lambda: False
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def come_back(window: Window) -> None:
    window.isActiveWindow = lambda: True
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))


def drag(splitter: QSplitter, way: int) -> None:
    """Move the line of a splitter by some pixels, as with the mouse."""
    handle = splitter.handle(1)
    start = handle.rect().center()
    across = splitter.orientation() == Qt.Orientation.Horizontal
    end = start + (type(start)(way, 0) if across else type(start)(0, way))
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, end)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=end)


# ---------------------------------------------------------------------------------------- sizes


def test_the_window_is_as_large_as_the_last_one_but_no_larger_than_the_screen(
    qtbot, tmp_path, window
) -> None:
    screen = window.screen().availableSize()
    assert screen.width() < 1280, "the tests' screen is small"
    first = another(qtbot, tmp_path)
    assert first.width() < screen.width()
    assert first.height() < screen.height()
    window.resize(700, 500)
    close(window)
    assert another(qtbot, tmp_path).size() == QSize(700, 500)


def test_a_maximised_window_comes_back_so_with_the_size_it_had(qtbot, tmp_path, window) -> None:
    window.resize(700, 500)
    window.setWindowState(MAXIMISED)
    close(window)
    again = another(qtbot, tmp_path)
    assert again.windowState() & MAXIMISED
    again.setWindowState(Qt.WindowState.WindowNoState)
    assert again.size() == QSize(700, 500)


def test_every_window_fits_a_small_screen_whatever_it_says(qtbot, window) -> None:
    small = QSize(640, 400)
    assert style.fitting(QSize(1280, 800), small) == QSize(624, 352)
    for id in (None, "task", "edit-position", "tools"):
        if id == "task":
            window.tasks.show(window.session.indexer)
        elif id is not None:
            window.run(COMMANDS[id])
        window.status.say("A very long sentence. " * 20)
        QApplication.processEvents()
        least = window.minimumSizeHint()
        assert least.width() <= 624, id
        assert least.height() <= 352, id


def test_the_panel_is_as_wide_in_other_tabs_and_the_next_window(qtbot, tmp_path, window) -> None:
    window.files.new_of("chess")
    first, second = window.tabs.desks()
    qtbot.waitUntil(lambda: second.made_panels is not None and second.panels.info.isVisible())
    before = second.room.side.width()
    drag(second.room.splitter, 60)
    wide = second.room.splitter.sizes()[1]
    assert wide == pytest.approx(before - 60, abs=3)
    assert first.room.splitter.sizes()[1] == wide
    window.run(COMMANDS["edit-position"])
    qtbot.waitUntil(lambda: second.mode.splitter.sizes()[1] == wide)
    close(window)
    again = make_window(qtbot, tmp_path, tmp_path / "a.xqf")
    desk = again.desk
    qtbot.waitUntil(lambda: desk.made_panels is not None and desk.panels.info.isVisible())
    assert desk.room.splitter.sizes()[1] == wide


def test_a_damaged_setting_of_sizes_is_no_setting(qtbot, tmp_path) -> None:
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "settings.json").write_text('{"window": "0x9999999", "side": -3}')
    window = make_window(qtbot, tmp_path)
    window.files.new_of("chess")
    assert window.settings["side"] == 0


# ------------------------------------------------------------------------------- looks, notation


def test_the_notation_is_remembered_for_each_game(qtbot, tmp_path, window) -> None:
    window.files.new_of("xiangqi")
    window.run(COMMANDS["notation"])
    assert [desk.session.style for desk in window.tabs.desks()] == ["traditional"] * 2
    assert window.status.said == "Notation: Chinese, traditional"
    window.files.new_of("chess")
    assert window.session.style == window.session.game.notations[0].id
    window.files.new_of("xiangqi")
    assert window.session.style == "traditional"
    close(window)
    again = make_window(qtbot, tmp_path, tmp_path / "a.xqf")
    assert again.session.style == "traditional"
    again.run(COMMANDS["notation"])
    assert again.session.style == "wxf"


def test_other_windows_take_over_what_is_set_in_one(qtbot, tmp_path, window) -> None:
    other = make_window(qtbot, tmp_path, tmp_path / "a.xqf")
    window.run(COMMANDS["theme-dark"])
    window.run(COMMANDS["notation"])
    leave(window)
    come_back(other)
    assert theme_in_use().dark
    assert other.session.style == "traditional"
    other.run(COMMANDS["coordinates"])
    leave(other)
    come_back(window)
    assert window.settings["coordinates"] == other.settings["coordinates"] != "game"
    assert window.settings["theme"] == "dark", "neither takes the other's back"
    window.run(COMMANDS["theme-light"])
    close(other)
    close(window)
    assert Store(str(tmp_path / "settings")).settings["theme"] == "light"


def test_settings_that_are_damaged_meanwhile_change_nothing(tmp_path, window) -> None:
    window.run(COMMANDS["theme-dark"])
    leave(window)
    (tmp_path / "settings" / "settings.json").write_text("{")
    come_back(window)
    assert theme_in_use().dark
    window.run(COMMANDS["theme-light"])


# ---------------------------------------------------------------------------------------- files


def recent(window: Window) -> list[str]:
    """The entries of the menu of recent files."""
    commands = [COMMANDS[f"open-recent-{number}"] for number in range(1, 13)]
    return [str(one.name_in(window)) for one in commands if one.name_in(window) is not None]


def test_recent_files_stand_in_the_menu_and_the_palette(qtbot, tmp_path, window) -> None:
    (tmp_path / "b & c").mkdir()
    other = tmp_path / "b & c" / "d.xqf"
    window.session.document.save(str(other), overwrite_changes=True)
    window.store.opened(str(other))
    assert recent(window) == [f"d.xqf  –  {tmp_path / 'b & c'}", f"a.xqf  –  {tmp_path}"]
    main_menu(window)
    shown = window.menus.actions._actions["open-recent-1"]
    assert shown.isVisible()
    assert "b && c" in shown.text()
    assert not window.menus.actions._actions["open-recent-3"].isVisible()
    window.menus.actions._enable_all()
    palette = Palette(window, window.run)
    palette.open_over("d.xqf")
    assert palette.rows[0].words == f"Open recent: d.xqf  –  {other.parent}"
    palette.do(False)
    assert window.session.document.path == str(other)


def test_a_file_saved_under_another_name_is_a_recent_one(qtbot, tmp_path, monkeypatch, window):
    path = str(tmp_path / "other.xqf")
    asked = "viewer.ui.toolkit.file_dialogs.FileDialog.save_file"
    monkeypatch.setattr(asked, lambda *_: (path, ""))
    window.saver.save_as()
    assert recent(window)[0] == f"other.xqf  –  {tmp_path}"
    leave(window)
    assert another(qtbot, tmp_path).store.recent[0] == path


def test_a_file_that_is_gone_is_told_and_dropped(tmp_path, window) -> None:
    gone = tmp_path / "gone.xqf"
    window.store.opened(str(gone))
    window.store.save()
    assert recent(window)[0].startswith("gone.xqf")
    window.run(COMMANDS["open-recent-1"])
    assert "no longer among the recent files" in window.notice.sentence
    assert recent(window) == [f"a.xqf  –  {tmp_path}"]
    assert Store(str(tmp_path / "settings")).recent == [str(tmp_path / "a.xqf")]
    window.files.open(str(gone))
    assert "recent" not in window.notice.sentence


def test_the_first_page_lists_them_as_they_are_and_fits_a_small_screen(
    qtbot, tmp_path, window
) -> None:
    def listed() -> list[str]:
        chips = window.tabs.start.findChildren(QPushButton)
        names = (one.accessibleName() for one in chips if one.isVisible())
        return [name for name in names if name.endswith(".xqf")]

    window.tabs.close_front()
    qtbot.waitUntil(lambda: listed() == ["a.xqf"])
    for number in range(8):
        path = write_file(tmp_path / f"{number}.xqf")
        window.files.open(str(path))
        window.tabs.close_front()
    qtbot.waitUntil(lambda: listed() == [f"{number}.xqf" for number in range(7, 1, -1)])
    least = window.minimumSizeHint()
    assert least.width() <= 624
    assert least.height() <= 352


def test_the_list_can_be_forgotten(tmp_path, window) -> None:
    window.run(COMMANDS["forget-recent"])
    assert recent(window) == []
    assert not COMMANDS["forget-recent"].possible(window)
    assert Store(str(tmp_path / "settings")).recent == []


@pytest.mark.skipif(os.name == "nt", reason="names are text there")
def test_names_that_are_no_text_are_remembered_as_they_are(tmp_path, window) -> None:
    path = os.fsdecode(bytes(tmp_path / "b") + b"\xff.xqf")
    window.session.document.save(path, overwrite_changes=True)
    window.store.opened(path)
    window.store.save()
    assert Store(str(tmp_path / "settings")).recent[0] == path
    assert recent(window)[0].startswith("bÿ.xqf")
    window.run(COMMANDS["open-recent-1"])
    assert window.session.document.path == path
