"""What is tried, previewed and drawn on the board is beside the record until somebody puts it in."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest
from desks import click, drag, make_window, press
from libraries import build
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenu, QWidget

from viewer.base.messages import message
from viewer.base.samples import samples
from viewer.base.source import piece_bytes
from viewer.document import plans
from viewer.document.document import open_document
from viewer.document.plans import board as plans_board
from viewer.engines.engine import EngineSetup
from viewer.formats import FORMATS
from viewer.games import GAMES
from viewer.tree.action import Move
from viewer.tree.annotation import Mark
from viewer.tree.record import rows_of
from viewer.ui.commands import COMMANDS
from viewer.ui.session.record_session import RecordSession
from viewer.ui.session.trial import is_over
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT = Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier
CHESS = '[Event "?"]\n[Result "{}"]\n\n1. e4 (1. d4 d5) 1... c5 2. Nf3 {}\n'
GO = "(;SZ[9]RE[{}];B[ee];W[cc];B[gg];W[gc];B[dd])"


def careful_window(qtbot, tmp_path: Path, path: Path) -> Window:
    """A window as it is at first, where the mouse plays and draws beside the record."""
    window = make_window(qtbot, tmp_path, path)
    window.settings.set("careful", True)
    window.looks.show_settings()
    return window


def opened(qtbot, tmp_path: Path, text: str, name: str) -> Window:
    path = tmp_path / name
    path.write_text(text)
    window = careful_window(qtbot, tmp_path, path)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    return window


@pytest.fixture
def chess(qtbot, tmp_path: Path) -> Window:
    return opened(qtbot, tmp_path, CHESS.format("*", "*"), "game.pgn")


@pytest.fixture
def over(qtbot, tmp_path: Path) -> Window:
    return opened(qtbot, tmp_path, CHESS.format("1-0", "1-0"), "game.pgn")


@pytest.fixture
def go(qtbot, tmp_path: Path) -> Window:
    return opened(qtbot, tmp_path, GO.format("B+R"), "game.sgf")


def preview(session: RecordSession, *moves: str) -> None:
    session.trying.show("a book", [Move(one) for one in moves], session.node)


def untouched(window: Window) -> bool:
    document = window.session.document
    return not document.modified and document.history.undo_words is None


def pieces(window: Window) -> dict[str, str]:
    return dict(window.session.game.pieces(window.session.shown_state))


def click_on(board: QWidget, square: str) -> None:
    QTest.mouseClick(board, LEFT, NONE, board.centre_of(square).toPoint())


def right_click(window: Window, square: str) -> None:
    board = window.desk.stage.board
    QTest.mouseClick(board, RIGHT, NONE, board.centre_of(square).toPoint())


def menu_of(window: Window) -> QMenu:
    menus = [one for one in window.findChildren(QMenu) if one.isVisible()]
    assert len(menus) == 1
    return menus[0]


# -------------------------------------------------------------------------------------- previews


def test_a_preview_is_seen_and_not_in_the_record(chess: Window) -> None:
    session, board = chess.session, chess.desk.stage.board
    before = board.grab().toImage()
    size = board.geometry()
    preview(session, "e2e4", "e7e5", "g1f3")
    assert board.grab().toImage() != before
    assert pieces(chess)["f3"] == dict(session.game.pieces(session.state))["g1"]
    assert session.node is session.record.root
    assert chess.desk.stage.trial.words == ("Preview: a book", "1. e4  e5  2. Nf3")
    assert board.geometry() == size
    assert chess.desk.stage.below.isHidden()
    assert untouched(chess)
    press(Qt.Key.Key_Escape)
    assert session.trial is None
    assert chess.desk.stage.trial is None
    assert board.grab().toImage() == before
    assert not chess.desk.stage.below.isHidden()


def test_moves_tried_behind_the_last_one_are_numbered_as_a_variation(qtbot, go: Window) -> None:
    go.run(COMMANDS["numbers-variation"])
    press(Qt.Key.Key_End)
    go.run(COMMANDS["trial"])
    click(qtbot, go, "ca")
    assert go.desk.stage.board.overlay.numbers(pieces(go)) == {"ca": 1}


def test_the_next_step_ends_a_preview_and_one_back_goes_back_in_it(chess: Window) -> None:
    session = chess.session
    preview(session, "d2d4", "g8f6")
    press(Qt.Key.Key_Left)
    assert [one.action.text for one in session.trial.moves] == ["d2d4"]
    press(Qt.Key.Key_Right)
    assert len(session.trial.moves) == 2
    press(Qt.Key.Key_Right)
    assert session.trial is None
    assert session.words.numbered(session.node) == "1. e4"
    preview(session, "c7c6")
    press(Qt.Key.Key_Left)
    assert session.trial is None
    assert session.words.numbered(session.node) == "1. e4"
    preview(session, "c7c6")
    session.go(session.record.root)
    assert session.trial is None
    preview(session, "c2c4")
    session.go(session.record.root)  # where it stands already
    assert session.trial is None
    assert untouched(chess)


def test_enter_puts_a_preview_in_as_one_edit(chess: Window) -> None:
    session = chess.session
    preview(session, "c2c4", "e7e5", "b1c3")
    press(Qt.Key.Key_Return)
    assert session.trial is None
    assert session.words.numbered(session.node) == "2. Nc3"
    assert session.node.ply == 3
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert [one.action.text for one in session.record.root.children] == ["e4", "d4"]
    assert untouched(chess)


@pytest.mark.parametrize("page", ["graph", "notation"])
def test_enter_puts_a_preview_in_whatever_page_has_the_keys(
    qtbot, chess: Window, page: str
) -> None:
    session = chess.session
    chess.run(COMMANDS[page])
    view = chess.desk.panels.made(page).view
    qtbot.waitUntil(view.isVisible)
    view.setFocus()
    preview(session, "c2c4")
    press(Qt.Key.Key_Return)
    assert session.trial is None
    assert session.words.numbered(session.node) == "1. c4"


def test_what_the_record_has_is_not_put_in_twice(chess: Window) -> None:
    session = chess.session
    preview(session, "d2d4", "d7d5", "c2c4")
    chess.desk.stage.trial.put_in.click()
    assert len(session.record.root.children) == 2
    assert session.words.numbered(session.node) == "2. c4"
    assert len(session.node.path()) == 4


def test_undo_and_delete_take_back_what_is_tried_and_nothing_of_the_record(chess: Window) -> None:
    session = chess.session
    nodes = len(session.record.nodes)
    for key in ("undo", "delete"):
        preview(session, "c2c4", "e7e5")
        chess.run(COMMANDS[key])
        assert len(session.trial.moves) == 1
        chess.run(COMMANDS[key])
        assert session.trial is None
    assert len(session.record.nodes) == nodes
    assert untouched(chess)


def test_an_edit_ends_a_preview(chess: Window) -> None:
    session = chess.session
    preview(session, "c2c4")
    session.do(plans.header, "Event", "Here")
    assert session.trial is None
    assert not untouched(chess)


def test_nothing_is_done_at_a_move_that_is_not_the_one_on_the_board(chess: Window) -> None:
    session, board = chess.session, chess.desk.stage.board
    press(Qt.Key.Key_Right)
    preview(session, "c7c6")
    seen = "The board shows a move that isn't in the record. Enter puts it in, Esc leaves it."
    for id in ("glyph-1", "comment", "bookmark", "diagram", "demote", "replace-move", "leave-out"):
        chess.say(message("Nothing yet."))
        chess.run(COMMANDS[id])
        assert chess.status.said == seen, id
    board.tools.choose("square")
    for edit in (
        lambda: click_on(board, "e5"),
        lambda: session.do(plans.toggle_glyph, 1),
        lambda: session.do(plans.demote),
    ):
        chess.say(message("Nothing yet."))
        edit()
        assert chess.status.said == seen
    assert session.trial is not None
    assert session.mending is None
    assert untouched(chess)
    press(Qt.Key.Key_Escape)
    press(Qt.Key.Key_Escape)
    chess.run(COMMANDS["glyph-1"])
    assert session.node.glyphs == (1,)


def test_what_is_being_written_is_kept_when_a_move_is_previewed(chess: Window) -> None:
    session = chess.session
    press(Qt.Key.Key_Right)
    chess.run(COMMANDS["comment"])
    QTest.keyClicks(QApplication.focusWidget(), "best by test")
    preview(session, "c7c6")
    session.flush()
    assert session.node.comment == "best by test"


# ---------------------------------------------------------------------------------------- trials


def test_a_trial_takes_moves_asks_nothing_and_keeps_nothing(qtbot, chess: Window) -> None:
    session = chess.session
    press(Qt.Key.Key_X, SHIFT)
    assert "only tried" in chess.status.said
    press(Qt.Key.Key_Escape)
    assert not chess.status.said
    press(Qt.Key.Key_X, SHIFT)
    assert chess.desk.stage.trial.words == ("Trial", "")
    assert not chess.desk.stage.trial.put_in.isEnabled()
    drag(qtbot, chess, "c2", "c4")
    click(qtbot, chess, "e7", "e5")
    chess.desk.stage.type_moves()
    chess.desk.stage.field.type("Nc3")
    chess.desk.stage.close_field()
    assert chess.desk.stage.trial.words == ("Trial", "1. c4  e5  2. Nc3")
    chess.focus_board()
    for plies in (2, 1, 0):
        press(Qt.Key.Key_Left)
        assert len(session.trial.moves) == plies
    press(Qt.Key.Key_Right)
    assert pieces(chess).get("c4")
    press(Qt.Key.Key_X, SHIFT)
    assert session.trial is None
    assert session.node is session.record.root
    assert untouched(chess)


def test_a_trial_begins_at_what_is_previewed_and_goes_into_the_record_by_enter(
    qtbot, chess: Window
) -> None:
    session = chess.session
    preview(session, "c2c4")
    click(qtbot, chess, "e7", "e5")
    assert session.trial.free
    chess.focus_board()
    press(Qt.Key.Key_Return)
    assert session.words.numbered(session.node) == "1… e5"
    assert session.document.history.undo_words is not None


# -------------------------------------------------------------------------------- finished games


def test_a_move_in_a_finished_game_is_tried(qtbot, over: Window) -> None:
    session = over.session
    drag(qtbot, over, "c2", "c4")
    assert session.node is session.record.root
    assert over.desk.stage.trial.words == ("Trial", "1. c4")
    assert untouched(over)
    press(Qt.Key.Key_Return)
    assert [one.action.text for one in session.record.root.children][2:] == ["c2c4"]


def test_a_move_that_a_finished_game_has_is_gone_to(qtbot, over: Window) -> None:
    drag(qtbot, over, "d2", "d4")
    session = over.session
    assert session.trial is None
    assert session.words.numbered(session.node) == "1. d4"


def test_a_move_in_a_game_without_a_result_goes_into_the_record(qtbot, chess: Window) -> None:
    drag(qtbot, chess, "c2", "c4")
    assert chess.session.trial is None
    assert len(chess.session.record.root.children) == 3


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_says_what_becomes_of_a_move(qapp, game: str) -> None:
    session = RecordSession(open_document(str(samples()[game]["study"])))
    said = session.record.root.comment.replace("\n", " ")
    if "a move of your own" in said:
        assert ("it is only tried, until Enter makes it a variation" in said) == is_over(session)
        assert ("it becomes a variation" in said) != is_over(session)
    session.close()


def test_the_setting_lets_moves_of_a_finished_game_in_at_once(qtbot, over: Window) -> None:
    over.settings.set("careful", False)
    over.looks.show_settings()
    drag(qtbot, over, "c2", "c4")
    assert over.session.trial is None
    assert len(over.session.record.root.children) == 3


def test_one_click_on_the_board_of_a_finished_game_of_go_edits_nothing(qtbot, go: Window) -> None:
    go.session.go(go.session.cursor.last())
    click(qtbot, go, "ca")
    assert pieces(go).get("ca")
    assert untouched(go)
    click(qtbot, go, "db")
    assert len(go.session.trial.moves) == 2
    press(Qt.Key.Key_Escape)
    assert not pieces(go).get("ca")
    assert untouched(go)


def test_a_stone_is_put_where_the_button_is_let_go(qtbot, tmp_path: Path) -> None:
    window = opened(qtbot, tmp_path, GO.format("?"), "game.sgf")
    board = window.desk.stage.board
    drag(qtbot, window, "aa", "ga")
    assert untouched(window)
    QTest.mouseClick(board, LEFT, NONE, board.centre_of("ga").toPoint())
    assert window.session.words.numbered(window.session.node) == "1. G9"


# ----------------------------------------------------------------------------------- right button


def test_a_right_click_in_chess_draws_beside_the_record(chess: Window) -> None:
    session = chess.session
    right_click(chess, "e4")
    assert session.marks == (Mark("square", ("e4",), "green"),)
    assert session.node.marks == ()
    assert untouched(chess)
    assert chess.desk.stage.trial.words[0] == "Drawn beside the record"
    right_click(chess, "e4")
    assert session.trial is None
    right_click(chess, "e4")
    press(Qt.Key.Key_Right)
    assert session.marks == ()
    assert session.words.numbered(session.node) == "1. e4"
    right_click(chess, "c4")
    press(Qt.Key.Key_Return)
    assert session.node.marks == (Mark("square", ("c4",), "green"),)
    assert not untouched(chess)


def test_what_is_drawn_at_a_tried_move_goes_in_with_it(chess: Window) -> None:
    session = chess.session
    preview(session, "c2c4")
    right_click(chess, "e5")
    press(Qt.Key.Key_Return)
    assert session.words.numbered(session.node) == "1. c4"
    assert session.node.marks == (Mark("square", ("e5",), "green"),)


def test_a_right_click_in_go_opens_a_menu_of_the_point(qtbot, go: Window) -> None:
    session = go.session
    session.go(session.cursor.last())
    right_click(go, "cc")
    menu = menu_of(go)
    texts = [one.text() for one in menu.actions() if one.isVisible()]
    assert texts[:5] == [
        "C7, White stone",
        "Go to 2. C7, which put it here",
        "No later move goes here",
        "Mark it: green triangle",
        "Mark it and others: green triangle",
    ]
    assert {"Try moves without recording", "Copy the position"} <= {
        one.partition("\t")[0] for one in texts
    }
    menu.actions()[1].trigger()
    menu.close()
    assert session.words.numbered(session.node) == "2. C7"
    assert untouched(go)
    right_click(go, "dd")
    menu = menu_of(go)
    assert menu.actions()[1].text() == "Go to 5. D6, the next move here"
    menu.actions()[2].trigger()
    menu.close()
    assert session.node.marks == (Mark("triangle", ("dd",), "green"),)


def test_a_setting_turns_the_right_click_round(chess: Window) -> None:
    chess.settings.set_of_game("right-button", "chess", "menu")
    chess.looks.show_settings()
    right_click(chess, "e2")
    assert menu_of(chess).actions()[0].text() == "e2, White pawn"
    menu_of(chess).close()
    assert chess.session.trial is None
    chess.settings.set_of_game("right-button", "chess", "")
    chess.looks.show_settings()
    right_click(chess, "e2")
    assert chess.session.marks


def test_while_a_tool_is_chosen_a_right_click_marks_the_record(go: Window) -> None:
    go.run(COMMANDS["tools"])
    go.desk.stage.board.tools.choose("cross")
    right_click(go, "cc")
    assert go.session.node.marks == (Mark("triangle", ("cc",), "green"),)


def test_a_long_press_opens_the_menu_of_the_square(qtbot, chess: Window) -> None:
    board = chess.desk.stage.board
    with qtbot.waitSignal(board.menuAsked) as asked:
        QTest.mousePress(board, LEFT, NONE, board.centre_of("e2").toPoint())
    assert asked.args[0] == "e2"
    menu_of(chess).close()
    QTest.mouseRelease(board, LEFT, NONE, board.centre_of("e2").toPoint())
    assert board.hand == ()
    assert untouched(chess)


# ---------------------------------------------------------------------------- to the move of a stone


def test_shift_and_a_click_goes_to_the_move_that_put_a_stone_there(qtbot, go: Window) -> None:
    session, board = go.session, go.desk.stage.board
    session.go(session.cursor.last())
    QTest.mouseClick(board, LEFT, SHIFT, board.centre_of("gg").toPoint())
    assert session.words.numbered(session.node) == "3. G3"
    assert untouched(go)


@pytest.mark.parametrize("game", ["hex", "twixt"])
def test_a_click_on_a_stone_that_stays_goes_to_its_move(qtbot, tmp_path: Path, game: str) -> None:
    window = careful_window(qtbot, tmp_path, Path(samples()[game]["study"]))
    session = window.session
    session.go(session.cursor.last())
    third = session.cursor.line[3]
    click(qtbot, window, session.squares(third)[-1])
    assert session.node is third
    assert untouched(window)


# ------------------------------------------------------------------------------ nothing is edited

OTHERS = (
    RIGHT,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.BackButton,
    Qt.MouseButton.ForwardButton,
)
FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_End)
PAGES = (
    "notation",
    "tree",
    "graph",
    "line",
    "evaluation",
    "explorer",
    "notes",
    "contents",
    "games",
)


def poke(qtbot, window: Window, widget: QWidget) -> None:
    """Rest all over a widget, click there, and here and there with each other button; menus are closed."""
    for number, (x, y) in enumerate(product((1, 3, 5), repeat=2)):
        spot = QPoint(widget.width() * x // 6, widget.height() * y // 6)
        QTest.mouseMove(widget, spot)
        for button in (LEFT, OTHERS[number % len(OTHERS)]):
            qtbot.mouseClick(widget, button, pos=spot)
            while (menu := QApplication.activePopupWidget()) is not None:
                menu.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)


def written(window: Window) -> bytes:
    """What saving the file again would write."""
    document = window.session.document
    output = FORMATS[document.format].load().write(document)
    return b"".join(piece_bytes(piece, document.source) for piece in output.pieces)


@pytest.mark.parametrize("game", GAMES)
def test_looking_changes_nothing(qtbot, tmp_path: Path, game: str) -> None:
    build(tmp_path, "Samples")
    window = careful_window(qtbot, tmp_path, Path(samples()[game]["study"]))
    session, document = window.session, window.session.document
    window.settings.set("ask-undoable", False)
    for ending in session.game.results[:1] if not is_over(session) else ():
        session.do(plans_board.result, ending.text)
    document.history.set_clean()
    before = list(rows_of(session.record.root)), session.record.headers, written(window)
    undo = document.history.undo_words
    board = window.desk.stage.board
    for place in (session.record.root, session.cursor.last(), list(session.record.walk())[-1]):
        session.go(place)
        poke(qtbot, window, board)
        window.focus_board()
        for key in FORWARD:
            press(key)
    session.home()
    line = [session.states.at(node).action for node in session.record.root.main_line()]
    session.trying.show("a book", line[1:3], session.node)
    poke(qtbot, window, board)
    session.trying.go_on("a book", next(iter(session.game.legal_moves(session.shown_state))))
    assert session.shown is not session.node
    poke(qtbot, window, board)
    window.focus_board()
    press(Qt.Key.Key_Escape)
    for id in PAGES:
        if not window.desk.panels.page(id):
            continue
        window.show_page(id)
        page = window.desk.panels.made(id)
        if id == "explorer":
            session.home()
            qtbot.waitUntil(lambda page=page: bool(page.table.moves.first(9)))
        for area in page.findChildren(QAbstractScrollArea):
            if area.isVisible():
                poke(qtbot, window, area.viewport())
        if id == "explorer":
            assert session.trial is not None or session.node is not session.record.root
    QApplication.processEvents()
    session.flush()
    after = list(rows_of(session.record.root)), session.record.headers, written(window)
    assert after == before
    assert document.history.undo_words == undo
    assert not document.modified
    assert not window.isWindowModified()


def test_looking_at_an_engines_line_changes_nothing(qtbot, chess: Window) -> None:
    chess.engines.keep(
        (EngineSetup("Scripted", sys.executable, (str(SCRIPT), "plain"), {"chess": "uci"}),)
    )
    chess.run(COMMANDS["analyse"])
    page = chess.desk.panels.made("analysis")
    qtbot.waitUntil(lambda: bool(page.view.rows))
    session, view = chess.session, page.view
    box = view.visualRect(view.model().index(0))
    spot = QPoint(box.left() + round(view._delegate.move_left()) + 4, box.center().y())
    poke(qtbot, chess, view.viewport())
    qtbot.mouseClick(view.viewport(), LEFT, pos=spot)
    assert chess.desk.stage.trial.words == ("Preview: Scripted +0.10", "1. e4")
    view.setFocus()
    press(Qt.Key.Key_Right)
    assert chess.desk.stage.trial.words[1] == "1. e4  e5"
    assert view.rows, "the engine stays where the line begins"
    assert untouched(chess)
    press(Qt.Key.Key_Escape)
    assert session.trial is None
    press(Qt.Key.Key_Return)
    assert session.words.numbered(session.node) == "1… e5"


def test_a_double_click_puts_a_row_of_the_explorer_in(qtbot, tmp_path: Path) -> None:
    build(tmp_path, "Samples")
    text = '[Event "?"]\n[Result "*"]\n\n1. a3 *\n'
    window = opened(qtbot, tmp_path, text, "game.pgn")
    window.run(COMMANDS["explorer"])
    page, session = window.desk.panels.made("explorer"), window.session
    qtbot.waitUntil(lambda: bool(page.table.moves.first(9)))
    rows = page.table.rows
    move = page.table.moves.first(9)[0].text
    spot = rows.visualRect(rows.model().index(0, 0)).center()
    qtbot.mouseClick(rows.viewport(), LEFT, pos=spot)
    assert window.desk.stage.trial.words == ("Preview: explorer", move)
    assert untouched(window)
    QTest.mouseDClick(rows.viewport(), LEFT, NONE, spot)
    QTest.mouseRelease(rows.viewport(), LEFT, NONE, spot)
    assert session.trial is None
    assert session.words.numbered(session.node) == move
    chosen = session.node
    session.undo()
    qtbot.waitUntil(lambda: bool(page.table.moves.first(9)))
    rows.setFocus()
    press(Qt.Key.Key_Space)
    press(Qt.Key.Key_Return)  # before the explorer has an answer for what is shown
    assert session.trial is None
    assert session.words.numbered(session.node) == move
    session.undo()
    assert session.node.id != chosen.id
    qtbot.waitUntil(lambda: bool(page.table.moves.first(9)))
    rows.setFocus()
    press(Qt.Key.Key_Space)
    assert session.trial is not None
    press(Qt.Key.Key_Escape)
    assert session.trial is None
    assert untouched(window)
