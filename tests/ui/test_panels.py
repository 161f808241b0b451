"""Pages stand together beside the board: arranged by hand, remembered for each game, by the room there is."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import close, make_window, write_file
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from viewer.base.loading import load_named
from viewer.base.settings import SETTINGS, Settings
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS
from viewer.ui.commands.view import fold_of, move_of
from viewer.ui.pages.arrangement import (
    ARRANGEMENTS,
    LEAST_PAGE,
    TABS,
    Arrangement,
    arrangement_of,
    kept_arrangement,
)
from viewer.ui.pages.page_cell import DRAGGED
from viewer.ui.pages.panels import PANELS, tab_of
from viewer.ui.window.desk import Desk
from viewer.ui.window.store import Store
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui
MOVED = [id for id in PANELS if not PANELS[id].tab]


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    made = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    qtbot.waitUntil(made.desk.panels.info.isVisible)
    return made


def do(window: Window, command: str) -> None:
    window.run(COMMANDS[command])
    for _ in range(3):
        QApplication.processEvents()  # a cell's limits are others once its layout has looked


def cells(desk: Desk) -> list[list[str]]:
    """The visible tabs of each cell."""
    return [cell.seen() for cell in desk.panels.stack.cells]


@pytest.mark.parametrize("writing", [False, True])
def test_panels_that_come_late_leave_the_keys_where_they_are(
    qtbot, tmp_path: Path, writing: bool
) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    desk = window.desk
    assert desk.made_panels is None
    window.run(COMMANDS["type-moves"]) if writing else window.focus_board()
    focused = window.focusWidget()
    assert focused is not None
    assert (focused is desk.stage.board) is not writing
    qtbot.waitUntil(lambda: desk.made_panels is not None)
    desk.session.go(desk.session.cursor.forward(1))
    for _ in range(20):
        QApplication.processEvents()
        assert window.focusWidget() is focused


def close_and_open(qtbot, tmp_path: Path, window: Window) -> Window:
    window.close()
    again = make_window(qtbot, tmp_path, tmp_path / "a.xqf")
    qtbot.waitUntil(again.desk.panels.info.isVisible)
    return again


# ------------------------------------------------------------------------------------ the table


@pytest.mark.parametrize("id", PANELS)
def test_every_panel_has_a_widget_and_a_command(id: str) -> None:
    panel = PANELS[id]
    assert issubclass(load_named(panel.made_by), QWidget)
    assert (panel.command or f"show-{id}") in COMMANDS
    assert not panel.tab or panel.tab in PANELS


# ---------------------------------------------------------------------------------- arrangements


@pytest.mark.parametrize("game", [*GAMES, "a game of tomorrow"])
@pytest.mark.parametrize("name", SETTINGS["desk"].choices)
def test_each_arrangement_has_every_page_once(name: str, game: str) -> None:
    arrangement = arrangement_of(ARRANGEMENTS[name](game))
    pages = [id for cell in arrangement.cells for id in cell.pages]
    assert sorted(pages) == sorted(MOVED)
    assert arrangement_of(arrangement.text) == arrangement


@pytest.mark.parametrize("text", ["", "/", ":", "nobody:3", "tree:-1/tree:99999/:", "graph/graph"])
def test_a_damaged_arrangement_has_every_page_once(text: str) -> None:
    pages = [id for cell in arrangement_of(text).cells for id in cell.pages]
    assert sorted(pages) == sorted(MOVED)


def test_pages_are_joined_and_parted() -> None:
    there = arrangement_of("notation/comment/analysis,explorer")
    tree = there.parted("tree", 1)
    assert [cell.pages[0] for cell in tree.cells] == ["notation", "tree", "comment", "analysis"]
    assert "tree" not in tree.cells[0].pages
    assert [cell.pages for cell in tree.joined("tree", 3).cells][2] == (
        "analysis",
        "explorer",
        "tree",
    )
    assert len(there.joined("comment", 0).cells) == 2
    assert there.parted("analysis", 3).cells[3].pages == ("analysis",)


@pytest.mark.parametrize(
    ("width", "height", "across", "stands"),
    [
        (600, 620, False, [[[0], [1], [2]]]),
        (600, 400, False, [[[0], [1, 2]]]),
        (600, 200, False, [[[0, 1, 2]]]),
        (800, 900, False, [[[0]], [[1], [2]]]),
        (800, 200, False, [[[0]], [[1, 2]]]),
        (1300, 200, True, [[[0]], [[1]], [[2]]]),
        (700, 200, True, [[[0]], [[1, 2]]]),
    ],
)
def test_as_many_cells_as_there_is_room_for(
    width: int, height: int, across: bool, stands: list[list[list[int]]]
) -> None:
    there = arrangement_of("notation/comment/analysis")
    assert there.columns_in(width, height, across, {0, 2}) == stands


def test_without_a_second_page_there_is_no_second_column() -> None:
    there = arrangement_of("notation/comment/analysis")
    assert there.columns_in(900, 900, False, {0}) == [[[0], [1], [2]]]


def test_what_stood_below_the_board_has_a_cell_of_its_own() -> None:
    settings = Settings('{"panels": "tree=below comment=below nobody=below line=beside"}')
    there = kept_arrangement(settings, "chess")
    assert [cell.pages for cell in there.cells[-2:]] == [("tree",), ("comment",)]
    settings.set_of_game("pages", "chess", "notation:100")
    assert len(kept_arrangement(settings, "chess").cells) == 1


@pytest.mark.parametrize(
    ("game", "shown", "folded"),
    [
        ("chess", ["notation"], ["analysis", "explorer"]),
        ("go", ["graph", "comment"], ["explorer"]),
        ("hex", ["line"], []),
        ("shogi", ["line", "comment"], ["analysis"]),
        ("twixt", ["line"], []),
        ("xiangqi", ["notation", "comment"], ["analysis"]),
    ],
)
def test_players_of_each_game_find_what_their_programs_show(
    qtbot, tmp_path: Path, game: str, shown: list[str], folded: list[str]
) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of(game)
    panels = window.desk.panels
    qtbot.waitUntil(panels.info.isVisible)
    QApplication.processEvents()
    assert all(panels.in_view(id) and panels.page(id).isVisible() for id in shown)
    cells_ = panels.stack.cells
    assert len([cell for cell in cells_ if cell.open]) == len(shown)
    assert [cell.seen()[0] for cell in cells_ if not cell.open] == folded
    assert not any(panels.made(id) for id in ("analysis", "explorer"))  # made when they are opened


# -------------------------------------------------------------------------------------- by hand


@pytest.mark.parametrize("id", ["tree", "line", "details", "notes"])
def test_a_page_gets_a_cell_of_its_own_and_goes_back(window: Window, id: str) -> None:
    desk = window.desk
    before = cells(desk)
    window.show_page(id)
    page = desk.panels.page(id)
    do(window, move_of(id))
    assert [id] in cells(desk)
    assert page.isVisible()
    assert page.height() >= LEAST_PAGE
    assert desk.panels.sheet.isVisible()
    do(window, move_of(id))
    assert cells(desk) == before
    assert page.isVisible()


@pytest.mark.parametrize("id", ["contents", "games"])
def test_what_a_record_has_nothing_for_is_moved_only_where_it_is_looked_at(
    window: Window, id: str
) -> None:
    command = COMMANDS[move_of(id)]
    assert not command.possible(window)
    assert command.name_in(window) is None
    window.show_page(id)
    assert command.possible(window)


def test_outline_and_graph_share_a_tab_wherever_it_stands(window: Window) -> None:
    window.run(COMMANDS["graph"])
    do(window, move_of("tree"))
    graph = window.desk.panels.page("graph")
    assert graph.isVisible()
    window.run(COMMANDS["outline"])
    assert window.desk.panels.page("tree").isVisible()
    assert not graph.isVisible()
    assert ["tree"] in cells(window.desk)
    window.run(COMMANDS["graph"])
    do(window, fold_of("tree"))
    assert not graph.isVisible()


def test_a_folded_page_leaves_its_room_to_the_others(window: Window) -> None:
    desk = window.desk
    before = desk.panels.sheet.height()
    do(window, fold_of("comment"))
    assert not desk.panels.comment.isVisible()
    assert desk.panels.cell("comment").height() < LEAST_PAGE // 2
    assert desk.panels.sheet.height() > before
    assert not COMMANDS[fold_of("notation")].possible(window)  # the only one in view
    window.show_page("comment")
    assert desk.panels.comment.isVisible()


def test_all_go_back_to_where_they_stand_at_first(window: Window) -> None:
    before = cells(window.desk)
    for id in ("tree", "comment", "line"):
        do(window, move_of(id))
    assert cells(window.desk) != before
    do(window, "usual-panels")
    assert cells(window.desk) == before
    assert window.settings["pages"] == ""


def test_the_pages_of_a_game_are_arranged_on_all_its_desks_and_on_no_others(
    qtbot, tmp_path: Path, window: Window
) -> None:
    window.files.new_of("chess")
    window.files.new_of("xiangqi")
    first, chess, third = window.tabs.desks()
    before = cells(chess)
    do(window, move_of("line"))
    assert ["line"] in cells(first)
    assert ["line"] in cells(third)
    assert cells(chess) == before


def test_one_key_goes_through_all_arrangements(qtbot, window: Window) -> None:
    seen = []
    for _ in SETTINGS["desk"].choices:
        qtbot.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.AltModifier)
        seen.append(window.settings["desk"])
    assert sorted(seen) == sorted(SETTINGS["desk"].choices)
    assert window.status.said == "Pages beside the board: As the game’s players know it"


# -------------------------------------------------------------------------------------- dragged


def drop(window: Window, page: str, at: QPoint, named: str = "") -> bool:
    """Drag the tab of a page to a point of the stack; returns whether it could be dropped there."""
    stack = window.desk.panels.stack
    data = QMimeData()
    data.setData(DRAGGED, (named or page).encode())
    action, button = Qt.DropAction.MoveAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, action, data, button, none)
    stack.source_of = lambda event: stack.cell(page).tabs
    stack.dragEnterEvent(enter)
    move = QDragMoveEvent(at, action, data, button, none)
    stack.dragMoveEvent(move)
    stack.dropEvent(QDropEvent(QPointF(at), action, data, button, none))
    for _ in range(3):
        QApplication.processEvents()
    return move.isAccepted()


def spot(window: Window, page: str, part: float) -> QPoint:
    """A point in the cell of a page, at a part of its height."""
    stack = window.desk.panels.stack
    cell = stack.cell(page)
    return cell.mapTo(stack, QPoint(cell.width() // 2, round(cell.height() * part)))


def test_a_tab_is_dragged_below_a_page_above_it_and_among_its_tabs(window: Window) -> None:
    stands = lambda: [cell.pages for cell in window.desk.panels.stack.cells]  # noqa: E731
    assert drop(window, "tree", spot(window, "notation", 0.9))
    assert stands()[1] == ("tree",)
    assert window.desk.panels.page("tree").isVisible()
    assert drop(window, "tree", spot(window, "notation", 0.3))
    assert stands()[0] == ("tree",)
    assert drop(window, "tree", spot(window, "comment", 0.02))
    assert set(stands()[1]) == {"comment", "tree"}
    assert window.desk.panels.cell("comment").front == "tree"
    kept = kept_arrangement(window.settings, "xiangqi")
    assert [cell.pages for cell in kept.cells] == stands()


def test_what_is_no_page_is_not_dropped(window: Window) -> None:
    before = cells(window.desk)
    drop(window, "tree", spot(window, "notation", 0.9), "nobody")
    assert cells(window.desk) == before


# -------------------------------------------------------------------------------- the context menu


def test_a_tab_has_a_menu_that_moves_its_page(window: Window, monkeypatch) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, point: opened.append(menu))
    bar = window.desk.panels.cell("tree").tabs
    index = next(i for i in range(bar.count()) if bar.tabData(i) == "tree")
    at = bar.tabRect(index).center()
    by_mouse = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(bar, QContextMenuEvent(by_mouse, at, bar.mapToGlobal(at)))
    (menu,) = opened
    menu.aboutToShow.emit()
    words = [action.text() for action in menu.actions() if action.isVisible()]
    assert "Put “Tree” below the other pages" in words
    next(one for one in menu.actions() if one.text().startswith("Put “Tree”")).trigger()
    menu.aboutToHide.emit()
    menu.deleteLater()
    assert ["tree"] in cells(window.desk)


# ---------------------------------------------------------------------------------- remembered


def test_the_next_window_has_them_as_they_stood(qtbot, tmp_path: Path, window: Window) -> None:
    do(window, move_of("tree"))
    window.show_page("line")
    do(window, fold_of("comment"))
    before = cells(window.desk)
    again = close_and_open(qtbot, tmp_path, window)
    assert cells(again.desk) == before
    assert sorted(again.desk.panels.shown) == ["line", "tree"]
    assert again.desk.panels.page("line").isVisible()
    assert again.desk.panels.page("tree").isVisible()
    assert not again.desk.panels.comment.isVisible()


def test_the_shares_of_pages_are_remembered(qtbot, tmp_path: Path, window: Window) -> None:
    splitter = window.desk.panels.stack._inner[0]
    handle = splitter.handle(1)
    middle = handle.rect().center()
    before = splitter.sizes()[1]
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + QPoint(0, -60))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + QPoint(0, -60))
    high = splitter.sizes()[1]
    assert high == pytest.approx(before + 60, abs=3)
    again = close_and_open(qtbot, tmp_path, window)
    qtbot.waitUntil(lambda: abs(again.desk.panels.stack._inner[0].sizes()[1] - high) < 8)


def test_a_page_that_a_record_has_nothing_for_is_not_in_front(qtbot, tmp_path: Path) -> None:
    store = Store(str(tmp_path / "settings"))
    store.settings.set("shown", "xiangqi=games beside=games")
    store.save()
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert window.desk.panels.cell("notation").front == "notation"
    assert "games" not in cells(window.desk)[0]


def test_a_page_that_was_asked_for_comes_back_where_it_shares_a_cell(qtbot, tmp_path: Path) -> None:
    store = Store(str(tmp_path / "settings"))
    store.settings.set("shown", "xiangqi=notation,books")
    store.save()
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    assert window.desk.panels.in_view("books")
    assert window.desk.panels.in_view("notation")


def test_a_page_in_front_at_the_start_is_wired(qtbot, tmp_path: Path) -> None:
    store = Store(str(tmp_path / "settings"))
    store.settings.set("shown", "chess=tree")
    store.settings.set("tree", "graph")
    store.save()
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"), line("d2d4"))
    graph = window.desk.panels.page("graph")
    qtbot.waitUntil(graph.isVisible)
    graph.kindAsked.emit("tree")
    assert window.desk.panels.page("tree").isVisible()


# -------------------------------------------------------------------------------- the room there is


@pytest.mark.parametrize("size", [(1366, 768), (1000, 560), (700, 400), (1920, 1080), (2560, 1440)])
def test_no_page_is_shown_with_less_than_it_needs(window: Window, size: tuple[int, int]) -> None:
    for id in ("tree", "line", "details"):
        do(window, move_of(id))
    window.setMinimumSize(1, 1)
    window.resize(*size)
    for _ in range(4):
        QApplication.processEvents()
    for cell in window.desk.panels.stack.cells:
        assert not cell.open or cell.height() >= TABS + LEAST_PAGE
    stack = window.desk.panels.stack
    assert sorted(id for cell in stack.cells for id in cell.pages) == sorted(MOVED)


def test_every_window_fits_a_small_screen(window: Window) -> None:
    for id in ("tree", "line", "details"):
        do(window, move_of(id))
    least = window.minimumSizeHint()
    assert least.width() <= 624
    assert least.height() <= 380


def test_pages_that_shared_a_cell_for_want_of_room_stand_apart_again(window: Window) -> None:
    desk = window.desk
    window.setMinimumSize(1, 1)
    window.resize(1000, 420)
    QApplication.processEvents()
    assert len(desk.panels.stack.cells) == 1
    assert "comment" in cells(desk)[0]
    window.run(COMMANDS["comment"])
    window.resize(1280, 800)
    for _ in range(3):
        QApplication.processEvents()
    assert desk.panels.sheet.isVisible()
    assert desk.panels.comment.isVisible()


def test_in_a_mode_only_the_mode_is_shown(window: Window) -> None:
    window.run(COMMANDS["edit-position"])
    assert not window.desk.panels.info.isVisible()
    assert not COMMANDS[move_of("tree")].possible(window)


@pytest.mark.parametrize("page", ["notation", "tree", "graph", "line", "details"])
def test_tab_goes_once_around_with_a_page_of_its_own(qtbot, window: Window, page: str) -> None:
    if page != "notation":
        do(window, move_of(tab_of(page)))
    window.show_page(page)
    board, cell = window.desk.stage.board, window.desk.panels.cell(page)
    qtbot.waitUntil(lambda: window.isActiveWindow() and window.desk.panels.page(page).isVisible())
    window.focus_board()
    seen: list[QWidget] = []
    while not seen or QApplication.focusWidget() is not board:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() not in seen, "a trap"
        seen.append(QApplication.focusWidget())
    assert cell.tabs in seen
    inside = [number for number, one in enumerate(seen) if cell.isAncestorOf(one)]
    assert inside == list(range(inside[0], inside[-1] + 1))


def test_a_desk_that_is_closed_before_it_has_panels_gets_none(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    desk = window.desk
    assert desk.made_panels is None
    close(window)
    assert desk.made_panels is None


def test_arrangements_are_values() -> None:
    there = arrangement_of("notation:50/comment:50")
    assert isinstance(there, Arrangement)
    assert there.divided({1: 0}).cells[1].share == 1


def test_tabs_of_cells_that_share_a_place_are_all_seen(window: Window) -> None:
    window.files.new_of("chess")
    window.setMinimumSize(1, 1)
    window.resize(1366, 730)
    for _ in range(3):
        QApplication.processEvents()
    window.show_page("tree")
    assert drop(window, "tree", spot(window, "tree", 0.9))
    tabs = window.desk.panels.cell("analysis").tabs
    seen = [index for index in range(tabs.count()) if tabs.isTabVisible(index)]
    assert [tabs.tabText(index) for index in seen] == ["Engine", "Explorer"]
    assert all(tabs.tabRect(index).width() > 20 for index in seen)
