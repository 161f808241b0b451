"""Which files other running Qipus have open, so that two windows on one file are noticed.

For each open file a process holds a locked, empty file in a folder of the user's state; its name is a
digest of the path and the number of the process. The system releases the lock when the process ends,
however it ends. On systems without such locks (Windows) nothing is noticed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from viewer.base.digests import path_key
from viewer.base.temporary import lock


class Presence:
    """The files that this process has open, and whether others have them too."""

    def __init__(self, folder: str) -> None:
        """`folder` is made when it is needed."""
        self._folder = folder
        self._held: dict[str, int] = {}  # descriptors by path

    def hold(self, paths: Iterable[str]) -> list[str]:
        """Set the files that are open here; returns those newly opened that another process has open.

        Paths are absolute, with symlinks resolved. A folder that can't be written is ignored.
        """
        wanted = set(paths)
        for path in self._held.keys() - wanted:
            self._release(path)
        return [path for path in wanted - self._held.keys() if self._enter(path)]

    def close(self) -> None:
        """Release all files."""
        self.hold(())

    def _enter(self, path: str) -> bool:
        """Hold a file; whether another process holds it."""
        self._held[path] = -1
        key = path_key(path)
        own = f"{key}.{os.getpid()}"
        others = False
        with contextlib.suppress(OSError):
            os.makedirs(self._folder, 0o700, exist_ok=True)
            fd = os.open(
                self._place(own), os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600
            )
            self._held[path] = fd
            if lock(fd) is None:  # there are no locks here
                return False
            for name in os.listdir(self._folder):
                if name.startswith(key + ".") and name != own:
                    others |= self._is_held(self._place(name))
        return others

    def _is_held(self, place: str) -> bool:
        """Whether a process holds a file of the folder; deletes it if none does."""
        fd = os.open(place, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
        try:
            if lock(fd) is False:
                return True
            os.unlink(place)
        finally:
            os.close(fd)
        return False

    def _release(self, path: str) -> None:
        fd = self._held.pop(path)
        if fd >= 0:
            key = path_key(path)
            with contextlib.suppress(OSError):
                os.unlink(self._place(f"{key}.{os.getpid()}"))
            os.close(fd)

    def _place(self, name: str) -> str:
        return os.path.join(self._folder, name)
