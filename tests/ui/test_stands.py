"""Stands beside the board: pieces in hand are dropped by mouse and keys, and told in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from desks import click, drag, make_window
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage

from viewer.document.document import Document
from viewer.formats.memory import MemoryCollection
from viewer.games.geometry import View
from viewer.tree.action import Move, Setup
from viewer.tree.record import Header, Record, nodes_of
from viewer.tree.serial import NodeData
from viewer.ui.board.player_line import PlayerLine
from viewer.ui.board.words import place_words
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

# Both have gold and pawns in hand; it is Black's turn.
SFEN = "4k4/9/9/9/9/9/9/9/4K4 b G3Pg2p 1"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    window = make_window(qtbot, tmp_path)
    root = nodes_of([NodeData(0, -1, Setup(SFEN), {})])[0]
    names = (Header("Black", "Kiku"), Header("White", "Ume"))
    document = Document(MemoryCollection("kif", [Record("shogi", root, names)]))
    window.workspace.documents.append(document)
    window.add_document(document)
    window.desk.stage.board.setFocus()
    return window


def played(window: Window) -> list[str]:
    moves = []
    for node in window.session.record.root.main_line():
        if isinstance(node.action, Move):
            moves.append(node.action.text)
    return moves


def counts(window: Window) -> dict[str, int]:
    return dict(window.session.game.counts(window.session.state))


def test_a_piece_is_dropped_by_clicks_and_by_dragging(qtbot, window: Window) -> None:
    click(qtbot, window, "P*", "5e")
    drag(qtbot, window, "p*", "4d")
    click(qtbot, window, "G*", "5h")
    assert played(window) == ["P*5e", "P*4d", "G*5h"]
    assert counts(window).get("P*") == 2


def test_nothing_is_taken_from_an_empty_or_a_foreign_stand(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    for place in ("R*", "p*", "g*"):
        click(qtbot, window, place)
        assert board.hand == ()
    drag(qtbot, window, "p*", "4d")
    assert played(window) == []


def shown(window: Window, place: str) -> QImage:
    """A cell of the board as it is on the screen, without what surrounds it in the hand."""
    board = window.desk.stage.board
    unit, centre = board.unit(), board.centre_of(place)
    side = round(0.6 * unit)
    corner = centre - QPointF(side / 2, side / 2)
    image = board.grab().toImage()
    ratio = image.devicePixelRatio()
    return image.copy(
        round(corner.x() * ratio),
        round(corner.y() * ratio),
        round(side * ratio),
        round(side * ratio),
    )


def test_while_one_is_dragged_the_others_stay_and_the_last_one_goes(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    for place, rest in (("P*", True), ("G*", False)):
        qtbot.mousePress(board, Qt.MouseButton.LeftButton, pos=board.centre_of(place).toPoint())
        held = shown(window, place)
        target = board.centre_of("5e").toPoint()
        qtbot.mouseMove(board, target)
        qtbot.mouseMove(board, target)
        dragged = shown(window, place)
        assert board.hidden(dict(window.session.game.pieces(window.session.state))) == place
        colours = {
            dragged.pixelColor(x, y).name()
            for x in range(dragged.width())
            for y in range(dragged.height())
        }
        assert (len(colours) > 20) == rest
        assert dragged != held, "one less is counted"
        qtbot.mouseRelease(board, Qt.MouseButton.LeftButton, pos=board.centre_of(place).toPoint())
        assert board.hand == (place,) or board.hand == ()
        board.drop_hand()


def test_keys_reach_the_stands(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    key = Qt.Key
    qtbot.keyClick(board, key.Key_Return)
    assert board.cursor_place == "5e"
    for _ in range(5):
        qtbot.keyClick(board, key.Key_Right)
    qtbot.keyClick(board, key.Key_Down)
    assert board.cursor_place == "S*"
    for _ in range(3):
        qtbot.keyClick(board, key.Key_Down)
    assert board.cursor_place == "P*"
    qtbot.keyClick(board, key.Key_Return)
    assert board.hand == ("P*",)
    qtbot.keyClick(board, key.Key_Left)
    qtbot.keyClick(board, key.Key_Up)
    qtbot.keyClick(board, key.Key_Return)
    assert played(window) == ["P*1h"]


def test_words_say_how_many_there_are(window: Window) -> None:
    words = {place: str(place_words(window.session, place)) for place in ("P*", "G*", "R*")}
    assert "3 times" in words["P*"]
    assert "times" not in words["G*"]
    assert "empty" in words["R*"]


@pytest.mark.parametrize("size", [(1280, 800), (760, 520), (900, 1000)])
def test_the_players_lines_are_as_wide_as_the_board_itself(
    qtbot, window: Window, size: tuple[int, int]
) -> None:
    stage = window.desk.stage
    window.resize(*size)
    qtbot.waitUntil(lambda: stage.board.width() > 0)
    board, geometry = stage.board, window.session.game.geometry
    wood = geometry.panels[0]
    left = board.mapTo(stage, board.board_rect().topLeft().toPoint()).x() + wood.x * board.unit()
    for line in (stage.above, stage.below):
        ahead = PlayerLine.LEADING  # the sign of the turn stands ahead of the board
        assert abs(line.x() + ahead - left) <= 4
        assert abs(line.width() - ahead - wood.width * board.unit()) <= 6
        assert stage.rect().contains(line.geometry())
    assert stage.rect().contains(board.geometry())
    assert stage.above.geometry().bottom() < board.y() + 1
    assert stage.below.y() >= board.geometry().bottom()


def test_turned_the_stands_change_places(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    before = {place: board.centre_of(place) for place in ("P*", "p*")}
    window.session.set_view(View(flip=True))
    assert board.centre_of("P*") == before["p*"]
    click(qtbot, window, "P*", "5e")
    assert played(window) == ["P*5e"]


def test_another_piece_set_is_drawn_and_one_that_there_is_not_is_the_usual(window: Window) -> None:
    board = window.desk.stage.board
    usual = board.grab().toImage()
    window.session.dress(window.session.looks._replace(pieces="letters"))
    assert board.grab().toImage() != usual
    window.session.dress(window.session.looks._replace(pieces="none-such"))
    assert board.grab().toImage() == usual
