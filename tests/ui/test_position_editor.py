"""The position editor used with mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, write_file
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QSpinBox, QWidget

from viewer.formats import FORMATS
from viewer.games import GAMES, game_of
from viewer.games.capabilities import Editable, Holding
from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.editor.editor import PositionEditor
from viewer.ui.window.window import Window

pytestmark = pytest.mark.bare

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1"


def edit(window: Window) -> PositionEditor:
    """Open the editor."""
    window.run(COMMANDS["edit-position"])
    editor = window.desk._editor
    assert editor is not None
    QApplication.processEvents()
    return editor


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3"))


@pytest.fixture
def editor(window: Window) -> PositionEditor:
    return edit(window)


def click(qtbot, editor: PositionEditor, place: str, button=LEFT) -> None:
    qtbot.mouseClick(editor.board, button, pos=editor.board.centre_of(place).toPoint())


def drag(qtbot, editor: PositionEditor, source: QWidget, start: QPoint, end: QPoint) -> None:
    """Drag from a point of a widget to a point of the board."""
    goal = source.mapFromGlobal(editor.board.mapToGlobal(end))
    qtbot.mousePress(source, LEFT, pos=start)
    for part in range(1, 6):
        qtbot.mouseMove(source, start + (goal - start) * part / 5)
    qtbot.mouseRelease(source, LEFT, pos=goal)


def at(editor: PositionEditor, place: str) -> QPoint:
    return editor.board.centre_of(place).toPoint()


def tray(editor: PositionEditor, kind: str):
    buttons = (*editor.stage.above.buttons, *editor.stage.below.buttons)
    return next(button for button in buttons if button.kind == kind)


def press(keys: str) -> None:
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget()
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


def text(editor: PositionEditor) -> str:
    return editor.draft.sketch.text


def pieces(editor: PositionEditor) -> dict[str, str]:
    return dict(editor.draft.sketch.pieces)


# ----------------------------------------------------------------------------------- mouse


def test_a_piece_is_dragged_from_the_tray_along_the_board_and_off_it(qtbot, editor) -> None:
    queen = tray(editor, "white-queen")
    drag(qtbot, editor, queen, queen.rect().center(), at(editor, "d4"))
    assert pieces(editor)["d4"] == "white-queen"
    drag(qtbot, editor, editor.board, at(editor, "d4"), at(editor, "e5"))
    assert "d4" not in pieces(editor)
    assert pieces(editor)["e5"] == "white-queen"
    frame = editor.board.board_rect().topLeft().toPoint() + QPoint(2, 2)
    assert editor.board.square_at(QPointF(frame)) == ""
    drag(qtbot, editor, editor.board, at(editor, "e5"), frame)
    assert pieces(editor)["e5"] == "white-queen", "beside the squares it goes back"
    off = QPoint(editor.board.width() // 2, -30)
    drag(qtbot, editor, editor.board, at(editor, "e5"), off)
    assert "e5" not in pieces(editor)
    drag(qtbot, editor, queen, queen.rect().center(), off)
    assert len(pieces(editor)) == 32


def test_a_chosen_piece_is_put_as_often_as_one_clicks(qtbot, editor) -> None:
    pawn = tray(editor, "black-pawn")
    qtbot.mouseClick(pawn, LEFT)
    assert pawn.isChecked()
    for place in ("a5", "b5"):
        click(qtbot, editor, place)
        assert pieces(editor)[place] == "black-pawn"
    click(qtbot, editor, "a5")
    assert "a5" not in pieces(editor), "the same once more takes it away"
    qtbot.mousePress(editor.board, LEFT, pos=at(editor, "c5"))
    for place in ("d5", "e5", "f5"):
        qtbot.mouseMove(editor.board, at(editor, place))
    qtbot.mouseRelease(editor.board, LEFT, pos=at(editor, "f5"))
    assert [pieces(editor).get(f + "5") for f in "cdef"] == ["black-pawn"] * 4
    qtbot.mouseClick(pawn, LEFT)
    assert not pawn.isChecked()
    assert editor.draft.chosen == ""


def test_a_click_with_nothing_to_put_down_says_what_to_do(qtbot, editor) -> None:
    with qtbot.waitSignal(editor.draft.told) as told:
        click(qtbot, editor, "d5")
    assert str(told.args[0]) == "Choose a piece beside the board first, then click here."


def test_the_right_button_takes_pieces_away(qtbot, editor) -> None:
    click(qtbot, editor, "a1", RIGHT)
    assert "a1" not in pieces(editor)
    assert not editor.draft.game.castling_rights(editor.draft.state)[1].held
    qtbot.mouseClick(tray(editor, "white-king"), LEFT)
    click(qtbot, editor, "d5", RIGHT)
    assert editor.draft.chosen == "", "on an empty place it puts the chosen piece back"


def test_a_piece_is_clicked_and_put_down(qtbot, editor) -> None:
    click(qtbot, editor, "e2")
    assert editor.board.held == "e2"
    click(qtbot, editor, "e5")
    assert pieces(editor)["e5"] == "white-pawn"
    click(qtbot, editor, "e5")
    click(qtbot, editor, "e5")
    assert editor.board.held == ""


# ----------------------------------------------------------------------------------- keys


def test_keys_alone_put_move_and_take(qtbot, window, editor) -> None:
    board = editor.board
    assert board.hasFocus()
    press("Up")
    assert board.at
    board.at = "e2"
    press("Return")
    assert board.held == "e2"
    press("Up")
    press("Up")
    press("Space")
    assert pieces(editor)["e4"] == "white-pawn"
    assert "e2" not in pieces(editor)
    press("Delete")
    assert "e4" not in pieces(editor)
    button = tray(editor, "white-knight")
    button.setFocus()
    press("Space")
    board.setFocus()
    press("Return")
    assert pieces(editor)["e4"] == "white-knight"
    assert window.session.node.id == 0, "the record stood still"


def test_escape_leaves_step_by_step(qtbot, window, editor) -> None:
    qtbot.mouseClick(tray(editor, "white-knight"), LEFT)
    editor.board.setFocus()
    press("Escape")
    assert editor.draft.chosen == ""
    click(qtbot, editor, "e2")
    press("Escape")
    assert editor.board.held == ""
    assert window.desk.editing
    press("Escape")
    assert not window.desk.editing
    assert window.desk.stage.isVisible()
    assert window.desk.stage.board.hasFocus()
    assert window.session.document.history.unused


def test_escape_asks_before_an_edited_position_goes(qtbot, window, editor, monkeypatch) -> None:
    asked, answers = [], ["stay", "discard"]

    def ask(title, text, given, *, safe: str) -> str:
        asked.append((sorted(given), safe))
        return answers.pop(0)

    monkeypatch.setattr(window.questions, "ask", ask)
    click(qtbot, editor, "a1", RIGHT)
    editor.board.setFocus()
    editor.board.at = ""
    press("Escape")
    assert window.desk.editing
    assert "a1" not in pieces(editor)
    press("Escape")
    assert not window.desk.editing
    assert asked == [(["discard", "stay"], "stay")] * 2


def test_steps_are_taken_back_in_the_editor_only(qtbot, window, editor) -> None:
    window.session.document.play(window.session.record.root, "d2d4")
    start = text(editor)
    click(qtbot, editor, "a1", RIGHT)
    click(qtbot, editor, "b1", RIGHT)
    after = text(editor)
    press("Ctrl+Z")
    press("Ctrl+Z")
    press("Ctrl+Z")
    assert text(editor) == start
    assert window.session.document.modified
    press("Ctrl+Y")
    press("Ctrl+Shift+Z")
    assert text(editor) == after
    assert editor.panel.text.toPlainText() == after


def test_the_board_can_be_turned_meanwhile(qtbot, window, editor) -> None:
    before = [button.kind for button in editor.stage.below.buttons]
    window.run(COMMANDS["flip"])
    assert [button.kind for button in editor.stage.above.buttons] == before
    click(qtbot, editor, "a1", RIGHT)
    assert "a1" not in pieces(editor)


def test_commands_of_the_record_wait(window, editor) -> None:
    for id in ("next", "last", "undo", "delete", "save", "paste", "comment", "edit-position"):
        assert not COMMANDS[id].possible(window), id
    for id in ("flip", "palette", "open", "theme-dark", "coordinates"):
        assert COMMANDS[id].possible(window), id


# ----------------------------------------------------------------------------------- panel


def test_the_side_to_move_and_the_rights(qtbot, editor) -> None:
    editor.panel._sides.button(1).click()
    assert text(editor).split()[1] == "b"
    box = editor.panel._rights["K"]
    assert box.isChecked()
    box.click()
    assert text(editor).split()[2] == "Qkq"
    click(qtbot, editor, "e8", RIGHT)
    assert text(editor).split()[2] == "Q"
    assert not editor.panel._rights["k"].isEnabled()
    assert "no king" in editor.panel.odd


def test_ready_made_positions(editor) -> None:
    panel = editor.panel
    box = panel.findChild(QComboBox)
    empty = box.findText("Empty board")
    box.setCurrentIndex(empty)
    box.activated.emit(empty)
    assert text(editor) == EMPTY
    panel.findChild(QSpinBox).setValue(0)
    assert text(editor).startswith("bbqnnrkr")
    start = next(i for i in range(box.count()) if box.itemText(i) == "Start position")
    box.activated.emit(start)
    assert not editor.ends.change.isEnabled(), "the record begins with it already"
    assert editor.ends.said == "The game already begins with this position."


def test_a_position_is_typed(qtbot, editor) -> None:
    field = editor.panel.text
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "4k3/8/8/8/8/8/8/4K3 b")
    assert editor.panel.complaint == ""
    assert text(editor) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    qtbot.keyClicks(field, " x")
    assert editor.panel.complaint
    assert len(pieces(editor)) == 2


@pytest.mark.parametrize(
    "pasted",
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        '[Event "x"]\n[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. Kf1 *\n',
        "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n",
    ],
)
def test_a_position_is_pasted_in_whatever_form(editor, pasted: str) -> None:
    QGuiApplication.clipboard().setText(pasted)
    editor.board.setFocus()
    press("Ctrl+V")
    assert text(editor).startswith("4k3/8/8/8/8/8/8/4K2R w K")
    QGuiApplication.clipboard().setText("no position at all\n")
    before = text(editor)
    press("Ctrl+V")
    assert text(editor) == before
    press("Ctrl+C")
    assert QGuiApplication.clipboard().text() == before


# ----------------------------------------------------------------------------------- the end


def test_another_start_keeps_the_moves_marked_and_is_undone(qtbot, window, editor) -> None:
    session = window.session
    click(qtbot, editor, "e2", RIGHT)
    editor.ends.change.click()
    assert not window.desk.editing
    assert len(session.record.nodes) == 4
    game = session.game
    first = session.record.root.children[0]
    assert game.violation(session.states.at(first)) is not None
    assert "e2" not in dict(game.pieces(session.state))
    qtbot.waitUntil(lambda: bool(session.findings.here))
    window.run(COMMANDS["undo"])
    assert game.violation(session.states.at(first)) is None
    assert session.record.setup is None
    assert session.document.history.unused


def test_a_new_game_stands_beside_the_old_one(qtbot, window) -> None:
    window.run(COMMANDS["last"])
    editor = edit(window)
    assert "f3" in pieces(editor), "it begins with the position that was shown"
    click(qtbot, editor, "a1", RIGHT)
    editor.ends.new.click()
    session = window.session
    assert len(session.document) == 2
    assert session.index == 1
    assert "a1" not in dict(session.game.pieces(session.state))
    window.run(COMMANDS["undo"])
    assert len(session.document) == 1
    assert len(session.record.nodes) == 4


def ways(editor: PositionEditor) -> list[str]:
    """What the ways out are called, from top to bottom."""
    buttons = editor.ends.findChildren(QPushButton)
    return [button.text() for button in sorted(buttons, key=lambda one: one.y())]


def test_the_ways_out_are_the_same_at_every_move_the_harmless_one_first(qtbot, window) -> None:
    session = window.session
    editor = edit(window)
    at_start = ways(editor)
    click(qtbot, editor, "e2", RIGHT)
    press("Ctrl+Return")
    assert len(session.document) == 2
    assert session.record.root.children == (), "a new game"
    window.run(COMMANDS["undo"])
    assert session.document.history.undo_words is None
    window.run(COMMANDS["last"])
    editor = edit(window)
    assert ways(editor) == at_start
    click(qtbot, editor, "e4", RIGHT)
    press("Ctrl+Return")
    assert session.record.root.children == ()
    assert len(session.document) == 2


def test_how_many_moves_would_become_illegal_is_said_before(qtbot, window, editor) -> None:
    ends = editor.ends
    assert ends.said == "The game already begins with this position."
    click(qtbot, editor, "e7", RIGHT)
    words = "1 of 3 moves becomes illegal. It stays and is marked."
    qtbot.waitUntil(lambda: ends.said == words)
    assert ends.change.accessibleDescription() == words
    click(qtbot, editor, "e2", RIGHT)
    qtbot.waitUntil(lambda: ends.said == "2 of 3 moves become illegal. They stay and are marked.")
    press("Ctrl+Z")
    press("Ctrl+Z")
    assert ends.said == "The game already begins with this position."
    click(qtbot, editor, "a7", RIGHT)
    qtbot.waitUntil(lambda: ends.said == "No move of the game becomes illegal.")
    assert window.session.record.setup is None, "nothing was done"


def test_where_a_game_has_no_moves_the_usual_way_is_its_start(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line())
    editor = edit(window)
    click(qtbot, editor, "e2", RIGHT)
    assert editor.ends.said == "The game has no moves yet."
    press("Ctrl+Return")
    session = window.session
    assert len(session.document) == 1
    assert "e2" not in dict(session.game.pieces(session.state))


def test_a_text_that_is_no_position_is_not_taken_over(qtbot, window, editor) -> None:
    field = editor.panel.text
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "4k3/8/8/8/8/8/8/4K3 b x")
    press("Ctrl+Return")
    assert window.desk.editing
    assert not editor.ends.new.isEnabled()
    press("Backspace")
    assert editor.ends.new.isEnabled()


def test_a_file_of_one_record_gets_a_new_game_in_a_new_tab(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "a.xqf"))
    editor = edit(window)
    editor.ends.new.click()
    assert len(window.tabs.desks()) == 2
    assert window.session.record.root.children == ()


def test_another_record_ends_the_editing(window, editor) -> None:
    window.session.reloaded.emit()
    assert not window.desk.editing


def test_closing_asks_about_a_position_that_was_edited(qtbot, monkeypatch, window, editor) -> None:
    asked: list[str] = []
    answers = ["stay", "discard"]

    def ask(title, text, _answers, safe) -> str:
        asked.append(str(title))
        return answers.pop(0)

    monkeypatch.setattr(window.questions, "ask", ask)
    assert not editor.draft.sketch.can_undo
    window.session.document.history.set_clean()
    click(qtbot, editor, "a1", RIGHT)
    desk = window.desk
    assert not window.tabs.close_desk(desk)
    assert desk.editing
    assert window.tabs.close_desk(desk)
    assert asked == ["A position is being edited."] * 2
    assert window.tabs.desks() == []


def test_the_theme_changes_meanwhile(window, editor) -> None:
    window.looks.set_theme("dark")
    assert editor.board.theme.dark
    window.looks.set_theme("light")


@pytest.mark.parametrize(
    "id",
    [
        id
        for id in GAMES
        if isinstance(game_of(id), Editable)
        and any(id in entry.games for entry in FORMATS.values())
    ],
)
def test_every_game_is_edited_from_clear_to_done(qtbot, tmp_path: Path, id: str) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of(id)
    session = window.session
    game = session.game
    session.play(Move(game.legal_moves(session.state)[0].text))
    session.go(session.record.root)
    editor = edit(window)
    editor.draft.done(editor.draft.sketch.clear())
    free = [place for row in game.geometry.grid for place in row if place]
    for kind in (kind for row in game.trays for kind in row):
        place = next(
            place
            for place in free
            if not isinstance(game, Holding) or game.put(place, kind) == (place, kind)
        )
        free.remove(place)
        button = tray(editor, kind)
        drag(qtbot, editor, button, button.rect().center(), at(editor, place))
        assert pieces(editor)[place] == kind
    assert editor.grab().width() > 0
    editor.ends.change.click()
    assert len(session.record.nodes) == 2
    window.run(COMMANDS["undo"])
    window.run(COMMANDS["undo"])
    assert session.record.root.children == ()


# ----------------------------------------------------------------------------------- shogi

shogi = pytest.mark.skipif(
    not any("shogi" in entry.games for entry in FORMATS.values()), reason="no format of shogi yet"
)


@pytest.fixture
def shogi_editor(qtbot, tmp_path: Path) -> PositionEditor:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("shogi")
    return edit(window)


def hands(editor: PositionEditor) -> str:
    return text(editor).split()[2]


@shogi
def test_pieces_lie_in_hand_as_many_as_are_put_there(qtbot, shogi_editor) -> None:
    editor = shogi_editor
    drag(qtbot, editor, editor.board, at(editor, "2h"), at(editor, "R*"))
    assert hands(editor) == "R"
    drag(qtbot, editor, editor.board, at(editor, "3c"), at(editor, "B*"))
    assert hands(editor) == "RP", "it lies with its own kind, and is Black's now"
    qtbot.mouseClick(tray(editor, "+P"), LEFT)
    click(qtbot, editor, "P*")
    click(qtbot, editor, "P*")
    assert hands(editor) == "R3P", "in hand it isn't promoted"
    click(qtbot, editor, "P*", RIGHT)
    assert hands(editor) == "R2P"
    editor.draft.choose("")
    drag(qtbot, editor, editor.board, at(editor, "P*"), at(editor, "5e"))
    assert hands(editor) == "RP"
    assert pieces(editor)["5e"] == "P"


@shogi
def test_a_king_is_not_taken_in_hand(qtbot, shogi_editor) -> None:
    said: list[str] = []
    shogi_editor.draft.told.connect(lambda sentence: said.append(str(sentence)))
    drag(qtbot, shogi_editor, shogi_editor.board, at(shogi_editor, "5i"), at(shogi_editor, "R*"))
    assert pieces(shogi_editor)["5i"] == "K"
    assert any("can't be put there" in sentence for sentence in said)


@shogi
def test_a_handicap_is_chosen_from_the_ready_made_positions(shogi_editor) -> None:
    box = shogi_editor.panel.findChild(QComboBox)
    starts = game_of("shogi").starts
    number = 3
    place = next(i for i in range(box.count()) if box.itemData(i) == starts[number].setup)
    box.activated.emit(place)
    assert text(shogi_editor) == starts[number].setup.text


BOD = """後手の持駒：角二
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 金 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛
後手番
"""


@shogi
@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("position sfen 4k4/9/9/9/9/9/9/9/4K4 w R2b 7", "4k4/9/9/9/9/9/9/9/4K4 w R2b"),
        pytest.param(
            BOD,
            "4k4/9/4G4/9/9/9/9/9/4K4 w R2b",
            marks=pytest.mark.skipif("bod" not in FORMATS, reason="no diagrams yet"),
        ),
    ],
)
def test_a_diagram_is_pasted(shogi_editor, pasted: str, expected: str) -> None:
    QGuiApplication.clipboard().setText(pasted)
    press("Ctrl+V")
    assert " ".join(text(shogi_editor).split()[:3]) == expected
    field = shogi_editor.panel.text
    field.setFocus()
    field.setPlainText(pasted)
    assert shogi_editor.panel.complaint == ""


@pytest.mark.parametrize(("name", "pieces"), [("a.sgf", "stones"), ("a.kif", "pieces")])
def test_the_hint_calls_pieces_as_players_of_the_game_do(
    qtbot, tmp_path: Path, name: str, pieces: str
) -> None:
    texts = {"a.sgf": "(;GM[1]FF[4]SZ[9];B[cc])", "a.kif": "手合割：平手\n   1 ７六歩(77)\n"}
    path = tmp_path / name
    path.write_text(texts[name], encoding="utf-8")
    editor = edit(make_window(qtbot, tmp_path, path))
    hints = [one.text() for one in editor.panel.findChildren(QLabel)]
    assert any(text.startswith(f"Drag {pieces} from the trays") for text in hints)
