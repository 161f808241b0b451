"""The process of an engine: lines to it and lines from it, and its certain end.

Three threads serve the pipes, so that no engine can block its user: one that floods is read at a bounded
rate, one that doesn't read what it is told fills a queue, one that hangs is killed.
"""

from __future__ import annotations

import os
import re
import selectors
import shlex
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Event, Thread
from time import sleep
from typing import IO

from viewer.base.messages import Message, message
from viewer.base.refused import Refused
from viewer.base.system_errors import error_words
from viewer.engines.supervisor import STOPPED

Topic = Callable[[bytes], Hashable]
"""Finds the topic of a line, which the next line of that topic replaces; None if none does."""

_CHUNK = 1 << 16
_MUCH = 1 << 12
_REST = 0.01
"""Seconds to wait after more than `_MUCH` bytes came at once: 6 MB/s at most are read."""
_LONGEST = 1 << 20
_MOST_LINES = 10_000
_LAST_WORDS = 5
_NICENESS = 10
_END = 20.0
_LOOK = 0.5
"""Seconds between two looks at whether it has ended, if something else still holds its pipes.

As long, its end waits for what it said last on its standard error.
"""


class EngineFault(Refused):
    """Something is wrong with an engine.

    Attributes:
        again: whether starting the engine once more may help: it crashed or didn't answer.
        starting: whether it never got ready, so that no position can be asked.
    """

    def __init__(self, reason: Message, again: bool = False, starting: bool = False) -> None:
        super().__init__(reason)
        self.again = again
        self.starting = starting


def missing(program: str) -> Message | None:
    """Why there is no program at a path, None if there is one."""
    if not os.path.isfile(program):
        return message("There is no program {path} any more.", path=program)
    if not os.access(program, os.X_OK):
        return message("{path} is a file, but not a program.", path=program)
    return None


class EngineProcess:
    """A running engine.

    Attributes:
        stopped: whether somebody or the system has stopped it, as with SIGSTOP, until it is let go on.
    """

    def __init__(self, command: Sequence[str], topic: Topic, folder: str | None = None) -> None:
        """Start an engine.

        `command`: the program's path and its arguments; nothing in them is interpreted by a shell.
        `folder`: its working directory. Raises EngineFault if it can't be started.
        """
        self.stopped = False
        self._topic = topic
        self._news = Condition()
        self._mail: dict[Hashable, bytes] = {}
        self._count = 0
        self._ended = False
        self._errors: deque[bytes] = deque(maxlen=_LAST_WORDS)
        self._complaints = 0  # lines that it wrote to its standard error
        self._complained = Event()  # no more of them come
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._process, self._lifeline = _start(command, folder)
        self._threads = [
            Thread(target=work, name=f"engine {work.__name__}", daemon=True)
            for work in (self._read, self._read_errors, self._write)
        ]
        for thread in self._threads:
            thread.start()

    # ---------------------------------------------------------------------------- talking

    def send(self, line: str) -> None:
        """Send it a line, without the line break. Never blocks; nothing happens if it has ended."""
        self._outbox.put(line.replace("\n", " ").encode() + b"\n")

    def lines(self, seconds: float = 0.0) -> list[str]:
        """The lines that came since the last call, waiting for some at most `seconds`.

        Of lines with the same topic only the last. No lines come after the end, see `ended`.
        """
        with self._news:
            self._news.wait_for(lambda: self._mail or self._ended, seconds)
            mail, self._mail = self._mail, {}
        return [_text(line) for line in mail.values()]

    @property
    def ended(self) -> bool:
        """Whether it has ended, and all its lines were taken."""
        with self._news:
            return self._ended and not self._mail

    @property
    def last_words(self) -> str:
        """The last lines that it wrote to its standard error; "" for none."""
        return "\n".join(_text(line) for line in tuple(self._errors))

    @property
    def complaints(self) -> int:
        """How many lines it has written to its standard error: while they become more, it works."""
        return self._complaints

    def lower(self) -> None:
        """Lower its priority, and that of all that it starts: it has started, and may work for long now."""
        if self._lifeline is not None:
            with suppress(OSError):  # cut, or the supervisor is gone
                self._lifeline.send(b"l")

    def end(self) -> None:
        """End it, whatever it is doing, and all that it started. Returns at once; see `close`."""
        self._outbox.put(None)
        self._cut()

    def close(self) -> None:
        """End it, and wait until it is gone, with its threads."""
        self.end()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        for thread in self._threads:
            thread.join(_END)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        if self._lifeline is not None:
            self._lifeline.close()

    def _cut(self) -> None:
        if self._lifeline is None:
            self._process.kill()
            return
        with suppress(OSError):  # cut before, or the supervisor is gone
            self._lifeline.shutdown(socket.SHUT_WR)

    # ---------------------------------------------------------------------------- threads

    def _read(self) -> None:
        """Take the engine's lines into the mail, until its end."""
        rest = b""
        for data in self._pieces(self._process.stdout, watches=True):
            *lines, rest = (rest + data).split(b"\n")
            if len(rest) > _LONGEST:
                rest = b""
            with self._news:
                self._take(lines)
                self._news.notify_all()
            if len(data) > _MUCH:
                sleep(_REST)
        self._complained.wait(_LOOK)
        with self._news:
            self._take([rest] if rest else [])
            self._ended = True
            self._news.notify_all()

    def _pieces(self, pipe: IO[bytes] | None, watches: bool = False) -> Iterator[bytes]:
        """What comes through a pipe, until its end or the supervisor's, whoever else still holds the pipe.

        `watches`: whether to take what the supervisor tells.
        """
        assert pipe is not None
        number, lifeline = pipe.fileno(), self._lifeline
        if lifeline is None:
            while data := _read_some(number):
                yield data
            return
        with selectors.DefaultSelector() as ready:
            ready.register(number, selectors.EVENT_READ)
            if watches:
                ready.register(lifeline, selectors.EVENT_READ)
            while True:
                over = self._process.poll() is not None
                found = [key.fd for key, _ in ready.select(0 if over else _LOOK)]
                if watches and lifeline.fileno() in found:
                    told = lifeline.recv(64)
                    self.stopped = told.endswith(STOPPED)
                    if not told:
                        ready.unregister(lifeline)
                if number in found:
                    data = _read_some(number)
                    if not data:
                        return
                    yield data
                elif over:
                    return

    def _take(self, lines: list[bytes]) -> None:
        mail, topic = self._mail, self._topic
        for line in lines:
            key = topic(line)
            if key is None:
                self._count += 1
                key = self._count
                if len(mail) >= _MOST_LINES:
                    del mail[next(iter(mail))]
            else:
                mail.pop(key, None)  # the newest stands last
            mail[key] = line

    def _read_errors(self) -> None:
        rest = b""
        for data in self._pieces(self._process.stderr):
            *lines, rest = (rest + data).split(b"\n")
            rest = rest[-_LONGEST:]
            self._errors.extend(line[:_CHUNK] for line in lines[-_LAST_WORDS:])
            self._complaints += len(lines)
            if len(data) > _MUCH:
                sleep(_REST)
        if rest:
            self._errors.append(rest)
        self._complained.set()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):
            while (data := self._outbox.get()) is not None:
                self._process.stdin.write(data)
                self._process.stdin.flush()


def _read_some(pipe: int) -> bytes:
    try:
        return os.read(pipe, _CHUNK)
    except OSError:
        return b""


def _text(line: bytes) -> str:
    """A line as text. Names of engines and options come in the encodings of their countries."""
    for encoding in ("utf-8", "cp932", "gb18030"):
        with suppress(UnicodeDecodeError):
            return line.decode(encoding).rstrip("\r")
    return line.decode("latin-1").rstrip("\r")


# ----------------------------------------------------------------------------------- starting


def _start(
    command: Sequence[str], folder: str | None
) -> tuple[subprocess.Popen[bytes], socket.socket | None]:
    """Start a command tied to the life of this process; (the process, the lifeline where there is one)."""
    program = command[0]
    fault = missing(program)
    if fault is not None:
        raise EngineFault(fault)
    try:
        if sys.platform == "win32":
            return _start_in_job(command, folder), None
        return _start_supervised(command, folder)
    except OSError as error:
        reason = error_words(error)
        raise EngineFault(
            message("{path} can't be started: {reason}.", path=program, reason=reason)
        ) from None


def _supervisor() -> list[str]:
    """The words that start supervisor.py; a frozen program, which has no Python, has it as a program."""
    if getattr(sys, "frozen", False):
        return [os.path.join(os.path.dirname(sys.executable), "qipu-supervisor")]
    return [sys.executable, "-I", "-S", os.path.join(os.path.dirname(__file__), "supervisor.py")]


def _start_supervised(
    command: Sequence[str], folder: str | None
) -> tuple[subprocess.Popen[bytes], socket.socket]:
    theirs, ours = socket.socketpair()
    try:
        process = subprocess.Popen(
            [*_supervisor(), str(theirs.fileno()), str(_NICENESS), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            pass_fds=(theirs.fileno(),),
            start_new_session=True,
        )
    except OSError:
        ours.close()
        raise
    finally:
        theirs.close()
    return process, ours


if sys.platform == "win32":
    import ctypes

    _KILL_ON_CLOSE, _EXTENDED = 0x2000, 9
    _FLAGS = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW

    def _start_in_job(command: Sequence[str], folder: str | None) -> subprocess.Popen[bytes]:
        """Start a command in a job object that ends with the last process that holds it: this one."""
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            creationflags=_FLAGS,
        )
        kernel = ctypes.windll.kernel32
        # JOBOBJECT_EXTENDED_LIMIT_INFORMATION: 144 bytes of a 64-bit Windows, its flags at 16.
        limits = ctypes.create_string_buffer(144)
        ctypes.c_uint32.from_buffer(limits, 16).value = _KILL_ON_CLOSE
        job = kernel.CreateJobObjectW(None, None)
        kernel.SetInformationJobObject(job, _EXTENDED, limits, len(limits))
        kernel.AssignProcessToJobObject(job, int(process._handle))
        process.job = job  # type: ignore[attr-defined]  # lives, and keeps the job, as long as the process
        return process


# ------- command lines as people type them, cut into words once: nothing interprets them afterwards


_PIECE = re.compile(r'(\\*)(")|([ \t\r\n]+)|(\\+|[^\\" \t\r\n]+)')


def cut_command(text: str, windows: bool = os.name == "nt") -> tuple[str, ...]:
    """The words of a command line, by the rules of shells or, with `windows`, of Windows.

    Raises Refused for a quotation mark that isn't closed.
    """
    try:
        return tuple(_windows_words(text) if windows else shlex.split(text))
    except ValueError:
        raise Refused(message("A quotation mark isn't closed.")) from None


def command_text(words: Sequence[str], windows: bool = os.name == "nt") -> str:
    """The command line that is cut into these words."""
    return subprocess.list2cmdline(words) if windows else shlex.join(words)


def _windows_words(text: str) -> list[str]:
    """The words by the rules of Microsoft's C runtime: a backslash escapes only before a quotation mark."""
    words: list[str] = []
    word, begun, quoted = "", False, False
    for slashes, mark, blanks, rest in _PIECE.findall(text):
        if blanks and not quoted:
            words += [word] if begun else []
            word, begun = "", False
            continue
        begun = True
        word += "\\" * (len(slashes) // 2) + blanks + rest
        if mark and len(slashes) % 2:
            word += mark
        elif mark:
            quoted = not quoted
    if quoted:
        raise ValueError
    return [*words, word] if begun else words
