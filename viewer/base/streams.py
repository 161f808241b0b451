"""Sequential unpacking of gzip and zstd streams in bounded chunks, and packing."""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from viewer.base.limits import DEFAULT, Limits
from viewer.base.messages import Message, message
from viewer.base.source import Source

_CHUNK = 1 << 20  # bytes unpacked at a time, about
_STEP = 16 << 20  # between two copies of the state of a gzip stream
_WINDOW = 1 << 28  # memory that a zstd frame may ask for
_FRAME = 8 << 20  # of zstd files that are written here, so that they can be read anywhere
_ZSTD = b"\x28\xb5\x2f\xfd"
_SKIPPABLE = b"\x2a\x4d\x18"
_MOST_FRAMES = 1 << 20
_WINDOW_READ = 1 << 16  # packed bytes read at a time
_FIRST_FED = 1 << 9


class Damaged(Exception):
    """The stream can't be unpacked any further; `words` give the reason if it isn't damage."""

    def __init__(self, why: str, words: Message | None = None) -> None:
        super().__init__(why)
        self.words = words


class Stream(Protocol):
    """Unpacked bytes in order.

    Attributes:
        at: offset of the next bytes in the unpacked file.
        packed: how many packed bytes were read for those before.
        begin: the last seek point passed: its offset, and the state for it.
    """

    at: int
    packed: int
    begin: tuple[int, Callable[[], Stream]] | None

    def read(self) -> bytes:
        """Some bytes, at most some MB; none at the end. Raises Damaged or OSError."""


class _PackedStream:
    """What both kinds of streams share: bounded reads; sound bytes come before a fault is raised."""

    def __init__(self, source: Source, packed: int, at: int, limits: Limits = DEFAULT) -> None:
        self.at = at
        self.begin: tuple[int, Callable[[], Stream]] | None = None
        self._source = source
        self.packed = packed
        self._window, self._window_at = b"", packed
        self._total = at  # as `at`, within `read`
        self._ended = False
        self._fault: Damaged | None = None
        self._limits = limits
        self._parts = 0  # begun since there were bytes

    def read(self) -> bytes:
        """Some bytes, none at the end."""
        if self._fault is not None:
            raise self._fault
        parts: list[bytes] = []
        while self._total - self.at < _CHUNK and not self._ended:
            try:
                part = self._some()
            except Damaged as fault:
                self._fault = fault
                break
            if part:
                parts.append(part)
                self._total += len(part)
                self._parts = 0
        if self._fault is not None and self._total == self.at:
            raise self._fault
        self.at = self._total
        return b"".join(parts)

    def _some(self) -> bytes:
        raise NotImplementedError

    def _ahead(self, length: int) -> bytes:
        """The packed bytes that come next, at most some; none at the end of the file."""
        start = self.packed - self._window_at
        if not 0 <= start <= len(self._window) - length:
            self._window = self._source.read(self.packed, _WINDOW_READ)
            self._window_at, start = self.packed, 0
        return self._window[start : start + length]

    def _feed(self, length: int) -> bytes:
        fed = self._ahead(length)
        if not fed:
            raise Damaged("it ends in the middle")
        self.packed += len(fed)
        return fed

    def _begin_part(self) -> None:
        """Count the start of a frame or member; too many empty ones are taken as damage."""
        self._parts += 1
        most = self._limits.empty_parts
        if self._parts > most:
            words = message(
                "The packed file holds more than {count} empty parts one after the other; "
                "what follows isn't read.",
                count=most,
            )
            raise Damaged("it is empty", words)


class ZstdStream(_PackedStream):
    """zstd frames, from the one that begins at `packed`; skippable frames are passed."""

    def __init__(self, source: Source, packed: int, at: int, limits: Limits = DEFAULT) -> None:
        import zstandard  # deferred

        super().__init__(source, packed, at, limits)
        self._maker = zstandard.ZstdDecompressor(max_window_size=_WINDOW)
        self._frame: Any = None

    def _some(self) -> bytes:
        import zstandard  # deferred

        if self._frame is None and not self._next_frame():
            self._ended = True
            return b""
        # Four bytes can unpack to 128 KiB: so little at a time that memory stays bounded.
        fed = self._feed(1024)
        try:
            out: bytes = self._frame.decompress(fed)
        except zstandard.ZstdError as error:
            raise Damaged(str(error)) from error
        if self._frame.eof:
            self.packed -= len(self._frame.unused_data)
            self._frame = None
        return out

    def _next_frame(self) -> bool:
        while True:
            head = self._ahead(8)
            if not head:
                return False
            self._begin_part()
            if len(head) == 8 and head[1:4] == _SKIPPABLE and head[0] & 0xF0 == 0x50:
                self.packed += 8 + int.from_bytes(head[4:8], "little")
                continue
            if not head.startswith(_ZSTD):
                raise Damaged("something else stands behind a frame")
            self.begin = (
                self._total,
                partial(ZstdStream, self._source, self.packed, self._total, self._limits),
            )
            self._frame = self._maker.decompressobj()
            return True


class GzipStream(_PackedStream):
    """gzip members, from the one that begins at `packed`, or on from the state of another stream."""

    def __init__(
        self, source: Source, packed: int, at: int, limits: Limits = DEFAULT, state: Any = None
    ) -> None:
        super().__init__(source, packed, at, limits)
        self._state: Any = None if state is None else state.copy()
        self._rest = b""
        self._fed = _FIRST_FED
        self._copied = at

    def _some(self) -> bytes:
        if self._state is None and not self._next_member():
            self._ended = True
            return b""
        fed = self._rest
        if not fed:
            # Little of a member at first: what is fed beyond its end is given back as a copy.
            fed = self._feed(self._fed)
            self._fed = min(2 * self._fed, _WINDOW_READ)
        try:
            out: bytes = self._state.decompress(fed, _CHUNK)
        except zlib.error as error:
            raise Damaged(str(error)) from error
        self._rest = self._state.unconsumed_tail
        if self._state.eof:
            self.packed -= len(self._state.unused_data)
            self._state, self._rest, self._fed = None, b"", _FIRST_FED
        elif self._total + len(out) - self._copied >= _STEP:
            self._copied = at = self._total + len(out)
            packed, state = self.packed - len(self._rest), self._state.copy()
            self.begin = (at, partial(GzipStream, self._source, packed, at, self._limits, state))
        return out

    def _next_member(self) -> bool:
        head = self._ahead(2)
        if head != b"\x1f\x8b":
            if head.strip(b"\0"):
                raise Damaged("something else stands behind the packed bytes")
            return False  # the end, or what pads it
        self._begin_part()
        begin = partial(GzipStream, self._source, self.packed, self._total, self._limits)
        self.begin = (self._total, begin)
        self._state = zlib.decompressobj(31)
        return True


def seek_table(source: Source) -> list[tuple[int, int]]:
    """Where the frames of a zstd file of the seekable format are, and last where they end.

    Pairs of offsets, in the packed and in the unpacked bytes; [] for any other file. Source: "Zstandard
    seekable format" 0.1.1 in the zstd sources.
    """
    size = source.size
    foot = source.read(max(0, size - 9), 9)
    if len(foot) < 9 or foot[5:] != b"\xb1\xea\x92\x8f":
        return []
    count, entry = int.from_bytes(foot[:4], "little"), 12 if foot[4] & 0x80 else 8
    length = count * entry + 9
    start = size - length - 8
    if start < 0 or count > _MOST_FRAMES:
        return []
    head = source.read(start, 8)
    if head[:4] != b"\x5e" + _SKIPPABLE or int.from_bytes(head[4:], "little") != length:
        return []
    table = source.read(start + 8, count * entry)
    frames, packed, at = [(0, 0)], 0, 0
    for place in range(0, len(table), entry):
        one, other = struct.unpack_from("<II", table, place)
        packed, at = packed + one, at + other
        frames.append((packed, at))
    return frames if packed == start else []


class Packer(Protocol):
    """Packs bytes as they come."""

    def pack(self, data: bytes) -> bytes:
        """What is ready of the packed bytes."""

    def finish(self) -> bytes:
        """The rest."""


def packer_for(path: str) -> Packer | None:
    """The packer for a file name's suffix, None for files that aren't packed."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".gz":
        return GzipPacker()
    return ZstdPacker() if suffix == ".zst" else None


class GzipPacker:
    """One gzip member."""

    def __init__(self) -> None:
        self._state = zlib.compressobj(wbits=31)

    def pack(self, data: bytes) -> bytes:
        """What is ready of the packed bytes."""
        return self._state.compress(data)

    def finish(self) -> bytes:
        """The rest."""
        return self._state.flush()


class ZstdPacker:
    """zstd frames of 8 MiB, from each of which reading can begin."""

    def __init__(self) -> None:
        import zstandard  # deferred

        self._packer = zstandard.ZstdCompressor(write_checksum=True)
        self._data = bytearray()

    def pack(self, data: bytes) -> bytes:
        """What is ready of the packed bytes."""
        self._data += data
        out: list[bytes] = []
        while len(self._data) >= _FRAME:
            out.append(self._packer.compress(bytes(self._data[:_FRAME])))
            del self._data[:_FRAME]
        return b"".join(out)

    def finish(self) -> bytes:
        """The rest."""
        return self._packer.compress(bytes(self._data))
