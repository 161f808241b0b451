"""Next moves beside the board: chips and rows with numbers, pointed at, clicked, entered."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from viewer.base.messages import message
from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.scene.candidates import Candidate, CandidateColumn
from viewer.tree.action import Move
from viewer.tree.annotation import GLYPHS
from viewer.tree.node import Node
from viewer.tree.record import Record
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.candidate_rows import MOVE, CandidateModel, CandidateRows
from viewer.ui.pages.comment_panel import CandidatePanel
from viewer.ui.session.candidates import branch_size
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


def record() -> Node:
    """1. e4 (1. d4 d5 (1... Nf6)) (1. c4!) 1... e5 2. Nf3"""
    root = line("e2e4", "e7e5", "g1f3")
    queen = Node(4, root, Move("d2d4"))
    queen.children = (Node(5, queen, Move("d7d5")), Node(6, queen, Move("g8f6")))
    english = Node(7, root, Move("c2c4"), {GLYPHS: (1,)})
    root.children = (*root.children, queen, english)
    return root


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    made = chess_window(qtbot, tmp_path, record())
    made.desk.panels.show_page("comment")
    made.focus_board()
    return made


def panel(window: Window) -> CandidatePanel:
    return window.desk.panels.comment.candidates


@pytest.fixture
def view(qtbot, window: Window) -> CandidateRows:
    window.run(COMMANDS["candidates-rows"])
    made = panel(window).rows
    assert made is not None
    qtbot.waitUntil(made.isVisible)
    return made


def texts(view: CandidateRows) -> list[list[str]]:
    model = view.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def middle(view: CandidateRows, row: int) -> QPoint:
    return view.visualRect(view.model().index(row, MOVE)).center()


def press(view: CandidateRows, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(view, key)


def test_rows_say_moves_signs_and_the_size_of_their_branches(
    window: Window, view: CandidateRows
) -> None:
    assert texts(view) == [["e4", "3", "1"], ["d4", "3", "2"], ["c4", "1", "1"]]
    assert [(one.sign, one.praise, one.taken) for one in view.model().rows] == [
        ("", 0, True),
        ("", 0, False),
        ("!", 1, False),
    ]
    model = view.model()
    assert [model.headerData(n, Qt.Orientation.Horizontal) for n in range(3)] == [
        "Move",
        "Plies",
        "Lines",
    ]
    spoken = model.index(2, MOVE).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "c4, !, Plies 1, Lines 1"
    window.session.go_to(4)
    assert texts(view) == [["d5", "1", "1"], ["Nf6", "1", "1"]]
    window.session.go_to(6)
    assert texts(view) == []


def test_the_board_shows_the_row_under_the_mouse(window: Window, view: CandidateRows) -> None:
    session = window.session
    QTest.mouseMove(view.viewport(), middle(view, 0))
    QTest.mouseMove(view.viewport(), middle(view, 1))
    assert session.pointed == 4
    overlay = window.desk.stage.board.overlay
    assert [way.id for way in overlay.ways()[0] if way.pointed] == [4]
    QTest.mouseMove(view.viewport(), middle(view, 2))
    assert session.pointed == 7
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 2))
    assert session.node.id == 7
    assert session.pointed is None


def test_the_keys_walk_through_the_rows_and_enter_plays(
    window: Window, view: CandidateRows
) -> None:
    session = window.session
    view.setFocus()
    assert session.pointed == 1
    press(view, Qt.Key.Key_Down)
    assert session.pointed == 4
    press(view, Qt.Key.Key_End)
    assert session.pointed == 7
    press(view, Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert session.node.id == 4
    assert session.pointed == 5  # and on from there
    press(view, Qt.Key.Key_Down, Qt.Key.Key_Space)
    assert session.node.id == 6
    assert session.pointed is None
    press(view, Qt.Key.Key_Return)
    assert session.node.id == 6
    press(view, Qt.Key.Key_Escape)
    assert window.desk.stage.board.hasFocus()


def test_tab_comes_to_the_rows_behind_the_switch(window: Window, view: CandidateRows) -> None:
    panel(window).switch.setFocus()
    QTest.keyClick(panel(window).switch, Qt.Key.Key_Tab)
    assert view.hasFocus()


@pytest.mark.parametrize("height", [800, 470, 360])
def test_no_row_is_cut_however_low_the_window_is(
    qtbot, window: Window, view: CandidateRows, height: int
) -> None:
    window.resize(800, height)
    qtbot.waitUntil(lambda: window.height() == height)
    panel = window.desk.panels.comment
    foot = panel.mapTo(window, panel.rect().bottomLeft()).y()
    assert foot < height
    qtbot.waitUntil(view.isVisible)
    assert view.mapTo(panel, view.rect().bottomLeft()).y() < panel.height()
    assert view.viewport().height() >= 25


def chips_shown(shown: CandidatePanel) -> int:
    return sum(not chip.isHidden() for chip in shown.chips.findChildren(QPushButton))


def test_chips_or_rows_is_remembered_and_holds_for_all_tabs(window: Window) -> None:
    shown = panel(window)
    assert shown.rows is None
    assert chips_shown(shown) == 3
    shown.switch.click()
    assert window.settings["candidates"] == "rows"
    assert shown.rows is not None
    assert not shown.rows.isHidden()
    assert chips_shown(shown) == 0
    other = Document(MemoryCollection("pgn", [Record("chess", line("e2e4"))]))
    window.workspace.documents.append(other)
    new = window.add_document(other).panels.comment.candidates
    assert texts(new.rows) == [["e4", "1", "1"]]
    new.switch.click()
    assert window.settings["candidates"] == "chips"
    for one, count in ((shown, 3), (new, 1)):
        assert one.rows.isHidden()
        assert chips_shown(one) == count


class Engine:
    """Candidates of another source, with texts of a stranger."""

    columns = (CandidateColumn(message("Value")), CandidateColumn(message("Line"), number=False))

    def __init__(self) -> None:
        self.entered: list[int] = []

    def __len__(self) -> int:
        return 2

    def first(self, most: int) -> list[Candidate]:
        return self.rows(most)

    def rows(self, most: int) -> list[Candidate]:
        long = "<b>e4</b> " * 5
        return [Candidate(1, (), "<i>e4</i>", values=("+0.3", long)), Candidate(2, (), "d4")]

    def enter(self, id: int) -> None:
        self.entered.append(id)

    def point_at(self, id: int | None) -> None:
        pass


def test_any_source_may_say_what_it_wants_and_text_stays_text(qtbot, qtmodeltester) -> None:
    engine = Engine()
    view = CandidateRows(engine)
    qtbot.addWidget(view)
    view.show_moves()
    assert texts(view) == [["<i>e4</i>", "+0.3", "<b>e4</b> " * 5], ["d4", "", ""]]
    model = view.model()
    assert isinstance(model, CandidateModel)
    qtmodeltester.check(model)
    assert "&lt;b&gt;" in model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    assert model.index(0, 1).data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignRight
    assert model.index(0, 2).data(Qt.ItemDataRole.TextAlignmentRole) & Qt.AlignmentFlag.AlignLeft
    view.show()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=middle(view, 1))
    assert engine.entered == [2]


def test_a_branch_is_counted_up_to_a_limit() -> None:
    top = here = Node(0, None, Move("a"))
    for id in range(1, 20_000):
        child = Node(id, here, Move("a"))
        here.children = (child,)
        here = child
    assert branch_size(top, 30_000) == (20_000, 1, False)
    assert branch_size(top, 20_000) == (20_000, 1, False)
    assert branch_size(top, 500) == (500, 0, True)


def test_the_end_of_a_line_is_told_whole_in_a_narrow_panel(qtbot, window: Window) -> None:
    window.setMinimumSize(1, 1)
    window.resize(820, 540)
    window.session.go(window.session.cursor.last())
    said = panel(window).chips._none
    qtbot.waitUntil(lambda: said.width() >= said.sizeHint().width())
    assert said.isVisible()
