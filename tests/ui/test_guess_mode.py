"""Guessing moves in the window: hidden moves, scores, an engine that judges, the record left alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from desks import make_window
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.engines.engine import EngineSetup
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.guesser import Guesser

pytestmark = pytest.mark.gui

SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"
PGN = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n"


def window_of(qtbot, tmp_path: Path, text: str = PGN):
    path = tmp_path / "game.pgn"
    path.write_text(text, "utf-8")
    return make_window(qtbot, tmp_path, path)


def guesser_of(window, *engines: EngineSetup) -> Guesser:
    window.engines.keep(engines)
    window.run(COMMANDS["guess"])
    guesser = window.desk.mode
    assert isinstance(guesser, Guesser)
    guesser.pause = 0
    return guesser


def guess(qtbot, guesser: Guesser, *places: str) -> None:
    """Guess a move once it is asked, and wait until the record has gone on."""
    qtbot.waitUntil(lambda: guesser._open)
    board, count = guesser.board, len(guesser.guessing.guesses)
    QApplication.processEvents()
    for place in places:
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.centre_of(place).toPoint())
    assert len(guesser.guessing.guesses) == count + 1
    qtbot.waitUntil(lambda: settled(guesser))


def settled(guesser: Guesser) -> bool:
    return guesser._open or guesser.guessing.node is None


def shown(guesser: Guesser) -> list[str]:
    trial = guesser.trial
    return [trial.words.of(node) for node in trial.node.path()[1:]]


def test_next_moves_are_hidden_and_guessed(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    guesser = guesser_of(window)
    assert guesser.silent
    assert shown(guesser) == []
    assert guesser.panel.texts[0] == "White to play"
    guess(qtbot, guesser, "e2", "e4")
    assert shown(guesser) == ["e4", "e5"]
    assert guesser.panel.texts[1] == "1. e4, as in the record."
    guess(qtbot, guesser, "b1", "c3")
    assert guesser.panel.texts[1] == "Nc3. The record has 2. Nf3."
    assert shown(guesser) == ["e4", "e5", "Nf3", "Nc6"]
    assert guesser.panel.texts[2] == "Score 50 %: 1 of 2 moves as in the record"
    assert guesser.panel.texts[3].splitlines() == ["2. Nf3  ·  Nc3  ·  0 %", "1. e4  ·  100 %"]
    guess(qtbot, guesser, "f1", "b5")
    assert guesser.panel.texts[0] == "The line ends here."


def test_the_record_stays_as_it_was_unless_asked(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    guesser = guesser_of(window)
    guess(qtbot, guesser, "d2", "d4")
    assert window.session.document.history.unused
    guesser.do("keep")
    assert window.desk.mode is None
    session = window.session
    assert [session.words.of(one) for one in session.record.root.children] == ["e4", "d4"]
    assert session.words.of(session.node) == "e5"
    session.undo()
    assert len(session.record.root.children) == 1


def test_a_move_can_be_shown_and_the_mode_be_left(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    guesser = guesser_of(window)
    qtbot.keyClick(guesser.board, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: settled(guesser))
    assert shown(guesser) == ["e4", "e5"]
    assert guesser.panel.texts[1] == "The record has 1. e4."
    assert guesser.panel.buttons["keep"].isHidden()
    qtbot.keyClick(guesser.board, Qt.Key.Key_Escape)
    assert window.desk.mode is None
    assert window.session.words.of(window.session.node) == "e5"


def test_both_sides_and_the_other_side(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    guesser = guesser_of(window)
    sheet = guesser.panel.sheet
    sheet.set_value("side", "1")
    guesser._chosen("side")
    qtbot.waitUntil(lambda: settled(guesser))
    assert shown(guesser) == ["e4"]
    assert guesser.panel.texts[0] == "Black to play"
    sheet.set_value("side", "both")
    guesser._chosen("side")
    guess(qtbot, guesser, "e7", "e5")
    assert guesser.panel.texts[0] == "White to play"


def test_an_engine_judges_another_move(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    setup = EngineSetup("Scripted", sys.executable, (str(SCRIPT), "weighs"), {"chess": "uci"})
    guesser = guesser_of(window, setup)
    guess(qtbot, guesser, "d2", "d4")
    # After the record's move it says 0, after the guess 300 for Black.
    assert guesser.panel.texts[1].startswith("d4 loses 25 % of the chance of winning against")
    assert 0 < guesser.guessing.average < 1
    guesser.do("leave")


def test_an_engine_that_fails_leaves_it_to_the_record(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    habit = (str(SCRIPT), "crashes-searching")
    guesser = guesser_of(window, EngineSetup("Scripted", sys.executable, habit, {"chess": "uci"}))
    guess(qtbot, guesser, "d2", "d4")
    assert guesser.panel.texts[1] == "d4. The record has 1. e4."
    assert guesser.panel.sheet.values()["judge"] == ""


def test_at_the_end_of_a_line_there_is_nothing_to_guess(qtbot, tmp_path: Path) -> None:
    window = window_of(qtbot, tmp_path)
    said = []
    window.session.go(window.session.cursor.line[-1])
    window.session.told.connect(said.append)
    window.run(COMMANDS["guess"])
    assert window.desk.mode is None
