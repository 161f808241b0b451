"""Moves typed into the line below the board."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click, make_window
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.games.game import Game, State
from viewer.tree.action import Move
from viewer.ui.board.move_field import MoveField
from viewer.ui.commands import COMMANDS
from viewer.ui.session.typed_moves import begun
from viewer.ui.toolkit.plain import ElidedLabel
from viewer.ui.window.window import Window

pytestmark = pytest.mark.bare

KEY = Qt.Key


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    window.session.go_to(1)
    return window


def open_field(window: Window) -> MoveField:
    """As by the key."""
    QTest.keyClick(window.desk.stage.board, "/")
    field = window.desk.stage.field
    assert field is not None
    assert field.line.hasFocus()
    return field


def press(key: Qt.Key, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def type_move(text: str) -> None:
    QTest.keyClicks(QApplication.focusWidget(), text)
    press(KEY.Key_Return)


def compose(text: str) -> None:
    """Give the line a text as an input method does: composed first, then handed over."""
    line = QApplication.focusWidget()
    for event in (QInputMethodEvent(text, []), QInputMethodEvent()):
        QApplication.sendEvent(line, event)
    event = QInputMethodEvent()
    event.setCommitString(text)
    QApplication.sendEvent(line, event)


def enter(text: str) -> None:
    """Type a text key by key; what no key has is composed."""
    for letter in text:
        if letter.isascii():
            QTest.keyClicks(QApplication.focusWidget(), letter)
        else:
            compose(letter)


def moves(window: Window) -> list[str]:
    """The moves from the start to the current one."""
    return [node.action.text for node in window.session.node.path()[1:]]


@pytest.mark.parametrize(
    ("game", "typed", "played"),
    [
        ("chess", ["e4", "e7e5", "nf3"], ["e2e4", "e7e5", "g1f3"]),
        ("xiangqi", ["炮二平五", "h8+7", "h0g2"], ["h2e2", "h9g7", "h0g2"]),
        ("shogi", ["７六歩", "34歩", "2g2f"], ["7g7f", "3c3d", "2g2f"]),
        ("go", ["Q16", "dp"], ["B pd", "W dp"]),
        ("hex", ["a2", "K9"], ["1 a2", "2 k9"]),
        ("twixt", ["d4", "L9"], ["1 d4", "2 l9"]),
    ],
)
def test_moves_are_typed_one_after_the_other(qtbot, tmp_path, game, typed, played) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of(game)
    window.session.set_style(window.session.game.notations[0].id)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    field = open_field(window)
    for number, text in enumerate(typed):
        if text.isascii():
            QTest.keyClicks(field.line, text)
        else:
            for part in (QInputMethodEvent(text, []), QInputMethodEvent()):
                QApplication.sendEvent(field.line, part)
            assert len(moves(window)) == number, "what is being composed is no move yet"
            compose(text)
        assert len(moves(window)) == number + 1
        assert field.line.text() == ""
        assert field.line.hasFocus()
    assert moves(window) == played
    press(KEY.Key_Escape)
    assert window.desk.stage.field is None
    assert window.desk.stage.below.isVisible()
    assert window.desk.stage.board.hasFocus()


def test_red_pieces_are_found_by_the_characters_of_both_sides(qtbot, tmp_path) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("xiangqi")
    window.session.set_style("traditional")
    for typed in ("車九", "俥九", "车九"):
        assert {one.move.text for one in begun(window.session, typed)} == {"a0a1", "a0a2"}


def test_a_move_that_is_there_is_gone_to_and_another_is_a_variation(window) -> None:
    open_field(window)
    type_move("e5")
    assert window.session.node.id == 2
    press(KEY.Key_Left)
    type_move("c5")
    assert moves(window) == ["e2e4", "c7c5"]
    assert len(window.session.record.node(1).children) == 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Ke7", "same side stands on e7"),
        ("zz", "No move could be read"),
        ("n", "“n” may be Nh6, Nf6, Nc6, Na6."),
        ("<b>x</b>", "“<b>x</b>”"),
    ],
)
def test_a_wrong_move_says_why_and_stays_to_be_mended(window, text, why) -> None:
    field = open_field(window)
    type_move(text)
    assert why in field.said
    assert field.line.selectedText() == text
    assert window.session.node.id == 1
    type_move("nf6")
    assert moves(window)[-1] == "g8f6"
    assert why not in field.said


@pytest.mark.parametrize(("text", "why"), [("Ke7", "same side stands on e7"), ("zz", "“zz”")])
def test_what_is_no_move_is_said_quietly_while_it_is_typed(window, text, why) -> None:
    field = open_field(window)
    QTest.keyClicks(field.line, text)
    assert why in field.said
    assert field.line.accessibleDescription() == field.said
    assert not field.findChild(ElidedLabel).property("bad"), "only Enter is told so in red"
    press(KEY.Key_Return)
    assert why in field.said
    assert field.findChild(ElidedLabel).property("bad")
    QTest.keyClicks(field.line, "nf")
    assert field.said == "Nf6"


def test_what_a_text_may_become_is_offered_and_completed(window) -> None:
    field = open_field(window)
    QTest.keyClicks(field.line, "nf")
    assert field.said == "Nf6"
    press(KEY.Key_Tab)
    assert field.line.text() == "Nf6"
    press(KEY.Key_Return)
    QTest.keyClicks(field.line, "h")
    assert field.said.endswith("h3   h4")
    QTest.keyClicks(field.line, "x")
    assert "hx" in field.said
    field.line.setText("g1")
    assert field.said == "g1h3   g1f3   g1e2", "as the notation writes it in which it is begun"


@pytest.mark.parametrize(
    ("game", "typed", "offered"), [("shogi", "96", "９六歩"), ("xiangqi", "炮2", "炮二")]
)
def test_digits_of_a_keyboard_begin_moves_that_are_spelt_in_characters(
    qtbot, tmp_path, game, typed, offered
) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of(game)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    field = open_field(window)
    enter(typed)
    assert offered in field.said
    assert moves(window) == [], "it may go on as several"


def test_keys_are_letters_while_something_is_typed_and_steps_while_nothing_is(window) -> None:
    field = open_field(window)
    QTest.keyClicks(field.line, "c")
    assert field.line.text() == "c"
    press(KEY.Key_Left)
    assert field.line.cursorPosition() == 0
    assert window.session.node.id == 1
    press(KEY.Key_Delete)
    for key, id in ((KEY.Key_Left, 0), (KEY.Key_End, 2), (KEY.Key_Home, 0), (KEY.Key_Right, 1)):
        press(key)
        assert window.session.node.id == id
        assert field.line.hasFocus()
    type_move("c5")
    press(KEY.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert moves(window) == ["e2e4"]
    press(KEY.Key_Delete)
    assert len(window.session.record.nodes) == 3, "a key for text takes no move away"


def test_a_click_on_the_board_is_the_end_of_typing(qtbot, window) -> None:
    open_field(window)
    QTest.keyClicks(QApplication.focusWidget(), "c")
    click(qtbot, window, "c7", "c5")
    assert moves(window) == ["e2e4", "c7c5"]
    assert window.desk.stage.field is None


def test_it_follows_to_another_record_and_closes_with_the_desk(qtbot, window) -> None:
    field = open_field(window)
    window.session.reloaded.emit()
    assert field.line.placeholderText().startswith("Nh6")
    window.files.new_of("go")
    assert window.tabs.desks()[0].stage.field is None
    window.files.new_of("chess")
    window.run(COMMANDS["edit-position"])
    assert not COMMANDS["type-moves"].possible(window)
    window.desk.close_editor()
    open_field(window)
    window.run(COMMANDS["edit-position"])
    assert window.desk.stage.field is None


def opened(qtbot, tmp_path: Path, game: str) -> Window:
    """A window with a new record of a game and the line open."""
    window = make_window(qtbot, tmp_path)
    window.files.new_of(game)
    window.session.set_style(window.session.game.notations[0].id)
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    open_field(window)
    return window


def spelt(game: Game, after: State) -> str:
    """The move that led to a state as it is typed: without the sign of a side."""
    return game.notation(after, game.notations[0].id).lstrip("▲△").replace("\u3000", "")


@pytest.mark.parametrize("id", ["chess", "xiangqi", "shogi", "go", "hex", "twixt"])
def test_a_scoresheet_takes_no_enter_and_blanks_only_where_a_move_begins_another(
    qtbot, tmp_path, id
) -> None:
    window = opened(qtbot, tmp_path, id)
    game, dice = window.session.game, random.Random(5)
    state = window.session.state
    typed, played, blanks = "", [], 0
    for _ in range(40):
        legal = game.legal_moves(state)
        move = legal[dice.randrange(len(legal))]
        others = [spelt(game, game.step(state, one)) for one in legal if one != move]
        state = game.step(state, move)
        text = spelt(game, state)
        needed = any(one.startswith(text) for one in others)
        blanks += needed
        typed += text + " " * needed
        played.append(move.text)
    enter(typed)
    assert moves(window) == played
    assert window.desk.stage.field.line.text() == ""
    assert blanks < 12


def test_a_move_with_which_another_begins_ends_with_a_blank_the_next_letter_or_enter(
    qtbot, tmp_path
) -> None:
    window = opened(qtbot, tmp_path, "go")
    enter("Q1")
    assert moves(window) == []
    assert window.desk.stage.field.said.startswith("Q1   Q1")
    enter(" ")
    assert moves(window) == ["B ps"]
    enter("R1D")
    assert moves(window) == ["B ps", "W qs"]
    assert window.desk.stage.field.line.text() == "D"
    enter("1")
    press(KEY.Key_Return)
    assert moves(window)[2:] == ["B ds"]
    enter("E16")
    assert moves(window)[3:] == ["W ed"]


def test_castling_short_waits_for_nothing_while_none_castles_long(window) -> None:
    for move in ("g8f6", "g1f3", "e7e6", "f1e2", "f8e7"):
        window.session.play(Move(move))
    open_field(window)
    enter("O-O")
    assert moves(window)[-1] == "e1g1", "nobody can castle long yet"
    enter("O-O")
    assert moves(window)[-2:] == ["e1g1", "e8g8"]


CASTLING = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "played"),
    [
        ("O-O", []),
        ("O-O ", ["e1g1"]),
        ("O-Oe5", ["e1g1", "e7e5"]),
        ("O-O-O", ["e1c1"]),
        ("0-0-0", ["e1c1"]),
        ("0-0e5", ["e1g1", "e7e5"]),
    ],
)
def test_castling_short_waits_while_long_is_possible(qtbot, tmp_path, text, played) -> None:
    window = chess_window(qtbot, tmp_path, line(fen=CASTLING))
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    open_field(window)
    enter(text)
    assert moves(window) == played


def test_a_promotion_waits_for_its_end(qtbot, tmp_path) -> None:
    window = opened(qtbot, tmp_path, "shogi")
    enter("76歩34歩22角")
    assert len(moves(window)) == 2
    enter("成")
    assert moves(window)[-1] == "8h2b+"


@pytest.mark.parametrize(
    ("game", "text", "count"),
    [
        ("chess", "1. e4 e5 2. nf3 nc6 3.Bb5 a6", 6),
        ("go", "R14 Q9", 2),
        ("xiangqi", "炮二平五 马8进7", 2),
        ("xiangqi", "炮二平五马8进7", 2),
        ("shogi", "76歩 34歩", 2),
        ("shogi", "1 ７六歩(77) 2 ３四歩(33)", 2),
        ("hex", "a2 k9\tb3", 3),
        ("twixt", "d4 l9", 2),
    ],
)
def test_a_whole_line_is_taken(qtbot, tmp_path, game, text, count) -> None:
    window = opened(qtbot, tmp_path, game)
    QApplication.clipboard().setText(text)
    press(KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    press(KEY.Key_Return)
    assert len(moves(window)) == count
    assert window.desk.stage.field.line.text() == ""


def test_the_word_that_is_no_move_is_named_and_the_others_are_kept(qtbot, tmp_path) -> None:
    window = opened(qtbot, tmp_path, "chess")
    field = window.desk.stage.field
    QApplication.clipboard().setText("e4 e5 Nf9 nc6 bb5")
    press(KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert moves(window) == ["e2e4", "e7e5"]
    assert field.line.text() == "Nf9 nc6 bb5"
    assert field.line.selectedText() == "Nf9"
    assert "Nf9" in field.said
    enter("nf")
    assert field.line.text() == "nf nc6 bb5"
    enter("3")
    assert field.line.text() == ""
    assert moves(window)[2:] == ["g1f3", "b8c6", "f1b5"]


def test_backspace_takes_the_last_move_back_into_the_line(window) -> None:
    field = open_field(window)
    enter("c5nf3")
    assert moves(window) == ["e2e4", "c7c5", "g1f3"]
    press(KEY.Key_Backspace)
    assert moves(window) == ["e2e4", "c7c5"]
    assert field.line.text() == "nf3"
    press(KEY.Key_Backspace)
    enter("4")
    assert field.line.text() == "nf4"
    for _ in "nf4":
        press(KEY.Key_Backspace)
    press(KEY.Key_Backspace)
    assert field.line.text() == "c5"
    assert moves(window) == ["e2e4"]
    assert len(window.session.record.nodes) == 3, "as it was"
    press(KEY.Key_Return)
    assert moves(window) == ["e2e4", "c7c5"]
    window.session.go_to(2)
    for _ in "xx":
        press(KEY.Key_Backspace)
    assert window.session.node.id == 2, "only what was typed here comes back"


def test_backspace_goes_back_from_a_move_that_was_there(window) -> None:
    field = open_field(window)
    enter("e5")
    assert window.session.node.id == 2
    press(KEY.Key_Backspace)
    assert (window.session.node.id, field.line.text()) == (1, "e5")
    assert len(window.session.record.nodes) == 3


def test_signs_behind_a_move_belong_to_it(window) -> None:
    field = open_field(window)
    enter("d5ed5!? ")
    assert moves(window)[-1] == "e4d5"
    assert field.line.text() == ""


def test_signs_typed_somewhere_else_belong_to_no_move(window) -> None:
    field = open_field(window)
    enter("d5ed5 ")
    window.session.go(window.session.record.root)
    enter("!?")
    assert field.line.text() == "!?"


def test_typing_begins_on_the_board_if_the_settings_say_so(window) -> None:
    board = window.desk.stage.board
    QTest.keyClick(board, "c")
    assert window.desk.stage.field is None, "a key of a command"
    board.setFocus()
    window.settings.set("typing", True)
    window.looks.show_settings()
    press(KEY.Key_C)
    field = window.desk.stage.field
    assert field is not None
    assert field.line.text() == "c"
    enter("5")
    assert moves(window)[-1] == "c7c5"
