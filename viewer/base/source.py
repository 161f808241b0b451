"""Where the bytes of a collection come from. Readers ask a Source for spans of it, or refer to them."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator, Sequence
from typing import Protocol

from viewer.base.digests import BLOCK as HASHED
from viewer.base.digests import BlockDigests
from viewer.base.files import SYSTEM, FileSystem, Stamp
from viewer.base.jobs import JobStep
from viewer.base.messages import message
from viewer.base.named import NamedTuple
from viewer.base.system_errors import WordedError


class Span(NamedTuple):
    """`length` bytes of a source from offset `start`, referred to instead of copied."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """The offset after the last byte."""
        return self.start + self.length


Piece = bytes | Span


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

    def lost(self) -> Sequence[Span]:
        """Spans whose bytes are lost because another program overwrote them. Raises OSError."""

    def close(self) -> None:
        """Close what is held open; reading afterwards is an error."""


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

    def lost(self) -> Sequence[Span]:
        """None."""
        return ()

    def close(self) -> None:
        """Nothing is held."""


BLOCK = 1 << 20
_AT_ONCE = 1 << 20  # bytes of a file that is read when it is opened
_IN_MEMORY = 1 << 24  # and of one that is read soon after


class BytesGone(WordedError):
    """Bytes of an open file are lost: another program overwrote them."""

    def __init__(self) -> None:
        words = message("another program changed the file while it was open")
        super().__init__(words, getattr(errno, "ESTALE", errno.EIO))

    def __reduce__(self) -> tuple[type[BytesGone], tuple[()]]:  # type: ignore[override]  # it has no arguments
        return type(self), ()


class FileSource:
    """The contents of a file at the time it was opened, whatever happens to it afterwards.

    It is held open, so renaming another file over it or deleting it does no harm; a small file is kept in
    memory. Bytes that another program has overwritten are never returned: `read` raises BytesGone. They
    are recognised by digests, which `remembering` makes of a larger file; if it is changed before that
    job is done, all of it counts as lost.

    It is read with pread, not mapped: touching a mapped page of a truncated file kills the process.
    Raises OSError when it can't be opened.

    Attributes:
        size: number of bytes when it was opened.
        stamp: of the file that is held open.
    """

    def __init__(self, path: str, files: FileSystem = SYSTEM) -> None:
        self.name = path
        self._files = files
        self._data: bytes | None = None
        self._contents: BlockDigests | None = None
        self._lost: list[Span] = []
        self._fd = files.open_read(path)
        try:
            self.stamp: Stamp = files.stamp(self._fd)
            self._seen, self.size = self.stamp, self.stamp.size
            if self.size <= _AT_ONCE:
                self._keep()
        except OSError:
            files.close(self._fd)
            raise

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span. Raises BytesGone if they have been overwritten."""
        data = self._data
        if data is not None:
            return data[start : start + length]
        length = max(0, min(length, self.size - start))
        data = self._files.read_at(self._fd, length, start)
        lost = self.lost()  # asked after reading: nothing was written in between
        if any(span.start < start + length and start < span.end for span in lost):
            raise BytesGone
        return data

    def _keep(self) -> None:
        """Keep bytes in memory, if they are still those that were opened."""
        data = self._files.read_at(self._fd, self.size, 0)
        if len(data) == self.size and not self.changed():
            self._data = data

    def remembering(self) -> Iterator[JobStep[None]] | None:
        """The job that hashes the file, so that a later change by another program is known block by block.

        None if that has been done. The job raises OSError.
        """
        return None if self._data is not None or self._contents is not None else self._remember()

    def _remember(self) -> Iterator[JobStep[None]]:
        if self.size <= _IN_MEMORY:
            self._keep()
            return
        contents = BlockDigests()
        while contents.size < self.size:
            length = min(BLOCK, self.size - contents.size)
            contents.add(self._files.read_at(self._fd, length, contents.size))
            if self.changed():
                return
            yield JobStep(contents.size, self.size)
        self._contents = contents

    @property
    def contents(self) -> BlockDigests | None:
        """Digests of the file when it was opened; None for a larger file not hashed yet."""
        if self._contents is None and self._data is not None:
            self._contents = BlockDigests(self._data)
        return self._contents

    def changed(self) -> bool:
        """Whether the stamp of the open file has changed."""
        return self._data is None and self._files.stamp(self._fd) != self.stamp

    def lost(self) -> Sequence[Span]:
        """Spans whose bytes are gone. Raises OSError."""
        if self._data is not None:
            return ()
        now = self._files.stamp(self._fd)
        if now != self._seen:
            self._lost, self._seen = self._compare(now), now
        return self._lost

    def _compare(self, now: Stamp) -> list[Span]:
        """The spans of the open file whose bytes differ from their digests."""
        if now == self.stamp:
            return []
        if self._contents is None:
            same = now._replace(changed_ns=self.stamp.changed_ns) == self.stamp
            return [] if same else [Span(0, self.size)]
        contents = BlockDigests()
        while data := self._files.read_at(
            self._fd, min(BLOCK, self.size - contents.size), contents.size
        ):
            contents.add(data)
        found: list[Span] = []
        for index in self._contents.differing(contents):
            start = index * HASHED
            if found and found[-1].end == start:
                start = found.pop().start
            found.append(Span(start, min((index + 1) * HASHED, self.size) - start))
        return found

    def stands_in(self, path: str) -> bool:
        """Whether the file at `path`, about to be overwritten in place, is the one read from."""
        other = self._files.stamp_of(path)
        return self._data is None and other is not None and other[:2] == self.stamp[:2]

    def read_from(self, path: str) -> None:
        """Read from a copy of the file from now on."""
        self.lost()  # what was gone before is gone
        fd = self._files.open_read(path)
        self.close()
        self._fd = fd
        self.stamp = self._seen = self._files.stamp(fd)

    def close(self) -> None:
        """Close the descriptor; safe to call twice."""
        if self._fd >= 0:
            self._files.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        # At interpreter exit, or where opening failed, there may be nothing to close with.
        with contextlib.suppress(OSError, AttributeError, TypeError):
            self.close()


def digests_of(files: FileSystem, path: str) -> BlockDigests:
    """The digests of a file's blocks. Raises OSError."""
    contents = BlockDigests()
    fd = files.open_read(path)
    try:
        while data := files.read_at(fd, BLOCK, contents.size):
            contents.add(data)
    finally:
        files.close(fd)
    return contents


def piece_blocks(piece: Piece) -> Iterator[Piece]:
    """A piece in parts of at most BLOCK bytes, so that a span of gigabytes is copied in steps."""
    if isinstance(piece, bytes):
        yield piece
        return
    for at in range(piece.start, piece.end, BLOCK):
        yield Span(at, min(BLOCK, piece.end - at))


def piece_bytes(piece: Piece, source: Source | None) -> bytes:
    """The bytes of a piece. Raises OSError if the source is gone or truncated."""
    if isinstance(piece, bytes):
        return piece
    if source is None:
        raise OSError("a span without its source")
    data = source.read(piece.start, piece.length)
    if len(data) != piece.length:
        raise OSError("the file has become shorter since it was opened")
    return data
