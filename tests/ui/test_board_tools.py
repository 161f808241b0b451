"""The tools beside the board: marks, labels, areas, pieces set up, with mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import MOVES, click, make_window
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.tree.action import Move, Setup
from viewer.tree.annotation import Mark
from viewer.tree.record import Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.board.tool_preview import LabelLine
from viewer.ui.board.tools import COLOURS, KEYS, PLAY, tools_of
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = [pytest.mark.gui, pytest.mark.bare]

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def open_record(window: Window, record: Record, format: str) -> None:
    document = Document(MemoryCollection(format, [record]))
    window.workspace.documents.append(document)
    window.add_document(document)


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = make_window(qtbot, tmp_path)
    rows = [
        NodeData(0, -1, Setup("9 B ee"), {}),
        NodeData(1, 0, Move("W gg"), {}),
        NodeData(2, 1, Move("B cc"), {}),
    ]
    open_record(window, Record("go", nodes_of(rows)[0]), "sgf")
    window.session.go_to(1)
    return window


def take(window: Window, tool: str) -> None:
    window.run(COMMANDS[f"tool-{tool}"])


def stroke(window: Window, *places: str, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """A stroke with the left button over places."""
    board = window.desk.stage.board
    points = [board.centre_of(place) for place in places]
    QTest.mousePress(board, LEFT, modifiers, points[0].toPoint())
    for point in points[1:]:
        where = QPointF(board.mapToGlobal(point.toPoint()))
        move = QMouseEvent(QEvent.Type.MouseMove, point, where, LEFT, LEFT, modifiers)
        QApplication.sendEvent(board, move)
    QTest.mouseRelease(board, LEFT, modifiers, points[-1].toPoint())


def marks(window: Window) -> set[tuple[str, tuple[str, ...], str, str]]:
    return {(m.kind, m.squares, m.colour, m.text) for m in window.session.node.marks}


@pytest.mark.parametrize("kind", ["triangle", "square", "circle", "cross"])
def test_a_sign_is_drawn_and_taken_away(qtbot, window: Window, kind: str) -> None:
    take(window, kind)
    click(qtbot, window, "aa")
    assert marks(window) == {(kind, ("aa",), "green", "")}
    click(qtbot, window, "aa")
    assert marks(window) == set()
    window.session.undo()
    window.session.undo()
    assert marks(window) == set()
    assert window.session.node.id == 1


def test_a_stroke_draws_on_many_places_and_is_one_edit(qtbot, window: Window) -> None:
    take(window, "triangle")
    stroke(window, "aa", "ba", "ca", "ba")
    assert {places for _, places, _, _ in marks(window)} == {("aa",), ("ba",), ("ca",)}
    stroke(window, "ba", "ca", "da")  # begun on a sign it takes them away
    assert {places for _, places, _, _ in marks(window)} == {("aa",)}
    window.session.undo()
    window.session.undo()
    assert marks(window) == set()


def test_a_stroke_is_seen_while_it_is_drawn(qtbot, window: Window) -> None:
    take(window, "square")
    board = window.desk.stage.board
    before = board.grab().toImage()
    QTest.mousePress(board, LEFT, NONE, board.centre_of("aa").toPoint())
    assert marks(window) == set()
    assert board.grab().toImage() != before
    QTest.keyClick(board, Qt.Key.Key_Escape)
    QTest.mouseRelease(board, LEFT, NONE, board.centre_of("aa").toPoint())
    assert marks(window) == set()
    assert board.tools.tool == "square"
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert board.tools.tool == PLAY


def test_colours_of_the_bar_and_of_the_keys(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    take(window, "square")
    bar = window.desk.stage.bar
    bar.buttons["red"].click()
    assert bar.buttons["red"].isChecked()
    stroke(window, "a1")
    stroke(window, "b2", modifiers=Qt.KeyboardModifier.AltModifier)
    assert {colour for _, _, colour, _ in marks(window)} == {"red", "blue"}


def test_colours_that_the_file_cannot_hold_are_not_offered(qtbot, window: Window) -> None:
    """SGF has none: there are no buttons, and the keys draw as the tool does."""
    take(window, "circle")
    bar = window.desk.stage.bar
    assert all(bar.buttons[colour].isHidden() for colour in ("green", "red", "blue", "yellow"))
    assert not bar.buttons["circle"].isHidden()
    window.desk.stage.board.tools.paint("red")
    stroke(window, "aa")
    stroke(window, "bb", modifiers=Qt.KeyboardModifier.AltModifier)
    board = window.desk.stage.board
    right, shift = Qt.MouseButton.RightButton, Qt.KeyboardModifier.ShiftModifier
    QTest.mouseClick(board, right, shift, board.centre_of("cc").toPoint())
    assert {(places[0], colour) for _, places, colour, _ in marks(window)} == {
        ("aa", "green"),
        ("bb", "green"),
        ("cc", "green"),
    }
    assert not window.session.document.losses("x.sgf")


def test_a_file_without_marks_offers_no_colours(qtbot, tmp_path: Path) -> None:
    """CSA holds no marks at all."""
    window = make_window(qtbot, tmp_path)
    open_record(window, Record("shogi", nodes_of([NodeData(0, -1, None, {})])[0]), "csa")
    take(window, "circle")
    bar = window.desk.stage.bar
    assert all(bar.buttons[colour].isHidden() for colour in ("green", "red", "blue", "yellow"))


def test_letters_and_numbers_go_on(qtbot, window: Window) -> None:
    take(window, "letter")
    click(qtbot, window, "aa", "bb", "cc")
    click(qtbot, window, "bb")  # taken away: B is free again
    click(qtbot, window, "dd")
    take(window, "number")
    click(qtbot, window, "aa", "ff", "hh")
    labels = {places[0]: text for _, places, _, text in marks(window)}
    assert labels == {"cc": "C", "dd": "B", "ff": "1", "hh": "2"}


def test_a_label_is_typed_on_the_board(qtbot, window: Window) -> None:
    take(window, "text")
    click(qtbot, window, "hh")
    (line,) = window.desk.stage.board.findChildren(LabelLine)
    QTest.keyClicks(line, "joseki")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert marks(window) == {("label", ("hh",), "green", "joseki")}
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    click(qtbot, window, "hh")
    (line,) = window.desk.stage.board.findChildren(LabelLine)
    assert line.text() == "joseki"
    QTest.keyClicks(line, "x")
    QTest.keyClick(line, Qt.Key.Key_Escape)
    assert marks(window) == {("label", ("hh",), "green", "joseki")}


def test_lines_and_arrows_lead_from_place_to_place(qtbot, window: Window) -> None:
    take(window, "line")
    stroke(window, "aa", "bb", "cc")
    take(window, "arrow")
    stroke(window, "aa", "ii")
    click(qtbot, window, "dd")  # nowhere
    lines = {("line", ("aa", "cc"), "green", ""), ("arrow", ("aa", "ii"), "green", "")}
    assert marks(window) == lines
    stroke(window, "aa", "ii")  # drawn again it goes
    assert marks(window) == {("line", ("aa", "cc"), "green", "")}


def test_areas_and_the_eraser(qtbot, window: Window) -> None:
    bar_tools = [tool.id for tool in tools_of(window.session.game)]
    window.run(COMMANDS["tools"])
    bar = window.desk.stage.bar
    assert set(bar_tools) <= set(bar.buttons)
    bar.buttons["territory-0"].click()
    stroke(window, "aa", "ab")
    bar.buttons["territory-1"].click()
    stroke(window, "ab", "ac")
    bar.buttons["selected"].click()
    stroke(window, "hh")
    bar.buttons["dim"].click()
    stroke(window, "ii")
    owners = {places[0]: colour for kind, places, colour, _ in marks(window) if kind == "territory"}
    assert owners == {"aa": "black", "ab": "white", "ac": "white"}
    assert {kind for kind, *_ in marks(window)} == {"territory", "selected", "dim"}
    bar.buttons["eraser"].click()
    stroke(window, "ab", "hh", "ii")
    assert {places[0] for _, places, _, _ in marks(window)} == {"aa", "ac"}


def test_stones_are_set_up_behind_the_move(qtbot, window: Window) -> None:
    session = window.session
    take(window, "stone-0")
    stroke(window, "aa", "ba")
    assert session.node.action == Setup("B aa ba")
    assert session.node.parent.id == 1
    take(window, "stone-1")
    click(qtbot, window, "ee")
    take(window, "take")
    click(qtbot, window, "gg")
    window.run(COMMANDS["turn"])
    assert session.node.action == Setup("B aa ba W ee E gg PL W")
    take(window, "stone-0")
    click(qtbot, window, "aa")  # the same again takes it away
    assert session.node.action == Setup("B ba W ee E gg PL W")
    for _ in range(5):
        session.undo()
    assert session.node.id == 1
    assert [child.id for child in session.node.children] == [2]


def test_a_tool_is_used_with_the_keys(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    take(window, "triangle")
    QTest.keyClick(board, Qt.Key.Key_Return)  # the cursor comes, where the last move was
    assert board.cursor_place == "gg"
    QTest.keyClick(board, Qt.Key.Key_Left)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert marks(window) == {("triangle", ("fg",), "green", "")}
    take(window, "arrow")
    QTest.keyClick(board, Qt.Key.Key_Return)
    QTest.keyClick(board, Qt.Key.Key_Up)
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert ("arrow", ("fg", "ff"), "green", "") in marks(window)
    assert [n.id for n in window.session.node.children] == [2]  # nothing was played


def test_tools_go_back_to_playing(qtbot, window: Window) -> None:
    window.run(COMMANDS["tools"])
    stage = window.desk.stage
    take(window, "cross")
    assert stage.bar.buttons["cross"].isChecked()
    take(window, "cross")
    assert stage.bar.buttons[PLAY].isChecked()
    take(window, "cross")
    window.run(COMMANDS["tools"])
    assert stage.bar is None
    click(qtbot, window, "cc")
    assert window.session.node.id == 2


def test_the_bar_leaves_the_board_its_room(qtbot, window: Window) -> None:
    stage = window.desk.stage
    window.run(COMMANDS["tools"])
    assert not stage.bar.geometry().intersects(stage.board.geometry())
    assert stage.rect().contains(stage.bar.geometry())
    assert all(button.accessibleName() for button in stage.bar.buttons.values())
    for height in (380, 560):
        stage.resize(stage.width(), height)
        assert stage.rect().contains(stage.bar.geometry())
        places = [one.geometry() for one in stage.bar.buttons.values() if not one.isHidden()]
        assert all(stage.bar.rect().contains(place) for place in places)
        assert len({(place.x(), place.y()) for place in places}) == len(places)
    window.run(COMMANDS["theme-dark"])
    window.run(COMMANDS["theme-light"])


def test_a_game_has_the_tools_that_it_wants(qtbot, window: Window) -> None:
    open_record(window, Record("xiangqi", nodes_of(MOVES)[0]), "xqf")
    kinds = {tool.id for tool in tools_of(window.session.game)}
    assert kinds == {PLAY, "square", "circle", "arrow", "eraser"}
    assert not COMMANDS["tool-triangle"].possible(window)
    assert not COMMANDS["turn"].possible(window)
    take(window, "square")
    click(qtbot, window, "e4")
    assert window.session.node.marks == (Mark("square", ("e4",)),)


def test_keys_in_the_bar_are_those_of_the_commands() -> None:
    for tool, key in KEYS.items():
        if tool != PLAY:
            command = COMMANDS.get(f"tool-{tool}") or COMMANDS[tool]
            assert command.keys == (key,)


def test_tools_without_a_place_are_in_a_menu(qtbot, window: Window) -> None:
    stage = window.desk.stage
    window.run(COMMANDS["tools"])
    bar = stage.bar
    assert bar.more.isHidden()
    window.setMinimumSize(1, 1)
    window.resize(640, 400)
    QApplication.processEvents()
    assert bar.more.isVisible()
    assert bar.buttons["territory-0"].isHidden()
    menu = bar.more.menu()
    menu.aboutToShow.emit()
    entries = {one.text(): one for one in menu.actions() if not one.isSeparator()}
    hidden = [one for id, one in bar.buttons.items() if id not in COLOURS and one.isHidden()]
    assert list(entries) == [one.accessibleName() for one in hidden]
    entries[bar.buttons["territory-0"].accessibleName()].trigger()
    assert stage.board.tools.tool == "territory-0"
    assert not bar.more.icon().isNull()  # the menu's button says which tool is in hand
    click(qtbot, window, "aa")
    assert marks(window) == {("territory", ("aa",), "black", "")}
