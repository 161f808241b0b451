"""The comment in one line, and next moves in one line."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import make_window, press
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QVBoxLayout, QWidget

from viewer.document import plans
from viewer.tree.action import Move
from viewer.tree.annotation import BEFORE, COMMENT
from viewer.tree.node import Node
from viewer.ui.commands import COMMANDS
from viewer.ui.pages.candidate_chips import CandidateChips
from viewer.ui.pages.comment_panel import CommentLine
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

FIRST = "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a2a4 b2b4 c2c4 d2d4 e2e4 f2f4 g2g4 h2h4 b1a3 g1f3"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    """Eighteen first moves; the main one goes on, with a comment of two paragraphs."""
    root = line("g1h3", "e7e5")
    first = root.children[0]
    first.notes = {COMMENT: "a knight at the rim\u2029is dim"}
    others = [Node(10 + n, root, Move(move)) for n, move in enumerate(FIRST.split())]
    others[0].notes = {BEFORE: "or else"}
    root.children = (first, *others)
    window = chess_window(qtbot, tmp_path, root)
    window.desk.panels.show_page("comment")
    window.focus_board()
    qtbot.waitUntil(window.isActiveWindow)
    return window


@pytest.fixture
def shown(qtbot, window: Window) -> CommentLine:
    """A line below a page, in the window's middle."""
    panel = QWidget(window)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.addWidget(QWidget(), 1)
    made = CommentLine(window.session, panel)
    column.addWidget(made)
    panel.setGeometry(300, 100, 420, 500)
    panel.show()
    panel.raise_()
    qtbot.waitUntil(made.isVisible)
    return made


def test_it_shows_the_first_line_or_invites(window: Window, shown: CommentLine) -> None:
    assert 28 <= shown.height() <= 36
    assert shown.text.text() == "Write a comment…"
    assert shown.text.look == "muted"
    window.session.go_to(1)
    assert shown.text.text() == "a knight at the rim"
    assert shown.text.look == ""
    window.session.do(plans.comment, "two")
    assert shown.text.text() == "two"
    window.session.go_to(10)
    assert shown.text.text() == "or else"


def test_next_moves_stand_beside_it_while_there_are_any(window: Window, shown: CommentLine) -> None:
    window.session.go_to(1)
    assert not shown.chips.isHidden()
    window.session.go_to(2)
    assert shown.chips.isHidden()
    window.session.go_to(1)
    window.session.conceal(True)
    assert shown.chips.isHidden()


def test_a_click_opens_the_field_upwards_over_the_page(
    qtbot, window: Window, shown: CommentLine
) -> None:
    window.session.go_to(1)
    qtbot.mouseClick(shown, Qt.MouseButton.LeftButton, pos=QPoint(30, 10))
    field, panel = shown.field, shown.parentWidget()
    assert field is not None
    assert field.parentWidget() is panel
    assert field.edit.hasFocus()
    assert field.edit.text() == "a knight at the rim\nis dim"
    assert panel.rect().contains(field.geometry())
    assert abs(field.geometry().bottom() - shown.geometry().bottom()) < 5
    low = field.height()
    for count in range(30):
        QTest.keyClick(field.edit, Qt.Key.Key_Return)
        QTest.keyClicks(field.edit, str(count))
        assert field.height() <= panel.height() // 2
        assert field.height() == panel.height() // 2 or (
            field.edit.verticalScrollBar().maximum() == 0
        )
    assert field.height() > low
    assert abs(field.geometry().bottom() - shown.geometry().bottom()) < 5
    panel.resize(panel.width(), 300)
    qtbot.waitUntil(lambda: field.height() == 150)
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(field.isHidden)
    assert window.session.node.comment.startswith("a knight at the rim\u2029is dim")
    assert window.session.node.comment.endswith("29")
    assert window.desk.stage.board.hasFocus()


def test_a_step_keeps_it_and_unchanged_it_edits_nothing(window: Window, shown: CommentLine) -> None:
    shown.write()
    window.run(COMMANDS["next"])
    assert shown.field is not None
    assert shown.field.isHidden()
    assert window.desk.stage.board.hasFocus()
    assert window.session.document.history.unused
    shown.write()
    QTest.keyClicks(shown.field.edit, "!")
    window.run(COMMANDS["next"])
    assert window.session.record.node(1).comment.endswith("is dim!")
    assert shown.text.text() == "Write a comment…"


def test_the_one_before_a_move_is_written_there_too(window: Window, shown: CommentLine) -> None:
    window.session.go_to(1)
    shown.write(before=True)
    assert shown.field is None
    window.session.go_to(10)
    shown.write(before=True)
    QTest.keyClicks(shown.field.edit, "!")
    press(Qt.Key.Key_Escape)
    assert window.session.node.before == "or else!"


# ------------------------------------------------------------------------------ chips of next moves


def chips(window: Window) -> CandidateChips:
    return window.desk.panels.comment.candidates.chips


def test_chips_keep_to_one_line_and_the_last_counts_the_rest(qtbot, window: Window) -> None:
    shown = chips(window)
    qtbot.waitUntil(shown.isVisible)
    seen = [one for one in shown.findChildren(QPushButton) if not one.isHidden()]
    assert len({one.geometry().center().y() for one in seen}) == 1
    assert all(shown.rect().contains(one.geometry()) for one in seen)
    names = [one.text() for one in sorted(seen, key=lambda one: one.x())]
    assert names[0] == "Nh3"
    assert 2 < len(names) < 12
    assert names[-1] == f"+{19 - (len(names) - 1)}"
    assert shown.more.accessibleName() == f"{19 - (len(names) - 1)} more moves"
    window.resize(1280 - 100, 800)
    window.session.go_to(1)
    assert shown.more.isHidden()


def test_the_rest_is_in_a_menu_pointed_at_and_entered(qtbot, window: Window) -> None:
    shown, session = chips(window), window.session
    qtbot.waitUntil(shown.isVisible)
    seen = [one for one in shown.findChildren(QPushButton) if not one.isHidden()]
    shown.more.click()
    menu = shown.findChild(QMenu)
    assert menu is not None
    qtbot.waitUntil(menu.isVisible)
    entries = menu.actions()
    assert len(entries) == 19 - (len(seen) - 1)
    assert entries[-1].text() == "Nf3"
    menu.setActiveAction(entries[0])
    assert session.pointed == 10 + 18 - len(entries)
    menu.setActiveAction(entries[-1])
    assert session.pointed == 27
    entries[-1].trigger()
    menu.close()
    assert session.node.id == 27
    assert session.pointed is None


def test_a_desk_has_it_where_neither_notation_nor_comment_is_in_view(qtbot, tmp_path: Path) -> None:
    window = make_window(qtbot, tmp_path)
    window.files.new_of("hex")
    panels = window.desk.panels
    qtbot.waitUntil(lambda: panels.line is not None and panels.line.isVisible())
    window.run(COMMANDS["comment"])
    qtbot.waitUntil(lambda: panels.line.field is not None and panels.line.field.isVisible())
    QTest.keyClicks(QApplication.focusWidget(), "a first word")
    press(Qt.Key.Key_Escape)
    assert window.session.node.comment == "a first word"
    window.show_page("notation")
    assert not panels.line.isVisible()
    window.show_page("line")
    assert panels.line.isVisible()
    assert panels.line.text.text() == "a first word"
