"""The sounds of a board: what is heard of a move, and what plays it."""

from __future__ import annotations

import os
import shutil
import sys
import wave
from array import array
from functools import cache
from time import perf_counter
from typing import Any

from PySide6.QtCore import QObject, QProcess, QTimer

from viewer.base.named import NamedTuple
from viewer.base.resources import resource_path
from viewer.base.temporary import TemporaryFolder
from viewer.games.capabilities import Checking, Connecting, Placing, counts_of
from viewer.games.game import Game, State
from viewer.tree.action import Terminal
from viewer.tree.node import Node
from viewer.ui.session.record_session import RecordSession
from viewer.ui.toolkit.later import Due

if sys.platform == "win32":
    import winsound

AT_ONCE = 2
"""Sounds that are played at the same time; what comes meanwhile is left out."""
_LONGEST = 3000  # ms that a program has for a sound: then it hangs, and is ended


class PlayerProgram(NamedTuple):
    """A program that plays a WAV file: its path, and what stands before the file's name."""

    path: str
    words: tuple[str, ...] = ()


_PROGRAMS = (
    ("pw-play", ()),
    ("paplay", ()),
    ("aplay", ("-q",)),
    ("afplay", ()),
)


@cache
def found_program() -> PlayerProgram | None:
    """The system's program, None if there is none; Windows needs none, there its path is ""."""
    if sys.platform == "win32":
        return PlayerProgram("")
    for name, words in _PROGRAMS:
        path = shutil.which(name)
        if path is not None:
            return PlayerProgram(path, words)
    return None


class SoundPlayer(QObject):
    """Plays the sounds of `resources/sounds`; never waits for one, and never lets them pile up."""

    def __init__(self, program: PlayerProgram, volume: int, parent: QObject | None = None) -> None:
        """`volume` in percent."""
        super().__init__(parent)
        self._program = program
        self._volume = volume
        self._folder: TemporaryFolder | None = None
        self._files: dict[str, str] = {}
        self._running: list[QProcess] = []
        self._patience = QTimer(self, singleShot=True, interval=_LONGEST)
        self._patience.timeout.connect(self._give_up)

    @property
    def volume(self) -> int:
        """In percent."""
        return self._volume

    @volume.setter
    def volume(self, percent: int) -> None:
        if percent != self._volume:
            self._volume = percent
            self._files.clear()

    @property
    def playing(self) -> int:
        """The number of programs that run."""
        return sum(one.state() is not QProcess.ProcessState.NotRunning for one in self._running)

    def play(self, name: str) -> None:
        """Play a sound, if not too many are being played."""
        if self.playing >= AT_ONCE:
            return
        try:
            path = self._file(name)
        except OSError:  # no room for temporary files: then it is quiet
            return
        if sys.platform == "win32":
            winsound.PlaySound(
                path, winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT
            )
            return
        idle = QProcess.ProcessState.NotRunning
        process = next((one for one in self._running if one.state() is idle), None)
        if process is None:
            process = QProcess(self)
            process.setStandardInputFile(QProcess.nullDevice())
            process.setStandardOutputFile(QProcess.nullDevice())
            process.setStandardErrorFile(QProcess.nullDevice())
            self._running.append(process)
        process.start(self._program.path, [*self._program.words, path])
        self._patience.start()

    def close(self) -> None:
        """End what is played, and remove the files."""
        self._give_up()
        if sys.platform == "win32":
            winsound.PlaySound(None, 0)
        for process in self._running:
            process.waitForFinished(1000)
        self._files.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _give_up(self) -> None:
        for process in self._running:
            process.kill()

    def _file(self, name: str) -> str:
        """The path of a sound in the volume; made when it is first wanted. Raises OSError."""
        there = self._files.get(name)
        if there is not None:
            return there
        if self._folder is None:
            self._folder = TemporaryFolder()
        path = os.path.join(self._folder.name, f"{name}-{self._volume}.wav")
        with wave.open(str(resource_path("sounds", f"{name}.wav")), "rb") as source:
            parameters = source.getparams()
            samples = array("h", source.readframes(source.getnframes()))
        if sys.byteorder == "big":
            samples.byteswap()
        # Loudness is heard by its logarithm: half of it is about a tenth of the power.
        factor = (self._volume / 100) ** 1.7
        samples = array("h", (round(one * factor) for one in samples))
        if sys.byteorder == "big":
            samples.byteswap()
        with wave.open(path, "wb") as target:
            target.setparams(parameters)
            target.writeframes(samples.tobytes())
        self._files[name] = path
        return path


_QUICK = 0.15  # s: of steps that follow faster than this only the last is heard
_REST = 160  # ms after which no other step is expected
_FRAME = 16  # ms in which the board is painted first; nobody hears that the sound is later


def sound_of(game: Game[Any], before: State, after: State) -> str:
    """What is heard of the step from a position to the next; "" for nothing."""
    if isinstance(after.action, Terminal):
        return "end"
    if isinstance(game, Connecting) and game.winning_chain(after):
        return "end"
    if isinstance(game, Checking) and game.in_check(after):
        return "check" if any(True for _ in game.legal_moves(after)) else "end"
    if not game.touched(after):
        return ""
    expected = _standing(game, before) + isinstance(game, Placing)
    return "capture" if _standing(game, after) < expected else "move"


def _standing(game: Game[Any], state: State) -> int:
    """The number of pieces on the board, without those in hand."""
    held = counts_of(game, state)
    return sum(square not in held for square, _ in game.pieces(state))


class BoardSounds(QObject):
    """Plays what is heard of moves, and of wrong answers.

    Attributes:
        player: plays the sounds.
    """

    def __init__(self, player: SoundPlayer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.player = player
        self._stepped_at = 0.0
        self._due = Due(self)

    def step(self, session: RecordSession, before: Node) -> None:
        """The board has gone from a node to the one after it."""
        now = perf_counter()
        quick, self._stepped_at = now - self._stepped_at < _QUICK, now
        node = session.shown
        # Of quick steps nothing is worked out.
        self._due.after(_REST if quick else _FRAME, lambda: self._play(session, before, node))

    def wrong(self) -> None:
        """An answer was wrong: that is heard in place of its move."""
        self._due.after(0, lambda: self.player.play("wrong"))

    def stop(self) -> None:
        """Play nothing more."""
        self._due.stop()
        self.player.close()

    def _play(self, session: RecordSession, before: Node, node: Node) -> None:
        if session.shown is not node or node.parent is not before:
            return
        states = session.states
        name = sound_of(session.game, states.at(before), states.at(node))
        if name:
            self.player.play(name)
