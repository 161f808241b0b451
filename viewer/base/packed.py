"""Random access to packed files, .gz and .zst.

A packed stream can only be unpacked forwards, from certain offsets: its seek points. How reading
at any offset works:

* Bytes are unpacked when they are read, in blocks of 1 MiB, of which the 32 used last stay in
  memory. Opening a file unpacks nothing but its first block.
* Seek points are noted as unpacking passes them: the beginnings of zstd frames and gzip members,
  and in gzip, whose state can be copied (some 40 KB), every 16 MiB. A zstd file of the seekable
  format lists its frames at its end, so all its seek points are known at once.
* Blocks far behind a seek point (most zstd files have only one frame) are stored in an unpacked
  temporary file in the user's cache, from which later reads get them. If the disk has no room for
  them, such a read unpacks again from the last seek point.

The size is known once the end has been reached, or from the table of a seekable file; `known_size`
returns it without unpacking. A damaged or truncated stream ends at the damage; one that unpacks to
more than the limits allow ends there. `problem` is the reason then.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import threading
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Protocol

from viewer.base.files import SYSTEM, FileSystem
from viewer.base.layers import GZIP, Unpacking, is_packed
from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.named import NamedTuple
from viewer.base.source import BytesGone, Source, Span
from viewer.base.streams import Damaged, GzipStream, Stream, ZstdStream, seek_table

BLOCK = 1 << 20
_KEPT = 32
_NEAR = 8 << 20  # blocks within this distance from a seek point aren't stored but unpacked again
_MOST_STORED = 16 << 30
_LEFT_FREE = 2 << 30


class _Opener(Protocol):
    def __call__(self, source: Source, packed: int, at: int, limits: Limits) -> Stream: ...


def _stream_of(head: bytes) -> _Opener | None:
    if not is_packed(head):
        return None
    return GzipStream if head.startswith(GZIP) else ZstdStream


class _SeekPoint(NamedTuple):
    """A seek point: its offset in the unpacked bytes, and a function that opens a stream from there."""

    at: int
    open: Callable[[], Stream]


class PackedSource(Unpacking):
    """The unpacked bytes of a packed source. Several threads may read it.

    Attributes:
        inner: the packed source.
        name: the name of the packed source.
        known: the number of unpacked bytes known so far.
        complete: whether `known` is the size of all.
        problem: the reason why the bytes end early, None if they don't.
    """

    def __init__(self, inner: Source, files: FileSystem = SYSTEM, limits: Limits = DEFAULT) -> None:
        """`inner`: a source that `is_packed` accepts; ValueError for any other. Raises OSError."""
        opener = _stream_of(inner.read(0, 16))
        if opener is None:
            raise ValueError("the source isn't packed")
        self.inner = inner
        self.name = inner.name
        self.known = 0
        self.complete = False
        self.problem: Message | None = None
        self._lock = threading.RLock()
        self._limits = limits
        self._limit = sys.maxsize  # limit of unpacked bytes, set once there are too many
        self._places = [_SeekPoint(0, partial(opener, inner, 0, 0, limits))]
        self._stream: Stream | None = None
        self._over = memoryview(b"")  # unpacked bytes that don't belong to a block yet
        self._blocks: OrderedDict[int, bytes] = OrderedDict()
        self._store = _UnpackedFile(files)
        if opener is ZstdStream:
            self._use_table(inner, opener)

    def _use_table(self, inner: Source, opener: _Opener) -> None:
        frames = seek_table(inner)
        for packed, at in frames[:-1]:
            if at >= self._places[-1].at + BLOCK:
                begin = partial(opener, inner, packed, at, self._limits)
                self._places.append(_SeekPoint(at, begin))
        if frames and frames[-1][1] <= self._most(frames[-1][0]):
            self.known, self.complete = frames[-1][1], True

    def _most(self, packed: int) -> int:
        """The maximum number of unpacked bytes for a number of packed ones."""
        return max(self._limits.unpacked_bytes, self._limits.unpacked_times * packed)

    @property
    def dense(self) -> bool:
        """Whether the beginning expands more than any record would. Unpacks `Limits.dense_bytes` for that."""
        most = self._limits.dense_bytes
        with self._lock:
            self._block(most // BLOCK)
            stream = self._stream
        packed = self.inner.size if stream is None else stream.packed
        return self.known > max(most, self._limits.unpacked_times * packed)

    @property
    def size(self) -> int:
        """The number of unpacked bytes. Unpacks everything if it isn't known yet; see `known_size`."""
        while not self.complete:
            with self._lock:
                self._block(self.known // BLOCK)
        return self.known

    def read(self, start: int, length: int) -> bytes:
        """The unpacked bytes of a span; fewer only at the end."""
        parts: list[bytes] = []
        end = start + length
        while start < end:
            with self._lock:
                block = self._block(start // BLOCK)
            part = block[start % BLOCK : min(BLOCK, end - start // BLOCK * BLOCK)]
            if not part:
                break
            parts.append(part)
            start += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def lost(self) -> Sequence[Span]:
        """The span from the first offset that can't be unpacked any more to the end."""
        if not self.inner.lost():
            return ()
        at = 0
        try:
            while block := self.read(at, BLOCK):
                at += len(block)
        except BytesGone:
            return (Span(at, sys.maxsize - at),)
        return ()

    def close(self) -> None:
        """Close the packed source and delete the unpacked temporary file."""
        with self._lock:
            self._stream = None
            self._blocks.clear()
            self._store.close()
            self.inner.close()

    # ---------------------------------------------------------------------------- unpacking

    def _block(self, index: int) -> bytes:
        """The block with an index; the last one is shorter, one past the end is empty."""
        if self.complete and index * BLOCK >= self.known:
            return b""
        known = self._blocks.get(index)
        if known is not None:
            self._blocks.move_to_end(index)
            return known
        length = min(BLOCK, self.known - index * BLOCK)
        if (index + 1) * BLOCK <= self.known or self.complete:
            stored = self._store.read(index * BLOCK, length)
            if stored is not None:
                return self._keep(index, stored)
        return self._unpack(index)

    def _keep(self, index: int, block: bytes) -> bytes:
        self._blocks[index] = block
        while len(self._blocks) > _KEPT:
            self._blocks.popitem(last=False)
        return block

    def _unpack(self, index: int) -> bytes:
        """Unpack up to a block, from the stream's offset if possible, else from the last seek point."""
        place = self._place(index * BLOCK)
        stream = self._stream
        here = -1 if stream is None else min(stream.at, self._limit) - len(self._over)
        if stream is None or not place.at <= here <= index * BLOCK:
            stream, self._over = place.open(), memoryview(b"")
            self._stream, here = stream, place.at
        self._over_to_block(stream, here)
        while True:
            at = (min(stream.at, self._limit) - len(self._over)) // BLOCK
            block = self._next(stream)
            if block:
                self._keep(at, block)
                far = at * BLOCK - self._place(at * BLOCK).at > _NEAR
                if far:
                    self._store.write(at * BLOCK, block)
            if at == index or len(block) < BLOCK:
                return block if at == index else b""

    def _place(self, at: int) -> _SeekPoint:
        """The last seek point at or before an offset."""
        return self._places[bisect_right(self._places, at, key=attrgetter("at")) - 1]

    def _over_to_block(self, stream: Stream, here: int) -> None:
        """Skip to the next block boundary if the stream starts in the middle of a block."""
        rest = -here % BLOCK
        while rest > len(self._over):
            rest -= len(self._over)
            self._over = memoryview(self._chunk(stream))
            if not self._over:
                return
        self._over = self._over[rest:]

    def _next(self, stream: Stream) -> bytes:
        """The next whole block of the stream; at the stream's end, the remaining bytes."""
        if len(self._over) >= BLOCK:  # a zip bomb's huge chunk: cut from a view, never copied whole
            block, self._over = bytes(self._over[:BLOCK]), self._over[BLOCK:]
            return block
        parts, size = [bytes(self._over)], len(self._over)
        while size < BLOCK:
            chunk = self._chunk(stream)
            if not chunk:
                break
            parts.append(chunk)
            size += len(chunk)
        data = b"".join(parts)
        self._over = memoryview(data)[BLOCK:]
        return data[:BLOCK]

    def _chunk(self, stream: Stream) -> bytes:
        try:
            chunk = stream.read()
        except Damaged as error:
            chunk = b""
            damage = message("The packed file is damaged or cut: {why}.", why=str(error))
            self.problem = error.words or damage
        if not self.complete and stream.at > self._most(stream.packed):
            self._limit = self._most(stream.packed)
            self.problem = message(
                "The packed file holds more than {count} bytes; the rest isn't read.",
                count=self._limit,
            )
        if stream.at > self._limit:
            chunk = chunk[: max(0, len(chunk) - (stream.at - self._limit))]
        if stream.begin is not None and stream.begin[0] >= self._places[-1].at + BLOCK:
            self._places.append(_SeekPoint(*stream.begin))
        if not self.complete:
            self.known = max(self.known, min(stream.at, self._limit))
            self.complete = not chunk
        return chunk


class _UnpackedFile:
    """A private temporary file of unpacked blocks; stores no more once the disk is full."""

    def __init__(self, files: FileSystem) -> None:
        self._files = files
        self._fd = -1
        self._path: str | None = None
        self._has: set[int] = set()
        self._room = _MOST_STORED

    def write(self, at: int, block: bytes) -> None:
        """Store a block if the disk has room."""
        if at in self._has or self._room <= 0:
            return
        try:
            if self._fd < 0:
                self._open()
            os.lseek(self._fd, at, os.SEEK_SET)
            self._files.write(self._fd, block)
        except OSError:
            self._room = 0
            return
        self._has.add(at)
        self._room -= len(block)

    def _open(self) -> None:
        import platformdirs  # deferred

        folder = os.path.join(platformdirs.user_cache_dir("qipu", False), "unpacked")
        os.makedirs(folder, exist_ok=True)
        self._room = min(_MOST_STORED, shutil.disk_usage(folder).free - _LEFT_FREE)
        if self._room <= 0:
            raise OSError("no room")
        self._fd, self._path = self._files.create_beside(os.path.join(folder, "file"))
        # Deleted while open, it disappears with the process, however that ends; not on Windows.
        with contextlib.suppress(OSError):
            self._files.remove(self._path)
            self._path = None

    def read(self, at: int, length: int) -> bytes | None:
        """The block stored at an offset, None if there is none."""
        if at not in self._has:
            return None
        data = self._files.read_at(self._fd, length, at)
        return data if len(data) == length else None

    def __del__(self) -> None:
        # At interpreter exit the functions needed for closing may be gone already.
        with contextlib.suppress(OSError, AttributeError, TypeError):
            self.close()

    def close(self) -> None:
        """Close and delete the file."""
        if self._fd >= 0:
            self._files.close(self._fd)
            self._fd = -1
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._files.remove(self._path)
            self._path = None
        self._has.clear()
        self._room = 0
