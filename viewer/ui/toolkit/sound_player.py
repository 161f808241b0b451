"""Sounds, played by a program of the system: Qt's own way to play them would be larger than all of Qipu."""

from __future__ import annotations

import os
import shutil
import sys
import wave
from array import array
from functools import cache

from PySide6.QtCore import QObject, QProcess, QTimer

from viewer.base.named import NamedTuple
from viewer.base.resources import resource_path
from viewer.base.temporary import TemporaryFolder

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
