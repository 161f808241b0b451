"""Files of lines that only grow: several programs add to them, and a damaged line costs no other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from time import sleep

from viewer.base.files import FileSystem

UNREADABLE = (
    ValueError,
    KeyError,
    TypeError,
    AttributeError,
    OverflowError,
    OSError,
    RecursionError,
)
"""What a line raises that something else wrote, when it is taken as JSON."""
_TRIES, _BETWEEN = 40, 0.05  # how often a locked file is tried again, after so many seconds
_PIECE = 1 << 20  # bytes that are read at once


def append_lines(files: FileSystem, path: str, data: bytes) -> None:
    """Add whole lines, also behind a line that was torn.

    While another process adds to the file, it is waited for. Raises OSError, BlockingIOError after a while.
    """
    fd = _opened(files, path)
    try:
        size = files.stamp(fd).size
        if size and files.read_at(fd, 1, size - 1) != b"\n":
            data = b"\n" + data  # the last line was torn
        files.write(fd, data)
        files.sync(fd)
    finally:
        files.close(fd)


def _opened(files: FileSystem, path: str) -> int:
    for _ in range(_TRIES):
        with suppress(BlockingIOError):
            return files.open_locked(path)
        sleep(_BETWEEN)
    return files.open_locked(path)


def lines_of(files: FileSystem, path: str) -> Iterator[bytes]:
    """The lines of a file; none of one that isn't there. Raises OSError."""
    try:
        fd = files.open_read(path)
    except FileNotFoundError:
        return
    rest, offset = b"", 0
    try:
        while piece := files.read_at(fd, _PIECE, offset):
            offset += len(piece)
            *lines, rest = (rest + piece).split(b"\n")
            yield from lines
        yield rest
    finally:
        files.close(fd)
