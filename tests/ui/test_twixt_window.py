"""Twixt in the window: links, ghosts, the tool for links, layouts, draws."""

from __future__ import annotations

from connection_desks import line, window_of
from desks import click
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from viewer.tree.action import Move
from viewer.ui.commands import COMMANDS

GAME = ("l12", "n11", "m10", "o9", "l8", "p11")


def board_of(window):
    return window.desk.stage.board


def middle(board, one: str, other: str) -> QPoint:
    a, b = board.centre_of(one), board.centre_of(other)
    return ((a + b) / 2).toPoint()


def links(session) -> set[frozenset[str]]:
    return {frozenset(link.ends) for link in session.game.links(session.state) if not link.gone}


def start(qtbot, tmp_path, *moves: str):
    window = window_of(qtbot, tmp_path, "twixt", line(*(moves or GAME)))
    window.session.go(window.session.cursor.last())
    return window


def test_a_ghost_has_the_links_it_would_get(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path)
    board = board_of(window)
    before = board.grab().toImage()
    qtbot.mouseMove(board, board.centre_of("m6").toPoint())
    assert [frozenset(link.ends) for link in board.ghost_links()] == [frozenset(("m6", "l8"))]
    assert board.ghosts(board.look, {}) == [("m6", "vertical")]
    assert board.grab().toImage() != before


def test_a_blocked_link_is_told_before_the_move(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, "l12", "k10", "c3", "m11")
    board, told = board_of(window), []
    board.told.connect(lambda words: told.append(str(words)))
    qtbot.mouseMove(board, board.centre_of("c20").toPoint())
    qtbot.mouseMove(board, board.centre_of("m10").toPoint())
    assert any("is blocked" in words and "k10" in words for words in told)
    assert board.ghost_links() == []
    click(qtbot, window, "m10")
    assert links(window.session) == {frozenset(("k10", "m11"))}


def test_the_cursor_tells_it_as_well(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, "l12", "k10", "c3", "m11")
    board, told = board_of(window), []
    board.told.connect(lambda words: told.append(str(words)))
    board.cursor_place = "m11"
    qtbot.keyClick(board, Qt.Key.Key_Up)
    assert "is blocked" in told[-1]
    assert told[-1].startswith("m10")


def test_links_are_taken_away_and_made_by_a_click(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, *GAME, "m6")
    session, board = window.session, board_of(window)
    window.run(COMMANDS["tool-link"])
    assert board.brush.shapes(board.look)
    both = frozenset(("l8", "m6"))
    assert both in links(session)
    at = middle(board, "l8", "m6")
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=at)
    assert both not in links(session)
    assert session.node.action == Move("1 m6 none")
    assert "Not linked" in window.status.said
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=at)
    assert both in links(session)
    session.undo()
    assert both not in links(session)
    session.undo()
    assert session.node.action == Move("1 m6")


def test_an_older_link_goes_with_a_later_move_and_is_dashed(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, *GAME, "c5")
    session, board = window.session, board_of(window)
    window.run(COMMANDS["tool-link"])
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=middle(board, "l8", "m10"))
    gone = [link for link in session.game.links(session.state) if link.gone]
    assert [frozenset(link.ends) for link in gone] == [frozenset(("l8", "m10"))]
    board.grab()
    assert any(link.gone for link in board._bonds.links)


def test_links_by_keys_and_by_touching_two_pegs(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, *GAME, "m6")
    session, board = window.session, board_of(window)
    window.run(COMMANDS["tool-link"])
    click(qtbot, window, "m6", "l8")
    assert frozenset(("l8", "m6")) not in links(session)
    board.cursor_place = "m6"
    qtbot.keyClick(board, Qt.Key.Key_Return)
    board.cursor_place = "l8"
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert frozenset(("l8", "m6")) in links(session)
    click(qtbot, window, "m6", "m6")
    assert board.tools.stroke == ()
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert not board.tools.active


def test_what_can_be_no_link_is_refused_in_words(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, "l12", "k10", "c3", "m11", "m10")
    session = window.session
    window.run(COMMANDS["tool-link"])
    click(qtbot, window, "m10", "c3")
    assert "knight's move" in window.status.said
    click(qtbot, window, "m10", "l12")
    assert "is blocked" in window.status.said
    assert session.node.action == Move("1 m10")
    session.home()
    click(qtbot, window, "m10", "l12")
    assert "go to one first" in window.status.said


def test_the_mouse_over_a_link_tells_what_a_click_does(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path, "l12", "k10", "m10", "c3")
    session, board, told = window.session, board_of(window), []
    session.go(session.node.parent)
    board.told.connect(lambda words: told.append(str(words)))
    window.run(COMMANDS["tool-link"])
    # The mouse may be where an earlier test left it, and Qt tells of moves when it comes to it.
    qtbot.mouseMove(board, board.centre_of("c20").toPoint())
    qtbot.mouseMove(board, middle(board, "l12", "m10"))
    qtbot.waitUntil(lambda: bool(told) and "takes the link away" in told[-1])
    qtbot.mouseMove(board, board.centre_of("c20").toPoint())
    qtbot.waitUntil(lambda: told[-1] == "")


def test_guide_lines_can_be_left_out(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path)
    board = board_of(window)
    guided = board.geometry_
    window.run(COMMANDS["layout"])
    assert len(board.geometry_.strokes) < len(guided.strokes)
    window.run(COMMANDS["layout"])
    assert board.geometry_ is guided


def test_a_draw_is_offered_and_agreed_to(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path)
    session = window.session
    window.run(COMMANDS["propose-draw"])
    assert session.node.action == Move("1 propose-draw")
    offered = window.desk.transport.offers.chips
    qtbot.waitUntil(lambda: "accept-draw" in offered and offered["accept-draw"].isVisible())
    window.run(COMMANDS["accept-draw"])
    assert session.node.action == Move("2 accept-draw")


def test_the_graph_shows_links_in_its_small_board(qtbot: QtBot, tmp_path) -> None:
    window = start(qtbot, tmp_path)
    window.run(COMMANDS["graph"])
    peek = window.desk.panels.made("graph").view.pointer.peek
    session = window.session
    with_links = peek._picture(session.node).toImage()
    assert peek._picture(session.record.root.children[0]).toImage() != with_links
