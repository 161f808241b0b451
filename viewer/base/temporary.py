"""Temporary files beside the file being written, and finding those that a killed process left behind.

They are named `.NAME.HOST-KEY.RANDOM.KIND`: a part of the target's name that any file system takes,
the machine, the target's path as a number. Whoever makes one holds a lock on it for as long as it is
needed; the system lets go of the lock when the process ends, however it ends. A `TemporaryFolder` in the
system's temporary one is held by the lock of a file in it.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import sys
import time
import zlib
from collections.abc import Iterator

from viewer.base.patterns import late

PARTIAL = "qipu-tmp"
"""Kind of a file that is being written: of no use when whoever wrote it is gone."""
KEPT = "qipu-old"
"""Kind of a copy of what a file held before it was written in place."""
JOURNAL = "qipu-journal"
"""Kind of a file that holds what was edited and isn't saved yet; see `viewer.document.journal`."""

_FOLDER = "qipu-"  # beginning of the names of temporary folders
_LOCK = "qipu-lock"  # the file in a temporary folder whose lock its process holds
_LONGEST = (
    60  # bytes of the target's name; names of files are 255 at most, 143 where they are encrypted
)
_NAME = late(r"\..*\.([0-9a-f]{8})-([0-9a-f]{8})\.[^.]+\.(\S+)", re.DOTALL)
# Never through a link; a pipe in its place isn't waited for.
_AS_IT_IS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_BEHIND = 1 << 30  # offset in a file at which there is never anything
_DAY = 86400.0  # seconds after which another machine's file is nobody's


def cut(text: str, most: int) -> str:
    """The longest prefix of a text that fits in a number of bytes of a file name."""
    return os.fsencode(text)[:most].decode("utf-8", "ignore")


def _key(path: str) -> str:
    return f"{zlib.crc32(os.fsencode(os.path.realpath(path))):08x}"


def _host() -> str:
    name = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'surrogateescape')):08x}"


def make(folder: str, target: str, kind: str) -> tuple[int, str]:
    """A new, empty, private, locked file for saving `target`: (descriptor, path). Raises OSError."""
    import tempfile  # deferred: it loads more than a file that is only read needs

    name = cut(os.path.basename(target), _LONGEST)
    while True:
        fd, path = tempfile.mkstemp(
            prefix=f".{name}.{_host()}-{_key(target)}.", suffix="." + kind, dir=folder
        )
        # Between the two calls another Qipu may have taken it for a leftover, and removed it.
        if lock(fd) is not False and os.fstat(fd).st_nlink:
            return fd, path
        os.close(fd)


def lock(fd: int) -> bool | None:
    """Lock an open file: False where somebody else holds the lock, None where there are no locks."""
    try:
        import fcntl  # deferred
    except ImportError:  # Windows; there an open file can't be removed
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def open_locked(path: str) -> int:
    """See `viewer.base.files.FileSystem.open_locked`."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
    fd = os.open(path, flags | _AS_IT_IS, 0o600)
    if _lock_to_the_end(fd) is False:
        os.close(fd)
        raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK), path)
    return fd


def _lock_to_the_end(fd: int) -> bool | None:
    """Lock an open file, on Windows too; see `lock`."""
    if sys.platform != "win32":
        return lock(fd)
    import msvcrt  # deferred

    os.lseek(fd, _BEHIND, os.SEEK_SET)  # others may still read what stands in the file
    try:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


def kind_of(name: str, target: str = "") -> str:
    """Which kind of temporary file has such a name; "" for any other, and for those of other targets."""
    found = _NAME.fullmatch(name) if name.startswith(".") else None
    if (
        found is None
        or found[3] not in (PARTIAL, KEPT, JOURNAL)
        or (target and found[2] != _key(target))
    ):
        return ""
    return found[3]


@contextlib.contextmanager
def abandoned(path: str) -> Iterator[bool]:
    """Whether no running process needs a temporary file; it stays locked for the length of the block.

    One of another user, and one that another machine wrote within a day, isn't. Raises OSError.
    """
    fd = os.open(path, os.O_RDONLY | _AS_IT_IS)
    try:
        yield _left(fd, path)
    finally:
        os.close(fd)


def taken(path: str) -> int | None:
    """A descriptor of a temporary file that nobody needs any more, for reading and writing, locked.

    None where somebody does; see `abandoned`. Raises OSError.
    """
    fd = os.open(path, os.O_RDWR | _AS_IT_IS)
    try:
        if _left(fd, path):
            taken, fd = fd, -1
            return taken
        return None
    finally:
        if fd >= 0:
            os.close(fd)


def _left(fd: int, path: str) -> bool:
    """Whether nobody else needs an open temporary file; it is locked then."""
    info = os.fstat(fd)
    found = _NAME.fullmatch(os.path.basename(path))
    ours = not hasattr(os, "geteuid") or info.st_uid == os.geteuid()
    if found is None or not ours or not stat.S_ISREG(info.st_mode):
        return False
    if found[1] != _host():
        return _old(info)
    locked = lock(fd)
    return locked is True or (locked is None and _old(info))


def _old(info: os.stat_result) -> bool:
    return time.time() - info.st_mtime > _DAY


class TemporaryFolder:
    """A private folder in the system's temporary one; those that killed processes left there are removed.

    Attributes:
        name: its path.
    """

    def __init__(self) -> None:
        """Raises OSError."""
        import tempfile  # deferred

        _clear_folders(tempfile.gettempdir())
        while True:
            self._folder = tempfile.TemporaryDirectory(prefix=_FOLDER, ignore_cleanup_errors=True)
            self.name = self._folder.name
            # Between two calls another Qipu may have taken it for a leftover, and removed it.
            with contextlib.suppress(BlockingIOError, FileNotFoundError):
                self._fd = open_locked(os.path.join(self.name, _LOCK))
                if os.fstat(self._fd).st_nlink:
                    return
                os.close(self._fd)
            self._folder.cleanup()

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, *_: object) -> None:
        self.cleanup()

    def cleanup(self) -> None:
        """Remove it with all that is in it."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
        self._folder.cleanup()


def _clear_folders(place: str) -> None:
    """Remove the temporary folders of this user that no running process holds."""
    with contextlib.suppress(OSError), os.scandir(place) as entries:
        for entry in entries:
            with contextlib.suppress(OSError):
                if entry.name.startswith(_FOLDER) and _is_left(entry):
                    shutil.rmtree(entry.path, ignore_errors=True)


def _is_left(entry: os.DirEntry[str]) -> bool:
    """Whether a folder is one that a killed process left behind. Raises OSError."""
    info = entry.stat(follow_symlinks=False)
    if not stat.S_ISDIR(info.st_mode) or (hasattr(os, "geteuid") and info.st_uid != os.geteuid()):
        return False
    fd = os.open(os.path.join(entry.path, _LOCK), os.O_RDWR | _AS_IT_IS)
    try:
        return _lock_to_the_end(fd) is True
    finally:
        os.close(fd)
