"""Stones put on the board with mouse and keys: what is shown before, and why one is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from desks import click, make_window
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base.catalogs import tr
from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.scene.shapes import Disc
from viewer.tree.action import Action, Move, Setup
from viewer.tree.annotation import FIGURE, MARKS, VIEW, Mark
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.candidate_chips import CandidateChips
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


def open_go(window: Window, rows: list[NodeData], *headers: Header) -> None:
    record = Record("go", nodes_of(rows)[0], headers)
    document = Document(MemoryCollection("sgf", [record]))
    window.workspace.documents.append(document)
    window.add_document(document)


def line(*actions: Action | None) -> list[NodeData]:
    return [NodeData(id, id - 1, what, {}) for id, what in enumerate(actions)]


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return make_window(qtbot, tmp_path)


def hover(window: Window, place: str) -> None:
    board = window.desk.stage.board
    point = board.centre_of(place)
    none = Qt.MouseButton.NoButton
    where = QPointF(board.mapToGlobal(point.toPoint()))
    event = QMouseEvent(
        QEvent.Type.MouseMove, point, where, none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(board, event)


def ghosts(window: Window) -> list[tuple[str, str]]:
    board = window.desk.stage.board
    return board.ghosts(board.look, dict(board.session.game.pieces(board.session.state)))


def run(window: Window, id: str) -> None:
    window.run(COMMANDS[id])


def last(window: Window) -> str:
    return window.session.node.action.text


def test_a_ghost_of_the_side_to_move_follows_the_mouse(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9"), Move("B ee")))
    hover(window, "cc")
    assert ghosts(window) == [("cc", "black")]
    window.session.go(window.session.record.root.children[0])
    assert ghosts(window) == []  # the mouse rests while keys step
    hover(window, "cc")
    assert ghosts(window) == [("cc", "white")]
    hover(window, "ee")
    assert ghosts(window) == []  # there is a stone
    hover(window, "cc")
    with_ghost = window.desk.stage.board.grab().toImage()
    QApplication.sendEvent(window.desk.stage.board, QEvent(QEvent.Type.Leave))
    assert ghosts(window) == []
    assert window.desk.stage.board.grab().toImage() != with_ghost


@pytest.mark.parametrize(
    ("rows", "place", "why"),
    [
        (line(Setup("9"), Move("B ee")), "ee", "On E5 there is a black stone already."),
        (line(Setup("9 B ab ba PL W")), "aa", "Suicide: the stone on A9 has no liberty."),
        (
            line(Setup("9 B ba ab cb bc W ca db cc PL W"), Move("W bb")),
            "bb",
            "On B8 there is a white stone already.",
        ),
        (
            line(Setup("9 B ba ab bc W ca db cc bb PL B"), Move("B cb")),
            "bb",
            "Ko: B8 can't be taken back at once.",
        ),
    ],
)
def test_a_refused_stone_says_why(
    qtbot, window: Window, rows: list[NodeData], place: str, why: str
) -> None:
    open_go(window, rows)
    session = window.session
    session.go(session.cursor.last())
    here = session.node
    told: list[str] = []
    window.desk.stage.board.told.connect(lambda words: told.append(tr(words)))
    hover(window, place)
    assert ghosts(window) == []
    click(qtbot, window, place)
    assert told[-1] == why
    assert session.node is here
    assert not here.children


def test_a_move_of_the_record_is_gone_to_though_a_rule_forbids_it(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9 B ab ba PL W"), Move("W aa")))
    click(qtbot, window, "aa")
    assert window.session.node.id == 1
    assert window.session.document.history.unused


def test_stones_of_one_side_in_a_row(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9")))
    run(window, "next-colour")
    assert window.status.said == "The next stones are Black's."
    click(qtbot, window, "aa", "bb")
    assert last(window) == "B bb"
    run(window, "next-colour")
    hover(window, "cc")
    assert ghosts(window) == [("cc", "white")]
    click(qtbot, window, "cc", "dd")
    run(window, "next-colour")
    assert window.status.said == "The next stones are those of the side to move."
    click(qtbot, window, "ee")
    moves = [node.action.text for node in window.session.node.path()[1:]]
    assert moves == ["B aa", "B bb", "W cc", "W dd", "B ee"]
    assert not window.session.findings.here


def test_the_keys_put_stones_too(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9")))
    board = window.desk.stage.board
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert board.cursor_place == "ee"
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert last(window) == "B ee"
    QTest.keyClick(board, Qt.Key.Key_Return)
    assert window.session.node.id == 1  # refused


def test_numbers_step_through_their_ways(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9"), Move("B aa"), Move("W bb"), Move("B cc")))
    session, board = window.session, window.desk.stage.board

    def shown() -> dict[str, str]:
        pieces = dict(session.game.pieces(session.state))
        return {one.square: one.text for one in board.numbers(board.look, pieces)}

    session.go(session.cursor.last())
    assert shown() == {}
    run(window, "numbers")
    assert shown() == {"cc": "3"}
    run(window, "numbers-all")
    assert shown() == {"aa": "1", "bb": "2", "cc": "3"}
    session.go(session.node.parent)
    assert shown() == {"aa": "1", "bb": "2"}
    run(window, "numbers-here")
    assert shown() == {}
    session.go(session.cursor.last())
    assert shown() == {"cc": "1"}
    run(window, "numbers-here")  # here: behind the last move there is none
    run(window, "numbers-here")  # and once more, as before
    assert shown() == {"aa": "1", "bb": "2", "cc": "3"}
    # An edit counts anew.
    window.session.go(session.record.root.children[0])
    click(qtbot, window, "dd")
    assert shown() == {"aa": "1", "dd": "2"}


def test_all_numbers_of_a_full_board_are_painted_from_pixmaps(qtbot, window: Window) -> None:
    places = [a + b for a in "abcdefghijklmnopqrs"[:14:2] for b in "abcdefghijklmnopqrs"]
    moves = [Move(f"{'BW'[ply % 2]} {place}") for ply, place in enumerate(places)]
    open_go(window, line(None, *moves))
    run(window, "numbers-all")
    window.session.go(window.session.cursor.last())
    board = window.desk.stage.board
    board.grab()
    kept = dict(board._pixmaps._numbers)
    assert len(kept) == len(moves)
    window.session.go(window.session.node.parent)
    board.grab()
    assert board._pixmaps._numbers == kept


def test_next_moves_are_shown_where_there_are_several(qtbot, window: Window) -> None:
    rows = [
        NodeData(0, -1, Setup("9"), {}),
        NodeData(1, 0, Move("B cc"), {}),
        NodeData(2, 0, Move("B dd"), {}),
        NodeData(3, 1, Move("W ee"), {}),
    ]
    open_go(window, rows)
    board, session = window.desk.stage.board, window.session

    def places() -> set[str]:
        shapes = board.overlay.shapes(board.look, {}, frozenset())
        return {shape.square for shape in shapes}

    assert places() == {"cc", "dd"}
    session.go(session.record.root.children[0])
    assert places() == {"dd"}  # the other move, a dot
    run(window, "nexts-all")
    assert places() == {"dd", "ee"}
    click(qtbot, window, "ee")
    assert session.node.id == 3
    run(window, "nexts-none")
    assert places() == set()


def test_a_chip_that_is_pointed_at_shows_its_move_on_the_board(qtbot, window: Window) -> None:
    rows = [
        NodeData(0, -1, Setup("9"), {}),
        NodeData(1, 0, Move("B cc"), {}),
        NodeData(2, 0, Move("B dd"), {}),
        NodeData(3, 1, Move("W ee"), {}),
    ]
    open_go(window, rows)
    board, session = window.desk.stage.board, window.session
    chips = window.desk.panels.info.findChild(CandidateChips)

    def widths() -> dict[str, float]:
        shapes = board.overlay.shapes(board.look, {}, frozenset())
        return {one.square: one.width for one in shapes if isinstance(one, Disc) and one.stroke}

    before = widths()
    first, second = chips._chips[:2]
    QApplication.sendEvent(second, QEnterEvent(QPointF(), QPointF(), QPointF()))
    assert widths()["cc"] == before["cc"]
    assert widths()["dd"] > before["cc"] > before["dd"]
    QApplication.sendEvent(second, QEvent(QEvent.Type.Leave))
    assert widths() == before
    first.click()
    assert session.node.id == 1
    assert widths() == {}  # a single move is no fork
    QApplication.sendEvent(first, QEnterEvent(QPointF(), QPointF(), QPointF()))
    assert list(widths()) == ["ee"]
    run(window, "nexts-none")
    assert list(widths()) == ["ee"]


def test_a_board_is_turned_with_its_frame(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9x13"), Move("B aa")))
    board = window.desk.stage.board
    high = board.height() / board.width()
    run(window, "turn-right")
    assert board.width() / board.height() == pytest.approx(high, rel=0.01)
    top, right = board.centre_of("aa").y(), board.centre_of("aa").x()
    assert top < board.height() / 4
    assert right > board.width() * 3 / 4
    click(qtbot, window, "im")
    assert last(window) == "B im"
    run(window, "turn-left")
    assert board.height() / board.width() == pytest.approx(high, rel=0.01)


def test_games_with_a_side_to_sit_at_are_not_turned(qtbot, window: Window) -> None:
    from desks import MOVES

    document = Document(MemoryCollection("xqf", [Record("xiangqi", nodes_of(MOVES)[0])]))
    window.workspace.documents.append(document)
    window.add_document(document)
    assert not COMMANDS["turn-right"].possible(window)
    hover(window, "e5")
    assert ghosts(window) == []


def test_a_part_of_the_board_is_shown_as_the_record_says(qtbot, window: Window) -> None:
    rows = line(Setup("19 B aa ss"), Move("B qq"), Move("W pp"))
    rows[1] = rows[1]._replace(notes={VIEW: ("kk", "ss"), MARKS: (Mark("dim", ("rr",)),)})
    open_go(window, rows)
    board, session = window.desk.stage.board, window.session
    whole = board.geometry_
    session.go(session.cursor.last())
    assert len(board.geometry_.squares) == 81
    assert [mark.squares for mark in board.overlay.marks] == [("rr",)]
    assert not board.grab().isNull()
    click(qtbot, window, "ll")
    assert last(window) == "B ll"
    run(window, "part-whole")
    assert board.geometry_ is whole


def test_boards_may_be_plain(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9")))
    board = window.desk.stage.board
    wood = board.grab().toImage()
    run(window, "board-plain")
    assert board.grab().toImage() != wood
    run(window, "theme-dark")
    run(window, "theme-light")
    run(window, "board-wood")
    assert board.grab().toImage() == wood


def test_what_tools_and_numbers_need_waits_until_it_is_wanted(tmp_path: Path) -> None:
    """Opening a file and painting its board takes nothing of it."""
    import subprocess
    import sys

    path = tmp_path / "one.sgf"
    path.write_text("(;GM[1]FF[4]SZ[9];B[aa];W[bb])")
    code = (
        "import sys; from viewer.ui.app import make_application; from viewer.ui.window.window import Window;"
        "from viewer.ui.window.store import Store; from viewer.document.workspace import Workspace;"
        "app = make_application(['qipu']); window = Window(Workspace(), Store(sys.argv[1]));"
        "window.files.open_all([sys.argv[2]]); window.show(); window.desk.stage.board.grab();"
        "print(*sys.modules)"
    )
    command = [sys.executable, "-c", code, str(tmp_path), str(path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    names = set(done.stdout.split())
    assert "viewer.ui.board.view" in names
    late = ("ui.board.tools", "ui.board.brush", "ui.board.tool_bar", "document.plans.board")
    late += ("document.position", "scene.overlays", "scene.nexts", "scene.portion")
    assert not names & {f"viewer.{name}" for name in late}


def test_a_figure_is_told(qtbot, window: Window) -> None:
    rows = line(Setup("9"), Move("B aa"))
    rows[1] = rows[1]._replace(notes={FIGURE: ("257", "The corner")})
    open_go(window, rows)
    told: list[str] = []
    window.desk.stage.board.told.connect(lambda words: told.append(tr(words)))
    window.session.go_to(1)
    assert told == ["A new figure begins: The corner"]


def test_cursor_and_ghost_stay_on_the_part_that_is_shown(qtbot, window: Window) -> None:
    rows = line(Setup("19"), Move("B qq"))
    rows[1] = rows[1]._replace(notes={VIEW: ("kk", "ss")})
    open_go(window, rows)
    board = window.desk.stage.board
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_Return)
    for _ in range(3):
        QTest.keyClick(board, Qt.Key.Key_Up)
    assert board.cursor_place == "jg"
    run(window, "tool-stone-1")
    hover(window, "aa")
    assert ghosts(window) == [("aa", "white")]
    window.session.go_to(1)
    assert ghosts(window) == []
    assert not board.grab().isNull()
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.cursor_place == "qq"


def test_choices_say_what_they_choose_and_which_of_them_holds(qtbot, window: Window) -> None:
    open_go(window, line(Setup("9")))
    run(window, "numbers-all")
    title = tr(COMMANDS["numbers-all"].group)
    choices = [one for one in COMMANDS.values() if one.group == COMMANDS["numbers-all"].group]
    assert [one.id for one in choices if one.chosen(window)] == ["numbers-all"]
    assert tr(COMMANDS["numbers-all"].title) == f"{title}: {tr(COMMANDS['numbers-all'].name)}"
    titles = [tr(command.title) for command in COMMANDS.values()]
    assert len(set(titles)) == len(titles)
