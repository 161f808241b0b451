"""The panel of the current node: comments before and behind the move, divided ones, evaluations."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, write_file
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontInfo, QFontMetrics, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from viewer.document import plans
from viewer.tree.action import Move
from viewer.tree.annotation import BEFORE, CLOCK, COMMENT, ELAPSED, EVALUATION
from viewer.ui.commands import COMMANDS
from viewer.ui.comment.field import CommentEdit, CommentField
from viewer.ui.pages.comment_panel import CommentPanel
from viewer.ui.toolkit.language import font_of
from viewer.ui.toolkit.plain import ElidedLabel
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

DIVIDED = "one\u2029\u2028another,\nbroken"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    root = line("e2e4", "e7e5", "g1f3")
    notes = [{COMMENT: DIVIDED}, {BEFORE: "ahead", COMMENT: "behind"}, {}]
    for node, said in zip(list(root.main_line())[1:], notes, strict=True):
        node.notes = said
    made = chess_window(qtbot, tmp_path, root)
    made.desk.panels.show_page("comment")
    made.focus_board()
    return made


def panel(window: Window) -> CommentPanel:
    return window.desk.panels.comment


def type_at_end(window: Window, text: str) -> None:
    edit = panel(window).edit
    edit.setFocus()
    edit.moveCursor(QTextCursor.MoveOperation.End)
    QTest.keyClicks(edit, text)
    window.session.flush()


def test_divided_comments_are_paragraphs_and_stay_divided(window: Window) -> None:
    window.session.go_to(1)
    assert panel(window).edit.toPlainText() == "one\nanother, broken"
    window.session.flush()
    assert window.session.document.history.unused
    type_at_end(window, "!")
    assert window.session.node.comment == DIVIDED + "!"
    assert panel(window).edit.toPlainText() == "one\nanother, broken!"
    window.run(COMMANDS["undo"])
    assert window.session.node.comment == DIVIDED
    assert panel(window).edit.toPlainText() == "one\nanother, broken"


def seen_labels(window: Window) -> list[QLabel]:
    return [one for one in panel(window).findChildren(QLabel) if one.isVisible()]


def test_the_head_says_whose_text_it_is_and_the_key(qtbot, window: Window) -> None:
    qtbot.waitUntil(window.isActiveWindow)
    window.session.step(1)
    labels = [one.text() for one in panel(window).candidates.findChildren(ElidedLabel)]
    assert labels[:2] == ["1. e4", "comment · C edits"]
    panel(window).write()
    labels = panel(window).candidates.findChildren(ElidedLabel)
    assert labels[1].text() == "comment · Esc leaves, all is kept"
    assert [one.text() for one in seen_labels(window) if "Esc" in one.text()] == [labels[1].text()]
    QTest.keyClick(panel(window).edit, Qt.Key.Key_Escape)
    assert labels[1].text() == "comment · C edits"


def test_one_goes_on_writing_where_the_comment_ends(window: Window) -> None:
    for id, command, after in ((1, "comment", DIVIDED + "!"), (2, "comment", "behind!")):
        window.session.go_to(id)
        window.run(COMMANDS[command])
        QTest.keyClicks(QApplication.focusWidget(), "!")
        window.focus_board()
        assert window.session.node.comment == after
    window.run(COMMANDS["comment-before"])
    QTest.keyClicks(QApplication.focusWidget(), "!")
    window.focus_board()
    assert window.session.node.before == "ahead!"


def test_line_ends_are_not_layout_in_every_format(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path, write_file(tmp_path / "one.xqf"))
    window.session.do(plans.comment, "two\nlines")
    assert panel(window).edit.toPlainText() == "two\nlines"
    type_at_end(window, "x")
    assert window.session.node.comment == "two\nlinesx"


def test_no_break_spaces_stay(window: Window) -> None:
    window.session.go_to(3)
    window.session.do(plans.comment, "a\u00a0b")
    type_at_end(window, "c")
    assert window.session.node.comment == "a\u00a0bc"


def test_the_comment_before_a_move_has_a_switch(window: Window) -> None:
    shown = panel(window)
    window.session.go_to(1)
    assert shown.ahead.isHidden()
    window.session.go_to(2)
    assert not shown.ahead.isHidden()
    assert shown.edit.toPlainText() == "behind"
    shown.ahead.click()
    assert shown.edit.toPlainText() == "ahead"
    assert shown.edit.accessibleName() == "Comment before the move"
    type_at_end(window, "!")
    assert window.session.node.before == "ahead!"
    assert window.session.node.comment == "behind"
    shown.ahead.click()
    assert shown.edit.toPlainText() == "behind"
    shown.ahead.click()
    window.session.go_to(3)
    window.session.go_to(2)
    assert shown.edit.toPlainText() == "behind"


def test_one_is_begun_by_a_command(window: Window) -> None:
    shown = panel(window)
    window.session.go_to(3)
    window.run(COMMANDS["comment-before"])
    assert shown.ahead.isHidden()  # it would be the comment of the move before
    window.session.go_to(2)
    window.session.play(Move("b1c3"))
    shown.write_before()
    assert shown.edit.hasFocus()
    assert shown.ahead.isChecked()
    type_at_end(window, "new")
    assert window.session.node.before == "new"
    assert window.session.node.comment == ""
    window.run(COMMANDS["undo"])
    assert window.session.node.before == ""
    window.session.go_to(0)
    window.run(COMMANDS["comment-before"])
    assert shown.ahead.isHidden()


def test_evaluation_and_times_are_told(window: Window) -> None:
    shown = panel(window)
    window.session.go_to(3)
    assert shown._aside_box.isHidden()
    for facet, value in ((EVALUATION, "+0.35"), (CLOCK, "1:00:00"), (ELAPSED, "0:00:09")):
        window.session.do(plans.note, facet, value)
    assert shown._aside.text() == "evaluation +0.35  ·  clock 1:00:00  ·  0:00:09 used"
    assert not shown._aside_box.isHidden()


def test_the_editor_has_room_in_a_low_window(window: Window) -> None:
    shown = panel(window)
    window.session.go_to(2)
    window.session.do(plans.note, EVALUATION, "+0.35")
    window.resize(900, 560)
    assert shown.edit.height() >= 2 * shown.edit.fontMetrics().lineSpacing()


def test_two_lines_of_a_comment_are_seen_with_large_text(qtbot, window: Window) -> None:
    before = QApplication.font()
    try:
        window.settings.set("text-size", 150)
        window.looks.show_settings()
        window.resize(1280, 760)
        edit = panel(window).edit
        usual = QFontMetrics(before).lineSpacing()
        qtbot.waitUntil(lambda: edit.fontMetrics().lineSpacing() > usual)
        qtbot.waitUntil(lambda: edit.viewport().height() >= 2 * edit.fontMetrics().lineSpacing())
    finally:
        QApplication.setFont(before)


def test_rows_show_comments_as_the_notation_does(window: Window) -> None:
    from viewer.ui.models.words import Wording

    wording = Wording(window.session)
    record = window.session.record
    assert wording.of(record.node(1)).comment == "one"
    assert wording.tip(record.node(1)) == "one\nanother, broken"
    assert wording.of(record.node(2)).comment == "ahead"
    assert wording.tip(record.node(2)) == "ahead\nbehind"


def test_saved_in_another_format_line_breaks_are_read_as_there(window: Window) -> None:
    notation = window.desk.panels.notation
    assert notation.flowing
    notation.set_record(
        window.session.record,
        window.session.game,
        window.session.states,
        window.session.style,
        False,
    )
    window.session.do(plans.comment, "x")
    assert notation.flowing


def test_escape_keeps_what_is_written(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    edit = panel(window).edit
    edit.setFocus()
    QTest.keyClicks(edit, "Calm")
    QTest.keyClick(edit, Qt.Key.Key_Escape)
    assert window.session.record.root.note(COMMENT) == "Calm"
    assert window.focusWidget() is window.desk.stage.board
    window.run(COMMANDS["undo"])
    assert window.session.record.root.note(COMMENT) == ""


@pytest.mark.parametrize("hinting", list(QFont.HintingPreference)[:2])
@pytest.mark.parametrize("height", range(150, 190, 7))
def test_no_line_of_a_comment_is_cut_at_the_foot(qtbot, height: int, hinting) -> None:
    """Without hinting, as the window has its font, a line is higher than its font says."""
    edit = CommentEdit()
    qtbot.addWidget(edit)
    font = font_of("")
    font.setPixelSize(14)
    font.setHintingPreference(hinting)
    edit.setFont(font)
    edit.setPlainText("one\n" * 40)
    edit.resize(200, height)
    edit.show()
    block = edit.firstVisibleBlock()
    tops = []
    while block.isValid():
        box = edit.blockBoundingGeometry(block).translated(edit.contentOffset())
        tops.append((box.top(), box.bottom()))
        block = block.next()
    foot = edit.viewport().height()
    assert not [box for box in tops if box[0] < foot - 4 and box[1] > foot + 1]
    assert foot > height - 2 * edit.fontMetrics().lineSpacing()


@pytest.mark.parametrize("height", range(30, 64, 3))
def test_a_single_line_of_a_comment_is_not_scrolled(qtbot, height: int) -> None:
    box = QWidget()
    qtbot.addWidget(box)
    box.setStyleSheet("QPlainTextEdit#comment { border: 1px solid transparent; }")
    edit = CommentEdit(box)
    edit.setPlainText("Calm")
    edit.resize(200, height)
    box.show()
    assert edit.verticalScrollBar().maximum() == 0


def test_a_narrow_field_keeps_one_row_of_chips(qtbot, window: Window) -> None:
    narrow = CommentField(window.session)
    qtbot.addWidget(narrow)
    narrow.show()
    usual = ["!", "?", "!?", "?!", "=", "±", "…"]

    def seen(width: int) -> list[str]:
        narrow.show_comment()
        narrow._turn(True)
        narrow.resize(width, 300)
        QApplication.processEvents()
        chips = narrow.findChildren(QPushButton)
        shown = sorted((one for one in chips if one.isVisible()), key=lambda one: one.x())
        middles = [one.geometry().center().y() for one in shown]
        assert max(middles) - min(middles) < shown[0].height() // 2
        assert all(one.geometry().right() <= width for one in shown)
        return [one.text() for one in shown]

    window.session.go_to(3)
    assert seen(600) == usual
    assert narrow.chips.hint.isVisible()
    few = seen(170)
    assert few == [*usual[: len(few) - 1], "…"]
    assert 1 < len(few) < 7
    assert narrow.chips.hint.isHidden()
    window.session.do(plans.toggle_glyph, 10)
    held = seen(170)
    assert "=" in held  # what the move has stays
    window.session.do(plans.toggle_glyph, 10)
    assert seen(170) == few
    assert seen(600) == usual
    window.session.go_to(0)
    narrow.show_comment()
    assert narrow.chips.isHidden()  # nothing was moved


def test_the_comment_is_large_and_chips_are_there_while_one_writes(
    qtbot, tmp_path: Path, window: Window
) -> None:
    shown = panel(window)
    usual = QFontInfo(shown.font()).pixelSize()
    assert QFontInfo(shown.edit.font()).pixelSize() == round(usual * 16 / 13.5)
    window.session.go_to(3)
    assert shown.field.chips is None
    assert shown.edit.accessibleDescription() == "Esc leaves, all is kept"
    shown.write()
    assert not shown.field.chips.isHidden()
    assert shown.field.property("writing")
    shown.field.chips.chips[1].click()
    assert window.session.node.glyphs == (1,)
    assert shown.field.chips.chips[1].isChecked()
    window.focus_board()
    assert shown.field.chips.isHidden()
    assert not shown.field.property("writing")


def test_while_a_palette_is_open_one_still_writes(qtbot, window: Window) -> None:
    shown = panel(window)
    window.session.go_to(3)
    qtbot.waitUntil(shown.isVisible)
    shown.write()
    qtbot.mouseClick(shown.field.chips.more, Qt.MouseButton.LeftButton)
    assert not shown.edit.hasFocus()
    assert shown.field.writing
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert shown.edit.hasFocus()
    window.focus_board()
    assert not shown.field.writing
