"""Bytes that are made before it is known whether they are wanted: many go to a temporary file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from tempfile import SpooledTemporaryFile

from viewer.base.source import BLOCK, Piece, Span

_IN_MEMORY = 1 << 24


class Spool:
    """Bytes that are put in order, then taken out once. The temporary file has no name and leaves with it."""

    def __init__(self) -> None:
        self._size = 0
        self._file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115  # closed when it is dropped

    def __del__(self) -> None:
        self._file.close()

    def __reduce__(self) -> tuple[Callable[[bytes], Spool], tuple[bytes]]:
        return _filled, (b"".join(self.pieces()),)

    @property
    def small(self) -> bool:
        """Whether the bytes are in memory."""
        return self._size <= _IN_MEMORY

    def put(self, data: bytes) -> None:
        """Add bytes. Raises OSError."""
        self._size += len(data)
        self._file.write(data)

    def pieces(self) -> Iterator[bytes]:
        """All of the bytes in blocks. Raises OSError."""
        self._file.seek(0)
        with self._file:
            while block := self._file.read(BLOCK):
                yield block


def _filled(data: bytes) -> Spool:
    spool = Spool()
    spool.put(data)
    return spool


def spooled(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces of a file that are made now and taken later, once: until then their bytes wait in a spool.

    Bytes that follow each other come in other blocks. Raises OSError, now and when they are taken.
    """
    spool = Spool()
    parts: list[Span | int] = []  # number of bytes between spans
    for piece in pieces:
        if isinstance(piece, Span):
            parts.append(piece)
            continue
        spool.put(piece)
        before = parts[-1] if parts else None
        if isinstance(before, int):
            parts[-1] = before + len(piece)
        else:
            parts.append(len(piece))
    return _taken(parts, spool)


def _taken(parts: Iterable[Span | int], spool: Spool) -> Iterator[Piece]:
    blocks, block = spool.pieces(), b""
    for part in parts:
        if isinstance(part, Span):
            yield part
            continue
        left = part
        while left:
            block = block or next(blocks)
            piece, block = block[:left], block[left:]
            left -= len(piece)
            yield piece
