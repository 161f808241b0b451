"""The graph of variations as a person meets it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import make_window, write_file
from plain_session import random_edits, register, session_of
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from viewer.base.jobs import run_inline
from viewer.document import plans
from viewer.document.document import open_document
from viewer.scene.graph.dots import LEVELS, USUAL
from viewer.scene.graph.lanes import Lanes
from viewer.tree.action import Move
from viewer.tree.annotation import COMMENT, GLYPHS
from viewer.tree.node import Node
from viewer.ui.commands import COMMANDS
from viewer.ui.graph.view import GraphView
from viewer.ui.pages.graph_page import GraphPage
from viewer.ui.session.record_session import RecordSession

pytestmark = pytest.mark.gui

TREE = "a b (c d (e)) f g (h i j) k"  # ids 1 to 11 in this order


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Iterator[RecordSession]:
    register(monkeypatch)
    made = session_of(TREE)
    yield made
    made.close()


@pytest.fixture
def page(qtbot: QtBot, session: RecordSession) -> GraphPage:
    return shown(qtbot, session)


def shown(qtbot: QtBot, session: RecordSession) -> GraphPage:
    page = GraphPage(session)
    qtbot.addWidget(page)
    page.resize(420, 500)
    page.show()
    page.view.set_level(USUAL)
    page.view.setFocus()
    return page


def where(view: GraphView, id: int) -> QPoint:
    """The middle of a node in the viewport."""
    spot = view.model.lanes.spot(view._session.record.nodes[id])
    assert spot is not None
    return view.point_of(spot).toPoint()


def is_right(view: GraphView) -> None:
    """What is laid out is the record as it is; the current node is in sight."""
    view.model.finish()
    model, record = view.model, view._session.record
    fresh = Lanes(record.root, model._folded)
    run_inline(fresh.work())
    for node in record.walk():
        spot, expected = model.lanes.spot(node), fresh.spot(node)
        assert (spot is None) == (expected is None)
        if spot is not None and expected is not None:
            assert (spot.column, spot.lane) == (expected.column, expected.lane)
            assert spot.node is node
    current = view.current()
    assert current is not None
    assert current.node is view._session.node
    assert view.viewport().rect().contains(view.point_of(current).toPoint())
    assert [stretch.last for stretch in model.way.stretches][-1] <= len(view._session.cursor.line)


def test_a_click_goes_there_and_a_drag_does_not(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view = page.view
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where(view, 4))
    assert session.node.id == 4
    assert view.current() == view.model.lanes.spot(session.node)
    before = where(view, 4)
    start = where(view, 2)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view.viewport(), start + QPoint(30, 0))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start + QPoint(30, 0))
    assert session.node.id == 4
    assert where(view, 4) == before  # all of it is in sight: there is nowhere to go


def test_a_drag_moves_a_graph_that_is_larger_than_its_view(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    session = session_of(" ".join("abcdefgh" * 10))
    view = shown(qtbot, session).view
    start = QPoint(200, 20)
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view.viewport(), start - QPoint(20, 0))
    qtbot.mouseMove(view.viewport(), start - QPoint(70, 0))
    assert view.horizontalScrollBar().value() == 70
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=start - QPoint(70, 0))
    assert session.node is session.record.root
    session.go(session.cursor.last())
    is_right(view)
    assert view.horizontalScrollBar().value() == view.horizontalScrollBar().maximum()
    session.close()


def test_a_step_lays_nothing_out(page: GraphPage, session: RecordSession) -> None:
    lanes = page.view.model.lanes
    for id in (1, 2, 6, 7, 3, 4, 5, 10, 0):
        session.go_to(id)
        is_right(page.view)
    assert page.view.model.lanes is lanes


def test_the_current_line_is_followed(page: GraphPage, session: RecordSession) -> None:
    model = page.view.model
    session.go_to(4)
    assert [one.run.nodes[0].id for one in model.way.stretches] == [0, 3]
    session.go_to(1)
    assert [one.run.nodes[0].id for one in model.way.stretches] == [0, 3]
    session.choose(session.record.nodes[2])
    assert [one.run.nodes[0].id for one in model.way.stretches] == [0]
    assert model.way.spot(model.column).node is session.node


def test_arrows_move_as_the_graph_is_seen(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view = page.view

    def press(*keys: Qt.Key) -> int:
        for key in keys:
            qtbot.keyClick(view, key)
        return session.node.id

    right, left, down, up = Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Up
    assert press(left, up) == 0
    assert press(right, right) == 2
    below = view.model.lanes.at(2, 1)
    assert press(down) == below.node.id
    assert press(up) == 2
    view.set_down(True)
    assert press(right) == below.node.id
    assert press(left) == 2
    assert press(down) == 6
    assert press(up, up, up, up) == 0


def test_keys_of_the_page_change_its_size_and_folds(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view = page.view
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.level == USUAL + 1
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    qtbot.keyClick(view, Qt.Key.Key_Minus)
    assert view.level == USUAL - 1
    session.go_to(3)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert view.model.is_folded(session.node)
    assert view.model.lanes.spot(session.record.nodes[4]) is None
    assert "folded" in view.accessibleDescription()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert not view.model.anything_folded
    is_right(view)


def test_a_double_click_folds_and_going_there_unfolds(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view = page.view
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=where(view, 3))
    assert view.model.lanes.spot(session.record.nodes[4]) is None
    session.go_to(5)
    is_right(view)
    assert not view.model.anything_folded


def test_all_but_the_current_line_is_folded(page: GraphPage, session: RecordSession) -> None:
    session.go_to(9)
    page.fold_others()
    is_right(page.view)
    hidden = [
        id for id, node in session.record.nodes.items() if not page.view.model.lanes.spot(node)
    ]
    assert sorted(hidden) == [4, 5, 11]  # the first move of each branch stands for it
    page.fold_others()
    assert not page.view.model.anything_folded
    assert page.view.model.lanes.count == len(session.record.nodes)


def test_folding_follows_the_line_until_all_is_shown(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    def hidden() -> list[int]:
        spot = page.view.model.lanes.spot
        return sorted(id for id, node in session.record.nodes.items() if spot(node) is None)

    page.fold_others()
    assert hidden() == [4, 5, 9, 10]
    session.go_to(4)
    is_right(page.view)
    assert hidden() == [6, 7, 8, 9, 10, 11]
    session.go_to(3)
    lanes = page.view.model.lanes
    session.go_to(4)
    assert page.view.model.lanes is lanes  # the same line
    qtbot.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=where(page.view, 2))
    qtbot.mouseDClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=where(page.view, 2))
    # The first click went there and opened it; the second one doesn't fold it again.
    assert session.node.id == 2
    assert hidden() == [4, 5, 9, 10]
    page.view.fold(session.record.nodes[3])
    assert hidden() == [9, 10]
    session.go_to(11)
    session.play(Move("z"))
    is_right(page.view)
    assert hidden() == [9, 10]  # what was opened stays open
    page.fold_others()
    assert hidden() == []


def test_an_end_of_a_line_is_never_folded(page: GraphPage, session: RecordSession) -> None:
    page.view.fold(session.record.nodes[11])
    assert not page.view.model.anything_folded


@pytest.mark.parametrize("seed", range(6))
def test_the_graph_is_right_after_any_edits(
    page: GraphPage, session: RecordSession, seed: int
) -> None:
    dice = random.Random(seed)
    for _ in random_edits(session, dice, 40):
        if dice.random() < 0.1:
            page.fold_others()
        is_right(page.view)
        page.view.viewport().grab()


def test_edits_while_it_is_hidden_are_there_when_it_is_seen(
    page: GraphPage, session: RecordSession
) -> None:
    page.fold_others()
    page.hide()
    session.go_to(11)
    session.play(Move("z"))
    page.show()
    is_right(page.view)


def test_the_current_node_stays_in_place_when_branches_come(
    page: GraphPage, session: RecordSession
) -> None:
    session.go_to(10)
    before = where(page.view, 10)
    session.do_on(session.record.nodes[9], plans.action, Move("q"))
    session.go_to(10)
    assert where(page.view, 10) == before


@pytest.mark.parametrize("text", ["", "a", "a (b)", "a (b) (c) (d)"])
def test_small_records(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    register(monkeypatch)
    session = session_of(text)
    page = shown(qtbot, session)
    is_right(page.view)
    page.view.fit()
    assert page.view.level == USUAL
    page.fold_others()
    page.view.viewport().grab()
    qtbot.keyClick(page.view, Qt.Key.Key_Down)
    session.play(Move("n"))
    is_right(page.view)
    session.close()


def test_large_records_are_laid_out_beside_the_events(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    nodes = [Node(0, None)]
    fans: dict[int, list[Node]] = {}
    for id in range(1, 40_001):
        parent = nodes[(id * 7919) % max(1, id - 3) if id % 4 == 0 else id - 1]
        node = Node(id, parent, Move("a"))
        fans.setdefault(parent.id, []).append(node)
        nodes.append(node)
    for id, fan in fans.items():
        nodes[id].children = tuple(fan)
    session = session_of(nodes[0])
    session.go_to(30_000)
    page = shown(qtbot, session)
    view = page.view
    assert view.model.only_line
    qtbot.waitUntil(lambda: not view.model.busy)
    assert view.model.lanes.count < 40_000
    assert view.current().node.id == 30_000
    page.fold_others()
    assert view.model.busy
    view.viewport().grab()
    qtbot.waitUntil(lambda: not view.model.busy)
    assert view.model.lanes.count == 40_001
    current = view.current()
    assert current is not None
    assert current.node.id == 30_000
    assert view.viewport().rect().contains(view.point_of(current).toPoint())
    session.play(Move("z"))
    assert view.model.busy
    view.viewport().grab()
    qtbot.waitUntil(lambda: not view.model.busy)
    assert view.current().node is session.node
    session.undo()
    session.record.nodes[1].children = ()
    view.model.stop()
    session.close()


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("level", range(LEVELS))
def test_every_size_is_painted(
    page: GraphPage, session: RecordSession, level: int, down: bool
) -> None:
    session.do_on(session.record.nodes[4], plans.note, COMMENT, "well")
    session.do_on(session.record.nodes[4], plans.note, GLYPHS, (2,))
    session.go_to(4)
    view = page.view
    view.set_down(down)
    view.set_level(level)
    is_right(view)
    empty = view.viewport().grab().toImage()
    session.go_to(11)
    other = view.viewport().grab().toImage()
    assert empty != other  # another path is bright


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("high", range(60, 150, 7))
def test_the_lowest_lane_of_a_low_page_is_seen_whole(
    page: GraphPage, session: RecordSession, high: int, down: bool
) -> None:
    view = page.view
    view.model.finish()
    view.set_down(down)
    for level in (USUAL, LEVELS - 1):
        view.set_level(level)
        frame = page.height() - view.height()
        page.resize(*((high, 500) if down else (420, high + frame)))
        QApplication.processEvents()
        sight, room = view.sight, view.viewport().width() if down else view.viewport().height()
        lanes = (room - sight.margin) / sight.zoom.across
        if view.model.lanes.lanes <= lanes or lanes < 1:
            continue  # all are seen, or there is no room for one
        assert lanes % 1 * sight.zoom.across <= sight.hang + 1
        assert sight.zoom.across >= 22  # the discs of two lanes don't touch


def test_zooming_keeps_the_place_under_the_pointer(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(monkeypatch)
    session = session_of(" ".join("abcdefgh" * 20))
    view = shown(qtbot, session).view
    view.scroll_by(1500, 0)
    spot = view.spot_at(QPointF(200, 20))
    before = view.point_of(spot).x()

    def wheel(turn: int, keys: Qt.KeyboardModifier) -> None:
        at = QPointF(before, 20)
        event = QWheelEvent(
            at,
            QPointF(view.viewport().mapToGlobal(at.toPoint())),
            QPoint(),
            QPoint(0, turn),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view.viewport(), event)

    wheel(120, Qt.KeyboardModifier.ControlModifier)
    assert view.level == USUAL + 1
    assert view.point_of(spot).x() == pytest.approx(before, abs=1)
    wheel(-120, Qt.KeyboardModifier.ControlModifier)
    assert view.point_of(spot).x() == pytest.approx(before, abs=2)
    level = view.level
    for _ in range(4):  # a touchpad
        wheel(-30, Qt.KeyboardModifier.ControlModifier)
    assert view.level == level - 1
    at = view.horizontalScrollBar().value()
    wheel(-120, Qt.KeyboardModifier.ShiftModifier)
    assert view.horizontalScrollBar().value() > at
    session.close()


def test_a_while_on_a_node_shows_its_position(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view, peek = page.view, page.view.pointer.peek
    session.do_on(session.record.nodes[4], plans.note, COMMENT, "first line\nsecond")
    session.go_to(0)
    move_over(view, where(view, 4))
    assert view.pointer.node is session.record.nodes[4]
    assert not peek.isVisible()
    qtbot.waitUntil(peek.isVisible)
    assert peek.node is session.record.nodes[4]
    assert peek._move.text() == view.wording.of(peek.node).text
    assert peek._comment.text() == "first line"
    assert not peek._board.pixmap().isNull()
    move_over(view, QPoint(300, 400))
    assert not peek.isVisible()
    move_over(view, where(view, 2))
    qtbot.waitUntil(peek.isVisible)
    session.go_to(1)
    assert not peek.isVisible()


def test_a_key_tells_number_move_and_comment_of_the_current_node(qtbot: QtBot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    window.run(COMMANDS["graph"])
    page = window.desk.panels.made("graph")
    qtbot.waitUntil(lambda: page.view.current() is not None)
    session, view, peek = window.session, page.view, page.view.pointer.peek
    view.setFocus()
    window.run(COMMANDS["next"])
    session.do(plans.note, COMMENT, "why")
    qtbot.waitUntil(lambda: view.current() is not None)
    QTest.keyClick(view, Qt.Key.Key_Period)
    assert peek.isVisible()
    assert peek.node is session.node
    words = view.wording.of(session.node)
    assert peek._move.text() == words.text
    assert peek._move.text().startswith(words.number)
    assert words.number
    assert peek._comment.text() == "why"
    QTest.keyClick(view, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: view.current() is not None)
    assert peek.isVisible(), "it goes along"
    assert peek.node is session.node
    QTest.keyClick(view, Qt.Key.Key_Period)
    assert not peek.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert not peek.isVisible()
    QTest.keyClick(view, Qt.Key.Key_Period)
    assert peek.isVisible()
    window.desk.panels.show_page("notation")
    assert not peek.isVisible()


def move_over(view: GraphView, point: QPoint) -> None:
    at = QPointF(point)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        at,
        QPointF(view.viewport().mapToGlobal(point)),
        Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(view.viewport(), event)


def test_an_edit_takes_a_shown_position_away(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view = page.view
    move_over(view, where(view, 4))
    qtbot.waitUntil(view.pointer.peek.isVisible)
    session.do_on(session.record.nodes[3], plans.delete)
    assert not view.pointer.peek.isVisible()
    assert view.pointer.node is None
    is_right(view)


def test_the_menu_is_asked_for_at_a_node(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view, asked = page.view, []
    page.contextRequested.connect(lambda id, point: asked.append(id))
    session.go_to(6)
    for reason, point in (
        (QContextMenuEvent.Reason.Mouse, where(view, 4)),
        (QContextMenuEvent.Reason.Keyboard, QPoint(0, 0)),
        (QContextMenuEvent.Reason.Mouse, QPoint(400, 450)),
    ):
        event = QContextMenuEvent(reason, point, view.viewport().mapToGlobal(point))
        QApplication.sendEvent(view.viewport(), event)
    assert asked == [4, 6]


def test_who_moved_is_known_after_a_while(
    qtbot: QtBot, page: GraphPage, session: RecordSession
) -> None:
    view = page.view
    view._sides.forget()
    view._sides.begin()
    view._sides._end = 0.0  # no time left in this frame
    assert view.dot(session.record.nodes[2]).colour == ""
    with qtbot.waitSignal(view._sides.found):
        view._sides.end()
    view._sides.begin()
    assert view.dot(session.record.nodes[2]).colour == "black"
    assert view.dot(session.record.nodes[1]).colour == "red"
    assert not view.dot(session.record.nodes[1]).fault


def test_stones_of_go_are_numbered(qtbot: QtBot, tmp_path) -> None:
    """Of the branch as well; the pass, and what is no move, too."""
    (tmp_path / "a.sgf").write_bytes(b"(;GM[1];B[aa];W[bb](;B[cc];W[])(;B[dd];C[no move];W[ee]))")
    window = make_window(qtbot, tmp_path, tmp_path / "a.sgf")
    window.run(COMMANDS["graph"])
    view = window.desk.panels.made("graph").view
    qtbot.waitUntil(view.isVisible)
    view.model.finish()
    nodes = list(window.session.record.walk())
    numbers = ["", "1", "2", "3", "4", "3", "", "4"]
    qtbot.waitUntil(lambda: [view.dot(node).number for node in nodes] == numbers)
    assert view.level == USUAL
    dots = {node.id: view.dot(node) for node in nodes}
    pictures = []
    for number in ("7", ""):
        view.dot = lambda node, number=number: dots[node.id]._replace(number=number)
        pictures.append(view.viewport().grab().toImage())
    assert pictures[0] != pictures[1]


def test_it_is_spoken(page: GraphPage, session: RecordSession) -> None:
    assert page.view.accessibleName()
    session.go_to(2)
    words = page.view.accessibleDescription()
    assert page.view.wording.of(session.node).move in words
    session.go_to(1)
    assert "2 ways to go on" in page.view.accessibleDescription()


def test_the_window_shows_tree_and_graph_in_one_tab(qtbot: QtBot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    side = window.desk.panels
    window.run(COMMANDS["graph-fold"])  # no graph is seen: nothing happens
    window.run(COMMANDS["graph"])
    page = side.made("graph")
    qtbot.waitUntil(page.isVisible)
    assert side.cell("graph").front == "tree"
    assert window.settings["tree"] == "graph"
    window.run(COMMANDS["next"])
    is_right(page.view)
    page.view.set_level(USUAL)
    for id, check in (
        ("graph-larger", lambda: page.view.level == USUAL + 1),
        ("graph-smaller", lambda: page.view.level == USUAL),
        ("graph-whole", lambda: page.view.level == USUAL),
        ("graph-smaller", lambda: page.view.level == USUAL - 1),
        ("graph-usual", lambda: page.view.level == page.view.usual),
        ("graph-fold", lambda: page.view.model.is_folded(window.session.node)),
        ("graph-fold", lambda: not page.view.model.anything_folded),
        ("graph-fold-others", lambda: True),
        ("graph-way", lambda: page.view.down),
        ("graph-way", lambda: not page.view.down),
    ):
        window.run(COMMANDS[id])
        assert check(), id
    side.show_page("notation")
    assert not page.isVisible()
    page.kindAsked.emit("tree")
    assert side.made("tree").isVisible()
    assert window.settings["tree"] == "tree"
    window.run(COMMANDS["outline"])
    side.made("tree").kindAsked.emit("graph")
    assert page.isVisible()
    look = page.view.pointer.peek.seen_as(window.session.state)
    assert look.geometry is window.desk.stage.board.look.geometry


def test_another_game_of_the_file_is_another_graph(qtbot: QtBot, tmp_path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text('[White "A"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n\n[White "B"]\n\n1. d4 *\n')
    window = make_window(qtbot, tmp_path, path)
    qtbot.waitUntil(lambda: len(window.session.document) == 2)
    window.run(COMMANDS["graph"])
    view = window.desk.panels.made("graph").view
    qtbot.waitUntil(view.isVisible)
    assert view.model.lanes.count == 5
    view.fold(window.session.record.root.children[0])
    window.run(COMMANDS["next-game"])
    is_right(view)
    assert view.model.lanes.count == 2
    window.run(COMMANDS["previous-game"])
    is_right(view)
    assert view.model.lanes.count == 5


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        ("a.pgn", "1. e4 e5 *\n", True),
        ("a.kif", "手合割：平手\n   1 ７六歩(77)\n", True),
        ("a.sgf", "(;GM[1]SZ[9];B[aa])", False),
    ],
)
def test_moves_of_pieces_are_named_and_stones_are_not(
    qtbot: QtBot, tmp_path: Path, name: str, text: str, written: bool
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    session = RecordSession(open_document(str(tmp_path / name)))
    page = GraphPage(session)
    qtbot.addWidget(page)
    assert page.view.sight.zoom.written is written
    page.view.zoom(-3)
    page.usual()
    assert page.view.sight.zoom.written is written
    session.close()
