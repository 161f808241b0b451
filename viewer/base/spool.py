"""Bytes that are made before it is known whether they are wanted: many go to a temporary file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from tempfile import SpooledTemporaryFile

from viewer.base.source import BLOCK

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
