"""A move is mended by the board or the line for moves, and the rest is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click, press
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.document import plans
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

KEY = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3", "b8c6", "f3e5"))
    window.session.document.history.set_clean()
    qtbot.waitUntil(window.isActiveWindow)
    window.focus_board()
    return window


def actions(window: Window) -> list[str]:
    return [node.action.text for node in list(window.session.record.root.main_line())[1:]]


def test_a_move_is_replaced_on_the_board_and_what_breaks_is_listed(qtbot, window) -> None:
    session = window.session
    session.go_to(3)
    press(KEY.Key_R, CONTROL)
    assert session.node.id == 2, "the position in which the move is made"
    assert "2. Nf3" in window.desk.stage.field.said
    click(qtbot, window, "b1", "c3")
    assert actions(window) == ["e2e4", "e7e5", "b1c3", "b8c6", "f3e5"]
    assert session.node.id == 3
    assert session.mending is None
    assert window.desk.stage.field is None
    assert "3. f3xe5" in window.status.said
    qtbot.waitUntil(lambda: [one.node for one in session.findings.here] == [5])
    press(KEY.Key_Z, CONTROL)
    assert actions(window) == ["e2e4", "e7e5", "g1f3", "b8c6", "f3e5"]
    assert not session.document.modified, "one undo"
    assert session.node.id == 3
    assert window.status.said == "", "nothing is against the rules any more"


def test_a_move_is_replaced_by_one_that_is_typed(window) -> None:
    window.session.go_to(1)
    press(KEY.Key_R, CONTROL)
    QTest.keyClicks(QApplication.focusWidget(), "e3")
    press(KEY.Key_Return)
    assert actions(window) == ["e2e3", "e7e5", "g1f3", "b8c6", "f3e5"]
    assert window.desk.stage.board.hasFocus()


def test_the_key_that_opens_the_line_is_no_part_of_a_move(window) -> None:
    window.session.go_to(1)
    press(KEY.Key_R, CONTROL)
    QTest.keyClicks(QApplication.focusWidget(), "/e3")
    press(KEY.Key_Return)
    assert actions(window)[0] == "e2e3"


def test_moves_are_put_in_one_after_the_other_until_escape(qtbot, window) -> None:
    window.session.go_to(2)
    press(KEY.Key_Insert)
    click(qtbot, window, "a2", "a3")
    assert window.session.mending is not None
    click(qtbot, window, "h7", "h6")
    assert actions(window) == ["e2e4", "e7e5", "a2a3", "h7h6", "g1f3", "b8c6", "f3e5"]
    press(KEY.Key_Escape)
    assert window.session.mending is None
    assert window.desk.stage.field is None
    click(qtbot, window, "b1", "c3")
    assert len(window.session.node.parent.children) == 2, "moves are played again"


def test_a_move_is_left_out(window) -> None:
    window.session.go_to(4)
    press(KEY.Key_Delete, CONTROL)
    assert actions(window) == ["e2e4", "e7e5", "g1f3", "f3e5"]
    assert window.session.node.id == 3
    press(KEY.Key_Z, CONTROL)
    assert len(actions(window)) == 5


def test_what_became_of_an_equal_move_and_of_a_comment_is_told(window) -> None:
    session = window.session
    session.go_to(3)
    session.do(plans.comment, "a slip")
    session.do_on(session.record.node(2), plans.play, "b1c3")
    session.go_to(3)
    session.document.history.set_clean()
    press(KEY.Key_R, CONTROL)
    QTest.keyClicks(QApplication.focusWidget(), "Nc3")
    assert len(session.record.node(2).children) == 1
    assert window.status.said.endswith("2. Nc3 stood there already: both are one line now.")
    press(KEY.Key_Z, CONTROL)
    assert len(session.record.node(2).children) == 2
    assert not session.document.modified
    session.go_to(3)
    press(KEY.Key_Delete, CONTROL)
    assert session.node.comment == "a slip"
    assert window.status.said.endswith("Its comment stands at 1… e5 now.")


def test_going_elsewhere_or_escape_ends_it_and_changes_nothing(qtbot, window) -> None:
    session = window.session
    for leave in (lambda: press(KEY.Key_Escape), session.home, lambda: session.go_to(5)):
        session.go_to(3)
        window.run(COMMANDS["replace-move"])
        assert session.mending is not None
        leave()
        assert session.mending is None
        assert window.desk.stage.field is None
    session.go_to(3)
    window.run(COMMANDS["replace-move"])
    click(qtbot, window, "g1", "f3")
    assert session.node.id == 3, "it is that move"
    assert not session.document.modified


def test_escape_on_the_board_ends_it_after_a_touch(qtbot, window) -> None:
    window.session.go_to(3)
    press(KEY.Key_R, CONTROL)
    click(qtbot, window, "b1")
    press(KEY.Key_Escape)
    assert window.session.mending is not None, "the piece in the hand first"
    press(KEY.Key_Escape)
    assert window.session.mending is None
    assert not window.session.document.modified


def test_takebacks_shown_as_variations_are_no_place_to_mend(window) -> None:
    window.session.go_to(3)
    window.session.rearranged = True
    press(KEY.Key_Delete, CONTROL)
    assert not window.session.document.modified


def test_there_is_nothing_to_mend_at_the_start_and_at_the_end(window) -> None:
    window.session.home()
    assert not COMMANDS["replace-move"].possible(window)
    assert not COMMANDS["leave-out"].possible(window)
    window.session.go_to(5)
    assert not COMMANDS["insert-moves"].possible(window)


def test_what_is_tried_is_left_before_a_move_is_mended(window) -> None:
    session = window.session
    session.go_to(2)
    window.run(COMMANDS["trial"])
    assert session.trial is not None
    window.run(COMMANDS["replace-move"])
    assert session.trial is None
    assert session.mending is not None
