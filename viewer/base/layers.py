"""Sources over other sources: packed files, pasted texts beside a file, texts in another codec."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence

from viewer.base.messages import Message
from viewer.base.source import BytesSource, FileSource, Piece, Source, Span, piece_bytes

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


# --------------------------------------- texts from elsewhere (pasted records), read by span too

_BITS = 40  # of a text's length: each has a place of its own, far behind the end of any file


class Pool:
    """A source and added texts, all readable by span. Texts are not adjacent to each other.

    Attributes:
        inner: the source, None where there are texts only.
    """

    def __init__(self, inner: Source | None) -> None:
        self.inner = inner
        self._texts: list[bytes] = []

    @property
    def name(self) -> str:
        """The name of the source."""
        return "" if self.inner is None else self.inner.name

    @property
    def size(self) -> int:
        """The size of the source itself."""
        return 0 if self.inner is None else self.inner.size

    def add(self, text: bytes) -> Span:
        """Add a text; returns its span."""
        self._texts.append(text)
        return Span((len(self._texts) << _BITS) + (1 << 63), len(text))

    def read(self, start: int, length: int) -> bytes:
        """The bytes of a span; fewer only past the end of the source or of a text. Raises OSError."""
        if start < 1 << 63:
            return b"" if self.inner is None else self.inner.read(start, length)
        number, at = divmod(start - (1 << 63), 1 << _BITS)
        return self._texts[number - 1][at : at + length]

    def lost(self) -> Sequence[Span]:
        """Spans of the source whose bytes are gone. Raises OSError."""
        return () if self.inner is None else self.inner.lost()

    def close(self) -> None:
        """Let go of the source."""
        if self.inner is not None:
            self.inner.close()


# --------- text in a codec in which ASCII isn't ASCII, as UTF-8 for readers that take bytes apart


class RecodedSource(BytesSource):
    """The text of a source as UTF-8.

    Attributes:
        inner: the source.
        codec: of its text.
    """

    def __init__(
        self, inner: Source, codec: str, data: bytes, back: Callable[[bytes], bytes]
    ) -> None:
        """`data` is the text of `inner` as UTF-8, and `back` makes the bytes in the codec of UTF-8."""
        super().__init__(data, inner.name)
        self.inner = inner
        self.codec = codec
        self._back = back

    def written(self, pieces: Iterable[Piece], source: Source) -> Iterator[Piece]:
        """Pieces of a file that was read from here (and is in `source`), in its codec. Raises OSError."""
        yield self._back(b"".join([piece_bytes(piece, source) for piece in pieces]))

    def close(self) -> None:
        """Close the source."""
        self.inner.close()
