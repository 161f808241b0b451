"""Engines that misbehave while the window is used: a sentence, the window goes on, and no process stays."""

from __future__ import annotations

import marshal
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest
from desks import make_window
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from supervised import supervisors

from viewer.engines.engine import EngineSetup
from viewer.ui.commands import COMMANDS

pytestmark = pytest.mark.gui

ENGINES = Path(__file__).parent.parent / "engines"
SCRIPT, LIAR = ENGINES / "scripted.py", ENGINES / "liar.py"


def setup(habit: str, *more: str) -> EngineSetup:
    return EngineSetup("Scripted", sys.executable, (str(SCRIPT), habit, *more), {"chess": "uci"})


@pytest.fixture
def window(qtbot, tmp_path: Path):
    path = tmp_path / "game.pgn"
    path.write_text('[Event "?"]\n[Result "*"]\n\n1. d4 d5 2. c4 e6 *\n')
    return make_window(qtbot, tmp_path, path)


def started(window, engine: EngineSetup):
    """The analyst, once an engine was started."""
    window.engines.keep((engine,))
    window.run(COMMANDS["analyse"])
    return window.desk.analyst


def test_one_that_hangs_is_started_again_at_the_next_position(qtbot, window, monkeypatch) -> None:
    """It doesn't stop when it is told: the window steps on, and a new one takes over."""
    monkeypatch.setattr("viewer.engines.uci.PATIENCE", 0.3)
    analyst = started(window, setup("never-stops"))
    qtbot.waitUntil(lambda: analyst.analysis is not None)
    before = supervisors()
    session = window.session
    session.go(session.node.children[0])
    qtbot.waitUntil(lambda: bool(supervisors() - before))
    session.go(session.record.root)
    assert analyst.running
    analyst.close()
    assert not supervisors()


def test_one_that_crashes_once_is_started_again_without_a_word(qtbot, window, tmp_path) -> None:
    analyst = started(window, setup("crashes-once", str(tmp_path / "was-here")))
    qtbot.waitUntil(lambda: analyst.analysis is not None)
    assert (analyst.running, analyst.note) == (True, None)


def test_one_that_floods_does_not_freeze_the_window(qtbot, window) -> None:
    """It writes as fast as it can, without end: timers go on, steps are taken, and it can be stopped."""
    analyst = started(window, setup("floods-on"))
    qtbot.waitUntil(lambda: analyst.analysis is not None)
    beats: list[int] = []
    timer = QTimer(window)
    timer.timeout.connect(lambda: beats.append(1))
    timer.start(5)
    depths: set[int | None] = set()
    analyst.found.connect(lambda: depths.add(analyst.analysis.depth if analyst.analysis else None))
    session = window.session
    for _ in range(3):
        session.go(session.node.children[0])
        count = len(beats)
        qtbot.waitUntil(lambda count=count: len(beats) > count + 10)
    session.go(session.record.root)
    depths.clear()
    qtbot.waitUntil(lambda: len(depths) > 3)  # news of it come in
    timer.stop()
    window.run(COMMANDS["analyse"])
    assert not analyst.running
    analyst.close()
    assert not supervisors()


def test_junk_is_no_line(qtbot, window) -> None:
    analyst = started(window, setup("junk"))
    page = window.desk.panels.made("analysis")
    words = "The engine has no move here."
    qtbot.waitUntil(lambda: page.parts[0]._told.text() == words)
    assert analyst.running


def test_a_position_that_engines_choke_on_is_a_sentence(qtbot, tmp_path) -> None:
    path = tmp_path / "none.pgn"
    path.write_text('[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n[SetUp "1"]\n[Result "*"]\n\n*\n')
    window = make_window(qtbot, tmp_path, path)
    started(window, setup("plain"))
    page = window.desk.panels.made("analysis")
    words = "Engines can't be asked about this position. Black has no king."
    qtbot.waitUntil(lambda: page.parts[0]._told.text() == words)
    assert not supervisors()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "There is no program {path} any more."),
        (lambda path: path.write_text("no program"), "{path} is a file, but not a program."),
    ],
)
def test_one_that_is_gone_is_a_sentence(qtbot, window, tmp_path, make, words) -> None:
    path = tmp_path / "engine"
    make(path)
    analyst = started(window, EngineSetup("Gone", str(path), (), {"chess": "uci"}))
    qtbot.waitUntil(lambda: not analyst.running)
    assert analyst.note.text() == words.format(path=path)
    page = window.desk.panels.made("analysis")
    assert page.parts[0]._told.text() == analyst.note.text()


def test_starting_and_stopping_leaves_no_process(qtbot, window) -> None:
    analyst = started(window, setup("plain"))
    for _ in range(20):
        window.run(COMMANDS["analyse"])
    assert analyst.running
    qtbot.waitUntil(lambda: analyst.analysis is not None)
    window.run(COMMANDS["analyse"])
    analyst.close()
    assert not supervisors()


_WINDOW = """
import sys
sys.path[:0] = [{tests!r}, {root!r}]
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication
from PySide6.QtWidgets import QApplication
from viewer.document.workspace import Workspace
from viewer.engines.engine import EngineSetup
from viewer.ui.commands import COMMANDS
from viewer.ui.window.window import Window
from viewer.ui.window.store import Store

app = QApplication([])
window = Window(Workspace(), Store({folder!r}))
window.files.open_all([{game!r}])
window.show()
window.finish()
window.engines.keep((EngineSetup("Own", sys.executable, ({script!r}, "says-id"), {{"chess": "uci"}}),))
window.run(COMMANDS["analyse"])
app.exec()
"""


def test_an_engine_ends_with_the_window_even_if_that_is_killed(tmp_path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text('[Event "?"]\n[Result "*"]\n\n1. d4 *\n')
    said = tmp_path / "id"
    tests = Path(__file__).parent
    script = _WINDOW.format(
        tests=str(tests),
        root=str(tests.parent.parent),
        folder=str(tmp_path / "settings"),
        game=str(game),
        script=str(SCRIPT),
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "SCRIPTED_ID": str(said)},
        stderr=subprocess.DEVNULL,
    )
    end = perf_counter() + 60
    while not (said.exists() and said.read_text().endswith("\n")):
        assert owner.poll() is None, "the window has ended"
        assert perf_counter() < end, "the engine wasn't started"
    engine = int(said.read_text())
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    while _lives(engine):
        assert perf_counter() < end, "the engine outlived the window"


def _lives(process_id: int) -> bool:
    try:
        with open(f"/proc/{process_id}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def liar(folder: Path, protocol: str, answers: dict[str, str]) -> EngineSetup:
    path = folder / "answers"
    path.write_bytes(marshal.dumps(answers))
    game = {"uci": "chess", "gtp": "go"}[protocol]
    return EngineSetup("Liar", sys.executable, (str(LIAR), protocol, str(path)), {game: protocol})


def told_in(window) -> list[str]:
    """What is told in the status line from now on."""
    told: list[str] = []
    window.session.told.connect(lambda words: told.append(words.text()))
    return told


ODD = "Liar says “depth -3”, which can't be; such numbers are left out."
GO = {"go": "info depth -3 score cp 10 pv e7e5\nbestmove e7e5"}


def test_what_an_opponent_says_that_cannot_be_is_told(qtbot, window, tmp_path) -> None:
    window.engines.keep((liar(tmp_path, "uci", GO),))
    window.run(COMMANDS["play-engine"])
    opponent, told = window.desk.mode, told_in(window)
    qtbot.waitUntil(lambda: not opponent._runner.running)
    opponent.do("begin")
    opponent.match.offer_draw()
    qtbot.waitUntil(lambda: not opponent.match._runner.running)
    assert ODD in told


def test_an_opponent_that_is_silent_before_the_game_is_told(
    qtbot, window, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr("viewer.engines.dialogue.QUIET", 0.05)
    window.engines.keep((liar(tmp_path, "uci", {"isready": "!hangs"}),))
    window.run(COMMANDS["play-engine"])
    told = told_in(window)
    qtbot.waitUntil(lambda: told == ["Liar says nothing; Qipu waits for it."])
    window.desk.mode.leave()


def test_what_a_judge_of_guesses_says_that_cannot_be_is_told(qtbot, window, tmp_path) -> None:
    window.session.go(window.session.record.root)
    window.engines.keep((liar(tmp_path, "uci", GO),))
    window.run(COMMANDS["guess"])
    guesser, told = window.desk.mode, told_in(window)
    guesser.pause = 0
    qtbot.waitUntil(lambda: guesser._open)
    QApplication.processEvents()
    for place in ("e2", "e4"):
        place = guesser.board.centre_of(place).toPoint()
        qtbot.mouseClick(guesser.board, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: guesser._open or guesser.guessing.node is None)
    assert ODD in told
    guesser.do("leave")


def test_what_a_counting_engine_says_that_cannot_be_is_told(qtbot, tmp_path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[1]SZ[9];B[ee])")
    window = make_window(qtbot, tmp_path, path)
    answers = {
        "list_commands": "={n} name\nkomi\nreg_genmove\nestimate_score\n",
        "reg_genmove": "={n} E5\n",
        "estimate_score": "={n} W+9999\n",
    }
    window.engines.keep((liar(tmp_path, "gtp", answers),))
    window.run(COMMANDS["score"])
    scorer, told = window.desk.mode, told_in(window)
    scorer.ask("Liar")
    qtbot.waitUntil(lambda: scorer._engine is None)
    assert "Liar says “score 9999”, which can't be; such numbers are left out." in told
