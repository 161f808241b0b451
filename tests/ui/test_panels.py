"""Panels stand beside the board or below it: moved, remembered, and arranged by the room there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import close, make_window, write_file
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viewer.base.loading import load_named
from viewer.ui.commands import COMMANDS
from viewer.ui.commands.panels import move_of
from viewer.ui.panel import panels
from viewer.ui.panel.panels import PANELS, Area
from viewer.ui.toolkit.sizes import LEAST_STAGE, USUAL_PANES
from viewer.ui.window.desk import Desk
from viewer.ui.window.window import Window
from viewer.ui.workbench.state import Store

BESIDE, BELOW = Area.BESIDE, Area.BELOW
MOVED = [id for id in PANELS if not PANELS[id].tab]


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    made = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    qtbot.waitUntil(made.desk.panels.comment.isVisible)
    return made


def move(window: Window, id: str) -> None:
    window.run(COMMANDS[move_of(id)])
    QApplication.processEvents()  # what a layout takes over is shown by an event


def tabs(desk: Desk, area: Area) -> list[str]:
    return desk.panels._areas[area].seen()


def close_and_open(qtbot, tmp_path: Path, window: Window) -> Window:
    window.close()
    again = make_window(qtbot, tmp_path, tmp_path / "a.xqf")
    qtbot.waitUntil(again.desk.panels.comment.isVisible)
    return again


# ------------------------------------------------------------------------------------ the table


@pytest.mark.parametrize("id", PANELS)
def test_every_panel_has_a_widget_a_usual_area_and_a_command(id: str) -> None:
    panel = PANELS[id]
    assert issubclass(load_named(panel.made_by), QWidget)
    assert panel.area in panel.areas
    assert (panel.command or f"show-{id}") in COMMANDS
    assert not panel.tab or panel.tab in PANELS


def test_where_panels_stand_is_read_as_it_was_written() -> None:
    stands = panels.areas_of("")
    assert set(stands) == set(MOVED)
    assert panels.areas_text(stands) == ""
    stands["tree"] = stands["comment"] = BELOW
    assert panels.areas_of(panels.areas_text(stands)) == stands
    shown = {BESIDE: "line", BELOW: "tree"}
    assert panels.shown_of(panels.shown_text(shown)) == shown


@pytest.mark.parametrize("setting", ["tree=above", "=", "tree", "nobody=below", "graph=below x"])
def test_a_damaged_setting_leaves_panels_where_they_are(setting: str) -> None:
    assert panels.areas_of(setting) == panels.areas_of("")
    assert panels.shown_of(setting) == {}


# ----------------------------------------------------------------------------------- moved


@pytest.mark.parametrize(
    "id", [id for id in MOVED if not PANELS[id].pinned and PANELS[id].area is BESIDE]
)
def test_a_page_is_moved_below_the_board_and_back(window: Window, id: str) -> None:
    desk = window.desk
    before = tabs(desk, BESIDE)
    assert not desk.room.foot.isVisible()
    window.show_page(id)
    page = desk.panels.page(id)
    move(window, id)
    assert id not in tabs(desk, BESIDE)
    assert tabs(desk, BELOW) == [id]
    assert desk.room.foot.isAncestorOf(page)
    assert page.isVisible()
    assert (
        desk.stage.mapTo(desk, desk.stage.rect().bottomLeft()).y() < page.mapTo(desk, QPoint()).y()
    )
    move(window, id)
    assert not desk.room.foot.isVisible()
    assert page.isVisible()
    assert desk.room.side.isAncestorOf(page)
    assert tabs(desk, BESIDE) == [one for one in PANELS if one in (*before, id)]


@pytest.mark.parametrize("id", ["contents", "games"])
def test_what_a_record_has_nothing_for_is_moved_only_where_it_is_looked_at(
    window: Window, id: str
) -> None:
    command = COMMANDS[move_of(id)]
    assert not command.possible(window)
    assert command.name_in(window) is None
    window.show_page(id)
    assert command.possible(window)


def test_the_comment_is_moved_and_always_in_sight(qtbot, window: Window) -> None:
    desk, comment = window.desk, window.desk.panels.comment
    move(window, "comment")
    assert desk.room.foot.isAncestorOf(comment)
    assert comment.isVisible()
    assert tabs(desk, BELOW) == []
    move(window, "tree")
    assert comment.isVisible()
    assert desk.panels.page("tree").isVisible()
    window.session.go_to(1)
    qtbot.keyClicks(comment.edit, "said below")
    window.session.flush()
    assert window.session.node.comment == "said below"
    move(window, "comment")
    assert desk.room.side.isAncestorOf(comment)
    assert comment.isVisible()


def test_outline_and_graph_share_a_tab_wherever_it_stands(window: Window) -> None:
    window.run(COMMANDS["graph"])
    move(window, "tree")
    graph = window.desk.panels.page("graph")
    assert window.desk.room.foot.isAncestorOf(graph)
    assert graph.isVisible()
    window.run(COMMANDS["outline"])
    assert window.desk.panels.page("tree").isVisible()
    assert not graph.isVisible()
    assert tabs(window.desk, BELOW) == ["tree"]


def test_all_go_back_to_where_they_stand_at_first(window: Window) -> None:
    for id in ("tree", "comment", "notation", "line"):
        move(window, id)
    assert tabs(window.desk, BELOW) == ["notation", "tree", "line"]
    window.run(COMMANDS["usual-panels"])
    assert tabs(window.desk, BELOW) == []
    assert not window.desk.room.foot.isVisible()
    assert window.settings["panels"] == ""


def test_nothing_need_stand_beside_the_board(qtbot, window: Window) -> None:
    for id in MOVED:
        window.show_page(id)
        move(window, id)
    assert tabs(window.desk, BESIDE) == []
    assert window.desk.panels.title.isVisible()
    window.show_page("details")
    qtbot.waitUntil(window.desk.panels.page("details").isVisible)


def test_a_panel_is_moved_on_all_desks_and_none_comes_to_the_front_elsewhere(
    qtbot, tmp_path: Path, window: Window
) -> None:
    window.files.new_of("chess")
    first, second = window.desks()
    move(window, "line")
    assert tabs(first, BELOW) == tabs(second, BELOW) == ["line"]


# -------------------------------------------------------------------------------- the context menu


def opened_menu(monkeypatch: pytest.MonkeyPatch) -> list[QMenu]:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: opened.append(menu))
    return opened


def words(menu: QMenu) -> list[str]:
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions()]


def test_a_tab_has_a_menu_that_moves_its_panel(window: Window, monkeypatch) -> None:
    opened = opened_menu(monkeypatch)
    bar = window.desk.panels.area("tree").tabs
    spot = bar.tabRect(["notation", "contents", "tree"].index("tree")).center()
    by_mouse = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(bar, QContextMenuEvent(by_mouse, spot, bar.mapToGlobal(spot)))
    (menu,) = opened
    assert words(menu) == ["Put “Tree” below the board"]
    menu.actions()[0].trigger()
    menu.aboutToHide.emit()
    menu.deleteLater()
    assert tabs(window.desk, BELOW) == ["tree"]
    bar = window.desk.panels.area("tree").tabs
    by_keys = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(bar, QContextMenuEvent(by_keys, QPoint(), bar.mapToGlobal(QPoint())))
    assert words(opened[1]) == ["Put “Tree” beside the board"]
    opened[1].aboutToHide.emit()
    opened[1].deleteLater()


def test_the_comment_has_such_a_menu_beside_its_text(window: Window, monkeypatch) -> None:
    opened = opened_menu(monkeypatch)
    comment = window.desk.panels.comment
    for found in ("Put “Comment” below the board", "Put “Comment” beside the board"):
        comment.customContextMenuRequested.emit(QPoint(3, 3))
        menu = opened.pop()
        assert words(menu) == [found]
        menu.aboutToHide.emit()
        menu.deleteLater()
        move(window, "comment")


# ---------------------------------------------------------------------------------- remembered


def test_the_next_window_has_them_where_they_stood(qtbot, tmp_path: Path, window: Window) -> None:
    move(window, "comment")
    move(window, "tree")
    move(window, "line")
    window.show_page("tree")
    window.show_page("details")
    again = close_and_open(qtbot, tmp_path, window)
    assert tabs(again.desk, BELOW) == ["tree", "line"]
    assert again.desk.room.foot.isAncestorOf(again.desk.panels.comment)
    assert again.desk.panels.area("tree").front == "tree"
    assert again.desk.panels.area("details").front == "details"
    assert again.desk.panels.page("details").isVisible()


def test_room_is_kept_below_the_board_before_the_panels_are_made(qtbot, tmp_path: Path) -> None:
    store = Store(str(tmp_path / "settings"))
    store.settings.set("panels", "tree=below")
    store.save()
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    desk = window.desk
    assert desk._late.made is None
    assert desk.room.foot.isVisible()
    before = desk.stage.height()
    qtbot.waitUntil(desk.panels.page("tree").isVisible)
    assert desk.stage.height() == before


def test_sizes_below_the_board_are_remembered(qtbot, tmp_path: Path, window: Window) -> None:
    move(window, "tree")
    move(window, "comment")
    desk, area = window.desk, window.desk.panels.below
    for splitter, down in ((desk.room.inner, QPoint(0, -40)), (area._split, QPoint(60, 0))):
        handle = splitter.handle(1)
        middle = handle.rect().center()
        QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
        QTest.mouseMove(handle, middle + down)
        QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + down)
    high, wide = desk.room.inner.sizes()[1], area._split.sizes()[1]
    assert (high, wide) != (USUAL_PANES["below"], USUAL_PANES["comment-below"])
    again = close_and_open(qtbot, tmp_path, window)
    assert again.desk.room.inner.sizes()[1] == pytest.approx(high, abs=2)
    assert again.desk.panels.below._split.sizes()[1] == pytest.approx(wide, abs=2)


def test_a_page_that_a_record_has_nothing_for_is_not_in_front(qtbot, tmp_path: Path) -> None:
    store = Store(str(tmp_path / "settings"))
    store.settings.set("shown", "beside=games below=games")
    store.save()
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert window.desk.panels.area("notation").front == "notation"
    assert "games" not in tabs(window.desk, BESIDE)


def test_a_page_in_front_at_the_start_is_wired(qtbot, tmp_path: Path) -> None:
    store = Store(str(tmp_path / "settings"))
    store.settings.set("shown", "beside=tree")
    store.settings.set("tree", "graph")
    store.save()
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"), line("d2d4"))
    graph = window.desk.panels.made("graph")
    assert graph is not None
    qtbot.waitUntil(graph.isVisible)
    graph.kindAsked.emit("tree")
    assert window.desk.panels.page("tree").isVisible()


# -------------------------------------------------------------------------------- the room there is


def test_in_a_low_window_panels_stand_beside_the_board(qtbot, window: Window) -> None:
    for id in ("tree", "comment"):
        move(window, id)
    desk = window.desk
    window.resize(700, 380)
    qtbot.waitUntil(lambda: not desk.room.foot.isVisible())
    assert {"tree", "notation"} <= set(tabs(desk, BESIDE))
    assert desk.panels.comment.isVisible()
    assert desk.stage.height() >= LEAST_STAGE.height()
    assert desk.panels.area("notation").front == "notation"
    assert window.settings["panels"] == "tree=below comment=below"
    window.resize(1000, 700)
    qtbot.waitUntil(desk.room.foot.isVisible)
    assert tabs(desk, BELOW) == ["tree"]
    assert desk.panels.page("tree").isVisible()


def test_every_window_fits_a_small_screen_with_panels_below(qtbot, window: Window) -> None:
    for id in ("tree", "comment", "notation"):
        move(window, id)
    least = window.minimumSizeHint()
    assert least.width() <= 624
    assert least.height() <= 352


def test_where_it_is_narrow_the_comment_has_a_tab(qtbot, window: Window) -> None:
    move(window, "tree")
    move(window, "comment")
    comment = window.desk.panels.comment
    window.resize(720, 600)
    qtbot.waitUntil(lambda: tabs(window.desk, BELOW) == ["tree", "comment"])
    assert not comment.isVisible()
    window.run(COMMANDS["comment"])
    assert comment.isVisible()
    assert QApplication.focusWidget() is comment.edit
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: tabs(window.desk, BELOW) == ["tree"])
    assert comment.isVisible()
    assert window.desk.panels.page("tree").isVisible()
    window.resize(720, 600)
    qtbot.waitUntil(lambda: tabs(window.desk, BELOW) == ["tree", "comment"])
    move(window, "comment")
    assert tabs(window.desk, BELOW) == ["tree"]
    assert window.desk.room.side.isAncestorOf(comment)
    assert comment.isVisible()


def test_in_a_mode_only_the_mode_is_shown(window: Window) -> None:
    move(window, "tree")
    window.run(COMMANDS["edit-position"])
    assert not window.desk.room.foot.isVisible()
    assert not COMMANDS[move_of("tree")].possible(window)


@pytest.mark.parametrize("page", ["notation", "tree", "graph", "line", "details"])
def test_tab_goes_once_around_with_a_page_below(qtbot, window: Window, page: str) -> None:
    move(window, panels.tab_of(page))
    window.show_page(page)
    board, area = window.desk.stage.board, window.desk.panels.area(page)
    qtbot.waitUntil(lambda: window.isActiveWindow() and window.desk.panels.page(page).isVisible())
    window.focus_board()
    seen: list[QWidget] = []
    while not seen or QApplication.focusWidget() is not board:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() not in seen, "a trap"
        seen.append(QApplication.focusWidget())
    assert area.tabs in seen
    inside = [number for number, one in enumerate(seen) if area.isAncestorOf(one)]
    assert inside == list(range(inside[0], inside[-1] + 1))


def test_a_desk_that_is_closed_before_it_has_panels_gets_none(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    desk = window.desk
    assert desk._late.made is None
    close(window)
    assert desk._late.made is None
