"""The mode in which the board is counted."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from go_desks import go_window
from needs import program
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.engines.engine import EngineSetup
from viewer.tree.annotation import MARKS
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.scorer import Scorer
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

ROWS = "abcdefg"
BLACK = "".join(f"[c{row}]" for row in ROWS)
WHITE = "".join(f"[d{row}]" for row in ROWS) + "[aa]"
GAME = f"(;SZ[7]KM[6.5]RU[Japanese]AB{BLACK}AW{WHITE};B[gd];W[ge])"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    return go_window(qtbot, tmp_path, GAME)


@pytest.fixture
def scorer(qtbot, window: Window) -> Scorer:
    window.run(COMMANDS["score"])
    scorer = window.desk.mode
    assert isinstance(scorer, Scorer)
    qtbot.waitUntil(lambda: bool(scorer.counted.count.dead))
    return scorer


def click(qtbot, scorer: Scorer, place: str) -> None:
    at = scorer.board.centre_of(place).toPoint()
    qtbot.mouseClick(scorer.board, Qt.MouseButton.LeftButton, pos=at)


def press(key: Qt.Key, control: bool = False) -> None:
    modifier = Qt.KeyboardModifier.ControlModifier if control else Qt.KeyboardModifier.NoModifier
    QTest.keyClick(QApplication.focusWidget(), key, modifier)


def test_counts_by_other_rules_say_why_they_differ(scorer) -> None:
    put = "Stones on the board count, and prisoners don't: Black has put 7 stones, White 8."
    assert scorer.panel.others.splitlines()[0].startswith("Chinese, ")
    assert put in scorer.panel.others
    scorer.panel.counting.setCurrentIndex(scorer.panel.counting.findData("area"))
    scorer.panel.counting.activated.emit(scorer.panel.counting.currentIndex())
    assert scorer.panel.others.startswith("Japanese: ")
    assert (
        put.replace("Stones on the board count, and prisoners don't", "Prisoners count") not in put
    )
    assert "the same." in scorer.panel.others


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ("W+12.5", "The record says the same."),
        ("W+13.5", "The record says W+13.5. That is the count by other rules: Chinese, "),
        ("B+R", "The record says B+R."),
    ],
)
def test_the_result_of_the_record_is_named_with_the_rules_that_it_fits(
    qtbot, tmp_path: Path, result: str, words: str
) -> None:
    window = go_window(qtbot, tmp_path, GAME.replace("KM[", f"RE[{result}]KM["))
    window.run(COMMANDS["score"])
    scorer = window.desk.mode
    qtbot.waitUntil(lambda: bool(scorer.counted.count.dead))
    assert scorer.panel.record_words.startswith(words)


def test_dead_stones_are_guessed_and_the_status_line_names_the_mode(window, scorer) -> None:
    assert scorer.counted.count.dead == {"aa"}
    assert window.status.mode == "Counting the board"
    assert scorer.panel.lines[0] == ("Territory", "14", "21")
    assert scorer.panel.lines[-1] == ("Total", "15", "27.5")
    assert "W+12.5" in scorer.panel.words
    assert not COMMANDS["next"].possible(window), "the record stands still"


def test_a_click_toggles_a_group(qtbot, window, scorer) -> None:
    click(qtbot, scorer, "aa")
    assert scorer.counted.count.dead == frozenset()
    assert scorer.panel.lines[0] == ("Territory", "0", "21")
    assert "alive" in window.status.said
    click(qtbot, scorer, "aa")
    assert scorer.counted.count.dead == {"aa"}


def test_the_keyboard_toggles_a_group_and_escape_leaves(window, scorer) -> None:
    before = window.session.record.digest()
    press(Qt.Key.Key_Return)
    assert scorer.board.at == "dd"
    for _ in range(3):
        press(Qt.Key.Key_Left)
        press(Qt.Key.Key_Up)
    assert scorer.board.at == "aa"
    press(Qt.Key.Key_Space)
    assert scorer.counted.count.dead == frozenset()
    press(Qt.Key.Key_Escape)
    assert scorer.board.at == ""
    press(Qt.Key.Key_Escape)
    assert window.desk.mode is None
    assert window.status.mode == ""
    assert window.session.record.digest() == before
    assert window.session.document.history.unused


def test_other_rules_and_komi(scorer) -> None:
    panel = scorer.panel
    panel.counting.setCurrentIndex(0)
    panel.counting.activated.emit(0)
    panel.komi.setValue(0.5)
    assert [name for name, _, _ in panel.lines] == ["Territory", "Stones", "Komi", "Total"]
    assert panel.lines[2] == ("Komi", "0", "0.5")


def test_the_result_is_written_and_undone(window, scorer) -> None:
    before = window.session.record.digest()
    press(Qt.Key.Key_Return, control=True)
    assert window.desk.mode is None
    record = window.session.record
    assert [record.header(key) for key in ("RE", "RU", "KM")] == ["W+12.5", "Japanese", "6.5"]
    assert window.session.node.note(MARKS) == ()
    window.run(COMMANDS["undo"])
    assert window.session.record.digest() == before


def test_the_territory_is_marked_at_the_move(window, scorer) -> None:
    scorer.panel.write.setChecked(False)
    assert not scorer.panel.done.isEnabled()
    scorer.panel.mark.setChecked(True)
    scorer.panel.done.click()
    marks = window.session.node.note(MARKS)
    assert {mark.kind for mark in marks} == {"territory"}
    assert len(marks) == 35
    assert window.session.record.header("RE") == ""


def test_a_format_that_has_no_place_for_the_result_is_told_so(qtbot, tmp_path: Path) -> None:
    text = '{"format":"wei7","version":"3.0","size":7,"tree":{}}'
    window = go_window(qtbot, tmp_path, text, "game.wei7")
    window.run(COMMANDS["score"])
    QApplication.processEvents()
    scorer = window.desk.mode
    assert isinstance(scorer, Scorer)
    assert scorer.panel.write.isEnabled()
    scorer.panel.komi.setValue(0)
    press(Qt.Key.Key_Return, control=True)
    assert window.session.record.header("info.result.winner") == "null"


def test_another_record_ends_the_mode(window, scorer) -> None:
    window.session.reloaded.emit()
    assert window.desk.mode is None


def test_other_rules_are_written_with_the_result_and_undone_with_it(window, scorer) -> None:
    before = window.session.record.digest()
    panel = scorer.panel
    panel.counting.setCurrentIndex(0)
    panel.counting.activated.emit(0)
    panel.komi.setValue(0.5)
    said = panel.words.rpartition(" ")[2]
    press(Qt.Key.Key_Return, control=True)
    record = window.session.record
    assert [record.header(key) for key in ("RE", "RU", "KM")] == [said, "Chinese", "0.5"]
    window.run(COMMANDS["undo"])
    assert window.session.record.digest() == before


# -------------------------------------------------------------------- estimates of engines


SCRIPT = Path(__file__).parent.parent / "engines" / "scripted.py"


def asked(qtbot, window: Window, setup: EngineSetup) -> Scorer:
    """The mode, once an engine has said what it expects, or has failed."""
    window.engines.keep((setup,))
    window.run(COMMANDS["score"])
    scorer = window.desk.mode
    assert isinstance(scorer, Scorer)
    qtbot.waitUntil(lambda: bool(scorer.counted.count.dead))
    qtbot.mouseClick(scorer.panel.engines[setup.name], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: scorer._engine is None)
    return scorer


def test_an_engines_estimate_is_shown_beside_the_count(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, f"(;SZ[9]KM[6.5]AB{BLACK}AW{WHITE};B[gd];W[ge])")
    setup = EngineSetup("Kata", sys.executable, (str(SCRIPT), "kata"), {"go": "gtp"})
    scorer = asked(qtbot, window, setup)
    before = scorer.panel.words
    assert (
        scorer.panel.estimate
        == "Kata: Black wins with a chance of 25 %, White leads by 2.5 points."
    )
    assert scorer.panel.taking.isHidden()
    board = scorer.board
    assert board.below(board.look, dict(scorer.counted.game.pieces(scorer.counted.state)))
    click(qtbot, scorer, "aa")
    assert scorer.panel.words != before
    assert scorer.panel.estimate.startswith("Kata: ")


def test_gnu_go_finds_dead_stones_and_the_score(qtbot, tmp_path: Path) -> None:
    path = program("gnugo")
    window = go_window(qtbot, tmp_path, GAME)
    setup = EngineSetup("GNU Go", path, ("--mode", "gtp"), {"go": "gtp"})
    scorer = asked(qtbot, window, setup)
    assert scorer.panel.estimate.startswith("GNU Go: White leads by ")
    assert "dead" in scorer.panel.estimate
    assert scorer.counted.estimate.dead == {"aa"}
    assert scorer.panel.taking.isHidden()  # the guess found the same
    click(qtbot, scorer, "aa")
    assert not scorer.counted.count.dead
    qtbot.mouseClick(scorer.panel.taking, Qt.MouseButton.LeftButton)
    assert scorer.counted.count.dead == {"aa"}


def test_an_engine_that_fails_is_told(qtbot, tmp_path: Path) -> None:
    window = go_window(qtbot, tmp_path, GAME)
    setup = EngineSetup("Small", sys.executable, (str(SCRIPT), "small"), {"go": "gtp"})
    scorer = asked(qtbot, window, setup)
    assert scorer.panel.estimate == "Small refused “boardsize 7”: unacceptable size"
