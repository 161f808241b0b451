"""Whether the last run ended normally, and which run keeps the session.

A run holds a lock on a file and writes errors there; when it ends normally it empties the
file. So a file that isn't empty and isn't locked is of a run that ended unexpectedly.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os

from viewer.base.files import FileSystem
from viewer.base.patterns import late

_MOST = 1 << 18  # bytes of mistakes that a run writes down, and of those that are read
_REST = "ended in order\n"
_FILE = late(r'File "([^"\n]*)"')
_PARTS = 3  # of a path that a report names


class Run:
    """This run of Qipu, as the next one finds it.

    Attributes:
        alone: whether this run holds the lock; otherwise nothing is written.
        before: what the previous run wrote if it ended unexpectedly, else "".
        fd: the open file, -1 without one.
    """

    def __init__(self, path: str, files: FileSystem) -> None:
        """`path`: of the file; it is created, in a private folder, if missing."""
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
        """Write an error report, or the running versions."""
        data = text.encode("utf-8", "replace")
        self._size += len(data)
        if self.fd >= 0 and self._size < _MOST:
            with contextlib.suppress(OSError):
                self._files.write(self.fd, data)

    def may_end(self) -> None:
        """Everything is saved: unless something is noted later, the run counts as ended normally."""
        self.note(_REST)

    def end(self) -> None:
        """End the run normally."""
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
