"""Where the bytes of a collection come from. Readers ask a Source for spans of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Protocol

from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.spans import Piece, Span


class Source(Protocol):
    """Bytes that can be read again, by offset."""

    @property
    def name(self) -> str:
        """Path or other name, for messages and for the suffix as a hint; may be empty."""

    @property
    def size(self) -> int:
        """Number of bytes."""

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span; fewer only past the end. Raises OSError."""

    def close(self) -> None:
        """Let go of what is held open; reading afterwards is an error."""


class BytesSource:
    """A source in memory."""

    def __init__(self, data: bytes, name: str = "") -> None:
        self._data = data
        self.name = name

    @property
    def size(self) -> int:
        """Number of bytes."""
        return len(self._data)

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span."""
        return self._data[start : start + length]

    def close(self) -> None:
        """Nothing is held."""


class FileSource:
    """A file, held open: a rename over its path or its deletion doesn't take the bytes away.

    It is read with pread, not mapped: touching a map of a file that somebody cuts kills the process.
    Raises OSError when it can't be opened.
    """

    def __init__(self, path: str, files: FileSystem = SYSTEM) -> None:
        self.name = path
        self._files = files
        self._fd = files.open_read(path)
        try:
            self.stamp: Stamp = files.stamp(self._fd)
        except OSError:
            files.close(self._fd)
            raise

    @property
    def size(self) -> int:
        """Number of bytes when it was opened."""
        return self.stamp.size

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span."""
        return self._files.read_at(self._fd, max(0, min(length, self.size - start)), start)

    def changed(self) -> bool:
        """Whether somebody wrote into the open file since it was opened."""
        return self._files.stamp(self._fd) != self.stamp

    def stands_in(self, path: str) -> bool:
        """Whether the open file is the one at `path` (which is about to be written in place)."""
        other = self._files.stamp_of(path)
        return other is not None and other[:2] == self.stamp[:2]

    def read_from(self, path: str) -> None:
        """Read on from a copy of the same bytes."""
        fd = self._files.open_read(path)
        self.close()
        self._fd, self.stamp = fd, self._files.stamp(fd)

    def close(self) -> None:
        """Close the descriptor; safe to call twice."""
        if self._fd >= 0:
            self._files.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        # At interpreter exit, or where opening failed, there may be nothing to close with.
        with contextlib.suppress(OSError, AttributeError, TypeError):
            self.close()


BLOCK = 1 << 20


def piece_blocks(piece: Piece) -> Iterator[Piece]:
    """A piece cut into parts of at most BLOCK bytes: a span of gigabytes is copied in steps."""
    if isinstance(piece, bytes):
        yield piece
        return
    for at in range(piece.start, piece.end, BLOCK):
        yield Span(at, min(BLOCK, piece.end - at))


def piece_bytes(piece: Piece, source: Source | None) -> bytes:
    """The bytes of a piece. Raises OSError where the source is gone or has become shorter."""
    if isinstance(piece, bytes):
        return piece
    if source is None:
        raise OSError("a span without its source")
    data = source.read(piece.start, piece.length)
    if len(data) != piece.length:
        raise OSError("the file has become shorter since it was opened")
    return data
