"""Knowing at the start whether the last run ended as it should, and which run keeps the session.

A run holds a lock on one file and writes there what goes wrong; when it ends in order it empties the
file. So a file that holds something and is locked by nobody is of a run that ended otherwise.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re

from viewer.base.files import FileSystem

_MOST = 1 << 18  # bytes of mistakes that a run writes down, and of those that are read
_REST = "ended in order\n"
_FILE = re.compile(r'File "([^"\n]*)"')
_PARTS = 3  # of a path that a report names


class Run:
    """This run of Qipu, as the next one finds it.

    Attributes:
        alone: whether no other run holds the lock; only then anything is written.
        before: what the run before wrote down if it ended unexpectedly, else "".
        fd: the open file, -1 without one.
    """

    def __init__(self, path: str, files: FileSystem) -> None:
        """`path`: of the file; it is made, in a private folder, if it isn't there."""
        self._files = files
        self._size = 0
        self.before = ""
        self.fd = -1
        with contextlib.suppress(OSError):
            files.make_private_folder(os.path.dirname(path))
            self.fd = files.open_locked(path)
        self.alone = self.fd >= 0
        if self.alone:
            with contextlib.suppress(OSError):
                text = files.read_at(self.fd, _MOST, 0).decode("utf-8", "replace")
                self.before = "" if text.endswith(_REST) else _without_folders(text)
                files.truncate(self.fd, 0)

    def note(self, text: str) -> None:
        """Write down what goes wrong, or which versions are running."""
        data = text.encode("utf-8", "replace")
        self._size += len(data)
        if self.fd >= 0 and self._size < _MOST:
            with contextlib.suppress(OSError):
                self._files.write(self.fd, data)

    def may_end(self) -> None:
        """All is kept: if nothing else is noted, the run ended in order, however it ends."""
        self.note(_REST)

    def end(self) -> None:
        """The run ends in order."""
        if self.fd >= 0:
            if faulthandler.is_enabled():
                faulthandler.disable()
            with contextlib.suppress(OSError):
                self._files.truncate(self.fd, 0)
            with contextlib.suppress(OSError):
                self._files.close(self.fd)
            self.fd = -1


def _without_folders(text: str) -> str:
    """A report of Python's fault handler without the user's own folders."""
    return _FILE.sub(lambda found: f'File "{_short(found[1])}"', text)


def _short(path: str) -> str:
    return "/".join(path.replace("\\", "/").split("/")[-_PARTS:])
