"""Output of the commands: lines on a stream, bytes on standard output, a progress bar, failures."""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, TextIO, TypeVar

from viewer.base.catalogs import tr
from viewer.base.jobs import JobStep, following
from viewer.base.messages import Message, message
from viewer.base.remaining import seconds_left
from viewer.base.source import BytesSource
from viewer.base.system_errors import error_words
from viewer.base.text import one_line, printable_json, readable
from viewer.face import load
from viewer.formats.format import Collection, Unreadable
from viewer.tree.diagnostic import Diagnostic, Severity

STANDARD = "-"
"""The name that means standard input or output."""
T = TypeVar("T")
_SURROGATE = re.compile("[\ud800-\udfff]")
_WIDTH = 30
_PATIENCE = 0.5
_WORDS = 32  # columns behind the bar
_BETWEEN_DRAWINGS = 0.1
_BETWEEN_LINES = 30.0
_SENTENCES: dict[int, tuple[str, Message]] = {
    errno.ENOENT: ("file.missing", message("There is no such file.")),
    errno.ENOTDIR: ("file.missing", message("There is no such file.")),
    errno.EISDIR: ("file.folder", message("This is a folder, not a file.")),
    errno.ESPIPE: ("file.pipe", message("This is a pipe or a device, not a file.")),
    errno.EACCES: ("file.denied", message("You are not allowed to read this file.")),
    errno.EPERM: ("file.denied", message("You are not allowed to read this file.")),
    errno.ENAMETOOLONG: ("file.name", message("The name is longer than a file's can be.")),
    errno.ELOOP: ("file.name", message("The name is a link that leads back to itself.")),
}


def utf8(text: str) -> bytes:
    """A text as UTF-8; bytes that were no text, carried in it in whatever way, become U+FFFD."""
    text = readable(text)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode("utf-8")


def json_text(data: Any, indent: int | None = None, between: tuple[str, str] | None = None) -> str:
    """Plain data as JSON that can be printed; `indent` and `between` (separators) as of `json.dumps`."""
    return printable_json(json.dumps(data, ensure_ascii=False, indent=indent, separators=between))


def say(line: Message | str, stream: TextIO | None = None) -> None:
    """Print one line, by default on standard output, in the characters that the stream supports."""
    stream = sys.stdout if stream is None else stream
    encoding = stream.encoding or "utf-8"
    text = line if isinstance(line, str) else tr(line)
    stream.write(one_line(text).encode(encoding, "replace").decode(encoding) + "\n")


def complain(line: Message | str) -> None:
    """Print one line on the error stream, with the program's name before it; a bar there gives way."""
    if sys.stderr.isatty():
        _wipe(sys.stderr)
    say(message("qipu: {what}", what=line), sys.stderr)


def place_of(path: str, finding: Diagnostic) -> str:
    """`file:line:column` as editors read it; an offset is told from a line by being hexadecimal."""
    if finding.line is not None:
        return ":".join(str(part) for part in (path, finding.line, finding.column) if part)
    return path if finding.offset is None else f"{path}:0x{finding.offset:X}"


def standard_input() -> BytesSource:
    """All of standard input; its format is detected by content alone."""
    return BytesSource(sys.stdin.buffer.read())


def put(data: bytes) -> None:
    """Write bytes to standard output, whatever encoding the terminal has."""
    sys.stdout.buffer.write(data)


def follow(
    job: Iterable[JobStep[T]],
    stream: TextIO | None = None,
    clock: Callable[[], float] = perf_counter,
) -> Iterator[T]:
    """Run a job synchronously; yields its results in order.

    On a terminal a job of more than half a second shows a bar on the error stream, with the time that is
    left. The bar is removed before each result, so that printed results stand alone. Elsewhere (in a log)
    there is a line every half a minute.
    """
    stream = sys.stderr if stream is None else stream
    watched = stream.isatty()
    began = last = clock()
    between = _BETWEEN_DRAWINGS if watched else _BETWEEN_LINES
    drawn = False
    try:
        for step in following(job):
            if step.result is not None:
                if drawn:
                    _wipe(stream)
                    drawn = False
                yield step.result
            now = clock()
            if now - began >= _PATIENCE and now - last >= between and step.total > 0:
                share = min(1.0, step.done / step.total)
                words = _share_words(share, now - began)
                last, drawn = now, watched
                if watched:
                    _draw(stream, share, words)
                else:
                    say(message("qipu: {what}", what=words), stream)
                    stream.flush()
    finally:
        if drawn:
            _wipe(stream)


def _share_words(share: float, seconds: float) -> Message:
    """How much is done, and how long the rest will take if it goes on like that, once that can be said."""
    percent = int(share * 100)
    left = seconds_left(share, seconds)
    if left is None:
        return message("{percent} %", percent=percent)
    if left < 60:
        return message("{percent} %, {seconds} s left", percent=percent, seconds=left)
    minutes = round(left / 60)
    if minutes < 60:
        return message("{percent} %, {minutes} min left", percent=percent, minutes=minutes)
    hours, minutes = divmod(minutes, 60)
    return message(
        "{percent} %, {hours} h {minutes} min left", percent=percent, hours=hours, minutes=minutes
    )


def _draw(stream: TextIO, share: float, words: Message) -> None:
    full = round(share * _WIDTH)
    bar = f"[{'#' * full}{'.' * (_WIDTH - full)}] {one_line(tr(words))}"
    encoding = stream.encoding or "utf-8"
    stream.write("\r" + bar.encode(encoding, "replace").decode(encoding).ljust(_WIDTH + _WORDS))
    stream.flush()


def _wipe(stream: TextIO) -> None:
    stream.write("\r" + " " * (_WIDTH + _WORDS) + "\r")
    stream.flush()


class Failed(Exception):
    """A command can't do what was requested; `reason` is a clear sentence."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


class ReadingFailed(Failed):
    """Nothing of a file could be read."""

    def __init__(self, path: str, code: str, why: Message) -> None:
        super().__init__(message("{path}: {why}", path=path, why=why))
        self.path = path
        self.code = code
        self.why = why

    @property
    def diagnostic(self) -> Diagnostic:
        """The same as a finding on the whole file."""
        return Diagnostic(Severity.ERROR, self.code, self.why, record=None)


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Turn exceptions of readers and disks into ReadingFailed, which names the file."""
    try:
        yield
    except Unreadable as error:
        raise ReadingFailed(path, error.code, error.reason) from error
    except OSError as error:
        raise ReadingFailed(path, *_os_failure(error)) from error


@contextmanager
def opened(path: str, encoding: str | None, named: str = "") -> Iterator[Collection]:
    """The collection in a file (`-`: in standard input), closed at the end. Raises ReadingFailed.

    `named` is a name whose suffix tells the format, if the file's own doesn't.
    """
    with reading(path):
        collection = load(standard_input() if path == STANDARD else path, encoding, named=named)
    try:
        yield collection
    finally:
        if collection.source is not None:
            collection.source.close()


def _os_failure(error: OSError) -> tuple[str, Message]:
    """(code, sentence) of an error of the operating system on reading."""
    known = _SENTENCES.get(error.errno or 0)
    if known is not None:
        return known
    why = error_words(error)
    return "file.unreadable", message("The file can't be read: {why}.", why=why)


def qt_failure(error: ImportError) -> Message | None:
    """The sentence for a Qt that isn't there or can't be loaded; None for any other failed import."""
    if isinstance(error, ModuleNotFoundError):
        if (error.name or "").partition(".")[0] in ("PySide6", "shiboken6"):
            return message("This needs PySide6, which is not installed (PySide6-Essentials).")
        return None
    # A shared library that Qt needs: "libEGL.so.1: cannot open shared object file: …".
    library, missing, _ = str(error).partition(": cannot open shared object file")
    if missing:
        return message("Qt can't start: the system has no {library}.", library=library)
    return None
