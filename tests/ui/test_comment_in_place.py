"""A comment written in the notation, where it is read."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, press, write_file
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.document import plans
from viewer.tree.action import Move
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.ui.commands import COMMANDS
from viewer.ui.comment.field import CommentField
from viewer.ui.notation.view import NotationView
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

MOVES = ("g1f3", "g8f6", "f3g1", "f6g8") * 30


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    """120 plies; comments at the second and the fifth, a variation with one before it at the fourth."""
    root = line(*MOVES)
    nodes = list(root.main_line())
    nodes[2].notes = {COMMENT: "the second one"}
    nodes[5].notes = {COMMENT: "one two three four five six seven eight nine"}
    aside = Node(500, nodes[3], Move("f6e4"), {BEFORE: "ahead of it"})
    nodes[3].children = (*nodes[3].children, aside)
    window = chess_window(qtbot, tmp_path, root)
    qtbot.waitUntil(lambda: window.isActiveWindow() and window.desk.panels.sheet.isVisible())
    return window


def view_of(window: Window) -> NotationView:
    return window.desk.panels.notation


def field_of(window: Window) -> CommentField:
    field = window.desk.panels.sheet.field
    assert field is not None
    return field


def move_box(window: Window, id: int):
    sight = view_of(window).sight
    assert sight is not None
    return sight.rect_of(sight.page.record.nodes[id])


def texts(window: Window) -> list[str]:
    """The comments painted on the page."""
    sight = view_of(window).sight
    assert sight is not None
    laid = [sight.laid(index) for index, _ in sight.seen]
    return [one.text.text() for one in laid if one.text is not None]


def word_at(window: Window, text: str) -> QPoint:
    """A point in a painted comment, before the last letter of a text in it."""
    sight = view_of(window).sight
    assert sight is not None
    for index, y in sight.seen:
        laid = sight.laid(index)
        if laid.text is not None and text in laid.text.text():
            place = laid.text.text().index(text) + len(text)
            found = laid.text.lineForTextPosition(place)
            across = found.cursorToX(place)
            x = across[0] if isinstance(across, tuple) else across
            return QPointF(x, y + found.rect().center().y()).toPoint()
    raise AssertionError(text)


def begin(qtbot, window: Window, id: int, command: str = "comment") -> CommentField:
    window.session.go_to(id)
    window.run(COMMANDS[command])
    field = field_of(window)
    qtbot.waitUntil(lambda: field.isVisible() and field.edit.hasFocus())
    return field


@pytest.mark.parametrize("id", [0, 1, 2, 5, 500])
def test_the_field_stands_right_under_its_move_and_rows_make_room(
    qtbot, window: Window, id: int
) -> None:
    field = begin(qtbot, window, id)
    view = view_of(window)
    assert field.parentWidget() is view.viewport()
    assert view.viewport().rect().contains(field.geometry())
    said = window.session.node.comment
    assert field.edit.text() == said
    assert not said or said not in texts(window), "no second copy"
    above, below = move_box(window, id) if id else None, move_box(window, 3 if id > 2 else id + 1)
    if above is not None:
        assert 0 <= field.y() - above.bottom() <= 8
        assert not field.geometry().intersects(above)
    if id in (0, 1, 2):
        assert 0 <= below.top() - field.geometry().bottom() <= 16


def test_the_comment_before_a_move_is_written_above_it(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 500, "comment-before")
    assert field.edit.text() == "ahead of it"
    assert field.edit.accessibleName() == "Comment before the move"
    assert "ahead of it" not in texts(window)
    below = move_box(window, 500)
    assert 0 <= below.top() - field.geometry().bottom() <= 8
    QTest.keyClicks(field.edit, "!")
    press(Qt.Key.Key_Escape)
    assert window.session.node.before == "ahead of it!"
    assert "ahead of it!" in texts(window)


def test_before_a_move_of_the_main_line_there_is_none(window: Window) -> None:
    window.session.go_to(3)
    window.desk.panels.sheet.write_comment(before=True)
    assert not window.desk.panels.sheet.writing


def test_unchanged_it_is_left_as_it_was(qtbot, window: Window) -> None:
    view = view_of(window)
    window.session.go_to(118)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    places = list(view.sight.seen), view.verticalScrollBar().value()
    for command in ("comment", "comment"):
        window.run(COMMANDS[command])
        field = field_of(window)
        qtbot.waitUntil(field.edit.hasFocus)
        assert view.viewport().rect().contains(field.geometry())
        press(Qt.Key.Key_Escape)
        qtbot.waitUntil(field.isHidden)
        assert (list(view.sight.seen), view.verticalScrollBar().value()) == places
    assert window.session.document.history.unused
    assert window.desk.stage.board.hasFocus()


def test_what_is_written_is_kept_and_the_move_stays_where_it_is(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 60)
    at = move_box(window, 60).top()
    QTest.keyClicks(field.edit, "quite a new remark")
    assert move_box(window, 60).top() == at
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(field.isHidden)
    assert window.session.node.comment == "quite a new remark"
    assert move_box(window, 60).top() == at
    assert "quite a new remark" in texts(window)


def test_a_click_elsewhere_keeps_it_and_finds_what_was_under_the_mouse(
    qtbot, window: Window
) -> None:
    window.resize(1280, 1000)  # some rows below the clicked one are seen
    field = begin(qtbot, window, 60)
    QTest.keyClicks(field.edit, "said in many words " * 6)
    below = move_box(window, 64)
    viewport = view_of(window).viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=below.center())
    assert window.session.node.id == 64
    assert move_box(window, 64) == below, "what was clicked stays under the mouse"
    qtbot.waitUntil(field.isHidden)
    assert move_box(window, 64) == below
    assert window.session.record.node(60).comment
    window.session.go_to(60)
    window.run(COMMANDS["comment"])
    QTest.keyClicks(field.edit, "!")
    board = window.desk.stage.board
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    qtbot.waitUntil(field.isHidden)
    assert window.session.record.node(60).comment.endswith("!")


def test_a_step_keeps_it_and_gives_the_board_the_keys(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 60)
    QTest.keyClicks(field.edit, "mine")
    window.run(COMMANDS["next"])
    assert window.session.node.id == 61
    assert window.session.record.node(60).comment == "mine"
    assert field.isHidden()
    assert window.desk.stage.board.hasFocus()


def test_a_click_into_the_text_begins_there(qtbot, window: Window) -> None:
    viewport = view_of(window).viewport()
    point = word_at(window, "three")
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)
    assert window.session.node.id == 5
    field = field_of(window)
    qtbot.waitUntil(field.edit.hasFocus)
    QTest.keyClicks(field.edit, "+")
    point = word_at(window, "ahead")
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)
    assert window.session.record.node(5).comment == (
        "one two three+ four five six seven eight nine"
    )
    assert (window.session.node.id, field.facet) == (500, BEFORE)
    QTest.keyClicks(field.edit, "+")
    window.focus_board()
    assert window.session.node.before == "ahead+ of it"


def test_a_click_on_a_move_writes_nothing(qtbot, window: Window) -> None:
    box = move_box(window, 5)
    qtbot.mouseClick(view_of(window).viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    assert window.session.node.id == 5
    assert not window.desk.panels.sheet.writing


def test_it_grows_to_half_of_the_page_and_then_scrolls(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 60)
    view = view_of(window)
    half, low = view.viewport().height() // 2, field.height()
    for count in range(1, 30):
        QTest.keyClick(field.edit, Qt.Key.Key_Return)
        QTest.keyClicks(field.edit, f"line {count}")
        assert field.height() <= half
        assert field.height() == half or field.edit.verticalScrollBar().maximum() == 0
        assert view.viewport().rect().contains(field.geometry())
    assert low < half == field.height()
    for _ in range(29):
        press(Qt.Key.Key_Up)
    assert field.edit.verticalScrollBar().value() == 0
    window.session.undo()


def test_a_very_long_comment_is_all_there(qtbot, window: Window) -> None:
    said = "many words " * 4800
    window.session.go_to(60)
    window.session.do(plans.comment, said)
    field = begin(qtbot, window, 60)
    assert field.edit.text() == said
    assert field.height() == view_of(window).viewport().height() // 2
    assert not [one for one in texts(window) if "many words" in one]
    QTest.keyClicks(field.edit, "!")
    press(Qt.Key.Key_Escape)
    assert window.session.node.comment == said + "!"


def test_undo_is_the_documents_while_one_writes(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 2)
    QTest.keyClicks(field.edit, "?")
    press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.session.node.comment == "the second one"
    assert field.edit.text() == "the second one"
    assert field.edit.hasFocus()
    press(Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert field.edit.text() == "the second one?"


def test_what_an_input_method_composes_is_no_text_yet(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 60)
    QApplication.sendEvent(field.edit, QInputMethodEvent("ma", []))
    window.session.flush()
    assert window.session.node.comment == ""
    done = QInputMethodEvent()
    done.setCommitString("马")
    QApplication.sendEvent(field.edit, done)
    press(Qt.Key.Key_Escape)
    assert window.session.node.comment == "马"


def test_what_is_being_written_is_told(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 60)
    with qtbot.waitSignal(window.session.drafted) as told:
        QTest.keyClicks(field.edit, "half a sen")
    _, place, facet, text = told.args
    assert (place.node, facet, text) == (60, COMMENT, "half a sen")


def test_scrolled_away_the_field_keeps_the_keys_and_comes_back(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 2)
    bar = view_of(window).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert not view_of(window).viewport().rect().intersects(field.geometry())
    assert field.edit.hasFocus()
    QTest.keyClicks(field.edit, "!")
    assert view_of(window).viewport().rect().contains(field.geometry())
    press(Qt.Key.Key_Escape)
    assert window.session.node.comment == "the second one!"


def test_another_width_or_font_keeps_field_and_room_together(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 5)
    view = view_of(window)
    for width in (1000, 1300):
        window.resize(width, 700)
        QApplication.processEvents()
        assert field.geometry() == view.sight.room()
        assert field.edit.verticalScrollBar().maximum() == 0


def test_without_glyphs_there_is_no_row_of_chips(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    qtbot.waitUntil(window.isActiveWindow)
    field = begin(qtbot, window, 2)
    assert field.edit.text() == "the usual answer"
    assert field.chips.isHidden()
    QTest.keyClicks(field.edit, "!")
    window.focus_board()
    assert window.session.node.comment == "the usual answer!"


def test_a_chip_sets_a_glyph_and_one_goes_on_writing(qtbot, window: Window) -> None:
    field = begin(qtbot, window, 60)
    QTest.keyClicks(field.edit, "strong")
    qtbot.mouseClick(field.chips.chips[1], Qt.MouseButton.LeftButton)
    assert window.session.node.glyphs == (1,)
    assert field.chips.chips[1].isChecked()
    assert field.isVisible()
    assert field.edit.hasFocus()
    QTest.keyClicks(field.edit, "!")
    press(Qt.Key.Key_Tab)
    assert field.chips.chips[1].hasFocus()
    assert field.writing
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(field.isHidden)
    assert window.session.node.comment == "strong!"


def test_another_record_closes_it(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4"), line("d2d4"))
    first = window.session.key
    field = begin(qtbot, window, 1)
    QTest.keyClicks(field.edit, "first")
    window.session.step_record(1)
    assert field.isHidden()
    assert window.session.document.record_of(first).node(1).comment == "first"
    assert window.session.record.node(1).comment == ""
    field = begin(qtbot, window, 1)
    assert field.edit.text() == ""


def test_where_no_notation_is_seen_the_comment_is_written_at_its_line(window: Window) -> None:
    window.show_page("tree")
    window.run(COMMANDS["comment"])
    assert window.desk.panels.line.field.edit.hasFocus()
    assert not window.desk.panels.sheet.writing


def test_the_mouse_shows_where_text_can_be_written(qtbot, window: Window) -> None:
    viewport = view_of(window).viewport()
    QTest.mouseMove(viewport, word_at(window, "three"))
    assert viewport.cursor().shape() == Qt.CursorShape.IBeamCursor
    QTest.mouseMove(viewport, move_box(window, 5).center())
    assert viewport.cursor().shape() == Qt.CursorShape.ArrowCursor
