"""Digests by which a file's contents are recognised: the SHA-256 of each of its blocks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

from viewer.base.files import Stamp
from viewer.base.named import NamedTuple

BLOCK = 1 << 16
"""Bytes of a block: half a megabyte of digests for a gigabyte."""
QUICK = 1 << 26
"""Bytes up to which files are compared by contents, not only by stamp."""


def path_key(path: str) -> str:
    """24 hex digits that stand for a path in the name of a file or of a socket.

    Without hashlib: that loads OpenSSL, which takes 3.5 MB of every window.
    """
    return f"{Random(os.fsencode(path)).getrandbits(96):024x}"


class BlockDigests:
    """The digests of a file's blocks; two are equal if the bytes are.

    Attributes:
        size: number of bytes.
    """

    def __init__(self, data: bytes = b"") -> None:
        from hashlib import sha256  # deferred

        self.size = 0
        self._new = sha256
        self._digests: list[bytes] = []
        self._open = sha256()
        self.add(data)

    def add(self, data: bytes) -> None:
        """Append bytes."""
        view = memoryview(data)
        while view:
            part = view[: BLOCK - self.size % BLOCK]
            self._open.update(part)
            self.size += len(part)
            if self.size % BLOCK == 0:
                self._digests.append(self._open.digest())
                self._open = self._new()
            view = view[len(part) :]

    def digest(self) -> str:
        """The sha256 over the size and the digests of the blocks, in hex: for what is kept on the disk."""
        total = self._new(b"%d\n" % self.size)
        for one in self._all():
            total.update(one)
        return total.hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BlockDigests):
            return NotImplemented
        return self.size == other.size and self._all() == other._all()

    __hash__ = None  # type: ignore[assignment]  # `add` changes it

    def differing(self, other: BlockDigests) -> Iterator[int]:
        """The indices of the blocks that differ from those of another file."""
        theirs = other._all()
        for index, digest in enumerate(self._all()):
            if index >= len(theirs) or theirs[index] != digest:
                yield index

    def _all(self) -> list[bytes]:
        return [*self._digests, self._open.digest()] if self.size % BLOCK else self._digests


class FileSnapshot(NamedTuple):
    """A file's state when it was last read or written here, to notice changes by other programs.

    `contents` is None where the bytes weren't hashed.
    """

    stamp: Stamp
    contents: BlockDigests | None
