"""The list of the line's moves: a number typed leads to its move."""

from __future__ import annotations

from pathlib import Path

import pytest
from chess_desks import chess_window, line
from PySide6.QtTest import QTest

from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.node_line import MoveList
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui


def typed(window: Window, text: str) -> MoveList:
    window.run(COMMANDS["go-to-move"])
    found = window.findChildren(MoveList)[-1]
    QTest.keyClicks(found.line, text)
    return found


@pytest.mark.parametrize(("text", "move"), [("2", "g1f3"), ("nc", "b8c6")])
def test_a_move_is_gone_to(qtbot, tmp_path: Path, text: str, move: str) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5", "g1f3", "b8c6"))
    typed(window, text).do(False)
    assert window.session.node.action.text == move


def test_what_fits_nothing_leads_nowhere(qtbot, tmp_path: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "e7e5"))
    window.session.go_to(1)
    found = typed(window, "99")
    assert [row.words for row in found.rows] == ["Nothing fits."]
    found.do(False)
    assert window.session.node.id == 1
