"""Variants of chess in the window: pockets by mouse, keys and words, checks left beside the names."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from desks import click, drag
from PySide6.QtWidgets import QApplication

from viewer.games.geometry import View
from viewer.tree.action import Move
from viewer.ui.board.player_line import PlayerLine
from viewer.ui.board.words import place_words, position_words
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

POCKETS = "4k3/8/8/8/8/8/4P3/4K3[NPPqp] w - - 0 1"
CHECKS = "4k3/8/8/8/8/8/8/Q3K3 w - - 2+1 0 1"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return chess_window(qtbot, tmp_path, line(fen=POCKETS))


def played(window: Window) -> list[str]:
    nodes = window.session.record.root.main_line()
    return [node.action.text for node in nodes if isinstance(node.action, Move)]


def test_a_piece_is_dropped_by_clicks_and_by_dragging(qtbot, window: Window) -> None:
    click(qtbot, window, "N@", "f6")
    assert played(window) == ["N@f6"]
    assert window.desk.stage.board.hand == ()
    drag(qtbot, window, "e8", "f8")
    drag(qtbot, window, "P@", "d5")
    click(qtbot, window, "q@", "d8")
    assert played(window) == ["N@f6", "e8f8", "P@d5", "Q@d8"]
    counts = dict(window.session.game.counts(window.session.state))  # type: ignore[attr-defined]  # chess's
    assert counts == {"P@": 1, "p@": 1}
    window.run(COMMANDS["undo"])
    assert played(window) == ["N@f6", "e8f8", "P@d5"]


def test_nothing_is_taken_from_an_empty_or_a_foreign_pocket(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    for place in ("Q@", "q@", "p@"):
        click(qtbot, window, place)
        assert board.hand == ()
    drag(qtbot, window, "P@", "a8")  # no pawn on the last rank
    assert played(window) == []


def test_pockets_turn_with_the_board(qtbot, window: Window) -> None:
    board = window.desk.stage.board
    above = board.centre_of("q@").y() < board.centre_of("N@").y()
    window.session.set_view(View(flip=True))
    assert (board.centre_of("q@").y() < board.centre_of("N@").y()) is not above
    click(qtbot, window, "P@", "e4")
    assert played(window) == ["P@e4"]


def test_pockets_are_told_in_words(window: Window) -> None:
    session = window.session
    assert str(place_words(session, "P@")) == "White's pocket, pawn, 2 times White pawn"
    assert str(place_words(session, "Q@")) == "White's pocket, queen, empty"
    assert str(place_words(session, "q@")) == "Black's pocket, queen, Black queen"


def test_the_position_is_copied_with_its_pockets(window: Window) -> None:
    window.run(COMMANDS["copy-position"])
    assert QApplication.clipboard().text() == "4k3/8/8/8/8/8/4P3/4K3[NPPqp] w - - 0 1"


def test_checks_that_are_left_stand_beside_the_names(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line(fen=CHECKS))
    lines = window.desk.findChildren(PlayerLine)
    assert {one.tally.text() for one in lines} == {"2 checks left", "1 check left"}
    click(qtbot, window, "a1", "a8")
    assert {one.tally.text() for one in lines} == {"1 check left"}
    assert "1 check left for White, 1 check left for Black." in position_words(window.session)


def test_chess_has_no_pockets_and_no_checks_left(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    assert {one.tally.text() for one in window.desk.findChildren(PlayerLine)} == {""}
    assert "P@" not in window.desk.stage.board.look.geometry.squares


def test_a_variant_that_a_fen_does_not_tell_is_copied_with_its_name(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line(fen="variant atomic 4k3/8/8/8/8/8/8/4K3 w - - 0 1"))
    window.run(COMMANDS["copy-position"])
    assert QApplication.clipboard().text() == "variant atomic 4k3/8/8/8/8/8/8/4K3 w - - 0 1"
