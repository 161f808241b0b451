"""Failures as a sentence and a code: unreadable files, missing libraries."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from viewer.base.messages import Message, message
from viewer.base.system_errors import error_words
from viewer.cli.console import STANDARD, standard_input
from viewer.face import load
from viewer.formats.format import Collection, Unreadable
from viewer.tree.diagnostic import Diagnostic, Severity

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
        raise ReadingFailed(path, *os_failure(error)) from error


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


def os_failure(error: OSError) -> tuple[str, Message]:
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
