"""Sources over other sources: which files are packed, and what is below the bytes that are read."""

from __future__ import annotations

import os

from viewer.base.messages import Message
from viewer.base.pool import Pool
from viewer.base.recoded import RecodedSource
from viewer.base.source import FileSource, Source

SUFFIXES = (".gz", ".zst")
GZIP = b"\x1f\x8b\x08"
_ZSTD = b"\x28\xb5\x2f\xfd"


class Unpacking:
    """A source of the unpacked bytes of another; see `PackedSource`.

    Attributes:
        inner: the packed source.
        complete: whether the number of its bytes is known.
        problem: the reason why the bytes end early, None if they don't.
    """

    inner: Source
    complete: bool
    problem: Message | None


def unpacked_name(name: str) -> str:
    """A file's name without the suffix of a packed file."""
    stem, suffix = os.path.splitext(name)
    return stem if suffix.lower() in SUFFIXES else name


def is_packed(head: bytes) -> bool:
    """Whether a file is gzip or zstd, by its first bytes."""
    skippable = head[1:4] == b"\x2a\x4d\x18" and head[0] & 0xF0 == 0x50
    return skippable or head.startswith((GZIP, _ZSTD))


def known_size(source: Source) -> int:
    """The size of a source, 0 if it isn't known yet."""
    if isinstance(source, Unpacking) and not source.complete:
        return 0
    return source.size


def problem_of(source: Source) -> Message | None:
    """The reason why a source ends early, None if it doesn't."""
    if isinstance(source, RecodedSource):
        return problem_of(source.inner)
    return source.problem if isinstance(source, Unpacking) else None


def bare(source: Source | None) -> Source | None:
    """The source itself, or the source inside it if it is a Pool."""
    return source.inner if isinstance(source, Pool) else source


def file_of(source: Source | None) -> FileSource | None:
    """The file under a source, packed or not; None if the source isn't a file."""
    inner = bare(source)
    while isinstance(inner, Unpacking | RecodedSource):
        inner = inner.inner
    return inner if isinstance(inner, FileSource) else None
