"""Small files of Qipu's own, written whole by a thread: whoever changes them waits for no disk."""

from __future__ import annotations

import contextlib
import os
import time
from _thread import allocate_lock, start_new_thread

from viewer.base.files import FileSystem


def write_whole(path: str, data: bytes, files: FileSystem) -> None:
    """`put_whole` in a folder of Qipu's own, which is made and closed to others."""
    files.make_private_folder(os.path.dirname(path))
    put_whole(path, data, files)


def put_whole(path: str, data: bytes, files: FileSystem) -> None:
    """Put a private file in place of the one at a path, in one step.

    Raises OSError; the old file is whole then, and no other is left.
    """
    partial = ""
    try:
        fd, partial = files.create_beside(path)
        try:
            files.write(fd, data)
            files.sync(fd)
            files.replace(partial, path)
        finally:
            files.close(fd)
    except OSError as error:
        with contextlib.suppress(OSError):
            files.remove(partial)
        error.filename = path  # nobody knows the other
        raise
    with contextlib.suppress(OSError):  # some file systems can't
        files.sync_folder(path)


class LateWriter:
    """Writes the newest content of one file, in a thread that ends when there is no newer one.

    Attributes:
        failed: why the last write failed, None if it didn't.
    """

    def __init__(self, path: str, files: FileSystem) -> None:
        self._path, self._files = path, files
        self._lock = allocate_lock()  # of the fields below
        self._wanted: bytes | None = None
        self._written: bytes | None = None
        self._idle = allocate_lock()  # held while there is a thread
        self.failed: OSError | None = None

    def write(self, data: bytes) -> None:
        """Write this soon, unless it is what was written last; replaces what is waiting."""
        with self._lock:
            if data == self._written and self._wanted is None:
                return
            self._wanted = data
            if self._idle.acquire(blocking=False):
                start_new_thread(self._run, ())

    def finish(self, seconds: float) -> bool:
        """Wait until all is written, for so long at most; returns whether it is."""
        end = time.monotonic() + seconds
        if not self._idle.acquire(timeout=max(0.0, seconds)):
            return False
        self._idle.release()
        with self._lock:
            left = self._wanted is not None
        if left:  # it was asked for between two lines of the thread
            return self.finish(end - time.monotonic()) if time.monotonic() < end else False
        return self.failed is None

    def _run(self) -> None:
        while True:
            with self._lock:
                data, self._wanted = self._wanted, None
                if data is None:
                    self._idle.release()
                    return
            try:
                write_whole(self._path, data, self._files)
            except OSError as error:
                self.failed, self._written = error, None
            else:
                self.failed, self._written = None, data
