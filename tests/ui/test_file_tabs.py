"""The tabs of the open files: their names fit, and many are found in a list."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from desks import make_window, write_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionTab, QToolButton, QWidget

from viewer.document import plans
from viewer.document.edits import Location
from viewer.document.kept_session import KeptTab
from viewer.scene.theme import LIGHT
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.palettes import TabPalette
from viewer.ui.toolkit.style import sheet_of
from viewer.ui.window.top_bar import UNSAVED, FileTabs
from viewer.ui.window.window import Window

DIRECT = Qt.FindChildOption.FindDirectChildrenOnly
LONG = "games-of-the-autumn-tournament-2009-09-01-round-11.sgf"


def painted(tabs: FileTabs, index: int) -> tuple[str, int, int]:
    """The text of a tab as it is painted, its width and that of its room, in pixels."""
    option = QStyleOptionTab()
    tabs.initStyleOption(option, index)
    room = tabs.style().subElementRect(QStyle.SubElement.SE_TabBarTabText, option, tabs).width()
    face = tabs.font()
    if index == tabs.currentIndex():
        face.setWeight(QFont.Weight.DemiBold)
    return option.text, QFontMetrics(face).horizontalAdvance(option.text), room


def test_a_long_name_fits_in_front_and_behind(qtbot) -> None:
    tabs = FileTabs()
    tabs.setStyleSheet(sheet_of(LIGHT))
    qtbot.addWidget(tabs)
    for name in (LONG, LONG, "short.sgf"):
        tabs.addTab(name)
    tabs.resize(1200, 40)
    tabs.show()
    for index in (0, 1):
        text, width, room = painted(tabs, index)
        assert "…" in text
        assert LONG.startswith(text.removesuffix("…"))
        assert width <= room
    tabs.setCurrentIndex(2)
    assert painted(tabs, 2)[0] == "short.sgf"


def test_names_that_begin_alike_are_told_apart(qtbot) -> None:
    tabs = FileTabs()
    tabs.setStyleSheet(sheet_of(LIGHT))
    qtbot.addWidget(tabs)
    names = [LONG, LONG.replace("11", "12"), LONG.replace("11", "13") + UNSAVED, "short.sgf"]
    for name in names:
        tabs.addTab(name)
    tabs.resize(500, 40)
    tabs.show()
    shown = [painted(tabs, index) for index in range(4)]
    assert len({text for text, _, _ in shown}) == 4
    assert all(width <= room for _, width, room in shown)
    assert shown[2][0].endswith(UNSAVED)
    assert shown[3][0] == "short.sgf"


@pytest.mark.gui
def test_names_that_begin_alike_are_told_apart_in_the_list(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    start = "games of the autumn tournament of all our clubs in the town hall, "
    names = [f"{start * 2}{number}.pgn" for number in range(3)]
    window.tabs.add_unread([KeptTab(path=name, name=name) for name in (*names, "short.pgn")])
    window.run(COMMANDS["tabs"])
    ends = [f"…{number}.pgn" for number in range(3)]
    assert rows(window)[-4:] == [*ends, "short.pgn"]


def test_the_arrows_that_scroll_tabs_can_be_seen(qtbot) -> None:
    tabs = FileTabs()
    tabs.setStyleSheet(sheet_of(LIGHT))
    qtbot.addWidget(tabs)
    for number in range(20):
        tabs.addTab(f"{number} {LONG}")
    tabs.resize(600, 40)
    tabs.show()
    arrows = [one for one in tabs.findChildren(QToolButton, options=DIRECT) if one.isVisible()]
    arrows.remove(tabs.list)
    for arrow in arrows:
        image = arrow.grab().toImage()
        ground = image.pixelColor(0, 0)
        drawn = [
            x
            for x in range(image.width())
            for y in range(image.height())
            if image.pixelColor(x, y) != ground
        ]
        assert arrow.width() >= 20
        assert max(drawn) > min(drawn)


def rows(window: Window) -> list[str]:
    """The names in the list of tabs."""
    return [row.words for row in palette(window).rows]


def palette(window: Window) -> TabPalette:
    (found,) = window.findChildren(TabPalette)
    return found


@pytest.mark.gui
def test_more_than_eight_files_are_found_in_a_list_by_typing(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    names = [f"autumn {number}.pgn" for number in range(8)] + ["x" * 190 + ".pgn"]
    for name in names:
        assert not window.top.tabs.list.isVisible()
        (tmp_path / name).write_text("1. e4 *", "utf-8")
        window.files.open(str(tmp_path / name))
    button = window.top.tabs.list
    assert button.isVisible()
    button.click()
    assert rows(window) == names
    QTest.keyClicks(palette(window).line, "MN 3")
    assert rows(window) == ["autumn 3.pgn"]
    QTest.keyClick(palette(window).line, Qt.Key.Key_Return)
    assert window.session.document.path == str(tmp_path / "autumn 3.pgn")
    window.tabs.close_front()
    assert not button.isVisible()


@pytest.mark.gui
def test_open_files_are_found_by_pinyin_and_in_other_characters(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    for name in ("残局.pgn", "開局.pgn"):
        (tmp_path / name).write_text("1. e4 *", "utf-8")
        window.files.open(str(tmp_path / name))
    window.run(COMMANDS["tabs"])
    for text, name in (("cj", "残局.pgn"), ("殘", "残局.pgn"), ("kaiju", "開局.pgn")):
        palette(window).line.setText(text)
        assert rows(window) == [name]


@pytest.mark.gui
def test_three_hundred_tabs_and_a_narrow_window_overlap_nothing(qtbot, tmp_path: Path) -> None:
    path = tmp_path / ("y" * 200 + ".pgn")
    path.write_text("1. e4 *", "utf-8")
    window = make_window(qtbot, tmp_path, path)
    window.tabs.add_unread([KeptTab(path=f"{n}.pgn", name=f"{n}.pgn") for n in range(300)])
    window.resize(700, 600)
    QApplication.processEvents()
    top = window.top
    parts = [part for part in top.findChildren(QWidget, options=DIRECT) if part.isVisible()]
    parts.sort(key=lambda part: part.x())
    assert top.tabs.list in parts
    assert all(a.geometry().right() < b.x() for a, b in pairwise(parts))
    assert parts[-1].geometry().right() < top.width()
    window.run(COMMANDS["tabs"])
    assert len(rows(window)) == 301
    assert palette(window).geometry().bottom() < window.height()


@pytest.mark.gui
def test_what_can_be_undone_is_seen_in_the_bar_on_top(qtbot, tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("1. e4 *", "utf-8")
    window = make_window(qtbot, tmp_path)
    undo, redo = (window.top.button(id) for id in ("undo", "redo"))
    assert not undo.isEnabled()
    window.files.open(str(tmp_path / "a.pgn"))
    assert not undo.isEnabled()
    assert not redo.isEnabled()
    session = window.session
    session.do_on(session.record.root, plans.comment, "White is better.")
    assert undo.isEnabled()
    assert undo.toolTip() == "Undo: Write a comment (Ctrl+Z)"
    undo.click()
    assert not session.record.root.comment
    assert not undo.isEnabled()
    assert redo.isEnabled()
    redo.click()
    assert session.record.root.comment == "White is better."
    assert not redo.isEnabled()


@pytest.mark.gui
def test_what_is_being_typed_can_be_undone(qtbot, tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("1. e4 *", "utf-8")
    window = make_window(qtbot, tmp_path, tmp_path / "a.pgn")
    session, undo = window.session, window.top.button("undo")
    assert not undo.isEnabled()
    session.holding = True  # as an editor says with the first letter
    place = Location(session.key, session.node.id)
    session.drafted.emit(session.document, place, "comment", "good")
    assert undo.isEnabled()


@pytest.mark.gui
def test_bars_leave_the_board_its_room(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.resize(1366, 768)
    QApplication.processEvents()
    desk = window.desk
    high = window.head.height(), desk.transport.height(), window.statusBar().height()
    assert high == (40, 40, 24)
    assert desk.room.height() == 664
