"""Bookmarks, times in the line, what a start is called, sets of pieces: in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.document import plans
from viewer.games import game_of
from viewer.tree.action import Setup
from viewer.tree.annotation import BOOKMARK, CLOCK, ELAPSED, NAMELESS
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.node_line import BookmarkLine, BookmarkList
from viewer.ui.models.line import CLOCK as CLOCK_COLUMN
from viewer.ui.models.line import TOTAL, USED
from viewer.ui.window.window import Window


def press(window: Window, keys: str) -> None:
    combination = QKeySequence(keys)[0]
    target = QApplication.focusWidget() or window
    QTest.keyClick(target, combination.key(), combination.keyboardModifiers())


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    made = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3", "b8c6"))
    assert made.desk.panels is not None
    return made


def mark(window: Window, node: int, text: str) -> None:
    session = window.session
    session.do_on(session.record.node(node), plans.bookmark, text)


# ------------------------------------------------------------------------------- bookmarks


def test_a_bookmark_is_set_changed_and_taken_away_with_keys(qtbot, window) -> None:
    session = window.session
    session.go_to(2)
    press(window, "B")
    frame = window.findChild(BookmarkLine)
    QTest.keyClicks(frame.line, "here it begins")
    press(window, "Return")
    assert session.node.note(BOOKMARK) == "here it begins"
    press(window, "B")
    frame = window.findChildren(BookmarkLine)[-1]
    assert frame.line.text() == "here it begins"
    QTest.keyClicks(frame.line, "there")
    press(window, "Return")
    assert session.node.note(BOOKMARK) == "there"
    press(window, "Shift+B")
    assert session.node.note(BOOKMARK) == ""
    for _ in range(3):
        window.run(COMMANDS["undo"])
    assert session.document.history.unused


def test_a_bookmark_of_several_lines_stays_one(qtbot, window) -> None:
    mark(window, 1, "one\ntwo")
    window.session.go_to(1)
    press(window, "B")
    press(window, "Return")
    assert window.session.node.note(BOOKMARK) == "one\ntwo"


def test_one_goes_from_bookmark_to_bookmark_through_variations(qtbot, window) -> None:
    session = window.session
    session.document.play(session.record.node(1), "c7c5")
    for node in (2, 4, 5):
        mark(window, node, f"at {node}")
    session.go_to(0)
    seen = []
    for _ in range(4):
        press(window, "Alt+Down")
        seen.append(session.node.id)
    assert seen == [2, 4, 5, 5]
    for _ in range(3):
        press(window, "Alt+Up")
        seen.append(session.node.id)
    assert seen[4:] == [4, 2, 2]


def test_the_list_of_bookmarks_narrows_and_leads_there(qtbot, window) -> None:
    session = window.session
    press(window, "Ctrl+B")
    frame = window.findChild(BookmarkList)
    assert len(frame.rows) == 1, "it says that there is none"
    press(window, "Return")
    assert session.node.id == 0
    mark(window, 2, "opening trap")
    mark(window, 4, "endgame")
    session.go_to(0)
    press(window, "Ctrl+B")
    frame = window.findChildren(BookmarkList)[-1]
    assert len(frame.rows) == 2
    QTest.keyClicks(frame.line, "end")
    assert len(frame.rows) == 1
    press(window, "Return")
    assert session.node.id == 4


def test_a_bookmark_without_a_name_is_shown_and_stays(qtbot, window) -> None:
    session = window.session
    mark(window, 2, NAMELESS)
    assert window.desk.panels.page("line").model.words(1).bookmark == "without a name"
    session.go_to(2)
    press(window, "B")
    press(window, "Return")
    assert session.node.note(BOOKMARK) == NAMELESS
    press(window, "Shift+B")
    assert session.node.note(BOOKMARK) == ""


def test_a_bookmark_is_shown_in_notation_tree_line_and_panel(qtbot, window) -> None:
    side = window.desk.panels
    plain = {id: side.page(id) for id in ("tree", "line")}
    mark(window, 2, "the key")
    notation = side.notation
    laid = notation._sight.setter.lay(
        next(
            block
            for block in notation._sight.page.blocks
            if block.shows(window.session.record.node(2))
        )
    )
    assert [flag.node.id for flag in laid.flags] == [2]
    assert "the key" in [word.text for word in laid.words]
    assert plain["line"].model.words(1).bookmark == "the key"
    assert "bookmark: the key" in plain["line"].model._wording.spoken(window.session.record.node(2))
    assert plain["tree"].model.words(2).bookmark == "the key"
    window.session.go_to(2)
    assert "the key" in side.comment._aside.text()
    for id in ("notation", "tree", "line"):
        side.show_page(id)
        assert not side.info.grab().isNull()


def test_a_bookmark_too_long_for_its_column_leaves_its_flag(qtbot, window) -> None:
    mark(window, 2, "a very long name of a place in a game " * 3)
    notation = window.desk.panels.notation
    setter = notation._sight.setter
    node = window.session.record.node(2)
    figure = setter.figure(node, setter.line_face, next(iter(setter_tones())), 60)
    assert figure.width <= 60


def setter_tones():
    from viewer.ui.notation.laid import Tone

    return Tone


def test_a_format_without_bookmarks_says_so(window) -> None:
    mark(window, 2, "x")
    assert BOOKMARK in [loss.kind for loss in window.session.document.losses()]


# ----------------------------------------------------------------------------------- times


def test_the_line_shows_times_where_there_are_any(qtbot, window) -> None:
    session = window.session
    page = window.desk.panels.page("line")
    window.desk.panels.show_page("line")
    assert page.view.isColumnHidden(USED)
    assert page.view.horizontalHeader().isHidden()
    times = {1: "0:00:10", 2: "0:01:00.5", 3: "0:59:50", 4: "odd"}
    for node, time in times.items():
        session.do_on(session.record.node(node), plans.note, ELAPSED, time)
    shown = [
        column for column in (USED, TOTAL, CLOCK_COLUMN) if not page.view.isColumnHidden(column)
    ]
    assert shown == [USED, TOTAL]
    assert not page.view.horizontalHeader().isHidden()
    said = [[page.model.index(row, column).data() for column in (USED, TOTAL)] for row in range(4)]
    assert said == [
        ["0:00:10", "0:00:10"],
        ["0:01:00.5", "0:01:00.5"],
        ["0:59:50", "1:00:00"],
        ["odd", "0:01:00.5"],
    ]
    assert not page.grab().isNull()
    session.do_on(session.record.node(1), plans.note, CLOCK, "1:30:00")
    assert not page.view.isColumnHidden(CLOCK_COLUMN)
    for _ in range(5):
        session.undo()
    assert page.view.isColumnHidden(USED)


# ------------------------------------------------------------------------- starts and pieces


def test_the_start_is_called_by_its_name_above_the_pages(qtbot, window) -> None:
    side = window.desk.panels
    assert "Chess960" not in side.title._subtitle.text()
    window.session.do(plans.start, game_of("chess").numbered_start(8))
    assert side.title._subtitle.text().startswith("Chess960 8")
    assert side.title._subtitle.isVisibleTo(side.title)
    window.session.do(plans.start, Setup("4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    assert "Set-up position" in side.title._subtitle.text()
    window.session.undo()
    window.session.undo()
    assert "960" not in side.title._subtitle.text()


def test_a_set_of_pieces_is_kept_per_game(qtbot, window) -> None:
    assert COMMANDS["pieces"].possible(window)
    shogi = game_of("shogi")
    ids = [one.id for one in shogi.piece_sets]
    assert len(ids) > 1
    looks = window.looks
    for id in ids[1:]:
        looks.next_pieces(shogi)
        assert looks.pieces_of("shogi") == id
        assert looks.pieces_of("chess") == ""
    looks.next_pieces(shogi)
    assert looks.pieces_of("shogi") == ""
    assert window.settings["pieces"] == ""
    window.settings.set("pieces", "chess=wood shogi=gone")
    looks.next_pieces(shogi)
    assert window.settings["pieces"] == f"chess=wood shogi={ids[1]}"
