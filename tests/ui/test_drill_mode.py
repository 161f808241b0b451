"""Lines drilled in the window: due positions, grades, Enter, the sum of a sitting; in all games."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from desks import click_on, make_window, press
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from viewer.base.files import FileSystem
from viewer.document.training import HISTORY
from viewer.games import GAMES
from viewer.ui.commands import COMMANDS
from viewer.ui.modes.driller import Driller
from viewer.ui.window import new_desk
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

SAMPLES = Path(__file__).parents[2] / "resources" / "samples" / "en" / "study"
PGN = "1. e4 e5 2. Nf3 Nc6 *\n"


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Window:
    path = tmp_path / "game.pgn"
    path.write_text(PGN, "utf-8")
    return make_window(qtbot, tmp_path, path)


def driller_of(qtbot, window: Window) -> Driller:
    window.run(COMMANDS["drill"])
    driller = window.desk.mode
    assert isinstance(driller, Driller)
    driller.pause = 0
    qtbot.waitUntil(lambda: driller.drill is not None)
    QApplication.processEvents()
    return driller


def play(qtbot, driller: Driller, *places: str) -> None:
    click_on(qtbot, driller.board, *places)
    qtbot.waitUntil(lambda: driller.due.call is None)
    QApplication.processEvents()


def test_right_answers_lead_on_and_are_not_due_again(qtbot, window: Window) -> None:
    driller = driller_of(qtbot, window)
    assert driller.silent
    assert driller.panel.texts == ("White to play", "", "2 positions due today", "")
    play(qtbot, driller, "e2", "e4")
    assert [driller.trial.words.of(one) for one in driller.trial.node.path()[1:]] == ["e4", "e5"]
    assert driller.panel.texts[2] == "1 position due today"
    play(qtbot, driller, "g1", "f3")
    assert driller.panel.texts[0] == "Done for today."
    assert driller.panel.texts[3] == "2 right at once, 0 with a hint, 0 wrong"
    assert driller.panel.highlighted == "leave"
    press(Qt.Key.Key_Return)
    assert window.desk.mode is None
    assert window.session.words.of(window.session.node) == "e5"
    assert window.session.document.history.unused


def test_a_wrong_move_is_corrected_and_asked_again(qtbot, window: Window) -> None:
    driller = driller_of(qtbot, window)
    play(qtbot, driller, "d2", "d4")
    assert driller.panel.texts[0] == "Wrong."
    assert driller.panel.texts[1] == "The record has 1. e4."
    assert driller.trial.words.of(driller.trial.node) == "e4"
    press(Qt.Key.Key_Return)
    assert driller.panel.texts[3] == "0 right at once, 0 with a hint, 1 wrong"
    press(Qt.Key.Key_H)
    play(qtbot, driller, "g1", "f3")
    assert driller.panel.texts[0] == "White to play"
    play(qtbot, driller, "e2", "e4")
    assert driller.panel.texts[0] == "Done for today."
    assert driller.panel.texts[3] == "0 right at once, 1 with a hint, 1 wrong"
    press(Qt.Key.Key_Escape)


def test_the_shown_move_counts_as_wrong(qtbot, window: Window) -> None:
    driller = driller_of(qtbot, window)
    press(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: driller.due.call is None)
    assert driller.panel.texts[1] == "The record has 1. e4."
    press(Qt.Key.Key_Escape)
    assert window.desk.mode is None
    driller = driller_of(qtbot, window)
    assert driller.panel.texts[2] == "2 positions due today", "the one given up, and a new one"
    press(Qt.Key.Key_Escape)


def test_the_other_side_is_drilled_too(qtbot, window: Window) -> None:
    driller = driller_of(qtbot, window)
    driller.panel.sheet.set_value("side", "1")
    driller.panel.sheet.changed.emit("side")
    qtbot.waitUntil(lambda: driller.drill is not None)
    assert driller.panel.texts[0] == "Black to play"
    play(qtbot, driller, "e7", "e5")
    assert driller.panel.texts[2] == "1 position due today"
    press(Qt.Key.Key_Escape)


def test_at_the_end_of_a_line_there_is_nothing_to_drill(qtbot, window: Window) -> None:
    window.run(COMMANDS["last"])
    window.run(COMMANDS["drill"])
    assert window.desk.mode is None
    assert window.status.said == "No moves follow here. Home goes back to the start."


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_is_drilled(qtbot, tmp_path: Path, game: str) -> None:
    path = next(one for one in SAMPLES.iterdir() if one.name.startswith(game))
    window = make_window(qtbot, tmp_path, path)
    driller = driller_of(qtbot, window)
    asked = driller.drill.question
    assert asked is not None
    driller.trial.play(driller.problem.action(asked.answers[0]))
    assert driller.panel.texts[0] == "Right."
    qtbot.waitUntil(lambda: driller.due.call is None)
    assert driller.drill.question is not asked
    assert driller.drill.tally.total() == 1
    press(Qt.Key.Key_Escape)


def test_what_is_due_is_told_at_the_record(qtbot, window: Window) -> None:
    transport = window.desk.transport
    driller = driller_of(qtbot, window)
    press(Qt.Key.Key_End)
    qtbot.waitUntil(lambda: driller.due.call is None)
    press(Qt.Key.Key_Escape)
    window.run(COMMANDS["last"])
    new_desk._look_for_due(window, window.desk)
    qtbot.waitUntil(lambda: "drill-due" in transport.offers.chips)
    chip = transport.offers.chips["drill-due"]
    assert chip.text() == "1 due today"
    assert chip.isVisible()
    chip.click()
    assert isinstance(window.desk.mode, Driller)
    driller = window.desk.mode
    driller.pause = 0
    qtbot.waitUntil(lambda: driller.drill is not None)
    assert driller.panel.texts[2] == "1 position due today", "none that is new"
    play(qtbot, driller, "e2", "e4")
    assert driller.panel.texts[0] == "Done for today."
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not chip.isVisible())
    assert window.desk.mode is None


class FullDisk(FileSystem):
    """Nothing can be added to the history."""

    full = True

    def open_locked(self, path: str) -> int:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().open_locked(path)


def test_a_history_that_cannot_be_kept_is_told(qtbot, window: Window, monkeypatch) -> None:
    monkeypatch.setattr("viewer.document.training.history._AGAIN", 0.0)
    disk = window.workspace.files = FullDisk()
    driller = driller_of(qtbot, window)
    play(qtbot, driller, "e2", "e4")
    press(Qt.Key.Key_Escape)
    words = f"How the training goes can't be kept: {window.store.state}/{HISTORY}: no space left on the disk."
    assert window.notice.sentence == words
    disk.full = False
    driller = driller_of(qtbot, window)
    play(qtbot, driller, "e2", "e4")
    press(Qt.Key.Key_Escape)


def test_a_history_that_cannot_be_read_is_told(qtbot, window: Window) -> None:
    path = Path(window.store.state) / HISTORY
    path.mkdir(parents=True)
    driller_of(qtbot, window)
    words = f"What was trained before can't be read: {path}: it is a folder."
    assert window.notice.sentence == words
