"""What is heard of moves, with a program in place of the system's that writes down what it is to play."""

from __future__ import annotations

import sys
import wave
from array import array
from pathlib import Path

import pytest
from chess_desks import chess_window, line
from go_desks import go_window
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viewer.base.resources import resource_path
from viewer.games import game_of
from viewer.tree.action import Move, Terminal
from viewer.ui.board import sounds
from viewer.ui.board.sounds import AT_ONCE, PlayerProgram, SoundPlayer, sound_of
from viewer.ui.commands import COMMANDS
from viewer.ui.dialogs.settings_dialog import SettingsDialog
from viewer.ui.window.window import Window

pytestmark = pytest.mark.gui

WRITES = "import os, sys; open(sys.argv[1], 'a').write(os.path.basename(sys.argv[2]) + '\\n')"
HANGS = "import time; time.sleep(600)"


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the system's program writes down what it plays."""
    log = tmp_path / "played"
    words = ("-I", "-S", "-c", WRITES, str(log))
    program = PlayerProgram(sys.executable, words)
    monkeypatch.setattr(sounds, "found_program", lambda: program)
    monkeypatch.setattr(sounds, "_LONGEST", 60_000)  # a busy machine starts it late
    return log


def heard(log: Path) -> list[str]:
    """The names of the sounds that were played."""
    return [one.partition("-")[0] for one in log.read_text().split()] if log.exists() else []


def player_of(window: Window) -> SoundPlayer:
    sounds = window.desk.stage.board.sounds
    assert sounds is not None
    return sounds.player


def switch_on(qtbot, window: Window, log: Path) -> None:
    """Have sounds; the one that tells that there are some is played and forgotten."""
    window.settings.set("sounds", True)
    window.looks.show_settings()
    qtbot.waitUntil(lambda: heard(log) == ["move"] and not player_of(window).playing)
    log.unlink()


# ------------------------------------------------------------------------- what is heard of a move


@pytest.mark.parametrize(
    ("game", "moves", "sound"),
    [
        ("chess", "e2e4", "move"),
        ("chess", "e2e4 d7d5 e4d5", "capture"),
        ("chess", "e2e4 a7a6 e4e5 d7d5 e5d6", "capture"),
        ("chess", "g1f3 a7a6 g2g3 b7b6 f1g2 c7c6 e1g1", "move"),
        ("chess", "e2e4 f7f6 d1h5", "check"),
        ("chess", "f2f3 e7e5 g2g4 d8h4", "end"),
        ("xiangqi", "h2e2", "move"),
        ("xiangqi", "h2e2 d9e8 e2e6", "check"),
        ("xiangqi", "b2b9", "capture"),
        ("shogi", "7g7f 3c3d 8h2b+", "capture"),
        ("shogi", "7g7f 3c3d 8h2b+ 3a2b B*5e", "move"),
        ("shogi", "7g7f 3c3d 8h3c+", "check"),
    ],
)
def test_a_step_sounds_as_what_it_is(game: str, moves: str, sound: str) -> None:
    rules = game_of(game)
    before = state = rules.start(None)
    for move in moves.split():
        before, state = state, rules.step(state, Move(move))
    assert sound_of(rules, before, state) == sound


def test_a_stone_that_takes_another_is_heard_as_a_capture_and_an_end_as_an_end() -> None:
    go = game_of("go")
    state = go.start(None)
    for move in ("B ab", "W aa"):
        state = go.step(state, Move(move))
    taken = go.step(state, Move("B ba"))
    assert sound_of(go, state, taken) == "capture"
    assert sound_of(go, taken, go.step(taken, Move("W pass"))) == ""
    assert sound_of(go, taken, go.step(taken, Terminal("resign"))) == "end"


def test_every_sound_is_short_soft_and_there() -> None:
    for name in ("move", "capture", "check", "end", "wrong"):
        with wave.open(str(resource_path("sounds", f"{name}.wav"))) as file:
            assert file.getnchannels() == 1
            assert file.getnframes() / file.getframerate() < 1.6
            samples = array("h", file.readframes(file.getnframes()))
            assert 10_000 < max(map(abs, samples)) < 25_000
            assert abs(samples[0]) < 200 > abs(samples[-1]), (
                "it neither begins nor ends with a crack"
            )


# ------------------------------------------------------------------------------------ in the window


def test_nothing_is_heard_until_somebody_wants_it(qtbot, tmp_path: Path, log: Path) -> None:
    window = chess_window(qtbot, tmp_path, line("e2e4", "d7d5", "e4d5"))
    assert window.desk.stage.board.sounds is None
    switch_on(qtbot, window, log)
    board = window.desk.stage.board
    QTest.keyClick(board, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: heard(log) == ["move"])
    window.settings.set("sounds", False)
    window.looks.show_settings()
    assert board.sounds is None


def test_of_a_key_that_is_held_only_the_last_step_is_heard(
    qtbot, tmp_path: Path, log: Path
) -> None:
    moves = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", "e2e4", "d7d5", "e4d5"]
    window = chess_window(qtbot, tmp_path, line(*moves))
    switch_on(qtbot, window, log)
    for _ in moves:
        window.run(COMMANDS["next"])
    assert window.session.node.action == Move("e4d5")
    qtbot.waitUntil(lambda: bool(heard(log)) and not player_of(window).playing)
    assert heard(log) == ["capture"]
    assert (
        len(player_of(window).children()) <= 1 + AT_ONCE + 1
    )  # a timer, the programs, the board's


def test_a_wrong_answer_is_heard_in_place_of_its_move(qtbot, tmp_path: Path, log: Path) -> None:
    window = go_window(qtbot, tmp_path, "(;SZ[9]AB[ba][bb]AW[aa](;B[cc]C[RIGHT])(;B[hh];W[cc]))")
    window.desk.session.indexer.wait()
    switch_on(qtbot, window, log)
    window.run(COMMANDS["solve"])
    QApplication.processEvents()
    solver = window.desk.mode
    solver.pause = 0
    solver.trial.play(Move("B ee"))
    qtbot.waitUntil(lambda: "wrong" in heard(log))
    assert heard(log) == ["wrong"]


def test_programs_that_hang_do_not_pile_up_and_are_ended(qtbot) -> None:
    player = SoundPlayer(PlayerProgram(sys.executable, ("-I", "-S", "-c", HANGS)), 50)
    for _ in range(10):
        player.play("move")
    assert player.playing == AT_ONCE
    player.close()
    assert player.playing == 0


def test_a_program_that_does_not_start_says_nothing(qtbot, tmp_path: Path) -> None:
    player = SoundPlayer(PlayerProgram(str(tmp_path / "none")), 50)
    player.play("move")
    qtbot.waitUntil(lambda: player.playing == 0)
    player.close()


def test_a_lower_volume_makes_lower_samples(qtbot) -> None:
    def loudest(volume: int) -> int:
        player = SoundPlayer(PlayerProgram("none"), volume)
        with wave.open(player._file("capture")) as file:
            samples = array("h", file.readframes(file.getnframes()))
        player.close()
        return max(map(abs, samples))

    full, half, least = loudest(100), loudest(50), loudest(1)
    assert full > 2 * half > 100 * least


def test_where_nothing_plays_sounds_there_is_no_setting_for_them(
    qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sounds, "found_program", lambda: None)
    window = chess_window(qtbot, tmp_path, line("e2e4"))
    window.settings.set("sounds", True)
    window.looks.show_settings()
    assert window.desk.stage.board.sounds is None
    window.run(COMMANDS["settings"])
    dialog = window.findChildren(SettingsDialog)[-1]
    parts = {key for sheet in dialog.sheets for key in sheet.parts}
    assert "animate" in parts
    assert not {"sounds", "volume"} & parts
    dialog.close()
